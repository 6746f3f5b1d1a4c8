// A page for everybody keeps itself new: when the pulse says that something has changed, it asks for the parts that
// change, and puts those in that are others than before. It dispatches "renewed" for other scripts.

import { presentTime } from "../scoring/clock.js";
import { focusIn, focusOn } from "../scoring/focus.js";
import { patiently } from "../scoring/record/asking.js";
import "./pulse.js";
import { time } from "./clock.js";

const AT_LEAST = 60_000; // milliseconds: names can change without any beat of the pulse
const SILENT = 9000; // so long nothing was heard: the page may be old
const PATIENCE = 8000;

export function follow(page, { before = () => {}, renewed = () => {} } = {}) {
  const connection = page.querySelector(".connection");
  const sources = new Map([...page.querySelectorAll(".live")].map((one) => [one.id, one.innerHTML]));
  let { tag } = page.dataset;
  let beat = ""; // in the address: what a proxy has kept is older than what the pulse tells of
  let heard = presentTime();
  let looked = presentTime();
  let due = false;
  let looking = false;

  document.addEventListener("pulse", ({ detail }) => {
    if (detail.data !== null) beat = `&beat=${detail.data.count}`;
    if (detail.data !== null || presentTime() - looked > AT_LEAST) due = true;
    if (due) look();
    else fresh();
  });
  document.addEventListener("no-pulse", lost);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) watch();
  });
  setInterval(watch, 1000);

  async function look() {
    if (looking) return;
    looking = true;
    due = false;
    try {
      const headers = { "If-None-Match": tag };
      await patiently(page.dataset.part + beat, { headers }, listen, { within: PATIENCE });
      looked = presentTime();
      fresh();
    } catch {
      due = true;
      lost();
    } finally {
      looking = false;
    }
  }

  async function listen(answer) {
    if (answer.status === 404) location.reload(); // it is not shown any more
    if (answer.status !== 200 && answer.status !== 304) throw new Error(`answered ${answer.status}`);
    if (answer.status !== 200) return;
    put(new DOMParser().parseFromString(await answer.text(), "text/html"));
    tag = answer.headers.get("ETag");
  }

  function put(parts) {
    let other = false;
    before();
    for (const part of parts.querySelectorAll(".live")) {
      if (sources.get(part.id) === part.innerHTML) continue;
      sources.set(part.id, part.innerHTML);
      replace(document.getElementById(part.id), part);
      other = true;
    }
    if (other) renewed();
  }

  function fresh() {
    heard = presentTime();
    say(connection, "");
  }

  // In words, and since when; the time is the server's.
  function lost() {
    const clock = new Date(heard + time.offset);
    const clockTime = clock.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    say(connection, page.dataset.lost.replace("{time}", clockTime));
  }

  function watch() {
    if (!document.hidden && presentTime() - heard > SILENT) lost();
  }
}

export function say(place, words) {
  if (place.textContent !== words) place.textContent = words;
}

// Where the reader has pushed a table to, and what has the focus, stays as it is.
function replace(old, fresh) {
  const focused = focusIn(old);
  const scrolled = [...old.querySelectorAll(".scroll")].map((one) => one.scrollLeft);
  old.replaceChildren(...fresh.childNodes);
  old.querySelectorAll(".scroll").forEach((one, place) => {
    one.scrollLeft = scrolled[place] ?? 0;
  });
  focusOn(focused, old);
}
