// Asks every three seconds whether anything has changed, for the whole page once: whoever wants to know
// listens for "pulse" on the document. Its detail is {data, now, sent, received}: the counters, or null
// where nothing has changed; the server's time, and when was asked and answered by this device's clock.
//
// <... data-pulse="address"> anywhere on the page starts it.

const EVERY = 3000; // milliseconds
const PATIENCE = 8000;

export function follow(url) {
  let tag = null;
  let timer = null;
  let asking = false;

  async function ask() {
    clearTimeout(timer);
    if (asking) return;
    asking = true;
    if (!document.hidden) await look().catch(() => tell("no-pulse"));
    asking = false;
    timer = setTimeout(ask, EVERY);
  }

  async function look() {
    const patience = new AbortController();
    const bell = setTimeout(() => patience.abort(), PATIENCE);
    const sent = Date.now();
    try {
      const headers = { Accept: "application/json", ...(tag ? { "If-None-Match": tag } : {}) };
      const asked = { headers, credentials: "same-origin", redirect: "manual", cache: "no-store" };
      const answer = await fetch(url, { ...asked, signal: patience.signal });
      const received = Date.now();
      if (answer.status !== 200 && answer.status !== 304) throw new Error(`answered ${answer.status}`);
      const data = answer.status === 200 ? await answer.json() : null;
      const now = Number(answer.headers.get("Server-Now"));
      tag = answer.headers.get("ETag") ?? tag;
      tell("pulse", { data, now, sent, received });
    } finally {
      clearTimeout(bell);
    }
  }

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) ask();
  });
  window.addEventListener("online", ask);
  window.addEventListener("pageshow", ask);
  ask();
}

function tell(name, detail = null) {
  document.dispatchEvent(new CustomEvent(name, { detail }));
}

const [place] = document.querySelectorAll("[data-pulse]");
if (place) setTimeout(() => follow(place.dataset.pulse)); // when every script of the page listens
