"""The routes below ``/api``, and those among them that are answered at once, however busy the workers are.

Every answer that a command of the same name gives with ``--json`` is the same object here.
"""

from __future__ import annotations

from fastapi import APIRouter

from taquin.lessons import lesson_records
from taquin.render.records import check_record
from taquin.web.api import puzzles, requests
from taquin.web.api.errors import MISDIRECTED
from taquin.web.api.lesson_responses import LessonsAnswer
from taquin.web.api.play_routes import add_playing, add_random
from taquin.web.api.registry_responses import RegistryAnswer
from taquin.web.api.registry_view import registry_view
from taquin.web.api.responses import POST_FAILURES, CheckAnswer, failures
from taquin.web.api.search_routes import add_race, add_solving, add_watching
from taquin.web.pool.workers import Pool
from taquin.web.security import JsonRoute
from taquin.web.settings import Settings


def make_router(settings: Settings, pool: Pool) -> APIRouter:
    """The routes below ``/api``."""
    router = APIRouter(prefix="/api", route_class=JsonRoute)
    _add_questions(router, settings)
    add_random(router, settings, pool)
    add_solving(router, settings, pool)
    add_playing(router, settings, pool)
    add_watching(router, settings, pool)
    add_race(router, settings, pool)
    return router


def _add_questions(router: APIRouter, settings: Settings) -> None:
    """What needs no worker: it is answered at once, however busy they are."""

    @router.get("/registry", summary="What there is", responses=failures(MISDIRECTED))
    async def registry() -> RegistryAnswer:
        """Algorithms, heuristics, options, goals, text forms, and what this server allows."""
        return RegistryAnswer.model_validate(registry_view(settings))

    @router.get("/lessons", summary="How it works", responses=failures(MISDIRECTED))
    async def lessons() -> LessonsAnswer:
        """For every algorithm and heuristic the idea, pseudocode, and an example to watch."""
        return LessonsAnswer.model_validate({"lessons": lesson_records()})

    @router.post("/check", summary="Is it a board, can it be solved, and why?", responses=POST_FAILURES)
    async def check(message: requests.PuzzleMessage) -> CheckAnswer:
        """The object of `taquin check --json`: the numbers that decide it, and the exchange that repairs it."""
        problem, document = puzzles.read_puzzle(message, settings)
        return CheckAnswer.model_validate(check_record(problem, document))
