"""Code of users as the page runs it, here in CPython: their searches as traces, errors with lines, time limits."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from taquin.lessons.programs import PROGRAMS
from taquin.puzzle.board import Board
from taquin.web.browser import code_checks, user_code
from taquin.web.browser.user_code import UserEngine

BOARD = "8 1 3 / 4 0 2 / 7 6 5"  # 14 moves
GOAL = "1 2 3 / 4 5 6 / 7 8 0"
CODES = {program.key: program.code for program in PROGRAMS}


def respond(path: str, code: str, **more: object) -> tuple[dict[str, Any], list[tuple[str, Any]]]:
    """The response, and the events before it."""
    events: list[tuple[str, Any]] = []
    body = json.dumps({"code": code, "board": BOARD, "goal": GOAL, **more})
    emitted = UserEngine().respond(path, body, lambda event, data: events.append((event, json.loads(data))))
    _, _, content = asyncio.run(emitted)
    return json.loads(content), events


def ask(code: str, path: str = "run", **more: object) -> tuple[dict[str, Any], str]:
    """The response, and what the code printed."""
    record, events = respond(path, code, **more)
    return record, "".join(data for event, data in events if event == "print")


@pytest.mark.parametrize(("key", "expanded", "length"), [("astar", 76, 14), ("breadth_first", 5960, 14)])
def test_starters_expand_as_many_nodes_as_taquin(key: str, expanded: int, length: int) -> None:
    record, _ = ask(CODES[key])
    assert (record["trace"]["steps"], record["trace"]["history"]["notice"]) == (expanded, "")
    assert len(record["trace"]["node_path"]) == length + 1
    assert record["words"] == f"Your code found a solution of {length} moves"


def test_the_trace_is_that_of_the_search() -> None:
    record, _ = ask(CODES["astar"])
    trace = record["trace"]
    assert (trace["steps"], len(trace["nodes"]["born"]), trace["duplicates"]) == (76, 128, 79)
    assert len(trace["node_path"]) == 15
    assert set(record["lines"]) == {13}


def test_every_limit_of_iterative_deepening_is_a_pass() -> None:
    record, printed = ask(CODES["deepening"], board="1 2 3 / 4 0 5 / 7 8 6")
    names = [iteration["name"] for iteration in record["trace"]["history"]["iterations"]]
    assert names == ["pass 1", "pass 2"]
    assert printed == "limit 0\nlimit 1\nlimit 2\n"


def test_a_heuristic_guides_astar() -> None:
    record, _ = ask(CODES["heuristic"])
    assert record["trace"]["status"] == "solved"
    assert record["words"] == "A* · your h found a solution of 14 moves"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("x = = 1", "code.py, line 1: SyntaxError: invalid syntax"),
        ("def search(start):\n    return 1 / 0", "code.py, line 2: Your code failed: ZeroDivisionError"),
        ("def search(start, tiles): pass", "code.py, line 1: search asks for tiles"),
        ("y = 1", "the code defines neither search nor h"),
        ("def h(board):\n    return board[9]", f"code.py, line 2: your h failed on the board {BOARD}: Index"),
        ("def h(board):\n    pass", f"code.py, line 1: your h returned None for the board {BOARD}: expected a finite"),
        ("import turtles", "code.py, line 1: ModuleNotFoundError: No module named 'turtles'"),
        ("def search(start):\n    return 'UUU'", "your search fails at step 2 of 3 (Up), which"),
        ("def search(start):\n    return [start, start[::-1]]", "your search fails at step 1"),
        ("def search(start):\n    return 5.5", "Your code returned 5.5: expected moves, None or an Outcome"),
    ],
)
def test_an_error_has_its_line(code: str, message: str) -> None:
    record, _ = ask(code)
    assert record["error"]["message"].startswith(message)


@pytest.mark.usefixtures("ticking_clock")
def test_a_loop_without_end_shows_the_search_so_far() -> None:
    code = "def search(start, successors):\n    while True:\n        start = successors(start)[0][1]\n"
    record, _ = ask(code)
    assert record["trace"]["status"] == "limit"
    assert record["trace"]["reason"] == "reached the time limit of 10 s"


def test_a_line_is_passed_on_when_it_is_complete() -> None:
    """Many lines are passed on together."""

    def printed(code: str) -> list[str]:
        return [data for event, data in respond("run", f"def search(start):\n{code}")[1] if event == "print"]

    assert printed("    print('a', end='')\n    print('b')\n    print('c', end='')") == ["ab\n", "c"]
    parts = printed("    for _ in range(5000): print('x')")
    assert "".join(parts) == 5000 * "x\n"
    assert len(parts) <= user_code.MOST_LINES + 10_000 / user_code.LONGER


def test_only_so_much_is_printed_and_no_unsolvable_board_is_searched() -> None:
    code = "def search(start):\n    print('x' * 50_000)\n    print('more')"
    assert len(ask(code)[1]) == user_code.MOST_PRINTED
    record, printed = ask(code, board="1 2 3 / 4 5 6 / 8 7 0")
    assert record["error"]["message"].startswith("no moves lead to the goal: the start has an odd number of inversions")
    assert printed == ""


def test_check_shows_the_smallest_counterexample_of_a_heuristic() -> None:
    code = "def h(board, goal, columns):\n    return 2 * (board != goal)"
    record, _ = ask(code, "check", goal="1 2 3 / 4 5 0")
    assert not record["right"]
    assert record["words"] == "Your h is not admissible and not consistent on 360 boards. It overestimates 2 of them."
    assert record["boards"] == [["distance 1, h = 2", "1 2 0 / 4 5 3"]]
    assert "\nadmissible  no: it overestimates on 2 boards" in record["report"]


def test_check_judges_a_search_and_says_what_it_is() -> None:
    record, events = respond("check", CODES["breadth_first"], goal="1 2 3 / 4 5 0")
    assert (record["right"], record["boards"]) == (True, [])
    assert record["words"].endswith("shortest on 14. It is breadth-first search.")
    assert ("progress", "board 1 of 14") in events
    code = CODES["breadth_first"].replace("return moves", "return moves + 'UD'")
    record, _ = ask(code, "check", goal="1 2 3 / 4 5 0")
    assert "shortest on 0." in record["words"]
    assert len(record["boards"]) == 1


def test_the_heuristic_of_the_code_is_that_of_its_variant() -> None:
    """Every variant that fits the right A* is named, and no mistake that only some of them have."""
    own = "\n\ndef h(board, goal):\n    return sum(tile > 1 and tile != home for tile, home in zip(board, goal))\n"
    record, _ = ask(CODES["astar"] + own, "check", goal="1 2 3 / 4 5 0")
    assert "It is A* with your h or A* with your h, f = 1.1·g + 1·h." in record["words"], "both fit"
    assert "What to look at" not in record["report"]
    record, _ = ask(CODES["deepening"], "check", goal="1 2 3 / 4 5 0")
    assert "as iterative deepening does" in record["words"]


@pytest.mark.parametrize(("key", "name"), [("astar", "f = g + h"), ("greedy", "h"), ("deepening", "g")])
def test_f_is_what_the_search_compares(key: str, name: str) -> None:
    """Greedy search always takes the least h, and so f is h; A* does so too on easy boards, but adds g to it."""
    for board in ["1 2 3 / 4 8 5 / 7 0 6", BOARD][: 1 + (key != "deepening")]:
        record, _ = ask(CODES[key], board=board)
        assert record["trace"]["reading"]["name"] == name


# The exercises, answered rightly and wrongly

MANHATTAN = """
def h(board, goal, columns):
    total = 0
    for place, tile in enumerate(board):
        if tile:
            row, column = divmod(goal.index(tile), columns)
            total += abs(place // columns - row) + abs(place % columns - column)
    return total
"""
RIGHT = {
    "count_misplaced": CODES["count_misplaced"].replace("if tile != home", "if tile and tile != home"),
    "sum_distances": MANHATTAN,
    "between": CODES["between"].replace("+= 1", "+= max(rows, across)"),
    "to_astar": CODES["to_astar"].replace("(g + 1, g + 1", "(g + 1 + h(child), g + 1"),
    "deepen": CODES["deepen"].replace(
        "return dive([start], 9, is_goal, successors)",
        "return next(found for found in (dive([start], limit, is_goal, successors) for limit in range(40))"
        " if found is not None)",
    ),
    "find_bug": CODES["astar"],
}
WRONG = {
    "count_misplaced": (CODES["count_misplaced"], "h is above Misplaced tiles on 300 boards, and below it on 0"),
    "sum_distances": (CODES["sum_distances"], "h is above Manhattan on 0 boards, and below it on 359 boards."),
    "between": (MANHATTAN, "h is above Manhattan on 0 boards, and below it on 0 boards."),
    "to_astar": (CODES["to_astar"], "boards where astar(manhattan) expands"),
    "deepen": (CODES["breadth_first"], "expands the start only once"),
    "find_bug": (CODES["find_bug"], "longer than the shortest"),
}


def test_every_exercise_has_a_right_and_a_wrong_answer() -> None:
    exercises = {program.key for program in PROGRAMS if program.unit}
    assert exercises == RIGHT.keys() == WRONG.keys()
    assert len(exercises) == 6


@pytest.mark.parametrize("key", RIGHT)
def test_a_right_answer_is_right_and_a_wrong_one_is_not(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if key in ("count_misplaced", "sum_distances", "between"):  # on fewer boards than in the page
        monkeypatch.setattr(code_checks, "make_goal", lambda _: Board("1 2 3 / 4 5 0"))
    record, _ = ask(RIGHT[key], "check", exercise=key)
    assert (record["right"], record["words"][:7]) == (True, "Solved.")
    code, words = WRONG[key]
    record, _ = ask(code, "check", exercise=key)
    assert not record["right"]
    assert record["words"].startswith("Not yet.")
    assert words in record["words"]


def test_an_exercise_names_the_function_that_it_asks_for() -> None:
    record, _ = ask(CODES["astar"], "check", exercise="between")
    assert record["error"]["message"] == "this exercise asks for a function h"


# Race


@pytest.mark.parametrize(
    ("code", "title", "expanded"), [(CODES["astar"], "Your code", 76), (MANHATTAN, "A* · your h", 76)]
)
def test_the_code_races_beside_methods_of_taquin(code: str, title: str, expanded: int) -> None:
    record, events = respond("race", code, methods=["code", "greedy(manhattan)"])
    rows = [data for event, data in events if event == "row"]
    assert record == {}
    assert [(row["place"], row["status"], row["expanded"]) for row in rows] == [
        (0, "solved", expanded),
        (1, "solved", 178),
    ]
    assert next(data for event, data in events if event == "finish")["sentence"].startswith(title)


@pytest.mark.parametrize(
    ("code", "event", "words"),
    [
        ("def search(start):\n    return 1 / 0", "failed", "line 2: Your code failed: ZeroDivisionError"),
        ("def search(start):\n    return 'UUU'", "failed", "fails at step 2 of 3 (Up), which is illegal"),
        ("def search(start, successors):\n    while True:\n        successors(start)", "row", "limit of 100 nodes"),
    ],
)
def test_code_that_fails_in_a_race_leaves_the_others(code: str, event: str, words: str) -> None:
    _, events = respond("race", code, methods=["code", "greedy(manhattan)"], limits={"nodes": 100})
    lanes = {data["place"]: data for kind, data in events if kind in ("row", "failed")}
    assert words in json.dumps(lanes[0])
    assert lanes[1]["expanded"] > 0


def test_a_race_with_code_that_does_not_load_is_refused() -> None:
    record, events = respond("race", "x = = 1", methods=["code", "bfs"])
    assert record["error"]["message"] == "code.py, line 1: SyntaxError: invalid syntax"
    assert events == []
