"""Executors on a Dask cluster: one that runs already, or one on this machine."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from importlib import import_module
from typing import Any

from taquin.errors import BackendError, missing_package

LOCAL = "local"
_CONNECTION_SECONDS = 20
_RETRIES = 3
"""How often Dask tries a batch again that raised an error; a batch whose worker is lost goes to another one anyway."""


@contextmanager
def dask_executor(address: str, workers: int) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """An executor on the cluster at this address, and a function that returns how many runs it makes at once.

    ``local`` starts a cluster of ``workers`` processes on this machine, and ends it with the block. Raises
    ``BackendError`` if Dask is not installed, and if no scheduler answers.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise missing_package("--dask needs dask.distributed", "cluster") from None
    with ExitStack() as stack:
        if address == LOCAL:
            logging.getLogger("distributed").setLevel(logging.ERROR)
            cluster = distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                dashboard_address=None,
                silence_logs=logging.ERROR,
            )
            stack.enter_context(cluster)
            client = distributed.Client(cluster)
        else:
            client = _connect(distributed, address)
        stack.enter_context(client)
        executor = client.get_executor(pure=False, retries=_RETRIES)
        yield executor, lambda: sum(client.ncores().values())
        executor.shutdown(wait=False)


def _connect(distributed: Any, address: str) -> Any:
    try:
        return distributed.Client(address, timeout=_CONNECTION_SECONDS)
    except (OSError, TimeoutError, ValueError) as error:
        raise BackendError(
            f"no Dask scheduler answers at {address}: {str(error) or type(error).__name__}",
            hint="`dask scheduler` prints its address; --dask local starts one here",
        ) from None
