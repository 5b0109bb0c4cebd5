"""One database serves all symmetric goals: its values are those of a database built for each goal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from taquin import _native
from taquin.heuristics import pattern_database
from taquin.heuristics.pattern_database import PatternDatabases, preferred_partition
from taquin.puzzle.board import Board, pack
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import blank_first, snail, standard
from taquin.puzzle.moves import blank_targets
from taquin.run.result import Result
from taquin.solving import heuristic_choice, native_heuristics
from taquin.solving.solver import solve
from taquin.tables.cache import CacheFile
from taquin.tables.distances import DistanceTable
from taquin.tables.pdb import pattern as patterns
from taquin.tables.pdb import store
from taquin.tables.pdb.build import build, build_in_python
from taquin.tables.pdb.image import blank_region, image_through, image_to_build, images, standard_image
from taquin.tables.pdb.pattern import Partition, Pattern, parse_partition
from taquin.tables.pdb.pattern_ranking import RankedIndex
from taquin.tables.storage.folder import CacheWarning
from taquin.tables.symmetry import turns

needs_core = pytest.mark.skipif(not _native.is_available(), reason=_native.describe())


@pytest.fixture(autouse=True)
def folder(own_cache: Path) -> Path:
    return own_cache / "pdb"


def symmetric_goals(goal: Board) -> Iterator[Board]:
    """The images of a goal under all rotations and reflections; the tiles keep their numbers."""
    for shape, cells in turns(goal.shape):
        moved = [0] * len(goal)
        for cell, tile in enumerate(goal):
            moved[cells[cell]] = tile
        yield Board(moved, shape)


def small_patterns() -> Iterator[Pattern]:
    for size, most in (("2x3", 5), ("3x2", 2), ("3x3", 2), ("1x4", 3), ("2x4", 2)):
        shape = Shape.parse(size)
        for blank in range(shape.cells):
            for count in range(1, most + 1):
                for homes in combinations([cell for cell in range(shape.cells) if cell != blank], count):
                    yield Pattern(shape, blank, homes)


def forbid_building(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise AssertionError("a database is built that has a file")

    store._obtain.cache_clear()
    monkeypatch.setattr(store, "build", fail)


# Images --------------------------------------------------------------------------------------------------------------


def test_the_standard_image_has_the_same_entries_for_all_placements_of_all_small_patterns() -> None:
    built: dict[Pattern, bytes] = {}
    count = 0
    for pattern in small_patterns():
        image = standard_image(pattern)
        if image.pattern not in built:
            built[image.pattern] = build_in_python(image.pattern) or b""
        ranked = RankedIndex(pattern.shape.cells, len(pattern.homes))
        order = [image.cells.index(home) for home in image.pattern.homes]
        digits = [pattern.homes.index(home) for home in order]
        expected = build_in_python(pattern) or b""
        for rank, places in enumerate(permutations(range(pattern.shape.cells), len(pattern.homes))):
            seen = ranked.rank([image.cells[places[digit]] for digit in digits])
            assert built[image.pattern][seen] == expected[rank]
        count += 1
    assert len(built) < count / 5


def test_images_have_one_standard_image() -> None:
    for pattern in small_patterns():
        standard = standard_image(pattern)
        assert standard_image(standard.pattern).pattern == standard.pattern
        for image in images(pattern):
            assert standard_image(image.pattern).pattern == standard.pattern
            there = image_through(pattern, image.pattern)
            assert there is not None
            assert sorted(there.cells[home] for home in pattern.homes) == list(image.pattern.homes)
            assert there.cells[pattern.blank] in blank_region(image.pattern)


def test_published_partitions_need_few_databases() -> None:
    def files(text: str, goal: Board) -> set[Pattern]:
        return {standard_image(pattern).pattern for pattern in parse_partition(text, goal).patterns}

    for text in ("5-5-5", "6-6-3", "7-8", "4-4-4-3"):
        assert len({frozenset(files(text, goal)) for goal in symmetric_goals(standard(Shape(4, 4)))}) == 1
    # Korf and Felner: three of the four groups of the 24-puzzle are images of each other.
    assert len(files("6-6-6-6", standard(Shape(5, 5)))) == 2
    assert len(files("6-6-6-6", blank_first(Shape(5, 5))) | files("6-6-6-6", standard(Shape(5, 5)))) == 2


@pytest.mark.parametrize("size", ["2x3", "3x3", "3x4", "4x4", "4x5", "1x5"])
def test_symmetric_goals_have_symmetric_default_partitions(size: str) -> None:
    for goal in (standard(Shape.parse(size)), snail(Shape.parse(size))):
        found = [patterns.default_partition(image) for image in symmetric_goals(goal)]
        files = {tuple(sorted(standard_image(pattern).pattern.name for pattern in one.patterns)) for one in found}
        assert len(files) == 1


@pytest.mark.parametrize("text", ["5-5-5", "7-8"])
def test_the_databases_of_all_corners_have_the_names_of_the_standard_goal(text: str) -> None:
    names = {pattern.name for pattern in parse_partition(text, standard(Shape(4, 4))).patterns}
    for goal in symmetric_goals(standard(Shape(4, 4))):
        partition = parse_partition(text, goal)
        found = [image_to_build(pattern) for pattern in partition.patterns]
        assert {image.pattern.name for image in found} == names
        assert len({image.cells for image in found}) == 1


# Values --------------------------------------------------------------------------------------------------------------


def ensure_all(partition: Partition) -> None:
    for pattern in partition.patterns:
        store.ensure(pattern)


def test_values_on_all_states_of_a_small_board(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    goals = list(symmetric_goals(standard(Shape(2, 3))))
    direct = [PatternDatabases(goal, partition="3-2") for goal in goals]
    ensure_all(direct[0].partition)
    assert len(list(folder.glob("*.pdb"))) == 2
    forbid_building(monkeypatch)
    for goal, expected in zip(goals, direct, strict=True):
        shared = PatternDatabases(goal, partition="3-2")
        table = DistanceTable(goal)
        states = [state for depth in range(table.radius + 1) for state in table.states_at(depth)]
        assert len(states) == 360
        assert [shared(state) for state in states] == [expected(state) for state in states]
        for one, other in zip(shared.databases, expected.databases, strict=True):
            for cells in permutations(range(6)):
                assert one.look_up([*cells]) == other.look_up([*cells])


@needs_core
def test_symmetric_patterns_share_a_table_in_memory() -> None:
    partition = parse_partition("2 3|4 7|1 5|6 8", standard(Shape(3, 3)))
    ensure_all(partition)
    databases, _, is_direct = PatternDatabases(partition.goal, partition=partition.text).tables()
    assert is_direct
    assert databases[0][1] is databases[1][1]
    assert databases[0][1] is not databases[2][1]


@needs_core
def test_searches_are_the_same_through_a_symmetry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slide changes the index as it does in a database of the goal itself, in both indices."""
    board = Board("4 2 7 11 / 3 1 6 0 / 9 12 14 15 / 8 5 10 13")  # 36 moves

    def search() -> Result:
        return solve(board, "blank-first", algorithm="ida_star", heuristic="pdb(4-4-4-3)", options={"lookback": 8})

    expected = search()
    ensure_all(parse_partition("4-4-4-3", standard(Shape(4, 4))))
    for largest in (0, pattern_database.LARGEST_DIRECT):
        monkeypatch.setattr(pattern_database, "LARGEST_DIRECT", largest)
        forbid_building(monkeypatch)
        heuristic = PatternDatabases(blank_first(Shape(4, 4)), partition="4-4-4-3")
        assert any(database.cells != tuple(range(16)) for database in heuristic.databases)
        heuristic_choice._build.cache_clear()
        native_heuristics.make_pattern_sum.cache_clear()
        found = search()
        assert (found.solution, found.stats) == (expected.solution, expected.stats)
        assert found.iterations == expected.iterations


# Files ---------------------------------------------------------------------------------------------------------------


def write(pattern: Pattern) -> CacheFile:
    """Write the file of exactly this pattern, and not of its image."""
    entries = build(pattern)
    assert entries is not None
    store.file_of(pattern).write(entries, {})
    return store.file_of(pattern)


@pytest.mark.parametrize("stored_goal", [blank_first, standard])
def test_a_file_of_any_symmetric_pattern_is_used(
    monkeypatch: pytest.MonkeyPatch, folder: Path, stored_goal: Any
) -> None:
    shape = Shape(3, 3)
    direct = {goal: PatternDatabases(goal, partition="5-3") for goal in symmetric_goals(standard(shape))}
    written = {write(pattern).path for pattern in parse_partition("5-3", stored_goal(shape)).patterns}
    assert len(written) == 2
    forbid_building(monkeypatch)
    rng = Random(3)
    for goal, expected in direct.items():
        partition = parse_partition("5-3", goal)
        assert store.has_files(partition.patterns)
        ensure_all(partition)
        heuristic = PatternDatabases(goal, partition="5-3")
        states = [pack(rng.sample(range(9), 9)) for _ in range(20)]
        assert [heuristic(state) for state in states] == [expected(state) for state in states]
    assert set(folder.glob("*.pdb")) == written


def test_an_intact_file_is_used_beside_a_damaged_one(folder: Path) -> None:
    pattern = Pattern(Shape(3, 3), 0, (1, 2, 4))
    store.ensure(pattern)
    store.file_of(image_to_build(pattern).pattern).path.write_bytes(b"nonsense")
    old = write(pattern)
    with pytest.warns(CacheWarning, match="not a Taquin table"):
        source = store.load(pattern)
    assert source is not None
    assert store.file_of(source.image.pattern).path == old.path
    assert store.image_to_store(pattern).pattern == pattern


@needs_core
@pytest.mark.parametrize("largest_direct", [0, pattern_database.LARGEST_DIRECT], ids=["ranked", "direct"])
def test_values_on_random_states_of_4x4(monkeypatch: pytest.MonkeyPatch, largest_direct: int) -> None:
    monkeypatch.setattr(pattern_database, "LARGEST_DIRECT", largest_direct)
    core: Any = _native.load()
    goals = list(symmetric_goals(standard(Shape(4, 4))))
    text = "4-4-4-3"
    direct = {goal: PatternDatabases(goal, partition=text) for goal in goals}
    ensure_all(direct[goals[0]].partition)
    forbid_building(monkeypatch)
    rng = Random(4)
    for goal, expected in direct.items():
        shared = PatternDatabases(goal, partition=text)
        grid = core.Grid(blank_targets(goal.shape))
        total = core.PatternSum(grid, *shared.tables())
        for _ in range(50):
            state = pack(rng.sample(range(16), 16))
            assert shared(state) == expected(state) == total.value(state)


def test_a_damaged_file_of_a_symmetric_pattern_is_replaced(folder: Path) -> None:
    pattern = Pattern(Shape(3, 3), 0, (1, 2, 4))
    file = write(pattern)
    file.path.write_bytes(file.path.read_bytes()[:-1])
    with pytest.warns(CacheWarning, match="is not used"):
        assert store.load(pattern) is None
    assert not store.has_files((pattern,))
    with pytest.warns(CacheWarning, match="it is built again"):
        store.ensure(pattern)
    assert list(folder.glob("*.pdb")) == [file.path]
    assert store.load(pattern) is not None


def test_larger_databases_of_a_symmetric_goal_are_preferred(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "DEFAULT_ENTRIES", 1000)
    ensure_all(parse_partition("4-4", standard(Shape(3, 3))))
    for goal in symmetric_goals(standard(Shape(3, 3))):
        assert preferred_partition(goal) == "4-4"
