"""Errors for spaces of one's own whose states or moves are of the wrong kind, for every algorithm alike."""

from __future__ import annotations

from typing import Any

import pytest

from taquin import SpaceError, search


class Steps:
    """From 0 to 3 by steps of 1; ``pairs`` makes the successors of a state."""

    start: Any = 0

    def __init__(self, pairs: Any) -> None:
        self._pairs = pairs

    def is_goal(self, state: object) -> bool:
        return state == 3

    def successors(self, state: Any) -> Any:
        return self._pairs(state)


@pytest.mark.parametrize("algorithm", ["bfs", "astar", "ida_star", "rbfs", "hill_climbing"])
@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        (lambda state: [("+", state + 1)], r"expected moves that are whole numbers, found '\+'"),
        (lambda state: [((1, 0), state + 1)], "expected moves that are whole numbers, found"),
        (lambda state: [state + 1], "expected successors as pairs of a move and a state, found 1"),
        (lambda state: [(0, [state + 1])], "expected states that can be hashed, found a list"),
    ],
)
def test_successors_of_the_wrong_kind(algorithm: str, pairs: Any, message: str) -> None:
    with pytest.raises(SpaceError, match=message):
        search(Steps(pairs), algorithm, lambda state: 0)


def test_a_class_is_not_a_space() -> None:
    with pytest.raises(SpaceError, match=r"expected a space, found the class Steps \(Steps\(\) makes one\)"):
        search(Steps, "bfs")  # type: ignore[arg-type]
