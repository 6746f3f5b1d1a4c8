// The hand as a record with names, and as the part of a link that carries it. The server reads both.

import { recordOf } from "../record/record.js";

const VERSION = "1";

// The record of what is on the page; a game of which only the declarer is known is in it too.
export function handRecord(page) {
  const { state, table, radl } = page;
  const { options, games, premiums, revoke } = recordOf(state, table);
  const begun = state.games.find((game) => game.declarer && !game.contract);
  const allPremiums = premiums ?? waiting(page);
  const named = {
    games: begun ? [...games, { declarer: begun.declarer }] : games,
    ...(allPremiums.length ? { premiums: allPremiums } : {}),
    ...(radl ? { radl } : {}),
    ...(revoke ? { revoke } : {}),
  };
  const players = table.players.map((player) => player.name);
  const names = new Map(table.players.map(({ id, name }) => [id, name]));
  return { rules: table.rules, ...(options ? { options } : {}), players, ...renamed(named, names) };
}

// Premiums of a game that another sheet did not have: they wait for the next one.
function waiting({ state, table }) {
  const [game] = state.games;
  if (game.declarer === null || game.contract !== null) return [];
  const opponent = table.players.find(({ id }) => id !== game.declarer).id;
  return Object.values(state.premiums).map(({ key, side, announced, made, kontra }) => ({
    premium: key,
    by: side === "declarer" ? game.declarer : opponent,
    ...(announced ? { announced } : {}),
    ...(made === null ? {} : { made }),
    ...(announced && kontra ? { kontra } : {}),
  }));
}

// Seats stand where a record has names: as values, and as keys of what each of them has.
function renamed(part, names) {
  if (typeof part === "string") return names.get(part) ?? part;
  if (Array.isArray(part)) return part.map((one) => renamed(one, names));
  if (part === null || typeof part !== "object") return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [renamed(key, names), renamed(value, names)]),
  );
}

export function written(record) {
  const bytes = new TextEncoder().encode(JSON.stringify(record));
  const packed = btoa(String.fromCharCode(...bytes));
  return `${VERSION}.${packed.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

// Characters that are invisible or turn the text around. Some scripts and emoji cannot be written without joiners.
const HIDDEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u2800\u3164\uffa0]/gu;
const JOINERS_ONLY = /^[\u200c\u200d]*$/;

function tidied(name) {
  const visible = name.normalize("NFC").replace(/\s+/g, " ").replace(HIDDEN, "").replace(/ +/g, " ").trim();
  return JOINERS_ONLY.test(visible) ? "" : visible;
}

// Everybody needs a name of their own: without one, or with one that is taken, the usual one.
export function seated(inputs, usual) {
  const tidyNames = inputs.map(tidied);
  const taken = new Set();
  const own = tidyNames.map((name) => {
    const free = name !== "" && !taken.has(name);
    if (free) taken.add(name);
    return free;
  });
  const names = tidyNames.map((name, seat) => {
    if (own[seat]) return name;
    let substitute = usual[seat];
    while (taken.has(substitute)) substitute += "′";
    taken.add(substitute);
    return substitute;
  });
  return { names, clashes: tidyNames.filter((name, seat) => name !== "" && !own[seat]) };
}
