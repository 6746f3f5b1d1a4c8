// The grid of games or premiums: rows are moved in place, and what it all changes is told beside it at once.
// Without this the same buttons send the form.

import { toldSoFar } from "./so_far.js";

const form = document.querySelector("form.grid");
const later = toldSoFar(form, document.querySelector("#so-far"));

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
