// The premiums, a line each: silent or announced, and below the open one its further questions. The bird that a
// contract announces is a line of its own.

import { block, lettered, sideNames } from "./game_blocks.js";
import { h } from "./elements.js";
import { impossible } from "./impossible.js";
import { hasPartners, playing, pointsOf, sides } from "./game.js";
import { button, levels, person, players } from "./keypad.js";
import { SIDES, madeOf, otherSide, premiumsFor, proven, slot, statesOf } from "./premiums.js";
import { byPoints, contractOf, premiumLevels, premiumOf } from "./rules.js";
import { nameOf, say, unseen } from "./words.js";

export const USUAL = ["koenig_ultimo", "pagat", "trull", "koenige"];

export function birdBlock(page) {
  const { table, state } = page;
  const contract = contractOf(table, state.games[0].contract);
  if (!contract || !contract.birds.length) return null;
  const chosen = contract.birds.find((key) => state.premiums[slot("declarer", key)]?.duty);
  const several = contract.birds.length > 1;
  const birds = contract.birds.map((key) =>
    button(["bird", key], key === chosen, { class: "opt", ...lettered(`premium ${key}`, key === chosen && ["premiumOff", "declarer", key]) }, premiumOf(table, key).label),
  );
  const legend = several ? say(table, "ask_bird") : premiumOf(table, contract.birds[0]).label;
  const row = h(
    "div",
    { class: "prem birds", key: "row" },
    several ? birds : h("span", { class: "name", "aria-hidden": "true" }, legend),
    chosen && birdOutcome(page, chosen),
  );
  return block(page, "bird", h("span", { class: "unseen" }, legend), h("div", { class: "card prems", key: "prems" }, row));
}

function birdOutcome(page, key) {
  const { table, state } = page;
  const conceded = state.games[0].result === "conceded";
  if (conceded) return null;
  const { label } = premiumOf(table, key);
  const { made } = state.premiums[slot("declarer", key)];
  const outcomes = [true, false].map((value) => {
    const why = made !== value && impossible(page, "declarer", key, true, value);
    const word = [unseen(`${label} `), say(table, value ? "bird_made" : "bird_missed")];
    const off = made === value && ["birdMade", key, null];
    const attributes = { class: value ? "" : "bad", disabled: Boolean(why), ...lettered(value ? "bird_made" : "bird_missed", off) };
    return button(["birdMade", key, value], made === value, attributes, word, reason(page, why));
  });
  return h("div", { class: "detail", key: "detail" }, !state.revoked && pair(outcomes), kontraButton(page, "declarer", key));
}

function pair(buttons) {
  return h("div", { class: "pair", key: "pair" }, buttons);
}

// Kontra, Re, Sub, and none again.
function kontraButton({ table, state }, side, key) {
  const premium = state.premiums[slot(side, key)];
  const rule = premiumOf(table, key);
  const ladder = premium?.announced ? premiumLevels(table, rule) : [];
  if (!ladder.length) return null;
  const level = ladder.find((one) => one.key === premium.kontra);
  const label = say(table, "kontra_on", { label: rule.label });
  const attributes = { class: "opt", key: "kontra", title: label, ...lettered("kontra_on") };
  return button(["premiumKontraNext", side, key], level !== undefined, attributes, (level ?? ladder[0]).label);
}

// All that this hand can have, one line each; where both sides announced the same, it has two: {rule, side, proof}.
function rowsOf({ table, state, problems }) {
  const [game] = state.games;
  if (!byPoints(contractOf(table, game.contract)) || ["conceded", "blank"].includes(game.result)) {
    return { usual: [], rare: [] };
  }
  const proofs = proven(table, state);
  const can = SIDES.map((side) => premiumsFor(table, state, side));
  const rules = table.premiums.filter((rule) => can.some((some) => some.includes(rule)));
  const rows = rules.flatMap((rule) => {
    const proof = proofs.find(({ key }) => key === rule.key) ?? null;
    const there = SIDES.filter((side) => state.premiums[slot(side, rule.key)]?.duty === false);
    return there.length ? there.map((side) => ({ rule, side, proof: null })) : [{ rule, side: null, proof }];
  });
  const first = [...USUAL.filter((key) => rules.some((rule) => rule.key === key)), ...rules.map(({ key }) => key)];
  const few = [...new Set(first)].slice(0, USUAL.length);
  const isSaid = ({ rule, side, proof }) =>
    side !== null || proof !== null || SIDES.some((one) => problems[`premium-${slot(one, rule.key)}`]);
  const isUsual = (row) => few.includes(row.rule.key) || (state.open.further !== true && isSaid(row));
  const usual = rows.filter(isUsual).sort((one, other) => placeIn(few, one) - placeIn(few, other));
  return { usual, rare: rows.filter((row) => !isUsual(row)) };
}

function placeIn(few, { rule }) {
  return few.includes(rule.key) ? few.indexOf(rule.key) : few.length;
}

export function premiumCard(page) {
  return card(page, "premiums", rowsOf(page).usual);
}

export function rarePremiums(page) {
  return card(page, "rare-premiums", rowsOf(page).rare);
}

function card(page, id, rows) {
  if (rows.length === 0) return null;
  const label = say(page.table, "premiums");
  return h("div", { class: "card prems block", key: id, id, role: "group", "aria-label": label }, rows.map((row) => premiumRow(page, row)));
}

function premiumRow(page, { rule, side, proof }) {
  const { table, state, problems } = page;
  const { key, label } = rule;
  const premium = side && state.premiums[slot(side, key)];
  const here = slot(side ?? proof?.side ?? "declarer", key);
  const [silent, announced] = [false, true].map((isAnnounced) => cell(page, { rule, side, proof, premium }, isAnnounced));
  const sentence = premium ? inWords(page, side, rule) : proofInWords(page, rule, proof);
  const open = Boolean(premium) && state.open.premium === here;
  const why = !premium && [silent, announced].map((one) => one?.why).find(Boolean);
  const sum = !open && (sentence || (why && say(table, "not_with", { what: why })));
  const words = h("span", {}, label, sum && h("span", { class: "worth" }, sum));
  const either = [silent, announced].find((one) => one && !one.why);
  const tap = premium ? ["unfold", "premium", here] : (either?.act ?? null);
  const attributes = premium ? { "aria-expanded": String(open) } : { tabindex: -1, disabled: tap === null };
  const name = button(tap, null, { class: "name", key: "name", ...lettered(`premium ${key}`), ...attributes }, words);
  const wrong = SIDES.flatMap((one) => (side === null || one === side ? (problems[`premium-${slot(one, key)}`] ?? []) : []));
  return h(
    "div",
    { class: "prem", key: `row-${here}`, id: `premium-${here}`, role: "group", "aria-label": label },
    name,
    silent?.button ?? h("span", { key: "no-silent" }),
    announced?.button ?? h("span", { key: "no-announced" }),
    open && detail(page, side, rule),
    wrong.length > 0 && h("div", { class: "wrong", key: "wrong" }, wrong.map((text) => h("p", {}, text))),
  );
}

// The button that says it was silent, or announced: {act, button, why}; null where it cannot be.
function cell(page, { rule, side, proof, premium }, announced) {
  const { table, state } = page;
  const { key, label } = rule;
  const contract = contractOf(table, state.games[0].contract);
  let pressed = false;
  let way = null;
  if (premium) {
    pressed = premium.announced === announced;
    const can = statesOf(table, state, rule, side).some((one) => one.announced === announced);
    const made = announced && !state.revoked ? (premium.made ?? true) : state.revoked ? null : true;
    way = pressed || can ? { act: pressed ? ["premiumOff", side, key] : ["premium", side, key, announced, made] } : null;
  } else if (proof) {
    pressed = !announced && !state.unticked.includes(key);
    const can = !announced || statesOf(table, state, rule, proof.side).some((one) => one.announced);
    way = can ? { act: announced ? ["premium", proof.side, key, true, null] : ["tick", key] } : null;
  } else way = firstWay(page, rule, announced);
  if (way === null) return null;
  const price = rule.costs?.[Number(contract.solo)]?.[Number(announced)];
  const attributes = { class: "opt", key: announced ? "announced" : "silent", disabled: Boolean(way.why) };
  const word = say(table, announced ? "announced" : "silent");
  const shown = [unseen(`${label} `), word, price ? [" ", h("i", {}, price)] : ""];
  return { ...way, button: button(way.act, pressed, attributes, ...shown) };
}

// For the side of the declarer if it can be, and made.
function firstWay(page, rule, announced) {
  const { table, state } = page;
  const ways = SIDES.filter((side) => premiumsFor(table, state, side).includes(rule)).flatMap((side) =>
    statesOf(table, state, rule, side)
      .filter((one) => one.announced === announced && (announced || one.made))
      .map(({ made }) => ({ side, made })),
  );
  const isKnown = rule.needs !== null && pointsOf(table, state.games[0]) !== null; // points say whether it was made
  const likely = [isKnown ? null : true, true, null, false];
  ways.sort((one, other) => likely.indexOf(one.made) - likely.indexOf(other.made));
  if (ways.length === 0) return null;
  const why = ({ side, made }) => impossible(page, side, rule.key, announced, made);
  const possible = ways.find((way) => !why(way)) ?? ways[0];
  return { act: ["premium", possible.side, rule.key, announced, possible.made], why: why(possible) };
}

// One line: made or missed, whose it is, its kontra. Where only two settle it, who they are.
function detail(page, side, rule) {
  const { table, state } = page;
  const { key, label } = rule;
  const premium = state.premiums[slot(side, key)];
  const made = madeOf(table, state, premium);
  const may = statesOf(table, state, rule, side).filter((one) => one.announced === premium.announced && one.made !== null);
  const outcomes = may
    .sort((one, other) => Number(other.made) - Number(one.made))
    .map((one) => {
      const why = made !== one.made && impossible(page, side, key, one.announced, one.made);
      const off = made === one.made && ["premium", side, key, one.announced, null];
      const attributes = { class: one.made ? "" : "bad", disabled: Boolean(why), ...lettered(one.made ? "made" : "missed", off) };
      const word = say(table, one.made ? "bird_made" : "bird_missed");
      return button(["premium", side, key, one.announced, one.made], made === one.made, attributes, word, reason(page, why));
    });
  return h(
    "div",
    { class: "detail", key: "detail", role: "group", "aria-label": label },
    outcomes.length > 1 && pair(outcomes),
    sideButton(page, side, rule),
    kontraButton(page, side, key),
    betweenPart(page, side, rule),
  );
}

// Whose it is: pressed, it is the opponents'.
function sideButton(page, side, rule) {
  const { table, state } = page;
  const { [slot(side, rule.key)]: premium, ...premiums } = state.premiums;
  const other = otherSide(side);
  const without = { ...state, premiums };
  const can =
    premiumsFor(table, without, other).includes(rule) &&
    statesOf(table, without, rule, other).some(({ announced }) => announced === premium.announced);
  if (!can) return null;
  const problem = impossible(page, other, rule.key, premium.announced, premium.made);
  const why = problem?.startsWith(`${rule.label} (`) ? null : problem; // that is what it would be no more
  const names = sideNames(table, state.games[0]);
  const attributes = { class: "opt", key: "side", disabled: Boolean(why), title: names.others, ...lettered("of_others") };
  return button(["premiumSide", side, rule.key], side === "others", attributes, say(table, "opponents"), reason(page, why));
}

// Why something is grey: "nicht neben Mondfang".
function reason(page, why) {
  return why && h("span", { class: "mark" }, say(page.table, "not_with", { what: why }));
}

// Where only two settle it: whose it is, and with whom.
function betweenPart(page, side, rule) {
  const { table, state } = page;
  const premium = state.premiums[slot(side, rule.key)];
  if (!rule.between_two) return null;
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

// "Gegner, gewonnen, Kontra"
function inWords({ table, state }, side, rule) {
  const premium = state.premiums[slot(side, rule.key)];
  const made = state.revoked ? null : madeOf(table, state, premium);
  const outcome = made === null || (made && !premium.announced) ? null : made ? "bird_made" : "bird_missed";
  const level = table.levels.find((one) => one.key === premium.kontra);
  const against = premium.against && say(table, "told_against", { name: nameOf(table, premium.against) });
  const details = [side === "others" && say(table, "opponents"), outcome && say(table, outcome), against, level?.label];
  return details.filter(Boolean).join(", ");
}

// Says that the points prove it; once unticked, that it can be entered as announced.
function proofInWords({ table, state }, rule, proof) {
  if (proof === null) return "";
  const points = table.limits[rule.needs].written;
  const whose = proof.side === "others" && say(table, "opponents");
  const word = say(table, state.unticked.includes(rule.key) ? "proven_off" : "proven", { points });
  return [whose, word].filter(Boolean).join(", ");
}

// What is rarer still: a kontra between partners, and what the other side announced as well.
export function voidButtons({ table, state }) {
  const [game] = state.games;
  const label = say(table, "kontra");
  const ofGame = game.kontra !== null && (hasPartners(table, game) || game.kontraVoid);
  const choices = [ofGame && button(["kontraVoid", 0], game.kontraVoid, {}, `${label}: ${say(table, "void")}`)];
  for (const { key, side, kontra, kontraVoid, announced } of Object.values(state.premiums)) {
    const rule = premiumOf(table, key);
    const words = `${say(table, "kontra_on", rule)}: ${say(table, "void")}`;
    if (kontra !== null && (hasPartners(table, game, side) || kontraVoid)) choices.push(button(["premiumVoid", side, key], kontraVoid, {}, words));
    const other = otherSide(side);
    const both = announced && !state.premiums[slot(other, key)] && statesOf(table, state, rule, other).find((one) => one.announced);
    if (both) choices.push(button(["premium", other, key, true, both.made], null, {}, say(table, "announced_too", rule)));
  }
  const buttons = choices.filter(Boolean);
  return buttons.length > 0 && h("div", { class: "block", key: "void", id: "void" }, levels(buttons));
}
