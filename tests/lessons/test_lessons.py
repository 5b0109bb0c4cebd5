"""Every algorithm and heuristic has a lesson, and every example gives the values that its lesson states."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from cases import each_case
from looping import for_each
from taquin.errors import InternalError
from taquin.heuristics.linear_conflict import LinearConflict
from taquin.heuristics.walking_distance import WalkingDistance
from taquin.lessons import Example, find_lesson, has_lesson, parse_lesson, read_text_file
from taquin.lessons.course import UNITS
from taquin.puzzle.board import Board
from taquin.run.result import Status
from taquin.solving.method import choose_method
from taquin.solving.registry import ALGORITHMS, HEURISTICS, AlgorithmSpec, HeuristicSpec
from taquin.solving.solver import solve
from taquin.trace.recorder import Recorder

MAXIMUM_NODES = 100  # examples stay small
SPECS = {spec.key: spec for spec in (*ALGORITHMS, *HEURISTICS)}
WRITTEN = {key: spec for key, spec in SPECS.items() if has_lesson(spec)}
"""A lesson that is missing fails one test."""


def keys_of_files(folder: str) -> list[str]:
    """The names of the Markdown files in a folder of ``taquin.lessons``, without their suffix."""
    names = [path.name for path in files("taquin.lessons").joinpath(folder).iterdir()]
    return sorted(name.removesuffix(".md") for name in names if name.endswith(".md"))


def test_every_algorithm_heuristic_and_unit_has_one_file() -> None:
    assert len(SPECS) == len(ALGORITHMS) + len(HEURISTICS), "a link to a lesson contains only its key"
    missing = sorted(SPECS.keys() - WRITTEN.keys())
    assert not missing, f"write a lesson in src/taquin/lessons/texts/{missing[0]}.md"
    assert keys_of_files("texts") == sorted(SPECS)
    assert keys_of_files("course") == sorted(unit.key for unit in UNITS)


@pytest.mark.parametrize("spec", WRITTEN.values(), ids=WRITTEN.keys())
def test_a_lesson_is_readable_and_its_example_gives_the_stated_values(spec: AlgorithmSpec | HeuristicSpec) -> None:
    example, recorder = find_lesson(spec).example, Recorder()
    subject = example.method.partition("(")[2] if isinstance(spec, HeuristicSpec) else example.method
    assert subject.startswith(spec.key)
    result = solve(example.board, algorithm=example.method, observer=recorder)
    trace = recorder.trace()
    assert solve(example.board).length == example.shortest
    assert result.length == example.length
    assert result.status is (Status.STUCK if example.length is None else Status.SOLVED)
    assert choose_method(example.method).text == example.method
    assert len(trace.tree) <= MAXIMUM_NODES
    if example.estimate is not None:
        assert trace.tree[0].h == pytest.approx(example.estimate)


def test_an_error_in_a_file_is_reported_with_its_name() -> None:
    contents = read_text_file("texts/bfs.md")
    for good, bad in (
        ("board: ", "bord: "),
        ("shortest: 4", "shortest: four"),
        ("choose 4", "choose four"),
        ("## Idea", "## Ideas"),
        ("```\n", "\n"),
    ):
        assert good in contents
        with pytest.raises(InternalError, match=r"lessons/texts/bfs\.md: expected the lines board, method"):
            parse_lesson("bfs", contents.replace(good, bad), is_heuristic=False)


@each_case("spec", WRITTEN.values())
def test_sources_are_citations(spec: AlgorithmSpec | HeuristicSpec) -> None:
    for text in find_lesson(spec).sources:
        assert text.endswith(".")
        assert re.search(r"\*[^*]+\*", text) or "takaken" in text, "a title between asterisks"


def example_of(key: str) -> Example:
    return find_lesson(SPECS[key]).example


def nodes_of(key: str) -> int:
    example = example_of(key)
    return solve(example.board, algorithm=example.method, backend="python").stats.generated


def test_greedy_generates_fewer_nodes_than_a_star_on_its_board() -> None:
    assert nodes_of("greedy") < nodes_of("astar")


def test_pattern_databases_generate_the_fewest_nodes_on_their_board() -> None:
    board = example_of("pdb").board
    others = [key for key in WRITTEN if example_of(key).board == board and key != "pdb"]
    assert len(others) > 4
    assert nodes_of("pdb") < min(map(nodes_of, others))


def test_the_beam_of_the_lesson_on_learned_scores_takes_longer_with_manhattan() -> None:
    example = example_of("learned")
    assert solve(example.board, algorithm=example.method.replace("learned", "manhattan")).length == 90
    assert example.estimate is not None
    assert example.estimate > example.shortest


def test_the_values_in_the_lesson_on_maximum() -> None:
    goal, board = Board([1, 2, 3, 4, 5, 6, 7, 8, 0]), Board("1 3 6 / 4 5 8 / 0 2 7")
    assert LinearConflict(goal)(board.state) == 10
    assert WalkingDistance(goal)(board.state) == 12
    other = Board("2 1 3 / 4 5 6 / 8 7 0")
    assert LinearConflict(goal)(other.state) > WalkingDistance(goal)(other.state)


LONGEST_LINE = 78


@for_each("spec", WRITTEN.values())
def test_pseudocode_is_indented_and_fits_the_width(spec: AlgorithmSpec | HeuristicSpec) -> None:
    lines = find_lesson(spec).pseudocode.splitlines()
    assert lines[0] == lines[0].strip() != ""
    assert max(map(len, lines)) <= LONGEST_LINE
    assert all((len(line) - len(line.lstrip())) % 4 == 0 or is_aligned(line) for line in lines)


def is_aligned(line: str) -> bool:
    """Whether a formula continues here: aligned with its beginning, not with a multiple of four."""
    return line.lstrip()[0] in '+|√tkabp"m'
