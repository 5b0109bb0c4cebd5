"""The backend ``cuda``: the 50 24-puzzles of Korf and Felner, many 15-puzzles at the same time, and wide beams.

    python benchmarks/gpu.py [--instances 1 2 3] [--boards 16384] [--native 400] [--sizes 5 6 7] [--against COMMAND]

The first part solves the 24-puzzles one after another with the default method of the backend, and prints a line for
each: the published and the proven length, the nodes generated below the last bound and in all, seconds, and nodes per
second. ``beam`` in the last column means that a beam found the solution, so that the last bound was not searched. The
databases and kernels are made before the first instance; that time is a line of its own. Then come the sum, the median
and the longest time.

The second part solves uniformly random 15-puzzles with ``solve_many``, twice, because the first time compiles kernels,
and as many as ``--native`` of them with the native core on all cores. Times include making and replaying the results.

The third part solves random boards of larger sizes with ``beam(learned)`` of a million boards a layer, and then with
``anytime`` of the native core on two CPU cores in the same time, and prints both lengths.

``--against`` runs another program first, for comparison on the same card in the same run, and prints what it prints.

Every solution is replayed. The exit code is 1 if a length is not proven, or not the published one.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
from random import Random
from statistics import mean, median
from time import perf_counter

from taquin import _native
from taquin.experiments import instance_set
from taquin.gpu.card import open_card
from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem
from taquin.run.result import Quality, Result
from taquin.run.run import Run
from taquin.solving.batch import solve_many
from taquin.solving.default_methods import default_method
from taquin.solving.solver import prepare, solve

FIFTEEN = Board([*range(1, 16), 0])
WIDTH = 1 << 20


def solve_24_puzzles(chosen: list[int]) -> bool:
    """Solve the instances of these numbers, all without any; whether all lengths are proven and as published."""
    found = {each.index: each for each in instance_set("korf24").instances}
    instances = [found[index] for index in chosen] if chosen else list(found.values())
    began = perf_counter()
    problem = instances[0].problem
    prepare(problem, default_method(problem.shape, backend="cuda"), Run(), "cuda")
    print(f"databases and kernels: {perf_counter() - began:.2f} s\n")
    print("| # | published | proven | first bound | nodes below the last | nodes in all | s | G nodes/s | solved by |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|---|")
    seconds, nodes, is_right = [], 0, True
    for instance in instances:
        began = perf_counter()
        result = solve(instance.problem, backend="cuda")
        seconds.append(perf_counter() - began)
        nodes += result.stats.generated
        is_right &= result.quality is Quality.OPTIMAL and result.length == instance.optimum
        print_line(instance.index, instance.optimum, result, seconds[-1])
    rate = nodes / sum(seconds) / 1e9
    print(
        f"\n{len(seconds)} instances: {sum(seconds):.1f} s in all, median {median(seconds):.2f} s, longest "
        f"{max(seconds):.1f} s; {nodes:.3e} nodes, {rate:.1f} G nodes/s"
        f"; lengths {'as published' if is_right else 'WRONG'}"
    )
    return is_right


def print_line(index: int | None, published: int | None, result: Result, seconds: float) -> None:
    """A row of the table."""
    iterations = result.iterations
    is_last_searched = iterations[-1].bound == result.length
    below = sum(each.generated for each in iterations[: len(iterations) - is_last_searched])
    proven = result.length if result.quality is Quality.OPTIMAL else "not"
    rate = result.stats.generated / seconds / 1e9
    print(
        f"| {index} | {published} | {proven} | {iterations[0].bound:.0f} | {below:.3e} | "
        f"{result.stats.generated:.3e} | {seconds:.2f} | {rate:.1f} | {'search' if is_last_searched else 'beam'} |",
        flush=True,
    )


def solve_15_puzzles(count: int, native: int) -> bool:
    """Solve random boards on the card and some of them on the core; whether their lengths agree."""
    boards = [random_problem(Random(number)) for number in range(count)]
    results: list[Result] = []
    for name in ("first", "second"):
        began = perf_counter()
        results = list(solve_many(boards, backend="cuda"))
        seconds = perf_counter() - began
        nodes = sum(result.stats.generated for result in results)
        lengths = mean(result.length or 0 for result in results)
        print(
            f"{count:,} 15-puzzles on the card, {name} time: {seconds:.2f} s, {count / seconds:,.0f} boards/s, "
            f"{nodes / count:,.0f} nodes a board, mean length {lengths:.2f}, {results[0].spec}",
            flush=True,
        )
    is_right = all(result.quality is Quality.OPTIMAL for result in results)
    if native and _native.is_available():
        began = perf_counter()
        others = list(solve_many(boards[:native], backend="native"))
        seconds = perf_counter() - began
        print(f"{native:,} of them on the native core: {len(others) / seconds:,.0f} boards/s, {others[0].spec}")
        is_right &= [each.length for each in others] == [each.length for each in results[:native]]
    print("lengths agree" if is_right else "lengths are WRONG")
    return is_right


def solve_large_boards(sizes: list[int], count: int) -> None:
    """Solve random boards with a wide beam on the card, and in the same time on two CPU cores."""
    print(f"\n| board | s a board, beam of {WIDTH:,} | moves on the card | moves on two CPU cores in the same time |")
    print("|---|---:|---:|---:|")
    options = {"width": WIDTH}
    for size in sizes:
        goal = Board([*range(1, size * size), 0])
        problems = [random_problem(Random(number), goal) for number in range(count + 1)]
        seconds, on_card, on_cores = [], [], []
        for number, problem in enumerate(problems):
            began = perf_counter()
            result = solve(problem, algorithm="beam", heuristic="learned", options=options, backend="cuda")
            if number:  # the first one compiles the kernels
                seconds.append(perf_counter() - began)
                on_card.append(result.length or 0)
                on_cores.append(solve(problem, algorithm="anytime", time=seconds[-1], backend="native").length or 0)
        print(f"| {size}×{size} | {mean(seconds):.2f} | {mean(on_card):.1f} | {mean(on_cores):.1f} |", flush=True)


def random_problem(random: Random, goal: Board = FIFTEEN) -> Problem:
    """A solvable board, uniformly random."""
    while True:
        cells = list(range(len(goal)))
        random.shuffle(cells)
        problem = Problem(Board(cells), goal)
        if problem.is_solvable:
            return problem


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--instances", type=int, nargs="*", default=[], metavar="N", help="24-puzzles (all)")
    parser.add_argument("--boards", type=int, default=16_384, help="15-puzzles (%(default)s)")
    parser.add_argument("--native", type=int, default=400, help="of these on the native core (%(default)s)")
    parser.add_argument(
        "--sizes", type=int, nargs="*", default=[5, 6, 7, 8, 9, 10], metavar="N", help="of large boards"
    )
    parser.add_argument("--count", type=int, default=3, help="large boards of each size (%(default)s)")
    parser.add_argument("--against", metavar="COMMAND", help="another program to run first")
    options = parser.parse_args()
    if options.against:
        print(f"$ {options.against}", flush=True)
        subprocess.run(shlex.split(options.against), check=False)
    print(f"{open_card().name}, {_native.describe()}")
    is_right = solve_24_puzzles(options.instances)
    print()
    is_right &= solve_15_puzzles(options.boards, options.native)
    if options.sizes and _native.is_available() and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])
        solve_large_boards(options.sizes, options.count)
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
