"""Spaces of users whose successors are not what a search expects, at the start or later, in Python and on the core."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from taquin import AlgorithmError, Recorder, SpaceError, Status, _native, search
from taquin.solving.registry import ALGORITHMS, AlgorithmSpec

BACKENDS = [
    "python",
    pytest.param("native", marks=pytest.mark.skipif(not _native.is_available(), reason=_native.describe())),
]
PLAIN = [spec for spec in ALGORITHMS if not spec.needs_board]


class Line:
    """The numbers from 0 to 4. ``change`` replaces the successors of 2, and the predecessors of 3."""

    start: Any = 0
    goal: Any = 4

    def __init__(self, change: Callable[[Any], Any] = lambda pairs: pairs) -> None:
        self.change = change

    def is_goal(self, state: int) -> bool:
        return bool(state == self.goal)

    def successors(self, state: int) -> Any:
        pairs: list[tuple[Any, int]] = [(1, state + 1)] if state < 4 else []
        return self.change(pairs) if state == 2 else pairs

    def predecessors(self, state: int) -> Any:
        pairs: list[tuple[Any, int]] = [(1, state - 1)] if state > 0 else []
        return self.change(pairs) if state == 3 else pairs

    def reverse(self, move: Any) -> Any:
        return move

    def h(self, state: int) -> int:
        return 4 - state


WRONG: dict[str, tuple[Callable[[Any], Any], str]] = {
    "None": (lambda pairs: None, r"as pairs of a move and a state, found None for [23] \(an empty list says that"),
    "a number": (lambda pairs: 7, r"as pairs of a move and a state, found 7 for [23] \(as in "),
    "longer tuples": (lambda pairs: [(*pair, 1) for pair in pairs], r"found \(1, [23], 1\) for [23] "),
    "None in the list": (lambda pairs: [None], "as pairs of a move and a state, found None for [23] "),
    "texts": (lambda pairs: ["ab"], "as pairs of a move and a state, found 'ab' for [23] "),
    "lists": (lambda pairs: [[1, 3]], r"as pairs of a move and a state, found \[1, 3\] for [23] "),
    "lists as states": (lambda pairs: [(1, [3])], r"^expected states that can be hashed, found a list \(use tuples\)"),
}


@pytest.mark.parametrize("kind", WRONG)
@pytest.mark.parametrize("backend", BACKENDS)
def test_wrong_successors_of_a_later_state_are_refused(backend: str, kind: str) -> None:
    change, words = WRONG[kind]
    with pytest.raises(SpaceError, match=words):
        search(Line(change), "ucs", backend=backend)


@pytest.mark.parametrize("kind", WRONG)
@pytest.mark.parametrize("spec", PLAIN, ids=lambda spec: spec.key)
def test_every_algorithm_refuses_them_in_one_line(spec: AlgorithmSpec, kind: str) -> None:
    space = Line(WRONG[kind][0])
    with pytest.raises(SpaceError, match=r"^expected (successors|predecessors|states) [^\n]*$"):
        search(space, spec.key, space.h if spec.uses_heuristic else None, observer=Recorder())


MOVES: dict[str, list[Any]] = {
    "texts later": [1, 2, "three", "four"],
    "numbers later": ["one", 2, 3, 4],
    "of every kind": [(1,), None, 1.5, b"4"],
}


@pytest.mark.parametrize("spec", PLAIN, ids=lambda spec: spec.key)
@pytest.mark.parametrize("name", MOVES)
def test_moves_of_several_kinds_work(spec: AlgorithmSpec, name: str) -> None:
    moves = MOVES[name]

    class Named(Line):
        def successors(self, state: int) -> Any:
            return [(moves[state], state + 1)] if state < 4 else []

        def predecessors(self, state: int) -> Any:
            return [(moves[state - 1], state - 1)] if state > 0 else []

    space, recorder = Named(), Recorder()
    found = search(space, spec.key, space.h if spec.uses_heuristic else None, observer=recorder)
    assert found.moves == tuple(moves)
    trace = recorder.trace()
    assert [trace.move_name(move) for move in trace.outcome.moves or ()] == [str(move) for move in moves]


@pytest.mark.parametrize("spec", PLAIN, ids=lambda spec: spec.key)
def test_a_start_without_successors_is_searched(spec: AlgorithmSpec) -> None:
    class Named(Line):
        def successors(self, state: int) -> Any:
            return []

        def predecessors(self, state: int) -> Any:
            return [("back", state - 1)] if state > 1 else []

    space = Named()
    found = search(space, spec.key, space.h if spec.uses_heuristic else None)
    assert found.moves is None
    assert found.status in (Status.UNSOLVABLE, Status.STUCK, Status.EXHAUSTED)


@pytest.mark.parametrize("backend", BACKENDS)
def test_states_may_be_none(backend: str) -> None:
    class Nothing(Line):
        goal = None

        def successors(self, state: Any) -> Any:
            return [("end", None)]

    found = search(Nothing(), "ucs", backend=backend)
    assert (found.moves, found.states) == (("end",), (0, None))


@pytest.mark.parametrize("backend", BACKENDS)
def test_successors_that_are_gone_after_the_search_are_refused(backend: str) -> None:
    class Forgetful(Line):
        calls = 0

        def successors(self, state: int) -> Any:
            self.calls += 1
            return super().successors(state) if self.calls <= 5 else None

    with pytest.raises(SpaceError, match=r"^expected successors as pairs of a move and a state, found None for 0 "):
        search(Forgetful(), "ucs", backend=backend)


@pytest.mark.parametrize("backend", BACKENDS)
def test_an_error_of_the_user_stays_as_it_is(backend: str) -> None:
    class Failing(Line):
        def successors(self, state: int) -> Any:
            yield 1, state + 1
            if state:
                raise TypeError("of the user")

    with pytest.raises(TypeError, match="of the user"):
        search(Failing(), "ucs", backend=backend)


def reporting(space: Any, run: Any) -> list[Any] | None:
    """Depth-first, along the first successor."""
    state = space.start
    moves: list[Any] = []
    run.add_root(0, 0)
    while not space.is_goal(state):
        run.expand(len(moves))
        ways = space.successors(state)
        move, state = ways[0]
        moves.append(move)
        run.generate(len(moves), len(moves) - 1, move, len(moves), 0)
    return moves


def counted(space: Any) -> list[Any]:
    state, moves = space.start, []
    while not space.is_goal(state):
        move, state = space.successors(state)[0]
        moves.append(move)
    return moves


@pytest.mark.parametrize("function", [reporting, counted])
def test_an_own_algorithm_gets_moves_as_they_are(function: Callable[..., Any]) -> None:
    assert search(Line(), function).moves == (1, 1, 1, 1)


def test_an_own_algorithm_that_does_not_report_gets_moves_of_any_kind() -> None:
    assert search(Line(lambda pairs: [("x", pairs[0][1])]), counted).moves == (1, 1, "x", 1)


@pytest.mark.parametrize("function", [reporting, counted])
def test_wrong_successors_in_an_own_algorithm_are_refused(function: Callable[..., Any]) -> None:
    with pytest.raises((SpaceError, AlgorithmError), match=r"expected successors as pairs .* found None for 2"):
        search(Line(lambda pairs: None), function)


def test_an_own_algorithm_that_reports_needs_moves_of_one_kind() -> None:
    with pytest.raises(SpaceError, match=r"^expected moves that are numbers, as those of the start are, found 'x'"):
        search(Line(lambda pairs: [("x", pairs[0][1])]), reporting, observer=Recorder())


def test_pairs_of_a_state_and_a_cost_are_refused() -> None:
    class Roads:
        start = "A"

        def is_goal(self, state: str) -> bool:
            return state == "B"

        def successors(self, state: str) -> list[tuple[str, int]]:
            return [("B", 4)]

    with pytest.raises(SpaceError, match=r"found \('B', 4\) \(it looks like a state and a cost"):
        search(Roads(), "bfs")  # type: ignore[misc]
