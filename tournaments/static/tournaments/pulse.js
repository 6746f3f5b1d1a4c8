// Asks every three seconds whether anything has changed, once for the whole page: other scripts listen for "pulse"
// on the document. Its detail is {data, now, sent, received}: the counters, or null
// where nothing has changed; the server's time, and when was asked and answered by this device's clock.
//
// <... data-pulse="address"> anywhere on the page starts it.

import { presentTime } from "../scoring/clock.js";
import { askAgain, EVERY_PULSE, patiently } from "../scoring/record/asking.js";

const PATIENCE = 8000; // milliseconds

export function follow(url) {
  let tag = null;

  async function look() {
    const sent = presentTime();
    const headers = { Accept: "application/json", ...(tag ? { "If-None-Match": tag } : {}) };
    await patiently(url, { headers }, (answer) => listen(answer, sent), { within: PATIENCE });
  }

  async function listen(answer, sent) {
    const received = presentTime();
    if (answer.status !== 200 && answer.status !== 304) throw new Error(`answered ${answer.status}`);
    const data = answer.status === 200 ? await answer.json() : null;
    const now = Number(answer.headers.get("Server-Now"));
    tag = answer.headers.get("ETag") ?? tag;
    tell("pulse", { data, now, sent, received });
  }

  askAgain(look, { every: EVERY_PULSE, failed: () => tell("no-pulse") });
}

function tell(name, detail = null) {
  document.dispatchEvent(new CustomEvent(name, { detail }));
}

const [place] = document.querySelectorAll("[data-pulse]");
if (place) setTimeout(() => follow(place.dataset.pulse)); // when every script of the page listens
