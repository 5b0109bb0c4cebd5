"""The best results of the player, kept in one small file: the fewest moves and the shortest time for each size."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from taquin.errors import SpecError
from taquin.system.files import expand_user, open_regular, read_fully, replace_file
from taquin.tables.storage.folder import known_folder

_LARGEST = 1 << 20  # bytes: a larger file is not one of ours


@dataclass(frozen=True)
class Best:
    """The best results on boards of one size; None before the first game."""

    moves: int | None = None
    seconds: float | None = None

    def improved(self, moves: int, seconds: float) -> Best:
        """The best results after another game.

        >>> Best(30, 20.0).improved(34, 12.5)
        Best(moves=30, seconds=12.5)
        """
        fewest = moves if self.moves is None else min(self.moves, moves)
        return replace(self, moves=fewest, seconds=seconds if self.seconds is None else min(self.seconds, seconds))


def results_file() -> Path:
    """The file of the results: in ``TAQUIN_DATA``, or in the user's data folder of the system."""
    chosen = os.environ.get("TAQUIN_DATA")
    if chosen:
        return expand_user(chosen) / "best.json"
    from platformdirs import user_data_path

    return known_folder(user_data_path, hint="set TAQUIN_DATA to a folder for results") / "best.json"


def load() -> dict[str, Best]:
    """The best result of each size; nothing where there is no file, or one that cannot be read."""
    try:
        descriptor = open_regular(results_file())
        try:
            found = json.loads(read_fully(descriptor, _LARGEST))
        finally:
            os.close(descriptor)
        return {str(size): _best(values) for size, values in found.items()}
    except (OSError, ValueError, TypeError, AttributeError, OverflowError, RecursionError, SpecError):
        return {}


def add(size: str, moves: int, seconds: float) -> tuple[Best, Best]:
    """Keep a result, and return the best before and after it. Raises ``OSError`` if the file cannot be written."""
    results = load()
    before = results.get(size, Best())
    after = before.improved(moves, round(seconds, 1))
    if after != before:
        path = results_file()
        path.parent.mkdir(parents=True, exist_ok=True)
        results[size] = after
        text = json.dumps({key: asdict(best) for key, best in sorted(results.items())}, indent=2) + "\n"
        replace_file(path, [text.encode()])
    return before, after


def _best(values: dict[str, float | None]) -> Best:
    """The values of a file, if they are numbers. Raises ``ValueError`` or ``TypeError`` otherwise."""
    moves, seconds = values.get("moves"), values.get("seconds")
    return Best(None if moves is None else int(moves), None if seconds is None else float(seconds))
