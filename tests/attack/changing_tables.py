"""Searches on mapped tables while a thread changes their files: ``python changing_tables.py COUNT SEED``.

Prints how many searches were right, were refused by an error of Taquin, and were wrong. A program of its own, because
reading a truncated mapping could end the process (SIGBUS).
"""

from __future__ import annotations

import os
import sys
import warnings
from collections import Counter
from pathlib import Path
from random import Random
from threading import Event, Thread

sys.path.insert(0, str(Path(__file__).parent.parent / "support"))

from permutation_ranks import Distances
from taquin.errors import TaquinError
from taquin.heuristics import pattern_database
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.run.result import Quality
from taquin.solving import heuristic_choice
from taquin.solving.solver import Backend, solve
from taquin.tables.pdb import store
from taquin.tables.pdb.pattern import parse_partition
from taquin.tables.storage import loading

GOAL = Board([1, 2, 3, 4, 5, 6, 7, 8, 0])
HEADER = 4096


def change(path: Path, original: bytes, random: Random) -> None:
    """Change a file in one of the ways in which programs do."""
    match random.randrange(4):
        case 0:  # a copy in place: truncated, then filled again
            path.write_bytes(original)
        case 1:  # a new file under the name
            replace(path, original)
        case 2:
            os.truncate(path, random.randrange(len(original)))
        case _:  # larger entries, so that the estimates are too large
            with path.open("r+b") as file:
                file.seek(HEADER)
                file.write(bytes(min(entry + 6, 254) if entry else 0 for entry in original[HEADER:]))


def replace(path: Path, content: bytes) -> None:
    """Put a new file under the name."""
    draft = path.with_suffix(".new")
    draft.write_bytes(content)
    draft.replace(path)


def keep_changing(paths: list[Path], is_over: Event, random: Random) -> None:
    originals = {path: path.read_bytes() for path in paths}
    while not is_over.wait(random.random() / 50):
        path = random.choice(paths)
        change(path, originals[path], random)
        is_over.wait(random.random() / 50)
        replace(path, originals[path])


def search(distances: Distances, random: Random) -> str:
    """Solve a random board; whether the result is right, wrong, or an error."""
    cells = random.sample(range(9), 9)
    if distances.of(cells) is None:
        one, other = [place for place, tile in enumerate(cells) if tile][:2]
        cells[one], cells[other] = cells[other], cells[one]
    for cached in (store._obtain, heuristic_choice._build, pattern_database._arrange):
        cached.cache_clear()  # or a table that was built in memory would serve all later searches
    algorithm = random.choice(["astar", "ida_star"])
    backend: Backend = random.choice(["native", "native", "native", "python"])
    try:
        result = solve(Board(cells, Shape(3, 3)), algorithm=algorithm, heuristic="pdb(4-4)", backend=backend)
    except TaquinError as error:
        return f"refused: {type(error).__name__}"
    is_right = result.length == distances.of(cells) and result.quality is Quality.OPTIMAL
    return "right" if is_right else f"wrong: {cells} {algorithm} {backend}"


def main(count: int, seed: int) -> None:
    warnings.simplefilter("ignore")
    loading.LARGEST_COPY = 0  # every table is mapped
    distances = Distances(GOAL.state, 3, 3)
    for pattern in parse_partition("4-4", GOAL).patterns:
        store.ensure(pattern)
    is_over = Event()
    thread = Thread(target=keep_changing, args=(store.stored_paths(), is_over, Random(seed)))
    thread.start()
    random = Random(seed)
    found = Counter(search(distances, random) for _ in range(count))
    is_over.set()
    thread.join()
    for name, number in found.items():
        print(number, name)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
