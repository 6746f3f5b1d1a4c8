// Hands that wait on this phone until the server has said that it has them: in order, one at a time.

import { withIds } from "./given_ids.js";
import { inTime } from "../in_time.js";
import { shelf, tidyUp } from "./shelf.js";

const VERSION = 1;
const ANY = /^tarockclub waiting (\/sheets\/\d+\/record\/|\/clubs\/[\w-]+\/play\/away\/)$/;
const PAUSES = [2000, 4000, 8000, 16000, 30000]; // milliseconds between two tries

// Where they are kept; `sheet` is the address that they are sent to.
export function kept(sheet, lasting = true) {
  return shelf(`waiting ${sheet}`, VERSION, lasting);
}

// At which tables hands wait on this phone: {address, deeds}.
export function tablesWaiting() {
  const tables = addresses().map((address) => ({ address, deeds: kept(address).read()?.deeds ?? [] }));
  return tables.filter(({ deeds }) => deeds.length > 0);
}

function addresses() {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place));
    return keys.map((key) => ANY.exec(key)?.[1]).filter(Boolean);
  } catch {
    return []; // storing is forbidden here, and so nothing waits
  }
}

// How many hands wait stands on the icon of the page, where it lies on the home screen of a phone that shows such.
export function showOnIcon() {
  const count = tablesWaiting().reduce((sum, { deeds }) => sum + deeds.length, 0);
  if (count) inTime(() => navigator.setAppBadge?.(count));
  else inTime(() => navigator.clearAppBadge?.());
}

// What is on such a shelf: {after, standing, deeds}.
function queueIn(shelved) {
  const found = shelved.read();
  const readable = Array.isArray(found?.deeds) && typeof found.after === "number";
  return readable ? found : { after: 0, standing: null, deeds: [] };
}

// A deed is {id, what, record, state, seen, number, told, account, tries, stopped}; what is "save", or "undo" of
// the deed before it, which brings the table back to {standing}, or "version": what this phone had recorded of the
// hand {of} that others have entered; it {takes} its place, or only stays in its history. `stopped` is null, or says what somebody
// has to decide first: {why, text, problems}.
//
// Every step reads what is stored and writes it again, so that two pages of one sheet share one queue.
// A hand that both of them send is there once: it has one id.
export function waitingFor(sheet, { send, answered, changed, lasting }) {
  tidyUp("waiting", (queue) => queue?.deeds?.length > 0);
  showOnIcon();
  const shelved = kept(sheet, lasting);
  let onItsWay = null;
  let failures = 0;
  let timer = null;

  const queue = {
    trouble: null, // why nothing comes through: "no_answer", "signed_out", "refused" or "closed"

    get deeds() {
      return read().deeds;
    },
    get standing() {
      return read().standing;
    },
    // The number of the entry that the next deed comes after; the last one of ours that the server has.
    get after() {
      return read().after;
    },
    get onItsWay() {
      return onItsWay;
    },
    get isSafe() {
      return shelved.lasts || read().deeds.length === 0;
    },

    // Where the server says that the table stands.
    stands(standing) {
      change((now) => ({ ...now, standing }));
    },
    add(deed, after, place = read().deeds.length) {
      change((now) => {
        const deeds = [...now.deeds.slice(0, place), deed, ...now.deeds.slice(place)];
        return { ...now, deeds, after: now.deeds.length ? now.after : after };
      });
    },
    // What has perhaps been sent from a deed on is taken back behind itself, the last first, and follows anew. Returns
    // what stands for that deed then. `standings` say where the table stood before each deed.
    renew(id, standings, newId) {
      const { deeds } = read();
      const from = deeds.findIndex((deed) => deed.id === id);
      const sent = deeds.map((deed) => deed.tries > 0 || deed.id === onItsWay).lastIndexOf(true);
      if (sent < from) return id;
      const standing = [];
      for (let place = from; place <= sent; place += 1) {
        if (deeds[place].what === "undo") standing.pop();
        else standing.push(place);
      }
      const fresh = { tries: 0, stopped: null };
      const undone = [...standing].reverse().map((place) => {
        const { number, told, account } = deeds[place];
        return { id: newId(), what: "undo", number, told, account, standing: standings[place], ...fresh };
      });
      const again = standing.map((place) => ({ ...deeds[place], id: newId(), ...fresh }));
      const [before, behind] = [deeds.slice(0, sent + 1), deeds.slice(sent + 1)];
      change((now) => ({ ...now, deeds: [...before, ...undone, ...again, ...behind] }));
      return again[0].id;
    },
    // With it goes what would take it back.
    remove(id) {
      change((now) => {
        const place = now.deeds.findIndex((deed) => deed.id === id);
        if (place < 0) return now;
        const undone = now.deeds[place + 1]?.what === "undo" ? 2 : 1;
        return { ...now, deeds: now.deeds.filter((_, other) => other < place || other >= place + undone) };
      });
    },
    // The same hand, decided anew; after what others have entered, if that was asked.
    release(id, mended, after) {
      update(id, { ...mended, stopped: null });
      if (after !== undefined) change((now) => ({ ...now, after }));
    },
    // What waits is put together with what others have entered: these are on the sheet already, or `versions` of what
    // is there, which go first; the others follow.
    decide(same, versions, account, newId) {
      for (const id of same) queue.remove(id);
      const free = (deed) => ({ ...deed, id: newId(), account, tries: 0, stopped: null });
      change((now) => ({ ...now, deeds: [...versions, ...now.deeds].map(free) }));
    },
    follow(after) {
      change((now) => ({ ...now, after }));
    },
    stop(id, stopped) {
      update(id, { stopped });
    },
    stopAll(stopped) {
      change((now) => ({ ...now, deeds: now.deeds.map((deed) => ({ ...deed, stopped })) }));
    },
    // They may reach the server in another way: from here on they have perhaps been sent.
    leave() {
      const tried = (deed) => ({ ...deed, tries: Math.max(1, deed.tries) });
      change((now) => ({ ...now, deeds: now.deeds.map(tried) }));
    },
    tryNow() {
      clearTimeout(timer);
      if (onItsWay === null) return go();
      return null;
    },
    // Something that did not wait was written after all that did.
    reached(seq) {
      change((now) => ({ ...now, after: seq }));
    },
    // Another page of this sheet has written on the shelf.
    isKeptAs(key) {
      return key === shelved.key || key === null;
    },
  };

  function read() {
    return queueIn(shelved);
  }

  function change(how) {
    shelved.write(numbered(how(read())));
    showOnIcon();
  }

  // Hands are numbered from where the server says that the table stands.
  function numbered(now) {
    let next = now.standing?.number;
    if (!next) return now;
    const deeds = now.deeds.map((deed) => {
      if (!deed.number) return deed;
      next += deed.what === "undo" ? -1 : 1;
      return { ...deed, number: deed.what === "undo" ? next : next - 1 };
    });
    return { ...now, deeds };
  }

  function update(id, news) {
    change((now) => ({
      ...now,
      deeds: now.deeds.map((deed) => (deed.id === id ? { ...deed, ...news } : deed)),
    }));
  }

  async function go() {
    const [first] = queue.deeds;
    if (first === undefined || first.stopped !== null) return;
    onItsWay = first.id;
    // What was tried without any network has certainly not been sent.
    if (navigator.onLine !== false) update(first.id, { tries: first.tries + 1 });
    changed();
    const answer = await send(first, queue.after);
    onItsWay = null;
    heard(first, answer);
  }

  function heard(deed, { outcome, data }) {
    queue.trouble = troubleWith(outcome, data);
    if (outcome === "ok") {
      change((now) => {
        const mine = now.deeds.some(({ id }) => id === deed.id); // else another page has heard it first
        const others = withIds(now.deeds.filter(({ id }) => id !== deed.id), data.came ?? {});
        return mine ? { ...now, after: data.seq, deeds: others } : now;
      });
    }
    if (queue.trouble === null) failures = 0;
    else {
      timer = setTimeout(queue.tryNow, PAUSES[Math.min(failures, PAUSES.length - 1)]);
      failures += 1;
    }
    answered(deed, { outcome, data });
    if (outcome === "ok") queue.tryNow();
  }

  function troubleWith(outcome, data) {
    if (["ok", "problems"].includes(outcome)) return null;
    if (outcome === "conflict") return data.closed ? "closed" : null;
    return outcome === "unsure" ? "no_answer" : outcome;
  }

  return queue;
}
