"""Layered beam search guided by a score: good solutions of large boards in little memory.

Like ``beam``, but made for millions of nodes: a layer keeps about ``width`` boards with the least scores, hashes break
ties between equal scores, and only boards of the last layers are recognised as known. The result depends only on the
arguments: the core divides the work among threads and finds the same solution with the same counters.

Boards are labelled (see ``taquin.tables.scores.score``), so that every goal is the same one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import OFFSETS, Move
from taquin.puzzle.slides import Metric, longest_slide
from taquin.run.random_numbers import mix
from taquin.run.run import Run
from taquin.tables.scores.weights import UNIT

_NO_DUPLICATES = 1024
_PARTITION = 60  # boards are ordered by the first four bits of their hashes
_SCORE_RANGE = 1 << 15
_SLOTS_PER_NODE = 8
_FEWEST_SLOTS = 12  # as a power of two


@dataclass(frozen=True, slots=True)
class BeamSettings:
    """The settings of a beam."""

    width: int
    longest: int  # the longest solution: nodes are pruned if their Manhattan distance proves that theirs is longer
    seed: int = 0  # chooses among equal scores
    pace: Callable[[int, int], int] | None = None
    """Called after each layer with its depth and the nodes stored so far, for the width of the next layer."""
    metric: Metric = Metric.MOVES
    """With ``slides``, a layer is one slide deeper, and the moves of the result are numbers of slides."""


@dataclass(slots=True)
class BeamResult:
    """The moves of a solution with the number of the node after each, or None."""

    moves: bytes | None = None
    nodes: list[int] = field(default_factory=list)


class BoardScore(Protocol):
    """The score of labelled boards of a shape, for a goal with the blank on a cell."""

    shape: Shape
    blank: int

    def __call__(self, labels: Sequence[int]) -> int: ...


@dataclass(slots=True, eq=False)
class _Node:
    labels: bytes
    blank: int
    hash: int
    score: int
    distance: int
    parent: _Node | None = None
    move: int = -1
    number: int = 0

    def path(self) -> Iterator[_Node]:
        """The nodes from this one up to the root, which is left out."""
        node = self
        while node.parent is not None:
            yield node
            node = node.parent


class _SeenBoards:
    """The hashes of boards that were kept, in two slots each: a new one may overwrite an old one."""

    def __init__(self, width: int) -> None:
        bits = max(_FEWEST_SLOTS, (_SLOTS_PER_NODE * width - 1).bit_length())
        self._shift = 64 - bits
        self._slots = [0] * (1 << bits)

    def add(self, value: int) -> bool:
        """Remember a board; False if it is known."""
        slots, place = self._slots, value >> self._shift
        if value in (slots[place], slots[place ^ 1]):
            return False
        if slots[place]:
            slots[place ^ 1] = slots[place]
        slots[place] = value
        return True


class LayeredBeam:
    """Beams on labelled boards of one shape, with one score."""

    def __init__(self, score: BoardScore) -> None:
        self.score = score
        shape: Shape = score.shape
        self._targets = [[shape.neighbour(cell, *offset) for offset in OFFSETS] for cell in range(shape.cells)]
        self._keys = [
            [0 if label == score.blank else mix(mix(label * 256 + cell + 1)) for cell in range(shape.cells)]
            for label in range(shape.cells)
        ]
        self._distances = [
            [0 if label == score.blank else shape.taxicab(label, cell) for cell in range(shape.cells)]
            for label in range(shape.cells)
        ]

    def search(
        self,
        start: bytes,
        settings: BeamSettings,
        run: Run,
        *,
        root: int = 0,
        g: int = 0,
        turns: Sequence[int] = (0, 1, 2, 3),
    ) -> BeamResult:
        """Search for a solution of at most ``longest`` moves.

        ``root`` and ``g`` are those of the start in the run, and ``turns`` has the move that is reported for each.
        """
        layer = [self._make_root(start, root)]
        result = BeamResult()
        if layer[0].distance == 0:
            result.moves = b""
            return result
        seen = _SeenBoards(settings.width)
        seen.add(layer[0].hash)
        numbers = {layer[0].hash: root}
        duplicates = _NO_DUPLICATES * 3 // 10
        stored, width = 1, settings.width
        reach = 1 if settings.metric is Metric.MOVES else longest_slide(self.score.shape)
        for depth in range(1, settings.longest + 1):
            children = self._expand(layer, run, settings.metric)
            run.measure(len(children), 0)
            within = [child for child in children if depth - -child.distance // reach <= settings.longest]
            goal = next((child for child in within if child.distance == 0), None)
            selected = [] if goal else _select(within, width, settings.seed, duplicates)
            selected.sort(key=lambda child: child.hash >> _PARTITION)
            kept = [child for child in selected if seen.add(child.hash)]
            if len(selected) > 100:
                duplicates = (duplicates + _NO_DUPLICATES * (len(selected) - len(kept)) // len(selected)) // 2
                duplicates = min(duplicates, _NO_DUPLICATES * 4 // 5)
            fates = _find_fates(within, selected, kept, is_last=goal is not None)
            _report(run, layer, children, fates, numbers, g + depth, turns)
            if goal:
                path = list(goal.path())[::-1]
                result.moves = bytes([node.move for node in path])
                result.nodes = [node.number for node in path]
                return result
            layer = kept
            stored += len(kept)
            run.measure(0, stored)
            if not layer:
                return result
            if settings.pace is not None:
                width = max(1, min(settings.width, settings.pace(depth, stored - 1)))
        return result

    def _make_root(self, start: bytes, number: int) -> _Node:
        hashed = distance = 0
        for cell, label in enumerate(start):
            hashed ^= self._keys[label][cell]
            distance += self._distances[label][cell]
        return _Node(start, start.index(self.score.blank), hashed, self.score(start), distance, number=number)

    def _expand(self, layer: Iterable[_Node], run: Run, metric: Metric) -> list[_Node]:
        children: list[_Node] = []
        for number, node in enumerate(layer):
            if number % 16 == 0:
                run.poll_between_expansions()
            for move in Move:
                if node.move < 0:
                    is_made = True
                elif metric is Metric.MOVES:
                    is_made = move != Move(node.move).opposite
                else:  # two slides in a row along the same line
                    is_made = move // 2 != node.move % len(Move) // 2
                if is_made:
                    children += self._children(node, move, metric)
        return children

    def _children(self, node: _Node, move: int, metric: Metric) -> Iterator[_Node]:
        """The child of a move; with slides, one for each number of tiles."""
        here, slide = node, move
        while (cell := self._targets[here.blank][move]) is not None:
            here = self._make_child(here, node, slide, cell)
            yield here
            if metric is Metric.MOVES:
                return
            slide += len(Move)

    def _make_child(self, node: _Node, parent: _Node, move: int, cell: int) -> _Node:
        """The board after the blank of ``node`` went to this cell, as a child of ``parent``."""
        label, blank = node.labels[cell], node.blank
        labels = bytearray(node.labels)
        labels[blank], labels[cell] = label, self.score.blank
        keys, distances = self._keys[label], self._distances[label]
        return _Node(
            bytes(labels),
            cell,
            node.hash ^ keys[cell] ^ keys[blank],
            self.score(labels),
            node.distance - distances[cell] + distances[blank],
            parent,
            move,
        )


def _select(children: list[_Node], width: int, seed: int, duplicates: int) -> list[_Node]:
    """The children with the least scores, more than the width by the share of ``duplicates`` that is expected."""
    target = width * _NO_DUPLICATES // (_NO_DUPLICATES - duplicates)
    if len(children) <= target:
        return children
    least = min(child.score for child in children)
    counts: dict[int, int] = {}
    for child in children:
        level = min(child.score - least, _SCORE_RANGE - 1)
        counts[level] = counts.get(level, 0) + 1
    below = level = 0
    while below + counts.get(level, 0) < target:
        below += counts.get(level, 0)
        level += 1
    threshold, share = least + level, (target - below) * 65536 // counts[level]
    return [
        child
        for child in children
        if child.score < threshold or (child.score == threshold and (mix(child.hash ^ seed) & 0xFFFF) < share)
    ]


def _find_fates(within: list[_Node], selected: list[_Node], kept: list[_Node], *, is_last: bool) -> dict[int, str]:
    """Why children of a layer are dropped, by ``id``; empty for those that are not. The others exceed the bound."""
    return {
        **{id(child): "" if is_last else "beam" for child in within},
        **{id(child): "duplicate" for child in selected},
        **{id(child): "" for child in kept},
    }


def _report(
    run: Run,
    layer: list[_Node],
    children: list[_Node],
    fates: dict[int, str],
    numbers: dict[int, int],
    g: int,
    turns: Sequence[int],
) -> None:
    """Count the expansions and the children of a layer in the order in which they were made."""
    children_of: dict[int, list[_Node]] = {}
    for child in children:
        children_of.setdefault(id(child.parent), []).append(child)
    for node in layer:
        run.expand(node.number)
        for child in children_of.get(id(node), ()):
            fate = fates.get(id(child), "bound")
            if fate == "duplicate":
                run.duplicate(numbers[child.hash], node.number, _turned(turns, child.move), g)
                continue
            child.number = run.next_node
            run.generate(child.number, node.number, _turned(turns, child.move), g, child.score / UNIT)
            if fate:
                run.prune(child.number, fate)
            else:
                numbers[child.hash] = child.number


def _turned(turns: Sequence[int], move: int) -> int:
    """The move or slide that is reported for one of the beam."""
    return turns[move % len(Move)] + move - move % len(Move)
