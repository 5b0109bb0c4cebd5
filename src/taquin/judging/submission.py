"""Judge a submission: a copy of its folder is built, given boards in one way or another, and marked."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from taquin.errors import SpecError, TaquinError
from taquin.judging.assignment import Assignment
from taquin.judging.estimates import check_estimates, estimates_command
from taquin.judging.explanation import Listener
from taquin.judging.judge import Hidden, explain_report, judge_program, probes
from taquin.judging.marks import Marks, Share, mark_failure, mark_report, report_for_students
from taquin.judging.program import Program, split_command
from taquin.judging.report import LIMITED, NOTHING, ProgramReport
from taquin.judging.verdicts import describe_error
from taquin.judging.ways import detect_way
from taquin.puzzle.board import one_line
from taquin.puzzle.words import shown
from taquin.system.cleanup import temporary_folder
from taquin.system.files import read_regular, reason
from taquin.system.program_runs import ProgramLimits, ProgramRun, has_more, run_program
from taquin.system.sandbox import Sandbox

SETTINGS = "judge.toml"
"""The file in a submission's folder that says how its program takes a board; ``taquin judge --teach`` writes it."""
_PACKAGE = Path(__file__).parents[1]
_BUILD_TIME = 120.0  # seconds for the command that compiles a submission, and for the test of a heuristic
_MOST_BYTES = 10**9  # of a submission
_MOST_SETTINGS = 2**16
_ERROR = re.compile(r"(?:[^\s:]*[\w)]\.\w+[:(]\d+|File \"[^\"]+\", line \d+|\berror\b).*", re.IGNORECASE)
"""The first line of a compiler's output that says where the fault is."""


@dataclass(frozen=True)
class _Copy:
    """A copy of a submission, in which its program may do what it likes."""

    assignment: Assignment
    folder: Path
    sandbox: Sandbox | None

    @property
    def program(self) -> Program:
        """The program of the assignment in this copy."""
        return replace(self.assignment.program, folder=self.folder, sandbox=self.sandbox)

    def run(self, command: list[str], *, shows_package: bool = False) -> ProgramRun:
        """Run a command in it, with the memory of the assignment. A program of its own does not see this package."""
        limits = ProgramLimits(_BUILD_TIME, self.assignment.program.limits.memory)
        sandbox = self.sandbox
        if sandbox is not None and shows_package:
            hidden = tuple(path for path in sandbox.hidden if path != _PACKAGE)
            sandbox = replace(sandbox, readable=(*sandbox.readable, _PACKAGE), hidden=hidden)
        return run_program(command, limits=limits, folder=self.folder, sandbox=sandbox)

    def build(self) -> str:
        """Run the command that builds it; why that failed, or empty."""
        command = self.assignment.build
        if not command:
            return ""
        run = self.run(["cmd", "/c", command] if sys.platform == "win32" else ["/bin/sh", "-c", command])
        if run.is_complete:
            return ""
        lines = (line.strip() for line in f"{run.errors}\n{run.output}".splitlines())
        line = next((line for line in lines if _ERROR.search(line)), "") or describe_error(run)
        return f"cannot be built: {shown(command, 100)}: {self.without_path(line)}"

    def check_heuristic(self) -> Share:
        """The share of the points for an admissible heuristic."""
        assignment = self.assignment
        command = estimates_command(assignment.heuristic, assignment.goal)
        share, words = check_estimates(assignment.goal, lambda: self.run(command, shows_package=True))
        return share, self.without_path(words)

    def without_path(self, text: str) -> str:
        """A text for a student, in which files are named without the folder of this copy."""
        return text.replace(f"{self.folder}{os.sep}", "")


def check_isolation(assignment: Assignment, private: tuple[Path, ...] = ()) -> str:
    """Why its programs are not isolated; empty if they are: a sandbox is started for each set of private paths.

    Raises ``SpecError`` if the assignment requires isolation.
    """
    off = "the assignment has isolation = 'off'"
    problem = off if assignment.isolation == "off" else _start_sandbox(_open_sandbox(assignment, Path(), private))
    if problem and assignment.isolation == "required":
        raise SpecError(f"the assignment requires isolation, but {problem}", hint="install bubblewrap (Linux)")
    return problem


@cache
def _start_sandbox(sandbox: Sandbox) -> str:
    with temporary_folder("taquin-judge-") as folder:
        return replace(sandbox, folder=folder).problem()


def mark_submission(
    assignment: Assignment,
    folder: Path,
    name: str,
    *,
    private: tuple[Path, ...] = (),
    explains: bool = True,
    listener: Listener = lambda words: None,
) -> Marks:
    """Judge a copy of a folder, and mark it. Whatever the submission does, marks are returned.

    Its program does not see the ``private`` paths, if it can be isolated. Without ``explains`` the points for counters
    are left open: ``explain_submission`` decides them later.
    """

    def judge(copy: _Copy, hidden: Hidden) -> Marks:
        if failure := copy.build():
            return Marks(name, mark_failure(assignment), None, failure)
        report, note = _judge(copy, replace(hidden, folder=_second_copy(copy, hidden)), listener)
        if not report.failure and explains and "counters" in assignment.points:
            report = explain_report(report, listener=listener, hidden=hidden)
        return _marks(copy, report, name, note)

    return _in_copy(assignment, folder, name, private, judge)


def explain_submission(
    assignment: Assignment, folder: Path, marks: Marks, *, private: tuple[Path, ...] = (), listener: Listener
) -> Marks:
    """The marks with the points for counters, which were left open."""
    report = marks.full_report
    if report is None:
        return marks

    def explain(copy: _Copy, hidden: Hidden) -> Marks:
        if failure := copy.build():
            return replace(marks, failure=failure)
        program = replace(report.program, folder=copy.folder, sandbox=copy.sandbox)
        explained = explain_report(replace(report, program=program), listener=listener, hidden=hidden)
        explained = replace(explained, program=report.program)
        return replace(_marks(copy, explained, marks.name, marks.note), transcript=marks.transcript)

    return _in_copy(assignment, folder, marks.name, private, explain)


def _in_copy(
    assignment: Assignment,
    folder: Path,
    name: str,
    private: tuple[Path, ...],
    judge: Callable[[_Copy, Hidden], Marks],
) -> Marks:
    """What ``judge`` returns for a copy of a folder, or marks that say why it could not be judged."""
    with temporary_folder("taquin-judge-") as scratch:
        target = scratch / "submission"
        try:
            _copy_folder(folder, target)
            is_isolated = not check_isolation(assignment, private)
            sandbox = _open_sandbox(assignment, target, private) if is_isolated else None
            copy = _Copy(assignment, target, sandbox)
            return judge(copy, Hidden(frozenset(assignment.hidden)))
        except TaquinError as error:
            failure = str(error)
        except (OSError, shutil.Error, RecursionError) as error:
            failure = f"cannot be judged: {reason(error) if isinstance(error, OSError) else error}"
        return Marks(name, mark_failure(assignment), None, failure.replace(f"{target}{os.sep}", "")[:_LONGEST_FAILURE])


_LONGEST_FAILURE = 1000


def _open_sandbox(assignment: Assignment, folder: Path, private: tuple[Path, ...]) -> Sandbox:
    if assignment.program.is_function:  # the process that calls it needs this package
        return Sandbox(folder, (*assignment.readable, _PACKAGE), (assignment.source, *private))
    return Sandbox(folder, assignment.readable, (assignment.source, *private, _PACKAGE))


def _second_copy(copy: _Copy, hidden: Hidden) -> Path | None:
    """A copy of what was built, for the hidden boards."""
    if not hidden.boards:
        return None
    target = copy.folder.with_name("hidden")
    shutil.copytree(copy.folder, target, symlinks=True, ignore=_left_out)
    return target


def _copy_folder(folder: Path, target: Path) -> None:
    if has_more(folder, _MOST_BYTES):
        raise SpecError("its folder has more than 1 GB, or more than 20,000 files")
    try:
        shutil.copytree(folder, target, symlinks=True, ignore=_left_out)
    except shutil.Error as error:  # all others were copied
        source, _, why = error.args[0][0]
        raise SpecError(f"cannot be copied: {Path(source).relative_to(folder)}: {_last(why)}") from None


def _last(text: str) -> str:
    return re.sub(r"^\[Errno \d+\] ", "", str(text)).partition(":")[0].lower()


def _left_out(folder: str, names: list[str]) -> list[str]:
    """What is not copied: pipes, sockets, devices, and links that lead out of the folder of the link."""
    return [name for name in names if not _is_copied(Path(folder, name))]


def _is_copied(path: Path) -> bool:
    if path.is_symlink():
        target = path.readlink()
        return not target.is_absolute() and ".." not in target.parts
    return path.is_file() or path.is_dir()


# The ways to give it a board


def _judge(copy: _Copy, hidden: Hidden, listener: Listener) -> tuple[ProgramReport, str]:
    """The report of the way in which it answers most boards, and a note if that is not the assignment's."""
    assignment = copy.assignment
    boards = [*assignment.boards, *assignment.hidden]
    judge = partial(
        judge_program, boards=boards, goal=assignment.goal, explains=False, listener=listener, hidden=hidden
    )
    program, missing = copy.program, _missing_file(copy)
    taught = None if program.is_function else _taught(copy.folder, program)
    if taught is not None and not (report := judge(taught)).failure:
        return report, f"given boards as {SETTINGS} says"
    report = judge(program)
    if program.is_function or not _may_need_another_way(report):
        return report, ""
    if missing and report.failure:
        return replace(report, failure=missing, advice="", is_unread=False), ""
    is_limited = any(one.verdict in LIMITED for one in report.boards)  # then other ways may take as long
    try:
        other, _ = detect_way(program.without_way(), *probes(assignment.goal, hidden), only_leads=is_limited)
    except SpecError:  # without its arguments it cannot be started
        other = program.without_way()
    if other.is_known and _answered(found := judge(other)) > _answered(report):
        return found, f"not given boards in the assignment's way: {other.way}"
    return report, report.failure and report.advice and f"write {SETTINGS} into its folder with taquin judge --teach"


def _may_need_another_way(report: ProgramReport) -> bool:
    """Whether it answered nothing, the same to all, or on some board what shows that it did not get that board."""
    answers = [one.run.answer for one in report.boards if one.problem.is_solvable]
    is_same = len(answers) > 1 and len(set(answers)) == 1
    return bool(report.failure) or is_same or any(one.verdict in NOTHING for one in report.boards)


def _answered(report: ProgramReport) -> int:
    return sum(one.is_right or one.is_solution for one in report.boards)


def _missing_file(copy: _Copy) -> str:
    """That the folder does not have the file that the command names, with those that it has."""
    names = [word for word in split_command(copy.program.text) if _FILE.fullmatch(word)]
    missing = [name for name in names if not (copy.folder / name).is_file()]
    if not missing:
        return ""
    kind = Path(missing[0]).suffix
    others = sorted(path.name for path in copy.folder.glob(f"*{kind}") if path.is_file())[:_MOST_NAMES]
    return f"its folder has no {missing[0]}" + (f"; it has {', '.join(map(shown, others))}" if others else "")


_FILE = re.compile(r"(?:\./)?[\w-]+\.(?:py|js|mjs|jar|rb|pl|lua|php|r|R|jl|sh|m)")
_MOST_NAMES = 3


def _taught(folder: Path, program: Program) -> Program | None:
    """The program with the way that ``--teach`` has kept in its folder; None if there is none."""
    path = folder / SETTINGS
    if not path.is_file() or path.is_symlink():
        return None
    try:
        table = tomllib.loads(read_regular(path, _MOST_SETTINGS).decode())
    except (OSError, ValueError, RecursionError) as error:
        raise SpecError(f"{SETTINGS} cannot be read: {str(error)[:200]}") from None
    entry = table.get(program.text) or next(iter(table.values()), None)
    template, blank = (entry.get("input"), entry.get("blank", "")) if isinstance(entry, dict) else (None, None)
    if not (isinstance(template, str) and isinstance(blank, str)):
        raise SpecError(f"{SETTINGS}: expected a table with input and blank, as taquin judge --teach writes it")
    return replace(program, template=template, blank=blank or program.blank)


# The marks


def _marks(copy: _Copy, report: ProgramReport, name: str, note: str) -> Marks:
    """The marks of a report; what they say is for the student."""
    assignment, transcript = copy.assignment, report.transcript()
    if report.failure:
        failure = _without_hidden(assignment, copy.without_path(report.failure_seen))
        marks = mark_failure(assignment, is_unread=report.is_unread)
        return Marks(name, marks, None, failure, transcript, note)
    marks = tuple(
        replace(mark, words=_without_hidden(assignment, copy.without_path(mark.words)))
        for mark in mark_report(assignment, report, copy.check_heuristic)
    )
    shown_report = _without_path(copy, report_for_students(assignment, report))
    return Marks(name, marks, shown_report, "", transcript, note, full_report=_without_outputs(report))


def _without_hidden(assignment: Assignment, text: str) -> str:
    """A text for a student, who must not learn the hidden boards from it."""
    for board in assignment.hidden:
        for form in (one_line(board), " ".join(map(str, board)), "".join(map(str, board))):
            text = text.replace(form, "a hidden board")
    return text


def _without_path(copy: _Copy, report: ProgramReport) -> ProgramReport:
    return replace(report, boards=tuple(replace(one, words=copy.without_path(one.words)) for one in report.boards))


def _without_outputs(report: ProgramReport) -> ProgramReport:
    """The report without what was printed, which may be megabytes."""
    boards = tuple(replace(one, run=replace(one.run, output="", errors="")) for one in report.boards)
    return replace(report, boards=boards, trials=())
