// The director corrects who was at this table: "Anna was really Bert". What was typed before the phone heard of it
// means those who were really there; for what waits, the server knows by the number of the last entry that was seen.

import { offenders, offendersAs } from "./hand.js";

// Returns who is who, for names that were typed at entry number `seenUpTo`; null, where none was corrected since.
export function rightNames({ people = [] }, seenUpTo) {
  const since = people.filter(([written]) => written > seenUpTo).map(([, names]) => names);
  if (since.length === 0) return null;
  return since.reduce((merged, names) => {
    const now = Object.entries(merged).map(([id, who]) => [id, names[who] ?? who]);
    return { ...names, ...Object.fromEntries(now) };
  }, {});
}

// Whether only names were corrected since entry number `seenUpTo`.
export function onlyNamesSince({ after, people = [] }, seenUpTo) {
  return people.filter(([written]) => written > seenUpTo).length === after - seenUpTo;
}

// A hand in the form, of these people.
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
    Object.entries(state.premiums).map(([id, premium]) => [id, { ...premium, by: who(premium.by), against: who(premium.against) }]),
  );
  const revoke = { by: offendersAs(offenders(state.revoke).map(who)), claims: each(state.revoke.claims) };
  return { ...state, games, premiums, revoke };
}
