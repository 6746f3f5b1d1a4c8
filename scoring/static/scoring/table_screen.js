// One table on a screen: asks what is new, and shows the page again when something is.

import { askAgain, patiently } from "./record/asking.js";

const EVERY = 2000; // milliseconds
const AT_MOST = 30000; // between two questions while nothing answers

const { live, lost, gone } = document.body.dataset;
const connection = document.querySelector(".connection");
let tag = null;

const get = (url, headers) => patiently(url, { headers }, answer => answer);

async function look() {
  const answer = await get(live, { Accept: "application/json", ...(tag ? { "If-None-Match": tag } : {}) });
  if (answer.status === 403 || answer.status === 404 || answer.type === "opaqueredirect") {
    connection.textContent = gone;
    return true;
  }
  if (answer.status !== 200 && answer.status !== 304) throw new Error(`answered ${answer.status}`);
  if (answer.status === 200) {
    if (tag) await show();
    tag = answer.headers.get("ETag");
  }
  connection.textContent = "";
  return false;
}

async function show() {
  const answer = await get(location.href, {});
  if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of document.querySelectorAll("[data-part]")) {
    part.replaceWith(fresh.querySelector(`[data-part=${part.dataset.part}]`));
  }
}

askAgain(look, { every: EVERY, atMost: AT_MOST, failed: () => (connection.textContent = lost) });
