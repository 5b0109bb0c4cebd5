/**
 * Replaces the Python files of an archive by bytecode for Pyodide, which starts twice as fast with it.
 *
 *     node compile.mjs PYODIDE-FOLDER ARCHIVE
 */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { resolve, sep } from "node:path";

const [folder, archive] = process.argv.slice(2).map((name) => resolve(name));
const { loadPyodide } = await import(pathToFileURL(folder + sep + "pyodide.mjs"));
const python = await loadPyodide({ indexURL: folder + sep });
python.FS.writeFile("/source.zip", readFileSync(archive));
python.runPython(`
from importlib._bootstrap_external import _code_to_hash_pyc
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

with ZipFile("/source.zip") as source, ZipFile("/target.zip", "w", ZIP_DEFLATED, compresslevel=9) as target:
    for name in source.namelist():
        content = source.read(name)
        if name.endswith(".py"):
            level = 0 if name.startswith("taquin/") else 2  # 2: without docstrings; ours are part of what the page shows
            code = compile(content, "/packages/" + name, "exec", dont_inherit=True, optimize=level)
            name, content = name + "c", _code_to_hash_pyc(code, bytes(8), checked=False)
        target.writestr(ZipInfo(name), content, ZIP_DEFLATED)
`);
writeFileSync(archive, python.FS.readFile("/target.zip"));
