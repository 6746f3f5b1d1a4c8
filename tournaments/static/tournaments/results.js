// The results desk. Each row adds up while it is typed, and is saved by itself once it balances and is left. Rows of
// phones and of others come in with the pulse. What was typed stays, also over a reload and without a network, until
// the server's row shows the same numbers as stored: only that takes a draft away.

import { presentTime } from "../scoring/clock.js";
import { patiently } from "../scoring/record/asking.js";
import { newId } from "../scoring/record/ids.js";
import { shelf } from "../scoring/record/shelf.js";
import { amount, inWords } from "./amount.js";

const KIND = "results"; // of what is kept on this device
const OFTEN = 30_000; // milliseconds: so long a row without an answer waits at most

const form = document.getElementById("desk");
const connection = form.querySelector(".connection");
const words = form.dataset;
const sources = new Map(); // the rows as the server has made them
let heard = null; // how much had changed by the last pulse
let counted = null; // how much of it the rows show; null: not known
let answered = 0; // when a row was answered last: what was asked before is older

const rows = () => [...form.querySelectorAll("#rows li")];
const fields = row => [...row.querySelectorAll(".cell input")];
const isReplacement = field => field.name.includes("replacement-");
const filled = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const wasStored = field => field.dataset.was ?? field.defaultValue;
// No replacement capital is none; an empty balance is no 0.
const amountOf = (text, name) => (text.trim() || !name.includes("replacement-") ? amount(text) : 0);
const isSame = (one, other, name) => one.trim() === other.trim() || amountOf(one, name) === amountOf(other, name);
const draftOf = row => shelf(`${KIND} ${location.pathname}${row.id}`, 1);

// What stands in a row and is not stored.
function changed(row) {
  return fields(row).filter(field => !isSame(field.value, wasStored(field), field.name));
}

// What is too much in a row; NaN while something is missing or cannot be read.
function difference(row) {
  let sum = -Number(row.dataset.given);
  for (const field of fields(row)) {
    if (!isReplacement(field)) sum += amount(field.value);
    else if (field.value.trim()) sum -= amount(field.value);
  }
  return sum;
}

function state(row) {
  const off = difference(row);
  if (fields(row).some(field => field.value.trim() && Number.isNaN(amount(field.value)))) return "unread";
  if (Number.isNaN(off)) return "";
  return Math.abs(off) < 1e-6 ? "right" : off > 0 ? "more" : "less";
}

// Says at the end of a row how it stands.
function tell(row) {
  const there = fields(row);
  if (!there.length) return;
  const isChanged = changed(row).length > 0;
  const is = state(row);
  const texts = there.map(field => [field, field.value.trim()]).filter(([, text]) => text);
  row.dataset.is = is;
  row.toggleAttribute("data-changed", isChanged);
  for (const [field, text] of texts) {
    if (Number.isNaN(amount(text))) field.setAttribute("aria-invalid", "true");
  }
  for (const field of there) if (!field.value.trim() || !Number.isNaN(amount(field.value))) field.removeAttribute("aria-invalid");
  row.dataset.state = !isChanged ? row.dataset.shown : is === "" ? "missing" : is === "right" && !isDisputed(row) ? "missing" : "off";
  row.querySelector(".sum").textContent = is === "" ? sumOf(row, texts) : ""; // not read out with every digit
  row.querySelector("output").textContent = isChanged || is !== "right" ? statusText(row, is, texts) : "";
  both(row);
}

function sumOf(row, texts) {
  const sum = texts.reduce((all, [field, text]) => all + (isReplacement(field) ? -1 : 1) * amount(text), 0);
  return texts.length ? filled(words.sum, { sum: inWords(sum), given: row.dataset.given }) : "";
}

function statusText(row, is, texts) {
  if (is === "unread") {
    const [, text] = texts.find(([, one]) => Number.isNaN(amount(one)));
    return filled(words.unread, { text });
  }
  if (is === "right") return row.querySelector("[role=alert]") ? "" : words.right; // never beside a refusal
  return is ? filled(words[is], { amount: inWords(Math.abs(difference(row))) }) : "";
}

// Whether something else was stored for the row while this was typed.
function isDisputed(row) {
  const draft = draftOf(row).read();
  return Boolean(row.dataset.stored) && draft !== null && draft.over !== row.dataset.stored;
}

// Beside what is typed anew stands what is stored, and by whom.
function both(row) {
  const place = row.querySelector(".both");
  if (!place) return;
  const stored = row.dataset.stored && row.hasAttribute("data-changed");
  const amounts = named(fields(row).map(field => [field, wasStored(field)]));
  const sentence = isDisputed(row) ? words.storedBy : words.stored;
  say(place, stored ? filled(sentence, { who: row.dataset.corrected, amounts }) : "");
  row.querySelector(".take").hidden = !stored;
  row.querySelector(".keep").textContent = isDisputed(row) ? words.keep : words.save;
}

function named(values) {
  const given = values.filter(([, value]) => value.trim());
  return given.map(([field, value]) => `${field.closest(".cell").querySelector("b").title} ${value.trim()}`).join(", ");
}

// Keeps on this device what is typed.
function keep(row) {
  const draft = draftOf(row);
  const values = changed(row);
  if (!values.length) {
    draft.write(null);
    return;
  }
  draft.write({
    over: draft.read()?.over ?? row.dataset.stored,
    shown: row.querySelector("[type=hidden]").value,
    values: Object.fromEntries(values.map(field => [field.name, field.value])),
    words: named(values.map(field => [field, field.value])),
    reason: row.querySelector(".why input")?.value ?? "",
  });
}

// Whether a row shows what is kept as stored, or could show it: everybody in it to whom something was typed.
function isShown(draft, row) {
  const there = new Map(fields(row).map(field => [field.name, wasStored(field)]));
  for (const value of row.querySelectorAll("[data-field]")) there.set(value.dataset.field, value.textContent);
  const entries = Object.entries(draft.values);
  const isStored = Boolean(row.dataset.stored) && entries.every(([name, value]) => isSame(value, there.get(name) ?? "", name));
  return { isStored, isHere: entries.every(([name]) => row.querySelector(`input[name="${CSS.escape(name)}"]`)) };
}

// Puts what is kept over what the server shows; where that is stored by now, nothing has to be kept any more.
function restore(row) {
  const shelved = draftOf(row);
  const draft = shelved.read();
  if (draft === null) return;
  const { isStored, isHere } = isShown(draft, row);
  if (isStored) {
    shelved.write(null);
    return;
  }
  if (!isHere) {
    mention(row, draft);
    return;
  }
  for (const [name, value] of Object.entries(draft.values)) fields(row).find(field => field.name === name).value = value;
  const why = row.querySelector(".why input");
  if (why) why.value ||= draft.reason || (isDisputed(row) ? words.whyMine : draft.undone ? words.whyUndone : "");
}

// Says what was typed where the row does not take it any more.
function mention(row, draft) {
  if (row.querySelector(".mine")) return;
  const mine = Object.assign(document.createElement("p"), { className: "mine error" });
  const drop = Object.assign(document.createElement("button"), { type: "button", className: "plain drop", textContent: words.drop });
  mine.append(filled(words.mine, { amounts: draft.words }), " ", drop);
  row.querySelector(".more-of-it").append(mine);
}

function alertsOver(from, to) {
  to.querySelectorAll("[role=alert]").forEach(one => one.remove());
  to.querySelector(".more-of-it").append(...from.querySelectorAll("[role=alert]"));
}

// Puts the row that the server has made in the place of the one that is there; what was typed stays, and so does the
// whole row where the new one does not take it any more.
function put(row, fresh) {
  sources.set(fresh.id, sourceOf(fresh));
  const draft = draftOf(row).read();
  const shown = draft === null ? null : isShown(draft, fresh);
  if (shown && !shown.isStored && !shown.isHere && changed(row).length) {
    alertsOver(fresh, row);
    mention(row, draft);
    return;
  }
  fresh.dataset.shown = fresh.dataset.state;
  const at = row.contains(document.activeElement) ? document.activeElement : null;
  const selected = at?.matches("input") ? [at.selectionStart, at.selectionEnd] : null;
  const index = at ? focusable(row).indexOf(at) : -1;
  restore(fresh);
  if (!fresh.querySelector("[role=alert]") && changed(fresh).length) alertsOver(row, fresh);
  row.replaceWith(fresh);
  tell(fresh);
  if (!at) return;
  const same = at.name ? [...fresh.querySelectorAll("input, button")].find(one => one.name === at.name) : null;
  const next = same ?? focusable(fresh)[index] ?? focusable(fresh)[0];
  next?.focus({ preventScroll: true });
  if (selected && next === same) same.setSelectionRange(...selected);
}

const focusable = row => [...row.querySelectorAll("a, button, input:not([type=hidden])")];
const sourceOf = row => row.outerHTML.replace(/name="shown-\d+"\s+value="[^"]*"/, "");

// Sends a row, and shows what the server makes of it.
async function save(row) {
  const { id } = row;
  const body = new FormData();
  for (const name of ["csrfmiddlewaretoken", "deed", "opened"]) body.set(name, form.elements[name].value);
  for (const field of row.querySelectorAll("input")) body.set(field.name, field.value);
  body.set("row", id.slice(1));
  keep(row);
  row.querySelectorAll("[role=alert]").forEach(one => one.remove());
  row.setAttribute("aria-busy", "true");
  const page = await answer(form.action, body);
  answered = presentTime();
  const now = document.getElementById(id);
  now.removeAttribute("aria-busy");
  delete now.dataset.failed;
  const fresh = page?.getElementById(id);
  if (fresh) {
    const draft = draftOf(now).read();
    const isMine = fields(fresh).every(field => isSame(body.get(field.name) ?? "", wasStored(field), field.name));
    if (draft !== null && isMine) draftOf(now).write({ ...draft, over: fresh.dataset.stored }); // typed on meanwhile
    put(now, fresh);
    const then = document.getElementById(id);
    if (typedSince(then, body) && wantsSaving(then)) save(then);
    return;
  }
  now.dataset.failed = page ? presentTime() : 0;
  const failed = Object.assign(document.createElement("p"), { className: "error", textContent: alertsOf(page) || words.failed });
  failed.setAttribute("role", "alert");
  now.querySelector(".more-of-it").append(failed);
  tell(now);
  if (!page) return;
  const token = tokenNow();
  await refresh();
  if (tokenNow() !== token) save(document.getElementById(id)); // an account has signed in again
}

const tokenNow = () => form.elements.csrfmiddlewaretoken.value;

const typedSince = (row, body) => fields(row).some(field => field.value !== body.get(field.name));
const alertsOf = page => [...(page?.querySelectorAll("[role=alert]") ?? [])].map(one => one.textContent.trim()).filter(Boolean).join(" ");

// The page that answers; null where none does.
async function answer(url, body) {
  try {
    const read = async one => (one.status < 500 ? parsed(await one.text()) : null);
    return await patiently(url, { method: "POST", body, redirect: "follow" }, read);
  } catch {
    return null;
  }
}

const parsed = text => new DOMParser().parseFromString(text, "text/html");

// Looks what has come in from others.
async function refresh() {
  const askedAt = presentTime();
  try {
    await patiently(form.action, {}, async one => {
      if (one.type === "opaqueredirect") location.reload(); // the round has not begun; what is typed is kept
      else if ([403, 404].includes(one.status)) say(connection, words.doubtful);
      else if (one.status === 200) take(parsed(await one.text()), askedAt);
      else throw new Error(`answered ${one.status}`);
    });
  } catch {
    say(connection, words.lost);
    counted = null; // asks again with the next pulse
  }
}

function take(page, askedAt) {
  say(connection, "");
  if (askedAt <= answered) { // a row was saved meanwhile
    counted = null;
    return;
  }
  for (const id of ["token", "summary"]) {
    const old = document.getElementById(id);
    const fresh = page.getElementById(id);
    if (fresh && old.outerHTML !== fresh.outerHTML && !old.contains(document.activeElement)) old.replaceWith(fresh);
  }
  const fresh = [...page.querySelectorAll("#rows li")];
  for (const row of fresh) {
    const old = document.getElementById(row.id);
    if (!old) add(row); // a further table
    else if (!old.hasAttribute("aria-busy") && sources.get(row.id) !== sourceOf(row)) put(old, row);
  }
}

function add(row) {
  form.querySelector("#rows ol").append(row);
  begin(row);
}

// What a row that the page has from the server begins with.
function begin(row) {
  sources.set(row.id, sourceOf(row));
  row.dataset.shown = row.dataset.state;
  restore(row);
  tell(row);
}

function say(place, sentence) {
  if (place.textContent !== sentence) place.textContent = sentence;
}

// A row that was left balances, and was never saved: to change what was asks for a reason, by its button.
function wantsSaving(row, to = document.activeElement) {
  const { corrected, is } = row.dataset;
  const isReady = changed(row).length > 0 && corrected === undefined && is === "right";
  return isReady && !row.hasAttribute("aria-busy") && !row.contains(to);
}

// One that was sent already and had no answer, or one that may go through by now.
function wantsSending(row) {
  const isLeft = row.dataset.is === "right" && !row.hasAttribute("aria-busy") && !row.contains(document.activeElement);
  return isLeft && changed(row).length > 0 && presentTime() - row.dataset.failed > OFTEN;
}

// A button that leads elsewhere: it is done here, and the numbers that it takes back stay to be mended.
async function press(button) {
  const row = button.closest("li");
  const body = new FormData();
  body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  body.set("deed", newId());
  body.set(button.name, button.value);
  if (row && button.name === "reason") {
    const values = Object.fromEntries(fields(row).map(field => [field.name, field.value]));
    draftOf(row).write({ over: "", values, words: named(fields(row).map(field => [field, field.value])), reason: "", undone: true });
    row.setAttribute("aria-busy", "true");
  }
  const page = await answer(button.formAction, body);
  if (!page) say(connection, words.lost);
  row?.removeAttribute("aria-busy");
  await refresh();
  if (!row || button.name !== "reason") return;
  const now = document.getElementById(row.id);
  if (now.dataset.stored) say(connection, alertsOf(page));
  fields(now)[0]?.focus();
}

// From cell to cell

// The next field of a row in the order of Tab: replacement capital only while the row does not balance.
function nextIn(row, field) {
  const there = fields(row);
  const places = [...there.filter(one => !isReplacement(one)), ...there.filter(isReplacement)];
  const next = places[places.indexOf(field) + 1] ?? null;
  return next && isReplacement(next) && state(row) === "right" ? null : next;
}

// Moves the focus on from a row that is done: to its reason, to the next table, behind the last one to what is below.
function leave(row) {
  const why = row.hasAttribute("data-changed") ? row.querySelector(".why input") : null;
  const next = further(row, 1);
  (why ?? (next && fields(next)[0]) ?? form.querySelector(".actions :is(button, a)")).focus();
}

const isOpen = row => fields(row).length > 0 && (!row.dataset.stored || row.hasAttribute("data-changed"));

function further(row, step) {
  const all = rows();
  let at = all.indexOf(row) + step;
  while (all[at] && !isOpen(all[at])) at += step;
  return all[at] ?? null;
}

function onKey(event) {
  const field = event.target;
  const row = field.closest("li");
  if (!row || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  const { key, shiftKey } = event;
  if (key === "Enter" && field.closest(".why") && field.matches("input")) go(event, () => save(row));
  if (!field.closest(".cell")) return;
  const column = fields(row).indexOf(field);
  if (key === "ArrowDown" || key === "ArrowUp") {
    const next = further(row, key === "ArrowDown" ? 1 : -1);
    go(event, () => next && (fields(next)[column] ?? fields(next)[0]).focus());
  } else if (key === "Enter" || (key === "Tab" && !shiftKey)) {
    const goesOn = key === "Tab" || (changed(row).length > 0 && state(row) !== "right");
    const next = goesOn ? nextIn(row, field) : null;
    go(event, () => (next ? next.focus() : leave(row)));
  }
}

function go(event, act) {
  event.preventDefault();
  act();
}

function goTo(row) {
  const [first] = fields(row);
  (first ?? row.querySelector("a")).focus();
  row.scrollIntoView({ block: "nearest" });
}

// The page

form.classList.add("live");
for (const row of rows()) begin(row);
for (const row of rows()) if (wantsSaving(row)) save(row); // kept since the page was open last

form.addEventListener("input", event => {
  const row = event.target.closest("li");
  if (!row) return;
  keep(row);
  tell(row);
});
form.addEventListener("keydown", onKey);
form.addEventListener("focusin", event => event.target.closest(".cell") && event.target.select?.());
form.addEventListener("focusout", event => {
  const row = event.target.closest("li");
  if (row && wantsSaving(row, event.relatedTarget)) save(row);
});
form.addEventListener("click", event => {
  const row = event.target.closest("li");
  const link = event.target.closest(".desk-summary a");
  if (event.target.closest(".take, .drop")) {
    draftOf(row).write(null);
    for (const field of fields(row)) field.value = wasStored(field);
    row.querySelectorAll("[role=alert], .mine").forEach(one => one.remove());
    tell(row);
    focusable(row)[0].focus();
    sources.delete(row.id);
    refresh();
  }
  if (link) go(event, () => goTo(document.querySelector(link.hash)));
});
form.addEventListener("submit", event => {
  const button = event.submitter;
  const row = button?.closest("li");
  if (button?.value === "look") return;
  event.preventDefault();
  if (button?.hasAttribute("formaction")) press(button);
  else for (const one of row ? [row] : rows()) if (changed(one).length && !one.hasAttribute("aria-busy")) save(one);
});

document.addEventListener("pulse", ({ detail: { data } }) => {
  heard = data?.count ?? heard;
  if (counted !== heard) {
    counted = heard;
    refresh();
  } else if (connection.textContent === words.lost) say(connection, "");
  for (const row of rows()) if (row.dataset.failed && wantsSending(row)) save(row);
});
document.addEventListener("no-pulse", () => say(connection, words.lost));

// At a keyboard the first digit needs no click; on a phone one would cover what is read first.
addEventListener("load", () => {
  const first = document.querySelector("li:target") ?? rows().find(isOpen);
  if (first && matchMedia("(pointer: fine)").matches && !form.querySelector(".error")) fields(first)[0]?.focus();
});
