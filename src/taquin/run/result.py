"""What a run returns: a status, counters, and a solution if it found one. A failed search returns a result too."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Annotated, Literal, Self, TypedDict, cast

from taquin.puzzle.board import Board, one_line
from taquin.puzzle.guesses import suggests_names
from taquin.puzzle.moves import Move
from taquin.puzzle.presenters import present
from taquin.puzzle.rounding import plain
from taquin.puzzle.slides import Metric
from taquin.puzzle.solution import Solution
from taquin.puzzle.words import gap_text, whole
from taquin.run.definitions import counter


class _Word(StrEnum):
    """A word with its meaning."""

    meaning: str

    def __new__(cls, name: str, meaning: str = "") -> Self:
        member = str.__new__(cls, name)
        member._value_ = name
        member.meaning = meaning
        return member


class Status(_Word):
    """How a run ended; ``meaning`` says it in words.

    >>> [str(status) for status in Status]
    ['solved', 'unsolvable', 'exhausted', 'stuck', 'limit', 'cancelled']
    >>> Status.STUCK.meaning
    'a local search found no better neighbour'
    """

    SOLVED = "solved", "a solution was found"
    UNSOLVABLE = "unsolvable", "it is proven that no solution exists"
    EXHAUSTED = "exhausted", "a bounded search, such as one with a depth limit, ended without a solution"
    STUCK = "stuck", "a local search found no better neighbour"
    LIMIT = "limit", "a limit of time, nodes or memory was reached"
    CANCELLED = "cancelled", "the run was interrupted or cancelled"


class Quality(_Word):
    """What is proven about the length of a solution; ``meaning`` says it in words.

    >>> import taquin
    >>> methods = ("astar", "wastar(weight=2)", "greedy")
    >>> [str(taquin.solve("8 6 7 / 2 5 4 / 3 0 1", algorithm=method).quality) for method in methods]
    ['optimal', 'bounded', 'unproven']
    """

    OPTIMAL = "optimal", "proven to be a shortest solution"
    BOUNDED = "bounded", "proven to be at most a stated factor longer than the shortest"
    UNPROVEN = "unproven", "only the lower bound is proven"


_MOVES_SHOWN = 60


@dataclass(slots=True)
class Counters:
    """The counters of a run that has not finished. ``Stats`` defines them."""

    expanded: int = 0
    generated: int = 0
    duplicates: int = 0
    reopened: int = 0
    pruned: int = 0
    max_frontier: int = 0
    max_stored: int = 0
    max_depth: float = 0

    @classmethod
    def of(cls, other: object) -> Counters:
        """A copy of the counters of another object, such as those of a search of the core."""
        return cls(*[getattr(other, name) for name in cls.__slots__])

    def freeze(self) -> Stats:
        return Stats(**{**asdict(self), "max_depth": plain(self.max_depth)})


@suggests_names
@dataclass(frozen=True, slots=True)
class Stats:
    """The counters of a run.

    Every counter but the maxima is the number of events of its kind.

    * ``expanded``: nodes whose successors were generated. The goal, when chosen, is not expanded.
    * ``generated``: new search nodes, without the root. In tree searches (IDA*, depth-limited) every child is a new
      node, except the one that undoes the last move, which is not generated at all, unless ``undo=true`` asks for it.
    * ``duplicates``: children dropped because their state was already known. They are not new nodes.
    * ``reopened``: expanded nodes that returned to the frontier because of a cheaper path.
    * ``pruned``: generated nodes that were cut off by a bound, a depth limit, a beam or a rule of local search.
    * ``max_frontier``: the largest number of nodes in the frontier; in IDA* and other linear-memory searches the
      longest path.
    * ``max_stored``: the largest number of nodes stored at once.
    * ``max_depth``: the largest g of a node: a number of moves, or a cost in a space with costs.

    >>> import taquin
    >>> taquin.solve("1 2 3 / 4 0 5 / 7 8 6", algorithm="bfs").stats
    Stats(expanded=12, generated=19, duplicates=11, reopened=0, pruned=0, max_frontier=8, max_stored=20, max_depth=3)
    """

    expanded: int = 0
    generated: int = 0
    duplicates: int = 0
    reopened: int = 0
    pruned: int = 0
    max_frontier: int = 0
    max_stored: int = 0
    max_depth: float = 0

    def __add__(self, other: Stats) -> Stats:
        """The counters of two runs together: the sums, and the larger ones of the maxima."""
        return Stats(
            expanded=self.expanded + other.expanded,
            generated=self.generated + other.generated,
            duplicates=self.duplicates + other.duplicates,
            reopened=self.reopened + other.reopened,
            pruned=self.pruned + other.pruned,
            max_frontier=max(self.max_frontier, other.max_frontier),
            max_stored=max(self.max_stored, other.max_stored),
            max_depth=max(self.max_depth, other.max_depth),
        )


@dataclass(frozen=True, slots=True)
class Iteration:
    """One iteration of an iterative search: its bound and its counters."""

    bound: float
    expanded: int
    generated: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a search function returns, on any state space."""

    status: Status
    moves: tuple[int, ...] | None = None
    reason: str = ""
    stats: Stats = field(default_factory=Stats)
    iterations: tuple[Iteration, ...] = ()
    lower_bound: float = 0
    best_h: float | None = None
    partial_moves: tuple[int, ...] | None = None
    """The moves of a local search that found no solution, up to its current state."""
    final_h: float | None = None
    """The estimate of that state."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SearchResult:
    """What the results of ``solve`` and of ``search`` have in common."""

    status: Status
    quality: Quality | None
    """What is proven about the solution; None unless there is one."""
    stats: Stats
    iterations: tuple[Iteration, ...]
    best_h: float | None
    seconds: float
    spec: str
    """The text that reproduces the run."""
    reason: str = ""
    """Why the run found no solution, why it stopped, or what a proof lacks."""

    @property
    def is_solved(self) -> bool:
        """Whether there is a solution."""
        return self.status is Status.SOLVED

    def __bool__(self) -> bool:
        return self.is_solved


class CounterRecord(TypedDict):
    """The counters of a run."""

    expanded: Annotated[int, counter("expanded")]
    generated: Annotated[int, counter("generated")]
    duplicates: Annotated[int, counter("duplicates")]
    reopened: Annotated[int, counter("reopened")]
    pruned: Annotated[int, counter("pruned")]
    max_frontier: Annotated[int, counter("max_frontier")]
    max_stored: Annotated[int, counter("max_stored")]
    max_depth: Annotated[float, int, counter("max_depth")]


class IterationRecord(TypedDict):
    """An ``Iteration`` as plain values."""

    bound: float
    expanded: int
    generated: int


class PartialPathRecord(TypedDict):
    """How far a local search came that found no solution."""

    moves: Annotated[str, "From the start to the board where it stopped."]
    length: int
    end: Annotated[str | None, "The board where it stopped."]
    h: Annotated[float | None, "The estimate of that board."]


class ResultRecord(CounterRecord):
    """The object of `taquin solve --json`. `status` says how the search ended, with or without a solution."""

    status: Annotated[str, Status]
    quality: Annotated[str | None, Quality | None]
    caveat: Annotated[str | None, "Why the solution is shortest although the method does not promise that."]
    start: str
    goal: str
    algorithm: Annotated[str | None, "None where no search ran: parity proves that the goal is out of reach."]
    heuristic: str | None
    moves: Annotated[str | None, "Where the blank goes: letters `U D L R`."]
    metric: Annotated[str, Metric]
    length: Annotated[int | None, "In the metric of the request: moves, or slides."]
    single_moves: int | None
    slides: Annotated[int | None, "Runs of moves in one direction."]
    lower_bound: Annotated[int, "Proven: no solution is shorter."]
    iterations: Annotated[list[IterationRecord], list[Iteration]]
    best_h: float | None
    seconds: float
    backend: Annotated[str | None, Literal["python", "native", "cuda"] | None]
    spec: Annotated[str | None, "The text that reproduces the run."]
    reason: str | None
    partial_path: Annotated[PartialPathRecord | None, "Of a local search that found no solution."]


@suggests_names
@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Result(SearchResult):
    """What ``solve`` returns.

    ``quality`` is None unless the run solved the problem. No solution is shorter than ``lower_bound``.
    ``spec`` is the text that reproduces the run. ``reason`` says why a run did not solve the problem, or what
    a proof lacks.

    A local search (hill climbing, annealing) that finds no solution has a ``partial_path``: the moves from the start to
    its current board, ``partial_path.end``, whose estimate is ``final_h``. Its ``solution`` is None.

    >>> from taquin import solve
    >>> result = solve("1 2 3 / 4 0 5 / 7 8 6", algorithm="bfs")
    >>> print(result)
    solved in 2 moves, proven shortest: RD
    >>> result
    <Result: solved in 2 moves, proven shortest, by bfs>
    >>> print(solve("1 2 / 0 3", algorithm="bfs", nodes=0))
    limit: reached the limit of 0 nodes
    >>> result = solve("2 7 3 / 8 1 4 / 6 0 5", algorithm="hill_climbing", heuristic="manhattan")
    >>> result.status, result.solution, result.partial_path.text(), result.final_h
    (<Status.STUCK: 'stuck'>, None, 'LURULDRDLU', 5)
    >>> result.partial_path.end
    Board('1 2 3 / 0 6 4 / 7 8 5')
    """

    start: Board
    goal: Board
    algorithm: str
    heuristic: str | None
    solution: Solution | None
    lower_bound: int
    backend: str
    metric: Metric = Metric.MOVES
    """What ``length`` and ``lower_bound`` count: single moves, or slides."""
    partial_path: Solution | None = None
    final_h: float | None = None
    caveat: str = ""
    """Why the solution is shortest although the method does not promise that; empty if it does."""

    @property
    def is_searched(self) -> bool:
        """Whether a search ran. None does where the parity of the boards proves that the goal cannot be reached."""
        return self.status is not Status.UNSOLVABLE or self.stats != Stats()

    @property
    def moves(self) -> tuple[Move, ...] | None:
        """The moves of the solution, or None.

        >>> from taquin import solve
        >>> [move.word for move in solve("1 2 3 / 4 0 5 / 7 8 6").moves]
        ['Right', 'Down']
        """
        return None if self.solution is None else self.solution.moves

    @property
    def path(self) -> tuple[Board, ...] | None:
        """The boards of the solution, from the start to the goal, or None.

        >>> from taquin import solve
        >>> [str(board.blank) for board in solve("1 2 3 / 4 0 5 / 7 8 6").path]
        ['4', '5', '8']
        """
        return None if self.solution is None else tuple(self.solution.boards())

    @property
    def length(self) -> int | None:
        """The length of the solution in the metric of the problem, or None."""
        return None if self.solution is None else self.metric.cost(self.solution.moves)

    cost = length
    """The same, as textbooks call it: every move costs 1."""

    @property
    def gap(self) -> float | None:
        """By how much the length may exceed the shortest one, as a share: 0.05 for 5 %. None without a bound.

        >>> from taquin import solve
        >>> solve("1 2 3 / 4 0 5 / 7 8 6", algorithm="astar").gap
        0.0
        """
        length = self.length
        if length is None or (length and not self.lower_bound):
            return None
        return length / self.lower_bound - 1 if length else 0.0

    def __str__(self) -> str:
        """How the run ended, and the first moves of a solution."""
        if self.solution is None:
            return self._ending()
        moves = self.solution.text()
        shown = moves if len(moves) <= _MOVES_SHOWN else f"{moves[:_MOVES_SHOWN]}…"
        return f"{self._ending()}: {shown}" if moves else self._ending()

    def __repr__(self) -> str:
        return f"<Result: {self._ending()}{f', by {self.spec}' if self.is_searched else ''}>"

    def _ending(self) -> str:
        if self.solution is None or self.quality is None:
            return f"{self.status}: {self.reason}" if self.reason and self.reason != self.status else str(self.status)
        length = self.metric.cost(self.solution.moves)
        return f"solved in {self.metric.amount(length)}, {self._proven(length)}"

    def _proven(self, length: int) -> str:
        match self.quality:
            case Quality.OPTIMAL:
                return self.shortest_text
            case Quality.BOUNDED:
                return gap_text(length, self.lower_bound, self.metric.noun)
            case _:
                reason = f"; {self.reason}" if self.reason else ""
                return f"not proven shortest (at least {self.lower_bound:,}{reason})"

    @property
    def shortest_text(self) -> str:
        """That the solution is shortest, and why, if the method alone does not show it.

        >>> from taquin import solve
        >>> print(solve("1 2 3 / 4 5 6 / 0 7 8", algorithm="greedy", heuristic="manhattan").shortest_text)
        shortest (its 2 moves equal the lower bound of the start; greedy best-first search does not promise it)
        """
        return f"shortest ({self.caveat})" if self.caveat else "proven shortest"

    def to_dict(self) -> ResultRecord:
        """The object that ``taquin solve --json`` prints: plain values only. Without a search it names no method."""
        solution, is_searched = self.solution, self.is_searched
        return {
            "status": str(self.status),
            "quality": None if self.quality is None else str(self.quality),
            "caveat": self.caveat or None,
            "start": one_line(self.start),
            "goal": one_line(self.goal),
            "algorithm": self.algorithm if is_searched else None,
            "heuristic": self.heuristic if is_searched else None,
            "moves": None if solution is None else solution.text(),
            "metric": str(self.metric),
            "length": self.length,
            "single_moves": None if solution is None else solution.length,
            "slides": None if solution is None else solution.multi_tile_length,
            "lower_bound": self.lower_bound,
            **cast("CounterRecord", asdict(self.stats)),
            "iterations": [
                {"bound": whole(each.bound), "expanded": each.expanded, "generated": each.generated}
                for each in self.iterations
            ],
            "best_h": None if self.best_h is None else whole(self.best_h),
            "seconds": round(self.seconds, 6),
            "backend": self.backend if is_searched else None,
            "spec": self.spec if is_searched else None,
            "reason": self.reason or None,
            "partial_path": self._partial_path_to_dict(),
        }

    def __len__(self) -> int:
        """``length``. Raises ``TypeError`` without a solution."""
        if self.length is None:
            raise TypeError(f"Result has no len() without a solution: its status is {self.status}")
        return self.length

    def to_json(self, *, indent: int | None = None) -> str:
        """``to_dict`` as JSON text."""
        return json.dumps(self.to_dict(), indent=indent)

    def _partial_path_to_dict(self) -> PartialPathRecord | None:
        path = self.partial_path
        if path is None:
            return None
        return {"moves": path.text(), "length": path.length, "end": one_line(path.end), "h": self.final_h}

    def _repr_html_(self) -> str:
        """What notebooks show: a summary and an animation of the solution."""
        return present("result as html", self)
