"""``solve_async``: the result of ``solve``, several at once, and a cancellation that stops the search."""

from __future__ import annotations

import asyncio
import inspect

import pytest

from serving import ENDLESS
from taquin import BoardError, Progress, solve, solve_async

EASY = "8 6 7 / 2 5 4 / 3 0 1"


def test_it_takes_the_arguments_of_solve() -> None:
    assert inspect.signature(solve_async).parameters == inspect.signature(solve).parameters


def test_the_results_and_the_errors_are_those_of_solve() -> None:
    async def main() -> None:
        results = await asyncio.gather(*(solve_async(EASY, algorithm=name) for name in ("astar", "ida_star")))
        assert [result.spec for result in results] == ["astar(manhattan)", "ida_star(manhattan)"]
        assert {result.length for result in results} == {31}
        with pytest.raises(BoardError, match="appears twice"):
            await solve_async("1 1 / 2 0")

    asyncio.run(main())


def test_cancelling_the_task_stops_the_search() -> None:
    """When the task is cancelled, the thread has ended: no report comes after it."""
    reports: list[Progress] = []

    async def main() -> int:
        begun = asyncio.Event()
        loop = asyncio.get_running_loop()

        def report(progress: Progress) -> None:
            reports.append(progress)
            loop.call_soon_threadsafe(begun.set)

        words = {name: value for name, value in ENDLESS.items() if name != "board"}
        task = asyncio.create_task(solve_async(ENDLESS["board"], progress=report, **words))  # type: ignore[arg-type]
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return len(reports)

    assert asyncio.run(main()) == len(reports)
