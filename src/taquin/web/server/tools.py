"""The tools of the server for assistants: a request, a function of the API, and a description that a model reads.

Their results are the objects that the command line prints with ``--json``, and pictures. Nothing here knows the
protocol: ``assistants.py`` speaks it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Annotated, Any, ClassVar, Literal, cast

from taquin.analysis.compare import DEFAULT_LIMITS, combine, compare_boards, limits_of_every_run
from taquin.analysis.comparison import Comparison
from taquin.analysis.grading import first_detour
from taquin.analysis.known_solutions import look_up
from taquin.analysis.verify import Verification
from taquin.analysis.verify import verify as replay
from taquin.errors import FormatError, LimitError, SpecError
from taquin.puzzle.moves import Notation
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.puzzle.solution import Solution
from taquin.render import formats
from taquin.render.board.picture import board_drawing
from taquin.render.draw import encode
from taquin.render.drawing.theme import theme_named
from taquin.render.records import VerificationRecord, verification_record
from taquin.render.solution.picture import solution_drawing
from taquin.render.text.comparison import findings
from taquin.run.limits import Cancellation, Limits
from taquin.run.progress import ProgressListener
from taquin.run.result import Result
from taquin.run.run import Run
from taquin.solving.method import Method
from taquin.solving.solver import run_method
from taquin.web.api import puzzles, solving, watching
from taquin.web.api.errors import DESCRIBED, ApiError
from taquin.web.api.job import Job, Json, Service, as_json, ignore, short_job
from taquin.web.api.reading import Bounds, Examples, read_body, types_of
from taquin.web.api.requests import BOARD, LimitedRequest, MetricName, PuzzleRequest, Request, SpecText
from taquin.web.api.watching import TreeRequest
from taquin.web.server.openapi import Schemas
from taquin.web.settings import Settings

VERIFY_TIME = 10.0
"""Seconds for the optimum in ``verify``, as at the command line."""
MOST_PIXELS = 8000
"""The most pixels on a side of a picture in PNG: models cannot read larger ones."""
_REFERENCE = "#/components/schemas/"


@dataclass(frozen=True)
class Tool:
    """A tool: what an assistant calls, and the function that takes its request."""

    name: str
    function: Callable[..., Any]
    description: str

    @property
    def body(self) -> type[Request]:
        return cast("type[Request]", types_of(self.function)["body"])

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its arguments."""
        schemas = Schemas()
        schemas.of(self.body)
        parts = json.loads(json.dumps(schemas.components).replace(_REFERENCE, "#/$defs/"))
        own: dict[str, Any] = parts.pop(self.body.__name__)
        return {**own, "$defs": parts} if parts else own

    def read(self, arguments: object, settings: Settings) -> Request:
        """The request in the arguments of a call. Raises ``ApiError`` that names what is wrong."""
        content = json.dumps(arguments).encode()
        if len(content) > settings.body:
            raise ApiError(413, "request", f"the arguments are longer than {settings.body:,} bytes")
        try:
            return read_body(self.body, content)
        except ApiError as error:
            hint = f"the schema of {self.name} describes its arguments" if error.hint == DESCRIBED else error.hint
            raise ApiError(error.status, error.kind, error.message, hint=hint) from None


@dataclass(frozen=True, kw_only=True)
class VerifyRequest(LimitedRequest):
    """A board and moves to check: `taquin verify --json`."""

    EXAMPLE: ClassVar = {"board": "1 2 3 / 4 0 5 / 7 8 6", "moves": "RD"}

    moves: Annotated[str, Bounds(most=20_000), Examples("RD", "5 6", "Right Down")]
    """Letters `U D L R` or words (where the blank goes), numbers of the tiles that slide, or the boards on the way."""
    notation: Annotated[Literal["auto", "blank", "tiles", "numbers", "boards"], Examples("auto")] = "auto"
    """How `moves` are written; `tiles` are directions of the tile."""
    metric: MetricName = "moves"


def verify(body: VerifyRequest, service: Service) -> Job[Json[VerificationRecord]]:
    """The object of `taquin verify --json`."""
    problem = Problem(puzzles.read_puzzle(body, service.settings)[0], metric=body.metric)
    if not body.moves.strip() and problem.start != problem.goal:
        raise FormatError("expected moves, found nothing", hint="such as RDLU, or 5 8 6")
    notation = None if body.notation == "auto" else Notation(body.notation)
    verification = replay(problem, body.moves, notation=notation)
    limits = puzzles.read_limits(body.limits, service.settings, usual_time=VERIFY_TIME)
    return Job(partial(_verify, verification, limits), (limits.time or 0) + 1)  # one more second for the table


def _verify(
    verification: Verification, limits: Limits, *, cancellation: Cancellation, progress: ProgressListener
) -> Json[VerificationRecord]:
    problem, shortest, detour = verification.problem, None, None
    if verification.is_legal:
        shortest = _find_shortest(verification, Run(limits, None, cancellation, progress))
        if problem.metric is Metric.MOVES:
            detour = first_detour(Solution(problem.start, verification.moves), problem.goal)
    return as_json(verification_record(verification, shortest, detour))


def _find_shortest(verification: Verification, run: Run) -> Result:
    """The shortest solution; for moves that do not reach the goal, the shortest solution from their end."""
    problem, is_correct = verification.problem, verification.is_correct
    problem = Problem(problem.start if is_correct else verification.end, problem.goal, metric=problem.metric)
    if (known := look_up(problem, warn=ignore)) is not None:
        return known
    method = puzzles.ready_method(problem.goal, problem.metric)
    if is_correct and method.algorithm.is_anytime and problem.metric is Metric.MOVES:
        run.begin_with(bytes(verification.moves))
    return run_method(problem, method, run)


@dataclass(frozen=True, kw_only=True)
class CompareRequest(LimitedRequest):
    """A board and methods to compare: `taquin compare --json`."""

    EXAMPLE: ClassVar = {"board": BOARD, "methods": ["astar(misplaced)", "astar(manhattan)"]}

    methods: Annotated[list[SpecText], Bounds(most=64), Examples(["astar(misplaced)", "astar(manhattan)"])] | None = (
        None
    )
    """Specs, all different; by default a screen of methods, one idea each."""
    backend: Literal["auto", "python", "native"] = "auto"
    """`python` runs all of them in the reference, so that their times can be compared."""


def compare(body: CompareRequest, service: Service) -> Job[Json[dict[str, Any]]]:
    """The object of `taquin compare --json`. One method runs after the other."""
    settings = service.settings
    problem, _ = puzzles.read_puzzle(body, settings)
    methods = [puzzles.read_spec(text) for text in body.methods or ()]
    if len(methods) > settings.entrants:
        raise SpecError(f"expected at most {settings.entrants} methods, found {len(methods)}")
    for place, method in enumerate(methods):
        if method in methods[:place]:
            raise SpecError(f"{method.text} is named twice: expected different methods")
    methods = methods or combine(problem)
    limits = puzzles.read_limits(body.limits, settings, usual_time=DEFAULT_LIMITS.time)
    seconds = limits.time or 0
    if body.limits.time is None and body.limits.nodes is None:  # then those of the command line
        limits = replace(limits, time=None, nodes=None)
    # The limit of time holds for loading tables, and again for the search.
    return Job(partial(_compare, problem, methods, limits, body.backend), 2 * seconds * len(methods))


def _compare(
    problem: Problem,
    methods: list[Method],
    limits: Limits,
    backend: Literal["auto", "python", "native"],
    *,
    cancellation: Cancellation,
    progress: ProgressListener,
) -> Json[dict[str, Any]]:
    def listen(place: int, board: int) -> ProgressListener:
        return progress

    rows = compare_boards(
        [problem], methods, limits=limits, cancellation=cancellation, progress=listen, backend=backend
    )
    comparison = Comparison(problem, tuple(rows), len(methods), limits_of_every_run(limits))
    return as_json({**comparison.to_dict(), "summary": findings(comparison)})


@dataclass(frozen=True, kw_only=True)
class TreePictureRequest(TreeRequest):
    """A search to record, and the step after which its tree is drawn: `taquin tree`."""

    EXAMPLE: ClassVar = {"board": "1 2 3 / 4 0 5 / 7 8 6", "algorithm": "astar", "heuristic": "manhattan"}

    format: Annotated[str, Literal["png", "svg"]] = "png"


def tree(body: TreePictureRequest, service: Service) -> Job[bytes]:
    """The tree of a search after a step, as `taquin tree -o` draws it."""
    return watching.tree(body, service)


@dataclass(frozen=True, kw_only=True)
class BoardRequest(PuzzleRequest):
    """A board, or moves on it, to be drawn: `taquin draw`."""

    EXAMPLE: ClassVar = {"board": BOARD, "moves": "RDLLUURDLDRURD"}

    moves: Annotated[str, Bounds(most=5000)] = ""
    """Letters `U D L R`, where the blank goes: draws a strip with the board after each move."""
    format: Annotated[str, Literal["png", "svg"]] = "png"
    theme: Literal["light", "dark"] = "light"


def board(body: BoardRequest, service: Service) -> Job[bytes]:
    """A picture of a board, or of the boards along moves."""
    problem, _ = puzzles.read_puzzle(body, service.settings)
    solution = Solution(problem.start, body.moves)
    cells, most = (solution.length + 1) * problem.shape.cells, service.settings.drawn_cells
    if cells > most:
        raise LimitError(
            f"a strip of {solution.length + 1:,} boards has {cells:,} cells, more than {most:,}",
            hint="draw fewer moves",
        )
    job = short_job(service, _draw, problem, solution, body)
    return replace(job, media_type=formats.find(body.format, formats.DRAWINGS).media_type)


def _draw(problem: Problem, solution: Solution, body: BoardRequest) -> bytes:
    theme = theme_named(body.theme)
    if solution.length:
        drawing = solution_drawing(solution, goal=problem.goal, theme=theme)
    else:
        drawing = board_drawing(problem.start, goal=problem.goal, theme=theme)
    side = round(2 * max(drawing.width, drawing.height))  # a PNG has two pixels for each of the drawing
    if body.format == "png" and side > MOST_PIXELS:
        raise LimitError(
            f"the picture has {side:,} pixels on its longer side, more than {MOST_PIXELS:,}",
            hint="draw fewer moves, or choose the format svg",
        )
    return encode(drawing, body.format)


@dataclass(frozen=True, kw_only=True)
class JudgeRequest(Request):
    """A function in Python to judge: `taquin judge --json`."""

    EXAMPLE: ClassVar = {"code": "def solve(rows):\n    return 'RD'\n", "function": "solve"}

    code: Annotated[str, Bounds(least=1, most=60_000)]
    """A Python file with the function."""
    function: Annotated[str, Bounds(least=1, most=100), Examples("solve")] = "solve"
    """The name of the function."""
    call: Annotated[str, Bounds(most=400), Examples("solve(rows, goal, 'h2')")] = ""
    """How the function is called; by default common ways are tried."""
    boards: Annotated[list[Annotated[str, Bounds(most=4000)]], Bounds(most=100)] | None = None
    """Boards to judge it on, all of one size; by default 21, from the solved one to the hardest of the 3x3."""
    goal: Annotated[str, Bounds(most=4000)] | None = None
    """A name or a board."""
    explain: bool = False
    """Find out which search the function is by the counters that it prints, which takes some seconds."""


TOOLS = (
    Tool(
        "check",
        solving.check,
        "Whether a sliding-tile board (8-puzzle, 15-puzzle, any size) is legal and can be solved, with the parities "
        "that prove it, and the swap of two tiles that would make it solvable.",
    ),
    Tool(
        "solve",
        solving.solve,
        "Solve a sliding-tile board. `moves` are where the blank goes (U D L R); `quality` is `optimal` only if the "
        "solution is proven shortest, and `lower_bound` is proven in any case. `status` says how a search without a "
        "solution ended.",
    ),
    Tool(
        "hint",
        solving.hint,
        "The next best moves on a board and how many moves are left, without the rest of the solution.",
    ),
    Tool(
        "verify",
        verify,
        "Check moves that somebody claims to solve a board: the first illegal move and why, whether the goal is "
        "reached, whether a shorter solution exists, and the first move that leaves the shortest solutions.",
    ),
    Tool(
        "compare",
        compare,
        "Run several search algorithms and heuristics on one board and compare nodes, memory, time and lengths; "
        "`summary` says what follows.",
    ),
    Tool(
        "tree",
        tree,
        "A picture of the search tree of a method on a board, as a textbook draws it. Choose an easy board.",
    ),
    Tool("board", board, "A picture of a board, or of all boards along moves."),
)
"""What every server offers. ``judge`` is added where its user allows code."""

JUDGE = (
    "Judge a Python function that solves sliding-tile boards: run it on boards and report where it is wrong, not "
    "shortest or fails. The code runs on this machine with the rights of the user."
)
