"""Shared code of the benchmarks: build databases that are not in the cache."""

from __future__ import annotations

import sys

from taquin.puzzle.board import Board
from taquin.puzzle.words import duration_text, size_text
from taquin.tables.pdb import store
from taquin.tables.pdb.build import BuildProgress, estimate
from taquin.tables.pdb.pattern import parse_partition
from taquin.tables.storage.folder import cache_folder

SECONDS_BETWEEN_REPORTS = 5


def build_missing(text: str, goal: Board) -> None:
    """Build the databases of a partition that are not in the cache, with progress on standard error."""
    for pattern in parse_partition(text, goal).patterns:
        if store.has_files((pattern,)):
            continue
        needs = estimate(pattern)
        name = store.image_to_store(pattern).pattern.name
        print(
            f"{text}: building {name} in {cache_folder()} once: {size_text(needs.bytes)}, "
            f"about {duration_text(needs.seconds)} and {size_text(needs.memory)} of memory",
            file=sys.stderr,
        )
        last = 0.0

        def show(progress: BuildProgress) -> None:
            nonlocal last
            if progress.seconds >= last + SECONDS_BETWEEN_REPORTS:
                last = progress.seconds
                print(f"  {100 * progress.fraction:.0f} % after {progress.seconds:.0f} s", file=sys.stderr)

        store.ensure(pattern, progress=show)
