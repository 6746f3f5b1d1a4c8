// The hand that is being typed, kept from the first tap: back after a reload, a sleep, a killed browser.

import { emptyHand, fitting, offenders } from "./hand.js";
import { withMessage } from "./kept_seats.js";
import { shelf, tidyUp } from "./shelf.js";
import { contractOf, premiumOf } from "./rules.js";

const VERSION = 2;

// One hand per address: the next one of a sheet, or one that is being corrected.
export function halfFilled(path) {
  tidyUp("hand");
  const store = shelf(`hand ${path}`, VERSION);
  return {
    // {id, state, after, seen, editing, inserting, stashed, seats, names, sent} or null
    read() {
      const hand = store.read();
      return hand !== null && hasShape(hand) ? withPlainNames(hand) : null;
    },
    // In the store `editing` is called `mending` and `stashed` `aside`: there an earlier program reads and writes them too.
    /** @param {any} hand */
    keep({ editing, stashed, ...hand }) {
      store.write({ ...hand, mending: editing, aside: stashed });
    },
    forget() {
      store.write(null);
    },
  };
}

/** @type {(hand: any) => any} */
function withPlainNames({ mending: editing, aside: stashed, ...hand }) {
  const seats = hand.seats && withMessage(hand.seats);
  return { ...hand, ...(seats && { seats }), editing, stashed };
}

// Everything that a page draws from must be there, or nothing is drawn from it.
function hasShape(hand) {
  const { id, state, after, names } = hand;
  return (
    typeof id === "string" && typeof after === "number" && isObject(names) && isLike(state, emptyHand())
  );
}

function isLike(value, model) {
  if (Array.isArray(model)) {
    if (!Array.isArray(value)) return false;
    return model.length === 0 || (value.length > 0 && value.every((one) => isLike(one, model[0])));
  }
  if (isObject(model)) {
    return isObject(value) && Object.keys(model).every((key) => isLike(value[key], model[key]));
  }
  return value !== undefined && (model === null || typeof value === typeof model);
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// Whether anything of the hand was entered; what is merely unfolded does not count.
export function isBegun(state, beginning = emptyHand()) {
  return JSON.stringify({ ...state, open: {} }) !== JSON.stringify({ ...beginning, open: {} });
}

// The names of what was entered and is no longer possible at this table.
export function leftOut(state, table, names) {
  const fitted = fitting(state, table);
  const people = state.games
    .flatMap((game) => [game.declarer, game.partner])
    .concat(offenders(state.revoke))
    .filter((id) => names[id] && !table.seats.some((seat) => seat.id === id))
    .map((id) => names[id]);
  const contracts = state.games
    .map((game) => game.contract)
    .filter((key) => key !== null && !fitted.games.some((game) => game.contract === key))
    .map((key) => contractOf(table, key)?.label ?? key);
  const premiums = Object.entries(state.premiums)
    .filter(([id]) => !fitted.premiums[id])
    .map(([, { key }]) => premiumOf(table, key)?.label ?? key);
  return [...new Set([...people, ...contracts, ...premiums])];
}
