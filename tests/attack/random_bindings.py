"""Calls everything in the compiled core with arguments that do not fit: ``python random_bindings.py COUNT SEED``.

An exception is the right answer to most of them. What must not happen is that the process ends by a signal, which is
why this is a process of its own; ``make sanitize`` runs it with ASan and UBSan too. ``make fuzz`` makes the same calls
with choices that libFuzzer changes: ``call_with`` (see ``native/fuzz/bindings_fuzz.cpp``).
"""

from __future__ import annotations

import sys
from array import array
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import taquin._core as core
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import blank_targets

EXPECTED = (TypeError, ValueError, OverflowError, IndexError, RuntimeError, BufferError, MemoryError, AttributeError)


def values(random: Random) -> list[Any]:
    """Values of every kind, some of which fit some parameters."""
    shape = random.choice([Shape(2, 2), Shape(2, 3), Shape(3, 3), Shape(1, 4)])
    cells = shape.cells
    board = bytes(random.sample(range(cells), cells))
    grid = core.Grid(blank_targets(shape))
    sums = core.TileSum(grid, bytes(cells * cells))
    noise = random.randbytes(random.choice([0, 1, cells, cells * cells, 300]))
    return [
        grid,
        board,
        bytes(range(cells)),
        sums,
        noise,
        None,
        True,
        0,
        1,
        2,
        7,
        -1,
        cells,
        2**31,
        2**63,
        2**64,
        10**30,
        1.5,
        float("nan"),
        "fifo",
        "x",
        b"",
        (),
        (sums,),
        (noise, noise),
        [noise],
        {},
        lambda *given: False,
        lambda *given: True,
        object(),
        array("H", range(cells)),
        array("i", range(-3, 3)),
        array("b", [-1] * cells * 4),
        bytearray(noise),
        memoryview(noise)[::2],
        memoryview(board),
        array("d", [0.5]),
    ]


def valid_calls() -> list[tuple[Any, list[Any]]]:
    """Calls that fit, of which one or two arguments are then exchanged."""
    grid = core.Grid(blank_targets(Shape(2, 3)))
    start, goal = bytes([1, 2, 3, 0, 4, 5]), bytes([1, 2, 3, 4, 5, 0])
    sums = core.TileSum(grid, bytes(36))
    limits = [10_000, 100, 50, None]
    ranking = core.StateRanking(grid, 5)
    distances = bytearray(len(ranking))
    core.fill_distances(ranking, distances, 1, None)
    flags = array("H", [0] * 36)
    lines = core.LineSum(grid, 2, 3, manhattan(), flags, flags, b"\0", b"\0")
    walk = core.WalkTable(1, b"\0", array("i", [0, 0]), bytes(6))
    walks = core.WalkSum(walk, walk, 0, 0)
    detours = core.build_detours(grid, 6, None)
    assert detours is not None
    patterns = tuple((bytes(tiles), entries(grid, tiles), bytes(range(6))) for tiles in ([1, 2, 3], [4, 5]))
    weights = array("h", [number % 512 for number in range(2 * 6 + 16 * 49 * 49)])  # as many as 2×3 has
    score = core.DisplacementScore(2, 3, 5, 2, 3, weights)
    start_labels, moves = bytes([0, 1, 2, 3, 5, 4]), bytes([2, 0, 3, 1] * 5)
    eight, table = bytes(range(8)), bytes(8 * 210**2)
    space = (lambda state: [(0, state + 1), (1, state + 2)] if state < 49 else [], lambda state: state == 49)
    functions = (*space, lambda state: 49 - state, None, lambda value, state: 0, lambda state, error: None)
    views = ((eight, bytes([1, 2, 3, 4, 5, 6]), table), (eight, bytes([2, 3, 4, 5, 6, 7]), table))
    databases = core.SlideDatabases(2, 4, 2, 4, views)
    return [
        (core.Grid, [blank_targets(Shape(2, 3))]),
        (core.TileSum, [grid, bytes(36)]),
        (core.UnitTileSum, [grid, manhattan()]),
        (core.build_detours, [grid, 6, None]),
        (core.construct, [2, 3, array("i", list(start)), array("i", list(goal)), 4, None]),
        (core.StateRanking, [grid, 5]),
        (core.fill_distances, [ranking, bytearray(len(ranking)), 1, None]),
        (core.Maximum, [grid, (sums,)]),
        (core.PatternBuild, [grid, bytes([0, 1, 2]), 5, 1]),
        (core.breadth_first, [grid, start, goal, *limits]),
        (core.bidirectional, [grid, start, goal, *limits]),
        (core.best_first, [grid, start, goal, sums, 1, 1.5, "fifo", *limits]),
        (core.bidirectional_astar, [grid, start, goal, sums, sums, *limits]),
        (core.bidirectional_astar, [grid, start, goal, walks, walks, *limits]),
        (core.bidirectional_astar, [grid, start, goal, sums, sums, *limits, "meeting", 1.0]),
        (core.bidirectional_astar, [grid, start, goal, sums, sums, *limits, "balanced", 1.5]),
        (core.ida_star, [grid, start, goal, sums, None, 1, *limits]),
        (core.ida_star, [grid, start, goal, lines, detours, 1, *limits]),
        (core.ida_star, [grid, start, goal, walks, detours, 2, *limits]),
        (core.best_first, [grid, start, goal, walks, 1, 1.0, "low-h", *limits]),
        (core.Detours, [grid, array("H", detours.following)]),
        (core.LineSum, [grid, 2, 3, manhattan(), flags, flags, b"\0", b"\0"]),
        (core.WalkTable, [1, b"\0", array("i", [0, 0]), bytes(6)]),
        (core.WalkSum, [walk, walk, 0, 0]),
        (core.PatternSum, [grid, patterns, None, False]),
        (core.direct_entries, [6, 2, bytes(30)]),
        (core.collect_states, [ranking, distances, 0, goal, goal, array("Q", [0]), None]),
        (core.DisplacementScore, [2, 3, 5, 2, 3, weights]),
        (core.run_beam, [score, start_labels, 20, 12, 1, 1, 1, None, None, 1000]),
        (core.run_beam, [score, start_labels, 20, 12, 1, 1, 1, None, None, 1000, True]),
        (core.fill_distances, [ranking, bytearray(len(ranking)), 1, None, True]),
        (core.fill_slide_database, [2, 4, 0, bytes([1, 2, 3, 4, 5, 6]), bytearray(len(table)), 1, None]),
        (core.SlideDatabases, [2, 4, 2, 4, views]),
        (core.search_space, [0, 49, *functions, None, lambda *counts: 10, 1, 1.5, "low-h", 100]),
        (core.search_slides, [databases, eight, 1000, 100, None]),
        (core.shorten_windows, [2, 3, array("i", list(goal)), moves, 9, 0, 9, 1, 2, 3, weights, 1, None, 1000]),
        (core.collect_ranked, [score, 1, 1, 9, 12, 1, 1, None]),
        (core.fit_weights, [score, start_labels * 2, 1, 1, 0.5, 1.0, 0.0, array("d", [0.0] * len(weights)), None]),
    ]


def manhattan() -> bytes:
    """The costs of the tiles on 2×3."""
    shape = Shape(2, 3)
    return bytes(shape.taxicab(tile - 1, cell) if tile else 0 for tile in range(6) for cell in range(6))


def entries(grid: Any, tiles: list[int]) -> Any:
    """The database of a pattern on 2×3."""
    build = core.PatternBuild(grid, bytes(tile - 1 for tile in tiles), 5, 1)
    build.run(None)
    return build.take_entries()


class Choices(Random):
    """Random numbers that are bits of given bytes, and 0 after their end."""

    def __init__(self, data: bytes) -> None:
        super().__init__(0)
        self._bits = int.from_bytes(data, "big")

    def getrandbits(self, count: int, /) -> int:
        """The next bits."""
        found = self._bits & ((1 << count) - 1)
        self._bits >>= count
        return found

    def random(self) -> float:
        """The next 8 bits, as a number from 0 to less than 1."""
        return self.getrandbits(8) / 256


def call(function: Any, arguments: list[Any], pool: list[Any], random: Random) -> None:
    made = function(*arguments)
    if type(made).__module__ != core.__name__:  # such as the dictionary of a search
        return
    names = [name for name in dir(made) if not name.startswith("_")]
    for _ in range(random.randint(0, 4) if names else 0):  # in any order, also twice
        with suppress(*EXPECTED):
            part = getattr(made, random.choice(names))
            if callable(part):
                part(*random.choices(pool, k=random.randint(0, 2)))


class Calls:
    """Calls of everything in the core, chosen by random numbers."""

    def __init__(self) -> None:
        public = [getattr(core, name) for name in dir(core) if not name.startswith("_")]
        self._functions = [each for each in public if callable(each)]
        self._fitting = valid_calls()

    def make_one(self, random: Random, pool: list[Any]) -> None:
        """One call."""
        if random.random() < 0.3:
            function = random.choice(self._functions)
            arguments = [random.choice(pool) for _ in range(random.randint(0, 11))]
        else:
            function, right = random.choice(self._fitting)
            arguments = list(right)
            for _ in range(random.randint(0, 2)):
                arguments[random.randrange(len(arguments))] = random.choice(pool)
        with suppress(*EXPECTED):
            call(function, arguments, pool, random)


@cache
def all_calls() -> Calls:
    return Calls()


def call_with(data: bytes) -> None:
    """The call that these bytes choose."""
    random = Choices(data)
    all_calls().make_one(random, values(random))


def main(count: int, seed: int) -> None:
    random = Random(seed)
    done = 0
    for number in range(count):
        if number % 20 == 0:
            pool = values(random)
        all_calls().make_one(random, pool)
        done += 1
    print(done)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
