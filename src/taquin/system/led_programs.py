"""Lead the dialogue of a program: run it in a pseudo-terminal, and answer whenever it waits for input (not on Windows).

On Linux a program waits if one of its threads is blocked reading its standard input; where the system does not show
that, or for programs that wait in another way, if none of its threads runs and it prints nothing for a while. So a slow
or busy machine changes nothing.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic, sleep
from typing import IO, TypeAlias

from taquin.system.files import reason, write_fully
from taquin.system.program_process import ProgramProcess
from taquin.system.program_runs import (
    DEFAULT_LIMITS,
    STORM_LOOK,
    Ending,
    ProgramLimits,
    ProgramRun,
    RunWatch,
    plain,
    started_program,
    with_start,
)
from taquin.system.sandbox import ProgramStreams, Sandbox

CAN_LEAD = sys.platform != "win32"
END_OF_INPUT = "\x04"
"""As an answer: nothing more is typed."""

_PAUSE, _LOOK = 0.002, 0.05  # seconds between two looks at the output, and at time and memory
_QUIET = 0.5  # seconds without output after which a program that does not run waits for input
_READ = {"x86_64": "0", "aarch64": "63", "arm64": "63", "riscv64": "63", "i686": "3", "armv7l": "3"}
"""The number of the system call read."""
_BLOCK = 1 << 16
_MOST_TASKS = 400  # that are looked at: more may come faster than they are counted

Answer: TypeAlias = Callable[[str], str | None]
"""Gets what was printed since the last answer; returns the next one, or None where the dialogue is over."""


def lead_program(
    arguments: Sequence[str],
    answer: Answer,
    *,
    limits: ProgramLimits = DEFAULT_LIMITS,
    folder: Path | None = None,
    sandbox: Sandbox | None = None,
) -> ProgramRun:
    """Run a program, and answer what it asks until it ends or ``answer`` has no more answers; then it is ended."""
    with TemporaryFile() as errors, _terminal() as (controller, terminal):
        streams: ProgramStreams = {"stdin": terminal, "stdout": terminal, "stderr": errors}
        try:
            with started_program(arguments, streams, limits, folder, sandbox) as process:
                dialogue = _Dialogue(process, controller, errors, answer)
                watch = RunWatch(process, limits, sandbox)
                ending = dialogue.run(watch, limits.output)
        except (OSError, ValueError) as error:
            message = reason(error) if isinstance(error, OSError) else str(error)
            return ProgramRun(tuple(arguments), "", "", message, Ending.NOT_STARTED, -1, 0.0)
        dialogue.drain()
        code = 0 if dialogue.is_over else process.exit_code
        failed = plain(os.pread(errors.fileno(), limits.output, 0).decode("utf-8", "replace"))
    output, begins = dialogue.output(limits.output)
    run = ProgramRun(
        tuple(arguments), dialogue.typed, output, failed, ending, code, watch.seconds, begins, dialogue.last_question
    )
    return with_start(run)


class _Dialogue:
    """What was printed and typed so far."""

    def __init__(self, process: ProgramProcess, controller: int, errors: IO[bytes], answer: Answer) -> None:
        self._process, self._controller, self._errors, self._answer = process, controller, errors, answer
        self._printed, self._failed = bytearray(), 0
        self._asked = 0
        """Where in the output the part after the last answer begins."""
        self._places: list[int] = []
        """Where in the output each answer was typed."""
        self._answered: set[tuple[int, int]] = set()
        """The waits that were answered: threads, each with how often it had been switched out."""
        self._active = monotonic()
        self._answers: list[str] = []
        self.is_over = False
        """Whether it was ended because it asked and there was nothing more to answer."""
        self.last_question = ""

    @property
    def typed(self) -> str:
        return "".join("" if answer == END_OF_INPUT else f"{answer}\n" for answer in self._answers)

    def output(self, most: int) -> tuple[str, int]:
        """The output as text, and where in it what was printed after the last answer with a board begins."""
        begins = self._places[-1] if self._places else 0
        before, after = (
            plain(part.decode("utf-8", "replace").replace("\r\n", "\n"))
            for part in (self._printed[:begins], self._printed[begins:most])
        )
        return before + after, len(before)

    def mark(self) -> None:
        """The last answer completed a board: what comes now may be the solution."""
        self._places.append(self._asked)

    def run(self, watch: RunWatch, most: int) -> Ending:
        looked, pause = 0.0, _PAUSE
        while True:
            ended = self._process.has_ended(0)
            if self.drain():
                self._active, pause = monotonic(), _PAUSE
            if len(self._printed) > most or os.fstat(self._errors.fileno()).st_size > most:
                return Ending.OUTPUT
            if ended:
                return Ending.ENDED
            if monotonic() - looked > _LOOK or watch.is_storm():
                looked = monotonic()
                if (reached := watch.look()) is not None:
                    return reached
            if self._waits():
                self.drain()
                if not self._reply():
                    self.is_over = True
                    return Ending.ENDED
                self._active, pause = monotonic(), _PAUSE
            sleep(pause)
            pause = min(2 * pause, STORM_LOOK)

    def drain(self) -> bool:
        """Read what was printed since; whether there was something."""
        before = len(self._printed)
        with suppress(OSError):  # at the end
            while select.select([self._controller], [], [], 0)[0]:
                if not (block := os.read(self._controller, _BLOCK)):
                    break
                self._printed += block
        return len(self._printed) > before

    def _reply(self) -> bool:
        failed = os.pread(self._errors.fileno(), _BLOCK, self._failed)
        self._failed += len(failed)
        text = plain((self._printed[self._asked :] + failed).decode("utf-8", "replace").replace("\r\n", "\n"))
        answer = self._answer(text)
        self._asked = len(self._printed)
        if answer is None:
            self.last_question = text[-200:]
            return False
        if answer.endswith("\n"):  # the board is complete
            self.mark()
        answer = answer.removesuffix("\n")
        self._answers.append(answer)
        with suppress(OSError):  # it has ended meanwhile
            write_fully(self._controller, answer.encode() + b"\n" * (answer != END_OF_INPUT))
        return True

    def _waits(self) -> bool:
        """Whether it waits for input that it did not get yet."""
        tasks = list(islice(_tasks(self._process.process.pid), _MOST_TASKS))
        readers = {(task, switches) for task, state, call, switches in tasks if state == "S" and call}
        if readers:
            if readers <= self._answered:
                return False
            self._answered |= readers
            return True
        if any(state in "RD" for _, state, _, _ in tasks):
            self._active = monotonic()
        if monotonic() - self._active <= _QUIET:
            return False
        if not tasks and _is_running(self._process.process.pid):
            self._active = monotonic()
            return False
        return True


def _tasks(process: int) -> Iterator[tuple[int, str, bool, int]]:
    """The threads of a process and of its children: number, state, whether it reads standard input, switches."""
    number = _READ.get(os.uname().machine)
    with suppress(OSError):
        for folder in Path(f"/proc/{process}/task").iterdir():
            with suppress(OSError, IndexError, ValueError):
                state = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()[0]
                words: list[str] = []
                with suppress(OSError):
                    words = (folder / "syscall").read_text().split()
                status = (folder / "status").read_text(errors="replace")
                switches = sum(int(line.split()[-1]) for line in status.splitlines() if "ctxt_switches" in line)
                reads = words[:1] == [number] and int(words[1], 16) == 0
                yield int(folder.name), state, reads, switches
                for child in (folder / "children").read_text().split():
                    yield from _tasks(int(child))


def _is_running(process: int) -> bool:
    """Whether a process uses the processor at this moment, where the system has no /proc."""
    command = ["ps", "-o", "state=", "-p", str(process)]
    return subprocess.run(command, capture_output=True, check=False).stdout[:1] in (b"R", b"U")


@contextmanager
def _terminal() -> Iterator[tuple[int, int]]:
    """The two ends of a pseudo-terminal without echo."""
    import pty
    import termios

    controller, terminal = pty.openpty()
    try:
        settings = termios.tcgetattr(terminal)
        settings[3] &= ~termios.ECHO
        termios.tcsetattr(terminal, termios.TCSANOW, settings)
        yield controller, terminal
    finally:
        os.close(terminal)
        os.close(controller)
