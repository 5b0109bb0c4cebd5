"""The registry as the page needs it: with descriptions, goals, default methods, and the limits of this server."""

from __future__ import annotations

from inspect import cleandoc
from sys import modules

from taquin import __version__, _native
from taquin.errors import TaquinError
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.render import records
from taquin.solving.default_methods import quick_method
from taquin.solving.registry import ALGORITHMS, HEURISTICS, AlgorithmSpec, HeuristicSpec
from taquin.web.api.puzzles import check_table
from taquin.web.server.settings import Settings

_EXAMPLE_SHAPE = Shape(3, 3)


def registry_view(settings: Settings) -> dict[str, object]:
    """The response of ``GET /api/registry``."""
    shapes = [Shape(rows, columns) for rows in range(2, settings.side + 1) for columns in range(2, settings.side + 1)]
    return {
        "version": __version__,
        "core": _native.describe(),
        "elsewhere": settings.elsewhere,
        "algorithms": [
            {**record, **_texts(spec)} for record, spec in zip(records.algorithm_records(), ALGORITHMS, strict=True)
        ],
        "heuristics": [
            {**record, **_texts(spec)} for record, spec in zip(records.heuristic_records(), HEURISTICS, strict=True)
        ],
        "goals": records.goal_records(_EXAMPLE_SHAPE),
        "formats": records.format_records(),
        "default_methods": {_size(shape): quick_method(shape).text for shape in shapes},
        "depth_sizes": [_size(shape) for shape in shapes if _has_table(shape)],
        "limits": {
            "side": settings.side,
            "time": settings.time,
            "usual_time": settings.usual_time,
            "nodes": settings.nodes,
            "memory": settings.memory,
            "trace_nodes": settings.trace_nodes,
            "trace_time": settings.trace_time,
            "entrants": settings.entrants,
            "workers": settings.workers,
        },
    }


def _texts(spec: AlgorithmSpec | HeuristicSpec) -> dict[str, str]:
    """The docstrings of the implementation and of its module, without examples."""
    implementation = spec.load()
    described = cleandoc(implementation.__doc__ or "").partition(">>>")[0]
    module = cleandoc(modules[implementation.__module__].__doc__ or "")
    return {"description": _flowing(described), "source": _flowing(module)}


def _flowing(text: str) -> str:
    """Paragraphs, each on one line, with single backquotes and without tables."""
    paragraphs = [" ".join(paragraph.split()) for paragraph in text.split("\n\n")]
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph and not paragraph.startswith("===")).replace(
        "``", "`"
    )


def _size(shape: Shape) -> str:
    return f"{shape.rows}x{shape.columns}"


def _has_table(shape: Shape) -> bool:
    try:
        check_table(standard(shape))
    except TaquinError:
        return False
    return True
