"""35-puzzles on a graphics card: how many scrambles are proven, and what is proven about random boards.

    python benchmarks/puzzle35.py --output FILE.csv [--moves 900] [--seeds LIST] [--uniform] [--time 60]

A scramble is the end of a random walk of ``--moves`` moves from the standard goal, drawn with
``random.Random(seed)``: with 900 moves, lengths have a mean of about 125. ``--uniform`` takes uniformly random
solvable boards instead. Every board is solved with the default method of the backend ``cuda``, without the
``anytime`` search of ``solve``. A line of the file has the seed, the board, the first bound, the proven lower bound,
the length of the best solution, its moves, nodes and seconds. Boards that the file has are not solved again if they
are proven, or had as much time. At the end comes a table of what is proven within how many seconds.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from random import Random
from statistics import mean
from time import perf_counter
from typing import Any

from taquin.gpu.card import open_card
from taquin.puzzle.board import Board
from taquin.puzzle.moves import steps
from taquin.puzzle.problem import Problem
from taquin.run.run import Run
from taquin.solving.default_methods import default_method
from taquin.solving.method import choose_method
from taquin.solving.solver import prepare, solve

GOAL = Board([*range(1, 36), 0])
METHOD = default_method(GOAL.shape, backend="cuda").text
SECONDS = (10, 60, 600)


@dataclass
class Line:
    """What is known about one board."""

    seed: int
    board: str
    first_bound: int
    lower_bound: int
    length: int
    moves: str
    nodes: int
    seconds: float
    limit: float

    @property
    def is_proven(self) -> bool:
        return self.length == self.lower_bound


_KINDS: dict[Any, Callable[[str], Any]] = {"int": int, "float": float, "str": str}
_FIELDS = {field.name: field for field in fields(Line)}


def scramble(seed: int, moves: int, goal: Board = GOAL) -> Board:
    """The end of a random walk from the goal."""
    random, cells, blank = Random(seed), list(goal), goal.blank
    for _ in range(moves):
        _, target = random.choice(steps(goal.shape)[blank])
        cells[blank], cells[target] = cells[target], 0
        blank = target
    return Board(cells, goal.shape)


def uniform(seed: int) -> Board:
    """A solvable board, uniformly random."""
    random = Random(seed)
    while True:
        cells = list(GOAL)
        random.shuffle(cells)
        if Problem(Board(cells), GOAL).is_solvable:
            return Board(cells)


def run(seed: int, board: Board, limit: float) -> Line:
    """Solve one board."""
    began = perf_counter()
    result = solve(board, GOAL, algorithm=METHOD, backend="cuda", time=limit)
    seconds = perf_counter() - began
    return Line(
        seed,
        " ".join(map(str, board)),
        int(result.iterations[0].bound) if result.iterations else result.lower_bound,
        result.lower_bound,
        result.length or 0,
        "" if result.solution is None else result.solution.text(),
        result.stats.generated,
        round(seconds, 3),
        limit,
    )


def read(path: Path) -> Iterator[Line]:
    """The lines of a file of this benchmark."""
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            values: dict[str, Any] = {name: _KINDS[field.type](row[name]) for name, field in _FIELDS.items()}
            yield Line(**values)


def read_seeds(text: str) -> Iterator[int]:
    """The numbers of a list such as ``7,20-25``, in its order."""
    for part in text.split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def write(path: Path, lines: dict[int, Line]) -> None:
    """All lines, in the order of their seeds."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(_FIELDS), lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(lines[seed]) for seed in sorted(lines))


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, required=True, metavar="FILE", help="results, read first if it exists")
    parser.add_argument("--moves", type=int, default=900, help="of a scramble (%(default)s)")
    parser.add_argument("--seeds", default="1-100", metavar="LIST", help="of the boards, such as 7,20-25 (%(default)s)")
    parser.add_argument("--uniform", action="store_true", help="uniformly random boards")
    parser.add_argument("--time", type=float, default=60, help="seconds for a board (%(default)s)")
    parser.add_argument("--total", type=float, default=float("inf"), help="begin no board after this many seconds")
    options = parser.parse_args()
    lines = {line.seed: line for line in read(options.output)} if options.output.exists() else {}
    began = perf_counter()
    prepare(Problem(GOAL.neighbours()[0], GOAL), choose_method(METHOD), Run(), "cuda")
    print(f"{open_card().name}; databases and kernels: {perf_counter() - began:.1f} s", flush=True)
    began = perf_counter()
    for seed in read_seeds(options.seeds):
        known = lines.get(seed)
        if perf_counter() - began > options.total or (known and (known.is_proven or known.limit >= options.time)):
            continue
        line = run(seed, uniform(seed) if options.uniform else scramble(seed, options.moves), options.time)
        lines[seed] = line
        write(options.output, lines)
        rate = line.nodes / line.seconds / 1e9
        print(
            f"{seed}: {line.first_bound} {line.lower_bound} of {line.length}, {line.nodes:.3e} nodes, "
            f"{line.seconds:.1f} s, {rate:.1f} G nodes/s",
            flush=True,
        )
    print_table(list(lines.values()))
    return 0


def print_table(lines: list[Line]) -> None:
    """How many boards are proven within how many seconds, by the difference between length and first bound."""
    print(f"{len(lines)} boards, mean length {mean(line.length for line in lines):.1f}")
    differences = sorted({line.length - line.first_bound for line in lines})
    print("| difference | boards |" + "".join(f" proven in {seconds} s |" for seconds in SECONDS))
    for difference in differences:
        chosen = [line for line in lines if line.length - line.first_bound == difference]
        proven = [sum(line.is_proven and line.seconds <= seconds for line in chosen) for seconds in SECONDS]
        print(f"| {difference} | {len(chosen)} | " + " | ".join(map(str, proven)) + " |")


if __name__ == "__main__":
    sys.exit(main())
