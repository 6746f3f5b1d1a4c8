// One game of a hand: what has been said of it, whose side is whose, and who wins.

import { emptyMeter, measured } from "./points.js";
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

// The declarer's side's points, or null while they are not known.
export function pointsOf(table, game) {
  const points = measured(game.meter, table.counting === "plain");
  if (points === null) return null;
  return game.of === "others" ? table.points - points : points;
}

export function wins(table, game) {
  const contract = contractOf(table, game.contract);
  if (!contract) return null;
  if (contract.kind === "negative") {
    return game.tricks === null ? resultAsWin(game) : game.tricks === contract.tricks;
  }
  const points = byPoints(contract) ? pointsOf(table, game) : null;
  if (points === null) return resultAsWin(game);
  const kontra = game.kontra !== null && !game.kontraVoid;
  const needs = kontra && contract.needs_after_kontra !== null ? contract.needs_after_kontra : table.needs;
  return points >= needs;
}

function resultAsWin(game) {
  return game.result === null ? null : game.result === "won" || game.result === "blank";
}
