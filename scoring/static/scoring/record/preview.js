// The settlement while it is being typed: asked for after a short pause, and never in anybody's way.

import { post } from "./sending.js";

const PAUSE = 150; // milliseconds

export function previewer(token, arrived) {
  let timer = null;
  let asked = null;
  return function preview(url, body) {
    clearTimeout(timer);
    if (asked) asked.abort();
    if (body === null) return;
    timer = setTimeout(async () => {
      const mine = new AbortController();
      asked = mine;
      const { outcome, data } = await post(url, body, token, mine.signal);
      if (outcome === "aborted" || asked !== mine) return;
      asked = null;
      arrived(body.record, outcome === "ok" ? data : null);
    }, PAUSE);
  };
}
