// Sent as one file with all that it imports.
// The sheet follows the table: asks what is new, fetches the page again when something is, says what it was.

import { focusIn, focusOn } from "./focus.js";
import { witnessOn } from "./record/heads.js";
import { fetchPage, followTable } from "./table_news.js";

const NEAR = 60; // pixels from the top that still count as looking at the newest hand

const page = document.getElementById("sheet");
const news = page.querySelector(".news");
const connection = page.querySelector(".connection");
const { live, lost, back, gone: notFoundText, changed } = page.dataset;

const seesHead = witnessOn(page, live);

function part() {
  return document.getElementById("now");
}

function paper() {
  return document.getElementById("paper");
}

function shownUpTo() {
  return Number(part().dataset.after);
}

function isHeard(update) {
  return String(update.table.voiced) === part().dataset.voiced;
}

function isShown(update) {
  const closed = part().dataset.closed === "yes";
  const sameNames = update.names === part().dataset.names;
  return update.after === shownUpTo() && update.table.closed === closed && sameNames && isHeard(update);
}

// Returns what was entered since; or, if that is the same, what was noted about a hand.
function newsOf(update) {
  if (update.after !== shownUpTo()) return update.said || changed;
  return (!isHeard(update) && update.voice) || changed;
}

function answered() {
  if (connection.textContent === lost) say(connection, back);
  else if (connection.textContent === back) say(connection, "");
}

function say(place, words) {
  if (place.textContent !== words) place.textContent = words;
}

async function renew(update) {
  if (isShown(update)) return;
  const words = newsOf(update);
  replace((await fetchPage()).getElementById("now"));
  say(news, words);
}

// Keeps the reader's position; a reader of the newest hand, on top, sees the newest hand.
function replace(fresh) {
  const before = paper();
  const { scrollTop, scrollLeft } = before;
  const height = heightOf(before);
  const known = new Set([...part().querySelectorAll("tr[id]")].map((row) => row.id));
  const focused = focusIn(part());
  part().replaceWith(document.adoptNode(fresh));
  for (const row of part().querySelectorAll("tr[id]")) row.classList.toggle("fresh", !known.has(row.id));
  dress();
  const region = paper();
  region.scrollLeft = scrollLeft;
  if (scrollTop > NEAR) region.scrollTop = scrollTop + heightOf(region) - height;
  focusOn(focused, part());
}

function heightOf(region) {
  return region.querySelector("table").getBoundingClientRect().height;
}

function dress() {
  const { after, head, link } = part().dataset;
  seesHead({ after: Number(after), head, link });
  for (const button of part().querySelectorAll("button.print")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
}

// The whole row opens what its link opens.
page.addEventListener("click", (event) => {
  const row = event.target.closest("#paper tbody tr");
  if (!row || event.target.closest("a") || String(getSelection())) return;
  row.querySelector("a")?.click();
});

// On a screen the newest hand comes first, on paper the oldest one.
function turnAround() {
  const body = paper().querySelector("tbody");
  body.append(...[...body.rows].reverse());
}
addEventListener("beforeprint", turnAround);
addEventListener("afterprint", turnAround);

dress();
followTable(page.dataset, {
  renew,
  answered,
  lost: () => say(connection, lost),
  notFound: () => say(connection, notFoundText),
});
