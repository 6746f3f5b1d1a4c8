// What two phones have recorded at one table meanwhile, both lists beside each other, to be decided once.

import { h } from "./elements.js";
import { contradicted, decisionOn, hasSomethingElse, numbersOf, pairKey, pairs, undecided } from "./same_hand.js";
import { order } from "./saving_blocks.js";
import { differing, handInWords } from "./in_words.js";
import { nameOf, say } from "./words.js";

const CHOICES = { theirs: "takeTheirs", mine: "takeMine", other: "takeBoth" };

// Returns the server's answer for our version of a hand in the place of the one on the sheet; null before it has come.
export function comparing(ask, redraw) {
  const answers = new Map();
  return (page) => {
    for (const { id, record, theirs } of contradicted(page)) {
      const key = `${id} ${theirs.id}`;
      if (answers.has(key)) continue;
      answers.set(key, null);
      ask({ record, after: page.server.after, at: theirs.id }).then((answer) => {
        if (answer) answers.set(key, answer);
        else answers.delete(key);
        if (answer) redraw();
      });
    }
    return (id, of) => answers.get(`${id} ${of}`) ?? null;
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

// One deal as both have recorded it, with what each comes to; nothing is chosen before.
function contradictionItem(page, { id, record, theirs }) {
  const { table, server, same } = page;
  const ownOf = (hand, amounts) => amounts?.find(([name]) => name === nameOf(server, hand.games[0].declarer))?.[1];
  const ours = page.compared(id, theirs.id);
  const brief = (hand, other, amount) => [differing(server, hand, other), amount].filter(Boolean).join(" ");
  const title = say(table, "differs", {
    theirs: brief(theirs.record, record, ownOf(theirs.record, theirs.amounts)),
    mine: brief(record, theirs.record, ours?.own),
  });
  const mine = [handInWords(server, record), ours?.save].filter(Boolean).join(". ");
  const words = {
    theirs: [say(table, "on_the_sheet"), theirs.said],
    mine: [say(table, "on_this_phone"), say(table, "waiting_hand", { number: numbersOf(page).get(id), said: mine })],
    other: [say(table, "two_hands"), ""],
  };
  const key = pairKey(id, theirs);
  const choice = ([decision, name]) => {
    const pressed = String(same[key] === decision);
    const attributes = { key: name, class: "choice", "data-of": key, "aria-pressed": pressed };
    return order(name, attributes, h("b", {}, words[decision][0]), h("span", {}, words[decision][1]));
  };
  const head = `differs-${id}-${theirs.id}`;
  return h(
    "li",
    { key },
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
  const [matches, numbers, differing] = [pairs(page), numbersOf(page), contradicted(page)];
  const isAbove = (id) => differing.some((pair) => pair.id === id && (matches.get(id) ?? pair.theirs) === pair.theirs);
  const taken = new Set(waiting.filter(({ id }) => decisionOn(page, id) !== "other").map(({ id }) => matches.get(id)));
  const theirs = waiting[0].stopped.since.map((one) =>
    h("li", { class: taken.has(one) ? "same" : null }, h("p", {}, one.said)),
  );
  const mine = waiting.flatMap((deed, place) => {
    if (isAbove(deed.id)) return [];
    const number = numbers.get(deed.id);
    const amounts = (page.settled[place]?.amounts ?? []).map((one) => one.join(" ")).join(" · ");
    const ours = deed.what === "save" ? handInWords(server, deed.record) : say(table, "waiting_undo", { said: deed.told });
    const words = [ours, amounts].filter(Boolean).join(". ");
    const text = number ? say(table, "waiting_hand", { number, said: words }) : words;
    return [h("li", { key: deed.id }, h("p", {}, text), deed.what === "save" && sameButton(page, deed))];
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

function sameButton(page, { id, told: words }) {
  const pressed = String(decisionOn(page, id) === "theirs");
  const attributes = { key: `same ${id}`, class: "choice", "data-of": id, "aria-pressed": pressed };
  const word = say(page.table, "same_hand");
  return order("sameHand", { ...attributes, "aria-label": `${word}: ${words}` }, word);
}
