// One game of a hand: what was entered of it, whose side is whose, and who wins.

import { emptyMeter, measured, reaches } from "./points.js";
import { byPoints, contractOf } from "./rules.js";

export function emptyGame() {
  return {
    declarer: null,
    contract: null,
    partner: null, // a player, "talon" or "self"
    result: null, // "won", "lost", "drawn", "conceded" or "blank"
    meter: emptyMeter(), // or the card points ...
    of: "declarer", // ... of this side
    tricks: null,
    kontra: null,
    kontraVoid: false,
    kontras: {},
    ranks: {}, // Trischaken: player to place, 1 for most
    jungfrauen: [],
    buergermeister: false,
    counting: false, // Trischaken: everybody's points instead
    meters: {},
    counted: null, // whose points the keypad is for
  };
}

export function playing(table) {
  return table.players.map((player) => player.id);
}

export function sides(table, game) {
  const declarers = playing(table).filter((id) => id === game.declarer || id === game.partner);
  declarers.sort((one) => (one === game.declarer ? -1 : 1));
  return { declarer: declarers, others: playing(table).filter((id) => !declarers.includes(id)) };
}

// Whether this side has a partner, whose kontra on it would be void.
export function hasPartners(table, game, side = "declarer") {
  return sides(table, game)[side].length > 1;
}

// The card points of a side, or null while they are not known: {points, how, all}, exact ones or whole ones.
export function pointsOf(table, game, side = "declarer") {
  if (game.meter.whole === "") return null;
  const exact = measured(game.meter, table.counting === "plain");
  const [how, all] = exact === null ? ["whole", table.points / 3] : ["exact", table.points];
  const counted = exact ?? Number(game.meter.whole);
  return { how, all, points: game.of === side ? counted : all - counted };
}

export function wins(table, game) {
  const contract = contractOf(table, game.contract);
  if (!contract) return null;
  if (contract.kind === "negative") {
    return game.tricks === null ? resultAsWin(game) : contract.won_with.includes(game.tricks);
  }
  return byThePoints(table, game) ?? resultAsWin(game);
}

// Do the card points say who wins? Whole ones may not: null.
export function byThePoints(table, game) {
  const contract = contractOf(table, game.contract);
  const points = byPoints(contract) ? pointsOf(table, game) : null;
  const hasKontra = game.kontra !== null && !game.kontraVoid;
  return points && reaches(points, table.limits[contract.wins[Number(hasKontra)]]);
}

function resultAsWin(game) {
  return game.result === null ? null : game.result === "won" || game.result === "blank";
}
