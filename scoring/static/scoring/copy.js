// A button beside each link copies it, or hands it on with a sentence, where the device knows to whom. Without this
// script there is no button, and the link can be marked.

import { A_PERSON, inTime } from "./in_time.js";

offerCopying(document);

export function offerCopying(part) {
  for (const button of part.querySelectorAll(".share button[data-copied]")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }
}

async function copy(button) {
  const box = button.closest(".share");
  const link = box.querySelector(".link a");
  const status = box.querySelector("[role=status]");
  status.textContent = "";
  const { sentence } = button.dataset;
  if (sentence && (await handedOn({ text: sentence, url: link.href }))) return;
  const text = sentence ? `${sentence} ${link.textContent}` : link.textContent;
  const isCopied = (await toClipboard(text)) || (marked(link) && !sentence);
  status.textContent = isCopied ? button.dataset.copied : button.dataset.marked;
}

// Closing the list of apps again means that no copy is wanted either.
export async function handedOn(what) {
  if (!navigator.share) return false;
  const isClosed = (why) => why.name === "AbortError";
  return inTime(() => navigator.share(what).then(() => true, isClosed), true, A_PERSON);
}

// Browsers offer the clipboard only over https and on this machine itself.
export async function toClipboard(text) {
  return inTime(() => navigator.clipboard?.writeText(text).then(() => true), false);
}

// The older way, which works in a room without https too; what is marked stays so, to be copied by hand.
function marked(link) {
  getSelection().selectAllChildren(link);
  return document.execCommand("copy");
}
