// Premiums: which there are for a side, and what the points prove.

import { pointsOf, wins } from "./game.js";
import { reaches } from "./points.js";
import { byPoints, contractOf, isPossible, premiumOf, premiumsIn, waysOf } from "./rules.js";

export const SIDES = ["declarer", "others"];

export function otherSide(side) {
  return side === "declarer" ? "others" : "declarer";
}

// Under what a hand keeps the premium of a side: what both announced is there twice.
export function slot(side, key) {
  return `${side}:${key}`;
}

// What a hand says of this premium, for whichever side.
export function entriesOf(state, key) {
  return SIDES.map((side) => state.premiums[slot(side, key)]).filter(Boolean);
}

// The premiums that this side can have, without the contract's own bird.
export function premiumsFor(table, state, side) {
  const [game] = state.games;
  const contract = contractOf(table, game.contract);
  return premiumsIn(table, contract, side).filter((rule) => {
    if (state.premiums[slot(side, rule.key)]?.duty) return false;
    if (state.revoked && !waysOf(table, contract, side, rule.key).includes("announced")) return false;
    return canBeOf(table, game, rule, side) && isOpenFor(table, state, rule, side);
  });
}

// What the other side has silently is theirs alone; what they announced this side can have announced too, unless
// it is a bird, which only who holds it announces.
function isOpenFor(table, state, rule, side) {
  const [mine, theirs] = [side, otherSide(side)].map((one) => state.premiums[slot(one, rule.key)]);
  return Boolean(mine) || !theirs || statesOf(table, state, rule, side).length > 0;
}

function canBeOf(table, game, rule, side) {
  if (rule.whose !== "winner") return true;
  const won = wins(table, game);
  return won === null || won === (side === "declarer");
}

// The states a premium of this side can have: [{name, announced, made}].
export function statesOf(table, state, rule, side) {
  const contract = contractOf(table, state.games[0].contract);
  const theirs = state.premiums[slot(otherSide(side), rule.key)];
  const ways = waysOf(table, contract, side, rule.key);
  const silent = ways.includes("silent") && !state.revoked && !theirs;
  const announced = ways.includes("announced") && (!theirs || (theirs.announced && !rule.held_by_one));
  const states = [];
  if (silent) states.push({ name: "silent", announced: false, made: true });
  if (announced && !state.revoked) {
    states.push({ name: "made", announced: true, made: true });
    states.push({ name: "missed", announced: true, made: false });
  }
  if (announced) states.push({ name: "announced", announced: true, made: null });
  if (silent && ways.includes("missed")) states.push({ name: "silent_missed", announced: false, made: false });
  return states;
}

// Made or missed: as it was tapped, else as the points have it. If they say otherwise, the page says so.
export function madeOf(table, state, premium) {
  const { needs } = premiumOf(table, premium.key);
  const points = pointsOf(table, state.games[0], premium.side);
  return premium.made ?? (needs && points && reaches(points, table.limits[needs]));
}

// Returns everything silent that the points prove and that is not recorded otherwise: [{key, side}].
export function proven(table, state) {
  const [game] = state.games;
  const contract = contractOf(table, game.contract);
  const points = byPoints(contract) && !state.revoked ? pointsOf(table, game) : null;
  if (points === null || points.points < 0 || points.points > points.all) return [];
  const has = (side, needs) => reaches(pointsOf(table, game, side), table.limits[needs]) === true;
  return table.premiums
    .filter(({ key, needs }) => needs !== null && isPossible(table, contract, key, "silent") && !entriesOf(state, key).length)
    .flatMap(({ key, needs }) => SIDES.filter((side) => has(side, needs)).map((side) => ({ key, side })));
}

export function ticked(table, state) {
  return proven(table, state).filter(({ key }) => !state.unticked.includes(key));
}
