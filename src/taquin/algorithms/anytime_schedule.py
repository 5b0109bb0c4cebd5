"""The schedule of anytime solving: the order of the steps, the width of the beams, and when the search ends.

The reference and the native core share the schedule, and each implements its ``Steps``.
"""

from __future__ import annotations

from typing import Protocol

from taquin.algorithms.layered_beam import BeamSettings
from taquin.algorithms.windows import Path, WindowSettings
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.slides import Metric
from taquin.run.budget import OUT_OF_MEMORY, Stop
from taquin.run.limits import limits_checked_by
from taquin.run.result import Outcome
from taquin.run.run import Run
from taquin.tables.plans.plan import LONGEST, keys_along, places_without_circles

MAXIMUM_CELLS = 256  # the largest boards on which beams search

_FIRST_WIDTH = 16
_GROWTH = 8  # the factor from one beam width to the next, except for the last beams, which fill the remaining time
_GROWTH_OF_WIDEST = 128  # the largest factor for the beams that fill the remaining time
_LEAST_WIDTH_MEASURED = 128  # the time of a narrower beam says little about that of a much wider one
_OVERCOMMIT = 2
"""Overcommit factor of the beam width: wide beams take less time per node, and ``Pace`` narrows slow ones."""
_LEAST_GROWTH = 1.5  # a beam that is wider by less than this factor is not worth its time
_SHARE_FOR_BEAMS = 0.95  # the share of the remaining time for two beams; windows get the rest
_WINDOWS_AT_ONCE = 4
"""How many windows share the memory of a beam: the same number on all machines, so that a run can be repeated."""
_DEFAULT_MEMORY = 2 * 10**9  # the bytes that beams may use without a memory limit
_SHARE_FOR_PROOF = 0.03
_SHARE_FOR_PROOF_BY_DATABASES = 0.5
_SHARE_FOR_LAST_PROOF = 0.5
"""The share of the remaining time for a proof: for the first one, and for one after nothing else has helped.

With databases the first proof follows the narrow beams. These often find a shortest solution, and a proof that knows
its length skips the last and largest iteration.
"""
_FIRST_WINDOWS = (64, 60)
_LAST_WINDOW_WIDTH = 1024
_GROWTH_OF_WINDOWS = (4, 30)
"""The beam width and the length of windows: the factor and the term by which they grow when no window gets shorter."""
_SHIFTS = 3  # the windows of a pass begin a third of a window later than those of the pass before
_LARGEST_LEARNED = 14  # the longest side of boards whose beams reach the goal, and of windows on larger boards
_LONG_WINDOW = 8000
"""The most moves of a window on larger boards; most windows end earlier, because the blank leaves the region."""

_NARROWEST = 16
_SHARE_BEFORE_MEASURING = 0.05  # the share of its time after which the speed of a beam is known well enough
_SHARE_OF_WIDE_LAYERS = 0.92  # the last layers are narrow: most of their boards are too far from the goal


class Pace:
    """Narrows a beam that would take too long.

    The speed of a beam is unknown before it runs: layers that do not fit into the processor's caches are slower, and
    other programs may be running. The speed so far decides how many nodes the remaining layers may have.
    """

    def __init__(self, run: Run, seconds: float, width: int, longest: int) -> None:
        """For a beam that begins now and should end after ``seconds``."""
        self._run = run
        self._began = run.elapsed()
        self._seconds = seconds
        self._width = width
        self._longest = longest

    def __call__(self, depth: int, stored: int) -> int:
        """The width of the layer after the one at this depth; ``stored`` is the number of nodes so far."""
        elapsed = self._run.elapsed() - self._began
        if elapsed <= _SHARE_BEFORE_MEASURING * self._seconds or depth >= self._longest:
            return self._width
        nodes_left = (self._seconds - elapsed) * stored / elapsed
        layers_left = max(_SHARE_OF_WIDE_LAYERS * self._longest - depth, (self._longest - depth) / 2)
        return max(_NARROWEST, min(self._width, int(nodes_left / layers_left)))


def window_shape(shape: Shape) -> Shape:
    """The largest shape of a window on these boards, and the shape that the weights for windows are made for."""
    return Shape(min(shape.rows, _LARGEST_LEARNED), min(shape.columns, _LARGEST_LEARNED))


def reversed_moves(moves: bytes) -> bytes:
    return bytes([move ^ 1 for move in reversed(moves)])


class Steps(Protocol):
    """The steps of anytime solving. The reference and the core each implement them."""

    metric: Metric  # what paths are made of: single moves, or slides
    has_databases: bool  # whether ``raise_bound`` uses large databases, which prove much but take a while to load

    def construct(self) -> Path:
        """A first solution: the initial one of the run, or a new one."""
        ...

    def beam(self, settings: BeamSettings, *, is_backward: bool) -> Path | None:
        """A solution of at most ``longest`` moves, or None; searched from the goal if ``is_backward``."""
        ...

    def shorten(self, path: Path, settings: WindowSettings) -> Path: ...

    def raise_bound(self, best: Path, share: float) -> Path | None:
        """Raise the lower bound within a share of the time that remains when the tables for the proof are ready.

        Return a shortest solution if the proof finds one.
        """
        ...


def improve(steps: Steps, start: Board, run: Run, *, width: int, within: float, seed: int) -> Outcome:
    """Construct a solution and improve it. A limit ends this with the best solution so far."""
    schedule = _Schedule(steps, start.shape, run, steps.construct(), width, within, seed)
    reason = ""
    if run.limits.time is None:
        run.budget.limit_time(run.anytime.default_time)
    try:
        schedule.improve()
    except (Stop, MemoryError) as stop:
        if len(schedule.best) > run.depth_limit:
            raise
        reason = stop.reason if isinstance(stop, Stop) else OUT_OF_MEMORY
    if steps.metric is Metric.MOVES:
        schedule.accept(without_circles(start, schedule.best, run))
    best = schedule.best
    if len(best) > run.depth_limit:
        run.is_depth_limited = True
        return run.exhausted(is_complete=False)
    return run.solved(best.moves, best.nodes[-1] if best.nodes else 0, reason=reason)


def without_circles(start: Board, path: Path, run: Run) -> Path:
    """The path without moves that return to one of its boards, as plans are stored.

    A path of more than ``LONGEST`` moves is returned unchanged. Takes half a second at most.
    """
    if len(path) > LONGEST:
        return path
    with limits_checked_by(lambda memory: None):  # the run may have reached its time limit
        places = places_without_circles(keys_along(start, path.moves))
    straight = Path(bytes(path.moves[place] for place in places), [path.nodes[place] for place in places])
    for number, place in enumerate(places):
        if place != number:  # a circle before it was removed, so its g is smaller now
            parent = straight.nodes[number - 1] if number else 0
            run.improve(path.nodes[place], parent, path.moves[place], number + 1, is_reopened=False)
    return straight


class _Schedule:
    """The best solution so far, and what is tried next to improve it."""

    def __init__(self, steps: Steps, shape: Shape, run: Run, first: Path, width: int, within: float, seed: int) -> None:
        self.best = first
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
        return len(self.best) <= self._within * self._run.lower_bound

    def accept(self, path: Path | None) -> None:
        """Keep a solution if it is shorter, and report it."""
        if path is not None and len(path) < len(self.best):
            self.best = path
            self._report()

    def _report(self) -> None:
        if len(self.best) <= self._run.depth_limit:
            self._run.report_solution(self.best.moves)

    def improve(self) -> None:
        """Try all steps in turn, until the solution is good enough or, with a width, until no step helps."""
        self._report()
        if not self._steps.has_databases:
            self._first_proof(_SHARE_FOR_PROOF)
        while not self._is_good_enough:
            length = len(self.best)
            if self._has_long_windows:
                self._shorten()
            if self._cells <= MAXIMUM_CELLS:
                self._widen()
            self._first_proof(_SHARE_FOR_PROOF_BY_DATABASES)
            if not self._has_long_windows:
                self._shorten()
            self._seed += 1  # another choice among equal scores
            if len(self.best) == length:
                if self._width:
                    return
                self._prove(_SHARE_FOR_LAST_PROOF)

    def _first_proof(self, share: float) -> None:
        if self._is_first_proof:
            self._is_first_proof = False
            self._prove(share)

    def _prove(self, share: float) -> None:
        if not self._is_good_enough:
            self.accept(self._steps.raise_bound(self.best, share))

    def _widen(self) -> None:
        """Beams, each wider than the last, while there is time for one."""
        is_first = True
        while not self._is_good_enough:
            width = self._next_width(is_repeated=is_first and self._last_width > 0)
            if width is None:
                return
            if self._is_filling and self._is_first_proof:
                self._first_proof(_SHARE_FOR_PROOF_BY_DATABASES)
                continue  # with the width for the remaining time
            is_first = False
            self._beam(width, is_backward=False)
            if self._is_filling and not self._width:  # time that the first beam saved makes the second one wider
                fitting = _SHARE_FOR_BEAMS * self._run.seconds_left() / self._seconds_per_width
                width = max(width, int(min(fitting, self._widest(), _OVERCOMMIT * width)))
            self._beam(width, is_backward=True)
            self._last_width = width
            if width == self._width:
                return

    def _next_width(self, *, is_repeated: bool) -> int | None:
        """The width of the next beam, or None if too little time remains for a useful one.

        After the windows a beam may be as wide as the last one, because it chooses differently among equal scores.
        """
        width: float = _GROWTH * self._last_width or _FIRST_WIDTH
        least = self._last_width if is_repeated else _LEAST_GROWTH * self._last_width
        if self._seconds_per_width:
            fitting = _SHARE_FOR_BEAMS * self._run.seconds_left() / (2 * self._seconds_per_width)
            is_measured = self._last_width >= _LEAST_WIDTH_MEASURED
            self._is_filling = is_measured and fitting <= _GROWTH_OF_WIDEST * self._last_width
            width = _OVERCOMMIT * fitting if self._is_filling else min(width, fitting)
        width = min(width, self._widest())
        if width < max(least, 1):
            return None
        return min(int(width), self._width) if self._width else int(width)

    def _widest(self) -> float:
        """The largest width that fits into memory: two layers of boards, their children, and an origin of each node."""
        memory = _DEFAULT_MEMORY if self._run.limits.memory is None else self._run.limits.memory
        bytes_per_node = 4 * self._cells + 4 * len(self.best) + 250
        return 0.9 * memory / bytes_per_node

    def _beam(self, width: int, *, is_backward: bool) -> None:
        """Search with one beam. The first of two may take half of their time, the second the rest."""
        if self._is_good_enough:
            return
        run, length = self._run, len(self.best)
        run.begin_iteration(length)
        gain = 2 if self._steps.metric is Metric.MOVES else 1  # the parity of the moves never changes
        longest = int(min(length - gain, run.depth_limit))
        began, pace = run.elapsed(), None
        if run.limits.time is not None:
            seconds = _SHARE_FOR_BEAMS * run.seconds_left() / (1 if is_backward else 2)
            pace = Pace(run, seconds, width, longest)
        self.accept(self._steps.beam(BeamSettings(width, longest, self._seed, pace=pace), is_backward=is_backward))
        self._seconds_per_width = (run.elapsed() - began) / width

    def _shorten(self) -> None:
        """Pass over the windows, with wider beams when no window gets shorter.

        A width that did not help is not repeated for the same solution: the next windows are wider.
        """
        if self.best is not self._shortened:
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
            self._shortened = self.best
            if width >= (self._width or max(_LAST_WINDOW_WIDTH, self._last_width // 4)):
                return

    def _shorten_with(self, width: int, length: int) -> None:
        first = failures = 0
        while failures < _SHIFTS and not self._is_good_enough:
            best = self.best
            self._run.poll()
            self._run.begin_iteration(len(best))
            self.accept(self._steps.shorten(best, WindowSettings(length, first, width, self._seed)))
            failures = failures + 1 if self.best is best else 0
            first = (first + length // _SHIFTS) % length
