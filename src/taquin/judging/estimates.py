"""Is the heuristic of a submission admissible? Its process computes the estimates, and this one compares them.

``python -m taquin.judging.estimates FILE.py:NAME GOAL`` is the process that calls the heuristic. What it prints are its
estimates, and nothing else counts: neither its exit code nor any words.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress

from taquin.judging.verdicts import describe_error
from taquin.puzzle.board import Board, State, one_line
from taquin.puzzle.rounding import exceeds
from taquin.solving.heuristic_choice import choose_heuristic
from taquin.system.program_runs import ProgramRun
from taquin.tables.distances import DistanceTable, distance_table


def estimates_command(heuristic: str, goal: Board) -> list[str]:
    """The command of the process that calls a heuristic on every board that can reach the goal."""
    return [sys.executable, "-P", "-m", __name__, heuristic, one_line(goal)]


def check_estimates(goal: Board, run: Callable[[], ProgramRun]) -> tuple[float, str]:
    """The share of the points, and why. ``run`` runs the process."""
    table = distance_table(goal)
    done = run()
    values = list(_read_numbers(done.output))
    if len(values) != len(table):
        why = "" if done.is_complete else f": {describe_error(done)}"
        return 0, f"its heuristic gave {len(values):,} estimates for {len(table):,} boards{why}"
    if not any(values):
        return 0, "its heuristic is 0 on every board"
    boards = zip(_states(table), values, strict=True)
    wrong = [(state, depth, value) for (state, depth), value in boards if exceeds(value, depth, unit=1)]
    if not wrong:
        return 1, "its heuristic is admissible"
    state, depth, value = wrong[0]
    board = one_line(Board.from_state(state, goal.shape))
    return (
        0,
        f"its heuristic overestimates on {len(wrong):,} of {len(values):,} boards: {value:g} for {board}, not {depth}",
    )


def _states(table: DistanceTable) -> Iterator[tuple[State, int]]:
    """All boards that can reach the goal, the nearest first, with their distances."""
    for depth in range(table.radius + 1):
        yield from ((state, depth) for state in table.states_at(depth))


def _read_numbers(text: str) -> Iterator[float]:
    for line in text.splitlines():
        with suppress(ValueError):
            yield float(line)


def main(heuristic: str, goal: str) -> None:
    """Print the estimate of every board, in the order of ``_states``. What the heuristic prints itself is left out."""
    answers = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    board = Board(goal)
    estimate = choose_heuristic(heuristic).build(board)
    lines = [f"{float(estimate(state))!r}\n" for state, _ in _states(distance_table(board))]
    with os.fdopen(answers, "w") as file:
        file.writelines(lines)


if __name__ == "__main__":
    main(*sys.argv[1:])
