// Makes this phone ready for evenings without network: the engine is loaded when that is switched on, or by itself
// after a hand, where the club has it so, the browser does not save data and it was never switched off.
//
// Some browsers ask a person whether it may be kept for good: they are asked only when it is switched on, and the answer
// is not waited for.

import { A_PERSON, inTime } from "../in_time.js";
import { isForgetful } from "./home_screen.js";
import { shelf } from "./shelf.js";

const VERSION = 1;
const ROOM = 10; // times the size of what is loaded; less is little
const MODULE = 30_000; // milliseconds until the script is there that loads it
const [LOOKS, MOMENT] = [20, 250]; // number of looks, and milliseconds between two, until what was loaded is kept
const STARTS = 2; // of an engine that does not begin
const PUTTING = 60_000; // milliseconds, for a page that puts it away itself
const ENGINE = "engine"; // the cache of service_worker.js
const DOUBTS = ["week", "unsure"]; // shown only where there is something to lose

// Which engine lies on this phone: {version}; null, where it was never switched on; false, where it was switched off.
const prepared = () => shelf("engine", VERSION);

export const isPrepared = () => Boolean(prepared().read());

// `root` shows one state at a time; `given` says where the engine lies: {module, parts, by_itself},
// and whether pages are to open without network. Returns what is
// to be done once a hand is saved.
export function offerEngine(root, given) {
  const box = root.querySelector("input");
  let isAsked = false; // once on a page: what cannot be loaded is not tried at every hand

  function show(state) {
    for (const part of root.querySelectorAll("[data-state]")) part.hidden = part.dataset.state !== state;
    box.checked = state === "loading" || state === "ready";
    box.disabled = state === "loading" || state === "old";
    tellHowItIsKept();
  }

  async function tellHowItIsKept() {
    const how = await keeping(given);
    const isTold = box.checked || !DOUBTS.includes(how);
    for (const part of root.querySelectorAll("[data-keeping]")) part.hidden = !isTold || part.dataset.keeping !== how;
  }

  async function load() {
    show("loading");
    let [state, why] = await loaded(given);
    if (state === "ready") {
      prepared().write({ version: given.parts?.version ?? "" });
      if (!(await thePage())) [state, why] = ["failed", "no rules"];
    }
    root.dataset.why = why; // in the browser's or our own words, to find the reason by
    show(state);
  }

  function leave() {
    prepared().write(false);
    inTime(() => globalThis.caches?.delete(ENGINE));
    show("off");
  }

  root.hidden = false;
  show(isPrepared() ? "ready" : "off");
  box.addEventListener("change", () => {
    if (!box.checked) return leave();
    inTime(() => navigator.storage?.persist?.(), false, A_PERSON).then(tellHowItIsKept);
    load();
  });

  return () => {
    const isWanted = given.by_itself && !navigator.connection?.saveData && prepared().read() === null;
    if (!isWanted || isAsked) return;
    isAsked = true;
    load();
  };
}

// What stands against this browser keeping anything, the worst first, as far as it can be known; null: nothing.
async function keeping({ parts, pages }) {
  const trial = shelf("trial", VERSION);
  const isStored = trial.write("kept");
  trial.write(null);
  if (!isStored) return "nothing";
  if (pages && (!window.isSecureContext || !navigator.serviceWorker)) return "page";
  const { quota } = await inTime(() => navigator.storage?.estimate?.(), {});
  if (quota < ROOM * (parts?.size ?? 0)) return "little";
  if (await inTime(() => navigator.storage?.persisted?.(), false)) return null;
  return isForgetful() ? "week" : "unsure";
}

// Whether the page could fetch what it needs for it, the rules of its table.
async function thePage() {
  const until = [];
  document.dispatchEvent(new CustomEvent("prepared", { detail: { until } }));
  return (await Promise.all(until)).every(Boolean);
}

// Whether all parts will be there without network: the worker that keeps pages puts them away while the engine begins,
// which a slow phone may not have ended yet; then this page does it, and a phone whose storage is full refuses.
// Without that worker the open page has them in the browser's own memory. The engine's memory is waited for, but it
// also starts without.
async function isKept(parts) {
  if (!parts || !navigator.serviceWorker?.controller) return true;
  const isThere = (file) => inTime(() => globalThis.caches?.match(new URL(file, location.href).href));
  for (let look = 0; look < LOOKS; look += 1) {
    const present = await Promise.all([...parts.files, parts.memory].map(isThere));
    if (present.every(Boolean)) return true;
    await new Promise((resolve) => setTimeout(resolve, MOMENT));
  }
  const areThere = () => Promise.all(parts.files.map(isThere));
  const present = await areThere();
  const missing = parts.files.filter((_, number) => !present[number]);
  if (missing.length) await inTime(async () => (await caches.open(ENGINE)).addAll(missing), null, PUTTING);
  return (await areThere()).every(Boolean);
}

// "ready", "failed", or "old": this browser never will; and why. An engine that did not begin is begun once more:
// WebKit's WebAssembly stumbles now and then. The room that it takes is given back
// at once: it is begun again for the first hand that waits.
async function loaded({ module, parts }) {
  try {
    const { phoneEngine } = await inTime(() => import(module), {}, MODULE);
    for (let start = 1; ; start += 1) {
      const engine = phoneEngine(parts);
      const isBegun = await engine.ready();
      const isThere = isBegun && (await isKept(parts));
      engine.leave();
      if (isThere) return ["ready", ""];
      const { word, why } = engine.trouble ?? { word: "failed", why: "not kept" };
      if (word === "unsupported") return ["old", why];
      if (isBegun || start === STARTS) return ["failed", why];
    }
  } catch (error) {
    return ["failed", String(error)];
  }
}
