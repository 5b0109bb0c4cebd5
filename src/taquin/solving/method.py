"""Methods: an algorithm with its options and a heuristic, from text such as ``wastar(manhattan, weight=2)``.

The text of a method reads back as the same method: it is the ``spec`` that reproduces a run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from taquin.errors import SpecError
from taquin.heuristics.base import Heuristic
from taquin.heuristics.user import UserFunction, UserHeuristic, load_function
from taquin.puzzle.board import Board
from taquin.solving.registry import AlgorithmSpec, HeuristicSpec, OptionValue, find_algorithm, find_heuristic

HeuristicLike: TypeAlias = "str | HeuristicChoice | UserFunction | type[Heuristic]"
"""What names a heuristic: text, or a user's own function of (board, goal), or a class derived from ``Heuristic``."""

DEFAULT_HEURISTIC = "manhattan"
_LONGEST_SPEC = 1000  # keeps nested parentheses far from the recursion limit


@dataclass(frozen=True)
class HeuristicChoice:
    """A heuristic that is chosen but not yet made for a goal."""

    text: str
    admissible: bool
    consistent: bool
    build: Callable[[Board], Heuristic] = field(compare=False)


@dataclass(frozen=True)
class Method:
    """An algorithm, its options, and its heuristic if it uses one."""

    algorithm: AlgorithmSpec
    options: tuple[tuple[str, OptionValue], ...]
    heuristic: HeuristicChoice | None

    @property
    def text(self) -> str:
        """The text that reads back as this method; options at their defaults are left out."""
        defaults = {option.name: option.default for option in self.algorithm.options}
        arguments = [] if self.heuristic is None else [self.heuristic.text]
        arguments += [f"{name}={_write(value)}" for name, value in self.options if value != defaults[name]]
        return f"{self.algorithm.key}({', '.join(arguments)})" if arguments else self.algorithm.key

    def __str__(self) -> str:
        return self.text


def choose_method(
    algorithm: str, heuristic: HeuristicLike | None = None, options: Mapping[str, object] | None = None
) -> Method:
    """Read an algorithm's name or spec, and add a heuristic and options given apart.

    A heuristic is left out where the algorithm uses none. Raises ``SpecError`` for unknown names and values.
    """
    call = _parse(algorithm)
    spec = find_algorithm(call.name)
    if len(call.parts) > 1:
        raise SpecError(f"{spec.key} takes one heuristic, found {len(call.parts)}", hint="combine them: max(a, b)")
    if call.parts and heuristic is not None and _choose(call.parts[0]).text != choose_heuristic(heuristic).text:
        raise SpecError(f"two heuristics are named: one in {algorithm!r}, another apart", hint="name one of them")
    chosen: HeuristicChoice | None = None
    if spec.uses_heuristic:
        chosen = _choose(call.parts[0]) if call.parts else choose_heuristic(heuristic or DEFAULT_HEURISTIC)
    elif call.parts:
        raise SpecError(f"{spec.key} uses no heuristic, found {call.parts[0].text!r}")
    elif heuristic is not None:
        choose_heuristic(heuristic)  # it is left out, but a wrong name is still a mistake
    values: dict[str, OptionValue] = {option.name: option.default for option in spec.options}
    for name, value in {**call.options, **(options or {})}.items():
        option = spec.option(name)
        values[option.name] = option.convert(value)
    return Method(spec, tuple(values.items()), chosen)


def choose_heuristic(heuristic: HeuristicLike) -> HeuristicChoice:
    """Read a heuristic's name, a spec such as ``max(manhattan, gaschnig)``, or ``path/to/file.py:name``."""
    if isinstance(heuristic, HeuristicChoice):
        return heuristic
    if isinstance(heuristic, str):
        return _choose(_parse(heuristic))
    text = getattr(heuristic, "__qualname__", repr(heuristic))
    return _claim_nothing(text, heuristic)


def _claim_nothing(text: str, function: UserFunction | type[Heuristic]) -> HeuristicChoice:
    """A user's own: nothing is known of it."""
    return HeuristicChoice(text, False, False, lambda goal: UserHeuristic(goal, function, text))


@dataclass(frozen=True)
class _Call:
    """``name(part, …, option=value, …)``, parsed."""

    text: str
    name: str
    parts: tuple[_Call, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)


def _choose(call: _Call) -> HeuristicChoice:
    if ".py:" in call.name:
        return _claim_nothing(call.name, load_function(call.name))
    spec = find_heuristic(call.name)
    if call.options and not spec.options:
        raise SpecError(f"the heuristic {spec.key} takes no options, found {', '.join(call.options)}")
    if spec.takes_parts:
        return _choose_parts(spec, call)
    if call.parts:
        raise SpecError(f"the heuristic {spec.key} takes no arguments, found {call.text!r}")
    if spec.options:
        return _choose_options(spec, call)
    return HeuristicChoice(spec.key, spec.admissible, spec.consistent, lambda goal: _build(spec, (), goal))


def _choose_options(spec: HeuristicSpec, call: _Call) -> HeuristicChoice:
    values = {option.name: option.default for option in spec.options}
    for name, text in call.options.items():
        option = spec.option(name)
        values[option.name] = option.convert(text)
    given = [f"{option.name}={_write(values[option.name])}" for option in spec.options]
    changed = [text for text, option in zip(given, spec.options, strict=True) if values[option.name] != option.default]
    return HeuristicChoice(
        f"{spec.key}({', '.join(changed)})" if changed else spec.key,
        spec.admissible,
        spec.consistent,
        lambda goal: _build(spec, tuple(values.items()), goal),
    )


@lru_cache(maxsize=4)
def _build(spec: HeuristicSpec, values: tuple[tuple[str, OptionValue], ...], goal: Board) -> Heuristic:
    """Heuristics are values: the next board with the same goal takes the same one."""
    heuristic: Heuristic = spec.load()(goal, **dict(values))
    return heuristic


def _choose_parts(spec: HeuristicSpec, call: _Call) -> HeuristicChoice:
    if not call.parts:
        raise SpecError(f"{spec.key} takes two or more heuristics, found none", hint="max(manhattan, gaschnig)")
    parts = [_choose(part) for part in call.parts]
    return HeuristicChoice(
        f"{spec.key}({', '.join(part.text for part in parts)})",
        all(part.admissible for part in parts),
        all(part.consistent for part in parts),
        lambda goal: spec.load()([part.build(goal) for part in parts]),
    )


@lru_cache(maxsize=64)
def _parse(text: str) -> _Call:
    """Read ``name`` or ``name(argument, …)``."""
    if len(text) > _LONGEST_SPEC:
        raise SpecError(f"expected a spec of at most {_LONGEST_SPEC} characters, found {len(text)}")
    call, rest = _parse_call(text.strip())
    if rest:
        raise SpecError(f"expected the end of the spec, found {rest!r} in {text!r}")
    return call


def _parse_call(text: str) -> tuple[_Call, str]:
    """Read one call from the front of the text; return it and what follows."""
    match = re.match(r"\s*([^(),=]+)", text)
    if match is None:
        raise SpecError(f"expected a name such as astar or wastar(manhattan, weight=2), found {text!r}")
    name, rest = match[1].strip(), text[match.end() :]
    if not rest.startswith("("):
        return _Call(name, name), rest.strip()
    rest = rest[1:].strip()
    parts: list[_Call] = []
    options: dict[str, str] = {}
    while not rest.startswith(")"):
        option = re.match(r"\s*([A-Za-z_-]+)\s*=\s*([^(),=]+?)\s*(?=[,)])", rest)
        if option is not None:
            if option[1] in options:
                raise SpecError(f"the option {option[1]} is given twice in {text!r}")
            options[option[1]] = option[2]
            rest = rest[option.end() :]
        else:
            part, rest = _parse_call(rest)
            parts.append(part)
        rest = rest.strip()
        if rest.startswith(","):
            rest = rest[1:].strip()
        elif not rest.startswith(")"):
            raise SpecError(f"expected ',' or ')' in {text!r}, found {rest[:1] or 'the end'!r}")
    return _Call(text[: len(text) - len(rest) + 1], name, tuple(parts), options), rest[1:].strip()


def _write(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
