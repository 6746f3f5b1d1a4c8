// The director has written the sheet of this table anew: the phone goes to the new one, and takes along what
// waits and what is half typed. The server says where that is: {from, record, before, after, people, said}.

import { get, readJson } from "./sending.js";
import { names, shelf } from "./shelf.js";
import { kept, queueIn } from "./waiting.js";

const VERSION = 1;

// What is told once on the page of the new sheet.
export function broughtTo(path) {
  const words = shelf(`moved ${path}`, VERSION);
  const found = words.read();
  words.write(null);
  return found;
}

export function tellAt(path, text) {
  shelf(`moved ${path}`, VERSION).write(text);
}

// Everything that waits for the sheet at `save` waits for the other one from now on, under the same ids.
export function take(save, moved) {
  if (save === moved.record) return;
  const [from, to] = [kept(save), kept(moved.record)];
  const { deeds, after } = queueIn(from);
  if (deeds.length > 0) {
    const there = queueIn(to);
    const known = there.deeds.map(({ id }) => id);
    const more = deeds.filter(({ id }) => !known.includes(id)).map((deed) => brought(deed, moved));
    const theirs = after === moved.before ? moved.after : -1;
    to.write({ ...there, deeds: [...there.deeds, ...more], after: known.length ? there.after : theirs });
  }
  from.write(null);
}

// The server knows who is meant by `from`; the form is for the people who really sit there.
function brought(deed, { from, people }) {
  const state = deed.state ? renamed(deed.state, people) : deed.state;
  const standing = null; // of the old sheet
  return { ...deed, state, standing: deed.what === "undo" ? standing : undefined, from: deed.from ?? from };
}

// A hand in the form, of the people who are meant.
export function renamed(state, people) {
  const who = (id) => people[id] ?? id;
  const each = (of) => Object.fromEntries(Object.entries(of).map(([id, what]) => [who(id), what]));
  const games = state.games.map((game) => ({
    ...game,
    declarer: who(game.declarer),
    partner: who(game.partner),
    counted: who(game.counted),
    jungfrauen: game.jungfrauen.map(who),
    kontras: each(game.kontras),
    ranks: each(game.ranks),
    meters: each(game.meters),
  }));
  const premiums = Object.fromEntries(
    Object.entries(state.premiums).map(([key, premium]) => [key, { ...premium, by: who(premium.by) }]),
  );
  const revoke = { by: who(state.revoke.by), claims: each(state.revoke.claims) };
  return { ...state, games, premiums, revoke };
}

// Hands that wait for a sheet that this one has taken the place of while nobody looked. True, if there were any.
export async function gather(save) {
  const others = names("waiting").filter((name) => name !== save && queueIn(kept(name)).deeds.length > 0);
  const moves = await Promise.all(others.map((name) => whereTo(queueIn(kept(name)).live)));
  const mine = others.filter((_, place) => moves[place]?.record === save);
  for (const name of mine) take(name, moves[others.indexOf(name)]);
  return mine.length > 0;
}

async function whereTo(live) {
  if (!live) return null;
  const read = (response) => (response.status === 410 ? readJson(response) : null);
  const told = await get(live, read).catch(() => null); // no network: they are asked about the next time
  return told?.moved ?? null;
}
