"""IDA* on the GPU, for one board or for many boards of one goal at the same time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from time import perf_counter
from typing import Any, TypeAlias

import numpy as np

from taquin.errors import BackendError
from taquin.gpu.beam import Beam
from taquin.gpu.card import Card, download, open_card
from taquin.gpu.lookups import make_lookups
from taquin.gpu.work_queue import LONGEST_PATH, Boards, WorkQueue, make_automaton, unpack_paths
from taquin.puzzle.board import Board
from taquin.puzzle.words import plural
from taquin.run.budget import Stop
from taquin.run.limits import check_limits
from taquin.run.result import Iteration, Outcome, Stats, Status
from taquin.run.run import Run
from taquin.tables.pdb.pattern import Partition

Numbers: TypeAlias = np.ndarray[Any, Any]

_COUNT_EVERY = 0.02  # seconds between two reads of the counters of a running kernel
_GROWTH = 6  # an iteration generates about this many times the nodes of the one before it
_LEAST_NODES = 3_000_000_000
"""Before the first iteration that is expected to generate this many nodes, a beam looks for a solution."""
_FIRST_WIDTH = 1 << 20
"""The width of that beam. On an H200 it takes 0.15 s on 5×5, as long as the iteration.

It found a shortest solution of all 50 24-puzzles of Korf and Felner. Wider ones are for boards where it does not.
"""
_NARROW_WIDTH, _SHORT = 1 << 16, 2.0  # the width of the first beam if there are fewer seconds left than this
_WIDER = 8  # the factor from one width to the next
_SHARE = 0.5  # the largest share of an iteration's time, or of the remaining time, that a wider beam takes


@lru_cache(maxsize=1)
def open_engine(goal: Board, partitions: tuple[tuple[Partition, bool], ...], lookback: int) -> Engine:
    """The databases, kernels and queues for a goal, on the first card. The last one stays on the card."""
    return Engine(open_card(), goal, partitions, lookback)


class Engine:
    """Searches boards of one goal with one heuristic: the largest sum over partitions and their mirror images."""

    def __init__(self, card: Card, goal: Board, partitions: Sequence[tuple[Partition, bool]], lookback: int) -> None:
        self.card = card
        lookups = make_lookups(card, goal, partitions, check_limits)
        self.queue = WorkQueue(card, lookups, make_automaton(goal.shape, lookback))
        self.beam = Beam(card, goal)

    def solve(self, start: Board, run: Run) -> Outcome:
        """Search one board. Before a long iteration a beam looks for a solution.

        If that is as long as the bound, it is optimal, and the last and longest iteration is not needed.
        """
        return _Batch(self, [start], run, _BeamFirst(self.beam, start, run)).solve()[0]

    def solve_many(self, starts: Sequence[Board], run: Run) -> list[Outcome]:
        """Search many boards at the same time. The limits of the run hold for each of them."""
        return _Batch(self, starts, run).solve()


class _BeamFirst:
    """Looks for solutions of one board with beams that become wider with the iterations."""

    def __init__(self, beam: Beam, start: Board, run: Run) -> None:
        self._beam, self._start, self._run = beam, start, run
        self.best: bytes | None = None
        self._width, self._seconds = 0, 0.0  # of the last beam

    def find(self, bound: int, expected: int, rate: float) -> bytes | None:
        """A solution as long as this bound, if a beam finds one before the next iteration.

        The iteration is expected to generate this many nodes, at this many a second.
        """
        if expected >= _LEAST_NODES and (self.best is None or len(self.best) > bound):
            width = self._choose_width(expected / rate)
            if width > self._width:
                self._search(width)
        return self.best if self.best is not None and len(self.best) == bound else None

    def _choose_width(self, seconds: float) -> int:
        """The next width, for an iteration of this many seconds; 0 if it would take too long.

        An iteration that will not end in time proves nothing: then the beam takes what its share of the time allows.
        """
        left = self._run.seconds_left()
        if not self._width:
            return _FIRST_WIDTH if left > _SHORT else _NARROW_WIDTH
        if seconds > left:
            return int(self._width * _SHARE * left / self._seconds)
        return self._width * _WIDER if self._seconds * _WIDER <= _SHARE * seconds else 0

    def _search(self, width: int) -> None:
        longest = LONGEST_PATH - 1 if self.best is None else len(self.best) - 2
        began = perf_counter()
        moves = self._beam.run(self._start, width, longest, lambda expanded, generated: self._run.check())
        self._width, self._seconds = width, perf_counter() - began
        if moves is not None:
            self.best = moves
            self._run.report_solution(moves)


class _Batch:
    """Searches of boards of one goal that run at the same time, each with its own bound."""

    def __init__(
        self,
        engine: Engine,
        starts: Sequence[Board],
        run: Run,
        beams: _BeamFirst | None = None,
    ) -> None:
        self._card, self._queue, self._run, self._beams = engine.card, engine.queue, run, beams
        self._units = self._queue.make_units(starts)
        self._boards = Boards(self._card, len(starts))
        self._bounds: Numbers = self._queue.estimate(self._units).astype("int64")
        self._history: list[tuple[Numbers, Numbers, Numbers]] = []
        """For every iteration the bounds of all boards, and the nodes expanded and generated before it."""
        self._seconds = 0.0  # of the last iteration
        self._outcomes: dict[int, Outcome] = {}
        self._next_count = 0.0
        run.budget.memory = lambda: self._queue.memory

    def solve(self) -> list[Outcome]:
        """The outcomes, in the order of the boards."""
        active: Numbers = np.arange(len(self._units))
        try:
            while len(active := self._begin(active)):
                self._history.append((self._bounds.copy(), *self._counts()))
                began = perf_counter()
                self._search(active)
                self._seconds = perf_counter() - began
                is_solved = download(self._boards.is_solved)[active] != 0
                self._end_solved(active[is_solved])
                active = active[~is_solved]
                self._bounds[active] += 2  # every slide changes the parity of h, so no f lies between
        except Stop as stop:
            status, reason = stop.status, stop.reason
            best = None if self._beams is None else self._beams.best
            if best is None or len(best) > self._run.depth_limit:
                self._end(active, lambda number: self._run.failed(status, reason))
            else:
                self._end(active, lambda number: self._run.solved(best, reason=reason))
        return [self._outcomes[number] for number in range(len(self._units))]

    def _search(self, active: Numbers) -> None:
        upload = self._card.arrays.asarray
        self._boards.bounds[...] = upload(self._bounds.astype("uint32"))
        units = self._units if len(active) == len(self._units) else self._units[upload(active)]
        self._queue.search(units, self._boards, self._check)

    def _check(self) -> None:
        """Check the limits while a kernel runs. The nodes of a single board are counted meanwhile."""
        run, now = self._run, perf_counter()
        if len(self._units) > 1 or now < self._next_count:
            run.check()
            return
        self._next_count = now + _COUNT_EVERY
        run.counters.generated = int(self._card.peek(self._boards.generated)[0])
        run.counters.expanded = int(self._card.peek(self._boards.expanded)[0])
        run.lower_bound = int(self._bounds[0])
        run.poll()

    def _counts(self) -> tuple[Numbers, Numbers]:
        return download(self._boards.expanded).astype("int64"), download(self._boards.generated).astype("int64")

    def _begin(self, active: Numbers) -> Numbers:
        """End the searches that reached a limit of depth or nodes or that a beam solves; return the others."""
        if not len(active):
            return active
        run = self._run
        run.check()
        is_deep = self._bounds[active] > run.depth_limit
        self._end(active[is_deep], lambda number: run.exhausted(), is_depth_limited=True)
        active = active[~is_deep]
        if run.limits.nodes is not None:
            reason = f"reached the limit of {plural(run.limits.nodes, 'node')}"
            is_large = self._counts()[1][active] >= run.limits.nodes
            self._end(active[is_large], lambda number: run.failed(Status.LIMIT, reason))
            active = active[~is_large]
        if len(active) and self._bounds[active].max() >= LONGEST_PATH:
            raise BackendError(f"the cuda backend searches paths of up to {LONGEST_PATH - 1} moves")
        if self._beams is not None and len(active):
            nodes = int(self._counts()[1][0]) - int(self._history[-1][2][0]) if self._history else 0
            moves = self._beams.find(int(self._bounds[0]), _GROWTH * nodes, nodes / max(self._seconds, 1e-9))
            if moves is not None:
                self._end(active, lambda number: run.solved(moves))
                return active[:0]
        return active

    def _end_solved(self, numbers: Numbers) -> None:
        if len(numbers):
            rows = dict(zip(numbers.tolist(), unpack_paths(download(self._boards.paths)[numbers]), strict=True))
            self._end(
                numbers,
                lambda number: self._run.solved(rows[number][: self._bounds[number]].tobytes()),
                has_found_goal=True,
            )

    def _end(
        self,
        numbers: Numbers,
        make: Callable[[int], Outcome],
        *,
        has_found_goal: bool = False,
        is_depth_limited: bool = False,
    ) -> None:
        """Make the outcomes of these boards, with their counters and iterations."""
        if not len(numbers):
            return
        counts = self._counts()
        history = np.array([*self._history, (self._bounds, *counts)])[:, :, numbers].transpose(2, 0, 1).tolist()
        deepest = download(self._boards.deepest)[numbers].tolist()
        for number, rows, depth in zip(numbers.tolist(), history, deepest, strict=True):
            iterations = tuple(
                Iteration(bound, following[1] - expanded, following[2] - generated)
                for (bound, expanded, generated), following in pairwise(rows)
            )
            bound, expanded, generated = rows[-1]
            stats = Stats(
                expanded=expanded,
                generated=generated,
                pruned=generated - max(0, expanded - len(iterations)) - has_found_goal,
                max_frontier=depth + 1,
                max_stored=depth + 2 if generated else 1,
                max_depth=depth + 1 if generated else 0,
            )
            self._run.lower_bound, self._run.is_depth_limited = bound, is_depth_limited
            self._outcomes[number] = replace(make(number), stats=stats, iterations=iterations)
