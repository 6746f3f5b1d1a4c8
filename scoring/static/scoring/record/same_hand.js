// Compares what two phones have recorded at one table meanwhile: the first hand after where both had stood is taken for
// the same deal, and so is the second, until it is decided otherwise.

// Whether what waits is to be put together with what others have entered.
export function isOfTwoPhones(page) {
  const [first] = page.waiting;
  const stopped = page.editing === null && first?.stopped?.why === "conflict" && first.stopped.since?.length > 0;
  return stopped && (page.waiting.length > 1 || contradicted(page).length > 0);
}

// Returns what becomes of a hand of ours: "theirs" (what is on the sheet counts), "mine" (this one counts in its place) or
// "other" (they are two hands). Null: it is not decided yet.
export function decisionOn(page, id) {
  const theirs = pairs(page).get(id) ?? null;
  return page.same[pairKey(id, theirs)] ?? presetOf(page, id, theirs);
}

function presetOf({ waiting }, id, theirs) {
  if (theirs === null) return "other";
  const { record } = waiting.find((deed) => deed.id === id);
  return !record.games || whole(record) === whole(theirs.record) ? "theirs" : null;
}

// Returns the pairs that have to be decided about first.
export function undecided(page) {
  return [...pairs(page)].filter(([id]) => decisionOn(page, id) === null).map(([id, theirs]) => pairKey(id, theirs));
}

// Returns hands that others have entered differently at the same place: {id, record, theirs}, also those that were decided
// to be two.
export function contradicted(page) {
  return compared(page).differing;
}

// Whether this record, sent now, would contradict what others have entered since.
export function contradicts(record, since, next) {
  const deed = { id: "", what: "save", record, stopped: { why: "conflict", since, next } };
  return contradicted({ waiting: [deed], same: {} }).length > 0;
}

// Whether there is anything on the two lists beside contradictions.
export function hasSomethingElse(page) {
  const differs = contradicted(page).length;
  return page.waiting.length > differs || page.waiting[0].stopped.since.length > differs;
}

// Returns which hand on the sheet ours is taken for; where nothing hints at one, the last.
export function counterpart(page, id) {
  const { record } = page.waiting.find((deed) => deed.id === id);
  return pairs(page).get(id) ?? lastDiffering(record, page.waiting[0].stopped.since);
}

// The last hand of others, where none of theirs says the same as this one; else null.
export function lastDiffering(record, since) {
  const hands = since.filter((one) => one.record.games);
  const isThere = hands.some((one) => whole(one.record) === whole(record));
  return isThere ? null : (hands.pop() ?? null);
}

// Which of theirs each of ours is: by the id of ours.
export function pairs(page) {
  return compared(page).pairs;
}

// The number that a hand of ours has, where nothing else had been entered; by its id.
export function numbersOf({ waiting }) {
  const hands = handsOf(waiting);
  const first = waiting[0].stopped.next ?? hands[0]?.number;
  return new Map(hands.map(({ id }, place) => [id, first + place]));
}

// How a decision about a hand of ours is called; it is about one of theirs.
export function pairKey(id, theirs) {
  return `${id} ${theirs?.id ?? ""}`;
}

// Goes through both lists, deal by deal. Once two were decided not to be the same, one list has a deal that the other has
// not: from there on one that is equal, or the same game, comes before the one at that place.
function compared({ waiting, same }) {
  const { since = [], next: first = 0 } = waiting[0]?.stopped ?? {};
  const theirs = since.filter(({ record, number }) => record.games && !(number < first));
  theirs.sort((one, other) => one.number - other.number);
  const [matches, differing] = [samePauses(waiting, since), []];
  let [left, next, isMoved] = [0, 0, false]; // behind the last pair; and behind the last two that were compared
  for (const { id, record } of handsOf(waiting)) {
    const alike = (as, from) => theirs.findIndex((other, place) => place >= from && as(other.record) === as(record));
    const likely = (from) => [alike(whole, from), alike(gist, from)].find((place) => place >= 0) ?? -1;
    let place = isMoved ? likely(left) : next;
    if (place < 0) place = next;
    while (theirs[place]) {
      const other = theirs[place];
      next = Math.max(next, place + 1);
      if (whole(other.record) !== whole(record)) differing.push({ id, record, theirs: other });
      if (same[pairKey(id, other)] !== "other") {
        matches.set(id, other);
        left = next;
        break;
      }
      isMoved = true;
      place = likely(place + 1);
    }
  }
  return { pairs: matches, differing };
}

function handsOf(waiting) {
  const takenBack = undone(waiting);
  return waiting.filter(({ id, what, record }) => what === "save" && record.games && !takenBack.has(id));
}

// What is no hand is the same where it is of one kind, in order.
function samePauses(waiting, since) {
  const kind = ({ void: reason, event }) => reason ?? event;
  const left = since.filter(({ record }) => !record.games);
  const matches = new Map();
  for (const { id, what, record } of waiting) {
    if (what !== "save" || record.games) continue;
    const place = left.findIndex((other) => kind(other.record) === kind(record));
    if (place >= 0) matches.set(id, left.splice(0, place + 1).at(-1));
  }
  return matches;
}

// The ids of what waits and is taken back by what waits behind it.
export function undone(waiting) {
  const standing = [];
  const takenBack = new Set();
  for (const { id, what } of waiting) {
    if (what === "save") standing.push(id);
    else if (what === "undo" && standing.length) takenBack.add(standing.pop());
  }
  return takenBack;
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

// Who plays what.
export function gist({ games }) {
  return JSON.stringify(games.map(({ declarer, contract, partner, king }) => [declarer, contract, partner ?? king ?? null]));
}
