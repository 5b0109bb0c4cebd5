"""The response of ``GET /api/lessons``."""

from __future__ import annotations

from pydantic import Field

from taquin.web.api.responses import ResponseModel


class ExampleResponse(ResponseModel):
    """A small search for `/api/trace`."""

    board: str
    method: str
    shortest: int = Field(description="Moves in a shortest solution.")
    length: int | None = Field(description="Moves in the solution that this search finds; null if it gets stuck.")
    estimate: float | None = Field(description="For a heuristic: its value at the start.")


class LessonResponse(ResponseModel):
    """One algorithm or heuristic, explained. Names and guarantees are in the registry, under the same key."""

    key: str
    idea: list[str] = Field(description="Paragraphs.")
    pseudocode: str
    look: str = Field(description="What to look for in the example.")
    example: ExampleResponse
    sources: list[str] = Field(description="Papers and books; titles are between asterisks.")


class LessonsResponse(ResponseModel):
    """Every lesson."""

    lessons: list[LessonResponse]
