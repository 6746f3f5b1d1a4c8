// What everybody sees on a phone: keeps itself new, and says aloud when the round has moved on.

import { follow, say } from "./following.js";

const page = document.getElementById("public");
const news = page.querySelector(".news");
const clock = page.querySelector(".when-timed");

function shownWords() {
  const words = page.querySelectorAll(".live .felt :is(h2, p, small), .stage h1");
  return [...words].map((one) => one.textContent.trim()).join(" ");
}

let before = shownWords();

function renewed() {
  if (shownWords() !== before) say(news, shownWords());
  before = shownWords();
  showClock();
}

function showClock() {
  if (clock) clock.hidden = page.querySelector(".stage").dataset.clock === "off";
}

showClock();
follow(page, { renewed });
