"""A user's program: a command, a function in a file, or a function; and how it takes a board."""

from __future__ import annotations

import os
import re
import shlex
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, replace
from functools import partial
from io import StringIO
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from taquin.errors import SpecError, TaquinError
from taquin.heuristics.user_code import describe
from taquin.judging.boards import load_tables, shortest_length
from taquin.judging.calls import CALL_WORDS, call_arguments, call_texts, describe_result, evaluate
from taquin.judging.output import Reading, read_output
from taquin.judging.templates import fill, has_fields
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import shown
from taquin.system.cleanup import temporary_folder
from taquin.system.memory import cpu_time, process_limits
from taquin.system.program_runs import DEFAULT_LIMITS, Ending, ProgramLimits, ProgramRun, plain, run_program

if TYPE_CHECKING:
    from taquin.system.worker_process import Channel

_FUNCTION = re.compile(r"[^\s]+\.py:[A-Za-z_][\w.]*")
_NEEDS_TERMINAL = re.compile(
    r"not a (?:tty|terminal)|inappropriate ioctl|TERM environment|must be (?:run in )?a terminal|setupterm",
    re.IGNORECASE,
)
_NEEDS_INPUT = re.compile(
    r"EOFError|EOF when reading|NoSuchElementException|No line found|end of (?:file|input)", re.IGNORECASE
)
_ASKS_GOAL = re.compile(r"goal|target|final|end state", re.IGNORECASE)
_ASKS_YES = re.compile(r"\by(?:es)?\s*/\s*n", re.IGNORECASE)
_PROBE_TIME, _SHORT_PROBE_TIME = 5.0, 2.0
"""Seconds of a run that finds out how a program takes a board, and after two timeouts."""
_MOST_WAYS = 60


@dataclass(frozen=True)
class Program:
    """How a program is run. ``text`` is a command or ``FILE.py:FUNCTION``, ``function`` a function of this process."""

    text: str
    template: str = ""
    """What is typed, with fields for the board; empty if it is passed as arguments."""
    call: str = ""
    """The call of a function, such as ``solve(rows, goal)``."""
    blank: str = "0"
    method: str = ""
    folder: Path | None = None
    needs_terminal: bool = False
    limits: ProgramLimits = DEFAULT_LIMITS
    function: Callable[..., Any] | None = None
    wrapper: tuple[str, ...] = ()
    """Words after the first one of the command: a script that runs the program."""

    @property
    def is_function(self) -> bool:
        """Whether it is a function, in a file or of this process."""
        return self.function is not None or _FUNCTION.fullmatch(self.text) is not None

    @property
    def is_known(self) -> bool:
        """Whether it is known how it takes a board."""
        return bool(self.call) if self.is_function else has_fields(self.template + self.text)

    @property
    def way(self) -> str:
        """How it takes a board, in words."""
        if self.is_function:
            return f"called as {self.call}"
        way = f"typed {shown(self.template, 100)}" if self.template else f"run as {self.text}"
        return way if self.blank == "0" else f"{way}, with {self.blank} for the blank"

    def run(self, board: Board, goal: Board) -> ProgramRun:
        """One run with a board. Raises ``SpecError`` for a template that cannot be filled."""
        if self.function is not None:
            return _run_function(self, self.function, board, goal)
        with temporary_folder("taquin-judge-") as scratch:
            file = scratch / "board.txt"
            facts = {"blank": self.blank, "method": self.method, "file": str(file)}
            file.write_text(fill("{rows}\n", board, goal, **facts), encoding="utf-8")
            typed = fill(self.template, board, goal, **facts)
            if self.is_function:
                words = call_arguments(self.text, self.call, board, goal, self.blank)
            else:
                words = split_command(fill(self.text, board, goal, **facts))
            words[1:1] = self.wrapper
            before = self._text_files()
            run = run_program(words, typed, limits=self.limits, folder=self.folder, needs_terminal=self.needs_terminal)
            if run.output.strip() or not run.is_complete:
                return run
            written = [file for file, time in self._text_files().items() if before.get(file) != time]
            texts = (file.read_text(encoding="utf-8", errors="replace")[: self.limits.output] for file in written)
            return replace(run, output="\n".join(texts))

    def _text_files(self) -> dict[Path, int]:
        """When the text files of its folder were written: some programs print nothing, and write their answer there."""
        files = sorted((self.folder or Path()).glob("*.txt"))
        return {file: file.stat().st_mtime_ns for file in files if file.is_file()}  # no broken links, no devices

    def given_words(self, run: ProgramRun) -> tuple[str, ...]:
        """The words of a run that say what it was given: of a function in a file its call and the board."""
        return run.arguments[CALL_WORDS] if self.is_function and self.function is None else run.arguments

    def read(self, run: ProgramRun, problem: Problem) -> Reading:
        """The solution and the counters that a run printed."""
        reading = read_output(run.output, problem, blank=self.blank)
        if reading.solution is None and not reading.counters and run.errors:  # some print everything there
            return read_output(f"{run.output}\n{run.errors}", problem, blank=self.blank)
        return reading


def split_command(text: str) -> list[str]:
    """The words of a command. Raises ``SpecError`` if a quotation mark is missing."""
    try:
        words = shlex.split(text, posix=sys.platform != "win32")
    except ValueError as error:
        raise SpecError(f"cannot read the command {shown(text)}: {str(error).lower()}") from None
    if not words:
        raise SpecError("expected a command such as 'python3 solver.py', found none")
    return words


def asks_for_more(run: ProgramRun) -> bool:
    """Whether a run ended because it had read everything that was typed."""
    return run.exit_code != 0 and _NEEDS_INPUT.search(run.errors + run.output[-2000:]) is not None


def detect_way(program: Program, problem: Problem) -> tuple[Program, list[ProgramRun]]:
    """Try the common ways to pass a board, with an easy problem, until the program prints its solution.

    Returns the program with that way, and the runs that were tried. Raises ``SpecError`` if it cannot be started, and
    returns the program as it was if no way works.
    """
    runs: list[ProgramRun] = []
    plausible: Program | None = None
    counted: Program | None = None
    ways = [program] if program.is_known else list(_ways(program))
    for way in ways:  # more are added for programs that ask for more
        is_slow = sum(run.ending is Ending.TIME for run in runs) > 1
        seconds = min(program.limits.time, _SHORT_PROBE_TIME if is_slow else _PROBE_TIME)
        trial = replace(way, limits=replace(program.limits, time=seconds))
        run = trial.run(problem.start, problem.goal)
        runs.append(run)
        if run.ending is Ending.NOT_STARTED:
            word = run.arguments[0]
            other = f"python3 {word}" if word.endswith(".py") else f".{os.sep}{word}"
            hint = f"did you mean {shown(other)}?" if Path(word).is_file() and other != word else ""
            raise SpecError(f"cannot start {shown(word)}: {run.errors}", hint=hint)
        if not trial.needs_terminal and not run.is_complete and _NEEDS_TERMINAL.search(run.errors + run.output):
            trial = replace(trial, needs_terminal=True)
            run = trial.run(problem.start, problem.goal)
            runs.append(run)
        reading = trial.read(run, problem)
        if program.is_known or (reading.solution is not None and reading.solution.is_correct):
            return replace(trial, limits=program.limits), runs
        is_doubtful = way.blank != program.blank and any(run.ending is Ending.TIME for run in runs)  # that was slow
        if plausible is None and not is_doubtful and reading.depth == shortest_length(problem):  # it may print no steps
            plausible = replace(trial, limits=program.limits)
        is_counted = reading.has_node_counts and reading.solution is None and not reading.says_unsolvable
        if counted is None and run.is_complete and is_counted:
            counted = replace(trial, limits=program.limits)
        if way.template and run.output.strip() and asks_for_more(run) and len(ways) < _MOST_WAYS:
            ways += _answered(way, run)
    reads_boards = len({run.output for run in runs}) > 1
    return plausible or (counted if counted is not None and reads_boards else program), runs


def _answered(program: Program, run: ProgramRun) -> Iterator[Program]:
    """The same, with an answer to the last question: the goal in the form of the board, yes, or a number of a list."""
    typed, question, answers = program.template, run.output.rstrip().splitlines()[-2:], load_tables()["answers"]
    if run.output.count(question[-1]) > run.typed.count("\n"):
        return  # each line that was typed led to this question again
    if "{goal_" not in typed and _ASKS_GOAL.search(" ".join(question)):
        answers = [typed[typed.index("{") : typed.rindex("}") + 1].replace("{", "{goal_")]
    elif _ASKS_YES.search(question[-1]):
        answers = ["y"]
    yield from (replace(program, template=f"{typed}{answer}\n") for answer in answers)


def _ways(program: Program) -> Iterator[Program]:
    if program.function is not None:
        yield from (replace(program, call=call) for call in call_texts(program.function))
    elif program.is_function:
        asked = run_program(
            call_arguments(program.text, "", Board([1, 2, 3, 0]), Board([1, 2, 3, 0]), "0"), limits=program.limits
        )
        if not asked.is_complete:
            message = (asked.errors.strip().splitlines() or [f"it was stopped at the {asked.ending}"])[-1]
            reason = message.removeprefix("taquin.errors.SpecError: ")
            hint = "if the file runs its search when it is loaded, put that below if __name__ == '__main__':"
            raise SpecError(f"cannot load {program.text}: {reason}", hint=hint if reason == message else "")
        calls = asked.output.strip().splitlines()
        yield from (replace(program, call=call) for call in calls if "(" in call)
    else:
        typed = (program.template,) if program.template else load_tables()["typed"]
        yield from (replace(program, template=template) for template in typed)
        yield from (replace(program, text=f"{program.text} {template}") for template in load_tables()["arguments"])
        if program.blank == "0":
            yield from (replace(program, template=typed[0], blank=blank) for blank in load_tables()["blanks"])


# A function of this process


def _run_function(program: Program, function: Callable[..., Any], board: Board, goal: Board) -> ProgramRun:
    """Call a function in a process of its own, a fork of this one where the system has forks; in a browser, here."""
    began, limits = monotonic(), program.limits
    request = (program.call, board, goal, program.blank, limits)
    if sys.platform == "emscripten":  # the page limits its time
        output, errors, ending, seconds = _call(function, request)
    else:
        from taquin.system.pool import Pool
        from taquin.system.tasks import WorkerEnded

        with Pool(1, partial(_call, function), is_fresh=True) as pool:  # a fork needs no pickle of the function
            task = pool.submit(request, seconds=limits.clock)
            while not task.is_done:
                pool.wait(0.1)
        is_overdue = isinstance(task.error, WorkerEnded) and task.error.is_overdue
        failure = ("", "", Ending.TIME) if is_overdue else ("", describe(task.error), Ending.ENDED)
        output, errors, ending, seconds = (*failure, monotonic() - began) if task.error else task.result
    name = (f"{program.call} for {one_line(board)}",)
    return ProgramRun(name, "", output[: limits.output], errors, ending, 1 if errors else 0, seconds)


def _call(
    function: Callable[..., Any], request: tuple[Any, ...], _: Channel | None = None
) -> tuple[str, str, Ending, float]:
    """What it printed and returned, its error, how it ended, and its CPU time."""
    call, board, goal, blank, limits = request
    began = cpu_time()
    printed, result, errors, ending = StringIO(), list[str](), "", Ending.ENDED
    try:
        with redirect_stdout(printed), process_limits(memory=limits.memory), _timer(limits.time):
            result = list(describe_result(evaluate(call, function, board, goal, blank)))
    except (MemoryError, TimeoutError) as error:
        ending = Ending.MEMORY if isinstance(error, MemoryError) else Ending.TIME
    except Exception as error:  # noqa: BLE001 - a user's function fails in any way
        errors = error.message if isinstance(error, TaquinError) else describe(error)
    return "\n".join([plain(printed.getvalue()), *result]), errors, ending, cpu_time() - began


@contextmanager
def _timer(seconds: float) -> Iterator[None]:
    """Raise ``TimeoutError`` in the block after this much CPU time; where there is no such timer the clock decides."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
