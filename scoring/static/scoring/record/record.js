// Turns what was entered into a hand record, and back.

import { byThePoints, emptyGame, pointsOf, sides } from "./game.js";
import { emptyHand, fitting, offenders, takeBird } from "./hand.js";
import { forRecord, meterFrom } from "./points.js";
import { madeOf, proven, slot, ticked } from "./premiums.js";
import { byPoints, contractOf, premiumOf } from "./rules.js";
import { counts, orderRecord, readCounts, readOrder } from "./trischaken.js";

export function recordOf(state, table) {
  if (["schlussradl", "radl"].includes(state.kind)) return { event: state.kind };
  if (state.kind !== "hand") return { void: state.kind, reason: state.reason.trim() };
  const record = {};
  if (Object.keys(state.options).length) record.options = { ...state.options };
  record.games = state.games
    .filter((game) => game.declarer && game.contract)
    .map((game) => gameRecord(table, state, game));
  const premiums = premiumRecords(table, state);
  if (premiums.length) record.premiums = premiums;
  if (state.revoked) record.revoke = revokeRecord(table, state);
  return record;
}

function gameRecord(table, state, game) {
  const contract = contractOf(table, game.contract);
  const record = { contract: game.contract, declarer: game.declarer };
  if (game.partner === "talon" || game.partner === "self") record.king = game.partner;
  else if (game.partner !== null) record.partner = game.partner;
  if (!state.revoked) Object.assign(record, resultRecord(table, game, contract));
  if (byPoints(contract) && game.result !== "conceded" && game.kontra) {
    record.kontra = game.kontra;
    if (game.kontraVoid) record.kontra_void = true;
  }
  if (Object.keys(game.kontras).length) record.kontras = { ...game.kontras };
  return record;
}

const RESULTS = {
  won: { won: true },
  lost: { won: false },
  drawn: { drawn: true },
  conceded: { conceded: true },
  blank: { unplayed: true },
};

function resultRecord(table, game, contract) {
  const plain = table.counting === "plain";
  if (contract.kind === "trischaken")
    return game.counting ? countRecord(table, game) : orderIfAny(table, game);
  if (contract.kind === "negative" && game.tricks !== null) return { tricks: game.tricks };
  const points = byPoints(contract) ? pointsOf(table, game) : null;
  if (points !== null) {
    const result = byThePoints(table, game) === null && game.result ? RESULTS[game.result] : {};
    return { points: points.how === "whole" ? points.points : forRecord(points.points, plain), ...result };
  }
  return RESULTS[game.result] || {};
}

function orderIfAny(table, game) {
  const record = orderRecord(table, game);
  return record.order.length ? record : {};
}

function countRecord(table, game) {
  const plain = table.counting === "plain";
  const known = Object.entries(counts(table, game)).filter(([, points]) => points !== null);
  return { points: Object.fromEntries(known.map(([id, points]) => [id, forRecord(points, plain)])) };
}

function premiumRecords(table, state) {
  const [game] = state.games;
  if (!byPoints(contractOf(table, game.contract)) || game.result === "blank") return [];
  const conceded = game.result === "conceded" && !state.revoked;
  const announced = Object.values(state.premiums)
    .filter((premium) => (conceded ? premium.duty : premium.announced || !state.revoked))
    .map((premium) => premiumRecord(table, state, premium, conceded));
  if (conceded) return announced;
  const silent = ticked(table, state).map(({ key, side }) => ({
    premium: key,
    by: speaker(table, game, side),
    made: true,
  }));
  return [...announced, ...silent];
}

function premiumRecord(table, state, premium, conceded) {
  const { key } = premium;
  const record = { premium: key, by: announcer(table, state.games[0], premium, premiumOf(table, key)) };
  if (premium.against) record.against = premium.against;
  if (premium.announced) record.announced = true;
  const made = conceded || state.revoked ? null : madeOf(table, state, premium);
  if (made !== null) record.made = made;
  if (premium.kontra && !conceded) {
    record.kontra = premium.kontra;
    if (premium.kontraVoid) record.kontra_void = true;
  }
  return record;
}

// What only the holder of the called king announces is announced by the partner, if there is one.
function announcer(table, game, premium, rule) {
  const [caller, partner = caller] = sides(table, game).declarer;
  const holds = rule.whose === "king_holder" && premium.announced;
  return speaker(table, game, premium.side, holds ? partner : premium.by);
}

// Returns who spoke for a side: the one who was recorded, else its first player.
export function speaker(table, game, side, by = null) {
  const members = sides(table, game)[side];
  return members.includes(by) ? by : members[0];
}

function revokeRecord(table, state) {
  const { by, claims } = state.revoke;
  const revoked = offenders(state.revoke);
  const record = by === null ? {} : { by };
  const contract = contractOf(table, state.games[0].contract);
  const claimed = Object.entries(claims).filter(([id, claim]) => claim > 0 && !revoked.includes(id));
  if (claimed.length && contract?.claims) record.claims = Object.fromEntries(claimed);
  return record;
}

// The form filled in with a record that is being corrected.
export function handOf(record, table) {
  const state = emptyHand();
  if (record.event) return { ...state, kind: record.event };
  if (record.void) return { ...state, kind: record.void, reason: record.reason || "" };
  state.options = { ...record.options };
  state.games = record.games.map((game) => gameOf(game, table));
  for (const premium of record.premiums || []) readPremium(state, premium);
  if (record.revoke) {
    state.revoked = true;
    state.revoke = { by: record.revoke.by, claims: { ...record.revoke.claims } };
  }
  markBird(state, table, record.premiums || []);
  // What stands in the record was decided: points prove nothing more.
  state.unticked = proven(table, state).map(({ key }) => key);
  return fitting(state, table);
}

function gameOf(document, table) {
  const game = emptyGame();
  game.contract = document.contract;
  game.declarer = document.declarer;
  game.partner = document.partner ?? document.king ?? null;
  game.tricks = document.tricks ?? null;
  game.kontra = document.kontra ?? null;
  game.kontraVoid = document.kontra_void === true;
  game.kontras = { ...document.kontras };
  if (document.order) readOrder(document, game);
  else if (typeof document.points === "object") readCounts(document.points, game);
  else if (document.points !== undefined) game.meter = meterFrom(document.points);
  game.result = resultOf(document);
  const known = document.points !== undefined && byThePoints(table, game) !== null;
  if (known || typeof document.points === "object" || game.tricks !== null) game.result = null;
  return game;
}

function resultOf(document) {
  if (document.conceded) return "conceded";
  if (document.unplayed) return "blank";
  if (document.drawn) return "drawn";
  if (document.won === undefined) return null;
  return document.won ? "won" : "lost";
}

function readPremium(state, premium) {
  const [game] = state.games;
  const side = premium.by === game.declarer || premium.by === game.partner ? "declarer" : "others";
  state.premiums[slot(side, premium.premium)] = {
    key: premium.premium,
    side,
    by: premium.by,
    against: premium.against ?? null,
    announced: premium.announced === true,
    made: premium.made ?? null,
    kontra: premium.kontra ?? null,
    kontraVoid: premium.kontra_void === true,
    duty: false,
  };
}

// Which of the announced birds is the one that the contract demands.
function markBird(state, table, premiums) {
  const birds = contractOf(table, state.games[0].contract)?.birds || [];
  const own = premiums.find(
    (premium) =>
      birds.includes(premium.premium) &&
      state.premiums[slot("declarer", premium.premium)]?.announced,
  );
  if (!own) return;
  const id = slot("declarer", own.premium);
  const before = state.premiums[id];
  takeBird(state, own.premium);
  Object.assign(state.premiums[id], before, { duty: true });
}
