// Which hands of two phones are the same is guessed, and where two differ somebody is asked: ours by letters, theirs by
// numbers. null in a list of ours takes the hand before it back.

import assert from "node:assert/strict";
import test from "node:test";
import {
  contradicted, counterpart, decisionOn, isOfTwoPhones, pairs, undecided,
} from "../../scoring/static/scoring/record/same_hand.js";

const game = (declarer, won) => ({ contract: "dreier", declarer, won });
const [won, lost, other] = [game("1", true), game("1", false), game("2", true)].map((one) => ({ games: [one] }));
const [trull, pagat] = ["trull", "pagat"].map((premium) => ({ premium, by: "1", made: true }));
const kontra = { games: [{ ...game("1", true), kontra: "kontra" }] };
const redeal = (reason) => ({ void: "redeal", reason });

// What is found of two lists, as far as it is asked for.
const CASES = [
  ["the same hand with another result", [won], [lost], {}, { asked: true, contradicted: ["a-1"], undecided: ["a"] }],
  ["the same, decided", [won], [lost], { a: "mine" }, { undecided: [], decided: ["mine"] }],
  [
    "premiums and keys in another order",
    [{ ...won, premiums: [trull, pagat] }], [{ premiums: [pagat, trull], ...won }], {},
    { contradicted: [], decided: ["theirs"] },
  ],
  ["a premium more", [{ ...won, premiums: [trull] }], [won], {}, { contradicted: ["a-1"] }],
  ["a kontra more", [kontra], [won], {}, { contradicted: ["a-1"] }],
  ["one hand, and another game: the form asks", [other], [won], {}, { asked: false, counterparts: ["1"] }],
  ["rather the same than something that differs", [won, won], [lost, won], {}, { pairs: "a1", decided: ["theirs", "other"] }],
  ["one that is taken back anyway", [won, null], [lost], {}, { contradicted: [] }],
  ["no game, for another reason", [redeal("x")], [redeal("y")], {}, { contradicted: [] }],
];

for (const [title, ours, theirs, same, wanted] of CASES) {
  test(title, () => {
    const deeds = ours.map((record, place) => ({ id: "abc"[place], ...(record ? { what: "save", record } : { what: "undo" }) }));
    const since = theirs.map((record, place) => ({ id: String(place + 1), record }));
    const waiting = [{ ...deeds[0], stopped: { why: "conflict", since } }, ...deeds.slice(1)];
    const page = { waiting, mending: null, same };
    const found = {
      asked: isOfTwoPhones(page),
      contradicted: contradicted(page).map((pair) => `${pair.id}-${pair.theirs.id}`),
      undecided: undecided(page),
      decided: waiting.map(({ id }) => decisionOn(page, id)),
      counterparts: waiting.filter(({ record }) => record).map(({ id }) => counterpart(page, id)?.id ?? null),
      pairs: [...pairs(page)].flat().join(""),
    };
    for (const name of Object.keys(wanted)) assert.deepEqual(found[name], wanted[name], name);
  });
}
