"""Every parser takes time proportional to the length of its input, even for invalid input.

A regular expression with two repetitions that can share characters takes quadratic time, or worse. So every parser
reads repetitions of many short texts, once short and once eight times as long, and the processor time may grow by no
more than three times as much: quadratic time would grow eight times as much.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from time import thread_time

import pytest

from taquin.analysis.verify import verify
from taquin.cli.commands.draw import parse_steps
from taquin.errors import TaquinError
from taquin.puzzle.board import Board
from taquin.puzzle.documents import read_boards, read_document
from taquin.puzzle.formats.records import is_json
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal
from taquin.puzzle.moves import parse_moves
from taquin.run.limits import Limits
from taquin.solving.heuristic_choice import choose_heuristic
from taquin.solving.method import choose_method
from taquin.solving.space_sets import names_space
from taquin.solving.spec_text import short_spec
from taquin.tables.pdb.pattern import parse_partition
from taquin.trace.formats import read_lines

SHORT, LONG = 300, 2_400
GOAL = Board("1 2 3 / 4 5 6 / 7 8 0")

PARSERS: dict[str, Callable[[str], object]] = {
    "a board": Board,
    "a file of boards": read_document,
    "a file of boards with faults": lambda text: read_document(text, faults=[]),
    "a name of a file": read_boards,
    "JSON": is_json,
    "a goal": make_goal,
    "a solution": lambda text: verify(GOAL, text),
    "moves": parse_moves,
    "a size": Shape.parse,
    "a time limit": lambda text: Limits.parse(time=text),
    "a memory limit": lambda text: Limits.parse(memory=text),
    "an algorithm": choose_method,
    "a heuristic": choose_heuristic,
    "a partition": lambda text: parse_partition(text, GOAL),
    "a space": names_space,
    "steps to draw": parse_steps,
    "a name without folders": short_spec,
    "a trace": lambda text: read_lines(text.splitlines()),
}
# Repeated between a beginning and an end that make the text invalid.
REPEATED = (*" \t\n1a([{|/;-=>:U.", "1 ", "| ", " /", "[ ", "1\n", "x\n")
AROUND = (("", ""), ("a", "!"), ("1", "!"), ("moves", "!"), ("step", "!"), ("astar(weight=", "(x))"), ("[", "!"))


def seconds(parse: Callable[[str], object], text: str) -> float:
    before = thread_time()
    with suppress(TaquinError, OSError, ValueError):
        parse(text)
    return thread_time() - before


@pytest.mark.parametrize("name", PARSERS)
def test_time_is_linear(name: str) -> None:
    parse = PARSERS[name]
    slow = []
    for beginning, end in AROUND:
        for part in REPEATED:
            texts = [beginning + part * (size // len(part)) + end for size in (SHORT, LONG)]
            allowed = 3 * LONG / SHORT * max(seconds(parse, texts[0]), 0.0003)
            if seconds(parse, texts[1]) > allowed and min(seconds(parse, texts[1]) for _ in range(3)) > allowed:
                slow.append((beginning, part, end))
    assert not slow
