"""A* with Manhattan distance against two other Python packages: the same boards, in the same run, by both backends.

    python benchmarks/peers.py [--count 100] [--seed 1] [--repeat 1]

Each package works in a process of its own that is started once and solves one board at a time; the boards go round from
package to package, so that a busy moment of the machine hits all alike. Only the solving is timed, in the process that
solves. The packages get environments of their own under ``build/peers``, made when they are missing. Every solution is
replayed here, and its length is held against the exhaustive table of distances.
"""

from __future__ import annotations

import argparse
import json
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENTS = ROOT / "build" / "peers"
REQUIRED = {"taquin (python)": ("slidingpuzzle", 3.0), "taquin (native)": ("slidingpuzzle", 100.0)}
"""How many times faster than a peer each of our backends must be."""

SIDE = 3
GOAL = [1, 2, 3, 4, 5, 6, 7, 8, 0]
NEIGHBOURS = [
    [other for other in range(9) if abs(cell // 3 - other // 3) + abs(cell % 3 - other % 3) == 1] for cell in range(9)
]


# In the process of a package: from the cells of a board to the cells that the blank visits ---------------------------


def taquin_solver(backend: Any) -> Callable[[list[int]], list[int]]:
    from taquin.puzzle.board import Board
    from taquin.puzzle.moves import blank_path
    from taquin.solving.solver import solve

    def run(cells: list[int]) -> list[int]:
        result = solve(Board(cells), algorithm="astar", heuristic="manhattan", backend=backend)
        assert result.solution is not None
        return blank_path(result.start.shape, result.start.blank, result.solution.moves)[1:]

    return run


def slidingpuzzle_solver() -> Callable[[list[int]], list[int]]:
    package: Any = import_module("slidingpuzzle")

    def run(cells: list[int]) -> list[int]:
        board = package.from_iter(SIDE, SIDE, cells)
        result = package.search(board, "a*", heuristic=package.manhattan_distance)
        return [int(row) * SIDE + int(column) for row, column in result.solution]

    return run


def simpleai_solver() -> Callable[[list[int]], list[int]]:
    """The package brings no puzzle: this one is written as its documentation does, with tables instead of sums."""
    package: Any = import_module("simpleai.search")
    goal = tuple(GOAL)
    distances = [[0] * 9] + [
        [abs(cell // 3 - (tile - 1) // 3) + abs(cell % 3 - (tile - 1) % 3) for cell in range(9)] for tile in range(1, 9)
    ]

    class Puzzle(package.SearchProblem):  # type: ignore[misc]
        """States are tuples; an action is the cell that the blank goes to."""

        def actions(self, state: tuple[int, ...]) -> list[int]:
            return NEIGHBOURS[state.index(0)]

        def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
            cells = list(state)
            cells[cells.index(0)], cells[action] = cells[action], 0
            return tuple(cells)

        def is_goal(self, state: tuple[int, ...]) -> bool:
            return state == goal

        def heuristic(self, state: tuple[int, ...]) -> int:
            return sum([distances[tile][cell] for cell, tile in enumerate(state)])

    def run(cells: list[int]) -> list[int]:
        node = package.astar(Puzzle(tuple(cells)), graph_search=True)
        return [action for action, _ in node.path()[1:]]

    return run


SOLVERS: dict[str, Callable[[], Callable[[list[int]], list[int]]]] = {
    "taquin (python)": lambda: taquin_solver("python"),
    "taquin (native)": lambda: taquin_solver("native"),
    "slidingpuzzle": slidingpuzzle_solver,
    "simpleai": simpleai_solver,
}


def work(name: str) -> None:
    """Answer boards, one a line, until there are no more. The first line says that all is loaded."""
    run = SOLVERS[name]()
    run([1, 2, 3, 4, 5, 6, 0, 7, 8])
    print(json.dumps({"version": version(name.split(maxsplit=1)[0])}), flush=True)
    for line in sys.stdin:
        cells = json.loads(line)
        began = perf_counter()
        path = run(cells)
        seconds = perf_counter() - began
        print(json.dumps({"path": path, "seconds": seconds}), flush=True)


# In this process -----------------------------------------------------------------------------------------------------


class BenchmarkError(Exception):
    """Something that the person at the keyboard must mend."""


@dataclass
class Contestant:
    """A package at work, and what it has done so far."""

    name: str
    python: Path
    seconds: list[list[float]] = field(default_factory=list)  # for each repetition, one number a board
    wrong: dict[int, str] = field(default_factory=dict)  # by the number of the board
    version: str = ""

    def start(self) -> None:
        """Start the process and wait until it has loaded everything."""
        self.log = (ENVIRONMENTS / f"{self.name}.log").open("w", encoding="utf-8")
        self.process = subprocess.Popen(
            [str(self.python), str(Path(__file__).resolve()), "--worker", self.name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
        )
        self.version = self._answer()["version"]

    def solve(self, cells: list[int]) -> tuple[list[int], float]:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(cells) + "\n")
        self.process.stdin.flush()
        answer = self._answer()
        return answer["path"], answer["seconds"]

    def _answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise BenchmarkError(f"{self.name} stopped working: see {self.log.name}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def stop(self) -> None:
        self.process.communicate()  # closes its input, which ends it
        self.log.close()

    @property
    def total(self) -> float:
        """The total of the best repetition."""
        return min(map(sum, self.seconds))


def prepare(name: str, steps: Sequence[Sequence[str]]) -> Path:
    """The Python of an environment that holds a package; made if it is not there yet, or not whole."""
    home = ENVIRONMENTS / f"{name}-{platform.python_version()}"
    python = home / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    done = home / "installed"
    if done.exists():
        return python
    print(f"making an environment for {name}: {home.relative_to(ROOT)}", flush=True)
    shutil.rmtree(home, ignore_errors=True)
    call(name, [sys.executable, "-m", "venv", str(home)])
    for arguments in steps:
        options = ["--disable-pip-version-check", "--quiet", "--retries", "2"]
        call(name, [str(python), "-m", "pip", "install", *options, *arguments])
    done.touch()
    return python


def call(name: str, command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        words = [line for line in (done.stdout + done.stderr).splitlines() if not line.startswith("WARNING")]
        raise BenchmarkError(
            f"cannot install {name}: is the package registry within reach?\n  " + "\n  ".join(words[-5:])
        )


def prepare_slidingpuzzle() -> Path:
    """It pins numpy 1.23.5, which has no wheels for Python 3.12 and later; it works with the newest as well."""
    package = "slidingpuzzle==0.1.5"
    major, minor = map(int, platform.python_version_tuple()[:2])
    pinned, newest = [[package]], [["numpy"], ["--no-deps", package]]
    return prepare("slidingpuzzle", pinned if (major, minor) < (3, 12) else newest)


def prepare_simpleai() -> Path:
    return prepare("simpleai", [["simpleai==0.8.3"]])


def find_fault(cells: list[int], path: list[int], shortest: int) -> str:
    """What is wrong with a solution; nothing if it is legal, reaches the goal and is as short as can be."""
    board = list(cells)
    for target in path:
        blank = board.index(0)
        if target not in NEIGHBOURS[blank]:
            return "an illegal move"
        board[blank], board[target] = board[target], 0
    if board != GOAL:
        return "does not reach the goal"
    return "" if len(path) == shortest else f"{len(path)} moves instead of {shortest}"


def compete(contestants: list[Contestant], count: int, seed: int, repeat: int) -> None:
    """Let all solve the same boards, each board by all of them before the next one, and who begins changes."""
    from taquin.analysis.random_boards import random_board
    from taquin.puzzle.board import Board
    from taquin.puzzle.geometry import Shape
    from taquin.tables.distances import distance_table

    rng = Random(seed)
    table = distance_table(Board(GOAL))
    boards = [random_board(Shape(SIDE, SIDE), rng=rng) for _ in range(count)]
    for repetition in range(repeat):
        for contestant in contestants:
            contestant.seconds.append([])
        for number, board in enumerate(boards):
            for turn in range(len(contestants)):
                contestant = contestants[(number + turn) % len(contestants)]
                path, seconds = contestant.solve(list(board))
                contestant.seconds[repetition].append(seconds)
                fault = find_fault(list(board), path, table.distance(board))
                if fault:
                    contestant.wrong[number] = f"{board!r}: {fault}"


def report(contestants: list[Contestant], count: int, seed: int) -> bool:
    """Print the table, the faults and the ratio; say whether we are right and fast enough."""
    boards = f"{count} random 8-puzzle{'s' if count > 1 else ''} (seed {seed})"
    print(f"A* with Manhattan distance on {boards}, Python {platform.python_version()}")
    print(f"\n{'package':<26}{'total':>10}{'mean':>12}{'slowest':>12}{'wrong':>8}")
    for contestant in contestants:
        best = min(contestant.seconds, key=sum)
        print(
            f"{contestant.name + ' ' + contestant.version:<26}{contestant.total:>8.2f} s"
            f"{1000 * contestant.total / count:>9.1f} ms{1000 * max(best):>9.1f} ms{len(contestant.wrong):>8}"
        )
    for contestant in contestants:
        for fault in contestant.wrong.values():
            print(f"{contestant.name} is wrong on {fault}")
    totals = {contestant.name: contestant.total for contestant in contestants}
    is_good = True
    print()
    for ours, (peer, required) in REQUIRED.items():
        ratio = totals[peer] / totals[ours]
        print(f"{ours} is {ratio:.1f} times as fast as {peer} (at least {required:g} is required)")
        is_good &= ratio >= required
    return is_good and not any(contestant.wrong for contestant in contestants if contestant.name in REQUIRED)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100, help="how many boards (100)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the boards (1)")
    parser.add_argument("--repeat", type=int, default=1, help="how often; the best total counts (1)")
    parser.add_argument("--worker", choices=SOLVERS, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        work(arguments.worker)
        return 0
    if arguments.count < 1 or arguments.repeat < 1:
        parser.error("expected a count and a number of repetitions of at least 1")
    try:
        contestants = [
            *(Contestant(ours, Path(sys.executable)) for ours in REQUIRED),
            Contestant("slidingpuzzle", prepare_slidingpuzzle()),
            Contestant("simpleai", prepare_simpleai()),
        ]
        for contestant in contestants:
            contestant.start()
        compete(contestants, arguments.count, arguments.seed, arguments.repeat)
        is_good = report(contestants, arguments.count, arguments.seed)
        for contestant in contestants:
            contestant.stop()
    except BenchmarkError as error:
        print(f"peers.py: {error}", file=sys.stderr)
        return 2
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
