"""Judges of the questions on tree search against graph search."""

from __future__ import annotations

from exercise_judges import JUDGES, Record, judges
from exercise_judges.puzzle import OPPOSITE, Rows, children, distance, play_all, rows_of
from exercise_judges.records import listed, nodes_of, rows_of_node, yes_no


def walk(rows: Rows, depth: int, last: str = "", *, undo: bool) -> list[Rows]:
    """The boards at the ends of all paths, one for each path."""
    if depth == 0:
        return [rows]
    return [
        end
        for letter, child in children(rows).items()
        if undo or not last or letter != OPPOSITE[last]
        for end in walk(child, depth - 1, letter, undo=undo)
    ]


@judges("graph.circle")
def circle(record: Record) -> list[str]:
    start = rows_of(record)
    times = {"once": 1, "twice": 2, "three times": 3}[record["given"]["times"]]
    end = play_all(start, "RDLU" * times)
    return [str(sum(a != b for one, other in zip(start, end, strict=True) for a, b in zip(one, other, strict=True)))]


@judges("graph.same")
def same(record: Record) -> list[str]:
    start, given = rows_of(record), record["given"]
    return yes_no(play_all(start, given["one"]) == play_all(start, given["other"]))


@judges("graph.known")
def known(record: Record) -> list[str]:
    boards = {rows_of_node(node) for node in record["tree"]}
    board = rows_of_node(nodes_of(record)[record["given"]["node"]])
    return [listed([letter for letter, child in children(board).items() if child in boards])]


@judges("graph.duplicates")
def duplicates(record: Record) -> list[str]:
    """Run breadth-first search again from the root, for a number of expansions."""
    root = rows_of_node(nodes_of(record)[0])
    queue, seen, dropped = [root], {root}, 0
    for _ in range(record["given"]["steps"]):
        for child in children(queue.pop(0)).values():
            if child in seen:
                dropped += 1
            else:
                seen.add(child)
                queue.append(child)
    return [str(dropped)]


@judges("graph.closed")
def closed(record: Record) -> list[str]:
    """The nodes that have children, and those whose children are all known: the search marks them."""
    parents = {node["parent"] for node in record["tree"]} - {-1}
    marked = [node["number"] for node in record["tree"] if node["expanded"]]
    assert parents <= set(marked)
    return [listed(marked)]


@judges("graph.detour")
def detour(record: Record) -> list[str]:
    start = rows_of(record)
    return [str(distance(start, play_all(start, record["given"]["moves"])))]


@judges("graph.growth")
def growth(record: Record) -> list[str]:
    factor, depth = record["given"]["factor"], record["given"]["depth"]
    return [str((factor ** (depth + 1) - 1) // (factor - 1))]


JUDGES.update(
    {
        "graph.paths": lambda record: [str(len(walk(rows_of(record), record["given"]["depth"], undo=True)))],
        "graph.no_undo": lambda record: [str(len(walk(rows_of(record), record["given"]["depth"], undo=False)))],
        "graph.different": lambda record: [str(len(set(walk(rows_of(record), record["given"]["length"], undo=True))))],
        "graph.memory": lambda record: [str(len(range(record["given"]["depth"] + 1)))],
    }
)
