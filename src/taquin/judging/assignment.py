"""Grade a class: an assignment says how programs are run and what is worth points; a submission gets marks."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from taquin.errors import SpecError, TaquinError
from taquin.judging.boards import default_boards, load_tables
from taquin.judging.findings import find_faults
from taquin.judging.judge import judge_program, program_limits
from taquin.judging.program import Program, split_command
from taquin.judging.report import LIMITED, UNREAD, BoardJudgement, ProgramReport, Verdict
from taquin.judging.variants import HEURISTICS, Duplicates, GoalTest, Key, Ties
from taquin.judging.verdicts import describe_error
from taquin.puzzle.board import Board, as_boards, one_line
from taquin.puzzle.formats.files import check_table, load_toml
from taquin.puzzle.goals import make_goal
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import near_hint, plural, shown
from taquin.system.cleanup import temporary_folder
from taquin.system.program_runs import ProgramLimits, run_program

_BUILD_TIME = 120.0  # seconds for the command that compiles a submission, and for the test of a heuristic
_CHOICES: dict[str, Sequence[str]] = {
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


@dataclass(frozen=True)
class Mark:
    """The points of one check, with the reason."""

    check: str
    points: float
    most: float
    """0 if the check could not be made: then it is out of the sum."""
    words: str
    is_made: bool = True


@dataclass(frozen=True)
class Marks:
    """The marks of one submission, and its report without the hidden boards."""

    name: str
    marks: tuple[Mark, ...]
    report: ProgramReport | None
    failure: str = ""
    """Why nothing could be judged; empty if something could."""
    transcript: str = ""

    @property
    def total(self) -> float:
        """The points of all checks."""
        return round(sum(mark.points for mark in self.marks), 2)

    @property
    def most(self) -> float:
        """The points of a submission without a fault in the checks that could be made."""
        return sum(mark.most for mark in self.marks)

    @property
    def is_full(self) -> bool:
        """Whether every check was made and gave all its points."""
        return all(mark.is_made and mark.points == mark.most for mark in self.marks)


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


_WORDS: dict[type, str] = {str: "text", list: "a list", dict: "a table"}
_KINDS = {name: (type(value), _WORDS[type(value)]) for name, value in vars(_Table()).items()}


def read_assignment(path: Path) -> Assignment:
    """Read an assignment from a TOML file. Raises a ``TaquinError`` if something in it is missing, unknown or wrong."""
    table = load_toml(path)
    check_table(table, _KINDS, path)
    try:
        return _read(_Table(**cast("Any", table)))  # checked: they have these types
    except TaquinError as error:
        raise error.within(str(path)) from None


def _read(table: _Table) -> Assignment:
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
        table.title, program, goal, boards, hidden, table.points, table.build, table.allowed, table.heuristic
    )


def _check_points(table: _Table, *, is_solvable: bool) -> None:
    """Raise ``SpecError`` for points that no check gives, or that need what the assignment does not have."""
    points = table.points
    check_table(points, dict.fromkeys(load_tables()["checks"], (int | float, "a number")), "points")
    check_table(table.allowed, dict.fromkeys(_CHOICES, (list, "a list")), "allowed")
    if not points:
        raise SpecError("expected points for one check or more, such as right = 5")
    if wrong := [number for number in points.values() if not 0 <= number < 1e9]:
        raise SpecError(f"expected points from 0 to a billion, found {shown(wrong[0])}")
    for name, words in table.allowed.items():
        if unknown := [word for word in words if word not in _CHOICES[name]]:
            hint = near_hint(str(unknown[0]), _CHOICES[name], f"expected one of: {'; '.join(_CHOICES[name])}")
            raise SpecError(f"allowed: unknown {name} {shown(unknown[0])}", hint=hint)
    if table.allowed and "counters" not in points:
        raise SpecError("allowed needs points for counters")
    if "admissible" in points and not table.heuristic:
        raise SpecError("points for admissible need heuristic = 'FILE.py:FUNCTION'")
    if "unsolvable" in points and is_solvable:
        raise SpecError("points for unsolvable need a board without a solution")


def mark_submission(assignment: Assignment, folder: Path, name: str) -> Marks:
    """Judge a copy of a folder, and mark it. Whatever the submission does, marks are returned."""
    with temporary_folder("taquin-judge-") as scratch:
        copy = scratch / "submission"
        try:
            shutil.copytree(folder, copy, symlinks=True, ignore=_special_files)
            if assignment.build:
                limits = replace(assignment.program.limits, time=_BUILD_TIME)
                run = run_program(split_command(assignment.build), folder=copy, limits=limits)
                if not run.is_complete:
                    return _failed(assignment, name, f"cannot be built: {describe_error(run)}", run.transcript())
            report = judge_program(
                replace(assignment.program, folder=copy),
                [*assignment.boards, *assignment.hidden],
                assignment.goal,
                explains="counters" in assignment.points,
            )
            if report.failure:
                failure = _without_hidden(assignment, report.failure.replace(f"{copy}{os.sep}", ""))
                return _failed(assignment, name, failure, report.transcript(), is_unread=report.is_unread)
            marks = tuple(
                replace(mark, words=_without_hidden(assignment, mark.words)) for mark in _mark(assignment, report, copy)
            )
        except (TaquinError, OSError) as error:  # shutil.Error is an OSError
            return _failed(assignment, name, str(error))
    transcript = report.transcript()
    if assignment.hidden:
        visible = tuple(one for one in report.boards if one.board not in assignment.hidden)
        skipped = tuple(board for board in report.skipped if board not in assignment.hidden)
        report = replace(report, boards=visible, skipped=skipped, trials=())
        report = replace(report, findings=tuple(find_faults(report)) if visible else ())
        if (explanation := report.explanation) is not None:
            difference = _without_hidden(assignment, explanation.difference)
            report = replace(report, explanation=replace(explanation, difference=difference))
    return Marks(name, marks, report, "", transcript)


def _without_hidden(assignment: Assignment, text: str) -> str:
    """A text for a student, who must not learn the hidden boards from it."""
    for board in assignment.hidden:
        text = text.replace(one_line(board), "a hidden board")
    return text


def _special_files(folder: str, names: list[str]) -> list[str]:
    """What is not copied: pipes, sockets and devices."""
    paths = {name: Path(folder, name) for name in names}
    return [name for name, path in paths.items() if not (path.is_symlink() or path.is_file() or path.is_dir())]


def _failed(assignment: Assignment, name: str, failure: str, transcript: str = "", *, is_unread: bool = False) -> Marks:
    """Marks of a submission of which nothing could be judged; if that may be Taquin's limit, no check was made."""
    marks = tuple(
        Mark(check, 0, 0 if is_unread else most, failure, is_made=not is_unread)
        for check, most in assignment.points.items()
    )
    return Marks(name, marks, None, failure, transcript)


def _mark(assignment: Assignment, report: ProgramReport, folder: Path) -> tuple[Mark, ...]:
    marks = []
    for check, most in assignment.points.items():
        if check == "counters":
            share, words = _allowed_share(assignment, report)
        elif check == "admissible":
            share, words = _admissible(assignment, folder)
        else:
            share, words = _passed_share(assignment, report, check)
        if share is None:
            marks.append(Mark(check, 0, 0, f"not checked: {words}", is_made=False))
        else:
            marks.append(Mark(check, round(most * share, 2), most, words))
    return tuple(marks)


_NO_STEPS = {Verdict.LENGTH, Verdict.WRONG_LENGTH, Verdict.COUNTED}


def _passes(check: str, one: BoardJudgement, *, counts_limits: bool) -> bool | None:
    """Whether a board passes a check; None if what was seen does not tell.

    ``counts_limits`` says whether a run that was stopped fails this check: it does so in one check only.
    """
    verdict = one.verdict
    if verdict in LIMITED:
        return False if counts_limits else None
    if check == "time":
        return one.is_answer or verdict in UNREAD
    if verdict in UNREAD or verdict is Verdict.COUNTED or (check == "right" and verdict in _NO_STEPS):
        return None
    if check == "shortest" and verdict is Verdict.RIGHT:  # how long the shortest is, is not known
        return None
    return one.is_right or (check == "right" and one.is_solution)


def _passed_share(assignment: Assignment, report: ProgramReport, check: str) -> tuple[float | None, str]:
    """The share of the boards of a check that pass it, and the first one that does not; None if it was not made."""
    judged = {one.board: one for one in report.boards}
    boards = [
        one
        for one in (*assignment.boards, *assignment.hidden)
        if check == "time" or Problem(one, report.goal).is_solvable == (check != "unsolvable")
    ]
    if not boards:
        return None, "there is no board for it"
    counts_limits = check == "time" or ("time" not in assignment.points and check != "shortest")
    seen = {
        board: _passes(check, judged[board], counts_limits=counts_limits) if board in judged else False
        for board in boards
    }
    failing = [board for board, passes in seen.items() if passes is False]
    unclear = [board for board, passes in seen.items() if passes is None]
    made = len(seen) - len(unclear)

    def why(some: list[Board]) -> str:
        visible = next((board for board in some if board not in assignment.hidden), None)
        if visible is None:
            return ""
        words = judged[visible].words if visible in judged else "not tried after others failed"
        return f"; {one_line(visible)}: {words}"

    if not made:
        return None, f"on {plural(len(boards), 'board')} there was nothing to check{why(unclear)}"
    words = f"on {made - len(failing)} of {plural(made, 'board')}{why(failing)}"
    if hidden := sum(board in assignment.hidden for board in failing):
        words += f"; {hidden} of the failures {'is' if hidden == 1 else 'are'} on hidden boards"
    if unclear:
        words += f"; not checked on {plural(len(unclear), 'board')}{why(unclear).replace(';', ':', 1)}"
    return 1 - len(failing) / made, words


def _allowed_share(assignment: Assignment, report: ProgramReport) -> tuple[float | None, str]:
    """Whether a variant of the search that fits is one of those that are allowed."""
    explanation = report.explanation
    if not report.is_repeatable:
        return None, "the counters change from run to run"
    if explanation is None:
        return None, "no counters were read"
    if not explanation.is_exact:
        return None, f"no known variant of the search fits: {explanation.difference}".removesuffix(": ")
    chosen = [{name: str(getattr(variant, name)) for name in _CHOICES} for variant in explanation.variants]
    found = {name: list(dict.fromkeys(choices[name] for choices in chosen)) for name in _CHOICES}
    if any(all(choices[name] in allowed for name, allowed in assignment.allowed.items()) for choices in chosen):
        return 1, "the counters are those of an allowed search"
    wrong = [name for name, allowed in assignment.allowed.items() if not set(found[name]) & set(allowed)]
    return 0, "; ".join(f"{name.replace('_', ' ')}: {' or '.join(found[name])}" for name in wrong or found)


def _admissible(assignment: Assignment, folder: Path) -> tuple[float | None, str]:
    """Whether ``taquin examine`` proves that the submission's heuristic never exceeds the true distance."""
    command = [sys.executable, "-P", "-m", "taquin", "examine", assignment.heuristic]
    limits = ProgramLimits(_BUILD_TIME, assignment.program.limits.memory)
    run = run_program([*command, "--goal", one_line(assignment.goal)], folder=folder, limits=limits)
    if run.exit_code == 0 and run.is_complete:
        return 1, "its heuristic is admissible"
    if run.exit_code != 1:
        return None, f"its heuristic could not be examined: {describe_error(run)}"
    lines = [line.strip() for line in run.output.splitlines() if line.startswith(("admissible", "The smallest board"))]
    return 0, "; ".join(lines) or "its heuristic is not admissible"
