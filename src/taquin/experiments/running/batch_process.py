"""The program of a batch: reads runs from standard input, makes them, and writes a line for each that has ended.

``python -m taquin.experiments.running.batch_process LIFELINE``, where LIFELINE is the number of a pipe: when it is
closed, the program ends at once, and the run that it is making too.
"""

from __future__ import annotations

import json
import os
import sys
from multiprocessing.connection import Connection

from taquin.experiments.running.databases import build_databases, missing_databases
from taquin.experiments.running.local_runs import run_locally
from taquin.experiments.running.task import RunTask
from taquin.run.limits import Cancellation
from taquin.system.files import write_fully
from taquin.system.worker_process import begin_worker


def main() -> None:
    """Make the runs of one batch."""
    begin_worker(Connection(int(sys.argv[1]), writable=False), sharing=1)
    output = os.dup(1)
    os.dup2(2, 1)  # what a user's function prints must not come between the records
    tasks = [RunTask.from_dict(row) for row in json.load(sys.stdin)]
    if missing := missing_databases(tasks):
        build_databases(missing, Cancellation())
    for record in run_locally(tasks, jobs=1):
        write_fully(output, record.to_line())


if __name__ == "__main__":
    main()
