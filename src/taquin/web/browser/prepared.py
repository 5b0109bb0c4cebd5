"""Responses that are computed when the page is exported, so that the page can show them before Python has loaded.

A page without the compiled core has other default methods. So this runs as a process of its own, which does not load
the core unless the page has it, and which uses no tables of this machine, because the browser has none of them:

    python -m taquin.web.browser.prepared FOLDER [--without-core]
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from taquin.system.json_text import JsonObject

if __name__ == "__main__" and "--without-core" in sys.argv:
    sys.modules["taquin._core"] = None  # type: ignore[assignment]  # an import of it fails, as where it is not built

from taquin.lessons import all_lessons
from taquin.lessons.course import UNITS
from taquin.lessons.exercises.quiz import all_forms
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.system.cleanup import temporary_folder
from taquin.web.api.endpoints import ROUTES
from taquin.web.browser.engine import OK, Engine

FIRST: JsonObject = {"board": "8 1 3 / 4 0 2 / 7 6 5", "algorithm": "astar(manhattan)"}
"""What the page shows in Watch when it is opened for the first time."""

FARTHEST: JsonObject = {"board": "8 6 7 / 2 5 4 / 3 0 1", "algorithm": "astar(manhattan)"}
"""What Space shows beside breadth-first search, which the page runs itself."""

FIRST_SEED = 1
"""Of the question that a unit shows first (FIRST_SEED in question_order.js)."""

MOST_CELLS = 9
"""Of boards whose responses the page computes itself, until Python has loaded. It takes the parity rule from here."""

MOST_NODES = 2000
"""The page takes a prepared search where it would record at least this many nodes."""


def requests() -> Iterator[tuple[str, JsonObject | None]]:
    """The paths and bodies: of all lists and texts, and of the searches that lessons, units and the first view show."""
    for route in ROUTES.values():
        if route.body is None:
            yield route.path, None
    for unit in UNITS:
        yield "course/unit", {"unit": unit.key}
        for search in unit.record()["watch"]:
            if search["board"]:
                yield "trace", {"board": search["board"], "algorithm": search["method"]}
        form = next(form for form in all_forms().values() if form.unit == unit.key)
        yield "exercise", {"form": form.key, "seed": FIRST_SEED}
    for rows, columns in product(range(2, MOST_CELLS + 1), range(1, MOST_CELLS + 1)):
        if rows * columns <= MOST_CELLS:
            yield "check", {"board": one_line(standard(Shape(rows, columns)))}
    yield "trace", FIRST
    yield "expansions", FARTHEST
    for lesson in all_lessons():
        yield "trace", {"board": lesson.example.board, "algorithm": lesson.example.method}


def key_of(path: str, body: JsonObject | None) -> str:
    """The name of a response, as browser_engine.js makes it."""
    if body is None:
        return path
    if "board" in body:
        body = {**body, "board": one_line(Board(str(body["board"])))}
    return f"{path} {json.dumps(body, sort_keys=True, separators=(',', ':'), ensure_ascii=False)}"


def write_responses(folder: Path) -> None:
    """Write one file for each response, and ``index.json`` with their names."""
    engine, index = Engine(), dict[str, str]()
    for path, body in requests():
        key = key_of(path, body)
        if key in index:
            continue
        encoded = None if body is None else json.dumps(body)
        status, _, content = asyncio.run(engine.respond(path, encoded, lambda event, data: None))
        if status != OK or (path == "trace" and len(json.loads(content)["nodes"]["born"]) > MOST_NODES):
            raise RuntimeError(f"cannot be prepared: {key}: {content[:1000].decode()}")
        index[key] = f"{len(index)}.json"
        (folder / index[key]).write_bytes(content)
    (folder / "index.json").write_text(json.dumps(index), encoding="utf-8")


if __name__ == "__main__":
    with temporary_folder("taquin-cache-") as cache:
        os.environ["TAQUIN_CACHE"] = str(cache)
        write_responses(Path(sys.argv[1]))
