"""Databases and their heuristic, checked against independent searches, exhaustive tables and published lengths."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import combinations, permutations
from pathlib import Path
from random import Random

import pytest

from taquin import _native
from taquin.errors import BackendError, HeuristicError
from taquin.heuristics.manhattan import Manhattan
from taquin.heuristics.pattern_database import PatternDatabase, PatternDatabases
from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import blank_first, snail, standard
from taquin.puzzle.moves import steps
from taquin.puzzle.problem import TileSpace
from taquin.tables.distances import DistanceTable
from taquin.tables.pdb.build import LARGEST_IN_PYTHON, BuildProgress, build, build_in_python, count_threads, estimate
from taquin.tables.pdb.image import same_image
from taquin.tables.pdb.pattern import UNREACHABLE, Pattern
from taquin.tables.pdb.store import Source

needs_core = pytest.mark.skipif(not _native.is_available(), reason=_native.describe())


def slow_entries(goal: Board, tiles: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """The entries by 0-1 breadth-first search over abstract boards, where all other tiles are equal."""
    targets = [[target for _, target in moves] for moves in steps(goal.shape)]
    abstract = tuple(tile if tile in tiles or tile == 0 else -1 for tile in goal)
    costs = {abstract: 0}
    queue = deque([abstract])
    while queue:
        here = queue.popleft()
        blank = here.index(0)
        for target in targets[blank]:
            cells = list(here)
            cells[blank], cells[target] = cells[target], 0
            cost = costs[here] + (here[target] > 0)
            if cost < costs.get(child := tuple(cells), 1000):
                costs[child] = cost
                queue.append(child) if here[target] > 0 else queue.appendleft(child)
    entries: dict[tuple[int, ...], int] = {}
    for abstract, cost in costs.items():
        places = tuple(abstract.index(tile) for tile in tiles)
        entries[places] = min(cost, entries.get(places, 1000))
    return entries


def pattern_of(goal: Board, *tiles: int) -> Pattern:
    return Pattern(goal.shape, goal.blank, tuple(sorted(goal.find(tile) for tile in tiles)))


CASES = [
    *[(standard(Shape(3, 3)), tiles) for tiles in combinations(range(1, 9), 2)],
    *[(snail(Shape(3, 3)), tiles) for tiles in ((1, 2, 3), (4, 5, 6), (2, 4, 6, 8), (1,))],
    (Board([5, 1, 7, 2, 8, 3, 0, 6, 4]), (5, 1, 2, 8)),
    (Board([2, 7, 1, 0, 6, 4, 3, 5], "2x4"), (1, 2, 3, 4)),
    (standard(Shape(2, 4)), (1, 3, 5, 7)),
    (standard(Shape(2, 3)), (1, 2, 3, 4, 5)),  # every tile: half of the placements cannot reach the goal
    (standard(Shape(3, 4)), (1, 2, 3)),
    (blank_first(Shape(4, 3)), (5, 9, 11)),
    (standard(Shape(1, 6)), (2, 3)),
    (standard(Shape(6, 1)), (1, 2, 3, 4, 5)),
    (standard(Shape(1, 2)), (1,)),
]


@pytest.mark.parametrize(("goal", "tiles"), CASES, ids=str)
def test_every_entry_equals_an_independent_search(goal: Board, tiles: tuple[int, ...]) -> None:
    pattern = pattern_of(goal, *tiles)
    entries = build_in_python(pattern)
    assert entries is not None
    expected = slow_entries(goal, pattern.tiles(goal))
    assert len(entries) == pattern.size
    placements = permutations(range(goal.shape.cells), len(tiles))
    assert list(entries) == [expected.get(places, 255) for places in placements]
    if _native.is_available():
        found = build(pattern)
        assert found is not None
        assert bytes(found) == entries


# Building ------------------------------------------------------------------------------------------------------------


def test_estimates() -> None:
    small, large = pattern_of(standard(Shape(3, 3)), 1, 2), pattern_of(standard(Shape(4, 4)), *range(1, 9))
    assert estimate(small).bytes == 72
    assert estimate(large).bytes == 518_918_400
    if _native.is_available():
        assert estimate(large).memory < 2e9
        assert estimate(large, threads=4).seconds == pytest.approx(estimate(large, threads=1).seconds / 4)
    assert count_threads() >= 1


@pytest.mark.usefixtures("own_cache")
def test_without_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_native, "load", lambda: None)
    monkeypatch.setattr(_native, "is_available", lambda: False)
    goal = standard(Shape(3, 3))
    pattern = pattern_of(goal, 1, 2)
    assert isinstance(build(pattern), bytes)
    assert estimate(pattern).bytes == 72
    large = pattern_of(standard(Shape(4, 4)), 1, 2, 3, 4, 5)
    assert large.size > LARGEST_IN_PYTHON
    with pytest.raises(BackendError, match="needs the native core"):
        build(large)
    assert PatternDatabases(goal, partition="3-3-2")(goal.state) == 0
    with pytest.raises(HeuristicError, match="too large to be built during a run"):
        PatternDatabases(standard(Shape(4, 4)))


# The heuristic -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "partition", ["4-4", "1 2 3|4 7 8|5 6", *(pytest.param(each, marks=pytest.mark.slow) for each in ("3-3-2", "8"))]
)
def test_admissible_on_all_boards_with_and_without_symmetry(table: DistanceTable, partition: str) -> None:
    goal = table.goal
    plain = PatternDatabases(goal, partition=partition, symmetry=False)
    both = PatternDatabases(goal, partition=partition)
    manhattan = Manhattan(goal)
    is_better = False
    for depth in range(table.radius + 1):
        states = table.states_at(depth)
        for state in states[:: 1 + len(states) // 70]:
            value, larger = plain(state), both(state)
            assert manhattan(state) <= value <= larger <= depth
            assert value % 2 == depth % 2
            is_better |= larger > value
            if partition == "8":
                assert value == depth
    assert is_better == (both.mirror is not None)


def random_walk(goal: Board, length: int, rng: Random) -> State:
    state, space = goal.state, TileSpace(goal.state, goal.state, goal.shape)
    for _ in range(length):
        state = rng.choice(space.successors(state))[1]
    return state


@needs_core
@pytest.mark.parametrize("size", ["2x6", "5x5"])
def test_sums_never_exceed_the_length_of_a_walk_from_the_goal(size: str) -> None:
    rng = Random(5)
    goal = snail(Shape.parse(size))
    heuristic = PatternDatabases(goal)
    for length in range(60):
        assert heuristic(random_walk(goal, length, rng)) <= length


def test_small_databases_are_not_stored(own_cache: Path) -> None:
    PatternDatabases(standard(Shape(3, 3)), partition="6-2")
    assert list(own_cache.iterdir()) == []


def test_large_databases_that_are_missing_are_an_error() -> None:
    with pytest.raises(HeuristicError, match=r"not in the cache .*taquin pdb build 4x4 -p 7-8"):
        PatternDatabases(standard(Shape(4, 4)), partition="7-8")


@pytest.fixture(scope="module", autouse=True)
def empty_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An empty cache folder: these tests read and write no files."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TAQUIN_CACHE", str(folder))
        yield folder


@needs_core
def test_progress_and_interruption() -> None:
    pattern = pattern_of(standard(Shape(4, 4)), 1, 2, 3, 4, 5, 6)
    seen: list[BuildProgress] = []

    def listen(progress: BuildProgress) -> None:
        seen.append(progress)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(pattern, progress=listen)
    assert len(seen) == 1
    assert 0 <= seen[0].fraction < 1
    assert seen[0].size == pattern.size


def test_parity_and_inconsistency_are_as_documented(corner: DistanceTable) -> None:
    """Entries are minima over all cells of the blank, so a slide may change the sum by more than 1."""
    goal = corner.goal
    heuristic = PatternDatabases(goal)
    successors = TileSpace(goal.state, goal.state, goal.shape).successors
    changes = set()
    for depth in range(10, corner.radius + 1):
        for state in corner.states_at(depth)[::20]:
            changes |= {heuristic(child) - heuristic(state) for _, child in successors(state)}
    assert {change % 2 for change in changes} == {1}
    assert max(changes) > 1


def test_placements_that_cannot_reach_the_goal_are_marked() -> None:
    goal = standard(Shape(2, 3))
    pattern = pattern_of(goal, 1, 2, 3, 4, 5)
    database = PatternDatabase(Source(build(pattern) or b"", same_image(pattern)), goal)
    cells = [goal.find(tile) for tile in range(6)]
    assert database.look_up(cells) == 0
    cells[1], cells[2] = cells[2], cells[1]
    assert database.look_up(cells) == UNREACHABLE
