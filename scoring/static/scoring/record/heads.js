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

export function isContinued(kept, now, links) {
  return now.after === kept.after + links.length && links.reduce(headAfter, kept.head) === now.head;
}

// `url` answers what follows a state; `tell` is told two states of which the later does not continue the earlier.
export function witness(url, tell) {
  const store = shelf(`seen ${url}`, 1);
  let asking = false;
  let asked = false; // since the page was opened
  const before = store.read();
  if (before?.other) tell(before, before.other);

  function differs(kept, other) {
    store.write({ ...kept, other }); // both stay
    tell(kept, other);
  }

  // What was skipped follows `since`, which is kept until that is known.
  async function askAbout(kept, seen) {
    const since = kept.since ?? kept;
    const follows = (from) => patiently(`${url}?after=${from}`, {}, (answer) => (answer.ok ? answer.json() : null));
    const found = await follows(since.after);
    if (typeof found?.after !== "number" || !Array.isArray(found.links)) throw new Error("a portal answers everything");
    const now = { after: found.after, head: found.head };
    if (!isContinued(since, now, found.links)) return differs(since, now);
    const headOf = ({ after }) => found.links.slice(0, after - since.after).reduce(headAfter, since.head);
    const isGone = (state) => state.after > now.after || (state.after >= since.after && headOf(state) !== state.head);
    const gone = [kept, seen].find(isGone);
    if (gone) return differs(gone, now);
    if (now.after >= (store.read()?.after ?? 0)) store.write(now); // else it has seen more meanwhile
  }

  return async function sees({ after, head, link }) {
    const kept = store.read();
    if (!head || kept?.other) return;
    const isNext = kept && after === kept.after + 1 && headAfter(kept.head, link) === head;
    const isSame = after === kept?.after && head === kept.head;
    // At once: the server may be another one when it is asked.
    if (!kept || isNext) store.write({ after, head, since: kept?.since });
    else if (after > kept.after) store.write({ after, head, since: kept.since ?? kept });
    if (!kept || asking || (asked && (isNext || isSame) && !kept.since)) return;
    asking = asked = true;
    await askAbout(kept, { after, head }).catch(() => {
      asked = false; // no network: asked again with the next entry
    });
    asking = false;
  };
}

// Says it at the top of a page, in the sentence that the page brings along.
export function witnessOn(page, live) {
  const letters = (head) => `${head.slice(0, LETTERS / 2)}-${head.slice(LETTERS / 2, LETTERS)}`;
  return witness(live.replace(/live\/$/, "heads/"), (kept, other) => {
    const said = document.createElement("p");
    said.className = "problems";
    said.setAttribute("role", "alert");
    const values = { seen: letters(kept.head), then: kept.after, shown: letters(other.head), now: other.after };
    said.textContent = page.dataset.unlike.replace(/\{(\w+)\}/g, (_all, name) => values[name]);
    page.prepend(said);
  });
}
