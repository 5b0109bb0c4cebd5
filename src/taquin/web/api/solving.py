"""Solve a board, check it, find a hint, judge a move, explain an estimate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Annotated, ClassVar

from taquin.analysis.grading import JudgementRecord, grade, grade_by_plan
from taquin.analysis.hints import Hint, default_time, planned_hint
from taquin.analysis.hints import hint as find_hint
from taquin.analysis.known_solutions import keep_result, known_result, with_seed
from taquin.analysis.review import ReviewRecord
from taquin.analysis.review import review as review_game
from taquin.heuristics.base import ExplanationRecord
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.puzzle.solution import Solution
from taquin.render.records import CheckRecord, HintRecord, check_record, hint_record
from taquin.run.limits import Cancellation, Limits
from taquin.run.progress import Improvement, Progress, ProgressListener
from taquin.run.result import Result, ResultRecord
from taquin.run.run import Run
from taquin.solving.default_methods import quick_method, uses_all_time
from taquin.solving.heuristic_choice import HeuristicChoice
from taquin.solving.method import Method
from taquin.solving.solver import Backend, check_initial, run_default, run_method
from taquin.tables.plans.plan import has_plans
from taquin.web.api import puzzles
from taquin.web.api.job import Content, Job, Json, Service, as_json, ignore, short_job
from taquin.web.api.reading import Bounds, Examples
from taquin.web.api.requests import (
    BOARD,
    LimitedRequest,
    MetricName,
    Natural,
    PuzzleRequest,
    SolveRequest,
    SpecText,
)

JUDGE_TIME, REVIEW_TIME = 2.0, 10.0


def check(body: PuzzleRequest, service: Service) -> Json[CheckRecord]:
    """The object of `taquin check --json`: the parities, and the swap that makes the board solvable."""
    return as_json(check_record(*puzzles.read_puzzle(body, service.settings)))


def solve(body: SolveRequest, service: Service) -> Job[Json[ResultRecord]]:
    """The object of `taquin solve --json`. Closing the connection stops the search."""
    settings = service.settings
    problem = Problem(puzzles.read_puzzle(body, settings)[0], metric=body.metric)
    method = puzzles.read_method(body, problem)
    usual = min(settings.usual_time, settings.improving_time) if uses_all_time(method) else settings.usual_time
    limits = puzzles.read_limits(body.limits, settings, usual_time=usual)
    uses_card = body.backend == "cuda"
    if uses_card:  # the server's limits of nodes and memory are for a core
        given = Limits.parse(**vars(body.limits))
        limits = replace(limits, nodes=given.nodes, memory=given.memory)
    initial, runs = None, 0
    if body.initial is not None:
        initial, runs = check_initial(problem, body.initial, method), 1
        if problem.metric is Metric.MOVES and (known := service.plans.find(problem)) is not None:
            initial, runs = (initial[0], known.lower_bound), known.runs
        method = with_seed(method, runs)

    def finish(answer: tuple[Json[ResultRecord], bytes, int]) -> Json[ResultRecord]:
        response, moves, lower_bound = answer
        if moves and problem.metric is Metric.MOVES:
            service.plans.keep(problem, moves, lower_bound, runs + 1)
        return response

    is_named = bool(body.algorithm or body.heuristic or body.options or initial)
    search = partial(_solve, problem, method, limits=limits, initial=initial, backend=body.backend, is_named=is_named)
    return Job(partial(_respond, search), limits.time or 0, finish, uses_card=uses_card)


def _respond(search: Callable[..., Result], **listeners: object) -> tuple[Json[ResultRecord], bytes, int]:
    """The response of ``solve``, made by the worker; and the moves and the bound, for the server to keep."""
    result = search(**listeners)
    moves = b"" if result.solution is None else bytes(result.solution.moves)
    return as_json(result.to_dict()), moves, result.lower_bound


@dataclass(frozen=True, slots=True)
class Improved(Progress):
    """The first report after a shorter solution was found."""

    moves: str = ""


def _solve(
    problem: Problem,
    method: Method,
    *,
    limits: Limits,
    initial: tuple[bytes, int] | None,
    backend: Backend = "auto",
    is_named: bool = True,
    cancellation: Cancellation,
    progress: ProgressListener,
) -> Result:
    """Run the search. Its reports carry the shorter solutions, so that a client that stops it keeps the best."""
    unsent = list[Improvement]()

    def report(state: Progress) -> None:
        progress(Improved(**asdict(state), moves=unsent[-1].solution.text()) if unsent else state)
        unsent.clear()

    run = Run(limits, None, cancellation, report, unsent.append)
    if initial is not None:
        run.begin_with(*initial)
    return (run_method if is_named else run_default)(problem, method, run, backend)


@dataclass(frozen=True, kw_only=True)
class HintRequest(LimitedRequest):
    """A board to find the next move for: `taquin hint --json`."""

    EXAMPLE: ClassVar = {"board": BOARD, "count": True}

    count: bool = False
    """Return only the number of remaining moves."""
    metric: MetricName = "moves"


def hint(body: HintRequest, service: Service) -> Job[Json[HintRecord]] | Json[HintRecord]:
    """The object of `taquin hint --json`. With `count` it has only the number of moves that are left.

    Beyond 4x4 the solution is kept, so that the next hints come at once.
    """
    problem = Problem(puzzles.read_puzzle(body, service.settings)[0], metric=body.metric)
    limits = puzzles.read_limits(body.limits, service.settings, usual_time=default_time(problem.shape))

    def finish(hint: Hint) -> Json[HintRecord]:
        return as_json(hint_record(hint, only_count=body.count))

    if has_plans(problem.shape) and problem.metric is Metric.MOVES:
        is_improved = any(value is not None for value in vars(body.limits).values())
        return _planned(problem, limits, service, lambda result: finish(planned_hint(result)), is_improved=is_improved)
    call = partial(find_hint, problem, limits=limits, warn=ignore)
    return Job(call, (limits.time or 0) + 1, finish)  # one more second to find moves that are as good


def _planned(
    problem: Problem,
    limits: Limits,
    service: Service,
    respond: Callable[[Result], Content],
    *,
    is_improved: bool = False,
) -> Job[Content] | Content:
    """Respond to the known solution of a board; if there is none, or with ``is_improved``, look for a better one."""
    known = known_result(problem, service.plans)
    if known is not None and not is_improved:
        return respond(known)
    initial = None
    if known is not None and known.solution is not None:
        initial = bytes(known.solution.moves), known.lower_bound
    call = partial(_solve, problem, quick_method(problem.shape), limits=limits, initial=initial)
    return Job(call, limits.time or 0, lambda result: respond(keep_result(result, service.plans)))


@dataclass(frozen=True, kw_only=True)
class JudgeRequest(LimitedRequest):
    """A board and the moves that were played on it."""

    EXAMPLE: ClassVar = {"board": BOARD, "moves": "R"}

    moves: Annotated[str, Bounds(least=1, most=100), Examples("R")]
    """Letters `U D L R`: where the blank went."""
    before: Annotated[Natural | None, Examples(14)] = None
    """The distance before the moves, if it is known: it saves a search."""
    metric: MetricName = "moves"


def judge(body: JudgeRequest, service: Service) -> Job[Json[JudgementRecord]] | Json[JudgementRecord]:
    """The distances before and after: exact up to 10 cells, on larger boards if proven within the limits.

    Beyond 4x4 `plan` compares the best solutions that are known.
    """
    problem = Problem(puzzles.read_puzzle(body, service.settings)[0], metric=body.metric)
    limits = puzzles.read_limits(body.limits, service.settings, usual_time=JUDGE_TIME)
    moves = Solution(problem.start, body.moves)
    if has_plans(problem.shape) and problem.metric is Metric.MOVES:
        quick = replace(limits, time=min(limits.time or JUDGE_TIME, default_time(problem.shape)))
        return _planned(
            problem, quick, service, lambda before: as_json(grade_by_plan(before, moves, service.plans).to_dict())
        )
    call = partial(grade, problem, moves.text(), before=body.before, limits=limits)
    return Job(call, limits.time or 0, lambda judgement: as_json(judgement.to_dict()))


@dataclass(frozen=True, kw_only=True)
class ReviewRequest(PuzzleRequest):
    """A board and the moves that solved it."""

    EXAMPLE: ClassVar = {"board": "1 2 3 / 4 0 5 / 7 8 6", "moves": "UDRD"}

    moves: Annotated[str, Bounds(least=1, most=400), Examples("UDRD")]
    """Letters `U D L R`: where the blank went."""
    metric: MetricName = "moves"


def review(body: ReviewRequest, service: Service) -> Job[Json[ReviewRecord]]:
    """The distances to the goal along a solution, and its detours; none if they are not proven within 10 s."""
    problem = Problem(puzzles.read_puzzle(body, service.settings)[0], metric=body.metric)
    moves = Solution(problem.start, body.moves)
    call = partial(review_game, problem, moves.text(), time=REVIEW_TIME)
    return Job(call, REVIEW_TIME, as_json)


@dataclass(frozen=True, kw_only=True)
class ExplainRequest(PuzzleRequest):
    """A board and the heuristic to explain on it."""

    EXAMPLE: ClassVar = {"board": BOARD, "heuristic": "linear_conflict"}

    heuristic: Annotated[SpecText, Examples("manhattan")]
    """A name, or `max(manhattan, gaschnig)`."""


class ExplainedRecord(ExplanationRecord):
    """An estimate and its parts, whose values add up to it."""

    heuristic: str


def explain(body: ExplainRequest, service: Service) -> Job[Json[ExplainedRecord]]:
    """The estimate of a heuristic as a sum: the distance of each tile, conflicts, cycles, groups of tiles."""
    problem, _ = puzzles.read_puzzle(body, service.settings)
    return short_job(service, _explain, problem, puzzles.read_heuristic(body.heuristic))


def _explain(problem: Problem, choice: HeuristicChoice) -> Json[ExplainedRecord]:
    explanation = choice.build(problem.goal).explain(problem.start.state)
    return as_json({"heuristic": choice.text, **explanation.to_dict()})
