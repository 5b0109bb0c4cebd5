"""Routes that search: solve, trace, race. Each makes a job for a worker of the request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import TypeAlias

from fastapi import APIRouter, Request
from starlette.responses import Response

from taquin.analysis.known_solutions import with_seed
from taquin.puzzle.problem import Problem
from taquin.run.limits import Limits
from taquin.solving.method import Method
from taquin.solving.solver import check_initial
from taquin.web.api import puzzles, requests
from taquin.web.api.plans import ServerPlans
from taquin.web.api.race import Race, check_entrants
from taquin.web.api.responses import POST_ERRORS, RUN_ERRORS, SolveResponse, events, file
from taquin.web.api.streams import Emit, EventStream, as_file, client_of, run_job
from taquin.web.api.trace_responses import PairResponse, TraceResponse
from taquin.web.pool.tasks import Job, problem_to_job
from taquin.web.server.async_pool import AsyncPool
from taquin.web.server.settings import Settings

Keep: TypeAlias = Callable[[bytes], bytes]
"""Keeps the solution of a response, and returns the response."""

_RECORDING_EVENTS = (
    "Events: `queued` with the number of runs `ahead`, if no worker is free; `progress`, ten times a second, with "
    "`seconds`, `expanded` and `generated`, and with `is_writing` when the search has ended and its steps are written; "
    "at the end `result`, the object of `{}`, or `error`."
)
_PICTURES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}


def _method_job(problem: Problem, method: Method, limits: Limits) -> Job:
    return {**problem_to_job(problem), "method": method, "limits": asdict(limits)}


def add_solving(router: APIRouter, settings: Settings, pool: AsyncPool, plans: ServerPlans) -> None:
    def solve_job(body: requests.SolveRequest) -> tuple[Job, float, Keep]:
        problem, _ = puzzles.read_puzzle(body, settings)
        method = puzzles.read_method(body, problem.shape)
        limits = puzzles.read_limits(body.limits, settings, usual_time=puzzles.usual_time(method, settings))
        initial, runs = None, 0
        if body.initial is not None:
            initial, runs = plans.initial_for(problem, check_initial(problem, body.initial, method))
            method = with_seed(method, runs)
        job = {
            "task": "solve",
            **_method_job(problem, method, limits),
            "backend": body.backend,
            "initial": None if initial is None else {"moves": body.initial, "lower_bound": initial.lower_bound},
        }
        return job, limits.time or 0, lambda content: plans.keep_solved(problem, content, runs + 1)

    @router.post("/solve", summary="Solve a board", response_model=SolveResponse, responses=POST_ERRORS | RUN_ERRORS)
    async def solve(request: Request, body: requests.SolveRequest) -> Response:
        """The object of `taquin solve --json`. Closing the connection stops the search."""
        job, seconds, keep = solve_job(body)
        response = await run_job(request, pool, job, seconds)
        keep(bytes(response.body))
        return response

    @router.post(
        "/solve/stream",
        summary="Solve a board, with progress events",
        response_class=Response,
        responses=POST_ERRORS
        | RUN_ERRORS
        | events(
            "Events: `queued` with the number of runs `ahead`, if no worker is free; `progress`, ten times a second, "
            "with `seconds`, `expanded`, `generated`, `lower_bound`, `memory`, `best_h` and `length`, that of the "
            "best solution so far if the search improves its solution; at the end `result`, the object of "
            "`/api/solve`, or `error`.",
            *("queued", "progress", "result"),
        ),
    )
    async def solve_stream(request: Request, body: requests.SolveRequest) -> EventStream:
        """The same as server-sent events. Closing the connection stops the search."""
        job, seconds, keep = solve_job(body)
        client = client_of(request)
        pool.check_room(client)

        async def produce(emit: Emit) -> None:
            emit("result", keep(await pool.run(client, job, seconds, emit)))

        return EventStream(produce)


def add_watching(router: APIRouter, settings: Settings, pool: AsyncPool) -> None:
    def trace_job(task: str, body: requests.TraceRequest) -> tuple[Job, float]:
        problem, _ = puzzles.read_puzzle(body, settings)
        method = puzzles.read_method(body, problem.shape)
        limits = puzzles.read_recording_limits(body.limits, settings, method, problem.shape)
        nodes = puzzles.read_nodes(body.nodes, settings)
        seconds = (limits.time or 0) + settings.writing_time
        return {"task": task, **_method_job(problem, method, limits), "nodes": nodes}, seconds

    @router.post(
        "/trace",
        summary="Record a search",
        response_model=TraceResponse,
        responses=POST_ERRORS | RUN_ERRORS,
    )
    async def trace(request: Request, body: requests.TraceRequest) -> Response:
        """Every step of a search with its sentences, so that a viewer can show them forwards and backwards."""
        return await run_job(request, pool, *trace_job("trace", body))

    @router.post(
        "/trace/stream",
        summary="Record a search, with progress events",
        response_class=Response,
        responses=POST_ERRORS
        | RUN_ERRORS
        | events(_RECORDING_EVENTS.format("/api/trace"), *("queued", "progress", "result")),
    )
    async def trace_stream(request: Request, body: requests.TraceRequest) -> EventStream:
        """The same as server-sent events. Closing the connection stops the search."""
        return _job_stream(request, pool, *trace_job("trace", body))

    @router.post(
        "/trace/lines",
        summary="Record a search as a file",
        response_class=Response,
        responses=POST_ERRORS | RUN_ERRORS | file("JSON Lines.", "application/x-ndjson"),
    )
    async def trace_lines(request: Request, body: requests.TraceRequest) -> Response:
        """The file that `taquin trace -o` writes and `taquin trace --read` reads."""
        job, seconds = trace_job("trace_lines", body)
        return as_file(await run_job(request, pool, job, seconds, "application/x-ndjson"), "taquin-trace.jsonl")


def _job_stream(request: Request, pool: AsyncPool, job: Job, seconds: float) -> EventStream:
    """The progress of a job, and its result."""
    client = client_of(request)
    pool.check_room(client)

    async def produce(emit: Emit) -> None:
        emit("result", await pool.run(client, job, seconds, emit))

    return EventStream(produce)


def add_pictures(router: APIRouter, settings: Settings, pool: AsyncPool) -> None:
    def pair_job(body: requests.PairRequest) -> tuple[Job, float]:
        problem, _ = puzzles.read_puzzle(body, settings)
        methods = [puzzles.read_spec(text) for text in body.methods]
        limits = [puzzles.read_recording_limits(body.limits, settings, each, problem.shape) for each in methods]
        nodes = puzzles.read_nodes(body.nodes, settings)
        jobs = [
            {**_method_job(problem, method, limit), "nodes": nodes}
            for method, limit in zip(methods, limits, strict=True)
        ]
        seconds = sum((limit.time or 0) + settings.writing_time for limit in limits)
        return {"task": "trace_pair", "jobs": jobs}, seconds

    @router.post(
        "/trace/pair",
        summary="Record two searches",
        response_model=PairResponse,
        responses=POST_ERRORS | RUN_ERRORS,
    )
    async def trace_pair(request: Request, body: requests.PairRequest) -> Response:
        """Two methods on one board, each as `/api/trace` records it, and one sentence that compares them."""
        return await run_job(request, pool, *pair_job(body))

    @router.post(
        "/trace/pair/stream",
        summary="Record two searches, with progress events",
        response_class=Response,
        responses=POST_ERRORS
        | RUN_ERRORS
        | events(_RECORDING_EVENTS.format("/api/trace/pair"), *("queued", "progress", "result")),
    )
    async def trace_pair_stream(request: Request, body: requests.PairRequest) -> EventStream:
        """The same as server-sent events. Closing the connection stops the searches."""
        return _job_stream(request, pool, *pair_job(body))

    @router.post(
        "/tree",
        summary="Draw a search tree",
        response_class=Response,
        responses=POST_ERRORS | RUN_ERRORS | file("The picture.", *_PICTURES.values()),
    )
    async def tree(request: Request, body: requests.TreeRequest) -> Response:
        """The tree of a search after a step, as `taquin tree -o` draws it."""
        problem, _ = puzzles.read_puzzle(body, settings)
        method = puzzles.read_method(body, problem.shape)
        limits = puzzles.read_recording_limits(body.limits, settings, method, problem.shape)
        look = {"step": body.step, "format": body.format, "theme": body.theme}
        nodes = puzzles.read_nodes(body.nodes, settings)
        job = {"task": "tree", **_method_job(problem, method, limits), "nodes": nodes, **look}
        seconds = (limits.time or 0) + settings.writing_time
        picture = await run_job(request, pool, job, seconds, _PICTURES[body.format])
        return as_file(picture, f"taquin-tree.{body.format}")


def add_race(router: APIRouter, settings: Settings, pool: AsyncPool) -> None:
    @router.post(
        "/race",
        summary="Race",
        response_class=Response,
        responses=POST_ERRORS
        | RUN_ERRORS
        | events(
            "Events: `start` with the methods and their `place`; `begin`, `queued`, `progress` and `row` with a "
            "`place` (`failed` instead of `row`, with an `error`, for a method that fails); after each row but the "
            "last `standing`, what `finish` would be for the methods that have finished; at the end "
            "`finish`, the object of `taquin compare --json` with a `winner` and the `sentence` that answers the "
            "`question`, or `error`.",
            *("start", "begin", "queued", "progress", "row", "standing", "failed", "finish"),
        ),
    )
    async def race(request: Request, body: requests.RaceRequest) -> EventStream:
        """Two to eight methods on one board, with live counters. Closing the connection stops all of them."""
        problem, _ = puzzles.read_puzzle(body, settings)
        limits = puzzles.read_limits(body.limits, settings)
        methods = check_entrants([puzzles.read_spec(text) for text in body.methods], settings.entrants)
        is_timed = body.limits.time is not None
        race_run = Race(problem, methods, limits, body.backend, body.question, is_timed)
        client = client_of(request)
        pool.check_room(client, len(methods))

        async def produce(emit: Emit) -> None:
            await race_run.run(pool, client, settings, emit)

        return EventStream(produce)
