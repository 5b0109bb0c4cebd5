"""Faults of the file system at every call: a clean error or the right result, and nothing is left behind."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import faults
from faults import FUNCTIONS, Plan
from taquin import _native
from waiting import PATIENCE

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")

BOARD = "8 1 3 / 4 0 2 / 7 6 5"
FILES = {"boards.txt": f"{BOARD}\n1 2 3 / 4 0 5 / 6 7 8\n"}
ALL = [*FUNCTIONS]
EVERY = sorted({how for hows in FUNCTIONS.values() for how in hows})
KILLS = ["kill", "kill after"]

COMMANDS: dict[str, tuple[list[str], list[list[str]]]] = {
    "build a database": (["pdb", "build", "2x3", "-p", "3-2", "--threads", "1"], []),
    "build a database again": (
        ["pdb", "build", "2x3", "-p", "3-2", "--force", "--threads", "1"],
        [["pdb", "build", "2x3", "-p", "3-2"]],
    ),
    "build a database with checkpoints": (["pdb", "build", "3x3", "-p", "4-4", "--threads", "1"], []),
    "detour table": (["solve", BOARD, "-a", "ida_star(manhattan, lookback=10)", "--json"], []),
    "distance table": (["random", "2x4", "--depth", "12", "--seed", "3", "--json"], []),
    "read databases": (["solve", BOARD, "-a", "ida_star(pdb(4-4))", "--json"], [["pdb", "build", "3x3", "-p", "4-4"]]),
    "read a distance table": (
        ["hint", "0 7 6 5 / 4 3 2 1", "--json"],
        [["random", "2x4", "--depth", "12", "--seed", "3"]],
    ),
    "verify": (["pdb", "verify"], [["pdb", "build", "3x3", "-p", "4-4"]]),
    "trace -o": (["trace", BOARD, "-a", "astar", "-o", "out.jsonl"], []),
    "solve -o": (["solve", BOARD, "-o", "out.txt"], []),
    "solve -o, JSON": (["solve", BOARD, "-o", "out.json"], []),
    "solve -o, many": (["solve", "boards.txt", "-o", "out.jsonl"], []),
    "draw -o": (["draw", BOARD, "-o", "out.svg"], []),
    "tree -o": (["tree", BOARD, "-a", "astar", "-o", "out.svg"], []),
}
SAVED = {"build a database with checkpoints"}
NEEDS_CORE = {*SAVED, "distance table", "read a distance table", "detour table"}
GROWING = {"solve -o, many"}  # their file grows line by line: whole lines are left


def carry_out(name: str, functions: list[str], hows: list[str], is_lasting: list[bool]) -> list[dict[str, Any]]:
    if name in NEEDS_CORE and not _native.is_available():
        pytest.skip(_native.describe())
    arguments, before = COMMANDS[name]
    plan = asdict(Plan(name, arguments, before, FILES, functions, hows, is_lasting))
    ended = subprocess.run(
        [sys.executable, faults.__file__],
        input=json.dumps({"plan": plan, "largest_copy": 0, "is_saved": name in SAVED}),
        capture_output=True,
        text=True,
        timeout=60 * PATIENCE,  # on a busy machine a build with checkpoints took more than 20 minutes
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    found: list[dict[str, Any]] = json.loads(ended.stdout)
    return found


def essence(output: str) -> str:
    """What a command printed, without times, paths and whether a file was there before."""
    output = output.replace(", replacing an earlier file", "")
    text = re.sub(r'"seconds": [\d.e-]+|"spec": ".*"', "", output)  # a hint without a table is searched
    text = re.sub(r"\d[\d.]* (?:s|ms)\b", "", text)
    return re.sub(r"/\S*/(?:reference|\d+)/", "", text)


def check(name: str, found: list[dict[str, Any]]) -> int:
    """Check all runs of a plan, and return their number."""
    reference, *others = found
    assert reference["first"]["code"] == 0, reference
    expected = essence(reference["first"]["output"])
    for run in others:
        first, second = run["first"], run["second"]
        assert second["code"] == 0, run
        assert tables(run["after"]) == tables(reference["files"]), run
        assert outputs(run["after"]) == outputs(reference["files"]), run
        assert leftovers(run["after"]) == [], run
        if "already in the cache" not in second["output"]:
            assert essence(second["output"]) == expected, run
        if first["code"] == -9:
            assert "kill" in run["fault"]
            assert_whole(name, run, reference)
            continue
        assert "Traceback" not in first["errors"], run
        assert "internal error" not in first["errors"], run
        assert first["code"] in (0, 2, 3), run
        assert leftovers(run["files"]) == [] or "unlink" in run["fault"] or name in SAVED, run
        assert_whole(name, run, reference)
        if first["code"] == 0:
            assert essence(first["output"]) == expected, run
            assert outputs(run["files"]) == outputs(reference["files"]), run
        else:
            lines = first["errors"].splitlines()
            is_silenced = re.fullmatch(r"write \d+ \w+ and on", run["fault"])  # standard error fails too
            is_told = lines[-1].startswith("taquin: ") if lines else first["code"] == 3
            assert is_told or is_silenced, run
    return len(others)


def tables(files: dict[str, str]) -> dict[str, str]:
    return {name: content for name, content in files.items() if re.search(r"/[^.][^/]*\.(pdb|table)$", name)}


def outputs(files: dict[str, str]) -> dict[str, str]:
    return {name: essence(content) for name, content in files.items() if name.startswith("out.")}


def leftovers(files: dict[str, str]) -> list[str]:
    """Drafts and checkpoints: hidden files but those that belong to a table (lock, holder of the lock, record)."""
    kept = (".lock", ".checked")
    hidden = [name for name in files if Path(name).name.startswith(".") and not name.endswith(kept)]
    return hidden + [name for name in files if name.endswith(".part") and name not in hidden]


def assert_whole(name: str, run: dict[str, Any], reference: dict[str, Any]) -> None:
    """A table or a file is there whole, or not at all."""
    for kind in (tables, outputs):
        found, whole = kind(run["files"]), kind(reference["files"])
        for file, content in found.items():
            if name in GROWING:
                assert whole[file].startswith(content), run
                assert content == "" or content.endswith("\n"), run
            else:
                assert content == whole[file], run


@pytest.mark.parametrize(
    ("name", "functions"),
    [
        ("build a database", ["write", "fsync", "replace"]),
        ("solve -o, JSON", ["open", "write", "fsync", "replace"]),
        ("read databases", ["open", "mmap"]),
    ],
)
def test_a_failure_of_each_call(name: str, functions: list[str]) -> None:
    assert check(name, carry_out(name, functions, ["EIO", "ENOMEM"], [False])) > 0


def test_kills_at_every_write_of_a_build() -> None:
    assert check("build a database", carry_out("build a database", ["write"], ["kill"], [False])) > 0


@pytest.mark.slow
@pytest.mark.attack
@pytest.mark.parametrize("name", COMMANDS)
def test_every_failure_of_every_call(name: str) -> None:
    tried = check(name, carry_out(name, ALL, EVERY, [False, True]))
    print(f"{name}: {tried} faults tried, 0 failed")
    assert tried > 0


@pytest.mark.slow
@pytest.mark.attack
@pytest.mark.parametrize("name", COMMANDS)
def test_kills_before_and_after_every_call(name: str) -> None:
    tried = check(name, carry_out(name, ALL, KILLS, [False]))
    print(f"{name}: {tried} kills tried, 0 failed")
    assert tried > 0
