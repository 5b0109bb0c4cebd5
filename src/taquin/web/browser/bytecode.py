"""Compiles the archives of the page to bytecode: ``compile.mjs`` runs this as a script in Pyodide, which will read it.

Python starts much faster with bytecode, but bytecode is larger than its source. So the standard library keeps only the
modules that an import statement can reach: one in our packages, in Pyodide, or in another of these modules.
"""

from __future__ import annotations

import py_compile
import re
import sys
from collections.abc import Collection, Iterator
from importlib.util import resolve_name
from itertools import product
from pathlib import Path
from py_compile import PycInvalidationMode
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

LIBRARY, PACKAGES = "/python_stdlib", "/packages"
"""Folders. Their archives have the same names, with ``.zip``."""
UNUSED = (
    "_pyrepl",
    "argparse",
    "bdb",
    "doctest",
    "modulefinder",
    "pdb",
    "pydoc",
    "unittest",
    "ftplib",
    "html",
    "http.cookiejar",
    "http.server",
    "smtplib",
    "xmlrpc",
    "concurrent.futures.process",
    "multiprocessing",
    "optparse",
    "tarfile",
)
"""Modules that are imported only by functions that the page does not call: tools, protocols, processes."""
_ENCODINGS = ("ascii", "cp1252", "idna", "iso8859_1", "latin_1", "shift_jis", "utf_16", "utf_16_be")
NAMED = ("_pylong", *(f"encodings.{name}" for name in _ENCODINGS))
"""Modules that are imported by a name that is made at run time, besides those that Pyodide has loaded."""

_UNUSED_PREFIXES = tuple(f"{name}." for name in UNUSED)
_IMPORT = re.compile(r"^\s*(?:from\s+([.\w]+)\s+import\s+(\([^)]*|[^\n#]*)|import\s+([\w., ]+))", re.MULTILINE)
_NAME = re.compile(r"\w+")


def reachable_files() -> set[str]:
    """The files of all modules that can be reached, in both folders. Reads sources: ``modulefinder`` takes 20 s."""
    packages = [_module_name(path, PACKAGES) for path in Path(PACKAGES).rglob("*.py")]
    settings = [path.stem for path in Path(LIBRARY).glob("_sysconfigdata*")]
    waiting, seen, files = [*packages, *sys.modules, *NAMED, *settings], set[str](), set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen or f"{name}.".startswith(_UNUSED_PREFIXES):
            continue
        seen.add(name)
        waiting.append(name.rpartition(".")[0])
        for folder, suffix in product((LIBRARY, PACKAGES), (".py", "/__init__.py")):
            path = Path(f"{folder}/{name.replace('.', '/')}{suffix}")
            if path.is_file():
                files.add(str(path))
                waiting += _imported(path.read_text("utf-8"), name if suffix != ".py" else name.rpartition(".")[0])
    return files


def _module_name(path: Path, folder: str) -> str:
    return ".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__")


def _imported(source: str, package: str) -> Iterator[str]:
    """What the import statements in the source of a package may import: modules, and members that may be modules."""
    for origin, members, modules in _IMPORT.findall(source):
        yield from (module.split()[0] for module in modules.split(",") if module.strip())
        if origin:
            base = resolve_name(origin, package) if origin.startswith(".") else origin
            yield base
            yield from (f"{base}.{member}" for member in _NAME.findall(members))


def compile_archive(folder: str, files: Collection[str] | None = None) -> None:
    """Replace the modules of an archive by bytecode, and leave those out that are not among ``files``.

    The archive was unpacked into the folder. Only our modules keep their docstrings, which the page shows.
    """
    with ZipFile(f"{folder}.zip") as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
    with ZipFile(f"{folder}.zip", "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name in names:
            path = f"{folder}/{name}"
            if not name.endswith(".py"):
                archive.writestr(ZipInfo(name), Path(path).read_bytes(), ZIP_DEFLATED)
            elif files is None or path in files:
                level = 0 if name.startswith("taquin/") else 2
                py_compile.compile(
                    path, f"{path}c", optimize=level, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH
                )
                archive.writestr(ZipInfo(f"{name}c"), Path(f"{path}c").read_bytes(), ZIP_DEFLATED)


if __name__ == "__main__":
    for folder in (LIBRARY, PACKAGES):
        with ZipFile(f"{folder}.zip") as archive:
            archive.extractall(folder)
    compile_archive(LIBRARY, reachable_files())
    compile_archive(PACKAGES)
