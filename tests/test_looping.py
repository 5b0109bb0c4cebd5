"""Tests of tests that are repeated with many values."""

from __future__ import annotations

import pytest

from looping import for_each

SEEN: list[tuple[int, str]] = []


@for_each("number", (1, 2))
@for_each(("letter", "expected"), [("a", "A"), ("b", "B")])
def test_every_combination_is_used(number: int, letter: str, expected: str, tmp_path: object) -> None:
    assert letter.upper() == expected
    assert tmp_path is not None
    SEEN.append((number, letter))


def test_all_of_them_were_used() -> None:
    test_every_combination_is_used(tmp_path=1)
    assert SEEN[-4:] == [(1, "a"), (1, "b"), (2, "a"), (2, "b")]


def test_a_failure_names_its_values() -> None:
    @for_each("number", (1, 2, 3))
    def is_one(number: int) -> None:
        assert number == 1

    with pytest.raises(AssertionError) as caught:
        is_one()
    assert caught.value.__notes__ == ["number=2"]


def test_no_values_are_an_error() -> None:
    with pytest.raises(AssertionError, match="there are no values of number"):
        for_each("number", ())
