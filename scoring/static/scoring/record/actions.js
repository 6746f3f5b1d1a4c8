// What a tap does to the hand: (hand, table, ...what the button says) to the next hand.

import { byThePoints, emptyGame, playing } from "./game.js";
import { copied, fitting, offenders, offendersAs, takeBird } from "./hand.js";
import { begun, emptyMeter, erased, withBlatt, withCard, withDigit } from "./points.js";
import { speaker } from "./record.js";
import { otherSide, slot } from "./premiums.js";
import { contractOf, gameLevels, isCalled, mayPlay, playerOf, premiumLevels, premiumOf } from "./rules.js";
import { counts } from "./trischaken.js";

export function act(state, table, name, ...values) {
  const next = copied(state);
  ACTIONS[name](next, table, ...values);
  if (name !== "seat") next.open.tapped = null;
  return fitting(next, table);
}

// A meter is found by its game and, in Trischaken, by the player whose points are counted.
function metered(state, place, id, change) {
  const game = state.games[place];
  if (id === null) {
    game.meter = change(game.meter);
    game.result = null;
  } else {
    game.meters[id] = change(game.meters[id] || emptyMeter());
  }
}

function isNegative(table, key) {
  return contractOf(table, key)?.kind === "negative";
}

function forget(game, key) {
  const { declarer, partner } = game;
  Object.assign(game, emptyGame(), { declarer, partner, contract: key });
}

function plays(state, table, place, id) {
  const game = state.games[place];
  if (game.declarer !== id && game.contract === null) state.open = { contracts: state.open.contracts ?? null };
  game.declarer = id;
  const contract = contractOf(table, game.contract);
  if (contract !== null && !mayPlay(table, contract, id)) game.contract = null;
}

// The next level of a kontra; after the highest none.
function above(ladder, level) {
  return ladder[ladder.findIndex(({ key }) => key === level) + 1]?.key ?? null;
}

const ACTIONS = {
  // Takes who plays, then who goes along, before or after the game is chosen; the same tap again takes either of them out.
  // Where a partner is impossible, a further tap names another player right after the first, or in place of one who sits out.
  seat(state, table, place, id) {
    const game = state.games[place];
    const contract = contractOf(table, game.contract);
    const { tapped = null } = state.open;
    if (game.declarer === id) game.declarer = null;
    else if (game.declarer === null) plays(state, table, place, id);
    else if (game.partner === id) game.partner = null;
    else if (place === 0 && (contract === null || isCalled(contract))) game.partner = id;
    else if (tapped === game.declarer || !playing(table).includes(game.declarer)) plays(state, table, place, id);
    state.open.tapped = id;
  },

  contract(state, table, place, key) {
    const game = state.games[place];
    const other = isNegative(table, key) !== isNegative(table, game.contract);
    if (game.contract !== null && other) forget(game, key);
    game.contract = key;
    const contract = contractOf(table, key);
    const { declarer, partner } = game;
    // Of two who were named it is played by the one who may.
    if (declarer !== null && !mayPlay(table, contract, declarer)) {
      Object.assign(game, { declarer: partner, partner: declarer });
    }
    game.declarer ??= playerOf(table, contract);
    Object.assign(state.open, { game: null, contracts: null, sought: "" });
  },

  // None yet, after all.
  noGame(state, table, place) {
    Object.assign(state.games[place], { contract: null });
    state.open.game = null;
  },

  // Another one than the one that was chosen.
  regame(state, table, place) {
    state.open.game = place;
  },

  // Who played what in the hand before.
  likeLast(state, table, declarer, key) {
    Object.assign(state.games[0], { declarer, contract: key });
  },

  contracts(state, table, place) {
    Object.assign(state.open, { contracts: state.open.contracts === place ? null : place, sought: "" });
  },

  seek(state, table, text) {
    state.open.sought = text;
  },

  partner(state, table, place, who) {
    const game = state.games[place];
    game.partner = game.partner === who ? null : who;
  },

  result(state, table, place, result) {
    const game = state.games[place];
    const undecided = begun(game.meter) && byThePoints(table, game) === null;
    const beside = undecided && (result === "won" || result === "lost");
    const again = game.result === result && result !== "won" && result !== "lost";
    Object.assign(game, { result: again ? null : result, tricks: null, meter: beside ? game.meter : emptyMeter() });
    if (!beside) state.open.meter = null;
    Object.assign(state.open, { premium: null, further: null });
  },

  tricks(state, table, place, tricks) {
    const game = state.games[place];
    Object.assign(game, { tricks: game.tricks === tricks ? null : tricks, result: null });
  },

  unfold(state, table, what, value) {
    state.open[what] = state.open[what] === value ? null : value;
    if (what === "meter") state.open.further = null;
  },

  digit(state, table, place, id, digit) {
    metered(state, place, id, (meter) => withDigit(meter, digit));
    if (id === null && table.counting === "plain" && state.games[place].meter.whole.length > 1) state.open.meter = null;
  },

  blatt(state, table, place, id, blatt) {
    metered(state, place, id, (meter) => withBlatt(meter, blatt));
    if (id === null) {
      state.open.meter = null;
      return;
    }
    const game = state.games[place];
    const points = counts(table, game);
    game.counted = playing(table).find((other) => points[other] === null) ?? game.counted;
  },

  erase(state, table, place, id) {
    metered(state, place, id, erased);
  },

  card(state, table, place, id, kind, change) {
    metered(state, place, id, (meter) => withCard(meter, kind, change));
  },

  of(state, table, place, side) {
    state.games[place].of = side;
  },

  kontra(state, table, place, level) {
    const game = state.games[place];
    game.kontra = game.kontra === level ? null : level;
  },

  kontraNext(state, table, place) {
    const game = state.games[place];
    game.kontra = above(gameLevels(table, state, contractOf(table, game.contract)), game.kontra);
  },

  kontraVoid(state, table, place) {
    state.games[place].kontraVoid = !state.games[place].kontraVoid;
  },

  kontras(state, table, place, id, level) {
    const { kontras } = state.games[place];
    if (kontras[id] === level) delete kontras[id];
    else kontras[id] = level;
  },

  kontrasNext(state, table, place, id) {
    const { kontras, contract } = state.games[place];
    const level = above(gameLevels(table, state, contractOf(table, contract)), kontras[id] ?? null);
    if (level === null) delete kontras[id];
    else kontras[id] = level;
  },

  company(state) {
    state.games.push(emptyGame());
  },

  alone(state, table, place) {
    state.games.splice(place, 1);
  },

  rank(state, table, place, id, rank) {
    const game = state.games[place];
    game.jungfrauen = game.jungfrauen.filter((other) => other !== id);
    if (game.ranks[id] === rank) delete game.ranks[id];
    else game.ranks[id] = rank;
  },

  jungfrau(state, table, place, id) {
    const game = state.games[place];
    const was = game.jungfrauen.includes(id);
    const three = game.jungfrauen.length === 3;
    if (was && three) game.buergermeister = false;
    game.jungfrauen = was ? game.jungfrauen.filter((other) => other !== id) : [...game.jungfrauen, id];
  },

  buergermeister(state, table, place) {
    state.games[place].buergermeister = !state.games[place].buergermeister;
  },

  counting(state, table, place, on) {
    const game = state.games[place];
    game.counting = on;
    game.counted = on ? table.players[0].id : null;
  },

  count(state, table, place, id) {
    state.games[place].counted = id;
  },

  bird(state, table, key) {
    takeBird(state, key);
  },

  birdMade(state, table, key, made) {
    state.premiums[slot("declarer", key)].made = made;
  },

  premium(state, table, side, key, announced, made) {
    const [id, theirs] = [slot(side, key), slot(otherSide(side), key)];
    const before = state.premiums[id] ?? { by: null, against: null, kontra: null, kontraVoid: false };
    const { by, against } = before;
    const details = announced ? before : { by, against, kontra: null, kontraVoid: false };
    if (!announced || !state.premiums[theirs]?.announced) delete state.premiums[theirs];
    state.premiums[id] = { ...details, key, side, announced, made, duty: false };
    const between = premiumOf(table, key).between_two;
    if (between) state.premiums[id].by = speaker(table, state.games[0], side, by);
    state.open.premium = id;
  },

  premiumBy(state, table, side, key, id) {
    const premium = state.premiums[slot(side, key)];
    premium.by = id;
    if (premium.against === id) premium.against = null;
  },

  premiumAgainst(state, table, side, key, id) {
    const premium = state.premiums[slot(side, key)];
    premium.against = premium.against === id ? null : id;
  },

  // It is the other side's after all.
  premiumSide(state, table, side, key) {
    const { [slot(side, key)]: premium, ...rest } = state.premiums;
    const other = otherSide(side);
    const by = premiumOf(table, key).between_two ? speaker(table, state.games[0], other) : null;
    const against = premium.against === by ? null : premium.against;
    state.premiums = { ...rest, [slot(other, key)]: { ...premium, side: other, by, against } };
    state.open.premium = slot(other, key);
  },

  premiumOff(state, table, side, key) {
    delete state.premiums[slot(side, key)];
    state.open.premium = null;
  },

  premiumKontra(state, table, side, key, level) {
    const premium = state.premiums[slot(side, key)];
    premium.kontra = premium.kontra === level ? null : level;
  },

  premiumKontraNext(state, table, side, key) {
    const premium = state.premiums[slot(side, key)];
    premium.kontra = above(premiumLevels(table, premiumOf(table, key)), premium.kontra);
  },

  premiumVoid(state, table, side, key) {
    const premium = state.premiums[slot(side, key)];
    premium.kontraVoid = !premium.kontraVoid;
  },

  tick(state, table, key) {
    const off = state.unticked.includes(key);
    state.unticked = off ? state.unticked.filter((other) => other !== key) : [...state.unticked, key];
  },

  renonce(state) {
    state.revoked = !state.revoked;
    if (!state.revoked) state.revoke = { by: null, claims: {} };
  },

  revokedBy(state, table, id) {
    const so = offenders(state.revoke);
    if (!table.shared_renonce) state.revoke.by = id;
    else state.revoke.by = offendersAs(so.includes(id) ? so.filter((one) => one !== id) : [...so, id]);
  },

  claim(state, table, id, change) {
    const { claims } = state.revoke;
    claims[id] = Math.max(0, (claims[id] || 0) + change);
  },

  kind(state, table, kind) {
    state.kind = state.kind === kind ? "hand" : kind;
    state.reason = "";
  },

  reason(state, table, text) {
    state.reason = text;
  },
};
