/**
 * Makes the memory snapshot from which the page starts Python: Pyodide after it has run snapshot.py.
 *
 *     node snapshot.mjs PYODIDE-FOLDER PYTHON_STDLIB.ZIP PYTHON-FOLDER
 *
 * PYTHON-FOLDER has packages.bin, and their names and sizes in files.json. Writes snapshot.bin there, and prints what
 * restoring it needs as JSON. snapshot.bin holds what differs from the constants of Pyodide's WebAssembly, by exclusive
 * or, and is compressed: many web hosts compress no binary files.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const HEADER = 48; // bytes before the state that Pyodide writes into a snapshot: magic number, sizes, build
const WORD = 4;

const [folder, library, target] = process.argv.slice(2).map((name) => resolve(name));
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const { default: createPyodideModule } = await import(pathToFileURL(join(folder, "pyodide.asm.mjs")).href);
const options = { indexURL: folder + sep, stdLibURL: library };

/** The memory of a new WebAssembly instance, before anything has run. @returns {Promise<Uint32Array>} */
function newMemory() {
  return new Promise((resolve, reject) => {
    const create = (settings) => {
      const { instantiateWasm } = settings;
      settings.instantiateWasm = (imports, receive) =>
        instantiateWasm(imports, (instance, compiled) => {
          resolve(new Uint32Array((instance.exports.memory ?? imports.env.memory).buffer.slice(0)));
          receive(instance, compiled);
        });
      return createPyodideModule(settings);
    };
    loadPyodide({ ...options, createPyodideModule: create }).catch(reject);
  });
}

const python = await loadPyodide({ ...options, createPyodideModule, _makeSnapshot: true });
const packages = readFileSync(join(target, "packages.bin"));
let offset = 0;
for (const [name, size] of Object.entries(JSON.parse(readFileSync(join(target, "files.json"), "utf8")).packages)) {
  python.FS.mkdirTree(`/packages/${name}`.replace(/\/[^/]*$/, ""));
  python.FS.writeFile(`/packages/${name}`, packages.subarray(offset, offset + size));
  offset += size;
}
python.runPython(readFileSync(new URL("snapshot.py", import.meta.url), "utf8"));

const snapshot = python.makeMemorySnapshot();
const [, start, length] = new Uint32Array(snapshot.buffer, 0, 3);
const memory = snapshot.slice(start);
const words = new Uint32Array(memory.buffer);
const original = await newMemory();
const constants = WORD * (original.findLastIndex((word) => word !== 0) + 1);
const sum = words.subarray(0, constants / WORD).reduce((total, word) => (total + word) | 0, 0);
for (let place = 0; place < constants / WORD; place += 1) words[place] ^= original[place];
writeFileSync(join(target, "snapshot.bin"), gzipSync(memory, { level: 9 }));
const state = JSON.parse(new TextDecoder().decode(snapshot.subarray(HEADER, HEADER + length)));
console.log(JSON.stringify({ size: memory.length, sum, constants, state }));
