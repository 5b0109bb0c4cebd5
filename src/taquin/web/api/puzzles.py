"""Reads a request: the problem, the method and the limits, checked as the command line checks them.

Bad input is found here, before a worker is used. No file is opened here or later: a board is its text, and a heuristic
is one of the registry's.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import replace

from taquin.analysis.random_boards import difficulty_unsupported_reason
from taquin.errors import BoardError, FormatError, HeuristicError, LimitError, SpecError, TaquinWarning
from taquin.heuristics.slides import describe_slide_databases
from taquin.puzzle.board import Board
from taquin.puzzle.documents import Document, parse_board, read_document
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.puzzle.words import plural
from taquin.run.limits import Limits
from taquin.solving.default_methods import default_method, pick_method, quick_method, recording_limits
from taquin.solving.heuristic_choice import HeuristicChoice, choose_heuristic
from taquin.solving.method import Method, choose_method, make_method
from taquin.solving.spec_text import names_file
from taquin.system.cores import core_count
from taquin.tables.distances import table_unsupported_reason
from taquin.tables.ranked_distances import MAXIMUM_CELLS, can_rank, has_file, table_file
from taquin.tables.symmetry import standard_form
from taquin.web.api.requests import LimitsRequest, MethodRequest, PuzzleRequest
from taquin.web.settings import Settings


def read_shape(text: str, settings: Settings) -> Shape:
    """A size. Raises ``BoardError`` if the text is not a size, or if it is larger than the server allows."""
    return _checked(Shape.parse(text), settings)


def read_puzzle(body: PuzzleRequest, settings: Settings) -> tuple[Problem, Document]:
    """The problem, and the document that the text was read as. Raises ``BoardError`` or ``FormatError``."""
    size = None if body.size is None else read_shape(body.size, settings)
    document = read_document(body.board, size)
    if any(entry.columns for entry in document.entries):
        parse_board(body.board, size)  # raises: further columns are allowed in files only
    if len(document.entries) > 1:
        raise FormatError(f"expected one board, found {len(document.entries)}")
    start = document.entries[0].board
    _checked(start.shape, settings)
    named = document.entries[0].goal if body.goal is None else None
    return Problem(start, named or make_goal(body.goal, start.shape)), document


def _checked(shape: Shape, settings: Settings) -> Shape:
    if max(shape.rows, shape.columns) > settings.side:
        raise BoardError(
            f"expected a board of at most {settings.side} rows and columns, found {shape}",
            hint="the command line takes up to 256: taquin solve",
        )
    return shape


def read_method(body: MethodRequest, problem: Problem) -> Method:
    """The method, or the best one for the problem. Raises ``SpecError`` or ``HeuristicError``."""
    for text in (body.algorithm, body.heuristic):
        _refuse_files(text or "")
    if body.algorithm is not None:
        return _choose(body.algorithm, body.heuristic, body.options)
    uses_card = body.backend == "cuda"
    default = default_method(problem.shape, backend="cuda") if uses_card else ready_method(problem.goal, problem.metric)
    return pick_method(default, None, body.heuristic, body.options)


def ready_method(goal: Board, metric: Metric) -> Method:
    """The best method for a goal whose tables are available: the server does not build large ones."""
    if metric is Metric.SLIDES and describe_slide_databases(goal):
        return make_method("anytime")
    return quick_method(goal.shape, metric)


def read_spec(text: str) -> Method:
    _refuse_files(text)
    return _choose(text)


def _choose(algorithm: str, heuristic: str | None = None, options: Mapping[str, object] | None = None) -> Method:
    """The method. Raises ``SpecError``, and ``LimitError`` if it asks for more threads than this server has cores."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TaquinWarning)  # too many threads are refused, not lowered
        method = choose_method(algorithm, heuristic, options)
    if int(dict(method.options).get("threads", 0)) > core_count():
        raise LimitError(
            f"expected at most {plural(core_count(), 'thread')}, one per core of the server, found more",
            hint="threads=0 uses all cores",
        )
    return method


def read_heuristic(text: str) -> HeuristicChoice:
    _refuse_files(text)
    return choose_heuristic(text)


def _refuse_files(text: str) -> None:
    """Raise ``HeuristicError`` for an algorithm or a heuristic in a Python file: only the command line runs these."""
    if names_file(text):
        raise HeuristicError(
            "expected an algorithm and a heuristic of the registry, found a file",
            hint="your own run at the command line: taquin solve -a FILE.py:NAME -e FILE.py:NAME",
        )


def read_limits(body: LimitsRequest, settings: Settings, *, usual_time: float | None = None) -> Limits:
    """The limits of a run; those of the server where none are given. Raises ``LimitError`` for more than it allows."""
    return _with_usual(_read_given(body, settings), settings, settings.usual_time if usual_time is None else usual_time)


def read_recording_limits(body: LimitsRequest, settings: Settings, method: Method, shape: Shape) -> Limits:
    """The same for a run that is recorded."""
    given = recording_limits(_read_given(body, settings), method, shape)
    return _with_usual(given, settings, settings.trace_time)


def _read_given(body: LimitsRequest, settings: Settings) -> Limits:
    limits = Limits.parse(**vars(body))
    for name in ("time", "nodes", "memory"):
        value, most = getattr(limits, name), getattr(settings, name)
        if value is not None and value > most:
            raise LimitError(
                f"expected a {name} limit of at most {_shown(most)}, found {_shown(value)}",
                hint="this is the server's limit",
            )
    return limits


def _with_usual(limits: Limits, settings: Settings, time: float) -> Limits:
    return replace(
        limits,
        time=time if limits.time is None else limits.time,
        nodes=settings.nodes if limits.nodes is None else limits.nodes,
        memory=settings.memory if limits.memory is None else limits.memory,
    )


def _shown(value: float) -> str:
    """An amount with thousands separators."""
    return f"{value:,}" if isinstance(value, int) else f"{value:,.10g}"


def check_difficulty(goal: Board, metric: Metric) -> None:
    """Raise ``SpecError`` unless boards at a chosen distance can be made: from a table, or by a solver."""
    is_searched = table_unsupported_reason(goal.shape, metric=metric) and not difficulty_unsupported_reason(
        goal.shape, metric
    )
    if not is_searched:
        check_table(goal, metric)
    elif ready_method(goal, metric).algorithm.is_anytime:
        raise SpecError(
            f"the databases for slides on {goal.shape} are not built yet, and take too long to build here",
            hint=f"build them once at the command line: taquin random {goal.shape.text} --depth 20 --metric slides",
        )


def check_table(goal: Board, metric: Metric = Metric.MOVES) -> None:
    """Raise ``SpecError`` unless exact distances to this goal are available or quickly built."""
    shape = goal.shape
    if reason := table_unsupported_reason(shape, metric=metric):
        hint = "" if shape.cells > MAXIMUM_CELLS else "use `moves`, which works for any size"
        raise SpecError(f"exact distances are not available: {reason}", hint=hint)
    file = table_file(standard_form(shape, goal.blank), metric)
    if can_rank(shape, metric) and has_file(shape) and not file.exists():
        raise SpecError(
            f"the table of all {shape} boards is not built yet, and takes too long to build here",
            hint=f"build it once at the command line: taquin random {shape.text} --depth 20 --metric {metric}",
        )
