"""Files (instance sets, assignments, plans, results, certificates, traces, games), damaged by one step.

As in ``test_damaged_texts``: nothing is misread in silence. A new reader is one row of ``READERS``.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from test_damaged_texts import read_set_name, read_spec

import strict_files as forms
import taquin
from damages import Reader, Written, attack
from figures import Tally
from taquin.analysis.certificate import make_certificate
from taquin.analysis.certifier import read as read_certificate
from taquin.errors import FormatError
from taquin.experiments import load
from taquin.experiments.instance import InstanceSet, read_set_file
from taquin.experiments.record import FIELDS
from taquin.experiments.running.files import read_settings
from taquin.judging.assignment import read_assignment
from taquin.puzzle.board import one_line
from taquin.puzzle.goals import GOALS
from taquin.trace.formats import read_stream, write_lines
from taquin.tui.records import read_records

FOLDER = TemporaryDirectory()
"""Of the files that are read."""
MOST_BOARDS = 6
"""More than a damaged file has."""
KINDS = {name: field.text for name, field in FIELDS.items()}


def from_file(read: Callable[[Path], object]) -> Callable[[bytes, object], object]:
    """A reader of a file as a reader of bytes."""

    def read_bytes(data: bytes, about: object) -> object:
        path = Path(FOLDER.name) / "file"
        path.write_bytes(data)
        return read(path)

    return read_bytes


def read_set(path: Path) -> object:
    found = read_set_file(path)
    if not isinstance(found, InstanceSet):
        return "boards", [tuple(entry.board) for entry in found.entries]
    boards = []
    for instance in found.instances:
        others = dict(instance.columns)
        others |= {} if instance.optimum is None else {"optimum": str(instance.optimum)}
        others |= {"label": instance.label} if instance.label else {}
        boards.append((tuple(instance.board), tuple(sorted(others.items()))))
    goal = str(found.goal).strip().lower().replace("_", "-")
    return goal, found.summary, found.source, found.easy, tuple(boards)


def read_homework(path: Path) -> object:
    found = read_assignment(path)
    program, limits = found.program, found.program.limits
    boards, hidden = (
        tuple((board.shape.columns, tuple(board)) for board in each) for each in (found.boards, found.hidden)
    )
    if len(boards) > MOST_BOARDS:  # those of taquin judge, because the file has none
        boards = ()
    names = [name for name, make in GOALS.items() if make(found.goal.shape) == found.goal]
    goal = names[0] if names else (found.goal.shape.columns, tuple(found.goal))
    rest = (found.title, program.text, found.build, program.template, program.call, program.method, found.heuristic)
    amounts = float(limits.time), limits.memory
    points = tuple(sorted(found.points.items()))
    return (*rest, program.blank), goal, amounts, boards, hidden, points, json.dumps(found.allowed, sort_keys=True)


def read_plan(path: Path) -> object:
    settings = read_settings(path)
    settings.plan()
    values = {**settings.given}
    if "output" in values:
        values["output"] = Path(values["output"]).name
    sets = [read_set_name(name, None) for name in values["instances"]]
    return {**values, "instances": sets, "methods": [read_spec(text, None) for text in values["methods"]]}


def write_results(random: Random) -> Written:
    return forms.write_results(random, KINDS)


def write_certificate(random: Random) -> Written:
    board = forms.random_board(random, (2, 2), (2, 3))
    result = taquin.solve(board, algorithm=random.choice(["ida_star(manhattan)", "bfs"]))
    return Written(json.dumps(make_certificate(result), indent=random.choice([None, 1])))


def read_certificate_bytes(data: bytes, about: object) -> object:
    try:
        return read_certificate(data.decode("utf-8"))
    except ValueError as error:
        raise FormatError(" ".join(str(error).split())) from None


def write_trace(random: Random) -> Written:
    recorder = taquin.Recorder()
    board = forms.random_board(random, (2, 2), (2, 2), (2, 3))
    algorithm = random.choice(
        ["astar(manhattan)", "bfs", "ida_star(manhattan)", "dfs(frontier=stack)", "hill_climbing"]
    )
    taquin.solve(board, algorithm=algorithm, observer=recorder, nodes=random.choice([5, 20]))
    return Written("\n".join([*write_lines(recorder.trace()), ""]))


def read_trace(data: bytes, about: object) -> object:
    trace = read_stream(io.BytesIO(data))
    header, *rest = map(json.loads, write_lines(trace))
    return [{**header, "start": one_line(trace.start), "goal": one_line(trace.goal)}, *rest]


def read_games(data: bytes, about: object) -> object:
    text = data.decode(errors="replace")
    records = read_records(text)
    if len(records) < sum(bool(line.strip()) for line in text.split("\n")):
        raise FormatError("a damaged line is left out")
    absent = (None, "")  # the values of names that a line may lack
    return [{name: value for name, value in asdict(record).items() if value not in absent} for record in records]


def row(name: str, write: Any, read: Any, strict: Any, *, checks_more: bool = False) -> Reader:
    return Reader(name, write, read, strict, is_file=True, checks_more=checks_more)


READERS = [
    row("instance sets", forms.write_set, from_file(read_set), forms.read_set, checks_more=True),
    row("assignments", forms.write_assignment, from_file(read_homework), forms.read_assignment, checks_more=True),
    row("plans of experiments", forms.write_plan, from_file(read_plan), forms.read_plan, checks_more=True),
    row("results", write_results, from_file(load), forms.read_results, checks_more=True),
    row("certificates", write_certificate, read_certificate_bytes, forms.read_certificate, checks_more=True),
    row("traces", write_trace, read_trace, forms.read_trace, checks_more=True),
    row("solved games", forms.write_games, read_games, forms.read_games),
]  # fmt: skip


@pytest.mark.parametrize("count", [100, pytest.param(4_000, marks=pytest.mark.attack)])
@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_no_damaged_file_is_misread(reader: Reader, count: int, tally: Tally) -> None:
    attack(reader, count, count, tally.of_reader(reader.name))
    assert not tally.failures, tally.failures[:10]
