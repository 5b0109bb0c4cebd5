"""The tasks of workers: each takes a job of plain values, which the server has checked, and returns bytes.

Nothing here reads a path or a file that comes from a request: boards are texts, methods are specs of the registry.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from random import Random
from time import monotonic
from typing import Any, TypeAlias

from taquin import _native
from taquin.analysis.grading import grade
from taquin.analysis.hints import hint as find_hint
from taquin.analysis.random_boards import board_at_depth, random_board, scrambled_board
from taquin.errors import LimitError, SpecError
from taquin.lessons.running import pseudocode_record
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import as_moves
from taquin.puzzle.problem import Problem
from taquin.puzzle.solution import Solution
from taquin.render import svg
from taquin.render.draw import draw
from taquin.render.drawing.theme import theme_named
from taquin.render.predictions import prediction_record
from taquin.render.records import hint_record, random_record
from taquin.render.search_record import search_record
from taquin.render.text.pair import pair_sentence
from taquin.run.limits import Cancellation, Limits, limits_checked_by
from taquin.run.progress import InitialSolution, Progress, ProgressListener
from taquin.run.result import Result
from taquin.solving.registry import ALGORITHMS, HEURISTICS
from taquin.solving.solver import run_method, run_prepared, solve
from taquin.tables.distances import distance_table
from taquin.trace.formats import write_lines
from taquin.trace.moment import trace_after
from taquin.trace.trace import Trace
from taquin.web.pool import exercise_tasks
from taquin.web.pool.node_recorder import NodeRecorder
from taquin.web.pool.spaces import expansions, space_codes

Job: TypeAlias = dict[str, Any]
Task: TypeAlias = Callable[[Job, Cancellation, ProgressListener], bytes]


def perform(job: Job, cancellation: Cancellation, progress: ProgressListener) -> bytes:
    """Run a job. Raises a ``TaquinError`` for what the server cannot check in advance, such as a missing table."""
    return _TASKS[job["task"]](job, cancellation, progress)


def warm_up() -> None:
    """Import every algorithm and heuristic, so that the first search starts at once."""
    _native.load()
    for implementation in [spec.implementation for spec in ALGORITHMS] + [spec.implementation for spec in HEURISTICS]:
        import_module(implementation.split(":")[0])
    solve("1 2 3 / 4 0 5 / 7 8 6")


def problem_to_job(problem: Problem) -> Job:
    """A problem as plain values."""
    shape = problem.shape
    return {"start": one_line(problem.start), "goal": one_line(problem.goal), "shape": [shape.rows, shape.columns]}


def _problem(job: Job) -> Problem:
    shape = Shape(*job["shape"])
    return Problem(Board(job["start"], shape), Board(job["goal"], shape))


def _limits(job: Job) -> Limits:
    return Limits(**job["limits"])


def _json(value: object) -> bytes:
    return json.dumps(value, allow_nan=False, separators=(",", ":")).encode()


def _run(job: Job, cancellation: Cancellation, progress: ProgressListener) -> Result:
    return run_method(
        _problem(job),
        job["method"],
        limits=_limits(job),
        cancellation=cancellation,
        progress=progress,
        initial=_initial(job),
        backend=job["backend"],
    )


def _initial(job: Job) -> InitialSolution | None:
    """The solution that a search begins with. The server has replayed it."""
    initial = job.get("initial")
    return None if initial is None else InitialSolution(bytes(as_moves(initial["moves"])), initial["lower_bound"])


def _solve(job: Job, cancellation: Cancellation, progress: ProgressListener) -> bytes:
    return _json(_run(job, cancellation, progress).to_dict())


def _plan(job: Job, cancellation: Cancellation, progress: ProgressListener) -> bytes:
    """A solution that the server keeps."""
    return pickle.dumps(_run(job, cancellation, progress))


def _enter(job: Job, cancellation: Cancellation, progress: ProgressListener) -> bytes:
    """One method of a race, where loading tables does not count. The server needs the result itself, to compare it."""
    result = run_prepared(
        _problem(job),
        job["method"],
        limits=_limits(job),
        cancellation=cancellation,
        progress=progress,
        backend=job["backend"],
    )
    return pickle.dumps(result)


def _hint(job: Job, cancellation: Cancellation, progress: ProgressListener) -> bytes:
    problem = _problem(job)
    hint = find_hint(
        problem.start, problem.goal, limits=_limits(job), cancellation=cancellation, progress=progress, warn=_ignore
    )
    return _json(hint_record(hint, only_count=job["count"]))


def _judge(job: Job, cancellation: Cancellation, progress: ProgressListener) -> bytes:
    problem = _problem(job)
    found = grade(
        problem.start,
        job["moves"],
        problem.goal,
        before=job["before"],
        limits=_limits(job),
        cancellation=cancellation,
        progress=progress,
    )
    return _json(found.to_dict())


def _explain(job: Job, cancellation: Cancellation, progress: ProgressListener) -> bytes:
    problem, choice = _problem(job), job["heuristic"]
    return _json({"heuristic": choice.text, **choice.build(problem.goal).explain(problem.start.state).to_dict()})


@dataclass(frozen=True, slots=True)
class Writing(Progress):
    """The last report of a run that is recorded: the search has ended, and what it did is written."""

    is_writing: bool = True


def _record(job: Job, cancellation: Cancellation, progress: ProgressListener) -> Trace:
    recorder = NodeRecorder(job["nodes"])
    result = run_method(
        _problem(job),
        job["method"],
        limits=_limits(job),
        observer=recorder,
        cancellation=cancellation,
        progress=progress,
        backend="python",
    )
    stats = result.stats
    progress(Writing(result.seconds, stats.expanded, stats.generated, result.lower_bound, 0, result.best_h))
    return recorder.trace()


def _trace(job: Job, cancellation: Cancellation, progress: ProgressListener) -> bytes:
    trace = _record(job, cancellation, progress)
    questions = {"predictions": prediction_record(trace), "pseudocode": pseudocode_record(trace)}
    return _json({**search_record(trace), **questions})


def _trace_pair(job: Job, cancellation: Cancellation, progress: ProgressListener) -> bytes:
    """Two recorded searches, each with its time, and a sentence that compares them."""
    records, traces = [], []
    for each in job["jobs"]:
        begin = monotonic()
        traces.append(_record(each, cancellation, progress))
        seconds = monotonic() - begin
        records.append({**search_record(traces[-1]), "seconds": seconds})
    return _json({"searches": records, "sentence": pair_sentence(*traces)})


def _tree(job: Job, cancellation: Cancellation, progress: ProgressListener) -> bytes:
    trace = _record(job, cancellation, progress)
    if job["step"] is not None:
        trace = trace_after(trace, job["step"])
    return draw(trace, theme=job["theme"]).encoded(job["format"])


def _trace_lines(job: Job, cancellation: Cancellation, progress: ProgressListener) -> bytes:
    return "".join(line + "\n" for line in write_lines(_record(job, cancellation, progress))).encode()


def make_random(job: Job) -> bytes:
    """Boards by exact distance, by random moves, or uniform."""
    goal, rng, depth, moves = _problem(job).goal, Random(job["seed"]), job["depth"], job["moves"]

    def make() -> Board:
        if depth is not None:
            return board_at_depth(goal, depth, rng=rng)
        return random_board(goal.shape, goal, rng=rng) if moves is None else scrambled_board(goal, moves, rng=rng)

    boards = [make() for _ in range(job["count"])]
    return _json(random_record(boards, goal, depth=depth, moves=moves, seed=job["seed"]))


def _random(job: Job, cancellation: Cancellation, progress: ProgressListener) -> bytes:
    return make_random(job)


def _depths(job: Job, cancellation: Cancellation, progress: ProgressListener) -> bytes:
    goal = _problem(job).goal
    table = distance_table(goal, warn=_ignore)
    return _json({"goal": one_line(goal), "radius": table.radius, "counts": table.counts})


def _space(job: Job, cancellation: Cancellation, progress: ProgressListener) -> bytes:
    return space_codes(_problem(job).goal)


def _expansions(job: Job, cancellation: Cancellation, progress: ProgressListener) -> bytes:
    return _json(expansions(_problem(job), job["method"], _limits(job), cancellation, progress))


def _draw(job: Job, cancellation: Cancellation, progress: ProgressListener) -> bytes:
    problem, theme = _problem(job), theme_named(job["theme"])
    if job["kind"] == "board":
        return svg.board(problem.start, goal=problem.goal, theme=theme).encode()
    solution = Solution(problem.start, job["moves"])
    if job["kind"] == "strip":
        return svg.solution(solution, goal=problem.goal, theme=theme).encode()
    return svg.animation(solution, goal=problem.goal, pace=job["pace"], theme=theme).encode()


def _code(job: Job, cancellation: Cancellation, progress: ProgressListener) -> bytes:
    """A QR code, as SVG."""
    import segno  # loaded only where it is used

    text = job["text"]
    try:
        code = segno.make(text, error="m", micro=False)
    except segno.DataOverflowError:
        raise SpecError(
            f"this text of {len(text):,} characters is too long for a QR code", hint="a shorter link"
        ) from None
    drawing = BytesIO()
    code.save(drawing, kind="svg", scale=8, border=4, light="#fff", xmldecl=False, nl=False)
    return drawing.getvalue()


def _ignore(message: str) -> None:
    """Warnings about the cache are for the command line only."""


def _limited(task: Task) -> Task:
    """A task without a search of its own, within the time and memory of its job. It stops when it is cancelled."""

    def perform_within_limits(job: Job, cancellation: Cancellation, progress: ProgressListener) -> bytes:
        seconds, most = job["seconds"], job["memory"]
        end = monotonic() + seconds

        def check(memory: int) -> None:
            if cancellation.is_cancelled:
                raise LimitError("the request was cancelled")
            if monotonic() > end:
                raise LimitError(f"this takes longer than {seconds:g} s, which is the server's limit")
            if memory > most:
                raise LimitError(f"this needs {memory:,} bytes, more than the {most:,} of the server's limit")

        with limits_checked_by(check):
            return task(job, cancellation, progress)

    return perform_within_limits


_TASKS: dict[str, Task] = {
    "solve": _solve,
    "plan": _plan,
    "enter": _enter,
    "hint": _hint,
    "judge": _judge,
    "trace": _trace,
    "trace_lines": _trace_lines,
    "explain": _limited(_explain),
    "trace_pair": _trace_pair,
    "tree": _tree,
    "random": _limited(_random),
    "depths": _limited(_depths),
    "draw": _limited(_draw),
    "code": _limited(_code),
    "unit": _limited(exercise_tasks.unit),
    "question": _limited(exercise_tasks.question),
    "grade": _limited(exercise_tasks.grade),
    "space": _limited(_space),
    "expansions": _expansions,
}
