// Runs a Python script in Pyodide under Node.js, with the package from src/ and the WebAssembly core as taquin._core:
//
//     node browser_python.mjs PYODIDE WHEELS CORE PROJECT SCRIPT GIVEN
//
// PYODIDE, WHEELS and PROJECT are folders. The script finds the project in /project, and the text of the file GIVEN in
// the variable `given`.

import { readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";

const paths = process.argv.slice(2).map((path) => realpathSync(path));
const [pyodideFolder, wheels, coreModule, project, script, given] = paths;

// Older releases of Emscripten expect these in Node.js, even in a module.
globalThis.__dirname = dirname(coreModule);
globalThis.require = createRequire(import.meta.url);

async function main() {
  const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`).href);
  const { default: loadCore } = await import(pathToFileURL(coreModule).href);
  const pyodide = await loadPyodide();
  pyodide.mountNodeFS("/project", project);
  pyodide.mountNodeFS("/wheels", wheels);
  const wasmBinary = readFileSync(coreModule.replace(/mjs$/, "wasm"));
  pyodide.globals.set("wasm_module", await loadCore({ wasmBinary }));
  pyodide.globals.set("given", readFileSync(given, "utf8"));
  pyodide.globals.set("script", script.replace(project, "/project"));
  pyodide.runPython(`
import os
import sys
from pathlib import Path

os.environ["TAQUIN_CACHE"] = "/cache"
sys.path[:0] = ["/project/src", *map(str, Path("/wheels").glob("*-none-any.whl"))]

from taquin.web.browser import core

core.install(wasm_module)
exec(compile(Path(script).read_text(), script, "exec"))
`);
}

// Node.js would also print the line that threw, and Pyodide is one line of a megabyte.
main().catch((error) => {
  console.error(String(error));
  process.exitCode = 1;
});
