// Sent as one file with all that it imports.
// What stands at the edge of every printed page: what it is, and when it was printed. Closed parts are printed, too.

import { inWords, presentTime } from "./clock.js";

const root = document.documentElement;

addEventListener("beforeprint", () => {
  const now = inWords(presentTime(), { dateStyle: "medium", timeStyle: "short" });
  document.querySelectorAll(".part:not([open])").forEach((part) => {
    part.open = true;
    addEventListener("afterprint", () => (part.open = false), { once: true });
  });
  root.dataset.title = document.title;
  root.dataset.printed = `${root.dataset.printing} ${now}`;
});
