"""Explain the numbers of a program: which variants of the search find the same paths with the same counters?

All variants are compared, on the boards in the order of their counters: a variant takes a few microseconds on the first
ones, and few are left for the others. What ends the comparison is the number of nodes that were taken from queues, so
that a busy machine gives the same answer.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import reduce
from itertools import chain, islice, zip_longest
from math import inf, log2
from operator import and_
from random import Random
from typing import NamedTuple, TypeAlias

from taquin.judging.boards import TABLE_CELLS, default_boards, load_tables
from taquin.judging.native_variants import PATH_BIT, Made, Narrowed, VariantRunner
from taquin.judging.output import kind_of
from taquin.judging.variants import (
    HEURISTICS,
    ORDERS,
    Algorithm,
    Duplicates,
    GoalTest,
    Key,
    Ties,
    Variant,
    variant_codes,
)
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.moves import Move
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import alternatives, plural
from taquin.tables.distances import distance_table

_FIRST = 3  # boards on which a variant is kept that explains a single counter
_QUESTIONS = 6  # further boards that the program may be asked
_SAMPLE = 100  # random boards on which a variant is measured
_MEASURED_NODES = 2_000_000
_PREDICTIONS = 600  # of variants on further boards, before they count as equal
_PREDICTED_NODES = 5_000
_EASY = 3_000  # nodes: if fewer boards than _FIRST have so few, easy boards are asked
_MOST_COMPARED = 80  # variants on one further board
_NEAREST = 400  # variants among which the nearest one is looked for
_ALL_VARIANTS, _MARGIN = 2**19, 4  # binary digits that the counters should have beyond the demand
_MOST_SHOWN = 4  # searches that are named where several fit

DEFINITIONS: dict[str, tuple[str, int]] = {
    name: (count, more) for name, (count, more) in load_tables()["counters"].items()
}
"""What a counter may count, in the order in which they are preferred: a count of a search, and what is added."""
_ALL_HEURISTICS = {name: name for name in HEURISTICS}
PATH, LENGTH = "the path", "the length"
_PLACES = [*DEFINITIONS.values(), ("length", 0)]
_COUNTER_BITS, _LENGTH_BIT = (1 << len(DEFINITIONS)) - 1, 1 << len(DEFINITIONS)
_NO_COUNTERS = (PATH, LENGTH)
_ORDER_BITS = 31


class Narrowing(NamedTuple):
    """Limits of the comparison for one program: they save time."""

    orders: tuple[tuple[Move, ...], ...] = ORDERS
    """The orders of moves that the program may have."""
    heuristics: Mapping[str, str] = _ALL_HEURISTICS
    """The heuristics that it may have, and what stands in their place: one of the user."""
    most: float = inf
    """The largest counter of a board that is compared."""
    work: int = 25_000_000
    """Nodes that all variants together may take from their queues."""
    ignores_blank: bool = False
    """Whether the program stops at boards that are not the goal, with the tiles in its order."""


NOTHING_KNOWN = Narrowing()


class Observation(NamedTuple):
    """What the program printed on a board: numbers by their names, its path by ``PATH``, a length by ``LENGTH``."""

    board: Board
    values: dict[str, object]
    goal: Board | None = None
    """None: the goal of the other boards."""

    @property
    def size(self) -> int:
        """The largest number, or the length of the path."""
        return max(len(value) if isinstance(value, tuple) else int(str(value)) for value in self.values.values())


Listener: TypeAlias = Callable[[str], None]
"""Gets a few words on what is done, while it is done."""

Question: TypeAlias = Callable[[Board], Observation | None]
"""Runs the program on a further board; None if that fails."""


class Fit(StrEnum):
    """What the comparison found."""

    EXACT = "exact"
    """One search does what the program did, on all boards, and that is more than chance."""
    SEVERAL = "several"
    """Several do, or there was not enough work for all boards; what all of them share is known."""
    NEAR = "near"
    """No known search does."""
    UNKNOWN = "unknown"
    """Some do, but the numbers are so few that this may be chance."""


@dataclass(frozen=True)
class Explanation:
    """The variants that fit. If there are several, nothing that the program prints tells them apart."""

    variants: tuple[Variant, ...]
    counters: dict[str, str]
    """What each counter counts, where all variants agree."""
    unexplained: tuple[str, ...]
    """Counters, or the path, that no variant explains together with the others."""
    boards: int
    """The number of boards on which everything fits; fewer than ``observed`` if the work was too much."""
    tried: int
    difference: str = ""
    """Where the nearest variant differs; empty if one fits."""
    asked: tuple[Board, ...] = ()
    """Boards that the program was asked to tell variants apart."""
    observed: int = 0
    searches: int = 1
    """How many of the variants expand different boards, or in another order, on further boards."""
    evidence: float = field(default=inf, compare=False)
    """Binary digits of the counters that were explained: how much they say."""
    demand: float = field(default=0, compare=False)
    """Binary digits of the choice of a variant: with fewer in the counters, some variant fits by chance."""

    @property
    def fit(self) -> Fit:
        """How far the program is known."""
        if self.difference:
            return Fit.NEAR
        if self.evidence < self.demand:
            return Fit.UNKNOWN
        return Fit.EXACT if self.searches == 1 and self.boards == self.observed else Fit.SEVERAL

    @property
    def is_exact(self) -> bool:
        """Whether a variant fits everything on all boards, which is more than chance."""
        return self.fit in (Fit.EXACT, Fit.SEVERAL) and not self.unexplained and self.boards == self.observed


def explain(
    observations: Sequence[Observation],
    goal: Board,
    ask: Question,
    narrowing: Narrowing = NOTHING_KNOWN,
    listener: Listener = lambda words: None,
) -> Explanation | None:
    """Find the variants that do what the program did; None if it prints no counters: thousands find the same paths.

    None, too, if its counters are too large to be compared. ``ask`` runs the program on further boards: to tell
    variants apart, and on easy ones if there are few.
    """
    seen = [one for one in observations if one.values.get(PATH) != () and one.values.keys() - set(_NO_COUNTERS)]
    if seen and sum(one.size <= _EASY for one in seen) < _FIRST:
        easy = [board for board in default_boards(goal)[4:8] if Problem(board, goal).is_solvable]
        seen += [one for one in map(ask, easy) if one is not None]
    seen += _further(seen, goal, ask)
    seen = sorted((one for one in seen if one.size <= narrowing.most), key=lambda observation: observation.size)
    return VariantComparison(seen, goal, ask, narrowing, listener=listener).run() if seen else None


def _further(seen: Sequence[Observation], goal: Board, ask: Question) -> list[Observation]:
    """Answers on further boards if the counters on those that were seen say less than the choice of a variant."""
    further: list[Observation] = []
    names = list(dict.fromkeys(name for one in seen for name in one.values))
    known, boards = {one.board for one in seen}, default_boards(goal)[7:13]
    for board in boards:
        evidence = sum(map(evidence_of(names), [*seen, *further]))
        if not seen or evidence >= demand_of(_ALL_VARIANTS, names) + _MARGIN:
            break
        is_new = board not in known and Problem(board, goal).is_solvable
        further += [one for one in [ask(board) if is_new else None] if one is not None]
    return further


def evidence_of(names: Sequence[str]) -> Callable[[Observation], float]:
    """How many binary digits the counters on a board have. The second one depends on the first: it counts half."""

    def digits(observation: Observation) -> float:
        values = [observation.values[name] for name in names if name in observation.values.keys() - {PATH, LENGTH}]
        found = sorted((log2(1 + abs(int(str(value)))) for value in values), reverse=True)
        return sum(found[:1]) + sum(found[1:2]) / 2

    return digits


def demand_of(variants: int, names: Sequence[str]) -> float:
    """How many binary digits the choice among these variants has, with that of a definition for each counter."""
    return log2(variants) + sum(log2(len(DEFINITIONS)) for name in names if name not in _NO_COUNTERS)


class Fits(NamedTuple):
    """The variants that still fit, and for each of them and each name the definitions that do, as bits."""

    codes: array[int]
    masks: array[int]

    def masks_of(self, place: int, names: int) -> array[int]:
        return self.masks[place * names : (place + 1) * names]


class VariantComparison:
    """The variants that still fit, board after board."""

    def __init__(
        self,
        observations: Sequence[Observation],
        goal: Board,
        ask: Question = lambda board: None,
        narrowing: Narrowing = NOTHING_KNOWN,
        names: Sequence[str] = (),
        *,
        listener: Listener = lambda words: None,
    ) -> None:
        self._listener = listener
        self.observations, self._goal, self._ask = list(observations), goal, ask
        self._names = tuple(names) or tuple(dict.fromkeys(name for one in observations for name in one.values))
        self._narrowing, self._work = narrowing, narrowing.work
        self._runners: dict[Board, VariantRunner] = {}
        counters = {name for one in observations for name in one.values if name not in _NO_COUNTERS}
        self._most = 8 if all(kind_of(name) == "queue" for name in counters) else 2
        """Times the largest counter: the most nodes. Only the queue is much smaller than the number of expansions."""
        self._furthest = (0, Fits(array("I"), array("Q")))
        """The variants that fit most boards from the first one on, and the number of these boards."""

    def run(self) -> Explanation | None:
        """The explanation of as many names as possible; None if there was no work left for a single board."""
        codes, first = self.begin_codes(), 0
        fits = self.begin(codes)
        for observation in self.observations[:_FIRST]:
            found = self._narrow(fits, observation, needs_all=False)
            if not found.is_complete:
                break
            if not found.codes:
                return self._nearest(len(codes), fits, [observation])
            fits, first = Fits(found.codes, found.masks), first + 1
        if not first:
            return None
        for names in self._name_groups():
            kept, boards = self._fit(self._explaining(fits, names), names, first)
            if kept.codes:
                return self._tell_apart(kept, names, boards, len(codes))
        return self._nearest(len(codes), self._furthest[1] if self._furthest[1].codes else fits)

    def begin_codes(self) -> array[int]:
        some = self._narrowing
        return variant_codes(some.orders, some.heuristics, ignores_blank=some.ignores_blank)

    def begin(self, codes: array[int]) -> Fits:
        """All of these variants, each with all definitions for all names."""
        return Fits(codes, array("Q", [_initial_mask(name) for name in self._names]) * len(codes))

    def narrow_all(self, fits: Fits | None = None) -> tuple[Fits, bool]:
        """Those that explain all names on all boards, and whether the work was enough."""
        fits = fits or self.begin(self.begin_codes())
        for observation in self.observations:
            found = self._narrow(fits, observation, needs_all=True)
            if not found.is_complete:
                return fits, False
            fits = Fits(found.codes, found.masks)
        return fits, True

    def _name_groups(self) -> Iterator[tuple[str, ...]]:
        """The names to explain together: all, then fewer."""
        counters = tuple(name for name in self._names if name not in _NO_COUNTERS)
        others = tuple(name for name in self._names if name in _NO_COUNTERS)
        groups = [self._names, counters]
        if len(counters) > 1:
            fewer = [tuple(one for one in counters if one != name) for name in counters[1:] + counters[:1]]
            singles = [(name,) for name in counters]
            groups += [group + more for group in [*fewer, *singles] for more in (others, ())]
        yield from dict.fromkeys(groups)

    def _explaining(self, fits: Fits, names: Sequence[str]) -> Fits:
        """Those that explain these names, without the masks of the others."""
        places, count = [self._names.index(name) for name in names], len(self._names)
        codes, masks = array("I"), array("Q")
        for number, code in enumerate(fits.codes):
            some = [fits.masks[number * count + place] for place in places]
            if all(some):
                codes.append(code)
                masks.extend(some)
        return Fits(codes, masks)

    def _fit(self, fits: Fits, names: Sequence[str], first: int) -> tuple[Fits, int]:
        """The variants that explain these names on every board, and the number of boards before the work was done."""
        for number, observation in enumerate(self.observations[first:], start=first):
            if not fits.codes:
                break
            found = self._narrow(fits, observation, needs_all=True, names=names)
            if not found.is_complete:
                return fits, number
            if not found.codes and number > self._furthest[0]:
                self._furthest = (number, fits)
            fits = Fits(found.codes, found.masks)
        return fits, len(self.observations)

    def _narrow(
        self, fits: Fits, observation: Observation, *, needs_all: bool, names: Sequence[str] | None = None
    ) -> Narrowed:
        values, path = observation.values, observation.values.get(PATH)
        printed = [
            None if name == PATH or name not in values else int(str(values[name])) for name in names or self._names
        ]
        steps = path if isinstance(path, tuple) else None
        self._listener(f"comparing it with {plural(len(fits.codes), 'variant')} of the search")
        limit = self._most * observation.size + 30
        found, self._work = self._runner(observation).narrow(
            observation.board.state, *fits, printed, steps, needs_all=needs_all, limit=limit, work=self._work
        )
        return found

    def _runner(self, observation: Observation) -> VariantRunner:
        goal = observation.goal or self._goal
        if goal not in self._runners:
            self._runners[goal] = VariantRunner(goal, _PLACES, self._narrowing.heuristics)
        return self._runners[goal]

    def _make(self, code: int, observation: Observation) -> Made:
        limit = self._most * observation.size + 30 if observation.values else _PREDICTED_NODES
        return self._runner(observation).make_code(code, observation.board.state, limit)

    def _tell_apart(self, fits: Fits, names: Sequence[str], boards: int, tried: int) -> Explanation:
        """Ask the program further boards on which the variants differ, until one is left or none differ."""
        asked: list[Board] = []
        is_possible = self._goal.shape.cells <= TABLE_CELLS and boards == len(self.observations)
        while is_possible and len(fits.codes) > 1 and len(asked) < _QUESTIONS:
            board = self._telling_board(fits, names)
            if board is None:
                break
            observation = self._ask(board)
            found = None if observation is None else self._narrow(fits, observation, needs_all=True, names=names)
            if observation is None or found is None or not found.is_complete:
                break
            asked.append(observation.board)
            if not found.codes:
                return self._nearest(tried, fits, [observation], names)
            fits, boards = Fits(found.codes, found.masks), boards + 1
        return self.result(fits, names, boards, tried, asked)

    def result(
        self, fits: Fits, names: Sequence[str], boards: int, tried: int, asked: Sequence[Board] = ()
    ) -> Explanation:
        """What the variants that fit share."""
        seen = [*self.observations[:boards], *[Observation(board, {}) for board in asked]]
        variants = [self._runner(self.observations[0]).decode(code) for code in fits.codes]
        others = _other_words(variants)
        counters = {}
        for place, name in enumerate(names):
            shared = reduce(and_, (fits.masks[at * len(names) + place] for at in range(len(variants))))
            if name not in _NO_COUNTERS and shared & _COUNTER_BITS:
                words = list(DEFINITIONS)[(shared & -shared).bit_length() - 1]
                counters[name] = others.get(words, words)
        evidence = sum(map(evidence_of(names), self.observations[:boards]))
        return Explanation(
            variants=tuple(variants),
            counters=counters,
            unexplained=tuple(name for name in self._names if name not in names),
            boards=boards,
            tried=tried,
            asked=tuple(asked),
            observed=len(self.observations) + len(asked),
            searches=self._count_searches(fits, seen),
            evidence=evidence,
            demand=demand_of(tried, names),
        )

    def _telling_board(self, fits: Fits, names: Sequence[str]) -> Board | None:
        """A board on which the variants differ in what the program prints; None if none is found."""
        rng, table = Random(f"tell apart {len(fits.codes)}"), distance_table(self._goal)
        some = _different_ones(fits.codes, _MOST_COMPARED)
        best, most = None, 1
        for place in range(max(40, _PREDICTIONS // len(some))):
            state = rng.choice(table.states_at(min(6 + 2 * (place % 10), table.radius)))
            board = Board.from_state(state, self._goal.shape)
            plain = Observation(board, {})
            answers = set()
            for at in some:
                masks = fits.masks_of(at, len(names))
                answers.add(_chosen(self._make(fits.codes[at], plain).values, masks))
            if len(answers) > most:
                best, most = board, len(answers)
            if most == len(some) or (most > 1 and place >= 20):
                break
        return best

    def _count_searches(self, fits: Fits, seen: Sequence[Observation]) -> int:
        """How many searches the variants are: those that expand the same boards in the same order are one."""
        plain = [one._replace(values={}) for one in seen]
        if self._goal.shape.cells <= TABLE_CELLS and not any(one.goal for one in seen):
            rng, table = Random("searches"), distance_table(self._goal)
            states = [rng.choice(table.states_at(min(depth, table.radius))) for depth in range(4, 19)]
            plain += [Observation(Board.from_state(state, self._goal.shape), {}) for state in states]
        some = _different_ones(fits.codes, _NEAREST)
        trails = [[self._make(fits.codes[at], one).trail for at in some] for one in plain]
        solved = [board for board in trails if all(board)]  # 0: it needs too many nodes there, which shows nothing
        return len(set(zip(*solved, strict=True))) if solved else 1

    def _nearest(
        self, tried: int, fits: Fits, last: Sequence[Observation] = (), names: Sequence[str] | None = None
    ) -> Explanation:
        """That no variant fits, and the first board on which the nearest one differs."""
        names = names or self._names
        some = _different_ones(fits.codes, _NEAREST)
        nearest = [fits.codes[at] for at in some]
        for kept, seen in ((20, 2 * _FIRST), (1, 4 * _FIRST)):
            boards = [*self.observations[:seen], *last]
            nearest.sort(key=lambda code: -sum(fit for fit, _ in self._best(code, names, boards)))
            del nearest[kept:]
        places = {name: place for name, (_, place) in zip(names, self._best(nearest[0], names, boards), strict=True)}
        differences = (self._difference(nearest[0], one, places) for one in [*self.observations, *last])
        difference = next(filter(None, differences), "")
        variant = self._runner(self.observations[0]).decode(nearest[0])
        return Explanation(
            (variant,), {}, tuple(names), 0, tried, difference or "on no single board", observed=len(self.observations)
        )

    def _best(self, code: int, names: Sequence[str], boards: Sequence[Observation]) -> Iterator[tuple[int, int]]:
        """For each name the number of boards on which it fits best, and the place in the values that does."""
        made = [(self._make(code, one).values, one.values) for one in boards]
        for name in names:
            places = _places_of(name)
            fits = [
                sum(bool(values) and values[place] == printed.get(name) for values, printed in made) for place in places
            ]
            yield max(fits), places[fits.index(max(fits))]

    def _difference(self, code: int, observation: Observation, places: dict[str, int]) -> str:
        """Where a variant and the program differ on a board, in words; empty if they do not."""
        values, on = self._make(code, observation).values, f"on {one_line(observation.board)}"
        if not values:
            return f"{on} the nearest needs many more nodes"
        for name, place in places.items():
            printed, value = observation.values.get(name, values[place]), values[place]
            if printed != value and name == PATH:
                return f"{on} the nearest finds another path"
            if printed != value:
                return f"{on} {name!r} is {printed:,}, and {value:,} in the nearest"
        return ""


def _other_words(variants: Sequence[Variant]) -> dict[str, str]:
    """What definitions are called in searches in which their usual words are not true."""
    if all(one.algorithm in (Algorithm.IDA_STAR, Algorithm.DEEPENING) for one in variants):
        return load_tables()["counters_of_passes"]
    return load_tables()["counters_of_estimate"] if any(map(_is_estimate, variants)) else {}


def _is_estimate(variant: Variant) -> bool:
    return variant.goal_test is GoalTest.ESTIMATE


def _different_ones(codes: Sequence[int], most: int) -> list[int]:
    """The places of at most so many variants, of every combination of choices but the order of moves if possible."""
    groups: dict[int, list[int]] = {}
    for place, code in enumerate(codes):
        groups.setdefault(code & ~_ORDER_BITS, []).append(place)
    turns = chain.from_iterable(zip_longest(*groups.values()))
    return list(islice((place for place in turns if place is not None), most))


def _initial_mask(name: str) -> int:
    return PATH_BIT if name == PATH else _LENGTH_BIT if name == LENGTH else _COUNTER_BITS


def _places_of(name: str) -> range:
    """Where the values for a name stand: after the counters the length, then the path."""
    count = len(DEFINITIONS)
    return range(count + 1, count + 2) if name == PATH else range(count, count + 1) if name == LENGTH else range(count)


def _chosen(values: Sequence[object], masks: Sequence[int]) -> tuple[object, ...]:
    """What a program would print by the plainest definitions that fit."""
    if not values:
        return ()
    return tuple(values[-1 if mask & PATH_BIT else (mask & -mask).bit_length() - 1] for mask in masks)


# Words


def describe_variants(explanation: Explanation) -> list[str]:
    """What all variants that fit share, in sentences; nothing if none fits, or if that may be chance."""
    if explanation.fit in (Fit.NEAR, Fit.UNKNOWN):
        return []
    variants = explanation.variants
    algorithms = list(dict.fromkeys(map(algorithm_name, variants)))
    queues = [one for one in variants if one.algorithm is Algorithm.BEST_FIRST]
    sentences = [alternatives(algorithms)] if len(algorithms) <= _MOST_SHOWN else []
    if len(queues) == len(variants):
        sentences += _queue_sentences(variants)
    else:
        sentences += _shared(variants, "duplicates", _RULES)
    sentences += _order_sentences(variants, queues)
    sentences += [
        words for (name, value), words in _HABITS.items() if {getattr(one, name) for one in variants} == {value}
    ]
    sentences += [f"{name!r} counts {words}" for name, words in explanation.counters.items()]
    return sentences


def _order_sentences(variants: Sequence[Variant], queues: Sequence[Variant]) -> list[str]:
    """In which order children are made, or leave the queue, or that it does not matter."""
    orders = {one.order for one in variants}
    if len(orders) == 1:
        return [f"children are made in the order {_order_words(variants[0].order)}, by the moves of the blank"]
    if {one.ties for one in queues} <= _BOARDS and len(orders) == len(ORDERS):
        return ["in which order children are made does not matter: no two nodes are equal in the queue"]
    leaving = {one.order if one.ties is Ties.FAMILY else one.order[::-1] for one in variants}
    if {one.ties for one in variants} == _LATEST and len(leaving) == 1:
        return [f"children leave in the order {_order_words(leaving.pop())}, by the moves of the blank"]
    return []


def _order_words(order: Sequence[Move]) -> str:
    return ", ".join(move.word for move in order)


def _queue_sentences(variants: Sequence[Variant]) -> list[str]:
    """What searches with a queue share."""
    keys, ties = {one.key for one in variants}, {one.ties for one in variants}
    sentences = []
    if len(keys) == 1 and Key.ADDED not in keys:
        words = next((words for rules, words in _TIES if ties <= rules), "")
        words = next(iter(ties)).value if len(ties) == 1 else words
        sentences += [f"of nodes with an equal {variants[0].key.value}, {words}"] if words else []
    sentences += _shared(variants, "duplicates", _RULES)
    tests = {one.goal_test for one in variants}
    if len(tests) == 1:
        test = variants[0].goal_test
        stops = test is GoalTest.ESTIMATE
        sentences.append(_STOPS if stops else f"a board is compared with the goal {test.value}")
    elif tests == {GoalTest.GENERATED, GoalTest.FAMILY}:
        sentences.append("the search stops at the expansion that makes the goal")
    return sentences


def _shared(variants: Sequence[Variant], name: str, groups: Sequence[tuple[set[Duplicates], str]]) -> list[str]:
    found = {getattr(one, name) for one in variants}
    if found == {Duplicates.GENERATED} and not any(map(is_guided, variants)):
        return [_MARKED_WHEN_GENERATED]  # no cheaper path is found later
    if len(found) == 1:
        return [str(next(iter(found)).value)]
    return [words for rules, words in groups if found <= rules][:1]


_BOARDS = {Ties.BOARD, Ties.BOARD_PATH, Ties.BOARD_LETTERS}
_LATEST = {Ties.NEWEST, Ties.FAMILY}
_TIES = ((_BOARDS, Ties.BOARD.value), (_LATEST, "the children of the latest expansion leave first"))
_MARKED_WHEN_GENERATED = "a board is marked when it is generated"
_MARKED_WHEN_TAKEN = {Duplicates.CLOSED, Duplicates.OPEN, Duplicates.EXPANDED, Duplicates.BOTH}
_RULES = (
    (_MARKED_WHEN_TAKEN, "a board is marked when it is taken"),
    (
        _MARKED_WHEN_TAKEN | {Duplicates.SMALLER, Duplicates.SMALLER_ONCE, Duplicates.IN_PLACE},
        "a cheaper path to a board in the queue is not ignored",
    ),
    (
        {Duplicates.CLOSED, Duplicates.OPEN, Duplicates.SMALLER},
        "copies of a board that stay in the queue are expanded again",
    ),
    ({Duplicates.UNDO, Duplicates.PATH, Duplicates.NONE}, "boards that were reached on other paths are not left out"),
)
"""What several rules share."""

_STOPS = "it stops one expansion after the goal is taken, as if it compared the estimate stored with a node with 0"

_HABITS = {
    ("marks_start", False): "the start is not marked, so it is generated again",
    ("takes_parent_h", True): "the h of a child is that of its parent: it is computed before the move",
    ("ignores_blank", True): "the goal test ignores the blank",
}


def is_guided(variant: Variant) -> bool:
    """Whether a heuristic decides what is expanded next."""
    return variant.heuristic != "no heuristic" and variant.key is not Key.ADDED


def algorithm_name(variant: Variant) -> str:
    """The algorithm, its heuristic and its weights."""
    if variant.algorithm is Algorithm.IDA_STAR:
        return f"IDA* with {variant.heuristic}"
    if variant.algorithm is not Algorithm.BEST_FIRST:
        return variant.algorithm.value
    if variant.key is Key.ADDED:
        return "breadth-first search" if variant.ties is Ties.OLDEST else "depth-first search with a stack"
    if variant.heuristic == "no heuristic":
        return "uniform-cost search"
    if not variant.weight_g:
        return f"greedy best-first search with {variant.heuristic}"
    is_plain = variant.weight_g == variant.weight_h
    formula = "" if is_plain else f", f = {variant.weight_g:g}·g + {variant.weight_h:g}·h"
    return f"A* with {variant.heuristic}{formula}"


def explanation_record(explanation: Explanation) -> dict[str, object]:
    """The explanation for JSON."""
    variants = [
        {**variant._asdict(), "order": "".join(move.letter for move in variant.order)}
        for variant in explanation.variants
    ]
    facts = {
        "fit": explanation.fit.value,
        "exact": explanation.is_exact,
        "variants": [] if explanation.difference else variants,
        "sentences": describe_variants(explanation),
        "evidence": None if explanation.evidence == inf else round(explanation.evidence, 1),
        "demand": round(explanation.demand, 1),
    }
    return {**vars(explanation), **facts, "asked": [one_line(board) for board in explanation.asked]}


def measure(variant: Variant, goal: Board, count: int = _SAMPLE) -> tuple[int, int, Board | None]:
    """On how many of some random boards a variant finds a longer solution, of how many, and the nearest of them."""
    table, rng = distance_table(goal), Random("random boards")
    runner, work = VariantRunner(goal, [("taken", 0)]), _MEASURED_NODES
    longer: dict[Board, int] = {}
    solved = 0
    for depth in rng.choices(range(table.radius + 1), weights=table.counts, k=count):
        if work <= 0:
            break
        state = rng.choice(table.states_at(depth))
        values = runner.make(variant, state, 200_000).values
        work -= int(str(values[0])) if values else 200_000
        solved += bool(values)
        if values and len(values[-1]) > depth:  # type: ignore[arg-type]
            longer[Board.from_state(state, goal.shape)] = depth
    return len(longer), solved, min(longer, key=longer.__getitem__, default=None)
