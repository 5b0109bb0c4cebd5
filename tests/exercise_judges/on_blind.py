"""Judges of the questions on uninformed search."""

from __future__ import annotations

from exercise_judges import JUDGES, Record, judges
from exercise_judges.puzzle import children, distance, goal_of, rows_of
from exercise_judges.records import depth_of, listed, numbers, preorder, waiting, yes_no


@judges("blind.breadth_order")
def breadth_order(record: Record) -> list[str]:
    """The nodes in depth-first order, sorted by their depth: on a level, left stays before right."""
    return [listed(sorted(preorder(record), key=lambda number: depth_of(record, number)))]


@judges("blind.deepening_order")
def deepening_order(record: Record) -> list[str]:
    limits = range(record["given"]["limit"] + 1)
    return [listed([number for limit in limits for number in preorder(record) if depth_of(record, number) <= limit])]


@judges("blind.level_size")
def level_size(record: Record) -> list[str]:
    start, depth = rows_of(record), record["given"]["depth"]
    seen, queue = {start: 0}, [start]
    while queue:
        here = queue.pop(0)
        if seen[here] < depth:
            for child in children(here).values():
                if child not in seen:
                    seen[child] = seen[here] + 1
                    queue.append(child)
    return [str(list(seen.values()).count(depth))]


@judges("blind.iterations")
def iterations(record: Record) -> list[str]:
    start = rows_of(record)
    return [str(1 + (distance(start, goal_of(start)) or 0))]


@judges("blind.deepening_cost")
def deepening_cost(record: Record) -> list[str]:
    """Count the visits one by one."""
    factor, depth = record["given"]["factor"], record["given"]["depth"]

    def visit(left: int) -> int:
        return 1 + (factor * visit(left - 1) if left else 0)

    return [str(sum(visit(limit) for limit in range(depth + 1)))]


@judges("blind.limit")
def limit(record: Record) -> list[str]:
    start = rows_of(record)
    return yes_no(distance(start, goal_of(start), record["given"]["limit"]) is not None)


@judges("blind.both_sides")
def both_sides(record: Record) -> list[str]:
    layer = 1
    for _ in range(record["given"]["length"] // 2):
        layer *= record["given"]["factor"]
    return [str(layer + layer)]


@judges("blind.queue_or_stack")
def queue_or_stack(record: Record) -> list[str]:
    """Run both searches and compare with what is given."""
    order = numbers(record, "order")
    queue = sorted(preorder(record), key=lambda number: depth_of(record, number))[: len(order)]
    found = [name for name, made in (("queue", queue), ("stack", preorder(record)[: len(order)])) if made == order]
    assert found
    return ["both are possible"] if len(found) == 2 else found


JUDGES.update(
    {
        "blind.depth_order": lambda record: [listed(preorder(record))],
        "blind.next": lambda record: [str(min(node["number"] for node in waiting(record)))],
        "blind.frontier": lambda record: [listed(sorted(node["number"] for node in waiting(record)))],
        "blind.length": lambda record: [str(distance(rows_of(record), rows_of(record, 1)))],
    }
)
