// A phone whose sheet is closed: finds the card that it came in with, and goes there when the next round does.

import { askAgain, EVERY_PULSE } from "../scoring/record/asking.js";
import { get, readJson } from "../scoring/record/sending.js";

export function followingCard(changed) {
  let here = null;
  let asking = null;
  let addresses; // {card, now}: addresses, or null without a card; not asked yet: undefined
  let tag = null;

  async function look() {
    if (addresses === undefined) {
      const answer = await get(here.table.occasion.urls.at_card, readJson);
      if (answer === null || !("card" in answer)) return;
      addresses = answer;
      changed();
    }
    if (addresses.now) await get(addresses.now, listen, { headers: tag ? { "If-None-Match": tag } : {} });
  }

  // Something of a later round: who sits here next, or its sheet. What still waits on this phone keeps it here.
  async function listen(answer) {
    if (answer.status !== 200) return;
    const body = await readJson(answer);
    if (typeof body?.state !== "string" || here === null) return;
    const [kind, number] = body.state.split(" ");
    const { round } = here.table.occasion;
    const isBack = kind === "next" && Number(number) === round; // its start was taken back
    const isLater = isBack || Number(number) > round;
    if (isLater && here.waiting === 0) location.assign(addresses.card);
    else if (!isLater) tag = answer.headers.get("ETag");
  }

  return {
    // Of the card; null: this phone came in without one. Undefined: not known yet.
    get address() {
      return addresses?.card;
    },
    look(now) {
      const begins = here === null;
      here = now;
      if (begins) asking = askAgain(look, { every: EVERY_PULSE });
    },
    rest() {
      asking?.stop();
      here = null;
    },
  };
}
