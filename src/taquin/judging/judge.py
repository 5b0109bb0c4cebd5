"""Judge a program: run it on boards, replay its solutions, compare them with the shortest ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from taquin.errors import SpecError
from taquin.judging.boards import TABLE_CELLS, default_boards, load_tables
from taquin.judging.explanation import NOTHING_KNOWN, PATH, Fit, Listener, Narrowing, Observation, explain, measure
from taquin.judging.findings import find_faults, lengthening_faults
from taquin.judging.program import Program
from taquin.judging.report import LIMITED, NOTHING, UNREAD, BoardJudgement, ProgramReport, Repetition, Verdict
from taquin.judging.verdicts import describe_error, judge_board
from taquin.judging.ways import detect_way
from taquin.puzzle.arguments import check_kind
from taquin.puzzle.board import Board, BoardLike, as_boards, one_line
from taquin.puzzle.conversion import ShapeLike
from taquin.puzzle.goals import GOALS, GoalLike, make_goal
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import shown
from taquin.run.limits import Amount, Limits
from taquin.system.program_runs import ProgramLimits, ProgramRun

_MOST_FAILURES = 3  # boards in a row without a result, after which no further one is tried
_MOST_TIMEOUTS = 2
_PROBE = 5  # which of the default boards finds out how a program takes a board: easy, but not the example of a program
_CONTROL = 4  # which one shows that it answers the board that it is given


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
    chosen = default_boards(target) if given is None else given
    return judge_program(known, chosen, target, explains=explains, finds_goal=goal is None)


def program_limits(time: Amount, memory: Amount) -> ProgramLimits:
    """The limits of one run, from texts such as 10s and 2GB."""
    limits = Limits.parse(time=time, memory=memory)
    assert limits.time is not None
    assert limits.memory is not None
    return ProgramLimits(limits.time, limits.memory)


@dataclass(frozen=True)
class Hidden:
    """Boards that a report must not show."""

    boards: frozenset[Board] = frozenset()
    folder: Path | None = None
    """Where the program is run on them, so that it leaves nothing for its runs on other boards."""


NOTHING_HIDDEN = Hidden()


def probes(goal: Board, hidden: Hidden = NOTHING_HIDDEN) -> tuple[Problem, Problem]:
    """Two easy problems that find out how a program takes a board, and whether it answers the one that it is given."""
    boards = [board for board in default_boards(goal) if board not in hidden.boards]
    problems = [problem for board in boards if (problem := Problem(board, goal)).is_solvable]
    return problems[min(_PROBE, len(problems) - 1)], problems[min(_CONTROL, len(problems) - 1)]


def judge_program(
    program: Program,
    boards: Sequence[Board],
    goal: Board,
    *,
    explains: bool = True,
    narrowing: Narrowing = NOTHING_KNOWN,
    listener: Listener = lambda words: None,
    hidden: Hidden = NOTHING_HIDDEN,
    finds_goal: bool = False,
) -> ProgramReport:
    """Run a program on every board and judge the answers. Raises ``SpecError`` if it cannot be started.

    With ``finds_goal`` the program may have another goal with a name: it is judged for that one if its solution of an
    easy board ends there.

    With ``explains`` it is compared with all variants of the search, which takes some seconds, and may be run on a
    few more boards. That is possible for boards of up to 9 cells. Its words have no output on ``hidden`` boards.
    """
    if not boards:
        raise SpecError("expected boards to judge the program on, found none")
    listener("finding out how it takes a board")
    probe, control = probes(goal, hidden)
    given = program
    program, trials = detect_way(program, probe, control)
    report = ProgramReport(program, goal, (), trials=tuple(trials))
    if not program.is_known:
        for own in _own_goals(program, probe, trials) if finds_goal else ():
            others = default_boards(own) if tuple(boards) == default_boards(goal) else boards
            found = judge_program(given, others, own, explains=explains, narrowing=narrowing, listener=listener)
            if found.program.is_known:
                return replace(found, has_own_goal=True)
        return _unknown(report, probe)
    judged, skipped = _judge_boards(program, boards, goal, listener, hidden)
    report = _with_failure(replace(report, boards=_without_banners(judged), skipped=skipped), hidden)
    if not report.failure and not _reads_boards(report, [probe, control]):
        report = replace(report, failure=_SAME_ANSWER, is_unread=True)
    if report.failure:
        return report
    if explains:
        return explain_report(report, narrowing=narrowing, listener=listener, hidden=hidden)
    return replace(report, findings=tuple(find_faults(report)))


def explain_report(
    report: ProgramReport,
    *,
    narrowing: Narrowing = NOTHING_KNOWN,
    listener: Listener = lambda words: None,
    hidden: Hidden = NOTHING_HIDDEN,
) -> ProgramReport:
    """The report with the search that its program is, as far as its counters show it; its program is run again."""
    if report.goal.shape.cells <= TABLE_CELLS and report.other_goal is None and not report.failure:
        report = _repeat(report, listener, hidden)
        if report.is_repeatable:
            listener("comparing it with all variants of the search, about 10 s of CPU time")
            report = _demonstrate(_explain(report, narrowing, listener))
    return replace(report, findings=tuple(find_faults(report)))


def _judge_boards(
    program: Program, boards: Sequence[Board], goal: Board, listener: Listener, hidden: Hidden
) -> tuple[tuple[BoardJudgement, ...], tuple[Board, ...]]:
    """The verdicts on the boards, and the boards that were not tried after others had failed."""
    judged: list[BoardJudgement] = []
    skipped: list[Board] = []
    for number, board in enumerate(boards, start=1):
        problem = Problem(board, goal)
        if problem.is_solvable and _gives_up(judged):
            skipped.append(board)
            continue
        listener(f"board {number} of {len(boards)}")
        is_apart = board in hidden.boards and hidden.folder is not None
        judged.append(judge_board(program.in_folder(hidden.folder or Path()) if is_apart else program, problem))
    return tuple(judged), tuple(skipped)


def _without_banners(judged: Sequence[BoardJudgement]) -> tuple[BoardJudgement, ...]:
    """No solution counts only in more words than it prints on boards that it solves, or on any if it solves none."""
    solvable = [one for one in judged if one.problem.is_solvable]
    others = [one for one in solvable if one.is_right] or solvable
    banner = {line for one in others for line in one.reading.unsolvable_lines}
    most = max((len(one.reading.unsolvable_lines) for one in others), default=0)
    words = load_tables()["verdicts"]["SAID_ALWAYS"]

    def is_banner(one: BoardJudgement) -> bool:
        lines = one.reading.unsolvable_lines
        return bool(banner) and (lines <= banner or len(lines) <= most)

    return tuple(
        replace(one, verdict=Verdict.SAID_NOTHING, words=words)
        if one.is_right and not one.problem.is_solvable and is_banner(one)
        else one
        for one in judged
    )


_SAME_ANSWER = "it gives the same answer for different boards, so it does not read the board that it is given"


def _reads_boards(report: ProgramReport, others: Sequence[Problem]) -> bool:
    """Whether it is shown that it answers the board that it is given: by steps that fit, or answers that differ."""
    answered = [one for one in report.boards if one.problem.is_solvable and one.is_answer]
    if any(one.is_solution and one.length for one in answered) or not any(
        one.verdict in _WITHOUT_STEPS for one in answered
    ):
        return True
    seen = {(one.shortest, one.reading.answer) for one in answered}
    if len({shortest for shortest, _ in seen}) < 2:
        more = [judge_board(report.program, problem) for problem in others]
        seen |= {(one.shortest, one.reading.answer) for one in more if one.is_answer}
    return len({shortest for shortest, _ in seen}) < 2 or len({answer for _, answer in seen}) > 1


_WITHOUT_STEPS = {Verdict.LENGTH, Verdict.WRONG_LENGTH, Verdict.COUNTED}


def _gives_up(judged: Sequence[BoardJudgement]) -> bool:
    """Whether the next, harder board would only fail like those before it."""
    return any(
        len(judged) >= most and all(one.verdict in failures for one in judged[-most:])
        for most, failures in ((_MOST_FAILURES, NOTHING), (_MOST_TIMEOUTS, LIMITED))
    )


def _with_failure(report: ProgramReport, hidden: Hidden) -> ProgramReport:
    """With the reason why nothing could be judged, if it gave an answer on no solvable board."""
    solvable = [one for one in report.boards if one.problem.is_solvable and one.shortest != 0] or report.boards
    if any(one.is_answer for one in solvable):
        return report
    seen = next((one for one in solvable if one.board not in hidden.boards), None)
    failure = "nothing could be judged"
    failure += " on the hidden boards" if seen is None else f". On {one_line(seen.board)} it {seen.words}"
    return replace(report, failure=failure, is_unread=any(one.verdict in UNREAD for one in solvable))


def _own_goals(program: Program, problem: Problem, trials: Sequence[ProgramRun]) -> Iterator[Board]:
    """Other goals with a name that it may have.

    One at which a trial's legal steps end; or if it says that there is no solution, those for which that is true.
    """
    readings = [judge_board(program, problem, run).reading for run in trials]
    solutions = [one.solution for one in readings if one.solution is not None]
    ends = {one.end for one in solutions if one.is_legal and one.given}
    named = dict.fromkeys(goal(problem.shape) for goal in GOALS.values())
    if found := [goal for goal in named if goal in ends and goal != problem.goal]:
        yield found[0]
    elif any(one.says_unsolvable for one in readings):
        yield from (goal for goal in named if not Problem(problem.start, goal).is_solvable)


def _unknown(report: ProgramReport, problem: Problem) -> ProgramReport:
    """With the failure that no way to give it a board works, and what it did in the trial that says most."""
    failure, advice, is_unread = _describe_unknown(report.program, problem, report.trials)
    return replace(report, failure="; ".join(filter(None, (failure, advice))), advice=advice, is_unread=is_unread)


def _describe_unknown(program: Program, problem: Problem, trials: Sequence[ProgramRun]) -> tuple[str, str, bool]:
    """The words, what the user of the command can do, and whether the failure may be Taquin's."""
    what, way = "give it a board", "use --teach, or say it with --input and --blank"
    if program.is_function:
        what, way = "call it", "say it with --call 'solve(rows, goal)'"
    judged = [judge_board(program, problem, run) for run in trials]
    best = min(judged, key=lambda one: list(Verdict).index(one.verdict))
    given = shown(best.run.typed or " ".join(program.given_words(best.run)), 60)
    if not program.is_function and {(run.output, run.exit_code) for run in trials} == {(best.run.output, 0)}:
        names = [name for name in program.variables(problem.shape.cells) if not re.search("goal", name, re.IGNORECASE)]
        offer = f"--set {names[0]} runs copies in which {names[0]} is the board, or " if names else ""
        same = f"it prints the same each time; if it reads no board, {offer}judge a function (solver.py:solve); {way}"
        if best.verdict is not Verdict.OTHER_PUZZLE:  # what it prints says nothing about this board
            return f"found no way to {what} (tried {len(trials)})", same, True
        way = same
    if best.verdict is Verdict.CRASHED and len({describe_error(run) for run in trials}) == 1:
        return f"it {best.words}, however it is given a board (tried {len(trials)})", "", False
    goal = f"and its goal with --goal, if that is not {one_line(problem.goal)}"
    if best.verdict is Verdict.ELSEWHERE and best.reading.solution is not None:
        way, goal = f"if that is its goal, say --goal '{one_line(best.reading.solution.end)}'", f"otherwise {way}"
    return f"found no way to {what} (tried {len(trials)}); with {given} it {best.words}", f"{way}; {goal}", True


# The explanation


def _repeat(report: ProgramReport, listener: Listener, hidden: Hidden) -> ProgramReport:
    """Run it twice more on the hardest board that it answered: what changes cannot be explained."""
    observe = _Observer(report)
    visible = [one for one in observe.answered if one.board not in hidden.boards]
    if not visible or not observe.names:
        return report
    listener("running it again on a board, to see whether its counters change")
    hardest = visible[-1]  # chance shows there first
    first, kinds = observe(hardest), {name: counter.kind for name, counter in report.counters().items()}
    changes, noise = dict[str, str](), dict[str, None]()
    for again in filter(None, (observe.ask(hardest.board) for _ in range(2))):  # None: this time it reached a limit
        for key, name in observe.names.items():
            before, after = first.values.get(name), again.values.get(name)
            if before == after:
                continue
            if kinds[key]:
                changes.setdefault(name, f"{name!r} was {before} and then {after}")
            else:
                noise[key] = None
        if first.values.get(PATH) != again.values.get(PATH):
            changes.setdefault(PATH, "it found another path")
    return replace(report, repetition=Repetition(hardest.board, tuple(changes.values()), tuple(noise)))


class _Observer:
    """What the explanation sees of a program: its counters and its legal paths."""

    def __init__(self, report: ProgramReport) -> None:
        self.report, self.names = report, {key: counter.name for key, counter in report.counters().items()}
        self.answered = [one for one in report.boards if one.problem.is_solvable and one.is_answer]

    def __call__(self, judgement: BoardJudgement) -> Observation:
        solution, counters = judgement.reading.solution, judgement.reading.counters
        is_path = solution is not None and solution.is_legal and (solution.is_correct or self.report.ignores_blank)
        values: dict[str, object] = {
            name: int(counters[key].value) for key, name in self.names.items() if key in counters
        }
        if is_path and solution is not None:
            values[PATH] = solution.moves
        return Observation(judgement.board, values)

    def ask(self, board: Board) -> Observation | None:
        """Run it on a further board; None if it gives no answer."""
        judgement = judge_board(self.report.program, Problem(board, self.report.goal))
        return self(judgement) if judgement.is_answer else None


def _explain(report: ProgramReport, narrowing: Narrowing, listener: Listener) -> ProgramReport:
    """Compare what it printed with all variants."""
    observe = _Observer(report)
    if not observe.answered or not observe.names:
        return report
    observations = [observe(one) for one in observe.answered]
    narrowing = narrowing._replace(ignores_blank=report.ignores_blank)
    return replace(report, explanation=explain(observations, report.goal, observe.ask, narrowing, listener))


def _demonstrate(report: ProgramReport) -> ProgramReport:
    """Run it on a board on which the search that fits finds a longer solution, to see whether it does, too."""
    explanation = report.explanation
    is_seen = any(one.verdict is Verdict.LONGER for one in report.boards)
    if (
        explanation is None
        or explanation.fit in (Fit.NEAR, Fit.UNKNOWN)
        or is_seen
        or not lengthening_faults(explanation.variants)
    ):
        return report
    board = measure(explanation.variants[0], report.goal)[2]
    if board is None:
        return report
    judgement = judge_board(report.program, Problem(board, report.goal))
    return replace(report, demonstration=judgement) if judgement.verdict is Verdict.LONGER else report
