"""The verdict on one board: stages look at the evidence of a run in turn, and the first that can say something does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from taquin.analysis.verify import Verification
from taquin.judging.boards import load_tables, shortest_length
from taquin.judging.output import Reading
from taquin.judging.program import Program, asks_for_more
from taquin.judging.report import LIMITS, BoardJudgement, Verdict
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import plural, shown
from taquin.system.program_runs import Ending, ProgramRun

Told: TypeAlias = tuple[Verdict, str]
"""A verdict, and the verdict as a sentence."""


@dataclass(frozen=True)
class Evidence:
    """What a run on a board left: what was printed, how it ended, and the length of a shortest solution."""

    problem: Problem
    run: ProgramRun
    reading: Reading
    shortest: int | None

    @property
    def solution(self) -> Verification | None:
        """The replayed solution; None if no steps were found."""
        return self.reading.solution

    @property
    def lines(self) -> list[str]:
        """The lines of the output."""
        return self.run.answer.strip().splitlines()

    @property
    def has_answered(self) -> bool:
        """Whether it answered where no steps are needed, though it may fail afterwards."""
        if self.problem.is_solvable:
            return self.reading.depth == self.shortest == 0
        return self.reading.says_unsolvable

    @property
    def has_failed(self) -> bool:
        """Whether it reached a limit, or ended with an error."""
        return self.run.ending in LIMITS or (self.run.exit_code != 0 and self.run.errors != "")


def judge_board(program: Program, problem: Problem, run: ProgramRun | None = None) -> BoardJudgement:
    """Run a program on one board unless a run is given, read and replay its solution."""
    run = run or program.run(problem.start, problem.goal)
    evidence = Evidence(problem, run, program.read(run, problem), shortest_length(problem))
    reading, solution = evidence.reading, evidence.solution
    length = solution.given if solution is not None and solution.is_correct else reading.depth
    verdict, words = next(told for stage in _STAGES if (told := stage(evidence)))
    return BoardJudgement(problem, verdict, evidence.shortest, length, words, run, reading)


# The stages, in their order


def _solution(evidence: Evidence) -> Told | None:
    """Steps that solve the board count, however the run ended."""
    solution, shortest = evidence.solution, evidence.shortest
    if solution is None or not solution.is_correct:
        return None
    if not solution.given and evidence.has_failed and not evidence.has_answered:
        return None
    length = solution.given
    if shortest not in (None, length):
        return _verdict(Verdict.LONGER, more=length - (shortest or 0), length=length, shortest=shortest)
    return _verdict(Verdict.RIGHT if shortest is None else Verdict.SHORTEST, moves=plural(length, "move"))


def _limit(evidence: Evidence) -> Told | None:
    """A run that was stopped."""
    run = evidence.run
    if run.ending in LIMITS:
        return LIMITS[run.ending], describe_error(run)
    if run.ending is Ending.NOT_STARTED:
        return Verdict.CRASHED, f"could not be started again, perhaps because it deleted its files: {run.errors}"
    return None


def _error(evidence: Evidence) -> Told | None:
    """A run that ended with an error before it answered."""
    run, lines = evidence.run, evidence.lines
    if evidence.has_answered:
        return None
    if asks_for_more(run):
        return _verdict(Verdict.NEEDS_INPUT, more=f"; it printed last {shown(lines[-1])}" if lines else "")
    if run.exit_code and (evidence.solution is None or run.errors):
        return _verdict(Verdict.CRASHED, error=describe_error(run))
    return None


def _silence(evidence: Evidence) -> Told | None:
    """A run that printed nothing."""
    if (evidence.run.output + evidence.run.errors).strip():
        return None
    return (
        _verdict(Verdict.EMPTY) if evidence.problem.is_solvable else (Verdict.SAID_NOTHING, "ends and prints nothing")
    )


def _unsolvable(evidence: Evidence) -> Told | None:
    """What it answered on a board without a solution."""
    solution = evidence.solution
    if evidence.problem.is_solvable:
        return None
    if evidence.reading.says_unsolvable:
        return Verdict.SAID_UNSOLVABLE, "says that there is no solution, which is right"
    if solution is None or not solution.given:
        return _verdict(Verdict.SAID_NOTHING)
    return _verdict(Verdict.SOLVED_UNSOLVABLE, wrong=judge_wrong(solution)[1])


def _other_puzzle(evidence: Evidence) -> Told | None:
    """Boards in the output, none of them the one that was given."""
    problem, boards = evidence.problem, evidence.reading.boards
    is_other = set(boards) - {problem.goal.state} and problem.start.state not in boards
    if not is_other or evidence.reading.form.startswith("boards"):
        return None
    return _verdict(Verdict.OTHER_PUZZLE, board=one_line(Board.from_state(boards[0], problem.shape)))


def _wrong_steps(evidence: Evidence) -> Told | None:
    """Steps that do not solve the board."""
    solution = evidence.solution
    return judge_wrong(solution) if solution is not None and solution.given else None


def _length(evidence: Evidence) -> Told | None:
    """A length without steps."""
    depth, shortest = evidence.reading.depth, evidence.shortest
    if depth is None or shortest is None:
        return None
    return _verdict(Verdict.LENGTH if depth == shortest else Verdict.WRONG_LENGTH, length=depth, shortest=shortest)


def _said(evidence: Evidence) -> Told | None:
    """That there is no solution, or counters alone."""
    if evidence.reading.says_unsolvable:
        return _verdict(Verdict.SAID_UNSOLVABLE)
    return _verdict(Verdict.COUNTED) if evidence.reading.has_node_counts else None


def _nothing(evidence: Evidence) -> Told:
    """Nothing that can be read."""
    if evidence.run.question:
        return _verdict(Verdict.NEEDS_INPUT, more=f"; it asked last {shown(evidence.run.question[-80:])}")
    lines = evidence.lines
    if not lines:
        what = "only on standard error, which was"
    elif len(lines) == 1:
        what = f"one line, {shown(lines[0], 100)}, which was"
    else:
        what = f"{plural(len(lines), 'line')}, the last one {shown(lines[-1], 100)}, which were"
    return _verdict(Verdict.UNREADABLE, what=what)


_STAGES: tuple[Callable[[Evidence], Told | None], ...] = (
    _solution,
    _limit,
    _error,
    _silence,
    _unsolvable,
    _other_puzzle,
    _wrong_steps,
    _length,
    _said,
    _nothing,
)


def _verdict(verdict: Verdict, **values: object) -> Told:
    """A verdict with its words in ``judge.toml``."""
    return verdict, load_tables()["verdicts"][verdict.name].format(**values)


def judge_wrong(solution: Verification) -> Told:
    """What is wrong with steps that are no solution."""
    if (step := solution.illegal_step) is not None:
        return _verdict(Verdict.ILLEGAL, number=step.number, given=solution.given, step=step.step, reason=step.reason)
    if solution.goal_after is not None:
        words = f"reaches the goal after {solution.goal_after} of {solution.given} steps and leaves it"
        return Verdict.ELSEWHERE, words
    return _verdict(Verdict.ELSEWHERE, steps=plural(solution.given, "legal step"), end=one_line(solution.end))


def describe_error(run: ProgramRun) -> str:
    """Why a run failed: the last line that it printed, or how it ended."""
    if run.ending in LIMITS:
        return f"was stopped at the {run.ending} after {run.seconds:.1f} s"
    lines = (run.errors.strip() or run.output.strip()).splitlines()
    if run.exit_code < 0 and not lines:
        return f"killed by signal {-run.exit_code}"
    return shown(lines[-1], 160)[1:-1] if lines else f"exit code {run.exit_code}"
