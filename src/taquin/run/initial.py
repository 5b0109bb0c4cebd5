"""A solution that is known before a search begins, for searches that improve their solution."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class InitialSolution:
    """Moves that lead from the start to the goal, and what was proven before: no solution is shorter than the bound."""

    moves: bytes
    lower_bound: int = 0
