"""Explain the numbers of a program: which variant of the search finds the same paths with the same counters?

There are about 83,000 variants. The boards are used in the order of their counters: a variant takes a fraction of a
millisecond on the first ones, and few are left for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import accumulate, permutations, product
from math import inf
from random import Random
from time import process_time
from typing import Any, NamedTuple, TypeAlias

from taquin.judging.boards import default_boards, load_tables
from taquin.judging.output import kind_of
from taquin.judging.variants import (
    HEURISTICS,
    Duplicates,
    GoalTest,
    Key,
    Outcome,
    Space,
    Ties,
    Variant,
    search,
)
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.moves import Move
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import alternatives
from taquin.tables.distances import distance_table

_REMEMBERED = 3  # boards whose outcomes are kept for all variants
_QUESTIONS = 6  # further boards that the program may be asked
_SAMPLE = 100  # random boards on which a variant is measured
_MEASURED_SECONDS = 5.0
_PREDICTIONS = 120  # of variants on further boards, before they count as equal
_PREDICTED_NODES = 3_000
_EASY = 3_000  # nodes: a board with so few is compared with every variant, without a limit of time
_MOST_VARIANTS = 40  # compared on one further board
_LEAST_CYCLE = 12  # moves of the shortest way around in any sliding puzzle
_LEAVES_OUT_UNDONE = [rule for rule in Duplicates if rule not in (Duplicates.EXPANDED, Duplicates.NONE)]
"""They are the same while the only boards that come again are those before the last move."""
_MOST_CHOICES = 4  # that are shown where several variants fit

DEFINITIONS: dict[str, tuple[str, int]] = load_tables()["counters"]
"""What a counter may count, in the order in which they are preferred: a count of a search, and what is added."""
PATH = "the path"
_NAMES = (*DEFINITIONS, PATH)
_ROUNDS = ((500, _REMEMBERED), (20, 2 * _REMEMBERED), (1, 4 * _REMEMBERED))
"""How many variants are kept as the nearest ones, after how many boards."""

Values: TypeAlias = tuple[object, ...]
"""What a variant does on a board: its counters by every definition, then its path; empty if it reached no goal."""

Places: TypeAlias = tuple[tuple[int, ...], ...]
"""For each name that a program prints the places in these values that fit it on all boards so far."""

Fits: TypeAlias = dict[Variant, Places]


class Narrowing(NamedTuple):
    """Limits of the comparison for one program: they save time."""

    variants: Callable[[Iterable[Variant]], Iterable[Variant]] = iter
    """Selects the variants that the program may be."""
    most: float = inf
    """The largest counter of a board that is compared."""
    seconds: float = 45.0
    """For the whole explanation, of the processor: other programs must not end it early."""
    ignores_blank: bool = False
    """Whether the program stops at boards that are not the goal, with the tiles in its order."""


NOTHING_KNOWN = Narrowing()


class Observation(NamedTuple):
    """What the program printed on a board: numbers by their names, and its path, if it prints one, by ``PATH``."""

    board: Board
    values: dict[str, object]

    @property
    def size(self) -> int:
        """The largest number, or the length of the path."""
        return max(len(value) if isinstance(value, tuple) else int(str(value)) for value in self.values.values())


Question: TypeAlias = Callable[[Board], Observation | None]
"""Runs the program on a further board; None if that fails."""


@dataclass(frozen=True)
class Explanation:
    """The variants that fit. If there are several, nothing that the program prints tells them apart."""

    variants: tuple[Variant, ...]
    counters: dict[str, str]
    """What each counter counts."""
    unexplained: tuple[str, ...]
    """Counters, or the path, that no variant explains together with the others."""
    boards: int
    """The number of boards on which everything fits; fewer than ``observed`` if the time was up."""
    tried: int
    difference: str = ""
    """Where the nearest variant differs; empty if one fits."""
    asked: tuple[Board, ...] = ()
    """Boards that the program was asked to tell variants apart."""
    observed: int = 0

    @property
    def is_exact(self) -> bool:
        """Whether a variant fits everything on all boards."""
        return not self.difference and not self.unexplained and self.boards == self.observed


_HEURISTIC_NAMES = list(HEURISTICS)
_BLIND = _HEURISTIC_NAMES[:1]
_QUEUES = (Ties.OLDEST, Ties.NEWEST)
_TIES = [rule for rule in Ties if rule is not Ties.RIGHT]
_WEIGHTS = ((1, 2), (2, 1), (1, 3), (1, 5))


def _family(**choices: Sequence[object]) -> Iterator[Variant]:
    """The variants with every combination of these choices, and of those that all programs make."""
    common: dict[str, Any] = {
        "ties": _TIES,
        "duplicates": Duplicates,
        "goal_test": GoalTest,
        "order": list(permutations(Move)),
    }
    every = common | choices
    for values in product(*every.values()):
        yield Variant(**dict(zip(every, values, strict=True)))


def core_variants() -> Iterator[Variant]:
    """The variants that most programs are."""
    yield from _family(key=[Key.ADDED], ties=_QUEUES, heuristic=_BLIND)
    yield from _family(ties=_TIES[1:], heuristic=_BLIND)  # with the oldest first it is breadth-first search
    yield from _family(heuristic=_HEURISTIC_NAMES[1:4], weight_g=[0])
    yield from _family(heuristic=_HEURISTIC_NAMES[1:4], key=[Key.F, Key.F_H, Key.F_G])


def rare_variants() -> Iterator[Variant]:
    """Variants with heuristics, weights and mistakes that few programs have."""
    frequent = _HEURISTIC_NAMES[1:3]
    marking = (Duplicates.GENERATED, Duplicates.SMALLER, Duplicates.SMALLER_ONCE)
    yield from _family(heuristic=_HEURISTIC_NAMES[4:])
    with_blank = [name for name in _HEURISTIC_NAMES if name.endswith("with the blank")]
    yield from _family(heuristic=with_blank, key=[Key.F_G], ties=[Ties.BOARD])  # tuples (f, g, board)
    yield from _family(heuristic=_HEURISTIC_NAMES[:4], ties=[Ties.RIGHT])
    yield from _family(heuristic=frequent, takes_parent_h=[True])
    for g, h in _WEIGHTS:
        yield from _family(heuristic=frequent, weight_g=[g], weight_h=[h])
    yield from _family(heuristic=frequent, duplicates=marking, marks_start=[False])
    yield from _family(key=[Key.ADDED], ties=_QUEUES, duplicates=marking[:1], heuristic=_BLIND, marks_start=[False])


def explain(
    observations: Sequence[Observation],
    goal: Board,
    ask: Question,
    narrowing: Narrowing = NOTHING_KNOWN,
) -> Explanation | None:
    """Find the variants that do what the program did; None if it prints no counters: thousands find the same paths.

    None, too, if its counters are too large to be compared. ``ask`` runs the program on further boards: to tell
    variants apart, and on easy ones if there are few.
    """
    seen = [one for one in observations if one.values.get(PATH) != () and one.values.keys() - {PATH}]
    if seen and sum(one.size <= _EASY for one in seen) < _REMEMBERED:
        easy = [board for board in default_boards(goal)[4:8] if Problem(board, goal).is_solvable]
        seen += [one for one in map(ask, easy) if one is not None]
    seen = sorted((one for one in seen if one.size <= narrowing.most), key=lambda observation: observation.size)
    return VariantSearch(seen, goal, ask, narrowing).run() if seen else None


class VariantSearch:
    """The variants that still fit, board after board."""

    def __init__(self, observations: list[Observation], goal: Board, ask: Question, narrowing: Narrowing) -> None:
        self.observations, self._goal, self._ask = observations, goal, ask
        self._space = Space(goal.state, goal.shape)
        self._end = process_time() + narrowing.seconds
        self._parts = [
            [one._replace(ignores_blank=narrowing.ignores_blank) for one in narrowing.variants(part())]
            for part in (core_variants, rare_variants)
        ]
        remembered = [one.board for one in observations[:_REMEMBERED] if one.board != goal]
        self._known: dict[Board, dict[Variant, Values]] = {board: {} for board in remembered}
        counters = {name for one in observations for name in one.values if name != PATH}
        self._most = 8 if all(kind_of(name) == "queue" for name in counters) else 2
        """Times the largest counter: the most nodes. Only the queue is much smaller than the number of expansions."""
        self._furthest: tuple[int, list[Variant]] = (-1, [])
        """The variants that fit most boards from the first one on, and the number of these boards."""

    def run(self) -> Explanation | None:
        names = tuple(dict.fromkeys(name for one in self.observations for name in one.values))
        every = tuple(name for name in names if name != PATH)
        path = (PATH,) * (PATH in names)
        wishes = [names, every, *(tuple(one for one in names if one != name) for name in every[1:] + every[:1])]
        wishes = wishes if len(every) > 1 else wishes[:2]  # a path alone fits thousands
        wishes += [*((name, *path) for name in every), *((name,) for name in every)]
        tried = 0
        for wish in dict.fromkeys(wishes):
            for part, count in zip(self._parts, accumulate(map(len, self._parts)), strict=True):
                tried = max(tried, count)
                fits, boards = self._fit(part, wish)
                if fits and not boards:
                    return None
                if fits:
                    return self._tell_apart(fits, wish, boards, [name for name in names if name not in wish], tried)
        return self._nearest(names, tried)

    def make(self, variant: Variant, observation: Observation) -> Values:
        """What a variant does. Runs are shared by variants that cannot differ on a board."""
        known = self._known.get(observation.board, {})
        if variant in known:
            return known[variant]
        limit = self._most * observation.size + 30 if observation.values else _PREDICTED_NODES
        is_shared = observation.board in self._known
        run = variant._replace(goal_test=GoalTest.TAKEN) if is_shared else variant
        outcome = search(self._space, observation.board.state, run, limit)
        if not is_shared:
            return as_values(outcome)
        is_shallow = 2 * outcome.deepest < _LEAST_CYCLE and variant.marks_start
        twins = _LEAVES_OUT_UNDONE if is_shallow and variant.duplicates in _LEAVES_OUT_UNDONE else [variant.duplicates]
        for test, made in zip(GoalTest, map(as_values, (outcome, outcome.when_generated or outcome)), strict=True):
            known |= {variant._replace(duplicates=duplicates, goal_test=test): made for duplicates in twins}
        return known[variant]

    def _fit(self, variants: Iterable[Variant], names: Sequence[str]) -> tuple[Fits, int]:
        """The variants that explain these names on every board, and the number of boards before the time was up."""
        fits: Fits = dict.fromkeys(variants, tuple(tuple(range(len(_NAMES))) for _ in names))
        for number, observation in enumerate(self.observations):
            is_timed = number >= _REMEMBERED or observation.size > _EASY
            kept = self._keep(fits, observation, names, is_timed=is_timed)
            if kept is None:
                return fits, number
            if not kept:
                if number > self._furthest[0]:
                    self._furthest = (number, list(fits))
                return {}, number
            fits = kept
        return fits, len(self.observations)

    def _keep(self, fits: Fits, observation: Observation, names: Sequence[str], *, is_timed: bool) -> Fits | None:
        """Those that fit on this board too; None if the time is up."""
        narrow, kept = cache(partial(_narrow, observation, names)), {}
        for variant, before in fits.items():
            if is_timed and process_time() > self._end:
                return None
            if places := narrow(self.make(variant, observation), before):
                kept[variant] = places
        return kept

    def _tell_apart(
        self, fits: Fits, names: Sequence[str], boards: int, unexplained: list[str], tried: int
    ) -> Explanation:
        """Ask the program further boards on which the variants differ, until one is left or none differ."""
        rng = Random("tell apart")
        asked: list[Board] = []
        table = distance_table(self._goal)
        while len(fits) > 1 and len(asked) < _QUESTIONS and process_time() < self._end:
            best: Board | None = None
            most = 1
            some = dict(list(fits.items())[:_MOST_VARIANTS])
            for place in range(max(8, _PREDICTIONS // len(some))):
                state = rng.choice(table.states_at(min(6 + 2 * (place % 8), table.radius)))
                board = Board.from_state(state, self._goal.shape)
                plain = Observation(board, {})
                answers = {_chosen(self.make(variant, plain), places) for variant, places in some.items()}
                if len(answers) > most:
                    best, most = board, len(answers)
                if most == len(some):
                    break
            observation = None if best is None else self._ask(best)
            kept = None if observation is None else self._keep(fits, observation, names, is_timed=True)
            if observation is None or kept is None:
                break
            asked.append(observation.board)
            if not kept:
                return self._nearest(names, tried, fits, [observation])
            fits, boards = kept, boards + 1
        variants = sorted(fits, key=lambda variant: sum(places[0] for places in fits[variant]))  # plain counters first
        firsts = zip(names, fits[variants[0]], strict=True)
        counters = {name: _NAMES[places[0]] for name, places in firsts if name != PATH}
        observed = len(self.observations) + len(asked)
        return Explanation(tuple(variants), counters, tuple(unexplained), boards, tried, "", tuple(asked), observed)

    def _nearest(
        self, names: Sequence[str], tried: int, variants: Iterable[Variant] = (), last: Sequence[Observation] = ()
    ) -> Explanation:
        """The variant that explains most, and the first board on which it differs."""
        nearest = list(variants) or self._furthest[1]
        for kept, seen in _ROUNDS:
            boards = [*self.observations[:seen], *last]
            nearest.sort(key=lambda variant: -sum(fit for fit, _ in self._best(variant, names, boards)))
            del nearest[kept:]
        places = {name: place for name, (_, place) in zip(names, self._best(nearest[0], names, boards), strict=True)}
        differences = (self._difference(nearest[0], one, places) for one in [*self.observations, *last])
        counters = {name: _NAMES[place] for name, place in places.items() if name != PATH}
        return Explanation((nearest[0],), counters, tuple(names), 0, tried, next(filter(None, differences), ""))

    def _best(self, variant: Variant, names: Sequence[str], boards: Sequence[Observation]) -> Iterator[tuple[int, int]]:
        """For each name the number of boards on which it fits best, and the place in the values that does."""
        made = [(self.make(variant, one) or (None,) * len(_NAMES), one.values) for one in boards]
        for name in names:
            fits = [sum(values[place] == printed.get(name) for values, printed in made) for place in range(len(_NAMES))]
            yield max(fits), fits.index(max(fits))

    def _difference(self, variant: Variant, observation: Observation, places: dict[str, int]) -> str:
        """Where a variant and the program differ on a board, in words; empty if they do not."""
        values, on = self.make(variant, observation), f"on {one_line(observation.board)}"
        if not values:
            return f"{on} that variant needs many more nodes"
        for name, place in places.items():
            printed, value = observation.values.get(name, values[place]), values[place]
            if printed != value and name == PATH:
                return f"{on} it finds another path"
            if printed != value:
                return f"{on} it prints {printed:,} for {name!r}, and that variant {value:,}"
        return ""


def as_values(outcome: Outcome) -> Values:
    """The values of a search, in the order of ``DEFINITIONS``."""
    if outcome.moves is None:
        return ()
    return (*[outcome.counts[name] + more for name, more in DEFINITIONS.values()], outcome.moves)


def _narrow(observation: Observation, names: Sequence[str], values: Values, fitting: Places) -> Places:
    """The places that fit on this board too; empty if the variant does not fit."""
    if not values:
        return ()
    narrowed = tuple(
        tuple(place for place in places if observation.values.get(name, values[place]) == values[place])
        for name, places in zip(names, fitting, strict=True)
    )
    return narrowed if all(narrowed) else ()


def _chosen(values: Values, fitting: Places) -> tuple[Values, ...]:
    """What a program would print."""
    return tuple(tuple(values[place] for place in places) for places in fitting) if values else ()


# Words


def describe_variants(explanation: Explanation) -> list[str]:
    """What the program is, in sentences; where several variants fit, the choices that are open."""
    variants = explanation.variants
    algorithms = list(dict.fromkeys(map(algorithm_name, variants)))
    sentences = [alternatives(algorithms) if len(algorithms) <= _MOST_CHOICES else f"one of {len(algorithms)} searches"]
    if keys := dict.fromkeys(variant.key.value for variant in variants if variant.key is not Key.ADDED):
        ties = _choices((one.ties for one in variants), "rules for ties")
        sentences.append(f"of nodes with an equal {alternatives(keys)}, {ties}")
    sentences.append(_choices((one.duplicates for one in variants), "rules for boards that were reached before"))
    sentences.append(f"a board is compared with the goal {_choices((one.goal_test for one in variants), 'times')}")
    orders = _choices((", ".join(move.word for move in one.order) for one in variants), "orders")
    sentences.append(f"children are made in the order {orders}, by the moves of the blank")
    sentences += [
        words for (name, value), words in _HABITS.items() if {getattr(one, name) for one in variants} == {value}
    ]
    sentences += [f"{name!r} counts {words}" for name, words in explanation.counters.items()]
    return sentences


_HABITS = {
    ("marks_start", False): "the start is not marked, so it is generated again",
    ("takes_parent_h", True): "the h of a child is that of its parent: it is computed before the move",
    ("ignores_blank", True): "the goal test ignores the blank",
}


def algorithm_name(variant: Variant) -> str:
    """The algorithm, its heuristic and its weights."""
    if variant.key is Key.ADDED:
        return "breadth-first search" if variant.ties is Ties.OLDEST else "depth-first search with a stack"
    if variant.heuristic == "no heuristic":
        return "uniform-cost search"
    if not variant.weight_g:
        return f"greedy best-first search with {variant.heuristic}"
    is_plain = variant.weight_g == variant.weight_h
    formula = "" if is_plain else f", f = {variant.weight_g:g}·g + {variant.weight_h:g}·h"
    return f"A* with {variant.heuristic}{formula}"


def _choices(values: Iterable[object], noun: str) -> str:
    different = list(dict.fromkeys(map(str, values)))
    if len(different) > _MOST_CHOICES:
        return f"(one of {len(different)} {noun})"
    return different[0] if len(different) == 1 else " or ".join(f"({value})" for value in different)


def explanation_record(explanation: Explanation) -> dict[str, object]:
    """The explanation for JSON."""
    variants = [
        {**variant._asdict(), "order": "".join(move.letter for move in variant.order)}
        for variant in explanation.variants
    ]
    facts = {"exact": explanation.is_exact, "variants": variants, "sentences": describe_variants(explanation)}
    return {**vars(explanation), **facts, "asked": [one_line(board) for board in explanation.asked]}


def measure(variant: Variant, goal: Board, count: int = _SAMPLE) -> tuple[int, int, Board | None]:
    """On how many of some random boards a variant finds a longer solution, of how many, and the nearest of them."""
    table, space, rng = distance_table(goal), Space(goal.state, goal.shape), Random("random boards")
    depths = rng.choices(range(table.radius + 1), weights=table.counts, k=count)
    longer: dict[Board, int] = {}
    solved, end = 0, process_time() + _MEASURED_SECONDS
    for depth in depths:
        if process_time() > end:
            break
        state = rng.choice(table.states_at(depth))
        moves = search(space, state, variant, 200_000).moves
        solved += moves is not None
        if moves is not None and len(moves) > depth:
            longer[Board.from_state(state, goal.shape)] = depth
    return len(longer), solved, min(longer, key=longer.__getitem__, default=None)
