"""Dask clusters: one that runs already, or one on this machine; and tasks on their workers.

Dask is imported when a cluster is asked for: it is an extra.
"""

from __future__ import annotations

import logging
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import Any

from taquin.errors import BackendError, missing_package
from taquin.system.executors import Workers

LOCAL = "local"
"""The address that starts a cluster on this machine."""
_CONNECTION_SECONDS = 20
_WIDTH_SECONDS = 2.0
_QUIET = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.admin.system-monitor.gil.enabled": False,
}
"""For a cluster without a dashboard, which would show these measurements: they take 2 % of two cores."""


@contextmanager
def dask_cluster(address: str, workers: int) -> Iterator[Workers]:
    """The Dask cluster at this address, such as ``tcp://host:8786``, or that of a scheduler file.

    ``local`` starts a cluster of ``workers`` processes on this machine, and ends it with the block. Raises
    ``BackendError`` if Dask is not installed, if no scheduler answers, and if it has another version.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise missing_package("--dask needs Dask", "cluster") from None
    with ExitStack() as stack:
        # Its messages about lost connections and workers would come between ours, which say what follows from them.
        for name in ("distributed", "distributed.client"):  # it sets the level of both when it is imported
            logging.getLogger(name).setLevel(logging.CRITICAL)
        # Ctrl-C in a terminal is for this process, not for the workers: threads and processes inherit the mask.
        with _interrupts_blocked(), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Mismatched versions found")  # refused below, with one line
            warnings.filterwarnings("ignore", "Port .* is already in use")  # of a server that we do not use
            if address == LOCAL:
                client = _start_local(distributed, workers, stack)
            else:
                client = _connect(distributed, address)
        stack.enter_context(client)
        executor = client.get_executor(pure=False)
        stack.callback(executor.shutdown, wait=False)
        yield Workers(executor, _Width(client))


class _Width:
    """How many threads the workers of a cluster have, asked for every few seconds."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._width, self._due = 0, 0.0

    def __call__(self) -> int:
        if monotonic() >= self._due:
            with suppress(OSError):  # without a scheduler the tasks end with an error
                self._width = sum(self._client.ncores().values())
            self._due = monotonic() + _WIDTH_SECONDS
        return self._width


def _start_local(distributed: Any, workers: int, stack: ExitStack) -> Any:
    stack.enter_context(import_module("dask").config.set(_QUIET))  # for as long as workers may be started
    cluster = distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        silence_logs=logging.CRITICAL,
    )
    return distributed.Client(stack.enter_context(cluster))


def _connect(distributed: Any, address: str) -> Any:
    try:
        if address.endswith(".json"):
            if not Path(address).is_file():
                raise OSError("there is no such scheduler file")
            client = distributed.Client(scheduler_file=address, timeout=_CONNECTION_SECONDS)
        else:
            client = distributed.Client(address, timeout=_CONNECTION_SECONDS)
    except (OSError, TimeoutError, ValueError, TypeError) as error:
        raise BackendError(
            f"no Dask scheduler answers at {address}: {str(error) or type(error).__name__}",
            hint="`dask scheduler` prints its address; --dask local starts one here",
        ) from None
    theirs = client.get_versions()["scheduler"]["packages"]["distributed"]
    if theirs != distributed.__version__:
        client.close()
        raise BackendError(
            f"the scheduler at {address} has version {theirs} of distributed; this is {distributed.__version__}",
            hint="install the same version of dask and distributed on all machines",
        )
    return client


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def cancellation_of_task() -> Callable[[], bool]:
    """In a task of a Dask worker: a function that tells whether its client has cancelled it or is gone.

    Dask itself does not end a task that runs. Elsewhere the function always returns False.
    """
    distributed: Any = sys.modules.get("distributed")  # a worker has imported it
    try:
        worker = distributed.get_worker()
    except (AttributeError, ValueError):
        return lambda: False
    key = worker.get_current_task()

    def is_cancelled() -> bool:
        task = worker.state.tasks.get(key)
        return task is None or task.state in ("cancelled", "released", "forgotten")

    return is_cancelled
