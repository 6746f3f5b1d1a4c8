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

async function start({ info, runtime, library, engine }) {
  // Begun at the same time, and handed on when the runtime asks for them; of what does not arrive it only logs, and
  // goes on waiting.
  const wasm = `${runtime}/pyodide.asm.wasm`;
  const [streamed, packed, sources] = await Promise.all([
    arrived(wasm),
    arrived(library).then((answer) => answer.arrayBuffer()),
    arrived(engine).then((answer) => answer.arrayBuffer()),
    import(`${runtime}/pyodide.asm.mjs`),
  ]);
  const parts = { [wasm]: streamed, [library]: new Response(packed) };
  globalThis.fetch = (address) => Promise.resolve(parts[new URL(address).pathname]);
  const instantiate = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = (...about) => {
    const begun = instantiate.apply(WebAssembly, about);
    begun.catch((error) => postMessage({ error: String(error) }));
    return begun;
  };

  const { loadPyodide } = await import(`${runtime}/pyodide.mjs`);
  const nothingElse = { info, packages: {} };
  const python = await loadPyodide({ indexURL: runtime, stdLibURL: library, lockFileContents: nothingElse });
  python.FS.writeFile("/engine.zip", new Uint8Array(sources));
  python.runPython("import sys; sys.path.insert(0, '/engine.zip'); from scoring.phone_chart import answered");
  answered = python.globals.get("answered");
}

async function arrived(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}
