"""The contract of a trace, checked event by event for every algorithm."""

from __future__ import annotations

from functools import partialmethod
from random import Random

import pytest

from conftest import GOALS
from looping import for_each
from taquin.analysis.random_boards import board_of_depth
from taquin.errors import TraceError
from taquin.puzzle.board import Board
from taquin.puzzle.moves import Move
from taquin.puzzle.problem import Problem
from taquin.run.limits import Limits
from taquin.run.observer import Observer
from taquin.run.result import Outcome, Result, Status
from taquin.run.run import Run
from taquin.solving.method import Method, choose_method
from taquin.solving.registry import ALGORITHMS, find_algorithm
from taquin.solving.solver import run_method, solve
from taquin.trace.events import (
    BehindEvent,
    DuplicateEvent,
    Event,
    ExpandEvent,
    GenerateEvent,
    GoalEvent,
    ImproveEvent,
    IterationEvent,
    PruneEvent,
)
from taquin.trace.formats import read_lines, write_lines
from taquin.trace.ordering import Order, Scope, StoredNodes
from taquin.trace.recorder import ExpansionRecorder, Recorder
from taquin.trace.trace import Trace
from toy import HOUSE_CONFIGURATIONS, KNOWLEDGE, Configuration, knowledge, search_house, trace_house

GRAPH_SEARCHES = {spec.key for spec in ALGORITHMS if spec.reading.drops_duplicates}
LOCAL = {spec.key for spec in ALGORITHMS if spec.reading.is_local}

LIMITS = (None, Limits(depth=3), Limits(nodes=7))
every_configuration = for_each("configuration", HOUSE_CONFIGURATIONS)


class Spy(Observer):
    """Records the names of all calls, and what ``finish`` got."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.outcome: object = None

    def record(self, name: str, *arguments: object) -> None:
        self.calls.append(name)
        self.outcome = arguments[0] if name == "finish" else None


for _name in ("start", "iteration", "generate", "behind", "duplicate", "expand", "prune", "improve", "goal", "finish"):
    setattr(Spy, _name, partialmethod(Spy.record, _name))


class Contract:
    """Checks a trace from front to back, independently of ``Trace`` and ``SearchTree``."""

    def __init__(self, key: str) -> None:
        self.spec = find_algorithm(key)
        self.rules = self.spec.reading
        self.reasons = {*self.spec.prunes} | (set() if self.rules.is_local else {"depth"})
        self.first = 0  # the first node of the iteration, after the root
        self.parent: list[int] = []
        self.move: list[int] = []
        self.g: list[float] = []
        self.expanded: list[bool] = []  # since the last improvement
        self.ever_expanded: set[int] = set()
        self.last = -1

    def read(self, events: tuple[Event, ...]) -> None:
        for event in events:
            self._read(event)

    def _known(self, node: int) -> None:
        assert 0 <= node < len(self.g), "a node is mentioned before it is generated"
        if self.rules.unique_states is Scope.ITERATION:
            assert node == 0 or node >= self.first, "a node of an earlier iteration"

    def _read(self, event: Event) -> None:
        match event:
            case GenerateEvent(node, parent, move, g, h):
                assert node == len(self.g), "numbers are not dense"
                assert h >= 0
                if parent == -1:
                    assert (move, g, self.last) == (-1, 0, -1)
                else:
                    self._known(parent)
                    assert parent in self.ever_expanded
                    assert move in Move.__members__.values()
                    assert g == self.g[parent] + 1
                self.parent.append(parent)
                self.move.append(move)
                self.g.append(g)
                self.expanded.append(False)
            case BehindEvent(node, h):
                assert self.rules.order is Order.BALANCED
                assert node == len(self.g) - 1 or self.parent[node] == -1, "it belongs to the new node"
                assert h >= 0
            case ExpandEvent(node):
                self._known(node)
                keeps_nodes = self.rules.held in (StoredNodes.FRONTIER, StoredNodes.PATH)  # else it may come back
                assert not (self.expanded[node] and keeps_nodes), "expanded twice for nothing"
                self.expanded[node] = True
                self.ever_expanded.add(node)
                self.last = node
            case PruneEvent(node, reason):
                self._known(node)
                assert reason in self.reasons
                assert not self.expanded[node] or node == 0
            case DuplicateEvent(node, parent, move, g):
                self._known(node)
                assert self.rules.drops_duplicates
                assert self.expanded[parent]
                assert move in Move.__members__.values()
                assert g == self.g[parent] + 1
            case ImproveEvent(node, parent, move, g):
                self._known(node)
                assert parent == self.last
                assert g == self.g[parent] + 1 < self.g[node]
                assert self.parent[node] >= 0
                self.parent[node], self.move[node], self.g[node] = parent, move, g
                self.expanded[node] = False
            case GoalEvent(node):
                self._known(node)
            case IterationEvent():
                self.first = len(self.g)
                if self.rules.begins_anew:
                    self.expanded = [False] * len(self.g)
            case _:
                raise AssertionError(event)


def check_trace(trace: Trace, key: str) -> None:
    Contract(key).read(trace.events)
    stats, folded = trace.outcome.stats, trace.fold()
    for name in ("expanded", "generated", "duplicates", "reopened", "pruned", "max_depth"):
        assert getattr(folded, name) == getattr(stats, name), name
    bounds = tuple(event.bound for event in trace.events if isinstance(event, IterationEvent))
    assert bounds == tuple(iteration.bound for iteration in trace.outcome.iterations)
    goals = [event for event in trace.events if isinstance(event, GoalEvent)]
    assert (len(goals) in {1, 2}) == (trace.outcome.status is Status.SOLVED)
    assert list(trace.events[len(trace.events) - len(goals) :]) == goals  # a run ends at its goal
    assert not trace.is_truncated
    assert len(trace.tree) == stats.generated + len(trace.tree.roots)


# On the toy --------------------------------------------------------------------------------------------------------


@every_configuration
def test_contract_on_the_toy(configuration: Configuration) -> None:
    spec, options = configuration.spec, configuration.options
    for known in KNOWLEDGE:
        for limits in LIMITS:
            trace = trace_house(spec, options, known, limits=limits)
            check_trace(trace, spec.key)
            spy = Spy()
            outcome = search_house(spec, options, known, limits=limits, observer=spy)
            assert (spy.calls[0], spy.calls[-1], len(spy.calls)) == ("start", "finish", len(trace.events) + 2)
            assert spy.calls.count("start") == spy.calls.count("finish") == 1
            assert spy.outcome is outcome
            assert outcome == trace.outcome
            assert outcome == search_house(spec, options, known, limits=limits)
            assert trace == trace_house(spec, options, known, limits=limits)


# On boards ---------------------------------------------------------------------------------------------------------


def record(problem: Problem, method: Method, limits: Limits | None = None) -> tuple[Result, Trace]:
    recorder = Recorder()
    result = run_method(problem, method, Run(limits, recorder), "python")
    return result, recorder.trace()


@pytest.mark.parametrize(
    ("configuration", "heuristic"),
    [
        pytest.param(
            configuration,
            heuristic,
            id=configuration.text(heuristic),
            marks=[pytest.mark.slow] if heuristic == "euclidean" and number % 4 else [],
        )
        for number, configuration in enumerate(HOUSE_CONFIGURATIONS)
        for heuristic in ("manhattan", "euclidean")[: 2 if configuration.spec.uses_heuristic else 1]
    ],
)
def test_contract_on_boards(configuration: Configuration, heuristic: str) -> None:
    rng = Random(str(configuration))
    method = choose_method(configuration.text(heuristic))
    for depth, name in ((1, "corner"), (7, "edge"), (11, "random")):
        problem = Problem(board_of_depth(GOALS[name], depth, rng=rng), GOALS[name])
        for limits in (Limits(nodes=300), Limits(nodes=100, depth=depth - 1)):
            result, trace = record(problem, method, limits)
            check_trace(trace, method.algorithm.key)
            check_result(result, trace)
            check_boards(trace, problem, method)
            again, trace_again = record(problem, method, limits)
            assert trace_again == trace
            without_observer = run_method(problem, method, Run(limits), "python")
            assert without_time(result) == without_time(again) == without_time(without_observer)


def without_time(result: Result) -> dict[str, object]:
    return {**result.to_dict(), "seconds": 0}


def check_result(result: Result, trace: Trace) -> None:
    outcome = trace.outcome
    boards = {"start": header(result.start), "goal": header(result.goal)}
    assert trace.header == {**choose_method(result.spec).header, **boards}
    assert (trace.start, trace.goal) == (result.start, result.goal)
    assert (outcome.status, outcome.stats, outcome.iterations) == (result.status, result.stats, result.iterations)
    assert (outcome.reason, outcome.best_h) == (result.reason, result.best_h)
    assert outcome.moves == (None if result.solution is None else result.solution.moves)
    assert outcome.lower_bound <= result.lower_bound + 1e-9


def header(board: Board) -> str:
    return " / ".join(" ".join(map(str, row)) for row in board.rows())


def check_boards(trace: Trace, problem: Problem, method: Method) -> None:
    """Check the board, the estimate and the edges of every node by playing every move."""
    key = method.algorithm.key
    boards: list[Board] = []
    iterations: list[int] = []
    iteration = 0
    roots: list[int] = []
    born: list[int] = []  # the first parent of each node
    ends = (problem.start, problem.goal)
    estimates = [method.heuristic.build(end) for end in (problem.goal, problem.start)] if method.heuristic else None
    successors = Successors(can_undo=key in GRAPH_SEARCHES or dict(method.options).get("undo") is True)
    for event in trace.events:
        match event:
            case GenerateEvent(node, parent, move, _, h):
                boards.append(ends[node] if parent < 0 else boards[parent].play(Move(move)))
                born.append(parent)
                iterations.append(iteration)
                roots.append(node if parent < 0 else roots[parent])
                estimate = 0 if estimates is None else estimates[roots[node]](boards[node].state)
                assert h == pytest.approx(max(h, estimate) if key == "lrta_star" else estimate)  # it learns
                if parent >= 0 and key not in LOCAL:
                    assert successors.next() == (parent, boards[node])
            case ExpandEvent(node):
                successors.expand(node, boards[node], None if born[node] < 0 else boards[born[node]])
            case ImproveEvent(node, parent, move) | DuplicateEvent(node, parent, move):
                assert boards[parent].play(Move(move)) == boards[node]
                assert successors.next() == (parent, boards[node])
            case IterationEvent() if method.algorithm.reading.unique_states is Scope.ITERATION:
                iteration += 1
            case _:
                pass
    if trace.outcome.status is not Status.SOLVED and key in GRAPH_SEARCHES and method.text != "dfs":
        assert not successors.are_left
    if key in GRAPH_SEARCHES:  # a state has one node on each side, and in each iteration that begins anew
        assert len(set(zip(iterations, roots, boards, strict=True))) == len(boards)
        assert all(boards[node] != problem.start for node in range(len(boards)) if born[node] >= 0 and roots[node] == 0)
    assert [trace.board(node) for node in range(len(boards))] == boards
    if trace.outcome.moves is not None:
        way = [problem.start]
        for step in trace.outcome.moves:
            way.append(way[-1].play(Move(step)))
        assert [boards[node] for node in trace.node_path] == way
        assert way[-1] == problem.goal


class Successors:
    """The successors of expanded nodes that have no event yet, in the order Up, Down, Left, Right.

    A stack, because depth-first search generates one child at a time and returns to a node later.
    """

    def __init__(self, *, can_undo: bool) -> None:
        self._can_undo = can_undo
        self._remaining: list[tuple[int, list[Board]]] = []

    @property
    def are_left(self) -> bool:
        return any(children for _, children in self._remaining)

    def expand(self, node: int, board: Board, before: Board | None) -> None:
        children = [board.play(move) for move in board.moves()]
        if not self._can_undo:
            children = [child for child in children if child != before]
        self._remaining.append((node, children[::-1]))

    def next(self) -> tuple[int, Board]:
        """The next successor without an event, after its parent."""
        while not self._remaining[-1][1]:
            self._remaining.pop()
        node, children = self._remaining[-1]
        return node, children.pop()


# Truncation --------------------------------------------------------------------------------------------------------


@every_configuration
def test_a_truncated_trace_is_marked(configuration: Configuration) -> None:
    full = trace_house(configuration.spec, configuration.options, knowledge("nothing"))
    for cap in (0, 1, 5, len(full.events)):
        recorder = Recorder(cap)
        outcome = search_house(configuration.spec, configuration.options, knowledge("nothing"), observer=recorder)
        trace = recorder.trace()
        assert trace.is_truncated == (len(full.events) > cap)
        assert trace.events == full.events[:cap]
        assert trace.outcome == outcome == full.outcome
        assert read_lines(write_lines(trace)) == trace


def test_recorder_of_an_unfinished_run_raises() -> None:
    with pytest.raises(TraceError):
        Recorder().trace()


def test_recorder_can_be_used_again() -> None:
    recorder = Recorder(3)
    for spec in ("bfs", "astar(manhattan)"):
        solve("1 2 3 / 4 0 5 / 6 7 8", algorithm=spec, observer=recorder)
        assert recorder.trace().spec == spec
        assert len(recorder.trace().events) == 3
        assert recorder.is_truncated
    solve("1 2 3 / 4 5 6 / 7 8 0", algorithm="bfs", observer=recorder)
    assert not recorder.is_truncated


def test_expansions_are_recorded_up_to_a_number_of_nodes() -> None:
    problem = Problem(Board("8 1 3 / 4 0 2 / 7 6 5"))
    recorders = [ExpansionRecorder(problem.start, problem.goal, most_nodes=most) for most in (1000, 128, 10)]
    for recorder in recorders:
        result = solve(problem, algorithm="astar(manhattan)", observer=recorder)
    full, exact, cut = recorders
    assert (result.stats.expanded, result.stats.generated) == (76, 127)  # the root is node 128
    assert len(set(full.states)) == 76
    assert (full.states, full.is_truncated) == (exact.states, exact.is_truncated) == (full.states, False)
    assert cut.is_truncated
    assert 0 < len(cut.states) <= 10
    assert set(cut.states) < set(full.states)


def test_recorder_keeps_exactly_its_cap() -> None:
    full = trace_house(HOUSE_CONFIGURATIONS[0].spec, {}, knowledge("nothing"))
    recorder = Recorder(len(full.events))
    search_house(HOUSE_CONFIGURATIONS[0].spec, {}, knowledge("nothing"), observer=recorder)
    assert recorder.trace() == full
    assert not recorder.is_truncated


@every_configuration
def test_an_observer_does_not_change_the_outcome(configuration: Configuration) -> None:
    for known in KNOWLEDGE:
        watched = search_house(configuration.spec, configuration.options, known, observer=Observer())
        assert watched == search_house(configuration.spec, configuration.options, known)


@every_configuration
def test_trace_of_an_unsolvable_problem_has_no_events(configuration: Configuration) -> None:
    spy = Spy()
    result = solve("1 2 3 / 4 5 6 / 8 7 0", algorithm=configuration.text("manhattan"), observer=spy)
    assert spy.calls == ["start", "finish"]
    assert result.status is Status.UNSOLVABLE
    assert result.stats == Outcome(status=Status.UNSOLVABLE).stats
