"""Routes for whoever plays: new boards, the next move, what a move was worth, pictures."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from taquin.puzzle.goals import make_goal
from taquin.puzzle.problem import Problem
from taquin.web.api import puzzles, requests, responses
from taquin.web.api.responses import GET_FAILURES, POST_FAILURES, RUN_FAILURES, file
from taquin.web.api.streams import answer, as_file
from taquin.web.pool.tasks import make_random, problem_to_job
from taquin.web.pool.workers import Pool
from taquin.web.settings import Settings

HINT_TIME = 10.0
JUDGE_TIME = 2.0
SHORT_TIME = 10.0
"""Seconds for what takes a moment: drawing, looking up."""
QUICK_MOVES = 5000
"""Random moves that the server makes itself: some milliseconds."""


def add_random(router: APIRouter, settings: Settings, pool: Pool) -> None:
    @router.get(
        "/random", summary="New boards", response_model=responses.RandomAnswer, responses=GET_FAILURES | RUN_FAILURES
    )
    async def random(request: Request, query: Annotated[requests.RandomQuery, Query()]) -> Response:
        """The object of `taquin random --json`: uniform, by random moves, or at an exact distance from the goal."""
        shape = puzzles.read_shape(query.size, settings)
        goal, seed = make_goal(query.goal, shape), puzzles.read_seed(query.seed)
        if query.depth is not None:
            puzzles.check_depth(query)
            puzzles.check_table(goal)
        names = {"depth": query.depth, "moves": query.moves, "count": query.count, "seed": seed}
        job = {"task": "random", **problem_to_job(Problem(goal, goal)), **names}
        if query.depth is None and (query.moves or 0) * query.count <= QUICK_MOVES:
            return Response(make_random(job), media_type="application/json")
        return await answer(request, pool, job, SHORT_TIME)

    @router.get(
        "/depths",
        summary="How hard boards can be",
        response_model=responses.DepthsAnswer,
        responses=GET_FAILURES | RUN_FAILURES,
    )
    async def depths(request: Request, query: Annotated[requests.DepthsQuery, Query()]) -> Response:
        """How many boards there are at each distance from a goal, where all are known."""
        goal = make_goal(query.goal, puzzles.read_shape(query.size, settings))
        puzzles.check_table(goal)
        return await answer(request, pool, {"task": "depths", **problem_to_job(Problem(goal, goal))}, SHORT_TIME)


def add_playing(router: APIRouter, settings: Settings, pool: Pool) -> None:
    @router.post(
        "/hint", summary="The next move", response_model=responses.HintAnswer, responses=POST_FAILURES | RUN_FAILURES
    )
    async def hint(request: Request, message: requests.HintMessage) -> Response:
        """The object of `taquin hint --json`. With `count` it says how many moves are left, and not which."""
        problem, _ = puzzles.read_puzzle(message, settings)
        limits = puzzles.read_limits(message.limits, settings, usual_time=HINT_TIME)
        job = {"task": "hint", **problem_to_job(problem), "limits": asdict(limits), "count": message.count}
        return await answer(request, pool, job, (limits.time or 0) + 1)  # a second more, for moves that are as good

    @router.post(
        "/judge",
        summary="What a move was worth",
        response_model=responses.JudgeAnswer,
        responses=POST_FAILURES | RUN_FAILURES,
    )
    async def judge(request: Request, message: requests.JudgeMessage) -> Response:
        """The distances before and after: exact up to 10 cells, elsewhere if they are proven in time."""
        problem, _ = puzzles.read_puzzle(message, settings)
        limits = puzzles.read_limits(message.limits, settings, usual_time=JUDGE_TIME)
        moves = puzzles.read_moves(message, problem.start, settings)
        job = {"task": "judge", **problem_to_job(problem), "limits": asdict(limits), "moves": moves}
        return await answer(request, pool, job, limits.time or 0)

    @router.post(
        "/draw",
        summary="A picture",
        response_class=Response,
        responses=POST_FAILURES | RUN_FAILURES | file("An SVG file.", "image/svg+xml"),
    )
    async def draw(request: Request, message: requests.DrawMessage) -> Response:
        """An SVG of the board, of moves as a strip, or of a board that plays them without script."""
        problem, _ = puzzles.read_puzzle(message, settings)
        moves = puzzles.read_moves(message, problem.start, settings)
        look = {"kind": message.kind, "theme": message.theme, "pace": message.pace}
        job = {"task": "draw", **problem_to_job(problem), "moves": moves, **look}
        return as_file(await answer(request, pool, job, SHORT_TIME, "image/svg+xml"), f"taquin-{message.kind}.svg")
