"""``solve_async``: a search in a thread, for programs with an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

from taquin.run.limits import Cancellation
from taquin.run.result import Result
from taquin.solving.solver import solve

P = ParamSpec("P")
R = TypeVar("R")


def _with_arguments_of(
    function: Callable[P, R],
) -> Callable[[Callable[..., Coroutine[Any, Any, R]]], Callable[P, Coroutine[Any, Any, R]]]:
    """Let an asynchronous function have the signature of another one."""
    return wraps(function, assigned=())


@_with_arguments_of(solve)
async def solve_async(*args: object, **kwargs: object) -> Result:
    """``solve`` in a thread: the event loop stays free, and cancelling the task stops the search immediately.

    The arguments are those of ``solve``; ``progress``, ``improvement`` and ``observer`` are called in the thread.
    Searches on the native core run in parallel; those in Python take turns.

    >>> import asyncio
    >>> async def main():
    ...     boards = ["1 2 3 / 4 0 5 / 6 7 8", "8 6 7 / 2 5 4 / 3 0 1"]
    ...     return await asyncio.gather(*(solve_async(board) for board in boards))
    >>> [result.length for result in asyncio.run(main())]
    [14, 31]
    """
    given, call = kwargs.get("cancellation"), cast("Callable[..., Result]", solve)
    cancellation = given if isinstance(given, Cancellation) else Cancellation()
    run = asyncio.ensure_future(asyncio.to_thread(call, *args, **{**kwargs, "cancellation": given or cancellation}))
    try:
        return await asyncio.shield(run)
    except asyncio.CancelledError:
        cancellation.cancel()
        await asyncio.wait([run])
        raise
