"""Judges of the questions on measuring."""

from __future__ import annotations

from exercise_judges import JUDGES, Record, judges
from exercise_judges.on_local import climb
from exercise_judges.puzzle import can_reach, distance, goal_of, play_all, rows_of
from exercise_judges.records import numbers


@judges("measuring.frontier")
def frontier(record: Record) -> list[str]:
    size, largest = 1, 1
    for _, new in record["table"]["rows"]:
        size += int(new) - 1
        assert size >= 1
        largest = max(largest, size)
    return [str(largest)]


@judges("measuring.median")
def median(record: Record) -> list[str]:
    values = numbers(record)
    while len(values) > 1:
        values.remove(max(values))
        values.remove(min(values))
    return [str(values[0])]


@judges("measuring.faster")
def faster(record: Record) -> list[str]:
    given = record["given"]
    return ["the simple one" if given["one"] * given["cost"] < given["other"] * given["dear"] else "the expensive one"]


@judges("measuring.growth")
def growth(record: Record) -> list[str]:
    """The factor that, multiplied six times, leads from the first number to the last: by trying."""
    (first, low), *_, (last, high) = [(int(depth), int(nodes)) for depth, nodes in record["table"]["rows"]]
    factor = 1.0
    while low * factor ** (last - first) < high:
        factor += 0.0005
    return [f"{factor:.3f}"]


@judges("measuring.extrapolate")
def extrapolate(record: Record) -> list[str]:
    nodes = record["given"]["nodes"]
    for _ in range(20, record["given"]["depth"]):
        nodes *= record["given"]["factor"]
    return [str(nodes)]


@judges("measuring.branching")
def branching(record: Record) -> list[str]:
    """By trying, in small steps."""
    nodes, depth = record["given"]["nodes"], record["given"]["depth"]
    factor = 0.5
    while sum(factor**power for power in range(1, depth + 1)) < nodes:
        factor += 0.0005
    return [f"{factor:.3f}"]


@judges("measuring.gap")
def gap(record: Record) -> list[str]:
    length, bound = record["given"]["length"], record["given"]["bound"]
    return [str(next(percent for percent in range(101) if bound * percent >= 100 * (length - bound)))]


@judges("measuring.status")
def status(record: Record) -> list[str]:
    """What each run must do, found without running it."""
    rows, given = rows_of(record), record["given"]
    goal = goal_of(rows)
    if not can_reach(rows, goal):
        return ["unsolvable"]
    if given["method"].startswith("depth_limited"):
        limit = int(given["method"].split("=")[1].rstrip(")"))
        return ["solved" if distance(rows, goal, limit) is not None else "exhausted"]
    if given["method"].startswith("hill_climbing"):
        return ["solved" if play_all(rows, climb(rows)) == goal else "stuck"]
    return ["limit" if given["nodes"] else "solved"]


JUDGES.update(
    {
        "measuring.expanded": lambda record: [str(len([node for node in record["tree"] if node["expanded"]]))],
        "measuring.generated": lambda record: [str(len([node for node in record["tree"] if node["parent"] >= 0]))],
        "measuring.other_names": lambda record: [str(record["given"]["expanded"] + 1)],
        "measuring.mean": lambda record: [f"{sum(numbers(record)) / len(numbers(record)):.2f}"],
        "measuring.speedup": lambda record: [f"{record['given']['more'] / record['given']['fewer']:.3f}"],
        "measuring.rate": lambda record: [str(record["given"]["nodes"] // record["given"]["seconds"])],
    }
)
