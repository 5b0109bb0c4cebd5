"""Pattern databases in the core: the same entries and sums as the reference; invalid arguments raise exceptions."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import boards, examples, shapes
from taquin import _native
from taquin.heuristics.pattern_database import PatternDatabases
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import blank_first, standard
from taquin.puzzle.moves import blank_targets
from taquin.run.limits import Limits
from taquin.run.result import Result
from taquin.solving.native_heuristics import make_pattern_sum
from taquin.solving.solver import solve
from taquin.tables.pdb.build import build, build_in_python, estimate
from taquin.tables.pdb.pattern import Pattern, parse_partition
from taquin.tables.pdb.pattern_ranking import DirectIndex

core: Any = _native.load()
pytestmark = pytest.mark.skipif(core is None, reason=_native.describe())

SMALL = shapes(maximum_side=6, maximum_cells=9)


@cache
def grid(shape: Shape) -> Any:
    return core.Grid(blank_targets(shape))


def built(pattern: Pattern, threads: int | None = None) -> bytes:
    entries = build(pattern, threads=threads)
    return bytes(entries)


@st.composite
def patterns(draw: st.DrawFn) -> Pattern:
    shape = draw(SMALL)
    cells = draw(st.permutations(range(shape.cells)))
    tiles = draw(st.integers(1, min(4, shape.cells - 1)))
    return Pattern(shape, cells[0], tuple(sorted(cells[1 : tiles + 1])))


@examples(60)
@given(patterns(), st.integers(1, 5))
def test_entries_equal_the_reference_with_any_number_of_threads(pattern: Pattern, threads: int) -> None:
    assert built(pattern, threads) == build_in_python(pattern)


def test_masks_of_every_width() -> None:
    """At most 8 regions of the blank, and more, on small boards and the largest."""
    for shape, homes in ((Shape(2, 4), (1, 2)), (Shape(3, 4), (1, 2)), (Shape(5, 5), (6, 12)), (Shape(4, 8), (0, 31))):
        pattern = Pattern(shape, 7, homes)
        assert built(pattern) == build_in_python(pattern)


@pytest.mark.parametrize(("shape", "homes"), [(Shape(4, 5), (0, 1, 5)), (Shape(1, 17), tuple(range(0, 16, 2)))])
def test_the_memory_of_a_build_is_known_in_advance(shape: Shape, homes: tuple[int, ...]) -> None:
    """One byte for an entry and two masks of the blank's regions, of which eight tiles may leave nine."""
    pattern = Pattern(shape, shape.cells - 1, homes)
    expected = (5 if len(homes) >= 8 else 3) * pattern.size
    assert estimate(pattern).memory == expected
    if pattern.size < 1_000_000:
        work = core.PatternBuild(grid(shape), bytes(homes), pattern.blank, 1)
        assert len(work.workspace()) == expected


def test_a_build_that_was_stopped_continues_in_another_object() -> None:
    pattern = Pattern(Shape(4, 4), 15, (0, 1, 4, 5, 6))
    arguments = grid(pattern.shape), bytes(pattern.homes), pattern.blank
    work = core.PatternBuild(*arguments, 1)
    stops = 0
    while not work.run(lambda level, reached, size: True):
        stops += 1
        following = core.PatternBuild(*arguments, 1 + stops % 3)
        following.restore(work.level, work.workspace())
        work = following
    assert stops > 0
    view = work.workspace()
    entries = work.take_entries()
    assert bytes(entries) == bytes(view[: pattern.size]) == built(pattern)


@pytest.mark.parametrize(("level", "size"), [(-1, 216), (255, 216), (0, 215), (0, 217), (0, 0)])
def test_restoring_refuses_an_invalid_workspace(level: int, size: int) -> None:
    work = core.PatternBuild(grid(NINE), b"\1\2", 0, 1)
    assert len(work.workspace()) == 216
    with pytest.raises(ValueError, match="the level and the workspace"):
        work.restore(level, bytes(size))
    assert work.run(None)
    work.take_entries()
    for call in (lambda: work.restore(0, bytes(216)), lambda: work.run(None), work.workspace, work.take_entries):
        with pytest.raises(RuntimeError, match="the entries of this build were taken"):
            call()


# Sums ----------------------------------------------------------------------------------------------------------------


@st.composite
def heuristics(draw: st.DrawFn) -> PatternDatabases:
    goal = draw(boards(SMALL))
    tiles = draw(st.permutations(range(1, len(goal))))
    groups, rest = [], list(tiles)
    while rest:
        size = draw(st.integers(1, 4))
        groups.append(" ".join(map(str, rest[:size])))
        rest = rest[size:]
    text = "|".join(groups) if len(groups) > 1 else str(len(tiles))
    return PatternDatabases(goal, partition=text, symmetry=draw(st.booleans()))


@examples(60)
@given(heuristics(), st.data())
def test_sums_equal_the_reference_with_both_indices(heuristic: PatternDatabases, data: st.DataObject) -> None:
    goal = heuristic.goal
    tables, mirror, is_direct = heuristic.tables()
    assert is_direct
    ranked = tuple((bytes(database.tiles), database.entries, bytes(database.cells)) for database in heuristic.databases)
    sums = [core.PatternSum(grid(goal.shape), tables, mirror, True)]
    sums.append(core.PatternSum(grid(goal.shape), ranked, mirror, False))
    for _ in range(5):
        board = data.draw(boards(goal.shape))
        assert [some.value(board.state) for some in sums] == [heuristic(board.state)] * 2


def outcome(result: Result) -> tuple[object, ...]:
    return result.status, result.length, result.stats, result.iterations, result.lower_bound, str(result.solution)


def check_backends(problem: tuple[Board, Board], method: str, limits: Limits) -> None:
    python = solve(*problem, algorithm=method, limits=limits, backend="python")
    native = solve(*problem, algorithm=method, limits=limits, backend="native")
    assert outcome(native) == outcome(python)


def choose_index(patch: pytest.MonkeyPatch, is_direct: bool) -> None:
    """Let the core use this index for small tables too, and forget the tables of an earlier test."""
    make_pattern_sum.cache_clear()
    patch.setattr("taquin.heuristics.pattern_database.LARGEST_DIRECT", 1 << 22 if is_direct else 0)


@pytest.mark.parametrize("is_direct", [True, False])
@pytest.mark.parametrize("symmetry", ["true", "false"])
def test_searches_on_4x4_equal_the_reference(is_direct: bool, symmetry: str, monkeypatch: pytest.MonkeyPatch) -> None:
    choose_index(monkeypatch, is_direct)
    start = Board("5 1 3 7 / 2 4 6 11 / 9 0 10 8 / 13 14 15 12")
    for algorithm, limits in product(("ida_star", "astar"), (Limits(), Limits(depth=9), Limits(nodes=7))):
        heuristic = f"pdb(partition=5-5-5, symmetry={symmetry})"
        check_backends((start, standard(Shape(4, 4))), f"{algorithm}({heuristic})", limits)
    korf79 = Board("0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15")
    check_backends((korf79, blank_first(Shape(4, 4))), f"ida_star(pdb(symmetry={symmetry}))", Limits(nodes=20_000))


def test_workers_of_a_server_share_large_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    heuristic = PatternDatabases(standard(Shape(4, 5)), partition="4-4-4-4-3")
    assert heuristic.tables()[2]
    monkeypatch.setattr("taquin.heuristics.pattern_database.is_read_only", lambda: True)
    assert heuristic.tables()[2]
    monkeypatch.setattr("taquin.heuristics.pattern_database.LARGEST_DIRECT_IN_WORKERS", 4 * 20**4)
    databases, _, is_direct = heuristic.tables()
    assert not is_direct
    assert [entries for _, entries, _ in databases] == [database.entries for database in heuristic.databases]


# Invalid arguments ---------------------------------------------------------------------------------------------------

NINE = Shape(3, 3)


def test_builder_refuses_large_patterns_and_invalid_grids() -> None:
    with pytest.raises(ValueError, match=r"at most 2\^32 placements"):
        core.PatternBuild(grid(Shape(5, 5)), bytes(range(1, 13)), 0, 1)
    with pytest.raises(ValueError, match="2 to 32 cells"):
        core.PatternBuild(grid(Shape(6, 6)), b"\1", 0, 1)
    with pytest.raises(ValueError, match=r"two colours|opposite move"):
        core.PatternBuild(core.Grid(np.array([1, 2, -1, -1, 0, 2, -1, -1, 0, 1, -1, -1], np.int8)), b"\1", 0, 1)


SAME = bytes(range(9))


def good() -> tuple[tuple[bytes, Any, bytes], ...]:
    partition = parse_partition("4-4", standard(NINE))
    return tuple(
        (bytes(pattern.tiles(partition.goal)), np.asarray(build(pattern)), SAME) for pattern in partition.patterns
    )


def test_sums_refuse_databases_and_mirrors_that_do_not_fit() -> None:
    """Files could hold such tables. Random arguments are tried in tests/attack/test_native_bindings.py."""
    one, (tiles, entries, _) = good()
    turned = SAME[1:] + SAME[:1]  # no symmetry: slides have different steps
    changed = [
        (tiles, entries[:-1], SAME),
        (tiles[:-1], entries, SAME),
        (tiles, entries, bytes(9)),
        (tiles, entries, turned),
    ]
    for databases in (*((one, wrong) for wrong in changed), (one,), (one, one)):
        with pytest.raises(ValueError, match=r"expected|tile|cells|entries"):
            core.PatternSum(grid(NINE), databases, None, False)
    for mirror in ((SAME[:-1], SAME), (SAME, bytes(9)), (SAME, SAME[::-1])):
        with pytest.raises(ValueError, match=r"expected|mirror|cells"):
            core.PatternSum(grid(NINE), good(), mirror, False)


def test_sums_and_boards_of_different_sizes() -> None:
    with pytest.raises(ValueError, match="at most 32 cells"):
        core.PatternSum(grid(Shape(6, 6)), ((bytes([35]), b"\0", bytes(range(36))),), None, False)
    some = core.PatternSum(grid(NINE), good(), (SAME, SAME), False)
    state = standard(Shape(4, 4)).state
    for bad in (state, b"", bytes(9), None, np.arange(9), [*range(9)]):
        with pytest.raises((TypeError, ValueError)):
            some.value(bad)
    with pytest.raises(ValueError, match="another grid"):
        core.ida_star(grid(Shape(4, 4)), state, state, some, None, 1, 10, 10, 0, None)
    line = Shape(1, 9)  # as many cells, other moves
    with pytest.raises(ValueError, match="another grid"):
        core.ida_star(grid(line), standard(line).state, standard(line).state, some, None, 1, 10, 10, 0, None)
    with pytest.raises(ValueError, match="entries"):
        core.PatternSum(grid(NINE), good(), None, True)  # ranked entries for a direct index


def test_sums_hold_references_to_their_tables() -> None:
    goal = standard(NINE)
    some = core.PatternSum(grid(NINE), good(), None, False)  # it holds the only references to the arrays
    assert some.value(goal.state) == 0
    found = core.ida_star(grid(NINE), goal.play("Up").state, goal.state, some, None, 1, 2**63, 100, 0, None)
    assert found.status is core.Status.SOLVED
    largest = core.Maximum(grid(NINE), (core.PatternSum(grid(NINE), good(), None, False),))
    arguments = (grid(NINE), goal.play("Up").state, goal.state, largest)
    assert core.best_first(*arguments, 1, 1, "fifo", 2**63, 100, 0, None).status is core.Status.SOLVED
    assert core.ida_star(*arguments, None, 1, 2**63, 100, 0, None).status is core.Status.SOLVED


def test_direct_entries() -> None:
    pattern = Pattern(Shape(3, 4), 11, (0, 3, 7))
    entries = build(pattern)
    found = core.direct_entries(12, 3, entries)
    direct = DirectIndex(12, 3)
    assert len(found) == direct.size
    for places, entry in zip(permutations(range(12), 3), built(pattern), strict=True):
        assert found[direct.rank(places)] == entry


def test_invalid_callbacks() -> None:
    pattern = bytes(range(1, 7))
    for bad in (lambda: True, lambda *arguments: "perhaps", 5):
        with pytest.raises((TypeError, RuntimeError)):
            core.PatternBuild(grid(Shape(4, 4)), pattern, 0, 2).run(bad)
