"""Code that users write: a function in a file, named ``path/to/file.py:name``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType

from taquin.errors import TaquinError
from taquin.heuristics.source_lines import error_line
from taquin.heuristics.user_errors import is_user_error
from taquin.puzzle.words import shown

_LONGEST = 200  # characters of an error or a value in a message


def load_object(text: str, kind: str, error: type[TaquinError]) -> object:
    """Read ``path/to/file.py:name``: run the file and return its object of this name.

    Raises ``error`` if there is no such file or name, or if the file fails; ``kind`` is what the file should have.
    """
    path, colon, name = text.rpartition(":")
    if not (path and colon and name):
        raise error(f"expected path/to/file.py:name, found {shown(text)}")
    return _find(_run_file(Path(path), kind, error), name, path, error)


def _find(module: ModuleType, name: str, path: str, error: type[TaquinError]) -> object:
    if hasattr(module, name):
        return getattr(module, name)
    own = [key for key, value in vars(module).items() if getattr(value, "__module__", None) == module.__name__]
    near = get_close_matches(name, own, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"it has {', '.join(own)}" if own else ""
    raise error(f"{path} has no {shown(name)}", hint=hint)


def _run_file(path: Path, kind: str, error: type[TaquinError]) -> ModuleType:
    """Run the file as a module. It may import files from its own folder."""
    if not path.is_file():
        what = "is a directory" if path.is_dir() else "does not exist"
        raise error(f"expected a Python file with {kind}: {path} {what}")
    module = ModuleType(f"taquin_user_{path.stem}")
    module.__file__ = str(path)
    try:
        code = compile(path.read_bytes(), str(path), "exec")
        sys.modules[module.__name__] = module  # dataclasses and pickle look it up there
        with _import_path(path):
            exec(code, vars(module))
    except BaseException as failure:
        if not isinstance(failure, MemoryError) and not is_user_error(failure):
            raise
        where = error_line(failure, module) or str(path)
        raise error(f"{where}: the file cannot be loaded: {describe(failure)}") from failure
    return module


@contextmanager
def _import_path(path: Path) -> Iterator[None]:
    directory = str(path.resolve().parent)
    sys.path.insert(0, directory)
    try:
        yield
    finally:
        with suppress(ValueError):
            sys.path.remove(directory)


def describe(thing: object) -> str:
    """An error or a value, shortened for a message."""
    if isinstance(thing, SyntaxError):
        thing = type(thing)(thing.msg)  # without the file and the line, which the message begins with
    if not isinstance(thing, BaseException):
        return shown(thing, _LONGEST)
    try:
        words = str(thing).split()
    except Exception:  # noqa: BLE001 - the __str__ of a user's exception may fail in any way
        words = []
    return _shortened(" ".join([f"{type(thing).__name__}:", *words]).removesuffix(":"))


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
