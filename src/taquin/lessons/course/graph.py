"""Tree search against graph search."""

from __future__ import annotations

from collections.abc import Mapping
from math import factorial

from taquin.lessons.course.unit import Unit, boards_block
from taquin.puzzle.board import Board

_START = Board("1 2 3 / 4 0 5 / 7 8 6")
_DEPTH = 12


def _values() -> Mapping[str, object]:
    paths: list[tuple[Board, ...]] = [(_START,)]
    rows, total = [], 1
    for depth in range(1, _DEPTH + 1):
        paths = [(*path[-1:], child) for path in paths for child in _children(path)]
        boards = {path[-1] for path in paths}
        total += len(paths)
        if depth % 2 == 0:
            rows.append((depth, len(paths), len(boards)))
    known, layer = {_START}, {_START}
    for _ in range(_DEPTH):
        layer = {child for board in layer for child in _children((board,))} - known
        known |= layer
    shown = "\n".join(f"    {depth:5} {count:7,} {different:9,}" for depth, count, different in rows)
    return {
        "boards": boards_block(("start", _START)),
        "table": f"    depth   nodes different\n{shown}",
        "nodes": f"{total:,}",
        "depth": _DEPTH,
        "large": f"{factorial(16) // 2:,}",
        "known": f"{len(known):,}",
    }


def _children(path: tuple[Board, ...]) -> list[Board]:
    """The successors of the last board, without the one before it."""
    here = path[-1]
    before = path[-2] if len(path) > 1 else None
    return [child for move in here.moves() if (child := here.play_unchecked(move)) != before]


UNIT = Unit(
    key="graph",
    title="Tree search against graph search",
    summary="repeated boards, duplicates, and what a search remembers",
    text="""
        The same board can be reached on many paths. A tree search does not notice it: every path makes a node of its
        own. A graph search remembers every board that it has met, and a child whose board is known is a duplicate: it
        is dropped, or, if the new path is cheaper, the known node gets the new path.

        The simplest repetition is to undo the last move at once. Almost every tree search avoids it, which costs
        nothing: it only has to know the last move. The others stay: turn the blank round a square of four cells three
        times, 12 moves, and the board is as before.

        {boards}

        The table is for a tree search from this board that never undoes its last move: how many nodes it has at each
        depth, and how many different boards they show.

        {table}

        Down to depth {depth} there are {nodes} nodes, but only {known} different boards. The factor grows with the
        depth. So graph search saves time, and pays with memory: it stores every board in the frontier (the nodes that
        wait) or in the closed list (the nodes that were expanded). A depth-first tree search stores only the current
        path.

        Which one is better depends on what runs out first. On the 8-puzzle, with 181,440 boards, memory is no problem
        and graph search wins. On the 15-puzzle, with {large} boards, memory runs out soon, and IDA*, a tree search, was
        the first algorithm that solved random boards optimally.
    """,
    values=_values,
)
