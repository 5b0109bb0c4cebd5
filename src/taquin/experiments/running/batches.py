"""Batches of runs on the worker of an executor.

Each batch is a program of its own there, which makes its runs in fresh processes, as on one machine. A worker may be a
thread, or a daemon, which may not have children. The program ends with the worker: it holds the read end of a pipe
whose other end only the worker has. What crosses machines is JSON, so that a worker with another version of Taquin can
answer that it has one.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from tempfile import TemporaryFile

from msgspec import Struct

from taquin.errors import BackendError
from taquin.experiments.record import Record
from taquin.system.cluster import cancellation_of_task
from taquin.system.worker_process import Lifeline

REFUSED = 2
"""The exit code of a program that cannot make the runs of its batch; its last line on standard error says why."""
_POLL = 0.5  # seconds between two checks for a cancellation
_LONGEST_ERROR = 500


class BatchRequest(Struct):
    """What a worker is asked for."""

    version: str | None
    """The version of Taquin that it must have; None for any."""
    folder: str
    """The current folder of the client: file names are relative to it, if the worker has such a folder."""
    records: list[Record]
    """The runs, with the status ``PLANNED``."""


def run_batch(request: bytes) -> bytes:
    """Make the runs of a ``BatchRequest`` on the machine where this is called: their records, one on each line.

    Records are missing if the program of the batch was killed or the task cancelled. Raises ``BackendError`` if this
    machine cannot make the runs.
    """
    is_cancelled = cancellation_of_task()
    with ExitStack() as stack:
        lifeline = Lifeline()
        stack.callback(lifeline.cut)
        reader = lifeline.reader.fileno()
        # A file, because ``communicate`` does not go on to write what it could not write within its timeout.
        asked = stack.enter_context(TemporaryFile())
        asked.write(request)
        asked.seek(0)
        program = stack.enter_context(
            subprocess.Popen(
                [sys.executable, "-P", "-m", "taquin.experiments.running.batch_program", str(reader)],
                stdin=asked,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(reader,),
            )
        )
        stack.callback(program.kill)
        output, errors = _communicate(program, is_cancelled)
    if program.returncode == REFUSED:
        raise BackendError(_last_line(errors))
    complete = output[: output.rfind(b"\n") + 1]
    if not complete and program.returncode > 0:
        raise RuntimeError(f"a batch of runs failed: {_last_line(errors)}")
    return complete


def _communicate(program: subprocess.Popen[bytes], is_cancelled: Callable[[], bool]) -> tuple[bytes, bytes]:
    """What the program has written when it ends, or when the task is cancelled, which kills it."""
    while True:
        try:
            return program.communicate(timeout=_POLL)
        except subprocess.TimeoutExpired:
            if is_cancelled():
                program.kill()


def _last_line(errors: bytes) -> str:
    lines = errors.decode(errors="replace").strip().splitlines()
    return (lines or ["no message"])[-1][:_LONGEST_ERROR]
