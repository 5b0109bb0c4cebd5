"""Methods: an algorithm with its options and a heuristic, from text such as ``wastar(manhattan, weight=2)``.

The text of a method reads back as the same method: it is the ``spec`` that reproduces a run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeAlias

from taquin.algorithms.user import SearchFunction, UserAlgorithm
from taquin.errors import HeuristicError, SpecError
from taquin.heuristics.base import Heuristic
from taquin.heuristics.maximum import Maximum
from taquin.heuristics.pattern_database import PatternDatabases
from taquin.heuristics.user import UserFunction, UserHeuristic, load_function
from taquin.puzzle.board import Board
from taquin.puzzle.words import shown
from taquin.run.result import one_line
from taquin.solving.registry import (
    HEURISTICS,
    AlgorithmSpec,
    HeuristicSpec,
    Option,
    OptionValue,
    find_algorithm,
    find_heuristic,
)
from taquin.solving.spec_text import SpecCall, parse_spec, write_spec

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
    parts: tuple[HeuristicChoice, ...] = ()
    """The heuristics of a maximum."""

    @property
    def is_own(self) -> bool:
        """Whether it calls code of a user."""
        return self.spec is None or any(part.is_own for part in self.parts)


HeuristicLike: TypeAlias = str | HeuristicChoice | UserFunction | type[Heuristic] | Heuristic
"""A heuristic as callers give it: text, a function of (board, goal) or (board), a class derived from ``Heuristic``, or
an object of one, constructed for the goal."""


@dataclass(frozen=True)
class Method:
    """An algorithm, its options, and its heuristic if it uses one."""

    algorithm: AlgorithmSpec
    options: tuple[tuple[str, OptionValue], ...]
    heuristic: HeuristicChoice | None

    @property
    def is_own(self) -> bool:
        """Whether it calls code of a user."""
        return self.algorithm.own is not None or (self.heuristic is not None and self.heuristic.is_own)

    @property
    def text(self) -> str:
        """The text that reads back as this method; options at their defaults are left out."""
        parts = [] if self.heuristic is None else [self.heuristic.text]
        return write_spec(self.algorithm.key, parts, dict(self.options), self.algorithm.complete_options({}))

    def __str__(self) -> str:
        return self.text


AlgorithmLike: TypeAlias = str | Method | SearchFunction
"""An algorithm as callers give it: a name, a spec such as ``wastar(manhattan, weight=2)``, ``path/to/file.py:name``, a
function of (space), or a method."""


def choose_method(
    algorithm: AlgorithmLike, heuristic: HeuristicLike | None = None, options: Mapping[str, object] | None = None
) -> Method:
    """Convert an algorithm's name or spec, and add a heuristic and options that are given separately.

    A heuristic is left out where the algorithm uses none. Raises ``SpecError`` for unknown names and values.
    """
    if isinstance(algorithm, Method):
        return _change(algorithm, heuristic, options)
    spec, call = choose_algorithm(algorithm)
    if len(call.parts) > 1:
        raise SpecError(f"{spec.key} takes one heuristic, found {len(call.parts)}", hint="combine them: max(a, b)")
    if call.parts and heuristic is not None and _choose(call.parts[0]).text != choose_heuristic(heuristic).text:
        raise SpecError(
            f"two heuristics are named: one in {shown(algorithm)}, another separately", hint="name one of them"
        )
    chosen: HeuristicChoice | None = None
    if spec.uses_heuristic:
        chosen = _choose(call.parts[0]) if call.parts else choose_heuristic(heuristic or DEFAULT_HEURISTIC)
    elif call.parts:
        raise SpecError(f"{spec.key} uses no heuristic, found {shown(call.parts[0].text)}")
    elif heuristic is not None:
        choose_heuristic(heuristic)  # it is left out, but an unknown name is still an error
    values = spec.complete_options({**call.options, **as_options(options)})
    return Method(spec, tuple(values.items()), chosen)


def as_options(options: object) -> Mapping[str, object]:
    """Options as callers give them; None is none. Raises ``SpecError`` unless they are names with values."""
    if options is None:
        return {}
    if isinstance(options, Mapping) and all(isinstance(name, str) for name in options):
        return options
    raise SpecError(f"expected options such as {{'weight': 2}}, found {shown(options)}")


def choose_algorithm(algorithm: str | SearchFunction) -> tuple[AlgorithmSpec, SpecCall]:
    """Convert an algorithm's name or spec, ``path/to/file.py:name``, or a function of the caller.

    The second value has the heuristic and the options of a spec, which are not looked up.
    """
    if isinstance(algorithm, str):
        call = parse_spec(algorithm)
        if names_file(call.name):
            return _own_spec(UserAlgorithm.load(call.name)), call
        if call.name.endswith(".py"):
            raise SpecError(f"expected a function in a file, such as {call.name}:name, found {shown(call.name)} alone")
        return find_algorithm(call.name), call
    if not callable(algorithm):
        raise SpecError(
            f"expected an algorithm, found {shown(algorithm)}", hint="such as 'astar', or a function of (space)"
        )
    own = _own_spec(UserAlgorithm.from_function(algorithm))
    return own, SpecCall(own.key, own.key)


def _own_spec(own: UserAlgorithm) -> AlgorithmSpec:
    """What the registry would say of a caller's function. Nothing is known of its guarantees."""
    return AlgorithmSpec(
        key=own.name,
        name=own.name,
        implementation="",
        lesson="",
        summary="an algorithm of your own",
        complete="unknown",
        optimal="unknown",
        memory="unknown",
        uses_heuristic=own.uses_heuristic,
        options=tuple(Option(name, default, "an option of your own") for name, default in own.options),
        takes_costs=True,
        own=own,
    )


def _change(method: Method, heuristic: HeuristicLike | None, options: Mapping[str, object] | None) -> Method:
    """The method with another heuristic and other options, where they are given."""
    if heuristic is not None and method.algorithm.uses_heuristic:
        method = replace(method, heuristic=choose_heuristic(heuristic))
    if as_options(options):
        values = method.algorithm.complete_options({**dict(method.options), **as_options(options)})
        method = replace(method, options=tuple(values.items()))
    return method


def read_algorithm(text: str) -> tuple[AlgorithmSpec, dict[str, OptionValue]]:
    """The algorithm that the spec of a recorded run names, and its options. Raises ``SpecError`` if it names none.

    The heuristic is not looked up: a trace from an untrusted source may name a Python file, which must not be run.
    """
    call = parse_spec(text)
    if names_file(call.name):
        raise SpecError(f"{call.name} is an algorithm in a file, which is not run")
    spec = find_algorithm(call.name)
    return spec, spec.complete_options(call.options)


def choose_heuristic(heuristic: HeuristicLike) -> HeuristicChoice:
    """Convert a heuristic: a name, a spec such as ``max(manhattan, gaschnig)``, ``path/to/file.py:name``, a function.

    A class of the registry is the same choice as its name.

    >>> from taquin.heuristics.manhattan import Manhattan
    >>> choose_heuristic("taxicab").text, choose_heuristic("manhattan") == choose_heuristic(Manhattan)
    ('manhattan', True)
    """
    if isinstance(heuristic, HeuristicChoice):
        return heuristic
    if isinstance(heuristic, str):
        return _choose(parse_spec(heuristic))
    if isinstance(heuristic, Heuristic):
        return _choose_object(heuristic)
    if isinstance(heuristic, type):
        name = f"{heuristic.__module__}:{heuristic.__qualname__}"
        for spec in HEURISTICS:
            if spec.implementation == name and not spec.takes_parts:
                return _choose(parse_spec(spec.key))
    elif not callable(heuristic):
        raise SpecError(
            f"expected a heuristic, found {shown(heuristic)}",
            hint="a name such as 'manhattan', or a function of (board, goal)",
        )
    return _choose_user(getattr(heuristic, "__qualname__", repr(heuristic)), heuristic)


def _choose_object(heuristic: Heuristic) -> HeuristicChoice:
    """A heuristic that is already constructed, and so made for one goal. What is known of its class is known of it."""
    match heuristic:
        case Maximum():
            choice = _combine(find_heuristic("max"), [_choose_object(part) for part in heuristic.parts])
        case PatternDatabases():
            symmetry = "" if heuristic.has_symmetry else ", symmetry=false"
            choice = choose_heuristic(f"pdb(partition={heuristic.partition.text}{symmetry})")
        case _:
            choice = choose_heuristic(type(heuristic))

    def build(goal: Board) -> Heuristic:
        if goal != heuristic.goal:
            raise HeuristicError(
                f"{choice.text} was constructed for the goal {one_line(heuristic.goal)}, not for {one_line(goal)}"
            )
        heuristic.check_tables()
        return heuristic if choice.spec is not None else UserHeuristic(goal, heuristic)

    return replace(choice, build=build)


def names_file(text: str) -> bool:
    """Whether a spec names a heuristic in a Python file, which choosing the heuristic runs."""
    return ".py:" in text


def _choose(call: SpecCall) -> HeuristicChoice:
    if names_file(call.name):
        declared = _DECLARATION.convert(call.options.get(_DECLARATION.name, False))
        if call.parts or set(call.options) - {_DECLARATION.name}:
            raise SpecError(f"a heuristic of your own takes only the option admissible, found {shown(call.text)}")
        choice = _choose_user(call.name, load_function(call.name))
        return declare_admissible(choice) if declared else choice
    if call.name.endswith(".py"):
        raise SpecError(f"expected a function in a file, such as {call.name}:name, found {shown(call.name)} alone")
    spec = find_heuristic(call.name)
    if call.options and not spec.options:
        raise SpecError(f"the heuristic {spec.key} takes no options, found {', '.join(call.options)}")
    if spec.takes_parts:
        return _choose_parts(spec, call)
    values = spec.complete_options({**_read_argument(spec, call), **call.options})
    text = write_spec(spec.key, [], values, spec.complete_options({}))
    options = tuple(values.items())
    return HeuristicChoice(
        text, spec.admissible, spec.consistent, lambda goal: _build_intact(spec, options, goal), spec
    )


def _read_argument(spec: HeuristicSpec, call: SpecCall) -> dict[str, str]:
    """The option that an argument without a name sets."""
    if not call.parts:
        return {}
    if spec.argument is None:
        raise SpecError(f"the heuristic {spec.key} takes no arguments, found {shown(call.text)}")
    if len(call.parts) > 1 or spec.argument in call.options:
        raise SpecError(f"the option {spec.argument} is given twice in {shown(call.text)}")
    return {spec.argument: call.parts[0].text}


def _choose_user(text: str, function: UserFunction | type[Heuristic]) -> HeuristicChoice:
    """A user's heuristic: neither admissible nor consistent, as far as is known."""
    return HeuristicChoice(text, False, False, lambda goal: UserHeuristic(goal, function, text))


_DECLARATION = Option("admissible", False, "whether the heuristic never overestimates, as `taquin examine` proves")


def declare_admissible(choice: HeuristicChoice) -> HeuristicChoice:
    """A user's heuristic of which the user says that it never overestimates: its bounds count as proven.

    A heuristic of Taquin is returned as it is. ``examine`` proves the claim on small boards.

    >>> def rows(board, goal): ...
    >>> choice = declare_admissible(choose_heuristic(rows))
    >>> choice.text, choice.admissible
    ('rows(admissible=true)', True)
    """
    if choice.admissible or choice.spec is not None:
        return choice
    return replace(choice, text=f"{choice.text}(admissible=true)", admissible=True)


def _choose_parts(spec: HeuristicSpec, call: SpecCall) -> HeuristicChoice:
    if not call.parts:
        raise SpecError(f"{spec.key} takes two or more heuristics, found none", hint="max(manhattan, gaschnig)")
    return _combine(spec, [_choose(part) for part in call.parts])


def _combine(spec: HeuristicSpec, parts: list[HeuristicChoice]) -> HeuristicChoice:
    return HeuristicChoice(
        write_spec(spec.key, [part.text for part in parts], {}, {}),
        all(part.admissible for part in parts),
        all(part.consistent for part in parts),
        lambda goal: spec.load()([part.build(goal) for part in parts]),
        spec,
        tuple(parts),
    )


def _build_intact(spec: HeuristicSpec, options: tuple[tuple[str, OptionValue], ...], goal: Board) -> Heuristic:
    """The heuristic for this goal, constructed again if a table file of the cached one was changed."""
    heuristic = _build(spec, options, goal)
    if heuristic.has_intact_tables:
        return heuristic
    _build.cache_clear()
    return _build(spec, options, goal)


@lru_cache(maxsize=4)
def _build(spec: HeuristicSpec, options: tuple[tuple[str, OptionValue], ...], goal: Board) -> Heuristic:
    """Construct the heuristic. It is immutable, so the next board with the same goal gets the same object."""
    heuristic: Heuristic = spec.load()(goal, **dict(options))
    return heuristic
