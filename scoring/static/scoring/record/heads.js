// What this phone has seen of a sheet: how many entries it had, and their head. A later state has to continue it.

import { sha256 } from "../picture/sha256.js";
import { patiently } from "./asking.js";
import { shelf } from "./shelf.js";

const BASE_32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const LETTERS = 10;

// As scoring/heads.py does.
export function headAfter(head, link) {
  const bytes = sha256(new TextEncoder().encode(`${head} ${link}`));
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.match(/.{1,5}/g).map((five) => BASE_32[parseInt(five.padEnd(5, "0"), 2)]).join("");
}

export function isContinued(known, now, links) {
  return now.after === known.after + links.length && links.reduce(headAfter, known.head) === now.head;
}

// `url` answers what follows a state; `tell` is called with two states of which the later does not continue the earlier.
export function witness(url, tell) {
  const store = shelf(`seen ${url}`, 1);
  let asking = false;
  let hasAsked = false; // since the page was opened
  const before = store.read();
  if (before?.other) tell(before, before.other);

  function differs(known, other) {
    store.write({ ...known, other }); // both stay
    tell(known, other);
  }

  // What was skipped follows `since`, which is kept until that is known.
  async function askAbout(known, newest) {
    const since = known.since ?? known;
    const follows = (from) => patiently(`${url}?after=${from}`, {}, (answer) => (answer.ok ? answer.json() : null));
    const heads = await follows(since.after);
    if (typeof heads?.after !== "number" || !Array.isArray(heads.links)) throw new Error("a portal answers everything");
    const now = { after: heads.after, head: heads.head };
    if (!isContinued(since, now, heads.links)) return differs(since, now);
    const headOf = ({ after }) => heads.links.slice(0, after - since.after).reduce(headAfter, since.head);
    const isGone = (state) => state.after > now.after || (state.after >= since.after && headOf(state) !== state.head);
    const meanwhile = store.read() ?? known; // what was seen while the server was asked
    const isAhead = meanwhile.after > now.after; // the answer may be older: the next entry is compared
    const vanished = [known, newest, ...(isAhead ? [] : [meanwhile])].find(isGone);
    if (vanished) return differs(vanished, now);
    if (!isAhead) store.write(now);
  }

  return async function sees({ after, head, link }) {
    const known = store.read();
    if (!head || known?.other) return;
    const isNext = known && after === known.after + 1 && headAfter(known.head, link) === head;
    const isSame = after === known?.after && head === known.head;
    // At once: the server may be another one when it is asked.
    if (!known || isNext) store.write({ after, head, since: known?.since });
    else if (after > known.after) store.write({ after, head, since: known.since ?? known });
    if (!known || asking || (hasAsked && (isNext || isSame) && !known.since)) return;
    asking = hasAsked = true;
    await askAbout(known, { after, head }).catch(() => {
      hasAsked = false; // no network: asked again with the next entry
    });
    asking = false;
  };
}

// Says it at the top of a page, in the sentence that the page brings along.
export function witnessOn(page, live) {
  const letters = (head) => `${head.slice(0, LETTERS / 2)}-${head.slice(LETTERS / 2, LETTERS)}`;
  return witness(live.replace(/live\/$/, "heads/"), (known, other) => {
    const warning = document.createElement("p");
    warning.className = "problems";
    warning.setAttribute("role", "alert");
    const values = { seen: letters(known.head), then: known.after, shown: letters(other.head), now: other.after };
    warning.textContent = page.dataset.unlike.replace(/\{(\w+)\}/g, (_all, name) => values[name]);
    page.prepend(warning);
  });
}
