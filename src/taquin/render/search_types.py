"""The types of the object that ``search_record`` makes: lists that are columns of tables."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from taquin.run.result import Status
from taquin.trace.ordering import StoredNodes
from taquin.trace.steps import ChildStatus


class ColumnsRecord(TypedDict):
    """The nodes, one list for each property that does not change, in the order of their numbers."""

    iteration: list[int]
    born: Annotated[list[int], "The step (expansion) in which the node was made; 0 before the first."]
    expansions: Annotated[list[list[int]], "The steps in which the node was expanded."]


class ReadingRecord(TypedDict):
    """The value that the search compares, and what it holds between two steps."""

    name: str
    held: Annotated[str, StoredNodes]


class StepsRecord(TypedDict):
    """The steps, one list for each property: the expansions, and where the goal was found the one that chooses it."""

    node: list[int]
    current: Annotated[list[int], "The node where the search is afterwards: for a local search the new one."]
    iteration: Annotated[list[int], "The iteration, from 1; 0 in searches without iterations."]
    title: list[str]
    notes: Annotated[list[list[str]], "What the search holds afterwards, and what it pruned."]


class ChildrenRecord(TypedDict):
    """The children that the steps made; those of step n are before `end[n - 1]`, after those of step n - 1."""

    end: list[int]
    parent: list[int]
    move: Annotated[list[str], list[Literal["", "U", "D", "L", "R"]]]
    node: Annotated[list[int], "The new node, or the known node that has this state."]
    value: Annotated[list[int], "Index into `values`."]
    fate: Annotated[list[str], list[ChildStatus]]
    label: Annotated[list[int], "The move; index into `texts`."]
    text: Annotated[list[int], "What happened to the child; index into `texts`."]


class ChangesRecord(TypedDict):
    """How nodes change; the changes of step n are before `end[n]`, those before the first step before `end[0]`."""

    end: list[int]
    node: list[int]
    parent: list[int]
    move: Annotated[list[str], list[Literal["", "U", "D", "L", "R"]]]
    value: Annotated[list[int], "Index into `values`."]
    state: Annotated[list[int], "Index into `states`."]
    rank: Annotated[list[int], "Nodes that wait are expanded in this order; two sides have an order each."]


class CountersRecord(TypedDict):
    """The counters before the first step and after each step."""

    expanded: list[int]
    generated: list[int]
    frontier: list[int]
    stored: list[int]


class ValuesRecord(TypedDict):
    """Different pairs of g and h."""

    compared: Annotated[list[float], "The value that the search compares."]
    sum: list[str]
    parts: list[list[str]]


class StatesRecord(TypedDict):
    """Different states of nodes."""

    kind: Annotated[list[str], list[Literal["goal", "stuck", "expanded", "pruned", "frontier"]]]
    waits: Annotated[list[bool], "Whether the node waits to be expanded."]
    tag: list[str]
    lines: list[list[str]]


class NamedIterationRecord(TypedDict):
    """An iteration of an iterated search."""

    name: str
    step: Annotated[int, "Its first step."]
    expanded: int


class HistoryRecord(TypedDict):
    """Every step with its sentences, so that a viewer needs no knowledge of the algorithm."""

    steps: StepsRecord
    children: ChildrenRecord
    changes: ChangesRecord
    counters: CountersRecord
    texts: list[str]
    values: ValuesRecord
    states: StatesRecord
    iterations: list[NamedIterationRecord]
    roots: Annotated[list[str], "The names of the roots."]
    origins: Annotated[dict[str, str], "How a node was reached, by its move, without the name of its parent."]
    start: str
    end: str
    goal_nodes: list[int]
    held_order: Annotated[str, "The order in which the nodes that the search holds are shown, in words."]
    notice: Annotated[str, "A sentence if the record is truncated, else empty."]


class SearchRecord(TypedDict):
    """A recorded search: how it ended, and the history of every step."""

    spec: str
    name: Annotated[str, "The method, for a heading."]
    start: Annotated[str | None, str]
    goal: Annotated[str | None, str]
    status: Annotated[str, Status]
    reason: str | None
    duplicates: int
    pruned: int
    node_path: Annotated[list[int], "The nodes of the solution."]
    reading: ReadingRecord
    steps: Annotated[int, "The number of expansions."]
    nodes: ColumnsRecord
    history: HistoryRecord
