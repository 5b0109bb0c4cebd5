"""Errors for names that users guess: they say which name is meant. ``guesses.toml`` has the guesses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, wraps
from importlib.resources import files
from types import ModuleType
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


@cache
def tables() -> dict[str, dict[str, str]]:
    """What to write instead of each guess, by the names of tables."""
    from tomllib import loads  # most programs need no guess

    text = files("taquin.puzzle").joinpath("guesses.toml").read_text(encoding="utf-8")
    return {
        owner: {guess: answer for answer, guesses in meant.items() for guess in guesses.split()}
        for owner, meant in loads(text).items()
    }


def missing_attribute(owner: type | ModuleType, name: str, /, **guesses: str) -> AttributeError:
    """The error for an attribute that does not exist. ``guesses`` are added to those of the owner and its bases.

    >>> missing_attribute(str, "lowercase", lowercase="lower()")
    AttributeError("str has no attribute 'lowercase': use lower()")
    >>> missing_attribute(str, "strp")
    AttributeError("str has no attribute 'strp': did you mean 'strip'?")
    """
    pointer = ""
    if not name.startswith("_"):  # pickle looks for such names often
        owners = owner.__mro__ if isinstance(owner, type) else (owner,)
        for known in reversed([tables().get(base.__name__, {}) for base in owners]):
            guesses |= known
        pointer = _pointer(name, dir(owner), guesses)
    return AttributeError(f"{owner.__name__} has no attribute {name!r}{pointer}")


def folder_pointer(folder: str) -> str:
    """What to write instead of calling a folder of the package, or looking for a function in it.

    >>> folder_pointer("taquin.heuristics")
    ': use taquin.estimate(board, "manhattan"); taquin.list_heuristics() has all'
    """
    answer = tables()["folders"].get(folder.removeprefix("taquin."))
    return f": use {answer}" if answer else ""


def answers_guesses(**guesses: str) -> Callable[[type[R]], type[R]]:
    """A class decorator: an attribute that does not exist raises ``missing_attribute``. Type checkers do not see it."""

    def decorate(owner: type[R]) -> type[R]:
        def refuse(self: R, name: str) -> object:
            raise missing_attribute(owner, name, **guesses)

        owner.__getattr__ = refuse  # type: ignore[attr-defined]
        return owner

    return decorate


def suggest_keywords(function: Callable[P, R]) -> Callable[P, R]:
    """A decorator: an unknown keyword argument is refused with what to write instead."""
    code = function.__code__
    title = function.__qualname__.removesuffix(".__init__")
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    first = names[title != function.__qualname__ : code.co_argcount]  # without self
    known = frozenset(names)

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        for name in kwargs.keys() - known:
            limits = tables()["limits"] if "nodes" in known else {}
            meant = {"board": names[0], **limits, **tables().get(f"{title}()", {})}
            raise TypeError(f"{title}() has no argument {name!r}{_pointer(name, names, meant)}")
        if len(args) > code.co_argcount:
            rest = names[code.co_argcount :]
            example = next((name for name in rest if name.startswith("algorithm")), rest[0])
            path = tables().get(f"{title}()", {}).get("path")
            advice = f": use {path}" if path else f", and the rest by name, such as {example}=…"
            raise TypeError(f"{title}() takes {' and '.join(first) or 'nothing'} without names{advice}")
        return function(*args, **kwargs)

    return call


def _pointer(name: str, names: Sequence[str], guesses: Mapping[str, str]) -> str:
    meant = guesses.get(name) or guesses.get(name.lower())
    if meant:
        return f": use {meant}"
    near = get_close_matches(name, [one for one in names if one[0] != "_"], n=1)
    return f": did you mean {near[0]!r}?" if near else ""
