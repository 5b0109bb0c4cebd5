"""What the bodies of several requests have in common; other requests stand beside the functions that take them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal, TypeAlias

from taquin.system.json_text import JsonObject
from taquin.web.api.reading import Bounds, Converted, Examples

BOARD = "8 1 3 / 4 0 2 / 7 6 5"
"""The board in all examples."""


def _board_text(value: object) -> object:
    """Rows or cells of numbers as text; anything else unchanged."""
    if not isinstance(value, list):
        return value
    rows = value if all(isinstance(row, list) for row in value) else [value]
    if any(type(cell) is not int for row in rows for cell in row):
        raise ValueError("expected a text, rows such as [[1, 2], [3, 0]], or cells")
    return " / ".join(" ".join(map(str, row)) for row in rows)


BoardText: TypeAlias = Annotated[str, Bounds(most=4000), Converted(_board_text, list[list[int]] | list[int])]
SizeText: TypeAlias = Annotated[str, Bounds(most=40)]
SpecText: TypeAlias = Annotated[str, Bounds(most=400)]
AmountText: TypeAlias = Annotated[str, Bounds(most=40)]
Natural: TypeAlias = Annotated[int, Bounds()]
Backend: TypeAlias = Literal["auto", "python", "native", "cuda"]
MetricName: TypeAlias = Annotated[
    Literal["moves", "slides"], "`moves`, or `slides`: tiles that slide together in a line count 1."
]
OptionValue: TypeAlias = Annotated[str, Bounds(most=200)] | int | float | bool


@dataclass(frozen=True, kw_only=True)
class Request:
    """The body of a request."""

    EXAMPLE: ClassVar[JsonObject] = {}


@dataclass(frozen=True, kw_only=True)
class LimitsRequest(Request):
    """The limits of a run. Numbers are seconds, nodes, bytes and moves; texts are read as at the command line."""

    time: Annotated[float | AmountText | None, Examples(10, "10s")] = None
    """Seconds, or a text such as `10s` or `2m`."""
    nodes: Annotated[int | AmountText | None, Examples(200_000, "2M")] = None
    """Generated nodes, or a text such as `50k` or `2M`."""
    memory: Annotated[int | AmountText | None, Examples("200MB")] = None
    """Bytes that the search stores, or a text such as `200MB`."""
    depth: Annotated[int | AmountText | None, Examples(30)] = None
    """The search does not look for longer solutions."""


@dataclass(frozen=True, kw_only=True)
class PuzzleRequest(Request):
    """A board and its goal."""

    board: Annotated[BoardText, Examples(BOARD, [[8, 1, 3], [4, 0, 2], [7, 6, 5]])]
    """The board in any text form that Taquin reads, or its rows, or its cells; 0 is the blank."""
    goal: Annotated[BoardText | None, Examples("standard", "snail")] = None
    """`standard` (the default), `blank-first`, `snail`, `center`, or a board."""
    size: Annotated[SizeText | None, Examples("3x3")] = None
    """Rows x columns, if the text does not give them: `2x3`."""


@dataclass(frozen=True, kw_only=True)
class LimitedRequest(PuzzleRequest):
    """A board and limits."""

    limits: LimitsRequest = LimitsRequest()


@dataclass(frozen=True, kw_only=True)
class MethodRequest(LimitedRequest):
    """A board, a method and limits."""

    algorithm: Annotated[SpecText | None, Examples("astar", "wastar(manhattan, weight=2)")] = None
    """A name or a spec such as `wastar(manhattan, weight=2)`; by default the best one for the size."""
    heuristic: Annotated[SpecText | None, Examples("manhattan")] = None
    """A name, or `max(manhattan, gaschnig)`."""
    options: Annotated[dict[Annotated[str, Bounds(most=40)], OptionValue], Bounds(most=20), Examples({})] = field(
        default_factory=dict
    )
    """Options of the algorithm; the registry lists them."""
    backend: Backend = "auto"
    """`auto`: the native core where it supports the method; `python`: the reference; `cuda`: the GPU of the server."""


@dataclass(frozen=True, kw_only=True)
class SolveRequest(MethodRequest):
    """A board, a method and limits: `taquin solve --json`."""

    EXAMPLE: ClassVar = {"board": BOARD, "goal": "standard", "algorithm": "astar", "heuristic": "manhattan"}

    metric: MetricName = "moves"
    initial: Annotated[str, Bounds(most=20_000)] | None = None
    """For a method that improves its solution: the moves of a solution that it begins with."""


@dataclass(frozen=True, kw_only=True)
class SizeRequest(Request):
    """A size and a goal."""

    EXAMPLE: ClassVar = {"size": "3x3"}

    size: SizeText = "3x3"
    """Rows x columns."""
    goal: BoardText | None = None
    """A name or a board."""
    metric: MetricName = "moves"
