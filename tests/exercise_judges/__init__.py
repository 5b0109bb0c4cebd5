"""Judges of the exercises: each answers the questions of one form without Taquin, from what a learner sees.

A judge takes the record of a question and returns the answers that are right. It imports nothing of Taquin.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
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


for topic in ("astar", "blind", "cost", "databases", "graph", "heuristics", "local", "measuring", "memory", "space"):
    import_module(f"exercise_judges.on_{topic}")  # it registers its judges
