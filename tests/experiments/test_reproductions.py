"""Reproductions: the small ones are measured, and Ctrl-C keeps the rows that are done."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

import taquin
from taquin.cli import run
from taquin.experiments import instance_set
from taquin.experiments.reproductions.aima import DEEPENING, METHODS, WITHOUT_UNDO
from taquin.experiments.reproductions.reproduction import (
    Bench,
    Interrupted,
    Reproduction,
    Row,
    deviation,
    reproductions,
)
from taquin.puzzle.problem import Problem
from taquin.solving.method import make_method


def measured(name: str, rows: int) -> list[Row]:
    """The first rows of the default subset."""
    found = reproductions()[name]
    measure = found.measure(found.default_subset, Bench())
    return [next(measure) for _ in range(rows)]


def test_the_boards_at_each_distance_are_the_published_ones() -> None:
    rows = measured("depths", 6)
    assert [row["radius"] for row in rows] == [row["published_radius"] for row in rows]
    assert [row["sequence"] for row in rows[3:]] == ["A089473: equal", "A089474: equal", "A089483: equal"]


def test_the_nodes_of_1985_are_counted_to_the_node() -> None:
    pytest.importorskip("taquin._core")
    row = measured("korf-1985", 2)[1]
    assert (row["instance"], row["length"], row["generated"]) == (12, 45, 546_344)
    assert row["deviation"] == 0


def test_linear_conflict_is_counted_in_the_order_of_the_published_counts() -> None:
    pytest.importorskip("taquin._core")
    row = measured("linear-conflict-1992", 2)[1]
    method = "ida_star(linear_conflict, order=ULRD)"
    (instance,) = instance_set("korf100(12)").instances
    assert row["instance"] == 12
    assert row["generated"] == taquin.solve(instance.problem, algorithm=method).stats.generated + 1 == 179_628


def test_iterative_deepening_is_counted_as_by_its_own_algorithm() -> None:
    for row in measured("aima-8puzzle", 12)[1::4]:
        goal = taquin.Board("0 1 2 / 3 4 5 / 6 7 8")
        assert row["method"] == WITHOUT_UNDO
        board = taquin.random_board("3x3", goal, seed=1, depth=int(str(row["depth"])))
        result = taquin.solve(board, goal, algorithm=METHODS[WITHOUT_UNDO])
        *complete, last = result.iterations
        counted = sum(each.expanded - 1 for each in complete) + last.expanded
        assert counted == taquin.solve(board, goal, algorithm="ids").stats.generated


def test_iterative_deepening_makes_about_as_many_nodes_as_in_the_book() -> None:
    rows = [row for row in measured("aima-8puzzle", 16) if row["method"] == DEEPENING and row["published"] is not None]
    assert [row["depth"] for row in rows] == [2, 4, 8]
    assert all(-0.35 < float(str(row["deviation"])) < 0 for row in rows)


def test_the_list_and_bad_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["reproduce"]) == 0
    listed = capsys.readouterr().out
    assert all(f"\n{name} " in listed for name in reproductions())
    assert run(["reproduce", "--json"]) == 0
    assert [item["name"] for item in json.loads(capsys.readouterr().out)] == list(reproductions())
    for arguments, message in (
        (["korf-1984"], "did you mean 'korf-1985'?"),
        (["depths", "--subset", "some"], "expected a subset of depths (small, all), found 'some'"),
        (["--subset", "all"], "--subset has no effect: no reproduction is named"),
        (["depths", "--json", "--markdown"], "not both"),
    ):
        assert run(["reproduce", *arguments]) == 2
        assert message in capsys.readouterr().err


def test_tables_as_text_markdown_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["reproduce", "branching-factors"]) == 0
    text = capsys.readouterr().out
    assert "source" in text
    assert re.search(r"command +taquin reproduce branching-factors --subset all\nmeasured by +taquin 0", text)
    assert "4×4             2.13040    2.13040      0.00%" in text
    rows = measured("branching-factors", 2)
    found = reproductions()["branching-factors"]
    assert found.markdown(rows).splitlines()[3].startswith("| 4×4 | 2.13040 | 2.13040 |")
    assert found.to_dict("all", rows, is_complete=True)["rows"] == rows


def test_an_interrupt_keeps_the_rows_that_are_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(subset: str, bench: Bench) -> Iterator[Row]:
        yield {"shape": "3×3", "factor": 1.5}
        bench.cancellation.cancel()
        bench.check()

    found: Reproduction = replace(reproductions()["branching-factors"], measure=interrupted)
    monkeypatch.setitem(reproductions(), "branching-factors", found)
    assert run(["reproduce", "branching-factors"]) == 130
    assert "interrupted: 1 row" in capsys.readouterr().out
    assert run(["reproduce", "branching-factors", "--json"]) == 130
    assert json.loads(capsys.readouterr().out)["complete"] is False


def test_a_run_that_is_cancelled_interrupts() -> None:
    bench = Bench()
    bench.cancellation.cancel()
    with pytest.raises(Interrupted):
        bench.solve(Problem("1 2 3 / 4 0 5 / 7 8 6"), make_method("astar", "manhattan"))


def test_figures() -> None:
    assert deviation(102, 100) == pytest.approx(0.02)
    assert deviation(102, None) is None
