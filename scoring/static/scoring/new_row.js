// What a new game or premium would come to, won and lost, while it is filled in.

import { toldSoFar } from "./so_far.js";

const form = document.querySelector("form[data-so-far]");
const later = toldSoFar(form, document.querySelector("#so-far"));

form.addEventListener("input", later);
later();
