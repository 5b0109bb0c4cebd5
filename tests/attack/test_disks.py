"""Every command that writes a file, on a disk that is full or read-only: one clear line, and no file is lost."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from functools import cache
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest

import mounts
from figures import Tally
from taquin.web.browser import export
from waiting import PATIENCE

BOARD = "8 1 3 / 4 0 2 / 7 6 5"
LARGE = "1 2 3 4 5 / 6 7 8 9 10 / 11 12 13 14 15 / 16 17 18 19 20 / 21 22 0 23 24"
BOARDS = f"{BOARD}\n8 6 7 / 2 5 4 / 3 0 1\n" * 8
EXPERIMENT = ["experiment", "--instances", "boards.txt", "--methods", "astar", "--output", "out.jsonl", "--jobs", "1"]
REPORTED = [*EXPERIMENT[:-3], "runs.jsonl", "--jobs", "1"]
DATABASES = ["pdb", "build", "3x3", "-p", "4-4", "--threads", "1"]

COMMANDS: dict[str, tuple[list[str], list[list[str]]]] = {
    "solve": (["solve", BOARD, "--steps", "-o", "out.txt"], []),
    "solve, JSON": (["solve", BOARD, "-o", "out.json"], []),
    "solve, many": (["solve", "boards.txt", "-o", "out.jsonl"], []),
    "solve, a certificate": (["solve", BOARD, "--report", "certificate", "-o", "out.json"], []),
    "random": (["random", "3x3", "-n", "500", "-o", "out.txt"], [["random", "3x3", "-o", "out.txt"]]),
    "draw": (["draw", BOARD, "-o", "out.svg"], []),
    "tree": (["tree", BOARD, "-a", "astar", "-o", "out.svg"], []),
    "shortest": (["shortest", BOARD, "-o", "out.svg"], []),
    "trace": (["trace", BOARD, "-a", "astar", "-o", "out.jsonl"], []),
    "worksheet": (["worksheet", "astar", "--seed", "7", "-o", "out.pdf"], []),
    "worksheet, Markdown": (["worksheet", "astar", "--seed", "7", "-o", "out.md"], []),
    "quiz": (["quiz", "space", "--seed", "7", "-n", "2", "-o", "out.csv"], []),
    "experiment": (EXPERIMENT, [["experiment", *EXPERIMENT[1:], "--repeat", "1"]]),
    "experiment, new": ([*EXPERIMENT[:-3], "new.jsonl", "--jobs", "1"], []),
    "report": (["report", "runs.jsonl", "-o", "out.tex"], [REPORTED]),
    "report, charts": (["report", "runs.jsonl", "--charts", "charts", "--chart-format", "svg"], [REPORTED]),
    "database": (DATABASES, []),
    "database again": ([*DATABASES, "--force"], [DATABASES]),
    "remove": (["pdb", "remove", "--all"], [DATABASES]),
    "detours": (["solve", BOARD, "-a", "ida_star(manhattan, lookback=10)", "--json"], []),
    "distances": (["random", "2x4", "--depth", "12", "--seed", "3"], []),
    "plan": (["hint", LARGE], []),
    "train": (["train", "2x3", "--rounds", "1", "--boards", "20"], []),
    "play, records": (["play"], []),
    "export-page": (["export-page", "page", "--runtime", "runtime"], []),
}
FEW = {"solve, many"}
OLD = [
    "out.txt",
    "out.json",
    "out.jsonl",
    "out.svg",
    "out.pdf",
    "out-key.pdf",
    "out.md",
    "out-key.md",
    "out.csv",
    "out.tex",
]
NEEDS_OWN = {"random", "experiment"}  # they accept no other file in place of theirs


@cache
def can_mount() -> bool:
    try:
        command = ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def runtime_files() -> dict[str, str]:
    """What ``taquin export-page`` needs, with nothing in it."""
    wheel = BytesIO()
    with ZipFile(wheel, "w") as packed:
        packed.writestr("segno-1.dist-info/METADATA", "Name: segno\nVersion: 1\n")
    files = {**dict.fromkeys(export.PYTHON_FILES, ""), "package.json": "{}", export.LOCK: "{}"}
    files |= {"segno-1-py3-none-any.whl": wheel.getvalue().decode("latin-1")}
    return {f"runtime/{name}": content for name, content in files.items()}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in FEW else [pytest.mark.attack]) for name in COMMANDS]
)
def test_full_and_read_only_disks(name: str, tally: Tally) -> None:
    if not can_mount():
        pytest.skip("this system does not allow mounts in a user namespace (unshare -rm)")
    arguments, before = COMMANDS[name]
    files = {"boards.txt": BOARDS} | ({} if name in NEEDS_OWN else dict.fromkeys(OLD, "old\n"))
    files |= runtime_files() if name == "export-page" else {"games.jsonl": "{}\n"}
    case = {"arguments": arguments, "before": before, "files": files}
    command = [shutil.which("unshare") or "unshare", "-rm", sys.executable, mounts.__file__]
    ended = subprocess.run(
        command, input=json.dumps(case), capture_output=True, text=True, timeout=10 * PATIENCE, check=False
    )
    assert ended.returncode == 0, ended.stderr
    reference, *runs = json.loads(ended.stdout)
    assert reference["code"] == 0, reference
    for run in runs:
        tally.add(complaint(run, reference), f"{name}: {run['how']}")
    assert tally.failures == []


def complaint(run: dict[str, Any], reference: dict[str, Any]) -> str:
    lines, old, new = run["errors"].splitlines(), run["before"], run["after"]
    if run["code"] == 0:
        missing = {name for name in reference["after"] if not name.startswith("cache")} - new.keys()
        return f"missing: {missing}" if missing else ""
    is_clear = run["code"] == 2 and lines and lines[-1].startswith("taquin: error: ")
    if not is_clear or "Traceback" in run["errors"]:
        return f"code {run['code']}: {run['errors'][-300:]}"
    foreign = [name for name in new if name not in old and name not in reference["after"]]
    if foreign:
        return f"left behind: {foreign}"
    for name in sorted({*old, *new}):
        if not is_whole(
            name, old.get(name), new.get(name), reference["after"].get(name), run["output"] + run["errors"]
        ):
            return f"{name} was damaged: {str(new.get(name))[-80:]!r}"
    return ""


def is_whole(name: str, old: str | None, new: str | None, complete: str | None, output: str) -> bool:
    """Whether a file is as before, or as after a run without faults, or has whole lines of that, or was reported."""
    if new == old or new in (complete, "folder"):
        return True
    if new is None:
        return old is not None and complete is None  # pdb remove
    is_reported = f"wrote {name}\n" in output
    return is_reported or (name.endswith(".jsonl") and new.endswith("\n" if new else "") and "old" not in new)
