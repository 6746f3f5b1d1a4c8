// Who sits at the table from the next hand on, in what order, and who deals; said here where the page for it cannot
// be had. Whoever never sat here is not known to the phone.

import { block } from "./game_blocks.js";
import { h } from "./elements.js";
import { players } from "./keypad.js";
import { order } from "./saving_blocks.js";
import { fitted, say } from "./words.js";

export function seatsOrders(page, { redraw, save }) {
  function change(how) {
    page.seats = how(page.seats);
    redraw();
  }
  return {
    seats() {
      const { seats, dealer } = page.table;
      change(() => ({ players: seats.map(({ id }) => id), dealer }));
    },
    seatsAsTheyAre() {
      change(() => null);
    },
    seatUp(id) {
      change(({ players: ids, dealer }) => {
        const place = ids.indexOf(id);
        const others = ids.filter((other) => other !== id);
        return { players: [...others.slice(0, place - 1), id, ...others.slice(place - 1)], dealer };
      });
    },
    seatTaken(id) {
      change(({ players: ids, dealer }) => ({ players: [...ids, id], dealer }));
    },
    seatLeft(id) {
      change(({ players: ids, dealer }) => {
        const left = ids.filter((other) => other !== id);
        return { players: left, dealer: dealer === id ? left[ids.indexOf(id) % left.length] : dealer };
      });
    },
    seatDeals(id) {
      change(({ players: ids }) => ({ players: ids, dealer: id }));
    },
    saveSeats() {
      const { players: ids, dealer } = page.seats;
      page.seats = null;
      save({ event: "seating", players: ids, dealer });
    },
  };
}

export function seatsBlock(page) {
  const { table, seats } = page;
  const names = { ...table.known, ...Object.fromEntries(table.seats.map(({ id, name }) => [id, name])) };
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
  const few = !table.turns[ids.length];
  return [
    block(page, "seats-here", say(table, "seating"), h("ol", { class: "seats-here", key: "order" }, rows), players(taken)),
    h(
      "div",
      { class: "answers", key: "seats-answers" },
      order("saveSeats", { disabled: few }, say(table, "save_seats")),
      order("seatsAsTheyAre", { class: "second" }, say(table, "seats_as_they_are")),
    ),
  ];
}
