// The list of calls stays fresh: where the pulse says that something has changed, the page is fetched again.

import { focusIn, focusOn } from "../scoring/focus.js";
import { patiently } from "../scoring/record/asking.js";
import "./pulse.js";

let known = Number(document.getElementById("disputes").dataset.count); // how far the page has come

document.addEventListener("pulse", ({ detail }) => {
  if (detail.data === null) return;
  const { count } = detail.data;
  if (known !== count) patiently(location.href, {}, (answer) => refresh(answer, count)).catch(() => {}); // the next beat asks again
});

async function refresh(answer, count) {
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("disputes");
  const shown = document.getElementById("disputes");
  if (!fresh) return;
  const focused = focusIn(shown);
  shown.replaceChildren(...fresh.childNodes);
  focusOn(focused, shown);
  known = count;
}
