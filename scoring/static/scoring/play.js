// Sent as one file with all that it imports.
// Who sits where at a table that is opened, tapped in order of play, in place of a form's rows. The rows stay and are
// what is sent.

import { dayInWords } from "./clock.js";
import { fitNames, shortened } from "./names.js";
import { plain } from "./plain.js";
import { draw, h } from "./record/elements.js";
import { withMessage } from "./record/kept_seats.js";
import { CHANGES, personOf, seatsOf, seatTyped } from "./record/seats_list.js";
import { listen } from "./record/taps.js";

const FEWEST = 4;
const MANY = 20; // names that fit on a screen; beyond that one searches

const box = document.querySelector(".seat-form");
const form = box.form;
const places = [...box.querySelectorAll(".seat-list li")].map((row) => ({
  who: row.querySelector("select"),
  name: row.querySelector("input:not([type=radio])"),
  mark: row.querySelector("input[type=radio]"),
}));
const rules = form.querySelector("select[name=rules]");
const high = JSON.parse(box.dataset.high);
const words = JSON.parse(box.dataset.words);
const felt = form.querySelector(".felt");
const picks = form.querySelector(".picks");
const names = picks.querySelector(".names");
const [busy, another] = picks.querySelectorAll(".quiet");
const beside = document.getElementById("another");
const unclear = beside.querySelector("[role=alert]");
const newcomer = document.getElementById("newcomer");
const newNamesPart = form.querySelector(".typed"); // asked of those whose names were typed
const deed = form.querySelector(".dock button");
const where = document.getElementById("where"); // of which evening it is, where that can be chosen
let showsBusy = false;
let isEveningAsked = Boolean(where && form.elements.place.value);
let seats = readRows();

// What the rows say, and what is written back into them.

function readRows() {
  const options = [...places[0].who.options].filter(({ value }) => value);
  const people = options.map(({ value, dataset }) => ({ id: value, name: dataset.name, at: dataset.at }));
  const players = [];
  let marked = null;
  for (const { who, name, mark } of places) {
    const guest = name.value.trim();
    if (!who.value && !guest) continue;
    const id = who.value || guestId(people);
    if (!who.value) people.push({ id, name: guest, at: "" });
    players.push(id);
    if (mark.checked && mark.value !== "1") marked = id; // the first seat has it anyway
  }
  const left = history.state?.seats && withMessage(history.state.seats); // the page was loaded again, or come back to
  if (left) {
    const all = [...people, ...left.people.filter(({ id }) => isGuest(id))];
    const isThere = (id) => all.some((person) => person.id === id);
    return { ...left, people: all, players: left.players.filter(isThere), marked: isThere(left.marked) ? left.marked : null };
  }
  return { ...seatsOf({ players, marked, people }), message: null };
}

function guestId(people = seats.people) {
  return `guest ${people.length}`;
}

function isGuest(id) {
  return id.startsWith("guest ");
}

function writeRows() {
  places.forEach(({ who, name, mark }, place) => {
    const id = seats.players[place] ?? "";
    who.value = isGuest(id) ? "" : id;
    name.value = isGuest(id) ? personOf(seats, id).name : "";
    mark.checked = id !== "" && id === marked();
  });
}

function say(word, named = {}) {
  return words[word].replace(/\{(\w+)\}/g, (_, key) => named[key]);
}

// Returns who drew the high card: the first seat, until another is tapped.
function marked() {
  return seats.marked ?? seats.players[0];
}

// What stands above a name: what the high card makes of them, and who deals.
function role(place) {
  const { players } = seats;
  const drew = players.indexOf(marked());
  const deals = high[rules.value] === "deals" ? drew : (drew + players.length - 1) % players.length;
  if (place === drew) return say(high[rules.value] === "deals" ? "deals" : "vorhand");
  if (players.length < FEWEST) return String(place + 1);
  if (place === deals) return say("deals");
  return place === (deals + 1) % players.length ? say("vorhand") : String(place + 1);
}

function show() {
  const { players, message } = seats;
  writeRows();
  history.replaceState({ seats }, "");
  felt.querySelector("h2").textContent = say(players.length ? "at_the_table" : "who");
  felt.querySelector("small").textContent = words[message?.[0]] ? say(...message) : say(players.length ? "high" : "in_order");
  const list = felt.querySelector(".seats");
  const size = Math.max(FEWEST, players.length);
  list.className = `seats of-${size}`;
  const full = players.map((id) => personOf(seats, id).name);
  const shorts = shortened(full);
  draw(list, Array.from({ length: size }, (_, place) => seat(place, full[place], shorts[place])));
  draw(names, chips());
  fitNames(list);
  const seated = seats.people.filter(({ at }) => at).length;
  busy.hidden = seated === 0;
  busy.textContent = say("busy", { count: seated });
  busy.setAttribute("aria-expanded", String(showsBusy));
  unclear.hidden = !isUnclear();
  if (newNamesPart) newNamesPart.hidden = !players.some(isGuest);
  showDeed();
}

function seat(place, name, short) {
  const id = seats.players[place];
  if (id === undefined) return h("div", { class: "free", key: `free ${place}` }, h("span", {}, String(place + 1)), h("b", {}, say("free")));
  return h(
    "button",
    { type: "button", key: id, "data-order": "seatMarked", "data-of": id, "aria-pressed": String(id === marked()) },
    h("span", {}, role(place)),
    h("b", { "data-full": name, "data-short": short, own: true }),
  );
}

// Those who are free first, in the order of who played last; who sits at a table, only if they are asked for.
function chips() {
  const { players, people } = seats;
  const search = plain(seats.typed);
  const free = people.filter(({ at }) => !at);
  const taken = people.filter(({ at }) => at);
  const isOffered = ({ name, at }, place) => (search ? plain(name).includes(search) : place < MANY || (at && showsBusy));
  return [...free, ...taken]
    .filter(({ id }) => !isGuest(id) || !players.includes(id)) // their names stand on the felt, where they also get up
    .filter((person) => players.includes(person.id) || isOffered(person, person.at ? MANY : free.indexOf(person)))
    .map(({ id, name }) =>
      h(
        "button",
        { type: "button", class: "pick", key: id, "data-order": "seatTaken", "data-of": id, "aria-pressed": String(players.includes(id)) },
        name,
      ),
    );
}

function isLater() {
  return where !== null && !form.elements.evening?.value && form.elements.date.value > where.dataset.today;
}

// Whether the evening is only planned: also one of today whose day or place was looked at, while no seat is taken.
function isPlanned() {
  if (isLater()) return true;
  if (!isEveningAsked || form.elements.evening?.value || seats.players.length) return false;
  return ["", where.dataset.today].includes(form.elements.date.value);
}

function missing() {
  return isPlanned() ? 0 : Math.max(0, FEWEST - seats.players.length);
}

function showDeed() {
  const count = missing();
  const word = isPlanned() ? "plan" : "write";
  deed.querySelector("[data-deed]").textContent = say(count ? "missing" : word, { count });
  deed.setAttribute("aria-disabled", String(count > 0));
  felt.hidden = picks.hidden = isLater(); // who sits there is asked on the day
  beside.hidden = felt.hidden || another.getAttribute("aria-expanded") !== "true";
}

function isUnclear() {
  return seats.message?.[0] === "unclear";
}

function addTyped() {
  seats = seatTyped({ ...seats, typed: newcomer.value }, guestId);
  if (seats.message?.[0] === "already_seated") seats = { ...seats, typed: "" };
  newcomer.value = seats.typed;
  show();
}

// Of what was typed when the form is sent, only whole names sit down: a part of one may have been a search.
function addRest() {
  const search = plain(newcomer.value);
  const isKnown = seats.people.some(({ name }) => plain(name) === search);
  if (isKnown || !seats.people.some(({ name }) => plain(name).includes(search))) return addTyped();
  seats = { ...seats, typed: newcomer.value, message: search && ["unclear"] };
  show();
  if (search) newcomer.focus();
}

function openSearch() {
  beside.hidden = false;
  another.setAttribute("aria-expanded", "true");
  newcomer.focus();
}

listen(form, {
  ordered(name, { dataset: { of: id } }) {
    if (name === "another") openSearch();
    else if (name === "newcomer") {
      addTyped();
      newcomer.focus();
    } else if (name === "busy") {
      showsBusy = !showsBusy;
      show();
    } else if (name === "seatMarked" && isGuest(id)) {
      const { name: full } = personOf(seats, id);
      const isAgain = seats.message?.[0] === "drew_high" && seats.marked === id;
      seats = isAgain ? CHANGES.seatLeft(seats, id, null) : { ...CHANGES.seatMarked(seats, id), message: ["drew_high", { name: full }] };
      show();
    } else {
      seats = CHANGES[name](seats, id, null);
      newcomer.value = seats.typed;
      show();
    }
  },
});
newcomer.addEventListener("input", () => {
  const at = newcomer.selectionStart || newcomer.value.length;
  seats = { ...seats, typed: newcomer.value, message: isUnclear() ? null : seats.message };
  show();
  newcomer.setSelectionRange(at, at); // the oldest WebKit begins anew where the page around it has changed
});
newcomer.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  addTyped();
});
// A name that was typed but not yet added is not forgotten. A person who is known to sit elsewhere was tapped on purpose.
form.addEventListener("submit", (event) => {
  if (!isLater()) addRest();
  if (missing() || (newcomer.value.trim() && !isLater())) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else if (isPlanned()) deed.name = "plan";
  else if (seats.players.some((id) => personOf(seats, id).at)) deed.name = "anyway";
});

// Of which evening it is: the row says it in short, those below it open.

function showWhere() {
  const of = form.elements.evening;
  const isNew = !of?.value;
  const isOpen = where.getAttribute("aria-expanded") === "true";
  for (const row of rowsOf(where)) row.hidden = !isOpen;
  for (const name of ["date", "place"]) form.elements[name].closest("li").hidden = !isOpen || !isNew;
  form.querySelector(".agreements").closest("li").hidden = !isOpen || !isNew;
  const { value } = form.elements.date;
  const day = value === where.dataset.today || !value ? say("today") : dayInWords(value);
  const place = form.elements.place.value.trim();
  where.querySelector("strong").textContent = isNew ? [day, place].filter(Boolean).join(", ") : of.selectedOptions[0].text;
  for (const part of form.querySelectorAll("[data-rules]")) part.hidden = part.dataset.rules !== rules.value;
  showDeed();
}

function rowsOf(first) {
  const rows = [...first.closest("ul").children];
  return rows.slice(rows.indexOf(first.closest("li")) + 1);
}

// Fills in the Pagatkassa of the rules that were chosen, unless another was filled in.
function fillPot() {
  const terms = JSON.parse(where.dataset.pots)[rules.value];
  form.elements.pagatkassa.checked = terms !== null;
  if (terms === null) return;
  form.elements.stake.value = terms.stake;
  form.elements.start.value = terms.start || "";
  form.elements.start_again.value = terms.start_again ? "always" : "once";
  for (const name of ["ceiling", "pot_ceiling"]) form.elements[name].value = terms[name] ?? "";
}

let isPotTouched = form.querySelector(".problems") !== null;
let areRulesTouched = isPotTouched;

function showRules() {
  if (where && !isPotTouched) fillPot();
  if (where) showWhere();
  show();
}

rules.addEventListener("change", () => {
  areRulesTouched = true;
  showRules();
});
if (where) {
  form.elements.evening?.addEventListener("change", ({ target }) => {
    const { plays } = target.selectedOptions[0].dataset;
    if (areRulesTouched || ![...rules.options].some(({ value }) => value === plays)) return;
    rules.value = plays; // with them comes what was agreed for that evening
    showRules();
  });
  form.querySelector("#id_pot").addEventListener("input", () => {
    isPotTouched = true;
  });
  where.addEventListener("click", () => {
    isEveningAsked = where.getAttribute("aria-expanded") !== "true";
    where.setAttribute("aria-expanded", String(isEveningAsked));
    isEveningAsked ||= form.elements.place.value !== "";
    showWhere();
  });
  form.addEventListener("input", ({ target }) => {
    if (rowsOf(where).some((row) => row.contains(target))) isEveningAsked = true;
    showWhere();
  });
  const isWrong = rowsOf(where).some((row) => row.querySelector(".errorlist"));
  where.setAttribute("aria-expanded", String(isWrong || matchMedia("(min-width: 64rem)").matches));
}

box.hidden = true;
show();
if (where) showWhere();
if (seats.people.length < FEWEST) openSearch(); // a new club: everybody is typed
