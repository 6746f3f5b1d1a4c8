// Sent as one file with all that it imports.
// On the first page, and in place of one that cannot be had: at which tables hands wait on this phone, and that the page itself comes from the phone.

import { kept } from "./record/waiting.js";
import { PREFIX } from "./record/shelf.js";

const box = document.getElementById("waiting-anywhere");
const back = document.querySelector("[data-back]"); // where somebody came from
const AWAY = /^\/clubs\/[\w-]+\/play\/away\/$/; // where a new table is opened without network
const WAITING = new RegExp(`^${PREFIX} waiting (/sheets/\\d+/record/|/clubs/[\\w-]+/play/away/)$`);

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

// What this phone has taken along to open a table with, offered where the page itself comes from the phone.
async function offerTables() {
  const line = box.querySelector(".away");
  if (!line || !globalThis.caches) return;
  const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  const found = all.flat().map(({ url }) => new URL(url).pathname).find((path) => AWAY.test(path));
  if (!found || !("kept" in box.dataset)) return;
  line.querySelector("a").href = found;
  line.hidden = false;
}

show();
offerTables();
if (back && document.referrer.startsWith(location.origin)) back.href = document.referrer;
addEventListener("storage", show);
addEventListener("pageshow", show);
