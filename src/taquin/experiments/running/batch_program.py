"""The program that makes a batch of runs on a worker; ``run_batch`` starts it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection

from msgspec import Struct
from msgspec.json import decode

from taquin.errors import BackendError, SpecError, TaquinError
from taquin.experiments.record import Record, texts_in
from taquin.experiments.running.batches import REFUSED, BatchRequest
from taquin.experiments.running.local_runs import build_databases, missing_databases, run_locally
from taquin.experiments.running.plan import file_checksum
from taquin.experiments.running.task import RunTask, machine_facts
from taquin.puzzle.words import shown
from taquin.run.limits import Cancellation
from taquin.system.files import write_fully
from taquin.system.worker_process import begin_worker


class _Version(Struct):
    """The part of a request that every version understands."""

    version: str | None


def main() -> None:
    """Read a request from standard input, and write a line for each run that has ended to standard output."""
    begin_worker(Connection(int(sys.argv[1]), writable=False), sharing=1)
    output = os.dup(1)
    os.dup2(2, 1)  # what a user's function prints must not come between the records
    try:
        for record in _make_batch(sys.stdin.buffer.read()):
            write_fully(output, record.to_line())
    except TaquinError as error:
        print(error.within(f"the worker on {machine_facts().host}"), file=sys.stderr)  # noqa: T201
        sys.exit(REFUSED)


def _make_batch(text: bytes) -> Iterator[Record]:
    """The records of the runs. Raises a ``TaquinError`` before the first run if this machine cannot make them."""
    _check_version(decode(text, type=_Version).version)
    request = decode(text, type=BatchRequest)
    with suppress(OSError):  # a machine without this folder has the files elsewhere
        os.chdir(request.folder)
    tasks = list(map(RunTask, request.records))
    _check_code(tasks)
    if missing := missing_databases(tasks):
        build_databases(missing, Cancellation())
    yield from run_locally(tasks, jobs=1)


def _check_version(wanted: str | None) -> None:
    ours = machine_facts().version_text
    if wanted not in (None, ours):
        raise BackendError(f"has {ours}, not {wanted}", hint="install the same version on all machines")


def _check_code(tasks: Sequence[RunTask]) -> None:
    """Raise a ``TaquinError`` unless this machine has the code that the plans name, and loads it."""
    plans = {task.record.experiment: task.record.spec for task in tasks}
    for plan in plans.values():
        for source in texts_in(plan, "sources"):
            checksum, _, path = source.partition(" ")
            if file_checksum(path) != checksum:
                raise SpecError(f"{shown(path)} is not the file of the client", hint=_SAME_FILES)
    for task in {(task.record.method, task.record.instances): task for task in tasks}.values():
        task.method  # noqa: B018 - it is loaded
        if task.record.rows is None:
            task.problem  # noqa: B018


_SAME_FILES = "put it at the same path on all machines, such as in a shared folder"


if __name__ == "__main__":
    main()
