"""Watch the function of a program that makes children: its real order of expansions, as a trace.

The trace has what can be seen from outside: which boards were expanded, in which order, and their children. Which
children the program kept is its own matter: a board that was seen before counts as a duplicate, or as improved if its
path is shorter.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from itertools import permutations
from pathlib import Path
from typing import TypeAlias

from taquin.analysis.programs import watched
from taquin.analysis.programs.boards import default_boards, load_tables
from taquin.analysis.programs.judge import ProgramReport, describe_error
from taquin.analysis.programs.variants import Duplicates, Key, Space, Ties, Variant, search
from taquin.errors import SpecError
from taquin.puzzle.board import Board, State, one_line, pack
from taquin.puzzle.moves import Move
from taquin.puzzle.problem import Problem, TileSpace
from taquin.puzzle.words import plural
from taquin.run.result import Outcome, Status
from taquin.trace.events import DuplicateEvent, Event, ExpandEvent, GenerateEvent, GoalEvent, ImproveEvent
from taquin.trace.trace import Trace

_PLACE = 6  # of the board among the default ones: easy, so that the tree can be drawn
_HEURISTICS = ("Manhattan distance", "misplaced tiles", "Euclidean distance")

Call: TypeAlias = tuple[State, list[State]]
"""A board that was expanded, and its children in the order of the program."""


def watch(report: ProgramReport, function: str, board: Board | None = None) -> tuple[ProgramReport, Trace]:
    """Run the program once more, and record the calls of ``FILE.py:function``.

    Returns the report with a text on the order of expansions, and the trace. Raises ``SpecError`` if the program is not
    one of Python, or if the function was not called with boards.
    """
    start = board or default_boards(report.goal)[_PLACE]
    with tempfile.TemporaryDirectory(prefix="taquin-watch-") as scratch:
        log = Path(scratch) / "calls.json"
        run = replace(report.program, wrapper=(watched.__file__, function, str(log))).run(start, report.goal)
        if not Path(run.arguments[0]).name.lower().startswith(("python", "pypy")):
            raise SpecError(f"--watch needs a program that Python runs, found {run.arguments[0]}")
        if not log.is_file():
            raise SpecError(f"nothing was recorded: {describe_error(run)}")
        calls = list(_read_calls(json.loads(log.read_text(encoding="utf-8")), report.program.blank))
    if not calls:
        raise SpecError(f"{function} was not called with a board", hint="name the function that makes the children")
    if not any(children for _, children in calls):
        raise SpecError(f"{function} returns no boards", hint="name the function that returns or yields the children")
    recorded = Recorded(calls, Problem(start, report.goal), f"{report.program.text} watched at {function}")
    return replace(report, watched=describe_order(recorded)), recorded.trace


def _read_calls(found: Sequence[tuple[list[str] | None, list[list[str]]]], blank: str) -> Iterator[Call]:
    def state(cells: list[str]) -> State:
        return pack([int(cell) if cell.isdigit() and cell != blank else 0 for cell in cells])

    yield from ((state(board), [state(child) for child in children]) for board, children in found if board)


class Recorded:
    """The calls on one board as a trace. Boards that no earlier call returned are left out."""

    def __init__(self, calls: Sequence[Call], problem: Problem, title: str) -> None:
        self.problem = problem
        self.states = [state for state, _ in calls]
        """The boards that were expanded, in their order."""
        self.depths = {problem.start.state: 0}
        """The least number of moves to each board that was seen."""
        self.families: list[list[Move]] = []
        """The moves of each expansion, in the order of its children."""
        self._nodes = {problem.start.state: 0}
        self._parents: dict[State, tuple[State, Move]] = {}
        self._events: list[Event] = [GenerateEvent(0, -1, -1, 0, 0)]
        successors = TileSpace(problem.start.state, problem.goal.state, problem.shape).successors
        for state, children in calls:
            moves = {child: move for move, child in successors(state)}
            self.families.append([moves[child] for child in children if child in moves])
            if state in self._nodes:
                self._events.append(ExpandEvent(self._nodes[state]))
                for child in children:
                    if child in moves:
                        self._add(state, moves[child], child)
        header = {"spec": title, "title": title, "start": one_line(problem.start), "goal": one_line(problem.goal)}
        outcome = self._outcome()
        trace = Trace(header, tuple(self._events), outcome)
        self.trace = replace(trace, outcome=replace(outcome, stats=trace.fold()))

    def _add(self, state: State, move: Move, child: State) -> None:
        nodes, g = self._nodes, self.depths[state] + 1
        if child in nodes and g >= self.depths[child]:
            self._events.append(DuplicateEvent(nodes[child], nodes[state], int(move), g))
            return
        if child in nodes:
            self._events.append(ImproveEvent(nodes[child], nodes[state], int(move), g))
        else:
            nodes[child] = len(nodes)
            self._events.append(GenerateEvent(nodes[child], nodes[state], int(move), g, 0))
        self.depths[child], self._parents[child] = g, (state, move)

    def _outcome(self) -> Outcome:
        at, path = self.problem.goal.state, list[Move]()
        if at not in self._nodes:
            return Outcome(status=Status.EXHAUSTED)
        self._events.append(GoalEvent(self._nodes[at]))
        while at in self._parents:
            at, move = self._parents[at]
            path.append(move)
        return Outcome(status=Status.SOLVED, moves=tuple(reversed(path)))


def describe_order(recorded: Recorded) -> str:
    """The search of the textbook that its expansions are most like, and the first step that differs."""
    problem, theirs, words = recorded.problem, recorded.states, load_tables()["order"]
    orders = [
        order
        for order in (tuple(Move), *permutations(Move))
        if all(family == sorted(family, key=order.index) for family in recorded.families)
    ]
    order = orders[0] if orders else tuple(Move)
    space = Space(problem.goal.state, problem.shape)
    textbook = {"breadth-first search": Variant(Key.ADDED, Ties.OLDEST, Duplicates.GENERATED, order=order)}
    for heuristic in _HEURISTICS:
        textbook[f"A* with {heuristic}"] = Variant(heuristic=heuristic, order=order)
        textbook[f"greedy best-first search with {heuristic}"] = Variant(heuristic=heuristic, order=order, weight_g=0)
    found = {name: search(space, problem.start.state, one, len(theirs) + 1).expanded for name, one in textbook.items()}
    obeyed = {name: _obeyed(recorded, space, one) for name, one in textbook.items()}
    name = max(found, key=lambda name: (obeyed[name], _common(theirs, found[name])))
    ours, variant = found[name], textbook[name]
    step = _common(theirs, ours)
    lines = [
        words["recorded"].format(board=one_line(problem.start), expansions=plural(len(theirs), "expansion")),
        words["moves"].format(moves=", ".join(move.word for move in order)) if orders else words["no_moves"],
        words["nearest"].format(name=name),
    ]
    if obeyed[name] == len(theirs):
        lines.append(words["obeyed"])
    if step == len(theirs) == len(ours):
        return "\n".join([*lines, words["same"]])

    def describe(expanded: Sequence[State]) -> str:
        if step >= len(expanded):
            return "nothing more"
        text, g = one_line(Board.from_state(expanded[step], problem.shape)), recorded.depths.get(expanded[step])
        h = space.estimate(expanded[step], variant.heuristic)
        return f"{text}, not yet made" if g is None else f"{text} (g {g}, h {h:.4g}, f {g + h:.4g})"

    both = {"theirs": describe(theirs), "ours": describe(ours)}
    lines.append(words["differs"].format(step=step + 1, same=plural(step, "expansion"), **both))
    return "\n".join([*lines, words[_reason(recorded, space, variant, ours, step)]])


def _value(recorded: Recorded, space: Space, variant: Variant, state: State) -> float:
    g = recorded.depths[state]
    return g if variant.key is Key.ADDED else variant.weight_g * g + space.estimate(state, variant.heuristic)


def _obeyed(recorded: Recorded, space: Space, variant: Variant) -> int:
    """How many boards are expanded, from the first on, while none that was seen has a smaller value."""
    queue: list[tuple[float, State]] = []
    done: set[State] = set()
    successors = space.expander(variant.order, variant.heuristic)
    for place, state in enumerate(recorded.states):
        while queue and queue[0][1] in done:
            heappop(queue)
        if state not in recorded.depths or (queue and queue[0][0] < _value(recorded, space, variant, state)):
            return place
        done.add(state)
        for _, child, _ in successors(state)[1]:
            if child in recorded.depths and child not in done:
                heappush(queue, (_value(recorded, space, variant, child), child))
    return len(recorded.states)


def _common(one: Sequence[State], other: Sequence[State]) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (left, right) in pairs if left != right), min(len(one), len(other)))


def _reason(recorded: Recorded, space: Space, variant: Variant, ours: Sequence[State], step: int) -> str:
    """The key of the words on why the two differ at this step."""
    theirs = recorded.states
    if step >= len(theirs):
        return "ends_early"
    if theirs[step] in theirs[:step]:
        return "again"
    if theirs[step] == recorded.problem.goal.state:
        return "goal"
    if step >= len(ours):
        return "goes_on"
    if ours[step] not in recorded.depths or theirs[step] not in recorded.depths:
        return "not_made"
    left, right = (_value(recorded, space, variant, state) for state in (theirs[step], ours[step]))
    return "tie" if left == right else "larger" if left > right else "smaller"
