/**
 * Runs bytecode.py, which compiles the two archives of the page, in Pyodide.
 *
 *     node compile.mjs PYODIDE-FOLDER PYTHON_STDLIB.ZIP PACKAGES.ZIP
 */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { basename, resolve, sep } from "node:path";

const [folder, ...archives] = process.argv.slice(2).map((name) => resolve(name));
const { loadPyodide } = await import(pathToFileURL(`${folder}${sep}pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: folder + sep });
for (const archive of archives) python.FS.writeFile(`/${basename(archive)}`, readFileSync(archive));
python.runPython(readFileSync(new URL("bytecode.py", import.meta.url), "utf8"));
for (const archive of archives) writeFileSync(archive, python.FS.readFile(`/${basename(archive)}`));
