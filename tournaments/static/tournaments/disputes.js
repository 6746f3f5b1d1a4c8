// The list of calls stays fresh: where the pulse says that something has changed, the page is fetched again.

import { focusIn, focusOn } from "../scoring/focus.js";
import "./pulse.js";

const PATIENCE = 10000; // milliseconds

let known = Number(document.getElementById("disputes").dataset.count); // how far the page has come

document.addEventListener("pulse", ({ detail }) => {
  if (detail.data === null) return;
  const { count } = detail.data;
  if (known !== count) refresh(count).catch(() => {}); // the next beat asks again
});

async function refresh(count) {
  const answer = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
  if (!answer.ok || answer.redirected) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("disputes");
  const shown = document.getElementById("disputes");
  if (!fresh) return;
  const focused = focusIn(shown);
  shown.replaceChildren(...fresh.childNodes);
  focusOn(focused, shown);
  known = count;
}
