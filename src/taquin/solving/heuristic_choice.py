"""Heuristics as a method has them: chosen by name, by a file or by a function, and constructed for a goal later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, SupportsIndex, TypeAlias

from taquin.errors import HeuristicError, SpecError
from taquin.heuristics.base import Heuristic
from taquin.heuristics.maximum import Maximum
from taquin.heuristics.pattern_database import PatternDatabases
from taquin.heuristics.slides import InSlides, has_slide_databases, make_slide_databases
from taquin.heuristics.user import UserFunction, UserHeuristic, load_function
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.slides import Metric
from taquin.puzzle.words import shown
from taquin.solving.registry import HEURISTICS, find_heuristic
from taquin.solving.spec_text import SpecCall, check_function_named, names_file, parse_spec, write_spec
from taquin.solving.specs import HeuristicSpec, Option, Options, OptionValue
from taquin.tables.pdb.pattern import MAXIMUM_CELLS


@dataclass(frozen=True)
class HeuristicChoice:
    """A heuristic that is chosen but not yet constructed for a goal."""

    spec: HeuristicSpec | None  # the registry's entry; None for a heuristic of the caller
    options: Options = ()
    parts: tuple[HeuristicChoice, ...] = ()  # the heuristics of a maximum
    name: str = ""  # the caller's heuristic: ``path/to/file.py:name``, or the name of a function
    is_declared_admissible: bool = False  # whether the caller says that their heuristic never overestimates
    own: UserFunction | type[Heuristic] | None = field(default=None, compare=False)  # the caller's function or class
    made: Heuristic | None = field(default=None, compare=False)
    """The caller's heuristic, already constructed for one goal."""

    @cached_property
    def text(self) -> str:
        """The text that reads back as this heuristic; options at their defaults are left out."""
        if self.spec is None:
            return f"{self.name}(admissible=true)" if self.is_declared_admissible else self.name
        options = dict(self.spec.written_options(self.options))
        argument = [str(options.pop(self.spec.argument))] if self.spec.argument in options else []
        return write_spec(self.spec.key, [part.text for part in self.parts] + argument, options)

    @property
    def title(self) -> str:
        """The heuristic as people write it: "Manhattan"."""
        if self.spec is None:
            return self.text
        if self.parts:
            return f"{self.spec.key}({', '.join(part.title for part in self.parts)})"
        return self.spec.title + self.spec.options_title(self.options)

    @property
    def admissible(self) -> bool:
        """Whether it never overestimates, by a proof or by the caller's word."""
        if self.spec is None:
            return self.is_declared_admissible
        return self.spec.admissible and all(part.admissible for part in self.parts)

    @property
    def consistent(self) -> bool:
        """Whether it falls by at most 1 with each move, by a proof."""
        return self.spec is not None and self.spec.consistent and all(part.consistent for part in self.parts)

    @property
    def is_own(self) -> bool:
        return self.spec is None or any(part.is_own for part in self.parts)

    @property
    def own_names(self) -> list[str]:
        return [self.name] if self.spec is None else [name for part in self.parts for name in part.own_names]

    def build(self, goal: Board, metric: Metric = Metric.MOVES) -> Heuristic:
        """Construct the heuristic for a goal, as a lower bound in this metric if it is admissible.

        In slides, ``pdb`` has databases of its own where they exist, and every other heuristic of Taquin is divided by
        the length of the longest slide. A heuristic of a user is not changed: it estimates in the metric of the run.
        """
        if metric is Metric.SLIDES and self.spec is not None:
            if self.parts:
                return Maximum([part.build(goal, metric) for part in self.parts])
            if self.spec.key == "pdb" and has_slide_databases(goal.shape):
                self._refuse_options()
                return make_slide_databases(goal)
            return InSlides(self.build(goal))
        if self.made is not None:
            if goal != self.made.goal:
                raise HeuristicError(
                    f"{self.text} was constructed for the goal {one_line(self.made.goal)}, not for {one_line(goal)}"
                )
            self.made.check_tables()
            return self.made if self.spec is not None else UserHeuristic(goal, self.made)
        if self.own is not None:
            return UserHeuristic(goal, self.own, self.name)
        assert self.spec is not None, self.name
        if self.parts:
            heuristic: Heuristic = self.spec.load()([part.build(goal) for part in self.parts])
            return heuristic
        return _build_intact(self.spec, self.options, goal)

    def _refuse_options(self) -> None:
        assert self.spec is not None, self.name
        if changed := self.spec.written_options(self.options):
            raise SpecError(
                f"the databases for slides take no options, found {', '.join(changed)}", hint="leave them out"
            )

    def resolved(self, goal: Board, prefer: Callable[[Board], str]) -> HeuristicChoice:
        """The same with the partition that ``auto`` stands for: ``prefer`` chooses it."""
        if self.parts:
            return replace(self, parts=tuple(part.resolved(goal, prefer) for part in self.parts))
        options = dict(self.options)
        if options.get("partition") != "auto" or goal.shape.cells > MAXIMUM_CELLS:
            return self
        return replace(self, options=tuple({**options, "partition": prefer(goal)}.items()))

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        """Pickle a heuristic in a file by its text: another process has to run the file."""
        if self.own is not None and names_file(self.name):
            return choose_heuristic, (self.text,)
        return super().__reduce_ex__(protocol)


def _build_intact(spec: HeuristicSpec, options: Options, goal: Board) -> Heuristic:
    """The heuristic for this goal, constructed again if a table file of the cached one was changed."""
    heuristic = _build(spec, options, goal)
    if heuristic.has_intact_tables:
        return heuristic
    _build.cache_clear()
    return _build(spec, options, goal)


@lru_cache(maxsize=4)
def _build(spec: HeuristicSpec, options: Options, goal: Board) -> Heuristic:
    """Construct the heuristic. It is immutable, so the next board with the same goal gets the same object."""
    heuristic: Heuristic = spec.load()(goal, **dict(options))
    return heuristic


HeuristicLike: TypeAlias = str | HeuristicChoice | UserFunction | type[Heuristic] | Heuristic
"""A heuristic as callers give it: text, a function of (board, goal) or (board), a class derived from ``Heuristic``, or
an object of one, constructed for the goal."""


def make_heuristic(key: str, options: Mapping[str, OptionValue] | None = None) -> HeuristicChoice:
    """A heuristic that the program itself names, by its key in the registry."""
    spec = find_heuristic(key)
    return HeuristicChoice(spec, tuple(spec.complete_options(options or {}).items()))


def choose_heuristic(heuristic: HeuristicLike | SpecCall) -> HeuristicChoice:
    """Convert a heuristic: a name, a spec such as ``max(manhattan, gaschnig)``, ``path/to/file.py:name``, a function.

    A class of the registry is the same choice as its name.

    >>> from taquin.heuristics.manhattan import Manhattan
    >>> choose_heuristic("taxicab").text, choose_heuristic("manhattan") == choose_heuristic(Manhattan)
    ('manhattan', True)
    """
    if isinstance(heuristic, HeuristicChoice):
        return heuristic
    if isinstance(heuristic, str):
        heuristic = parse_spec(heuristic)
    if isinstance(heuristic, SpecCall):
        return _choose_named(heuristic)
    if isinstance(heuristic, Heuristic):
        return _choose_object(heuristic)
    if isinstance(heuristic, type):
        name = f"{heuristic.__module__}:{heuristic.__qualname__}"
        for spec in HEURISTICS:
            if spec.implementation == name and not spec.takes_parts:
                return make_heuristic(spec.key)
    elif not callable(heuristic):
        raise SpecError(
            f"expected a heuristic, found {shown(heuristic)}",
            hint="a name such as 'manhattan', or a function of (board, goal)",
        )
    return HeuristicChoice(None, name=getattr(heuristic, "__qualname__", repr(heuristic)), own=heuristic)


def _choose_object(heuristic: Heuristic) -> HeuristicChoice:
    """A heuristic that is already constructed, and so made for one goal. It has the claims of its class."""
    match heuristic:
        case Maximum():
            choice = HeuristicChoice(find_heuristic("max"), parts=tuple(map(_choose_object, heuristic.parts)))
        case PatternDatabases():
            partition, symmetry = heuristic.partition.text, heuristic.has_symmetry
            choice = make_heuristic("pdb", {"partition": partition, "symmetry": symmetry})
        case _:
            choice = choose_heuristic(type(heuristic))
    return replace(choice, own=None, made=heuristic)


def _choose_named(call: SpecCall) -> HeuristicChoice:
    if names_file(call.name):
        return replace(own_choice(call), own=load_function(call.name))
    check_function_named(call)
    spec = find_heuristic(call.name)
    if call.options and not spec.options:
        raise SpecError(f"the heuristic {spec.key} takes no options, found {', '.join(call.options)}")
    if spec.takes_parts:
        if not call.parts:
            raise SpecError(f"{spec.key} takes two or more heuristics, found none", hint="max(manhattan, gaschnig)")
        return HeuristicChoice(spec, parts=tuple(map(_choose_named, call.parts)))
    values = spec.complete_options({**_read_argument(spec, call), **call.options})
    return HeuristicChoice(spec, tuple(values.items()))


def _read_argument(spec: HeuristicSpec, call: SpecCall) -> dict[str, str]:
    if not call.parts:
        return {}
    if spec.argument is None:
        raise SpecError(f"the heuristic {spec.key} takes no arguments, found {shown(call.text)}")
    if len(call.parts) > 1 or spec.argument in call.options:
        raise SpecError(f"the option {spec.argument} is given twice in {shown(call.text)}")
    return {spec.argument: call.parts[0].text}


_DECLARATION = Option("admissible", False, "whether the heuristic never overestimates, as `taquin examine` proves")


def own_choice(call: SpecCall) -> HeuristicChoice:
    """The heuristic of a user that a spec names; it is not loaded."""
    if call.parts or set(call.options) - {_DECLARATION.name}:
        raise SpecError(f"a heuristic of your own takes only the option admissible, found {shown(call.text)}")
    is_admissible = bool(_DECLARATION.convert(call.options.get(_DECLARATION.name, False)))
    return HeuristicChoice(None, name=call.name, is_declared_admissible=is_admissible)


def declare_admissible(choice: HeuristicChoice) -> HeuristicChoice:
    """Declare that a user's heuristic never overestimates: its bounds count as proven.

    A heuristic of Taquin is returned unchanged. ``examine`` proves the claim on small boards.

    >>> def rows(board, goal): ...
    >>> choice = declare_admissible(choose_heuristic(rows))
    >>> choice.text, choice.admissible
    ('rows(admissible=true)', True)
    """
    return choice if choice.spec is not None else replace(choice, is_declared_admissible=True)
