"""The routes below ``/api``; those that need no worker are defined here.

What takes a worker, or more than a few milliseconds, is requested by POST: a link or a picture on a page of another
site cannot send that.

A route returns the object that the command of the same name prints with ``--json``.
"""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from taquin.lessons import lesson_records
from taquin.render.records import check_record
from taquin.web.api import puzzles, requests
from taquin.web.api.exercise_routes import add_exercises
from taquin.web.api.lesson_responses import LessonsResponse
from taquin.web.api.plans import ServerPlans
from taquin.web.api.play_routes import SHORT_TIME, add_playing, add_random, short_limits
from taquin.web.api.registry_responses import RegistryResponse
from taquin.web.api.registry_view import registry_view
from taquin.web.api.responses import GET_ERRORS, POST_ERRORS, RUN_ERRORS, CheckResponse, file
from taquin.web.api.search_routes import add_pictures, add_race, add_solving, add_watching
from taquin.web.api.space_routes import add_space
from taquin.web.api.streams import run_job
from taquin.web.server.async_pool import AsyncPool
from taquin.web.server.security import JsonRoute
from taquin.web.server.settings import Settings


def make_router(settings: Settings, pool: AsyncPool) -> APIRouter:
    """The routes below ``/api``."""
    router = APIRouter(prefix="/api", route_class=JsonRoute)
    plans = ServerPlans()
    _add_queries(router, settings)
    _add_codes(router, settings, pool)
    add_random(router, settings, pool)
    add_solving(router, settings, pool, plans)
    add_playing(router, settings, pool, plans)
    add_watching(router, settings, pool)
    add_pictures(router, settings, pool)
    add_race(router, settings, pool)
    add_exercises(router, settings, pool)
    add_space(router, settings, pool)
    return router


def _add_codes(router: APIRouter, settings: Settings, pool: AsyncPool) -> None:
    @router.post(
        "/qr",
        summary="QR code",
        response_class=Response,
        responses=POST_ERRORS | RUN_ERRORS | file("An SVG file.", "image/svg+xml"),
    )
    async def qr(request: Request, body: requests.CodeRequest) -> Response:
        """A QR code of a text, such as the address of the page for a class."""
        job = {"task": "code", "text": body.text, **short_limits(settings)}
        return await run_job(request, pool, job, SHORT_TIME, "image/svg+xml")


def _add_queries(router: APIRouter, settings: Settings) -> None:
    """Routes that need no worker and respond at once."""

    @router.get("/registry", summary="Algorithms, heuristics and limits", responses=GET_ERRORS)
    async def registry() -> RegistryResponse:
        """Algorithms, heuristics, options, goals, text forms, and the limits of this server."""
        return RegistryResponse.model_validate(registry_view(settings))

    @router.get("/lessons", summary="Lessons", responses=GET_ERRORS)
    async def lessons() -> LessonsResponse:
        """For every algorithm and heuristic the idea, pseudocode, and an example."""
        return LessonsResponse.model_validate({"lessons": lesson_records()})

    @router.post("/check", summary="Check whether a board can be solved", responses=POST_ERRORS)
    async def check(body: requests.PuzzleRequest) -> CheckResponse:
        """The object of `taquin check --json`: the parities, and the swap that makes the board solvable."""
        problem, document = puzzles.read_puzzle(body, settings)
        return CheckResponse.model_validate(check_record(problem, document))
