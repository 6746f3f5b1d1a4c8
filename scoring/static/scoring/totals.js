// Sent as one file with all that it imports.
// What everybody had in the end, typed with digits and Enter. The rows of the form stay and are what is sent; here only
// those of people who played are shown, and names to tap for the others.

import { dayInWords } from "./clock.js";
import { plain } from "./plain.js";

const MANY = 12; // names to be tapped; others are typed
const FEW = 4; // names to be tapped once there is a table
const FEWEST = 2; // with a number
const POINT = 12000;

const form = document.querySelector(".end-sums");
const felt = form.querySelector(".felt");
const [title, about] = felt.querySelectorAll("h2, small");
const [who, tap] = [title.textContent, about.textContent];
const offer = felt.querySelector("button");
const even = felt.querySelector(".chip");
const list = form.querySelector(".people");
const picks = form.querySelector(".picks");
const names = picks.querySelector(".names");
const another = document.getElementById("another");
const newcomer = another.querySelector("input");
const deed = form.querySelector(".dock button");
const deedWords = deed.querySelector("span");
const save = deedWords.textContent;
const rows = [...list.children].map((item) => ({
  item,
  code: item.dataset.code,
  isTyped: "typed" in item.dataset,
  sign: item.querySelector("button"),
  total: item.querySelector(".signed input"),
  nameInput: item.querySelector(".what input"),
}));
const kitty = rows.find(({ code }) => code === "kitty");
const chosen = [];

function nameOf({ item, nameInput }) {
  return nameInput ? nameInput.value.trim() : item.querySelector("strong").textContent;
}

function isMinus({ sign }) {
  return sign.getAttribute("aria-pressed") === "true";
}

function setMinus({ sign }, is) {
  sign.setAttribute("aria-pressed", String(is));
  sign.textContent = is ? "−" : "+";
}

// In thousandths of a twelfth of a point: halves and thirds are whole numbers. What is no number is the server's to say.
function valueOf(row) {
  const match = /^(\d*)(?:[.,](\d{1,3}))?(?: ?(\d{1,2})\/(\d{1,2}))?$/.exec(row.total.value.trim());
  if (match === null || match[0] === "") return NaN;
  const [, whole, decimals = "0", upper = "0", lower = "1"] = match;
  const value = Math.round(POINT * (Number(whole) + Number(`0.${decimals}`) + Number(upper) / Number(lower)));
  return isMinus(row) ? -value : value;
}

function isEmpty({ total }) {
  return total.value.trim() === "";
}

// A sign that was typed goes to the button.
function split(row) {
  const [, sign, rest] = /^\s*([+\-−–]?)(.*)$/.exec(row.total.value);
  if (sign) setMinus(row, sign !== "+");
  if (sign) row.total.value = rest;
}

function choose(row) {
  if (!chosen.includes(row)) chosen.push(row);
  list.append(row.item);
  show();
}

// Without its sign, as it is typed.
function written(value) {
  const twelfths = Math.abs(value) / (POINT / 12);
  if (!Number.isInteger(twelfths)) return String(Math.abs(value) / POINT).replace(".", ",");
  const [whole, left] = [Math.floor(twelfths / 12), twelfths % 12];
  const share = [6, 4, 3, 2, 1].find((divisor) => left % divisor === 0 && 12 % divisor === 0);
  const part = left ? `${left / share}/${12 / share}` : "";
  return [whole || !part ? String(whole) : "", part].filter(Boolean).join(" ");
}

function inWords(value) {
  const sign = value > 0 ? "+" : "−";
  return value === 0 ? "0" : sign + written(value);
}

function show() {
  for (const { item } of rows) item.hidden = !chosen.some((row) => row.item === item);
  list.parentElement.hidden = chosen.length === 0;
  const open = chosen.filter(isEmpty);
  const values = chosen.filter((row) => !isEmpty(row)).map(valueOf);
  const sum = values.reduce((all, value) => all + value, 0);
  const isEven = values.length >= FEWEST && sum === 0 && open.length === 0;
  title.textContent = values.length ? felt.dataset.sum.replace("{sum}", Number.isNaN(sum) ? "?" : inWords(sum)) : who;
  about.textContent = values.length ? felt.dataset[isEven ? "even" : "open"] : tap;
  const left = open.length === 1 ? open[0] : open.length === 0 ? kitty : null;
  const isMissing = open.length === 1 || sum !== 0;
  const isOffered = left !== null && values.length > 0 && isMissing && !Number.isNaN(sum) && nameOf(left) !== "";
  offer.hidden = !isOffered;
  even.hidden = !isEven;
  if (isOffered) {
    const before = left === kitty && !isEmpty(kitty) ? valueOf(kitty) : 0;
    offer.querySelector("span").textContent = `${nameOf(left)} ${inWords(before - sum)}`;
    offer.onclick = () => {
      setMinus(left, before - sum < 0);
      left.total.value = written(before - sum);
      choose(left);
      deed.focus();
    };
  }
  deed.setAttribute("aria-disabled", String(!isEven));
  const missing = FEWEST - chosen.length;
  deedWords.textContent = missing > 0 ? deed.dataset.missing.replace("{count}", missing) : save;
  const search = plain(newcomer.value);
  const others = rows.filter((row) => !row.isTyped && row !== kitty && !chosen.includes(row));
  const offered = search
    ? others.filter((row) => plain(nameOf(row)).includes(search))
    : others.slice(0, chosen.length < FEW ? MANY : FEW);
  // A person who was tapped by mistake goes again by another tap, as long as there is no number.
  const undone = open.filter((row) => !row.isTyped && row !== kitty);
  names.replaceChildren(...[...undone, ...offered, ...(chosen.includes(kitty) ? [] : [kitty])].map(pick));
}

function pick(row) {
  const button = document.createElement("button");
  const isChosen = chosen.includes(row);
  button.type = "button";
  button.className = "pick";
  button.textContent = nameOf(row);
  button.setAttribute("aria-pressed", String(isChosen));
  button.addEventListener("click", () => {
    newcomer.value = "";
    if (isChosen) {
      chosen.splice(chosen.indexOf(row), 1);
      show();
    } else choose(row);
    [...names.children].find((other) => other.textContent === nameOf(row) || other.ariaPressed === "false")?.focus();
  });
  return button;
}

function goOn(row) {
  const next = chosen[chosen.indexOf(row) + 1];
  if (next) (next.nameInput && !next.nameInput.value ? next.nameInput : next.total).focus();
  else if (!offer.hidden) offer.focus();
  else deed.focus();
}

for (const row of rows) {
  row.sign.hidden = false;
  setMinus(row, false);
  split(row);
  row.sign.addEventListener("click", () => {
    setMinus(row, !isMinus(row));
    show();
    row.total.focus();
  });
  row.total.addEventListener("input", () => {
    split(row);
    show();
  });
  for (const input of [row.total, row.nameInput]) {
    input?.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      if (input === row.nameInput) row.total.focus();
      else goOn(row);
    });
  }
  if (!isEmpty(row) || row.nameInput?.value) chosen.push(row);
}

// A name that is known takes that person; a part of a name shows the names that have it.
function addTyped(isSure) {
  const search = plain(newcomer.value);
  const known = rows.filter((row) => !row.isTyped && plain(nameOf(row)).includes(search));
  const exact = known.find((row) => plain(nameOf(row)) === search) ?? (known.length === 1 && !isSure ? known[0] : undefined);
  const free = rows.find((row) => row.isTyped && !chosen.includes(row));
  if (!search || (!exact && known.length > 0 && !isSure)) return;
  const row = exact ?? free;
  if (!row) return;
  if (!exact) row.nameInput.value = newcomer.value.trim();
  newcomer.value = "";
  choose(row);
  row.total.focus();
}

for (const row of rows.filter(({ isTyped }) => isTyped)) row.nameInput.addEventListener("input", show);
newcomer.addEventListener("input", show);
newcomer.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  addTyped(false);
});
another.querySelector("button").addEventListener("click", () => addTyped(true));
picks.querySelector("[data-another]").addEventListener("click", () => {
  another.hidden = false;
  newcomer.focus();
});
form.addEventListener("submit", (event) => {
  if (deed.getAttribute("aria-disabled") === "true") {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
});
form.addEventListener("formdata", ({ formData }) => {
  for (const row of rows) if (!isEmpty(row) && isMinus(row)) formData.set(row.total.name, `−${row.total.value}`);
});

// The row of the day says what the fields below it say.
const when = form.querySelector("[data-when]");

function showWhen() {
  const day = form.elements.date.value && dayInWords(form.elements.date.value);
  when.textContent = [day, form.elements.place.value.trim()].filter(Boolean).join(", ");
}

if (when) {
  when.closest("details").addEventListener("input", showWhen);
  showWhen();
}

felt.hidden = picks.hidden = false;
show();
