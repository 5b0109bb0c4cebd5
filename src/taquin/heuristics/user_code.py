"""Code that users write: functions in files, the errors that they raise, and the lines that the errors come from."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from traceback import walk_tb
from types import CodeType, ModuleType

from taquin.errors import TaquinError
from taquin.puzzle.words import shown
from taquin.run.budget import Stop
from taquin.system.user_calls import user_code

_LONGEST = 200  # characters of an error or a value in a message
_PACKAGE = Path(__file__).resolve().parents[1]


# Files


def load_object(text: str, kind: str, error: type[TaquinError]) -> object:
    """Read ``path/to/file.py:name`` or ``package.module:name``: run the file and return its object of this name.

    Raises ``error`` if there is no such file or name, or if the file fails; ``kind`` is what the file should define.
    """
    path, colon, name = text.rpartition(":")
    if not (path and colon and name):
        raise error(f"expected path/to/file.py:name or package.module:name, found {shown(text)}")
    module = _run_file(Path(path), kind, error) if path.endswith(".py") else _import(path, kind, error)
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
        with _import_path(path), user_code():
            exec(code, vars(module))
    except BaseException as failure:
        if not isinstance(failure, MemoryError) and not is_user_error(failure):
            raise
        where = error_line(failure, module) or str(path)
        raise error(f"{where}: the file cannot be loaded: {describe(failure)}") from failure
    return module


def _import(name: str, kind: str, error: type[TaquinError]) -> ModuleType:
    try:
        with user_code():
            return import_module(name)
    except BaseException as failure:
        if not isinstance(failure, MemoryError) and not is_user_error(failure):
            raise
        raise error(f"expected an installed module with {kind}, found {shown(name)}: {describe(failure)}") from failure


def source_file(text: str) -> str | None:
    """The file of ``path/to/file.py:name`` or ``package.module:name``; None if it has none."""
    path = text.rpartition(":")[0]
    return path if path.endswith(".py") else getattr(sys.modules.get(path), "__file__", None)


@contextmanager
def _import_path(path: Path) -> Iterator[None]:
    directory = str(path.resolve().parent)
    sys.path.insert(0, directory)
    try:
        yield
    finally:
        with suppress(ValueError):
            sys.path.remove(directory)


# Errors


def is_user_error(error: BaseException) -> bool:
    """Whether an exception is an error of the user's function that was called, so that the message names it.

    ``SystemExit`` is: it must not end the program. A limit that is reached meanwhile, a lack of memory and a Ctrl-C are
    not.
    """
    return not isinstance(error, Stop | MemoryError | KeyboardInterrupt)


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
    text = " ".join([f"{type(thing).__name__}:", *words]).removesuffix(":")
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


# Lines


def error_line(error: BaseException, source: object) -> str:
    """``file.py, line 4``: the innermost line of the user's own files that raised an error; empty if there is none.

    ``source`` is the user's function, class or module. The user's own files are those in the folder of ``source``: an
    error inside a library is located at the line that calls the library.
    """
    if isinstance(error, SyntaxError) and error.filename:
        return _written(error.filename, error.lineno or 1)
    lines = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    code = _code_of(source)
    own_file = source.__file__ if isinstance(source, ModuleType) else None if code is None else code.co_filename
    if own_file:
        folder = Path(own_file).resolve().parent
        for file, line in reversed(lines):
            if file == own_file or (file[:1] != "<" and Path(file).resolve().parent == folder):
                return _written(file, line)
    for file, line in lines:  # such as an object with a __call__ in another file
        if _PACKAGE not in Path(file).resolve().parents:
            return _written(file, line)
    return definition_line(source)


def definition_line(source: object) -> str:
    """``file.py, line 1``: where a function is defined; empty if Python does not know."""
    code = _code_of(source)
    return "" if code is None else _written(code.co_filename, code.co_firstlineno)


def _code_of(source: object) -> CodeType | None:
    """The code of a function, a partial function, a class or a callable object."""
    source = getattr(source, "func", source)
    kind = source if isinstance(source, type) else type(source)
    for place in (source, getattr(kind, "__call__", None), getattr(kind, "__init__", None)):  # noqa: B004
        code = getattr(place, "__code__", None)
        if isinstance(code, CodeType):
            return code
    return None


def _written(file: str, line: int) -> str:
    path = Path(file)
    if path.is_absolute() and path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    return f"{path}, line {line}"
