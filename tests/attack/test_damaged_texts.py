"""Texts that people type (numbers, sizes, limits, names, specs, solutions), damaged by one step.

Each is read as what it says by a strict reader of its documented form. A text that has no documented form any more is
read as what was written, or refused: nothing is misread in silence. A new reader is one row of ``READERS``.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

import strict_readers as forms
import strict_solutions as solutions
from damages import Reader, attack
from figures import Tally
from taquin.analysis.solution_text import detect_notation, find_steps, read_steps
from taquin.cli.commands.draw import parse_steps
from taquin.cli.commands.experiment import _parse_shard
from taquin.errors import MoveError
from taquin.experiments import instance_set
from taquin.puzzle.arguments import check_real, check_whole
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import GOALS, make_goal
from taquin.puzzle.moves import Move, Notation
from taquin.run.limits import Limits
from taquin.solving.heuristic_choice import HeuristicChoice
from taquin.solving.method import choose_method
from taquin.solving.spec_text import parse_spec
from taquin.tables.pdb.pattern import parse_partition

GOAL = Board("1 2 3 / 4 5 6 / 7 8 0")


def read_whole(text: str, about: object) -> int:
    return check_whole("number", text, least=-(10**18), takes_text=True)


def read_real(text: str, about: object) -> float:
    return check_real("number", text, least=-1e300, takes_text=True)


def read_time(text: str, about: object) -> float:
    return round(float(Limits.parse(time=text).time or 0), 9)


def read_size(text: str, about: object) -> tuple[int, int]:
    shape = Shape.parse(text)
    return shape.rows, shape.columns


def read_steps_option(text: str, about: object) -> tuple[int, int | None]:
    first, last = parse_steps(text)
    return first, None if last == 10**9 else last


def read_shard(text: str, about: object) -> object:
    return _parse_shard(None, None, text)  # type: ignore[arg-type]


def read_goal(text: str, about: object) -> str:
    goal = make_goal(text, "3x3")
    return next(name for name, make in GOALS.items() if make(goal.shape) == goal)


def read_partition(text: str, about: object) -> object:
    partition = parse_partition(text, GOAL)
    if re.fullmatch("[0-9-]+", partition.text):
        return "sizes", [len(pattern.homes) for pattern in partition.patterns]
    return "tiles", [set(pattern.tiles(GOAL)) for pattern in partition.patterns]


def read_spec(text: str, about: object) -> object:
    method = choose_method(text)
    call = parse_spec(text)
    values = dict(method.options)
    given = frozenset(
        (name, values[name]) for name in (each.strip().lower().replace("-", "_") for each in call.options)
    )
    return method.algorithm.key, _heuristic(method.heuristic) if call.parts else None, given


def _heuristic(choice: HeuristicChoice | None) -> object:
    assert choice is not None
    assert choice.spec is not None
    return tuple(map(_heuristic, choice.parts)) if choice.parts else choice.spec.key


def read_set_name(text: str, about: object) -> object:
    found = instance_set(text)
    call = parse_spec(text)
    if call.name == "random":
        size = found.shapes[0]
        options = {"size": (size.rows, size.columns), "count": 10, "seed": 0, "goal": "standard", **call.options}
        options["goal"] = str(options["goal"]).strip().lower().replace("_", "-")
        assert len(found) == int(str(options["count"]))
        numbers = {name: value if name in ("size", "goal") else int(str(value)) for name, value in options.items()}
        return tuple(sorted((name, str(value)) for name, value in numbers.items()))
    return call.name, frozenset(instance.index for instance in found.instances)


def read_solution(text: str, about: Any) -> object:
    """What ``verify`` replays."""
    shape = Shape(*about[:2])
    text = find_steps(text)
    notation = detect_notation(text, shape)
    steps = read_steps(text, notation, shape)
    if notation is Notation.BLANK:
        return "blank", tuple(step.letter for step in steps if isinstance(step, Move))
    if notation is Notation.BOARDS:
        return "boards", tuple(tuple(step) for step in steps if isinstance(step, Board))
    if not all(isinstance(step, int) and 0 < step < shape.cells for step in steps):
        raise MoveError("verify says that the board has no such tile")
    return str(notation), tuple(steps)


READERS = [
    Reader("whole numbers", forms.write_whole, read_whole, forms.read_whole),
    Reader("numbers", forms.write_real, read_real, forms.read_real),
    Reader("sizes", forms.write_size, read_size, forms.read_size),
    Reader("steps of draw", forms.write_steps, read_steps_option, forms.read_steps),
    Reader("shards", forms.write_shard, read_shard, forms.read_shard),
    Reader("limits of time", forms.write_time, read_time, forms.read_time),
    Reader("limits of nodes", forms.write_count, lambda text, _: Limits.parse(nodes=text).nodes, forms.read_count),
    Reader("limits of memory", forms.write_memory, lambda text, _: Limits.parse(memory=text).memory, forms.read_memory),
    Reader("limits of depth", forms.write_depth, lambda text, _: Limits.parse(depth=text).depth, forms.read_depth),
    Reader("names of goals", forms.write_goal, read_goal, forms.read_goal),
    Reader("partitions", forms.write_partition, read_partition, forms.read_partition),
    Reader("specs of methods", forms.write_spec, read_spec, forms.read_spec, checks_more=True),
    Reader("names of instance sets", forms.write_set_name, read_set_name, forms.read_set_name, checks_more=True),
    Reader("moves as letters", solutions.write_letters, read_solution, solutions.read_solution),
    Reader("moves as words", solutions.write_words, read_solution, solutions.read_solution),
    Reader("moves as arrows", solutions.write_arrows, read_solution, solutions.read_solution),
    Reader("moves as tiles", solutions.write_tiles, read_solution, solutions.read_solution, checks_more=True),
    Reader("moves as boards", solutions.write_boards, read_solution, solutions.read_solution, checks_more=True),
    Reader("moves in reports", solutions.write_report, read_solution, solutions.read_solution),
]  # fmt: skip


@pytest.mark.parametrize("count", [100, pytest.param(4_000, marks=pytest.mark.attack)])
@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_no_damaged_text_is_misread(reader: Reader, count: int, tally: Tally) -> None:
    attack(reader, count, count, tally.of_reader(reader.name))
    assert not tally.failures, tally.failures[:10]
