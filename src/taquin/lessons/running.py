"""The lines of an algorithm's pseudocode that run in each step of a recorded search, with the values of variables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, TypedDict

from taquin.lessons import Lesson, find_lesson, has_lesson
from taquin.puzzle.moves import Move
from taquin.render.search_record import ShownSearch
from taquin.render.text.reading import iteration_name
from taquin.render.text.sentences import Sentences
from taquin.solving.registry import ALGORITHMS
from taquin.trace.steps import Child, ChildStatus, Step
from taquin.trace.trace import Trace

MOST_STEPS = 5_000
"""Later steps have no lines: the record would be very large."""

Line = tuple[int, str, int]
"""The number of a line, from 1, its effect in this step, and the node that it is about, or -1."""


class PseudocodeRecord(TypedDict):
    """The pseudocode of the algorithm, and the lines that run: those of step n are before `end[n]`."""

    lines: list[str]
    end: list[int]
    line: Annotated[list[int], "The line, counted from 1."]
    text: Annotated[list[str], "What the line does now."]
    node: Annotated[list[int], "The node that the line is about, or -1."]


def pseudocode_record(search: ShownSearch) -> PseudocodeRecord:
    """The lines of the pseudocode, and those that run in each step; no lines for an algorithm without a lesson.

    The entries of step n are before ``end[n]``, those before the first step before ``end[0]``.
    """
    lesson = _lesson(search.trace)
    if lesson is None:
        return {"lines": [], "end": [], "line": [], "text": [], "node": []}
    ends: list[int] = []
    entries: list[Line] = []
    for running in running_lines(search, lesson):
        entries += running
        ends.append(len(entries))
    return {
        "lines": lesson.pseudocode.split("\n"),
        "end": ends,
        "line": [line for line, _, _ in entries],
        "text": [text for _, text, _ in entries],
        "node": [node for _, _, node in entries],
    }


def _lesson(trace: Trace) -> Lesson | None:
    key = trace.header.get("algorithm")
    return next((find_lesson(spec) for spec in ALGORITHMS if spec.key == key and has_lesson(spec)), None)


def running_lines(search: ShownSearch, lesson: Lesson) -> Iterator[list[Line]]:
    """The lines that run before the first step, in each step, and where the goal is chosen."""
    yield _all(lesson, "start", "; ".join(search.sentences.start()))
    for step in search.steps[:MOST_STEPS]:
        yield _step_lines(step, lesson, search.sentences)
    if search.has_closing and len(search.steps) <= MOST_STEPS:
        title = search.sentences.closing_title().partition(": ")[2]
        yield _all(lesson, "goal", title, search.trace.goal_nodes[0])


def _step_lines(step: Step, lesson: Lesson, sentences: Sentences) -> list[Line]:
    running: list[Line] = []
    if step.begun and step.number > 1:
        running += _all(lesson, "iteration", iteration_name(sentences.rules, step.iteration, step.begun[-1]))
    running += _all(lesson, "choose", f"node {step.node}: {sentences.formula.sum(step.g, step.h)}", step.node)
    for child in step.children:
        kind = _kind(child, lesson)
        word = Move(child.move).word if child.move >= 0 else "child"
        what = f"{word}: node {child.node}, {sentences.formula.sum(child.g, child.h)}"
        running += _all(lesson, kind, f"{what}: {sentences.fate(child, step)}", child.node)
    if step.dropped:
        nodes = ", ".join(str(node) for node, _ in step.dropped[:6])
        running += _all(lesson, "pruned", f"pruned: {nodes}{', …' if len(step.dropped) > 6 else ''}")
    if "stuck" in lesson.lines and all(child.status is ChildStatus.PRUNED for child in step.children):
        running += _all(lesson, "stuck", sentences.held(step))
    return running


def _kind(child: Child, lesson: Lesson) -> str:
    if child.status is ChildStatus.GOAL:
        return "found" if "found" in lesson.lines else "new"  # most searches look at the goal when they choose it
    return str(child.status)


def _all(lesson: Lesson, kind: str, text: str, node: int = -1) -> list[Line]:
    return [(line, text, node) for line in lesson.lines[kind]]
