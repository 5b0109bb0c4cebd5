"""An installation without extras supports everything except bitmaps, charts, statistics and the page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from taquin import _native
from taquin.errors import install_command

BOARD = "8 1 3 / 4 0 2 / 7 6 5"
PACKAGES = ["numpy", "scipy", "PIL", "matplotlib", "pyarrow", "distributed", "dask", "textual", "fastapi", "uvicorn"]
BLOCKER = f"import sys\nfor name in {PACKAGES}:\n    sys.modules[name] = None  # an import raises ImportError\n"
"""``sitecustomize.py``, which every Python process reads when it starts."""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Variables that hide the packages from a process and from those that it starts."""
    folder = tmp_path_factory.mktemp("blocked")
    (folder / "sitecustomize.py").write_text(BLOCKER, encoding="utf-8")
    return os.environ | {"PYTHONPATH": str(folder), "TAQUIN_CACHE": str(folder / "cache")}


def call(environment: dict[str, str], folder: Path, *commands: list[str]) -> list[tuple[int, str]]:
    """Run commands of Taquin in one new process: their exit codes and what they print."""
    code = (
        "import contextlib, io, json, sys\n"
        "from taquin.cli import run\n"
        "found = []\n"
        "for words in json.loads(sys.argv[1]):\n"
        "    text = io.StringIO()\n"
        "    with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):\n"
        "        status = run(words)\n"
        "    found.append((status, text.getvalue()))\n"
        "print(json.dumps(found))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, json.dumps(commands)],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [(status, text) for status, text in json.loads(done.stdout)]


def test_the_core_install_needs_no_extra(environment: dict[str, str], tmp_path: Path) -> None:
    backend = "native" if _native.is_available() else "python"
    flags = ["--methods", "astar(manhattan)", "--methods", "ida_star(linear_conflict)"]
    (tmp_path / "boards.txt").write_text(BOARD, encoding="utf-8")
    commands = [
        ["solve", BOARD, "--backend", backend],
        ["solve", BOARD, "--backend", "python", "--steps"],
        ["pdb", "build", "3x3", "--partition", "4-4", "--threads", "1"],
        ["pdb", "info", "3x3", "--partition", "4-4"],
        ["solve", BOARD, "-a", "ida_star(pdb(4-4))"],
        ["compare", BOARD, "-a", "astar,ida_star", "-e", "manhattan"],
        ["tree", BOARD, "-o", "tree.pdf"],
        ["draw", BOARD, "-o", "board.svg"],
        ["random", "4x4", "--seed", "1"],
        ["examine", "misplaced", "--predict", "--size", "2x4", "--bound", "10"],
        ["experiment", "--instances", "boards.txt", *flags, "-o", "results.jsonl", "--jobs", "1"],
        ["report", "results.jsonl", "-o", "report.tex"],
    ]
    for words, (status, text) in zip(commands, call(environment, tmp_path, *commands), strict=True):
        assert status == 0, f"taquin {' '.join(words)}: {text}"


def test_what_needs_an_extra_says_so_in_one_line(environment: dict[str, str], tmp_path: Path) -> None:
    hint = install_command("images")
    pictures = f"taquin: error: PNG and GIF are written with Pillow, which is not installed ({hint})\n"
    [png, gif] = call(environment, tmp_path, ["draw", BOARD, "-o", "x.png"], ["draw", BOARD, "--solve", "-o", "x.gif"])
    assert png == gif == (2, pictures)
