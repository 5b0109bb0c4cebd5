"""Limits for methods that go on to improve their solution for as long as they may."""

from __future__ import annotations

from dataclasses import replace

from taquin.puzzle.geometry import Shape
from taquin.run.limits import Limits
from taquin.solving.method import Method

QUICK_TIME = 1.0
"""Seconds that such a method gets where somebody waits for a quick answer."""


def uses_all_time(method: Method) -> bool:
    """Whether a run goes on to improve its solution until its time is up. With a width it ends by itself."""
    return method.algorithm.default_time is not None and not dict(method.options).get("width")


def default_limits(limits: Limits, method: Method) -> Limits:
    """The limits of a run: a method that uses all its time gets a time, if neither time nor nodes are limited."""
    if not _is_unlimited(limits, method):
        return limits
    return replace(limits, time=method.algorithm.default_time)


def recording_limits(limits: Limits, method: Method, shape: Shape) -> Limits:
    """The same for a recorded run, which is limited by nodes: then the same search gives the same trace.

    The number suffices for a first solution and some attempts to find a shorter one.
    """
    if not _is_unlimited(limits, method):
        return limits
    return replace(limits, nodes=2000 + 3 * shape.cells * max(shape.rows, shape.columns))


def _is_unlimited(limits: Limits, method: Method) -> bool:
    return limits.time is None and limits.nodes is None and uses_all_time(method)
