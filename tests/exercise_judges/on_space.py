"""Judges of the questions on boards, moves and reachability."""

from __future__ import annotations

from itertools import groupby
from math import factorial

from exercise_judges import JUDGES, Record, judges
from exercise_judges.puzzle import (
    can_reach,
    children,
    distance,
    goal_of,
    inversions,
    play_all,
    rows_of,
    shortest_solutions,
    slid,
    swapped,
    text,
)
from exercise_judges.records import listed, yes_no


@judges("space.undo")
def undo(record: Record) -> list[str]:
    """Which moves, played before those of the question, would lead back here: tried one by one."""
    end, back = rows_of(record), ""
    for letter in reversed(record["given"]["moves"]):
        here = play_all(end, back)
        back += next(move for move, child in children(here).items() if children(child).get(letter) == here)
    return [back]


@judges("space.swaps")
def swaps(record: Record) -> list[str]:
    """Swap tiles 1 and 2 this number of times, and check."""
    rows = rows_of(record)
    words = record["given"]["swaps"]
    count = 1 if words == "once" else int(words.split()[0])
    for _ in range(count):
        rows = swapped(rows)
    return yes_no(can_reach(rows, goal_of(rows)))


@judges("space.reachable")
def reachable(record: Record) -> list[str]:
    rows, columns = record["given"]["rows"], record["given"]["columns"]
    if rows * columns > 6:
        return [str(rows * columns if 1 in (rows, columns) else factorial(rows * columns) // 2)]
    cells = list(range(rows * columns))
    start = tuple(tuple(cells[first : first + columns]) for first in range(0, len(cells), columns))
    known, layer = {start}, {start}
    while layer:
        layer = {child for board in layer for child in children(board).values()} - known
        known |= layer
    return [str(len(known))]


@judges("space.distance_two")
def distance_two(record: Record) -> list[str]:
    start = rows_of(record)
    two = {far for near in children(start).values() for far in children(near).values()}
    return [str(sum(distance(start, board, 2) == 2 for board in two))]


@judges("space.same_board")
def same_board(record: Record) -> list[str]:
    start, end = rows_of(record), rows_of(record, 1)
    return [moves for moves in record["choices"] if play_all(start, moves) == end]


JUDGES.update(
    {
        "space.legal_moves": lambda record: [str(len(children(rows_of(record))))],
        "space.one_move": lambda record: [text(play_all(rows_of(record), record["given"]["move"][0]))],
        "space.several_moves": lambda record: [text(play_all(rows_of(record), record["given"]["moves"]))],
        "space.slid_tile": lambda record: [str(tile) for tile in slid(rows_of(record), record["given"]["move"][0])],
        "space.tile_notation": lambda record: [listed(slid(rows_of(record), record["given"]["moves"]))],
        "space.multi_tile": lambda record: [str(len(list(groupby(record["given"]["moves"]))))],
        "space.inversions": lambda record: [str(inversions(rows_of(record)))],
        "space.solvable": lambda record: yes_no(can_reach(rows_of(record), rows_of(record, 1))),
        "space.solvable_even": lambda record: yes_no(can_reach(rows_of(record), rows_of(record, 1))),
        "space.shortest": lambda record: shortest_solutions(rows_of(record), rows_of(record, 1)),
    }
)
