"""The types of the registry: algorithms, heuristics and their options.

Implementations are named by text, so that importing the registry loads no search.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from taquin.errors import SpecError, TaquinWarning
from taquin.puzzle.arguments import LARGEST, LARGEST_REAL, check_real, check_whole
from taquin.puzzle.geometry import Shape
from taquin.puzzle.words import near_hint, shown
from taquin.trace.ordering import Order, SearchRules, StoredNodes

if TYPE_CHECKING:
    from taquin.algorithms.user import UserAlgorithm

OptionValue: TypeAlias = str | int | float | bool
Options: TypeAlias = tuple[tuple[str, OptionValue], ...]  # every option with its value


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition on another option: it has this value, or with ``is_other`` any other value."""

    option: str
    value: OptionValue
    is_other: bool = False

    def holds(self, options: Mapping[str, OptionValue]) -> bool:
        return (options[self.option] == self.value) is not self.is_other


@dataclass(frozen=True, slots=True)
class Option:
    """One option of an algorithm or a heuristic; its type is the type of its default."""

    name: str
    default: OptionValue
    summary: str
    choices: tuple[str, ...] = ()
    choice_words: tuple[str, ...] = ()  # the choices in words, where their names are not words
    synonyms: tuple[tuple[str, str], ...] = ()  # other names of choices, and the choices
    minimum: float | None = None
    maximum: float | None = None
    is_lowered: bool = False  # whether a value above the maximum is lowered to it, with a ``TaquinWarning``
    used_if: tuple[Condition, ...] = ()  # the option has an effect if one of these holds; always, if there are none
    is_native: bool = False  # whether only the native core uses it

    def is_used(self, options: Mapping[str, OptionValue]) -> bool:
        return not self.used_if or any(condition.holds(options) for condition in self.used_if)

    def convert(self, value: object) -> OptionValue:
        """Check a value, or read it from text. Raises ``SpecError`` that says what was expected."""
        kind = type(self.default)
        written = str(value).strip().lower() if isinstance(value, str | bool) else shown(value)
        if self.choices:
            text = written.replace("_", "-")
            text = dict(self.synonyms).get(text, text)
            if text in self.choices:
                return text
            raise SpecError(
                f"expected {self.name} to be one of {', '.join(self.choices)}, found {shown(value)}",
                hint=near_hint(text, self.choices),
            )
        if kind is bool:
            words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
            if written in words:
                return words[written]
            raise SpecError(f"expected {self.name} to be true or false, found {shown(value)}")
        if kind is str:
            if not isinstance(value, str | Real):
                raise SpecError(f"expected {self.name} to be text, found {written}")
            return " ".join(str(value).split())
        if kind is int:
            return self._convert_whole(value)
        if re.fullmatch(r"[0-9.]+\s*%", written):
            ratio = float(written.rstrip(" %")) / 100 + (self.minimum == 1)
            raise SpecError(
                f"expected {self.name} to be a number, found {shown(value)}", hint=f"write {self.name}={ratio:g}"
            )
        number = check_real(self.name, value, least=self._least, most=self._most(LARGEST_REAL), takes_text=True)
        return int(number) if abs(number) <= LARGEST and number == int(number) else number

    def _convert_whole(self, value: object) -> int:
        most = int(self._most(LARGEST))
        number = check_whole(
            self.name, value, least=int(self._least), most=LARGEST if self.is_lowered else most, takes_text=True
        )
        if number > most:
            warnings.warn(f"{self.name} is lowered from {number} to {most}, the maximum", TaquinWarning, stacklevel=2)
        return min(number, most)

    @property
    def _least(self) -> float:
        return -LARGEST if self.minimum is None else self.minimum

    def _most(self, otherwise: float) -> float:
        return otherwise if self.maximum is None else self.maximum


def option_text(value: OptionValue) -> str:
    """A value as ``Option.convert`` reads it back."""
    if isinstance(value, float):
        return str(value).removesuffix(".0")
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What algorithms and heuristics have in common: names, options, and where they are implemented."""

    key: str
    name: str
    aliases: tuple[str, ...] = ()
    summary: str
    implementation: str  # ``module:name`` of the search function or of the heuristic's class
    options: tuple[Option, ...] = ()

    @property
    def title(self) -> str:
        return self.name[0].upper() + self.name[1:]

    def load(self) -> Any:
        module, name = self.implementation.split(":")
        return getattr(import_module(module), name)

    def option(self, name: str) -> Option:
        """The option of this name. Raises ``SpecError`` with the nearest name if there is none."""
        wanted = name.strip().lower().replace("-", "_")
        for option in self.options:
            if option.name == wanted:
                return option
        names = [option.name for option in self.options]
        known = f"it takes {', '.join(names)}" if names else "it takes none"
        raise SpecError(f"{self.key} has no option {shown(name)}: {known}", hint=near_hint(wanted, names))

    def complete_options(self, given: Mapping[str, object]) -> dict[str, OptionValue]:
        """Every option with its value: as given, or the default. Raises ``SpecError`` for a wrong name or value."""
        values = {option.name: option.default for option in self.options}
        for name, value in given.items():
            option = self.option(name)
            values[option.name] = option.convert(value)
        return values

    def is_written(self, name: str, value: OptionValue) -> bool:
        """Whether a spec names an option that has this value: not if it is the default."""
        return value != self.option(name).default

    def written_options(self, options: Options) -> dict[str, OptionValue]:
        """The options that a text names; the others are at their defaults."""
        return {name: value for name, value in options if self.is_written(name, value)}

    def options_title(self, options: Options, others: Mapping[str, OptionValue] | None = None) -> str:
        """The options that a text names, and others, in parentheses, for a title."""
        written = {**self.written_options(options), **(others or {})}
        named = [f"{name.replace('_', ' ')} {option_text(value)}" for name, value in written.items()]
        return f" ({', '.join(named)})" if named else ""


@dataclass(frozen=True, slots=True)
class NativeSearch:
    """The search of the native core that runs an algorithm, and the largest boards that it takes."""

    function: Literal[
        "anytime",
        "best_first",
        "bidirectional",
        "bidirectional_astar",
        "breadth_first",
        "construct",
        "depth_first",
        "depth_limited",
        "ida_star",
    ]
    maximum_cells: int
    priority: str = ""  # of ``best_first``, if no option decides it


@dataclass(frozen=True, slots=True, kw_only=True)
class NativeHeuristic:
    """On which boards the native core evaluates a heuristic."""

    maximum_side: int | None = None  # the most rows and the most columns
    maximum_cells: int | None = None
    takes_lines: bool = True  # whether boards of one row or one column are supported
    starts_anywhere: bool = True  # whether it is computed for any board, and not along a path from the start alone

    def supports(self, shape: Shape) -> bool:
        is_short = self.maximum_side is None or max(shape.rows, shape.columns) <= self.maximum_side
        is_small = self.maximum_cells is None or shape.cells <= self.maximum_cells
        return is_short and is_small and (self.takes_lines or not shape.is_line)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """What an algorithm guarantees. Tests check the claims on small state spaces."""

    complete: str
    optimal: str
    memory: str
    suboptimality: Option | None = None
    """The option that bounds the length of a solution, as a multiple of the shortest one, if h is admissible."""
    adds_costs: bool = False
    """Whether it adds the costs of a space whose moves have other costs than 1; the others count moves."""

    @property
    def needs_consistent(self) -> bool:
        """Whether an admissible heuristic is not enough."""
        return "h is consistent" in self.optimal


_BEST_FIRST = SearchRules(order=Order.BEST)


@dataclass(frozen=True, slots=True, kw_only=True)
class AlgorithmSpec(Entry):
    """An algorithm: what it takes, what it claims, how its trace is read, and what runs natively."""

    uses_heuristic: bool = True
    is_bidirectional: bool = False
    needs_board: bool = False  # whether it works on boards alone, and not on other state spaces
    claims: Claims
    prunes: tuple[str, ...] = ()  # why it prunes nodes, besides the depth limit: the reasons that ``run.prune`` gets
    reading: SearchRules = _BEST_FIRST
    """How its trace is read, as far as its options do not decide: see ``rules``."""
    native: NativeSearch | None = None  # the search of the native core that runs it; None if the core has none
    default_time: float | None = None
    """The time limit in seconds if neither time nor nodes are limited, for an anytime algorithm; None for the others.

    An anytime algorithm returns its best solution when a limit or a cancellation ends it.
    """
    own: UserAlgorithm | None = None  # the caller's own function; None for the algorithms of the registry

    def is_written(self, name: str, value: OptionValue) -> bool:
        """As in every entry; and the option that bounds the length of solutions is always named."""
        bound = self.claims.suboptimality
        return (bound is not None and name == bound.name) or Entry.is_written(self, name, value)

    @property
    def is_anytime(self) -> bool:
        return self.default_time is not None

    @property
    def takes_initial(self) -> bool:
        return self.is_anytime and self.needs_board

    def rules(self, options: Mapping[str, OptionValue]) -> SearchRules:
        """How the trace of a run with these options is read."""
        reading, bound = self.reading, self.claims.suboptimality
        factor = 1 if bound is None else float(options[bound.name])
        weight_h = reading.weight_h * (factor if reading.order is Order.BEST else 1)  # the bound of weighted A*
        return replace(
            reading,
            weight_h=weight_h if self.uses_heuristic else 0,
            priority=str(options.get("priority", "linear")),
            suboptimality=factor,
            tie_break=str(options.get("tie_break", "fifo")),
            seed=int(options.get("seed", 0)),
            held=StoredNodes.FRONTIER if options.get("frontier") == "stack" else reading.held,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class HeuristicSpec(Entry):
    """A heuristic and its claims, which tests prove on whole state spaces."""

    short: str = ""
    """The name beside an algorithm's: "Manhattan" in "A* · Manhattan". Empty where it is the whole name."""
    admissible: bool
    consistent: bool
    shapes: str = "any"
    takes_parts: bool = False
    argument: str | None = None
    """The option that an argument without a name sets: ``pdb(7-8)`` is ``pdb(partition=7-8)``."""
    native: NativeHeuristic | None = None  # where the native core supports it; None if nowhere

    @property
    def title(self) -> str:
        name = self.short or self.name
        return name[0].upper() + name[1:]
