"""Grading moves made by hand: the exact distances to the goal before and after, where both are known."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from itertools import pairwise
from typing import Annotated, Literal, TypedDict

from taquin.analysis.known_solutions import improve_plan, known_result
from taquin.puzzle.board import Board, BoardLike
from taquin.puzzle.goals import GoalLike
from taquin.puzzle.moves import Move, MovesLike
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric, Slide
from taquin.puzzle.solution import Solution
from taquin.puzzle.words import plural
from taquin.run.limits import Amount, Cancellation, Limits, as_limits
from taquin.run.progress import ProgressListener
from taquin.run.result import Quality, Result
from taquin.run.run import Run
from taquin.solving.default_methods import proving_method
from taquin.solving.solver import solve
from taquin.tables.distances import ready_table
from taquin.tables.plans.plan import PlanBook, has_plans
from taquin.tables.plans.store import stored_plans

DEFAULT_TIME = 2.0
"""The time limit in seconds if none is set; short, because a player waits for the result."""


class Verdict(StrEnum):
    """The grade of a move."""

    BEST = "best"
    """It begins a shortest solution, and no other move is known to do so."""
    EQUAL = "equal"
    """It begins a shortest solution, and so does another move."""
    WORSE = "worse"
    """It does not begin a shortest solution."""


class PlanRecord(TypedDict):
    """The lengths of the best known solutions before and after the moves; shorter ones may exist."""

    before: int
    after: int
    effect: Literal["keeps", "leaves", "shortens"]
    sentence: str


class JudgementRecord(TypedDict):
    """How good the moves were. Distances are exact, or null where they are not known."""

    moves: str
    before: int | None
    after: int | None
    verdict: Annotated[
        str | None, Verdict | None, "`best`: the only best move; `equal`: one of several; `worse`: none."
    ]
    best: Annotated[str | None, "Every first move of a shortest solution, where all are known."]
    best_tiles: Annotated[list[int] | None, "How many tiles slide with each of `best`."]
    plan: Annotated[PlanRecord | None, "Beyond 4x4: what is known where distances are not."]


@dataclass(frozen=True, kw_only=True)
class PlanStep:
    """The lengths of the best known solutions before and after some moves. Shorter ones may exist.

    >>> step = PlanStep(before=98, after=97, moves=1)
    >>> step.effect, step.sentence
    ('keeps', 'This follows the best known solution: 97 moves left.')
    """

    before: int
    after: int
    moves: int

    @property
    def effect(self) -> Literal["keeps", "leaves", "shortens"]:
        """Whether the moves continue a best known solution, leave it, or lead to a board with a shorter one."""
        expected = self.before - self.moves
        return "keeps" if self.after == expected else "leaves" if self.after > expected else "shortens"

    @property
    def sentence(self) -> str:
        """The effect in one sentence, which claims only what is proven."""
        verb = {"keeps": "follows", "leaves": "leaves", "shortens": "is shorter than"}[self.effect]
        instead = "" if self.effect == "keeps" else f" instead of {self.before - self.moves}"
        return f"This {verb} the best known solution: {plural(self.after, 'move')} left{instead}."

    def to_dict(self) -> PlanRecord:
        """Plain values, for JSON."""
        return {"before": self.before, "after": self.after, "effect": self.effect, "sentence": self.sentence}


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """Moves made by hand, with the distances to the goal before and after; a distance that is not proven is None.

    >>> grade("1 2 3 / 4 0 5 / 7 8 6", "U").to_dict()
    {'moves': 'U', 'before': 2, 'after': 3, 'verdict': 'worse', 'best': 'R', 'best_tiles': [1], 'plan': None}
    """

    solution: Solution
    """The moves and the board before them."""
    before: int | None
    after: int | None
    best_slides: tuple[Slide, ...] = field(default=())
    """All first moves or slides of shortest solutions; empty if they are not known."""
    plan: PlanStep | None = None
    """Beyond 4×4: the best known solutions before and after; None on smaller boards."""
    metric: Metric = Metric.MOVES

    @property
    def best(self) -> tuple[Move, ...]:
        """The directions of ``best_slides``."""
        return tuple(slide.move for slide in self.best_slides)

    @property
    def verdict(self) -> Verdict | None:
        """Best, equal or worse; None if a distance is not known."""
        if self.before is None or self.after is None:
            return None
        if self.after != self.before - self.metric.cost(self.solution.moves):
            return Verdict.WORSE
        return Verdict.EQUAL if len(self.best) > 1 else Verdict.BEST

    def to_dict(self) -> JudgementRecord:
        """Plain values, for JSON."""
        verdict = self.verdict
        return {
            "moves": self.solution.text(),
            "before": self.before,
            "after": self.after,
            "verdict": None if verdict is None else str(verdict),
            "best": "".join(move.letter for move in self.best) or None,
            "best_tiles": [slide.tiles for slide in self.best_slides] or None,
            "plan": None if self.plan is None else self.plan.to_dict(),
        }


def grade(
    start: BoardLike | Problem,
    moves: MovesLike,
    goal: GoalLike | None = None,
    *,
    before: int | None = None,
    limits: Limits | None = None,
    time: Amount | None = None,
    nodes: Amount | None = None,
    memory: Amount | None = None,
    depth: Amount | None = None,
    cancellation: Cancellation | None = None,
    progress: ProgressListener | None = None,
) -> Judgement:
    """Grade moves by the exact distances to the goal before and after them.

    Boards of up to 10 cells (9 without the native core) are looked up in a table of all distances. On larger boards two
    searches share the time limit (2 s by default); distances that they do not prove are None. If ``before``, the
    distance of the start, is given, one search is enough. Beyond 4×4 distances are rarely proven: ``plan`` compares
    the best known solutions, which are kept as for ``hint``; the first one is found in half of the time limit. Raises
    ``MoveError`` for a move that cannot be played.

    >>> found = grade("1 2 3 / 4 0 5 / 7 8 6", "R")
    >>> found.before, found.after, found.verdict
    (2, 1, <Verdict.BEST: 'best'>)
    """
    problem = Problem(start, goal)
    solution, metric = Solution(problem.start, moves), problem.metric
    judged = partial(Judgement, solution=solution, metric=metric)
    if not problem.is_solvable:
        return judged(before=None, after=None)
    table = ready_table(problem.goal, metric=metric)
    if table is not None:
        before, after = table.distance(problem.start), table.distance(solution.end)
        return judged(before=before, after=after, best_slides=table.best_slides(problem.start))
    limits = as_limits(limits, time=time, nodes=nodes, memory=memory, depth=depth)
    seconds = DEFAULT_TIME if limits.time is None else limits.time
    share = replace(limits, time=seconds / 2 if before is None else seconds)
    run = partial(solve, goal=problem.goal, metric=metric, limits=share, cancellation=cancellation, progress=progress)
    if has_plans(problem.shape) and metric is Metric.MOVES:
        plans = stored_plans()
        known = known_result(problem, plans)
        if known is None:
            known = improve_plan(problem, plans, Run(share, None, cancellation, progress))
        by_plan = grade_by_plan(known, solution, plans)
        if by_plan.before is None or by_plan.after is not None:
            return by_plan
        result = run(solution.end, algorithm=proving_method(problem.shape, problem.goal))
        return replace(by_plan, after=result.length if result.quality is Quality.OPTIMAL else None)
    method = proving_method(problem.shape, metric=metric)
    lengths: list[int | None] = [] if before is None else [before]
    for board in (problem.start, solution.end)[len(lengths) :]:
        result = run(board, algorithm=method)
        if result.quality is not Quality.OPTIMAL:
            return judged(before=lengths[0] if lengths else None, after=None)
        lengths.append(result.length)
    return judged(before=lengths[0], after=lengths[1])


def grade_by_plan(before: Result, solution: Solution, plans: PlanBook) -> Judgement:
    """Compare the best known solutions before and after the moves, without a search.

    ``before`` is the result for the board before the moves. Lengths are distances where that is proven.
    """
    if before.length is None:
        return Judgement(solution=solution, before=None, after=None)
    after = known_result(Problem(solution.end, before.goal), plans)
    undone = before.length + solution.length
    is_at_goal = solution.end == before.goal
    left = 0 if is_at_goal else undone if after is None or after.length is None else min(undone, after.length)
    is_proven = is_at_goal or (after is not None and after.quality is Quality.OPTIMAL)
    return Judgement(
        solution=solution,
        before=before.length if before.quality is Quality.OPTIMAL else None,
        after=left if is_proven else None,
        plan=PlanStep(before=before.length, after=left, moves=solution.length),
    )


@dataclass(frozen=True)
class Detour:
    """The first move of a path that does not lead nearer to the goal."""

    number: int
    """The number of the move, from 1."""
    move: Move
    best: tuple[Move, ...]
    """All moves that begin a shortest solution there; empty at the goal."""


def first_detour(path: Solution, goal: Board) -> Detour | None:
    """The first move that leaves every shortest solution; None if there is none, or if no table of distances is ready.

    Boards of up to 10 cells (9 without the native core) have a table.

    >>> found = first_detour(Solution(Board("1 2 3 / 4 0 5 / 7 8 6"), "RUDD"), Board("1 2 3 / 4 5 6 / 7 8 0"))
    >>> found.number, found.move.word, [move.word for move in found.best]
    (2, 'Up', ['Down'])
    """
    table = ready_table(goal) if Problem(path.start, goal).is_solvable else None
    if table is None:
        return None
    for number, ((board, after), move) in enumerate(zip(pairwise(path.boards()), path.moves, strict=True), start=1):
        if table.distance(after) >= table.distance(board):
            return Detour(number, move, table.best_moves(board))
    return None
