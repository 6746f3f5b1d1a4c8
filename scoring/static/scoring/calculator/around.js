// What the calculator asks beyond the hand: a Radl, names, agreements. And what comes out.

import { block } from "../record/game_blocks.js";
import { h } from "../record/elements.js";
import { button, each, opener, players } from "../record/keypad.js";
import { order } from "../record/saving_blocks.js";
import { say } from "../record/words.js";

export function aroundTheHand(page) {
  const { table } = page;
  const radl = table.radl_factors.map((times) => radlButton(page, times));
  const openers = [
    unfold(page, "names"),
    table.agreements.length > 0 && unfold(page, "agreements"),
    page.begun && order("anew", { class: "opener" }, say(table, "anew")),
  ];
  return [
    table.radl_known && radl,
    h("div", { class: "actions", key: "around" }, openers),
    isOpen(page, "names") && namesBlock(page),
    isOpen(page, "agreements") && agreementsBlock(page),
  ];
}

// True says the usual doubling, as in a record; on some sheets a Radl can count more.
function radlButton({ table, radl }, times) {
  const factor = times === 2 ? true : times;
  const label = times === 2 ? say(table, "radl_on") : say(table, "radl_times", { times });
  return button(["radl", factor], radl === factor, { class: "choice broad" }, label);
}

function isOpen(page, what) {
  return page.state.open[what] === true;
}

function unfold(page, what) {
  return opener(["unfold", what, true], isOpen(page, what), say(page.table, what), { id: `${what}-opener` });
}

function namesBlock(page) {
  const { table, clashes } = page;
  const fields = table.players.map(({ id }, seat) =>
    h(
      "div",
      { class: "name-of", key: id },
      h("label", { for: `name-${seat}` }, table.usual_names[seat]),
      h("input", {
        id: `name-${seat}`,
        key: "input",
        "data-name": seat,
        maxlength: table.longest_name,
        autocomplete: "off",
        autocapitalize: "words",
        spellcheck: "false",
        value: page.nameInputs[seat],
      }),
    ),
  );
  const wrong = clashes.map((name) => say(table, "name_taken", { name }));
  const problems = wrong.length ? { ...page.problems, names: wrong } : page.problems;
  return block(
    { ...page, problems },
    "names",
    say(table, "names_legend"),
    h("p", { class: "help", key: "help" }, say(table, "names_help")),
    h("div", { class: "narrow close tiles", key: "names" }, fields),
  );
}

function agreementsBlock(page) {
  const { table, state } = page;
  const rows = table.agreements.map(({ key, matter, usual, choices }) => {
    const chosen = state.options[key] ?? usual;
    const buttons = choices.map(({ value, label }) =>
      button(["option", key, value], value === chosen, {}, label),
    );
    return each(key, matter, matter, players(buttons));
  });
  return block(
    page,
    "agreements",
    say(table, "agreements"),
    h("p", { class: "help", key: "help" }, say(table, "agreements_help")),
    rows,
  );
}

export function settlementPart(page) {
  const { table, preview } = page;
  const html = preview?.settlement || "";
  const stale = preview?.hand !== page.hand;
  return h(
    "section",
    { key: "settlement", class: "settling", "aria-labelledby": "settlement-title" },
    h("h2", { id: "settlement-title" }, say(table, "settlement")),
    html
      ? h("div", { key: "html", "aria-busy": stale ? "true" : null, html })
      : h("p", { key: "waiting", class: "lead" }, say(table, "settlement_waits")),
  );
}

// Always in sight: the next question, or who gets what.
export function resultBar(page) {
  const hint = h("div", { role: "status", class: "hint" }, hints(page));
  return h("div", { class: "save-bar result-bar", key: "bar" }, hint);
}

function hints(page) {
  const { table, preview, trouble, unplaced } = page;
  const paragraphs = unplaced.map((text) => h("p", { class: "wrong" }, text));
  if (trouble) paragraphs.push(h("p", { class: "wrong" }, say(table, trouble)));
  const next = page.missing[0];
  if (next) return [...paragraphs, h("p", {}, say(table, next.word, next.named))];
  const known = preview?.hand === page.hand && preview.save;
  if (known) paragraphs.push(h("p", { class: "result" }, say(table, "result", { who: preview.save })));
  return paragraphs;
}
