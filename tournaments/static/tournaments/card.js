// A phone that waits at a table: asks whether there is something new, and then looks at the card again.

import { askAgain, patiently } from "../scoring/record/asking.js";

const EVERY = 3000; // milliseconds
const AT_MOST = 30000; // between two questions while nothing answers

const page = document.getElementById("card");
const connection = page.querySelector(".connection");
let tag = null;

async function look() {
  await patiently(page.dataset.now, { headers: tag ? { "If-None-Match": tag } : {} }, listen);
  connection.textContent = "";
}

async function listen(answer) {
  if (answer.status !== 200 && answer.status !== 304) throw new Error(`answered ${answer.status}`);
  if (answer.status === 304) return;
  const { state } = await answer.json();
  tag = answer.headers.get("ETag");
  if (state !== page.dataset.state) location.reload();
}

function noAnswer() {
  connection.textContent = page.dataset.lost;
}

addEventListener("pageshow", event => event.persisted && location.reload());
askAgain(look, { every: EVERY, atMost: AT_MOST, failed: noAnswer });
