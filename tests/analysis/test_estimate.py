"""``estimate``: the value of a heuristic and its summands, from Python and from the command line."""

from __future__ import annotations

import taquin
from cases import each_case
from command_line import Capture, answer, error_line, printed
from taquin.solving.registry import HEURISTICS

BOARD = "8 1 3 / 4 0 2 / 7 6 5"


@each_case("name", [spec.key for spec in HEURISTICS if not spec.takes_parts])
def test_the_summands_add_up_and_no_estimate_exceeds_the_distance(name: str) -> None:
    found = taquin.estimate(BOARD, name)
    assert abs(sum(part.value for part in found.parts) - found.value) < 1e-9 or not found.parts
    assert found.value <= 14 or name == "learned"


def test_the_command_prints_each_heuristic_with_its_summands(capsys: Capture) -> None:
    text = printed(capsys, "estimate", BOARD, "-e", "manhattan,max(misplaced, gaschnig)")
    assert text.startswith("manhattan: h = 10: the tiles' distances add up to 10\n  3  tile 8 is 2 rows and 1 column")
    assert "\n\nmax(misplaced, gaschnig): h = " in text
    [record] = answer(capsys, "estimate", BOARD, "-e", "misplaced")
    assert (record["heuristic"], record["value"], len(record["parts"])) == ("misplaced", 5, 5)
    assert "no heuristic is called 'bogus'" in error_line(capsys, "estimate", BOARD, "-e", "bogus")
