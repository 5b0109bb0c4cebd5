"""What is said of a program: a verdict on each board, the faults, and the report that holds them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum

from taquin.judging.explanation import Explanation, explanation_record
from taquin.judging.output import Counted, Reading
from taquin.judging.program import Program
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.presenters import present
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import plural, printable
from taquin.system.program_runs import Ending, ProgramRun


class Verdict(StrEnum):
    """What became of one board; those that say most on a program come first."""

    SHORTEST = "shortest"
    LONGER = "longer"
    RIGHT = "right"
    """A solution whose shortest length is not known."""
    LENGTH = "length only"
    """A length, which is the shortest, was read, and no steps."""
    WRONG_LENGTH = "wrong length"
    """A length that is not the shortest was read, and no steps."""
    ILLEGAL = "illegal step"
    ELSEWHERE = "not at the goal"
    COUNTED = "counters only"
    """How many nodes it expanded or generated was read, but neither steps nor a length."""
    SAID_UNSOLVABLE = "says unsolvable"
    SOLVED_UNSOLVABLE = "claims a solution"
    SAID_NOTHING = "says nothing"
    """On an unsolvable board: it ends without a solution and does not say so."""
    OTHER_PUZZLE = "another puzzle"
    UNREADABLE = "not readable"
    EMPTY = "prints nothing"
    TIME = "time limit"
    NEEDS_INPUT = "asks for more input"
    CRASHED = "crashed"
    MEMORY = "memory limit"
    OUTPUT = "output limit"
    PROCESSES = "limit of processes"
    DISK = "disk limit"


LIMITS = {
    Ending.TIME: Verdict.TIME,
    Ending.MEMORY: Verdict.MEMORY,
    Ending.OUTPUT: Verdict.OUTPUT,
    Ending.PROCESSES: Verdict.PROCESSES,
    Ending.DISK: Verdict.DISK,
}
NOTHING = {Verdict.UNREADABLE, Verdict.EMPTY, Verdict.OTHER_PUZZLE, Verdict.NEEDS_INPUT, Verdict.CRASHED}
LIMITED = set(LIMITS.values())
UNREAD = {Verdict.UNREADABLE, Verdict.OTHER_PUZZLE, Verdict.NEEDS_INPUT}
"""Verdicts that may be a limit of Taquin: the program may have been given the board in a wrong way, or not be read."""


_NOT_COUNTERS = ("depth", "time")


@dataclass(frozen=True)
class Finding:
    """Something that should be mended. The cause names the place to look, not the corrected code."""

    observed: str
    cause: str = ""


@dataclass(frozen=True, repr=False)
class BoardJudgement:
    """The verdict on one board, with what the program printed."""

    problem: Problem
    verdict: Verdict
    shortest: int | None
    """The length of a shortest solution; None if there is none, or if it is not known."""
    length: int | None
    """The length of the program's solution; None if it has none."""
    words: str
    """The verdict as a sentence."""
    run: ProgramRun
    reading: Reading

    def __repr__(self) -> str:
        return f"<BoardJudgement: {one_line(self.board)}: {self.words}>"

    @property
    def board(self) -> Board:
        """The board that was given to the program."""
        return self.problem.start

    @property
    def is_right(self) -> bool:
        """Whether the answer is right: a shortest solution, or on an unsolvable board that there is none."""
        if not self.problem.is_solvable:
            return self.verdict is Verdict.SAID_UNSOLVABLE
        return self.verdict in (Verdict.SHORTEST, Verdict.RIGHT, Verdict.LENGTH)

    @property
    def is_solution(self) -> bool:
        """Whether the steps are legal and end at the goal, of any length."""
        return self.verdict in (Verdict.SHORTEST, Verdict.LONGER, Verdict.RIGHT)

    @property
    def ignores_blank(self) -> bool:
        """Whether the tiles are in the order of the goal at the end of the steps, but the blank is elsewhere."""
        end = None if self.reading.solution is None else self.reading.solution.end
        goal = [tile for tile in self.problem.goal if tile]
        return self.verdict is Verdict.ELSEWHERE and [tile for tile in end or () if tile] == goal

    @property
    def is_answer(self) -> bool:
        """Whether it ended within its limits with something that can be judged."""
        return self.verdict not in NOTHING | LIMITED

    @property
    def is_wrong(self) -> bool:
        """Whether it gave an answer that is not right."""
        return self.is_answer and not self.is_right and self.verdict not in (Verdict.SAID_NOTHING, Verdict.COUNTED)


@dataclass(frozen=True)
class Repetition:
    """What two more runs on a board changed."""

    board: Board
    changes: tuple[str, ...] = ()
    """Counters of nodes, and the path, each with what was printed first and then, in words."""
    noise: tuple[str, ...] = ()
    """The keys of numbers that changed and whose names are not those of counters, such as times."""


@dataclass(frozen=True, repr=False)
class ProgramReport:
    """What a program does on every board, and what is wrong with it.

    >>> import taquin
    >>> def solve(rows):
    ...     return [move.letter for move in taquin.solve(rows).moves]
    >>> report = taquin.judge(solve, ["1 2 3 / 4 0 5 / 7 8 6"])
    >>> report
    <ProgramReport: solve: right on 1 of 1 board>
    >>> report.boards[0].length, report.boards[0].verdict.value
    (2, 'shortest')
    """

    program: Program
    goal: Board
    boards: tuple[BoardJudgement, ...]
    findings: tuple[Finding, ...] = ()
    skipped: tuple[Board, ...] = ()
    """Boards that were not tried, because easier ones had reached the time limit or failed."""
    explanation: Explanation | None = None
    """Which search it is; None if that was not asked for, or if it prints nothing that tells it."""
    repetition: Repetition | None = None
    """What two more runs on the same board changed; None if it was not run again."""
    demonstration: BoardJudgement | None = None
    """A board that was tried to see a fault of the search that fits: its solution there is longer than the shortest."""
    failure: str = ""
    """Why nothing could be judged; empty if something could."""
    advice: str = ""
    """The end of the failure that says what the user of the command can do about it."""
    is_unread: bool = False
    """Whether the failure may be Taquin's: it found no way to give it a board, or could not read its output."""
    watched: str = ""
    """How its order of expansions differs from the textbook's; empty if no function was watched."""
    has_own_goal: bool = False
    """Whether the goal is not the one that was asked for, but the one at which its solutions end."""
    trials: tuple[ProgramRun, ...] = field(default=(), compare=False)
    """The runs that found out how it takes a board."""

    def __repr__(self) -> str:
        if self.failure:
            return f"<ProgramReport: {self.program.text}: {self.failure}>"
        right = sum(board.is_right for board in self.boards)
        return f"<ProgramReport: {self.program.text}: right on {right} of {plural(len(self.boards), 'board')}>"

    def __str__(self) -> str:
        """What ``taquin judge`` prints."""
        if self.failure:
            return repr(self)
        return present("program report as text", self)

    def _repr_html_(self) -> str:
        """What notebooks show: what it is, what to look at, and the boards, drawn."""
        return present("program report as html", self)

    @property
    def failure_seen(self) -> str:
        """The failure without advice: what the program did."""
        return self.failure.removesuffix(self.advice).rstrip("; ")

    @property
    def is_repeatable(self) -> bool:
        """Whether two more runs on the same board gave the same path and counters."""
        return self.repetition is None or not self.repetition.changes

    @property
    def is_right(self) -> bool:
        """Whether it is right on every board, with shortest solutions."""
        return not self.failure and not self.skipped and all(board.is_right for board in self.boards)

    @property
    def ignores_blank(self) -> bool:
        """Whether its solutions that end elsewhere all end with the tiles in order, but not the blank."""
        ends = [
            one.ignores_blank for one in self.boards if one.problem.is_solvable and one.verdict is Verdict.ELSEWHERE
        ]
        return bool(ends) and all(ends)

    @property
    def other_goal(self) -> Board | None:
        """The board at which most of its solutions end, if that is not the goal."""
        solutions = [one.reading.solution for one in self.boards if one.verdict is Verdict.ELSEWHERE]
        ends = Counter(solution.end for solution in solutions if solution is not None)
        end, count = max(ends.items(), key=lambda item: item[1], default=(self.goal, 0))
        is_frequent = count > 2 and 2 * count > len(self.boards)
        is_blank_ignored = self.ignores_blank and len(ends) > 1
        return end if is_frequent and end != self.goal and not is_blank_ignored else None

    def counters(self) -> dict[str, Counted]:
        """The counters of nodes that it prints for most boards, by the form of their lines; each with its last value.

        Numbers that are the same for all boards, or of one or two boards have no known name, belong to its prompts.
        """
        readings = [board.reading for board in self.boards if board.problem.is_solvable]
        noise = () if self.repetition is None else self.repetition.noise
        chosen = {}
        for key in dict.fromkeys(key for reading in readings for key in reading.counters):
            counters = [reading.counters[key] for reading in readings if key in reading.counters]
            is_varied = len({counter.value for counter in counters}) > 1 if len(readings) > 2 else counters[0].kind
            is_frequent = 2 * len(counters) > len(readings)
            if is_varied and is_frequent and counters[0].kind not in _NOT_COUNTERS and key not in noise:
                chosen[key] = counters[-1]
        return chosen

    def transcript(self) -> str:
        """Everything that was typed and printed; control characters are written out."""
        runs = [*self.trials, *(board.run for board in self.boards)]
        return printable("\n".join(run.transcript() for run in runs))

    def to_dict(self) -> dict[str, object]:
        """The report for JSON."""
        return {
            "program": self.program.text,
            "way": self.program.way,
            "goal": one_line(self.goal),
            "right": self.is_right,
            "failure": self.failure,
            "boards": [_board_record(board) for board in self.boards],
            "skipped": [one_line(board) for board in self.skipped],
            "explanation": None if self.explanation is None else explanation_record(self.explanation),
            "repeatable": self.is_repeatable,
            "findings": [{"observed": finding.observed, "cause": finding.cause} for finding in self.findings],
        }


def _board_record(board: BoardJudgement) -> dict[str, object]:
    moves = None if board.reading.solution is None else "".join(move.letter for move in board.reading.solution.moves)
    return {
        "board": one_line(board.board),
        "solvable": board.problem.is_solvable,
        "verdict": board.verdict.value,
        "right": board.is_right,
        "shortest": board.shortest,
        "length": board.length,
        "moves": moves,
        "form": board.reading.form,
        "counters": {counter.name: counter.value for counter in board.reading.counters.values()},
        "seconds": round(board.run.seconds, 3),
        "words": board.words,
    }
