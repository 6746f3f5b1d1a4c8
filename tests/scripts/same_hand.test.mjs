// Which hands of two phones are the same deal, and where two differ somebody is asked: ours by letters, theirs by numbers.
// null in a list of ours takes the hand before it back; what somebody has said is of a pair of them.

import assert from "node:assert/strict";
import test from "node:test";
import {
  contradicted, counterpart, decisionOn, isOfTwoPhones, numbersOf, pairs, undecided,
} from "../../scoring/static/scoring/record/same_hand.js";

const FIRST = 5; // the number of the hand after where both phones had stood
const game = (declarer, won) => ({ contract: "dreier", declarer, won });
const [won, lost, other, third] = [game("1", true), game("1", false), game("2", true), game("3", true)].map((one) => ({ games: [one] }));
const rufer = (partner) => ({ games: [{ contract: "rufer", declarer: "1", partner, won: true }] });
const [trull, pagat] = ["trull", "pagat"].map((premium) => ({ premium, by: "1", made: true }));
const kontra = { games: [{ ...game("1", true), kontra: "kontra" }] };
const redeal = (reason) => ({ void: "redeal", reason });

// What is found of two lists, as far as it is asked for.
const CASES = [
  ["the same hand with another result", [won], [lost], {}, { asked: true, contradicted: ["a-1"], undecided: ["a 1"] }],
  ["the same, decided", [won], [lost], { "a 1": "mine" }, { undecided: [], decided: ["mine"] }],
  [
    "premiums and keys in another order",
    [{ ...won, premiums: [trull, pagat] }], [{ premiums: [pagat, trull], ...won }], {},
    { contradicted: [], decided: ["theirs"] },
  ],
  ["a premium more", [{ ...won, premiums: [trull] }], [won], {}, { contradicted: ["a-1"] }],
  ["a kontra more", [kontra], [won], {}, { contradicted: ["a-1"] }],
  ["one deal with another player", [other], [won], {}, { asked: true, counterparts: ["1"], decided: [null] }],
  ["one deal with another partner", [rufer("2")], [rufer("3")], {}, { contradicted: ["a-1"], undecided: ["a 1"] }],
  ["one deal with another game", [rufer("2")], [won], {}, { contradicted: ["a-1"], undecided: ["a 1"] }],
  ["three deals, the second with another player", [won, other, lost], [won, third, lost], {},
    { pairs: "a1b2c3", decided: ["theirs", null, "theirs"], numbers: [5, 6, 7] }],
  ["the same place, whatever stands further down", [won], [lost, won], {}, { pairs: "a1", decided: [null] }],
  ["they have one more before", [won, other], [third, won, other], { "a 1": "other" },
    { pairs: "a2b3", decided: ["theirs", "theirs"], contradicted: ["a-1"], undecided: [] }],
  ["we have one more before", [third, won, other], [won, other], { "a 1": "other" },
    { pairs: "b1c2", decided: ["other", "theirs", "theirs"], undecided: [] }],
  ["each has one more before", [won, other], [third, other], { "a 1": "other" }, { pairs: "b2", decided: ["other", "theirs"] }],
  ["two deals each, and none the same", [won, other], [third, rufer("2")], { "a 1": "other" },
    { contradicted: ["a-1", "b-2"], decided: ["other", null] }],
  ["one more before, and the same game otherwise", [third, won], [lost], { "a 1": "other" }, { pairs: "b1", undecided: ["b 1"] }],
  ["more on the sheet: it is asked of the first", [third], [won, other], {}, { contradicted: ["a-1"] }],
  ["more on this phone follow", [won, other, third], [won], {}, { pairs: "a1", decided: ["theirs", "other", "other"] }],
  ["equal ones that are two all the same", [won], [won], { "a 1": "other" }, { pairs: "", decided: ["other"] }],
  ["an earlier hand that was corrected is no deal of ours", [won], [{ ...lost, number: 2 }, won], {},
    { pairs: "a2", decided: ["theirs"] }],
  ["one that is taken back anyway", [won, null], [lost], {}, { contradicted: [], pairs: "" }],
  ["and the next one is the deal", [won, null, other], [lost], {}, { contradicted: ["c-1"], numbers: [5] }],
  ["no game, for another reason", [redeal("x")], [redeal("y")], {}, { contradicted: [], decided: ["theirs"], undecided: [] }],
  ["a deal that did not count shifts no hand", [redeal("x"), won], [lost], {}, { contradicted: ["b-1"], decided: ["other", null] }],
];

for (const [title, ours, theirs, same, wanted] of CASES) {
  test(title, () => {
    const deeds = ours.map((record, place) => ({ id: "abc"[place], ...(record ? { what: "save", record } : { what: "undo" }) }));
    let next = FIRST;
    const since = theirs.map(({ number, ...record }, place) => {
      const its = record.games ? (number ?? next) : null;
      if (its === next) next += 1;
      return { id: String(place + 1), record, number: its };
    });
    const waiting = [{ ...deeds[0], stopped: { why: "conflict", since, next: FIRST } }, ...deeds.slice(1)];
    const page = { waiting, editing: null, same };
    const found = {
      asked: isOfTwoPhones(page),
      contradicted: contradicted(page).map((pair) => `${pair.id}-${pair.theirs.id}`),
      undecided: undecided(page),
      decided: waiting.map(({ id }) => decisionOn(page, id)),
      counterparts: waiting.filter(({ record }) => record).map(({ id }) => counterpart(page, id)?.id ?? null),
      pairs: [...pairs(page)].map(([id, one]) => id + one.id).join(""),
      numbers: [...numbersOf(page).values()],
    };
    for (const name of Object.keys(wanted)) assert.deepEqual(found[name], wanted[name], name);
  });
}
