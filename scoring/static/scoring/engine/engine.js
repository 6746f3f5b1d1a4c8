// The engine of the server in a worker of this phone, for what a hand comes to without network.
//
// Nothing is loaded before it is asked for. Nothing throws: where there is no engine an answer is null, and
// `trouble` says why, in a word for the page and in the browser's words.

const PATIENCE = 20_000; // milliseconds; by then a phone that is short of memory has ended the worker
const LONGEST_START = 180_000; // with all that is loaded for it
const MOST_DEATHS = 3;

// `parts` are those of the page (scoring/table/pages/phone_engine.py), or null where this server has none.
export function phoneEngine(parts, patience = PATIENCE) {
  const engine = { version: parts?.version ?? "", size: parts?.size ?? 0, trouble: null, ready, ask, leave };
  const waiting = new Map(); // by the number of the question
  let worker = null;
  let started = null; // a promise, once the worker was begun
  let lastNumber = 0;
  let deaths = 0;
  let isShared = "SharedWorker" in globalThis; // until it fails: then this page has a worker of its own

  // Load what is missing; whether questions can be asked then.
  function ready() {
    started ??= new Promise(begin);
    return started;
  }

  // The answer to a question, or null.
  async function ask(question) {
    if (!(await ready())) return null;
    lastNumber += 1;
    const number = lastNumber;
    return new Promise((resolve) => {
      const late = setTimeout(() => die("died", "no answer"), patience);
      waiting.set(number, (answer) => {
        clearTimeout(late);
        resolve(answer);
      });
      worker.port.postMessage({ number, question: JSON.stringify(question) });
    });
  }

  // Give the memory back; the next question loads it again.
  function leave() {
    worker?.end();
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
    const failed = (why, isOld = false) => {
      clearTimeout(late);
      cannot(isOld ? "unsupported" : "failed", why);
    };
    try {
      worker = begunWorker(parts, isShared);
    } catch (error) {
      return failed(String(error));
    }
    const silent = isShared && setTimeout(beginAlone, patience);
    worker.from.addEventListener("error", (event) => {
      event.preventDefault();
      if (isShared) {
        beginAlone();
        return;
      }
      failed(event.message ?? "");
      die("died", event.message ?? "");
    });
    worker.port.addEventListener("message", ({ data }) => {
      const { shared, started: isStarted, number, answer, error, isOld } = data;
      if (shared) clearTimeout(silent);
      else if (isStarted) begun();
      else if (number === undefined) failed(error, isOld);
      else hear(number, answer, error);
    });
    worker.port.postMessage({ parts });
    return undefined;

    // The one that all pages share could not be loaded, or is just going.
    function beginAlone() {
      clearTimeout(silent);
      clearTimeout(late);
      isShared = false;
      begin(resolve);
    }

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
    isShared = false;
    engine.trouble = { word, why };
    leave();
  }

  return engine;
}

function begunWorker({ worker: address, engine: name }, isShared) {
  if (!isShared) {
    const own = new Worker(address, { type: "module" });
    return { from: own, port: own, end: () => own.terminate() };
  }
  const shared = new globalThis.SharedWorker(address, { type: "module", name });
  shared.port.start();
  return { from: shared, port: shared.port, end: () => shared.port.postMessage({ leave: true }) };
}
