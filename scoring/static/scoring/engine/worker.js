// The engine of the server in a browser: questions in, answers out, both JSON. Only this script may start
// WebAssembly (tarockclub/static_files.py). Its first message says where the parts lie, each later one asks.

let answered = null;

addEventListener("message", async ({ data: { parts, number, question } }) => {
  try {
    if (parts) {
      await start(parts);
      postMessage({ started: true });
    } else {
      postMessage({ number, answer: answered(question) });
    }
  } catch (error) {
    postMessage({ number, error: String(error) });
  }
});

async function start({ info, runtime, library, engine, files }) {
  refuseLoudly();
  // All at the same time; and a part that is missing is told here, while the runtime would wait for it for ever.
  const [packed] = await Promise.all([engine, ...files].map(bytes));
  const { loadPyodide } = await import(`${runtime}/pyodide.mjs`);
  const nothingElse = { info, packages: {} };
  const python = await loadPyodide({ indexURL: runtime, stdLibURL: library, lockFileContents: nothingElse });
  python.FS.writeFile("/engine.zip", new Uint8Array(packed));
  python.runPython("import sys; sys.path.insert(0, '/engine.zip'); from scoring.engine.phone import answered");
  answered = python.globals.get("answered");
}

async function bytes(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

// What keeps WebAssembly from starting the runtime only logs, and goes on waiting.
function refuseLoudly() {
  const instantiate = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = (...about) => {
    const begun = instantiate.apply(WebAssembly, about);
    begun.catch((error) => postMessage({ error: String(error) }));
    return begun;
  };
}
