"""Exit codes, in documented groups."""

from __future__ import annotations

from collections.abc import Iterable

from taquin.run.result import Status
from taquin.system import interrupts

SOLVED = 0
UNSOLVABLE = 1
BAD_INPUT = 2
NO_SOLUTION = 3
INTERNAL_ERROR = 70
INTERRUPTED = interrupts.INTERRUPTED

MEANINGS = {
    SOLVED: "solved",
    UNSOLVABLE: "proven unsolvable",
    BAD_INPUT: "bad input or usage",
    NO_SOLUTION: "no solution found (limit, stuck or exhausted)",
    INTERRUPTED: "interrupted without a solution (Ctrl-C, SIGTERM or SIGHUP)",
    INTERNAL_ERROR: "internal error",
}
"""What each code means: the one source of the help and the docs."""

CODES = {
    Status.SOLVED: SOLVED,
    Status.UNSOLVABLE: UNSOLVABLE,
    Status.EXHAUSTED: NO_SOLUTION,
    Status.STUCK: NO_SOLUTION,
    Status.LIMIT: NO_SOLUTION,
    Status.CANCELLED: INTERRUPTED,
}


def exit_code(statuses: Iterable[Status]) -> int:
    """The code for one or several runs: the worst of interrupted, no solution, unsolvable and solved."""
    return max((CODES[status] for status in statuses), default=SOLVED)
