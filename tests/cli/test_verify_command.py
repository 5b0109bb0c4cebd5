"""``taquin verify`` as users see it."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from command_line import error_line
from taquin.analysis.random_boards import scrambled_board
from taquin.cli import run, terminal
from taquin.puzzle.board import one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.run.limits import Cancellation

START = "1 2 3 / 4 0 5 / 7 8 6"
KORF_24 = "14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13"  # a 24-puzzle of 95 moves


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    run(["verify", *arguments, "--json"])
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_a_shortest_solution(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", START, "RD"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out == (
        "correct: 2 moves, and no solution is shorter\n"
        "\n"
        "start    goal\n"
        "1 2 3    1 2 3\n"
        "4 0 5    4 5 6\n"
        "7 8 6    7 8 0\n"
        "\n"
        "moves    2: RD\n"
        "read as  where the blank goes\n"
        "legal    yes\n"
        "goal     reached\n"
        "optimum  2 moves\n"
    )


def test_a_longer_solution_is_correct(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", START, "RDUD"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("correct: 4 moves, but there is a shorter solution\n")
    assert "goal     reached at the end, but also after 2 moves: the last 2 are not needed\n" in out
    assert "optimum  2 moves: this solution has 2 more\n" in out


def test_a_solution_with_an_illegal_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", START, "R", "R", "D"]) == 1
    assert capsys.readouterr().out == (
        "incorrect: move 2 is illegal\n"
        "\n"
        "start    after 1 move    goal\n"
        "1 2 3    1 2 3           1 2 3\n"
        "4 0 5    4 5 0           4 5 6\n"
        "7 8 6    7 8 6           7 8 0\n"
        "\n"
        "moves        3, of which 1 can be played: R\n"
        "read as      where the blank goes\n"
        "legal        no: move 2 (Right) is illegal: the blank is in the rightmost column\n"
        "legal moves  Up (tile 3 goes down), Down (tile 6 goes up), Left (tile 5 goes right)\n"
    )


def test_a_solution_with_an_illegal_move_after_the_goal(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", START, "RDD"]) == 1
    assert "goal         reached after 2 moves, before the illegal move\n" in capsys.readouterr().out


def test_moves_that_do_not_reach_the_goal(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", START, "U"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("incorrect: every move is legal, but the goal is not reached\n")
    assert "goal     not reached: 3 moves away\n" in out
    assert run(["verify", START, "RDU"]) == 1
    assert "goal     reached after 2 moves, but the moves after that leave it\n" in capsys.readouterr().out
    assert run(["verify", START, "U", "--no-optimum"]) == 1
    assert "goal     not reached\n" in capsys.readouterr().out


def test_the_wrong_notation_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", START, "LU"]) == 1
    assert "note     it is correct if the moves say where the tiles go: add --moves tiles\n" in (
        capsys.readouterr().out
    )
    assert run(["verify", START, "LU", "--moves", "tiles"]) == 0


def test_an_unsolvable_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", "1 2 3 / 4 5 6 / 8 7 0", "U"]) == 1
    assert "not reached, and it cannot be: `taquin check` explains why" in capsys.readouterr().out


def test_without_the_optimum(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", START, "5 6", "--no-optimum"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("correct: 2 moves\n")
    assert "optimum" not in out


def test_an_optimum_that_takes_too_long(capsys: pytest.CaptureFixture[str]) -> None:
    moves = "UDUD"  # ends where it began, which is the goal of this test
    assert run(["verify", KORF_24, moves, "--goal", KORF_24]) == 0
    assert "optimum  0 moves: this solution has 4 more" in capsys.readouterr().out
    assert run(["verify", KORF_24, moves, "--goal", "blank-first", "--time", "50ms"]) == 1
    assert "goal     not reached: at least " in capsys.readouterr().out


def test_an_optimum_that_is_not_proven(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from taquin.solving.solver import solve

    found = solve(KORF_24, "blank-first", algorithm="wastar(linear_conflict, weight=3)")
    assert found.solution is not None
    homework = tmp_path / "homework.txt"
    homework.write_text(" ".join(move.word for move in found.solution.moves))
    assert run(["verify", KORF_24, str(homework), "--goal", "blank-first", "--time", "50ms"]) == 0
    out = capsys.readouterr().out
    assert re.match(rf"correct: {found.length} moves(, but there is a shorter solution)?\n", out)
    shorter, none = r"the best known solution has \d+: this one has \d+ more", "no solution shorter than these"
    assert re.search(rf"\noptimum  at least \d+ moves; ({shorter}|{none} {found.length} is known)\n", out)


def test_a_shorter_solution_that_is_kept_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    board = scrambled_board(standard(Shape(6, 6)), 12, rng=Random(4))
    assert run(["solve", one_line(board)]) == 0
    moves = re.search(r"\nmoves +([UDLR]+)\n", capsys.readouterr().out)
    assert moves is not None
    longer = moves[1] + ("UD" if moves[1][-1] == "D" else "LR")
    found = answer(capsys, one_line(board), longer, "--time", "5s")
    assert (found["length"], found["best_known"], found["optimum"]) == (14, 12, 12)


def test_boards_in_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "start.txt").write_text("# the start\n3\n1 2 3\n4 0 5\n7 8 6\n")
    (tmp_path / "homework.txt").write_text("1 2 3\n4 5 0\n7 8 6\n\n1 2 3\n4 5 6\n7 8 0\n")
    assert run(["verify", str(tmp_path / "start.txt"), str(tmp_path / "homework.txt")]) == 0
    assert "read as  the boards on the way" in capsys.readouterr().out


@pytest.mark.parametrize(
    "style", [[], ["--json"], ["--steps"], *[["--report", form] for form in ("edx", "42", "algs4")]]
)
def test_what_solve_prints_can_be_verified(
    style: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["solve", "8 1 3 / 4 0 2 / 7 6 5", *style]) == 0
    printed = io.BytesIO(capsys.readouterr().out.encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(printed))
    assert run(["verify", "8 1 3 / 4 0 2 / 7 6 5", "-"]) == 0
    assert capsys.readouterr().out.startswith("correct: 14 moves, and no solution is shorter\n")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, START, "5 6") == {
        "correct": True,
        "legal": True,
        "reaches_goal": True,
        "start": START,
        "goal": "1 2 3 / 4 5 6 / 7 8 0",
        "end": "1 2 3 / 4 5 6 / 7 8 0",
        "writing": "numbers",
        "given": 2,
        "moves": "RD",
        "length": 2,
        "goal_after": 2,
        "breaks_at": None,
        "step": None,
        "reason": None,
        "possible": None,
        "correct_as": None,
        "optimum": 2,
        "lower_bound": 2,
        "best_known": 2,
        "moves_to_goal": None,
        "detour_at": None,
        "better_moves": None,
    }
    broken = answer(capsys, START, "RR")
    assert broken["correct"] is broken["legal"] is False
    assert (broken["breaks_at"], broken["step"], broken["possible"]) == (2, "Right", "UDL")
    assert broken["optimum"] is None
    assert answer(capsys, START, "U")["moves_to_goal"] == 3
    assert answer(capsys, START, "LU")["correct_as"] == "tiles"
    longer = answer(capsys, START, "RLRD")
    assert (longer["optimum"], longer["detour_at"], longer["better_moves"]) == (2, 2, "D")


def test_moves_are_named_as_they_are_written(capsys: pytest.CaptureFixture[str]) -> None:
    for moves, expected in (
        (
            ["LL", "--moves", "tiles"],
            "legal moves  Down (tile 3 goes down), Up (tile 6 goes up), Right (tile 5 goes right)",
        ),
        (["5 4"], "legal moves  tile 3 goes down, tile 6 goes up, tile 5 goes right"),
        (["LRLU", "--moves", "tiles"], "moves    4: LRLU\n"),
        (["LRLU", "--moves", "tiles"], "detour   move 2 (Right) is the first that leads no nearer; Up does"),
        (["5 5 5 6"], "detour   move 2 (tile 5) is the first that leads no nearer; tile 6 does"),
    ):
        run(["verify", START, *moves])
        assert expected in capsys.readouterr().out


def test_the_first_detour_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Right, wrong, where: a solution that is too long, and one that misses the goal."""
    for moves, expected, code in (
        ("RLRD", "detour   move 2 (Left) is the first that leads no nearer; Down does", 0),
        ("RUL", "detour   move 2 (Up) is the first that leads no nearer; Down does", 1),
        ("R", "", 1),
        ("RD", "", 0),
        ("RDUD", "", 0),  # the goal is reached after 2 moves: the line about the goal says so
    ):
        assert run(["verify", START, moves]) == code
        out = capsys.readouterr().out
        assert expected in out if expected else "detour" not in out
    assert run(["verify", START, "RLRD", "--no-optimum"]) == 0
    assert "detour" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([START, "hello"], "expected moves (U, D, L, R or words), found 'h' as character 1 of 'hello'"),
        ([START, "homework.txt"], "no such file: 'homework.txt'"),
        (["1 2 3 / 4 0 5 / 7 8 8", "RD"], "tile 8 appears twice"),
        ([START, "RD", "--goal", "snial"], "did you mean 'snail'?"),
        ([START, "RD", "--time", "soon"], "expected a time limit such as 10s"),
        ([START, "RD", "--moves", "words"], "invalid value for '--moves'"),
        ([START, "R", "--moves", "numbers"], "expected the number of a tile, found 'R'"),
        (["-", "-"], "expected - for BOARD or for MOVES, found it for both"),
        ([START], "missing argument 'MOVES'"),
        ([START, ""], "expected moves, found nothing"),
        ([], "missing argument 'BOARD'"),
    ],
)
def test_bad_input_is_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(START.encode())))
    assert message in error_line(capsys, "verify", *arguments)


def test_a_binary_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "homework.bin").write_bytes(b"\xff\xfe\x00\x80")
    assert run(["verify", START, str(tmp_path / "homework.bin")]) == 2
    assert "expected moves in UTF-8" in capsys.readouterr().err


def test_interrupted(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def at_once() -> Iterator[Cancellation]:
        cancellation = Cancellation()
        cancellation.cancel()
        yield cancellation

    monkeypatch.setattr(terminal, "cancel_on_interrupt", at_once)
    monkeypatch.setattr("taquin.cli.commands.verify.look_up", lambda problem, warn: None)
    assert run(["verify", START, "RD"]) == 130
    assert capsys.readouterr().out.startswith("correct: 2 moves")


def test_as_a_process() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "taquin", "verify", START, "-"],
        input=b"Right Down",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout.startswith(b"correct: 2 moves")
