// The engine of the server in a browser: questions in, answers out, both JSON. Only this script may start
// WebAssembly (tarockclub/static_files.py). Its first message says where the parts lie, each later one asks.
//
// Where browsers have shared workers it is one for all pages of a phone, else each page has its own.
//
// Where the parts are kept, so is the engine's memory as it is once all is imported: beginning with that takes a
// third of the time.

const ENGINE_CACHE = "engine"; // the cache of service_worker.js
const ROOM = 150_000_000; // bytes; a phone with less keeps no memory, which takes 31 million
const EMPTY = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0); // a module of WebAssembly

const { fetch: load } = globalThis;
const { instantiateStreaming } = WebAssembly;
const pages = new Set(); // that share this worker, and have not left it
let answered = null;
let started = null; // a promise
let keeping = null; // a promise, while the memory is put where the parts are

if ("onconnect" in globalThis) {
  addEventListener("connect", ({ ports: [port] }) => {
    pages.add(port);
    listen(port);
    port.start();
    port.postMessage({ shared: true });
  });
} else {
  listen(globalThis);
}

function listen(port) {
  port.addEventListener("message", async ({ data: { parts, number, question, leave } }) => {
    if (leave) {
      leftBy(port);
      return;
    }
    try {
      if (parts) {
        started ??= start(parts);
        await started;
        port.postMessage({ started: true });
      } else {
        port.postMessage({ number, answer: answered(question) });
      }
    } catch (error) {
      if (parts) started = null; // the next page tries again
      port.postMessage({ number, error: String(error), isOld: isOld(error) });
    }
  });
}

// A page that was closed without a word counts as if it were there; the browser ends what no page shares.
async function leftBy(port) {
  pages.delete(port);
  await keeping;
  if (pages.size === 0) close();
}

// The parts are those that the server has built: a browser that cannot read them is older than they are, unless WebAssembly
// is forbidden as a whole.
function isOld(error) {
  if (!(error instanceof WebAssembly.CompileError)) return error instanceof SyntaxError;
  try {
    return Boolean(new WebAssembly.Module(EMPTY));
  } catch {
    return false;
  }
}

async function start(parts) {
  const cachedMemory = globalThis.caches?.match(parts.memory, { cacheName: ENGINE_CACHE }).catch(() => null);
  try {
    const python = await begin(parts, cachedMemory);
    if (!(await cachedMemory) && (await isRoom())) keeping = keep(parts.memory, new Response(python.makeMemorySnapshot()));
  } catch (error) {
    if ((await cachedMemory)?.status !== 200) throw error;
    await keep(parts.memory, new Response(null, { status: 204 })); // with this engine it is not tried again
    await begin(parts, null);
  }
}

// `cachedMemory` promises an answer whose body is the memory, if it is one.
async function begin({ info, runtime, library, engine }, cachedMemory) {
  // Begun at the same time, and handed on when the runtime asks for them; of what does not arrive it only logs, and
  // goes on waiting.
  const wasm = `${runtime}/pyodide.asm.wasm`;
  const [streamed, packed, sources, memory] = await Promise.all([
    arrived(wasm),
    arrived(library).then((answer) => answer.arrayBuffer()),
    arrived(engine).then((answer) => answer.arrayBuffer()),
    cachedMemory?.then((answer) => (answer?.status === 200 ? answer.arrayBuffer() : null)),
    import(`${runtime}/pyodide.mjs`),
    import(`${runtime}/pyodide.asm.mjs`),
  ]);
  const files = { [wasm]: streamed, [library]: new Response(packed) };
  globalThis.fetch = (address) => Promise.resolve(files[new URL(address).pathname]);
  const failed = new Promise((_, reject) => {
    WebAssembly.instantiateStreaming = (...about) => {
      const begun = instantiateStreaming.apply(WebAssembly, about);
      begun.catch(reject);
      return begun;
    };
  });

  const { loadPyodide } = await import(`${runtime}/pyodide.mjs`);
  const lockFileContents = { info, packages: {} }; // nothing else
  const how = memory ? { _loadSnapshot: memory } : { _makeSnapshot: true };
  const loaded = loadPyodide({ indexURL: runtime, stdLibURL: library, lockFileContents, ...how });
  const python = await Promise.race([loaded, failed]);
  python.FS.writeFile("/engine.zip", new Uint8Array(sources));
  if (!memory) {
    python.runPython("import sys; sys.path.insert(0, '/engine.zip'); from scoring.phone_chart import answered");
  }
  answered = python.globals.get("answered");
  if (memory) answered("{}"); // what is damaged fails at the first question
  return python;
}

// Only where the parts are kept as well. A browser that does not say how much room there is refuses where it is short.
async function isRoom() {
  if (!(await globalThis.caches?.has(ENGINE_CACHE))) return false;
  // eslint-disable-next-line floor/promises -- engine.js ends a worker that does not start
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
  return quota === undefined || quota - usage > ROOM;
}

// What was refused may lie there in part.
async function keep(address, memory) {
  try {
    const cache = await caches.open(ENGINE_CACHE);
    await cache.put(address, memory).catch(() => cache.delete(address));
  } catch {
    // The next start takes as long as this one.
  }
}

async function arrived(address) {
  const answer = await load(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}
