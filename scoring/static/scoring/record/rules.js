// What the rule sheet allows, read from the table's data. Nothing here judges a hand: the server does.

import { nameOf, say } from "./words.js";

export const BY_POINTS = ["calling", "paired", "alone"];

export function contractOf(table, key) {
  return table.contracts.find((contract) => contract.key === key) || null;
}

export function byPoints(contract) {
  return contract !== null && BY_POINTS.includes(contract.kind);
}

// Does somebody play it with a partner?
export function isCalled(contract) {
  return contract !== null && (contract.kind === "calling" || contract.kind === "paired");
}

// Does it call a king, and not a tarock?
export function callsKing(contract) {
  return contract.kind === "calling" && !contract.calls;
}

// Why nobody goes along: what is called lies in the talon, or somebody called themselves.
export function aloneInWords(table, contract, why) {
  const card = contract?.calls;
  return why === "talon" && card ? say(table, "talon_of", { card }) : say(table, why);
}

export function optionOf(table, state, key) {
  return { ...table.options, ...state.options }[key];
}

// The contracts that somebody may play here, in bidding order; `place` is 0 for the first game of the hand.
export function offered(table, state, place) {
  const first = contractOf(table, state.games[0].contract);
  return table.contracts.filter((contract) => {
    if (place === 0 && contract.beside && state.games.length < 2) return false;
    return place === 0 || goesBeside(table, state, contract, first);
  });
}

// Why none of those who were named may play it: the word for that, or null.
export function barred(table, state, place, contract) {
  const { declarer, partner } = state.games[place];
  const named = [declarer, isCalled(contract) ? partner : null].filter((id) => nameOf(table, id) !== "");
  if (declarer === null || named.some((id) => mayPlay(table, state, contract, id))) return null;
  return contract.who === "vorhand" ? "only_vorhand" : "never_vorhand";
}

// Who must be the one to play it: the Vorhand, or null.
export function playerOf(table, contract) {
  return contract.who === "vorhand" ? table.players[0].id : null;
}

export function mayPlay(table, state, contract, declarer) {
  const isVorhand = declarer === table.players[0].id;
  if (contract.who === "never_vorhand") return !isVorhand;
  if (contract.who !== "vorhand" || isVorhand) return true;
  return contract.kind === "trischaken" && optionOf(table, state, "trischaken_for_schleifen") === "on";
}

function goesBeside(table, state, contract, first) {
  if (!first || contract.kind !== "negative" || !together(table, contract, first)) return false;
  return !contract.beside || state.games.some((game) => game.contract === contract.beside);
}

// Are these two games that the sheet lets be played side by side?
function together(table, one, other) {
  if (table.side_by_side === "listed") return one.goes_beside && other.goes_beside;
  return table.side_by_side !== "none" && one.value === other.value;
}

// Can anybody else play another game beside this one?
export function mayHaveCompany(table, state) {
  const first = contractOf(table, state.games[0].contract);
  if (!first || first.kind !== "negative" || !together(table, first, first)) return false;
  return state.games.length < table.players.length;
}

export function levelsUpTo(table, limit) {
  const levels = table.kontra.levels;
  const last = limit === null ? levels.length - 1 : levels.findIndex((level) => level.key === limit);
  return levels.slice(0, last + 1);
}

// How high the kontra on the game may go.
export function gameLevels(table, state, contract) {
  const limited = [contract.kontra_up_to, valatSaid(state) ? table.kontra.with_announced_valat : null];
  const ladders = limited.map((limit) => levelsUpTo(table, limit ?? null));
  return ladders.reduce((shorter, ladder) => (ladder.length < shorter.length ? ladder : shorter));
}

function valatSaid(state) {
  return Object.values(state.premiums).some(({ key, announced }) => key === "valat" && announced);
}

export function premiumLevels(table, rule) {
  return table.kontra.on_premiums && rule.effect !== "multiplies" ? table.kontra.levels : [];
}

export function premiumOf(table, key) {
  return table.premiums.find((rule) => rule.key === key) || null;
}

// A premium's price in this contract; null: it does not exist that way.
export function price(rule, contract, announced) {
  if (contract.colour && !rule.in_colour) return null;
  if (rule.calling_only && !callsKing(contract)) return null;
  if (contract.solo && rule.in_solo === "never") return null;
  if (contract.solo && rule.in_solo === "listed") {
    return announced ? rule.solo_announced : rule.solo_silent;
  }
  return announced ? rule.announced : rule.silent;
}

// The premiums of this contract, in the sheet's order.
export function premiumsIn(table, contract) {
  if (!byPoints(contract)) return [];
  return table.premiums.filter(
    (rule) => price(rule, contract, false) !== null || price(rule, contract, true) !== null,
  );
}
