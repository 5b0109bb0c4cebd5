"""``--metric slides`` in every command that has it."""

from __future__ import annotations

import pytest

from command_line import Capture, answer, printed
from exhaustive import distance
from taquin.cli import run
from taquin.puzzle.board import Board
from taquin.puzzle.solution import Solution

BOARD = "8 6 7 / 2 5 4 / 3 0 1"
SHORTEST = "ULDRRUULLDRULDDRRULLDRRUULLDDRR"
SLIDES = ("--metric", "slides")


def test_solve_reports_slides_and_moves(capsys: Capture) -> None:
    text = printed(capsys, "solve", BOARD, *SLIDES)
    assert "length     20 slides (31 moves of the blank)" in text
    assert "solved, and proven shortest" in text
    record = answer(capsys, "solve", BOARD, *SLIDES)
    assert (record["metric"], record["length"], record["slides"], record["single_moves"]) == ("slides", 20, 20, 31)
    assert "31 moves of the blank (20 slides)" in printed(capsys, "solve", BOARD, "-a", "bfs")


def test_solve_prints_a_line_per_board_in_slides(capsys: Capture) -> None:
    text = printed(capsys, "solve", f"{BOARD}\n{BOARD}", *SLIDES)
    assert text.count("20 slides: ") == 2


def test_solve_refuses_what_counts_moves(capsys: Capture) -> None:
    for extra, words in ((["--report", "certificate"], "single moves"), (["--improve"], "fewest moves, not slides")):
        assert run(["solve", BOARD, *SLIDES, *extra]) == 2
        assert words in capsys.readouterr().err


def test_hint_names_every_best_slide(capsys: Capture) -> None:
    text = printed(capsys, "hint", BOARD, *SLIDES)
    assert text.splitlines() == [
        "slide tile 5 down (the blank goes Up); 20 slides are left, this one included",
        "just as good: slide tiles 5 and 6 down (the blank goes Up by 2)",
    ]
    record = answer(capsys, "hint", BOARD, *SLIDES)
    assert (record["metric"], record["moves"], record["tiles"]) == ("slides", "UU", [1, 2])


def test_shortest_warns_where_slides_take_long(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.cli.commands.shortest.has_slide_databases", lambda shape: False)
    assert run(["shortest", "1 2 3 / 4 5 6 / 7 0 8", *SLIDES]) == 0
    warning = "Finding all of them on 3×3 may take minutes; after Ctrl-C or --time the first one is printed.\n"
    assert capsys.readouterr().err == warning


def test_shortest_lists_all_solutions_with_the_fewest_slides(capsys: Capture) -> None:
    text = printed(capsys, "shortest", BOARD, *SLIDES)
    assert "20 slides, proven shortest" in text
    solutions = text.split("\n\n")[-1].split()
    assert len(solutions) == len(set(solutions)) == 2
    for moves in solutions:
        solution = Solution(BOARD, moves)
        assert solution.end == Board("1 2 3 / 4 5 6 / 7 8 0")
        assert solution.multi_tile_length == 20
    drawn = printed(capsys, "shortest", BOARD, *SLIDES, "--format", "text")
    assert "UU to " in drawn


def test_verify_compares_slides(capsys: Capture) -> None:
    assert "correct: 20 slides (31 moves), and no solution is shorter" in printed(
        capsys, "verify", BOARD, SHORTEST, *SLIDES
    )
    record = answer(capsys, "verify", BOARD, "LRR" + "L" + SHORTEST, *SLIDES)
    assert (record["metric"], record["length"], record["optimum"]) == ("slides", 23, 20)


def test_random_boards_of_a_number_of_slides(capsys: Capture) -> None:
    goal = Board("1 2 3 / 4 5 6 / 7 8 0").state
    for options, expected in ((["--depth", "9"], {9}), (["--harder-than", "22"], {23, 24})):
        record = answer(capsys, "random", "3x3", *options, *SLIDES, "-n", "4", "--seed", "5")
        assert record["metric"] == "slides"
        assert {distance(Board(board).state, goal, 3, 3, slides=True) for board in record["boards"]} <= expected
    assert run(["random", "3x3", *SLIDES]) == 2
    assert "--metric has no effect without --depth or --harder-than" in capsys.readouterr().err
    assert run(["random", "5x5", "--depth", "9"]) == 2
    assert "up to 16 cells" in capsys.readouterr().err
