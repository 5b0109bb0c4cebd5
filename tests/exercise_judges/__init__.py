"""Judges of the exercises: each answers the questions of one form without Taquin, from what a learner sees.

A judge takes the record of a question and returns the answers that are right. It imports nothing of Taquin.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Record = dict[str, Any]
Judge = Callable[[Record], list[str]]

JUDGES: dict[str, Judge] = {}


def judges(key: str) -> Callable[[Judge], Judge]:
    """Register the decorated function as the judge of a form."""

    def decorate(judge: Judge) -> Judge:
        assert key not in JUDGES
        JUDGES[key] = judge
        return judge

    return decorate


from exercise_judges import (  # noqa: E402 - they register their judges
    on_astar,
    on_blind,
    on_costs,
    on_databases,
    on_estimates,
    on_graph,
    on_local,
    on_measuring,
    on_memory,
    on_space,
)

__all__ = [
    "JUDGES",
    "Judge",
    "Record",
    "judges",
    "on_astar",
    "on_blind",
    "on_costs",
    "on_databases",
    "on_estimates",
    "on_graph",
    "on_local",
    "on_measuring",
    "on_memory",
    "on_space",
]
