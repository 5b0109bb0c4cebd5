"""``for_each`` reports every failing value, and leaves skips and interruptions alone."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest

from looping import for_each

VALUES = [(1, "one"), (2, "two"), (3, "three"), (4, "four")]


def run(body: Callable[[int, str], None]) -> list[int]:
    """The numbers for which the body was called."""
    called = []

    @for_each(("number", "name"), VALUES)
    def test(number: int, name: str) -> None:
        called.append(number)
        body(number, name)

    test()
    return called


def check_odd(number: int, name: str) -> None:
    """Fails as tests do: with an assertion, or by ``pytest.fail``."""
    if number == 4:
        pytest.fail("four")
    assert number % 2 == 1, name


def test_it_calls_the_test_with_every_value() -> None:
    assert run(lambda number, name: None) == [1, 2, 3, 4]


def test_every_failing_value_is_reported() -> None:
    with pytest.raises(BaseExceptionGroup) as caught:
        run(check_odd)
    lines = ["2 of 4 values failed", "1: number=2, name=two", "3: number=4, name=four"]
    assert caught.value.message.splitlines() == lines
    assert [error.__notes__ for error in caught.value.exceptions] == [["number=2, name=two"], ["number=4, name=four"]]
    assert all(error.__traceback__ is not None for error in caught.value.exceptions)


def test_a_single_failure_is_raised_as_it_is() -> None:
    def check(number: int, name: str) -> None:
        assert number != 2, "the message"

    with pytest.raises(AssertionError, match="the message") as caught:
        run(check)
    assert caught.value.__notes__ == ["number=2, name=two"]


def test_a_skip_skips_the_test_unless_a_value_has_failed() -> None:
    def skip_at_two(number: int, name: str) -> None:
        if number == 2:
            pytest.skip("no browser")

    def fail_then_skip(number: int, name: str) -> None:
        assert number != 1
        pytest.skip("no browser")

    with pytest.raises(pytest.skip.Exception):
        run(skip_at_two)
    with pytest.raises(AssertionError):
        run(fail_then_skip)


def test_an_interruption_ends_the_loop_at_once() -> None:
    called = []

    def interrupt(number: int, name: str) -> None:
        called.append(number)
        assert number != 1
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(interrupt)
    assert called == [1, 2]


def test_fixtures_stay_parameters() -> None:
    @for_each("number", [1, 2])
    def test(number: int, tmp_path: object) -> None:
        assert tmp_path == "folder"

    assert list(inspect.signature(test).parameters) == ["tmp_path"]
    test(tmp_path="folder")
