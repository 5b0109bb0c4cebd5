"""The registry as the page needs it: with descriptions, goals, default methods, and the limits of the server."""

from __future__ import annotations

from inspect import cleandoc
from sys import modules
from typing import Annotated, TypedDict

from taquin import __version__, _native
from taquin.analysis.random_boards import difficulty_unsupported_reason
from taquin.errors import TaquinError
from taquin.lessons.course import unit_about
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.puzzle.slides import Metric
from taquin.render.records import (
    AlgorithmRecord,
    HeuristicRecord,
    NamedRecord,
    PictureRecord,
    algorithm_records,
    format_records,
    goal_records,
    heuristic_records,
    picture_records,
)
from taquin.solving.default_methods import quick_method
from taquin.solving.registry import ALGORITHMS, HEURISTICS, AlgorithmSpec, HeuristicSpec
from taquin.tables.distances import table_unsupported_reason
from taquin.web.api.job import Json, Service, as_json
from taquin.web.api.puzzles import check_table, ready_method

_LIMITS = ("side", "time", "usual_time", "nodes", "memory", "trace_nodes", "trace_time", "entrants", "workers")


class UnitLink(TypedDict):
    """A unit of the course."""

    key: str
    title: str


class Texts(TypedDict):
    """What is added to the record of an algorithm or a heuristic."""

    description: Annotated[str, "Cost and guarantees."]
    source: Annotated[str, "The paper or book that it comes from."]
    unit: Annotated[UnitLink | None, "The unit of the course about it."]


class DescribedAlgorithm(AlgorithmRecord, Texts):
    """An algorithm: its names, options and guarantees."""


class DescribedHeuristic(HeuristicRecord, Texts):
    """A heuristic: its names, options and guarantees."""


class RegistryRecord(TypedDict):
    """Algorithms, heuristics, goals, text forms and limits: what `taquin list --json` prints, and more."""

    version: str
    core: Annotated[str, "The version of the native core, or why it is not used."]
    elsewhere: Annotated[str, "The URL of the page for other machines; empty if only this machine can open it."]
    has_python: Annotated[bool, "Whether this server has Python for the browser, which runs code of users there."]
    algorithms: list[DescribedAlgorithm]
    heuristics: list[DescribedHeuristic]
    goals: list[NamedRecord]
    formats: list[NamedRecord]
    pictures: list[PictureRecord]
    default_methods: Annotated[dict[str, str], "The method that is used if none is named, by size."]
    slide_methods: Annotated[dict[str, str], "The same for fewest slides."]
    depth_sizes: Annotated[list[str], "Sizes whose exact distances to the standard goal are available."]
    searched_sizes: Annotated[list[str], "Sizes on which a solver makes boards of a chosen difficulty."]
    limits: Annotated[dict[str, float], "The limits of this server."]


def registry(service: Service) -> Json[RegistryRecord]:
    """Algorithms, heuristics, options, goals, text forms, and the limits of this server."""
    settings = service.settings
    shapes = [Shape(rows, columns) for rows in range(2, settings.side + 1) for columns in range(2, settings.side + 1)]
    listed: RegistryRecord = {
        "version": __version__,
        "core": _native.describe(),
        "elsewhere": settings.elsewhere,
        "has_python": settings.page is not None,
        "algorithms": [
            {**record, **_texts(spec)} for record, spec in zip(algorithm_records(), ALGORITHMS, strict=True)
        ],
        "heuristics": [
            {**record, **_texts(spec)} for record, spec in zip(heuristic_records(), HEURISTICS, strict=True)
        ],
        "goals": goal_records(Shape(3, 3)),
        "formats": format_records(),
        "pictures": picture_records(),
        "default_methods": {shape.text: quick_method(shape).text for shape in shapes},
        "slide_methods": {shape.text: ready_method(standard(shape), Metric.SLIDES).text for shape in shapes},
        "depth_sizes": [shape.text for shape in shapes if _has_table(shape)],
        "searched_sizes": [
            shape.text
            for shape in shapes
            if table_unsupported_reason(shape) and not difficulty_unsupported_reason(shape)
        ],
        "limits": {name: getattr(settings, name) for name in _LIMITS},
    }
    return as_json(listed)


def _texts(spec: AlgorithmSpec | HeuristicSpec) -> Texts:
    """The docstrings of the implementation and of its module, without examples, and the unit about it."""
    implementation = spec.load()
    described = cleandoc(implementation.__doc__ or "").partition(">>>")[0]
    module = cleandoc(modules[implementation.__module__].__doc__ or "")
    unit = unit_about(spec.key)
    return {
        "description": _flowing(described),
        "source": _flowing(module),
        "unit": None if unit is None else {"key": unit.key, "title": unit.title},
    }


def _flowing(text: str) -> str:
    """Paragraphs, each on one line, with single backquotes and without tables."""
    paragraphs = [" ".join(paragraph.split()) for paragraph in text.split("\n\n")]
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph and not paragraph.startswith("===")).replace(
        "``", "`"
    )


def _has_table(shape: Shape) -> bool:
    try:
        check_table(standard(shape))
    except TaquinError:
        return False
    return True
