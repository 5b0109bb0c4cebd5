"""The process of a program, and all that it starts: none of it outlives the block, or this process.

In a sandbox they have process numbers of their own, and end with the first of them. Without one, on Linux, a supervisor
is their parent, also of those that leave the session. On other systems a program's process group is ended.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import sleep

from taquin.system import supervisor
from taquin.system.cleanup import killed_group
from taquin.system.sandbox import ProgramStreams, Sandbox
from taquin.system.supervisor import NOT_STARTED, NOT_STARTED_CODE, descendants

IS_MEASURED = sys.platform == "linux"
"""Whether it is known which processes belong to a program, with their CPU time and their memory."""
_SIGNALLED = 128  # what a shell, and bubblewrap, add to the number of a signal
_END_TIME = 5.0  # seconds in which a sandbox must have ended
_NOT_STARTED = re.compile(rf"\A(?:{re.escape(NOT_STARTED)}|(?:/bin/)?sh: (?:line )?\d+: exec: [^\n]*?: )([^\n]*)")
"""What is on standard error if the program could not be started."""
_NOT_STARTED_CODES = (126, NOT_STARTED_CODE)


@dataclass
class ProgramProcess:
    """A program that runs. ``exit_code`` is known when the block has ended."""

    process: subprocess.Popen[bytes]
    """That of the program, or on Linux that of the sandbox or the supervisor, which has started it."""
    exit_code: int = 0

    def descendants(self, most: int) -> list[int]:
        """The processes of the program (Linux), but not those of the sandbox or the supervisor; at most so many."""
        return descendants(self.process.pid, most) if IS_MEASURED else []

    def cpu_seconds(self, others: Sequence[int]) -> float:
        """The CPU time of these processes, and of those that have ended (Linux)."""
        ended = _cpu_ticks(self.process.pid, slice(2, 4))
        return (ended + sum(_cpu_ticks(other, slice(0, 4)) for other in others)) / os.sysconf("SC_CLK_TCK")

    def has_ended(self, seconds: float) -> bool:
        """Whether the program ends within this time. On Linux it stays a zombie, which knows its CPU time."""
        if IS_MEASURED:
            flags = os.WEXITED | os.WNOWAIT | os.WNOHANG
            if os.waitid(os.P_PID, self.process.pid, flags) is not None:
                return True
            sleep(seconds)
            return os.waitid(os.P_PID, self.process.pid, flags) is not None
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        return self.process.returncode is not None


def not_started(exit_code: int, errors: str) -> str:
    """Why a program could not be started, from what was printed in its place; empty if it was started."""
    match = _NOT_STARTED.match(errors) if exit_code in _NOT_STARTED_CODES else None
    return "" if match is None else match[1].strip().lower()


@contextmanager
def started(
    arguments: Sequence[str],
    streams: ProgramStreams,
    *,
    largest: int = 2**40,
    folder: Path | None = None,
    variables: dict[str, str] | None = None,
    sandbox: Sandbox | None = None,
) -> Iterator[ProgramProcess]:
    """Start a program, whose files have at most ``largest`` bytes. Raises what ``Popen`` raises."""
    place = (folder or Path()).absolute()
    environment = os.environ | (variables or {})
    if sandbox is not None:
        with _sandboxed(sandbox.start(arguments, place, largest, environment, streams)) as process:
            yield process
    elif IS_MEASURED:
        with _supervised(arguments, place, environment, streams, largest) as process:
            yield process
    else:
        is_group = sys.platform != "win32"
        with subprocess.Popen(
            list(arguments), cwd=place, env=environment, start_new_session=is_group, **streams
        ) as popen:
            process = ProgramProcess(popen)
            with killed_group(popen):
                yield process
            process.exit_code = popen.returncode or 0


@contextmanager
def _sandboxed(popen: subprocess.Popen[bytes]) -> Iterator[ProgramProcess]:
    process = ProgramProcess(popen)
    try:
        yield process
    finally:
        first = descendants(popen.pid, 1)[:1]
        if first:  # the end of process 1 of the sandbox is the end of all others
            with suppress(OSError):
                os.kill(first[0], signal.SIGKILL)
        else:
            popen.kill()
        _wait(popen)
    code = popen.returncode
    process.exit_code = _SIGNALLED - code if _SIGNALLED < code <= _SIGNALLED + signal.NSIG else code


@contextmanager
def _supervised(
    arguments: Sequence[str], folder: Path, environment: dict[str, str], streams: ProgramStreams, largest: int
) -> Iterator[ProgramProcess]:
    theirs, ours = os.pipe()
    read, write = os.pipe()
    command = [sys.executable or "python3", "-I", "-S", supervisor.__file__, str(theirs), str(write), str(largest)]
    try:
        popen = subprocess.Popen(
            [*command, *arguments],
            cwd=folder,
            env=environment,
            start_new_session=True,
            pass_fds=(theirs, write),
            **streams,
        )
    except BaseException:
        for descriptor in (theirs, ours, read, write):
            os.close(descriptor)
        raise
    os.close(theirs)
    os.close(write)
    process = ProgramProcess(popen)
    try:
        yield process
    finally:
        os.close(ours)  # at this end it kills what is left, and ends
        _wait(popen)
        text = os.read(read, 20)
        os.close(read)
    process.exit_code = int(text) if text else popen.returncode


def _wait(process: subprocess.Popen[bytes]) -> None:
    with suppress(subprocess.TimeoutExpired):
        process.wait(2 * _END_TIME)
    if process.returncode is None:
        process.kill()
        process.wait()


def _cpu_ticks(process: int, which: slice) -> int:
    """The time of a process in user and system mode, and that of its children that have ended (Linux only)."""
    try:
        fields = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return 0
    return sum(map(int, fields[11:15][which]))


def resident_bytes(process: int) -> int:
    """The memory of a process (Linux only)."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0
