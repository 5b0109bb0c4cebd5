"""Every instance set of the package."""

from __future__ import annotations

import pytest

from taquin import Board, Problem
from taquin.experiments.instances import NAMES, package_set

PUBLISHED_MEANS = {"korf100": (100, 53.05), "korf24": (50, 100.78), "hardest8": (2, 31.0), "hardest15": (17, 80.0)}


@pytest.mark.parametrize("name", NAMES)
def test_every_bundled_board_is_solvable_and_has_a_length_of_the_right_parity(name: str) -> None:
    found = package_set(name)
    assert found.summary
    assert found.source
    lengths = []
    for number, instance in enumerate(found.instances, start=1):
        problem = Problem(instance.board, instance.goal)
        assert problem.is_solvable
        assert (instance.index, instance.label) == (number, str(number))
        assert instance.optimum is not None
        rows, columns = (abs(a - b) for a, b in zip(*map(_blank_place, (instance.board, instance.goal)), strict=True))
        assert instance.optimum % 2 == (rows + columns) % 2
        lengths.append(instance.optimum)
    assert (len(lengths), round(sum(lengths) / len(lengths), 2)) == PUBLISHED_MEANS[name]
    assert len({instance.board for instance in found.instances}) == len(found)


def _blank_place(board: Board) -> tuple[int, int]:
    return board.shape.position(board.blank)
