"""Routes that search: solve, watch, race. From a request's words to a job for a worker, and to a response."""

from __future__ import annotations

from dataclasses import asdict

from fastapi import APIRouter, Request
from starlette.responses import Response

from taquin.run.limits import Limits
from taquin.web.api import puzzles, requests
from taquin.web.api.race import Race, check_entrants
from taquin.web.api.responses import POST_FAILURES, RUN_FAILURES, SolveAnswer, events, file
from taquin.web.api.streams import Emit, EventStream, answer, as_file
from taquin.web.api.trace_responses import TraceAnswer
from taquin.web.pool.tasks import Job, problem_to_job
from taquin.web.pool.workers import Pool
from taquin.web.settings import Settings


def _method_job(task: str, message: requests.SolveMessage, limits: Limits, settings: Settings) -> Job:
    problem, _ = puzzles.read_puzzle(message, settings)
    method = puzzles.read_method(message, problem.shape)
    return {"task": task, **problem_to_job(problem), "spec": method.text, "limits": asdict(limits)}


def add_solving(router: APIRouter, settings: Settings, pool: Pool) -> None:
    def solve_job(message: requests.SolveMessage) -> tuple[Job, float]:
        limits = puzzles.read_limits(message.limits, settings)
        return {**_method_job("solve", message, limits, settings), "backend": message.backend}, limits.time or 0

    @router.post("/solve", summary="Solve a board", response_model=SolveAnswer, responses=POST_FAILURES | RUN_FAILURES)
    async def solve(request: Request, message: requests.SolveMessage) -> Response:
        """The object of `taquin solve --json`. Closing the connection stops the search."""
        return await answer(request, pool, *solve_job(message))

    @router.post(
        "/solve/stream",
        summary="Solve a board, with news on the way",
        response_class=Response,
        responses=POST_FAILURES
        | RUN_FAILURES
        | events(
            "Events: `queued` with the number of runs `ahead`, if no worker is free; `progress`, ten times a second, "
            "with `seconds`, `expanded`, `generated`, `lower_bound`, `memory` and `best_h`; at the end `result`, the "
            "object of `/api/solve`, or `error`.",
            *("queued", "progress", "result"),
        ),
    )
    async def solve_stream(message: requests.SolveMessage) -> EventStream:
        """The same as server-sent events. Closing the connection stops the search."""
        job, seconds = solve_job(message)
        ticket = pool.admit()

        async def produce(emit: Emit) -> None:
            with ticket:
                emit("result", await ticket.run(job, seconds, emit))

        return EventStream(produce)


def add_watching(router: APIRouter, settings: Settings, pool: Pool) -> None:
    def trace_job(task: str, message: requests.TraceMessage) -> tuple[Job, float]:
        limits = puzzles.read_limits(message.limits, settings, usual_time=settings.trace_time)
        nodes = puzzles.read_nodes(message.nodes, settings)
        return {**_method_job(task, message, limits, settings), "nodes": nodes}, limits.time or 0

    @router.post(
        "/trace",
        summary="A recorded search",
        response_model=TraceAnswer,
        responses=POST_FAILURES | RUN_FAILURES,
    )
    async def trace(request: Request, message: requests.TraceMessage) -> Response:
        """The search tree in columns, with the time of everything, so that a page can go through it both ways."""
        return await answer(request, pool, *trace_job("trace", message))

    @router.post(
        "/trace/lines",
        summary="A recorded search, as a file",
        response_class=Response,
        responses=POST_FAILURES | RUN_FAILURES | file("JSON Lines.", "application/x-ndjson"),
    )
    async def trace_lines(request: Request, message: requests.TraceMessage) -> Response:
        """The file that `taquin trace -o` writes and `taquin trace --read` reads."""
        job, seconds = trace_job("trace_lines", message)
        return as_file(await answer(request, pool, job, seconds, "application/x-ndjson"), "taquin-trace.jsonl")


def add_race(router: APIRouter, settings: Settings, pool: Pool) -> None:
    @router.post(
        "/race",
        summary="Methods against each other",
        response_class=Response,
        responses=POST_FAILURES
        | RUN_FAILURES
        | events(
            "Events: `start` with the methods and their `place`; `begin`, `queued`, `progress` and `row` with a "
            "`place` (`failed` instead of `row`, with an `error`, for a method that cannot run here); at the end "
            "`finish`, the object of `taquin compare --json` with a `winner` and a `sentence`, or `error`.",
            *("start", "begin", "queued", "progress", "row", "failed", "finish"),
        ),
    )
    async def race(message: requests.RaceMessage) -> EventStream:
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
