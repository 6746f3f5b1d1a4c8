// Runs cut.py in the phone's Python; started by building.py at set-up, and by nothing that serves or tests.
// node cut.mjs <folder of the runtime> <the engine's sources, a zip> <folder for what is made of them>

import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, sources, made] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: runtime });
python.FS.writeFile("/sources.zip", await readFile(sources));
python.runPython(await readFile(new URL("cut.py", import.meta.url), "utf8"));
python.globals.get("cut")("/sources.zip", "/library.zip", "/engine.zip");
for (const name of ["library.zip", "engine.zip"]) {
  await writeFile(join(made, name), python.FS.readFile(`/${name}`));
}
