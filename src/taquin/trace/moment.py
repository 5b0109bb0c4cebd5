"""A recorded search up to one of its steps."""

from __future__ import annotations

from dataclasses import replace

from taquin.run.result import Outcome, Status
from taquin.trace.events import ExpandEvent, GoalEvent
from taquin.trace.trace import Trace


def trace_after(trace: Trace, step: int) -> Trace:
    """The trace up to a step: 0 is before the first expansion; after the last step it is the whole trace.

    The header has the ``moment``, which replaces how the search ended.
    """
    expansions = 0
    for place, event in enumerate(trace.events):
        is_next = isinstance(event, ExpandEvent) and expansions == step
        is_goal = isinstance(event, GoalEvent) and expansions == step
        if is_next or is_goal:
            return _cut(trace, place, step)
        expansions += isinstance(event, ExpandEvent)
    return trace


def _cut(trace: Trace, place: int, step: int) -> Trace:
    moment = f"after step {step:,}" if step else "before the first step"
    part = Trace({**trace.header, "moment": moment}, trace.events[:place], Outcome(status=Status.CANCELLED))
    return replace(part, outcome=Outcome(status=Status.CANCELLED, stats=part.fold()))
