"""The lines of pseudocode that run in each step: every step of every algorithm has some, and they exist."""

from __future__ import annotations

from typing import Any

from looping import for_each
from taquin.lessons import find_lesson, has_lesson
from taquin.lessons.running import pseudocode_record
from taquin.render.search_record import ShownSearch
from taquin.run.limits import Limits
from taquin.solving.registry import ALGORITHMS
from taquin.solving.solver import solve
from taquin.trace.recorder import Recorder
from taquin.trace.trace import Trace
from toy import CONFIGURATIONS, Configuration


def record(board: str, method: str, nodes: int = 400) -> Trace:
    recorder = Recorder(cap=2 * nodes)
    solve(board, algorithm=method, observer=recorder, limits=Limits(nodes=nodes, time=20))
    return recorder.trace()


def lines_of(trace: Trace) -> tuple[list[str], list[list[tuple[int, str]]]]:
    """The pseudocode, and the lines of each step."""
    found = pseudocode_record(ShownSearch(trace))
    pairs = list(zip(found["line"], found["text"], strict=True))
    begins = [0, *found["end"]]
    steps = [pairs[begin:end] for begin, end in zip(begins, found["end"], strict=False)]
    return found["lines"], steps


@for_each("configuration", [each for each in CONFIGURATIONS if has_lesson(each.spec)])
def test_every_step_of_every_configuration_runs_lines_that_exist(configuration: Configuration) -> None:
    trace = record("1 2 3 / 4 0 5 / 6 7 8", configuration.text("manhattan"))
    lines, steps = lines_of(trace)
    assert lines == find_lesson(configuration.spec).pseudocode.split("\n")
    is_solved = bool(trace.goal_nodes)
    assert len(steps) == 1 + trace.tree.expansions + is_solved
    for step in steps:
        assert step
        for line, text in step:
            assert 1 <= line <= len(lines)
            assert lines[line - 1].strip()
            assert text


def test_the_lines_of_a_step_of_a_star() -> None:
    lines, steps = lines_of(record("1 2 0 / 5 8 3 / 4 6 7", "astar(manhattan)"))
    running = [(lines[line - 1].strip().partition(":")[0], text) for line, text in steps[2]]
    assert running == [
        ("node ← the node with the least f = g + h; of equals, the oldest", "node 1: g 1 + h 7 = f 8"),
        ("else", "Up: node 0, g 2 + h 8 = f 10: duplicate: known with g 0"),
        ("if child is new", "Down: node 3, g 2 + h 8 = f 10: new"),
        ("if child is new", "Left: node 4, g 2 + h 8 = f 10: new"),
    ]
    assert lines[steps[-1][0][0] - 1].strip() == "if node is the goal: return the path to it"


@for_each("algorithm", filter(has_lesson, ALGORITHMS))
def test_the_lines_of_every_lesson_exist(algorithm: Any) -> None:
    lesson = find_lesson(algorithm)
    lines = lesson.pseudocode.split("\n")
    assert {"start", "choose", "new", "goal"} <= lesson.lines.keys()
    assert all(lines[line - 1].strip() for numbers in lesson.lines.values() for line in numbers)
