"""The response of ``POST /api/trace``."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from taquin.web.api.responses import ResponseModel, StatusWord


class ColumnsResponse(ResponseModel):
    """The nodes, one list for each property that does not change, in the order of their numbers."""

    iteration: list[int]
    born: list[int] = Field(description="The step (expansion) in which the node was made; 0 before the first.")
    expansions: list[list[int]] = Field(description="The steps in which the node was expanded.")


class ReadingResponse(ResponseModel):
    """The value that the search compares, and what it holds between two steps."""

    name: str = Field(examples=["f = g + h"])
    held: Literal["frontier", "path", "siblings", "place"]


class StepsResponse(ResponseModel):
    """The steps, one list for each property: the expansions, and where the goal was found the one that chooses it."""

    node: list[int]
    current: list[int] = Field(description="The node where the search is afterwards: for a local search the new one.")
    iteration: list[int] = Field(description="The iteration, from 1; 0 in searches without iterations.")
    title: list[str]
    notes: list[list[str]] = Field(description="What the search holds afterwards, and what it pruned.")


class ChildrenResponse(ResponseModel):
    """The children that the steps made; those of step n are before `end[n - 1]`, after those of step n - 1."""

    end: list[int]
    parent: list[int]
    move: list[Literal["", "U", "D", "L", "R"]]
    node: list[int] = Field(description="The new node, or the known node that has this state.")
    value: list[int] = Field(description="Index into `values`.")
    fate: list[Literal["new", "pruned", "duplicate", "improved", "goal"]]
    label: list[int] = Field(description="The move; index into `texts`.")
    text: list[int] = Field(description="What happened to the child; index into `texts`.")


class ChangesResponse(ResponseModel):
    """How nodes change; the changes of step n are before `end[n]`, those before the first step before `end[0]`."""

    end: list[int]
    node: list[int]
    parent: list[int]
    move: list[Literal["", "U", "D", "L", "R"]]
    value: list[int] = Field(description="Index into `values`.")
    state: list[int] = Field(description="Index into `states`.")
    rank: list[int] = Field(description="Nodes that wait are expanded in this order; two sides have an order each.")


class CountersResponse(ResponseModel):
    """The counters before the first step and after each step."""

    expanded: list[int]
    generated: list[int]
    frontier: list[int]
    stored: list[int]


class ValuesResponse(ResponseModel):
    """Different pairs of g and h."""

    compared: list[float] = Field(description="The value that the search compares.")
    sum: list[str]
    parts: list[list[str]]


class StatesResponse(ResponseModel):
    """Different states of nodes."""

    kind: list[Literal["goal", "stuck", "expanded", "pruned", "frontier"]]
    waits: list[bool] = Field(description="Whether the node waits to be expanded.")
    tag: list[str]
    lines: list[list[str]]


class NamedIterationResponse(ResponseModel):
    """An iteration of an iterated search."""

    name: str
    step: int = Field(description="Its first step.")
    expanded: int


class HistoryResponse(ResponseModel):
    """Every step with its sentences, so that a viewer needs no knowledge of the algorithm."""

    steps: StepsResponse
    children: ChildrenResponse
    changes: ChangesResponse
    counters: CountersResponse
    texts: list[str]
    values: ValuesResponse
    states: StatesResponse
    iterations: list[NamedIterationResponse]
    roots: list[str] = Field(description="The names of the roots.")
    origins: dict[str, str] = Field(description="How a node was reached, by its move, without the name of its parent.")
    start: str
    end: str
    goal_nodes: list[int]
    held_order: str = Field(description="The order in which the nodes that the search holds are shown, in words.")
    notice: str = Field(description="A sentence if the record is truncated, else empty.")


class QuestionsResponse(ResponseModel):
    """A question about a child of each step; empty texts where there is nothing to ask."""

    question: list[str]
    answer: list[str]
    why: list[str]


class PredictionsResponse(ResponseModel):
    """What a student can be asked before each of the first steps."""

    asks: Literal["node", "move"]
    question: str
    answer: list[int | str] = Field(description="The next node; for a local search the letter of the move, or empty.")
    why: list[str]
    value: QuestionsResponse = Field(description="The value of a child.")
    duplicate: QuestionsResponse = Field(description="Whether a child is a duplicate: `yes` or `no`.")


class PseudocodeResponse(ResponseModel):
    """The pseudocode of the algorithm, and the lines that run: those of step n are before `end[n]`."""

    lines: list[str]
    end: list[int]
    line: list[int] = Field(description="The line, counted from 1.")
    text: list[str] = Field(description="What the line does now.")
    node: list[int] = Field(description="The node that the line is about, or -1.")


class SearchResponse(ResponseModel):
    """A recorded search: how it ended, and the history of every step."""

    spec: str
    name: str = Field(description="The method, for a heading.", examples=["A* · Manhattan"])
    start: str
    goal: str
    status: StatusWord
    reason: str | None
    duplicates: int
    pruned: int
    node_path: list[int] = Field(description="The nodes of the solution.")
    reading: ReadingResponse
    steps: int = Field(description="The number of expansions.")
    nodes: ColumnsResponse
    history: HistoryResponse


class TraceResponse(SearchResponse):
    """A recorded search, with questions about its steps and the lines of pseudocode that run in them."""

    predictions: PredictionsResponse
    pseudocode: PseudocodeResponse


class TimedSearchResponse(SearchResponse):
    """A recorded search with the lines of pseudocode that run in its steps, and how long it took."""

    pseudocode: PseudocodeResponse
    seconds: float = Field(description="The time of the recorded run, in Python.")


class PairResponse(ResponseModel):
    """Two searches on one board."""

    searches: list[TimedSearchResponse]
    sentence: str = Field(description="What differs between them.")
