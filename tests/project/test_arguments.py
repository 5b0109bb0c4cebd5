"""Every public function rejects an argument of the wrong kind with an error that states what was expected.

The parameters are read from the signatures, so that a new one is tried too. What a value of the wrong kind may do is
raise a ``TaquinError`` of one short line, or nothing at all where it is of the right kind after all.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import taquin
from figures import complain
from looping import for_each
from taquin.errors import TaquinError
from taquin.solving.solver import solve

BOARD = "1 2 / 0 3"


class Silent:
    """An object without a usable ``repr``."""

    def __repr__(self) -> str:
        raise RuntimeError("no repr")


class Countdown:
    start = 3

    def is_goal(self, state: int) -> bool:
        return state == 0

    def successors(self, state: int) -> list[tuple[int, int]]:
        return [(1, state - 1)] if state else []


WRONG: tuple[object, ...] = (
    7,
    -1,
    1.5,
    float("nan"),
    float("inf"),
    10**400,
    10**5000,
    True,
    "2",
    "x",
    "",
    "1_000",
    "١٢",
    "9" * 5000,
    "max(" * 10_000,
    "[" * 10_000,
    "\0",
    "\ud800",
    " " * 32_000,
    b"\xff",
    [1],
    {"a": 1},
    {1: 2},
    (1, 2),
    range(3),
    object(),
    Silent(),
    int,
    np.float32(1.5),
)
FUNCTIONS: dict[str, tuple[Callable[..., Any], dict[str, object]]] = {
    "compare": (taquin.compare, {"start": BOARD, "algorithms": ["astar"], "heuristics": ["manhattan"]}),
    "draw": (taquin.draw, {"what": taquin.Board(BOARD)}),
    "examine": (taquin.examine, {"heuristic": "manhattan", "shape": "2x2"}),
    "check": (taquin.check, {"start": BOARD}),
    "estimate": (taquin.estimate, {"board": BOARD}),
    "explain_counts": (taquin.explain_counts, {"rows": [{"board": BOARD, "nodes": 0}]}),
    "grade": (taquin.grade, {"start": BOARD, "moves": "U"}),
    "hint": (taquin.hint, {"start": BOARD}),
    "judge": (taquin.judge, {"program": lambda rows: "R", "boards": [BOARD], "call": "f(rows)"}),
    "mark": (taquin.mark, {"report": taquin.judge(lambda rows: "R", [BOARD], call="f(rows)")}),
    "list_algorithms": (taquin.list_algorithms, {}),
    "list_goals": (taquin.list_goals, {}),
    "list_heuristics": (taquin.list_heuristics, {}),
    "list_instances": (taquin.list_instances, {}),
    "random_board": (taquin.random_board, {"shape": "3x3"}),
    "read_boards": (taquin.read_boards, {"source": __file__}),
    "search": (taquin.search, {"space": Countdown(), "algorithm": "bfs"}),
    "shortest_solutions": (taquin.shortest_solutions, {"start": BOARD}),
    "solve": (solve, {"start": BOARD}),
    "solve_many": (lambda **given: list(taquin.solve_many(**given)), {"starts": [BOARD]}),
    "verify": (taquin.verify, {"problem": BOARD, "solution": "UD"}),
    "Board": (taquin.Board, {"cells": BOARD}),
    "DistanceTable": (taquin.DistanceTable, {"shape": "2x2"}),
    "Limits": (taquin.Limits, {}),
    "Limits.parse": (taquin.Limits.parse, {}),
    "PatternDatabases": (taquin.PatternDatabases, {"goal": "standard"}),
    "Problem": (taquin.Problem, {"start": BOARD}),
    "Recorder": (taquin.Recorder, {}),
    "Shape": (taquin.Shape, {"rows": 3, "columns": 3}),
    "Shape.parse": (taquin.Shape.parse, {"text": "3x3"}),
    "Solution": (taquin.Solution, {"start": BOARD, "moves": "U"}),
    "board.find": (taquin.Board(BOARD).find, {}),
    "board.play": (taquin.Board(BOARD).play, {}),
    "board.swapped": (taquin.Board(BOARD).swapped, {"one": 1, "other": 2}),
    "board.rotated": (taquin.Board(BOARD).rotated, {}),
    "table.distance": (taquin.DistanceTable(shape="2x2").distance, {}),
    "table.state_at": (taquin.DistanceTable(shape="2x2").state_at, {"depth": 1, "index": 0}),
}
SIGNATURES = {"solve_many": taquin.solve_many}


def parameters() -> Iterator[tuple[str, str]]:
    for name, (function, _) in FUNCTIONS.items():
        for parameter in inspect.signature(SIGNATURES.get(name, function)).parameters:
            yield name, parameter


def test_every_public_function_is_tried() -> None:
    public = {name for name in taquin._MODULES if inspect.isfunction(getattr(taquin, name))}
    assert public - {"solve_async"} <= set(FUNCTIONS)  # it passes its arguments to solve


@for_each(("name", "parameter"), list(parameters()))
def test_wrong_arguments_are_explained(
    name: str, parameter: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    function, given = FUNCTIONS[name]
    wrong: dict[str, str] = {}
    for value in WRONG:
        if parameter in ("goal", "batch_progress", "listener") and callable(value):
            continue  # exceptions of the caller's functions are raised unchanged
        complaint = complain(partial(function, **{**given, parameter: value}))
        if complaint:
            wrong[f"{type(value).__name__} {str(value)[:20] if isinstance(value, str) else ''}"] = complaint
    assert not wrong


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"cancellation": 3}, "expected a Cancellation, found cancellation=3"),
        ({"progress": 1}, "expected a function of a Progress, found progress=1"),
        ({"options": [1]}, r"expected options such as \{'weight': 2\}, found \[1\]"),
        ({"nodes": 1.5}, "expected the nodes limit to be a whole number, 0 or more, found 1.5"),
        ({"time": 10**400}, "expected the time limit to be at most 1,000,000,000, found a number of about 400 digits"),
        ({"depth": "１２"}, "expected a depth limit such as 30, found"),
        ({"backend": 1}, "expected the backend auto, python, native or cuda, found 1"),
        ({"observer": "x"}, "expected an Observer, found observer='x'"),
        ({"improvement": 1}, "expected a function of an Improvement, found improvement=1"),
        ({"nodes": "1.5"}, "expected a nodes limit that is a whole number, found '1.5'"),
        ({"memory": "1_000"}, "expected a memory limit such as 200MB or 1GiB, found '1_000'"),
        (
            {"nodes": 2**64},
            "expected the nodes limit to be at most 1,000,000,000,000,000,000, found 18446744073709551616",
        ),
    ],
)
def test_messages(given: dict[str, Any], message: str) -> None:
    with pytest.raises(TaquinError, match=message):
        solve(BOARD, **given)


def test_numbers_of_other_types_are_taken() -> None:
    given: dict[str, Any] = {"nodes": np.int64(100), "time": np.float32(5), "depth": 10.0, "memory": "1.5MB"}
    assert solve(BOARD, **given).length == 1
    assert next(taquin.solve_many([BOARD], jobs=np.int64(1))).length == 1  # type: ignore[arg-type]
    assert taquin.Shape(np.int8(3), 3) == taquin.Shape(3, 3)  # type: ignore[arg-type]
