"""Runs code that users write in the page: their search as a recorded trace, or in a race. ``code_checks`` judges it.

A sandboxed web worker calls this, one request at a time; no server does. What the code prints is passed on at once.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import TextIOBase
from typing import Any, TextIO, cast

from taquin.errors import SpecError, TaquinError
from taquin.judging.explanation import Listener
from taquin.lessons.programs import PROGRAMS
from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import plural
from taquin.render.search_record import ShownSearch, search_record
from taquin.run.limits import Limits
from taquin.run.run import Run
from taquin.solving.results import explain_unsolvable
from taquin.solving.solver import run_method
from taquin.system.json_text import JsonObject
from taquin.trace.recorder import Recorder
from taquin.web.api import puzzles
from taquin.web.api.errors import ApiError
from taquin.web.api.job import JSON, Emit
from taquin.web.api.race import RaceRequest, make_race
from taquin.web.api.reading import read_body
from taquin.web.api.watching import NodeRecorder
from taquin.web.browser import engine
from taquin.web.browser.code_checks import check
from taquin.web.browser.loaded_code import RUN_SECONDS, Code

MOST_PRINTED = 20_000
"""Characters that a run may print; the rest is left out."""
MOST_LINES, LONGER = 1_000, 200
"""After so many lines, they are passed on together, at least ``LONGER`` characters at a time."""
OWN_METHOD = "code"
"""The name of the code among the methods of a race."""


def start(cache: str, module: Any, is_cancelled: Callable[[], bool]) -> UserEngine:
    """The engine of a sandboxed worker. Ending the worker cancels its request."""
    engine.start(cache, module, is_cancelled)
    return UserEngine()


class UserEngine(engine.Engine):
    """Responds to the requests ``run``, ``check`` and ``race`` of the page, each with code."""

    async def _respond(self, path: str, body: str | None, emit: Emit) -> engine.Response:
        printed = _Printed(emit)
        stream = cast("TextIO", printed)
        with redirect_stdout(stream), redirect_stderr(stream):
            try:
                return await self._run(path, json.loads(body or "{}"), emit)
            finally:
                printed.finish()

    async def _run(self, path: str, request: dict[str, str], emit: Emit) -> engine.Response:
        """``request`` has the code, the goal, and the board or the key of the exercise; for a race its other fields."""
        code = Code(request.pop("code"))
        if path == "race":
            return await self._race(code, read_body(RaceRequest, json.dumps(request)), emit)
        goal, tell = Board(request["goal"]), lambda words: emit("progress", json.dumps(words).encode())
        if path == "run":
            record = run(code, Problem(Board(request["board"]), goal), tell)
        else:
            exercise = next((one for one in PROGRAMS if one.unit and one.key == request.get("exercise")), None)
            record = check(code, goal, exercise, tell)
        return engine.OK, JSON, json.dumps(record).encode()

    async def _race(self, code: Code, body: RaceRequest, emit: Emit) -> engine.Response:
        own = code.method(puzzles.read_puzzle(body, engine.SETTINGS)[0].goal)
        race = make_race(body, engine.SETTINGS, lambda text: own if text == OWN_METHOD else puzzles.read_spec(text))
        await race.run(self._run_call, 1, emit)
        return engine.OK, JSON, b"{}"


class _Printed(TextIOBase):
    """Standard output and error of the code: each line is passed on when it is complete, up to a length."""

    def __init__(self, emit: Emit) -> None:
        self._emit, self._left, self._line, self._count = emit, MOST_PRINTED, "", 0

    def write(self, text: str) -> int:
        if self._left > 0:
            self._line += text[: self._left]
            self._left -= len(text)
            is_line = "\n" in text and (self._count < MOST_LINES or len(self._line) >= LONGER)
            if is_line or self._left <= 0:
                self.finish()
        return len(text)

    def finish(self) -> None:
        """Pass on what is left of a line."""
        if self._line:
            self._emit("print", json.dumps(self._line).encode())
            self._line = ""
            self._count += 1


def run(code: Code, problem: Problem, listener: Listener) -> JsonObject:
    """Run the search of the code, or A* with its heuristic, and record it, also if it fails after some expansions."""
    if not problem.is_solvable:
        raise SpecError(f"no moves lead to the goal: {explain_unsolvable(problem)}", hint="choose another board")
    method, error = code.method(problem.goal), dict[str, object]()
    recorder = Recorder(0) if code.func else NodeRecorder(engine.SETTINGS.trace_nodes)  # a search records its calls
    begun = Run(Limits(time=RUN_SECONDS), recorder)
    try:
        run_method(problem, method, begun, "python")
    except TaquinError as failure:
        if not begun.counters.expanded:
            raise
        error = {**ApiError.from_run(failure).record()}
    listener("drawing the tree")
    trace = code.calls.trace(recorder.trace()) if code.func else recorder.trace()
    moves, words = trace.outcome.moves, trace.outcome.reason
    if moves is not None:
        words = f"{method.title} found a solution of {plural(len(moves), 'move')}"
    lines = code.calls.lines if code.func else []
    return {"trace": search_record(ShownSearch(trace)), "lines": lines, "words": words, **error}
