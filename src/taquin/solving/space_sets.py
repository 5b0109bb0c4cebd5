"""Puzzles of users by name, such as ``pancake.py:stacks(size=20, count=50)``, and methods on them.

A name is an object of a file (``path/to/file.py:name``), of an installed module (``package.module:name``), or an entry
point of the group ``taquin.spaces``. It is called with the options that follow it, and returns a space (``StateSpace``)
or several. A heuristic of a method is a method of the space, ``astar(gap)``, or a function of a state,
``astar(pancake.py:gap)``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, cast

from taquin.algorithms.user import SearchFunction
from taquin.errors import SpaceError, SpecError
from taquin.heuristics.user_code import describe, error_line, is_user_error, load_object, source_file
from taquin.puzzle.words import near_hint, shown, state_text
from taquin.run.run import Run
from taquin.solving.heuristic_choice import HeuristicChoice, own_choice
from taquin.solving.method import Method, choose_algorithm
from taquin.solving.spaces import SpaceResult, check_space, search_space
from taquin.solving.spec_text import parse_spec, write_spec
from taquin.solving.specs import Entry, Option
from taquin.system.user_calls import user_code

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "taquin.spaces"  # the group of entry points by which installed packages offer spaces
_OF_SPACES = ("is_goal", "successors", "predecessors", "reverse", "cost")  # methods that are no heuristics
_NAMED = re.compile(r"((?:.+?\.py|[\w.]+):[A-Za-z_]\w*|[A-Za-z_]\w*)(?:\s*+\(|\Z)")


@dataclass(frozen=True)
class SpaceInstance:
    """One space of a set. ``label`` and ``optimum`` of the space, if it has them, are known to reports."""

    set_name: str
    index: int  # its place in the set, from 1
    space: Any = field(compare=False, repr=False)  # a ``MoveSpace`` with methods of its own

    @property
    def label(self) -> str:
        return str(getattr(self.space, "label", ""))

    @property
    def optimum(self) -> float | None:
        optimum: float | None = getattr(self.space, "optimum", None)
        return optimum

    @property
    def start(self) -> str:
        return state_text(self.space.start)

    @property
    def goal(self) -> str | None:
        goal = getattr(self.space, "goal", None)
        return None if goal is None else state_text(goal)

    @property
    def file(self) -> str | None:
        return source_file(_source(parse_spec(self.set_name).name))

    def is_solved_by(self, moves: str) -> bool:
        """Whether these moves, as ``moves_text`` writes them, lead from the start to a goal."""
        state = self.space.start
        for word in moves.split():
            ways = [child for move, child in self.space.successors(state) if moves_text([move]) == word]
            if not ways:
                return False
            state = ways[0]
        return bool(self.space.is_goal(state))


def moves_text(moves: Iterable[object]) -> str:
    return " ".join("".join(str(move).split()) for move in moves)


def names_space(text: str) -> bool:
    """Whether a text names spaces of a user, rather than boards."""
    text = text.strip()
    named = _NAMED.match(text)
    if named is None or (named[0].endswith("(") and not text.endswith(")")):
        return False
    return ":" in named[1] or named[1] in _entry_points()


def code_of_space(text: str) -> str:
    """The Python file or the module whose code makes the spaces of this name, without running it."""
    return _source(parse_spec(text).name).rpartition(":")[0]


@cache
def _entry_points() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # slow to import

    return {point.name: point for point in entry_points(group=GROUP)}


def _source(name: str) -> str:
    return name if ":" in name else str(_entry_points()[name].value)


@lru_cache(maxsize=8)
def load_spaces(text: str) -> tuple[SpaceInstance, ...]:
    """The spaces of this name, at least one. Raises ``SpaceError`` or ``SpecError`` that says what is wrong."""
    call = parse_spec(text)
    if call.parts:
        raise SpecError(f"expected options such as size=10, found {shown(call.parts[0].text)} in {shown(text)}")
    make = load_object(_source(call.name), "a space", SpaceError)
    if not callable(make):
        raise SpaceError(f"expected a class or a function that makes spaces, found {describe(make)}")
    entry = Entry(key=call.name, name=call.name, summary="", implementation="", options=_options(make))
    values = entry.complete_options(call.options)
    made = _make(make, values)
    name = write_spec(call.name, [], entry.written_options(tuple(values.items())))
    spaces = made if isinstance(made, list) else [made]
    if not spaces:
        raise SpaceError(f"{name} made no space")
    for space in spaces:
        check_space(space)
    return tuple(SpaceInstance(name, index, space) for index, space in enumerate(spaces, start=1))


def _options(make: Callable[..., object]) -> tuple[Option, ...]:
    """The parameters, whose defaults say their types."""
    import inspect  # slow to import

    parameters = inspect.signature(make).parameters.values()
    for parameter in parameters:
        if not isinstance(parameter.default, str | int | float):
            raise SpaceError(
                f"{make.__qualname__} cannot be called: {parameter.name!r} is not an option with a default"
            )
    return tuple(Option(parameter.name, parameter.default, "an option of your own") for parameter in parameters)


def _make(make: Callable[..., object], values: Mapping[str, object]) -> object:
    try:
        with user_code():
            made = make(**values)
            return made if hasattr(made, "successors") else list(cast("Iterable[object]", made))
    except BaseException as error:
        if not is_user_error(error):
            raise
        raise SpaceError(f"{error_line(error, make)}: no space was made: {describe(error)}") from error


def choose_space_method(
    algorithm: str | SearchFunction,
    heuristic: str | Callable[[Any], float] | None = None,
    options: Mapping[str, str] | None = None,
) -> Method:
    """The method of a spec or function for a space of a user. Raises ``SpecError`` for unknown names and values.

    ``heuristic`` is for an algorithm that uses one and whose spec names none.
    """
    spec, call = choose_algorithm(algorithm)
    values = spec.complete_options({**call.options, **(options or {})})
    if len(call.parts) > 1 or (call.parts and not spec.uses_heuristic):
        expected = "one heuristic" if spec.uses_heuristic else "no heuristic"
        raise SpecError(f"{spec.key} takes {expected}, found {', '.join(part.text for part in call.parts)}")
    if not call.parts and (heuristic is None or not spec.uses_heuristic):
        return Method(spec, tuple(values.items()), None)
    if not call.parts and callable(heuristic):
        name = getattr(heuristic, "__name__", type(heuristic).__name__)
        return Method(spec, tuple(values.items()), HeuristicChoice(None, name=name, own=heuristic))
    if not isinstance(heuristic, str | None):
        raise SpecError(f"expected a heuristic, found {shown(heuristic)}", hint="a name, or a function of a state")
    named = call.parts[0] if call.parts else parse_spec(heuristic or "")
    return Method(spec, tuple(values.items()), own_choice(named))


def run_on_space(instance: SpaceInstance, method: Method, run: Run, backend: str = "auto") -> SpaceResult[Any, Any]:
    space, choice = instance.space, method.heuristic
    heuristic = backward = None
    if choice is not None:
        heuristic = _find_estimate(space, choice.name) if choice.own is None else cast("Any", choice.own)
        if method.algorithm.is_bidirectional:
            backward = getattr(space, f"backward_{choice.name.rpartition(':')[2]}", None)
    is_sound = choice is not None and method.is_heuristic_sound
    return search_space(space, method, heuristic, backward, run, is_sound=is_sound, backend=backend)


def _find_estimate(space: object, name: str) -> Any:
    if ":" in name:
        return load_object(name, "a heuristic", SpaceError)
    estimate = getattr(space, name, None)
    if not callable(estimate):
        kind = type(space)
        own = [
            method
            for method in dir(kind)
            if method[0] != "_" and method not in _OF_SPACES and callable(getattr(kind, method))
        ]
        otherwise = "write it as a method of the space that takes a state, or name a function: file.py:function"
        raise SpecError(f"{kind.__name__} has no heuristic {shown(name)}", hint=near_hint(name, own, otherwise))
    return estimate
