// The list of seats at a table between two hands. It is saved like a hand, with network or without; a newcomer
// has an id of this phone until then, and is sent by name: a member, or a guest.

import { block } from "./game_blocks.js";
import { h } from "./elements.js";
import { newId, newPersonId } from "./ids.js";
import { order } from "./saving_blocks.js";
import { CHANGES, keepFocus, personOf, seatsList, seatsOf, seatTyped } from "./seats_list.js";
import { say } from "./words.js";

export function seatsOrders(page, root, { happen, redraw, save, keepHalf }) {
  function change(how) {
    if (page.seats === null) return;
    happen("seated", { seats: { ...how(page.seats), wrong: [] } });
    keepHalf();
    redraw();
  }

  function close() {
    happen("seated", { seats: null });
    keepHalf();
    redraw();
  }

  function tapped(name) {
    return (id) => {
      const place = page.seats?.players.indexOf(id);
      change((seats) => CHANGES[name](seats, id, page.table.turns));
      const block = document.getElementById("seats-here");
      if (block && !block.contains(document.activeElement)) keepFocus(block, name, id, place);
    };
  }

  root.addEventListener("input", ({ target }) => {
    if (target.id === "newcomer") change((seats) => ({ ...seats, typed: target.value }));
  });
  root.addEventListener("change", ({ target }) => {
    if (target.id === "joins") change((seats) => ({ ...seats, joins: target.checked }));
  });
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.id !== "newcomer") return;
    event.preventDefault();
    change((seats) => seatTyped(seats, newPersonId));
  });

  return {
    ...Object.fromEntries(Object.keys(CHANGES).map((name) => [name, tapped(name)])),
    seats() {
      const { table, people } = page;
      const known = Object.entries({ ...table.known, ...named(table) }).map(([id, name]) => ({ id, name, at: "" }));
      const names = known.map(({ name }) => name);
      const others = people.filter(({ name }) => !names.includes(name)).map((one) => ({ ...one, id: newPersonId() }));
      const players = table.seats.map(({ id }) => id);
      const seats = seatsOf({ players, marked: table.dealer, people: [...known, ...others] });
      happen("seated", { seats: { ...seats, after: table.after, message: null } });
      change((now) => now);
    },
    seatsAsTheyAre() {
      close();
    },
    seatNewcomer() {
      change((seats) => seatTyped(seats, newPersonId));
      document.getElementById("newcomer").focus({ preventScroll: true });
    },
    // What others entered since the list was opened is looked at first.
    saveSeats() {
      if (page.seats.typed.trim() !== "") change((seats) => seatTyped(seats, newPersonId));
      const { seats, table } = page;
      if (seats.typed !== "") return; // named twice, or one too many: the list says so
      const { players, marked: dealer } = seats;
      const now = table.seats.map(({ id }) => id);
      const isSame = now.join() === players.join();
      if (isSame && dealer === table.dealer) close();
      else if (seats.after !== table.after) change((left) => beside(left, table));
      else {
        const newIds = players.filter((id) => !(id in table.known) && !now.includes(id));
        const newcomers = Object.fromEntries(newIds.map((id) => [id, personOf(seats, id).name]));
        happen("seated", { seats: { ...seats, sent: page.id } });
        save({ event: "seating", players, dealer, ...(newIds.length && { newcomers }) });
      }
    },
  };
}

function named({ seats }) {
  return Object.fromEntries(seats.map(({ id, name }) => [id, name]));
}

// Returns the list with what others entered meanwhile: the deal may have gone on, and a new person may sit there.
function beside(seats, table) {
  const known = table.seats.filter(({ id }) => !personOf(seats, id)).map(({ id, name }) => ({ id, name, at: "" }));
  const marked = seats.players.includes(table.dealer) ? table.dealer : seats.marked;
  return { ...seats, people: [...seats.people, ...known], marked, after: table.after, message: ["seats_meanwhile"] };
}

// The server has refused it, or another phone was quicker: what was chosen stays, with the reason.
export function refusedSeats({ seats, table }, wrong) {
  const now = seats.after === table.after ? seats : { ...beside(seats, table), message: null };
  return { seats: { ...now, sent: null, wrong }, id: newId() };
}

export function seatsBlock(page) {
  const { table, seats } = page;
  const { players, marked } = seats;
  const how = {
    say: (word, what) => say(table, word, what),
    mark: "deals",
    dealer: players.indexOf(marked),
    playing: table.turns[players.length]?.playing,
  };
  const asks = page.takesIn && newNames(seats).length > 0;
  const checked = seats.joins !== false;
  return [
    block(page, "seats-here", say(table, "seating"), seatsList(seats, how)),
    asks && h("label", { key: "joins", class: "check" }, h("input", { id: "joins", type: "checkbox", checked }), h("span", {}, say(table, "joins"))),
    somebodyElse(page),
  ];
}

// Returns the names of those who sit and were typed in.
function newNames({ players, people }) {
  return people.filter(({ id, typed: isNew }) => isNew && players.includes(id)).map(({ name }) => name);
}

// Who of them becomes a member, if that was asked here.
export function joinsOf({ takesIn, seats }) {
  return takesIn && seats.joins !== false ? newNames(seats) : undefined;
}

// Links to the page that asks who was written but was really another person.
function somebodyElse({ table }) {
  const href = table.urls.right_names;
  if (!href || table.number <= 1) return null;
  return h("a", { key: "others", class: "button opener", href }, say(table, "somebody_else_sat"));
}

// At the foot, where hands are saved.
export function seatsAnswers({ table, seats }) {
  if (!seats) return null;
  const { players, marked, wrong = [] } = seats;
  const isWhole = Boolean(table.turns[players.length]) && players.includes(marked);
  return [
    wrong.length > 0 && h("div", { key: "seats-wrong", class: "problems", role: "alert" }, wrong.map((text) => h("p", {}, text))),
    h(
      "div",
      { class: "answers", key: "seats-answers" },
      order("saveSeats", { disabled: !isWhole }, say(table, "save_seats")),
      order("seatsAsTheyAre", { class: "second" }, say(table, "seats_as_they_are")),
    ),
  ];
}
