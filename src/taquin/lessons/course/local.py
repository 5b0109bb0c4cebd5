"""Local search: hill climbing, annealing, beams."""

from __future__ import annotations

from collections.abc import Mapping

from taquin.heuristics.manhattan import Manhattan
from taquin.lessons.course.unit import Unit, boards_block, distances, run_of
from taquin.puzzle.board import Board
from taquin.tables.distances import DistanceTable

_TEXT = "2 7 3 / 8 1 4 / 6 0 5"
_BEAM = "2 3 0 / 5 4 6 / 1 7 8"
_DEPTH = 12


def _values() -> Mapping[str, object]:
    table = distances(_TEXT)
    climb, beam = run_of(_TEXT, "hill_climbing(manhattan)"), run_of(_BEAM, "beam(manhattan, width=3)")
    assert climb.partial_path is not None
    manhattan = Manhattan(table.goal)
    end = climb.partial_path.end
    return {
        "boards": boards_block(("start", Board(_TEXT)), ("stuck", end)),
        "first": f"{manhattan(Board(_TEXT).state):g}",
        "last": f"{manhattan(end.state):g}",
        "steps": climb.partial_path.length,
        "distance": table.distance(_TEXT),
        "share": f"{_share(table, manhattan):.0%}",
        "depth": _DEPTH,
        "beam": beam.length,
        "beam_distance": table.distance(_BEAM),
    }


def _share(table: DistanceTable, manhattan: Manhattan) -> float:
    """Of all boards at a distance, those on which no move lowers h."""
    stuck = 0
    states = table.states_at(_DEPTH)
    for state in states:
        board = Board.from_state(state, table.goal.shape)
        h = manhattan(state)
        stuck += all(manhattan(board.play_unchecked(move).state) > h for move in board.moves())
    return stuck / len(states)


UNIT = Unit(
    key="local",
    title="Local search",
    summary="hill climbing, annealing and beams: little memory, no guarantee",
    text="""
        Local search stores no tree. It keeps one board, looks at its neighbours and goes to one of them. It needs
        almost no memory, and gives no guarantee.

        Hill climbing goes to the neighbour with the least h and stops if none is better. That is a local optimum if all
        neighbours are worse, and a plateau if the best one is as good.

        {boards}

        With Manhattan distance it makes {steps} moves here, h falls from {first} to {last}, and it is stuck; a shortest
        solution has {distance} moves. That is the rule, not the exception: in a sliding-tile puzzle tiles that are on
        their goal cells must leave them again, and every such move raises h. Of all boards {depth} moves from the goal,
        {share} are local optima, where hill climbing cannot make a single move.

        Three remedies are common. Sideways moves cross plateaus, of which misplaced tiles has many; Manhattan distance
        has none, because every slide changes it by 1. Restarts try again from another board; if one climb
        succeeds with the probability p, at least one of n does with 1 - (1 - p)^n. Simulated annealing takes a worse
        neighbour with the probability exp(-rise / T): often while the temperature T is high, rarely when it is low.

        Beam search keeps not one board but the w best of each layer. It is a breadth-first search that forgets: what it
        deletes is gone, even if it was on a shortest solution. A beam of the width 3 solves a board of {beam_distance}
        moves in {beam}. A wider beam finds shorter solutions for more work, and with a good score it works on boards
        that no complete search can solve.
    """,
    values=_values,
)
