"""What questions are about: random boards, recorded searches, the tree of a search at one moment; and their forms."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple, TypeAlias, TypedDict, TypeVar

from taquin.analysis.random_boards import board_of_depth
from taquin.errors import InternalError
from taquin.heuristics.manhattan import Manhattan
from taquin.lessons import read_text_file
from taquin.lessons.exercises.drafts import addition, commas
from taquin.lessons.exercises.question import FigureNode, Question, Table
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal
from taquin.puzzle.moves import Move
from taquin.puzzle.solution import Solution
from taquin.solving.solver import solve
from taquin.tables.distances import DistanceTable, distance_table
from taquin.trace.lists import ListReader
from taquin.trace.recorder import Recorder
from taquin.trace.trace import Trace

GOAL = make_goal("standard", Shape(3, 3))
_MANHATTAN = Manhattan(GOAL)
_ATTEMPTS = 500
T = TypeVar("T")


def goal_of(board: Board) -> Board:
    """The standard goal of the size of a board."""
    return make_goal("standard", board.shape)


def with_goal(board: Board, label: str = "board") -> list[tuple[str, Board]]:
    """The pictures of a 3×3 board and of the goal."""
    return [(label, board), ("goal", GOAL)]


def manhattan(board: Board) -> int:
    """The Manhattan distance of a 3×3 board to the goal."""
    return int(_MANHATTAN(board.state))


def lowering_moves(board: Board) -> list[Move]:
    """The moves on a 3×3 board that lower the Manhattan distance."""
    return [move for move in board.moves() if manhattan(board.play_unchecked(move)) < manhattan(board)]


def h_after_moves(board: Board) -> str:
    """``Up 5, Left 7``: the Manhattan distance of a 3×3 board after each of its moves."""
    return ", ".join(f"{move.word} {manhattan(board.play(move))}" for move in board.moves())


def table_of(shape: Shape = GOAL.shape) -> DistanceTable:
    """All distances to the standard goal."""
    return distance_table(make_goal("standard", shape))


def letters(moves: Iterable[Move]) -> str:
    return "".join(move.letter for move in moves)


def recorded(board: Board, method: str) -> Trace:
    recorder = Recorder()
    solve(board, algorithm=method, observer=recorder)
    return recorder.trace()


@dataclass(frozen=True, slots=True)
class Moment:
    """A search after a number of expansions: its tree, the frontier (the next node first), the expanded nodes."""

    tree: tuple[FigureNode, ...]
    open: tuple[int, ...]
    closed: tuple[int, ...]

    def node(self, number: int) -> FigureNode:
        return next(node for node in self.tree if node.number == number)


def moment(trace: Trace, step: int, *, show: str) -> Moment:
    """The search after ``step`` expansions. ``show`` names the values of its nodes: g, h or both."""
    lists = ListReader(trace).after(step)
    nodes = []
    for number in sorted(lists.tree.nodes):
        node = lists.tree[number]
        nodes.append(
            FigureNode(
                number=number,
                parent=-1 if node.is_root else node.parent,
                move="" if node.is_root else Move(node.move).letter,
                board=trace.board(number),
                g=node.g if "g" in show else None,
                h=node.h if "h" in show else None,
                is_expanded=number in lists.closed,
            )
        )
    return Moment(tuple(nodes), lists.open, lists.closed)


def f_of(node: FigureNode) -> int:
    """The f of a node whose g and h are shown."""
    assert node.g is not None
    assert node.h is not None
    return int(node.g + node.h)


def sum_text(node: FigureNode) -> str:
    """``2 + 5 = 7``: g, h and f of a node."""
    return f"{node.g:g} + {node.h:g} = {f_of(node)}"


class FrontierNode(NamedTuple):
    """A row of a table of the frontier."""

    number: int
    g: int
    h: int

    @property
    def f(self) -> int:
        """The value that A* compares."""
        return self.g + self.h


def with_least_f(nodes: list[FrontierNode]) -> list[FrontierNode]:
    least = min(node.f for node in nodes)
    return [node for node in nodes if node.f == least]


def frontier_table(nodes: list[FrontierNode]) -> Table:
    """The nodes with g and h."""
    return Table.from_values(("node", "g", "h"), nodes)


def f_sums(nodes: list[FrontierNode]) -> str:
    """``node 3: 2 + 5 = 7``, for every node."""
    return commas(f"node {node.number}: {addition((node.g, node.h))}" for node in nodes)


class Draw(Random):
    """Draws what differs between the variants of a question: numbers, boards, moves, frontiers and searches."""

    def until(self, draw: Callable[[], T], suits: Callable[[T], bool]) -> T:
        """The first of what is drawn again and again that suits a question."""
        while not suits(value := draw()):
            pass
        return value

    def near(self, least: int, most: int, shape: Shape = GOAL.shape) -> Board:
        """A board whose shortest solution has from ``least`` to ``most`` moves."""
        return board_of_depth(make_goal("standard", shape), self.randrange(least, most + 1), rng=self)

    def near_where(self, least: int, most: int, suits: Callable[[Board], bool]) -> Board:
        """A 3×3 board whose shortest solution has from ``least`` to ``most`` moves and that suits a question."""
        return self.until(lambda: self.near(least, most), suits)

    def shuffled(self, shape: Shape = GOAL.shape) -> Board:
        """Any board, solvable or not."""
        cells = list(range(shape.cells))
        self.shuffle(cells)
        return Board(cells, shape)

    def random_moves(self, start: Board, count: int) -> Solution:
        """Moves from a board of which none undoes the one before."""
        board, path = start, list[Move]()
        for _ in range(count):
            options = [move for move in board.moves() if not path or move is not path[-1].opposite]
            path.append(self.choice(options))
            board = board.play_unchecked(path[-1])
        return Solution(start, path)

    def recorded_search(self, method: str, depths: tuple[int, int], nodes: tuple[int, int]) -> Trace:
        """The trace of a search of a random board, with a number of nodes in this range."""
        for _ in range(_ATTEMPTS):
            trace = recorded(self.near(*depths), method)
            if nodes[0] <= len(trace.tree) <= nodes[1]:
                return trace
        raise InternalError(f"no board at {depths} moves gives {method} {nodes} nodes")

    def renumbered(self, tree: Sequence[FigureNode]) -> list[FigureNode]:
        """The same nodes with other numbers, except the root's, so that the numbers do not show the order."""
        names = list(range(1, len(tree)))
        self.shuffle(names)
        new = [0, *names]
        return [
            replace(node, number=new[node.number], parent=-1 if node.parent < 0 else new[node.parent]) for node in tree
        ]

    def random_frontier(self, *, has_tie: bool) -> list[FrontierNode]:
        """The nodes of a frontier, with or without a tie for the least f, which h breaks."""
        while True:
            count = self.randrange(5, 7)
            numbers = sorted({self.randrange(2, 30) for _ in range(count + 3)})[:count]
            nodes = [FrontierNode(number, self.randrange(1, 8), self.randrange(1, 8)) for number in numbers]
            best = with_least_f(nodes)
            if (len(best) > 1) == has_tie and len({node.h for node in best}) == len(best):
                return nodes


Make: TypeAlias = Callable[[Draw], Question]
MakeAbout: TypeAlias = Callable[[Draw, T], Question]
DrawBoard: TypeAlias = Callable[[Draw], Board]
AddOnBoard: TypeAlias = Callable[[MakeAbout[Board]], MakeAbout[Board]]


class Subject(TypedDict, total=False):
    """How a question shows what it is about: fields of ``Question``."""

    boards: tuple[tuple[str, Board], ...]
    table: Table


class Words(NamedTuple):
    """The words of a form. ``{name}`` in the text stands for a value of ``given``, so that they cannot differ."""

    title: str
    text: str
    hint: str


_WORDS = re.compile(r"## (\w+): (.+)\n\n((?:.+\n)+)(?:\nHint: ((?:.+\n)+))?")


def _read_words(unit: str) -> dict[str, Words]:
    """The words of the forms of a unit, by their names: a title, the text, and mostly a hint."""
    found = _WORDS.findall(read_text_file(f"exercises/forms/{unit}.md"))
    return {name: Words(*(" ".join(part.split()) for part in parts)) for name, *parts in found}


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of question. Its key begins with the key of its unit: ``space.inversions``."""

    key: str
    words: Words
    make: Make
    is_extra: bool = False
    """Whether it is about another algorithm than its unit, and is asked only if it is named or all units are."""

    @property
    def title(self) -> str:
        return self.words.title

    @property
    def unit(self) -> str:
        """The key of the unit of the course that it belongs to."""
        return self.key.partition(".")[0]

    def question(self, seed: int) -> Question:
        """The question of this seed, the same on every machine."""
        made = self.make(Draw(f"{self.key} {seed}"))
        text = self.words.text.format(**made.given)
        return replace(made, form=self.key, seed=seed, text=text, hint=self.words.hint)


class Forms:
    """Collects the forms of one unit: ``@forms.add("inversions")`` above a function; the words are in ``UNIT.md``."""

    def __init__(self, unit: str) -> None:
        self.unit, self.words = unit, _read_words(unit)
        self.all: list[Form] = []

    def add(self, name: str, *, is_extra: bool = False) -> Callable[[Make], Make]:
        """Add the decorated function as a form."""

        def decorate(make: Make) -> Make:
            self.all.append(Form(f"{self.unit}.{name}", self.words[name], make, is_extra))
            return make

        return decorate

    def about(
        self, name: str, draw: Callable[[Draw], T], show: Callable[[T], Subject]
    ) -> Callable[[MakeAbout[T]], MakeAbout[T]]:
        """Add the decorated function as a form about what is drawn first, such as a graph, and how it is shown."""

        def decorate(make: MakeAbout[T]) -> MakeAbout[T]:
            def make_about(rng: Draw) -> Question:
                subject = draw(rng)
                return replace(make(rng, subject), **show(subject))

            self.add(name)(make_about)
            return make

        return decorate

    def on_board(self, name: str, draw: DrawBoard, label: str = "board") -> AddOnBoard:
        """Add the decorated function as a form about a board."""
        return self.about(name, draw, lambda board: {"boards": ((label, board),)})

    def with_goal(self, name: str, draw: DrawBoard, label: str = "board") -> AddOnBoard:
        """Add the decorated function as a form about a 3×3 board that is shown beside the goal."""
        return self.about(name, draw, lambda board: {"boards": tuple(with_goal(board, label))})
