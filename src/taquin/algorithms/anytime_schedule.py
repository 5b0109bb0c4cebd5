"""The schedule of anytime solving: which step follows which, how wide the beams are, and when it ends.

The reference and the native core have the same schedule; what differs are the ``Steps`` that it calls.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from taquin.algorithms.layered_beam import BeamSettings
from taquin.algorithms.pace import Pace
from taquin.algorithms.windows import Path, WindowSettings
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.run.limits import limits_checked_by
from taquin.run.result import Outcome
from taquin.run.run import OUT_OF_MEMORY, Run, Stop
from taquin.tables.plans.board_keys import keys_along, places_without_circles
from taquin.tables.plans.plan import LONGEST

MAXIMUM_CELLS = 256
"""The largest boards on which beams search."""

_FIRST_WIDTH = 16
_GROWTH = 8
"""A beam is at most so many times as wide as the one before, except the widest that fits into the time."""
_GROWTH_OF_WIDEST = 128
_LEAST_WIDTH_MEASURED = 128
"""Narrower beams say little about the time that a much wider one takes."""
_OPTIMISM = 2
"""A beam may be so many times as wide as seems to fit: wide beams are faster for their width, and have a pace."""
_LEAST_GROWTH = 1.5
"""A beam that would be wider by less than this factor is not worth its time."""
_SHARE_FOR_BEAMS = 0.95
"""How much of the time that is left two beams may take; the rest is for windows."""
_WINDOWS_AT_ONCE = 4
"""How many windows share the memory of a beam. It is the same on all machines, so that a run can be repeated."""
_DEFAULT_MEMORY = 2 * 10**9
"""What beams may use if no limit of memory is given, in bytes."""
_SHARE_FOR_PROOF = 0.03
_SHARE_FOR_PROOF_BY_DATABASES = 0.5
_SHARE_FOR_LAST_PROOF = 0.5
"""How much of the time that is left a proof may take: at first, and when nothing else has helped.

With databases the first one comes after the narrow beams. These often find a shortest solution, and a proof that knows
its length need not search the last and largest iteration.
"""
_FIRST_WINDOWS = (64, 60)
_LAST_WINDOW_WIDTH = 1024
_GROWTH_OF_WINDOWS = (4, 30)
"""The width of the beams for windows and the length of the windows: how they grow when no window gets shorter."""
_SHIFTS = 3
"""The windows of a pass begin a third of a window later than those of the pass before."""
_LARGEST_LEARNED = 14
"""The longest side of boards whose beams reach the goal, and of the windows of larger ones."""
_LONG_WINDOW = 8000
"""The moves of a window on larger boards; most have fewer, because the blank leaves the region."""


def window_shape(shape: Shape) -> Shape:
    """The boards that the weights for windows are made for: windows have at most this shape."""
    return Shape(min(shape.rows, _LARGEST_LEARNED), min(shape.columns, _LARGEST_LEARNED))


def reversed_moves(moves: bytes) -> bytes:
    """The moves of the same path in the other direction."""
    return bytes([move ^ 1 for move in reversed(moves)])


class Steps(Protocol):
    """What anytime solving is made of. The reference and the core each have their own."""

    has_databases: bool
    """Whether ``raise_bound`` has large databases, with which it proves much, but which take a while to load."""

    def construct(self) -> Path:
        """A first solution: the one that the run begins with, or a new one."""
        ...

    def beam(self, settings: BeamSettings, *, is_backward: bool) -> Path | None:
        """A solution of at most ``longest`` moves, or None; searched from the goal if ``is_backward``."""
        ...

    def shorten(self, path: Path, settings: WindowSettings) -> Path:
        """The path after one pass over its windows."""
        ...

    def raise_bound(self, best: Path, seconds: float) -> Path | None:
        """Spend some time on a better lower bound; if that finds a shortest solution, it is returned."""
        ...


def improve(steps: Steps, start: Board, run: Run, *, width: int, within: float, seed: int) -> Outcome:
    """The schedule: which step follows which, and when it ends. A limit ends it with the best solution so far."""
    schedule = _Schedule(steps, start.shape, run, width, within, seed)
    reason = ""
    try:
        schedule.accept(steps.construct())
        if run.limits.time is None:
            run.limits = replace(run.limits, time=run.anytime.default_time)
        schedule.improve()
    except (Stop, MemoryError) as stop:
        if schedule.best is None or len(schedule.best) > run.depth_limit:
            raise
        reason = stop.reason if isinstance(stop, Stop) else OUT_OF_MEMORY
    assert schedule.best is not None
    schedule.accept(without_circles(start, schedule.best, run))
    best = schedule.best
    if len(best) > run.depth_limit:
        run.is_depth_limited = True
        return run.exhausted(is_complete=False)
    return run.solved(best.moves, best.nodes[-1] if best.nodes else 0, reason=reason)


def without_circles(start: Board, path: Path, run: Run) -> Path:
    """The path without moves that lead back to a board of it, as plans are kept; a longer one is left as it is.

    It takes half a second at most.
    """
    if len(path) > LONGEST:
        return path
    with limits_checked_by(lambda memory: None):  # the run may have ended because its time is up
        places = places_without_circles(keys_along(start, path.moves))
    straight = Path(bytes(path.moves[place] for place in places), [path.nodes[place] for place in places])
    for number, place in enumerate(places):
        if place != number:  # a circle was before it, so that its g is less than it was
            parent = straight.nodes[number - 1] if number else 0
            run.improve(path.nodes[place], parent, path.moves[place], number + 1, is_reopened=False)
    return straight


class _Schedule:
    """The best solution so far, and what is tried next to improve it."""

    def __init__(self, steps: Steps, shape: Shape, run: Run, width: int, within: float, seed: int) -> None:
        self.best: Path | None = None
        self._steps = steps
        self._cells = shape.cells
        self._has_long_windows = window_shape(shape) != shape
        self._run = run
        self._width = width
        self._within = within
        self._seed = seed
        self._last_width = 0
        self._seconds_per_width = 0.0
        self._is_filling = False
        self._is_first_proof = True
        self._windows = 0
        self._shortened: Path | None = None

    @property
    def _is_good_enough(self) -> bool:
        return len(self._best()) <= self._within * self._run.lower_bound

    def _best(self) -> Path:
        assert self.best is not None
        return self.best

    def accept(self, path: Path | None) -> None:
        """Keep a solution if it is shorter, and report it."""
        if path is not None and (self.best is None or len(path) < len(self.best)):
            self.best = path
            if len(path) <= self._run.depth_limit:
                self._run.report_solution(path.moves)

    def improve(self) -> None:
        """Try everything in turn, until the solution is good enough or, with a width, until nothing helps."""
        if not self._steps.has_databases:
            self._first_proof(_SHARE_FOR_PROOF)
        while not self._is_good_enough:
            length = len(self._best())
            if self._has_long_windows:
                self._shorten()
            if self._cells <= MAXIMUM_CELLS:
                self._widen()
            self._first_proof(_SHARE_FOR_PROOF_BY_DATABASES)
            if not self._has_long_windows:
                self._shorten()
            self._seed += 1  # another choice among equal scores
            if len(self._best()) == length:
                if self._width:
                    return
                self._prove(_SHARE_FOR_LAST_PROOF)

    def _first_proof(self, share: float) -> None:
        if self._is_first_proof:
            self._is_first_proof = False
            self._prove(share)

    def _prove(self, share: float) -> None:
        """Raise the lower bound, which may find a shortest solution."""
        if not self._is_good_enough:
            self.accept(self._steps.raise_bound(self._best(), share * self._run.seconds_left()))

    def _widen(self) -> None:
        """Beams, each wider than the last, while there is time for one."""
        is_first = True
        while not self._is_good_enough:
            width = self._next_width(is_repeated=is_first and self._last_width > 0)
            if width is None:
                return
            if self._is_filling and self._is_first_proof:
                self._first_proof(_SHARE_FOR_PROOF_BY_DATABASES)
                continue  # with the width for the time that is left
            is_first = False
            self._beam(width, is_backward=False)
            if self._is_filling and not self._width:  # what the first beam left of its time makes the second one wider
                fitting = _SHARE_FOR_BEAMS * self._run.seconds_left() / self._seconds_per_width
                width = max(width, int(min(fitting, self._widest(), _OPTIMISM * width)))
            self._beam(width, is_backward=True)
            self._last_width = width
            if width == self._width:
                return

    def _next_width(self, *, is_repeated: bool) -> int | None:
        """The width of the next beam, or None if too little time is left for one that is worth it.

        After the windows a beam may be as wide as the last one, because it chooses differently among equal scores.
        """
        width: float = _GROWTH * self._last_width or _FIRST_WIDTH
        least = self._last_width if is_repeated else _LEAST_GROWTH * self._last_width
        if self._seconds_per_width:
            fitting = _SHARE_FOR_BEAMS * self._run.seconds_left() / (2 * self._seconds_per_width)
            is_measured = self._last_width >= _LEAST_WIDTH_MEASURED
            self._is_filling = is_measured and fitting <= _GROWTH_OF_WIDEST * self._last_width
            width = _OPTIMISM * fitting if self._is_filling else min(width, fitting)
        width = min(width, self._widest())
        if width < max(least, 1):
            return None
        return min(int(width), self._width) if self._width else int(width)

    def _widest(self) -> float:
        """The width for which the memory suffices: two layers of boards, their children, and an origin of each node."""
        memory = _DEFAULT_MEMORY if self._run.limits.memory is None else self._run.limits.memory
        bytes_per_node = 4 * self._cells + 4 * len(self._best()) + 250
        return 0.9 * memory / bytes_per_node

    def _beam(self, width: int, *, is_backward: bool) -> None:
        """One beam. The first of two may take half of their time, the second what is left of it."""
        if self._is_good_enough:
            return
        run, length = self._run, len(self._best())
        run.begin_iteration(length)
        longest = int(min(length - 2, run.depth_limit))
        began, pace = run.elapsed(), None
        if run.limits.time is not None:
            seconds = _SHARE_FOR_BEAMS * run.seconds_left() / (1 if is_backward else 2)
            pace = Pace(run, seconds, width, longest)
        self.accept(self._steps.beam(BeamSettings(width, longest, self._seed, pace=pace), is_backward=is_backward))
        self._seconds_per_width = (run.elapsed() - began) / width

    def _shorten(self) -> None:
        """Passes over the windows, with wider beams when none gets shorter.

        What was tried without success is not tried again before there is another solution: the next windows are wider.
        """
        if self._best() is not self._shortened:
            self._windows = 0
        while True:
            width = _FIRST_WINDOWS[0] * _GROWTH_OF_WINDOWS[0] ** self._windows
            length = _FIRST_WINDOWS[1] + _GROWTH_OF_WINDOWS[1] * self._windows
            length = _LONG_WINDOW if self._has_long_windows else length
            most = min(self._width or width, max(int(self._widest() / _WINDOWS_AT_ONCE), 1))
            self._shorten_with(min(width, most), length)
            if self._is_good_enough:
                return
            self._windows += 1
            self._shortened = self._best()
            if width >= (self._width or max(_LAST_WINDOW_WIDTH, self._last_width // 4)):
                return

    def _shorten_with(self, width: int, length: int) -> None:
        first = failures = 0
        while failures < _SHIFTS and not self._is_good_enough:
            best = self._best()
            self._run.poll()
            self._run.begin_iteration(len(best))
            self.accept(self._steps.shorten(best, WindowSettings(length, first, width, self._seed)))
            failures = failures + 1 if self.best is best else 0
            first = (first + length // _SHIFTS) % length
