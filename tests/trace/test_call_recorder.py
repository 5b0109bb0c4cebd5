"""The trace of a program that only asks for successors: its nodes, their g, and the order that its expansions show."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush

from cases import each_case
from looping import for_each
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.problem import Problem, TileSpace
from taquin.run.result import Outcome, Status
from taquin.run.run import Run
from taquin.trace.call_recorder import CallRecorder, Cells
from taquin.trace.events import DuplicateEvent, ExpandEvent, GenerateEvent, IterationEvent
from taquin.trace.ordering import Scope
from taquin.trace.recorder import Recorder
from taquin.trace.trace import Trace

PROBLEM = Problem(Board("8 1 3 / 4 0 2 / 7 6 5"))


def begin(problem: Problem, most: int) -> CallRecorder:
    space = TileSpace(problem.start.state, problem.goal.state, problem.shape)
    return CallRecorder(space, Run(observer=Recorder(0)), most)


def finish(calls: CallRecorder) -> Trace:
    return calls.trace(
        Trace({"start": one_line(PROBLEM.start), "goal": one_line(PROBLEM.goal)}, (), Outcome(status=Status.EXHAUSTED))
    )


def manhattan(cells: Cells) -> int:
    return sum(
        abs(cell // 3 - (tile - 1) // 3) + abs(cell % 3 - (tile - 1) % 3) for cell, tile in enumerate(cells) if tile
    )


def recorded(weight_g: int) -> tuple[Trace, list[Cells], dict[Cells, int]]:
    """The trace of best-first search by ``weight_g`` · g + h, the boards that it expanded, and the g of every board."""
    calls = begin(PROBLEM, 10_000)
    h = calls.estimated(manhattan)
    queue, costs, order = [(h(calls.start), 0, calls.start)], {calls.start: 0}, []
    while queue:
        _, g, board = heappop(queue)
        if calls.is_goal(board):
            break
        order.append(board)
        for _, child in calls.successors(board):
            if child not in costs:
                costs[child] = g + 1
                heappush(queue, (weight_g * (g + 1) + h(child), g + 1, child))
    trace = finish(calls)
    assert len(calls.lines) == len(order)
    return trace, order, costs


@for_each("weight_g", [1, 0])
def test_the_trace_has_the_order_and_the_costs_of_the_program(weight_g: int) -> None:
    trace, order, costs = recorded(weight_g)
    boards: dict[int, Cells] = {0: tuple(PROBLEM.start)}
    g: dict[int, float] = {0: 0}
    expanded = []
    for event in trace.events:
        match event:
            case GenerateEvent(node=node, parent=parent) if parent >= 0:
                boards[node], g[node] = tuple(Board(boards[parent]).play(event.move)), event.g
                assert event.h == manhattan(boards[node])
            case DuplicateEvent(parent=parent):
                assert event.g == g[parent] + 1
            case ExpandEvent(node=node):
                expanded.append(boards[node])
    assert expanded == order
    assert (trace.rules.weight_g, trace.rules.weight_h) == (weight_g, 1)
    assert {boards[node]: depth for node, depth in g.items() if boards[node] in costs} == costs


@each_case(("first", "expected"), [(min, 1), (max, 0)])
def test_a_search_of_all_boards_shows_whether_the_least_f_was_taken(
    first: Callable[[Iterable[tuple[float, Cells]]], tuple[float, Cells]], expected: int
) -> None:
    calls = begin(Problem(Board("1 2 / 3 0")), 100)
    h = calls.estimated(lambda cells: 0)
    known, waiting = {calls.start}, list[tuple[float, Cells]]([(0, calls.start)])
    while waiting:
        g, board = first(waiting)
        waiting.remove((g, board))
        new = [child for _, child in calls.successors(board) if child not in known]
        known |= {*new}
        waiting += [(g + 1 + h(child), child) for child in new]
    trace = finish(calls)
    assert len(known) == len(calls.lines) == 12
    assert (trace.rules.weight_g, trace.rules.weight_h) == (expected, 1)


def test_every_expansion_of_the_start_begins_an_iteration() -> None:
    calls = begin(Problem(Board("1 2 3 / 4 5 6 / 0 7 8")), 10_000)

    def reaches(board: Cells, depth: int) -> bool:
        return calls.is_goal(board) or (
            depth > 0 and any(reaches(child, depth - 1) for _, child in calls.successors(board))
        )

    assert next(depth for depth in range(10) if reaches(calls.start, depth)) == 2
    trace = finish(calls)
    starts = [place for place, event in enumerate(trace.events) if isinstance(event, IterationEvent)]
    assert [trace.events[place + 1] for place in starts] == [ExpandEvent(0), ExpandEvent(0)]
    assert trace.rules.unique_states == Scope.ITERATION
    assert trace.events[0] == GenerateEvent(0, -1, -1, 0, 0)


def test_calls_after_the_largest_number_of_boards_are_only_counted() -> None:
    calls = begin(PROBLEM, 4)
    children = [child for _, child in calls.successors(calls.start)]
    for child in children:
        calls.successors(child)
    trace = finish(calls)
    assert (len(children), len(calls.lines)) == (4, 1)
    assert trace.is_truncated
