"""Writes the page as plain files, which any web server can serve: the page, Python, the package, prepared responses.

What is not part of this package comes from a folder, the runtime: npm's ``pyodide``, and wheels for it.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.parser import HeaderParser
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

import taquin
from taquin.errors import BackendError
from taquin.web.browser.engine import SETTINGS
from taquin.web.bundle import BUNDLES, STATIC, bundle

PACKAGE = Path(taquin.__file__).parent
STANDARD_LIBRARY = "python_stdlib.zip"
LOCK = "pyodide-lock.json"
PYTHON_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", STANDARD_LIBRARY, LOCK)
CORE_FILES = ("taquin_core.mjs", "taquin_core.wasm")
WHEELS = ("segno",)
"""What the API needs. Searches need nothing else."""
_FOLDERS = ("cli", "experiments", "gpu", "gym", "notebook", "render/charts", "tui", "web/server", "web/static")
_MODULES = ("algorithms/score_training", "solving/asynchronous", "solving/training", "tables/inventory", "web/bundle")
_PARTS = {
    "system": ("pool.py", "tasks.py", "worker_process.py"),
    "web/browser": ("bytecode.py", "compile.mjs", "export.py", "prepared.py", "service_worker.js"),
}
LEFT_OUT = (
    *(f"taquin/{folder}/" for folder in _FOLDERS),
    *(f"taquin/{module}.py" for module in _MODULES),
    *(f"taquin/{folder}/{name}" for folder, names in _PARTS.items() for name in names),
    *(f"taquin/tables/scores/data/score-{side}x{side}.bin" for side in range(SETTINGS.side + 1, 17)),
    "platformdirs/",
    "segno/cli.py",
)
"""Files that the page does not use."""

_WHEN_UNSTARTED = "document.documentElement.dataset.unstarted = true"
"""Shows what to do if the page was opened from a disk, where browsers load no modules."""


@dataclass(frozen=True)
class Runtime:
    """The files of a runtime folder."""

    python: Path
    """The folder of npm's pyodide."""
    version: str
    """The version of Pyodide."""
    wheels: tuple[Path, ...]
    core: tuple[Path, ...]
    """The compiled core as WebAssembly, two files; empty if there is none."""

    @classmethod
    def find(cls, folder: Path) -> Runtime:
        """Look through a folder. Raises ``BackendError`` that names what is missing or damaged."""
        modules = sorted(folder.rglob("pyodide.mjs"))
        missing = [] if modules else ["pyodide"]
        if modules:
            missing += [name for name in PYTHON_FILES if not (modules[0].parent / name).is_file()]
        wheels = sorted(folder.rglob("*.whl"))
        names = [wheel.name.partition("-")[0] for wheel in wheels]
        missing += [f"{name}*.whl" for name in WHEELS if name not in names]
        if missing:
            raise BackendError(f"{folder} lacks {', '.join(missing)}", hint=_HINT)
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise BackendError(f"{folder} has more than one wheel of {', '.join(twice)}", hint="remove the older one")
        for wheel in wheels:
            _check_wheel(wheel)
        core = tuple(sorted(path for name in CORE_FILES for path in folder.rglob(name)))
        python = modules[0].parent
        version = str(_read_object(python / "package.json").get("version", "of unknown version"))
        _read_object(python / LOCK)
        return cls(python, version, tuple(wheels), core if len(core) == len(CORE_FILES) else ())


_HINT = "taquin export-page --help says how to fill it"


def _read_object(path: Path) -> dict[str, Any]:
    """The JSON object in a file. Raises ``BackendError`` if there is none."""
    try:
        content = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise BackendError(f"{path} is missing or damaged", hint=_HINT)
    return content


def _check_wheel(path: Path) -> None:
    """Raise ``BackendError`` unless the file is a wheel that is complete."""
    try:
        with ZipFile(path) as packed:
            damaged = packed.testzip()
            is_wheel = len([name for name in packed.namelist() if name.endswith(_METADATA)]) == 1
    except (OSError, BadZipFile, zlib.error, NotImplementedError, RuntimeError):
        damaged, is_wheel = None, False
    if damaged is not None or not is_wheel:
        raise BackendError(f"{path} is not a complete wheel", hint="download it again")


_METADATA = ".dist-info/METADATA"


def export_page(folder: Path, runtime: Runtime, tell: Callable[[str], object]) -> None:
    """Write all files into a new folder. ``tell`` gets a line about each step."""
    tell("the page")
    _copy_page(folder)
    node = shutil.which("node")
    tell(f"Python: Pyodide {runtime.version}" + ("" if node else ", without bytecode, because there is no Node.js"))
    python = folder / "python"
    python.mkdir()
    for path in (*(runtime.python / name for name in PYTHON_FILES), *runtime.core):
        name = path.with_suffix(".js").name if path.suffix == ".mjs" else path.name  # many hosts do not know .mjs
        shutil.copyfile(path, python / name)
    lock = _read_object(python / LOCK)
    (python / LOCK).write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")  # Pyodide's own: we use none
    _write_packages(python / "packages.zip", runtime.wheels)
    if node:
        archives = [str(python / STANDARD_LIBRARY), str(python / "packages.zip")]
        _run([node, str(Path(__file__).with_name("compile.mjs")), str(runtime.python), *archives])
    sizes = {path.name: path.stat().st_size for path in sorted(python.iterdir())}
    (python / "files.json").write_text(json.dumps(sizes), encoding="utf-8")
    tell("the compiled core" if runtime.core else "no compiled core: all searches run in Python")
    tell("the searches of the lessons, which work before Python has loaded")
    prepared = folder / "prepared"
    prepared.mkdir()
    without = [] if runtime.core else ["--without-core"]
    _run([sys.executable, "-P", "-m", "taquin.web.browser.prepared", str(prepared), *without])
    (folder / "LICENSES.txt").write_text(_licences(runtime), encoding="utf-8")
    write_service_worker(folder)


def _copy_page(folder: Path) -> None:
    pages = folder / "page"
    pages.mkdir(parents=True)
    for name in ("manifest.webmanifest", "page/icon.svg", "page/python_worker.js"):
        shutil.copyfile(STATIC / name, folder / name)
    for name in BUNDLES:
        (folder / name).write_text(bundle(STATIC / name), encoding="utf-8")
    html = (STATIC / "index.html").read_text(encoding="utf-8")
    html = html.replace('<html lang="en">', '<html lang="en" data-engine="browser">')
    html = html.replace('src="page/main.js"', f'src="page/main.js" onerror="{_WHEN_UNSTARTED}"')
    (folder / "index.html").write_text(html, encoding="utf-8")


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = (done.stderr.strip() or f"exit code {done.returncode}").splitlines()
        line = next((line for line in reversed(lines) if "Error:" in line), lines[-1])  # Node.js ends with its version
        raise BackendError(f"{Path(command[0]).name} failed: {line[-500:]}")


def _write_packages(path: Path, wheels: tuple[Path, ...]) -> None:
    """One archive with this package and the wheels, without times: the same files make the same archive."""
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, content in _package_files(wheels):
            if not name.startswith(LEFT_OUT):
                archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)


def _package_files(wheels: tuple[Path, ...]) -> Iterator[tuple[str, bytes]]:
    for path in sorted(PACKAGE.rglob("*")):
        if path.is_file() and path.suffix not in (".pyc", ".so", ".pyd"):
            yield path.relative_to(PACKAGE.parent).as_posix(), path.read_bytes()
    for wheel in wheels:
        with ZipFile(wheel) as packed:
            for name in packed.namelist():
                if name.endswith((".py", ".so")):
                    yield name, packed.read(name)


def _licences(runtime: Runtime) -> str:
    """The licence of everything in the folder that is not ours."""
    parts = [
        "This folder contains Taquin (MIT licence) and the following programs.",
        f"Pyodide {runtime.version}: Mozilla Public License 2.0, https://github.com/pyodide/pyodide",
        "Python, inside Pyodide: Python Software Foundation License 2, https://docs.python.org/3/license.html",
    ]
    for wheel in runtime.wheels:
        with ZipFile(wheel) as packed:
            names = packed.namelist()
            [metadata] = (name for name in names if name.endswith(_METADATA))
            fields = HeaderParser().parsestr(packed.read(metadata).decode(errors="replace"))
            licence = fields["License-Expression"] or fields["License"] or "see its text"
            own = [name for name in names if "LICENSE" in name.upper() and ".dist-info/" in name]
            texts = [packed.read(name).decode(errors="replace") for name in own]
            parts.append("\n\n".join([f"{fields['Name']} {fields['Version']}: {licence}", *texts]))
    return ("\n\n" + 78 * "-" + "\n\n").join(part.strip() for part in parts) + "\n"


def write_service_worker(folder: Path) -> None:
    """The service worker keeps every file: its first lines list them, and change when one of them changes."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    names = ["./", *(path.relative_to(folder).as_posix() for path in files)]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]
    head = f"const VERSION = {json.dumps(digest)};\nconst FILES = {json.dumps(names)};\n"
    source = Path(__file__).with_name("service_worker.js").read_text(encoding="utf-8")
    (folder / "service_worker.js").write_text(head + source, encoding="utf-8")
