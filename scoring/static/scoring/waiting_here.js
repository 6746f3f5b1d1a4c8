// Sent as one file with all that it imports.
// On pages beside the recording page: says that hands of this sheet are only on this phone.

import { queueShelf } from "./record/waiting.js";

const box = document.getElementById("waiting-here");
const sheet = /^\/sheets\/\d+\//.exec(location.pathname);

function show() {
  const deeds = queueShelf(`${sheet[0]}record/`).read()?.deeds ?? [];
  box.hidden = deeds.length === 0;
  const words = deeds.length === 1 ? box.dataset.one : box.dataset.many;
  box.querySelector(".count").textContent = words.replace("{count}", deeds.length);
  box.querySelector("ol")?.replaceChildren(...deeds.map(item));
}

function item({ number, told: words }) {
  const text = number === null ? words : box.dataset.hand.replace("{number}", number).replace("{said}", words);
  return Object.assign(document.createElement("li"), { textContent: text });
}

// Asked twice: what is thrown away here is nowhere else.
function throwAway(button) {
  if (button.dataset.confirming) {
    queueShelf(`${sheet[0]}record/`).write(null);
    show();
    return;
  }
  button.dataset.confirming = "yes";
  button.textContent = button.dataset.sure;
}

if (box && sheet) {
  show();
  addEventListener("storage", show);
  addEventListener("pageshow", show);
  const button = box.querySelector("button");
  button?.addEventListener("click", () => throwAway(button));
}
