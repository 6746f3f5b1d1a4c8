// A page that asks the server again and again.

import assert from "node:assert/strict";
import test from "node:test";

globalThis.window = new EventTarget();
globalThis.document = Object.assign(new EventTarget(), { hidden: false });
const { askAgain } = await import("../../scoring/static/scoring/record/asking.js");

test("what comes while an answer is under way is asked for after it", async () => {
  const questions = [];
  let asked;
  const next = () => new Promise((resolve) => (asked = resolve));
  const look = () => new Promise((answer) => asked(questions.push(answer)));
  let count = next();
  const { stop } = askAgain(look, { every: 3_600_000 });
  assert.equal(await count, 1);
  window.dispatchEvent(new Event("online"));
  assert.equal(questions.length, 1);
  count = next();
  questions[0]();
  assert.equal(await count, 2);
  stop();
});
