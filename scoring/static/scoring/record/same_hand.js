// What two phones have recorded at one table meanwhile, and which of it is probably the same hand.

// Whether all that waits is to be put together with what others have entered.
export function isOfTwoPhones({ waiting, mending }) {
  const [first] = waiting;
  return mending === null && waiting.length > 1 && first.stopped?.why === "conflict" && first.stopped.since?.length > 0;
}

// Said by somebody, or else guessed: where the two say different things of a game, somebody has to decide.
export function isTheSame(page, id) {
  return page.same[id] ?? (pairs(page).has(id) && !isContradicted(page, id));
}

// Have others recorded the same game, but with another result, kontra or premium?
export function isContradicted(page, id) {
  const place = pairs(page).get(id);
  if (place === undefined) return false;
  const { record } = page.waiting.find((deed) => deed.id === id);
  return whole(record) !== whole(page.waiting[0].stopped.since[place].record);
}

// Which of ours is probably which of theirs: the same people play the same, in the same order.
export function pairs({ waiting }) {
  const found = new Map();
  let next = 0;
  const theirs = waiting[0].stopped.since.map(({ record }) => record);
  for (const { id, what, record } of waiting) {
    if (what !== "save") continue;
    const alike = (as) => theirs.findIndex((other, place) => place >= next && as(other) === as(record));
    const [same, similar] = [alike(whole), alike(gist)];
    const place = same < 0 ? similar : same;
    if (place < 0) continue;
    found.set(id, place);
    next = place + 1;
  }
  return found;
}

// Everything that a record says; the order of its keys and premiums says nothing.
function whole(record) {
  const premiums = record.premiums?.map(ordered).sort();
  return ordered({ ...record, premiums });
}

function ordered(value) {
  const byKey = (part) => Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
  return JSON.stringify(value, (_, part) => (part?.constructor === Object ? byKey(part) : part));
}

function gist({ games, void: kind, event }) {
  const played = games?.map(({ declarer, contract, partner, king }) => [declarer, contract, partner ?? king ?? null]);
  return JSON.stringify(played ?? kind ?? event);
}
