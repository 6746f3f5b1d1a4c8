// The engine of the server in a browser: questions in, answers out, both JSON. Only this script may start
// WebAssembly (tarockclub/static_files.py). Its first message says where the parts lie, each later one asks.
//
// Where the parts are kept, so is the engine's memory as it is once all is imported: whoever begins with that needs a
// third of the time.

const KEPT = "engine"; // the cache of service_worker.js
const ROOM = 150_000_000; // bytes; a phone with less keeps no memory, which takes 31 million

const { fetch: load } = globalThis;
const { instantiateStreaming } = WebAssembly;
let answered = null;

addEventListener("message", async ({ data: { parts, number, question } }) => {
  try {
    if (parts) {
      const memory = await start(parts);
      postMessage({ started: true });
      if (memory) await keep(parts.memory, new Response(memory));
    } else {
      postMessage({ number, answer: answered(question) });
    }
  } catch (error) {
    postMessage({ number, error: String(error) });
  }
});

// Returns the memory, where it is to be kept.
async function start(parts) {
  const kept = await globalThis.caches?.match(parts.memory);
  if (kept?.status === 200) {
    try {
      await begin(parts, kept);
      return null;
    } catch {
      await keep(parts.memory, new Response(null, { status: 204 })); // with this engine it is not tried again
    }
  }
  const python = await begin(parts, null);
  return !kept && (await isRoom()) ? python.makeMemorySnapshot() : null;
}

async function begin({ info, runtime, library, engine }, kept) {
  // Begun at the same time, and handed on when the runtime asks for them; of what does not arrive it only logs, and
  // goes on waiting.
  const wasm = `${runtime}/pyodide.asm.wasm`;
  const [streamed, packed, sources, memory] = await Promise.all([
    arrived(wasm),
    arrived(library).then((answer) => answer.arrayBuffer()),
    arrived(engine).then((answer) => answer.arrayBuffer()),
    kept?.arrayBuffer(),
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

// Only where the parts are kept as well.
async function isRoom() {
  if (!(await globalThis.caches?.has(KEPT))) return false;
  // eslint-disable-next-line floor/promises -- engine.js ends a worker that does not start
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
  return quota - usage > ROOM;
}

async function keep(address, memory) {
  const cache = await caches.open(KEPT);
  const full = () => null; // the next start takes as long as this one
  await cache.put(address, memory).catch(full);
}

async function arrived(address) {
  const answer = await load(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}
