"""All shortest solutions of a problem as one graph in layers: their states, and the moves between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from taquin.puzzle.board import Board, State
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric, Slide, moves_of_slides
from taquin.puzzle.solution import Solution
from taquin.puzzle.words import plural


class Edge(NamedTuple):
    """A move or slide to a state of the next layer."""

    slide: Slide
    target: int
    """The index of that state in its layer."""


@dataclass(frozen=True, repr=False)
class SolutionGraph:
    """Every state of layer i is i moves away from the start and ``length`` - i moves away from the goal.

    The first layer is the start, the last one is the goal, and every path between them is a shortest solution.
    ``edges[i][j]`` are the moves from state j of layer i, in the order Up, Down, Left, Right. The states of a layer are
    in the order in which the moves from the layer before first reach them.

    >>> from taquin.analysis.shortest import shortest_solutions
    >>> graph = shortest_solutions("0 3 / 2 1").graph
    >>> graph.length, graph.states, graph.count, [str(solution) for solution in graph.solutions()]
    (6, 12, 2, ['DRULDR', 'RDLURD'])
    """

    start: Board
    goal: Board
    layers: tuple[tuple[State, ...], ...]
    edges: tuple[tuple[tuple[Edge, ...], ...], ...]
    is_complete: bool = True
    """Whether the graph contains all shortest solutions."""
    metric: Metric = Metric.MOVES

    @classmethod
    def from_solution(cls, solution: Solution, metric: Metric = Metric.MOVES) -> SolutionGraph:
        """The graph of one of several shortest solutions."""
        boards = [board.state for board in solution.boards()]
        slides = metric.slides(solution.moves)
        places = accumulate((slide.tiles for slide in slides), initial=0)
        return cls(
            solution.start,
            solution.end,
            tuple((boards[place],) for place in places),
            tuple(((Edge(slide, 0),),) for slide in slides),
            is_complete=False,
            metric=metric,
        )

    def __repr__(self) -> str:
        solutions, states = plural(self.count, "solution"), plural(self.states, "state")
        return f"<SolutionGraph: {solutions} of {self.metric.amount(self.length)}, {states}>"

    @property
    def length(self) -> int:
        """The number of moves or slides of a shortest solution."""
        return len(self.layers) - 1

    @property
    def states(self) -> int:
        """The number of states on shortest solutions."""
        return sum(map(len, self.layers))

    @property
    def count(self) -> int:
        """The exact number of shortest solutions, of any size. One addition per move."""
        return self.ways_to_goal[0][0]

    @cached_property
    def ways_to_goal(self) -> tuple[tuple[int, ...], ...]:
        """For each state of each layer, the number of shortest paths to the goal. One addition per move."""
        ways: list[tuple[int, ...]] = [(1,)]
        for edges in reversed(self.edges):
            after = ways[-1]
            ways.append(tuple(sum(after[edge.target] for edge in leaving) for leaving in edges))
        return tuple(reversed(ways))

    @cached_property
    def ways_from_start(self) -> tuple[tuple[int, ...], ...]:
        """For each state of each layer, the number of shortest paths from the start. One addition per move."""
        ways = [[1]]
        for layer, edges in zip(self.layers[1:], self.edges, strict=True):
            here = [0] * len(layer)
            for before, leaving in zip(ways[-1], edges, strict=True):
                for edge in leaving:
                    here[edge.target] += before
            ways.append(here)
        return tuple(map(tuple, ways))

    def through(self, layer: int, place: int) -> int:
        """The number of shortest solutions through this state."""
        return self.ways_from_start[layer][place] * self.ways_to_goal[layer][place]

    def board(self, layer: int, place: int) -> Board:
        """One of the states as a board."""
        return Board.from_state(self.layers[layer][place], self.start.shape)

    def solutions(self) -> Iterator[Solution]:
        """Yield every shortest solution in the order of its moves: U before D before L before R.

        There may be billions of them; use ``itertools.islice`` for the first ones.
        """
        slides: list[int] = []
        path = [iter(self.edges[0][0])] if self.edges else []
        if not path:
            yield Solution(self.start, ())
        while path:
            edge = next(path[-1], None)
            if edge is None:
                path.pop()
                del slides[-1:]
            elif len(path) == self.length:
                yield Solution(self.start, moves_of_slides([*slides, edge.slide.number]))
            else:
                slides.append(edge.slide.number)
                path.append(iter(self.edges[len(path)][edge.target]))


def connect(
    problem: Problem,
    length: int,
    belongs: Callable[[int, State], bool],
    poll: Callable[[], None] = lambda: None,
) -> SolutionGraph:
    """The graph between two boards that are ``length`` moves or slides apart, built layer by layer from the start.

    ``belongs(i, state)`` decides whether a neighbour of layer i - 1 is in layer i, that is, whether it is ``length`` -
    i moves away from the goal. ``poll`` is called before each layer.
    """
    successors = problem.space.successors
    layers: list[tuple[State, ...]] = [(problem.start.state,)]
    edges: list[tuple[tuple[Edge, ...], ...]] = []
    for depth in range(1, length + 1):
        poll()
        places: dict[State, int] = {}
        near = (
            [(Slide.from_number(number), child) for number, child in successors(state) if belongs(depth, child)]
            for state in layers[-1]
        )
        edges.append(
            tuple(
                tuple(Edge(slide, places.setdefault(child, len(places))) for slide, child in leaving)
                for leaving in near
            )
        )
        layers.append(tuple(places))
    return SolutionGraph(problem.start, problem.goal, tuple(layers), tuple(edges), metric=problem.metric)
