"""Judges of the questions on uniform-cost search."""

from __future__ import annotations

from itertools import pairwise, permutations

from exercise_judges import JUDGES, Record, judges
from exercise_judges.puzzle import rows_of, slid
from exercise_judges.records import numbers, yes_no


def edges_of(record: Record) -> dict[tuple[str, str], int]:
    return {(start, end): int(cost) for start, end, cost in record["table"]["rows"]}


def paths(record: Record, goal: str = "G") -> list[tuple[int, tuple[str, ...]]]:
    """Every path from S, by trying all orders of all nodes between."""
    edges = edges_of(record)
    names = sorted({name for pair in edges for name in pair} - {"S", goal})
    found = []
    for count in range(len(names) + 1):
        for middle in permutations(names, count):
            path = ("S", *middle, goal)
            steps = list(pairwise(path))
            if all(step in edges for step in steps):
                found.append((sum(edges[step] for step in steps), path))
    return sorted(found)


def values(record: Record) -> dict[str, int]:
    """The cost of the cheapest path to every node, by relaxing all edges again and again (Bellman and Ford)."""
    costs = {"S": 0}
    for _ in range(10):
        for (start, end), cost in edges_of(record).items():
            if start in costs:
                costs[end] = min(costs.get(end, 10**9), costs[start] + cost)
    return costs


@judges("cost.path")
def path(record: Record) -> list[str]:
    return [" ".join(paths(record)[0][1])]


@judges("cost.fewest_edges")
def fewest_edges(record: Record) -> list[str]:
    shortest = min(paths(record), key=lambda found: len(found[1]))
    return [str(shortest[0])]


@judges("cost.order")
def order(record: Record) -> list[str]:
    costs = values(record)
    return [" ".join(sorted((name for name in costs if costs[name] <= costs["G"]), key=lambda name: costs[name]))]


@judges("cost.frontier")
def frontier(record: Record) -> list[str]:
    """Known are the ends of edges from expanded nodes: those with a g up to that of the last one."""
    costs, edges = values(record), edges_of(record)
    last = costs[record["given"]["node"]]
    expanded = {name for name in costs if costs[name] <= last and name != "G"}
    known = {
        end: min(costs[start] + cost for (start, other), cost in edges.items() if other == end and start in expanded)
        for (begin, end) in edges
        if begin in expanded and end not in expanded
    }
    return [" ".join(sorted(known, key=lambda name: known[name]))]


@judges("cost.improved")
def improved(record: Record) -> list[str]:
    given = record["given"]
    new = given["g"] + given["cost"]
    return [str(new if new < given["old"] else given["old"])]


JUDGES.update(
    {
        "cost.cheapest": lambda record: [str(paths(record)[0][0])],
        "cost.g_value": lambda record: [str(values(record)[record["given"]["node"]])],
        "cost.stop": lambda record: yes_no(record["given"]["least"] < record["given"]["goal"]),
        "cost.tiles": lambda record: [str(sum(slid(rows_of(record), record["given"]["moves"])))],
        "cost.unit_costs": lambda record: [str(sum([record["given"]["cost"]] * record["given"]["depth"]))],
        "cost.bound": lambda record: [str(min(numbers(record)) + 1)],
    }
)
