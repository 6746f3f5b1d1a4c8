// What has become impossible beside what was entered: greyed out, with the reason. The engine judges, with every
// preview; until the next one is there, the last one holds.

// A premium: why this side cannot have made, or missed it; or null.
export function impossible({ preview }, side, key, announced, made) {
  if (made === null) return null;
  const mine = (one) =>
    one[0] === key && one[1] === (side === "declarer") && one[2] === announced && one[3] === made;
  return preview?.impossible?.premiums.find(mine)?.[4] ?? null;
}

export function impossibleResult({ preview }, result) {
  return preview?.impossible?.results[result] ?? null;
}

// Returns why the declarer of one of several games cannot have this number of tricks: what the others have; or null.
export function impossibleTricks({ preview }, place, count) {
  return preview?.impossible?.tricks.find(([game, tricks]) => game === place && tricks === count)?.[2] ?? null;
}
