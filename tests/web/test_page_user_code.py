"""Code of users as the page runs it, here in CPython: their searches as traces, errors with lines, time limits."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from taquin.lessons.programs import PROGRAMS
from taquin.web.browser import user_code
from taquin.web.browser.user_code import UserEngine

BOARD = "8 1 3 / 4 0 2 / 7 6 5"  # 14 moves
GOAL = "1 2 3 / 4 5 6 / 7 8 0"
CODES = {program.key: program.code for program in PROGRAMS}


def ask(code: str, path: str = "run", **more: object) -> tuple[dict[str, Any], str]:
    """The response, and what the code printed."""
    printed: list[str] = []
    body = json.dumps({"code": code, "board": BOARD, "goal": GOAL, **more})
    emitted = UserEngine().respond(path, body, lambda event, data: printed.append(json.loads(data)))
    _, _, content = asyncio.run(emitted)
    return json.loads(content), "".join(printed)


@pytest.mark.parametrize(("key", "expanded", "length"), [("astar", 76, 14), ("breadth_first", 5960, 14)])
def test_starters_expand_as_many_nodes_as_taquin(key: str, expanded: int, length: int) -> None:
    record, _ = ask(CODES[key])
    assert record["expanded"] == expanded
    assert record["words"] == f"It returned a solution of {length} moves, and every step is right."


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
    assert record["words"] == "A* with your heuristic."


@pytest.mark.parametrize(
    ("code", "line", "message"),
    [
        ("x = = 1", 1, "SyntaxError: invalid syntax"),
        ("def search(start):\n    return 1 / 0", 2, "ZeroDivisionError: division by zero"),
        ("def search(start, tiles): pass", 1, "search asks for tiles"),
        ("y = 1", 0, "the code defines neither search nor h"),
        ("def h(board):\n    return board[9]", 2, "IndexError: tuple index out of range"),
        ("import turtles", 1, "ModuleNotFoundError: No module named 'turtles'"),
    ],
)
def test_an_error_has_its_line(code: str, line: int, message: str) -> None:
    record, _ = ask(code)
    assert (record["error"]["line"], record["error"]["message"]) == (line, message)


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ("None", "It returned None: no solution."),
        ("'UUU'", "Step 2 of what it returned, Up, is illegal: the blank is in the top row."),
        ("[start]", "It returned no solution. It returned"),
    ],
)
def test_what_a_search_returns_is_judged(result: str, words: str) -> None:
    record, _ = ask(f"def search(start):\n    return {result}")
    assert record["words"].startswith(words)


def test_a_loop_without_end_shows_the_search_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_code, "monotonic", iter(range(0, 10_000, 4)).__next__)
    code = "def search(start, successors):\n    while True:\n        start = successors(start)[0][1]\n"
    record, _ = ask(code)
    assert record["trace"]["status"] == "limit"
    assert record["trace"]["reason"] == "stopped after 10 s"


def test_only_so_much_is_printed() -> None:
    _, printed = ask("def search(start):\n    print('x' * 50_000)\n    print('more')")
    assert len(printed) == user_code.MOST_PRINTED


def test_check_shows_the_smallest_counterexample_of_a_heuristic() -> None:
    code = "def h(board, goal, columns):\n    return 2 * (board != goal)"
    record, _ = ask(code, "check", goal="1 2 3 / 4 5 0")
    assert not record["right"]
    assert record["words"] == "h, tried on all 360 boards, is not admissible: it overestimates 2 boards."
    assert record["boards"] == [["distance 1, h = 2", "1 2 0 / 4 5 3"]]
    assert "\nadmissible  no: it overestimates on 2 boards" in record["report"]


def test_check_judges_a_search() -> None:
    record, _ = ask(CODES["breadth_first"], "check", goal="1 2 3 / 4 5 0")
    assert (record["right"], record["boards"]) == (True, [])
    assert "shortest" in record["words"]
    code = CODES["breadth_first"].replace("return moves", "return moves + 'UD'")
    record, _ = ask(code, "check", goal="1 2 3 / 4 5 0")
    assert record["words"].endswith("shortest on 0.")
    assert len(record["boards"]) == 1
