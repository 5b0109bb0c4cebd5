"""The steps of anytime solving on the native core."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from taquin import _native
from taquin.algorithms.anytime import SlideSteps
from taquin.algorithms.anytime_schedule import MAXIMUM_CELLS, Steps, improve, reversed_moves, window_shape
from taquin.algorithms.construction.walk import look_ahead
from taquin.algorithms.layered_beam import BeamSettings
from taquin.algorithms.windows import Path, WindowSettings
from taquin.heuristics.linear_conflict import LinearConflict
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.run.budget import OUT_OF_MEMORY, Stop
from taquin.run.limits import Limits
from taquin.run.result import Counters, Outcome
from taquin.run.run import Run
from taquin.solving.specs import OptionValue
from taquin.system.cores import core_count
from taquin.tables.scores.score import Labelling, PlacedScore
from taquin.tables.scores.store import placed_score, score_weights
from taquin.tables.scores.weights import ScoreWeights

NO_LIMIT = 2**64 - 1  # a number of nodes for the core that means any number
_MAXIMUM_PROVEN_CELLS = 12  # the largest boards on which a proof without a time limit ends soon


@dataclass(frozen=True)
class Prover:
    """IDA* for the lower bound."""

    search: Callable[[_native.core.ShouldStop, Limits], _native.core.SearchResult]
    """Runs within limits of nodes and depth until it has a shortest solution, or until it should stop."""
    has_databases: bool = False  # whether it has large databases, which take a second to load


def run_anytime(problem: Problem, run: Run, options: Mapping[str, OptionValue], prover: Prover | None) -> Outcome:
    """Anytime solving on the core. ``prover`` is None if the core has no proof for such boards."""
    run.add_root(0, problem.in_metric(LinearConflict(problem.goal)(problem.start.state)))
    threads = int(options["threads"]) or core_count()
    steps: Steps = NativeSteps(problem, run, threads, prover)
    if problem.metric is Metric.SLIDES:
        steps = SlideSteps(steps, problem.shape)
    return improve(
        steps,
        problem.start,
        run,
        width=int(options["width"]),
        within=float(options["within"]),
        seed=int(options["seed"]),
    )


def construct(problem: Problem, should_stop: _native.core.ShouldStop) -> bytes | None:
    """Call the core's constructive solver, which records no events: every move is a node. None if it was stopped."""
    shape = problem.shape
    boards = (array("i", list(problem.start.state)), array("i", list(problem.goal.state)))
    depth = look_ahead(shape.cells)
    return _native.core.construct(shape.rows, shape.columns, *boards, depth, should_stop)


class NativeSteps:
    """The steps of anytime solving, each a call of the core. Nodes are counted but not numbered."""

    metric = Metric.MOVES

    def __init__(self, problem: Problem, run: Run, threads: int, prover: Prover | None) -> None:
        self._problem = problem
        self._run = run
        self._threads = threads
        self._prover = prover
        self.has_databases = prover is not None and prover.has_databases
        self._start = array("i", list(problem.start.state))
        if problem.shape.cells <= MAXIMUM_CELLS:
            weights = score_weights(problem.shape)
            start, goal = problem.start, problem.goal
            self._directions = [_Direction(start, goal, weights), _Direction(goal, start, weights)]
        self._window_weights = score_weights(window_shape(problem.shape))

    def construct(self) -> Path:
        with Counting(self._run) as counting:
            initial = self._run.anytime.initial
            moves = construct(self._problem, counting.should_stop) if initial is None else initial
            if moves is None:
                raise counting.stops[0]
            length = min(len(moves), counting.nodes_left())
            counting.add(Counters(expanded=length, generated=length, max_depth=length, max_stored=length + 1))
        if length < len(moves):
            self._run.poll()  # raises Stop: every move is a node
        return _path(moves)

    def beam(self, settings: BeamSettings, *, is_backward: bool) -> Path | None:
        direction = self._directions[is_backward]
        with Counting(self._run) as counting:
            result = _native.core.run_beam(
                direction.score,
                direction.start,
                settings.width,
                settings.longest,
                settings.seed,
                0,
                self._threads,
                counting.should_stop,
                settings.pace,
                counting.nodes_left(),
                *([True] if settings.metric is Metric.SLIDES else []),  # a core in a browser may be older
            )
            counting.add(Counters.of(result.counters))
        counting.raise_stop(result.status)
        if result.status is not _native.core.Status.SOLVED:
            return None
        moves = direction.labelling.original(result.moves)
        return _path(reversed_moves(moves) if is_backward else moves)

    def shorten(self, path: Path, settings: WindowSettings) -> Path:
        """One pass over the windows. What a pass found before it was stopped is kept; the next poll stops the run."""
        shape, weights = self._problem.shape, self._window_weights
        with Counting(self._run) as counting:
            result = _native.core.shorten_windows(
                shape.rows,
                shape.columns,
                self._start,
                path.moves,
                settings.length,
                settings.first,
                settings.width,
                settings.seed,
                weights.shape.rows,
                weights.shape.columns,
                array("h", weights.values),
                self._threads,
                counting.should_stop,
                counting.nodes_left(),
            )
            counting.add(Counters.of(result.counters))
        return _path(result.moves)

    def raise_bound(self, best: Path, share: float) -> Path | None:
        run = self._run
        is_endless = run.limits.time is None and self._problem.shape.cells > _MAXIMUM_PROVEN_CELLS
        if self._prover is None or is_endless:
            return None
        end: float | None = None
        has_node_limit = run.limits.nodes is not None

        def should_stop(expanded: int, generated: int, lower_bound: int, memory: int) -> bool:
            nonlocal end
            if end is None:  # the search begins: the databases are loaded
                end = run.elapsed() + share * run.seconds_left()
            is_stopped = counting.should_stop(expanded, generated, lower_bound, memory)
            is_proven = lower_bound >= len(best) and not has_node_limit
            return is_stopped or run.elapsed() >= end or is_proven

        with Counting(run) as counting:
            # Where nodes are counted, the proof must not end at a moment that the clock chooses: its depth is limited.
            limits = Limits(nodes=counting.nodes_left(), depth=len(best) - 1) if has_node_limit else Limits()
            result = self._prover.search(should_stop, limits)
            counting.add(Counters.of(result.counters))
        is_exhausted = result.status is _native.core.Status.EXHAUSTED
        run.raise_lower_bound(len(best) if is_exhausted else result.lower_bound)
        counting.raise_stop(result.status)
        return _path(result.moves) if result.status is _native.core.Status.SOLVED else None


class _Direction:
    """What beams from one board to another need."""

    def __init__(self, start: Board, goal: Board, weights: ScoreWeights) -> None:
        shape = goal.shape
        self.labelling = Labelling(shape, goal.state)
        self.start = self.labelling.labels(start.state)
        placed = placed_score(shape) if self.labelling.blank == shape.cells - 1 else None
        self.score = make_score(shape, self.labelling.blank, weights, placed)


def make_score(
    shape: Shape, blank: int, weights: ScoreWeights, placed: PlacedScore | None
) -> _native.core.DisplacementScore:
    """The core's form of a score for goals with the blank on this cell."""
    values, own = array("h", weights.values), array("h") if placed is None else placed.values
    return _native.core.DisplacementScore(
        shape.rows, shape.columns, blank, weights.shape.rows, weights.shape.columns, values, own
    )


class Counting:
    """Adds what one call of the core counts to the counters of the run, and polls the run during the call."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._before = run.counters.freeze()
        self.stops: list[Stop] = []

    def __enter__(self) -> Counting:
        return self

    def __exit__(self, *_: object) -> None:
        self._run.budget.memory = lambda: 0

    def should_stop(
        self, expanded: int, generated: int, lower_bound: int, memory: int, solution: Sequence[int] | None = None
    ) -> bool:
        """See ``ShouldStop``."""
        run = self._run
        run.counters.expanded = self._before.expanded + expanded
        run.counters.generated = self._before.generated + generated
        run.lower_bound = max(run.lower_bound, lower_bound)
        run.budget.memory = lambda: memory
        if solution is not None:
            run.report_solution(solution)
        try:
            run.check()  # the core itself compares the number of nodes with its limit
        except Stop as stop:
            self.stops.append(stop)
        return bool(self.stops)

    def nodes_left(self) -> int:
        limit = self._run.limits.nodes
        return NO_LIMIT if limit is None else max(0, limit - self._before.generated)

    def raise_stop(self, status: _native.core.Status) -> None:
        """Raise ``Stop`` if the call was stopped, by a limit of the run or by its number of nodes."""
        if self.stops:
            raise self.stops[0]
        if status is _native.core.Status.STOPPED:
            self._run.poll()

    def stop_reason(self, status: _native.core.Status) -> str:
        """Why a call was stopped that has a solution already."""
        try:
            self.raise_stop(status)
        except Stop as stop:
            return stop.reason
        return OUT_OF_MEMORY

    def add(self, counted: Counters) -> None:
        self._run.counters = Counters.of(self._before + counted.freeze())


def _path(moves: bytes) -> Path:
    return Path(moves, range(1, len(moves) + 1))
