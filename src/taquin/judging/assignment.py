"""An assignment of a class: how the programs are run, on which boards, and what is worth points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from taquin.errors import SpecError, TaquinError
from taquin.judging.boards import default_boards, load_tables
from taquin.judging.judge import program_limits
from taquin.judging.program import Program
from taquin.judging.variants import HEURISTICS, Duplicates, GoalTest, Key, Ties
from taquin.puzzle.board import Board, as_boards
from taquin.puzzle.formats.files import check_table, load_toml
from taquin.puzzle.goals import make_goal
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import alternatives, near_hint, shown

CHOICES: dict[str, Sequence[str]] = {
    "key": list(Key),
    "ties": list(Ties),
    "duplicates": list(Duplicates),
    "goal_test": list(GoalTest),
    "heuristic": list(HEURISTICS),
}
"""What an assignment may allow: fields of ``Variant``, with their values."""


@dataclass(frozen=True)
class Assignment:
    """What is run in every submission's folder, on which boards, and the points of each check."""

    title: str
    program: Program
    goal: Board
    boards: tuple[Board, ...]
    hidden: tuple[Board, ...]
    """Boards that the pages of the submissions do not show."""
    points: Mapping[str, float]
    build: str = ""
    """A command that is run once before, such as ``make``."""
    allowed: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The choices of the search that the points for counters allow, in the words of ``explanation_record``."""
    heuristic: str = ""
    isolation: str = "auto"
    """``auto``: in a sandbox where the system has one; ``required``: or not at all; ``off``: without one."""
    readable: tuple[Path, ...] = ()
    """What the programs may read beside the installed programs."""
    source: Path = Path()
    """The file of the assignment."""


ISOLATIONS = ("auto", "required", "off")


@dataclass(frozen=True, kw_only=True)
class _Table:
    """The keys of the TOML file of an assignment, with their defaults."""

    title: str = ""
    program: str = ""
    build: str = ""
    input: str = ""
    call: str = ""
    method: str = ""
    heuristic: str = ""
    blank: str = "0"
    goal: str = "standard"
    time: str = "10s"
    memory: str = "2GB"
    boards: list[str] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    points: dict[str, float] = field(default_factory=lambda: {"right": 5, "shortest": 3, "unsolvable": 2})
    allowed: dict[str, list[str]] = field(default_factory=dict)
    isolation: str = "auto"
    readable: list[str] = field(default_factory=list)


_WORDS: dict[type, str] = {str: "text", list: "a list", dict: "a table"}
_KINDS = {name: (type(value), _WORDS[type(value)]) for name, value in vars(_Table()).items()}


def read_assignment(path: Path) -> Assignment:
    """Read an assignment from a TOML file. Raises a ``TaquinError`` if something in it is missing, unknown or wrong."""
    table = load_toml(path)
    check_table(table, _KINDS, path)
    try:
        return _read(_Table(**cast("Any", table)), path)  # checked: they have these types
    except TaquinError as error:
        raise error.within(str(path)) from None


def _read(table: _Table, path: Path) -> Assignment:
    if table.isolation not in ISOLATIONS:
        raise SpecError(f"expected isolation to be {alternatives(ISOLATIONS)}, found {shown(table.isolation)}")
    if not table.program:
        raise SpecError("expected program, such as program = 'python3 solver.py'")
    boards, hidden = tuple(as_boards(table.boards, "boards")), tuple(as_boards(table.hidden, "hidden"))
    goal = make_goal(table.goal, next((board.shape for board in (*boards, *hidden)), None))
    if not (boards or hidden):
        boards = default_boards(goal)
    _check_points(table, is_solvable=all(Problem(board, goal).is_solvable for board in (*boards, *hidden)))
    limits = program_limits(table.time, table.memory)
    program = Program(table.program, table.input, table.call, table.blank, table.method, limits=limits)
    return Assignment(
        table.title,
        program,
        goal,
        boards,
        hidden,
        table.points,
        table.build,
        table.allowed,
        table.heuristic,
        table.isolation,
        tuple(path.parent.absolute() / str(text) for text in table.readable),
        path.resolve(),
    )


def _check_points(table: _Table, *, is_solvable: bool) -> None:
    """Raise ``SpecError`` for points that no check gives, or that need what the assignment does not have."""
    points = table.points
    check_table(points, dict.fromkeys(load_tables()["checks"], (int | float, "a number")), "points")
    check_table(table.allowed, dict.fromkeys(CHOICES, (list, "a list")), "allowed")
    if not points:
        raise SpecError("expected points for one check or more, such as right = 5")
    if wrong := [number for number in points.values() if not 0 <= number < 1e9]:
        raise SpecError(f"expected points from 0 to a billion, found {shown(wrong[0])}")
    for name, words in table.allowed.items():
        if unknown := [word for word in words if word not in CHOICES[name]]:
            hint = near_hint(str(unknown[0]), CHOICES[name], f"expected one of: {'; '.join(CHOICES[name])}")
            raise SpecError(f"allowed: unknown {name} {shown(unknown[0])}", hint=hint)
    if table.allowed and "counters" not in points:
        raise SpecError("allowed needs points for counters")
    if "admissible" in points and not table.heuristic:
        raise SpecError("points for admissible need heuristic = 'FILE.py:FUNCTION'")
    if "unsolvable" in points and is_solvable:
        raise SpecError("points for unsolvable need a board without a solution")
