"""Questions on uniform-cost search in small graphs with costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush

from taquin.lessons.exercises.drafts import addition, commas, listing, number, yes_no
from taquin.lessons.exercises.material import Draw, Forms, MakeAbout, letters
from taquin.lessons.exercises.question import Question, Table
from taquin.puzzle.board import Board

forms = Forms("cost")
_NAMES = ("S", "A", "B", "C", "D", "G")
"""The nodes of a graph; edges lead from a node to a later one."""


@dataclass(frozen=True, slots=True)
class _Graph:
    """A small directed graph from S to G, without ties that would leave a question open."""

    edges: tuple[tuple[str, str, int], ...]

    def table(self) -> Table:
        return Table.from_values(("from", "to", "cost"), self.edges)

    def expansions(self) -> Iterator[tuple[str, int, dict[str, int]]]:
        """Uniform-cost search: each node with its g, and the frontier after its expansion; the goal is not expanded."""
        known, closed, heap = {"S": 0}, set[str](), [(0, "S")]
        while heap:
            g, node = heappop(heap)
            if node in closed or g > known[node]:
                continue
            closed.add(node)
            if node != "G":
                for start, end, cost in self.edges:
                    if start == node and g + cost < known.get(end, 10**9):
                        known[end] = g + cost
                        heappush(heap, (g + cost, end))
            yield node, g, {name: value for name, value in known.items() if name not in closed}
            if node == "G":
                return

    def paths(self) -> list[tuple[int, str]]:
        """Every path from S to G without repetition, with its cost."""
        complete: list[tuple[int, str]] = []
        waiting = [(0, "S")]
        while waiting:
            cost, path = waiting.pop()
            for start, end, more in self.edges:
                if start == path[-1] and end not in path:
                    longer = (cost + more, path + end)
                    (complete if end == "G" else waiting).append(longer)
        return sorted(complete)


def _graph(rng: Draw) -> _Graph:
    """A random graph whose cheapest path is the only one, is not the one with the fewest edges, and whose g differ."""
    while True:
        edges = [
            (start, end, rng.randrange(1, 10))
            for place, start in enumerate(_NAMES[:-1])
            for end in _NAMES[place + 1 :]
            if rng.random() < 0.55 and (start, end) != ("S", "G")
        ]
        graph = _Graph(tuple(edges))
        paths = graph.paths()
        if len(paths) < 3 or not 7 <= len(edges) <= 10 or paths[0][0] == paths[1][0]:
            continue
        fewest = min(len(path) for _, path in paths)
        short = [path for _, path in paths if len(path) == fewest]
        steps = list(graph.expansions())
        values = [g for _, g, _ in steps]
        open_values = [value for _, _, frontier in steps for value in frontier.values()]
        is_clear = len(set(values)) == len(values) and all(len(set(f.values())) == len(f) for _, _, f in steps)
        if len(short) == 1 and len(paths[0][1]) > fewest and len(steps) >= 4 and is_clear and open_values:
            return graph


def _on_graph(name: str) -> Callable[[MakeAbout[_Graph]], MakeAbout[_Graph]]:
    """Add a form about a random graph."""
    return forms.about(name, _graph, lambda graph: {"table": graph.table()})


def _path_text(path: str) -> str:
    return " → ".join(path)


@_on_graph("cheapest")
def _cheapest(rng: Draw, graph: _Graph) -> Question:
    cost, path = graph.paths()[0]
    return number(cost, f"{_path_text(path)} costs {cost}; the next best costs {graph.paths()[1][0]}.")


@_on_graph("path")
def _path(rng: Draw, graph: _Graph) -> Question:
    cost, path = graph.paths()[0]
    return listing(list(path), f"{_path_text(path)} costs {cost}, less than every other path.", names=_NAMES)


@_on_graph("fewest_edges")
def _fewest_edges(rng: Draw, graph: _Graph) -> Question:
    cost, path = min(graph.paths(), key=lambda one: len(one[1]))
    best = graph.paths()[0]
    return number(
        cost,
        f"{_path_text(path)} has {len(path) - 1} edges and costs {cost}. The cheapest, {_path_text(best[1])}, costs "
        f"{best[0]}.",
    )


@_on_graph("order")
def _order(rng: Draw, graph: _Graph) -> Question:
    steps = list(graph.expansions())
    return listing(
        [node for node, _, _ in steps],
        f"In the order of g: {commas(f'{node} ({g})' for node, g, _ in steps)}.",
        names=_NAMES,
    )


@_on_graph("g_value")
def _g_value(rng: Draw, graph: _Graph) -> Question:
    node, g, _ = rng.choice([step for step in graph.expansions() if step[0] != "S"])
    return number(
        g,
        f"The cheapest path from S to {node} costs {g}. When a node is taken, its g is final, because every other path "
        "goes through a node with a larger g.",
        given={"node": node},
    )


@forms.add("frontier")
def _frontier(rng: Draw) -> Question:
    steps: list[tuple[str, int, dict[str, int]]] = []
    while not steps:
        graph = _graph(rng)
        steps = [step for step in graph.expansions() if len(step[2]) >= 2 and step[0] != "G"]
    node, _, frontier = rng.choice(steps)
    ordered = sorted(frontier, key=lambda name: frontier[name])
    return listing(
        ordered,
        f"In the order of g: {commas(f'{name} ({frontier[name]})' for name in ordered)}.",
        given={"node": node},
        table=graph.table(),
        names=_NAMES,
    )


@forms.add("improved")
def _improved(rng: Draw) -> Question:
    old = rng.randrange(8, 16)
    g, cost = rng.randrange(2, 8), rng.randrange(1, 10)
    return number(
        min(old, g + cost),
        f"The new path costs {g} + {cost} = {g + cost}, "
        + (f"less than {old}: it replaces the old one." if g + cost < old else f"not less than {old}: it is dropped."),
        given={"old": old, "g": g, "cost": cost},
    )


@forms.add("stop")
def _stop(rng: Draw) -> Question:
    goal = rng.randrange(8, 15)
    least = goal + rng.choice((-3, -1, 1, 2))
    return yes_no(
        least < goal,
        f"It stops when the goal is taken, and the node with the least g is taken first. {least} ",
        yes=f"< {goal}: a cheaper path may lead through that node, so the search must continue.",
        no=f"> {goal}: the goal is next, and no path can be cheaper.",
        given={"goal": goal, "least": least},
    )


@forms.on_board("tiles", Draw.shuffled)
def _tiles(rng: Draw, board: Board) -> Question:
    path = rng.random_moves(board, rng.randrange(4, 7))
    tiles = path.tiles()
    return number(sum(tiles), f"The tiles {commas(tiles)} slide: {addition(tiles)}.", given={"moves": letters(path)})


@forms.add("unit_costs")
def _unit_costs(rng: Draw) -> Question:
    cost, depth = rng.randrange(2, 9), rng.randrange(3, 9)
    return number(
        cost * depth,
        f"{depth} · {cost} = {cost * depth}. With equal costs, g orders the nodes by depth, so the search works level "
        "by level, like breadth-first search.",
        given={"cost": cost, "depth": depth},
    )


@forms.add("bound")
def _bound(rng: Draw) -> Question:
    values = sorted({rng.randrange(6, 25) for _ in range(6)})
    rng.shuffle(values)
    return number(
        min(values) + 1,
        f"Every solution goes through a node of the frontier and then along at least one more edge: {min(values)} + 1 "
        f"= {min(values) + 1}.",
        given={"values": commas(values)},
    )
