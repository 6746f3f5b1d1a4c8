// What two phones have recorded at one table meanwhile, and which of it is probably the same hand.

// Whether what waits is to be put together with what others have entered.
export function isOfTwoPhones(page) {
  const [first] = page.waiting;
  const stopped = page.mending === null && first?.stopped?.why === "conflict" && first.stopped.since?.length > 0;
  return stopped && (page.waiting.length > 1 || contradicted(page).length > 0);
}

// What becomes of a hand of ours: "theirs" (what is on the sheet counts), "mine" (this one counts in its place) or
// "other" (they are two hands). Said by somebody, or else guessed; null: nobody can guess it.
export function decisionOn(page, id) {
  if (page.same[id]) return page.same[id];
  if (contradicted(page).some((pair) => pair.id === id)) return null;
  return pairs(page).has(id) ? "theirs" : "other";
}

// The ids of those that somebody has to decide about first.
export function undecided(page) {
  return contradicted(page)
    .map(({ id }) => id)
    .filter((id) => decisionOn(page, id) === null);
}

// Hands that others have entered, too, but with another result, kontra or premium: {id, record, theirs}.
export function contradicted(page) {
  const found = pairs(page);
  const gone = undone(page.waiting);
  const both = page.waiting.filter(({ id }) => found.has(id) && !gone.has(id));
  return both
    .map(({ id, record }) => ({ id, record, theirs: page.waiting[0].stopped.since[found.get(id)] }))
    .filter(({ record, theirs }) => record.games && whole(record) !== whole(theirs.record));
}

// Would that one, sent now, contradict what others have entered since?
export function contradicts(record, since) {
  const deed = { id: "", what: "save", record, stopped: { why: "conflict", since } };
  return contradicted({ waiting: [deed] }).length > 0;
}

// Is there anything on the two lists beside contradictions?
export function hasSomethingElse(page) {
  const differs = contradicted(page).length;
  return page.waiting.length > differs || page.waiting[0].stopped.since.length > differs;
}

// Which hand on the sheet ours is taken for; where nobody could have guessed it, the last one.
export function counterpart(page, id) {
  const { since } = page.waiting[0].stopped;
  const { record } = page.waiting.find((deed) => deed.id === id);
  return since[pairs(page).get(id)] ?? lastDiffering(record, since);
}

// The last hand of others, where none of theirs says the same as this one; else null.
export function lastDiffering(record, since) {
  const hands = since.filter((one) => one.record.games);
  const isThere = hands.some((one) => whole(one.record) === whole(record));
  return isThere ? null : (hands.pop() ?? null);
}

// Which of ours is probably which of theirs: the same people play the same, in the same order.
export function pairs({ waiting }) {
  const found = new Map();
  let next = 0;
  const theirs = waiting[0]?.stopped?.since?.map(({ record }) => record) ?? [];
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

// The ids of what waits and is taken back by what waits behind it.
export function undone(waiting) {
  const standing = [];
  const found = new Set();
  for (const { id, what } of waiting) {
    if (what === "save") standing.push(id);
    else if (what === "undo" && standing.length) found.add(standing.pop());
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
