"""What a report measures, and which runs count: the rules that all its tables and charts share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import TypeAlias

from msgspec.structs import replace

from taquin.errors import SpecError
from taquin.experiments.record import NUMBER_FIELDS, Record, texts_in
from taquin.puzzle.words import near_hint, shown, size_text


@dataclass(frozen=True, slots=True)
class Measure:
    """A field of a record that can be compared: less is better."""

    key: str
    name: str
    is_time: bool = False

    @property
    def depends_on_backend(self) -> bool:
        """Whether its values on different backends are not comparable."""
        return self.is_time or self.key == "peak_memory"

    def text(self, value: float | None) -> str:
        """A value for a table: seconds with three significant digits, bytes with a unit, counts with commas.

        >>> [MEASURES[key].text(1234.5678) for key in ("cpu_seconds", "expanded", "peak_memory")]
        ['1,235', '1,235', '1.24 kB']
        >>> MEASURES["cpu_seconds"].text(0.012345)
        '0.0123'
        """
        if value is None:
            return "–"
        if self.key == "peak_memory":
            return size_text(round(value))
        if self.is_time and abs(value) < 100:
            return f"{value:.3g}"
        return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:,.2f}"


MEASURES = {
    measure.key: measure
    for measure in (
        Measure("cpu_seconds", "CPU seconds", is_time=True),
        Measure("wall_seconds", "wall seconds", is_time=True),
        Measure("expanded", "nodes expanded"),
        Measure("generated", "nodes generated"),
        Measure("max_stored", "nodes stored at once"),
        Measure("peak_memory", "peak memory"),
        Measure("length", "solution length"),
    )
}

Instance: TypeAlias = tuple[str, int]
"""An instance set, and the number of an instance in it."""


def measure_of(key: str) -> Measure:
    """The measure with this key, which may be any field with a number. Raises ``SpecError`` for another one.

    >>> measure_of("reopened").name
    'reopened'
    """
    if key not in MEASURES and key not in NUMBER_FIELDS:
        others = ", ".join(name for name in NUMBER_FIELDS if name not in MEASURES)
        raise SpecError(
            f"expected a measure ({', '.join(MEASURES)}; {others}), found {shown(key)}",
            hint=near_hint(key, [*MEASURES, *NUMBER_FIELDS]),
        )
    return MEASURES.get(key) or Measure(key, key.replace("_", " "), is_time=key.endswith("_seconds"))


def value_of(row: Record, measure: Measure) -> float | None:
    value: float | None = getattr(row, measure.key)
    return value


def is_solved(row: Record) -> bool:
    """Whether a run counts as solved: a solution was found, and replaying it has reached the goal."""
    return row.status == "solved" and row.replayed is True


def is_wrong(row: Record) -> bool:
    """Whether a run claims what is false: its moves do not reach the goal, or a known optimum contradicts it."""
    return row.replayed is False or row.agrees is False


def cost_of(row: Record) -> float:
    """The cost of a solution, which is its length unless moves have other costs; older records have the length only."""
    return row.length or 0 if row.cost is None else row.cost


def instance_of(row: Record) -> Instance:
    return (row.instances, row.index)


def backends_of(rows: Iterable[Record], method: str) -> Counter[str]:
    """How many runs of a method each backend made, without those that parity answered."""
    mine = (row for row in rows if row.method == method and row.status != "unsolvable")
    return Counter(row.backend for row in mine if row.backend)


class ComparedRuns(list[Record]):
    """The runs of a report as ``keep_apart`` returns them. What several tables and charts need is computed once."""

    def __init__(self, rows: Iterable[Record]) -> None:
        super().__init__(rows)
        self._values: dict[Measure, dict[str, dict[Instance, float]]] = {}
        self._compared: dict[Measure, dict[str, dict[Instance, float]]] = {}

    @cached_property
    def methods(self) -> list[str]:
        return _methods_of(self)

    def solved_values(self, measure: Measure) -> dict[str, dict[Instance, float]]:
        if measure not in self._values:
            self._values[measure] = _solved_values(self, measure)
        return self._values[measure]

    def compared_values(self, measure: Measure) -> dict[str, dict[Instance, float]]:
        if measure not in self._compared:
            self._compared[measure] = _compared_values(self, measure)
        return self._compared[measure]


def methods_of(rows: Iterable[Record]) -> list[str]:
    """The methods in the order of the plan, then in the order of their first runs."""
    return rows.methods if isinstance(rows, ComparedRuns) else _methods_of(list(rows))


def _methods_of(rows: Sequence[Record]) -> list[str]:
    plans = {id(row.spec): row.spec for row in rows}  # most runs share one
    planned = [method for plan in plans.values() for method in texts_in(plan, "methods")]
    present = dict.fromkeys(row.method for row in rows)
    return [method for method in dict.fromkeys([*planned, *present]) if method in present]


def keep_apart(rows: Sequence[Record]) -> ComparedRuns:
    """The rows, in which every version of Taquin, and of the user's source of a method, is a method of its own."""
    alike = {_origin(row): row for row in rows}
    variants = {origin: _variant(row) for origin, row in alike.items()}
    of_method: dict[str, set[str]] = {}
    for origin, row in alike.items():
        of_method.setdefault(row.method, set()).add(variants[origin])
    if all(len(known) == 1 for known in of_method.values()):
        return ComparedRuns(rows)
    return ComparedRuns(
        replace(row, method=f"{row.method} [{variants[_origin(row)]}]") if len(of_method[row.method]) > 1 else row
        for row in rows
    )


def _origin(row: Record) -> tuple[object, ...]:
    """What decides the variant of a run; plans are compared by identity, because most runs share one."""
    return (id(row.spec), row.instances, row.method, row.taquin, row.commit, row.core)


def _variant(row: Record) -> str:
    sources = (source.partition(" ") for source in texts_in(row.spec, "sources"))
    own = [f"source {checksum}" for checksum, _, path in sources if path in f"{row.instances} {row.method}"]
    return ", ".join([row.version_text, *own])


_FLOOR = 0.01
"""The floor in seconds where it was not measured: some systems count CPU time in steps of 4 to 10 ms."""


def floor_of(rows: Sequence[Record], measure: Measure) -> float:
    """The value below which differences are not reported: for times, that of a run with nothing to search."""
    return max((row.floor_seconds or _FLOOR for row in rows), default=_FLOOR) if measure.is_time else 0.0


def compared_values(rows: Sequence[Record], measure: Measure) -> dict[str, dict[Instance, float]]:
    """``solved_values`` for comparisons and charts: times below the floor are raised to it."""
    return rows.compared_values(measure) if isinstance(rows, ComparedRuns) else _compared_values(rows, measure)


def _compared_values(rows: Sequence[Record], measure: Measure) -> dict[str, dict[Instance, float]]:
    floor = floor_of(rows, measure)
    if floor == 0:
        return solved_values(rows, measure)
    return {
        method: {instance: value if value > floor else floor for instance, value in values.items()}
        for method, values in solved_values(rows, measure).items()
    }


def solved_values(rows: Sequence[Record], measure: Measure) -> dict[str, dict[Instance, float]]:
    """By method, the value on every instance whose repetitions are all solved: the median of the repetitions."""
    return rows.solved_values(measure) if isinstance(rows, ComparedRuns) else _solved_values(rows, measure)


def _solved_values(rows: Sequence[Record], measure: Measure) -> dict[str, dict[Instance, float]]:
    values_of: dict[str, dict[Instance, float | list[float]]] = {method: {} for method in methods_of(rows)}
    instances: dict[Instance, Instance] = {}  # of many methods, each one object
    unsolved: set[tuple[str, Instance]] = set()
    for row in rows:
        value, instance = value_of(row, measure), instance_of(row)
        if not is_solved(row) or value is None:
            unsolved.add((row.method, instance))
            continue
        found = values_of[row.method]
        before = found.get(instance)
        if before is None:
            found[instances.setdefault(instance, instance)] = value
        elif isinstance(before, list):
            before.append(value)
        else:
            found[instance] = [before, value]
    return {
        method: {
            instance: median(measured) if isinstance(measured := found[instance], list) else measured
            for instance in sorted(found)
            if not unsolved or (method, instance) not in unsolved
        }
        for method, found in values_of.items()
    }
