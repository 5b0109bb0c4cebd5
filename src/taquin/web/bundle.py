"""Bundles: a module of the page with all that it imports as one module, and its style sheets as one sheet.

The server, the exported page and the widgets of notebooks send bundles: the page is 100 modules, and a browser would
ask for each of them. A bundler such as esbuild would make Node.js a requirement of building the package, and of
every change of a module; the page uses a few forms of imports, and others are refused.
"""

from __future__ import annotations

import re
from functools import lru_cache
from gzip import compress
from pathlib import Path

STATIC = Path(__file__).with_name("static")
BUNDLES = ("page/theme.js", "page/main.js", "page/python_worker.js", "page/sandbox_worker.js", "page/page.css")
"""The files that the page loads as bundles."""

_IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export) .*", re.MULTILINE)
_COMMENT = re.compile(r"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE)
"""A comment on lines of its own; not one with code behind it."""
_SHEET = re.compile(r'^@import "([^"]+)";\n', re.MULTILINE)


def bundle(entry: Path) -> str:
    """The code of a file and of all files that it imports, each once. Raises ``ValueError`` for an unknown form.

    Known are the forms of the web page: ``import { a, b } from "./file.js";``, exported functions, classes and
    constants, and ``@import "./file.css";`` in one style sheet. Every imported module becomes a function that is called
    once and returns its exports, so that private names stay private. The default export of the entry is that of the
    bundle.
    """
    if entry.suffix == ".css":
        return _SHEET.sub(lambda match: _read(entry.parent / match[1]), _read(entry))
    bundled: dict[Path, str] = {}
    text = _link(entry.resolve(), bundled)
    _check_forms(_EXPORT.sub("", text).replace("export default ", "", 1), entry)
    return "\n".join([*bundled.values(), text])


def page_bundle(name: str, *, gzip: bool) -> bytes:
    """One of ``BUNDLES``, made again if a file of the page has changed."""
    times = tuple(path.stat().st_mtime_ns for path in sorted(STATIC.rglob("*.*")))
    return _page_bundle(name, gzip, times)


@lru_cache(2 * len(BUNDLES))
def _page_bundle(name: str, gzip: bool, times: tuple[int, ...]) -> bytes:
    content = bundle(STATIC / name).encode()
    return compress(content) if gzip else content


def _read(path: Path) -> str:
    """A file without its comments, which are a third of it."""
    return _COMMENT.sub("", path.read_text(encoding="utf-8"))


def _link(path: Path, bundled: dict[Path, str]) -> str:
    """The text of a module, with its imports as constants; new modules are added to the bundle before it."""

    def link(match: re.Match[str]) -> str:
        target = (path.parent / match[2]).resolve()
        if target not in bundled:
            bundled[target] = _enclose(target, _link(target, bundled))
        names = match[1].replace(" as ", ": ")
        return f"const {{{names}}} = {_name(target)};\n"

    return _IMPORT.sub(link, _read(path))


def _enclose(path: Path, text: str) -> str:
    names = ", ".join(_EXPORT.findall(text))
    body = _EXPORT.sub("", text)
    _check_forms(body, path)
    return f"const {_name(path)} = (() => {{\n{body}\nreturn {{ {names} }};\n}})();\n"


def _name(path: Path) -> str:
    return f"module_{path.parent.name}_{path.stem}"


def _check_forms(text: str, path: Path) -> None:
    other = _OTHER.search(text)
    if other:
        raise ValueError(f"{path.name}: the bundler does not know this form: {other[0]}")
