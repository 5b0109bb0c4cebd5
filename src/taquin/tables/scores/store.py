"""The stored weights of scores: those of common sizes in the package, those that users trained in the cache."""

from __future__ import annotations

import re
import zlib
from array import array
from functools import lru_cache
from pathlib import Path

from taquin.puzzle.geometry import Shape
from taquin.tables.cache import CacheFile, to_bytes, to_numbers
from taquin.tables.scores.score import DisplacementScore, PlacedScore
from taquin.tables.scores.weights import Layout, ScoreWeights
from taquin.tables.storage.folder import cache_folder, list_folder

_FOLDER = Path(__file__).parent / "data"
_VERSION = 1
_LARGEST_GROWTH = 1.25  # weights are used on boards whose sides are at most this many times as long as in training


@lru_cache(maxsize=8)
def score_weights(shape: Shape) -> ScoreWeights:
    """The best weights for boards of a shape: trained on it, or on a similar shape, or else the convex score."""
    if (weights := _read_trained(shape)) is not None:
        return weights
    near = [trained for trained in trained_shapes() if _is_near(trained, shape)]
    # Of two equally near shapes the larger one has weights for all pairs. Damaged files are skipped.
    near.sort(key=lambda trained: (_distance(trained, shape), -trained.rows, -trained.columns))
    nearest = next((weights for trained in near if (weights := _read_trained(trained)) is not None), None)
    return ScoreWeights.convex(shape) if nearest is None else nearest.resized(shape)


@lru_cache(maxsize=8)
def placed_score(shape: Shape) -> PlacedScore | None:
    """The score by placed weights of the package for boards of a shape, unless the user trained a score for it."""
    path = package_path(shape, "placed")
    if not path.is_file() or _read_user(shape) is not None:
        return None
    score = PlacedScore(shape, to_numbers("h", zlib.decompress(path.read_bytes())))
    return score if len(score.values) == score.layout.size else None


def board_score(shape: Shape, blank: int) -> DisplacementScore | PlacedScore:
    """The best score for labelled boards of a shape and a goal with the blank on this cell."""
    placed = placed_score(shape) if blank == shape.cells - 1 else None
    return DisplacementScore(score_weights(shape), shape, blank) if placed is None else placed


def trained_before(shape: Shape) -> ScoreWeights:
    """The weights that training begins with: those of the package for a smaller board of similar sides, or convex."""
    packaged = [trained for path in _FOLDER.iterdir() if (trained := _shape_of(path.name)) is not None]
    smaller = [trained for trained in packaged if trained.cells < shape.cells and _is_near(trained, shape)]
    if not smaller:
        return ScoreWeights.convex(shape)
    return packaged_weights(max(smaller, key=lambda trained: (trained.cells, trained.rows))).resized(shape)


def trained_shapes() -> list[Shape]:
    names = [path.name for folder in (_FOLDER, cache_folder()) for path in list_folder(folder, lambda message: None)]
    shapes = {shape for name in names if (shape := _shape_of(name)) is not None}
    return sorted(shapes | set(map(_transposed, shapes)), key=lambda shape: (shape.cells, shape.rows))


def _read_trained(shape: Shape) -> ScoreWeights | None:
    """The weights that were trained on boards of a shape, or of the transposed one."""
    for trained in (shape, _transposed(shape)):
        weights = _read_user(trained)
        if weights is None and package_path(trained).is_file():
            weights = packaged_weights(trained)
        if weights is not None:
            weights = weights if trained == shape else weights.transposed()
            return weights.symmetric() if shape.is_square else weights
    return None


# The package


def packaged_weights(shape: Shape) -> ScoreWeights:
    """The weights of the package for a shape, as they were trained. Raises ``FileNotFoundError`` if it has none."""
    return ScoreWeights(shape, to_numbers("h", zlib.decompress(package_path(shape).read_bytes())))


def is_packaged(shape: Shape) -> bool:
    """Whether the package has weights for a shape, or for the transposed one."""
    return any(package_path(trained).is_file() for trained in (shape, _transposed(shape)))


def package_path(shape: Shape, kind: str = "score") -> Path:
    """The file of the package's weights: those of all tiles ("score"), or "placed" ones."""
    return _FOLDER / f"{kind}-{shape.text}.bin"


# The user's cache


def write_user(weights: ScoreWeights, facts: dict[str, object]) -> Path:
    """Store weights that the user trained; they are preferred to those of the package. Raises ``OSError``."""
    file = _user_file(weights.shape)
    file.write(to_bytes(array("h", weights.values)), facts)
    _forget()
    return file.path


def remove_user(shape: Shape) -> bool:
    """Remove the weights that the user trained for a shape. Returns whether there were any. Raises ``OSError``."""
    was_trained = _user_file(shape).remove()
    _forget()
    return was_trained


def file_named(name: str) -> tuple[CacheFile, str] | None:
    """The cache file with this name, and what it serves; None for other names."""
    shape = _shape_of(name) if name.endswith(".table") else None
    serves = f"the score trained for {shape} boards, for anytime and learned"
    return None if shape is None else (_user_file(shape), serves)


def _read_user(shape: Shape) -> ScoreWeights | None:
    stored = _user_file(shape).open_usable()
    return None if stored is None else ScoreWeights(shape, to_numbers("h", bytes(stored.table)))


def _user_file(shape: Shape) -> CacheFile:
    key = {"rows": shape.rows, "columns": shape.columns}
    return CacheFile(f"score-{shape.text}.table", "score", _VERSION, key, size=2 * Layout(shape).size)


def _forget() -> None:
    score_weights.cache_clear()
    placed_score.cache_clear()


def _shape_of(name: str) -> Shape | None:
    match = re.fullmatch(r"score-([1-9]\d{0,2})x([1-9]\d{0,2})\.(?:bin|table)", name)
    return None if match is None else Shape(int(match[1]), int(match[2]))


def _transposed(shape: Shape) -> Shape:
    return Shape(shape.columns, shape.rows)


def _is_near(trained: Shape, shape: Shape) -> bool:
    return shape.rows <= _LARGEST_GROWTH * trained.rows and shape.columns <= _LARGEST_GROWTH * trained.columns


def _distance(one: Shape, other: Shape) -> int:
    return abs(one.rows - other.rows) + abs(one.columns - other.columns)
