"""A worker: a process that searches for the server. It is told what to do on standard input, and when to stop.

A thread listens while the search runs, so that a cancellation is heard at once. When the pipe ends, because the server
is gone, however it went, the process ends too: no worker outlives its server.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from contextlib import suppress
from dataclasses import asdict
from queue import SimpleQueue
from typing import Any, BinaryIO

from taquin.errors import TaquinError
from taquin.run.limits import Cancellation
from taquin.run.progress import Progress
from taquin.web.api.errors import kind_of
from taquin.web.pool.protocol import ANSWER, BEGUN, CANCEL, FAILURE, HEADER, JOB, PROGRESS, READY, frame
from taquin.web.pool.tasks import perform, warm_up

NICENESS = 5
"""How much searches step back behind the server, which has pages to send."""


class Worker:
    """Reads jobs, does them one after another, and writes what comes of them."""

    def __init__(self, source: BinaryIO, target: BinaryIO, *, resident: int) -> None:
        self._source, self._target = source, target
        self._resident = resident
        self._jobs: SimpleQueue[tuple[dict[str, Any], Cancellation]] = SimpleQueue()
        self._current = Cancellation()

    def run(self) -> None:
        """Work until the server closes the pipe, or until this process has grown too large."""
        threading.Thread(target=self._listen, daemon=True).start()
        warm_up()
        self._say(READY)
        while True:
            job, cancellation = self._jobs.get()
            self._say(BEGUN)
            self._do(job, cancellation)
            del job, cancellation
            if resident_bytes() > self._resident:
                return

    def _listen(self) -> None:
        while True:
            head = self._source.read(HEADER.size)
            if len(head) < HEADER.size:
                os._exit(0)  # the server is gone; whatever runs here is of no use to anybody
            kind, length = HEADER.unpack(head)
            content = self._source.read(length)
            if kind == JOB:
                self._current = Cancellation()
                self._jobs.put((json.loads(content), self._current))
            elif kind == CANCEL:
                self._current.cancel()

    def _do(self, job: dict[str, Any], cancellation: Cancellation) -> None:
        try:
            self._say(ANSWER, perform(job, cancellation, self._report))
        except TaquinError as error:
            self._fail(kind_of(error), error.message, error.hint)
        except MemoryError:
            self._fail("memory", "the search ran out of memory", "set a smaller memory limit, or take ida_star")
        except Exception as error:  # noqa: BLE001 - whatever it is, the server has to hear of it
            if os.environ.get("TAQUIN_DEBUG"):
                sys.excepthook(type(error), error, error.__traceback__)
            self._fail("internal", f"{type(error).__name__}: {' '.join(str(error).split())}", "please report this")

    def _report(self, progress: Progress) -> None:
        self._say(PROGRESS, json.dumps(asdict(progress)).encode())

    def _fail(self, kind: str, message: str, hint: str) -> None:
        self._say(FAILURE, json.dumps({"kind": kind, "message": message, "hint": hint}).encode())

    def _say(self, kind: bytes, content: bytes = b"") -> None:
        self._target.write(frame(kind, content))
        self._target.flush()


def resident_bytes() -> int:
    """Memory that this process holds for itself alone; 0 where the system does not tell.

    Maps of files, such as large tables, are shared and do not count.
    """
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - no path from anybody
            _, resident, shared, *_ = file.read().split()
    except (OSError, ValueError):
        return 0
    return (int(resident) - int(shared)) * os.sysconf("SC_PAGE_SIZE")


def main() -> None:
    """Take over standard input and output; what is printed by mistake goes to standard error."""
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    source, target = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123
        os.dup2(nothing.fileno(), 0)
    with suppress(BrokenPipeError):
        Worker(source, target, resident=int(sys.argv[1])).run()
    os._exit(0)  # without waiting for the thread that listens


if __name__ == "__main__":
    main()
