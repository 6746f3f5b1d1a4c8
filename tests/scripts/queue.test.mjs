// What waits on a phone: nothing that was saved gets lost, whatever happens to it, and in whatever order.

import assert from "node:assert/strict";
import test from "node:test";
import { afterEvent, stageOf } from "../../scoring/static/scoring/record/queue.js";

// What may become of a deed: between any two events it is in one of these stages, or "gone".
const MAY_BECOME = {
  waiting: ["on its way", "perhaps sent", "stopped", "gone"],
  "on its way": ["perhaps sent", "stopped", "waiting", "gone"],
  "perhaps sent": ["on its way", "stopped", "waiting", "gone"],
  stopped: ["waiting", "perhaps sent", "gone"],
  gone: ["waiting", "perhaps sent", "stopped"], // brought back to where it was
};
const EMPTY = { after: 7, standing: { number: 3 }, deeds: [] };
const hand = (id, further = {}) => ({ id, what: "save", record: { declarer: id }, number: 1, told: id, tries: 0, stopped: null, ...further });
const undo = (id, further = {}) => ({ ...hand(id, further), what: "undo", record: undefined });
const queueOf = (...deeds) => deeds.reduce((now, deed) => afterEvent(now, "added", { deed, after: 7 }), EMPTY);
const numbersOf = ({ deeds }) => deeds.map(({ number }) => number);
const idsOf = ({ deeds }) => deeds.map(({ id }) => id).join("");

function frozen(value) {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

test("hands are numbered from where the server says that the table stands", () => {
  assert.deepEqual(numbersOf(queueOf(hand("a"), hand("b"), undo("c"), hand("d"), hand("e", { number: null }))), [3, 4, 4, 4, null]);
  const moved = afterEvent(queueOf(hand("a"), hand("b")), "stands", { standing: { number: 9 } });
  assert.deepEqual(numbersOf(moved), [9, 10]);
});

test("the first hand follows what its page knew, the others the one before", () => {
  const two = afterEvent(afterEvent(EMPTY, "added", { deed: hand("a"), after: 4 }), "added", { deed: hand("b"), after: 5 });
  assert.equal(two.after, 4);
  const stored = afterEvent(two, "stored", { id: "a", after: 8, givenIds: {} });
  assert.deepEqual([stored.after, idsOf(stored)], [8, "b"]);
  assert.deepEqual(afterEvent(stored, "stored", { id: "a", after: 99, givenIds: {} }), stored); // another page has heard it first
});

test("with a hand goes what takes it back, and a forgotten one is put before", () => {
  const waiting = queueOf(hand("a"), hand("b"), undo("c"), hand("d"));
  assert.equal(idsOf(afterEvent(waiting, "removed", { id: "b" })), "ad");
  assert.equal(idsOf(afterEvent(waiting, "removed", { id: "x" })), "abcd");
  assert.equal(idsOf(afterEvent(waiting, "added", { deed: hand("n"), after: 7, place: 1 })), "anbcd");
});

test("ids that the server has given replace those of the phone everywhere", () => {
  const waiting = queueOf(hand("a"), hand("b", { record: { declarer: "910", marks: { 910: 1 } } }));
  const [left] = afterEvent(waiting, "stored", { id: "a", after: 8, givenIds: { 910: "12" } }).deeds;
  assert.deepEqual(left.record, { declarer: "12", marks: { 12: 1 } });
});

test("what has perhaps been sent is taken back behind itself, the last first, and follows anew", () => {
  const waiting = queueOf(hand("a", { tries: 1 }), hand("b", { tries: 1 }), hand("c"));
  let count = 0;
  const about = { as: "A", standings: ["before a", "before b"], onItsWay: "b", newId: () => String((count += 1)) };
  const renewed = afterEvent(waiting, "renewed", { id: "a", ...about });
  assert.deepEqual(renewed.deeds.map(({ id, what }) => `${what} ${id}`), ["save a", "save b", "undo 1", "undo 2", "save A", "save 3", "save c"]);
  assert.deepEqual(renewed.deeds.slice(2, 4).map(({ standing }) => standing), ["before b", "before a"]);
  assert.deepEqual(numbersOf(renewed), [3, 4, 4, 3, 3, 4, 5]);
  assert.deepEqual(afterEvent(waiting, "renewed", { id: "c", ...about }), waiting); // it has not been sent
});

test("what others have entered goes first when both lists are put together", () => {
  const stopped = afterEvent(queueOf(hand("a"), hand("b", { tries: 2 })), "allStopped", { stopped: { why: "conflict" } });
  let count = 0;
  const about = { same: ["a"], versions: [{ ...hand("v"), what: "version", number: null }], account: "5", after: 12, newId: () => String((count += 1)) };
  const { deeds, after } = afterEvent(stopped, "decided", about);
  assert.deepEqual(deeds.map(({ id, told, tries, stopped: why, account }) => [id, told, tries, why, account]), [
    ["1", "v", 0, null, "5"],
    ["2", "b", 0, null, "5"],
  ]);
  assert.equal(after, 12);
});

test("in whatever order things happen no hand is lost and each stage follows from the one before", () => {
  let seed = 7;
  const below = (most) => (seed = (seed * 48271) % 2147483647) % most;
  for (let night = 0; night < 200; night += 1) {
    let [now, onItsWay, ids] = [frozen(EMPTY), null, 0];
    const known = new Map(); // id to the stage before
    const newId = () => `${night}-${(ids += 1)}`;
    const thrown = [];
    const happen = (what, about) => (now = frozen(afterEvent(now, what, about)));
    const may = {
      add: () => happen("added", { deed: hand(newId()), after: 7, place: below(now.deeds.length + 1) }),
      bringBack: () => thrown.length && happen("added", { deed: thrown.pop(), after: 7 }),
      discard(deed) {
        if (deed.id === onItsWay || deed.what !== "save") return;
        thrown.push(deed);
        happen("removed", deed);
      },
      leave: () => happen("left"),
      release: ({ id, stopped }) => stopped && happen("released", { id, mended: below(2) ? { tries: 0 } : {} }),
      send() {
        const [first] = now.deeds;
        if (onItsWay !== null || !first || first.stopped) return;
        onItsWay = first.id;
        happen("sent", first);
      },
      answer() {
        const [id, says] = [onItsWay, below(4)];
        onItsWay = null;
        if (id === null || says === 0) return; // no answer
        if (says === 1) happen("stored", { id, after: now.after + 1, givenIds: {} });
        else if (says === 2) happen("stopped", { id, stopped: { why: "problems" } });
        else happen("allStopped", { stopped: { why: "conflict" } });
      },
    };
    for (let step = 0; step < 40; step += 1) {
      const name = Object.keys(may)[below(7)];
      if (now.deeds.length || ["add", "bringBack"].includes(name)) may[name](now.deeds[below(now.deeds.length || 1)]);
      const stages = new Map(now.deeds.map((deed) => [deed.id, stageOf(deed, onItsWay)]));
      for (const [id, was] of known) {
        const is = stages.get(id) ?? "gone";
        assert.ok(was === is || MAY_BECOME[was].includes(is), `${name}: ${was} → ${is}`);
        if (was !== is && is === "gone") assert.ok(["discard", "answer"].includes(name), `${id} is lost by ${name}`);
        known.set(id, is);
      }
      for (const [id, stage] of stages) known.set(id, stage);
      assert.equal(stages.size, now.deeds.length);
      assert.deepEqual(numbersOf(now), now.deeds.map((_, place) => 3 + place));
    }
  }
});
