"""``taquin check`` as users see it."""

from __future__ import annotations

from cases import each_case
from command_line import Capture, answer, printed
from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem


def test_a_single_line_that_no_swap_makes_solvable(capsys: Capture) -> None:
    out = printed(capsys, "check", "4 3 2 1 0", "--size", "1x5", code=1)
    assert out.endswith("No swap of two tiles makes it solvable: more than two tiles are out of order.\n")
    found = answer(capsys, "check", "4 3 2 1 0", "--size", "1x5", code=1)
    assert found["exchange"] is found["repaired"] is found["start_counts"]["parity"] is None


def test_json(capsys: Capture) -> None:
    found = answer(capsys, "check", "0 3 1 4 2 5 7 8 6", code=1)
    assert found.pop("rule").startswith("with an odd number of columns")
    assert found == {
        "solvable": False,
        "start": "0 3 1 / 4 2 5 / 7 8 6",
        "goal": "1 2 3 / 4 5 6 / 7 8 0",
        "rows": 3,
        "columns": 3,
        "format": "line",
        "line": 1,
        "label": None,
        "start_counts": {"inversions": 5, "blank_row": 1, "parity": "odd"},
        "goal_counts": {"inversions": 0, "blank_row": 3, "parity": "even"},
        "exchange": [1, 3],
        "repaired": "0 1 3 / 4 2 5 / 7 8 6",
        "reachable_goals": ["snail"],
    }
    assert Problem(Board(found["repaired"])).is_solvable


@each_case(
    ("arguments", "code", "parts"),
    [
        (
            ["1 2 3 / 4 0 5 / 6 7 8"],
            0,
            ["read as slash", "solvable  yes\n", "Here both are even, so the goal can be reached.\n"],
        ),
        (["1 2 3 8 0 4 7 6 5", "--goal", "snail"], 0, ["solvable  yes: it is the goal\n"]),
        (
            ["1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14 0"],
            1,
            ["parity of inversions + row    odd  even\n", "Swap tiles 14 and 15"],
        ),
        (
            ["1 3 2 0", "--size", "1x4"],
            1,
            ["order of the tiles  1 3 2  1 2 3\n", "tiles never pass each other", "(with --size 1x4)"],
        ),
        (["1 2 0 3", "--size", "1x4"], 0, ["solvable  yes\n"]),
        (["1,2,3,4,0,5,6,7,8"], 0, ["read as commas ("]),
        ([" ".join(map(str, [*range(1, 200), 0])), "--size", "1x200"], 0, [" 20 …"]),
        (["1 3 2 0", "--size", "4x1"], 1, ["tiles never pass each other", "Swap tiles 2 and 3"]),
        (["123405678"], 0, ["read as compact ("]),
        (["[[1,2,3],[4,0,5],[6,7,8]]"], 0, ["read as list ("]),
    ],
)
def test_what_is_printed(capsys: Capture, arguments: list[str], code: int, parts: list[str]) -> None:
    out = printed(capsys, "check", *arguments, code=code)
    for part in parts:
        assert part in out
