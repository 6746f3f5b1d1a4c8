// The words that the server has sent along, with names put in.

import { h } from "./elements.js";

export function say(table, key, named = {}) {
  return table.words[key].replace(/\{(\w+)\}/g, (_, name) => named[name]);
}

export function nameOf(table, id) {
  const seat = [...table.seats, ...table.players].find((one) => one.id === id);
  return seat ? seat.name : "";
}

// What is only read out.
export function unseen(text) {
  return h("span", { class: "unseen" }, text);
}

// A name that is fitted into the room there is.
export function fitted(table, full) {
  const short = table.seats.find(({ name }) => name === full)?.short ?? full;
  return h("span", { key: "name", class: "name", "data-full": full, "data-short": short, own: true });
}

export function namesOf(table, ids) {
  return ids.map((id) => nameOf(table, id)).join(table.words.and);
}
