// Talks to the server. Nothing is drawn here, and nothing counts as saved that the server has not said.

const PATIENCE = 10000; // milliseconds

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
//   "signed_out", "refused"   nothing was written, and nothing will be
//   "unsure"      no answer, or none that can be read: perhaps written, perhaps not
export async function post(url, body, token, signal = null) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  if (signal) signal.addEventListener("abort", () => patience.abort());
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token, Accept: "application/json" },
      body: JSON.stringify(body),
      credentials: "same-origin",
      redirect: "manual",
      signal: patience.signal,
    });
    return await understood(response);
  } catch {
    return { outcome: signal?.aborted ? "aborted" : "unsure", data: null };
  } finally {
    clearTimeout(timer);
  }
}

async function understood(response) {
  if (response.type === "opaqueredirect" || response.status === 401)
    return { outcome: "signed_out", data: null };
  if (response.status === 403 || response.status === 404) return { outcome: "refused", data: null };
  const data = await readJson(response);
  if (response.status === 400 && !Array.isArray(data?.problems)) return { outcome: "refused", data: null };
  if (data === null) return { outcome: "unsure", data };
  if (response.status === 200) return { outcome: "ok", data };
  if (response.status === 400) return { outcome: "problems", data };
  if (response.status === 409) return { outcome: "conflict", data };
  return { outcome: "unsure", data };
}

async function readJson(response) {
  if (!(response.headers.get("Content-Type") || "").startsWith("application/json")) return null;
  const data = await response.json();
  return typeof data === "object" ? data : null;
}

// Saving is believed only when the answer names this very id.
export async function postOnce(url, body, token) {
  const answer = await post(url, body, token);
  if (answer.outcome === "ok" && answer.data.id !== body.id) return { outcome: "unsure", data: null };
  return answer;
}

// Asks again and again what has happened at the table, while somebody looks. The answer asks at once.
export function follow(url, heard, every = 2000) {
  let tag = null;
  let timer = null;
  let asking = false;
  async function ask() {
    if (asking) return;
    asking = true;
    clearTimeout(timer);
    if (!document.hidden) await look();
    asking = false;
    timer = setTimeout(ask, every);
  }
  async function look() {
    const patience = new AbortController();
    const bell = setTimeout(() => patience.abort(), PATIENCE);
    try {
      const headers = { Accept: "application/json", ...(tag ? { "If-None-Match": tag } : {}) };
      const response = await fetch(url, {
        headers,
        credentials: "same-origin",
        redirect: "manual",
        cache: "no-store",
        signal: patience.signal,
      });
      if (response.status !== 200) return;
      const data = await readJson(response);
      if (data === null) return;
      tag = response.headers.get("ETag");
      heard(data);
    } catch {
      // No network for a moment; the next question comes in two seconds.
    } finally {
      clearTimeout(bell);
    }
  }
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) ask();
  });
  timer = setTimeout(ask, every);
  return ask;
}
