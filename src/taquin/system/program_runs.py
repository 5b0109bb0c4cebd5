"""Run a program that a user wrote, with limits of time, of memory of its whole process tree, and of output.

The limits protect against mistakes, not against malice: the program runs with the rights of the user.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from secrets import token_hex
from time import monotonic
from typing import IO, Any

from taquin.system.files import reason, write_fully

_MARK = "TAQUIN_PROGRAM_RUN"
"""A variable of the environment that all processes of a run inherit, also those that leave its session."""
_POLL = 0.05  # seconds between two looks at the memory of the processes
_END_TIME = 2.0  # seconds in which killed processes must have ended
_BLOCK = 1 << 16
_KEPT = 50_000  # characters of a long output in a transcript, at its beginning and at its end


class Ending(StrEnum):
    """How a run ended."""

    ENDED = "ended"
    TIME = "time limit"
    MEMORY = "memory limit"
    OUTPUT = "output limit"
    NOT_STARTED = "not started"


@dataclass(frozen=True)
class ProgramLimits:
    """What one run may use: seconds, bytes of memory of all its processes together (Linux), bytes of output."""

    time: float = 10.0
    memory: int = 2 * 10**9
    output: int = 32 * 10**6


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
) -> ProgramRun:
    """Run a program, type a text into it, and return what it printed. None of its processes is left afterwards.

    With ``needs_terminal`` its standard streams are a pseudo-terminal without echo (not on Windows).
    """
    token = token_hex(8)
    environment = os.environ | {_MARK: token, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}
    began = monotonic()
    controller, terminal = _open_terminal() if needs_terminal else (None, None)
    streams: dict[str, Any] = dict.fromkeys(
        ("stdin", "stdout", "stderr"), subprocess.PIPE if terminal is None else terminal
    )
    try:
        process = subprocess.Popen(
            list(arguments), cwd=folder, env=environment, start_new_session=sys.platform != "win32", **streams
        )
    except (OSError, ValueError) as error:
        message = reason(error) if isinstance(error, OSError) else str(error)
        return ProgramRun(tuple(arguments), typed, "", message, Ending.NOT_STARTED, -1, 0.0)
    finally:
        if terminal is not None:
            os.close(terminal)
    run = _Running(process, token, limits, began)
    if controller is None:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        run.start(_type, process.stdin, typed)
        run.start(run.read, process.stdout.fileno(), run.output)
        run.start(run.read, process.stderr.fileno(), run.errors)
    else:
        run.start(_type_at_terminal, controller, typed)
        run.start(run.read, controller, run.output)
    try:
        ending = run.wait()
    finally:
        run.kill()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with suppress(OSError, ValueError):
                    stream.close()
        if controller is not None:
            os.close(controller)
    output, errors = (
        bytes(buffer).decode("utf-8", "replace").replace("\r\n", "\n") for buffer in (run.output, run.errors)
    )
    return ProgramRun(tuple(arguments), typed, output, errors, ending, process.returncode or 0, run.seconds)


class _Running:
    """A started program, the threads that type and read, and the limits."""

    def __init__(self, process: subprocess.Popen[bytes], token: str, limits: ProgramLimits, began: float) -> None:
        self._process, self._token, self._limits, self._began = process, token, limits, began
        self._threads: list[threading.Thread] = []
        self._is_full = threading.Event()
        self.output, self.errors = bytearray(), bytearray()
        self.seconds = 0.0

    def start(self, function: Callable[..., None], *arguments: object) -> None:
        thread = threading.Thread(target=function, args=arguments, daemon=True)
        thread.start()
        self._threads.append(thread)

    def read(self, descriptor: int, buffer: bytearray) -> None:
        with suppress(OSError):  # a terminal raises at its end
            while block := os.read(descriptor, _BLOCK):
                buffer += block
                if len(buffer) > self._limits.output:
                    del buffer[self._limits.output :]
                    self._is_full.set()
                    return

    def wait(self) -> Ending:
        """Wait until the program has ended, or reaches a limit."""
        ending = Ending.ENDED
        while ending is Ending.ENDED:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_POLL)
                break
            if self._is_full.is_set():
                ending = Ending.OUTPUT
            elif monotonic() - self._began > self._limits.time:
                ending = Ending.TIME
            elif sum(map(_resident, marked_processes(self._token))) > self._limits.memory:
                ending = Ending.MEMORY
        self.seconds = monotonic() - self._began
        return ending

    def kill(self) -> None:
        """Kill every process of the run, and wait for the threads: after the pipes are closed, they end."""
        if sys.platform == "win32":
            command = ["taskkill", "/F", "/T", "/PID", str(self._process.pid)]
            subprocess.run(command, capture_output=True, check=False)
        else:
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        end = monotonic() + _END_TIME
        while (others := marked_processes(self._token)) and monotonic() < end:  # they may start others meanwhile
            for process in others:
                with suppress(OSError):
                    os.kill(process, signal.SIGKILL)
            self._process.poll()
        self._process.wait()
        for thread in self._threads:
            thread.join(max(end - monotonic(), 0.01))


def _type(stream: IO[bytes], text: str) -> None:
    with suppress(OSError, ValueError):  # the program may end before it has read everything
        stream.write(text.encode())
        stream.close()


def _type_at_terminal(controller: int, text: str) -> None:
    with suppress(OSError):
        write_fully(controller, (text if text.endswith("\n") or not text else text + "\n").encode() + b"\x04")


def _open_terminal() -> tuple[int, int]:
    import pty
    import termios

    controller, terminal = pty.openpty()
    settings = termios.tcgetattr(terminal)
    settings[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, settings)
    return controller, terminal


def marked_processes(token: str) -> list[int]:
    """The processes that have inherited the mark of a run, without zombies (Linux only)."""
    mark = f"{_MARK}={token}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark in (folder / "environ").read_bytes():  # empty for a zombie
                found.append(int(folder.name))
    return found


def _resident(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0
