"""Slides: one or more tiles of a line that move together, and the two ways to measure a solution.

A *slide* moves all tiles between the blank and one tile of its row or column by one cell. It equals a run of single
moves in one direction. A search in the metric ``slides`` counts a slide as 1, whatever the number of its tiles.

In searches a slide is a number: the direction of the blank plus four times the number of tiles beyond the first. So a
slide of one tile has the number of its ``Move``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple, TypeAlias

from taquin.puzzle.arguments import check_choice
from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move
from taquin.puzzle.words import plural


class Metric(StrEnum):
    """What a solution is measured by: single moves, or slides.

    >>> Metric("slides").noun, Metric.MOVES.amount(1)
    ('slide', '1 move')
    """

    MOVES = "moves"
    SLIDES = "slides"

    @property
    def noun(self) -> str:
        """``move`` or ``slide``."""
        return self.value[:-1]

    def amount(self, number: int) -> str:
        """A number of moves or slides, in words."""
        return plural(number, self.noun)

    def cost(self, moves: Sequence[int]) -> int:
        """The cost of single moves: their number, or the number of runs in one direction.

        >>> Metric.MOVES.cost([3, 3, 1]), Metric.SLIDES.cost([3, 3, 1])
        (3, 2)
        """
        return len(moves) if self is Metric.MOVES else sum(1 for _ in groupby(moves))

    def slides(self, moves: Sequence[int]) -> list[Slide]:
        """What ``cost`` counts: every single move, or every run in one direction."""
        return list(map(Slide.from_number, moves if self is Metric.MOVES else slides_of_moves(moves)))


MetricLike: TypeAlias = Metric | str


def as_metric(metric: MetricLike) -> Metric:
    """Convert a metric from its name. Raises ``SpecError`` for another name."""
    check_choice("metric", metric, [known.value for known in Metric])
    return Metric(metric)


class Slide(NamedTuple):
    """Where the blank goes, and how many tiles slide the other way.

    >>> Slide(Move.RIGHT, 2).number, Slide.from_number(7), Slide(Move.RIGHT, 2).letters
    (7, Slide(move=<Move.RIGHT: 3>, tiles=2), 'RR')
    """

    move: Move
    tiles: int

    @classmethod
    def from_number(cls, number: int) -> Slide:
        """The slide that a search names by this number."""
        return cls(Move(number % len(Move)), number // len(Move) + 1)

    @property
    def number(self) -> int:
        """The number of the slide in searches."""
        return self.move + len(Move) * (self.tiles - 1)

    @property
    def letters(self) -> str:
        """The single moves that it equals."""
        return self.move.letter * self.tiles

    def tiles_on(self, board: Board) -> list[int]:
        """The tiles that it moves on this board, from the blank on.

        >>> Slide(Move.RIGHT, 2).tiles_on(Board("1 2 3 / 4 5 6 / 0 7 8"))
        [7, 8]
        """
        line = dict(slide_lines(board.shape)[board.blank])[self.move]
        return [board.state[cell] for cell in line[: self.tiles]]

    def name_on(self, board: Board) -> str:
        """``tile 8``, or ``tiles 7 and 8``."""
        *others, last = map(str, self.tiles_on(board))
        return f"tiles {', '.join(others)} and {last}" if others else f"tile {last}"


def moves_of_slides(numbers: Iterable[int]) -> bytes:
    """The single moves that slides equal, one after the other."""
    return b"".join(bytes([number % len(Move)]) * (number // len(Move) + 1) for number in numbers)


def slides_of_moves(moves: Iterable[int]) -> list[int]:
    """The numbers of the slides that single moves equal: one for each run in one direction.

    >>> slides_of_moves([3, 3, 1]), list(moves_of_slides([7, 1]))
    ([7, 1], [3, 3, 1])
    """
    return [move + len(Move) * (sum(1 for _ in run) - 1) for move, run in groupby(moves)]


def longest_slide(shape: Shape) -> int:
    """The largest number of tiles that one slide moves."""
    return max(shape.rows, shape.columns) - 1


@lru_cache(maxsize=64)
def slide_lines(shape: Shape) -> tuple[tuple[tuple[Move, tuple[int, ...]], ...], ...]:
    """For every cell of the blank, the directions in order, each with the cells from the blank to the edge."""

    def line(cell: int, move: Move) -> tuple[int, ...]:
        cells = []
        while (following := shape.neighbour(cell, *move.offset)) is not None:
            cells.append(following)
            cell = following
        return tuple(cells)

    return tuple(tuple((move, cells) for move in Move if (cells := line(cell, move))) for cell in range(shape.cells))


class SlideSpace:
    """The graph of boards whose edges are slides, each of cost 1."""

    __slots__ = ("_lines", "goal", "shape", "start")

    def __init__(self, start: State, goal: State, shape: Shape) -> None:
        self.start = start
        self.goal = goal
        self.shape = shape
        self._lines = slide_lines(shape)

    def is_goal(self, state: State) -> bool:
        return state == self.goal

    def successors(self, state: State) -> list[tuple[int, State]]:
        """The boards one slide away: Up, Down, Left, Right of the blank, the shortest slide of a direction first."""
        blank = state.index(0)
        children: list[tuple[int, State]] = []
        for move, line in self._lines[blank]:
            cells, here = list(state), blank
            for number, target in enumerate(line):
                cells[here], cells[target] = cells[target], 0
                here = target
                children.append((move + len(Move) * number, type(state)(cells)))
        return children

    predecessors = successors

    def reverse(self, move: int) -> int:
        return move ^ 1


def describe_slide(board: Board, slide: Slide) -> str:
    """``slide tile 8 left (the blank goes Right)``, or ``slide tiles 7 and 8 left (the blank goes Right by 2)``."""
    direction, distance = slide.move.opposite.word.lower(), f" by {slide.tiles}" if slide.tiles > 1 else ""
    return f"slide {slide.name_on(board)} {direction} (the blank goes {slide.move.word}{distance})"
