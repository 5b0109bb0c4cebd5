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

EVALUATE = """async ({ boards, bad_boards: badBoards, texts, trees, records, clocks }) => {
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
  const read = (input) => {
    try {
      return Board.parse(input).text;
    } catch {
      return null;
    }
  };
  return {
    texts: texts.map(({ input }) => ({ read: read(input) })),
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
    for (name, light), (_, dark) in zip(surfaces(LIGHT), surfaces(DARK), strict=True):
        for part in ("face", "edge", "ink"):
            expected[f"{name}-{part}"] = f"{getattr(light, part)}, {getattr(dark, part)}"
    ramps = zip(LIGHT.ramp, DARK.ramp, strict=False)  # the dark theme has fewer colours
    expected |= {f"ramp-{place}": f"{light}, {dark}" for place, (light, dark) in enumerate(ramps, 1)}
    assert dict(re.findall(r"--taquin-([\w-]+): light-dark\((#\w{6}, #\w{6})\);", style)) == expected
