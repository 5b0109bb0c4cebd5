"""An installation without extras supports everything except bitmaps, statistics and the page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import taquin
from taquin import _native
from taquin.errors import install_command
from taquin.web.browser.export import LEFT_OUT

BOARD = "8 1 3 / 4 0 2 / 7 6 5"
PACKAGES = ["numpy", "scipy", "PIL", "distributed", "dask", "textual", "starlette", "uvicorn"]
PACKAGES += ["resvg_py", "uharfbuzz", "bidi", "pymupdf_fonts"]
BLOCKER = f"import sys\nfor name in {PACKAGES}:\n    sys.modules[name] = None  # an import raises ImportError\n"
"""``sitecustomize.py``, which every Python process reads when it starts."""


SCRIPT = """
import contextlib, io, json, sys
from taquin.cli import run
found = []
for words in json.loads(sys.argv[1]):
    text = io.StringIO()
    with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
        status = run(words)
    found.append((status, text.getvalue()))
print(json.dumps(found))
"""
"""Runs commands of Taquin: their exit codes and what they print."""


def test_the_core_install_needs_no_extra_or_names_it_in_one_line(tmp_path: Path) -> None:
    backend = "native" if _native.is_available() else "python"
    flags = ["--methods", "astar(manhattan)", "--methods", "ida_star(linear_conflict)"]
    (tmp_path / "boards.txt").write_text(BOARD, encoding="utf-8")
    (tmp_path / "sitecustomize.py").write_text(BLOCKER, encoding="utf-8")
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
        ["examine", "misplaced", "--size", "2x3"],
        ["experiment", "--instances", "boards.txt", *flags, "-o", "results.jsonl", "--jobs", "1"],
        ["report", "results.jsonl", "-o", "report.tex"],
        ["report", "results.jsonl", "-o", "report.html", "--charts", "charts"],
        ["experiment", "--instances", "boards.txt", *flags, "-o", "cluster.jsonl", "--dask", "local"],
        ["draw", BOARD, "-o", "x.png"],
        ["draw", BOARD, "--solve", "-o", "x.gif"],
    ]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, json.dumps(commands)],
        env=os.environ | {"PYTHONPATH": str(tmp_path), "TAQUIN_CACHE": str(tmp_path / "cache")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *found, dask, png, gif = json.loads(done.stdout)
    for words, (status, text) in zip(commands, found, strict=False):
        assert status == 0, f"taquin {' '.join(words)}: {text}"
    hint = install_command("images")
    message = f"taquin: error: PNG and GIF need the extra images, which is not installed ({hint})\n"
    assert png == gif == [2, message]
    message = f"taquin: error: --dask needs Dask, which is not installed ({install_command('cluster')})\n"
    assert dask == [2, message]


def test_no_module_of_the_page_imports_msgspec() -> None:
    """The page has no msgspec: only files that the page leaves out use it."""
    package = Path(taquin.__file__).parent
    paths = [path for path in package.rglob("*.py") if not _name(path).startswith(LEFT_OUT)]
    assert {_name(path) for path in paths} > {"taquin/solving/solver.py", "taquin/web/api/solving.py"}
    assert [_name(path) for path in paths if "msgspec" in path.read_text(encoding="utf-8")] == []


def _name(path: Path) -> str:
    """As in an archive of the page."""
    return path.relative_to(Path(taquin.__file__).parents[1]).as_posix()
