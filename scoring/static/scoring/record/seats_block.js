// Who sits at the table from the next hand on, in what order, and who deals; said here where the page for it cannot
// be had. Whoever never sat here gets an id of this phone, and is said by name: a member, or a guest.

import { block } from "./game_blocks.js";
import { h } from "./elements.js";
import { newPersonId } from "./ids.js";
import { players } from "./keypad.js";
import { order } from "./saving_blocks.js";
import { fitted, say } from "./words.js";

const SEPARATING = /[,;|"']/g; // stand between names in lists; no name has them

export function seatsOrders(page, { redraw, save }) {
  function change(how) {
    page.seats = how(page.seats);
    redraw();
  }
  return {
    seats() {
      const { seats, dealer } = page.table;
      change(() => ({ players: seats.map(({ id }) => id), dealer, newcomers: {} }));
    },
    seatsAsTheyAre() {
      change(() => null);
    },
    seatUp(id) {
      change(({ players: ids, ...rest }) => {
        const place = ids.indexOf(id);
        const others = ids.filter((other) => other !== id);
        return { ...rest, players: [...others.slice(0, place - 1), id, ...others.slice(place - 1)] };
      });
    },
    seatTaken(id) {
      change(({ players: ids, ...rest }) => ({ ...rest, players: [...ids, id] }));
    },
    seatNewcomer() {
      const field = document.getElementById("newcomer");
      const typed = field.value.replace(SEPARATING, " ").replace(/\s+/g, " ").trim();
      const name = page.people.find((known) => folded(known) === folded(typed)) ?? typed;
      field.value = "";
      if (name === "") return;
      const [known] = Object.entries(namesAt(page)).find(([, other]) => folded(other) === folded(name)) ?? [];
      const id = known ?? newPersonId();
      change(({ players: ids, dealer, newcomers }) => ({
        players: ids.includes(id) ? ids : [...ids, id],
        dealer,
        newcomers: known ? newcomers : { ...newcomers, [id]: name },
      }));
    },
    seatLeft(id) {
      change(({ players: ids, dealer, newcomers }) => {
        const left = ids.filter((other) => other !== id);
        return { players: left, dealer: dealer === id ? left[ids.indexOf(id) % left.length] : dealer, newcomers };
      });
    },
    seatDeals(id) {
      change((seats) => ({ ...seats, dealer: id }));
    },
    saveSeats() {
      const { players: ids, dealer, newcomers } = page.seats;
      page.seats = null;
      const came = Object.fromEntries(Object.entries(newcomers).filter(([id]) => ids.includes(id)));
      save({ event: "seating", players: ids, dealer, ...(Object.keys(came).length && { newcomers: came }) });
    },
  };
}

function folded(name) {
  return name.normalize("NFC").toLowerCase();
}

// All whom this table knows by now, by id.
function namesAt({ table, seats }) {
  return { ...table.known, ...Object.fromEntries(table.seats.map(({ id, name }) => [id, name])), ...seats.newcomers };
}

export function seatsBlock(page) {
  const { table, seats } = page;
  const names = namesAt(page);
  const { players: ids, dealer } = seats;
  const isFull = ids.length >= Math.max(...Object.keys(table.turns));
  const others = Object.keys(names).filter((id) => !ids.includes(id));
  const does = (name, id, word) => ({ "data-of": id, "aria-label": say(table, word, { name: names[id] }) });
  const rows = ids.map((id, place) =>
    h(
      "li",
      { key: id },
      h("span", { class: "name" }, fitted(table, names[id])),
      order("seatUp", { ...does("seatUp", id, "seat_up"), class: "choice key", disabled: place === 0 }, "↑"),
      order("seatLeft", { ...does("seatLeft", id, "seat_left"), class: "choice key" }, "✕"),
      order(
        "seatDeals",
        { "data-of": id, class: "choice", "aria-pressed": String(id === dealer) },
        say(table, "deals"),
      ),
    ),
  );
  const taken = others.map((id) =>
    order(
      "seatTaken",
      { key: id, "data-of": id, class: "choice person", disabled: isFull },
      say(table, "seat_taken", { name: names[id] }),
    ),
  );
  const strangers = page.people.filter((name) => !Object.values(names).includes(name));
  const few = !table.turns[ids.length];
  return [
    block(page, "seats-here", say(table, "seating"), h("ol", { class: "seats-here", key: "order" }, rows), players(taken), newcomer(table, strangers, isFull)),
    h(
      "div",
      { class: "answers", key: "seats-answers" },
      order("saveSeats", { disabled: few }, say(table, "save_seats")),
      order("seatsAsTheyAre", { class: "second" }, say(table, "seats_as_they_are")),
    ),
  ];
}

// Somebody who never sat here: chosen among those whom the phone knows, or typed.
function newcomer(table, strangers, isFull) {
  return h(
    "div",
    { class: "newcomer", key: "newcomer" },
    h("label", { for: "newcomer" }, say(table, "newcomer")),
    h("input", { id: "newcomer", key: "name", list: "strangers", maxlength: 40, autocomplete: "off", disabled: isFull }),
    h("datalist", { id: "strangers", key: "strangers" }, strangers.map((name) => h("option", { key: name, value: name }))),
    order("seatNewcomer", { class: "second", disabled: isFull }, say(table, "newcomer_sits")),
  );
}
