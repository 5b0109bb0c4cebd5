"""The routes: from a request's words to a job for a worker, and from its answer to a response.

Every answer that a command of the same name gives with ``--json`` is the same object here.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from random import Random
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from taquin.goals import make_goal
from taquin.limits import Limits
from taquin.problem import Problem
from taquin.random_boards import random_board, scrambled_board
from taquin.records import check_record, random_record
from taquin.solution import Solution
from taquin.web import answers, messages, puzzles
from taquin.web.answers import failures
from taquin.web.failures import (
    BAD_REQUEST,
    BUSY,
    FORBIDDEN,
    INTERNAL,
    MISDIRECTED,
    OVERRUN,
    TIMED_OUT,
    TOO_LARGE,
    UNPROCESSABLE,
    WRONG_TYPE,
)
from taquin.web.lesson_answers import LessonsAnswer
from taquin.web.lessons import lesson_records
from taquin.web.race import Race, check_entrants
from taquin.web.registry_answers import RegistryAnswer
from taquin.web.registry_view import registry_view
from taquin.web.security import JsonRoute
from taquin.web.settings import Settings
from taquin.web.streams import Emit, EventStream, unless_gone
from taquin.web.tasks import Job, problem_to_job
from taquin.web.trace_answers import TraceAnswer
from taquin.web.workers import Pool

_GET_FAILURES = failures(MISDIRECTED, UNPROCESSABLE)
_POST_FAILURES = failures(BAD_REQUEST, FORBIDDEN, TIMED_OUT, TOO_LARGE, WRONG_TYPE, MISDIRECTED, UNPROCESSABLE)
_RUN_FAILURES = failures(INTERNAL, BUSY, OVERRUN)

_HINT_TIME = 10.0
_JUDGE_TIME = 2.0
_SHORT_TIME = 10.0  # for what takes a moment: drawing, looking up


def _events(description: str, *kinds: str) -> dict[int | str, dict[str, Any]]:
    """How the OpenAPI page describes a stream of server-sent events: the schema is that of each event."""
    schema = {
        "type": "object",
        "required": ["event", "data"],
        "properties": {
            "event": {"type": "string", "enum": [*kinds, "error"]},
            "data": {"type": "string", "contentMediaType": "application/json"},
        },
    }
    example = 'event: progress\ndata: {"seconds": 0.1, "expanded": 20160, "generated": 40811, "lower_bound": 47}\n\n'
    return {200: {"description": description, "content": {"text/event-stream": {"schema": schema, "example": example}}}}


def make_router(settings: Settings, pool: Pool) -> APIRouter:
    """The routes below ``/api``."""
    router = APIRouter(prefix="/api", route_class=JsonRoute)
    _add_questions(router, settings)
    _add_random(router, settings, pool)
    _add_solving(router, settings, pool)
    _add_playing(router, settings, pool)
    _add_watching(router, settings, pool)
    _add_race(router, settings, pool)
    return router


async def _answer(
    request: Request, pool: Pool, job: Job, seconds: float, media_type: str = "application/json"
) -> Response:
    """Let a worker do the job; stop it if the client leaves."""
    with pool.admit() as ticket:
        content = await unless_gone(request.receive, ticket.run(job, seconds))
    return Response(content, media_type=media_type)


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

    @router.post("/check", summary="Is it a board, can it be solved, and why?", responses=_POST_FAILURES)
    async def check(message: messages.PuzzleMessage) -> answers.CheckAnswer:
        """The object of `taquin check --json`: the numbers that decide it, and the exchange that repairs it."""
        problem, document = puzzles.read_puzzle(message, settings)
        return answers.CheckAnswer.model_validate(check_record(problem, document))


def _add_random(router: APIRouter, settings: Settings, pool: Pool) -> None:
    @router.get(
        "/random", summary="New boards", response_model=answers.RandomAnswer, responses=_GET_FAILURES | _RUN_FAILURES
    )
    async def random(request: Request, query: Annotated[messages.RandomQuery, Query()]) -> Response:
        """The object of `taquin random --json`: uniform, by random moves, or at an exact distance from the goal."""
        shape = puzzles.read_shape(query.size, settings)
        goal, seed = make_goal(query.goal, shape), puzzles.read_seed(query.seed)
        if query.depth is not None:
            puzzles.check_depth(query)
            puzzles.check_table(goal)
            job = {"task": "random", **problem_to_job(Problem(goal, goal)), "depth": query.depth}
            return await _answer(request, pool, {**job, "count": query.count, "seed": seed}, _SHORT_TIME)
        rng = Random(seed)
        boards = [
            random_board(shape, goal, rng=rng) if query.moves is None else scrambled_board(goal, query.moves, rng=rng)
            for _ in range(query.count)
        ]
        record = random_record(boards, goal, depth=None, moves=query.moves, seed=seed)
        return Response(json.dumps(record), media_type="application/json")

    @router.get(
        "/depths",
        summary="How hard boards can be",
        response_model=answers.DepthsAnswer,
        responses=_GET_FAILURES | _RUN_FAILURES,
    )
    async def depths(request: Request, query: Annotated[messages.DepthsQuery, Query()]) -> Response:
        """How many boards there are at each distance from a goal, where all are known."""
        goal = make_goal(query.goal, puzzles.read_shape(query.size, settings))
        puzzles.check_table(goal)
        return await _answer(request, pool, {"task": "depths", **problem_to_job(Problem(goal, goal))}, _SHORT_TIME)


def _method_job(task: str, message: messages.SolveMessage, limits: Limits, settings: Settings) -> Job:
    problem, _ = puzzles.read_puzzle(message, settings)
    method = puzzles.read_method(message, problem.shape)
    return {"task": task, **problem_to_job(problem), "spec": method.text, "limits": asdict(limits)}


def _add_solving(router: APIRouter, settings: Settings, pool: Pool) -> None:
    def solve_job(message: messages.SolveMessage) -> tuple[Job, float]:
        limits = puzzles.read_limits(message.limits, settings)
        return {**_method_job("solve", message, limits, settings), "backend": message.backend}, limits.time or 0

    @router.post(
        "/solve", summary="Solve a board", response_model=answers.SolveAnswer, responses=_POST_FAILURES | _RUN_FAILURES
    )
    async def solve(request: Request, message: messages.SolveMessage) -> Response:
        """The object of `taquin solve --json`. Closing the connection stops the search."""
        return await _answer(request, pool, *solve_job(message))

    @router.post(
        "/solve/stream",
        summary="Solve a board, with news on the way",
        response_class=Response,
        responses=_POST_FAILURES
        | _RUN_FAILURES
        | _events(
            "Events: `queued` with the number of runs `ahead`, if no worker is free; `progress`, ten times a second, "
            "with `seconds`, `expanded`, `generated`, `lower_bound`, `memory` and `best_h`; at the end `result`, the "
            "object of `/api/solve`, or `error`.",
            *("queued", "progress", "result"),
        ),
    )
    async def solve_stream(message: messages.SolveMessage) -> EventStream:
        """The same as server-sent events. Closing the connection stops the search."""
        job, seconds = solve_job(message)
        ticket = pool.admit()

        async def produce(emit: Emit) -> None:
            with ticket:
                emit("result", await ticket.run(job, seconds, emit))

        return EventStream(produce)


def _add_playing(router: APIRouter, settings: Settings, pool: Pool) -> None:
    @router.post(
        "/hint", summary="The next move", response_model=answers.HintAnswer, responses=_POST_FAILURES | _RUN_FAILURES
    )
    async def hint(request: Request, message: messages.HintMessage) -> Response:
        """The object of `taquin hint --json`. With `count` it says how many moves are left, and not which."""
        problem, _ = puzzles.read_puzzle(message, settings)
        limits = puzzles.read_limits(message.limits, settings, usual_time=_HINT_TIME)
        job = {"task": "hint", **problem_to_job(problem), "limits": asdict(limits), "count": message.count}
        return await _answer(request, pool, job, (limits.time or 0) + 1)  # a second more, for moves that are as good

    @router.post(
        "/judge",
        summary="What a move was worth",
        response_model=answers.JudgeAnswer,
        responses=_POST_FAILURES | _RUN_FAILURES,
    )
    async def judge(request: Request, message: messages.JudgeMessage) -> Response:
        """The distances before and after: exact up to 10 cells, elsewhere if they are proven in time."""
        problem, _ = puzzles.read_puzzle(message, settings)
        limits = puzzles.read_limits(message.limits, settings, usual_time=_JUDGE_TIME)
        moves = Solution(problem.start, message.moves).text()
        job = {"task": "judge", **problem_to_job(problem), "limits": asdict(limits), "moves": moves}
        return await _answer(request, pool, job, limits.time or 0)

    @router.post(
        "/draw",
        summary="A picture",
        response_class=Response,
        responses=_POST_FAILURES
        | _RUN_FAILURES
        | {200: {"description": "An SVG file.", "content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
    )
    async def draw(request: Request, message: messages.DrawMessage) -> Response:
        """An SVG of the board, of moves as a strip, or of a board that plays them without script."""
        problem, _ = puzzles.read_puzzle(message, settings)
        moves = Solution(problem.start, message.moves).text()
        look = {"kind": message.kind, "theme": message.theme, "pace": message.pace}
        job = {"task": "draw", **problem_to_job(problem), "moves": moves, **look}
        return _as_file(await _answer(request, pool, job, _SHORT_TIME, "image/svg+xml"), f"taquin-{message.kind}.svg")


def _as_file(response: Response, name: str) -> Response:
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _add_watching(router: APIRouter, settings: Settings, pool: Pool) -> None:
    def trace_job(task: str, message: messages.TraceMessage) -> tuple[Job, float]:
        limits = puzzles.read_limits(message.limits, settings, usual_time=settings.trace_time)
        nodes = puzzles.read_nodes(message.nodes, settings)
        return {**_method_job(task, message, limits, settings), "nodes": nodes}, limits.time or 0

    @router.post(
        "/trace",
        summary="A recorded search",
        response_model=TraceAnswer,
        responses=_POST_FAILURES | _RUN_FAILURES,
    )
    async def trace(request: Request, message: messages.TraceMessage) -> Response:
        """The search tree in columns, with the time of everything, so that a page can go through it both ways."""
        return await _answer(request, pool, *trace_job("trace", message))

    @router.post(
        "/trace/lines",
        summary="A recorded search, as a file",
        response_class=Response,
        responses=_POST_FAILURES
        | _RUN_FAILURES
        | {200: {"description": "JSON Lines.", "content": {"application/x-ndjson": {"schema": {"type": "string"}}}}},
    )
    async def trace_lines(request: Request, message: messages.TraceMessage) -> Response:
        """The file that `taquin trace -o` writes and `taquin trace --read` reads."""
        job, seconds = trace_job("trace_lines", message)
        return _as_file(await _answer(request, pool, job, seconds, "application/x-ndjson"), "taquin-trace.jsonl")


def _add_race(router: APIRouter, settings: Settings, pool: Pool) -> None:
    @router.post(
        "/race",
        summary="Methods against each other",
        response_class=Response,
        responses=_POST_FAILURES
        | _RUN_FAILURES
        | _events(
            "Events: `start` with the methods and their `place`; `begin`, `queued`, `progress` and `row` with a "
            "`place` (`failed` instead of `row`, with an `error`, for a method that cannot run here); at the end "
            "`finish`, the object of `taquin compare --json` with a `winner` and a `sentence`, or `error`.",
            *("start", "begin", "queued", "progress", "row", "failed", "finish"),
        ),
    )
    async def race(message: messages.RaceMessage) -> EventStream:
        """Two to eight methods on one board, with live counters. Closing the connection stops them all."""
        problem, _ = puzzles.read_puzzle(message, settings)
        limits = puzzles.read_limits(message.limits, settings)
        methods = check_entrants([puzzles.read_spec(text) for text in message.methods], settings.entrants)
        ticket = pool.admit(len(methods))
        entered = Race(problem, methods, limits, message.backend)

        async def produce(emit: Emit) -> None:
            with ticket:
                await entered.run(ticket, settings, emit)

        return EventStream(produce)
