// What a phone keeps of the states that it was told, and when it says that another does not continue them.

import assert from "node:assert/strict";
import test from "node:test";

const shelves = new Map();
globalThis.localStorage = {
  getItem: (key) => shelves.get(key) ?? null,
  setItem: (key, text) => shelves.set(key, text),
};
const { headAfter, witness } = await import("../../scoring/static/scoring/record/heads.js");

// An older copy was put back meanwhile: the last thing this phone heard is what it has to remember.
for (const heard of [1, 2]) {
  test(`a phone that was told of hand ${heard} and could not ask says that it is gone`, async () => {
    shelves.clear();
    const first = { after: 0, head: headAfter("", "the beginning"), link: "the beginning" };
    const second = { after: 1, head: headAfter(first.head, "a hand"), link: "a hand" };
    const third = { after: 2, head: headAfter(second.head, "a hand"), link: "a hand" };
    const told = [];
    const opened = () => witness("/sheets/1/heads/", (kept, other) => told.push([kept.after, other.after]));
    const phone = opened();
    await phone(first);
    globalThis.fetch = () => Promise.reject(new TypeError("no network"));
    await phone([first, second, third][heard]);
    const answer = { after: first.after, head: first.head, links: [] };
    globalThis.fetch = () => Promise.resolve(new Response(JSON.stringify(answer)));
    await opened()(first);
    assert.deepEqual(told, [[heard, 0]]);
  });
}

test("a phone that hears of a hand while it asks says that another stands there now", async () => {
  shelves.clear();
  const first = { after: 0, head: headAfter("", "the beginning"), link: "the beginning" };
  const second = { after: 1, head: headAfter(first.head, "a hand"), link: "a hand" };
  const told = [];
  const opened = () => witness("/sheets/1/heads/", (known, other) => told.push([known.head, other.head]));
  await opened()(first);
  const phone = opened();
  let answered;
  globalThis.fetch = () => new Promise((resolve) => (answered = resolve));
  const asked = phone(first);
  await phone(second);
  // Before the answer an older copy was put back, and somebody else recorded.
  const answer = { after: 1, head: headAfter(first.head, "another hand"), links: ["another hand"] };
  answered(new Response(JSON.stringify(answer)));
  await asked;
  assert.deepEqual(told, [[second.head, answer.head]]);
});
