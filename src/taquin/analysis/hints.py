"""The next move: all best moves if they can be proven in time, else a good move with a lower bound."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from taquin.analysis.known_solutions import improve_plan, known_result, look_up
from taquin.puzzle.board import Board, BoardLike
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import GoalLike
from taquin.puzzle.guesses import suggests_names
from taquin.puzzle.moves import Move
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric, Slide
from taquin.run.limits import Amount, Cancellation, Limits, as_limits
from taquin.run.progress import ProgressListener
from taquin.run.result import Result, Status
from taquin.run.run import Run
from taquin.solving.default_methods import QUICK_TIME, proving_method, quick_method
from taquin.solving.method import make_method
from taquin.solving.solver import run_default, solve
from taquin.tables.distances import ready_table
from taquin.tables.plans.plan import has_plans
from taquin.tables.plans.store import stored_plans
from taquin.tables.storage.folder import WarningHandler, issue_warning

_PROOF_TIME = 10.0
"""The time limit in seconds on boards where a proof is likely."""

_OTHER_MOVES_TIME = 1.0  # seconds, to check which other moves are also best


@suggests_names
@dataclass(frozen=True, kw_only=True, repr=False)
class Hint:
    """The next move or slide: the first of ``slides``. Those after it are equally good.

    >>> found = hint("1 2 3 / 4 0 5 / 7 8 6")
    >>> found
    <Hint: Right, 2 moves left, proven>
    >>> found.moves[0].word, found.left
    ('Right', 2)
    """

    result: Result
    """The run that the hint comes from. If there is no hint, its status and reason say why."""
    lower_bound: int
    """No solution is shorter than this."""
    slides: tuple[Slide, ...] = ()
    """The directions of the blank, with the number of tiles that slide: always 1 unless the metric is ``slides``."""
    is_complete: bool = False
    """Whether ``slides`` contains all best moves."""
    is_planned: bool = False
    """Whether the move comes from a kept plan; then other moves are not checked."""

    def __repr__(self) -> str:
        if self.left is None:
            return f"<Hint: none: {self.result}>"
        words = [slide.move.word + (f" by {slide.tiles}" if slide.tiles > 1 else "") for slide in self.slides]
        moves = " or ".join(words) or "none: this is the goal"
        left = f"{self.result.metric.amount(self.left)} left"
        return f"<Hint: {moves}, {left}, {'proven' if self.is_proven else f'at least {self.lower_bound}'}>"

    @property
    def moves(self) -> tuple[Move, ...]:
        """The directions of the best moves."""
        return tuple(slide.move for slide in self.slides)

    @property
    def left(self) -> int | None:
        """The length of the solution that was found, the hint included; None if none was found."""
        return self.result.length

    @property
    def is_proven(self) -> bool:
        """Whether the solution is proven to be a shortest one."""
        return self.left == self.lower_bound


def hint(
    start: BoardLike | Problem,
    goal: GoalLike | None = None,
    *,
    limits: Limits | None = None,
    time: Amount | None = None,
    nodes: Amount | None = None,
    memory: Amount | None = None,
    depth: Amount | None = None,
    cancellation: Cancellation | None = None,
    progress: ProgressListener | None = None,
    warn: WarningHandler = issue_warning,
) -> Hint:
    """Find the next move.

    If a table of all distances is available (see ``ready_table``), all best moves are read from it. Otherwise, up to
    4×4, the board is solved as by ``solve`` within the time limit (10 s by default): if a shortest solution is not
    proven in time, there is a good one. Checking which other moves are also best takes up to one second more.

    On larger boards the move begins a good solution, which is found once, in 1 s by default, and kept as a plan. For a
    board on the plan or a few moves off it, later hints continue the plan immediately, also in another process. With a
    limit on time or nodes the plan is first improved within that limit.

    >>> found = hint("1 2 3 / 4 0 5 / 7 8 6")
    >>> found.moves, found.left, found.is_proven
    ((<Move.RIGHT: 3>,), 2, True)
    """
    problem = Problem(start, goal)
    shape = problem.shape
    limits = as_limits(limits, time=time, nodes=nodes, memory=memory, depth=depth)
    if limits.depth is None and (known := _look_up(problem, warn)) is not None:
        return known
    if has_plans(shape) and problem.metric is Metric.MOVES:
        return _planned_hint(problem, limits, cancellation, progress)
    seconds = default_time(shape) if limits.time is None else limits.time
    run = Run(replace(limits, time=seconds), None, cancellation, progress)
    best = run_default(problem, quick_method(shape, problem.metric, problem.goal), run)
    first_hint = Hint(result=best, lower_bound=best.lower_bound, slides=_first_slide(best))
    if not first_hint.slides or not first_hint.is_proven:
        return first_hint
    return _with_others(
        first_hint,
        partial(solve, goal=problem.goal, metric=problem.metric, cancellation=cancellation, progress=progress),
    )


def _first_slide(result: Result) -> tuple[Slide, ...]:
    """The first move or slide of the solution, if there is one."""
    return tuple(result.metric.slides(result.moves or ())[:1])


def _planned_hint(
    problem: Problem, limits: Limits, cancellation: Cancellation | None, progress: ProgressListener | None
) -> Hint:
    """The first move of a kept plan; without a plan, or with limits, of a solution that a search finds."""
    plans = stored_plans()
    if limits == Limits() and problem.is_solvable and (known := known_result(problem, plans)) is not None:
        return planned_hint(known)
    run = Run(limits, None, cancellation, progress)
    if limits.time is None:
        run.anytime.default_time = QUICK_TIME  # from then on it stops when it has a solution, on any machine
    return planned_hint(improve_plan(problem, plans, run))


def planned_hint(result: Result) -> Hint:
    """The hint from a good solution of a large board."""
    return Hint(result=result, lower_bound=result.lower_bound, slides=_first_slide(result), is_planned=True)


def _look_up(problem: Problem, warn: WarningHandler) -> Hint | None:
    """The hint from a table of distances, or None if no table is available."""
    known = look_up(problem, warn=warn)
    table = None if known is None else ready_table(problem.goal, warn=warn, metric=problem.metric)
    if known is None or table is None:
        return None
    best = table.best_slides(problem.start)
    return Hint(result=known, lower_bound=known.lower_bound, slides=best, is_complete=True)


def default_time(shape: Shape) -> float:
    """The time limit in seconds if none is set: short beyond 4×4, where a proof is unlikely."""
    return QUICK_TIME if has_plans(shape) else _PROOF_TIME


def _with_others(hint: Hint, run: partial[Result]) -> Hint:
    """Add the other moves that begin a shortest solution: after them the goal is one move nearer."""
    start, metric, left = hint.result.start, hint.result.metric, hint.lower_bound
    method = proving_method(start.shape, metric=metric)
    if method.algorithm.key != "ida_star":
        method = make_method("ida_star", "linear_conflict")  # A* would search beyond the depth limit
    best, time = list(hint.slides), _OTHER_MOVES_TIME
    for number, child in Problem(start, hint.result.goal, metric=metric).space.successors(start.state):
        slide = Slide.from_number(number)
        if slide == best[0]:
            continue
        board = Board.from_state(child, start.shape)
        tried = run(board, algorithm=method, limits=Limits(time=max(time, 0), depth=left - 1))
        time -= tried.seconds
        if tried.is_solved:
            best.append(slide)
        elif tried.status is not Status.EXHAUSTED:  # out of time, or cancelled
            return replace(hint, slides=tuple(best))
    return replace(hint, slides=tuple(best), is_complete=True)
