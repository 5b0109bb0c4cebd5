"""The methods that run when none is named."""

from __future__ import annotations

import pytest

from looping import for_each
from taquin import _native
from taquin.puzzle.geometry import Shape
from taquin.run.limits import Limits
from taquin.solving.default_methods import default_method, proving_method, quick_method, recording_limits

ASTAR, PLAIN_IDA = "astar(linear_conflict)", "ida_star(linear_conflict)"
DATABASES, ANYTIME = "ida_star(pdb, lookback=10, threads=0)", "anytime"

METHODS = {  # with the core, without it, for a quick answer, for a proof
    "3x3": (ASTAR, ASTAR, ASTAR, ASTAR),
    "2x5": (ASTAR, ASTAR, ASTAR, ASTAR),
    "1x20": (ASTAR, ASTAR, ASTAR, ASTAR),
    "11x1": (ASTAR, ASTAR, ASTAR, ASTAR),
    "2x6": (DATABASES, PLAIN_IDA, DATABASES, DATABASES),
    "4x4": (DATABASES, PLAIN_IDA, DATABASES, DATABASES),
    "3x6": (DATABASES, ANYTIME, ANYTIME, DATABASES),
    "5x4": (DATABASES, ANYTIME, ANYTIME, DATABASES),
    "2x10": (ANYTIME, ANYTIME, ANYTIME, PLAIN_IDA),
    "10x2": (ANYTIME, ANYTIME, ANYTIME, PLAIN_IDA),
    "3x7": (ANYTIME, ANYTIME, ANYTIME, PLAIN_IDA),
}


@for_each("size", METHODS)
def test_the_default_depends_on_the_shape_and_the_core(size: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shape = Shape.parse(size)
    with_core, without, quick, proving = METHODS[size]
    monkeypatch.setattr(_native, "is_available", lambda: True)
    assert default_method(shape).text == with_core
    assert quick_method(shape).text == quick
    assert proving_method(shape).text == proving
    monkeypatch.setattr(_native, "is_available", lambda: False)
    assert default_method(shape).text == without


def test_a_recorded_run_of_unlimited_length_gets_a_limit_of_nodes() -> None:
    shape, anytime = Shape(4, 7), default_method(Shape(4, 7))
    assert recording_limits(Limits(), anytime, shape) == Limits(nodes=2000 + 3 * 28 * 7)
    assert recording_limits(Limits(time=1), anytime, shape) == Limits(time=1)
    assert recording_limits(Limits(), default_method(Shape(3, 3)), shape) == Limits()
