// Who is there, tap by tap: each is sent by itself, in order, and only what changed is shown anew.
// Without this script every tap sends the form, and the page comes back.

import { newId } from "../scoring/record/sending.js";

const form = document.querySelector("#check-in");
const failed = document.querySelector("#failed");
const narrowing = document.querySelector(".narrowing");
const TAPS = ["in", "out", "pay", "unpay", "ticket", "unticket"];

let sent = Promise.resolve();

form.addEventListener("submit", event => {
  const button = event.submitter;
  if (!button || !TAPS.includes(button.name)) { return; }
  event.preventDefault();
  const row = document.querySelector(`#p${button.value}`);
  row?.setAttribute("aria-busy", "true");
  const { name, value } = button;
  sent = sent.then(() => tap(name, value));
});

async function tap(name, value) {
  const body = new FormData();
  body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  body.set("deed", newId());
  body.set(name, value);
  let answer = null;
  try {
    const response = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    answer = response.ok || response.status === 409 ? await response.json() : null;
  } catch {
    answer = null;
  }
  show(answer ?? { problem: form.dataset.failed }, name, value);
}

function show(answer, name, value) {
  const row = document.querySelector(`#p${value}`);
  row?.removeAttribute("aria-busy");
  failed.hidden = !answer.problem;
  failed.textContent = answer.problem ?? "";
  if (answer.problem) { return; }
  const at = document.activeElement;
  const focusedClass = at?.closest("li") === row || at === document.body ? at?.className : null;
  put("#count", answer.count);
  put("#paying", answer.paying);
  put("#fees", answer.fees);
  if (row && answer.row) {
    const inside = document.createElement("template");
    inside.innerHTML = answer.row;
    const fresh = /** @type {HTMLElement} */ (inside.content.firstElementChild);
    fresh.hidden = row.hidden;
    row.replaceWith(fresh);
    if (focusedClass) { fresh.querySelector(`.${focusedClass.split(" ")[0]}`)?.focus({ preventScroll: true }); }
  }
}

function put(place, html) {
  document.querySelector(place).innerHTML = html;
}

function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

if (narrowing) {
  const search = narrowing.querySelector("input");
  narrowing.hidden = false;
  search.addEventListener("input", () => {
    const query = plain(search.value.trim());
    for (const row of document.querySelectorAll(".presence > li")) {
      row.hidden = !plain(row.dataset.name).includes(query);
    }
  });
  search.addEventListener("keydown", event => { // Enter would tap the first button
    if (event.key === "Enter") { event.preventDefault(); }
  });
}
