"""Errors for names that users guess: they say which name is meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def missing_attribute(owner: str, name: str, names: list[str], guesses: Mapping[str, str]) -> AttributeError:
    """The error for an attribute that does not exist. ``guesses`` has what to write instead.

    >>> missing_attribute("Board", "tiles", [], {"tiles": "cells"})
    AttributeError("Board has no attribute 'tiles': use cells")
    >>> missing_attribute("Board", "blnk", ["blank", "cells"], {})
    AttributeError("Board has no attribute 'blnk': did you mean 'blank'?")
    """
    text = f"{owner} has no attribute {name!r}"
    if name in guesses:
        return AttributeError(f"{text}: use {guesses[name]}")
    near = [] if name.startswith("_") else get_close_matches(name, [one for one in names if one[0] != "_"], n=1)
    return AttributeError(f"{text}: did you mean {near[0]!r}?" if near else text)


def suggest_keywords(**guesses: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A decorator: an unknown keyword that is listed here is refused with what to write instead."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            for name in guesses.keys() & kwargs.keys():
                raise TypeError(f"{function.__name__}() has no argument {name!r}: use {guesses[name]}")
            return function(*args, **kwargs)

        return call

    return decorate
