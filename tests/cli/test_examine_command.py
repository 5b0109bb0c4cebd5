"""``taquin examine`` as users see it: good heuristics are proven, classic mistakes refuted."""

from __future__ import annotations

import io
import json
import sys
import threading
from pathlib import Path

import pytest

from command_line import error_line
from taquin.cli import run
from taquin.cli.commands import examine as examine_command

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


def test_a_good_heuristic(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["examine", "manhattan", "--size", "2x3", "--against", "misplaced"]) == 0
    captured = capsys.readouterr()
    assert captured.out == MANHATTAN
    assert captured.err == ""


@pytest.mark.slow
def test_the_blank_counted_on_the_8_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["examine", f"{EXAMPLES}/counting_the_blank.py:misplaced"]) == 1
    out = capsys.readouterr().out
    assert "evaluated on all 181,440 boards of 3×3" in out
    assert "admissible  no: it overestimates on 78 boards" in out
    assert "true distance 1, estimate 2\n1 2 3\n4 5 0\n7 8 6\n" in out
    assert "falls by more than 1: Down, from 2 to 0\n" in out
    assert "h = 2    h = 0\n1 2 3    1 2 3\n4 5 0    4 5 6\n7 8 6    7 8 0\n" in out


def test_linear_conflict_counted_by_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    spec = f"{EXAMPLES}/conflict_pairs.py:linear_conflict"
    assert run(["examine", spec, "--against", "linear_conflict", "--size", "2x4"]) == 1
    out = capsys.readouterr().out
    assert "admissible  no: it overestimates on 4 boards" in out
    assert "The smallest board that is overestimated: true distance " in out
    assert "conflict_pairs.py:linear_conflict dominates linear_conflict: its estimate is never lower (but it" in out


def write(path: Path, source: str) -> str:
    file = path / "mine.py"
    file.write_text(source)
    return str(file)


def test_a_goal_that_is_not_zero(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = write(tmp_path, "def one(board, goal):\n    return 1\n")
    assert run(["examine", f"{file}:one", "--size", "2x2"]) == 1
    out = capsys.readouterr().out
    assert "admissible  no: it overestimates on 1 board," in out
    assert "consistent  no: its estimate at the goal is 1, not 0\n" in out


def test_admissible_but_inconsistent(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = write(tmp_path, "def odd(board):\n    return 2 if board.cells == (0, 3, 2, 1) else 0\n")
    assert run(["examine", f"{file}:odd", "--size", "2x2"]) == 0
    out = capsys.readouterr().out
    assert "admissible  yes, proven" in out
    assert "consistent  no: it falls by more than 1 along 2 of 24 moves, so A* may have to reopen nodes\n" in out


def test_a_wrong_update(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = write(
        tmp_path,
        "from taquin.heuristics.base import Heuristic\n"
        "class Lazy(Heuristic):\n"
        "    def __call__(self, state):\n"
        "        return 0 if state == self.goal.state else 1\n"
        "    def update(self, value, parent, child):\n"
        "        return value\n",
    )
    assert run(["examine", f"{file}:Lazy", "--size", "2x2"]) == 0
    out = capsys.readouterr().out
    assert "update      wrong on 4 of the moves" in out
    assert "An error in its update(): after the move Up it returns 0, a full evaluation 1\n" in out


def test_neither_dominates_and_being_dominated(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["examine", "inversion_distance", "--against", "manhattan", "--size", "2x3"]) == 0
    assert "neither dominates the other" in capsys.readouterr().out
    assert run(["examine", "blind", "--against", "hamming", "--size", "2x3"]) == 0
    assert "misplaced dominates blind: its estimate is never lower\n" in capsys.readouterr().out
    assert run(["examine", "max(blind, misplaced)", "--against", "misplaced", "--size", "2x3"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("max(blind, misplaced), evaluated on all 360 boards")
    assert out.endswith("Against misplaced: both give the same estimate on every board.\n")


def test_a_goal_determines_the_size(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["examine", "manhattan", "--goal", "1 0 2 / 3 4 5"]) == 0
    assert "boards of 2×3 that can reach the goal\n\n1 0 2\n3 4 5\n" in capsys.readouterr().out
    assert run(["examine", "manhattan", "--goal", "snail", "--size", "1x4"]) == 0
    assert "evaluated on all 4 boards of 1×4" in capsys.readouterr().out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    spec = f"{EXAMPLES}/counting_the_blank.py:misplaced"
    assert run(["examine", spec, "--size", "2x2", "--against", "blind", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
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
    assert run(["examine", "manhattan", "--size", "2x2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["comparison"] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["manhatan"], "no heuristic is called 'manhatan'"),
        (["manhattan", "--size", "4x4"], "the limit is 10 cells (such as --size 3x3, 2x4 or 1x9)"),
        (["manhattan", "--against", "max()"], "max takes two or more heuristics"),
        (["missing.py:name"], "missing.py does not exist"),
        (["manhattan", "--goal", "snial"], "did you mean 'snail'?"),
        ([], "missing argument 'HEURISTIC'"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in error_line(capsys, "examine", *arguments)


def test_a_heuristic_that_fails(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = write(tmp_path, "def broken(board, goal):\n    return 1 / 0\n")
    assert run(["examine", f"{file}:broken", "--size", "2x2"]) == 2
    error = capsys.readouterr().err
    assert f"{file}, line 2: broken failed on the board 1 2 / 3 0: ZeroDivisionError" in error
    assert error.count("\n") == 1


def test_interrupted(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(examine_command, "examine", interrupt)
    assert run(["examine", "manhattan"]) == 130
    assert capsys.readouterr().err.strip() == "taquin: interrupted"


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


def test_how_to_declare_a_heuristic_that_is_proven(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def zero(board):\n    return 0\n", encoding="utf-8")
    assert run(["examine", f"{file}:zero", "--size", "2x3"]) == 0
    declared = f"{file}:zero(admissible=true)"
    assert f'-e "{declared}"' in capsys.readouterr().out
    assert run(["solve", "1 5 2 / 4 3 0", "-a", "astar", "-e", declared]) == 0
    assert "proven shortest" in capsys.readouterr().out
    assert run(["examine", "manhattan", "--size", "2x3"]) == 0
    assert "admissible=true" not in capsys.readouterr().out


def test_predictions_stand_beside_measurements(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(["examine", "manhattan", "--predict", "--size", "2x3", "--bound", "14", "--measure", "20", "--json"]) == 0
    )
    found = json.loads(capsys.readouterr().out)
    assert (found["boards"], found["sample"], found["measured_boards"]) == (360, None, 20)
    last = found["iterations"][-1]
    assert last["bound"] == 14
    assert 0.5 < last["predicted_expanded"] / last["measured_expanded"] < 2
    assert run(["examine", "manhattan", "--predict", "--board", "8 6 7 / 2 5 4 / 3 0 1", "--bound", "25"]) == 0
    text = capsys.readouterr().out
    assert "exact, over all 181,440 boards" in text
    assert text.splitlines()[-1].split()[0] == "25"
    assert text.splitlines()[-1].split()[3:5] == ["249.00", "383.00"]
    assert run(["examine", "linear_conflict", "--predict", "--size", "4x4", "--sample", "800", "--measure", "0"]) == 0
    assert "a sample of 800 random boards (seed 1)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--bound", "3"], "--bound has no effect without --predict"),
        (["--predict", "--against", "misplaced"], "--against has no effect with --predict"),
        (["--predict", "--board", "123456780", "--measure", "4"], "--measure has no effect with --board"),
        (["--predict", "--board", "123456870"], "cannot reach the goal"),
        (["--predict", "--size", "1x5"], "single line"),
    ],
)
def test_predictions_that_cannot_be_made_are_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["examine", "manhattan", *arguments]) == 2
    assert message in capsys.readouterr().err
