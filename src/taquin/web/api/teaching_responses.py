"""The responses of the routes for lessons, the course and its exercises."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from taquin.lessons import Example
from taquin.lessons.exercises.question import Table
from taquin.web.api.responses import DESCRIBED, ResponseModel


class LessonResponse(ResponseModel):
    """One algorithm or heuristic, explained. Names and guarantees are in the registry, under the same key."""

    model_config = DESCRIBED

    key: str
    idea: list[str] = Field(description="Paragraphs.")
    pseudocode: str
    look: str = Field(description="What to look for in the example.")
    example: Example
    sources: list[str] = Field(description="Papers and books; titles are between asterisks.")


class LessonsResponse(ResponseModel):
    """Every lesson."""

    lessons: list[LessonResponse]


class FormResponse(ResponseModel):
    """A question type."""

    key: str
    title: str


class UnitEntry(ResponseModel):
    """A unit of the course, without its text."""

    key: str
    title: str
    summary: str
    forms: list[FormResponse]


class CourseResponse(ResponseModel):
    """All units."""

    units: list[UnitEntry]


class BoardPicture(ResponseModel):
    """A board with its label."""

    label: str
    rows: list[list[int]]


class ParagraphResponse(ResponseModel):
    """A paragraph of a unit."""

    text: str = Field(description="If it begins with four spaces, it is shown as it is, line by line.")
    boards: list[BoardPicture] = Field(description="The boards that the text shows, if it consists of boards.")


class UnitSearch(ResponseModel):
    """A search for the view Watch."""

    board: str = Field(description="Empty if the unit has no board.")
    method: str


class UnitResponse(ResponseModel):
    """The text of a unit."""

    key: str
    title: str
    summary: str
    paragraphs: list[ParagraphResponse]
    lessons: list[str] = Field(description="The keys of the algorithms and heuristics that it is about.")
    watch: list[UnitSearch]


class TreeNodeResponse(ResponseModel):
    """A node of a drawn tree; null is a value that is not shown."""

    number: int
    parent: int
    move: str
    rows: list[list[int]] | None
    g: float | None
    h: float | None
    f: float | None
    expanded: bool


class BlankPlace(ResponseModel):
    """Where a blank of the tree is."""

    name: str
    x: float
    y: float
    width: float
    height: float


class NodePlace(ResponseModel):
    """Where a node of the tree is, in pixels of the picture."""

    number: int
    x: float
    y: float
    width: float
    height: float
    blanks: list[BlankPlace]


class TreePicture(ResponseModel):
    """The tree as SVG, for both themes, and in words."""

    light: str
    dark: str
    description: str
    width: float
    height: float
    nodes: list[NodePlace]


class QuestionResponse(ResponseModel):
    """A question, without its answer."""

    form: str
    seed: int
    text: str
    kind: Literal["choice", "number", "moves", "list", "board"]
    expects: str = Field(description="How the answer is written.")
    choices: list[str] = Field(description="The letters a, b, c, … name them in an answer.")
    boards: list[BoardPicture]
    tree: list[TreeNodeResponse]
    blanks: list[str] = Field(description="The values of the tree that the learner has to find.")
    table: Table | None
    given: dict[str, Any] = Field(description="The values that the text names.")
    touch: Literal["", "nodes", "rows", "names", "tiles", "cells", "swaps", "blanks", "moves"] = Field(
        description="What can be touched to answer."
    )
    names: list[str] = Field(description="The names that can be touched.")
    is_ordered: bool = Field(description="For a list: whether the order counts.")
    picture: TreePicture | None = Field(description="The tree as a picture.")


class VariantResponse(ResponseModel):
    """A question: its form, and the seed of the variant."""

    form: str
    seed: int


class VersionResponse(ResponseModel):
    """The questions of a version, in order."""

    questions: list[VariantResponse]
