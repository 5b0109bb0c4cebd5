"""A toy space of ten states with estimates of every kind, and every configuration of every algorithm, for all tests.

The toy is a house of ten rooms with doors in four directions. It is drawn here with its numbers of steps to the goal::

    0 ─R─ 1            room      0  1  2  3  4  5  6  7  8  9
    │D    │D           distance  4  3  4  3  2  1  1  3  2  0
    2 ─R─ 3 ─R─ 4 ─R─ 5          (Down from 1 leads to 4: the house is not flat)
    │D                │D
    7 ─R─ 8 ─R─ 6 ─R─ 9        the start is 0, the goal is 9

The only shortest way is 0 1 4 5 9. Two ways lead to room 4, of 2 and of 3 steps, so there is a cycle of odd length; and
there is a way of 5 steps to the goal that avoids room 4. Where an estimate makes room 1 look bad, the long way to
room 4 is found first: a search that then drops the short one, or does not expand room 4 again, ends with 5 steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from taquin.heuristics.base import Estimate
from taquin.puzzle.moves import Move
from taquin.run.execution import execute
from taquin.run.limits import Cancellation, Limits
from taquin.run.observer import Observer
from taquin.run.result import Outcome
from taquin.run.run import Run
from taquin.solving.registry import ALGORITHMS, HEURISTICS, AlgorithmSpec, OptionValue
from taquin.trace.recorder import Recorder
from taquin.trace.trace import Trace

# The house -------------------------------------------------------------------------------------------------------

UP, DOWN, LEFT, RIGHT = Move
DOORS = (
    (0, RIGHT, 1),
    (0, DOWN, 2),
    (1, DOWN, 4),
    (2, RIGHT, 3),
    (2, DOWN, 7),
    (3, RIGHT, 4),
    (4, RIGHT, 5),
    (5, DOWN, 9),
    (7, RIGHT, 8),
    (8, RIGHT, 6),
    (6, RIGHT, 9),
)
ISLAND_DOORS = (*(door for door in DOORS if door[2] != 9), (9, UP, 10))  # the goal and one more room, out of reach
SHORTEST = (RIGHT, DOWN, RIGHT, DOWN)
DISTANCES = (4, 3, 4, 3, 2, 1, 1, 3, 2, 0)  # to the goal
BACKWARD_DISTANCES = (0, 1, 1, 2, 2, 3, 4, 2, 3, 4)  # from the start


class House:
    """A reversible space of rooms; every door can be used both ways."""

    def __init__(self, start: int = 0, goal: int = 9, doors: tuple[tuple[int, Move, int], ...] = DOORS) -> None:
        self.start = start
        self.goal = goal
        self._ways: dict[int, list[tuple[int, int]]] = {room: [] for room in (start, goal)}
        for one, move, other in doors:
            self._ways.setdefault(one, []).append((move, other))
            self._ways.setdefault(other, []).append((move.opposite, one))
        for ways in self._ways.values():
            ways.sort()
            assert len({move for move, _ in ways}) == len(ways), "two doors in one direction"

    def is_goal(self, state: int) -> bool:
        return state == self.goal

    def successors(self, state: int) -> list[tuple[int, int]]:
        return list(self._ways[state])

    predecessors = successors

    def reverse(self, move: int) -> int:
        return Move(move).opposite

    def walk(self, moves: tuple[int, ...]) -> int:
        """The room that these moves reach from the start; checks every solution."""
        room = self.start
        for move in moves:
            room = dict(self._ways[room])[move]
        return room


class TableEstimate(Estimate[int]):
    """One number for each room; rooms beyond the table have 0."""

    def __init__(self, values: tuple[float, ...]) -> None:
        self.values = values

    def __call__(self, state: int) -> float:
        return self.values[state] if state < len(self.values) else 0


@dataclass(frozen=True)
class Knowledge:
    """An estimate for both directions, and its properties."""

    name: str
    admissible: bool
    consistent: bool
    forward: tuple[float, ...]
    backward: tuple[float, ...]

    def is_sound_for(self, spec: AlgorithmSpec) -> bool:
        """Whether the guarantees of an algorithm hold with it."""
        is_enough = self.consistent if spec.claims.needs_consistent else self.admissible
        return is_enough or not spec.uses_heuristic


KNOWLEDGE = (
    Knowledge("nothing", True, True, (0,) * 10, (0,) * 10),
    Knowledge("consistent", True, True, (3, 2, 3, 2, 2, 1, 1, 2, 2, 0), (0, 0, 0, 1, 1, 1, 2, 1, 1, 2)),
    Knowledge("perfect", True, True, DISTANCES, BACKWARD_DISTANCES),
    Knowledge("inconsistent", True, False, (0, 3, 0, 0, 0, 1, 0, 0, 0, 0), (0, 0, 1, 0, 2, 3, 0, 0, 3, 0)),
    Knowledge("halves", True, True, tuple(d / 2 for d in DISTANCES), tuple(d / 2 for d in BACKWARD_DISTANCES)),
    Knowledge("inadmissible", False, False, (4, 9, 1, 1, 1, 1, 1, 1, 1, 0), (0, 1, 1, 1, 8, 9, 1, 1, 1, 1)),
)


def knowledge(name: str) -> Knowledge:
    return next(known for known in KNOWLEDGE if known.name == name)


def search_house(
    spec: AlgorithmSpec,
    options: Mapping[str, OptionValue],
    known: Knowledge,
    house: House | None = None,
    *,
    limits: Limits | None = None,
    observer: Observer | None = None,
    cancellation: Cancellation | None = None,
) -> Outcome:
    """Run an algorithm on the house, as ``solve`` runs it on boards."""
    run = Run(limits, observer, cancellation)
    arguments: dict[str, object] = dict(options)
    if spec.uses_heuristic:
        arguments["heuristic"] = TableEstimate(known.forward)
        if spec.is_bidirectional:
            arguments["backward_heuristic"] = TableEstimate(known.backward)
    return execute(partial(spec.load(), house or House(), run, **arguments), run, lambda: {"spec": spec.key})


def trace_house(
    spec: AlgorithmSpec,
    options: Mapping[str, OptionValue],
    known: Knowledge,
    house: House | None = None,
    *,
    limits: Limits | None = None,
) -> Trace:
    recorder = Recorder()
    search_house(spec, options, known, house, limits=limits, observer=recorder)
    return recorder.trace()


# Everything that the registry offers ------------------------------------------------------------------------------

ENDLESS = {
    "hill_climbing": "hill_climbing(restarts=1000000000)",
    "annealing": "annealing(trials=1000000000, schedule=logarithmic, temperature=50)",
    "greedy": "greedy(blind)",
    "focal": "focal(weight=1)",
    "dps": "dps(weight=1)",
    "ees": "ees(weight=1)",
    "ara_star": "ara_star(blind)",
    "beam": "beam(blind, width=1000000)",
    "depth_limited": "depth_limited(limit=50)",
}
"""Methods that run for a long time where the defaults would end soon."""

VALUES: dict[str, tuple[OptionValue, ...]] = {
    "limit": (6, 14),
    "weight": (1, 2, 5),
    "step": (0.1, 5),
    "width": (1, 3),
    "sideways": (5,),
    "restarts": (3,),
    "walk": (1,),
    "never_undo": (True,),
    "undo": (True,),
    "seed": (7,),
    "temperature": (0, 0.5),
    "cooling": (0, 1, 0.9),
    "trials": (1, 500),
    "lookback": (6,),
    "lookahead": (2, 3),
    "threads": (2,),
    "within": (1.5,),
}
"""Values to try for every option without choices; ``configurations`` fails if an option is missing here."""


@dataclass(frozen=True)
class Configuration:
    """An algorithm and its options: the defaults, with one changed."""

    spec: AlgorithmSpec
    changed: tuple[tuple[str, OptionValue], ...] = field(default=())

    @property
    def options(self) -> dict[str, OptionValue]:
        return {option.name: option.default for option in self.spec.options} | dict(self.changed)

    def text(self, heuristic: str | None = None) -> str:
        """A spec such as ``astar(manhattan, tie_break=lifo)``."""
        parts = [heuristic] if heuristic is not None and self.spec.uses_heuristic else []
        parts += [f"{name}={value}" for name, value in self.changed]
        return f"{self.spec.key}({', '.join(parts)})"

    def __str__(self) -> str:
        return self.text()


def configurations() -> Iterator[Configuration]:
    """Every algorithm with its defaults, and with every choice and some values of every option."""
    for spec in ALGORITHMS:
        yield Configuration(spec)
        for option in spec.options:
            for value in option.choices or VALUES[option.name]:
                if value != option.default:
                    yield Configuration(spec, ((option.name, value),))
        if spec.key == "hill_climbing":  # options that have an effect only together
            yield Configuration(spec, (("variant", "stochastic"), ("restarts", 3), ("seed", 7)))
            yield Configuration(spec, (("variant", "first-choice"), ("sideways", 4), ("restarts", 2)))
            yield Configuration(spec, (("variant", "stochastic"), ("never_undo", True)))
            yield Configuration(spec, (("variant", "first-choice"), ("never_undo", True)))


CONFIGURATIONS = tuple(configurations())
HOUSE_CONFIGURATIONS = tuple(  # only tile puzzles have detours
    configuration
    for configuration in CONFIGURATIONS
    if not configuration.spec.needs_board and "lookback" not in dict(configuration.changed)
)
HEURISTIC_TEXTS = tuple(
    f"{spec.key}(manhattan, gaschnig, inversion_distance)" if spec.takes_parts else spec.key for spec in HEURISTICS
)
