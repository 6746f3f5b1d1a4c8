// The settlement while a hand is being typed: asked for after a short pause, and never in the way.

const PAUSE = 150; // milliseconds
const LONGEST_PRESS = 2000;
const CLICK_FOLLOWS = 50; // after the finger

// `ask` gets the question and a signal that its answer is no longer waited for. The last question wins.
export function previewer(ask, arrived) {
  let timer = null;
  let running = null;
  // What comes while a finger is down would move the button away from under it.
  let lifted = Promise.resolve();
  const pressed = () => {
    lifted = new Promise((resolve) => {
      const soon = () => setTimeout(resolve, CLICK_FOLLOWS);
      for (const end of ["pointerup", "pointercancel"]) addEventListener(end, soon, { capture: true, once: true });
      setTimeout(resolve, LONGEST_PRESS);
    });
  };
  addEventListener("pointerdown", pressed, { capture: true });
  return function preview(question) {
    clearTimeout(timer);
    running?.abort();
    running = null;
    if (question === null) return;
    timer = setTimeout(async () => {
      const mine = new AbortController();
      running = mine;
      const answer = await ask(question, mine.signal);
      await lifted;
      if (running === mine) arrived(question, answer);
    }, PAUSE);
  };
}
