"""Judges of the questions on databases."""

from __future__ import annotations

from itertools import permutations
from math import factorial

from exercise_judges import JUDGES, Record, judges
from exercise_judges.puzzle import (
    Rows,
    cells_of,
    children,
    distances,
    far,
    goal_of,
    manhattan,
    place_of,
    rows_of,
    slid,
    text,
)
from exercise_judges.records import listed, numbers, yes_no


def arrangements(cells: int, tiles: int) -> int:
    return factorial(cells) // factorial(cells - tiles)


@judges("databases.entries_blank")
def entries_blank(record: Record) -> list[str]:
    return [str(arrangements(record["given"]["cells"], record["given"]["tiles"] + 1))]


def group_of(record: Record) -> list[int]:
    return [int(tile) for tile in record["given"]["group"].replace(" and ", ", ").split(", ")]


@judges("databases.counted")
def counted(record: Record) -> list[str]:
    tiles = slid(rows_of(record), record["given"]["moves"])
    return [str(sum(tiles.count(tile) for tile in group_of(record)))]


@judges("databases.disjoint")
def disjoint(record: Record) -> list[str]:
    def is_right(choice: str) -> bool:
        one, other = (set(group.split()) for group in choice.split(" | "))
        return not one & other and len(one | other) == 8

    return [choice for choice in record["choices"] if is_right(choice)]


@judges("databases.cells")
def cells(record: Record) -> list[str]:
    found = cells_of(rows_of(record))
    return [listed([found.index(tile) for tile in group_of(record)])]


def slides_needed(rows: Rows, group: list[int]) -> int:
    """Relax over the whole space of 2×3 boards until nothing changes: slides of other tiles cost nothing."""
    goal = goal_of(rows)
    boards: list[Rows] = [(cells[:3], cells[3:]) for cells in permutations(range(6))]
    at_home = [board for board in boards if all(place_of(board, tile) == place_of(goal, tile) for tile in group)]
    costs, layer, cost = dict.fromkeys(at_home, 0), set(at_home), 0
    while layer:
        following = set()
        waiting = list(layer)
        while waiting:
            board = waiting.pop()
            for letter, child in children(board).items():
                is_own = slid(board, letter)[0] in group
                if child not in costs:
                    if is_own:
                        following.add(child)
                    else:
                        costs[child] = cost
                        waiting.append(child)
        cost += 1
        layer = {board for board in following if board not in costs}
        costs |= dict.fromkeys(layer, cost)
    same = [board for board in costs if all(place_of(board, tile) == place_of(rows, tile) for tile in group)]
    return min(costs[board] for board in same)


@judges("databases.mirror")
def mirror(record: Record) -> list[str]:
    rows = rows_of(record)
    names = {2: 4, 4: 2, 3: 7, 7: 3, 6: 8, 8: 6}
    columns = tuple(zip(*rows, strict=True))
    mirrored = tuple(tuple(names.get(tile, tile) for tile in row) for row in columns)
    assert far(mirrored) == far(rows)
    return [text(mirrored)]


@judges("databases.rank")
def rank(record: Record) -> list[str]:
    wanted = tuple(map(int, record["given"]["values"].split()))
    return [str([*permutations(range(4))].index(wanted))]


@judges("databases.within")
def within(record: Record) -> list[str]:
    found = distances(((1, 2, 3), (4, 5, 0)))
    for place, (_, count) in enumerate(record["table"]["rows"]):
        assert list(found.values()).count(place) == int(count)
    return [str(sum(depth <= record["given"]["depth"] for depth in found.values()))]


@judges("databases.overestimate")
def overestimate(record: Record) -> list[str]:
    given = record["given"]
    return yes_no(given["one"] + given["other"] > given["distance"])


JUDGES.update(
    {
        "databases.entries": lambda record: [str(arrangements(record["given"]["cells"], record["given"]["tiles"]))],
        "databases.size": lambda record: [str(sum(arrangements(16, group) for group in numbers(record, "groups")))],
        "databases.sum": lambda record: [str(sum(int(value) for _, value in record["table"]["rows"]))],
        "databases.maximum": lambda record: [str(sorted(int(value) for _, value in record["table"]["rows"])[-1])],
        "databases.exact": lambda record: [str(slides_needed(rows_of(record), group_of(record)))],
        "databases.singles": lambda record: [str(manhattan(rows_of(record), rows_of(record, 1)))],
    }
)
