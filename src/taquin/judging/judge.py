"""Judge a program: run it on boards, replay its solutions, compare them with the shortest ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeAlias

from taquin.analysis.verify import Verification
from taquin.errors import SpecError
from taquin.judging.boards import TABLE_CELLS, default_boards, load_tables, shortest_length
from taquin.judging.explanation import (
    NOTHING_KNOWN,
    PATH,
    Explanation,
    Narrowing,
    Observation,
    explain,
    explanation_record,
)
from taquin.judging.findings import Finding, find_faults
from taquin.judging.output import Counted, Reading
from taquin.judging.program import Program, asks_for_more, detect_way
from taquin.puzzle.arguments import check_kind
from taquin.puzzle.board import Board, BoardLike, as_boards, one_line
from taquin.puzzle.conversion import ShapeLike
from taquin.puzzle.goals import GoalLike, make_goal
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import plural, shown
from taquin.run.limits import Amount, Limits
from taquin.system.program_runs import Ending, ProgramLimits, ProgramRun

_MOST_FAILURES = 3  # boards in a row without a result, after which no further one is tried
_MOST_TIMEOUTS = 2
_PROBE = 5  # which of the default boards finds out how a program takes a board: easy, but not the example of a program

Listener: TypeAlias = Callable[[str], None]
"""Gets a few words on what is done, while it is done."""


class Verdict(StrEnum):
    """What became of one board; those that say most on a program come first."""

    SHORTEST = "shortest"
    LONGER = "longer"
    RIGHT = "right"
    """A solution whose shortest length is not known."""
    LENGTH = "length only"
    """It prints a length, which is the shortest, but no steps."""
    WRONG_LENGTH = "wrong length"
    """It prints a length that is not the shortest, and no steps."""
    ILLEGAL = "illegal step"
    ELSEWHERE = "not at the goal"
    COUNTED = "counters only"
    """It prints how many nodes it expanded or generated, but neither steps nor a length."""
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


_LIMITS = {Ending.TIME: Verdict.TIME, Ending.MEMORY: Verdict.MEMORY, Ending.OUTPUT: Verdict.OUTPUT}
_NOTHING = {Verdict.UNREADABLE, Verdict.EMPTY, Verdict.OTHER_PUZZLE, Verdict.NEEDS_INPUT, Verdict.CRASHED}
_LIMITED = set(_LIMITS.values())


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
        return self.verdict not in _NOTHING | _LIMITED

    @property
    def is_wrong(self) -> bool:
        """Whether it gave an answer that is not right."""
        return self.is_answer and not self.is_right and self.verdict not in (Verdict.SAID_NOTHING, Verdict.COUNTED)


@dataclass(frozen=True, repr=False)
class ProgramReport:
    """What a program does on every board, and what is wrong with it.

    >>> import taquin
    >>> def solve(rows):
    ...     return [move.letter for move in taquin.solve(rows).moves]
    >>> report = judge(solve, ["1 2 3 / 4 0 5 / 7 8 6"])
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
    is_repeatable: bool = True
    """Whether two more runs on the same board gave the same path and counters."""
    failure: str = ""
    """Why nothing could be judged; empty if something could."""
    watched: str = ""
    """How its order of expansions differs from the textbook's; empty if no function was watched."""
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
        from taquin.render.text.program_report import describe_program

        return describe_program(self)

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
        chosen = {}
        for key in dict.fromkeys(key for reading in readings for key in reading.counters):
            counters = [reading.counters[key] for reading in readings if key in reading.counters]
            is_varied = len({counter.value for counter in counters}) > 1 if len(readings) > 2 else counters[0].kind
            if is_varied and 2 * len(counters) > len(readings) and counters[0].kind not in ("depth", "time"):
                chosen[key] = counters[-1]
        return chosen

    def transcript(self) -> str:
        """Everything that was typed and printed."""
        runs = [*self.trials, *(board.run for board in self.boards)]
        return "\n".join(run.transcript() for run in runs)

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


def judge(
    program: Callable[..., Any] | str,
    boards: Iterable[BoardLike] | None = None,
    *,
    goal: GoalLike | None = None,
    shape: ShapeLike | None = None,
    template: str = "",
    call: str = "",
    blank: str = "0",
    method: str = "",
    time: Amount = 10,
    memory: Amount = "2GB",
    explains: bool = True,
) -> ProgramReport:
    r"""Judge a program of your own: is it right, is it shortest, what is it?

    ``program`` is a function, ``path/to/file.py:function``, or a command such as ``"python3 solver.py"``. ``template``
    is what is typed for a board, such as ``"{row1}\n{row2}\n{row3}\n"``, ``call`` how the function is called, such as
    ``"solve(rows, goal)"``; without them common ways are tried. Every run is a process of its own with limits of time
    and memory, but no sandbox. Without boards a small set is used, from the solved board to the farthest and an
    unsolvable one. Raises ``SpecError`` if the program cannot be started.

    >>> judge(lambda rows: "R, D", ["1 2 3 / 4 0 5 / 7 8 6"], call="function(rows)").boards[0].words
    'right and shortest, 2 moves'
    """
    for name, text in {"template": template, "call": call, "blank": blank, "method": method}.items():
        check_kind(name, text, str, "text")
    if not (isinstance(program, str) or callable(program)):
        raise SpecError(f"expected a function or a command, found {shown(program)}")
    if isinstance(boards, str):
        hint = "put one board into a list, or read several with read_boards"
        raise SpecError(f"expected a list of boards, found {shown(boards)}", hint=hint)
    if boards is not None:
        check_kind("boards", boards, Iterable, "a list of boards")
    given = None if boards is None else as_boards(boards)
    target = make_goal(goal, shape or (given[0].shape if given else None))
    text = program if isinstance(program, str) else getattr(program, "__name__", "function").strip("<>")
    function = None if isinstance(program, str) else program
    limits = program_limits(time, memory)
    known = Program(text, template, call, blank, method, limits=limits, function=function)
    return judge_program(known, default_boards(target) if given is None else given, target, explains=explains)


def program_limits(time: Amount, memory: Amount) -> ProgramLimits:
    """The limits of one run, from texts such as 10s and 2GB."""
    limits = Limits.parse(time=time, memory=memory)
    assert limits.time is not None
    assert limits.memory is not None
    return ProgramLimits(limits.time, limits.memory)


def judge_program(
    program: Program,
    boards: Sequence[Board],
    goal: Board,
    *,
    explains: bool = True,
    narrowing: Narrowing = NOTHING_KNOWN,
    listener: Listener = lambda words: None,
) -> ProgramReport:
    """Run a program on every board and judge the answers. Raises ``SpecError`` if it cannot be started.

    With ``explains`` it is compared with all variants of the search, which takes up to a minute, and may be run on a
    few more boards. That is possible for boards of up to 9 cells.
    """
    if not boards:
        raise SpecError("expected boards to judge the program on, found none")
    problems = [problem for board in default_boards(goal) if (problem := Problem(board, goal)).is_solvable]
    probe = problems[min(_PROBE, len(problems) - 1)]
    listener("finding out how it takes a board")
    program, trials = detect_way(program, probe)
    report = ProgramReport(program, goal, (), trials=tuple(trials))
    if not program.is_known:
        return replace(report, failure=_describe_unknown(program, probe, trials))
    judged: list[BoardJudgement] = []
    skipped: list[Board] = []
    for number, board in enumerate(boards, start=1):
        problem = Problem(board, goal)
        if problem.is_solvable and _gives_up(judged):
            skipped.append(board)
            continue
        listener(f"board {number} of {len(boards)}")
        judged.append(judge_board(program, problem))
    failure = _describe_failure(judged)
    report = replace(report, boards=tuple(judged), skipped=tuple(skipped), failure=failure)
    if failure:
        return report
    if explains and goal.shape.cells <= TABLE_CELLS and report.other_goal is None:
        listener("comparing it with all variants of the search")
        report = _explain(report, narrowing)
    return replace(report, findings=tuple(find_faults(report)))


def _gives_up(judged: list[BoardJudgement]) -> bool:
    """Whether the next, harder board would only fail like those before it."""
    return any(
        len(judged) >= most and all(one.verdict in failures for one in judged[-most:])
        for most, failures in ((_MOST_FAILURES, _NOTHING), (_MOST_TIMEOUTS, _LIMITED))
    )


def judge_board(program: Program, problem: Problem, run: ProgramRun | None = None) -> BoardJudgement:
    """Run a program on one board unless a run is given, read and replay its solution."""
    run = run or program.run(problem.start, problem.goal)
    reading = program.read(run, problem)
    shortest = shortest_length(problem)
    solution = reading.solution
    length = solution.given if solution is not None and solution.is_correct else reading.depth
    verdict, words = _judge(problem, run, reading, shortest)
    return BoardJudgement(problem, verdict, shortest, length, words, run, reading)


def _judge(problem: Problem, run: ProgramRun, reading: Reading, shortest: int | None) -> tuple[Verdict, str]:
    solution, is_solvable, depth = reading.solution, problem.is_solvable, reading.depth
    has_failed = run.ending in _LIMITS or (run.exit_code != 0 and run.errors != "")
    has_answered = depth == shortest == 0 if is_solvable else reading.says_unsolvable  # though it may fail afterwards
    if solution is not None and solution.is_correct and (solution.given or has_answered or not has_failed):
        length = solution.given
        if shortest not in (None, length):
            return _verdict(Verdict.LONGER, more=length - (shortest or 0), length=length, shortest=shortest)
        return _verdict(Verdict.RIGHT if shortest is None else Verdict.SHORTEST, moves=plural(length, "move"))
    if run.ending in _LIMITS:
        return _LIMITS[run.ending], describe_error(run)
    if run.ending is Ending.NOT_STARTED:
        return Verdict.CRASHED, f"could not be started again, perhaps because it deleted its files: {run.errors}"
    lines = run.output.strip().splitlines()
    if asks_for_more(run) and not has_answered:
        return _verdict(Verdict.NEEDS_INPUT, more=f"; it printed last {shown(lines[-1])}" if lines else "")
    if run.exit_code and (solution is None or run.errors) and not has_answered:
        return _verdict(Verdict.CRASHED, error=describe_error(run))
    if not (run.output + run.errors).strip():
        return _verdict(Verdict.EMPTY) if is_solvable else (Verdict.SAID_NOTHING, "ends and prints nothing")
    if not is_solvable:
        if reading.says_unsolvable:
            return Verdict.SAID_UNSOLVABLE, "says that there is no solution, which is right"
        if solution is None or not solution.given:
            return _verdict(Verdict.SAID_NOTHING)
        return _verdict(Verdict.SOLVED_UNSOLVABLE, wrong=judge_wrong(solution)[1])
    is_other = set(reading.boards) - {problem.goal.state} and problem.start.state not in reading.boards
    if is_other and not reading.form.startswith("boards"):
        return _verdict(Verdict.OTHER_PUZZLE, board=one_line(Board.from_state(reading.boards[0], problem.shape)))
    if solution is not None and solution.given:
        return judge_wrong(solution)
    if depth is not None and shortest is not None:
        return _verdict(Verdict.LENGTH if depth == shortest else Verdict.WRONG_LENGTH, length=depth, shortest=shortest)
    if reading.says_unsolvable:
        return _verdict(Verdict.SAID_UNSOLVABLE)
    if reading.has_node_counts:
        return _verdict(Verdict.COUNTED)
    last = shown(lines[-1], 100) if lines else "on standard error"
    return _verdict(Verdict.UNREADABLE, lines=plural(len(lines), "line"), last=last)


def _verdict(verdict: Verdict, **values: object) -> tuple[Verdict, str]:
    """A verdict with its words in ``judge.toml``."""
    return verdict, load_tables()["verdicts"][verdict.name].format(**values)


def judge_wrong(solution: Verification) -> tuple[Verdict, str]:
    """What is wrong with steps that are no solution."""
    if (step := solution.illegal_step) is not None:
        return _verdict(Verdict.ILLEGAL, number=step.number, given=solution.given, step=step.step, reason=step.reason)
    if solution.goal_after is not None:
        words = f"reaches the goal after {solution.goal_after} of {solution.given} steps and leaves it"
        return Verdict.ELSEWHERE, words
    return _verdict(Verdict.ELSEWHERE, steps=plural(solution.given, "legal step"), end=one_line(solution.end))


def describe_error(run: ProgramRun) -> str:
    """Why a run failed: the last line that it printed, or how it ended."""
    if run.ending in _LIMITS:
        return f"was stopped at the {run.ending} after {run.seconds:.1f} s"
    lines = (run.errors.strip() or run.output.strip()).splitlines()
    if run.exit_code < 0 and not lines:
        return f"killed by signal {-run.exit_code}"
    return shown(lines[-1], 160)[1:-1] if lines else f"exit code {run.exit_code}"


def _describe_failure(judged: list[BoardJudgement]) -> str:
    """Why nothing could be judged: the same failure on every solvable board; empty if something could."""
    solvable = [one for one in judged if one.problem.is_solvable and one.shortest != 0] or judged
    if any(one.is_answer for one in solvable):
        return ""
    return f"nothing could be judged. On {one_line(solvable[0].board)} it {solvable[0].words}"


def _describe_unknown(program: Program, problem: Problem, trials: Sequence[ProgramRun]) -> str:
    """That no way to give it a board works, and what it did in the trial that says most."""
    what, way = "give it a board", "use --teach, or say it with --input and --blank"
    if program.is_function:
        what, way = "call it", "say it with --call 'solve(rows, goal)'"
    judged = [judge_board(program, problem, run) for run in trials]
    best = min(judged, key=lambda one: list(Verdict).index(one.verdict))
    words = best.run.arguments[5:7] if program.is_function and not program.function else best.run.arguments
    given = shown(best.run.typed or " ".join(words), 60)  # of a function in a file its call and the board
    if not program.is_function and {(run.output, run.exit_code) for run in trials} == {(best.run.output, 0)}:
        way = f"it prints the same each time; if it reads no board, judge a function such as solver.py:solve; {way}"
    if best.verdict is Verdict.CRASHED and len({describe_error(run) for run in trials}) == 1:
        return f"it {best.words}, however it is given a board (tried {len(trials)})"
    goal = f"and its goal with --goal, if that is not {one_line(problem.goal)}"
    if best.verdict is Verdict.ELSEWHERE and best.reading.solution is not None:
        way, goal = f"if that is its goal, say --goal '{one_line(best.reading.solution.end)}'", f"otherwise {way}"
    return f"found no way to {what} (tried {len(trials)}); with {given} it {best.words}; {way}; {goal}"


# The explanation


def _explain(report: ProgramReport, narrowing: Narrowing) -> ProgramReport:
    """Compare what it printed with all variants, after two more runs on one board."""
    solved = [one for one in report.boards if one.problem.is_solvable and one.is_answer]
    names = {key: counter.name for key, counter in report.counters().items()}
    if not solved or not names:
        return report
    ignores_blank = report.ignores_blank

    def observe(judgement: BoardJudgement) -> Observation:
        solution, counters = judgement.reading.solution, judgement.reading.counters
        is_path = solution is not None and solution.is_legal and (solution.is_correct or ignores_blank)
        values: dict[str, object] = {name: int(counters[key].value) for key, name in names.items() if key in counters}
        if is_path and solution is not None:
            values[PATH] = solution.moves
        return Observation(judgement.board, values)

    def ask(board: Board) -> Observation | None:
        judgement = judge_board(report.program, Problem(board, report.goal))
        return observe(judgement) if judgement.is_answer else None

    observations = [observe(one) for one in solved]
    hardest = observations[-1]  # chance shows there first
    if any(ask(hardest.board) not in (None, hardest) for _ in range(2)):  # None: this time it reached a limit
        return replace(report, is_repeatable=False)
    explanation = explain(observations, report.goal, ask, narrowing._replace(ignores_blank=ignores_blank))
    return replace(report, explanation=explanation)
