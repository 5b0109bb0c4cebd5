"""Calls everything in the compiled core with arguments that do not fit: ``python random_bindings.py COUNT SEED``.

An exception is the right answer to most of them. What must not happen is that the process ends by a signal, which is
why this is a process of its own; ``make sanitize`` runs it with ASan and UBSan too.
"""

from __future__ import annotations

import sys
from array import array
from contextlib import suppress
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
        *(grid, board, bytes(range(cells)), sums, noise),
        *(None, True, 0, 1, 2, 7, -1, cells, 2**31, 2**63, 2**64, 10**30, 1.5, float("nan"), "fifo", "x", b""),
        *((), (sums,), (noise, noise), [noise], {}, lambda *given: False, lambda *given: True, object()),
        *(array("H", range(cells)), array("i", range(-3, 3)), array("b", [-1] * cells * 4), bytearray(noise)),
        *(memoryview(noise)[::2], memoryview(board), array("d", [0.5])),
    ]


def valid_calls() -> list[tuple[Any, list[Any]]]:
    """Calls that fit, of which one or two arguments are then exchanged."""
    grid = core.Grid(blank_targets(Shape(2, 3)))
    start, goal = bytes([1, 2, 3, 0, 4, 5]), bytes([1, 2, 3, 4, 5, 0])
    sums = core.TileSum(grid, bytes(36))
    limits = [10_000, 100, 50, None]
    ranking = core.StateRanking(grid, 5)
    return [
        (core.Grid, [blank_targets(Shape(2, 3))]),
        (core.TileSum, [grid, bytes(36)]),
        (core.UnitTileSum, [grid, bytes(36)]),
        (core.build_detours, [grid, 6, None]),
        (core.construct, [2, 3, array("i", list(start)), array("i", list(goal)), 4, None]),
        (core.StateRanking, [grid, 5]),
        (core.fill_distances, [ranking, bytearray(len(ranking)), 1, None]),
        (core.Maximum, [grid, (sums,)]),
        (core.PatternBuild, [grid, bytes([0, 1, 2]), 5, 1]),
        (core.breadth_first, [grid, start, goal, *limits]),
        (core.bidirectional, [grid, start, goal, *limits]),
        (core.best_first, [grid, start, goal, sums, 1, 1.5, "fifo", *limits]),
        (core.ida_star, [grid, start, goal, sums, None, 1, *limits]),
    ]


def call(function: Any, arguments: list[Any], pool: list[Any], random: Random) -> None:
    made = function(*arguments)
    if type(made).__module__ != core.__name__:  # such as the dictionary of a search
        return
    for name in dir(made):
        part = getattr(made, name, None) if not name.startswith("_") else None
        if callable(part):
            part(*random.sample(pool, random.randint(0, 2)))


def main(count: int, seed: int) -> None:
    random = Random(seed)
    public = [getattr(core, name) for name in dir(core) if not name.startswith("_")]
    functions = [each for each in public if callable(each)]
    fitting = valid_calls()
    done = 0
    for number in range(count):
        if number % 20 == 0:
            pool = values(random)
        if random.random() < 0.3:
            function = random.choice(functions)
            arguments = [random.choice(pool) for _ in range(random.randint(0, 11))]
        else:
            function, right = random.choice(fitting)
            arguments = list(right)
            for _ in range(random.randint(0, 2)):
                arguments[random.randrange(len(arguments))] = random.choice(pool)
        with suppress(*EXPECTED):
            call(function, arguments, pool, random)
        done += 1
    print(done)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
