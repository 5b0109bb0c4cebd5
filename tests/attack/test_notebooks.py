"""Hostile names and traces in notebooks: pictures, results and widgets show them as text, or refuse them in a line."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import NoReturn

import pytest

from figures import Tally, complain
from hostile import VALUES, has_elements, hostile_trace, is_well_formed
from taquin import Status, compare, draw, solve
from taquin.notebook.widgets import Search
from taquin.trace.formats import read_lines, write_lines
from taquin.trace.recorder import Recorder

BOARD = "1 2 3 / 4 0 5 / 7 8 6"
FEW = ["\x1b[2J", "<script>alert(1)</script>"]
NAMES = [value for value in VALUES if isinstance(value, str)]


def lines_of(method: str) -> list[str]:
    recorder = Recorder()
    solve(BOARD, algorithm=method, observer=recorder, backend="python")
    return list(write_lines(recorder.trace()))


def refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


@pytest.mark.parametrize("count", [50, pytest.param(5_000, marks=pytest.mark.attack)])
def test_hostile_traces_in_widgets(count: int, tally: Tally) -> None:
    """What a widget sends to the browser is JSON, or the trace is refused."""
    random = Random(count)
    traces = [lines_of(method) for method in ("astar", "ida_star", "bidirectional", "hill_climbing")]
    for _ in range(count):
        lines = hostile_trace(random.choice(traces), random)
        tally.add(
            complain(lambda lines=lines: json.loads(Search(read_lines(lines))._record, parse_constant=refuse)),  # type: ignore[misc]
            lines[0],
        )


@pytest.mark.parametrize(
    "name", [*FEW, *(pytest.param(each, marks=pytest.mark.attack) for each in NAMES if each not in FEW)]
)
def test_hostile_names_in_pictures(name: str) -> None:
    def estimate(state: object) -> int:
        return 0

    estimate.__name__ = estimate.__qualname__ = name
    recorder = Recorder()
    result = solve(BOARD, algorithm="astar", heuristic=estimate, observer=recorder)
    stuck = replace(result, solution=None, status=Status.STUCK, reason=name)
    assert not any(has_elements(each._repr_html_()) for each in (result, stuck))
    assert is_well_formed(draw(recorder.trace())._repr_svg_()) == ""
    compared = compare(BOARD, algorithms=["astar"], heuristics=[estimate, "manhattan"])
    for picture in (draw(recorder.trace(), chart=True), draw(compared)):
        assert is_well_formed(picture._repr_svg_()) == ""
