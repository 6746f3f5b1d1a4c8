// What the rule sheet allows, looked up in what the engine lists of it (scoring/engine/possible.py). Nothing here
// judges a hand.

import { nameOf, say } from "./words.js";

export const BY_POINTS = ["calling", "paired", "alone"];

export function contractOf(table, key) {
  return table.contracts.find((contract) => contract.key === key) || null;
}

export function byPoints(contract) {
  return contract !== null && BY_POINTS.includes(contract.kind);
}

// Whether it is played with a partner.
export function isCalled(contract) {
  return contract !== null && (contract.kind === "calling" || contract.kind === "paired");
}

// Says why the player has no partner: what is called lies in the talon, or is the player's own.
export function aloneInWords(table, contract, why) {
  const card = contract?.calls;
  return why === "talon" && card ? say(table, "talon_of", { card }) : say(table, why);
}

// Returns the contracts that may be played here, in bidding order; `place` is 0 for the first game of the hand.
export function offered(table, state, place) {
  const first = contractOf(table, state.games[0].contract);
  return table.contracts.filter(({ key, beside }) => {
    if (place === 0) return !beside || state.games.length > 1;
    const isThere = !beside || state.games.some((game) => game.contract === beside);
    return isThere && first !== null && first.games_beside.includes(key);
  });
}

// Why none of those who were named may play it: the word for that, or null.
export function barred(table, state, place, contract) {
  const { declarer, partner } = state.games[place];
  const named = [declarer, isCalled(contract) ? partner : null].filter((id) => nameOf(table, id) !== "");
  if (declarer === null || named.some((id) => mayPlay(table, contract, id))) return null;
  return contract.only === "vorhand" ? "only_vorhand" : contract.only;
}

// Who must be the one to play it: the Vorhand, or null.
export function playerOf(table, contract) {
  return contract.who === "vorhand" ? table.players[0].id : null;
}

export function mayPlay(table, contract, declarer) {
  return contract.only === null || (declarer === table.players[0].id) === (contract.only === "vorhand");
}

// Whether another player can play a game beside this one.
export function mayHaveCompany(table, state) {
  const first = contractOf(table, state.games[0].contract);
  return first?.games_beside.includes(first.key) && state.games.length < table.players.length;
}

// How high the kontra on the game may go.
export function gameLevels(table, state, contract) {
  const isValatSaid = Object.values(state.premiums).some(({ key, announced }) => key === "valat" && announced);
  const may = isValatSaid ? contract.kontra_with_valat : contract.kontra;
  return table.levels.filter(({ key }) => may.includes(key));
}

export function premiumLevels(table, rule) {
  return rule.kontra ? table.levels : [];
}

export function premiumOf(table, key) {
  return table.premiums.find((rule) => rule.key === key) || null;
}

// In which ways this side can have a premium of this contract: "silent", "announced", "missed".
export function waysOf(table, contract, side, key) {
  return table.possible[contract.premiums]?.[side][key] ?? [];
}

// Whether either side can have it in this way.
export function isPossible(table, contract, key, way) {
  return ["declarer", "others"].some((side) => waysOf(table, contract, side, key).includes(way));
}

// The premiums of this contract, in the sheet's order.
export function premiumsIn(table, contract, side) {
  return contract === null ? [] : table.premiums.filter(({ key }) => waysOf(table, contract, side, key).length > 0);
}
