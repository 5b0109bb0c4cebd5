"""Watch the function of a program that makes children: its real order of expansions, as a trace.

The trace has what can be seen from outside: which boards were expanded, in which order, and their children. Which
children the program kept is its own matter: a board that was seen before counts as a duplicate, or as improved if its
path is shorter.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import permutations
from math import inf
from pathlib import Path
from typing import TypeAlias

from taquin.errors import SpecError
from taquin.judging import watched
from taquin.judging.boards import default_boards, load_tables
from taquin.judging.explanation import algorithm_name
from taquin.judging.report import ProgramReport
from taquin.judging.variant_search import Space, search
from taquin.judging.variants import Duplicates, Key, Ties, Variant
from taquin.judging.verdicts import describe_error
from taquin.puzzle.board import Board, State, one_line, pack
from taquin.puzzle.moves import Move
from taquin.puzzle.problem import Problem, TileSpace
from taquin.puzzle.words import near_hint, plural, shown
from taquin.run.result import Outcome, Status
from taquin.system.cleanup import temporary_folder
from taquin.system.files import reason
from taquin.trace.call_recorder import count_least
from taquin.trace.events import DuplicateEvent, Event, ExpandEvent, GenerateEvent, GoalEvent, ImproveEvent
from taquin.trace.trace import Header, Trace

_PLACE = 6  # of the board among the default ones: easy, so that the tree can be drawn
_HEURISTICS = ("Manhattan distance", "misplaced tiles", "Euclidean distance")

Call: TypeAlias = tuple[State, list[State]]
"""A board that was expanded, and its children in the order of the program."""


def check_watch(function: str) -> None:
    """Raise ``SpecError`` unless ``FILE.py:FUNCTION`` names a function in that file: before the program is judged."""
    path, _, name = function.rpartition(":")
    if not path.endswith(".py") or not name:
        raise SpecError(f"--watch needs FILE.py:FUNCTION, found {shown(function)}")
    try:
        tree = ast.parse(Path(path).read_bytes())
    except OSError as error:
        raise SpecError(f"--watch: cannot read {shown(path)}: {reason(error)}") from None
    except (SyntaxError, ValueError) as error:
        raise SpecError(f"--watch: {shown(path)} is not a program of Python: {error}") from None
    names = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    if name.rpartition(".")[2] not in names:
        raise SpecError(f"--watch: {path} has no function {shown(name)}", hint=near_hint(name, names, ""))


def watch(report: ProgramReport, function: str, board: Board | None = None) -> tuple[ProgramReport, Trace]:
    """Run the program once more, and record the calls of ``FILE.py:function``.

    Returns the report with a text on the order of expansions, and the trace. Raises ``SpecError`` if the program is not
    one of Python, or if the function was not called with boards.
    """
    start = board or default_boards(report.goal)[_PLACE]
    with temporary_folder("taquin-watch-") as scratch:
        log = scratch / "calls.json"
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
        """The least number of moves to each board that was seen, in the order of their nodes."""
        self.families: list[list[Move]] = []
        """The moves of each expansion, in the order of its children."""
        nodes = {problem.start.state: 0}
        events: list[Event] = [GenerateEvent(0, -1, -1, 0, 0)]
        successors = TileSpace(problem.start.state, problem.goal.state, problem.shape).successors
        for state, children in calls:
            moves = {child: move for move, child in successors(state)}
            family = [child for child in children if child in moves]
            self.families.append([moves[child] for child in family])
            if state not in nodes:
                continue
            events.append(ExpandEvent(nodes[state]))
            g = self.depths[state] + 1
            for child in family:
                is_new, is_better = child not in nodes, g < self.depths.get(child, inf)
                way = (nodes.setdefault(child, len(nodes)), nodes[state], int(moves[child]), g)
                known = ImproveEvent(*way) if is_better else DuplicateEvent(*way)
                events.append(GenerateEvent(*way, 0) if is_new else known)
                self.depths[child] = min(g, self.depths.get(child, g))
        is_solved = problem.goal.state in nodes
        events += [GoalEvent(nodes[problem.goal.state])] if is_solved else []
        header: Header = {
            "spec": title,
            "title": title,
            "start": one_line(problem.start),
            "goal": one_line(problem.goal),
        }
        trace = Trace(header, tuple(events), Outcome(status=Status.SOLVED if is_solved else Status.EXHAUSTED))
        path = tuple(Move(trace.tree[node].move) for node in trace.node_path[1:]) if is_solved else None
        self.trace = replace(trace, outcome=replace(trace.outcome, moves=path, stats=trace.fold()))


def describe_order(recorded: Recorded) -> str:
    """The search of the textbook that its expansions are most like, and the first step that differs."""
    problem, theirs, words = recorded.problem, recorded.states, load_tables()["order"]
    orders = [
        order
        for order in (tuple(Move), *permutations(Move))
        if all(family == sorted(family, key=order.index) for family in recorded.families)
    ]
    order = orders[0] if orders else tuple(Move)
    space, boards = Space(problem.goal.state, problem.shape), list(recorded.depths)
    blind = Variant(Key.ADDED, Ties.OLDEST, Duplicates.GENERATED, heuristic="no heuristic", order=order)
    guided = [Variant(heuristic=name, weight_g=g, order=order) for name in _HEURISTICS for g in (1, 0)]

    def obeyed(one: Variant) -> int:
        h = partial(space.estimate, heuristic=one.heuristic)
        return count_least(recorded.trace, one.weight_g, lambda node: h(boards[node]))

    found = {one: search(space, problem.start.state, one, len(theirs) + 1).expanded for one in [blind, *guided]}
    nearest = max(found, key=lambda one: (obeyed(one), _common(theirs, found[one])))
    ours, step = found[nearest], _common(theirs, found[nearest])
    lines = [
        words["recorded"].format(board=one_line(problem.start), expansions=plural(len(theirs), "expansion")),
        words["moves"].format(moves=", ".join(move.word for move in order)) if orders else words["no_moves"],
        words["nearest"].format(name=algorithm_name(nearest)),
    ]
    if obeyed(nearest) == len(theirs):
        lines.append(words["obeyed"])
    if step == len(theirs) == len(ours):
        return "\n".join([*lines, words["same"]])

    def describe(expanded: Sequence[State]) -> str:
        if step >= len(expanded):
            return "nothing more"
        text, g = one_line(Board.from_state(expanded[step], problem.shape)), recorded.depths.get(expanded[step])
        h = space.estimate(expanded[step], nearest.heuristic)
        return f"{text}, not yet made" if g is None else f"{text} (g {g}, h {h:.4g}, f {g + h:.4g})"

    both = {"theirs": describe(theirs), "ours": describe(ours)}
    lines.append(words["differs"].format(step=step + 1, same=plural(step, "expansion"), **both))
    return "\n".join([*lines, words[_reason(recorded, space, nearest, ours, step)]])


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
    left, right = (
        variant.weight_g * recorded.depths[state] + space.estimate(state, variant.heuristic)
        for state in (theirs[step], ours[step])
    )
    return "tie" if left == right else "larger" if left > right else "smaller"
