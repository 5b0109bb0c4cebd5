"""``taquin examine`` as users see it: good heuristics are proven, classic mistakes refuted."""

from __future__ import annotations

import io
import sys
import threading
from pathlib import Path

import pytest

from cases import each_case
from command_line import Capture, answer, error_line, printed
from taquin.cli import run

EXAMPLES = Path(__file__).parents[2] / "examples" / "heuristics"

MANHATTAN = """\
manhattan, evaluated on all 360 boards of 2×3 that can reach the goal

1 2 3
4 5 0

admissible  yes, proven: it never exceeds the true distance
consistent  yes, proven: along each of the 840 moves it falls by at most 1
mean        6.83; mean of the true distances 12.62
maximum     12
exact       on 63 boards, 17.50%

against  misplaced
mean     6.83 against 4.17
higher   on 335 boards, lower on 0: manhattan dominates misplaced: its estimate is never lower

The board on which they differ most: true distance 14, manhattan 12, misplaced 5
5 0 4
3 2 1
"""


def test_a_good_heuristic(capsys: Capture) -> None:
    assert run(["examine", "manhattan", "--size", "2x3", "--against", "misplaced"]) == 0
    captured = capsys.readouterr()
    assert captured.out == MANHATTAN
    assert captured.err == ""


def test_json(capsys: Capture) -> None:
    spec = f"{EXAMPLES}/counting_the_blank.py:misplaced"
    found = answer(capsys, "examine", spec, "--size", "2x2", "--against", "blind", code=1)
    assert found["heuristic"] == spec
    assert found["goal"] == "1 2 / 3 0"
    assert (found["states"], found["moves"]) == (12, 24)
    assert found["admissible"] is found["consistent"] is False
    assert found["overestimate"] == {"board": "1 0 / 3 2", "distance": 1, "estimate": 2}
    assert found["inconsistency"] == {
        "parent": "1 0 / 3 2",
        "child": "1 2 / 3 0",
        "move": "D",
        "parent_estimate": 2,
        "child_estimate": 0,
    }
    assert found["update_error"] is None
    assert found["comparison"]["against"] == "blind"
    assert found["comparison"]["dominates"] is True
    assert found["mean_distance"] == pytest.approx(3)
    assert answer(capsys, "examine", "manhattan", "--size", "2x2")["comparison"] is None


def test_how_to_declare_a_heuristic_that_is_proven(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def zero(board):\n    return 0\n", encoding="utf-8")
    assert run(["examine", f"{file}:zero", "--size", "2x3"]) == 0
    declared = f"{file}:zero(admissible=true)"
    assert f'-e "{declared}"' in capsys.readouterr().out
    assert "proven shortest" in printed(capsys, "solve", "1 5 2 / 4 3 0", "-a", "astar", "-e", declared)
    assert "admissible=true" not in printed(capsys, "examine", "manhattan", "--size", "2x3")


MINE = """\
from taquin.heuristics.base import Heuristic

def one(board, goal):
    return 1

def odd(board):
    return 2 if board.cells == (0, 3, 2, 1) else 0

def broken(board, goal):
    return 1 / 0

class Lazy(Heuristic):
    def __call__(self, state):
        return 0 if state == self.goal.state else 1

    def update(self, value, parent, child):
        return value
"""


@each_case(
    ("arguments", "code", "parts"),
    [
        (
            ["mine.py:one", "--size", "2x2"],
            1,
            ["no: it overestimates on 1 board,", "consistent  no: its estimate at the goal is 1, not 0\n"],
        ),
        (
            ["mine.py:odd", "--size", "2x2"],
            0,
            ["yes, proven", "no: it falls by more than 1 along 2 of 24 moves, so A* may have to reopen nodes\n"],
        ),
        (
            ["mine.py:Lazy", "--size", "2x2"],
            0,
            ["update      wrong on 4 of the moves", "after the move Up it returns 0, a full evaluation 1\n"],
        ),
        (["inversion_distance", "--against", "manhattan", "--size", "2x3"], 0, ["neither dominates the other"]),
        (["blind", "--against", "hamming", "--size", "2x3"], 0, ["misplaced dominates blind: its estimate is never"]),
        (
            ["max(blind, misplaced)", "--against", "misplaced", "--size", "2x3"],
            0,
            ["max(blind, misplaced), evaluated", "Against misplaced: both give the same estimate on every board.\n"],
        ),
        (["manhattan", "--goal", "1 0 2 / 3 4 5"], 0, ["boards of 2×3 that can reach the goal\n\n1 0 2\n3 4 5\n"]),
        (["manhattan", "--goal", "snail", "--size", "1x4"], 0, ["evaluated on all 4 boards of 1×4"]),
    ],
)
def test_what_is_printed(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int, parts: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE)
    out = printed(capsys, "examine", *arguments, code=code)
    for part in parts:
        assert part in out


def test_a_heuristic_that_fails(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    error = error_line(capsys, "examine", f"{tmp_path}/mine.py:broken", "--size", "2x2")
    assert "mine.py, line 10: broken failed on the board 1 2 / 3 0: ZeroDivisionError" in error


def test_linear_conflict_counted_by_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    spec = f"{EXAMPLES}/conflict_pairs.py:linear_conflict"
    assert run(["examine", spec, "--against", "linear_conflict", "--size", "2x4"]) == 1
    out = capsys.readouterr().out
    assert "admissible  no: it overestimates on 4 boards" in out
    assert "The smallest board that is overestimated: true distance " in out
    assert "conflict_pairs.py:linear_conflict dominates linear_conflict: its estimate is never lower (but it" in out


def test_a_line_at_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(threading.Thread, "start", None)  # no thread is needed
    assert run(["examine", "manhattan", "--size", "2x3"]) == 0
    assert "evaluating manhattan on every 2×3 board" in terminal.getvalue()
    assert "evaluating" not in capsys.readouterr().out
