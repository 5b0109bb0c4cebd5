"""Routes for the course and its exercises. A question is named by its form and seed, and made again to be graded."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import ConfigDict, Field
from starlette.responses import Response

from taquin.lessons.course import UNITS, find_unit
from taquin.lessons.exercises import LARGEST_SEED, all_forms, find_form
from taquin.lessons.exercises.grading import LONGEST
from taquin.web.api.exercise_responses import CourseResponse, GradeResponse, QuestionResponse, UnitResponse
from taquin.web.api.requests import RequestModel
from taquin.web.api.responses import GET_ERRORS, POST_ERRORS, RUN_ERRORS
from taquin.web.api.streams import run_job
from taquin.web.server.async_pool import AsyncPool
from taquin.web.server.settings import Settings

SHORT_TIME = 10.0
"""Seconds for making a question: milliseconds with the native core."""


class UnitRequest(RequestModel):
    """A unit of the course."""

    unit: Annotated[str, Field(max_length=40)] = Field(examples=["space"])


class QuestionRequest(RequestModel):
    """A question: its form, and the seed of the variant."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"form": "space.inversions", "seed": 7}]})

    form: Annotated[str, Field(max_length=80)]
    seed: Annotated[int, Field(strict=True, ge=0, le=LARGEST_SEED)]


class AnswerRequest(QuestionRequest):
    """A question and what was answered."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"form": "space.inversions", "seed": 7, "answer": "12"}]})

    answer: Annotated[str, Field(max_length=LONGEST)] | None = Field(
        description="In any notation that Taquin reads; null to see the right answer."
    )


def add_exercises(router: APIRouter, settings: Settings, pool: AsyncPool) -> None:
    """Add the routes."""
    limits = {"seconds": SHORT_TIME, "memory": settings.memory}

    @router.get("/course", summary="Units and forms of question", responses=GET_ERRORS)
    async def course() -> CourseResponse:
        """The units of the course in order, each with its forms of question."""
        forms = all_forms().values()
        units = [
            {
                "key": unit.key,
                "title": unit.title,
                "summary": unit.summary,
                "forms": [{"key": form.key, "title": form.title} for form in forms if form.unit == unit.key],
            }
            for unit in UNITS
        ]
        return CourseResponse.model_validate({"units": units})

    @router.post(
        "/course/unit", summary="The text of a unit", response_model=UnitResponse, responses=POST_ERRORS | RUN_ERRORS
    )
    async def unit(request: Request, body: UnitRequest) -> Response:
        """The paragraphs of a unit, with their examples computed."""
        find_unit(body.unit)
        return await run_job(request, pool, {"task": "unit", "unit": body.unit, **limits}, SHORT_TIME)

    @router.post(
        "/exercise", summary="Make a question", response_model=QuestionResponse, responses=POST_ERRORS | RUN_ERRORS
    )
    async def exercise(request: Request, body: QuestionRequest) -> Response:
        """A question, without its answer. The same form and seed give the same question."""
        find_form(body.form)
        job = {"task": "question", "form": body.form, "seed": body.seed, **limits}
        return await run_job(request, pool, job, SHORT_TIME)

    @router.post(
        "/exercise/grade", summary="Grade an answer", response_model=GradeResponse, responses=POST_ERRORS | RUN_ERRORS
    )
    async def grade(request: Request, body: AnswerRequest) -> Response:
        """Whether an answer is right, and why; without an answer, the right one. The server keeps nothing."""
        find_form(body.form)
        job = {"task": "grade", "form": body.form, "seed": body.seed, "answer": body.answer, **limits}
        return await run_job(request, pool, job, SHORT_TIME)
