"""Otter: tests/q1.py of an assignment whose notebook defines `solve(rows)`. A check has all its points or none."""

from otter.test_files import test_case

import taquin

OK_FORMAT = False
name = "q1"
points = None

BOARDS = ["1 2 3 / 4 0 5 / 7 8 6", "7 1 3 / 2 6 0 / 5 4 8", "1 2 3 / 4 5 6 / 8 7 0"]


def mark(solve, check):
    """The mark of one check, of the function in the notebook."""
    return taquin.mark(taquin.judge(solve, BOARDS, call="solve(rows)", explains=False), {check: 1})[check]


@test_case(points=4)
def test_right(solve):
    assert (one := mark(solve, "right")).is_full, one.words


@test_case(points=3)
def test_shortest(solve):
    assert (one := mark(solve, "shortest")).is_full, one.words


@test_case(points=1)
def test_unsolvable(solve):
    assert (one := mark(solve, "unsolvable")).is_full, one.words
