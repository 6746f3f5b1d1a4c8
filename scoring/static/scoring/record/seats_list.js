// The one list that seats people: who sits where, who deals, who leaves, who is new. What becomes of it is for the page
// that it stands on: `seats_block.js` at a table, `play.js` where it is opened.
//
// `seats` is {players, marked, people, first, typed, message}: the ids of those who sit, in order of play; who deals, or
// drew the high card (null: not known yet); all who can sit down, [{id, name, at}]; who sat here when the list was opened;
// what stands in the field; and what was done last, [word, what it names]. `typed`, of the seats and of a person who was
// typed in, stays called so: phones keep it with a hand that is half filled.

import { shortened } from "../names.js";
import { plain } from "../plain.js";
import { h } from "./elements.js";

const FEWEST = 4;
const MOST = 6;
const MANY = 20; // names that fit on a screen; beyond that one searches
const SEPARATING = /[,;|"']/g; // stand between names in lists; no name has them

export function seatsOf({ players, marked = null, people }) {
  return { players, marked, people, first: [...players], typed: "", message: ["tap_in_order"] };
}

// What a tap does: (seats, id, turns) => seats. `turns` lists by number of people how the deal goes on; null: no hand
// was dealt yet.
export const CHANGES = {
  seatTaken(seats, id, turns) {
    if (seats.players.includes(id)) return CHANGES.seatLeft(seats, id, turns);
    const { name, at } = personOf(seats, id);
    if (seats.players.length >= MOST) return { ...seats, message: ["table_full"] };
    const players = [...seats.players, id];
    const message = at ? ["sits_elsewhere", { name, table: at }] : ["sits_in_place", { name, number: players.length }];
    return { ...seats, players, typed: "", message };
  },
  seatLeft(seats, id, turns) {
    const players = seats.players.filter((other) => other !== id);
    const marked = seats.marked === id ? nextOf(seats.players, id, turns) : seats.marked;
    return { ...seats, players, marked, message: ["is_gone", personOf(seats, id)] };
  },
  seatUp(seats, id) {
    const place = seats.players.indexOf(id);
    const players = seats.players.filter((other) => other !== id);
    players.splice(place - 1, 0, id);
    return { ...seats, players, message: ["sits_in_place", { name: personOf(seats, id).name, number: place }] };
  },
  seatMarked(seats, id) {
    return { ...seats, marked: id, message: null };
  },
};

// Returns who deals once the one who would have leaves: the next in turn.
function nextOf(players, id, turns) {
  if (turns === null || players.length < 2) return null;
  const size = turns[players.length] ? players.length : FEWEST;
  const by = turns[size].deals.hand;
  const step = by > size / 2 ? by - size : by; // the other way round
  return players[(players.indexOf(id) + step + players.length) % players.length];
}

// Seats who was typed in: a person who is known, or a new one, for whom `newId` makes an id.
export function seatTyped(seats, newId) {
  const name = seats.typed.replace(SEPARATING, " ").replace(/\s+/g, " ").trim();
  if (name === "") return { ...seats, typed: "" };
  const known = seats.people.find((person) => folded(person.name) === folded(name));
  if (known && seats.players.includes(known.id)) return { ...seats, message: ["already_seated", known] };
  if (known) return CHANGES.seatTaken(seats, known.id);
  const person = { id: newId(), name, at: "", typed: true };
  const seated = CHANGES.seatTaken({ ...seats, people: [...seats.people, person] }, person.id);
  return seated.players.includes(person.id) ? seated : { ...seated, people: seats.people };
}

// Two spellings of one name; accents make two names of it.
function folded(name) {
  return name.normalize("NFKC").toLowerCase();
}

export function personOf({ people }, id) {
  return people.find((person) => person.id === id);
}

// `how` is {say, mark, dealer, playing}: the words; the word for who is marked; whose place it is that deals (-1: not
// known yet), and how many places on those who play then sit.
export function seatsList(seats, { say, mark, dealer, playing = [1, 2, 3, 4] }) {
  return [
    h("ol", { key: "seated", class: "seated card flush" }, rows(seats, say, mark)),
    h("p", { key: "dealing", class: "dealing", role: "status" }, dealing(seats, dealer, playing, say)),
    h("p", { key: "told", class: "help", role: "status" }, seats.message && say(...seats.message)),
    h("label", { key: "label", for: "newcomer" }, say("newcomer")),
    h(
      "div",
      { key: "newcomer", class: "newcomer" },
      h("input", { id: "newcomer", key: "name", maxlength: 40, autocomplete: "off", value: seats.typed }),
      deed("seatNewcomer", null, { class: "second" }, say("newcomer_sits")),
    ),
    h("div", { key: "picks", class: "picks" }, chips(seats)),
  ];
}

function deed(name, id, attributes, ...children) {
  return h("button", { type: "button", key: `${name} ${id}`, "data-order": name, "data-of": id, ...attributes }, ...children);
}

function rows(seats, say, mark) {
  const names = seats.players.map((id) => personOf(seats, id).name);
  const shorts = shortened(names);
  const seated = seats.players.map((id, place) => {
    const name = names[place];
    const does = (word) => ({ "aria-label": say(word, { name }) });
    return h(
      "li",
      { key: id },
      h("span", { class: "place" }, String(place + 1)),
      h("span", { class: "name", "data-full": name, "data-short": shorts[place], own: true }),
      deed("seatMarked", id, { class: "mark", "aria-pressed": String(id === seats.marked) }, say(mark), h("span", { class: "unseen" }, ` ${name}`)),
      deed("seatUp", id, { ...does("seat_up"), disabled: place === 0 }, "↑"),
      deed("seatLeft", id, { ...does("seat_left"), "data-once": "" }, "✕"),
    );
  });
  const free = Array.from({ length: Math.max(0, FEWEST - seated.length) }, (_, place) =>
    h("li", { key: `free ${place}`, class: "free" }, h("span", { class: "place" }, String(seated.length + place + 1)), "–"),
  );
  return [...seated, ...free]; // so nothing moves while the first four are tapped
}

function dealing(seats, dealer, playing, say) {
  const { players } = seats;
  if (players.length < FEWEST) return say("seats_missing", { count: FEWEST - players.length });
  if (dealer < 0) return null;
  const at = (step) => players[(dealer + step) % players.length];
  const named = (id) => personOf(seats, id).name;
  const four = playing.map(at);
  const out = players.filter((id) => !four.includes(id)).map(named);
  const sentences = [say("who_deals", { dealer: named(players[dealer]), vorhand: named(four[0]) })];
  if (out.length) sentences.push(say("who_is_out", { names: out.join(", ") }));
  return sentences.join(" ");
}

// Returns a button for each person who did not sit here at first: tapped in order, and once more to get up again.
function chips(seats) {
  const { players, people, first } = seats;
  const search = plain(seats.typed);
  const offered = people.filter(({ id }) => !first.includes(id) || !players.includes(id));
  const isShown = ({ id, name }, place) => {
    if (players.includes(id)) return true;
    if (search) return plain(name).includes(search);
    return place < MANY;
  };
  return offered.filter(isShown).map(({ id, name, at }) => {
    const place = players.indexOf(id);
    return deed(
      "seatTaken",
      id,
      { class: "pick", "aria-pressed": String(place >= 0), "data-once": "" },
      place >= 0 && h("b", {}, String(place + 1)),
      name,
      at && h("small", {}, `(${at})`),
    );
  });
}

// A button that is gone, moved or switched off leaves the focus to one near it.
export function keepFocus(box, name, id, place) {
  const button = (does, of) => box.querySelector(`[data-order="${does}"][data-of="${of}"]:enabled`);
  const leaving = box.querySelectorAll("[data-order=seatLeft]");
  const target = button(name, id) ?? button("seatMarked", id) ?? leaving[Math.min(place, leaving.length - 1)];
  (target ?? document.getElementById("newcomer"))?.focus({ preventScroll: true });
}
