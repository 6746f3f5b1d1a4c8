// Names to tap in order of play, in place of six rows to choose from. The rows stay and are what is sent.

const box = document.querySelector(".seats");
const places = [...box.querySelectorAll(".seat-list li")].map(row => ({
  who: row.querySelector("select"),
  name: row.querySelector("input"),
}));
const marks = [...document.querySelectorAll(".mark .pick")].map(label => ({
  label,
  radio: label.querySelector("input"),
  name: label.querySelector("span"),
}));
const rules = document.querySelector("select[name=rules]");
const words = JSON.parse(box.dataset.words);
const recent = new Set(box.dataset.recent.split(" ").filter(Boolean));
const FEWEST = 4;
const MANY = 20;

const people = [...places[0].who.options].filter(option => option.value).map(option => ({
  code: option.value,
  name: option.dataset.name,
  at: option.dataset.at,
}));
const guests = []; // whose name was typed here; whoever is taken away can be tapped again
const seated = places.map(readPlace).filter(Boolean);
let marked = markedAtFirst();

// What the rows say, and what is written back into them.

function readPlace({ who, name }) {
  if (who.value) {
    return people.find(person => person.code === who.value);
  }
  return name.value.trim() ? guest(name.value.trim()) : null;
}

function guest(name) {
  const person = { code: "", name, at: "" };
  guests.push(person);
  return person;
}

function markedAtFirst() {
  const chosen = marks.findIndex(mark => mark.radio.checked);
  return chosen < 0 ? null : readPlaceAgain(chosen);
}

function readPlaceAgain(index) {
  const { who, name } = places[index];
  return seated.find(person => (who.value ? person.code === who.value : person.name === name.value.trim())) ?? null;
}

function writeBack() {
  places.forEach(({ who, name }, index) => {
    who.value = seated[index]?.code ?? "";
    name.value = seated[index] && !seated[index].code ? seated[index].name : "";
  });
  marks.forEach((mark, index) => {
    const person = seated[index];
    mark.label.hidden = !person;
    mark.name.textContent = person?.name ?? "";
    mark.radio.checked = Boolean(person) && person === marked;
  });
}

// Small parts.

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function button(text, attributes, pressed) {
  const made = element("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", pressed);
  return made;
}

function say(sentence, named = {}) {
  return sentence.replace(/\{(\w+)\}/g, (_, key) => named[key]);
}

function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

// Two spellings of one name; accents make two names of it.
function folded(name) {
  return name.normalize("NFKC").toLowerCase();
}

// The page.

const status = element("p", { class: "hint", role: "status" }, words.tap);
const chips = element("div", { class: "chips" });
const search = element("input", { type: "search", id: "seats-search", autocomplete: "off" });
const nobodyFound = element("p", { class: "hint" }, words.nobody_found);
const newcomer = element("input", { type: "text", id: "seats-guest", autocomplete: "off" });
const order = element("ol", { class: "seated card flush" });
const nobody = element("p", { class: "hint" }, words.nobody);
const dealing = document.querySelector(".mark .dealing");
const help = document.querySelector(".mark .help");

function build() {
  const parts = [status];
  if (people.length > MANY) {
    parts.push(element("label", { for: "seats-search" }, words.search), search);
  }
  parts.push(
    chips,
    nobodyFound,
    element("label", { for: "seats-guest" }, words.guest),
    element("div", { class: "beside" }, newcomer, button(words.add, { class: "second" }, addGuest)),
    element("p", { class: "heading" }, words.order),
    nobody,
    order,
  );
  box.querySelector(".seat-list").hidden = true;
  box.append(...parts);
}

const typed = document.querySelector(".typed"); // asked of those whose names were typed

function show() {
  writeBack();
  if (typed) typed.hidden = !seated.some(person => !person.code);
  showChips();
  showOrder();
  showDeal();
}

function showChips() {
  const wanted = plain(search.value.trim());
  const all = [...people, ...guests];
  if (chips.children.length !== all.length) {
    chips.replaceChildren(...all.map(chip));
  }
  let found = 0;
  all.forEach((person, index) => {
    const place = seated.indexOf(person);
    const shown = chips.children[index];
    shown.setAttribute("aria-pressed", String(place >= 0));
    shown.querySelector("b").textContent = place >= 0 ? place + 1 : "";
    shown.hidden = !(place >= 0 || !person.code || isOffered(person, wanted));
    found += isOffered(person, wanted);
  });
  nobodyFound.hidden = found > 0 || !wanted;
}

function isOffered(person, wanted) {
  if (wanted) {
    return plain(person.name).includes(wanted);
  }
  return people.length <= MANY || recent.has(person.code) || (!recent.size && people.indexOf(person) < MANY);
}

function chip(person) {
  const made = button("", { class: "chip" }, () => tap(person));
  made.append(element("b"), person.name);
  if (person.at) {
    made.append(element("small", {}, `(${person.at})`));
  }
  return made;
}

function showOrder() {
  nobody.hidden = seated.length > 0;
  order.replaceChildren(...seated.map((person, place) => element(
    "li",
    {},
    element("span", { class: "who" }, `${place + 1}. `, element("span", {}, person.name)),
    element(
      "span",
      { class: "moves" },
      mover(person, place, -1, "↑", words.up),
      mover(person, place, 1, "↓", words.down),
      button("✕", { "aria-label": say(words.remove, person), "data-does": "remove" }, () => remove(person)),
    ),
  )));
}

function mover(person, place, by, sign, label) {
  const made = button(sign, { "aria-label": say(label, person), "data-does": by }, () => move(person, by));
  made.disabled = !(place + by in seated);
  return made;
}

// Who deals, as the rules and the choice say it.

function highCard() {
  const kept = box.dataset.high;
  return kept.startsWith("{") ? JSON.parse(kept)[rules.value] : kept;
}

function showDeal() {
  const deals = highCard() === "deals";
  if (rules) {
    help.textContent = deals ? words.high_deals : words.high_vorhand;
  }
  const chosen = seated.indexOf(marked);
  if (chosen < 0 || seated.length < FEWEST) {
    const missing = FEWEST - seated.length;
    dealing.textContent = missing > 0 ? say(words.more, { count: missing }) : "";
    return;
  }
  const dealer = (chosen + (deals ? 0 : seated.length - 1)) % seated.length;
  const after = steps => seated[(dealer + steps) % seated.length].name;
  const said = [say(words.deal, { dealer: after(0), vorhand: after(1) })];
  if (seated.length > 4) {
    const out = seated.filter((_, place) => (place - dealer - 1 + seated.length) % seated.length >= 4);
    said.push(say(words.out, { names: out.map(person => person.name).join(", ") }));
  }
  dealing.textContent = said.join(" ");
}

// What can be done.

function tap(person) {
  if (seated.includes(person)) {
    remove(person);
  } else {
    sit(person);
  }
}

function sit(person) {
  if (seated.length === places.length) {
    status.textContent = words.full;
    return false;
  }
  seated.push(person);
  search.value = "";
  status.textContent = say(words.sits, { name: person.name, number: seated.length });
  show();
  return true;
}

function remove(person) {
  const place = seated.indexOf(person);
  const fromTheList = order.contains(document.activeElement);
  seated.splice(place, 1);
  if (marked === person) {
    marked = null;
  }
  status.textContent = say(words.gone, person);
  show();
  if (fromTheList) {
    focusOn(Math.min(place, seated.length - 1), "remove");
  }
}

function move(person, by) {
  const place = seated.indexOf(person);
  seated.splice(place, 1);
  seated.splice(place + by, 0, person);
  status.textContent = say(words.sits, { name: person.name, number: place + by + 1 });
  show();
  focusOn(place + by, by);
}

function focusOn(place, does) {
  const row = order.children[place];
  const wanted = row?.querySelector(`[data-does="${does}"]`);
  (wanted?.disabled ? row.querySelector("button:enabled") : wanted ?? newcomer).focus();
}

function addGuest() {
  const name = newcomer.value.trim().replace(/\s+/g, " ");
  newcomer.focus();
  if (!name) {
    return;
  }
  const known = [...people, ...guests].find(person => folded(person.name) === folded(name));
  if (known && seated.includes(known)) {
    status.textContent = say(words.named, known);
  } else if (sit(known ?? { code: "", name, at: "" })) {
    if (!known) {
      guests.push(seated[seated.length - 1]);
      show();
    }
    newcomer.value = "";
  }
}

newcomer.addEventListener("keydown", event => {
  if (event.key === "Enter") {
    event.preventDefault();
    addGuest();
  }
});
search.addEventListener("keydown", event => {
  if (event.key === "Enter") {
    event.preventDefault();
  }
});
search.addEventListener("input", showChips);
rules?.addEventListener("change", showDeal);
marks.forEach((mark, index) => mark.radio.addEventListener("change", () => {
  marked = seated[index];
  showDeal();
}));
// Whoever was typed but not yet added is not forgotten.
box.form.addEventListener("submit", () => {
  if (newcomer.value.trim()) {
    addGuest();
  }
});

build();
show();
if (people.length < FEWEST) newcomer.focus(); // a new club: those who sit here have to be typed
