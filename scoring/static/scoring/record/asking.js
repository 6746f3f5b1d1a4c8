// Asks the server: once, with patience, or again and again while the page is in view.

export const EVERY = 5000; // milliseconds between two questions about a table, while nothing happens
export const EVERY_PULSE = 3000; // where there is a pulse
const PATIENCE = 10000;

// What `read` makes of the answer. Gives up after a while, or when `signal` says so; also where the answer
// begins and does not end.
export async function patiently(url, options, read, { signal = null, within = PATIENCE } = {}) {
  const patience = new AbortController();
  const alarm = setTimeout(() => patience.abort(), within);
  signal?.addEventListener("abort", () => patience.abort());
  try {
    const further = { credentials: "same-origin", redirect: "manual", cache: "no-store" };
    return await read(await fetch(url, { ...further, ...options, signal: patience.signal }));
  } finally {
    clearTimeout(alarm);
  }
}

// Calls `look` now and then, one call at a time: at once when the page comes back into view or the network is back (and
// once more after a call that was under way, whose answer may be older); while it throws, less and less often, up to
// `atMost`, and `failed` is called each time. Once it returns true, it is over.
// `ask` looks at once, with what it is given; `stop` ends it.
export function askAgain(look, { every, atMost = every, first = 0, failed = () => {} }) {
  const stopped = new AbortController();
  let pause = every;
  let timer = null;
  let asking = false;
  let again = false;

  async function ask(how) {
    if (asking || stopped.signal.aborted) return;
    asking = true;
    clearTimeout(timer);
    if (!document.hidden) await attempt(how);
    asking = false;
    if (!stopped.signal.aborted) timer = setTimeout(ask, again ? 0 : pause);
    again = false;
  }

  function askNow() {
    again = asking;
    ask();
  }

  async function attempt(how) {
    try {
      const over = await look(how);
      pause = every;
      if (over === true) stop();
    } catch {
      pause = Math.min(2 * pause, atMost); // no network for a moment; the next question comes
      failed();
    }
  }

  function stop() {
    stopped.abort();
    clearTimeout(timer);
  }

  const { signal } = stopped;
  const askIfVisible = () => document.hidden || askNow();
  document.addEventListener("visibilitychange", askIfVisible, { signal });
  window.addEventListener("online", askNow, { signal });
  window.addEventListener("pageshow", (event) => event.persisted && ask(), { signal });
  timer = setTimeout(ask, first);
  return { ask, stop };
}
