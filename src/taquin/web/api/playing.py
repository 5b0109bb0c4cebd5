"""New boards, the numbers of boards by distance, pictures, and QR codes."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from io import BytesIO
from random import Random
from typing import Annotated, ClassVar, Literal, TypedDict

from taquin.analysis.random_boards import Difficulty, random_board
from taquin.errors import LimitError, SpecError
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.goals import make_goal
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.puzzle.solution import Solution
from taquin.render.board.picture import board_drawing
from taquin.render.draw import encode
from taquin.render.drawing.theme import theme_named
from taquin.render.records import RandomRecord, random_record
from taquin.render.solution.animation import Animation
from taquin.render.solution.picture import solution_drawing
from taquin.tables.distances import distance_table
from taquin.web.api import puzzles
from taquin.web.api.job import Job, Json, Service, as_json, ignore, short_job
from taquin.web.api.reading import Bounds
from taquin.web.api.requests import BOARD, PuzzleRequest, Request, SizeRequest

QUICK_MOVES = 5000
QUICK_CELLS = 1000
"""Requests for at most this many random moves and cells are answered without a worker: they take milliseconds."""


@dataclass(frozen=True, kw_only=True)
class RandomRequest(SizeRequest):
    """Which boards to make: `taquin random --json`."""

    EXAMPLE: ClassVar = {"size": "3x3", "depth": 20, "seed": 7}

    moves: Annotated[int, Bounds(most=100_000)] | None = None
    """The number of random moves from the goal."""
    depth: Annotated[int, Bounds(most=1000)] | None = None
    """The length of a shortest solution."""
    harder_than: Annotated[int, Bounds(most=1000)] | None = None
    """Shortest solutions are longer than this."""
    count: Annotated[int, Bounds(least=1, most=100)] = 1
    """How many boards."""
    seed: Annotated[int, Bounds(most=2**53 - 1)] | None = None
    """Same seed, same boards."""


def random(body: RandomRequest, service: Service) -> Job[Json[RandomRecord]] | Json[RandomRecord]:
    """The object of `taquin random --json`: uniform, by random moves, or at an exact distance from the goal."""
    shape = puzzles.read_shape(body.size, service.settings)
    goal, metric = make_goal(body.goal, shape), Metric(body.metric)
    seed = secrets.randbelow(2**32) if body.seed is None else body.seed
    is_graded = body.depth is not None or body.harder_than is not None
    if is_graded:
        puzzles.check_difficulty(goal, metric)
    chosen: Difficulty = {"depth": body.depth, "harder_than": body.harder_than, "moves": body.moves, "metric": metric}
    is_quick = (body.moves or 0) * body.count <= QUICK_MOVES and shape.cells * body.count <= QUICK_CELLS
    if is_quick and not is_graded:
        return random_boards(goal, body.count, seed, chosen)
    return short_job(service, random_boards, goal, body.count, seed, chosen)


def random_boards(goal: Board, count: int, seed: int, chosen: Difficulty) -> Json[RandomRecord]:
    """Boards of a chosen difficulty, by random moves, or uniform. ``chosen``: keywords of ``random_board``."""
    rng = Random(seed)
    boards = [random_board(goal.shape, goal, rng=rng, **chosen) for _ in range(count)]
    return as_json(random_record(boards, goal, seed=seed, **chosen))


class DepthsRecord(TypedDict):
    """How many boards there are at each distance from a goal."""

    goal: str
    radius: int
    counts: list[int]


def depths(body: SizeRequest, service: Service) -> Job[Json[DepthsRecord]]:
    """The number of boards at each distance from a goal, where all are known."""
    goal = make_goal(body.goal, puzzles.read_shape(body.size, service.settings))
    metric = Metric(body.metric)
    puzzles.check_table(goal, metric)
    return short_job(service, _depths, goal, metric)


def _depths(goal: Board, metric: Metric) -> Json[DepthsRecord]:
    table = distance_table(goal, warn=ignore, metric=metric)
    return as_json({"goal": one_line(goal), "radius": table.radius, "counts": [*table.counts]})


@dataclass(frozen=True, kw_only=True)
class DrawRequest(PuzzleRequest):
    """A board, or moves on it, to be drawn as SVG: `taquin draw`."""

    EXAMPLE: ClassVar = {"board": BOARD, "moves": "RDLLUURDLDRURD"}

    moves: Annotated[str, Bounds(most=5000)] = ""
    """Letters `U D L R`: where the blank goes."""
    kind: Literal["animation", "strip", "board"] = "animation"
    """A board that plays the moves, a strip of boards, or the board alone."""
    theme: Literal["light", "dark"] = "light"
    pace: Annotated[float, Bounds(least=0.05, most=60)] = 0.6
    """Seconds from one move to the next."""


def draw(body: DrawRequest, service: Service) -> Job[bytes]:
    """An SVG of the board, of the moves as a strip of boards, or an animation."""
    problem, _ = puzzles.read_puzzle(body, service.settings)
    solution = Solution(problem.start, body.moves)
    cells, most = (solution.length + 1) * problem.shape.cells, service.settings.drawn_cells
    if body.kind == "strip" and cells > most:
        raise LimitError(
            f"a strip of {solution.length + 1:,} boards has {cells:,} cells, more than {most:,}",
            hint="an animation takes any number of moves",
        )
    return short_job(service, _draw, problem, solution, body, filename=f"taquin-{body.kind}.svg")


def _draw(problem: Problem, solution: Solution, body: DrawRequest) -> bytes:
    theme = theme_named(body.theme)
    if body.kind == "board":
        return encode(board_drawing(problem.start, goal=problem.goal, theme=theme), "svg")
    if body.kind == "strip":
        return encode(solution_drawing(solution, goal=problem.goal, theme=theme), "svg")
    return Animation(solution, goal=problem.goal, pace=body.pace, theme=theme).encoded("svg")


@dataclass(frozen=True, kw_only=True)
class CodeRequest(Request):
    """A text for a QR code."""

    EXAMPLE: ClassVar = {"text": "classroom.example:8000/#play"}

    text: Annotated[str, Bounds(least=1, most=1000)]


def qr(body: CodeRequest, service: Service) -> Job[bytes]:
    """A QR code of a text, such as the address of the page for a class."""
    return short_job(service, _qr, body.text)


def _qr(text: str) -> bytes:
    import segno  # loaded only where it is used

    try:
        code = segno.make(text, error="m", micro=False)
    except segno.DataOverflowError:
        raise SpecError(
            f"this text of {len(text):,} characters is too long for a QR code", hint="use a shorter link"
        ) from None
    drawing = BytesIO()
    code.save(drawing, kind="svg", scale=8, border=4, light="#fff", xmldecl=False, nl=False)
    return drawing.getvalue()
