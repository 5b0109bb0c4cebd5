"""Where in a user's own file an error arose, or a function is defined."""

from __future__ import annotations

from pathlib import Path
from traceback import walk_tb
from types import CodeType, ModuleType

_PACKAGE = Path(__file__).resolve().parents[1]


def error_line(error: BaseException, source: object) -> str:
    """``file.py, line 4``: the innermost line of the user's own files where an error arose; empty if there is none.

    ``source`` is the user's function, class or module. An error inside a library that the user calls belongs to the
    line that calls the library: the user's own files are those in the folder of ``source``.
    """
    if isinstance(error, SyntaxError) and error.filename:
        return _written(error.filename, error.lineno or 1)
    lines = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    own_file = source.__file__ if isinstance(source, ModuleType) else _file_of(source)
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
    """``file.py, line 1``: where a function is defined; empty where Python does not tell."""
    code = _code_of(source)
    return "" if code is None else _written(code.co_filename, code.co_firstlineno)


def _file_of(source: object) -> str | None:
    code = _code_of(source)
    return None if code is None else code.co_filename


def _code_of(source: object) -> CodeType | None:
    """The code of a function, of a partial function, of a class or of an object that can be called."""
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
