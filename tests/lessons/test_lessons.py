"""Every algorithm and heuristic has a lesson, and every example gives the values that its lesson states."""

from __future__ import annotations

import re

import pytest

from looping import for_each
from taquin.heuristics.linear_conflict import LinearConflict
from taquin.heuristics.walking_distance import WalkingDistance
from taquin.lessons import LESSONS, Lesson, lesson_records
from taquin.lessons.sources import SOURCES
from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem
from taquin.run.result import Status
from taquin.solving.method import choose_method
from taquin.solving.registry import ALGORITHMS, HEURISTICS
from taquin.solving.solver import solve
from taquin.trace.recorder import Recorder
from taquin.web.api.registry import registry_view
from taquin.web.settings import Settings

MAXIMUM_NODES = 100  # examples stay small
LONGEST_LINE = 78


def test_every_algorithm_and_heuristic_has_one_lesson() -> None:
    keys = [spec.key for spec in ALGORITHMS] + [spec.key for spec in HEURISTICS]
    assert len(keys) == len(set(keys)), "a link to a lesson contains only its key"
    assert sorted(lesson.key for lesson in LESSONS) == sorted(keys)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
def test_the_example_gives_the_stated_values(lesson: Lesson) -> None:
    example, recorder = lesson.example, Recorder()
    result = solve(example.board, algorithm=example.method, observer=recorder)
    trace = recorder.trace()
    assert solve(example.board).length == example.shortest
    assert result.length == example.length
    assert result.status is (Status.STUCK if example.length is None else Status.SOLVED)
    assert choose_method(example.method).text == example.method
    assert len(trace.tree) <= MAXIMUM_NODES
    if example.estimate is not None:
        assert trace.tree[0].h == pytest.approx(example.estimate)


@for_each("lesson", LESSONS)
def test_a_lesson_is_about_its_own_subject(lesson: Lesson) -> None:
    is_heuristic = lesson.key in {spec.key for spec in HEURISTICS}
    assert (lesson.example.estimate is not None) == is_heuristic
    inside = lesson.example.method.partition("(")[2] if is_heuristic else lesson.example.method
    assert inside.startswith(lesson.key)
    assert Problem(lesson.example.board).is_solvable


@for_each("record", lesson_records())
def test_pseudocode_is_indented_and_fits_the_width(record: dict[str, object]) -> None:
    lines = str(record["pseudocode"]).splitlines()
    assert lines[0] == lines[0].strip() != ""
    assert max(map(len, lines)) <= LONGEST_LINE
    assert all((len(line) - len(line.lstrip())) % 4 == 0 or is_aligned(line) for line in lines)


def is_aligned(line: str) -> bool:
    """Whether a formula continues here: aligned with its beginning, not with a multiple of four."""
    return line.lstrip()[0] in '+|√tkabp"m'


def test_sources_are_paragraphs_without_tables() -> None:
    for entry in registry_view(Settings())["algorithms"]:  # type: ignore[attr-defined]
        assert "===" not in entry["source"]
        assert "\n" not in entry["source"].replace("\n\n", "")


def test_sources_are_citations_of_known_lessons() -> None:
    assert SOURCES.keys() == {lesson.key for lesson in LESSONS}, "each lesson has an entry in lessons/sources.py"
    for text in (text for texts in SOURCES.values() for text in texts):
        assert text.endswith(".")
        assert re.search(r"\*[^*]+\*", text) or "takaken" in text, "a title between asterisks"


def nodes_of(key: str) -> int:
    example = next(lesson.example for lesson in LESSONS if lesson.key == key)
    return solve(example.board, algorithm=example.method, backend="python").stats.generated


def test_greedy_generates_fewer_nodes_than_a_star_on_its_board() -> None:
    assert nodes_of("greedy") < nodes_of("astar")


def test_pattern_databases_generate_the_fewest_nodes_on_their_board() -> None:
    board = next(lesson.example.board for lesson in LESSONS if lesson.key == "pdb")
    others = [lesson.key for lesson in LESSONS if lesson.example.board == board and lesson.key != "pdb"]
    assert len(others) > 4
    assert nodes_of("pdb") < min(map(nodes_of, others))


def test_the_beam_of_the_lesson_on_learned_scores_takes_longer_with_manhattan() -> None:
    example = next(lesson.example for lesson in LESSONS if lesson.key == "learned")
    assert solve(example.board, algorithm=example.method.replace("learned", "manhattan")).length == 90
    assert example.estimate is not None
    assert example.estimate > example.shortest


def test_the_values_in_the_lesson_on_maximum() -> None:
    goal, board = Board([1, 2, 3, 4, 5, 6, 7, 8, 0]), Board("1 3 6 / 4 5 8 / 0 2 7")
    assert LinearConflict(goal)(board.state) == 10
    assert WalkingDistance(goal)(board.state) == 12
    other = Board("2 1 3 / 4 5 6 / 8 7 0")
    assert LinearConflict(goal)(other.state) > WalkingDistance(goal)(other.state)
