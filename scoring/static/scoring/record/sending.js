// Talks to the server. Nothing is drawn here, and nothing counts as saved before the server confirms it.

import { presentTime } from "../clock.js";
import { askAgain, EVERY, EVERY_PULSE, patiently } from "./asking.js";

const JSON_ONLY = { Accept: "application/json" };

// An id for one hand. Made without crypto.randomUUID, which a phone in the club's own network does not have.
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

// The answer to a POST: {outcome, data}.
//   "ok"          the server did it
//   "problems"    it refused, and says why; nothing was written
//   "conflict"    the table has moved on; nothing was written
//   "refused"     nothing was written: not signed in, no right, an old token; or a portal stands in between
//   "unsure"      no answer, or none that can be read: perhaps written, perhaps not
// `form` is the version of what the page knows of the rules: the answer leaves out what has not changed.
// `log` is what was entered so far, at a table that only this page remembers.
export async function post(url, body, token, { signal = null, within = undefined, form = "", log = undefined } = {}) {
  const headers = { ...JSON_ONLY, "Content-Type": "application/json", "X-CSRFToken": token, "Known-Form": form };
  const request = { method: "POST", headers, body: JSON.stringify({ ...body, log }) };
  try {
    return await patiently(url, request, understood, { signal, within });
  } catch {
    return { outcome: "unsure", data: null };
  }
}

async function understood(response) {
  const barred = response.type === "opaqueredirect" || [401, 403, 404].includes(response.status);
  if (barred) return { outcome: "refused", data: null };
  const data = await readJson(response);
  if (response.status === 400 && !Array.isArray(data?.problems)) return { outcome: "refused", data: null };
  if (data === null) return { outcome: "unsure", data };
  if (response.status === 200) return { outcome: "ok", data };
  if (response.status === 400) return { outcome: "problems", data };
  if (response.status === 409 && data.table) return { outcome: "conflict", data };
  return { outcome: "unsure", data };
}

export async function readJson(response) {
  if (!(response.headers.get("Content-Type") || "").startsWith("application/json")) return null;
  const data = await response.json();
  return typeof data === "object" ? data : null;
}

// Saving is believed only when the answer names this very id. After a refusal the door is asked why:
//   "signed_out", "other_account"   the right account has to sign in
//   "refused"                       this phone may not write here any more
export async function postOnce(url, body, visitor, how) {
  const further = { ...how, form: visitor.form, log: visitor.log };
  let answer = await post(url, body, visitor.token, further);
  if (answer.outcome === "refused") {
    const reason = await askAtTheDoor(visitor);
    if (reason !== "known") return { outcome: reason, data: null };
    answer = await post(url, body, visitor.token, further); // with the token of a sign-in in between
  }
  if (answer.outcome === "ok" && answer.data.id !== body.id) return { outcome: "unsure", data: null };
  return answer;
}

// A visitor is {account, token, door, form, log}: who this page was made for, where to ask who that is now,
// which rules the page knows, and what it alone remembers.
async function askAtTheDoor(visitor) {
  const now = await get(visitor.door, readJson).catch(() => null);
  if (typeof now?.account !== "string" || typeof now.token !== "string") return "unsure"; // not our server
  if (visitor.account && now.account === "") return "signed_out";
  if (visitor.account && now.account !== visitor.account) return "other_account";
  visitor.token = now.token;
  return "known";
}

// The answer to a GET as `read` understands it; it throws where there is none.
export function get(url, read, { headers = {}, cache = "no-store", signal = null } = {}) {
  return patiently(url, { headers: { ...JSON_ONLY, ...headers }, cache }, read, { signal });
}

// Asks again and again what has happened at the table, while the page is in view. The answer asks at once. `known` is
// what the page came with, and `shown` how the server calls that: it is not sent again.
// Where there is a pulse, it asks that first: it says at little cost whether there is any news. It is passed on to
// the page as the event "pulse", with the server's time; a listener that cancels it knows that the table
// has nothing more to tell, and that is not asked for.
export function follow({ live, pulse }, visitor, heard, { known, shown }) {
  const every = pulse ? EVERY_PULSE : EVERY;
  let tag = `"${shown}"`;
  let beat = null;
  let over = false;
  async function look({ anyway = false } = {}) {
    const newest = pulse ? await felt() : null;
    const isNews = newest === null || (newest !== beat && !over) || anyway;
    const headers = { "Known-Form": visitor.form };
    if (!anyway) headers["If-None-Match"] = tag;
    if (isNews) await get(live, listen, { headers });
    else if (known) heard(known);
    beat = newest;
  }
  // The tag of the pulse; null where it cannot be felt.
  function felt() {
    const sent = presentTime();
    return get(
      pulse,
      async (response) => {
        if (response.status !== 200 && response.status !== 304) return null;
        const detail = {
          data: response.status === 200 ? await readJson(response) : null,
          now: Number(response.headers.get("Server-Now")),
          sent,
          received: presentTime(),
        };
        if (detail.data) over = false;
        if (!document.dispatchEvent(new CustomEvent("pulse", { detail, cancelable: true }))) over = true;
        if (over) known = null;
        return response.headers.get("ETag");
      },
      { headers: beat ? { "If-None-Match": beat } : {} },
    );
  }
  // Where this phone may no longer hear of the table, what it heard before does not count either.
  async function listen(response) {
    if ([403, 404].includes(response.status)) known = null;
    if (response.status >= 500) throw new Error(`answered ${response.status}`); // asked again, news or not
    const data = response.status === 304 ? known : response.status === 200 ? await readJson(response) : null;
    if (typeof data?.after !== "number" || !data.table) return;
    known = data;
    tag = response.headers.get("ETag") ?? tag;
    heard(data);
  }
  const { ask } = askAgain(look, { every, first: pulse ? 0 : every });
  return () => ask({ anyway: true });
}
