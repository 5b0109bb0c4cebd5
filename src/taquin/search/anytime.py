"""Anytime solving: a solution at once, then shorter and shorter ones until the time is up.

1. *Construct*: the constructive method solves a board of any size at once.
2. *Beams*: layered beams guided by a learned score (``layered_beam``), each several times as wide as the last one, look
   for a shorter solution. On boards of more than 256 cells there are none.
3. *Windows*: parts of the solution are solved again (``windows``), until no window gets shorter; then with wider beams.

A wider beam follows only if it can be finished in the time that is left. Lengths never grow. Not optimal; complete,
because constructing is. What is proven of the length is the lower bound: that of linear conflict at the start.

W. Zhang, *Complete anytime beam search*, 1998, has the idea of beams that become wider.
"""

from __future__ import annotations

from typing import Protocol

from taquin.heuristics.linear_conflict import LinearConflict
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import TileSpace
from taquin.run.result import Outcome
from taquin.run.run import Run, Stop
from taquin.search.constructive import construct
from taquin.search.contour import search_contour
from taquin.search.layered_beam import BeamSettings, LayeredBeam
from taquin.search.windows import Path, WindowSettings, shorten_windows
from taquin.tables.scores.labelling import Labelling
from taquin.tables.scores.score import DisplacementScore
from taquin.tables.scores.store import score_weights

MAXIMUM_CELLS = 256
"""The largest boards on which beams search."""
_MAXIMUM_PROVEN_CELLS = 10
"""The largest boards on which the reference proves that a solution is shortest."""

_FIRST_WIDTH = 16
_GROWTH = 4
"""A beam is at most so many times as wide as the one before."""
_LEAST_GROWTH = 1.5
"""A beam that would be wider by less than this factor is not worth its time."""
_SHARE_FOR_BEAM = 0.85
"""How much of the time that is left a beam may take; the rest is for windows."""
_DEFAULT_MEMORY = 2 * 10**9
"""What beams may use if no limit of memory is given, in bytes."""
_SHARE_FOR_PROOF = 0.05
_SHARE_FOR_LAST_PROOF = 0.5
"""How much of the time that is left a proof may take when nothing else has helped."""
_WINDOWS = ((64, 60), (256, 90), (1024, 120))
"""Widths of beams and lengths of windows: the next ones are tried when no window gets shorter."""
_SHIFTS = 3
"""The windows of a pass begin a third of a window later than those of the pass before."""
_LARGEST_WINDOW = 10


def window_shape(shape: Shape) -> Shape:
    """The boards that the weights for windows are made for: windows have at most this shape."""
    if shape.cells <= MAXIMUM_CELLS:
        return shape
    return Shape(min(shape.rows, _LARGEST_WINDOW), min(shape.columns, _LARGEST_WINDOW))


class Steps(Protocol):
    """What anytime solving is made of. The reference and the core each have their own."""

    def construct(self) -> Path:
        """A first solution."""
        ...

    def beam(self, settings: BeamSettings) -> Path | None:
        """A solution of at most ``longest`` moves, or None."""
        ...

    def shorten(self, path: Path, settings: WindowSettings) -> Path:
        """The path after one pass over its windows."""
        ...

    def raise_bound(self, best: Path, seconds: float) -> Path | None:
        """Spend some time on a better lower bound; if that finds a shortest solution, it is returned."""
        ...


def anytime(
    space: TileSpace, run: Run, *, width: int = 0, within: float = 1, seed: int = 0, threads: int = 0
) -> Outcome:
    """Solve a board of any size, and improve the solution while time remains.

    With a ``width`` no beam is wider, and the search ends when neither beams nor windows of that width find anything
    shorter. It also ends when the length is at most ``within`` times the lower bound. ``threads`` changes
    nothing but the time that the native core takes; the reference uses one.
    """
    steps = ReferenceSteps(space, run)
    return improve(steps, space.shape.cells, run, width=width, within=within, seed=seed)


def improve(steps: Steps, cells: int, run: Run, *, width: int, within: float, seed: int) -> Outcome:
    """The schedule: which step follows which, and when it ends. A limit ends it with the best solution so far."""
    schedule = _Schedule(steps, cells, run, width, within, seed)
    reason = ""
    try:
        schedule.accept(steps.construct())
        schedule.improve()
    except Stop as stop:
        if schedule.best is None or len(schedule.best) > run.depth_limit:
            raise
        reason = stop.reason
    best = schedule.best
    assert best is not None
    if len(best) > run.depth_limit:
        run.is_depth_limited = True
        return run.exhausted(is_complete=False)
    return run.solved(best.moves, best.nodes[-1] if best.nodes else 0, reason=reason)


class _Schedule:
    """The best solution so far, and what is tried next to improve it."""

    def __init__(self, steps: Steps, cells: int, run: Run, width: int, within: float, seed: int) -> None:
        self.best: Path | None = None
        self._steps = steps
        self._cells = cells
        self._run = run
        self._width = width
        self._within = within
        self._seed = seed
        self._last_width = 0
        self._seconds_per_width = 0.0

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
        self._prove(_SHARE_FOR_PROOF)
        while not self._is_good_enough:
            length = len(self._best())
            if self._cells <= MAXIMUM_CELLS:
                self._widen()
            self._shorten()
            self._seed += 1  # another choice among equal scores
            if len(self._best()) == length:
                if self._width:
                    return
                self._prove(_SHARE_FOR_LAST_PROOF)

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
            is_first = False
            began = self._run.elapsed()
            self._beam(width)
            self._seconds_per_width = (self._run.elapsed() - began) / width
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
            width = min(width, _SHARE_FOR_BEAM * self._run.seconds_left() / self._seconds_per_width)
        width = min(width, self._widest())
        if width < max(least, 1):
            return None
        return min(int(width), self._width) if self._width else int(width)

    def _widest(self) -> float:
        """The width for which the memory suffices: two layers of boards, their children, and an origin of each node."""
        memory = _DEFAULT_MEMORY if self._run.limits.memory is None else self._run.limits.memory
        bytes_per_node = 4 * self._cells + 4 * len(self._best()) + 250
        return 0.9 * memory / bytes_per_node

    def _beam(self, width: int) -> None:
        length = len(self._best())
        self._run.begin_iteration(length)
        longest = int(min(length - 2, self._run.depth_limit))
        self.accept(self._steps.beam(BeamSettings(width, longest, self._seed)))

    def _shorten(self) -> None:
        """Passes over the windows, until none gets shorter with any width."""
        for width, length in _WINDOWS:
            limited = min(width, self._width) if self._width else width
            self._shorten_with(limited, length)
            if limited == self._width and length >= len(self._best()):
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


class ReferenceSteps:
    """The steps in Python. Every node is reported to the run."""

    def __init__(self, space: TileSpace, run: Run) -> None:
        self._space = space
        self._run = run
        self._heuristic = LinearConflict(Board.from_state(space.goal, space.shape))
        run.add_root(0, self._heuristic(space.start))
        self._window_weights = score_weights(window_shape(space.shape))

    def construct(self) -> Path:
        """The moves of the constructive method; each is a node."""
        run, space = self._run, self._space

        def poll(made: int) -> None:
            run.poll()

        moves = construct(space.shape, space.start, space.goal, poll)
        for node, move in enumerate(moves):
            run.expand(node)
            run.generate(node + 1, node, move, node + 1, 0)
        run.measure(1, len(moves) + 1)
        return Path(moves, range(1, len(moves) + 1))

    def beam(self, settings: BeamSettings) -> Path | None:
        """A beam from the start."""
        labelling = Labelling(self._space.shape, self._space.goal)
        weights = score_weights(self._space.shape)
        beam = LayeredBeam(DisplacementScore(weights, self._space.shape, labelling.blank))
        found = beam.search(labelling.labels(self._space.start), settings, self._run)
        return None if found.moves is None else Path(labelling.original(found.moves), found.nodes)

    def shorten(self, path: Path, settings: WindowSettings) -> Path:
        """One pass over the windows."""
        return shorten_windows(self._space.shape, self._space.start, path, settings, self._window_weights, self._run)

    def raise_bound(self, best: Path, seconds: float) -> Path | None:
        """The passes of IDA*, on small boards alone: on others they take too long in Python."""
        if self._space.shape.cells > _MAXIMUM_PROVEN_CELLS:
            return None
        bound = self._run.lower_bound
        while bound < len(best):
            contour = search_contour(self._space, self._run, self._heuristic, bound=bound, depth=self._run.depth_limit)
            if contour.moves is not None:
                return Path(bytes(contour.moves), [contour.goal] * len(contour.moves))
            bound = min(contour.next_bound, len(best))
            self._run.raise_lower_bound(bound)
        return None
