// What everybody had in the end, typed with digits and Enter. The rows of the form stay and are what is sent; here only
// those of people who played are shown, and names to tap for the others.

const MANY = 12; // so many names are to be tapped; whoever else was there is typed
const FEW = 4; // so many once there is a table

const form = document.querySelector(".end-sums");
const felt = form.querySelector(".felt");
const [title, about] = felt.querySelectorAll("h2, small");
const [who, tap] = [title.textContent, about.textContent];
const offer = felt.querySelector("button");
const even = felt.querySelector(".chip");
const list = form.querySelector(".people");
const picks = form.querySelector(".picks");
const names = picks.querySelector(".names");
const deed = form.querySelector(".dock button");
const rows = [...list.children].map((item) => ({
  item,
  code: item.dataset.code,
  isTyped: "typed" in item.dataset,
  sign: item.querySelector("button"),
  total: item.querySelector(".signed input"),
  typed: item.querySelector(".what input"),
}));
const kitty = rows.find(({ code }) => code === "kitty");
const chosen = [];

function nameOf({ item, typed }) {
  return typed ? typed.value.trim() : item.querySelector("strong").textContent;
}

function isMinus({ sign }) {
  return sign.getAttribute("aria-pressed") === "true";
}

function setMinus({ sign }, is) {
  sign.setAttribute("aria-pressed", String(is));
  sign.textContent = is ? "−" : "+";
}

// In thousandths: three places behind the comma are allowed; what is no number is the server's to say.
function valueOf(row) {
  const text = row.total.value.trim().replace(",", ".");
  const value = text === "" ? NaN : Math.round(Number(text) * 1000);
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

function inWords(thousandths) {
  const text = String(Math.abs(thousandths) / 1000).replace(".", ",");
  return thousandths === 0 ? "0" : `${thousandths > 0 ? "+" : "−"}${text}`;
}

function show() {
  for (const { item } of rows) item.hidden = !chosen.some((row) => row.item === item);
  list.parentElement.hidden = chosen.length === 0;
  const open = chosen.filter(isEmpty);
  const values = chosen.filter((row) => !isEmpty(row)).map(valueOf);
  const sum = values.reduce((all, value) => all + value, 0);
  const isEven = values.length > 1 && sum === 0;
  title.textContent = values.length ? felt.dataset.sum.replace("{sum}", Number.isNaN(sum) ? "?" : inWords(sum)) : who;
  about.textContent = values.length ? felt.dataset[isEven ? "even" : "open"] : tap;
  const left = open.length === 1 ? open[0] : open.length === 0 ? kitty : null;
  const isOffered = left !== null && values.length > 0 && sum !== 0 && !Number.isNaN(sum) && nameOf(left) !== "";
  offer.hidden = !isOffered;
  even.hidden = !isEven;
  if (isOffered) {
    const before = left === kitty && !isEmpty(kitty) ? valueOf(kitty) : 0;
    offer.querySelector("span").textContent = `${nameOf(left)} ${inWords(before - sum)}`;
    offer.onclick = () => {
      setMinus(left, before - sum < 0);
      left.total.value = inWords(Math.abs(before - sum)).slice(1);
      if (before === sum) left.total.value = "0";
      choose(left);
      deed.focus();
    };
  }
  deed.setAttribute("aria-disabled", String(!isEven));
  const others = rows.filter((row) => !chosen.includes(row) && !row.isTyped && row !== kitty).slice(0, chosen.length < FEW ? MANY : FEW);
  names.replaceChildren(...[...others, ...(chosen.includes(kitty) ? [] : [kitty])].map(pick));
}

function pick(row) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "pick";
  button.textContent = nameOf(row);
  button.addEventListener("click", () => {
    choose(row);
    const next = names.querySelector("button");
    next?.focus();
  });
  return button;
}

function goOn(row) {
  const next = chosen[chosen.indexOf(row) + 1];
  if (next) (next.typed && !next.typed.value ? next.typed : next.total).focus();
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
  for (const input of [row.total, row.typed]) {
    input?.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      if (input === row.typed) row.total.focus();
      else goOn(row);
    });
  }
  if (!isEmpty(row) || row.typed?.value) chosen.push(row);
}

// Who is not among the names to tap is typed; somebody whom the club knows by that name is that person.
function named(row) {
  const wanted = plain(row.typed.value);
  const known = rows.find((other) => !other.isTyped && plain(nameOf(other)) === wanted);
  if (!wanted || !known) return;
  chosen.splice(chosen.indexOf(row), 1);
  row.typed.value = "";
  choose(known);
  known.total.focus();
}

function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

for (const row of rows.filter(({ isTyped }) => isTyped)) {
  row.typed.addEventListener("change", () => {
    named(row);
    show();
  });
}
picks.querySelector("[data-another]").addEventListener("click", () => {
  const free = rows.find((row) => row.isTyped && !chosen.includes(row));
  if (!free) return;
  choose(free);
  free.typed.focus();
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
  const { lang } = document.documentElement;
  const format = new Intl.DateTimeFormat(lang, { weekday: "short", day: "numeric", month: "long", timeZone: "UTC" });
  const day = form.elements.date.value && format.format(new Date(form.elements.date.value));
  when.textContent = [day, form.elements.place.value.trim()].filter(Boolean).join(", ");
}

if (when) {
  when.closest("details").addEventListener("input", showWhen);
  showWhen();
}

felt.hidden = picks.hidden = false;
show();
