"""A* with Manhattan distance: both backends of Taquin and two other Python packages, on the same boards in one run.

    python benchmarks/peers.py [--count 100] [--seed 1] [--repeat 3]

Each solver runs in its own process, which is started once and solves one board at a time. All solvers get the same
board before the next one, so that a busy machine affects all of them. Only the solving is timed, in the process of the
solver. The other packages get virtual environments under ``build/peers``, which are created when they are missing.
Every solution is replayed here, and its length is compared with the exhaustive table of distances.
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
"""How many times as fast as another package each backend of Taquin must be."""

SIDE = 3
GOAL = [1, 2, 3, 4, 5, 6, 7, 8, 0]
NEIGHBOURS = [
    [other for other in range(9) if abs(cell // 3 - other // 3) + abs(cell % 3 - other % 3) == 1] for cell in range(9)
]


# In the process of a solver: from the cells of a board to the cells that the blank visits ----------------------------


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
    """The package has no sliding-tile puzzle: this one follows its documentation, with a table of distances."""
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
    """Solve the boards on standard input, one per line. The first line of output means that everything is loaded."""
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
    """The benchmark cannot run; the message says why."""


@dataclass
class Solver:
    """A solver in its own process, and its results so far."""

    name: str
    python: Path
    seconds: list[list[float]] = field(default_factory=list)  # for each repetition, one number per board
    wrong: dict[int, str] = field(default_factory=dict)  # by the number of the board
    version: str = ""

    def start(self) -> None:
        """Start the process and wait until everything is loaded."""
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
            raise BenchmarkError(f"the process of {self.name} ended: see {self.log.name}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def stop(self) -> None:
        self.process.communicate()  # the process ends when its input is closed
        self.log.close()

    @property
    def total(self) -> float:
        """The total time of the best repetition."""
        return min(map(sum, self.seconds))


def prepare(name: str, steps: Sequence[Sequence[str]]) -> Path:
    """The Python of the environment of a package, which is created if it is missing or incomplete."""
    home = ENVIRONMENTS / f"{name}-{platform.python_version()}"
    python = home / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    done = home / "installed"
    if done.exists():
        return python
    print(f"creating an environment for {name}: {home.relative_to(ROOT)}", flush=True)
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
        output = [line for line in (done.stdout + done.stderr).splitlines() if not line.startswith("WARNING")]
        raise BenchmarkError(
            f"cannot install {name}: is the package registry reachable?\n  " + "\n  ".join(output[-5:])
        )


def prepare_slidingpuzzle() -> Path:
    """It pins numpy 1.23.5, which has no wheels for Python 3.12 and later; it also works with the newest."""
    package = "slidingpuzzle==0.1.5"
    major, minor = map(int, platform.python_version_tuple()[:2])
    pinned, newest = [[package]], [["numpy"], ["--no-deps", package]]
    return prepare("slidingpuzzle", pinned if (major, minor) < (3, 12) else newest)


def prepare_simpleai() -> Path:
    return prepare("simpleai", [["simpleai==0.8.3"]])


def find_fault(cells: list[int], path: list[int], shortest: int) -> str:
    """What is wrong with a solution; empty if it is legal, reaches the goal and is a shortest one."""
    board = list(cells)
    for target in path:
        blank = board.index(0)
        if target not in NEIGHBOURS[blank]:
            return "an illegal move"
        board[blank], board[target] = board[target], 0
    if board != GOAL:
        return "does not reach the goal"
    return "" if len(path) == shortest else f"{len(path)} moves instead of {shortest}"


def measure(solvers: list[Solver], count: int, seed: int, repeat: int) -> None:
    """Solve the same boards with all solvers, each board by all of them before the next; the first one changes."""
    from taquin.analysis.random_boards import random_board
    from taquin.puzzle.board import Board
    from taquin.puzzle.geometry import Shape
    from taquin.tables.distances import distance_table

    rng = Random(seed)
    table = distance_table(Board(GOAL))
    boards = [random_board(Shape(SIDE, SIDE), rng=rng) for _ in range(count)]
    for repetition in range(repeat):
        for solver in solvers:
            solver.seconds.append([])
        for number, board in enumerate(boards):
            for turn in range(len(solvers)):
                solver = solvers[(number + turn) % len(solvers)]
                path, seconds = solver.solve(list(board))
                solver.seconds[repetition].append(seconds)
                fault = find_fault(list(board), path, table.distance(board))
                if fault:
                    solver.wrong[number] = f"{board!r}: {fault}"


def report(solvers: list[Solver], count: int, seed: int) -> bool:
    """Print the table, the faults and the ratios; return whether Taquin is correct and fast enough."""
    boards = f"{count} random 8-puzzle{'s' if count > 1 else ''} (seed {seed})"
    print(f"A* with Manhattan distance on {boards}, Python {platform.python_version()}")
    print(f"\n{'package':<26}{'total':>10}{'mean':>12}{'slowest':>12}{'wrong':>8}")
    for solver in solvers:
        best = min(solver.seconds, key=sum)
        print(
            f"{solver.name + ' ' + solver.version:<26}{solver.total:>8.2f} s"
            f"{1000 * solver.total / count:>9.1f} ms{1000 * max(best):>9.1f} ms{len(solver.wrong):>8}"
        )
    for solver in solvers:
        for fault in solver.wrong.values():
            print(f"{solver.name} is wrong on {fault}")
    totals = {solver.name: solver.total for solver in solvers}
    is_good = True
    print()
    for ours, (peer, required) in REQUIRED.items():
        ratio = totals[peer] / totals[ours]
        print(f"{ours} is {ratio:.1f} times as fast as {peer} (at least {required:g} is required)")
        is_good &= ratio >= required
    return is_good and not any(solver.wrong for solver in solvers if solver.name in REQUIRED)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100, help="number of boards (100)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the boards (1)")
    parser.add_argument("--repeat", type=int, default=3, help="number of repetitions; the best total counts (3)")
    parser.add_argument("--worker", choices=SOLVERS, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        work(arguments.worker)
        return 0
    if arguments.count < 1 or arguments.repeat < 1:
        parser.error("expected a count and a number of repetitions of at least 1")
    try:
        solvers = [
            *(Solver(ours, Path(sys.executable)) for ours in REQUIRED),
            Solver("slidingpuzzle", prepare_slidingpuzzle()),
            Solver("simpleai", prepare_simpleai()),
        ]
        for solver in solvers:
            solver.start()
        measure(solvers, arguments.count, arguments.seed, arguments.repeat)
        is_good = report(solvers, arguments.count, arguments.seed)
        for solver in solvers:
            solver.stop()
    except BenchmarkError as error:
        print(f"peers.py: {error}", file=sys.stderr)
        return 2
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
