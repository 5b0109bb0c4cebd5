"""The tables in the cache folder: what each one is, which goals it serves, and whether its file is intact."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from taquin.errors import SpecError, TaquinError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.tables import detour_tables, ranked_distances
from taquin.tables.cache import cache_folder
from taquin.tables.pdb import checkpoint, store
from taquin.tables.pdb.image import served_blanks, standard_image
from taquin.tables.pdb.pattern import Pattern, known_partitions
from taquin.tables.pdb.symmetry import turns

Served = tuple[tuple[Shape, frozenset[int]], ...]
"""For each shape, the cells of the blank in the goals that a table serves."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A file in the cache folder: what it is for, in words, and what is wrong with it; empty if nothing is known."""

    name: str
    kind: str
    path: Path
    bytes: int
    serves: str
    damage: str = ""


def stored_tables() -> list[StoredTable]:
    """All tables in the cache folder, sorted by kind and name. Headers and sizes are checked, checksums are not."""
    return [inspect_table(path) for path in _paths()]


def find_paths(names: tuple[str, ...]) -> list[Path]:
    """The files of the tables with these names; all, if no name is given. Raises ``SpecError`` for an unknown name."""
    known = {_name(path): path for path in _paths()}
    for name in names:
        if name not in known:
            raise SpecError(f"no table is called {name!r}", hint="taquin pdb list shows them")
    return [known[name] for name in names] if names else list(known.values())


def inspect_table(path: Path, *, is_thorough: bool = False) -> StoredTable:
    """Check a file: its header and size, and with ``is_thorough`` every checksum."""
    size = path.stat().st_size
    if path.suffix == store.SUFFIX:
        try:
            pattern = store.pattern_named(path)
            file, serves = store.file_of(pattern), describe_pattern(pattern)
        except TaquinError as error:  # a name of no pattern, or of one on a board that is too large
            return StoredTable(path.stem, store.KIND, path, size, "", str(error))
    elif path.suffix == checkpoint.SUFFIX:
        try:
            pattern = checkpoint.pattern_named(path)
        except TaquinError as error:
            return StoredTable(_name(path), checkpoint.KIND, path, size, "", str(error))
        file, serves = checkpoint.checkpoint_file(store.FOLDER, pattern), "an unfinished build: pdb build continues it"
    elif (found := ranked_distances.file_named(path.name)) is not None:
        file, shape, blank = found
        serves = f"all distances to {describe_goals(_images_of_blank(shape, blank))}"
    else:
        found = detour_tables.file_named(path.name)
        assert found is not None, path  # ``_paths`` chose it
        file, shape, length = found
        serves = f"detours of up to {length} moves on {shape}, for ida_star(lookback={length})"
    return StoredTable(_name(path), file.kind, path, size, serves, file.find_damage(is_thorough=is_thorough))


def remove_table(path: Path) -> None:
    """Remove a file and its lock."""
    path.unlink()
    path.with_name(f".{path.name}.lock").unlink(missing_ok=True)


def describe_pattern(pattern: Pattern) -> str:
    """For which partitions of which goals a database is used, in words.

    >>> describe_pattern(Pattern(Shape(4, 4), 0, (1, 4, 5, 8, 12)))
    'part of 5-5-5 for 4×4 goals with the blank in a corner'
    """
    wanted = standard_image(pattern).pattern
    named: dict[str, dict[Shape, set[int]]] = {}
    for shape, cells in served_blanks(pattern):
        for orbit in _orbits(shape, cells):
            for partition in known_partitions(_goal(shape, min(orbit))):
                if any(standard_image(part).pattern == wanted for part in partition.patterns):
                    named.setdefault(partition.text, {}).setdefault(shape, set()).update(orbit)
    if not named:
        return f"a set of {len(pattern.homes)} tiles for {describe_goals(served_blanks(pattern))}"
    by_goals: dict[str, list[str]] = {}
    for text, shapes in named.items():
        goals = describe_goals(tuple((shape, frozenset(cells)) for shape, cells in shapes.items()))
        by_goals.setdefault(goals, []).append(text)
    return "; ".join(f"part of {' and '.join(texts)} for {goals}" for goals, texts in by_goals.items())


def describe_goals(served: Served) -> str:
    """Goals by shape and by the cell of the blank, in words.

    >>> describe_goals(((Shape(2, 3), frozenset({0, 2, 3, 5})), (Shape(3, 2), frozenset({0, 1, 4, 5}))))
    '2×3 and 3×2 goals with the blank in a corner'
    >>> describe_goals(((Shape(3, 3), frozenset({0, 2, 4, 6, 8})),))
    '3×3 goals with the blank in a corner or in row 2 and column 2 (or a symmetric cell)'
    """
    shape, cells = served[0]
    shapes = " and ".join(str(one) for one, _ in served)
    if len(cells) == shape.cells:
        return f"{shapes} goals with the blank anywhere"
    firsts = [min(orbit) for orbit in _orbits(shape, cells)]
    places = ["in a corner"] if firsts[0] == 0 else []
    for row, column in (shape.position(cell) for cell in firsts if cell):
        places.append(f"in row {row + 1} and column {column + 1}")
    others = "" if firsts == [0] else " (or a symmetric cell)"
    return f"{shapes} goals with the blank {' or '.join(places)}{others}"


def _paths() -> Iterator[Path]:
    yield from store.stored_paths()
    yield from store.stored_paths(checkpoint.SUFFIX)
    folder = cache_folder()
    if folder.is_dir():
        for path in sorted(folder.glob("*.table")):
            if ranked_distances.file_named(path.name) or detour_tables.file_named(path.name):
                yield path


def _name(path: Path) -> str:
    """The name of a table: that of its file, and for an unfinished build with the suffix."""
    return path.name if path.suffix == checkpoint.SUFFIX else path.stem


def _goal(shape: Shape, blank: int) -> Board:
    """The goal with the blank in this cell and the tiles in order."""
    tiles = list(range(1, shape.cells))
    return Board([*tiles[:blank], 0, *tiles[blank:]], shape)


def _images_of_blank(shape: Shape, blank: int) -> Served:
    found: dict[Shape, set[int]] = {}
    for turned, cells in turns(shape):
        found.setdefault(turned, set()).add(cells[blank])
    return tuple((turned, frozenset(cells)) for turned, cells in found.items())


def _orbits(shape: Shape, cells: frozenset[int]) -> list[frozenset[int]]:
    """The cells in sets of symmetric ones, in the order of their first cells."""
    orbits = {dict(_images_of_blank(shape, cell))[shape] for cell in cells}
    return sorted(orbits, key=min)
