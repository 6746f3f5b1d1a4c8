// The result of an evening or the first places as text, handed on to another app or copied.

import { handedOn, toClipboard } from "./copy.js";

const box = document.querySelector(".share-result");
const status = box.querySelector("[role=status]");
const field = box.querySelector("textarea");
const copying = box.querySelector(".copy-text");
copying.hidden = false;
copying.addEventListener("click", copyText);
// Over plain http no other app can be asked: then a link to this box, or nothing, stays where the button is.
for (const share of navigator.share ? document.querySelectorAll(".hand-on") : []) {
  share.hidden = false;
  share.addEventListener("click", handOn);
}

async function handOn(event) {
  event.preventDefault();
  if (!(await handedOn({ title: document.title, text: field.value }))) await copyText();
}

async function copyText() {
  status.textContent = (await toClipboard(field.value)) || marked() ? box.dataset.copied : box.dataset.shown;
}

// Works in a room without https too; what is marked stays so.
function marked() {
  field.hidden = false;
  field.select();
  return document.execCommand("copy");
}
