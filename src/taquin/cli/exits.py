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

_CODES = {
    Status.SOLVED: SOLVED,
    Status.UNSOLVABLE: UNSOLVABLE,
    Status.EXHAUSTED: NO_SOLUTION,
    Status.STUCK: NO_SOLUTION,
    Status.LIMIT: NO_SOLUTION,
    Status.CANCELLED: INTERRUPTED,
}


def exit_code(statuses: Iterable[Status]) -> int:
    """The code for one or several runs: interrupted before no solution before unsolvable before solved."""
    return max((_CODES[status] for status in statuses), default=SOLVED)
