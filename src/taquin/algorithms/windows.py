"""Shorter paths through parts of a solution: the last improvement of solutions of large boards.

A *window* is a run of moves of a solution. In it the blank stays in a small region of the board; the window is solved
again as a small puzzle of its own, from the region before to the region after it, with a limit that only a shorter path
meets. Windows of one pass do not overlap, so each can be replaced separately. The time does not depend on the size of
the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from taquin.algorithms.layered_beam import BeamSettings, LayeredBeam
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import OFFSETS
from taquin.run.run import Run
from taquin.tables.scores.score import DisplacementScore, Labelling
from taquin.tables.scores.weights import ScoreWeights

_MARGIN = 1


@dataclass(frozen=True, slots=True)
class WindowSettings:
    """The windows of one pass: their moves, where the first one begins, and the width of the beams."""

    length: int
    first: int
    width: int
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Path:
    """A solution and the number of the node after each move."""

    moves: bytes
    nodes: Sequence[int]

    def __len__(self) -> int:
        return len(self.moves)


@dataclass(frozen=True, slots=True)
class _Region:
    """The cells that the blank visits in a window, and one more line on each side."""

    top: int
    left: int
    shape: Shape

    def tiles(self, tiles: Sequence[int], columns: int) -> list[int]:
        return [
            tiles[(self.top + row) * columns + self.left + column]
            for row, column in map(self.shape.position, range(self.shape.cells))
        ]


@dataclass(frozen=True, slots=True)
class _Window:
    first: int
    length: int
    region: _Region
    before: list[int]
    after: list[int]


def shorten_windows(
    shape: Shape, start: Sequence[int], path: Path, settings: WindowSettings, weights: ScoreWeights, run: Run
) -> Path:
    """Solve every window of one pass again, and replace those with a shorter path. The whole path never gets longer.

    A window whose region would be larger than the boards of the weights has fewer moves.
    """
    moves, nodes = bytearray(), list[int]()
    copied = 0

    def add(node: int, move: int, known_g: int) -> None:
        """A node of the new path. If windows before it became shorter, it has another g than it was reported with."""
        if len(moves) + 1 != known_g:
            run.improve(node, nodes[-1] if nodes else 0, move, len(moves) + 1, is_reopened=False)
        moves.append(move)
        nodes.append(node)

    def copy(end: int) -> None:
        for place in range(copied, end):
            add(path.nodes[place], path.moves[place], place + 1)

    for window in _windows(shape, start, path.moves, settings, weights.shape):
        root = path.nodes[window.first - 1] if window.first else 0
        shorter = _solve(window, settings, weights, run, root)
        if shorter is None:
            continue
        copy(window.first)
        copied = window.first + window.length
        for depth, move in enumerate(shorter.moves[:-1], start=1):
            add(shorter.nodes[depth - 1], move, window.first + depth)
        if shorter.moves:  # the board after the window has its node already, with a larger g
            add(path.nodes[copied - 1], shorter.moves[-1], copied)
    copy(len(path))
    return Path(bytes(moves), nodes)


def _windows(
    shape: Shape, start: Sequence[int], moves: bytes, settings: WindowSettings, largest: Shape
) -> Iterator[_Window]:
    tiles, blank, played = list(start), start.index(0), 0

    def play(end: int) -> None:
        nonlocal blank, played
        for move in moves[played:end]:
            down, right = OFFSETS[move]
            cell = blank + down * shape.columns + right
            tiles[blank], tiles[cell], blank = tiles[cell], 0, cell
        played = end

    first = settings.first
    while first < len(moves) - 2:
        play(first)
        region, length = _find_region(shape, blank, moves[first : first + settings.length], largest)
        before = region.tiles(tiles, shape.columns)
        play(first + length)
        yield _Window(first, length, region, before, region.tiles(tiles, shape.columns))
        first += length


def _find_region(shape: Shape, blank: int, moves: bytes, largest: Shape) -> tuple[_Region, int]:
    """The region that the blank visits in the first of these moves, and how many fit into at most this shape."""
    row, column = shape.position(blank)
    top, left, bottom, right = row, column, row, column
    region, length = _with_margin(shape, top, left, bottom, right), 0
    for move in moves:
        row, column = row + OFFSETS[move][0], column + OFFSETS[move][1]
        top, left, bottom, right = min(top, row), min(left, column), max(bottom, row), max(right, column)
        larger = _with_margin(shape, top, left, bottom, right)
        if larger.shape.rows > largest.rows or larger.shape.columns > largest.columns:
            break
        region, length = larger, length + 1
    return region, length


def _with_margin(shape: Shape, top: int, left: int, bottom: int, right: int) -> _Region:
    top, left = max(top - _MARGIN, 0), max(left - _MARGIN, 0)
    bottom, right = min(bottom + _MARGIN, shape.rows - 1), min(right + _MARGIN, shape.columns - 1)
    return _Region(top, left, Shape(bottom - top + 1, right - left + 1))


def _solve(window: _Window, settings: WindowSettings, weights: ScoreWeights, run: Run, root: int) -> Path | None:
    numbers = {tile: number for number, tile in enumerate(sorted(window.before))}  # the region as a board of its own
    labelling = Labelling(window.region.shape, bytes([numbers[tile] for tile in window.after]))
    beam = LayeredBeam(DisplacementScore(weights, window.region.shape, labelling.blank))
    start = labelling.labels(bytes([numbers[tile] for tile in window.before]))
    limited = BeamSettings(settings.width, window.length - 2, settings.seed)
    result = beam.search(start, limited, run, root=root, g=window.first, turns=labelling.turns)
    return None if result.moves is None else Path(labelling.original(result.moves), result.nodes)
