"""A wide beam search on the GPU with a learned score: it soon finds a solution that is often a shortest one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from taquin.gpu.card import Array, Card, download, open_card
from taquin.puzzle.board import Board
from taquin.run.result import Outcome, Status
from taquin.run.run import Run
from taquin.tables.scores.score import DisplacementScore, Labelling, PlacedScore, adjacent_cells
from taquin.tables.scores.store import board_score

_THREADS = 128
_BIN_SHIFT = 48
_BINS = 1 << 16
_NO_KEY = (1 << 64) - 1
_NO_MOVE = 4
_MOVES_PER_CELL = 20
"""A beam that takes more moves than this has lost the goal: shortest solutions of 10×10 have about 7."""
_BYTES_PER_BOARD = 300  # memory for each board of the width, without its place in the earlier layers


Layer: TypeAlias = tuple[Array, Array, Array]
"""Boards, where their blanks are with the moves that led there, and scores."""


class Beam:
    """Breadth-first search that keeps the best ``width`` children of every layer, without duplicates.

    The score is that of anytime solving: trained for the shape or a similar one.
    """

    def __init__(self, card: Card, goal: Board) -> None:
        self._card, self._goal = card, goal
        shape = goal.shape
        self._labelling = Labelling(shape, goal.state)
        self._score = board_score(shape, self._labelling.blank)
        defines = {"CELLS": shape.cells, "COLUMNS": shape.columns, "BLANK": self._labelling.blank, "THREADS": _THREADS}
        self._words = -(-shape.cells // 4)
        shared = 2 * 4 * self._words * _THREADS
        self._score_kernel = card.compile(["beam.cu"], "score_children", defines, threads=_THREADS, shared=shared)
        self._choose_kernel = card.compile(["beam.cu"], "choose_children", defines, threads=_THREADS)
        self._make_kernel = card.compile(["beam.cu"], "make_children", defines, threads=_THREADS)
        weights, pairs = _place_weights(self._score)
        partners, first = _list_partners(pairs, shape.cells)
        upload = card.arrays.asarray
        edges = np.uint32((1 + len(pairs)) * shape.cells**2)
        self._tables = upload(weights), upload(partners), upload(first), edges

    def solve(self, start: Board, run: Run, width: int) -> Outcome:
        """The algorithm ``beam``: neither complete nor optimal. Boards of earlier layers are not remembered."""
        if start == self._goal:
            return run.solved(b"")

        def report(expanded: int, generated: int) -> None:
            run.counters.expanded += expanded
            run.counters.generated += generated
            run.counters.max_depth += 1
            run.measure(generated, generated)
            run.poll()

        longest = int(min(run.depth_limit, _MOVES_PER_CELL * start.shape.cells))
        moves = self.run(start, width, longest, report)
        if moves is not None:
            return run.solved(moves)
        return run.failed(Status.EXHAUSTED, f"the beam of width {width:,} found no solution of up to {longest:,} moves")

    def run(self, start: Board, width: int, longest: int, report: Callable[[int, int], None]) -> bytes | None:
        """The moves of a solution of 1 to ``longest`` moves, if it finds one.

        After each layer ``report`` is called with the numbers of boards expanded and generated. An error that it raises
        stops the search.
        """
        arrays = self._card.arrays
        width = min(width, self._card.free_memory() // (_BYTES_PER_BOARD + 4 * longest))
        labels = self._labelling.labels(start.state)
        cells = np.zeros(4 * self._words, dtype="uint8")
        cells[: len(labels)] = list(labels)
        place = labels.index(self._labelling.blank) | _NO_MOVE << 8
        layer = (
            arrays.asarray(cells.view("uint32").reshape(1, self._words)),
            arrays.asarray(np.array([place], dtype="uint32")),
            arrays.asarray(np.array([self._score(labels)], dtype="int32")),
        )
        table = arrays.empty(1 << (2 * width).bit_length(), dtype="uint64")
        parents: list[Array] = []
        for _ in range(longest):
            keys, scores, bins, goal = self._score_children(layer)
            report(len(layer[0]), int(bins.sum()))
            if goal:
                return self._labelling.original(_trace(parents, goal - 1))
            parents.append(self._choose_children(keys, _find_limit(bins, width), width, table))
            layer = self._make_children(layer, scores, parents[-1])
        return None

    def _score_children(self, layer: Layer) -> tuple[Array, Array, np.ndarray[Any, Any], int]:
        """The keys and scores of all children; how many are in each bin of scores; 1 + the number of a goal, or 0."""
        arrays, count = self._card.arrays, len(layer[0])
        keys = arrays.empty(4 * count, dtype="uint64")
        scores = arrays.empty(4 * count, dtype="int32")
        bins = arrays.zeros(_BINS + 1, dtype="uint32")  # and the goal
        blocks = -(-count // _THREADS)
        self._score_kernel(blocks, *layer, np.uint32(count), *self._tables, keys, scores, bins, bins[_BINS:])
        counts = download(bins)
        return keys, scores, counts[:_BINS], int(counts[_BINS])

    def _choose_children(self, keys: Array, limit: int, width: int, table: Array) -> Array:
        arrays, count = self._card.arrays, len(keys)
        table.fill(_NO_KEY)
        chosen: Array = arrays.empty(
            min(count, width + width // 8 + 1024), dtype="uint32"
        )  # hashes are not exactly uniform
        chosen_count = arrays.zeros(1, dtype="uint32")
        blocks, mask = -(-count // _THREADS), np.uint32(len(table) - 1)
        self._choose_kernel(blocks, keys, np.uint32(count), np.uint64(limit), table, mask, chosen, chosen_count)
        return chosen[: int(chosen_count[0])].copy()

    def _make_children(self, layer: Layer, scores: Array, chosen: Array) -> Layer:
        arrays, count = self._card.arrays, len(chosen)
        children = (
            arrays.empty((count, self._words), dtype="uint32"),
            arrays.empty(count, dtype="uint32"),
            arrays.empty(count, dtype="int32"),
        )
        boards, places, _ = layer
        self._make_kernel(-(-count // _THREADS), boards, places, scores, chosen, np.uint32(count), *children)
        return children


@lru_cache(maxsize=1)
def open_beam(goal: Board) -> Beam:
    """The beam for a goal on the first card. The last one stays on the card."""
    return Beam(open_card(), goal)


def _find_limit(bins: np.ndarray[Any, Any], width: int) -> int:
    """The largest key of ``width`` children: all of the best bins, and a part of the next one, chosen by its hash."""
    totals = np.cumsum(bins, dtype="int64")
    if totals[-1] <= width:
        return _NO_KEY - 1
    last = int(np.searchsorted(totals, width))
    missing = width - int(totals[last]) + int(bins[last])
    return (last << _BIN_SHIFT) + (missing << _BIN_SHIFT) // int(bins[last]) - 1


def _trace(parents: list[Array], child: int) -> bytes:
    """The moves to a child of the last layer, which is given as 4 × parent + move."""
    number, move = divmod(child, 4)
    moves = [move]
    for chosen in reversed(parents):
        number, move = divmod(int(chosen[number]), 4)
        moves.append(move)
    return bytes(reversed(moves))


_Pairs: TypeAlias = Sequence[tuple[int, int]]


def _list_partners(pairs: _Pairs, cells: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """``Partner`` of beam.cu for every label, and where those of each label begin."""
    partners_of: list[list[tuple[int, int, int]]] = [[] for _ in range(cells)]
    for number, (label, other) in enumerate(pairs, start=1):
        partners_of[label].append((number * cells**2, other, 0))
        partners_of[other].append((number * cells**2, label, 1))
    first = np.cumsum([0, *map(len, partners_of)]).astype("uint32")
    return np.array([partner for partners in partners_of for partner in partners], dtype="uint32"), first


def _place_weights(score: DisplacementScore | PlacedScore) -> tuple[np.ndarray[Any, Any], _Pairs]:
    """The weights in the order of ``PlacedLayout``, also if those of the score belong to displacements; the pairs."""
    values, cells = np.array(score.values, dtype="int16"), score.shape.cells
    if isinstance(score, PlacedScore):
        return values, score.layout.pairs
    pairs = [(label, other) for label, other, *_ in score.pairs]
    placed = np.zeros((1 + len(pairs) + 2 * cells, cells, cells), dtype="int16")
    placed[0] = values[np.array(score.singles)]
    for number, (_, _, table, one, two) in enumerate(score.pairs, start=1):
        placed[number] = values[np.add.outer(table + np.array(one), two)]
    for direction, cell, there in adjacent_cells(score.shape):
        first = [score.edges[label][direction][0][cell] for label in range(cells)]
        second = [score.edges[label][direction][1][there] for label in range(cells)]
        places = np.add.outer(first, second)  # two blanks have no weight
        placed[1 + len(pairs) + 2 * cell + direction] = values.take(places, mode="clip")
    return placed.reshape(-1), pairs
