"""Judges of the questions on heuristics."""

from __future__ import annotations

from itertools import permutations

from exercise_judges import JUDGES, Record, judges
from exercise_judges.puzzle import (
    Rows,
    cells_of,
    children,
    distance,
    manhattan,
    place_of,
    play_all,
    rows_of,
    tile_distance,
    tiles_of,
)
from exercise_judges.records import yes_no


def pair(record: Record) -> tuple[Rows, Rows]:
    return rows_of(record), rows_of(record, 1)


@judges("heuristics.misplaced")
def misplaced(record: Record) -> list[str]:
    start, goal = pair(record)
    return [str(sum(place_of(start, tile) != place_of(goal, tile) for tile in tiles_of(start)))]


@judges("heuristics.euclidean_tile")
def euclidean_tile(record: Record) -> list[str]:
    rows, columns = tile_distance(*pair(record), record["given"]["tile"])
    return [f"{(rows * rows + columns * columns) ** 0.5:.2f}"]


@judges("heuristics.gaschnig")
def gaschnig(record: Record) -> list[str]:
    """Make the jumps: into the blank goes the tile that belongs there, or any wrong one if that is the blank's home."""
    start, goal = pair(record)
    cells, wanted = list(cells_of(start)), list(cells_of(goal))
    jumps = 0
    while cells != wanted:
        blank = cells.index(0)
        tile = wanted[blank] or next(tile for tile, home in zip(cells, wanted, strict=True) if tile != home)
        place = cells.index(tile)
        cells[blank], cells[place] = tile, 0
        jumps += 1
    return [str(jumps)]


def leaving(line: list[int]) -> int:
    """How many tiles must leave a line: the fewest whose removal leaves the others in order."""
    for count in range(len(line) + 1):
        for kept in permutations(range(len(line)), len(line) - count):
            values = [line[place] for place in sorted(kept)]
            if values == sorted(values):
                return count
    raise AssertionError


def conflicts(start: Rows, goal: Rows) -> int:
    total = 0
    for these, those in ((start, goal), (tuple(zip(*start, strict=True)), tuple(zip(*goal, strict=True)))):
        for line, target in zip(these, those, strict=True):
            total += leaving([target.index(tile) for tile in line if tile and tile in target])
    return total


@judges("heuristics.change")
def change(record: Record) -> list[str]:
    start, goal = pair(record)
    return [f"{manhattan(play_all(start, record['given']['move'][0]), goal) - manhattan(start, goal):+d}"]


@judges("heuristics.child_best")
def child_best(record: Record) -> list[str]:
    start, goal = pair(record)
    words = {"U": "Up", "D": "Down", "L": "Left", "R": "Right"}
    return [words[m] for m, child in children(start).items() if manhattan(child, goal) < manhattan(start, goal)]


@judges("heuristics.blank_counted")
def blank_counted(record: Record) -> list[str]:
    start, goal = pair(record)
    far = distance(start, goal)
    assert far is not None
    assert far == record["given"]["distance"]
    counted = sum(a != b for one, other in zip(start, goal, strict=True) for a, b in zip(one, other, strict=True))
    return yes_no(counted > far)


@judges("heuristics.parity")
def parity(record: Record) -> list[str]:
    h = record["given"]["h"]
    return [text for text in record["choices"] if int(text) >= h and (int(text) - h) % 2 == 0]


@judges("heuristics.consistent")
def consistent(record: Record) -> list[str]:
    return [name for name, h, cost, child in record["table"]["rows"] if int(h) - int(child) > int(cost)]


def rows(record: Record) -> list[list[str]]:
    return record["table"]["rows"]  # type: ignore[no-any-return]


JUDGES.update(
    {
        "heuristics.manhattan_tile": lambda record: [str(sum(tile_distance(*pair(record), record["given"]["tile"])))],
        "heuristics.manhattan": lambda record: [str(manhattan(*pair(record)))],
        "heuristics.conflict": lambda record: [str(manhattan(*pair(record)) + 2 * conflicts(*pair(record)))],
        "heuristics.maximum": lambda record: [str(sorted((record["given"]["one"], record["given"]["other"]))[-1])],
        "heuristics.admissible": lambda record: [
            name for name, h, true in record["table"]["rows"] if int(h) > int(true)
        ],
    }
)
