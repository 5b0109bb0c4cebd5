"""IDA* and memory."""

from __future__ import annotations

from collections.abc import Mapping

from taquin.lessons.course.unit import Unit, boards_block, run_of
from taquin.puzzle.board import Board

_TEXT = "8 1 3 / 4 0 2 / 7 6 5"
_HARD = "8 6 7 / 2 5 4 / 3 0 1"


def _values() -> Mapping[str, object]:
    ida, astar = run_of(_TEXT, "ida_star(manhattan)"), run_of(_TEXT, "astar(manhattan)")
    hard_ida, hard_astar = run_of(_HARD, "ida_star(linear_conflict)"), run_of(_HARD, "astar(linear_conflict)")
    iterations = "\n".join(f"    {each.bound:5.0f} {each.expanded:9,} {each.generated:10,}" for each in ida.iterations)
    return {
        "boards": boards_block(("board", Board(_TEXT)), ("31 moves", Board(_HARD))),
        "iterations": f"    bound  expanded  generated\n{iterations}",
        "astar": astar.stats.expanded,
        "astar_stored": astar.stats.max_stored,
        "ida_stored": ida.stats.max_stored,
        "hard_astar": f"{hard_astar.stats.max_stored:,}",
        "hard_ida": hard_ida.stats.max_stored,
    }


UNIT = Unit(
    key="memory",
    title="IDA* and memory",
    summary="bounds on f, repeated iterations, and what is stored",
    text="""
        A* stores every node that it has generated. A program that makes a million nodes per second at 100 bytes each
        fills 16 GB in less than three minutes, and then no memory is left. IDA* needs only the memory of one path.

        It searches depth-first, but goes back at every node whose f = g + h is larger than a bound. The first bound is
        h of the start. If the iteration fails, the next bound is the least f that was larger. With an admissible h the
        first solution that is found is a shortest one, because all smaller bounds have failed.

        {boards}

        On the first board IDA* with Manhattan distance makes these iterations:

        {iterations}

        The bounds rise by 2: a move adds 1 to g and changes h by +1 or -1. Each iteration repeats the one before, but
        as the last one is the largest, that costs little. A* expands {astar} nodes here and stores {astar_stored}; IDA*
        stores {ida_stored}. On the second board, one of the two farthest of the 8-puzzle, A* with linear conflict
        stores {hard_astar} nodes, and IDA* {hard_ida}.

        The price is that IDA* is a tree search: it does not see that a board was reached on another path. On puzzles
        that is a good trade. Korf published IDA* in 1985, and it was the first algorithm to solve random 15-puzzles
        optimally. Recursive best-first search (RBFS) also stores only one path with its siblings, but goes to the best
        node first, as A* does; when it leaves a subtree, it keeps the least f found there and forgets the rest.
    """,
    values=_values,
)
