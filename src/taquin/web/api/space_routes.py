"""Routes for the whole space of a small board."""

from __future__ import annotations

from dataclasses import asdict

from fastapi import APIRouter, Request
from starlette.responses import Response

from taquin.errors import SpecError
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal
from taquin.puzzle.problem import Problem
from taquin.web.api import puzzles, requests, responses
from taquin.web.api.responses import POST_ERRORS, RUN_ERRORS, file
from taquin.web.api.streams import run_job
from taquin.web.pool.spaces import MOST_CELLS
from taquin.web.pool.tasks import problem_to_job
from taquin.web.server.async_pool import AsyncPool
from taquin.web.server.settings import Settings

LOADING_TIME = 20.0
"""Seconds for listing a space: a second at most where the machine is not busy."""
BYTES = "application/octet-stream"


def add_space(router: APIRouter, settings: Settings, pool: AsyncPool) -> None:
    @router.post(
        "/space",
        summary="All boards of a small size",
        response_class=Response,
        responses=POST_ERRORS | RUN_ERRORS | file("4 bytes for each board, the lowest first.", BYTES),
    )
    async def space(request: Request, body: requests.DepthsRequest) -> Response:
        """Every board that can reach the goal, by distance; `/api/depths` counts them.

        A board is a number whose digits, to the base of the number of cells, are its cells. Up to 9 cells.
        """
        goal = make_goal(body.goal, puzzles.read_shape(body.size, settings))
        _check_space(goal.shape)
        job = {
            "task": "space",
            **problem_to_job(Problem(goal, goal)),
            "seconds": LOADING_TIME,
            "memory": settings.memory,
        }
        return await run_job(request, pool, job, LOADING_TIME, BYTES)

    @router.post(
        "/expansions",
        summary="The boards that a search expands",
        response_model=responses.ExpansionsResponse,
        responses=POST_ERRORS | RUN_ERRORS,
    )
    async def expansions(request: Request, body: requests.SolveRequest) -> Response:
        """The result of a search in Python, and the places of the expanded boards in `/api/space`, in order."""
        problem, _ = puzzles.read_puzzle(body, settings)
        _check_space(problem.shape)
        method = puzzles.read_method(body, problem.shape)
        limits = puzzles.read_recording_limits(body.limits, settings, method, problem.shape)
        job = {"task": "expansions", **problem_to_job(problem), "method": method, "limits": asdict(limits)}
        return await run_job(request, pool, job, (limits.time or 0) + LOADING_TIME)


def _check_space(shape: Shape) -> None:
    if shape.cells > MOST_CELLS or shape.is_line:
        raise SpecError(
            f"expected a board of at most {MOST_CELLS} cells with two rows and two columns, found {shape}",
            hint="3x3 has 181,440 boards, and every larger size at least ten times as many",
        )
