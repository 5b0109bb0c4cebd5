"""The measured 35-puzzles in `benchmarks/data`: every solution replays, and no proven bound exceeds its length."""

import csv
from functools import reduce
from pathlib import Path

import pytest

from taquin import Board

DATA = Path(__file__).parents[2] / "benchmarks" / "data"


@pytest.mark.parametrize(("name", "count"), [("scrambles35.csv", 100), ("uniform35.csv", 3)])
def test_solutions_of_35_puzzles(name: str, count: int) -> None:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == count
    for line in lines:
        end = reduce(Board.play, line["moves"], Board(map(int, line["board"].split())))
        assert tuple(end) == (*range(1, 36), 0)
        assert int(line["first_bound"]) <= int(line["lower_bound"]) <= int(line["length"]) == len(line["moves"])
