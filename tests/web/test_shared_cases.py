"""What exists in Python and on the page is the same in both: values of one table of cases, and colours.

``tests/javascript`` has the same cases for the modules of the page.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from browser import MODULES
from drawings import surfaces
from taquin.errors import BoardError, FormatError
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.render.board.picture import describe
from taquin.render.drawing.theme import DARK, LIGHT
from taquin.render.tree.layout import tidy
from taquin.tui import records, words

CASES: dict[str, Any] = json.loads((Path(__file__).parents[1] / "data" / "shared_cases.json").read_text("utf-8"))


def expect_values(case: dict[str, Any], found: dict[str, Any]) -> None:
    expected = {name: case[name] for name in found}
    for name in ("centres", "width"):
        if name in expected:
            assert found.pop(name) == pytest.approx(expected.pop(name), abs=1e-6), case
    assert found == expected, case


def python_values(section: str, case: dict[str, Any]) -> dict[str, Any]:
    match section:
        case "boards":
            shape = Shape(case["rows"], case["columns"])
            board, goal = Board(case["cells"], shape), Board(case["goal"], shape)
            return {
                "text": one_line(board),
                "moves": {move.letter: one_line(board.play(move)) for move in board.moves()},
                "solvable": Problem(board, goal).is_solvable,
                "description": describe(board, goal=goal),
                "description_without_goal": describe(board),
            }
        case "bad_boards":
            with pytest.raises(BoardError) as error:
                Board(case["cells"], Shape(case["rows"], case["columns"]))
            return {"message": str(error.value)}
        case "texts":
            try:
                return {"read": one_line(Board(case["input"]))}
            except (BoardError, FormatError):
                return {"read": None}
        case "trees":
            layout = tidy(case["children"], case["widths"], gap=case["gap"])
            lists = {"centres": list(layout.centres), "levels": list(layout.levels)}
            return {**lists, "width": layout.width, "steps": layout.steps}
        case "records":
            read = records.read_records(case["text"])
            return {
                "kept": "".join(record.line for record in read),
                "bests": json.loads(json.dumps([asdict(best) for best in records.bests(read)])),
                "streak": records.streak(read, date.fromisoformat(case["today"])),
            }
        case _:
            return {"text": words.clock(case["hundredths"])}


@pytest.mark.parametrize("section", ["boards", "bad_boards", "texts", "trees", "records", "clocks"])
def test_python_gives_these_values(section: str) -> None:
    for case in CASES[section]:
        expect_values(case, python_values(section, case))


def test_the_colours_are_those_of_the_python_theme() -> None:
    style = "".join((MODULES / name).read_text(encoding="utf-8") for name in ("taquin.css", "search.css"))
    names = ("paper", "ink", "muted", "frame", "blank", "edge", "path")
    expected = {name: f"{getattr(LIGHT, name)}, {getattr(DARK, name)}" for name in names}
    for (name, light), (_, dark) in zip(surfaces(LIGHT), surfaces(DARK), strict=True):
        for part in ("face", "edge", "ink"):
            expected[f"{name}-{part}"] = f"{getattr(light, part)}, {getattr(dark, part)}"
    ramps = zip(LIGHT.ramp, DARK.ramp, strict=False)  # the dark theme has fewer colours
    expected |= {f"ramp-{place}": f"{light}, {dark}" for place, (light, dark) in enumerate(ramps, 1)}
    assert dict(re.findall(r"--taquin-([\w-]+): light-dark\((#\w{6}, #\w{6})\);", style)) == expected
