"""Algorithms, heuristics and spaces of the caller: what is counted, proven, checked and refused."""

from __future__ import annotations

from collections import deque
from typing import Any

import pytest

from taquin import (
    AlgorithmError,
    InternalError,
    Quality,
    Recorder,
    SpaceError,
    SpecError,
    StateSpace,
    Status,
    TraceError,
    draw,
    search,
    solve,
)
from taquin.puzzle.board import Board
from taquin.solving.heuristic_choice import choose_heuristic
from taquin.solving.method import choose_method
from taquin.trace.formats import write_lines

BOARD = "8 1 3 / 4 0 2 / 7 6 5"
EASY = "1 2 3 / 4 0 5 / 7 8 6"


def breadth_first(space: Any) -> list[int] | None:
    paths: dict[object, list[int]] = {space.start: []}
    queue = deque([space.start])
    while queue:
        state = queue.popleft()
        if space.is_goal(state):
            return paths[state]
        for move, child in space.successors(state):
            if child not in paths:
                paths[child] = [*paths[state], move]
                queue.append(child)
    return None


def rows_only(board: Board, goal: Board) -> int:
    row = {tile: number for number, tiles in enumerate(goal.rows()) for tile in tiles}
    return sum(abs(number - row[tile]) for number, tiles in enumerate(board.rows()) for tile in tiles if tile)


def test_expansions_are_counted_as_calls_of_successors() -> None:
    own, reference = solve(BOARD, algorithm=breadth_first), solve(BOARD, algorithm="bfs")
    assert (own.length, own.stats.expanded) == (reference.length, reference.stats.expanded)
    assert own.stats.generated == reference.stats.generated + reference.stats.duplicates
    assert (own.spec, own.backend, own.quality) == ("breadth_first", "python", Quality.UNPROVEN)


def test_limits_and_failures() -> None:
    assert solve(BOARD, algorithm=breadth_first, nodes=100).status is Status.LIMIT
    assert solve(BOARD, algorithm=lambda space: None).reason == "<lambda> found no solution"
    assert solve(BOARD, algorithm=lambda space: None).status is Status.EXHAUSTED
    assert solve("1 2 / 0 3", "2 1 / 0 3", algorithm=breadth_first).status is Status.UNSOLVABLE


def test_heuristic_and_options_are_passed_by_name() -> None:
    def mine(space: Any, heuristic: Any, *, factor: float = 1.5) -> str:
        assert heuristic(space.start) == 2
        assert factor == 3
        return "right, down"

    result = solve(EASY, algorithm=mine, heuristic="manhattan", options={"factor": 3})
    assert result.length == 2
    assert result.spec.endswith("mine(manhattan, factor=3)")
    with pytest.raises(SpecError, match="has no option 'width'"):
        solve(EASY, algorithm=mine, options={"width": 3})


@pytest.mark.parametrize(
    ("algorithm", "message"),
    [
        (lambda: None, "it takes no space"),
        (lambda space, depth: None, "'depth' is not an option with a default"),
        (lambda space: "UDX", "expected moves, None or an Outcome"),
        (lambda space: 5, "expected moves, None or an Outcome"),
        (lambda space: "UUU", "returned moves that cannot be made: move 2 is Up"),
        (lambda space: "UD", "do not lead to the goal, but to 1 2 3 / 4 0 5 / 7 8 6"),
        (lambda space: 1 / 0, "test_own_algorithm.py, line .* failed: ZeroDivisionError"),
        (Board, "expected an algorithm"),
    ],
)
def test_errors_of_an_algorithm(algorithm: Any, message: str) -> None:
    with pytest.raises(AlgorithmError, match=message):
        solve(EASY, algorithm=algorithm)


def test_an_algorithm_without_run_cannot_be_recorded() -> None:
    with pytest.raises(AlgorithmError, match="cannot be recorded"):
        solve(EASY, algorithm=breadth_first, observer=Recorder())


def test_an_algorithm_runs_on_other_spaces() -> None:
    class Six:
        start = 1

        def is_goal(self, state: int) -> bool:
            return state == 6

        def successors(self, state: int) -> list[tuple[int, int]]:
            return [(1000, state + 1), (-7, 2 * state)]

    found = search(Six(), breadth_first)
    assert found.moves == (1000, 1000, -7) == search(Six(), "ucs").moves == search(Six(), "ida_star", lambda _: 0).moves
    assert (found.cost, found.states, found.quality) == (3, (1, 2, 3, 6), Quality.UNPROVEN)
    recorder = Recorder()
    search(Six(), "bfs", observer=recorder)
    trace = recorder.trace()
    assert trace.fold().expanded > 0
    assert trace.tree[trace.node_path[-1]].g == 3
    assert draw(trace, chart=True).title == "a chart of a search"
    assert draw(trace).title == "a search tree"
    assert [trace.state(node) for node in trace.node_path] == [1, 2, 3, 6]
    with pytest.raises(TraceError, match="trace files are for boards, and this is a search of Six"):
        list(write_lines(trace))


def test_a_space_that_lacks_something() -> None:
    class Derived(StateSpace[int]):
        def __init__(self) -> None:
            self.start = 3  # type: ignore[misc]

    make: Any = Derived
    with pytest.raises(SpaceError, match="Derived has no is_goal"):
        search(make(), "bfs")

    class OneWay(Derived):
        def is_goal(self, state: int) -> bool:
            return state == 0

        def successors(self, state: int) -> list[tuple[int, int]]:
            return [(1, state - 1)]

    make = OneWay
    assert search(make(), "bfs").length == 3
    with pytest.raises(SpaceError, match="searches from both ends, and needs goal"):
        search(make(), "bidirectional")


def test_a_heuristic_that_is_declared_admissible() -> None:
    assert solve(BOARD, algorithm="astar", heuristic=rows_only).quality is Quality.UNPROVEN
    declared = solve(BOARD, algorithm="astar", heuristic=rows_only, admissible=True)
    assert (declared.quality, declared.lower_bound) == (Quality.OPTIMAL, 14)
    assert declared.spec == "astar(rows_only(admissible=true))"
    assert solve(BOARD, algorithm="astar", heuristic="manhattan", admissible=True).spec == "astar(manhattan)"
    with pytest.raises(SpecError, match="none is given"):
        solve(BOARD, admissible=True)


def test_the_claim_in_a_spec(tmp_path: Any) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def zero(board):\n    return 0\n", encoding="utf-8")
    choice = choose_heuristic(f"{file}:zero(admissible=true)")
    assert choice.admissible
    assert choose_heuristic(choice.text) == choice
    assert not choose_heuristic(f"{file}:zero(admissible=no)").admissible
    assert choose_method(f"astar({choice.text})").text == f"astar({file}:zero(admissible=true))"
    with pytest.raises(SpecError, match="takes only the option admissible"):
        choose_heuristic(f"{file}:zero(consistent=true)")


def give_up(space: Any, run: Any) -> Any:
    run.add_root(0, 0)
    run.expand(0)
    return run.exhausted()


def test_an_own_algorithm_cannot_prove_a_solvable_board_unsolvable() -> None:
    result = solve(EASY, algorithm=give_up)
    assert (result.status, result.reason) == (Status.EXHAUSTED, "give_up found no solution")


def test_a_registered_algorithm_that_calls_a_solvable_board_unsolvable_is_an_internal_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("taquin.algorithms.breadth_first.bfs", give_up)
    with pytest.raises(InternalError, match="did not find a solution, but there is one"):
        solve(EASY, algorithm="bfs", backend="python")
