// What cannot be any more beside what has been said: greyed out, with the reason. The server judges.

import { pointsOf, sides, wins } from "./game.js";
import { contractOf, premiumOf } from "./rules.js";
import { otherSide, slot, ticked } from "./premiums.js";
import { nameOf, namesOf, say } from "./words.js";
import { written } from "./points.js";

const RESULTS = { won: "declarer", lost: "others", drawn: null };
const OF_THE_KING = ["koenig_ultimo", "koenigfang"];
const ALL_TRICKS = 12;
const ALL_PLAY = 4;
const OF_A_TRICK = 4; // in thirds, the least that its four cards count

// What the rules say cannot be beside this hand, as the last preview has it: [key, declarer's, announced, made, why].
export function impossible(page, side, key, announced, made) {
  const { preview, record } = page;
  if (preview?.record !== record || made === null) return null;
  const mine = (one) =>
    one[0] === key && one[1] === (side === "declarer") && one[2] === announced && one[3] === made;
  return preview.impossible?.premiums.find(mine)?.[4] ?? null;
}

export function impossibleResult(page, result) {
  const { preview, record } = page;
  return (preview?.record === record && preview.impossible?.results[result]) || null;
}

// Why this side cannot have made, or missed, this premium: the other fact in words, or null.
export function excluded(table, state, side, rule, made) {
  if (made === null || state.revoked) return null;
  const [game] = state.games;
  const others = [...saidToBeMade(state), ...ticked(table, state)].filter(({ key }) => key !== rule.key);
  const theirs = otherSide(side);
  if (made && state.premiums[slot(theirs, rule.key)]?.made) {
    return `${rule.label} (${namesOf(table, sides(table, game)[theirs])})`;
  }
  const points = rule.needs === null ? null : pointsOf(table, game, side);
  if (points !== null && (made ? points.high < rule.needs : points.low >= rule.needs)) {
    return inPoints(points, table.counting === "plain");
  }
  if (!made) return labelOf(table, others.find((other) => isWithout(table, rule, side, other)));
  if (takesTheGame(rule) && wonBy(table, state) === otherSide(side)) return resultInWords(table, state);
  if (takesTheGame(rule) && (game.result === "drawn" || isDrawn(table, game))) return say(table, "drawn");
  const solo = table.contracts.find(({ key }) => key === game.contract)?.solo;
  if (solo && game.partner === "talon" && OF_THE_KING.includes(rule.key)) return say(table, "talon");
  const one = { key: rule.key, side };
  const missed = Object.values(state.premiums)
    .filter((premium) => premium.made === false && premium.key !== rule.key)
    .map((premium) => [premiumOf(table, premium.key), premium.side])
    .find(([less, of]) => isWithout(table, less, of, one));
  if (missed) return `${missed[0].label} ${say(table, "bird_missed")}`;
  return labelOf(table, others.find((other) => clash(table, game, one, other)));
}

// Why the game cannot have ended so, or null.
export function excludedResult(table, state, result) {
  if (!(result in RESULTS)) return null;
  const needs = ({ key, side }) => takesTheGame(premiumOf(table, key)) && side !== RESULTS[result];
  return labelOf(table, saidToBeMade(state).find(needs));
}

// Why a declarer cannot have taken so many tricks beside the others: what those have, or null. Four declarers take
// all of them.
export function excludedTricks(table, state, place, count) {
  const others = state.games.flatMap((game, other) => {
    const taken = tricksOf(table, game);
    return other === place || taken === null ? [] : [{ name: nameOf(table, game.declarer), taken }];
  });
  const together = others.reduce((sum, { taken }) => sum + taken, count);
  const allAreKnown = others.length === ALL_PLAY - 1;
  if (together <= ALL_TRICKS && !(allAreKnown && together < ALL_TRICKS)) return null;
  return others.map(({ name, taken }) => `${name} ${taken}`).join(", ");
}

function tricksOf(table, game) {
  if (game.tricks !== null) return game.tricks;
  return game.result === "won" ? (contractOf(table, game.contract)?.tricks ?? null) : null;
}

// Are these Blatt behind whole points less than a trick? Without one it is nothing at all.
export function lessThanATrick(whole, blatt) {
  const points = 3 * Number(whole) + blatt;
  return whole !== "" && points > 0 && points < OF_A_TRICK;
}

// 35:35 by the points, where the sheet makes something of it.
function isDrawn(table, game) {
  const points = pointsOf(table, game);
  return points !== null && table.drawn !== null && points.low >= table.drawn[0] && points.high <= table.drawn[1];
}

function inPoints({ low, high }, plain) {
  return low === high ? written(low, plain) : String(Math.round((low + high) / 6));
}

function saidToBeMade(state) {
  const said = Object.values(state.premiums).filter((premium) => premium.made);
  return said.map(({ key, side }) => ({ key, side }));
}

function clash(table, game, one, other) {
  const apart = one.side !== other.side;
  const pair = table.clashes.find(({ premiums }) => premiums.includes(one.key) && premiums.includes(other.key));
  if (pair && (apart || !pair.apart)) return true;
  if (!apart) return false;
  const keys = [one.key, other.key];
  if (keys.includes("valat")) return !(keys.includes("koenigfang") && game.partner === "talon");
  return keys.every((key) => premiumOf(table, key).needs !== null);
}

// What cannot be made where `less` was missed: more of the same side, what needs its cards, and what a missed Valat
// rules out.
function isWithout(table, less, of, { key, side }) {
  const more = premiumOf(table, key);
  if (less.key === "valat") return more.whose === "winner";
  if (side === of && more.cards.includes(less.key)) return true;
  return side === of && less.needs !== null && more.needs !== null && more.needs > less.needs;
}

function takesTheGame(rule) {
  return rule.needs !== null || rule.whose === "winner" || rule.key === "valat";
}

function wonBy(table, state) {
  const won = wins(table, state.games[0]);
  return won === null ? null : won ? "declarer" : "others";
}

function resultInWords(table, state) {
  return say(table, wins(table, state.games[0]) ? "won" : "lost");
}

function labelOf(table, premium) {
  return premium ? premiumOf(table, premium.key).label : null;
}
