// Sent as one file with all that it imports.
// On the first page: at which tables hands wait on this phone, and that the page itself comes from the phone.

import { kept } from "./record/waiting.js";
import { PREFIX } from "./record/shelf.js";

const box = document.getElementById("waiting-anywhere");
const WAITING = new RegExp(`^${PREFIX} waiting (/sheets/\\d+/record/)$`);

function tables() {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place));
    return keys.map((key) => WAITING.exec(key)?.[1]).filter(Boolean);
  } catch {
    return []; // storing is forbidden here, and so nothing waits
  }
}

function show() {
  const found = tables()
    .map((address) => ({ address, deeds: kept(address).read()?.deeds ?? [] }))
    .filter(({ deeds }) => deeds.length > 0);
  box.querySelector("ul").replaceChildren(...found.map(item));
  box.querySelector(".from-phone").hidden = !("kept" in box.dataset);
  box.hidden = found.length === 0 && !("kept" in box.dataset);
}

function item({ address, deeds: { length: count, [0]: first } }) {
  const words = (count === 1 ? box.dataset.one : box.dataset.many).replace("{count}", count);
  const link = Object.assign(document.createElement("a"), { href: address, textContent: `${words} ${first.told}` });
  const line = document.createElement("li");
  line.append(link);
  return line;
}

show();
addEventListener("storage", show);
addEventListener("pageshow", show);
