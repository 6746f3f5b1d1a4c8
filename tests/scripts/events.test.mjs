// What happens to the recording page, without one: no event changes the state before it.

import assert from "node:assert/strict";
import test from "node:test";
import { afterEvent, atFirst } from "../../scoring/static/scoring/record/events.js";
import { emptyHand } from "../../scoring/static/scoring/record/hand.js";

const words = new Proxy({}, { get: (_, key) => (key === "really" ? "{one} was {other}." : String(key)) });
const seats = ["Anna", "Bert", "Cilli", "Dora"].map((name, place) => ({ id: String(place + 1), name }));
const TABLE = { after: 7, number: 3, seats, players: seats, contracts: [], premiums: [], levels: [], words, usual: ["rufer"] };
const FIRST = atFirst(TABLE, emptyHand(), "a", { people: [], picture: null, fromPhone: true, signIn: "" });
const FRESH = { beginning: emptyHand(), id: "b" };
const typed = (declarer) => ["formChanged", { state: { ...emptyHand(), games: [{ ...emptyHand().games[0], declarer }] } }];
const deed = { id: "a", what: "save", number: 3, told: "Anna", record: { void: "redeal" } };
const PROBLEMS = [{ where: "games.0", text: "No." }];

function frozen(value) {
  if (typeof value === "object" && value !== null && value !== words) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

// Only what is asked for, of the page that all these events have made of the first one.
function after(...events) {
  const page = events.reduce((now, [what, about]) => frozen(afterEvent(now, what, about)), frozen(FIRST));
  return { ...page, declarer: page.state.games[0].declarer };
}

const stored = (further = {}) => ["stored", { deed, data: { id: "a", number: 3, said: "Hand 3", ...further }, fresh: FRESH }];
const pending = ["saved", { record: {}, pending: { what: "save", id: "a" } }];
const opened = ["opened", { deed: { ...deed, id: "w", state: typed("2")[1].state }, id: "w" }];
const STORIES = [
  ["a hand that the server has leaves the form free and can be taken back",
    [typed("1"), pending, ["answered", { deed }], stored()],
    { pending: null, declarer: null, id: "b", fromPhone: false, receipt: { what: "save", text: "Hand 3", back: "undo", number: 3 } }],
  ["a hand without an answer waits, and the form is free", [typed("1"), pending, ["letGo", { deed, fresh: FRESH }], ["waits", { deed }]],
    { pending: null, declarer: null, id: "b", receipt: { what: "waiting", id: "a", text: "Anna" } }],
  ["an answer to another hand does not free the form", [typed("1"), pending, ["answered", { deed: { id: "x" } }]],
    { pending: { id: "a" }, declarer: "1" }],
  ["what the server refuses is in the form again", [typed("1"), pending, ["answered", { deed }], ["refused", { problems: PROBLEMS }]],
    { declarer: "1", id: "a", trouble: "look", refused: { problems: PROBLEMS } }],
  ["the next tap takes the complaint away", [["refused", { problems: PROBLEMS }], typed("1")], { trouble: null, refused: null }],
  ["what was refused may be tried again, but not while it is on its way",
    [["refused", { problems: PROBLEMS }], pending, ["mayTryAgain"]], { pending: { id: "a" }, refused: { problems: PROBLEMS } }],
  ["what is begun is put aside for a hand that waits", [typed("1"), opened], { declarer: "2", editing: "w", id: "w", stashed: { id: "a" } }],
  ["and comes back once that is saved or left", [typed("1"), opened, ["cleared", FRESH]], { declarer: "1", id: "a", editing: null, stashed: null }],
  ["nothing is put aside where nothing was begun", [opened, ["cleared", FRESH]], { declarer: null, id: "b", stashed: null }],
  ["a forgotten hand is begun empty", [typed("1"), ["inserted", { editing: "w", id: "n" }]],
    { declarer: null, editing: "w", inserting: true, id: "n", stashed: { id: "a" } }],
  ["what is discarded can be brought back", [typed("1"), ["discarded", { ...FRESH, again: "c" }], ["broughtBack"]],
    { declarer: "1", id: "c", discarded: null }],
  ["what is begun anew can be brought back", [typed("1"), ["startedOver", FRESH], ["broughtBack"]], { declarer: "1", discarded: null }],
  ["until another hand is begun", [typed("1"), ["startedOver", FRESH], typed("2")], { discarded: null, declarer: "2" }],
  ["a waiting hand that was discarded outlives a tap", [["waitingDiscarded", { deed, place: 0 }], typed("2")], { discarded: { place: 0 } }],
  ["two hands at one moment: ours is compared", [typed("1"), ["conflicted", { conflict: { whose: "save" }, editing: "a", id: "n" }]],
    { declarer: "1", editing: "a", id: "n", conflict: { whose: "save" } }],
  ["an undo that was not done offers no other, and says why", [stored(), ["notUndone", { conflict: { text: "No." }, back: true }]],
    { receipt: { back: null }, conflict: { text: "No." }, pending: null }],
  ["where others were quicker nothing can be taken back", [stored(), ["notUndone", { conflict: { text: "No." }, back: false }]], { receipt: null }],
  ["an undo is itself taken back", [["sent", { pending: { what: "undo" } }], ["undone", { pending: { what: "undo" }, data: {} }]],
    { pending: null, receipt: { what: "undo", back: "redo" } }],
  ["who is confused is put right wherever somebody was named",
    [typed("1"), opened, ["waitingDiscarded", { state: typed("1")[1].state }], ["heard", { fresh: { after: 8, people: [[8, { 1: "3" }]] } }]],
    { really: "Anna was Cilli.", declarer: "2", stashed: { state: { games: { 0: { declarer: "3" } } } }, discarded: { state: { games: { 0: { declarer: "3" } } } } }],
  ["ids of newcomers are the server's from then on", [typed("1"), ["stored", { deed, data: { id: "a", came: { 1: "4" } }, fresh: null }]], { declarer: "4" }],
  ["seats that were saved are no longer asked for", [["seated", { seats: { sent: "a" } }], stored()], { seats: null }],
  ["seats of another hand stay", [["seated", { seats: { sent: null } }], stored()], { seats: { sent: null } }],
  ["whoever was confused before the page was left is put right in what is resumed",
    [["heard", { fresh: { after: 8, people: [[8, { 1: "3" }]] } }],
      ["resumed", { left: { id: "o", state: typed("1")[1].state, after: 5, names: {} }, editing: null, others: false }]],
    { declarer: "3", id: "o" }],
  ["a hand begun before others entered something is asked about",
    [["resumed", { left: { id: "o", state: typed("2")[1].state, after: 5, names: {} }, editing: null, others: true }]],
    { declarer: "2", id: "o", since: 5, meanwhile: { started: true }, resumed: {} }],
];

for (const [title, events, wanted] of STORIES) {
  test(title, () => isLike(after(...events), wanted, "page"));
}

function isLike(found, wanted, path) {
  if (typeof wanted !== "object" || wanted === null) assert.equal(found, wanted, path);
  else for (const key of Object.keys(wanted)) isLike(found?.[key], wanted[key], `${path}.${key}`);
}
