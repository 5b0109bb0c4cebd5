"""Patterns, partitions and symmetries: valid and invalid text, and symmetries that preserve distances."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import boards, shapes
from taquin.errors import BoardError, HeuristicError, SpecError
from taquin.puzzle.board import Board, pack
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import GOALS, blank_first, make_goal, snail, standard
from taquin.tables.distances import DistanceTable
from taquin.tables.pdb.image import reflection, standard_image
from taquin.tables.pdb.pattern import (
    DEFAULT_ENTRIES,
    RECOMMENDED_ENTRIES,
    Partition,
    Pattern,
    default_partition,
    larger_partitions,
    parse_partition,
    recommended_partition,
)
from taquin.tables.pdb.pattern_ranking import DirectIndex, RankedIndex
from taquin.tables.symmetry import symmetries

FIFTEEN = blank_first(Shape(4, 4))


def homes(partition: Partition) -> list[tuple[int, ...]]:
    return [pattern.homes for pattern in partition.patterns]


# Rankings ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cells", "tiles"), [(2, 1), (4, 2), (6, 5), (8, 3), (9, 4)])
def test_ranks_number_the_placements_in_order(cells: int, tiles: int) -> None:
    ranked = RankedIndex(cells, tiles)
    placements = list(permutations(range(cells), tiles))
    assert [ranked.rank(places) for places in placements] == list(range(ranked.size))
    direct = DirectIndex(cells, tiles)
    assert max(ranks := [direct.rank(places) for places in placements]) < direct.size
    assert ranks == sorted(set(ranks))


# Partitions ----------------------------------------------------------------------------------------------------------


def test_published_partitions() -> None:
    assert homes(parse_partition("5-5-5", FIFTEEN)) == [(1, 4, 5, 8, 12), (2, 3, 6, 7, 11), (9, 10, 13, 14, 15)]
    assert homes(parse_partition("7-8", FIFTEEN)) == [tuple(range(1, 8)), tuple(range(8, 16))]
    assert homes(parse_partition("7-8", standard(Shape(4, 4)))) == [tuple(range(8, 15)), tuple(range(8))]
    assert str(parse_partition("7-8", standard(Shape(4, 4)))) == "9,10,11,12,13,14,15|1,2,3,4,5,6,7,8"
    korf = parse_partition("6-6-6-6", blank_first(Shape(5, 5)))
    assert korf.patterns[0].tiles(korf.goal) == (1, 2, 5, 6, 7, 12)


@given(boards(shapes(maximum_cells=32)), st.data())
def test_any_sizes_cover_all_tiles(goal: Board, data: st.DataObject) -> None:
    rest, sizes = len(goal) - 1, []
    while rest:
        sizes.append(data.draw(st.integers(1, min(rest, 6))))
        rest -= sizes[-1]
    partition = parse_partition(" - ".join(map(str, sizes)), goal)
    assert [len(pattern.homes) for pattern in partition.patterns] == sizes
    tiles = [tile for pattern in partition.patterns for tile in pattern.tiles(goal)]
    assert sorted(tiles) == list(range(1, len(goal)))
    assert parse_partition(partition.text, goal) == partition
    assert set(homes(parse_partition(str(partition), goal))) == set(homes(partition))


def test_default_partitions() -> None:
    """The fewest patterns of equal size that are built within a fraction of a second."""
    expected = {"4x4": "5-5-5", "3x3": "4-4", "3x4": "6-5", "4x5": "5-5-5-4", "2x2": "2-1", "1x2": "1", "1x3": "1-1"}
    for size, text in expected.items():
        partition = default_partition(standard(Shape.parse(size)))
        assert partition.text == text
        assert parse_partition("auto", partition.goal) == partition
        assert all(pattern.size <= DEFAULT_ENTRIES for pattern in partition.patterns)


RECOMMENDED = {
    "3x3": "4-4",
    "4x4": "5-5-5",
    "3x6": "6-6-5",
    "4x5": "5-5-5-4",
    "3x7": "6-6-6-2",
    "3x8": "6-6-6-5",
    "8x3": "6-6-6-5",
    "4x6": "6-6-5-6",
    "5x5": "6-6-6-6",
}


def test_recommended_partitions() -> None:
    """The pattern beside the blank is the smaller one, and all goals with the blank in a corner get the same shapes."""
    for size, text in RECOMMENDED.items():
        found = [recommended_partition(make(Shape.parse(size))) for make in (standard, blank_first)]
        assert {partition.text for partition in found} == {text}
        assert all(pattern.size <= RECOMMENDED_ENTRIES for pattern in found[0].patterns)
        files = [sorted(standard_image(pattern).pattern.name for pattern in one.patterns) for one in found]
        assert files[0] == files[1]
        larger = [partition.text for partition in larger_partitions(found[0].goal)]
        assert found[0] == default_partition(found[0].goal) or text in larger


def test_patterns_of_long_boards_of_three_rows_are_compact() -> None:
    assert homes(parse_partition("6-6-6-5", standard(Shape(3, 8)))) == [
        (0, 1, 8, 9, 16, 17),
        (2, 3, 10, 11, 18, 19),
        (4, 5, 12, 13, 20, 21),
        (6, 7, 14, 15, 22),
    ]


def test_tile_lists_in_several_notations() -> None:
    goal = standard(Shape(2, 3))
    expected = [(0, 1, 3), (2, 4)]
    for text in ("1,2,4|3,5", "1 2 4 | 3 5", " 4, 2, 1 | 5 , 3 "):
        assert homes(parse_partition(text, goal)) == expected
    assert parse_partition("1,2,4|3,5", goal).text == "1 2 4|3 5"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5-5", "add up to 10: a 4×4 board has 15 tiles.*for example 5-5-5"),
        ("15-0", "every pattern needs a tile"),
        ("", "expected a partition such as"),
        ("five", "expected a partition such as"),
        ("1,2,3", "lacks 4, 5"),
        ("1,2,3|3,4,5,6,7,8,9,10,11,12,13,14,15", "tile 3 appears twice"),
        ("0,1,2", "has the tiles 1 to 15, not 0"),
        ("16", "add up to 16"),
        ("1,2,3,16|4", "not 16"),
        ("1,2,3,4,5,6,7,8,9,10,11,12,13,14,15|", "both sides"),
    ],
)
def test_invalid_partitions(text: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        parse_partition(text, FIFTEEN)


def test_partitions_that_are_too_large() -> None:
    with pytest.raises(HeuristicError, match="too large for pattern databases"):
        parse_partition("5-5-5", standard(Shape(6, 6)))
    with pytest.raises(HeuristicError, match=r"12 tiles on 5×5 has [\d,]+ placements"):
        parse_partition("12-12", standard(Shape(5, 5)))


def test_names_can_be_parsed() -> None:
    for pattern in parse_partition("5-5-5", FIFTEEN).patterns:
        assert Pattern.parse(pattern.name) == pattern
    for bad in ("", "4x4", "4x4-0-", "4x4-0-1.x", "../4x4-0-1"):
        with pytest.raises(SpecError):
            Pattern.parse(bad)
    for bad in ("4x4-0-2.1", "4x4-0-1.1", "4x4-0-16", "4x4-1-1"):
        with pytest.raises(BoardError):
            Pattern.parse(bad)


# Symmetries ----------------------------------------------------------------------------------------------------------


@given(shapes(maximum_cells=32))
def test_symmetries_preserve_neighbours(shape: Shape) -> None:
    found = symmetries(shape)
    assert found[0].cells == tuple(range(shape.cells))
    assert len({symmetry.cells for symmetry in found}) == len(found)
    assert len(found) == (2 if shape.is_line else 8 if shape.is_square else 4)
    for symmetry, one, other in product(found, range(shape.cells), range(shape.cells)):
        assert shape.taxicab(symmetry.cells[one], symmetry.cells[other]) == shape.taxicab(one, other)


@pytest.mark.parametrize(
    "goal", [standard(Shape(3, 3)), snail(Shape(3, 3)), Board([1, 2, 3, 4, 0, 5], "2x3")], ids=repr
)
def test_symmetries_that_fix_the_blank_preserve_distances(goal: Board) -> None:
    table = DistanceTable(goal)
    states = [table.states_at(depth)[0] for depth in range(table.radius + 1)]
    for symmetry in symmetries(goal.shape, fixed=goal.blank):
        names = symmetry.tiles(goal)
        for state in states:
            image = [0] * len(state)
            for cell, tile in enumerate(state):
                image[symmetry.cells[cell]] = names[tile]
            assert table.get(pack(image)) == table.get(state)


def test_symmetries_that_move_the_blank_are_refused() -> None:
    half_turn = next(symmetry for symmetry in symmetries(Shape(4, 4)) if symmetry.name == "half turn")
    with pytest.raises(BoardError, match="moves the blank"):
        half_turn.tiles(FIFTEEN)


def test_reflections() -> None:
    for name in ("standard", "blank-first"):
        found = reflection(parse_partition("5-5-5", GOALS[name](Shape(4, 4))))
        assert found is not None
        assert found.name == "transposed"
    found = reflection(parse_partition("5-5-5", snail(Shape(4, 4))))
    assert found is not None
    assert found.name == "anti-transposed"
    blank_at_an_edge = Board([1, 0, *range(2, 16)])
    assert reflection(parse_partition("5-5-5", blank_at_an_edge)) is None  # no symmetry fixes the blank
    assert (
        reflection(parse_partition("1 2 4 5|3 6 7 8", standard(Shape(3, 3)))) is None
    )  # every symmetry maps the partition onto itself


@pytest.mark.parametrize(("size", "text"), [("4x4", "5-5-5"), ("4x4", "6-6-3"), ("4x4", "7-8"), ("5x5", "6-6-6-6")])
@pytest.mark.parametrize("name", ["standard", "blank-first"])
def test_a_published_partition_has_every_tile_once_in_connected_patterns(size: str, text: str, name: str) -> None:
    goal = make_goal(name, size)
    patterns = [pattern.tiles(goal) for pattern in parse_partition(text, goal).patterns]
    assert [len(tiles) for tiles in patterns] == [int(part) for part in text.split("-")]
    assert sorted(tile for tiles in patterns for tile in tiles) == list(range(1, len(goal)))
    for tiles in patterns:
        cells = {goal.find(tile) for tile in tiles}
        assert all(any(goal.shape.taxicab(cell, other) == 1 for other in cells) for cell in cells)
