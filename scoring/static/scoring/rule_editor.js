// A page of the rule editor: what it would come to as it is filled in is told beside it, a moment after the last key.

const PAUSE = 400;
const form = document.querySelector("form.editing");
const place = document.querySelector("#so-far");
let waiting = 0;
let asking = null;

async function ask() {
  asking?.abort();
  asking = new AbortController();
  place.setAttribute("aria-busy", "true");
  const body = new FormData(form);
  body.set("so_far", "yes");
  try {
    const answer = await fetch(location.href, { method: "POST", body, signal: asking.signal });
    if (answer.ok && !answer.redirected) {
      place.innerHTML = await answer.text();
      place.closest("aside").hidden = false;
    }
  } catch (error) {
    if (error.name === "AbortError") return;
  }
  place.setAttribute("aria-busy", "false");
}

function later() {
  clearTimeout(waiting);
  waiting = setTimeout(ask, PAUSE);
}

// Rows of a grid are moved in place; without this the same buttons send the form.

function move(row, step) {
  const other = step < 0 ? row.previousElementSibling : row.nextElementSibling;
  if (!other) return;
  const before = document.activeElement;
  if (step < 0) other.before(row);
  else other.after(row);
  markEnds(row.parentElement);
  if (row.contains(before)) (before.matches(":disabled") ? row.querySelector("[type=checkbox]") : before).focus();
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

for (const keys of form.querySelectorAll(".keys")) keys.hidden = !matchMedia("(any-hover: hover)").matches;
