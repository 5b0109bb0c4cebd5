"""Run a Python program and record the calls of one function: the board that it gets, the boards that it returns.

``python watched.py FILE.py:FUNCTION LOG PROGRAM ARGUMENTS…``. It imports nothing of Taquin: the interpreter of the
program runs it, which may not have Taquin.
"""

from __future__ import annotations

import json
import os
import runpy
import sys
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import FrameType

STATE_NAMES = ("state", "board", "puzzle", "tiles", "grid", "cells", "matrix", "data", "config")
_GENERATOR = 0x20  # the flag of its code
_MOST_CALLS = 200_000


def cells_of(value: object) -> list[object] | None:
    """The cells of a board in any form; None if it is not one."""
    if isinstance(value, str) and len(value) >= 4 and not value.isalpha():
        parts: list[object] = [*value] if " " not in value else [*value.split()]
    elif isinstance(value, Iterable) and not isinstance(value, (Mapping, str)):
        if iter(value) is value:  # reading an iterator would empty it
            return None
        parts = []
        for item in value:
            is_cell = isinstance(item, (int, str)) or not isinstance(item, Iterable)
            parts += [item] if is_cell else item
    else:
        return None
    tiles = {str(part) for part in parts if part is not None and str(part).isdigit()}
    is_board = (
        len(parts) >= 4 and len(parts) - len(tiles) <= 1 and {str(tile) for tile in range(1, len(parts))} <= tiles
    )
    return ["0" if part is None else part for part in parts] if is_board else None


def state_of(node: object) -> object:
    """The board that a node has as an attribute, one of a usual name or any other; None if it has none."""
    if isinstance(node, (str, int, float, list, tuple, set, dict, type)) or callable(node):
        return None
    names = [*STATE_NAMES, *getattr(node, "__dict__", ()), *getattr(type(node), "__slots__", ())]
    fields = (getattr(node, name, None) for name in names)
    return next((field for field in fields if cells_of(field) is not None), None)


def _find_board(value: object) -> list[str] | None:
    """The first board in a value: itself, of a node, or among its items."""
    if (cells := cells_of(value)) is None and (state := state_of(value)) is not None:
        cells = cells_of(state)
    if cells is None and isinstance(value, (tuple, list, Mapping)):
        items = value.values() if isinstance(value, Mapping) else value
        return next((board for item in items if (board := _find_board(item))), None)
    return None if cells is None else [str(cell) for cell in cells]


class Watcher:
    """A profile function: Python calls it when a function is called, returns or yields."""

    def __init__(self, source: str) -> None:
        path, _, name = source.rpartition(":")
        self._path, self._name = os.path.realpath(path), name
        self._frames: dict[FrameType, tuple[list[str] | None, list[list[str]]]] = {}
        self.calls: list[tuple[list[str] | None, list[list[str]]]] = []

    def __call__(self, frame: FrameType, event: str, value: object) -> None:
        code = frame.f_code
        if code.co_name != self._name.rpartition(".")[2] or event not in ("call", "return"):
            return
        if os.path.realpath(code.co_filename) != self._path or len(self.calls) >= _MOST_CALLS:
            return
        if not getattr(code, "co_qualname", self._name).endswith(self._name):
            return
        if event == "call" and frame not in self._frames:
            given = [frame.f_locals.get(name) for name in code.co_varnames[: code.co_argcount]]
            self._frames[frame] = (next((board for item in given if (board := _find_board(item))), None), [])
            self.calls.append(self._frames[frame])
        elif event == "return" and frame in self._frames:
            is_generator = bool(code.co_flags & _GENERATOR)
            items = [value] if is_generator else value if isinstance(value, (list, tuple, set, dict)) else []
            self._frames[frame][1].extend(filter(None, map(_find_board, items)))
            if not is_generator:
                del self._frames[frame]


def main(arguments: list[str]) -> None:
    """Run the program with a watcher, and write the calls to the log when it ends, in whatever way."""
    source, log, *command = arguments
    watcher = Watcher(source)
    while command[0] in ("-u", "-P", "-B", "-O"):
        command.pop(0)
    threading.setprofile(watcher)
    try:
        if command[0] == "-m":
            sys.argv = command[1:]
            sys.setprofile(watcher)
            runpy.run_module(command[1], run_name="__main__", alter_sys=True)
        else:
            sys.argv, sys.path[0] = command, str(Path(command[0]).resolve().parent)
            sys.setprofile(watcher)
            runpy.run_path(command[0], run_name="__main__")
    finally:
        sys.setprofile(None)
        Path(log).write_text(json.dumps(watcher.calls), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
