// The grid of games or premiums: rows are moved in place, and what it all changes is told beside it at once.
// Without this the same buttons send the form.

const form = document.querySelector("form.grid");
const told = document.querySelector("#so-far");
const PAUSE = 400; // after the last key

let waiting = 0;
let asking = null;

function later() {
  clearTimeout(waiting);
  waiting = setTimeout(ask, PAUSE);
}

async function ask() {
  asking?.abort();
  asking = new AbortController();
  told.setAttribute("aria-busy", "true");
  try {
    const sent = { method: "POST", body: new FormData(form), signal: asking.signal };
    const answer = await fetch(form.dataset.soFar, sent);
    if (answer.ok && !answer.redirected) told.innerHTML = await answer.text();
  } catch (error) {
    if (error.name === "AbortError") return;
  }
  told.setAttribute("aria-busy", "false");
}

function move(row, step) {
  const other = step < 0 ? row.previousElementSibling : row.nextElementSibling;
  if (!other) return;
  const before = document.activeElement;
  if (step < 0) other.before(row);
  else other.after(row);
  markEnds(row.parentElement);
  if (row.contains(before)) (before.disabled ? row.querySelector("[type=checkbox]") : before).focus();
  later();
}

// The first goes no higher, the last no lower.
function markEnds(list) {
  for (const row of list.children) {
    row.querySelector("[name=up]").disabled = !row.previousElementSibling;
    row.querySelector("[name=down]").disabled = !row.nextElementSibling;
  }
}

form.addEventListener("click", event => {
  const button = event.target.closest("[name=up], [name=down]");
  if (!button) return;
  event.preventDefault();
  move(button.closest(".row"), button.name === "up" ? -1 : 1);
});

form.addEventListener("keydown", event => {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const row = event.target.closest(".row");
  if (!event.altKey || !step || !row?.querySelector("[name=order]")) return;
  event.preventDefault();
  move(row, step);
});

// Whoever types a value for something that is not played yet wants to play it.
form.addEventListener("input", event => {
  const row = event.target.closest(".row");
  if (row && event.target.type !== "checkbox") row.querySelector("[type=checkbox]").checked = true;
  later();
});

form.querySelector(".keys").hidden = !matchMedia("(any-hover: hover)").matches;
