"""A user's program: a command, a function in a file, or a function; and how it takes a board."""

from __future__ import annotations

import os
import re
import shlex
import signal
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
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
from taquin.judging.copies import board_variables, copy_program, read_source, source_file
from taquin.judging.dialogue import Leader, Style, styles
from taquin.judging.output import Reading, read_output
from taquin.judging.templates import fill, has_fields
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import shown
from taquin.system.cleanup import temporary_folder
from taquin.system.files import read_regular
from taquin.system.led_programs import CAN_LEAD, lead_program
from taquin.system.memory import cpu_time, process_limits
from taquin.system.program_runs import DEFAULT_LIMITS, Ending, ProgramLimits, ProgramRun, plain, run_program
from taquin.system.sandbox import Sandbox

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
_PROBE_TIME, _SHORT_PROBE_TIME = 5.0, 2.0
"""Seconds of a run that finds out how a program takes a board, and after two timeouts."""
_MOST_WAYS = 40
_MOST_FILES = 20
"""The text files that are read if a program prints nothing."""
_FEW_WAYS = 12
"""The ways to type a board that are tried, and if one gives at least lengths or counters."""


@dataclass(frozen=True)
class Program:
    """How a program is run. ``text`` is a command or ``FILE.py:FUNCTION``, ``function`` a function of this process."""

    text: str
    template: str = ""
    """What is typed, or if the command has {file} what is in that file; empty if the board is passed as arguments."""
    call: str = ""
    """The call of a function, such as ``solve(rows, goal)``."""
    blank: str = "0"
    method: str = ""
    folder: Path | None = None
    needs_terminal: bool = False
    limits: ProgramLimits = DEFAULT_LIMITS
    function: Callable[..., Any] | None = None
    style: Style | None = None
    """How its questions are answered, if its dialogue is led."""
    told: tuple[str, ...] = ()
    """What was answered in that dialogue, in words."""
    variable: str = ""
    """The variable that holds the board in a copy of the program."""
    python: str = ""
    """The interpreter that calls a function in a file; empty for the one that runs Taquin."""
    has_bare_length: bool = False
    """Whether the number in its last line is the length: it was so on two boards."""
    wrapper: tuple[str, ...] = ()
    """Words after the first one of the command: a script that runs the program."""
    sandbox: Sandbox | None = None
    """What it may see and change; None if it runs with the rights of the user."""

    @property
    def is_function(self) -> bool:
        """Whether it is a function, in a file or of this process."""
        return self.function is not None or _FUNCTION.fullmatch(self.text) is not None

    @property
    def is_known(self) -> bool:
        """Whether it is known how it takes a board."""
        if self.is_function:
            return bool(self.call)
        return self.style is not None or bool(self.variable) or has_fields(self.template + self.text)

    @property
    def way(self) -> str:
        """How it takes a board, in words."""
        if self.is_function:
            return f"called as {self.call}" + (f", by {self.python}" if self.python else "")
        if self.variable:
            return f"run as a copy in which {self.variable} is the board"
        if self.style is not None:
            return f"its questions answered: {'; '.join(self.told)}"
        way = f"typed {shown(self.template, 100)}" if self.template else f"run as {self.text}"
        if self._is_template_of_file:
            way = f"run as {self.text}, with {shown(self.template, 100)} in the file"
        return way if self.blank == "0" else f"{way}, with {self.blank} for the blank"

    def without_way(self) -> Program:
        """The command without what says how it takes a board."""
        words = [word for word in split_command(self.text) if not has_fields(word)]
        return replace(self, text=shlex.join(words), template="", blank="0")

    def in_folder(self, folder: Path) -> Program:
        """The program in another folder."""
        sandbox = None if self.sandbox is None else replace(self.sandbox, folder=folder)
        return replace(self, folder=folder, sandbox=sandbox)

    @property
    def _is_template_of_file(self) -> bool:
        """Whether the template is that of the file that the command names."""
        return bool(self.template) and "{file}" in self.text

    def run(self, board: Board, goal: Board) -> ProgramRun:
        """One run with a board. Raises ``SpecError`` for a template that cannot be filled."""
        if self.function is not None:
            return _run_function(self, self.function, board, goal)
        if self.style is not None:
            return self.lead(Problem(board, goal))[0]
        with temporary_folder("taquin-judge-") as scratch:
            files = {"file": scratch / "board.txt", "goal_file": scratch / "goal.txt"}
            facts = {"blank": self.blank, "method": self.method} | {name: str(path) for name, path in files.items()}
            content = self.template if self._is_template_of_file else "{rows}\n"
            for path, one in zip(files.values(), (board, goal), strict=True):
                path.write_text(fill(content, one, goal, **facts), encoding="utf-8")
            typed = "" if self._is_template_of_file else fill(self.template, board, goal, **facts)
            if self.is_function:
                words = call_arguments(self.text, self.call, board, goal, self.blank, self.python)
            else:
                words = split_command(fill(self.text, board, goal, **facts))
            if self.variable:
                words = copy_program(words, self.folder or Path(), scratch, self.variable, board)
            words[1:1] = self.wrapper
            before = self._text_files()
            box = None if self.sandbox is None else replace(self.sandbox, readable=(*self.sandbox.readable, scratch))
            place, is_terminal = self.folder, self.needs_terminal
            run = run_program(words, typed, limits=self.limits, folder=place, needs_terminal=is_terminal, sandbox=box)
            return self._with_files(run, before)

    def lead(self, problem: Problem) -> tuple[ProgramRun, Leader]:
        """One run in which its questions are answered."""
        leader = Leader(problem, self.style or Style(), self.method)
        words = split_command(self.text)
        words[1:1] = self.wrapper
        before = self._text_files()
        run = lead_program(words, leader, limits=self.limits, folder=self.folder, sandbox=self.sandbox)
        return self._with_files(run, before), leader

    def _with_files(self, run: ProgramRun, before: dict[Path, int]) -> ProgramRun:
        """A run that printed nothing with what it wrote to text files instead."""
        if run.output.strip() or not run.is_complete:
            return run
        written = [file for file, time in self._text_files().items() if before.get(file) != time]
        texts, room = [], self.limits.output
        for file in written[:_MOST_FILES]:
            with suppress(OSError):
                texts.append(read_regular(file, room).decode("utf-8", "replace"))
                room -= len(texts[-1])
        return replace(run, output="\n".join(texts), begins=0)

    def _text_files(self) -> dict[Path, int]:
        """When the text files of its folder were written: some programs print nothing, and write their answer there."""
        times = {}
        for file in sorted((self.folder or Path()).glob("*.txt")):
            with suppress(OSError):
                status = file.lstat()
                if stat.S_ISREG(status.st_mode):  # no links, no devices
                    times[file] = status.st_mtime_ns
        return times

    def variables(self, cells: int) -> list[str]:
        """The variables that hold a board, if it is a command that runs a program from its source."""
        file = None if self.is_function else source_file(split_command(self.text), self.folder or Path())
        return [] if file is None else list(board_variables(read_source(file), cells))

    def given_words(self, run: ProgramRun) -> tuple[str, ...]:
        """The words of a run that say what it was given: of a function in a file its call and the board."""
        return run.arguments[CALL_WORDS] if self.is_function and self.function is None else run.arguments

    def read(self, run: ProgramRun, problem: Problem) -> Reading:
        """The solution and the counters that a run printed."""
        blank = self.style.blank if self.style is not None else self.blank
        read = partial(
            read_output, problem=problem, blank=blank, method=self.method, has_bare_length=self.has_bare_length
        )
        reading = read(run.answer)
        if reading.solution is None and not reading.counters and run.errors and run.exit_code == 0:  # not a traceback
            return read(f"{run.answer}\n{run.errors}")
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


def detect_way(
    program: Program, problem: Problem, control: Problem, *, only_leads: bool = False
) -> tuple[Program, list[ProgramRun]]:
    """Try the common ways to pass a board, with an easy problem, until the program prints its solution.

    A way counts only if the program gives another, fitting answer to the control problem: so it is shown to answer the
    board that it was given. Returns the program with that way, and the runs that were tried. Raises ``SpecError`` if it
    cannot be started, and returns the program as it was if no way works.
    """
    search = _WaySearch(program, problem, control)
    if program.is_known:
        run = search.run(program)
        needs_terminal = program.needs_terminal or _wants_terminal(run)
        known = replace(program, needs_terminal=needs_terminal)
        if known != program:
            search.run(known)
        return known, search.runs
    if CAN_LEAD and not program.is_function and (found := search.lead()) is not None:
        return found, search.runs
    for way in () if search.second_best or only_leads else _ways(program):
        if (found := search.judge(way, search.run(way))) is not None:
            return found, search.runs
    return search.second_best or program, search.runs


class _WaySearch:
    """The runs that find out how a program takes a board."""

    def __init__(self, program: Program, problem: Problem, control: Problem) -> None:
        self._program, self._problem, self._control = program, problem, control
        self.runs: list[ProgramRun] = []
        self._plausible: Program | None = None
        self._counted: Program | None = None

    @property
    def second_best(self) -> Program | None:
        """A way in which it prints no steps, but the lengths of both boards, or counters that differ."""
        return self._plausible or self._counted

    def run(self, way: Program) -> ProgramRun:
        """One run with the problem, with a short limit. Raises ``SpecError`` if it cannot be started."""
        trial = self._with_short_limit(way)
        run = trial.run(self._problem.start, self._problem.goal)
        self.add(run)
        return run

    def add(self, run: ProgramRun) -> None:
        """Keep a run. Raises ``SpecError`` if it could not be started."""
        self.runs.append(run)
        if run.ending is Ending.NOT_STARTED:
            word = run.arguments[0]
            other = f"python3 {word}" if word.endswith(".py") else f".{os.sep}{word}"
            is_file = os.path.isfile(word)  # noqa: PTH113 - Path.is_file() raises for names that are too long
            hint = f"did you mean {shown(other)}?" if is_file and other != word else ""
            raise SpecError(f"cannot start {shown(word)}: {run.errors}", hint=hint)

    def judge(self, way: Program, run: ProgramRun) -> Program | None:
        """The program with this way if the run shows that it works."""
        if not way.needs_terminal and way.style is None and _wants_terminal(run):
            way = replace(way, needs_terminal=True)
            run = self.run(way)
        reading = way.read(run, self._problem)
        if reading.solution is None and reading.depth is None:
            way = replace(way, has_bare_length=True)
            reading = way.read(run, self._problem)
        is_solved = reading.solution is not None and reading.solution.is_correct
        is_doubtful = way.blank != self._program.blank and any(run.ending is Ending.TIME for run in self.runs)
        has_length = not is_doubtful and reading.depth == shortest_length(self._problem)
        is_counted = reading.has_node_counts and reading.solution is None and not reading.says_unsolvable
        is_counted = is_counted and run.is_complete
        if not (is_solved or (has_length and self._plausible is None) or (is_counted and self._counted is None)):
            return None
        again = self._with_short_limit(way).run(self._control.start, self._control.goal)
        self.runs.append(again)
        other = way.read(again, self._control)
        if is_solved:
            fits = other.solution is not None and other.solution.is_correct
            return way if fits or other.answer != reading.answer else None
        if has_length and other.depth == shortest_length(self._control):
            self._plausible = self._plausible or way
        elif is_counted and other.answer != reading.answer:
            self._counted = self._counted or replace(way, has_bare_length=False)
        return None

    def lead(self) -> Program | None:
        """The program with a style of its dialogue that works, of those that differ in what it asked for."""
        consulted: dict[str, None] = {}
        tried: set[Style] = set()
        typed: set[str] = set()
        while len(tried) < (_MOST_WAYS if self.second_best is None else _FEW_WAYS):
            style = next((one for one in styles(list(consulted), self._program.blank) if one not in tried), None)
            if style is None:
                break
            tried.add(style)
            way = replace(self._program, style=style)
            run, leader = self._with_short_limit(way).lead(self._problem)
            if run.typed in typed:
                continue
            self.add(run)
            if not leader.told:  # it asks nothing
                break
            if len(typed) > _FEW_WAYS and len({one.answer for one in self.runs}) == 1:  # whatever is typed
                break
            typed.add(run.typed)
            consulted |= leader.consulted
            if (found := self.judge(replace(way, told=tuple(leader.told)), run)) is not None:
                return found
        return None

    def _with_short_limit(self, way: Program) -> Program:
        is_slow = sum(run.ending is Ending.TIME for run in self.runs) > 1
        seconds = min(way.limits.time, _SHORT_PROBE_TIME if is_slow else _PROBE_TIME)
        return replace(way, limits=replace(way.limits, time=seconds))


def _wants_terminal(run: ProgramRun) -> bool:
    return not run.is_complete and _NEEDS_TERMINAL.search(run.errors + run.output) is not None


def _ways(program: Program) -> Iterator[Program]:
    if program.function is not None:
        yield from (replace(program, call=call) for call in call_texts(program.function))
    elif program.is_function:
        asked = run_program(
            call_arguments(program.text, "", Board([1, 2, 3, 0]), Board([1, 2, 3, 0]), "0", program.python),
            limits=program.limits,
            folder=program.folder,
            sandbox=program.sandbox,
        )
        if not asked.is_complete:
            message = (asked.errors.strip().splitlines() or [f"it was stopped at the {asked.ending}"])[-1]
            reason = message.removeprefix("taquin.errors.SpecError: ")
            if asked.ending is Ending.NOT_STARTED:
                raise SpecError(f"cannot start {shown(asked.arguments[0])}: {asked.errors}")
            if "No module named" in reason:
                whose = program.python or f"the Python of Taquin, {sys.executable}"
                raise SpecError(
                    f"cannot load {program.text} with {whose}: {reason}",
                    hint="--python PYTHON names the interpreter that has the package",
                )
            hint = "if the file runs its search when it is loaded, put that below if __name__ == '__main__':"
            raise SpecError(f"cannot load {program.text}: {reason}", hint=hint if reason == message else "")
        calls = asked.output.strip().splitlines()[:_MOST_WAYS]
        yield from (replace(program, call=call) for call in calls if "(" in call)
        if program.blank == "0":
            texts = [call for call in calls if "(digits" in call][:1]
            yield from (replace(program, call=call, blank=blank) for call in texts for blank in ("_", "x", " "))
    else:
        yield from (replace(program, text=f"{program.text} {template}") for template in load_tables()["arguments"])
        typed = load_tables()["typed"]
        yield from (replace(program, template=template) for template in typed)
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
        output, errors, ending, seconds = (*failure, monotonic() - began) if task.error else task.value()
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
