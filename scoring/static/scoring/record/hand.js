// What was entered of a hand so far: one plain object that could be stored as it is.

import { emptyGame, playing, wins } from "./game.js";
import { begun, emptyMeter, measured } from "./points.js";
import { byPoints, contractOf, gameLevels, isCalled, isPossible, offered, premiumLevels, premiumOf } from "./rules.js";
import { madeOf, slot } from "./premiums.js";
import { fittingOrder } from "./trischaken.js";

export function emptyHand() {
  return {
    kind: "hand", // or "redeal", "struck", "schlussradl", "radl"
    reason: "",
    games: [emptyGame()],
    premiums: {}, // by side and key: {key, side, by, against, announced, made, kontra, kontraVoid, duty}
    unticked: [], // what the points prove and the scorer took away
    revoked: false,
    revoke: { by: null, claims: {} },
    options: {},
    open: {}, // what is unfolded on the page; `tapped`: the seat that was tapped last
  };
}

// Whether the game may end so, beside everything else that is entered.
export function mayEnd(state, game, contract, result) {
  const details = [["talon", "self"].includes(game.partner) ? game.partner : "partner"];
  if (game.kontra !== null) details.push("kontra");
  if (Object.values(state.premiums).some(({ announced }) => announced)) details.push("announced");
  if (state.revoked) details.push("revoked");
  return result in contract.results && !details.some((what) => contract.results[result].includes(what));
}

// By way of JSON, because a phone of 2021 has no structuredClone.
export function copied(state) {
  return JSON.parse(JSON.stringify(state));
}

// The same hand without what cannot be at this table: players who left, games not offered, and so on.
export function fitting(state, table) {
  const fitted = copied(state);
  fitted.games.forEach((game, place) => fitGame(table, fitted, game, place));
  const first = contractOf(table, fitted.games[0].contract);
  if (first?.kind !== "negative") fitted.games.length = 1;
  fitPremiums(table, fitted, first);
  for (const game of fitted.games) fitKontra(table, fitted, game);
  fitResults(table, fitted);
  fitRevoke(table, fitted, first);
  if (fitted.kind === "schlussradl" && !mayStartSchlussradl(table)) fitted.kind = "hand";
  if (fitted.kind === "radl" && !mayCallRadl(table)) fitted.kind = "hand";
  return fitted;
}

// Only what has been played can be revoked.
export function mayRevoke(state, table) {
  const [game] = state.games;
  const contract = contractOf(table, game.contract);
  return contract !== null && contract.renonce && !contract.results[game.result]?.includes("revoked");
}

// Whether enough is known to ask what it comes to.
export function hasGames(state) {
  return state.kind === "hand" && state.games.every((game) => game.declarer && game.contract);
}

export function mayStartSchlussradl(table) {
  return table.schlussradl_known && !table.schlussradl;
}

// Whether a double round can be called: where that is agreed, and while hands are not doubled already.
export function mayCallRadl(table) {
  return Boolean(table.radl_called) && !table.schlussradl && table.radl === false;
}

function fitGame(table, state, game, place) {
  const seated = table.seats.map((seat) => seat.id);
  if (!seated.includes(game.declarer)) game.declarer = null;
  if (state.games.slice(0, place).some((other) => other.declarer === game.declarer)) game.declarer = null;
  // Who may play it is asked when a declarer is tapped. What was typed stays if the deal moves on meanwhile; the
  // server says then what is wrong with it.
  if (!offered(table, state, place).some(({ key }) => key === game.contract)) game.contract = null;
  if (!fittingPartner(game, contractOf(table, game.contract), seated)) game.partner = null;
}

function fittingPartner(game, contract, seated) {
  if (["talon", "self"].includes(game.partner)) return contract !== null && contract.alone.includes(game.partner);
  const goesAlong = seated.includes(game.partner) && game.partner !== game.declarer;
  return goesAlong && (contract === null || isCalled(contract));
}

function fitPremiums(table, state, contract) {
  for (const [id, premium] of Object.entries(state.premiums)) {
    const { key } = premium;
    const rule = premiumOf(table, key);
    const fits = rule && contract && isPossible(table, contract, key, premium.announced ? "announced" : "silent");
    if (contract && (!fits || (premium.duty && !contract.birds.includes(key)))) delete state.premiums[id];
    else if (rule && !premiumLevels(table, rule).some((level) => level.key === premium.kontra)) {
      premium.kontra = null;
    }
    fitBetween(table, premium, rule);
    if (premium.kontra === null) premium.kontraVoid = false;
  }
  if (contract && contract.birds.length === 1 && !state.premiums[slot("declarer", contract.birds[0])]?.duty) {
    takeBird(state, contract.birds[0]);
  }
}

// Where only two settle a premium, both must play this hand; elsewhere its holder is alone.
function fitBetween(table, premium, rule) {
  const ids = playing(table);
  if (!ids.includes(premium.by)) premium.by = null;
  const fits = rule?.between_two && ids.includes(premium.against) && premium.against !== premium.by;
  if (!fits) premium.against = null;
}

// The bird that the contract itself announces.
export function takeBird(state, key) {
  const id = slot("declarer", key);
  const dutyPremium = Object.values(state.premiums).find((premium) => premium.duty);
  const rest = Object.entries(state.premiums).filter(
    ([other, premium]) => other !== id && !premium.duty && (premium.key !== key || premium.announced),
  );
  const bird = { key, side: "declarer", by: null, announced: true, duty: true };
  const before = dutyPremium ?? { made: null, kontra: null, kontraVoid: false };
  state.premiums = { [id]: { ...before, ...bird }, ...Object.fromEntries(rest) };
}

function fitKontra(table, state, game) {
  const contract = contractOf(table, game.contract);
  if (!contract) return;
  const levels = gameLevels(table, state, contract).map((level) => level.key);
  if (!byPoints(contract) || !levels.includes(game.kontra)) game.kontra = null;
  if (game.kontra === null) game.kontraVoid = false;
  const may = kontraing(table, state, game);
  for (const [id, level] of Object.entries(game.kontras)) {
    if (!may.includes(id) || !levels.includes(level)) delete game.kontras[id];
  }
}

// Who may kontra this negative game, each for himself.
export function kontraing(table, state, game) {
  const contract = contractOf(table, game.contract);
  if (contract?.kind !== "negative") return [];
  const declarers = contract.declarers_kontra ? [game.declarer] : state.games.map((other) => other.declarer);
  return playing(table).filter((id) => !declarers.includes(id));
}

function fitResults(table, state) {
  for (const game of state.games) {
    const contract = contractOf(table, game.contract);
    if (!contract) continue;
    if (contract.kind === "trischaken") fittingOrder(table, game);
    if (contract.kind !== "negative") game.tricks = null;
    if (!byPoints(contract)) game.meter = emptyMeter();
    if (!mayEnd(state, game, contract, game.result)) game.result = null;
  }
}

function fitRevoke(table, state, contract) {
  if (contract && !contract.renonce) state.revoked = false;
  const ids = playing(table);
  const here = offenders(state.revoke).filter((id) => ids.includes(id));
  state.revoke.by = offendersAs(table.shared_renonce ? here : here.slice(0, 1));
  for (const id of Object.keys(state.revoke.claims)) {
    const claims = ids.includes(id) && !here.includes(id) && contract?.claims;
    if (!claims || !state.revoke.claims[id]) delete state.revoke.claims[id];
  }
}

// Returns who revoked, a list: a record names none, one or several.
export function offenders({ by }) {
  return [by ?? []].flat();
}

export function offendersAs(ids) {
  return ids.length > 1 ? ids : (ids[0] ?? null);
}

// What a person still has to decide, in the order of the page: [{block, word, named}].
export function missing(state, table) {
  if (state.kind === "struck") return state.reason.trim() ? [] : [{ block: "reason", word: "ask_reason" }];
  if (state.kind !== "hand") return [];
  const inGames = state.games.flatMap((game, place) => missingInGame(table, state, game, place));
  return [...inGames, ...missingInPremiums(table, state), ...missingInRevoke(state)];
}

function missingInGame(table, state, game, place) {
  const ask = (block, word) => [{ block: `${block}-${place}`, word }];
  const contract = contractOf(table, game.contract);
  if (game.declarer === null) return ask("declarer", place ? "ask_beside" : "ask_declarer");
  if (!contract) return ask("contract", "ask_contract");
  const questions = [];
  if (isCalled(contract) && game.partner === null) questions.push(...ask("declarer", "ask_partner"));
  if (contract.birds.length && !contract.birds.some((key) => state.premiums[slot("declarer", key)]?.duty)) {
    questions.push({ block: "bird", word: "ask_bird" });
  }
  if (state.revoked) return questions;
  if (contract.kind === "trischaken") return [...questions, ...missingInOrder(table, game, place)];
  if (wins(table, game) === null) {
    const half = begun(game.meter);
    questions.push(...ask("result", half ? "ask_blatt" : "ask_result"));
  }
  else if (costsByPoints(state, game, contract) && !begun(game.meter)) {
    questions.push(...ask("result", "ask_points"));
  }
  return questions;
}

// Do the card points say what it costs? With a Valat it is known who has them all.
function costsByPoints(state, game, contract) {
  if (!contract.step_points || ["drawn", "conceded", "blank"].includes(game.result)) return false;
  return !Object.values(state.premiums).some(({ key, made }) => key === "valat" && made === true);
}

function missingInOrder(table, game, place) {
  const block = `result-${place}`;
  if (game.counting) {
    const plain = table.counting === "plain";
    const open = playing(table).filter((id) => measured(game.meters[id], plain) === null);
    return open.length > 1 ? [{ block, word: "ask_count" }] : [];
  }
  const named = Object.values(game.ranks).filter((rank) => rank > 0).length;
  if (!Object.values(game.ranks).includes(1)) return [{ block, word: "ask_most" }];
  if (game.buergermeister || named >= table.trischaken.places_needed) return [];
  return [{ block, word: "ask_second" }];
}

function missingInPremiums(table, state) {
  const [game] = state.games;
  if (state.revoked || game.result === "conceded") return [];
  return Object.values(state.premiums)
    .filter((premium) => madeOf(table, state, premium) === null || isAlone(table, premium))
    .map((premium) => {
      const named = { label: premiumOf(table, premium.key).label };
      const word = madeOf(table, state, premium) === null ? "ask_made" : "ask_against";
      return { block: premium.duty ? "bird" : `premium-${slot(premium.side, premium.key)}`, word, named };
    });
}

// Whether the other one, with whom this is settled, is still missing.
function isAlone(table, premium) {
  return premiumOf(table, premium.key).between_two && premium.against === null;
}

function missingInRevoke(state) {
  return state.revoked && state.revoke.by === null ? [{ block: "revoke", word: "ask_revoke" }] : [];
}
