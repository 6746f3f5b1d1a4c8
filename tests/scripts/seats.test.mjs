// The list that seats people, by four, five and six of them.

import assert from "node:assert/strict";
import test from "node:test";

// Names that are cut look for room in a page, which is empty.
globalThis.document = { addEventListener() {}, querySelector: () => null, querySelectorAll: () => [] };
globalThis.ResizeObserver = class { observe() {} };
const { CHANGES, seatsOf } = await import("../../scoring/static/scoring/record/seats_list.js");

test("the deal passes on by the turn when whoever would deal leaves", () => {
  const marked = ([size, by]) => {
    const turn = { deals: { hand: (by + size) % size } };
    const people = [..."ABCDEF"].slice(0, size).map((id) => ({ id, name: id, at: "" }));
    const players = people.map(({ id }) => id);
    const turns = { 4: turn, [size]: turn };
    const left = (one) => CHANGES.seatLeft(seatsOf({ players, marked: one, people }), one, turns);
    return players.map((one) => left(one).marked).join("");
  };
  const asked = [[4, 1], [5, 1], [6, 1], [4, -1], [5, -1], [6, -1]];
  assert.deepEqual(asked.map(marked), ["BCDA", "BCDEA", "BCDEFA", "DABC", "EABCD", "FABCDE"]);
});
