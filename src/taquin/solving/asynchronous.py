"""``solve_async``: a search in a thread, for programs with an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial

from taquin.puzzle.board import BoardLike
from taquin.puzzle.goals import GoalLike
from taquin.puzzle.moves import MovesLike
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import MetricLike
from taquin.run.limits import Amount, Cancellation, Limits
from taquin.run.observer import Observer
from taquin.run.progress import ImprovementListener, ProgressListener
from taquin.run.result import Result
from taquin.solving.heuristic_choice import HeuristicLike
from taquin.solving.method import AlgorithmLike
from taquin.solving.solver import Backend, solve


async def solve_async(
    start: BoardLike | Problem,
    goal: GoalLike | None = None,
    *,
    metric: MetricLike | None = None,
    algorithm: AlgorithmLike | None = None,
    heuristic: HeuristicLike | None = None,
    options: Mapping[str, object] | None = None,
    admissible: bool = False,
    limits: Limits | None = None,
    time: Amount | None = None,
    nodes: Amount | None = None,
    memory: Amount | None = None,
    depth: Amount | None = None,
    observer: Observer | None = None,
    cancellation: Cancellation | None = None,
    progress: ProgressListener | None = None,
    improvement: ImprovementListener | None = None,
    initial: Result | MovesLike | None = None,
    backend: Backend = "auto",
) -> Result:
    """``solve`` in a thread: the event loop stays free, and cancelling the task stops the search at once.

    The arguments are those of ``solve``; ``progress``, ``improvement`` and ``observer`` are called in the thread.
    Searches on the native core run in parallel; those in Python take turns.

    >>> import asyncio
    >>> async def main():
    ...     boards = ["1 2 3 / 4 0 5 / 6 7 8", "8 6 7 / 2 5 4 / 3 0 1"]
    ...     return await asyncio.gather(*(solve_async(board) for board in boards))
    >>> [result.length for result in asyncio.run(main())]
    [14, 31]
    """
    cancellation = Cancellation() if cancellation is None else cancellation
    call = partial(
        solve,
        start,
        goal,
        metric=metric,
        algorithm=algorithm,
        heuristic=heuristic,
        options=options,
        admissible=admissible,
        limits=limits,
        time=time,
        nodes=nodes,
        memory=memory,
        depth=depth,
        observer=observer,
        cancellation=cancellation,
        progress=progress,
        improvement=improvement,
        initial=initial,
        backend=backend,
    )
    run = asyncio.ensure_future(asyncio.to_thread(call))
    try:
        return await asyncio.shield(run)
    except asyncio.CancelledError:
        cancellation.cancel()
        await asyncio.wait([run])
        raise
