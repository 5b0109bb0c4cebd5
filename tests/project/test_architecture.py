"""The drawn paths of ``docs/architecture.md`` are those of the code.

The calls of Python are compared with those that the commands of the page make, the calls of C++ with the source.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from taquin import _native

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")

RECORDER = """
import json, os, sys
from pathlib import Path

*names, wanted, output = sys.argv[1:]
wanted = {tuple(name) for name in json.loads(wanted)}
calls = os.open(output, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
known = set()


def name_of(frame):
    return frame.f_code.co_filename.rpartition("/taquin/")[2], frame.f_code.co_qualname


def record(frame, event, argument):
    name = name_of(frame)
    if event != "call" or name not in wanted:
        return
    caller = frame.f_back
    while caller is not None:
        pair = name_of(caller), name
        if pair[0] in wanted and pair not in known:
            known.add(pair)
            os.write(calls, (json.dumps(pair) + "\\n").encode())  # at once, because workers end without notice
        caller = caller.f_back


sys.argv = names
from taquin.__main__ import main

sys.setprofile(record)
main()
"""
"""Runs a command, and writes which of the wanted functions was called by which, directly or not, in forks too."""


class Call(NamedTuple):
    """A line of a drawing."""

    caller: tuple[str, str] | None
    file: str
    function: str


def drawings() -> list[tuple[str, list[Call]]]:
    """The drawings of the page: the command, or that of the drawing before, and the calls."""
    command, paths = "", []
    for block in re.findall(r"^```text\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE):
        lines = block.splitlines()
        if lines[0].startswith("$ "):
            command = lines.pop(0).removeprefix("$ ")
        calls: list[Call] = []
        above: list[tuple[int, Call]] = []
        for line in lines:
            file, tree, function = re.match(r"(\S+)\s+([│├└─ ]*)([\w.:]+)", line).groups()  # type: ignore[union-attr]
            while above and above[-1][0] >= line.index(function, len(file)):
                above.pop()
            call = Call((above[-1][1].file, above[-1][1].function) if above else None, file, function)
            assert above or not tree.strip(), line
            above.append((line.index(function, len(file)), call))
            calls.append(call)
        paths.append((command, calls))
    return paths


def calls_of(
    command: str, functions: set[tuple[str, str]], folder: Path
) -> set[tuple[tuple[str, str], tuple[str, str]]]:
    """Which of these functions calls which, when this command runs."""
    output = folder / "calls"
    shutil.copy(ROOT / "tests/data/programs/breadth_first.py.txt", folder / "solver.py")
    arguments = [*shlex.split(command), json.dumps(sorted(functions)), str(output)]
    subprocess.run([sys.executable, "-c", RECORDER, *arguments], cwd=folder, check=True, capture_output=True)
    lines = output.read_text(encoding="utf-8").splitlines()
    return {(tuple(caller), tuple(function)) for caller, function in map(json.loads, lines)}


def is_python(call: Call) -> bool:
    return call.file.endswith(".py")


@pytest.mark.skipif(not _native.is_available(), reason="the page draws the calls of the native core")
@pytest.mark.skipif(sys.platform == "win32", reason="the calls of workers are recorded in forks")
@pytest.mark.parametrize("command", dict.fromkeys(command for command, _ in drawings()))
def test_the_command_makes_the_drawn_calls(command: str, tmp_path: Path) -> None:
    calls = [call for drawn, path in drawings() if drawn == command for call in path if is_python(call)]
    made = calls_of(command, {(call.file, call.function) for call in calls}, tmp_path)
    roots = [call for call in calls if call.caller is None]
    assert [call for call in calls if call.caller and (call.caller, (call.file, call.function)) not in made] == []
    assert all(any(caller == (root.file, root.function) for caller, _ in made) for root in roots)


def test_the_drawn_calls_of_the_core_are_in_its_source() -> None:
    calls = [call for _, path in drawings() for call in path if not is_python(call)]
    assert any(call.file.endswith("best_first/best_first.hpp") for call in calls)
    for call in calls:
        *owner, function = call.function.split("::")
        text = (ROOT / "native" / call.file).read_text(encoding="utf-8")
        assert all(re.search(rf"class {name}\b", text) for name in owner), call
        assert re.search(rf"^ +[\w:<>\[\] ]+ {function}\(|^[\w:<>\[\] ]+ {function}\(", text, re.MULTILINE), call
        if call.caller is not None:
            assert re.search(rf"\b{function}\(", (ROOT / "native" / call.caller[0]).read_text(encoding="utf-8")), call
