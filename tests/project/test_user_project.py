"""A user's project that calls the public API passes ``mypy --strict``, and runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import taquin
from taquin import Board, Limits, Result, solve


def rows_only(board: Board, goal: Board) -> int:
    home = {tile: row for row, tiles in enumerate(goal.rows()) for tile in tiles}
    return sum(abs(row - home[tile]) for row, tiles in enumerate(board.rows()) for tile in tiles if tile)


class Zero(taquin.Heuristic):
    def __call__(self, state: taquin.State) -> float:
        return 0


class Pancakes:
    def __init__(self, *stack: int) -> None:
        self.start = stack

    def is_goal(self, state: tuple[int, ...]) -> bool:
        return list(state) == sorted(state)

    def successors(self, state: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
        return [(count, state[:count][::-1] + state[count:]) for count in range(2, len(state) + 1)]


class Heavy(Pancakes):
    def cost(self, state: tuple[int, ...], move: int, child: tuple[int, ...]) -> float:
        return sum(state[:move])


def first_way(space: taquin.StateSpace[taquin.State]) -> list[int] | None:
    move, state = space.successors(space.start)[0]
    return [move] if space.is_goal(state) else None


def report(progress: taquin.BatchProgress) -> None:
    print(progress.done, "of", progress.total)


def lengths(results: Iterator[Result]) -> list[int | None]:
    return [result.length for result in results]


board: Board = taquin.random_board("3x3", seed=7, depth=6)
results: list[Result] = [
    solve(board, time=5),
    solve([[8, 1, 3], [4, 0, 2], [7, 6, 5]], "standard", limits=Limits(nodes=10**6)),
    solve(np.array([8, 1, 3, 4, 0, 2, 7, 6, 5]), algorithm="astar", heuristic=rows_only, memory="200MB"),
    solve("8 1 3 / 4 0 2 / 7 6 5", algorithm="astar", heuristic=Zero),
]
for result in results:
    if result.solution is not None:
        print(result.status, result.quality, str(result.solution), result.stats.expanded, result)
print(lengths(taquin.solve_many([board, "8 1 3 / 4 0 2 / 7 6 5", [1, 2, 3, 4, 5, 6, 7, 0, 8]], heuristic=rows_only)))
print(solve("1 2 3 / 4 5 6 / 7 8 0", algorithm=first_way).status)
stack = Pancakes(3, 1, 2)
turns: taquin.SpaceResult[tuple[int, ...], int] = taquin.search(stack, "astar", lambda state: 0, admissible=True)
weight: float | None = taquin.search(Heavy(3, 1, 2)).cost
print(turns.moves, turns.states[-1], weight)
cancellation = taquin.Cancellation()
many = taquin.solve_many([board] * 3, jobs=2, batch_progress=report, cancellation=cancellation, time="1m")
print(lengths(many))
declared: Result = solve(board, algorithm="astar", heuristic=rows_only, admissible=True)
found: taquin.Examination = taquin.examine(rows_only, shape="2x3", against="manhattan")
comparison: taquin.Comparison = taquin.compare(board, algorithms=["astar"], heuristics=["manhattan", rows_only])
hint: taquin.Hint = taquin.hint(board)
grade: taquin.Judgement = taquin.grade(board, board.moves()[:1])
checked: taquin.Verification = taquin.verify(board, "UDLR")
distance: int = taquin.DistanceTable(shape="3x3").distance("8 1 3 / 4 0 2 / 7 6 5")
estimate: float = taquin.PatternDatabases("standard").estimate(board)
picture: taquin.Picture = taquin.draw(results[0])
recorder = taquin.Recorder()
solve(board, algorithm="ida_star", observer=recorder)
tree: str = taquin.draw(recorder.trace()).svg
print(found.is_admissible, comparison.optimum, hint.left, grade.verdict, checked.is_legal, distance, estimate)
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM, encoding="utf-8")
    return path


def test_it_runs(program: Path) -> None:
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, cwd=program.parent, check=False)
    assert done.returncode == 0, done.stderr
    assert "[6, 14, 1]" in done.stdout
    assert "(3, 2) (1, 2, 3) 9" in done.stdout
    assert "3 of 3\n[6, 6, 6]" in done.stdout


@pytest.mark.slow  # mypy reads all of Taquin
def test_it_passes_mypy_strict(program: Path) -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "program.py"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=program.parent, check=False)
    assert done.returncode == 0, done.stdout
