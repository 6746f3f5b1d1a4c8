// Keeps hands on this phone until the server confirms that it has them, and sends them: in order, one at a time.

import { inTime } from "../in_time.js";
import { afterEvent } from "./queue.js";
import { shelf, tidyUp } from "./shelf.js";

const VERSION = 1;
const ANY = /^tarockclub waiting (\/sheets\/\d+\/record\/|\/clubs\/[\w-]+\/play\/away\/)$/;
const PAUSES = [2000, 4000, 8000, 16000, 30000]; // milliseconds between two tries

// Where they are kept; `sheet` is the address that they are sent to.
export function queueShelf(sheet, lasting = true) {
  return shelf(`waiting ${sheet}`, VERSION, lasting);
}

// At which tables hands wait on this phone: {address, deeds}.
export function tablesWaiting() {
  const tables = addresses().map((address) => ({ address, deeds: queueShelf(address).read()?.deeds ?? [] }));
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

// What is on such a shelf, as queue.js says it.
function queueIn(shelved) {
  const stored = shelved.read();
  const readable = Array.isArray(stored?.deeds) && typeof stored.after === "number";
  return readable ? stored : { after: 0, standing: null, deeds: [] };
}

// Every step reads what is stored and writes it again, so that two pages of one sheet share one queue.
// A hand that both of them send is there once: it has one id.
export function waitingFor(sheet, { send, answered, changed, lasting }) {
  tidyUp("waiting", (queue) => queue?.deeds?.length > 0);
  showOnIcon();
  const shelved = queueShelf(sheet, lasting);
  let onItsWay = null;
  let failures = 0;
  let timer = null;

  const queue = {
    trouble: null, // why nothing comes through: "no_answer", "signed_out", "refused" or "closed"

    get deeds() {
      return queueIn(shelved).deeds;
    },
    get standing() {
      return queueIn(shelved).standing;
    },
    get after() {
      return queueIn(shelved).after;
    },
    get onItsWay() {
      return onItsWay;
    },
    get isSafe() {
      return shelved.lasts || queue.deeds.length === 0;
    },
    happen(what, about) {
      shelved.write(afterEvent(queueIn(shelved), what, about));
      showOnIcon();
    },
    tryNow() {
      clearTimeout(timer);
      if (onItsWay === null) return go();
      return null;
    },
    // Another page of this sheet has written on the shelf.
    isKeptAs(key) {
      return key === shelved.key || key === null;
    },
  };

  async function go() {
    const [first] = queue.deeds;
    if (first === undefined || first.stopped !== null) return;
    onItsWay = first.id;
    // What was tried without any network has certainly not been sent.
    if (navigator.onLine !== false) queue.happen("sent", first);
    changed();
    const answer = await send(first, queue.after);
    onItsWay = null;
    heard(first, answer);
  }

  function heard(deed, { outcome, data }) {
    queue.trouble = troubleWith(outcome, data);
    if (outcome === "ok") queue.happen("stored", { id: deed.id, after: data.seq, givenIds: data.came ?? {} });
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
