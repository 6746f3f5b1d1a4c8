// Sent as one file with all that it imports.
// On the first page, and in place of one that cannot be had: at which tables hands wait on this phone, and that the page itself comes from the phone.

import { isForgetful, lastDay, nightsOf } from "./record/home_screen.js";
import { showOnIcon, tablesWaiting } from "./record/waiting.js";

const box = document.getElementById("waiting-anywhere");
const back = document.querySelector("[data-back]"); // the link back to the page before
const AWAY = /^\/clubs\/[\w-]+\/play\/away\/$/; // where a new table is opened without network

function show() {
  const tables = tablesWaiting();
  box.querySelector("ul").replaceChildren(...tables.map(item));
  box.querySelector(".from-phone").hidden = !("kept" in box.dataset);
  const forgets = box.querySelector(".forgets");
  forgets.hidden = tables.length === 0 || !isForgetful();
  forgets.textContent = box.dataset.forgets.replace("{day}", lastDay());
  showOnIcon();
  box.hidden = tables.length === 0 && !("kept" in box.dataset);
}

function item({ address, deeds }) {
  const { length: count, [0]: first } = deeds;
  const words = (count === 1 ? box.dataset.one : box.dataset.many).replace("{count}", count);
  const link = Object.assign(document.createElement("a"), { href: address, textContent: `${words} ${first.told}` });
  const line = document.createElement("li");
  const nights = nightsOf(deeds);
  const since = nights === 1 ? box.dataset.yesterday : box.dataset.days.replace("{count}", nights);
  line.append(link, nights ? ` ${since}` : "");
  return line;
}

// What this phone has taken along to open a table with, offered where the page itself comes from the phone.
async function offerTables() {
  const line = box.querySelector(".away");
  if (!line || !globalThis.caches) return;
  const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  const awayPath = all.flat().map(({ url }) => new URL(url).pathname).find((path) => AWAY.test(path));
  if (!awayPath || !("kept" in box.dataset)) return;
  line.querySelector("a").href = awayPath;
  line.hidden = false;
}

show();
offerTables();
if (back && document.referrer.startsWith(location.origin)) back.href = document.referrer;
addEventListener("storage", show);
addEventListener("pageshow", show);
