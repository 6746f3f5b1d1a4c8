// What two phones have recorded at one table meanwhile, both lists beside each other, to be decided once.

import { h } from "./elements.js";
import { contradicted, decisionOn, hasSomethingElse, pairs, undecided } from "./same_hand.js";
import { order } from "./saving_blocks.js";
import { differing, told } from "./told.js";
import { nameOf, say } from "./words.js";

const CHOICES = { theirs: "takeTheirs", mine: "takeMine", other: "takeBoth" };

// Returns what the server says of our version of a hand in the place of the one on the sheet, once it has said it.
export function comparing(ask, redraw) {
  const found = new Map();
  return (page) => {
    for (const { id, record, theirs } of contradicted(page)) {
      const key = `${id} ${theirs.id}`;
      if (found.has(key)) continue;
      found.set(key, null);
      ask({ record, after: page.server.after, at: theirs.id }).then((answer) => {
        if (answer) found.set(key, answer);
        else found.delete(key);
        if (answer) redraw();
      });
    }
    return (id, of) => found.get(`${id} ${of}`) ?? null;
  };
}

export function togetherPart(page) {
  const { table } = page;
  const differs = contradicted(page).map((pair) => contradictionItem(page, pair));
  const missing = undecided(page).length;
  const attributes = missing ? { class: "second", "aria-describedby": "decide-first" } : {};
  return h(
    "div",
    { key: "together", class: "together" },
    h("p", { class: "wrong", role: "alert" }, say(table, "both_lists")),
    differs.length > 0 && h("ol", { key: "contradictions", class: "contradictions" }, differs),
    hasSomethingElse(page) && bothLists(page),
    h(
      "div",
      { class: "answers" },
      order("putTogether", attributes, say(table, "put_together")),
      missing > 0 && h("p", { key: "missing", id: "decide-first" }, say(table, "decide_first")),
    ),
  );
}

// One hand in two versions, with what each comes to; nothing is chosen before.
function contradictionItem(page, { id, record, theirs }) {
  const { table, server } = page;
  const [declarer] = record.games.map((game) => nameOf(server, game.declarer));
  const amountOf = (amounts) => amounts?.find(([name]) => name === declarer)?.[1];
  const ours = page.compared(id, theirs.id);
  const brief = (said, other, amount) => [differing(server, said, other), amount].filter(Boolean).join(" ");
  const title = say(table, "differs", {
    theirs: brief(theirs.record, record, amountOf(theirs.amounts)),
    mine: brief(record, theirs.record, ours?.own),
  });
  const words = {
    theirs: [say(table, "on_the_sheet"), theirs.said],
    mine: [say(table, "on_this_phone"), [told(server, record), ours?.save].filter(Boolean).join(". ")],
    other: [say(table, "two_hands"), ""],
  };
  const chosen = decisionOn(page, id);
  const choice = ([decision, name]) => {
    const pressed = String(chosen === decision);
    const attributes = { key: name, class: "choice", "data-of": id, "aria-pressed": pressed };
    return order(name, attributes, h("b", {}, words[decision][0]), h("span", {}, words[decision][1]));
  };
  const head = `differs-${id}`;
  return h(
    "li",
    { key: id },
    h(
      "div",
      { role: "group", "aria-labelledby": head },
      h("p", { id: head, class: "wrong" }, title),
      Object.entries(CHOICES).map(choice),
    ),
  );
}

function bothLists(page) {
  const { table, server, waiting } = page;
  const guessed = pairs(page);
  const differs = new Set(contradicted(page).map(({ id }) => id));
  const taken = new Set(
    waiting.filter(({ id }) => decisionOn(page, id) !== "other").map(({ id }) => guessed.get(id)),
  );
  const theirs = waiting[0].stopped.since.map(({ said }, place) =>
    h("li", { class: taken.has(place) ? "same" : null }, h("p", {}, said)),
  );
  const mine = waiting.flatMap((deed, place) => {
    if (differs.has(deed.id)) return [];
    const ours = deed.what === "undo" ? say(table, "waiting_undo", { said: deed.told }) : deed.told;
    const words = deed.what === "save" ? told(server, deed.record) : ours;
    const said = (deed.what === "save" && page.told[place]?.said) || words;
    return [h("li", { key: deed.id }, h("p", {}, said), deed.what === "save" && sameButton(page, deed))];
  });
  return h(
    "div",
    { key: "both" },
    h(
      "div",
      { class: "both" },
      h("div", {}, h("h3", {}, say(table, "theirs")), h("ol", {}, theirs)),
      h("div", {}, h("h3", {}, say(table, "mine")), h("ol", {}, mine)),
    ),
    h("p", {}, say(table, "both_meaning")),
  );
}

function sameButton(page, { id, told: said }) {
  const pressed = String(decisionOn(page, id) === "theirs");
  const attributes = { key: `same ${id}`, class: "choice", "data-of": id, "aria-pressed": pressed };
  const word = say(page.table, "same_hand");
  return order("sameHand", { ...attributes, "aria-label": `${word}: ${said}` }, word);
}
