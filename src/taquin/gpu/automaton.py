"""The automaton of detours (``taquin.algorithms.detours``) in the form that the search on the card reads."""

from __future__ import annotations

from typing import Any

import numpy as np

from taquin.algorithms.detours import FORBIDDEN, build_on_core
from taquin.puzzle.geometry import Shape
from taquin.tables.detour_tables import detour_table

_ALLOWED_SHIFT = 28


def make_automaton(shape: Shape, lookback: int) -> np.ndarray[Any, np.dtype[np.uint32]]:
    """For every state and move the next state, and in the highest four bits the moves allowed there. 0 if forbidden."""
    table = np.array(detour_table(shape, lookback, lambda: build_on_core(shape, lookback)), dtype="uint32")
    return with_allowed_moves(table, FORBIDDEN)


def with_allowed_moves(
    following: np.ndarray[Any, np.dtype[np.uint32]], forbidden: int
) -> np.ndarray[Any, np.dtype[np.uint32]]:
    """The table of an automaton with the moves allowed in the next state added to every entry."""
    is_allowed = following != forbidden
    allowed = is_allowed.reshape(-1, 4) @ np.array([1, 2, 4, 8], dtype="uint32")
    following = np.where(is_allowed, following, 0)
    rows: np.ndarray[Any, np.dtype[np.uint32]] = np.where(
        is_allowed, following | allowed[following] << _ALLOWED_SHIFT, 0
    )
    return rows.astype("uint32")


def start_state(rows: np.ndarray[Any, np.dtype[np.uint32]], blank: int) -> int:
    """The state of a search that begins with the blank on this cell, with the moves allowed there."""
    allowed = sum(1 << move for move in range(4) if rows[4 * blank + move])
    return blank | allowed << _ALLOWED_SHIFT
