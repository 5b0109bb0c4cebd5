"""Lists the cache folder: the kind of each file, the goals that it serves, and whether it is intact."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from taquin.errors import SpecError, TaquinError
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import blank_at
from taquin.puzzle.words import shown
from taquin.system.files import reason, remove_draft
from taquin.tables import detours, ranked_distances, slide_databases
from taquin.tables.cache import CacheFile
from taquin.tables.pdb import store
from taquin.tables.pdb.build import CHECKPOINT_KIND, CHECKPOINT_SUFFIX, FOLDER, checkpoint_file
from taquin.tables.pdb.image import served_blanks, standard_image
from taquin.tables.pdb.pattern import Pattern, known_partitions
from taquin.tables.plans import store as plans
from taquin.tables.scores import store as scores
from taquin.tables.storage.folder import cache_folder, require_folder
from taquin.tables.storage.lock import is_locked
from taquin.tables.symmetry import describe_goals, orbits

_LEFTOVER = re.compile(r"\.(?P<name>.+\.(?:pdb|part|table))\.(?:[0-9a-f]{16}\.part|lock|checked)")
"""Names of files beside a table: drafts, the lock, the record of a check."""

_TRAINING = re.compile(r"training-(\d+x\d+)\.table")

_LISTED = (
    (FOLDER, re.compile(r"[^.].*\.pdb", re.DOTALL)),
    (FOLDER, re.compile(r"[^.].*\.part", re.DOTALL)),
    ("", re.compile(r"(?:(?:distances|detours|score|slides|training)-.*|plans)\.table", re.DOTALL)),
)
"""The folders in the cache folder, and the names of the tables in them, in the order of a list."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A file in the cache folder, a description of what it serves, and its damage; empty if none is known."""

    name: str
    kind: str
    path: Path
    bytes: int
    serves: str
    damage: str = ""


def stored_tables() -> list[StoredTable]:
    """All tables in the cache folder, sorted by kind and name. Headers and sizes are checked, checksums are not.

    Raises ``SpecError`` if the folder cannot be read.
    """
    return [inspect_table(path) for path in _paths()]


def find_paths(names: tuple[str, ...]) -> list[Path]:
    """The files of the tables with these names; all, if no name is given. Raises ``SpecError`` for an unknown name."""
    known = {name_of(path): path for path in _paths()}
    for name in names:
        if name not in known:
            raise SpecError(f"no table is called {shown(name)}", hint="taquin pdb list shows them")
    return [known[name] for name in names] if names else list(known.values())


def inspect_table(path: Path, *, is_thorough: bool = False) -> StoredTable:
    """Check a file: its header and size, and with ``is_thorough`` every checksum.

    Errors become its ``damage``, so that one bad file does not hide the others.
    """
    kinds = {store.SUFFIX: store.KIND, CHECKPOINT_SUFFIX: CHECKPOINT_KIND}
    kind, size, serves, damage = kinds.get(path.suffix, "table"), 0, "", ""
    try:
        size = path.lstat().st_size
        if match := _TRAINING.fullmatch(path.name):  # only the training knows its key
            kind, serves = "training", f"unfinished: taquin train {match[1]} continues it"
        else:
            file, serves = _identify(path)
            kind, damage = file.kind, file.find_damage(is_thorough=is_thorough)
    except TaquinError as error:  # not the name of a table, or a board that is too large
        damage = str(error)
    except OSError as error:
        damage = f"it cannot be read: {reason(error)}"
    return StoredTable(name_of(path), kind, path, size, serves, damage)


def _identify(path: Path) -> tuple[CacheFile, str]:
    """The table whose file has this name, and what it serves. Raises a ``TaquinError`` for other names."""
    if path.suffix == store.SUFFIX:
        pattern = store.pattern_named(path)
        return store.file_of(pattern), describe_pattern(pattern)
    if path.suffix == CHECKPOINT_SUFFIX:
        return checkpoint_file(store.pattern_named(path)), "an unfinished build: pdb build continues it"
    for kind in (ranked_distances, detours, slide_databases, scores, plans):
        named: tuple[CacheFile, str] | None = kind.file_named(path.name)
        if named is not None:
            return named
    raise SpecError(f"{path.name!r} is not the name of a table")


def remove_table(path: Path) -> None:
    """Remove a file, and the files that belong to it. Raises ``OSError`` if the file cannot be removed."""
    path.unlink()
    for other in find_leftovers(path):
        remove_leftover(other)


def find_leftovers(table: Path | None = None) -> list[Path]:
    """Files beside tables: drafts of killed processes, locks, records of checks. Of one table, or of all."""
    folders = {cache_folder() / folder for folder, _ in _LISTED} if table is None else {table.parent}
    return [
        path
        for folder in sorted(folders)
        for path in require_folder(folder)
        if (match := _LEFTOVER.fullmatch(path.name)) and (table is None or match["name"] == table.name)
    ]


def remove_leftover(path: Path) -> str:
    """Remove a file of ``find_leftovers`` unless another process uses it. Returns why it is not gone, else nothing."""
    match = _LEFTOVER.fullmatch(path.name)
    if match is None or is_locked(path.with_name(match["name"])):
        return "in use"
    if path.name.endswith(".part"):
        return "" if remove_draft(path) else "in use"
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        return reason(error)
    return ""


def describe_pattern(pattern: Pattern) -> str:
    """A description of the partitions and goals that a database is used for.

    >>> describe_pattern(Pattern(Shape(4, 4), 0, (1, 4, 5, 8, 12)))
    'part of 5-5-5 for 4×4 goals with the blank in a corner'
    """
    wanted = standard_image(pattern).pattern
    named: dict[str, dict[Shape, set[int]]] = {}
    for shape, cells in served_blanks(pattern):
        for orbit in orbits(shape, cells):
            for partition in known_partitions(blank_at(shape, min(orbit))):
                if any(standard_image(part).pattern == wanted for part in partition.patterns):
                    named.setdefault(partition.text, {}).setdefault(shape, set()).update(orbit)
    if not named:
        return f"a set of {len(pattern.homes)} tiles for {describe_goals(served_blanks(pattern))}"
    by_goals: dict[str, list[str]] = {}
    for text, shapes in named.items():
        goals = describe_goals(tuple((shape, frozenset(cells)) for shape, cells in shapes.items()))
        by_goals.setdefault(goals, []).append(text)
    return "; ".join(f"part of {' and '.join(texts)} for {goals}" for goals, texts in by_goals.items())


def _paths() -> Iterator[Path]:
    for folder, names in _LISTED:
        yield from (path for path in require_folder(cache_folder() / folder) if names.fullmatch(path.name))


def name_of(path: Path) -> str:
    """The name of a table: that of its file, and for an unfinished build with the suffix."""
    return path.name if path.suffix == CHECKPOINT_SUFFIX else path.stem
