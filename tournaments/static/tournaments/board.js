// The page of a round follows its tables: with every pulse that brings news it asks for itself again, and changes
// only what has changed; the next stage is another page. That a table is silent for long is no news: it looks by itself as well, now and then.

import { patiently } from "../scoring/record/asking.js";
import { time, clockText } from "./clock.js";

const NOW_AND_THEN = 30000; // milliseconds
const SOON = 1000;
const ONCE_ONLY = /name="(deed|csrfmiddlewaretoken)" value="[^"]*"/g; // other in every answer, and no news

const board = document.getElementById("board");
const connection = board.querySelector(".connection");
const { again, lost, doubtful } = board.dataset;

let counted = null;
let asking = false;
let isStale = false; // something happened while the board was asking
let timer = null;
let closed = false; // signed out, or not for this reader any more

document.addEventListener("pulse", ({ detail: { data } }) => {
  say("");
  if (data === null || data.count === counted) return;
  const first = counted === null; // the page was made a moment ago; who knows what happened since
  counted = data.count;
  if (first) setTimeout(refresh, 0);
  else refresh();
});
document.addEventListener("no-pulse", () => say(lost));
// Another window may have signed out meanwhile.
addEventListener("focus", refresh);
addEventListener("pageshow", ({ persisted }) => { if (persisted) refresh(); });
document.addEventListener("bell", () => setTimeout(refresh, SOON));

async function refresh() {
  isStale = true;
  if (asking || closed) return;
  clearTimeout(timer);
  asking = true;
  while (isStale && !closed) {
    isStale = false;
    await patiently(again, {}, listen).catch(() => say(lost));
  }
  asking = false;
  if (closed) return;
  timer = setTimeout(refresh, NOW_AND_THEN);
}

async function listen(answer) {
  if (answer.type === "opaqueredirect" || [403, 404].includes(answer.status)) {
    close();
    return;
  }
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of fresh.querySelectorAll("[data-part]")) replace(part);
  document.dispatchEvent(new Event("board"));
}

// Empties the board as soon as the account is signed out; signing in leads back.
function close() {
  closed = true;
  clearTimeout(timer);
  const link = document.createElement("a");
  link.className = "button";
  link.href = location.href;
  link.textContent = board.dataset.againIn;
  const warning = document.createElement("p");
  warning.className = "problems";
  warning.setAttribute("role", "alert");
  warning.textContent = doubtful;
  board.replaceChildren(warning, link);
}

// The focus stays where something is typed or was just reached by the keyboard.
function replace(fresh) {
  const old = document.getElementById(fresh.id);
  if (old === null) {
    location.reload();
    return;
  }
  const folds = old.querySelectorAll("details");
  for (const [at, fold] of fresh.querySelectorAll("details").entries()) {
    fold.open = folds[at]?.open ?? false; // what is open stays open
  }
  if (old.outerHTML.replace(ONCE_ONLY, "") === fresh.outerHTML.replace(ONCE_ONLY, "")) return;
  const { activeElement } = document;
  const within = old.contains(activeElement);
  if (within && activeElement.matches("input, select")) return;
  const focused = within ? [...old.querySelectorAll("a, button")].indexOf(activeElement) : -1;
  old.replaceWith(document.adoptNode(fresh));
  if (focused >= 0) fresh.querySelectorAll("a, button")[focused]?.focus({ preventScroll: true });
}

function say(words) {
  if (connection.textContent !== words) connection.textContent = words;
}

// The clock of a table that is other than everybody's, as after a dispute, counts on by itself, too.
setInterval(() => {
  for (const own of board.querySelectorAll(".own[data-bell]")) {
    own.textContent = clockText(Math.max(Number(own.dataset.bell) - time.now(), 0));
  }
}, SOON);
timer = setTimeout(refresh, NOW_AND_THEN);
