"""Methods: an algorithm with its options and a heuristic, from text such as ``wastar(manhattan, weight=2)``.

The text of a method reads back as the same method: it is the ``spec`` that reproduces a run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from taquin.errors import SpecError
from taquin.heuristics.base import Heuristic
from taquin.heuristics.user import UserFunction, UserHeuristic, load_function
from taquin.puzzle.board import Board
from taquin.solving.registry import AlgorithmSpec, HeuristicSpec, OptionValue, find_algorithm, find_heuristic
from taquin.solving.spec_text import SpecCall, parse_spec, write_spec

HeuristicLike: TypeAlias = "str | HeuristicChoice | UserFunction | type[Heuristic]"
"""A heuristic as callers give it: text, a user's function of (board, goal), or a class derived from ``Heuristic``."""

DEFAULT_HEURISTIC = "manhattan"


@dataclass(frozen=True)
class HeuristicChoice:
    """A heuristic that is chosen but not yet constructed for a goal."""

    text: str
    admissible: bool
    consistent: bool
    build: Callable[[Board], Heuristic] = field(compare=False)
    spec: HeuristicSpec | None = None
    """The registry's entry; None for a user's heuristic."""


@dataclass(frozen=True)
class Method:
    """An algorithm, its options, and its heuristic if it uses one."""

    algorithm: AlgorithmSpec
    options: tuple[tuple[str, OptionValue], ...]
    heuristic: HeuristicChoice | None

    @property
    def text(self) -> str:
        """The text that reads back as this method; options at their defaults are left out."""
        parts = [] if self.heuristic is None else [self.heuristic.text]
        return write_spec(self.algorithm.key, parts, dict(self.options), self.algorithm.complete_options({}))

    def __str__(self) -> str:
        return self.text


def choose_method(
    algorithm: str, heuristic: HeuristicLike | None = None, options: Mapping[str, object] | None = None
) -> Method:
    """Read an algorithm's name or spec, and add a heuristic and options that are given separately.

    A heuristic is left out where the algorithm uses none. Raises ``SpecError`` for unknown names and values.
    """
    call = parse_spec(algorithm)
    spec = find_algorithm(call.name)
    if len(call.parts) > 1:
        raise SpecError(f"{spec.key} takes one heuristic, found {len(call.parts)}", hint="combine them: max(a, b)")
    if call.parts and heuristic is not None and _choose(call.parts[0]).text != choose_heuristic(heuristic).text:
        raise SpecError(f"two heuristics are named: one in {algorithm!r}, another separately", hint="name one of them")
    chosen: HeuristicChoice | None = None
    if spec.uses_heuristic:
        chosen = _choose(call.parts[0]) if call.parts else choose_heuristic(heuristic or DEFAULT_HEURISTIC)
    elif call.parts:
        raise SpecError(f"{spec.key} uses no heuristic, found {call.parts[0].text!r}")
    elif heuristic is not None:
        choose_heuristic(heuristic)  # it is left out, but an unknown name is still an error
    values = spec.complete_options({**call.options, **(options or {})})
    return Method(spec, tuple(values.items()), chosen)


def read_algorithm(text: str) -> tuple[AlgorithmSpec, dict[str, OptionValue]]:
    """The algorithm that the spec of a recorded run names, and its options. Raises ``SpecError`` if it names none.

    The heuristic is not looked up: a trace from an untrusted source may name a Python file, which must not be run.
    """
    call = parse_spec(text)
    spec = find_algorithm(call.name)
    return spec, spec.complete_options(call.options)


def choose_heuristic(heuristic: HeuristicLike) -> HeuristicChoice:
    """Read a heuristic's name, a spec such as ``max(manhattan, gaschnig)``, or ``path/to/file.py:name``."""
    if isinstance(heuristic, HeuristicChoice):
        return heuristic
    if isinstance(heuristic, str):
        return _choose(parse_spec(heuristic))
    return _choose_user(getattr(heuristic, "__qualname__", repr(heuristic)), heuristic)


def names_file(text: str) -> bool:
    """Whether a spec names a heuristic in a Python file, which choosing the heuristic runs."""
    return ".py:" in text


def _choose(call: SpecCall) -> HeuristicChoice:
    if names_file(call.name):
        return _choose_user(call.name, load_function(call.name))
    spec = find_heuristic(call.name)
    if call.options and not spec.options:
        raise SpecError(f"the heuristic {spec.key} takes no options, found {', '.join(call.options)}")
    if spec.takes_parts:
        return _choose_parts(spec, call)
    if call.parts:
        raise SpecError(f"the heuristic {spec.key} takes no arguments, found {call.text!r}")
    values = spec.complete_options(call.options)
    text = write_spec(spec.key, [], values, spec.complete_options({}))
    options = tuple(values.items())
    return HeuristicChoice(text, spec.admissible, spec.consistent, lambda goal: _build(spec, options, goal), spec)


def _choose_user(text: str, function: UserFunction | type[Heuristic]) -> HeuristicChoice:
    """A user's heuristic: neither admissible nor consistent, as far as is known."""
    return HeuristicChoice(text, False, False, lambda goal: UserHeuristic(goal, function, text))


def _choose_parts(spec: HeuristicSpec, call: SpecCall) -> HeuristicChoice:
    if not call.parts:
        raise SpecError(f"{spec.key} takes two or more heuristics, found none", hint="max(manhattan, gaschnig)")
    parts = [_choose(part) for part in call.parts]
    return HeuristicChoice(
        write_spec(spec.key, [part.text for part in parts], {}, {}),
        all(part.admissible for part in parts),
        all(part.consistent for part in parts),
        lambda goal: spec.load()([part.build(goal) for part in parts]),
        spec,
    )


@lru_cache(maxsize=4)
def _build(spec: HeuristicSpec, options: tuple[tuple[str, OptionValue], ...], goal: Board) -> Heuristic:
    """Construct the heuristic. It is immutable, so the next board with the same goal gets the same object."""
    heuristic: Heuristic = spec.load()(goal, **dict(options))
    return heuristic
