"""Questions on pattern databases and tables of exact distances."""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush
from itertools import permutations
from math import perm

from taquin.lessons.exercises.drafts import addition, board, choice, commas, comparison, listing, number, yes_no
from taquin.lessons.exercises.material import GOAL, Draw, Forms, goal_of, letters, table_of
from taquin.lessons.exercises.question import Question, Table, Touch, listed
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import steps
from taquin.puzzle.words import plural, size_text

forms = Forms("databases")
_SMALL = Shape(2, 3)


def _group(rng: Draw, tiles: int, count: int) -> list[int]:
    chosen = list(range(1, tiles + 1))
    rng.shuffle(chosen)
    return sorted(chosen[:count])


def _factors(cells: int, count: int) -> str:
    """``16 · 15 · 14``."""
    return " · ".join(str(cells - place) for place in range(count))


@forms.add("entries")
def _entries(rng: Draw) -> Question:
    cells, tiles = rng.choice((9, 16, 25)), rng.randrange(2, 7)
    count = perm(cells, tiles)
    return number(count, f"{_factors(cells, tiles)} = {count:,}.", given={"tiles": tiles, "cells": cells})


@forms.add("entries_blank")
def _entries_blank(rng: Draw) -> Question:
    cells, tiles = rng.choice((9, 16)), rng.randrange(2, 6)
    count = perm(cells, tiles + 1)
    return number(count, f"{_factors(cells, tiles + 1)} = {count:,}.", given={"tiles": tiles, "cells": cells})


@forms.add("size")
def _size(rng: Draw) -> Question:
    groups = rng.choice(((5, 5, 5), (6, 6, 3), (4, 4, 4, 3), (7, 8)))
    counts = [perm(16, size) for size in groups]
    return number(
        sum(counts),
        f"{' + '.join(f'{count:,}' for count in counts)} = {sum(counts):,} bytes, about {size_text(sum(counts))}.",
        given={"groups": commas(groups)},
    )


@forms.add("sum")
def _sum(rng: Draw) -> Question:
    values = [rng.randrange(4, 16) for _ in range(3)]
    rows = [(f"group {place}", value) for place, value in enumerate(values, start=1)]
    return number(
        sum(values),
        f"No slide is counted twice, so they may be added: {addition(values)}.",
        table=Table.from_values(("database", "entry"), rows),
    )


@forms.add("maximum")
def _maximum(rng: Draw) -> Question:
    values = rng.until(lambda: [rng.randrange(10, 30) for _ in range(3)], lambda values: len(set(values)) == 3)
    rows = [(f"pattern {place}", value) for place, value in enumerate(values, start=1)]
    return number(
        max(values),
        f"The same slide may be counted in several of them, so only the largest is safe: {max(values)}.",
        table=Table.from_values(("database", "entry"), rows),
    )


@forms.on_board("counted", Draw.shuffled)
def _counted(rng: Draw, start: Board) -> Question:
    path = rng.random_moves(start, rng.randrange(6, 10))
    group = _group(rng, 8, 4)
    tiles = path.tiles()
    own = [tile for tile in tiles if tile in group]
    return number(
        len(own),
        f"The tiles {commas(tiles)} slide; {len(own)} of these slides are of its own tiles"
        + (f" ({commas(own)})." if own else "."),
        given={"group": commas(group), "moves": letters(path)},
    )


@forms.add("disjoint")
def _disjoint(rng: Draw) -> Question:
    order = list(range(1, 9))
    rng.shuffle(order)
    right = _partition(order[:4], order[4:])
    twice = _partition(order[:4], order[3:])
    two_twice = _partition(order[:5], order[2:])
    overlap = _partition(order[:6], [*order[5:], order[0]])
    return choice(
        right,
        [twice, two_twice, overlap],
        f"No tile may be in both sets, because its slides would count twice: {right}.",
        rng=rng,
    )


def _partition(one: list[int], other: list[int]) -> str:
    return f"{listed(sorted(one))} | {listed(sorted(other))}"


@forms.on_board("cells", Draw.shuffled)
def _cells(rng: Draw, start: Board) -> Question:
    group = _group(rng, 8, 3)
    cells = [start.find(tile) for tile in group]
    return listing(
        cells,
        f"Tile by tile: {commas(f'{tile} in cell {cell}' for tile, cell in zip(group, cells, strict=True))}.",
        given={"group": commas(group)},
        touch=Touch.CELLS,
    )


@cache
def _pattern_costs(group: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """The least number of slides of these tiles on 2×3, for the cells of the tiles and then of the blank."""
    home = tuple(tile - 1 for tile in group)
    costs: dict[tuple[int, ...], int] = {}
    heap = [(0, (*home, blank)) for blank in range(_SMALL.cells) if blank not in home]
    while heap:
        cost, place = heappop(heap)
        if place not in costs:
            costs[place] = cost
            *cells, blank = place
            for _, target in steps(_SMALL)[blank]:  # moves of other tiles cost nothing
                moved = (blank if cell == target else cell for cell in cells)
                heappush(heap, (cost + (target in cells), (*moved, target)))
    return costs


@forms.add("exact")
def _exact(rng: Draw) -> Question:
    group = tuple(_group(rng, 5, 1 + rng.randrange(2)))
    costs = _pattern_costs(group)
    while True:
        start = rng.near(4, 14, _SMALL)
        cells = [start.find(tile) for tile in group]
        value = min(cost for key, cost in costs.items() if list(key[:-1]) == cells)
        if value:
            break
    goal = goal_of(start)
    far = sum(start.shape.taxicab(start.find(tile), goal.find(tile)) for tile in group)
    names = " and ".join(map(str, group))
    whose = f"does tile {names}" if len(group) == 1 else f"do the tiles {names}"
    return number(
        value,
        f"A search over all places of {names} and the blank finds {value}. The Manhattan distance of {names} is {far}, "
        + ("the same." if far == value else "which is less, because the two are in each other's way."),
        given={"need": whose, "group": names},
        boards=[("board", start), ("goal", goal)],
    )


@forms.with_goal("singles", lambda rng: rng.near(8, 20))
def _singles(_: Draw, start: Board) -> Question:
    parts = [start.shape.taxicab(start.find(tile), GOAL.find(tile)) for tile in range(1, 9)]
    return number(
        sum(parts),
        f"A tile alone needs its Manhattan distance: {addition(parts)}. So additive "
        "databases generalise Manhattan distance.",
    )


@forms.with_goal("mirror", lambda rng: rng.near(6, 20))
def _mirror(_: Draw, start: Board) -> Question:
    mirrored = start.transposed(goal=GOAL)
    return board(
        mirrored,
        f"Rows become columns, then 2↔4, 3↔7 and 6↔8. Both boards are {plural(table_of().distance(start), 'move')} "
        "away from the goal.",
        touch=Touch.SWAPS,
    )


@forms.add("rank")
def _rank(rng: Draw) -> Question:
    values = list(range(4))
    rng.shuffle(values)
    rank = sorted(permutations(range(4))).index(tuple(values))
    smaller = [sum(other < value for other in values[place + 1 :]) for place, value in enumerate(values)]
    weights = (6, 2, 1, 1)
    parts = " + ".join(f"{count} · {weight}" for count, weight in zip(smaller[:3], weights, strict=False))
    return number(
        rank,
        f"Count the smaller numbers after each place, and multiply by 3!, 2! and 1!: {parts} = {rank}.",
        given={"values": listed(values)},
    )


@forms.add("within")
def _within(rng: Draw) -> Question:
    table, depth = table_of(_SMALL), rng.randrange(2, 7)
    counts = table.counts[: depth + 1]
    return number(
        sum(counts),
        f"{addition(counts)}, of {len(table)} boards in all.",
        given={"depth": depth},
        table=Table.from_values(("distance", "boards"), enumerate(table.counts[:9])),
    )


@forms.add("overestimate")
def _overestimate(rng: Draw) -> Question:
    distance = rng.randrange(10, 20)
    one, other = rng.randrange(4, 12), rng.randrange(4, 12)
    total = one + other
    return yes_no(
        total > distance,
        f"{one} + {other} = {comparison(total, distance)}. ",
        yes="So the sum is not admissible.",
        no="The shared tile counts twice, so the sum may overestimate on another board.",
        given={"one": one, "other": other, "distance": distance},
    )
