"""Watch the function of a program that makes children: its real order of expansions, as a trace.

The trace has what can be seen from outside: which boards were expanded, in which order, and their children. Which
children the program kept is its own matter: a board that was seen before counts as a duplicate, or as improved if its
path is shorter.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from math import inf
from pathlib import Path
from typing import TypeAlias

from taquin.analysis.programs import watched
from taquin.analysis.programs.boards import default_boards
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
_COMPARED = 1000  # expansions
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
    recorded = record(calls, Problem(start, report.goal), f"{report.program.text} watched at {function}")
    return replace(report, watched=describe_order(recorded)), recorded.trace


def _read_calls(found: Sequence[tuple[list[str] | None, list[list[str]]]], blank: str) -> Iterator[Call]:
    def state(cells: list[str]) -> State:
        return pack([int(cell) if cell.isdigit() and cell != blank else 0 for cell in cells])

    yield from ((state(board), [state(child) for child in children]) for board, children in found if board)


@dataclass(frozen=True)
class Recorded:
    """The calls on one board, and their trace."""

    calls: Sequence[Call]
    problem: Problem
    trace: Trace
    depths: dict[State, int]
    """The least number of moves to each board that was seen."""


def record(calls: Sequence[Call], problem: Problem, title: str) -> Recorded:
    """The trace of these calls. Boards that no earlier call returned are left out."""
    start, goal = problem.start.state, problem.goal.state
    successors = TileSpace(start, goal, problem.shape).successors
    nodes, depths, parents = {start: 0}, {start: 0}, {start: (start, Move.UP)}
    events: list[Event] = [GenerateEvent(0, -1, -1, 0, 0)]
    for state, children in calls:
        if state not in nodes:
            continue
        events.append(ExpandEvent(nodes[state]))
        moves = {child: move for move, child in successors(state)}
        g = depths[state] + 1
        for child in children:
            if child not in moves:
                continue
            move = moves[child]
            if child in nodes and g >= depths[child]:
                events.append(DuplicateEvent(nodes[child], nodes[state], int(move), g))
                continue
            if child in nodes:
                events.append(ImproveEvent(nodes[child], nodes[state], int(move), g))
            else:
                nodes[child] = len(nodes)
                events.append(GenerateEvent(nodes[child], nodes[state], int(move), g, 0))
            depths[child], parents[child] = g, (state, move)
    path: list[Move] = []
    at = goal
    while at in nodes and at != start:
        at, move = parents[at]
        path.insert(0, move)
    if goal in nodes:
        events.append(GoalEvent(nodes[goal]))
    header = {"spec": title, "title": title, "start": one_line(problem.start), "goal": one_line(problem.goal)}
    status = Status.SOLVED if goal in nodes else Status.EXHAUSTED
    outcome = Outcome(status=status, moves=tuple(path) if goal in nodes else None)
    trace = Trace(header, tuple(events), outcome)
    return Recorded(calls, problem, replace(trace, outcome=replace(outcome, stats=trace.fold())), depths)


def _orders(recorded: Recorded) -> list[tuple[Move, ...]]:
    """The orders of moves in which all children can have been made."""
    successors = TileSpace(recorded.problem.start.state, recorded.problem.goal.state, recorded.problem.shape).successors
    made = set()
    for state, children in recorded.calls:
        moves = {child: move for move, child in successors(state)}
        made.add(tuple(moves[child] for child in children if child in moves))
    orders = [tuple(Move), *permutations(Move)]
    return [order for order in orders if all(list(one) == sorted(one, key=order.index) for one in made)]


def describe_order(recorded: Recorded) -> str:
    """The search of the textbook whose first expansions are most like these, and the first step that differs."""
    problem, theirs = recorded.problem, [state for state, _ in recorded.calls]
    orders = _orders(recorded)
    order = orders[0] if orders else tuple(Move)
    lines = [f"Its search on {one_line(problem.start)}: {plural(len(theirs), 'expansion')} were recorded."]
    lines.append(
        f"Children are made in the order {', '.join(move.word for move in order)} (of the blank)."
        if orders
        else "Children are made in no fixed order."
    )
    space = Space(problem.goal.state, problem.shape)
    textbook = {"breadth-first search": Variant(Key.ADDED, Ties.OLDEST, Duplicates.GENERATED, order=order)}
    for heuristic in _HEURISTICS:
        textbook[f"A* with {heuristic}"] = Variant(heuristic=heuristic, order=order)
        textbook[f"greedy best-first search with {heuristic}"] = Variant(heuristic=heuristic, order=order, weight_g=0)
    found = {name: search(space, problem.start.state, one, len(theirs) + 1).expanded for name, one in textbook.items()}
    common = {name: _common(theirs, expanded) for name, expanded in found.items()}
    obeyed = {name: _obeyed(recorded, space, one) for name, one in textbook.items()}
    name = max(common, key=lambda name: (obeyed[name], common[name], "A*" in name))
    step, ours = common[name], found[name]
    lines.append(f"Nearest in the textbook, with that order and the oldest of equal nodes first: {name}.")
    if obeyed[name] == len(theirs):
        lines.append("Every board that it expands has the least value in the queue, as there.")
    if step == len(theirs) == len(ours):
        return "\n".join([*lines, "It expands the same boards in the same order."])
    lines.append(f"The first {plural(step, 'expansion')} are the same. At expansion {step + 1}:")

    def board(state: State) -> str:
        words = one_line(Board.from_state(state, problem.shape))
        if state not in recorded.depths:
            return f"{words}, which its function never returned"
        g, h = recorded.depths[state], space.estimate(state, textbook[name].heuristic)
        return f"{words} (g {g}, h {h:.4g}, f {g + h:.4g})"

    lines += [
        f"- the program expands {board(theirs[step])}" if step < len(theirs) else "- the program has ended",
        f"- the textbook expands {board(ours[step])}" if step < len(ours) else "- the textbook has reached the goal",
    ]
    return "\n".join([*lines, _reason(recorded, space, textbook[name], ours, step)])


def _value(recorded: Recorded, space: Space, variant: Variant, state: State) -> float:
    g = recorded.depths[state]
    return g if variant.key is Key.ADDED else variant.weight_g * g + space.estimate(state, variant.heuristic)


def _obeyed(recorded: Recorded, space: Space, variant: Variant) -> int:
    """How many boards are expanded, from the first on, while none that was seen has a smaller value."""
    waiting = {recorded.problem.start.state}
    for place, (state, children) in enumerate(recorded.calls[:_COMPARED]):
        values = {one: _value(recorded, space, variant, one) for one in waiting | {state} if one in recorded.depths}
        if values.get(state, inf) > min(values.values()):
            return place
        waiting |= {child for child in children if child in recorded.depths}
        waiting -= {one for one, _ in recorded.calls[: place + 1]}
    return len(recorded.calls)


def _common(one: Sequence[State], other: Sequence[State]) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (left, right) in pairs if left != right), min(len(one), len(other)))


def _reason(recorded: Recorded, space: Space, variant: Variant, ours: Sequence[State], step: int) -> str:
    """Why the two differ at this step."""
    theirs = [state for state, _ in recorded.calls]
    if step >= len(theirs):
        return "It may compare children with the goal when they are made, so it ends earlier."
    if theirs[step] in theirs[:step]:
        before = theirs.index(theirs[step]) + 1
        return f"It expanded that board before, at expansion {before}: look at where a node is taken from the queue."
    if step >= len(ours):
        return "It goes on although the textbook has reached the goal: look at the goal test, or at h."
    if theirs[step] == recorded.problem.goal.state:
        return "It expands the goal: the textbook compares a board with the goal before it makes its children."
    if ours[step] not in recorded.depths or theirs[step] not in recorded.depths:
        return "The program has not made the textbook's board yet: look at which children it leaves out."
    if variant.key is Key.ADDED:
        return "The textbook takes the board that was made first: look at where the queue is filled and emptied."
    left, right = (_value(recorded, space, variant, state) for state in (theirs[step], ours[step]))
    if left == right:
        return "Both have the same value, so this is a tie: the textbook takes the older node, the program another one."
    if left > right:
        return "The textbook's board has the smaller value, so the program's queue is ordered by something else."
    return "The program's board has the smaller value: its g or h is not the textbook's."
