"""Subtrees of a search as units of work: the threads of the GPU take them from a queue until none is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from taquin.errors import BackendError
from taquin.gpu.card import Array, Card, download
from taquin.gpu.lookups import Lookups
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.tables.detours import FORBIDDEN, detours

LONGEST_PATH = 192  # the most moves of a path (``longest_path`` of common.cuh)

_PATH_WORDS = LONGEST_PATH // 16
_ALLOWED_SHIFT = 28
_THREADS = 128
_WINDOW = 32  # entries of the stack in shared memory
_UNITS_PER_THREAD = 64  # a thread returns at most about this many units; one that finds the queue full continues alone
_GRACE, _GRACE_OF_FEW = 500, 100
"""Nodes that a thread generates at least before it returns units. Fewer while most threads have no unit."""


class Boards:
    """What is known about each start: arrays on the GPU, in the order of the kernel's arguments."""

    def __init__(self, card: Card, count: int) -> None:
        zeros = card.arrays.zeros
        self.bounds = zeros(count, dtype="uint32")
        self.is_solved = zeros(count, dtype="uint32")
        self.paths = zeros((count, _PATH_WORDS), dtype="uint32")
        self.generated = zeros(count, dtype="uint64")
        self.expanded = zeros(count, dtype="uint64")
        self.deepest = zeros(count, dtype="uint32")

    @property
    def arrays(self) -> tuple[Array, ...]:
        return self.bounds, self.is_solved, self.paths, self.generated, self.expanded, self.deepest


class WorkQueue:
    """Searches units, and the units that threads return, until none is left."""

    def __init__(self, card: Card, lookups: Lookups, automaton: np.ndarray[Any, np.dtype[np.uint32]]) -> None:
        self._card, self._lookups = card, lookups
        self._rows = automaton
        self._automaton = card.arrays.asarray(automaton)
        words = lookups.lane_words
        shared = lookups.slide_bytes + 4 * _THREADS * words
        entry_bytes = 8 if lookups.views > 2 else 4
        change_bits = lookups.largest_change.bit_length()
        if 4 + change_bits * lookups.views + (len(automaton) // 4).bit_length() > 8 * entry_bytes:
            raise BackendError("the cuda backend cannot store a path of this search", hint="use a shorter lookback")
        defines = {**lookups.defines, "THREADS": _THREADS, "WINDOW": _WINDOW, "CHANGE_BITS": change_bits}
        sources = ["common.cuh", "search.cu"]
        self._search = card.compile(
            sources, "search", defines, threads=_THREADS, shared=shared + _THREADS * _WINDOW * entry_bytes
        )
        self._estimate = card.compile(sources, "estimate", defines, threads=_THREADS, shared=shared)
        self.threads = self._search.resident_blocks * _THREADS
        self._unit = _unit_type(lookups.goal.shape.cells)
        self._limit = _UNITS_PER_THREAD * self.threads
        size = (self._limit, self._unit.itemsize // 4)
        self._queues = [card.arrays.empty(size, dtype="uint32") for _ in range(2)]

    @property
    def memory(self) -> int:
        """Bytes on the GPU: the databases and the queues."""
        return int(self._lookups.entries.nbytes + 2 * self._queues[0].nbytes)

    def make_units(self, starts: Sequence[Board]) -> Array:
        units = np.zeros(len(starts), dtype=self._unit)
        cells = self._lookups.goal.shape.cells
        boards = b"".join(bytes(start.state) for start in starts)
        units["cells"][:, :cells] = np.frombuffer(boards, dtype="uint8").reshape(-1, cells)
        units["board"] = np.arange(len(starts))
        units["blank"] = units["cells"][:, :cells].argmin(axis=1)
        states = [start_state(self._rows, blank) for blank in range(cells)]
        units["state"] = np.array(states, dtype="uint32")[units["blank"]]
        uploaded: Array = self._card.arrays.asarray(units.view("uint32").reshape(len(starts), -1))
        return uploaded

    def estimate(self, units: Array) -> np.ndarray[Any, Any]:
        estimates = self._card.arrays.zeros(len(units), dtype="uint32")
        blocks = min(self._estimate.resident_blocks, -(-len(units) // _THREADS))
        self._estimate(blocks, units, np.uint32(len(units)), estimates, *self._lookups.arrays)
        return download(estimates)

    def search(self, units: Array, boards: Boards, check: Callable[[], None]) -> int:
        """Search these units within the bounds of their boards; the number of launches.

        ``check`` is called often, and may raise an error to stop the search.
        """
        arrays = self._card.arrays
        queue, rest = self._queues
        count = len(units)
        queue[:count] = units
        rounds = 0
        while count:
            counters = arrays.zeros((2, 1), dtype="uint32")
            self._search(
                min(self._search.resident_blocks, count),
                queue,
                np.uint32(count),
                counters[0],
                rest,
                counters[1],
                np.uint32(self._limit),
                self._card.must_stop,
                np.uint32(_GRACE if count > self.threads else _GRACE_OF_FEW),
                *boards.arrays,
                *self._lookups.arrays,
                self._automaton,
            )
            self._card.wait(check)
            count = int(counters[1][0])
            queue, rest = rest, queue
            rounds += 1
        return rounds


def _unit_type(cells: int) -> np.dtype[Any]:
    """``Unit`` of search.cu."""
    return np.dtype(
        [
            ("path", "<u4", _PATH_WORDS),
            ("cells", "u1", -(-cells // 4) * 4),
            *[(name, "<u4") for name in ("state", "board", "g", "blank")],
        ]
    )


def unpack_paths(paths: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The moves of paths, one path a row. A word has 16 of them."""
    moves = paths[:, :, None] >> np.arange(0, 32, 2, dtype="uint32") & 3
    return moves.astype("uint8").reshape(len(paths), LONGEST_PATH)


def make_automaton(shape: Shape, lookback: int) -> np.ndarray[Any, np.dtype[np.uint32]]:
    """For every state and move the next state, and in the highest four bits the moves allowed there. 0 if forbidden."""
    table = np.array(detours(shape, lookback), dtype="uint32")
    is_allowed = table != FORBIDDEN
    allowed = is_allowed.reshape(-1, 4) @ np.array([1, 2, 4, 8], dtype="uint32")
    following = np.where(is_allowed, table, 0)
    rows = np.where(is_allowed, following | allowed[following] << _ALLOWED_SHIFT, 0)
    return rows.astype("uint32")


def start_state(rows: np.ndarray[Any, np.dtype[np.uint32]], blank: int) -> int:
    """The state of a search that begins with the blank on this cell, with the moves allowed there."""
    allowed = sum(1 << move for move in range(4) if rows[4 * blank + move])
    return blank | allowed << _ALLOWED_SHIFT
