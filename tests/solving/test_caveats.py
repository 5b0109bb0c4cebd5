"""A method that promises no shortest solution says why the one that it found is shortest."""

from __future__ import annotations

import pytest

import taquin
from taquin import Recorder
from taquin.cli.output.compare_table import describe_proofs
from taquin.puzzle.slides import Metric
from taquin.render.solution.animation import summary
from taquin.render.text.sentences import Sentences

NEAR = "1 2 3 / 4 5 6 / 0 7 8"  # h of the start is the length of a shortest solution

PROMISED = [
    "bfs",
    "astar(manhattan)",
    "ida_star(linear_conflict)",
    "wastar(manhattan, weight=1)",
    "ara_star(manhattan)",
    "bidirectional_astar(manhattan)",
    "anytime",
]
START = "the lower bound of the start"
UNPROMISED = {
    "hill_climbing(manhattan)": (START, "hill climbing"),
    "greedy(manhattan)": (START, "greedy best-first search"),
    "beam(manhattan)": (START, "beam search"),
    "constructive": (START, "constructive solving"),
    "lrta_star(manhattan)": ("a proven lower bound", "learning real-time A*"),
    "wastar(manhattan, weight=2)": ("a proven lower bound", "weighted A*"),
}


@pytest.mark.parametrize("method", PROMISED)
def test_a_method_that_promises_shortest_solutions_has_no_caveat(method: str) -> None:
    result = taquin.solve(NEAR, algorithm=method)
    assert (result.quality, result.caveat, result.shortest_text) == ("optimal", "", "proven shortest")


@pytest.mark.parametrize("method", UNPROMISED)
def test_the_caveat_names_the_bound_and_the_method(method: str) -> None:
    bound, name = UNPROMISED[method]
    result = taquin.solve(NEAR, algorithm=method)
    assert result.quality == "optimal"
    assert result.caveat == f"its 2 moves equal {bound}; {name} does not promise it"


def test_a_search_with_a_heuristic_that_may_overestimate_has_a_caveat() -> None:
    result = taquin.solve(NEAR, algorithm="astar", heuristic="learned")
    assert result.caveat == "its 2 moves equal a proven lower bound; A* with learned does not promise it"


def test_the_caveat_counts_in_the_metric_of_the_problem() -> None:
    result = taquin.solve(NEAR, algorithm="greedy", heuristic="manhattan", metric=Metric.SLIDES)
    assert (
        result.caveat == "its 1 slide equals the lower bound of the start; greedy best-first search does not promise it"
    )


@pytest.mark.parametrize(("method", "board"), [("greedy", NEAR), ("greedy", "8 1 3 / 4 0 2 / 7 6 5"), ("astar", NEAR)])
def test_only_a_shortest_solution_has_a_caveat(method: str, board: str) -> None:
    result = taquin.solve(board, algorithm=method, heuristic="manhattan")
    assert bool(result.caveat) is (method == "greedy" and board == NEAR)


def test_a_solved_board_has_no_caveat() -> None:
    assert taquin.solve("1 2 3 / 4 5 6 / 7 8 0", algorithm="hill_climbing", heuristic="manhattan").caveat == ""


def test_the_object_of_json_has_the_caveat() -> None:
    result = taquin.solve(NEAR, algorithm="constructive")
    assert result.to_dict()["caveat"] == result.caveat
    assert taquin.solve(NEAR, algorithm="bfs").to_dict()["caveat"] is None


def test_texts_of_a_result_have_the_caveat() -> None:
    result = taquin.solve(NEAR, algorithm="constructive")
    assert f"shortest ({result.caveat})" in str(result)
    assert summary(result) == f"Solved in 2 moves; shortest ({result.caveat})."


@pytest.mark.parametrize("method", ["hill_climbing(manhattan)", "greedy(manhattan)", "beam(manhattan)"])
def test_the_end_of_a_recorded_search_has_the_caveat(method: str) -> None:
    recorder = Recorder()
    result = taquin.solve(NEAR, algorithm=method, observer=recorder)
    notes = Sentences(recorder.trace()).closing_notes()
    assert notes == [f"I{result.caveat[1:]}.", "So no solution is shorter than 2 moves."]


def test_a_comparison_tells_proofs_from_bounds() -> None:
    comparison = taquin.compare(NEAR, algorithms=["astar(manhattan)", "greedy(manhattan)"])
    assert [comparison.verdict(row) for row in comparison.rows] == ["proven", "by bound"]
    assert "the method does not promise that" in describe_proofs(comparison)
