"""Inputs that Hypothesis makes up, for every parser, the command line and the API of the page.

Nothing may happen but a result, or an error of one short line: no traceback, no internal error, no other exit code than
the documented ones.
"""

from __future__ import annotations

import asyncio
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from figures import LONGEST, Tally, complain
from taquin.analysis.verify import verify
from taquin.cli import COMMANDS, cli, run
from taquin.cli.commands.draw import parse_steps
from taquin.puzzle.board import Board
from taquin.puzzle.documents import parse_board, read_bytes, read_document
from taquin.puzzle.geometry import Shape
from taquin.run.limits import Limits
from taquin.solving.method import choose_method
from taquin.tables.pdb.pattern import parse_partition
from taquin.web.browser import engine
from taquin.web.settings import Settings

Check = Callable[[Any], object]
BOARD = Board("1 2 3 / 4 0 5 / 7 8 6")


def fuzz(tally: Tally, strategy: st.SearchStrategy[Any], count: int, complaint: Callable[[Any], str]) -> None:
    """Try this number of examples of a strategy."""

    @settings(max_examples=count, database=None, suppress_health_check=list(HealthCheck))
    @given(strategy)
    def each(value: Any) -> None:
        tally.add(complaint(value), value)

    each()


# Texts --------------------------------------------------------------------------------------------------------------

numbers = st.integers(0, 20).map(str) | st.sampled_from(
    ["-1", "9" * 12, "9" * 5000, "1.5", "1_0", "１", "0x1", "1e9", "nan"]
)
glue = st.sampled_from(
    [" ", " ", " ", "\n", "/", " / ", ",", ";", "|", "\t", "", "[", "]", "\n\n", "#", "-", "(", "{", '"', "\r\n"]
)
board_like = st.lists(st.tuples(numbers | st.sampled_from(list("_.xX*abf")), glue), max_size=40).map(
    lambda pairs: "".join(number + between for number, between in pairs)
)
permutations = (
    st.sampled_from([4, 6, 9, 16])
    .flatmap(lambda cells: st.permutations(range(cells)))
    .flatmap(
        lambda cells: st.sampled_from([" ", ",", " / ", "\n", ""]).map(lambda between: between.join(map(str, cells)))
    )
)
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from([10**400, "1 2 3 0"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["start", "board", "boards", "goal", "rows", "columns", "label", "x"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)
json_texts = json_values.map(lambda value: json.dumps(value, default=str)) | st.integers(1, 3000).map(
    lambda depth: '{"board":' + "[" * depth
)
texts = board_like | permutations | json_texts | st.text(max_size=60)
names = st.sampled_from(
    ["wastar", "ida_star", "max", "manhattan", "pdb", "weight", "lookback", "2", "1e400", "nan", "5-5-5", "x", ""]
)
specs = st.lists(st.tuples(names, st.sampled_from(["(", ")", ",", "=", " ", "", "((", "))"])), max_size=14).map(
    lambda pairs: "".join(name + between for name, between in pairs)
)
solutions = (
    st.text(alphabet="UDLRudlr ,;/[]()->=.:1234567890#\n…", max_size=60)
    | st.lists(
        st.sampled_from(
            ["moves", "path_to_goal", ":", "Up", "Down", "step 1.", "1 2 3 / 4 5 0 / 7 8 6", "→", "\n", " "]
        ),
        max_size=20,
    ).map(" ".join)
    | texts
)
amounts = st.tuples(numbers, st.sampled_from(["", "k", "M", "s", "ms", "h", "GiB", " ", "K", "µs"])).map(
    "".join
) | st.text(max_size=12)

TEXTS: dict[str, tuple[st.SearchStrategy[Any], Check]] = {
    "boards": (texts, parse_board),
    "files of boards": (texts, read_document),
    "files of boards with faults": (texts, lambda text: read_document(text, faults=[])),
    "bytes": (st.binary(max_size=60) | texts.map(lambda text: text.encode("utf-16", "surrogatepass")), read_bytes),
    "solutions": (solutions, lambda text: verify(BOARD, text)),
    "solutions of boards": (texts, lambda text: verify(BOARD, text, notation="boards")),
    "specs": (specs | st.text(max_size=40), choose_method),
    "sizes": (st.text(alphabet="0123456789x×* ,by-_", max_size=12), Shape.parse),
    "limits": (amounts, lambda text: [Limits.parse(**{name: text}) for name in ("time", "nodes", "memory", "depth")]),
    "partitions": (st.text(alphabet="0123456789-|, auto", max_size=30), lambda text: parse_partition(text, BOARD)),
    "steps": (st.text(alphabet="0123456789-–. ", max_size=12), parse_steps),
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("count", [60, pytest.param(1_000, marks=pytest.mark.attack)])
def test_fuzzed_texts(name: str, count: int, tally: Tally) -> None:
    strategy, check = TEXTS[name]
    fuzz(tally, strategy, count, lambda text: complain(lambda: check(text)))


# The command line ---------------------------------------------------------------------------------------------------

WORDS = [
    "2",
    "-1",
    "1.5",
    "nan",
    "1e400",
    "1_000",
    "18446744073709551616",
    "",
    "x",
    "astar",
    "manhattan",
    "2x2",
    "1 2 / 0 3",
    "max(" * 300,
    "1 2 3 / 0 4 5",
    "snail",
    "ü",
    "-",
    "--",
]
BOARDS = ["1 2 / 0 3", "1 0 2 / 3 4 5", "1 2 3 / 4 5 6 / 8 7 0", "1 2 / 3 3", "x"]
SKIPPED = {"serve", "mcp", "pdb"}  # servers, and a command that builds large tables
UNUSED = {"--plot", "--boards", "--count", "-n"}  # which take long with a number that is right


def options_of(name: str) -> list[tuple[str, bool]]:
    """Every option of a command, and whether it takes a value."""
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    found = [each for each in command.params if isinstance(each, click.Option)]
    return [(flag, not each.is_flag) for each in found for flag in each.opts if flag not in UNUSED]


@st.composite
def command_lines(draw: st.DrawFn) -> list[str]:
    name = draw(st.sampled_from([each for each in COMMANDS if each not in SKIPPED]))
    line = [name]
    if name == "verify" or draw(st.booleans()):
        line.append(draw(st.sampled_from(BOARDS)))
    for flag, takes_value in draw(st.lists(st.sampled_from(options_of(name)), max_size=4)):
        line += [flag, draw(st.sampled_from(WORDS))] if takes_value else [flag]
    line += ["--size", "2x2"] if name == "examine" else []
    return line + draw(st.lists(st.sampled_from(WORDS), max_size=1))


@pytest.mark.parametrize("count", [60, pytest.param(1_000, marks=pytest.mark.attack)])
def test_fuzzed_command_lines(
    count: int, tally: Tally, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    def complaint(line: list[str]) -> str:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1 2 / 0 3\n")))
        code = run(line)
        error = capfd.readouterr().err
        is_clear = "Traceback" not in error and "internal error" not in error
        is_short = code != 2 or len(error) <= 2 * LONGEST
        return "" if code in (0, 1, 2, 3) and is_clear and is_short else f"code {code}: {error[-300:]}"

    fuzz(tally, command_lines(), count, complaint)


# Requests -----------------------------------------------------------------------------------------------------------

PATHS = ["solve", "check", "hint", "judge", "draw", "trace", "race", "random", "registry", "depths", "nothing"]
FIELDS = [
    "board",
    "goal",
    "size",
    "algorithm",
    "heuristic",
    "options",
    "limits",
    "moves",
    "methods",
    "nodes",
    "count",
    "kind",
    "pace",
    "seed",
    "depth",
    "x",
]
values = json_values | st.sampled_from(
    [*BOARDS, "astar", "manhattan", "max(" * 90, {"nodes": 10**30}, {"time": -1}, {"time": "1_0"}, {"weight": 1e308}]
)
bodies = (
    st.dictionaries(st.sampled_from(FIELDS), values, max_size=4)
    .map(lambda fields: {"board": "1 2 / 0 3", "limits": {"time": 0.1}, **fields})
    .map(lambda fields: json.dumps(fields, default=str).encode())
    | st.binary(max_size=30)
    | st.integers(1, 3000).map(lambda depth: b'{"board":' + b"[" * depth)
    | st.just(b'{"board":"1 2 / 0 3","limits":{"nodes":' + b"9" * 5000 + b"}}")
)  # fmt: skip
requests = st.tuples(st.sampled_from(["POST", "POST", "GET"]), st.sampled_from(PATHS), bodies)


@pytest.mark.parametrize("count", [60, pytest.param(1_000, marks=pytest.mark.attack)])
def test_fuzzed_requests_without_a_server(count: int, tally: Tally, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine of the page in the browser gets the same requests, as text."""
    monkeypatch.setattr(engine, "SETTINGS", Settings(workers=1, usual_time=0.2, trace_time=0.2, trace_nodes=200))
    responder = engine.Engine()

    def complaint(request: tuple[str, str, bytes]) -> str:
        method, path, body = request
        text = None if method == "GET" else body.decode(errors="replace")
        status, _, content = asyncio.run(responder.respond(path, text, lambda event, data: None))
        return "" if status < 500 else f"status {status}: {content[:300]!r}"

    fuzz(tally, requests, count, complaint)
