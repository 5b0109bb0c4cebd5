"""All shortest solutions: read from a table of distances, or found by a search from both ends.

A state is on a shortest solution of length L exactly if, for some i, it is i moves away from the start and L - i moves
away from the goal. For boards with a table of all distances, the table decides that. For larger boards a shortest
solution is found first, which gives L; then layers grow from both ends, always the smaller one, until they meet. States
that are too far from the other end according to an admissible heuristic are pruned; no state on a shortest solution is.
With databases for slides, the solver decides for each neighbour instead: it prunes far more than the layers do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from math import inf
from typing import TYPE_CHECKING

from taquin.analysis.known_solutions import TABLE_METHOD
from taquin.analysis.meeting_layers import meeting_layers
from taquin.analysis.solution_graph import SolutionGraph, connect
from taquin.heuristics.slides import has_slide_databases
from taquin.puzzle.board import Board, BoardLike, State, one_line
from taquin.puzzle.goals import GoalLike
from taquin.puzzle.guesses import suggests_names
from taquin.puzzle.moves import Notation
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.puzzle.solution import Solution
from taquin.run.budget import Stop
from taquin.run.limits import Amount, Cancellation, Limits, as_limits
from taquin.run.progress import Progress, ProgressListener
from taquin.run.result import Result, Status
from taquin.run.run import Run
from taquin.solving.default_methods import proving_method
from taquin.solving.solver import run_method
from taquin.tables.distances import DistanceTable, ready_table
from taquin.tables.storage.folder import WarningHandler, issue_warning
from taquin.trace.tree import import_networkx

if TYPE_CHECKING:
    from networkx import DiGraph


@suggests_names
@dataclass(frozen=True, kw_only=True, repr=False)
class ShortestSolutions:
    """The shortest solutions of a problem, or those found before a limit.

    ``status`` is ``solved`` if ``graph`` contains all of them. If a limit was reached after the first shortest
    solution, ``graph`` contains only that one and is marked as incomplete; if it was reached before, ``graph`` is None.

    >>> found = shortest_solutions("0 3 / 2 1")
    >>> found
    <ShortestSolutions: 2 of 6 moves>
    >>> [solution.text() for solution in found]
    ['DRULDR', 'RDLURD']
    """

    status: Status
    start: Board
    goal: Board
    graph: SolutionGraph | None
    lower_bound: int
    """No solution is shorter: proven."""
    method: str
    expanded: int
    """The number of expanded states in all searches together; 0 if a table was used."""
    generated: int
    seconds: float
    reason: str = ""
    metric: Metric = Metric.MOVES

    def __repr__(self) -> str:
        if self.count is None:
            return f"<ShortestSolutions: {self.status}: {self.reason}>"
        more = "" if self.is_complete else f", not complete: {self.reason}"
        return f"<ShortestSolutions: {self.count:,} of {self.metric.amount(self.length or 0)}{more}>"

    def __iter__(self) -> Iterator[Solution]:
        """Yield every known shortest solution, as ``graph.solutions()`` does; there may be billions of them."""
        return iter(()) if self.graph is None else self.graph.solutions()

    def __bool__(self) -> bool:
        return self.graph is not None

    def __len__(self) -> int:
        return self.count or 0

    @property
    def is_complete(self) -> bool:
        """Whether all shortest solutions are known."""
        return self.status is Status.SOLVED

    @property
    def count(self) -> int | None:
        """The number of shortest solutions, or of the known ones if not all are known; None if none is known."""
        return None if self.graph is None else self.graph.count

    @property
    def length(self) -> int | None:
        """The number of moves or slides of a shortest solution; None if none is known."""
        return None if self.graph is None else self.graph.length

    def to_networkx(self) -> DiGraph:
        """The boards on shortest solutions as a graph of networkx, which must be installed; empty if none is known.

        Nodes are boards as text, with their ``layer`` (the moves from the start) and the number of ``solutions``
        through them; edges have the ``move``.
        """
        networkx = import_networkx()
        made = networkx.DiGraph()
        graph = self.graph
        for layer, states in enumerate(graph.layers if graph else ()):
            assert graph is not None
            for place in range(len(states)):
                text = one_line(graph.board(layer, place))
                made.add_node(text, layer=layer, solutions=graph.through(layer, place))
                for move, target in graph.edges[layer][place] if layer < graph.length else ():
                    made.add_edge(text, one_line(graph.board(layer + 1, target)), move=move.letters)
        return made

    def to_dict(self, *, most: int | None = None, notation: Notation = Notation.BLANK) -> dict[str, object]:
        """The object that ``taquin shortest --json`` prints, with at most ``most`` of the solutions."""
        graph = self.graph
        shown = [] if graph is None else [solution.text(notation) for solution in islice(graph.solutions(), most)]
        return {
            "status": str(self.status),
            "start": one_line(self.start),
            "goal": one_line(self.goal),
            "metric": str(self.metric),
            "length": self.length,
            "lower_bound": self.lower_bound,
            "count": self.count,
            "is_complete": self.is_complete,
            "states": None if graph is None else graph.states,
            "states_per_layer": None if graph is None else [len(layer) for layer in graph.layers],
            "solutions": shown,
            "solutions_left_out": (self.count or 0) - len(shown),
            "method": self.method,
            "expanded": self.expanded,
            "generated": self.generated,
            "seconds": round(self.seconds, 6),
            "reason": self.reason or None,
        }


def shortest_solutions(
    start: BoardLike | Problem,
    goal: GoalLike | None = None,
    *,
    limits: Limits | None = None,
    time: Amount | None = None,
    nodes: Amount | None = None,
    memory: Amount | None = None,
    depth: Amount | None = None,
    cancellation: Cancellation | None = None,
    progress: ProgressListener | None = None,
    warn: WarningHandler = issue_warning,
) -> ShortestSolutions:
    """Find all shortest solutions, as one graph.

    The result is exact. Boards of up to 9 cells, and larger boards with an available table of distances (see
    ``look_up``), take no search. All others are searched, which takes slightly longer than proving one solution, and
    memory for the states of the layers. ``limits`` apply to all searches together; if one is reached, the result
    contains what is known so far.

    >>> found = shortest_solutions("8 6 7 / 2 5 4 / 3 0 1")
    >>> found.length, found.count, str(next(found.graph.solutions()))
    (31, 40, 'UULDDRRUULDLDRRUULDLDRRUULLDDRR')
    """
    problem = Problem(start, goal)
    limits = as_limits(limits, time=time, nodes=nodes, memory=memory, depth=depth)
    return _Search(problem, Run(limits, None, cancellation, progress)).find(warn)


class _Search:
    """The problem, and the run whose time and counters are those of all searches."""

    def __init__(self, problem: Problem, run: Run) -> None:
        self.problem, self.run = problem, run
        self.method = TABLE_METHOD

    def find(self, warn: WarningHandler) -> ShortestSolutions:
        """Use a table if one is available, else search."""
        problem, run = self.problem, self.run
        table = ready_table(problem.goal, warn=warn, metric=problem.metric) if problem.is_solvable else None
        if table is not None:
            return self._read_table(table)
        method = proving_method(problem.shape, metric=problem.metric)
        first = run_method(problem, method, Run(run.limits, None, run.budget.cancellation, run.reporter.listener))
        self.method = first.spec
        run.counters.expanded, run.counters.generated = first.stats.expanded, first.stats.generated
        run.lower_bound = first.lower_bound
        if first.solution is None:
            return self._ended(first.status, None, first.lower_bound, first.reason)
        return self._search_layers(first)

    def _read_table(self, table: DistanceTable) -> ShortestSolutions:
        problem = self.problem
        length, limit = table.distance(problem.start), self.run.limits.depth
        if limit is not None and length > limit:
            reason = f"no solution within the depth limit of {problem.metric.amount(limit)}"
            return self._ended(Status.EXHAUSTED, None, length, reason)
        try:
            graph = connect(problem, length, lambda depth, state: table.get(state) == length - depth, self.run.poll)
        except Stop as stop:
            return self._ended(stop.status, None, length, stop.reason)
        return self._ended(Status.SOLVED, graph, length)

    def _search_layers(self, first: Result) -> ShortestSolutions:
        """All solutions of the same length as this one, which is proven to be shortest."""
        solution, length = first.solution, first.lower_bound
        assert solution is not None
        try:
            if self.problem.metric is Metric.SLIDES and has_slide_databases(self.problem.shape):
                graph = connect(self.problem, length, self._prover(first))
            else:
                layers = meeting_layers(self.problem, length, self.run)
                graph = connect(self.problem, length, lambda depth, state: state in layers[depth])
        except Stop as stop:
            graph = SolutionGraph.from_solution(solution, self.problem.metric)
            when = "after one shortest solution was found"
            reason = when if stop.status is Status.CANCELLED else f"{stop.reason}, {when}"
            return self._ended(stop.status, graph, length, reason)
        return self._ended(Status.SOLVED, graph, length)

    def _prover(self, first: Result) -> Callable[[int, State], bool]:
        """A function that decides whether a board is on a shortest solution, if need be by solving it."""
        problem, counters, length = self.problem, self.run.counters, first.lower_bound
        choice = proving_method(problem.shape, metric=problem.metric).heuristic
        assert choice is not None
        estimate = choice.build(problem.goal, problem.metric)
        distances: dict[State, float] = {}

        def add(result: Result) -> None:
            """Remember the distances of all boards on a shortest solution."""
            assert result.solution is not None
            layers = SolutionGraph.from_solution(result.solution, problem.metric).layers
            distances.update({state: left for left, (state,) in enumerate(reversed(layers))})

        def belongs(depth: int, state: State) -> bool:
            left = length - depth
            if state not in distances and estimate(state) <= left:
                result = self._solve(Board.from_state(state, problem.shape), left)
                counters.expanded += result.stats.expanded
                counters.generated += result.stats.generated
                if result.is_solved:
                    add(result)
                elif result.status is Status.EXHAUSTED:
                    distances[state] = inf
                else:
                    self.run.poll()
                    raise Stop(result.status, result.reason)
            return distances.get(state) == left

        add(first)
        return belongs

    def _solve(self, board: Board, depth: int) -> Result:
        """A shortest solution of up to this many slides, within what is left of the limits."""
        self.run.poll()
        limits, counters, listener = self.run.limits, self.run.counters, self.run.reporter.listener
        seconds = self.run.elapsed()

        def report(progress: Progress) -> None:
            assert listener is not None
            expanded, bound = counters.expanded + progress.expanded, self.run.lower_bound
            listener(replace(progress, seconds=seconds + progress.seconds, expanded=expanded, lower_bound=bound))

        rest = replace(
            limits,
            depth=depth,
            time=None if limits.time is None else max(limits.time - seconds, 0.001),
            nodes=None if limits.nodes is None else limits.nodes - counters.generated,
        )
        problem = Problem(board, self.problem.goal, metric=self.problem.metric)
        method = proving_method(problem.shape, metric=problem.metric)
        return run_method(problem, method, Run(rest, None, self.run.budget.cancellation, listener and report))

    def _ended(self, status: Status, graph: SolutionGraph | None, bound: int, reason: str = "") -> ShortestSolutions:
        counters = self.run.counters
        return ShortestSolutions(
            status=status,
            start=self.problem.start,
            goal=self.problem.goal,
            graph=graph,
            lower_bound=bound,
            method=self.method,
            expanded=counters.expanded,
            generated=counters.generated,
            seconds=self.run.elapsed(),
            reason=reason,
            metric=self.problem.metric,
        )
