"""Run a program that a user wrote, with limits of time, of memory of its whole process tree, and of output.

Time is CPU time, so that a busy machine changes no answer; a generous limit of the clock stands beside it. Without a
sandbox the limits protect against mistakes, not against malice: the program runs with the rights of the user.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic
from typing import IO

from taquin.system.files import reason, write_fully
from taquin.system.program_process import IS_MEASURED, ProgramProcess, not_started, resident_bytes, started
from taquin.system.sandbox import ProgramStreams, Sandbox

_POLL = 0.05  # seconds between two looks at the output, the CPU time and the memory of the processes
_CLOCK, _CLOCK_MORE = 10.0, 30.0
"""The clock allows this many times the CPU time, and this many seconds more: on a busy machine others run as well."""
_IDLE = 10.0
"""A program that uses no CPU time for this many seconds, or for its limit if that is longer, waits for something."""
_ROOM = 8  # times the limit of output: the most bytes of any file that a program writes
_END_TIME = 2.0  # seconds in which the reader of a terminal must have ended
_BLOCK = 1 << 16
_ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*([@-~])|\][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-~])")
"""Colours and positions of the cursor, as ECMA-48 writes them; the group is the letter of a control sequence."""
_DELETED = re.compile(r"[^\n\b]?\x08")
_KEPT = 50_000  # characters of a long output in a transcript, at its beginning and at its end


STORM_LOOK = 0.005  # seconds between two looks at the number of processes of this machine
_STORM = 50  # so many more of them in that time may be those of a program that starts others without end
_FOLDER_LOOK = 0.5  # seconds between two looks at the size of the folder
_MOST_FILES = 20_000  # in the folder that a program in a sandbox may write to


READABLE = {"PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}
"""What the environment of a run says more: print at once, and as UTF-8."""


class Ending(StrEnum):
    """How a run ended."""

    ENDED = "ended"
    TIME = "time limit"
    MEMORY = "memory limit"
    OUTPUT = "output limit"
    PROCESSES = "limit of processes"
    DISK = "disk limit"
    NOT_STARTED = "not started"


@dataclass(frozen=True)
class ProgramLimits:
    """What one run may use: CPU seconds and bytes of memory of all its processes together, and bytes of output.

    Elsewhere than on Linux the time is that of the clock, and only the output has a limit beside it.
    """

    time: float = 10.0
    memory: int = 2 * 10**9
    output: int = 32 * 10**6
    processes: int = 256
    disk: int = 10**9
    """Bytes of its folder, if it is in a sandbox."""

    @property
    def clock(self) -> float:
        """The most seconds of the clock."""
        return _CLOCK * self.time + _CLOCK_MORE if IS_MEASURED else self.time

    @property
    def idle(self) -> float:
        """The most seconds in which it uses no CPU time."""
        return max(_IDLE, self.time)


DEFAULT_LIMITS = ProgramLimits()


@dataclass(frozen=True)
class ProgramRun:
    """What was typed, what was printed, and how the run ended."""

    arguments: tuple[str, ...]
    typed: str
    output: str
    errors: str
    """What it printed on standard error; with a terminal that is part of the output."""
    ending: Ending
    exit_code: int
    seconds: float
    """CPU time (Linux), or elsewhere the time by the clock."""
    begins: int = 0
    """Of a dialogue: where in the output that begins which was printed after the board was typed."""
    question: str = ""
    """Of a dialogue: what it asked last, if there was nothing more to answer."""

    @property
    def answer(self) -> str:
        """What was printed after the board was typed, among which the solution is."""
        return self.output[self.begins :]

    @property
    def is_complete(self) -> bool:
        """Whether it ended by itself without an error."""
        return self.ending is Ending.ENDED and self.exit_code == 0

    def transcript(self) -> str:
        """The run as text, for the file that is kept."""
        return (
            f"$ {' '.join(self.arguments)}\n--- typed ---\n{self.typed}\n--- printed ---\n{_kept(self.output)}\n"
            f"--- standard error ---\n{_kept(self.errors)}\n--- {self.ending}, exit code {self.exit_code}, "
            f"{self.seconds:.2f} s ---\n"
        )


def _kept(text: str) -> str:
    """The beginning and the end of a long output."""
    cut = len(text) - 2 * _KEPT
    return text if cut <= 0 else f"{text[:_KEPT]}\n… {cut:,} characters left out …\n{text[-_KEPT:]}"


def run_program(
    arguments: Sequence[str],
    typed: str = "",
    *,
    limits: ProgramLimits = DEFAULT_LIMITS,
    folder: Path | None = None,
    needs_terminal: bool = False,
    sandbox: Sandbox | None = None,
) -> ProgramRun:
    """Run a program, type a text into it, and return what it printed. None of its processes is left afterwards.

    With ``needs_terminal`` its standard streams are a pseudo-terminal without echo (not on Windows).
    """
    with TemporaryFile() as given, TemporaryFile() as output, TemporaryFile() as errors:
        given.write(typed.encode())
        given.seek(0)
        with _terminal(typed, output) if needs_terminal else nullcontext() as terminal:
            streams: ProgramStreams = {"stdin": given, "stdout": output, "stderr": errors}
            if terminal is not None:
                streams = {"stdin": terminal, "stdout": terminal, "stderr": terminal}
            try:
                with started_program(arguments, streams, limits, folder, sandbox) as process:
                    watch = RunWatch(process, limits, sandbox)
                    ending = _wait(process, watch, (output, errors), limits.output)
            except (OSError, ValueError) as error:
                message = reason(error) if isinstance(error, OSError) else str(error)
                return ProgramRun(tuple(arguments), typed, "", message, Ending.NOT_STARTED, -1, 0.0)
        printed, failed = (_read(file, limits.output) for file in (output, errors))
    run = ProgramRun(tuple(arguments), typed, printed, failed, ending, process.exit_code, watch.seconds)
    return with_start(run)


def started_program(
    arguments: Sequence[str],
    streams: ProgramStreams,
    limits: ProgramLimits,
    folder: Path | None,
    sandbox: Sandbox | None,
) -> AbstractContextManager[ProgramProcess]:
    """Start a program that prints at once, as UTF-8. No file fills a disk before the next look at it."""
    largest = _ROOM * limits.output
    return started(arguments, streams, largest=largest, folder=folder, variables=READABLE, sandbox=sandbox)


def with_start(run: ProgramRun) -> ProgramRun:
    """The run, of a program that could not be started with its reason."""
    message = not_started(run.exit_code, run.errors or run.output)
    return replace(run, output="", errors=message, ending=Ending.NOT_STARTED, exit_code=-1) if message else run


class RunWatch:
    """What the processes of a run use."""

    def __init__(self, process: ProgramProcess, limits: ProgramLimits, sandbox: Sandbox | None) -> None:
        self._process, self._limits, self._sandbox = process, limits, sandbox
        self._began = self._active = monotonic()
        self._looked = self._began
        self._used = 0.0
        self._tasks = count_tasks()

    @property
    def seconds(self) -> float:
        """The CPU time, or where that is not known the time by the clock."""
        return self._used if IS_MEASURED else monotonic() - self._began

    def is_storm(self) -> bool:
        """Whether this machine has many more processes and threads than before: then look at once."""
        before, self._tasks = self._tasks, count_tasks()
        return self._tasks > before + _STORM

    def look(self) -> Ending | None:
        """Measure; the limit that is reached, or None."""
        limits, now = self._limits, monotonic()
        others = self._process.descendants(limits.processes + 1)
        used = self._process.cpu_seconds(others) if IS_MEASURED else 0.0
        if used > self._used:
            self._used, self._active = used, now
        if self._used > limits.time or now - self._began > limits.clock:
            return Ending.TIME
        if IS_MEASURED and now - self._active > limits.idle:
            return Ending.TIME
        if len(others) > limits.processes:
            return Ending.PROCESSES
        if sum(map(resident_bytes, others)) > limits.memory:
            return Ending.MEMORY
        if self._sandbox is not None and now - self._looked > _FOLDER_LOOK:
            self._looked = now
            if has_more(self._sandbox.folder, limits.disk):
                return Ending.DISK
        return None


def count_tasks() -> int:
    """The number of processes and threads of this machine, in one short read (Linux); 0 elsewhere."""
    try:
        with open("/proc/loadavg", "rb") as file:  # noqa: PTH123 - pathlib takes twice the time
            return int(file.read().split()[3].partition(b"/")[2])
    except (OSError, IndexError, ValueError):
        return 0


def has_more(folder: Path, size: int, files: int = _MOST_FILES) -> bool:
    """Whether a folder has more bytes, or more files. No link is followed, and no more is counted than needed."""
    waiting = [folder]
    while waiting and size >= 0 and files >= 0:
        with suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in islice(entries, files + 1):
                files -= 1
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(Path(entry.path))
                else:
                    size -= entry.stat(follow_symlinks=False).st_size
    return size < 0 or files < 0


def _wait(process: ProgramProcess, watch: RunWatch, files: Sequence[IO[bytes]], most: int) -> Ending:
    """Wait until the program has ended, or reaches a limit."""
    pause, looked = 0.001, 0.0
    while True:
        is_ended = process.has_ended(pause)
        pause = min(2 * pause, STORM_LOOK)
        if not (is_ended or watch.is_storm() or monotonic() - looked > _POLL):
            continue
        looked, reached = monotonic(), watch.look()
        if any(os.fstat(file.fileno()).st_size > most for file in files):
            return Ending.OUTPUT
        if is_ended:
            return Ending.ENDED
        if reached is not None:
            return reached


def _read(file: IO[bytes], most: int) -> str:
    file.seek(0)
    return plain(file.read(most).decode("utf-8", "replace").replace("\r\n", "\n"))


def plain(text: str) -> str:
    r"""The text without colours, and without what was deleted by ``\b``. Where the cursor was moved, a new line begins.

    >>> plain("\x1b[1;32mmoves:\x1b[0m RD")
    'moves: RD'
    """
    text = _ESCAPE.sub(lambda match: "\n" if match[1] and match[1] in "ABEFHJf" else "", text)
    while "\b" in text:
        text = _DELETED.sub("", text)
    return text


@contextmanager
def _terminal(typed: str, output: IO[bytes]) -> Iterator[int]:
    """A terminal without echo, in which a text is typed; what is printed there is copied to a file."""
    import pty
    import termios

    def copy() -> None:
        text = typed if typed.endswith("\n") or not typed else typed + "\n"
        with suppress(OSError):  # at the end
            write_fully(controller, text.encode() + b"\x04")
            while block := os.read(controller, _BLOCK):
                write_fully(output.fileno(), block)

    controller, terminal = pty.openpty()
    settings = termios.tcgetattr(terminal)
    settings[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, settings)
    thread = threading.Thread(target=copy, daemon=True)
    thread.start()
    try:
        yield terminal
    finally:
        os.close(terminal)
        thread.join(_END_TIME)
        os.close(controller)
