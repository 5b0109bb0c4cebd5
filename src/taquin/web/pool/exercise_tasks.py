"""The tasks of workers for the course: texts of units, questions, grades."""

from __future__ import annotations

import json
from typing import Any

from taquin.lessons.course import find_unit
from taquin.lessons.exercises import make_question
from taquin.lessons.exercises.grading import grade as grade_answer
from taquin.lessons.exercises.tree_picture import describe_tree, tree_drawing
from taquin.render.drawing.svg import from_drawing
from taquin.render.drawing.theme import DARK, LIGHT
from taquin.run.limits import Cancellation
from taquin.run.progress import ProgressListener


def _json(value: object) -> bytes:
    return json.dumps(value, allow_nan=False, separators=(",", ":")).encode()


def unit(job: dict[str, Any], cancellation: Cancellation, progress: ProgressListener) -> bytes:
    """The text of a unit."""
    return _json(find_unit(job["unit"]).record())


def question(job: dict[str, Any], cancellation: Cancellation, progress: ProgressListener) -> bytes:
    """A question with its tree drawn."""
    made = make_question(job["form"], job["seed"])
    picture = None
    if made.tree:
        light, dark = (from_drawing(tree_drawing(made.tree, made.blanks, theme)) for theme in (LIGHT, DARK))
        picture = {"light": light, "dark": dark, "description": describe_tree(made.tree, made.blanks)}
    return _json({**made.record(), "picture": picture})


def grade(job: dict[str, Any], cancellation: Cancellation, progress: ProgressListener) -> bytes:
    """The grade of an answer."""
    return _json(grade_answer(make_question(job["form"], job["seed"]), job["answer"]).record())
