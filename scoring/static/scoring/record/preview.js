// The settlement while it is being typed: asked for after a short pause, and never in anybody's way.

const PAUSE = 150; // milliseconds

// `ask` gets the question and a signal that nobody waits for its answer any more. The last question wins.
export function previewer(ask, arrived) {
  let timer = null;
  let asked = null;
  return function preview(question) {
    clearTimeout(timer);
    asked?.abort();
    asked = null;
    if (question === null) return;
    timer = setTimeout(async () => {
      const mine = new AbortController();
      asked = mine;
      const answer = await ask(question, mine.signal);
      if (asked === mine) arrived(question, answer);
    }, PAUSE);
  };
}
