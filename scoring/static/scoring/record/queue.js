// What waits on this phone, {after, standing, deeds}, and all that can happen to it. Nothing here sends, stores or draws.
//
// `after` is the number of the entry that the next deed comes after; the last one of ours that the server has.
// `standing` says where the table stood then. A deed that is "undo" takes back the one before it and brings the table to
// its own {standing}; a "version" is what this phone had recorded of the hand {of} that others have entered: it {takes}
// its place, or only stays in its history. `stopped` says what has to be decided first. The words of a hand, the last entry that the phone
// had heard of, and the time are kept and sent under the names of the type below, also by earlier programs.

import { withIds } from "./given_ids.js";

/**
 * @typedef {{ why: string, text?: string, problems?: any[], only_by_cards?: boolean, since?: any[], next?: number, after?: number }} Stopped
 * @typedef {{ id: string, what: "save" | "undo" | "version", tries: number, stopped: Stopped | null, number: number | null,
 *   told: string, account: string, record?: any, state?: any, seen?: number, entered?: number, standing?: any, of?: string,
 *   takes?: boolean, joins?: string[], anyway?: string }} Deed
 * @typedef {{ after: number, standing: any, deeds: Deed[] }} Queue
 * @typedef {"waiting" | "on its way" | "perhaps sent" | "stopped"} Stage
 */

// A deed waits, is on its way, and is gone from here once the server has it. Without an answer it has perhaps been sent.
// What was sent back or is open in the form has stopped; whatever is discarded can be brought back to where it was.
/** @type {(deed: Deed, onItsWay: string | null) => Stage} */
export function stageOf({ id, tries, stopped }, onItsWay) {
  if (id === onItsWay) return "on its way";
  if (stopped !== null) return "stopped";
  return tries > 0 ? "perhaps sent" : "waiting";
}

// Whether it can be changed in the form of hands.
/** @type {(deed: Deed) => boolean} */
export function isMendable({ what, record }) {
  return what === "save" && !record.players;
}

const AGAIN = { tries: 0, stopped: null };

/** @type {Record<string, (queue: Queue, about: any) => Queue>} */
const EVENTS = {
  // Where the server says that the table stands.
  stands: (now, { standing }) => ({ ...now, standing }),
  added(now, { deed, after, place = now.deeds.length }) {
    const deeds = [...now.deeds.slice(0, place), deed, ...now.deeds.slice(place)];
    return { ...now, deeds, after: now.deeds.length ? now.after : after };
  },
  sent: (now, { id }) => changed(now, id, ({ tries }) => ({ tries: tries + 1 })),
  // The server has it, unless another page has heard that first.
  stored(now, { id, after, givenIds }) {
    if (!now.deeds.some((deed) => deed.id === id)) return now;
    return { ...now, after, deeds: withIds(now.deeds.filter((deed) => deed.id !== id), givenIds) };
  },
  stopped: (now, { id, stopped }) => changed(now, id, () => ({ stopped })),
  allStopped: (now, { stopped }) => each(now, () => ({ stopped })),
  // They may reach the server in another way: from here on they have perhaps been sent.
  left: (now) => each(now, ({ tries }) => ({ tries: Math.max(1, tries) })),
  // The same deed, decided anew; after what others have entered, if that was asked.
  released(now, { id, mended, after = now.after }) {
    return { ...changed(now, id, () => ({ ...mended, stopped: null })), after };
  },
  // Something that did not wait was written after all that did, or what waits follows what others have entered.
  followed: (now, { after }) => ({ ...now, after }),
  // With it goes what would take it back.
  removed(now, { id }) {
    const place = now.deeds.findIndex((deed) => deed.id === id);
    if (place < 0) return now;
    const count = now.deeds[place + 1]?.what === "undo" ? 2 : 1;
    return { ...now, deeds: now.deeds.filter((_, other) => other < place || other >= place + count) };
  },
  // What has perhaps been sent from a deed on is taken back behind itself, the last first, and follows anew, the first as
  // `as`. `standings` say where the table stood before each deed.
  renewed(now, { id, as, standings, onItsWay, newId }) {
    const { deeds } = now;
    const from = deeds.findIndex((deed) => deed.id === id);
    const sent = deeds.map((deed) => deed.tries > 0 || deed.id === onItsWay).lastIndexOf(true);
    if (sent < from) return now;
    const standing = [];
    for (let place = from; place <= sent; place += 1) {
      if (deeds[place].what === "undo") standing.pop();
      else standing.push(place);
    }
    const undone = [...standing].reverse().map((place) => {
      const { number, told: words, account } = deeds[place];
      return { id: newId(), what: /** @type {const} */ ("undo"), number, told: words, account, standing: standings[place], ...AGAIN };
    });
    const again = standing.map((place, nth) => ({ ...deeds[place], id: nth === 0 ? as : newId(), ...AGAIN }));
    return { ...now, deeds: [...deeds.slice(0, sent + 1), ...undone, ...again, ...deeds.slice(sent + 1)] };
  },
  // What waits is put together with what others have entered: these are on the sheet already, or `versions` of what
  // is there, which go first; the others follow.
  decided(now, { same, versions, account, after, newId }) {
    const { deeds } = same.reduce((left, id) => EVENTS.removed(left, { id }), now);
    return { ...now, after, deeds: [...versions, ...deeds].map((deed) => ({ ...deed, id: newId(), account, ...AGAIN })) };
  },
};

/** @type {(queue: Queue, what: string, about?: any) => Queue} */
export function afterEvent(queue, what, about = {}) {
  return numbered(EVENTS[what](queue, about));
}

function each(now, news) {
  return { ...now, deeds: now.deeds.map((deed) => ({ ...deed, ...news(deed) })) };
}

function changed(now, id, news) {
  return each(now, (deed) => (deed.id === id ? news(deed) : {}));
}

// Hands are numbered from where the server says that the table stands.
function numbered(now) {
  let next = now.standing?.number;
  if (!next) return now;
  return each(now, ({ what, number }) => {
    if (!number) return {};
    next += what === "undo" ? -1 : 1;
    return { number: what === "undo" ? next : next - 1 };
  });
}
