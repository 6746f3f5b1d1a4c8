// What is looked for at a table now and then, behind one button beside the title: the last hands, who sits, a hand that
// does not count, the code for spectators, and where the evening ends.

import { offerCopying } from "../copy.js";
import { h } from "./elements.js";
import { mayCallRadl, mayStartSchlussradl } from "./hand.js";
import { button } from "./keypad.js";
import { isFree, order, showsForm, sign } from "./saving_blocks.js";
import { say } from "./words.js";

// Opened from the title; a tap beside it puts it away. `root` hears what is tapped in it.
export function menuOf(root) {
  return dialogIn(root, "more-title");
}

function dialogIn(root, title) {
  const dialog = document.createElement("dialog");
  dialog.className = "more-menu";
  dialog.setAttribute("aria-labelledby", title);
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  root.append(dialog);
  return dialog;
}

export function moreButton({ table }) {
  const attributes = { id: "more", class: "more", "aria-haspopup": "dialog", "aria-label": say(table, "more") };
  return order("more", attributes, sign("more") ?? "⋯");
}

export function morePart(page) {
  const { table } = page;
  const rows = [...deeds(page), ...ways(page)].filter(Boolean).map((row) => h("li", { key: row.attributes.key }, row));
  return [
    h(
      "div",
      { key: "head", class: "more-head" },
      h("h2", { id: "more-title" }, say(table, "more")),
      order("less", { class: "plain", "aria-label": say(table, "close") }, sign("close") ?? "×"),
    ),
    lastHands(page),
    h("ul", { key: "rows", class: "card flush rows ways", inert: page.pending !== null }, rows),
  ].filter(Boolean);
}

// Of those that wait here, or else of the sheet; where that stands beside the form, nothing.
function lastHands({ table, waiting, lately }) {
  if (!lately && waiting.length === 0) return null;
  const items = waiting.slice(-3).map(({ id, number, told: words }) =>
    h("li", { key: id }, number === null ? words : say(table, "waiting_hand", { number, said: words })),
  );
  return h(
    "section",
    { key: "lately", class: "lately", "aria-labelledby": "lately-title" },
    h("h3", { key: "title", id: "lately-title" }, say(table, "lately")),
    items.length > 0 ? h("ol", { key: "waiting" }, items.reverse()) : h("div", { key: "paper", html: lately }),
  );
}

// What is entered in the place of a hand. A new deal is saved at once, as long as no hand is begun.
function deeds(page) {
  const { table, state, bars } = page;
  if (page.seats || table.closed || !showsForm(page) || state.kind !== "hand") return [];
  const instead = (kind, word) => row(button, ["kind", kind], say(table, word), { key: word });
  const atOnce = !page.begun && Boolean(table.urls.save) && !table.review && !bars.save;
  const seats = bars.seating && table.urls.seating && !table.review;
  const isLater = seats && !isFree(page);
  return [
    atOnce && row(order, "redeal", say(table, "redeal"), { "data-letter": "redeal" }),
    instead("redeal", "redeal_why"),
    instead("struck", "struck"),
    mayCallRadl(table) && !table.review && instead("radl", "radl"),
    mayStartSchlussradl(table) && !table.review && instead("schlussradl", "schlussradl"),
    seats && row(order, "seats", say(table, "seating"), { disabled: isLater }, isLater && say(table, "after_this_hand")),
  ];
}

function ways({ table, evening }) {
  if (table.review) return [];
  return [
    document.getElementById("watch") && row(order, "watch", say(table, "watch")),
    evening && h("a", { key: "evening", href: evening }, what(say(table, "end_evening"))),
  ];
}

function row(make, does, title, attributes = {}, small = null) {
  const whole = { class: null, ...attributes };
  return make === order ? order(does, whole, what(title, small)) : button(does, null, whole, what(title, small));
}

function what(title, small = null) {
  return h("span", { class: "what" }, title, small && h("small", {}, small));
}

// The code and the link that only read, until they are put away.
export function showWatching(root) {
  const dialog = dialogIn(root, "watch-title");
  dialog.append(document.getElementById("watch").content.cloneNode(true));
  offerCopying(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}
