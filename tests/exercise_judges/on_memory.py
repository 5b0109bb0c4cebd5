"""Judges of the questions on IDA* and memory."""

from __future__ import annotations

from exercise_judges import JUDGES, Record, judges
from exercise_judges.puzzle import OPPOSITE, Rows, children, far, goal_of, manhattan, rows_of
from exercise_judges.records import children_of, f_of, listed, nodes_of, numbers, yes_no


@judges("memory.pruned")
def pruned(record: Record) -> list[str]:
    return [listed([number for number in nodes_of(record) if f_of(record, number) > record["given"]["bound"]])]


@judges("memory.next_bound")
def next_bound(record: Record) -> list[str]:
    bound = record["given"]["bound"]
    return [str(min(f for number in nodes_of(record) if (f := f_of(record, number)) > bound))]


@judges("memory.next_bound_table")
def next_bound_table(record: Record) -> list[str]:
    bound = record["given"]["bound"]
    return [str(next(f for f in sorted(numbers(record)) if f > bound))]


@judges("memory.visit_order")
def visit_order(record: Record) -> list[str]:
    nodes, bound = nodes_of(record), record["given"]["bound"]

    def visit(number: int) -> list[int]:
        if nodes[number]["g"] + nodes[number]["h"] > bound:
            return []
        return [number, *(below for child in children_of(record, number) for below in visit(child))]

    return [listed(visit(0))]


def iterations(rows: Rows) -> list[int]:
    """The bounds of IDA*, by running it."""
    goal, bounds = goal_of(rows), [manhattan(rows)]

    def search(board: Rows, g: int, last: str, bound: int) -> tuple[bool, int]:
        f = g + manhattan(board, goal)
        if f > bound or board == goal:
            return board == goal, f
        least = 10**9
        for letter, child in children(board).items():
            if last and letter == OPPOSITE[last]:
                continue
            found, value = search(child, g + 1, letter, bound)
            if found:
                return True, value
            least = min(least, value)
        return False, least

    while True:
        found, value = search(rows, 0, "", bounds[-1])
        if found:
            return bounds
        bounds.append(value)


@judges("memory.bounds")
def bounds(record: Record) -> list[str]:
    return [listed(iterations(rows_of(record)))]


@judges("memory.last_bound")
def last_bound(record: Record) -> list[str]:
    assert record["given"]["h"] == manhattan(rows_of(record))
    return [str(far(rows_of(record)))]


@judges("memory.step")
def step(record: Record) -> list[str]:
    bound = record["given"]["bound"]
    return [text for text in record["choices"] if int(text) in {bound + 2 * rise for rise in range(1, 9)}]


@judges("memory.astar_memory")
def astar_memory(record: Record) -> list[str]:
    assert record["given"]["path"] == far(rows_of(record)) + 1
    return [f"{record['given']['stored'] / record['given']['path']:.2f}"]


@judges("memory.bytes")
def bytes_(record: Record) -> list[str]:
    given = record["given"]
    return [str(round(given["gigabytes"] * 1e9 / (given["size"] * given["speed"] * 1e6)))]


@judges("memory.repeated")
def repeated(record: Record) -> list[str]:
    total, size = 0, 1
    for _ in range(record["given"]["iterations"]):
        total += size
        size *= record["given"]["factor"]
    return [str(total)]


@judges("memory.go_back")
def go_back(record: Record) -> list[str]:
    return yes_no(all(int(value) > record["given"]["limit"] for _, value in record["table"]["rows"]))


JUDGES.update(
    {
        "memory.first_bound": lambda record: [str(manhattan(rows_of(record), rows_of(record, 1)))],
        "memory.stored": lambda record: [str(far(rows_of(record)) + 1)],
        "memory.backed_up": lambda record: [str(min(numbers(record)))],
        "memory.proof": lambda record: [str(record["given"]["following"])],
    }
)
