"""Graphs that were written in a documented form and then damaged by one step: none of them is misread.

A step drops, doubles or moves one field, separator, line or edge. The judge is a second reader of the documented forms,
which takes nothing from Taquin: ``Graph`` must read what it reads, with the same costs of cheapest paths, or refuse the
graph. What was not damaged must be read as it was written.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from heapq import heappop, heappush
from random import Random
from typing import Any
from unittest import mock

import pytest

import taquin
from figures import Tally, complain

NAMES = {
    "letters": [*"ABCDEFGH"],
    "towns": ["Arad", "Iași", "Rimnicu", "Sibiu", "Zerind", "Lugoj", "O'Hara", "K-2"],
    "numbers": [*"1234567", "10"],
    "both": ["S", *"123", "12", "a4", "5b", "G"],
    "two words": ["New York", "Los Angeles", "San Jose", "A", "B 2", "El Paso", "3 C", "D"],
}
SEPARATORS = {"spaces": " ", "commas": ",", "commas and spaces": ", ", "semicolons": ";", "tabs": "\t"}
NUMBER = re.compile(r"[+-]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})(e[+-]?\d{1,4})?", re.ASCII | re.IGNORECASE)


@dataclass
class Value:
    """A graph: for each node its successors with their costs, and the estimates of nodes."""

    costs: dict[Any, dict[Any, Any]] = field(default_factory=dict)
    estimates: dict[Any, Any] = field(default_factory=dict)

    def add(self, one: Any, other: Any, cost: Any, *, is_directed: bool) -> None:
        if not isinstance(cost, int | float | Fraction) or isinstance(cost, bool) or not 0 <= cost <= 10**300:
            raise ValueError("no cost")
        for here, there in [(one, other)] if is_directed else [(one, other), (other, one)]:
            self.costs.setdefault(there, {})
            if self.costs.setdefault(here, {}).setdefault(there, cost) != cost:
                raise ValueError("two costs")


# The second reader -----------------------------------------------------------------------------------------------


def read_strictly(form: str, written: Any, *, is_directed: bool) -> Value:
    """What is written in a form. Raises ``ValueError`` if the docs do not say what it means."""
    value = Value()
    match form:
        case "file":
            edges, value.estimates = read_text(written)
        case "edges":
            if any(len(edge) not in (2, 3) for edge in written):
                raise ValueError("neither two nor three items")
            edges = [(one, other, *(cost or [1])) for one, other, *cost in written]
        case _:
            edges = []
            for one, others in written.items():
                value.costs.setdefault(one, {})
                edges += [(one, other, others[other] if form == "costs" else 1) for other in others]
    for edge in edges:
        value.add(*edge, is_directed=is_directed)
    return value


def read_text(data: bytes) -> tuple[list[tuple[str, str, Any]], dict[str, Any]]:
    text = data.decode("utf-8").removeprefix("\ufeff")
    lines = [re.sub(r"(^|[ \t])#.*", "", line).strip(" ") for line in re.split(r"\r\n|[\r\n]", text)]
    lines = [line for line in lines if line.strip(" \t")]
    used = {character for line in lines for character in line.strip(" \t") if character in ",;\t"}
    if len(used) > 1 or any(character in '#"\0' for line in lines for character in line):
        raise ValueError("several separators, or a character that means something else")
    rows = [re.split("|".join(used) or r"[ \t]+", line if "\t" in used else line.strip(" \t")) for line in lines]
    rows = [[cell.strip(" \t") for cell in row] for row in rows]
    edges: list[tuple[str, str, Any]] = []
    estimates: list[tuple[str, str]] = []
    lengths = set()
    for row in rows:
        while len(row) > 3 and not row[-1]:  # columns of a spreadsheet
            row.pop()
        if len(row) == 3 and not row[2] and NUMBER.fullmatch(row[1]):
            row.pop()
        match row:
            case [str(one), str(other), str(cost)] if one and other and NUMBER.fullmatch(cost):
                edges.append((one, other, number(cost)))
                lengths.add(3)
            case [str(node), str(estimate)] if node and NUMBER.fullmatch(estimate):
                estimates.append((node, estimate))
            case [str(one), str(other)] if one and other:
                edges.append((one, other, 1))
                lengths.add(2)
            case _:
                raise ValueError("neither an edge nor an estimate")
    nodes = {node for edge in edges for node in edge[:2]}
    found: dict[str, Any] = {}
    for node, estimate in estimates:
        is_estimate = node in nodes and estimate not in nodes and number(estimate) >= 0
        if not is_estimate or found.setdefault(node, number(estimate)) != number(estimate):
            raise ValueError("perhaps an edge without its cost")
    if len(lengths) != 1:
        raise ValueError("edges with and without costs, or none")
    return edges, found


def number(text: str) -> Any:
    """An exact number where it is whole, and otherwise the nearest float."""
    exact = Fraction(text)
    return int(exact) if exact.denominator == 1 else float(exact)


def cheapest(value: Value, start: Any, goal: Any) -> Any:
    """Dijkstra's algorithm, with exact sums; None if no path leads to the goal."""
    distances: dict[Any, Fraction] = {}
    count = itertools.count()  # nodes may be of kinds that cannot be compared
    heap = [(Fraction(0), next(count), start)]
    while heap:
        distance, _, node = heappop(heap)
        if node in distances:
            continue
        distances[node] = distance
        for other, cost in value.costs[node].items():
            heappush(heap, (distance + Fraction(cost), next(count), other))
    return distances.get(goal)


# Writing and damaging --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Written:
    """A graph in one of the forms, and what it means."""

    form: str
    content: Any
    is_directed: bool
    start: Any
    goal: Any


def write(random: Random) -> tuple[Written, Value]:
    form = random.choice(["file"] * 7 + ["edges", "costs", "lists"])
    kind = random.choice([*NAMES])
    names = random.sample(NAMES[kind], random.randrange(3, 8))
    is_directed = random.random() < 0.3
    has_costs = form != "lists" and (random.random() < 0.8 or (form == "file" and kind in ("numbers", "both")))
    value = Value({names[0]: {}} if form in ("costs", "lists") else {})
    edges: list[tuple[str, str, Any]] = []
    pairs = [(names[0], names[1]), *(random.sample(names, 2) for _ in range(random.randrange(2, 12)))]
    for one, other in pairs:
        if other in value.costs.get(one, {}) or (not is_directed and one in value.costs.get(other, {})):
            continue
        cost = random.choice([random.randrange(100), random.randrange(1, 9), 7.5, 0.25]) if has_costs else 1
        edges.append((one, other, cost))
        value.add(one, other, cost, is_directed=is_directed)
    content: Any
    match form:
        case "file":
            nodes = random.sample([*value.costs], len(value.costs)) if random.random() < 0.6 else []
            value.estimates = {node: random.choice([0, 5, 12, 366, 1.5]) for node in nodes}
            content = write_text(random, edges, value, has_costs=has_costs, kind=kind)
        case "edges":
            content = edges if has_costs else [edge[:2] for edge in edges]
        case "costs":
            content = {one: dict(others) for one, others in value.costs.items()}
        case _:
            content = {one: [*others] for one, others in value.costs.items()}
    return Written(form, content, is_directed, names[0], names[1]), value


def write_text(random: Random, edges: list[tuple[str, str, Any]], value: Value, *, has_costs: bool, kind: str) -> bytes:
    separators = [name for name in SEPARATORS if name != "spaces" or kind != "two words"]
    between = SEPARATORS[random.choice(separators)]
    rows = [[one, other, *([str(cost)] if has_costs else [])] for one, other, cost in edges]
    for node, estimate in value.estimates.items():
        rows.append([node, f"+{estimate}" if str(estimate) in value.costs else str(estimate)])
    lines = [between.join(row) for row in rows]
    if random.random() < 0.3:
        lines[random.randrange(len(lines))] += " # a note, 5"
        lines.insert(0, random.choice(["# a graph", "", "#"]))
    end = random.choice(["\n", "\n", "\r\n"])
    text = random.choice(["", "", "", "\ufeff"]) + end.join(lines) + random.choice([end, end, ""])
    return text.encode()


def damage(random: Random, written: Written) -> Written:
    content = written.content
    match written.form:
        case "file":
            content = damage_text(random, content.decode()).encode()
        case "edges":
            content = damage_edges(random, content)
        case form:
            content = {one: others.copy() for one, others in content.items()}
            one, two = (random.choice([*content]) for _ in range(2))
            other = random.choice([*content[one], None])
            if other is None or random.random() < 0.2:
                del content[one]
            elif form == "lists":
                match random.randrange(3):
                    case 0:
                        content[one].remove(other)
                    case 1:
                        content[one].append(other)
                    case _:
                        content[one].remove(other)
                        content[two].append(other)
            elif random.random() < 0.5:
                content[two][other] = content[one].pop(other)
            else:
                content[one][other] = random.choice([None, *content[two].values()])
    return replace(written, content=content)


def step(random: Random, items: list[Any]) -> list[Any]:
    """The list with one item dropped, doubled or moved."""
    place = random.randrange(len(items))
    left = items[:place] + items[place + 1 :]
    at = random.randrange(len(left) + 1)
    return random.choice([left, items[: place + 1] + items[place:], [*left[:at], items[place], *left[at:]]])


def damage_edges(random: Random, edges: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    if random.random() < 0.3:
        return step(random, edges)
    place, other = random.randrange(len(edges)), random.randrange(len(edges))
    if random.random() < 0.5:
        return [*edges[:place], tuple(step(random, [*edges[place]])), *edges[place + 1 :]]
    item = random.choice(edges[place])
    changed = [list(edge) for edge in edges]
    changed[place].remove(item)
    changed[other].insert(random.randrange(len(changed[other]) + 1), item)
    return [tuple(edge) for edge in changed]


def damage_text(random: Random, text: str) -> str:
    """Drop, double or move one line, one field or one separator."""
    if random.random() < 0.2:
        return "".join(step(random, text.splitlines(keepends=True)))
    parts = re.split(r"(, |\r\n|[ ,;\t\n])", text)
    kind = random.randrange(2)  # fields, or the separators between them
    places = [place for place in range(kind, len(parts), 2) if parts[place]]
    place = random.choice(places or [0])
    part, left = parts[place], parts[:place] + parts[place + 1 :]
    match random.randrange(4):
        case 0:
            return "".join(left)
        case 1 if not kind:  # a field, with a separator
            separator = parts[place - 1] if place else " "
            return "".join([*parts[:place], part, separator, *parts[place:]])
        case 1:
            return "".join([*parts[:place], part, *parts[place:]])
        case 2:  # to another part
            at = random.randrange(len(left) + 1)
            return "".join([*left[:at], part, *left[at:]])
        case _:  # anywhere
            joined = "".join(left)
            at = random.randrange(len(joined) + 1)
            return joined[:at] + part + joined[at:]


# The comparison --------------------------------------------------------------------------------------------------


def verdict(written: Written, expected: Value | None = None, *, searches: bool = True) -> str:
    """What ``Graph`` does with it: ``read`` as the second reader reads it, ``refused``, or what is wrong with it."""
    try:
        meant = read_strictly(written.form, written.content, is_directed=written.is_directed)
    except ValueError:
        meant = None
    if expected is not None and meant != expected:
        return f"the test wrote {expected}, and its reader reads {meant}"
    edges = written.content if written.form != "file" else "graph.txt"
    graphs: list[taquin.Graph] = []

    def make() -> None:
        graphs.append(taquin.Graph(edges, start=written.start, goal=written.goal, directed=written.is_directed))

    with mock.patch("taquin.solving.graph_forms.load_file", return_value=written.content):  # without a disk
        if complaint := complain(make):
            return complaint
    if not graphs:
        return "refused" if expected is None else "an undamaged graph was refused"
    return compare(graphs[0], meant, written, searches=searches) or "read"


def compare(graph: taquin.Graph, meant: Value | None, written: Written, *, searches: bool) -> str:
    found = Value(vars(graph)["_next"], vars(graph)["_estimates"])
    if meant is None:
        return f"misread: the form does not say that this means {found}"
    if found != meant:
        return f"misread: {meant} was read as {found}"
    if not searches:
        return ""
    result = taquin.search(graph, "ucs")
    cost = cheapest(meant, written.start, written.goal)
    is_same = result.cost == cost or (cost is not None and result.cost == pytest.approx(float(cost), rel=1e-12))
    return "" if is_same else f"misread: the cheapest path costs {cost}, found {result.cost}"


def texts(random: Random, count: int) -> Iterator[tuple[Written, Value | None]]:
    for number in range(count):
        written, value = write(random)
        yield (written, value) if number % 10 == 0 else (damage(random, written), None)


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.attack) for seed in (2, 3, 4, 5))])
def test_damaged_graphs_are_read_as_they_are_written_or_refused(
    seed: int, tally: Tally, request: pytest.FixtureRequest
) -> None:
    count = 25_000 if request.node.get_closest_marker("attack") else 2_000
    verdicts: dict[str, int] = {}
    for number, (written, expected) in enumerate(texts(Random(seed), count)):
        found = verdict(written, expected, searches=number % 4 == 0)  # which takes longer than all else
        verdicts[found] = verdicts.get(found, 0) + 1
        tally.of_reader("graphs").add("" if found in ("read", "refused") else found, written)
    assert tally.failures == []
    assert min(verdicts["read"], verdicts["refused"]) > count / 5  # otherwise the damage is too small or too large
