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
from taquin.judging.calls import CALL_WORDS, call_arguments, describe_result, evaluate
from taquin.judging.copies import board_variables, compiled_sources, copy_program, read_source, source_file
from taquin.judging.dialogue import Leader, Style
from taquin.judging.output import Reading, read_output
from taquin.judging.templates import fill, has_fields
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import shown
from taquin.system.cleanup import temporary_folder
from taquin.system.files import read_regular
from taquin.system.led_programs import lead_program
from taquin.system.memory import cpu_time, process_limits
from taquin.system.program_runs import DEFAULT_LIMITS, Ending, ProgramLimits, ProgramRun, plain, run_program
from taquin.system.sandbox import Sandbox

if TYPE_CHECKING:
    from taquin.system.worker_process import Channel

_FUNCTION = re.compile(r"[^\s]+\.py:[A-Za-z_][\w.]*")
_NEEDS_INPUT = re.compile(
    r"EOFError|EOF when reading|NoSuchElementException|No line found|end of (?:file|input)", re.IGNORECASE
)
_BUILD_TIME = 120.0  # seconds for the command that builds a copy
_MOST_FILES = 20
"""The text files that are read if a program prints nothing."""


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
    build: str = ""
    """The command of the shell that builds such a copy; empty for the usual one of its language."""
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
            place, is_terminal = self.folder, self.needs_terminal
            if self.variable:
                words, build = copy_program(words, place or Path(), scratch, self.variable, board, self.build)
                place = self._build(build, scratch) if build else place
            words[1:1] = self.wrapper
            before = self._text_files()
            box = None if self.sandbox is None else replace(self.sandbox, readable=(*self.sandbox.readable, scratch))
            run = run_program(words, typed, limits=self.limits, folder=place, needs_terminal=is_terminal, sandbox=box)
            return self._with_files(run, before)

    def _build(self, command: str, folder: Path) -> Path:
        """Build the copy in a folder; the folder. Raises ``SpecError`` if that fails."""
        run = run_program(["/bin/sh", "-c", command], limits=replace(self.limits, time=_BUILD_TIME), folder=folder)
        if not run.is_complete:
            lines = f"{run.errors}\n{run.output}".strip().splitlines() or [f"it was stopped at the {run.ending}"]
            line = next((line for line in lines if re.search(r"\berror\b|not found", line, re.IGNORECASE)), lines[0])
            reason = line.replace(f"{folder}{os.sep}", "")
            hint = "say how it is built with --build, such as --build make"
            raise SpecError(f"the copy cannot be built: {shown(command)}: {reason}", hint=hint)
        return folder

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
        if self.is_function:
            return []
        words, folder = split_command(self.text), self.folder or Path()
        file = source_file(words, folder)
        files = compiled_sources(words, folder) if file is None else [file]
        return [name for one in files for name in board_variables(read_source(one), cells)]

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
