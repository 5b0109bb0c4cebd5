"""The marks of a submission: the points of each check of an assignment, with reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from taquin.errors import SpecError
from taquin.judging.assignment import CHOICES, Assignment
from taquin.judging.boards import load_tables
from taquin.judging.explanation import Fit
from taquin.judging.findings import find_faults
from taquin.judging.report import LIMITED, UNREAD, BoardJudgement, ProgramReport, Verdict
from taquin.puzzle.arguments import as_real, check_kind
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.presenters import present
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import alternatives, plural, shown

Share: TypeAlias = tuple[float | None, str]
"""The share of the points of a check, and why; None if it could not be checked."""


@dataclass(frozen=True)
class Mark:
    """The points of one check, with the reason."""

    check: str
    points: float
    most: float
    """0 if the check could not be made: then it is out of the sum."""
    words: str
    is_made: bool = True

    @property
    def is_full(self) -> bool:
        """Whether the check was made and gave all its points."""
        return self.is_made and self.points == self.most


@dataclass(frozen=True, repr=False)
class Marks:
    """The marks of one submission, and its report without the hidden boards. ``mark`` makes them from a report.

    >>> import taquin
    >>> report = taquin.judge(lambda rows: "R, D", ["1 2 3 / 4 0 5 / 7 8 6"], call="function(rows)")
    >>> taquin.mark(report, {"right": 4})
    <Marks: 4 of 4 points>
    """

    name: str
    marks: tuple[Mark, ...]
    report: ProgramReport | None
    failure: str = ""
    """Why nothing could be judged; empty if something could."""
    transcript: str = ""
    note: str = ""
    """What an assistant should know; students need not."""
    folder: str = ""
    """Where the submission is, seen from the folder of the assignment."""
    full_report: ProgramReport | None = None
    """With the hidden boards, without outputs, if it is still to be explained."""

    def __repr__(self) -> str:
        return f"<Marks: {self.total:g} of {self.most:g} points>"

    def _repr_html_(self) -> str:
        """What notebooks show: the points with reasons, and the report."""
        return present("marks as html", self)

    def __getitem__(self, check: str) -> Mark:
        """The mark of a check, such as ``marks["right"]``."""
        return next(mark for mark in self.marks if mark.check == check)

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
        return all(mark.is_full for mark in self.marks)


_POINTS = {"right": 5.0, "shortest": 3.0, "unsolvable": 2.0}


def mark(report: ProgramReport, points: Mapping[str, float] | None = None) -> Marks:
    """The points of a judged program, such as a function in a notebook.

    ``points`` has those of each check: ``right``, ``shortest``, ``unsolvable`` and ``time``, as in an assignment. A
    check that could not be made gives none. Raises ``SpecError`` for another check.

    >>> import taquin
    >>> def solve(rows):
    ...     return [move.letter for move in taquin.solve(rows).moves]
    >>> marks = mark(taquin.judge(solve, ["1 2 3 / 4 0 5 / 7 8 6"]), {"right": 4, "shortest": 2})
    >>> marks.total, marks["right"].words
    (6.0, 'on 1 of 1 board')
    """
    check_kind("report", report, ProgramReport, "a report, such as taquin.judge(solve)")
    points = _POINTS if points is None else points
    check_kind("points", points, Mapping, 'points such as {"right": 4}')
    checks = [check for check in load_tables()["checks"] if check not in _OF_CLASSES]
    if wrong := [check for check in points if check not in checks]:
        raise SpecError(f"expected points for {alternatives(checks)}, found {shown(wrong[0])}")
    for most in points.values():
        number = as_real(most)
        if number is None or not 0 <= number < 1e9:
            raise SpecError(f"expected points from 0 to a billion, found {shown(most)}")
    judged = tuple(one.board for one in report.boards)
    assignment = Assignment("", report.program, report.goal, (*judged, *report.skipped), (), points)
    if report.failure:
        return Marks("", mark_failure(assignment, is_unread=report.is_unread), report, report.failure)
    return Marks("", mark_report(assignment, report, lambda: (None, "")), report)


_OF_CLASSES = ("counters", "admissible")


def mark_failure(assignment: Assignment, *, is_unread: bool = False) -> tuple[Mark, ...]:
    """No points, where nothing could be judged; if that may be Taquin's limit (``is_unread``), no check was made."""
    return tuple(
        Mark(check, 0, 0 if is_unread else most, "", is_made=not is_unread) for check, most in assignment.points.items()
    )


def mark_report(assignment: Assignment, report: ProgramReport, examine: Callable[[], Share]) -> tuple[Mark, ...]:
    """The points of every check. ``examine`` says whether its heuristic is admissible. A reason is said once."""
    marks: list[Mark] = []
    said: dict[str, str] = {}
    for check, most in assignment.points.items():
        if check == "counters":
            share, words = _allowed_share(assignment, report)
        elif check == "admissible":
            share, words = examine()
        else:
            share, words, why = _passed_share(assignment, report, check)
            if why:
                words += f"; see {said[why]}" if why in said else f"; {why}"
                said.setdefault(why, check)
        if share is None:
            marks.append(Mark(check, 0, 0, f"{NOT_CHECKED}{words}", is_made=False))
        else:
            marks.append(Mark(check, round(most * share, 2), most, words))
    return tuple(marks)


NOT_CHECKED = "not checked: "
_NO_STEPS = {Verdict.LENGTH, Verdict.WRONG_LENGTH, Verdict.COUNTED}


def _passes(check: str, one: BoardJudgement, *, counts_limits: bool, is_read: bool) -> bool | None:
    """Whether a board passes a check; None if what was seen does not tell.

    ``counts_limits`` says whether a run that was stopped fails this check: it does so in one check only. ``is_read``
    says whether steps were read on another board: then none here is no fault of the reader.
    """
    verdict = one.verdict
    if verdict in LIMITED:
        return False if counts_limits else None
    if check == "time":
        return one.is_answer or verdict in UNREAD
    if verdict in UNREAD or verdict is Verdict.COUNTED or (check == "right" and verdict in _NO_STEPS):
        return False if is_read else None
    if check == "shortest" and verdict is Verdict.RIGHT:  # how long the shortest is, is not known
        return None
    return one.is_right or (check == "right" and one.is_solution)


def _passed_share(assignment: Assignment, report: ProgramReport, check: str) -> tuple[float | None, str, str]:
    """The share of the boards of a check that pass it, the counts, and why one does not; None if it was not made."""
    judged = {one.board: one for one in report.boards}
    boards = [
        one
        for one in (*assignment.boards, *assignment.hidden)
        if check == "time" or Problem(one, report.goal).is_solvable == (check != "unsolvable")
    ]
    if not boards:
        return None, "there is no board for it", ""
    counts_limits = check == "time" or ("time" not in assignment.points and check != "shortest")
    is_read = any(one.is_solution and one.length for one in report.boards)
    seen = {
        board: _passes(check, judged[board], counts_limits=counts_limits, is_read=is_read) if board in judged else False
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
        return f"{one_line(visible)}: {words}"

    if not made:
        return None, f"on {plural(len(boards), 'board')} there was nothing to check", why(unclear)
    words = f"on {made - len(failing)} of {plural(made, 'board')}"
    if hidden := sum(board in assignment.hidden for board in failing):
        words += f"; {hidden} of the failures {'is' if hidden == 1 else 'are'} on hidden boards"
    if unclear:
        words += f"; not checked on {plural(len(unclear), 'board')}"
    return 1 - len(failing) / made, words, why(failing) or why(unclear)


def _allowed_share(assignment: Assignment, report: ProgramReport) -> tuple[float | None, str]:
    """Whether a variant of the search that fits is one of those that are allowed."""
    explanation = report.explanation
    if not report.is_repeatable:
        return None, "the counters change from run to run"
    if explanation is None:
        is_printed = bool(report.counters())
        return None, "the counters were not compared with known searches" if is_printed else "no counters were read"
    if explanation.fit is Fit.UNKNOWN:
        return None, "some known searches fit, but numbers this few or small fit some by chance"
    if not explanation.is_exact and explanation.fit is not Fit.NEAR:
        named = ", ".join(map(shown, explanation.unexplained))
        return None, f"not explained: {named}" if named else "a known search fits, but not all boards were compared"
    if not explanation.is_exact:
        is_hidden = any(one_line(board) in explanation.difference for board in assignment.hidden)
        difference = "it differs on a hidden board" if is_hidden else explanation.difference
        return None, f"no known variant of the search fits: {difference}".removesuffix(": ")
    chosen = [{name: str(getattr(variant, name)) for name in CHOICES} for variant in explanation.variants]
    found = {name: list(dict.fromkeys(choices[name] for choices in chosen)) for name in CHOICES}
    if any(all(choices[name] in allowed for name, allowed in assignment.allowed.items()) for choices in chosen):
        return 1, "the counters are those of an allowed search"
    wrong = [name for name, allowed in assignment.allowed.items() if not set(found[name]) & set(allowed)]
    return 0, "; ".join(f"{name.replace('_', ' ')}: {' or '.join(found[name])}" for name in wrong or found)


def report_for_students(assignment: Assignment, report: ProgramReport) -> ProgramReport:
    """The report without the hidden boards, and without advice on options of the command."""
    visible = tuple(one for one in report.boards if one.board not in assignment.hidden)
    skipped = tuple(board for board in report.skipped if board not in assignment.hidden)
    report = replace(report, boards=visible, skipped=skipped, trials=())
    causes = load_tables()["students"]
    findings = find_faults(report) if visible else ()
    report = replace(report, findings=tuple(replace(one, cause=causes.get(one.cause, one.cause)) for one in findings))
    explanation = report.explanation
    if explanation is None or not any(one_line(board) in explanation.difference for board in assignment.hidden):
        return report
    return replace(report, explanation=replace(explanation, difference="it differs on a hidden board"))
