// The engine of the server in a worker of this phone, for what a hand comes to without network.
//
// Nothing is loaded before it is asked for. Nothing throws: where there is no engine an answer is null, and
// `trouble` says why, in a word for the page and in what the browser said.

const PATIENCE = 20_000; // milliseconds; by then a phone that is short of memory has ended the worker
const LONGEST_START = 180_000; // with all that is loaded for it
const MOST_DEATHS = 3;

// `parts` are those of the page (scoring/table/pages/phone_engine.py), or null where this server has none.
export function phoneEngine(parts, patience = PATIENCE) {
  const engine = { version: parts?.version ?? "", size: parts?.size ?? 0, trouble: null, ready, ask, leave };
  const waiting = new Map(); // by the number of the question
  let worker = null;
  let started = null; // a promise, once the worker was begun
  let asked = 0;
  let deaths = 0;

  // Load what is missing; whether questions can be asked then.
  function ready() {
    started ??= new Promise(begin);
    return started;
  }

  // The answer to a question, or null.
  async function ask(question) {
    if (!(await ready())) return null;
    asked += 1;
    const number = asked;
    return new Promise((resolve) => {
      const late = setTimeout(() => die("died", "no answer"), patience);
      waiting.set(number, (answer) => {
        clearTimeout(late);
        resolve(answer);
      });
      worker.postMessage({ number, question: JSON.stringify(question) });
    });
  }

  // Give the memory back; the next question loads it again.
  function leave() {
    worker?.terminate();
    worker = null;
    started = null;
    for (const answer of waiting.values()) answer(null);
    waiting.clear();
  }

  function begin(resolve) {
    if (!parts) return cannot("absent", "");
    if (typeof WebAssembly === "undefined" || typeof Worker === "undefined") return cannot("unsupported", "");
    if (deaths >= MOST_DEATHS) return resolve(false);
    engine.trouble = null;
    const late = setTimeout(() => {
      failed("not started");
      die("died", "not started");
    }, LONGEST_START);
    const begun = () => {
      clearTimeout(late);
      resolve(true);
    };
    const failed = (why) => {
      clearTimeout(late);
      cannot("failed", why);
    };
    try {
      worker = new Worker(parts.worker, { type: "module" });
    } catch (error) {
      return failed(String(error));
    }
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      failed(event.message ?? "");
      die("died", event.message ?? "");
    });
    worker.addEventListener("message", ({ data: { started: isStarted, number, answer, error } }) => {
      if (isStarted) begun();
      else if (number === undefined) failed(error);
      else hear(number, answer, error);
    });
    worker.postMessage({ parts });
    return undefined;

    function cannot(word, why) {
      engine.trouble = { word, why };
      resolve(false);
    }
  }

  function hear(number, answer, error) {
    if (error) engine.trouble = { word: "failed", why: error };
    waiting.get(number)?.(error ? null : JSON.parse(answer));
    waiting.delete(number);
  }

  function die(word, why) {
    deaths += 1;
    engine.trouble = { word, why };
    leave();
  }

  return engine;
}
