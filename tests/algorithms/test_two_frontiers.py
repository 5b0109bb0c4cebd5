"""The rules of bidirectional heuristic search: their bounds carry no rounding errors of the estimates."""

from __future__ import annotations

import pytest

from taquin.algorithms.two_frontiers import BACKWARD, FORWARD, BalancedFrontiers, Known, MeetingFrontiers, TwoFrontiers

ABOVE = 10.000000000000002  # the next float above 10


@pytest.mark.parametrize("rule", [MeetingFrontiers(), BalancedFrontiers()], ids=["MM", "BAE*"])
def test_a_rounding_error_of_an_estimate_proves_no_further_move(rule: TwoFrontiers) -> None:
    rule.open(FORWARD, 0, Known(0, ABOVE))
    rule.open(BACKWARD, 1, Known(0, ABOVE))
    assert rule.choose(0) == 10


def test_half_a_move_is_a_whole_one() -> None:
    rule = BalancedFrontiers()
    rule.open(FORWARD, 0, Known(0, 5))
    rule.open(BACKWARD, 1, Known(0, 4))
    assert rule.choose(0) == 5


def test_the_half_of_large_costs_is_exact() -> None:
    rule = BalancedFrontiers(least_step=0, weight=1.0)
    rule.open(FORWARD, 0, Known(0, 2**60 + 1))
    rule.open(BACKWARD, 1, Known(0, 2**60 + 1))
    assert rule.choose(0) == 2**60 + 1
