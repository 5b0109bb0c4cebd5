"""Stored detour tables (``taquin.algorithms.detours``): package data for the usual ones, cache files for the others.

Building the table of the default method for 4×4 takes 30 ms, a tenth of the time of `taquin solve`, and one for a
larger board up to seconds.
"""

from __future__ import annotations

import re
import zlib
from array import array
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

from taquin.puzzle.geometry import Shape
from taquin.system.files import replace_file
from taquin.tables.cache import CacheFile, to_bytes, to_numbers

PACKAGED = ((Shape(4, 4), 10), (Shape(4, 4), 12))
"""The tables in the package: shape and longest detour. ``tools/package_data.py`` writes them."""
SMALLEST_STORED = 10  # tables of shorter detours are not stored: they are built within milliseconds

_FOLDER = Path(__file__).parent / "data"
_VERSION = 1


def detour_table(shape: Shape, length: int, build: Callable[[], Iterable[int]]) -> array[int]:
    """The table for a shape and a length: from the package, from its file, or built (and stored if that takes long).

    A damaged file is replaced, and a table that cannot be stored is used from memory, with a ``CacheWarning``.
    """
    if (shape, length) in PACKAGED:
        return to_numbers("H", zlib.decompress(packaged_path(shape, length).read_bytes()))
    if length < SMALLEST_STORED:
        return array("H", build())
    stored = table_file(shape, length).obtain(lambda: (to_bytes(array("H", build())), {}))
    return to_numbers("H", bytes(stored.table))


def table_file(shape: Shape, length: int) -> CacheFile:
    name = f"detours-{shape.text}-{length}.table"
    key = {"rows": shape.rows, "columns": shape.columns, "length": length}
    return CacheFile(name, "detours", _VERSION, key, partial(_find_fault, shape.cells))


def _find_fault(cells: int, facts: Mapping[str, object], size: int) -> str:
    """The error in the size: a table has four numbers of two bytes per state, and at least one state per cell."""
    return "" if size % 8 == 0 and size >= 8 * cells else f"expected {8 * cells} bytes or more, found {size:,}"


def file_named(name: str) -> tuple[CacheFile, str] | None:
    """The cache file with this name, and what it serves; None for other names."""
    match = re.fullmatch(r"detours-(\d{1,3})x(\d{1,3})-(\d{1,2})\.table", name)
    if match is None:
        return None
    shape, length = Shape(int(match[1]), int(match[2])), int(match[3])
    return table_file(shape, length), f"detours of up to {length} moves on {shape}, for ida_star(lookback={length})"


def packaged_path(shape: Shape, length: int) -> Path:
    return _FOLDER / f"detours-{shape.text}-{length}.bin"


def write_package_data(build: Callable[[Shape, int], Iterable[int]]) -> None:
    _FOLDER.mkdir(exist_ok=True)
    for shape, length in PACKAGED:
        replace_file(packaged_path(shape, length), [zlib.compress(to_bytes(array("H", build(shape, length))), 9)])
