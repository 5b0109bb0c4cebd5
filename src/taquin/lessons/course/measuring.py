"""Measuring searches."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from statistics import mean, median

from taquin.analysis.random_boards import board_at_depth
from taquin.lessons.course.unit import Unit, distances, run_of
from taquin.puzzle.board import Board
from taquin.run.definitions import counter

_DEPTHS, _BOARDS = (8, 12, 16), 9


def _text(board: Board) -> str:
    return " / ".join(" ".join(map(str, row)) for row in board.rows())


def _lower_first(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


def _values() -> Mapping[str, object]:
    goal, rng = distances("1 2 3 / 4 5 6 / 7 8 0").goal, Random(7)
    rows: list[str] = []
    every: list[int] = []
    for depth in _DEPTHS:
        boards = [_text(board_at_depth(goal, depth, rng=rng)) for _ in range(_BOARDS)]
        counts = [
            [run_of(board, f"astar({name})").stats.expanded for board in boards] for name in ("misplaced", "manhattan")
        ]
        rows.append(f"    {depth:5} {median(counts[0]):10,.0f} {median(counts[1]):10,.0f}")
        every += counts[0]
    return {
        "expanded": _lower_first(counter("expanded").summary),
        "generated": _lower_first(counter("generated").summary),
        "table": "    depth  misplaced  Manhattan\n" + "\n".join(rows),
        "boards": _BOARDS,
        "all": len(every),
        "mean": f"{mean(every):,.0f}",
        "median": f"{median(every):,.0f}",
    }


UNIT = Unit(
    key="measuring",
    title="Measuring",
    summary="counters, averages, growth, and fair comparisons",
    text="""
        Time depends on the machine, the language and the program; the nodes of a search do not depend on the machine.
        So searches are compared by counters. Expanded: {expanded} Generated: {generated} Programs count differently:
        some count the root, some the goal, some also duplicates. Numbers can be compared only with the same
        definitions.

        A single board proves little. Take many, of the same depth, and report the median beside the mean. These are the
        medians of the expansions of A* on {boards} random boards of each depth:

        {table}

        Over all {all} boards of the table the median with misplaced tiles is {median} and the mean {mean}: the hardest
        boards decide the mean.

        The number of nodes grows exponentially with the depth: about by the same factor with every move. The effective
        branching factor is the b of a uniform tree with as many nodes, b + b^2 + … + b^d = generated. On boards of
        these depths a better heuristic has a smaller b.

        Fewer nodes do not always mean less time: an expensive estimate may cost more than it saves. Measure both. And
        say how a run ended: solved, proven unsolvable, stuck, exhausted (everything within a depth limit was searched),
        or stopped by a limit. A run that hit a limit has proven at most a lower bound, and leaving such runs out of an
        average makes a method look better than it is.
    """,
    values=_values,
)
