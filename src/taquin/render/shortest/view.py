"""The part of the graph of all shortest solutions that is shown, as text and as plain values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import log10
from typing import TYPE_CHECKING

from taquin.puzzle.board import Board, one_line
from taquin.render.shortest.layered_layout import reverse_links
from taquin.render.text.layout import table

if TYPE_CHECKING:
    from taquin.analysis.solution_graph import SolutionGraph
    from taquin.puzzle.slides import Slide

MAX_STATES = 150  # the number of states that are drawn by default

_LONGEST_BOARD = 60  # characters; longer boards are not named in the caption


@dataclass(frozen=True)
class View:
    """The shown part of a graph. ``layers[i]`` are the indices of the shown states of layer i, in their order.

    Every shown state is on a solution whose states are all shown.
    """

    graph: SolutionGraph
    layers: tuple[tuple[int, ...], ...]

    @cached_property
    def numbers(self) -> dict[tuple[int, int], int]:
        """The number of every shown state, by its layer and its index there: from the start on, row by row."""
        states = ((layer, index) for layer, row in enumerate(self.layers) for index in range(len(row)))
        return {state: number for number, state in enumerate(states)}

    @property
    def states(self) -> int:
        return len(self.numbers)

    @property
    def left_out(self) -> int:
        return self.graph.states - self.states

    def board(self, layer: int, index: int) -> Board:
        return self.graph.board(layer, self.layers[layer][index])

    @cached_property
    def links(self) -> tuple[tuple[tuple[tuple[Slide, int], ...], ...], ...]:
        """From each shown state of each layer but the last, the moves to shown states, by their index in ``layers``."""
        layers = []
        for layer, shown in enumerate(self.layers[:-1]):
            index = {place: number for number, place in enumerate(self.layers[layer + 1])}
            edges = self.graph.edges[layer]
            layers.append(
                tuple(tuple((move, index[to]) for move, to in edges[place] if to in index) for place in shown)
            )
        return tuple(layers)

    @cached_property
    def solutions(self) -> int:
        """How many solutions have all their states shown."""
        ways = [1]
        for layer in reversed(self.links):
            ways = [sum(ways[to] for _, to in moves) for moves in layer]
        return ways[0]

    def through(self, layer: int, index: int) -> int:
        """How many of all solutions go through a shown state."""
        return self.graph.through(layer, self.layers[layer][index])

    def carried(self, layer: int, index: int, target: int) -> int:
        """How many of all solutions contain the move between two shown states."""
        place, to = self.layers[layer][index], self.layers[layer + 1][target]
        return self.graph.ways_from_start[layer][place] * self.graph.ways_to_goal[layer + 1][to]

    def moves_left_out(self, layer: int, index: int) -> int:
        """How many moves lead from a shown state to states that are not."""
        return len(self.graph.edges[layer][self.layers[layer][index]]) - len(self.links[layer][index])

    def to_text(self) -> str:
        """One line for each state: its depth, the number of solutions through it, its board, and the next moves."""
        rows = []
        for (layer, index), number in self.numbers.items():
            following = []
            if layer < self.graph.length:
                following = [
                    f"{move.letters} to {self.numbers[layer + 1, to]}" for move, to in self.links[layer][index]
                ]
                more = self.moves_left_out(layer, index)
                following += [f"{more} more"] if more else []
            through, board = f"{self.through(layer, index):,}", one_line(self.board(layer, index))
            rows.append((str(layer), str(number), through, board, ", ".join(following) or "goal"))
        drawn = table(("moves", "state", "solutions", "board", "next"), rows, right=(True, True, True, False, False))
        return "\n\n".join(["\n".join([title(self.graph), *facts(self)]), drawn])

    def to_dict(self) -> dict[str, object]:
        """Plain values: the states by layers with how many solutions go through each, and the moves between them."""
        numbers = self.numbers
        layers: list[list[dict[str, object]]] = [[] for _ in self.layers]
        for state, number in numbers.items():
            board = one_line(self.board(*state))
            layers[state[0]].append({"state": number, "board": board, "solutions": self.through(*state)})
        moves = [
            {
                "from": numbers[layer, index],
                "move": move.letters,
                "to": numbers[layer + 1, to],
                "solutions": self.carried(layer, index, to),
            }
            for layer, row in enumerate(self.links)
            for index, links in enumerate(row)
            for move, to in links
        ]
        return {"layers": layers, "moves": moves, "states_left_out": self.left_out}


def view_of(graph: SolutionGraph, max_states: int | None = None) -> View:
    """All states, or about ``max_states`` of them: those with most solutions, and a complete solution for each.

    At least one complete solution is shown. Among states with equally many solutions, those nearest to
    the start come first. Takes O(S log S) for S states, and the length of a solution for each state that does not fit.
    """
    if max_states is None or graph.states <= max_states:
        return View(graph, tuple(tuple(range(len(layer))) for layer in graph.layers))
    chooser = _Chooser(graph)
    ranked = sorted(
        (-graph.through(layer, place), layer, place)
        for layer, states in enumerate(graph.layers)
        for place in range(len(states))
    )
    for _, layer, place in ranked:
        chooser.add(layer, place, max_states)
    return View(graph, tuple(tuple(sorted(places)) for places in chooser.shown))


class _Chooser:
    """The states chosen so far."""

    def __init__(self, graph: SolutionGraph) -> None:
        self.graph = graph
        self.shown: list[set[int]] = [set() for _ in graph.layers]
        self.count = 0
        self.links = [[[edge.target for edge in leaving] for leaving in edges] for edges in graph.edges]
        self.back = reverse_links([len(layer) for layer in graph.layers], self.links)

    def add(self, layer: int, place: int, most: int) -> None:
        """Choose this state, with a path to the start and one to the goal, unless that is too many states."""
        if place in self.shown[layer]:
            return
        above = [(row, self.back[row]) for row in reversed(range(layer))]
        below = [(row + 1, self.links[row]) for row in range(layer, len(self.links))]
        path = [(layer, place)]
        for rows in (above, below):
            at = place
            for row, links in rows:
                at = self._best(row, links[at])
                if at in self.shown[row]:
                    break
                path.append((row, at))
        if self.count and self.count + len(path) > most:
            return
        self.count += len(path)
        for at_layer, state in path:
            self.shown[at_layer].add(state)

    def _best(self, layer: int, places: list[int]) -> int:
        """A state that is already chosen, or else the one with most solutions; the first of equals."""
        return max(places, key=lambda place: (place in self.shown[layer], self.graph.through(layer, place), -place))


def title(graph: SolutionGraph) -> str:
    """How many solutions there are, and how long they are."""
    count = f"{graph.count:,}" if len(str(graph.count)) <= 30 else short_count(graph.count)
    moves = graph.metric.amount(graph.length)
    if not graph.is_complete:
        return f"{count} or more shortest solutions of {moves}"
    return f"The only shortest solution: {moves}" if graph.count == 1 else f"{count} shortest solutions of {moves} each"


def facts(view: View) -> Iterator[str]:
    """Sentences for the caption: start and goal, and what is left out."""
    graph = view.graph
    start, goal = one_line(graph.start), one_line(graph.goal)
    if len(start) <= _LONGEST_BOARD:
        yield f"From {start} to {goal}."
    if not graph.is_complete:
        yield "The search was stopped at a limit: there may be more solutions of this length."
    if view.left_out:
        yield (
            f"Left out: {view.left_out:,} of {graph.states:,} states. The states on most solutions are shown, "
            f"with {short_count(view.solutions)} complete solution{'' if view.solutions == 1 else 's'}."
        )


def short_count(count: int) -> str:
    """A number that fits under a board: exact up to six digits.

    >>> short_count(123456), short_count(2**100)
    ('123,456', '1.27·10³⁰')
    """
    if count < 10**6:
        return f"{count:,}"
    power = len(str(count)) - 1
    leading = round(count / 10**power if power < 300 else 10 ** (log10(count) - power), 2)
    if leading >= 10:
        leading, power = leading / 10, power + 1
    return f"{leading:g}·10{str(power).translate(_RAISED)}"


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
