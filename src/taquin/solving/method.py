"""Methods: an algorithm with its options and a heuristic, chosen by text such as ``wastar(manhattan, weight=2)``.

A ``Method`` is made once, where a caller names it, and then carried. Its text reads back as the same method: it is the
``spec`` that reproduces a run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from taquin.algorithms.user import SearchFunction, UserAlgorithm
from taquin.errors import SpecError
from taquin.heuristics.pattern_database import preferred_partition
from taquin.heuristics.user_code import source_file
from taquin.puzzle.board import Board
from taquin.puzzle.moves import Move
from taquin.puzzle.words import shown
from taquin.solving.heuristic_choice import HeuristicChoice, HeuristicLike, choose_heuristic, make_heuristic
from taquin.solving.registry import find_algorithm
from taquin.solving.spec_text import SpecCall, check_function_named, names_file, parse_spec, write_spec
from taquin.solving.specs import AlgorithmSpec, Claims, Option, Options, OptionValue
from taquin.tables.pdb.pattern import card_partition
from taquin.trace.ordering import SearchRules
from taquin.trace.trace import Header

DEFAULT_HEURISTIC = "manhattan"


_ORDER = tuple(Move)


@dataclass(frozen=True)
class Method:
    """An algorithm, its options, its heuristic if it uses one, and the order in which it makes successors."""

    algorithm: AlgorithmSpec
    options: Options
    heuristic: HeuristicChoice | None
    order: tuple[Move, ...] = _ORDER
    """Written ``order=ULRD``. Every algorithm that asks a space for successors takes it."""

    @property
    def is_own(self) -> bool:
        return self.algorithm.own is not None or (self.heuristic is not None and self.heuristic.is_own)

    @property
    def own_files(self) -> list[str]:
        names = [] if self.algorithm.own is None else [self.algorithm.own.name]
        names += [] if self.heuristic is None else self.heuristic.own_names
        return [file for name in names if names_file(name) and (file := source_file(name)) is not None]

    @cached_property
    def text(self) -> str:
        """The text that reads back as this method; options at their defaults are left out, except a weight."""
        parts = [] if self.heuristic is None else [self.heuristic.text]
        options = {**self.algorithm.written_options(self.options), **self.order_option}
        return write_spec(self.algorithm.key, parts, options)

    @property
    def has_usual_order(self) -> bool:
        """Whether successors are made in the order Up, Down, Left, Right."""
        return self.order == _ORDER

    @property
    def order_option(self) -> dict[str, OptionValue]:
        """The order as an option of a spec; nothing if it is the usual one."""
        return {} if self.has_usual_order else {"order": "".join(move.letter for move in self.order)}

    def resolved(self, goal: Board, backend: str = "auto") -> Method:
        """The method with everything that decides its counts: the partition that ``auto`` stands for now."""
        if self.heuristic is None:
            return self
        prefer = card_partition if backend == "cuda" else preferred_partition
        heuristic = self.heuristic.resolved(goal, prefer)
        return self if heuristic is self.heuristic else replace(self, heuristic=heuristic)

    @property
    def title(self) -> str:
        """The method as people write it.

        >>> choose_method("astar(manhattan)").title, choose_method("bfs").title
        ('A* · Manhattan', 'Breadth-first search')
        >>> choose_method("wastar(max(manhattan, gaschnig), weight=2)").title
        'Weighted A* (weight 2) · max(Manhattan, Gaschnig)'
        """
        title = self.algorithm.key if self.algorithm.own is not None else self.algorithm.title
        title += self.algorithm.options_title(self.options, self.order_option)
        return title if self.heuristic is None else f"{title} · {self.heuristic.title}"

    @property
    def rules(self) -> SearchRules:
        return self.algorithm.rules(dict(self.options))

    @property
    def is_heuristic_sound(self) -> bool:
        """Whether its heuristic, if it has one, is known to be what the guarantees of its algorithm ask for.

        >>> [choose_method(f"bae_star({heuristic})").is_heuristic_sound for heuristic in ("manhattan", "pdb")]
        [True, False]
        """
        if self.heuristic is None:
            return True
        return self.heuristic.consistent if self.algorithm.claims.needs_consistent else self.heuristic.admissible

    @property
    def promises_shortest(self) -> bool:
        """Whether its solutions are shortest wherever it finds one.

        >>> [choose_method(spec).promises_shortest for spec in ("bfs", "astar(manhattan)", "hill_climbing(manhattan)")]
        [True, True, False]
        >>> choose_method("wastar(manhattan, weight=2)").promises_shortest
        False
        """
        claims = self.algorithm.claims
        if self.algorithm.own is not None or claims.optimal == "no":
            return self.algorithm.is_anytime  # which stops before its limits only with a proof
        if claims.optimal != "yes" and not self.is_heuristic_sound:
            return False
        factor = claims.suboptimality
        return factor is None or self.algorithm.is_anytime or dict(self.options)[factor.name] == 1

    @property
    def header(self) -> Header:
        """What the header of a trace says about the method."""
        names: Header = {"spec": self.text, "title": self.title}
        if self.algorithm.own is not None:  # how it searches is not known
            return names
        return {**names, "algorithm": self.algorithm.key, "rules": self.rules}

    def __str__(self) -> str:
        return self.text


def make_method(
    key: str, heuristic: HeuristicChoice | str | None = None, options: Mapping[str, OptionValue] | None = None
) -> Method:
    """A method that the program itself names, by keys of the registry: no text is parsed.

    >>> make_method("ida_star", "pdb", {"lookback": 10}).text
    'ida_star(pdb, lookback=10)'
    """
    algorithm = find_algorithm(key)
    choice = make_heuristic(heuristic) if isinstance(heuristic, str) else heuristic
    order, rest = _split_order(algorithm, options or {})
    return Method(algorithm, tuple(algorithm.complete_options(rest).items()), choice, order)


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
    named = choose_heuristic(call.parts[0]) if call.parts and spec.uses_heuristic else None
    given = None if heuristic is None else choose_heuristic(heuristic)  # an unknown name is always an error
    if named is not None and given is not None and named != given:
        raise SpecError(
            f"two heuristics are named: one in {shown(algorithm)}, another separately", hint="name one of them"
        )
    if call.parts and not spec.uses_heuristic:
        raise SpecError(f"{spec.key} uses no heuristic, found {shown(call.parts[0].text)}")
    chosen = (named or given or make_heuristic(DEFAULT_HEURISTIC)) if spec.uses_heuristic else None
    order, rest = _split_order(spec, {**call.options, **as_options(options)})
    return Method(spec, tuple(spec.complete_options(rest).items()), chosen, order)


def _split_order(spec: AlgorithmSpec, options: Mapping[str, object]) -> tuple[tuple[Move, ...], dict[str, object]]:
    """The order of successors, and the other options. Raises ``SpecError`` unless it has every move once."""
    if "order" not in options or spec.needs_board or any(option.name == "order" for option in spec.options):
        return _ORDER, dict(options)
    letters = str(options["order"]).strip().upper()
    if sorted(letters) != sorted(move.letter for move in Move):
        raise SpecError(f"expected an order such as ULRD, every move once, found {shown(options['order'])}")
    return tuple(map(Move.parse, letters)), {name: value for name, value in options.items() if name != "order"}


def as_options(options: object) -> Mapping[str, object]:
    """Options as callers give them; None is none. Raises ``SpecError`` unless they are names with values."""
    if options is None:
        return {}
    if isinstance(options, Mapping) and all(isinstance(name, str) for name in options):
        return options
    raise SpecError(f"expected options such as {{'weight': 2}}, found {shown(options)}")


def choose_algorithm(algorithm: str | SearchFunction) -> tuple[AlgorithmSpec, SpecCall]:
    """Convert an algorithm's name or spec, ``path/to/file.py:name``, or a function of the caller.

    The second value has the heuristic and the options that a spec names, which are not looked up.
    """
    if isinstance(algorithm, str):
        call = parse_spec(algorithm)
        if names_file(call.name):
            return _own_spec(UserAlgorithm.load(call.name)), call
        check_function_named(call)
        return find_algorithm(call.name), call
    if not callable(algorithm):
        raise SpecError(
            f"expected an algorithm, found {shown(algorithm)}", hint="such as 'astar', or a function of (space)"
        )
    own = _own_spec(UserAlgorithm.from_function(algorithm))
    return own, SpecCall(own.key, own.key)


def _own_spec(own: UserAlgorithm) -> AlgorithmSpec:
    """The entry of a caller's function, which the registry does not have. Its guarantees are unknown."""
    return AlgorithmSpec(
        key=own.name,
        name=own.name,
        implementation="",
        summary="an algorithm of your own",
        uses_heuristic=own.uses_heuristic,
        options=tuple(Option(name, default, "an option of your own") for name, default in own.options),
        claims=Claims(complete="unknown", optimal="unknown", memory="unknown", adds_costs=True),
        own=own,
    )


def _change(method: Method, heuristic: HeuristicLike | None, options: Mapping[str, object] | None) -> Method:
    if heuristic is not None and method.algorithm.uses_heuristic:
        method = replace(method, heuristic=choose_heuristic(heuristic))
    if as_options(options):
        order, rest = _split_order(method.algorithm, {**method.order_option, **as_options(options)})
        values = method.algorithm.complete_options({**dict(method.options), **rest})
        method = replace(method, options=tuple(values.items()), order=order)
    return method
