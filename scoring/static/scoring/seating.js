// Sent as one file with all that it imports.
// The list of seats in place of a form's rows. The rows stay and are what is sent.

import { fitNames } from "./names.js";
import { draw } from "./record/elements.js";
import { CHANGES, keepFocus, personOf, seatsList, seatsOf, seatTyped } from "./record/seats_list.js";
import { listen } from "./record/taps.js";

const FEWEST = 4;

const box = document.querySelector(".seat-form");
const places = [...box.querySelectorAll(".seat-list li")].map((row) => ({
  who: row.querySelector("select"),
  name: row.querySelector("input:not([type=radio])"),
  mark: row.querySelector("input[type=radio]"),
}));
const rules = document.querySelector("select[name=rules]");
const words = JSON.parse(box.dataset.words);
const typed = document.querySelector(".typed"); // asked of those whose names were typed
const list = Object.assign(document.createElement("div"), { className: "seats-here" });
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
  const left = history.state?.seats; // the page was loaded again, or somebody came back to it
  if (left) {
    const all = [...people, ...left.people.filter(({ id }) => isGuest(id))];
    const isThere = (id) => all.some((person) => person.id === id);
    return { ...left, people: all, players: left.players.filter(isThere), marked: isThere(left.marked) ? left.marked : null };
  }
  return seatsOf({ players, marked, people, recent: box.dataset.recent.split(" ").filter(Boolean) });
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

// Who drew the high card: the first seat, until somebody says otherwise.
function marked() {
  return seats.marked ?? seats.players[0];
}

// Who deals, as the rules have it for them.
function dealer() {
  const { players } = seats;
  const place = players.indexOf(marked());
  const deals = JSON.parse(box.dataset.high)[rules.value] === "deals";
  return deals || place < 0 ? place : (place + players.length - 1) % players.length;
}

function show() {
  writeRows();
  history.replaceState({ seats }, "");
  if (typed) typed.hidden = !seats.players.some(isGuest);
  draw(list, seatsList({ ...seats, marked: marked() }, { say, mark: "drew_high", dealer: dealer() }));
  fitNames(list);
}

function addTyped() {
  seats = seatTyped(seats, guestId);
  show();
}

listen(list, {
  ordered(name, tapped) {
    if (name === "seatNewcomer") {
      addTyped();
      document.getElementById("newcomer").focus();
      return;
    }
    const { of: id } = tapped.dataset;
    const place = seats.players.indexOf(id);
    seats = CHANGES[name](seats, id, null);
    show();
    if (!list.contains(document.activeElement)) keepFocus(list, name, id, place);
  },
});
list.addEventListener("input", ({ target }) => {
  seats = { ...seats, typed: target.value };
  show();
});
list.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.id !== "newcomer") return;
  event.preventDefault();
  addTyped();
});
rules.addEventListener("change", show);
// Whoever was typed but not yet added is not forgotten.
box.form.addEventListener("submit", addTyped);

box.querySelector(".seat-list").hidden = true;
box.append(list);
show();
if (seats.people.length < FEWEST) document.getElementById("newcomer").focus(); // a new club: everybody is typed
