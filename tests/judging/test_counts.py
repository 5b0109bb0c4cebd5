"""Counters without a program: which searches count as a report says?"""

from __future__ import annotations

import json
import re
from heapq import heappop, heappush
from pathlib import Path
from typing import Any

import pytest

from taquin import explain_counts, solve
from taquin.errors import SpecError
from taquin.judging.counts import read_counts
from taquin.judging.explanation import Fit
from taquin.judging.variants import Duplicates, GoalTest, Ties

CASES = json.loads((Path(__file__).parents[1] / "data" / "seed_cases.json").read_text(encoding="utf-8"))
GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)

PUBLISHED = """board;goal;method;length;expanded;generated
1 2 3 7 4 5 6 8 0;1 2 3 8 6 4 7 5 0;manhattan;8;19;33
1 2 3 7 4 5 6 8 0;1 2 3 8 6 4 7 5 0;misplaced;8;38;63
2 8 1 3 4 6 7 5 0;3 2 1 8 0 4 7 5 6;manhattan;6;14;26
2 8 1 3 4 6 7 5 0;3 2 1 8 0 4 7 5 6;misplaced;6;16;28
0 1 3 4 2 5 7 8 6;1 2 3 4 5 6 7 8 0;manhattan;4;9;19
0 1 3 4 2 5 7 8 6;1 2 3 4 5 6 7 8 0;misplaced;4;11;20
"""
"""Six rows of a course report, whose program appends families to a heap of Rust."""


def test_six_published_rows_come_out_of_one_search() -> None:
    report = explain_counts(read_counts(PUBLISHED))
    assert report.is_joint
    for method, heuristic in (("manhattan", "Manhattan distance"), ("misplaced", "misplaced tiles")):
        found = report.methods[method]
        assert found.fit is Fit.EXACT
        assert found.boards == 6
        assert {one.ties for one in found.variants} == {Ties.APPEND}
        assert {one.goal_test for one in found.variants} == {GoalTest.ESTIMATE}
        assert {one.heuristic for one in found.variants} == {f"{heuristic} with the blank"}
        assert {(one.takes_parent_h, one.marks_start) for one in found.variants} == {(True, False)}
        assert {"".join(move.letter for move in one.order) for one in found.variants} == {"UDLR"}
    assert "of Rust" in str(report)


DOCS = Path(__file__).parents[2] / "docs"
PAGE = "\n".join((DOCS / page).read_text(encoding="utf-8") for page in ("how-to/from-a-report.md", "lab/reports.md"))
ROWS = re.findall(r'`taquin compare "(.*?)" "(.*?)" -a astar -e manhattan,misplaced` [|] (.*?) [|] (.*?) [|]', PAGE)


def test_the_page_shows_what_explain_prints() -> None:
    rows = PAGE.partition("<<'END'\n")[2].partition("END")[0]
    shown = PAGE.partition("```text\n")[2].partition("```")[0]
    assert rows == PUBLISHED
    assert str(explain_counts(read_counts(rows))) == shown.strip()


@pytest.mark.parametrize(("start", "goal", "report", "ours"), ROWS)
def test_the_page_shows_what_taquin_counts(start: str, goal: str, report: str, ours: str) -> None:
    results = [solve(start, goal=goal, algorithm="astar", heuristic=name) for name in ("manhattan", "misplaced")]
    assert ", ".join(f"{one.stats.expanded} / {one.stats.generated}" for one in results) == ours
    case = next(case for case in CASES["a_star"] if (case["start"], case["goal"]) == (start, goal))
    known = [case[name] for name in ("manhattan", "misplaced") if "expanded" in case[name]]
    published = [f"{one['expanded']} / {one['generated']}" for one in known]
    if not published:
        rows = [row.split(";") for row in PUBLISHED.splitlines() if row.startswith(f"{start};{goal};")]
        published = [f"{row[4]} / {row[5]}" for row in rows]
    assert ", ".join(published) == report


def test_the_page_has_every_case() -> None:
    assert len(ROWS) == sum("misplaced" in case for case in CASES["a_star"])
    others = [case for name, cases in CASES.items() if isinstance(cases, list) for case in cases]
    digits = PAGE.replace(" / ", " ")
    assert [one for one in others if one.get("start", one.get("board")) not in digits] == []


@pytest.mark.parametrize("heuristic", ["manhattan", "misplaced"])
def test_rows_of_a_published_case_are_explained_by_its_search(heuristic: str) -> None:
    """Of three boards with a few nodes, which one search in its words counts so; others may, by chance."""
    rows = [
        {"board": case["start"], "goal": case["goal"], "method": heuristic, **counters(case[heuristic])}
        for case in CASES["a_star"]
        if "expanded" in case[heuristic if heuristic in case else "manhattan"]
    ]
    found = explain_counts(rows).methods[heuristic]
    assert found.difference == ""
    assert found.unexplained == ()
    assert any(
        (one.ties, one.duplicates, "".join(move.letter for move in one.order))
        == (Ties.OLDEST, Duplicates.GENERATED, "UDLR")
        for one in found.variants
    )


def counters(case: dict[str, Any]) -> dict[str, int]:
    return {name: case[name] for name in ("expanded", "generated", "length")}


def h(cells: tuple[int, ...]) -> int:
    return sum(abs(at // 3 - (tile - 1) // 3) + abs(at % 3 - (tile - 1) % 3) for at, tile in enumerate(cells) if tile)


def a_star(start: tuple[int, ...], sign: int = 1) -> dict[str, int]:
    """A* as a student writes it: (f, a number, board, g) on heapq, a set of boards that were taken."""
    heap, closed, number, expanded = [(h(start), 0, start, 0)], set[tuple[int, ...]](), 0, 0
    largest = 1
    while heap:
        largest = max(largest, len(heap))
        _, _, cells, g = heappop(heap)
        if cells == GOAL:
            break
        if cells in closed:
            continue
        closed.add(cells)
        expanded += 1
        blank = cells.index(0)
        for step, is_possible in ((1, blank % 3 < 2), (-1, blank % 3 > 0), (3, blank < 6), (-3, blank > 2)):
            if is_possible:
                child = list(cells)
                child[blank], child[blank + step] = child[blank + step], 0
                if tuple(child) not in closed:
                    number += 1
                    heappush(heap, (g + 1 + h(tuple(child)), sign * number, tuple(child), g + 1))
    return {"nodes": expanded, "pushed": number, "biggest queue": largest, "length": g}


BOARDS = ("123456078", "123046758", "160432758", "206134758", "713260548", "234170865", "136427508", "614238750")


def rows_of(sign: int, **more: Any) -> list[dict[str, Any]]:
    return [{"board": digits, **a_star(tuple(map(int, digits)), sign), **more} for digits in BOARDS]


@pytest.mark.parametrize(("sign", "ties"), [(1, {Ties.OLDEST}), (-1, {Ties.NEWEST, Ties.FAMILY})])
def test_a_students_search_is_found_from_its_counters_alone(sign: int, ties: set[Ties]) -> None:
    """What is not shared is not said: with the oldest first, any order of moves makes the same numbers."""
    report = explain_counts(rows_of(sign))
    found = report.methods[""]
    assert found.fit in (Fit.EXACT, Fit.SEVERAL)
    assert {one.ties for one in found.variants} <= ties
    assert "RLDU" in {"".join(move.letter for move in one.order) for one in found.variants}
    assert {one.heuristic for one in found.variants} == {"Manhattan distance"}
    assert Duplicates.BOTH in {one.duplicates for one in found.variants}
    assert found.counters["nodes"] == "the nodes expanded, without the goal"
    assert "Right, Left, Down, Up" in str(report) or len({one.order for one in found.variants}) > 1


def test_numbers_of_no_search_are_near_none() -> None:
    rows = [{"board": digits, "nodes": 1000 + 7 * number} for number, digits in enumerate(BOARDS)]
    found = explain_counts(rows).methods[""]
    assert found.fit is Fit.NEAR


def test_methods_that_share_no_search_are_explained_one_by_one() -> None:
    wrong = [{"board": digits, "method": "B", "nodes": 900 + place} for place, digits in enumerate(BOARDS)]
    report = explain_counts([*rows_of(-1, method="A"), *wrong])
    assert not report.is_joint
    assert report.methods["A"].fit in (Fit.EXACT, Fit.SEVERAL)
    assert report.methods["B"].fit is Fit.NEAR


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"expanded": 3}, "row 1: expected a board"),
        ({"board": "123456780"}, "row 1: expected a counter"),
        ({"board": "123456870", "expanded": 3}, "cannot reach the goal"),
        ({"board": "123456708", "expanded": "many"}, "row 1: expected a whole number for 'expanded', found 'many'"),
    ],
)
def test_rows_that_cannot_be_understood_are_errors(row: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        explain_counts([row])


def test_a_csv_with_too_few_values_is_an_error() -> None:
    with pytest.raises(SpecError, match="row 2: expected 2 values, as the first line has, found 1"):
        read_counts("board,expanded\n123456708,1\n123456708\n")
