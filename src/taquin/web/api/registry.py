"""The registry as the page needs it: with descriptions, goals, default methods, and the limits of the server."""

from __future__ import annotations

from inspect import cleandoc
from sys import modules
from typing import Literal

from pydantic import Field

from taquin import __version__, _native
from taquin.analysis.random_boards import difficulty_unsupported_reason
from taquin.errors import TaquinError
from taquin.lessons.course import unit_about
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.puzzle.slides import Metric
from taquin.render import records
from taquin.solving.default_methods import quick_method
from taquin.solving.registry import ALGORITHMS, HEURISTICS, AlgorithmSpec, HeuristicSpec
from taquin.solving.specs import Condition
from taquin.tables.distances import table_unsupported_reason
from taquin.web.api.job import Service, as_json
from taquin.web.api.puzzles import check_table, ready_method
from taquin.web.api.responses import ResponseModel
from taquin.web.settings import Settings

_LIMITS = ("side", "time", "usual_time", "nodes", "memory", "trace_nodes", "trace_time", "entrants", "workers")


class OptionResponse(ResponseModel):
    """One option of an algorithm or a heuristic."""

    name: str
    type: Literal["boolean", "integer", "number", "text", "choice"]
    default: str | int | float | bool
    summary: str
    choices: list[str]
    choice_words: list[str] = Field(description="The choices in words.")
    synonyms: list[tuple[str, str]] = Field(description="Other names of choices, each with its choice.")
    minimum: float | None
    maximum: float | None
    used_if: list[Condition] = Field(description="The option has an effect if one holds; always, if there are none.")


class UnitLink(ResponseModel):
    """A unit of the course."""

    key: str
    title: str


class SpecResponse(ResponseModel):
    """What algorithms and heuristics have in common."""

    key: str
    name: str
    title: str = Field(description="The short name, with a capital letter.")
    aliases: list[str]
    summary: str
    description: str = Field(description="Cost and guarantees.")
    source: str = Field(description="The paper or book that it comes from.")
    options: list[OptionResponse]
    unit: UnitLink | None = Field(description="The unit of the course about it.")


class AlgorithmResponse(SpecResponse):
    """An algorithm: its names, options and guarantees."""

    complete: str
    optimal: str
    memory: str
    uses_heuristic: bool


class HeuristicResponse(SpecResponse):
    """A heuristic: its names, options and guarantees."""

    admissible: str
    consistent: str
    sizes: str
    takes_parts: bool
    argument: str | None


class NamedResponse(ResponseModel):
    """A goal or a text form, with an example."""

    name: str
    summary: str
    example: str


class PictureResponse(ResponseModel):
    """A format of pictures."""

    title: str
    ending: str = Field(description="Of its files; the `format` of `/api/tree`.")
    media_type: str
    extra: str | None = Field(description="The extra with the package that it needs, if it needs one.")


class RegistryResponse(ResponseModel):
    """Algorithms, heuristics, goals, text forms and limits: what `taquin list --json` prints, and more."""

    version: str
    core: str = Field(description="The version of the native core, or why it is not used.")
    elsewhere: str = Field(
        description="The URL of the page for other machines of the network; empty if only this machine can open it."
    )
    algorithms: list[AlgorithmResponse]
    heuristics: list[HeuristicResponse]
    goals: list[NamedResponse]
    formats: list[NamedResponse]
    pictures: list[PictureResponse]
    default_methods: dict[str, str] = Field(description="The method that is used if none is named, by size.")
    slide_methods: dict[str, str] = Field(description="The same for fewest slides.")
    depth_sizes: list[str] = Field(description="Sizes whose exact distances to the standard goal are available.")
    searched_sizes: list[str] = Field(description="Sizes on which a solver makes boards of a chosen difficulty.")
    limits: dict[str, int | float] = Field(description="The limits of this server.")


def registry(service: Service) -> bytes:
    """Algorithms, heuristics, options, goals, text forms, and the limits of this server."""
    return as_json(registry_view(service.settings))


def registry_view(settings: Settings) -> dict[str, object]:
    """The same as plain values."""
    shapes = [Shape(rows, columns) for rows in range(2, settings.side + 1) for columns in range(2, settings.side + 1)]
    return {
        "version": __version__,
        "core": _native.describe(),
        "elsewhere": settings.elsewhere,
        "algorithms": list(map(_with_texts, records.algorithm_records(), ALGORITHMS)),
        "heuristics": list(map(_with_texts, records.heuristic_records(), HEURISTICS)),
        "goals": records.goal_records(Shape(3, 3)),
        "formats": records.format_records(),
        "pictures": records.picture_records(),
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


def _with_texts(record: dict[str, object], spec: AlgorithmSpec | HeuristicSpec) -> dict[str, object]:
    """Add the docstrings of the implementation and of its module, without examples, and the unit about it."""
    implementation = spec.load()
    described = cleandoc(implementation.__doc__ or "").partition(">>>")[0]
    module = cleandoc(modules[implementation.__module__].__doc__ or "")
    unit = unit_about(spec.key)
    return {
        **record,
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
