// What two phones have recorded at one table meanwhile, and which of it is probably the same hand.

// Whether all that waits is to be put together with what others have entered.
export function isOfTwoPhones({ waiting, mending }) {
  const [first] = waiting;
  return mending === null && waiting.length > 1 && first.stopped?.why === "conflict" && first.stopped.since?.length > 0;
}

// Said by somebody, or else guessed.
export function isTheSame(page, id) {
  return page.same[id] ?? pairs(page).has(id);
}

// Which of ours is probably which of theirs: the same people play the same, in the same order.
export function pairs({ waiting }) {
  const found = new Map();
  let next = 0;
  const theirs = waiting[0].stopped.since.map(({ record }) => gist(record));
  for (const { id, what, record } of waiting) {
    const place = what === "save" ? theirs.indexOf(gist(record), next) : -1;
    if (place < 0) continue;
    found.set(id, place);
    next = place + 1;
  }
  return found;
}

function gist({ games, void: kind, event }) {
  const played = games?.map(({ declarer, contract, partner, king }) => [declarer, contract, partner ?? king ?? null]);
  return JSON.stringify(played ?? kind ?? event);
}
