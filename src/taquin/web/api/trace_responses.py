"""What a recorded search looks like, for the OpenAPI page."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from taquin.web.api.responses import Answer, IterationAnswer, StatusWord


class ColumnsAnswer(Answer):
    """The nodes, one list for each property, in the order of their numbers. Roots have the parent -1 and no move."""

    parent: list[int]
    move: list[Literal["", "U", "D", "L", "R"]]
    g: list[float]
    h: list[float]
    iteration: list[int]
    born: list[int] = Field(description="The step (expansion) in which the node was made; 0 before the first.")
    expansions: list[list[int]] = Field(description="The steps in which the node was expanded.")
    fate: list[str | None] = Field(description="`goal`, or why the node was cut off.")
    fate_at: list[int | None]


class EdgeAnswer(Answer):
    """How a node hangs in the tree."""

    parent: int
    move: str
    g: float


class ImprovementAnswer(Answer):
    """A cheaper path to a known node."""

    step: int
    node: int
    before: EdgeAnswer
    after: EdgeAnswer


class ReadingAnswer(Answer):
    """What the search orders nodes by, and what it holds."""

    name: str = Field(examples=["f = g + h"])
    weight_g: int
    weight_h: float
    held: Literal["frontier", "path", "siblings", "place"]
    bound: str = Field(description="What the bound of a round means; `{}` stands for the number.")


class TraceAnswer(Answer):
    """A recorded search: what `taquin trace --json` says of it, and the tree in columns."""

    spec: str
    start: str
    goal: str
    status: StatusWord
    reason: str | None
    moves: str | None
    length: int | None
    lower_bound: float
    best_h: float | None
    expanded: int
    generated: int
    duplicates: int
    reopened: int
    pruned: int
    max_frontier: int
    max_stored: int
    max_depth: int
    iterations: list[IterationAnswer]
    node_path: list[int]
    events: int
    truncated: bool = Field(description="Whether the search went on beyond what was recorded.")
    reading: ReadingAnswer
    bounds: list[float]
    begins: list[int] = Field(description="How many expansions came before each round.")
    steps: int
    nodes: ColumnsAnswer
    dropped: list[tuple[int, str, int]] = Field(
        description="Children that were dropped because their state was known: parent, move, the known node."
    )
    improvements: list[ImprovementAnswer]
