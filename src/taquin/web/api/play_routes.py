"""Routes for playing: new boards, hints, the quality of moves, pictures."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from taquin.analysis.grading import grade_by_plan
from taquin.analysis.hints import default_time, planned_hint
from taquin.puzzle.goals import make_goal
from taquin.puzzle.problem import Problem
from taquin.puzzle.solution import Solution
from taquin.render.records import hint_record
from taquin.tables.plans.plan import has_plans
from taquin.web.api import puzzles, requests, responses
from taquin.web.api.plans import ServerPlans
from taquin.web.api.responses import POST_ERRORS, RUN_ERRORS, file
from taquin.web.api.streams import as_file, run_job
from taquin.web.pool.tasks import make_random, problem_to_job
from taquin.web.server.async_pool import AsyncPool
from taquin.web.server.settings import Settings

JUDGE_TIME = 2.0
SHORT_TIME = 10.0
"""Seconds for drawing and for looking up distances."""
QUICK_MOVES = 5000
QUICK_CELLS = 1000
"""Up to so many random moves, on boards with so many cells in all, are made without a worker: they take a few
milliseconds."""


def short_limits(settings: Settings) -> dict[str, Any]:
    """The limits of a job that does not search."""
    return {"seconds": SHORT_TIME, "memory": settings.memory}


def add_random(router: APIRouter, settings: Settings, pool: AsyncPool) -> None:
    @router.post(
        "/random", summary="New boards", response_model=responses.RandomResponse, responses=POST_ERRORS | RUN_ERRORS
    )
    async def random(request: Request, body: requests.RandomRequest) -> Response:
        """The object of `taquin random --json`: uniform, by random moves, or at an exact distance from the goal."""
        shape = puzzles.read_shape(body.size, settings)
        goal, seed = make_goal(body.goal, shape), puzzles.read_seed(body.seed)
        if body.depth is not None:
            puzzles.check_depth(body)
            puzzles.check_table(goal)
        names = {"depth": body.depth, "moves": body.moves, "count": body.count, "seed": seed}
        job = {"task": "random", **problem_to_job(Problem(goal, goal)), **names, **short_limits(settings)}
        is_quick = (body.moves or 0) * body.count <= QUICK_MOVES and shape.cells * body.count <= QUICK_CELLS
        if body.depth is None and is_quick:
            return Response(make_random(job), media_type="application/json")
        return await run_job(request, pool, job, SHORT_TIME)

    @router.post(
        "/depths",
        summary="Boards by distance",
        response_model=responses.DepthsResponse,
        responses=POST_ERRORS | RUN_ERRORS,
    )
    async def depths(request: Request, body: requests.DepthsRequest) -> Response:
        """The number of boards at each distance from a goal, where all are known."""
        goal = make_goal(body.goal, puzzles.read_shape(body.size, settings))
        puzzles.check_table(goal)
        job = {"task": "depths", **problem_to_job(Problem(goal, goal)), **short_limits(settings)}
        return await run_job(request, pool, job, SHORT_TIME)


def add_playing(router: APIRouter, settings: Settings, pool: AsyncPool, plans: ServerPlans) -> None:
    @router.post("/hint", summary="Hint", response_model=responses.HintResponse, responses=POST_ERRORS | RUN_ERRORS)
    async def hint(request: Request, body: requests.HintRequest) -> Response:
        """The object of `taquin hint --json`. With `count` it has only the number of moves that are left.

        Beyond 4x4 the solution is kept, so that the next hints come at once.
        """
        problem, _ = puzzles.read_puzzle(body, settings)
        limits = puzzles.read_limits(body.limits, settings, usual_time=default_time(problem.shape))
        if has_plans(problem.shape):
            is_limited = body.limits != requests.LimitsRequest()
            result = await plans.obtain(request, pool, problem, limits, is_improved=is_limited)
            return JSONResponse(hint_record(planned_hint(result), only_count=body.count))
        job = {"task": "hint", **problem_to_job(problem), "limits": asdict(limits), "count": body.count}
        return await run_job(
            request, pool, job, (limits.time or 0) + 1
        )  # one more second to find moves that are as good

    @router.post(
        "/judge",
        summary="Judge a move",
        response_model=responses.JudgeResponse,
        responses=POST_ERRORS | RUN_ERRORS,
    )
    async def judge(request: Request, body: requests.JudgeRequest) -> Response:
        """The distances before and after: exact up to 10 cells, on larger boards if proven within the limits.

        Beyond 4x4 `plan` compares the best solutions that are known.
        """
        problem, _ = puzzles.read_puzzle(body, settings)
        limits = puzzles.read_limits(body.limits, settings, usual_time=JUDGE_TIME)
        moves = puzzles.read_moves(body, problem.start, settings)
        if has_plans(problem.shape):
            quick = replace(limits, time=min(limits.time or JUDGE_TIME, default_time(problem.shape)))
            before = await plans.obtain(request, pool, problem, quick)
            return JSONResponse(grade_by_plan(before, Solution(problem.start, moves), plans.book).to_dict())
        known = {"moves": moves, "before": body.before}
        job = {"task": "judge", **problem_to_job(problem), "limits": asdict(limits), **known}
        return await run_job(request, pool, job, limits.time or 0)

    @router.post(
        "/explain",
        summary="Explain an estimate",
        response_model=responses.ExplainResponse,
        responses=POST_ERRORS | RUN_ERRORS,
    )
    async def explain(request: Request, body: requests.ExplainRequest) -> Response:
        """The estimate of a heuristic as a sum: the way of each tile, conflicts, cycles, groups of tiles."""
        problem, _ = puzzles.read_puzzle(body, settings)
        heuristic = puzzles.read_heuristic(body.heuristic)
        job = {"task": "explain", **problem_to_job(problem), "heuristic": heuristic, **short_limits(settings)}
        return await run_job(request, pool, job, SHORT_TIME)

    @router.post(
        "/draw",
        summary="Draw a picture",
        response_class=Response,
        responses=POST_ERRORS | RUN_ERRORS | file("An SVG file.", "image/svg+xml"),
    )
    async def draw(request: Request, body: requests.DrawRequest) -> Response:
        """An SVG of the board, of the moves as a strip of boards, or an animation."""
        problem, _ = puzzles.read_puzzle(body, settings)
        moves = puzzles.read_moves(body, problem.start, settings)
        options = {"kind": body.kind, "theme": body.theme, "pace": body.pace}
        job = {"task": "draw", **problem_to_job(problem), "moves": moves, **options, **short_limits(settings)}
        return as_file(await run_job(request, pool, job, SHORT_TIME, "image/svg+xml"), f"taquin-{body.kind}.svg")
