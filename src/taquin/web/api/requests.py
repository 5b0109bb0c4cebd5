"""The bodies of requests. FastAPI validates them and describes them in ``/api/openapi.json``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from taquin.lessons.exercises.grading import LONGEST
from taquin.lessons.exercises.quiz import LARGEST_SEED
from taquin.render import formats

BOARD = "8 1 3 / 4 0 2 / 7 6 5"
"""The board in all examples."""

if TYPE_CHECKING:
    PictureEnding: TypeAlias = str
else:
    PictureEnding = Literal[formats.endings(formats.DRAWINGS)]

Number: TypeAlias = Annotated[int, Field(strict=True)]


def _board_text(value: object) -> object:
    """Rows or cells of numbers as text; anything else unchanged."""
    if not isinstance(value, list):
        return value
    rows = value if all(isinstance(row, list) for row in value) else [value]
    if any(type(cell) is not int for row in rows for cell in row):
        raise ValueError("expected a text, rows such as [[1, 2], [3, 0]], or cells")
    return " / ".join(" ".join(map(str, row)) for row in rows)


_Text: TypeAlias = Annotated[str, Field(max_length=4000)]
_FROM_ROWS = BeforeValidator(_board_text, json_schema_input_type=_Text | list[list[int]] | list[int])
BoardText: TypeAlias = Annotated[
    _Text,
    _FROM_ROWS,
    Field(
        description="The board in any text form that Taquin reads, or its rows, or its cells; 0 is the blank.",
        examples=[BOARD, [[8, 1, 3], [4, 0, 2], [7, 6, 5]]],
    ),
]
GoalText: TypeAlias = Annotated[_Text, _FROM_ROWS]
SizeText: TypeAlias = Annotated[str, Field(max_length=40)]
SpecText: TypeAlias = Annotated[str, Field(max_length=400)]
AmountText: TypeAlias = Annotated[str, Field(max_length=40)]


def example(**fields: Any) -> ConfigDict:
    """The configuration of a body that has this example in its description."""
    return ConfigDict(json_schema_extra={"examples": [fields]})


class RequestModel(BaseModel):
    """Unknown fields are errors, and values are not converted: a number is not a text."""

    model_config = ConfigDict(extra="forbid", strict=True)


class LimitsRequest(RequestModel):
    """The limits of a run. Numbers are seconds, nodes, bytes and moves; texts are read as at the command line."""

    time: float | AmountText | None = Field(
        default=None, description="Seconds, or a text such as `10s` or `2m`.", examples=[10, "10s"]
    )
    nodes: Number | AmountText | None = Field(
        default=None, description="Generated nodes, or a text such as `50k` or `2M`.", examples=[200_000, "2M"]
    )
    memory: Number | AmountText | None = Field(
        default=None, description="Bytes that the search stores, or a text such as `200MB`.", examples=["200MB"]
    )
    depth: Number | AmountText | None = Field(
        default=None, description="The search does not look for longer solutions.", examples=[30]
    )


class PuzzleRequest(RequestModel):
    """A board and its goal."""

    board: BoardText
    goal: GoalText | None = Field(
        default=None,
        description="`standard` (the default), `blank-first`, `snail`, or a board.",
        examples=["standard", "snail"],
    )
    size: SizeText | None = Field(
        default=None, description="Rows x columns, if the text does not give them: `2x3`.", examples=["3x3"]
    )


MetricText: TypeAlias = Annotated[
    Literal["moves", "slides"],
    Field(description="`moves`, or `slides`: tiles that slide together in a line count 1."),
]


class LimitedRequest(PuzzleRequest):
    """A board and limits."""

    limits: LimitsRequest = LimitsRequest()


class MethodRequest(LimitedRequest):
    """A board, a method and limits."""

    algorithm: SpecText | None = Field(
        default=None,
        description="A name or a spec such as `wastar(manhattan, weight=2)`; by default the best one for the size.",
        examples=["astar", "wastar(manhattan, weight=2)"],
    )
    heuristic: SpecText | None = Field(
        default=None, description="A name, or `max(manhattan, gaschnig)`.", examples=["manhattan"]
    )
    options: dict[
        Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=200)] | Number | float | bool
    ] = Field(
        default_factory=dict,
        max_length=20,
        description="Options of the algorithm; the registry lists them.",
        examples=[{}],
    )
    backend: Literal["auto", "python", "native"] = Field(
        default="auto",
        description="`auto`: the native core where it supports the method; `python`: the reference.",
    )


class SolveRequest(MethodRequest):
    """A board, a method and limits: `taquin solve --json`."""

    model_config = example(board=BOARD, goal="standard", algorithm="astar", heuristic="manhattan")

    metric: MetricText = "moves"
    initial: Annotated[str, Field(max_length=20_000)] | None = Field(
        default=None,
        description="For a method that improves its solution: the moves of a solution that it begins with.",
    )


class TraceRequest(MethodRequest):
    """A search to record, as `taquin trace` does. The reference in Python runs it, whatever `backend` says."""

    nodes: Annotated[int, Field(strict=True, ge=1)] | None = Field(
        default=None,
        description="The most nodes to record; the search itself continues. By default the limit of the server.",
        examples=[300],
    )


class TreeRequest(TraceRequest):
    """A search to record, and the step after which its tree is drawn: `taquin tree`."""

    step: Annotated[int, Field(strict=True, ge=0)] | None = Field(
        default=None, description="Draw the tree after this step; by default the whole tree.", examples=[12]
    )
    format: PictureEnding = "svg"
    theme: Literal["light", "dark"] = "light"


class PairRequest(LimitedRequest):
    """Two methods on one board, to be watched side by side."""

    model_config = example(board=BOARD, methods=["astar(misplaced)", "astar(manhattan)"])

    methods: Annotated[list[SpecText], Field(min_length=2, max_length=2)]
    nodes: Annotated[int, Field(strict=True, ge=1)] | None = Field(
        default=None, description="The most nodes to record of each search.", examples=[300]
    )


class HintRequest(LimitedRequest):
    """A board to find the next move for: `taquin hint --json`."""

    model_config = example(board=BOARD, count=True)

    count: bool = Field(default=False, description="Return only the number of remaining moves.")
    metric: MetricText = "moves"


class JudgeRequest(LimitedRequest):
    """A board and the moves that were played on it."""

    model_config = example(board=BOARD, moves="R")

    moves: Annotated[str, Field(min_length=1, max_length=100)] = Field(
        description="Letters `U D L R`: where the blank went.", examples=["R"]
    )
    before: Annotated[int, Field(strict=True, ge=0)] | None = Field(
        default=None, description="The distance before the moves, if it is known: it saves a search.", examples=[14]
    )
    metric: MetricText = "moves"


class ExplainRequest(PuzzleRequest):
    """A board and the heuristic to explain on it."""

    model_config = example(board=BOARD, heuristic="linear_conflict")

    heuristic: SpecText = Field(description="A name, or `max(manhattan, gaschnig)`.", examples=["manhattan"])


class RaceRequest(LimitedRequest):
    """A board and the methods to compare: `taquin compare --json`, with progress events."""

    model_config = example(board=BOARD, methods=["astar(manhattan)", "ida_star(manhattan)"])

    methods: list[SpecText] = Field(
        min_length=2,
        max_length=64,
        description="Specs, all different.",
        examples=[["astar(misplaced)", "astar(manhattan)"]],
    )
    question: Literal["work", "memory", "time", "length", "success"] = Field(
        default="work",
        description="What the sentence at the end is about: nodes expanded, states in memory, time, the length of the "
        "solution, or whether one is found.",
    )
    backend: Literal["auto", "python", "native"] = Field(
        default="python", description="`python` runs all of them in the reference, so that their times can be compared."
    )


class DrawRequest(PuzzleRequest):
    """A board, or moves on it, to be drawn as SVG: `taquin draw`."""

    model_config = example(board=BOARD, moves="RDLLUURDLDRURD")

    moves: Annotated[str, Field(max_length=5000)] = Field(
        default="", description="Letters `U D L R`: where the blank goes."
    )
    kind: Literal["animation", "strip", "board"] = Field(
        default="animation", description="A board that plays the moves, a strip of boards, or the board alone."
    )
    theme: Literal["light", "dark"] = "light"
    pace: float = Field(
        default=0.6, ge=0.05, le=60, description="Seconds from one move to the next.", allow_inf_nan=False
    )


class RandomRequest(RequestModel):
    """Which boards to make: `taquin random --json`."""

    model_config = example(size="3x3", depth=20, seed=7)

    size: SizeText = Field(default="3x3", description="Rows x columns.")
    goal: GoalText | None = Field(default=None, description="A name or a board.")
    moves: int | None = Field(default=None, ge=0, le=100_000, description="The number of random moves from the goal.")
    depth: int | None = Field(default=None, ge=0, le=1000, description="The length of a shortest solution.")
    harder_than: int | None = Field(default=None, ge=0, le=1000, description="Shortest solutions are longer than this.")
    metric: MetricText = "moves"
    count: int = Field(default=1, ge=1, le=100, description="How many boards.")
    seed: int | None = Field(default=None, ge=0, le=2**53 - 1, description="Same seed, same boards.")


class CodeRequest(RequestModel):
    """A text for a QR code."""

    model_config = example(text="classroom.example:8000/#play")

    text: Annotated[str, Field(min_length=1, max_length=1000)]


class DepthsRequest(RequestModel):
    """Which distances to count."""

    model_config = example(size="3x3")

    size: SizeText = Field(default="3x3", description="Rows x columns.")
    goal: GoalText | None = Field(default=None, description="A name or a board.")
    metric: MetricText = "moves"


class UnitRequest(RequestModel):
    """A unit of the course."""

    unit: Annotated[str, Field(max_length=40)] = Field(examples=["space"])


class QuestionRequest(RequestModel):
    """A question: its form, and the seed of the variant."""

    model_config = example(form="space.inversions", seed=7)

    form: Annotated[str, Field(max_length=80)]
    seed: Annotated[int, Field(strict=True, ge=0, le=LARGEST_SEED)]


class AnswerRequest(QuestionRequest):
    """A question and what was answered."""

    model_config = example(form="space.inversions", seed=7, answer="12")

    answer: Annotated[str, Field(max_length=LONGEST)] | None = Field(
        description="In any notation that Taquin reads; null to see the right answer."
    )
    attempt: Literal[1, 2] | None = Field(
        default=None,
        description="1: a wrong answer gets the verdict `again` and a hint; 2: the second try; null: the only one.",
    )


class VersionRequest(RequestModel):
    """A version of the questions of a unit."""

    model_config = example(unit="astar", version=7, count=8)

    unit: Annotated[str, Field(max_length=40)]
    version: Annotated[int, Field(strict=True, ge=0, le=LARGEST_SEED)] = Field(
        description="Any number, such as that of a student: each gives other questions."
    )
    count: int = Field(default=8, ge=1, le=40, description="How many questions.")


class WorksheetRequest(VersionRequest):
    """A version of the questions of a unit, on paper."""

    part: Literal["sheet", "key"] = Field(default="sheet", description="The questions, or the answers.")
