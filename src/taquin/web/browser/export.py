"""Writes the page as plain files, which any web server can serve: the page, Python, the package, prepared responses.

What is not part of this package comes from a folder, the runtime: npm's ``pyodide`` and ``ace-builds``, and wheels.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.parser import HeaderParser
from gzip import compress
from pathlib import Path
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

import taquin
from taquin.errors import BackendError
from taquin.system.json_text import JsonObject
from taquin.system.program_process import started
from taquin.web.browser.engine import SETTINGS
from taquin.web.bundle import BUNDLES, STATIC, bundle

PACKAGE = Path(taquin.__file__).parent
STANDARD_LIBRARY = "python_stdlib.zip"
LOCK = "pyodide-lock.json"
FILES = "files.json"
PYTHON_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", STANDARD_LIBRARY, LOCK)
EDITOR_FILES = ("src-min-noconflict/ace.js", "src-min-noconflict/mode-python.js", "css/ace.css")
CORE_FILES = ("taquin_core.mjs", "taquin_core.wasm")
WHEELS = ("segno",)
"""What the API needs. Searches need nothing else."""
_FOLDERS = ("cli", "experiments", "gpu", "gym", "notebook", "render/charts", "tui", "web/server", "web/static")
_MODULES = ("solving/asynchronous", "solving/training", "tables/inventory", "web/bundle")
_PARTS = {
    "judging": ("assignment.py", "estimates.py", "marks.py", "marks_folder.py", "submission.py"),
    "render": ("marks.py",),
    "render/drawing": ("embedding.py", "fonts.py", "installed_fonts.py", "raster.py", "shaping.py"),
    "system": ("pool.py", "tasks.py", "worker_process.py"),
    "web/browser": (
        "bytecode.py",
        "compile.mjs",
        "export.py",
        "prepared.py",
        "service_worker.js",
        "snapshot.mjs",
        "snapshot.py",
        "unstarted.js",
    ),
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

HASHED = ("pyodide", "app")
"""The folders whose names get a hash of their content: what Python is, and everything else that the page loads."""


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
    editor: Path | None = None
    """The folder of npm's ace-builds; without it the view Code has a plain text area."""

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
        editors = sorted(path.parents[1] for path in folder.rglob(EDITOR_FILES[0]))
        complete = [path for path in editors if all((path / name).is_file() for name in EDITOR_FILES)]
        return cls(
            python, version, tuple(wheels), core if len(core) == len(CORE_FILES) else (), next(iter(complete), None)
        )


_HINT = "taquin export-page --help says how to fill it"


def _read_object(path: Path) -> JsonObject:
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
    if runtime.editor:
        copy_editor(runtime.editor, folder / "app" / "ace")
    node = shutil.which("node")
    slower = ", without bytecode and memory snapshot, because there is no Node.js"
    tell(f"Python: Pyodide {runtime.version}" + ("" if node else slower))
    _write_python(folder / "pyodide", folder / "app" / "python", runtime, node)
    tell("the compiled core" if runtime.core else "no compiled core: all searches run in Python")
    tell("the searches of the lessons, which work before Python has loaded")
    prepared = folder / "app" / "prepared"
    prepared.mkdir()
    without = [] if runtime.core else ["--without-core"]
    _run([sys.executable, "-P", "-m", "taquin.web.browser.prepared", str(prepared), *without])
    (folder / "LICENSES.txt").write_text(_licences(runtime), encoding="utf-8")
    seal(folder)


def _write_python(pyodide: Path, python: Path, runtime: Runtime, node: str | None) -> None:
    """Pyodide and the core in one folder; the packages, the memory snapshot and a list of all that in the other."""
    for path in (pyodide, python):
        path.mkdir()
    for path in (*(runtime.python / name for name in PYTHON_FILES if name != LOCK), *runtime.core):
        name = path.with_suffix(".js").name if path.suffix == ".mjs" else path.name  # many hosts do not know .mjs
        shutil.copyfile(path, pyodide / name)
    library, archive = pyodide / STANDARD_LIBRARY, python / "packages.zip"
    _write_packages(archive, runtime.wheels)
    if node:
        _run([node, str(Path(__file__).with_name("compile.mjs")), str(runtime.python), str(library), str(archive)])
    with ZipFile(archive) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    archive.unlink()
    (python / "packages.bin").write_bytes(b"".join(parts.values()))
    files = {
        "lock": {**_read_object(runtime.python / LOCK), "packages": {}},  # Pyodide's own packages: we use none
        "library": library.stat().st_size,
        "packages": {name: len(content) for name, content in parts.items()},
    }
    (python / FILES).write_text(json.dumps(files), encoding="utf-8")
    if node:
        script = str(Path(__file__).with_name("snapshot.mjs"))
        files["snapshot"] = json.loads(_run([node, script, str(runtime.python), str(library), str(python)]))
    first = [path for path in sorted(pyodide.iterdir()) if path != library]
    first += [python / ("snapshot.bin" if node else "packages.bin")]
    files["sizes"] = {path.name: [path.stat().st_size, len(compress(path.read_bytes()))] for path in first}
    (python / FILES).write_text(json.dumps(files), encoding="utf-8")


def _copy_page(folder: Path) -> None:
    app = folder / "app"
    (app / "page").mkdir(parents=True)
    shutil.copyfile(STATIC / "page" / "icon.svg", app / "page" / "icon.svg")
    shutil.copyfile(Path(__file__).with_name("unstarted.js"), app / "page" / "unstarted.js")
    for name in BUNDLES:
        (app / name).write_text(bundle(STATIC / name), encoding="utf-8")
    shutil.copyfile(STATIC / "manifest.webmanifest", folder / "manifest.webmanifest")
    html = (STATIC / "index.html").read_text(encoding="utf-8")
    html = html.replace('<html lang="en">', '<html lang="en" data-engine="browser" data-version="">')
    html = html.replace('<script type="module"', '<script src="page/unstarted.js"></script>\n<script type="module"', 1)
    (folder / "index.html").write_text(html, encoding="utf-8")


def copy_editor(editor: Path, folder: Path) -> None:
    """The editor of the view Code: two scripts, and a style sheet with its pictures."""
    folder.mkdir()
    pictures = [path.relative_to(editor).as_posix() for path in sorted(editor.glob("css/main-*"))]
    for name in (*EDITOR_FILES, *pictures):
        shutil.copyfile(editor / name, folder / Path(name).name)


def seal(folder: Path) -> None:
    """Put hashes of their content into the names of folders, and write the service worker that keeps all files.

    So a file never changes under its name: a tab with an old version of the page never gets a file of a new one. May be
    called again after a change.
    """
    files = next(folder.glob("app*")) / "python" / FILES
    for name in HASHED:
        [part] = folder.glob(f"{name}*")
        sealed = part.rename(folder / f"{name}-{_digest(part)}")
        if name == "pyodide":
            listed = {**_read_object(files), "pyodide": f"../../{sealed.name}/"}
            files.write_text(json.dumps(listed), encoding="utf-8")
    for path in (folder / "index.html", folder / "manifest.webmanifest"):
        text = re.sub(r'"(?:app-\w+/)?page/', f'"{sealed.name}/page/', path.read_text(encoding="utf-8"))
        path.write_text(text, encoding="utf-8")
    index, version = folder / "index.html", ""
    (folder / "service_worker.js").unlink(missing_ok=True)  # it has the version
    for _ in range(2):  # the version is that of a page without a version
        html = re.sub(r'data-version="\w*"', f'data-version="{version}"', index.read_text(encoding="utf-8"))
        index.write_text(html, encoding="utf-8")
        version = version or _digest(folder)
    write_service_worker(folder, version)


def write_service_worker(folder: Path, version: str) -> None:
    """The service worker keeps every file: its first lines have the version of the page and list them."""
    worker = folder / "service_worker.js"
    worker.unlink(missing_ok=True)
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    head = f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(['./', *names])};\n"
    worker.write_text(head + Path(__file__).with_name(worker.name).read_text(encoding="utf-8"), encoding="utf-8")


def _digest(folder: Path) -> str:
    """A hash of the names and contents of all files of a folder."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            digest.update(f"{path.relative_to(folder).as_posix()} {content}\n".encode())
    return digest.hexdigest()[:12]


def _run(command: list[str]) -> str:
    """What a command prints. Raises ``BackendError`` if it fails."""
    with started(command, {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}) as process:
        printed, failed = (text.decode(errors="replace") for text in process.process.communicate())
    if process.exit_code:
        lines = (failed.strip() or f"exit code {process.exit_code}").splitlines()
        line = next((line for line in reversed(lines) if "Error:" in line), lines[-1])  # Node.js ends with its version
        raise BackendError(f"{Path(command[0]).name} failed: {line[-500:]}")
    return printed


def _write_packages(path: Path, wheels: tuple[Path, ...]) -> None:
    """One archive with this package and the wheels, without times: the same files make the same archive."""
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, content in _package_files(wheels):
            if not name.startswith(LEFT_OUT):
                archive.writestr(ZipInfo(name), content, ZIP_DEFLATED)


def _package_files(wheels: tuple[Path, ...]) -> Iterator[tuple[str, bytes]]:
    for path in sorted(PACKAGE.rglob("*")):
        if path.is_file() and path.suffix not in (".pyc", ".pyi", ".so", ".pyd"):
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
    if runtime.editor:
        licence = (runtime.editor / "LICENSE").read_text(encoding="utf-8")
        parts.append(f"Ace, the editor, https://ace.c9.io: BSD 3-Clause\n\n{licence}")
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
