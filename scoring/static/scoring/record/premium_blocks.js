// The premiums of both sides, and the bird that a contract announces.

import { block, sideNames } from "./game_blocks.js";
import { h } from "./elements.js";
import { impossible } from "./impossible.js";
import { hasPartners, playing, sides } from "./game.js";
import { button, levels, person, players } from "./keypad.js";
import { SIDES, madeOf, premiumsFor, proven, slot, statesOf } from "./premiums.js";
import { byPoints, contractOf, premiumLevels, premiumOf } from "./rules.js";
import { nameOf, say } from "./words.js";

export function birdBlock(page) {
  const { table, state } = page;
  const contract = contractOf(table, state.games[0].contract);
  if (!contract || !contract.birds.length) return null;
  const chosen = contract.birds.find((key) => state.premiums[slot("declarer", key)]?.duty);
  const birds = contract.birds.map((key) =>
    button(["bird", key], key === chosen, {}, premiumOf(table, key).label),
  );
  const choice = contract.birds.length > 1 && levels(birds);
  const legend =
    contract.birds.length > 1 ? say(table, "ask_bird") : premiumOf(table, contract.birds[0]).label;
  return block(page, "bird", legend, choice, chosen && birdOutcome(page, chosen));
}

function birdOutcome(page, key) {
  const { table, state } = page;
  const conceded = state.games[0].result === "conceded";
  if (conceded) return null;
  const rule = premiumOf(table, key);
  const { made } = state.premiums[slot("declarer", key)];
  const outcomes = [
    [true, "bird_made"],
    [false, "bird_missed"],
  ].map(([value, word]) => {
    const why = made !== value && impossible(page, "declarer", key, true, value);
    const label = `${rule.label} ${say(table, word)}`;
    return button(["birdMade", key, value], made === value, { disabled: Boolean(why) }, label, reason(page, why));
  });
  return [!state.revoked && h("div", { class: "results", key: "outcome" }, outcomes), kontraPart(page, "declarer", key)];
}

function kontraPart(page, side, key) {
  const { table, state } = page;
  const premium = state.premiums[slot(side, key)];
  const rule = premiumOf(table, key);
  const ladder = premium?.announced ? premiumLevels(table, rule) : [];
  if (!ladder.length) return null;
  const label = say(table, "kontra_on", { label: rule.label });
  return h(
    "div",
    { class: "kontra", key: "kontra", role: "group", "aria-label": label },
    h("p", { "aria-hidden": "true" }, label),
    levels(
      ladder.map((level) =>
        button(["premiumKontra", side, key, level.key], premium.kontra === level.key, {}, level.label),
      ),
      premium.kontra !== null &&
        (hasPartners(table, state.games[0], side) || premium.kontraVoid) &&
        button(["premiumVoid", side, key], premium.kontraVoid, { class: "choice broad" }, say(table, "void")),
    ),
  );
}

export function premiumBlocks(page) {
  const { table, state } = page;
  const [game] = state.games;
  const contract = contractOf(table, game.contract);
  if (!byPoints(contract) || game.result === "conceded" || game.result === "blank") return [];
  const possible = SIDES.filter((side) => premiumsFor(table, state, side).length > 0);
  if (possible.length === 0) return [];
  const chosen = possible.includes(state.open.side) ? state.open.side : possible[0];
  const isWrong = (side) => wrongOf(page, side).length > 0;
  const side = isWrong(chosen) ? chosen : (possible.find(isWrong) ?? chosen);
  return [sideBlock(page, side, possible)];
}

// One grid for both: a switch says whose premiums it shows, and what the others have.
function sideBlock(page, side, possible) {
  const { table, state } = page;
  const names = sideNames(table, state.games[0]);
  const proofs = proven(table, state);
  const switches = possible.map((one) => {
    const mark = one !== side && h("span", { class: "mark" }, hadBy(page, one, proofs));
    return button(["side", one], one === side, {}, h("span", { class: "name" }, names[one]), mark);
  });
  return h(
    "fieldset",
    { key: "premiums", id: `premiums-${side}`, class: "block side" },
    h("legend", {}, h("span", { class: "unseen" }, say(table, "premiums_of", { names: names[side] }))),
    h("div", { class: "switch", key: "switch" }, switches),
    wrongOf(page, side).map((rule) => wrongPart(page, `premium-${slot(side, rule.key)}`)),
    h(
      "div",
      { class: "premiums", key: side },
      premiumsFor(table, state, side).map((rule) => chip(page, side, rule, proofs)),
    ),
  );
}

function wrongOf({ table, state, problems }, side) {
  return premiumsFor(table, state, side).filter((rule) => problems[`premium-${slot(side, rule.key)}`]);
}

// "Trull still, Pagat angesagt, gewonnen"
function hadBy(page, side, proofs) {
  const { table, state } = page;
  const had = premiumsFor(table, state, side).flatMap((rule) => {
    if (state.premiums[slot(side, rule.key)]) return [`${rule.label} ${stateInWords(page, side, rule)}`];
    const proof = proofs.some((one) => one.key === rule.key && one.side === side);
    return proof && !state.unticked.includes(rule.key) ? [rule.label] : [];
  });
  return had.join(" · ");
}

// Why something is grey: "nicht neben Mondfang".
function reason(page, why) {
  return why && h("span", { class: "mark" }, say(page.table, "not_with", { what: why }));
}

function wrongPart(page, id) {
  return h(
    "div",
    { class: "wrong", id, key: `wrong-${id}` },
    page.problems[id].map((text) => h("p", {}, text)),
  );
}

function chip(page, side, rule, proofs) {
  const { table, state } = page;
  const mine = state.premiums[slot(side, rule.key)];
  const proof = proofs.find(({ key }) => key === rule.key);
  if (proof) return proof.side === side ? provenChip(page, side, rule) : null;
  const states = statesOf(table, state, rule, side);
  const why = !mine && impossible(page, side, rule.key, states[0]?.announced, true);
  const mark = mine ? h("span", { class: "mark" }, stateInWords(page, side, rule)) : reason(page, why);
  const name = h("span", { class: "name" }, rule.label);
  if (states.length === 1 && !rule.between_two) {
    const [only] = states;
    const tap = mine ? ["premiumOff", side, rule.key] : ["premium", side, rule.key, only.announced, only.made];
    const disabled = Boolean(only.made && why);
    return button(tap, Boolean(mine), { key: `chip-${rule.key}`, disabled }, name, mark);
  }
  const here = `${side}:${rule.key}`;
  const open = state.open.premium === here;
  const opener = button(
    ["unfold", "premium", here],
    null,
    { key: `chip-${rule.key}`, class: mine ? "choice on" : "choice", "aria-expanded": String(open) },
    name,
    mark,
  );
  return open
    ? h("div", { class: "opened", key: `opened-${rule.key}` }, opener, statesPart(page, side, rule, states))
    : opener;
}

function statesPart(page, side, rule, states) {
  const { table, state } = page;
  const premium = state.premiums[slot(side, rule.key)];
  const buttons = states.map(({ name, announced, made }) => {
    const pressed = Boolean(premium) && premium.announced === announced && premium.made === made;
    const word = name === "announced" && !state.revoked ? "announced_open" : name;
    const why = !pressed && impossible(page, side, rule.key, announced, made);
    const tap = ["premium", side, rule.key, announced, made];
    return button(tap, pressed, { disabled: Boolean(why) }, say(table, word), reason(page, why));
  });
  const off =
    premium && button(["premiumOff", side, rule.key], null, {}, say(table, "not_here", { label: rule.label }));
  const attributes = { class: "states", key: "states", role: "group", "aria-label": rule.label };
  return h("div", attributes, levels(buttons, off), betweenPart(page, side, rule), kontraPart(page, side, rule.key));
}

// Where only two settle it: whose it is, and with whom.
function betweenPart(page, side, rule) {
  const { table, state } = page;
  const premium = state.premiums[slot(side, rule.key)];
  if (!rule.between_two || !premium) return null;
  const row = (word, action, chosen, ids) => {
    const label = say(table, word, { label: rule.label });
    return h(
      "div",
      { class: "between", key: word, role: "group", "aria-label": label },
      h("p", { "aria-hidden": "true" }, label),
      players(ids.map((id) => person(table, [action, side, rule.key, id], chosen === id, id))),
    );
  };
  const own = sides(table, state.games[0])[side];
  const others = playing(table).filter((id) => id !== premium.by);
  return [
    own.length > 1 && row("ask_by", "premiumBy", premium.by, own),
    row("ask_against", "premiumAgainst", premium.against, others),
  ];
}

// "angesagt, gewonnen, Kontra"
function stateInWords(page, side, rule) {
  const { table, state } = page;
  const premium = state.premiums[slot(side, rule.key)];
  const made = state.revoked ? null : madeOf(table, state, premium);
  const open = state.revoked ? "announced" : "announced_open";
  const announced = { true: "made", false: "missed", null: open };
  const silent = { true: "silent", false: "silent_missed", null: "silent" };
  const outcomes = premium.announced ? announced : silent;
  const level = table.levels.find((one) => one.key === premium.kontra);
  const against = premium.against && say(table, "told_against", { name: nameOf(table, premium.against) });
  return [say(table, outcomes[String(made)]), against, level?.label].filter(Boolean).join(", ");
}

// Ticked because the points prove it; once unticked it can be said that it was announced.
function provenChip(page, side, rule) {
  const { table, state } = page;
  const points = table.limits[rule.needs].written;
  const on = !state.unticked.includes(rule.key);
  const proof = h("span", { class: "mark" }, say(table, on ? "proven" : "proven_off", { points }));
  const tick = button(
    ["tick", rule.key],
    on,
    { key: `chip-${rule.key}` },
    h("span", { class: "name" }, rule.label),
    proof,
  );
  const said = statesOf(table, state, rule, side).filter(({ announced, made }) => announced && made);
  if (on || !said.length) return tick;
  return h("div", { class: "opened", key: `opened-${rule.key}` }, tick, statesPart(page, side, rule, said));
}
