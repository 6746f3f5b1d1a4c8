// The keypad for card points, and the aid that counts them card by card.

import { h } from "./elements.js";
import { CARDS, emptyMeter, measured, written } from "./points.js";
import { fitted, nameOf, say } from "./words.js";

export function button(action, pressed, attributes, ...children) {
  const choice = { type: "button", class: "choice", "data-act": JSON.stringify(action) };
  if (pressed !== null) choice["aria-pressed"] = pressed ? "true" : "false";
  return h("button", { key: choice["data-act"], ...choice, ...attributes }, ...children);
}

export function opener(action, open, label, attributes = {}) {
  const wide = { class: "opener", ...attributes };
  return button(action, null, open === null ? wide : { ...wide, "aria-expanded": String(open) }, label);
}

export function person(table, action, pressed, id, marks = "") {
  const mark = marks !== "" && h("span", { class: "mark" }, marks);
  return button(action, pressed, { class: "choice person" }, fitted(table, nameOf(table, id)), mark);
}

export function levels(...children) {
  return h("div", { class: "levels" }, children);
}

export function players(...children) {
  return h("div", { class: "players" }, children);
}

// A row that belongs to one player.
export function each(id, label, name, ...children) {
  const attributes = { class: "each", key: id, role: "group", "aria-label": label };
  return h("div", attributes, h("span", { class: "name", "aria-hidden": "true" }, name), children);
}

// `place` and `id` tell whose meter it is; `rest` is the word for what remains, `open` what is unfolded.
export function keypad(table, state, { place, id, meter = emptyMeter(), rest, left = null }) {
  const plain = table.counting === "plain";
  const points = measured(meter, plain);
  const shown =
    meter.whole === "" ? "–" : plain || meter.blatt === null ? meter.whole : written(points, plain);
  const lagen = id === null && !plain && points === null && meter.whole !== "";
  const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].map((digit) =>
    button(["digit", place, id, digit], null, { class: "choice key", "data-again": true, "data-digit": digit }, String(digit)),
  );
  const remains = left ?? (points === null ? null : table.points - points);
  const others = lagen ? String(table.points / 3 - Number(meter.whole)) : written(remains, plain);
  return h(
    "div",
    { class: "keypad", key: `keypad-${place}-${id}` },
    h(
      "p",
      { class: "display" },
      h("output", { class: "typed" }, shown),
      (lagen ? Number(others) >= 0 : remains !== null && remains >= 0) &&
        h("span", { class: "rest" }, say(table, rest, { points: others })),
    ),
    h(
      "div",
      { class: "key-row" },
      digits,
      button(["erase", place, id], null, { class: "choice key wide", "data-again": true, "data-digit": "Backspace" }, say(table, "erase")),
    ),
    !plain && blattKeys(table, place, id, meter),
    !plain && cardAid(table, state, place, id, meter),
  );
}

// In a Trischaken some cannot stand behind few points; the keys are too small for each to say so.
function blattKeys(table, place, id, meter) {
  const isTooFew = (blatt) => table.trischaken.too_few.includes(3 * Number(meter.whole) + blatt);
  const isAsked = id !== null && meter.whole !== "";
  const grey = [0, 1, 2].filter((blatt) => isAsked && meter.blatt !== blatt && isTooFew(blatt));
  const keys = [0, 1, 2].map((blatt) => {
    const attributes = { class: "choice key", disabled: grey.includes(blatt), "data-digit": `/${blatt}` };
    return button(["blatt", place, id, blatt], meter.blatt === blatt, attributes, `/${blatt}`);
  });
  const which = grey.map((blatt) => `/${blatt}`).join(", ");
  return [
    h(
      "div",
      { class: "blatt", key: "blatt", role: "group", "aria-label": say(table, "blatt") },
      h("span", { class: "name", "aria-hidden": "true" }, say(table, "blatt")),
      keys,
    ),
    which && h("p", { class: "reason", key: "reason" }, `${which}: ${say(table, "not_with", { what: meter.whole })}`),
  ];
}

function cardAid(table, state, place, id, meter) {
  const here = `${place}-${id}`;
  const open = state.open.cards === here;
  const unfold = opener(["unfold", "cards", here], open, say(table, "cards"));
  if (!open) return unfold;
  const counted = meter.cards || {};
  const rows = Object.keys(CARDS).map((kind) => {
    const card = say(table, kind === "blank" ? "blank_card" : kind);
    const count = counted[kind] || 0;
    const more = { "aria-label": say(table, "card", { card, count }), "data-again": true };
    const less = { class: "choice less", "data-again": true, "aria-label": say(table, "less", { card }), disabled: count === 0 };
    return h(
      "div",
      { class: "card-row", key: kind },
      button(["card", place, id, kind, 1], null, more, h("span", {}, card), h("b", {}, String(count))),
      button(["card", place, id, kind, -1], null, less, "−"),
    );
  });
  return [unfold, h("div", { class: "cards", key: "cards" }, rows)];
}
