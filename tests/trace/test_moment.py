"""A trace that is cut after a step."""

from __future__ import annotations

import pytest

from taquin.render.draw import draw
from taquin.solving.solver import solve
from taquin.trace.events import ExpandEvent, GoalEvent
from taquin.trace.recorder import Recorder
from taquin.trace.trace import Trace, trace_after


def record(method: str) -> Trace:
    recorder = Recorder()
    solve("8 1 3 / 4 0 2 / 7 6 5", algorithm=method, observer=recorder)
    return recorder.trace()


METHODS = ("astar(manhattan)", "ida_star(manhattan)", "bidirectional", "hill_climbing(manhattan)")


@pytest.mark.parametrize("method", METHODS)
def test_every_step_is_a_part_of_the_whole(method: str) -> None:
    trace = record(method)
    last = trace.tree.expansions
    for step in (0, 1, last // 2, last):
        part = trace_after(trace, step)
        assert sum(isinstance(event, ExpandEvent) for event in part.events) == step
        assert part.events == trace.events[: len(part.events)]
        following = trace.events[len(part.events) : len(part.events) + 1]
        assert all(isinstance(event, ExpandEvent | GoalEvent) for event in following)
        assert part.fold().expanded == step
        title = draw(part).svg
        if following:
            assert ("before the first step" if step == 0 else f"after step {step}") in title
    assert trace_after(trace, last + 1) is trace
