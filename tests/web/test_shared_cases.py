"""What exists in Python and on the page (boards, tree layouts, records, colours) is the same in both."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from browser import MODULES, Stage
from looping import for_each
from taquin.errors import BoardError
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.render.board.picture import describe
from taquin.render.drawing.theme import DARK, LIGHT
from taquin.render.tree.layout import tidy
from taquin.tui import records, words

CASES: dict[str, Any] = json.loads((Path(__file__).parents[1] / "data" / "shared_cases.json").read_text("utf-8"))
BOARDS, BAD_BOARDS, TREES = CASES["boards"], CASES["bad_boards"], CASES["trees"]

EVALUATE = """async ({ boards, bad_boards: badBoards, trees, records, clocks }) => {
  const { Board, tidy } = parts;
  const { bests, readRecords, streak, writeRecord } = await import("/page/records.js");
  const { clock } = await import("/page/words.js");
  const message = ({ cells, rows, columns }) => {
    try {
      new Board(cells, rows, columns);
    } catch (error) {
      return error.message;
    }
  };
  return {
    boards: boards.map(({ cells, goal, rows, columns }) => {
      const [board, target] = [cells, goal].map((each) => new Board(each, rows, columns));
      return {
        text: Board.parse(board.text, [rows, columns]).text,
        moves: Object.fromEntries(board.moves().map((move) => [move, board.play(move).text])),
        solvable: board.isSolvable(target),
        description: board.describe(target),
        description_without_goal: board.describe(),
      };
    }),
    bad_boards: badBoards.map((board) => ({ message: message(board) })),
    trees: trees.map(({ children, widths, gap }) => {
      const { centres, levels, width, steps } = tidy(children, widths, { gap });
      return { centres: [...centres], levels: [...levels], width, steps };
    }),
    records: records.map(({ text, today }) => {
      const read = readRecords(text);
      return { kept: read.map(writeRecord).join(""), bests: bests(read), streak: streak(read, today) };
    }),
    clocks: clocks.map(({ hundredths }) => ({ text: clock(hundredths) })),
  };
}"""


def expect_values(case: dict[str, Any], found: dict[str, Any]) -> None:
    expected = {name: case[name] for name in found}
    for name in ("centres", "width"):
        if name in expected:
            assert found.pop(name) == pytest.approx(expected.pop(name), abs=1e-6), case
    assert found == expected, case


@for_each("case", BOARDS)
def test_python_boards(case: dict[str, Any]) -> None:
    shape = Shape(case["rows"], case["columns"])
    board, goal = Board(case["cells"], shape), Board(case["goal"], shape)
    found = {
        "text": one_line(board),
        "moves": {move.letter: one_line(board.play(move)) for move in board.moves()},
        "solvable": Problem(board, goal).is_solvable,
        "description": describe(board, goal=goal),
        "description_without_goal": describe(board),
    }
    expect_values(case, found)


@pytest.mark.parametrize("case", BAD_BOARDS, ids=lambda case: str(case["cells"]))
def test_python_refuses_bad_boards(case: dict[str, Any]) -> None:
    with pytest.raises(BoardError) as error:
        Board(case["cells"], Shape(case["rows"], case["columns"]))
    assert str(error.value) == case["message"]


@for_each("case", TREES)
def test_python_tree_layout(case: dict[str, Any]) -> None:
    layout = tidy(case["children"], case["widths"], gap=case["gap"])
    found = {
        "centres": list(layout.centres),
        "levels": list(layout.levels),
        "width": layout.width,
        "steps": layout.steps,
    }
    expect_values(case, found)


@pytest.mark.parametrize("case", CASES["records"], ids=lambda case: f"{len(case['bests'])} sizes")
def test_python_records(case: dict[str, Any]) -> None:
    read = records.read_records(case["text"])
    found = {
        "kept": "".join(record.line for record in read),
        "bests": json.loads(json.dumps([asdict(best) for best in records.bests(read)])),
        "streak": records.streak(read, date.fromisoformat(case["today"])),
    }
    expect_values(case, found)


def test_python_clocks() -> None:
    for case in CASES["clocks"]:
        expect_values(case, {"text": words.clock(case["hundredths"])})


def test_javascript_gives_the_same_values(stage: Stage) -> None:
    found = stage.page().evaluate(EVALUATE, CASES)
    for section, cases in found.items():
        assert len(cases) == len(CASES[section])
        for case, values in zip(CASES[section], cases, strict=True):
            expect_values(case, values)


def test_the_colours_are_those_of_the_python_theme() -> None:
    style = "".join((MODULES / name).read_text(encoding="utf-8") for name in ("taquin.css", "search.css"))
    names = ("paper", "ink", "muted", "frame", "blank", "edge", "path")
    expected = {name: f"{getattr(LIGHT, name)}, {getattr(DARK, name)}" for name in names}
    for (name, light), (_, dark) in zip(LIGHT.surfaces(), DARK.surfaces(), strict=True):
        for part in ("face", "edge", "ink"):
            expected[f"{name}-{part}"] = f"{getattr(light, part)}, {getattr(dark, part)}"
    ramps = zip(LIGHT.ramp, DARK.ramp, strict=False)  # the dark theme has fewer colours
    expected |= {f"ramp-{place}": f"{light}, {dark}" for place, (light, dark) in enumerate(ramps, 1)}
    assert dict(re.findall(r"--taquin-([\w-]+): light-dark\((#\w{6}, #\w{6})\);", style)) == expected
