"""Joins JavaScript modules to one: notebooks load a widget as a single module that imports nothing.

It knows the forms that the modules of the web page use: ``import { a, b } from "./file.js";`` and exported functions,
classes and constants. Any other form is an error.
"""

from __future__ import annotations

import re
from pathlib import Path

_IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export) .*", re.MULTILINE)


def bundle(entry: Path) -> str:
    """The text of a module and of all that it imports. Raises ``ValueError`` for a form that is not known.

    Every imported module becomes a function that is called once and returns its exports, so that private names stay
    private. The default export of the entry is that of the bundle.
    """
    bundled: dict[Path, str] = {}
    text = _link(entry.resolve(), bundled)
    _check(text.replace("export default ", "", 1), entry)
    return "\n".join([*bundled.values(), text])


def _link(path: Path, bundled: dict[Path, str]) -> str:
    """The text of a module, with its imports as constants; those that are new are added to the bundle before it."""

    def link(match: re.Match[str]) -> str:
        target = (path.parent / match[2]).resolve()
        if target not in bundled:
            bundled[target] = _enclose(target, _link(target, bundled))
        return f"const {{{match[1]}}} = {_variable(target)};\n"

    return _IMPORT.sub(link, path.read_text(encoding="utf-8"))


def _enclose(path: Path, text: str) -> str:
    names = ", ".join(_EXPORT.findall(text))
    body = _EXPORT.sub("", text)
    _check(body, path)
    return f"const {_variable(path)} = (() => {{\n{body}\nreturn {{ {names} }};\n}})();\n"


def _variable(path: Path) -> str:
    return f"module_{path.stem}"


def _check(text: str, path: Path) -> None:
    other = _OTHER.search(text)
    if other:
        raise ValueError(f"{path.name}: the bundler does not know this form: {other[0]}")
