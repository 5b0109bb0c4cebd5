"""``taquin verify`` as users see it."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from cases import each_case
from command_line import Capture, answer, cancel_after, printed
from taquin.analysis.grading import first_detour
from taquin.analysis.random_boards import scrambled_board
from taquin.cli import run
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.puzzle.moves import Move
from taquin.puzzle.solution import Solution

START = "1 2 3 / 4 0 5 / 7 8 6"
KORF_24 = "14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13"  # a 24-puzzle of 95 moves


def test_a_solution_with_an_illegal_move(capsys: Capture) -> None:
    assert printed(capsys, "verify", START, "R", "R", "D", code=1) == (
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


def test_an_optimum_that_is_not_proven(capsys: Capture, tmp_path: Path) -> None:
    from taquin.solving.solver import solve

    found = solve(KORF_24, "blank-first", algorithm="wastar(linear_conflict, weight=3)")
    assert found.solution is not None
    homework = tmp_path / "homework.txt"
    homework.write_text(" ".join(move.word for move in found.solution.moves))
    out = printed(capsys, "verify", KORF_24, str(homework), "--goal", "blank-first", "--time", "50ms")
    assert re.match(rf"correct: {found.length} moves(, but there is a shorter solution)?\n", out)
    shorter, none = r"the best known solution has \d+: this one has \d+ more", "no solution shorter than these"
    assert re.search(rf"\noptimum  at least \d+ moves; ({shorter}|{none} {found.length} is known)\n", out)


def test_a_shorter_solution_that_is_kept_is_known(capsys: Capture) -> None:
    board = scrambled_board(standard(Shape(6, 6)), 12, rng=Random(4))
    moves = re.search(r"\nmoves +([UDLR]+)\n", printed(capsys, "solve", one_line(board)))
    assert moves is not None
    longer = moves[1] + ("UD" if moves[1][-1] == "D" else "LR")
    found = answer(capsys, "verify", one_line(board), longer, "--time", "5s")
    assert (found["length"], found["best_known"], found["optimum"]) == (14, 12, 12)


def test_boards_in_files(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "start.txt").write_text("# the start\n3\n1 2 3\n4 0 5\n7 8 6\n")
    (tmp_path / "homework.txt").write_text("1 2 3\n4 5 0\n7 8 6\n\n1 2 3\n4 5 6\n7 8 0\n")
    assert "read as  the boards on the way" in printed(
        capsys, "verify", str(tmp_path / "start.txt"), str(tmp_path / "homework.txt")
    )


@pytest.mark.parametrize(
    "style", [[], ["--json"], ["--steps"], *[["--report", form] for form in ("edx", "42", "algs4")]]
)
def test_what_solve_prints_can_be_verified(style: list[str], capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    written = printed(capsys, "solve", "8 1 3 / 4 0 2 / 7 6 5", *style).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(written)))
    assert printed(capsys, "verify", "8 1 3 / 4 0 2 / 7 6 5", "-").startswith(
        "correct: 14 moves, and no solution is shorter\n"
    )


def test_json(capsys: Capture) -> None:
    assert answer(capsys, "verify", START, "5 6") == {
        "correct": True,
        "legal": True,
        "reaches_goal": True,
        "start": START,
        "goal": "1 2 3 / 4 5 6 / 7 8 0",
        "end": "1 2 3 / 4 5 6 / 7 8 0",
        "writing": "numbers",
        "given": 2,
        "moves": "RD",
        "metric": "moves",
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
    broken = answer(capsys, "verify", START, "RR", code=1)
    assert broken["correct"] is broken["legal"] is False
    assert (broken["breaks_at"], broken["step"], broken["possible"]) == (2, "Right", "UDL")
    assert broken["optimum"] is None
    assert answer(capsys, "verify", START, "U", code=1)["moves_to_goal"] == 3
    assert answer(capsys, "verify", START, "LU", code=1)["correct_as"] == "tiles"
    longer = answer(capsys, "verify", START, "RLRD")
    assert (longer["optimum"], longer["detour_at"], longer["better_moves"]) == (2, 2, "D")


def test_interrupted(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    cancel_after(monkeypatch, 0)
    monkeypatch.setattr("taquin.cli.commands.verify.look_up", lambda problem, warn: None)
    assert printed(capsys, "verify", START, "RD", code=130).startswith("correct: 2 moves")


@each_case(
    ("arguments", "code", "parts"),
    [
        (
            [START, "RDUD"],
            0,
            [
                "correct: 4 moves, but there is a shorter solution\n",
                "goal     reached at the end, but also after 2 moves: the last 2 are not needed\n",
                "optimum  2 moves: this solution has 2 more\n",
            ],
        ),
        ([START, "RDD"], 1, ["goal         reached after 2 moves, before the illegal move\n"]),
        ([START, "U"], 1, ["incorrect: every move is legal, but the goal is not reached\n", "3 moves away\n"]),
        ([START, "RDU"], 1, ["goal     reached after 2 moves, but the moves after that leave it\n"]),
        ([START, "U", "--no-optimum"], 1, ["goal     not reached\n"]),
        ([START, "LU"], 1, ["note     it is correct if the moves say where the tiles go: add --moves tiles\n"]),
        ([START, "LU", "--moves", "tiles"], 0, ["correct: 2 moves"]),
        (["1 2 3 / 4 5 6 / 8 7 0", "U"], 1, ["not reached, and it cannot be: `taquin check` explains why"]),
        ([START, "5 6", "--no-optimum"], 0, ["correct: 2 moves\n"]),
        ([KORF_24, "UDUD", "--goal", KORF_24], 0, ["optimum  0 moves: this solution has 4 more"]),
        ([KORF_24, "UD", "--goal", "blank-first", "--time", "50ms"], 1, ["goal     not reached: at least "]),
        ([START, "LL", "--moves", "tiles"], 1, ["Down (tile 3 goes down), Up (tile 6 goes up), Right (tile 5"]),
        ([START, "5 4"], 1, ["legal moves  tile 3 goes down, tile 6 goes up, tile 5 goes right"]),
        ([START, "RLRD"], 0, ["detour   move 2 (Left) is the first that does not lead nearer; Down does"]),
        ([START, "RUL"], 1, ["detour   move 2 (Up) is the first that does not lead nearer; Down does"]),
        ([START, "LRLU", "--moves", "tiles"], 0, ["moves    4: LRLU\n", "move 2 (Right) is the first"]),
        ([START, "5 5 5 6"], 0, ["detour   move 2 (tile 5) is the first that does not lead nearer; tile 6 does"]),
    ],
)
def test_what_is_printed(capsys: Capture, arguments: list[str], code: int, parts: list[str]) -> None:
    out = printed(capsys, "verify", *arguments, code=code)
    for part in parts:
        assert part in out


@each_case("moves", ["R", "RD", "RDUD"])  # the line about the goal names the moves after it
def test_no_detour_is_named_on_the_shortest_way(moves: str, capsys: Capture) -> None:
    run(["verify", START, moves])
    assert "detour" not in capsys.readouterr().out


def test_a_long_solution_of_a_small_board_is_replayed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first detour is among the first moves: the rest are not looked up, and their boards are not stored."""
    played = 0
    play = Board.play_unchecked

    def counted(self: Board, move: Move) -> Board:
        nonlocal played
        played += 1
        return play(self, move)

    monkeypatch.setattr(Board, "play_unchecked", counted)
    detour = first_detour(Solution(Board(START), "LR" * 5_000 + "RD"), standard(Shape(3, 3)))
    assert detour is not None
    assert detour.number == 1
    assert played < 100


def test_as_a_process() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "taquin", "verify", START, "-"],
        input=b"Right Down",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout.startswith(b"correct: 2 moves")
