"""The promises of SECURITY.md about commands: only code that the user names is run. tests/web tests the server."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import taquin
from taquin.cli import run

ROOT = Path(__file__).parents[2]
PACKAGE = Path(taquin.__file__).parent
BOARD = "8 1 3 / 4 0 2 / 7 6 5"

RUNS_CODE = {"exec", "eval", "compile", "__import__", "system", "popen"}
MAY_RUN_CODE = {"pickle", "marshal", "shelve", "runpy"}
"""Modules that can run code contained in data."""
USERS_FILES = {"heuristics/user_code.py", "web/browser/loaded_code.py"}
"""Modules that run code of users: files that they name, and in the sandbox of a browser what they write in the page."""
OWN_PROCESSES = {"solving/batch.py", "system/pool.py", "system/worker_process.py"}
"""They send values between our own processes."""
WATCHED = {"judging/watched.py"}
"""It is the process of a program that the user names, and runs only that."""


def called_and_imported(tree: ast.Module) -> tuple[set[str], set[str]]:
    """The functions that a module calls by their names or as ``os.name``, and the modules that it imports."""
    called, imported = set(), set()
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Name(name)) | ast.Call(ast.Attribute(ast.Name("os"), name)):
                called.add(name)
            case ast.Import(aliases):
                imported |= {alias.name for alias in aliases}
            case ast.ImportFrom(module):
                imported.add(str(module))
    return called, imported


def test_code_runs_only_where_it_is_named() -> None:
    """Two modules run code of users; no server imports that of the page. Pickles come from our own processes only."""
    for path in PACKAGE.rglob("*.py"):
        name, text = path.relative_to(PACKAGE).as_posix(), path.read_text(encoding="utf-8")
        if not any(word in text for word in (*RUNS_CODE, *MAY_RUN_CODE)):
            continue
        called, imported = called_and_imported(ast.parse(text))
        assert called & RUNS_CODE == ({"compile", "exec"} if name in USERS_FILES else set()), name
        is_sandboxed = name.startswith("web/browser/")
        assert is_sandboxed or not any(
            module.endswith(("user_code", "loaded_code")) for module in imported if "web" in module
        ), name
        assert not imported & MAY_RUN_CODE or name in OWN_PROCESSES | WATCHED, name
        assert "allow_pickle=True" not in text, name


def hostile(folder: Path, name: str) -> tuple[Path, Path]:
    """A module that leaves a mark when it is run, and the mark."""
    mark = folder / f"{name}.ran"
    file = folder / name
    file.write_text(f"from pathlib import Path\nPath({str(mark)!r}).touch()\ndef estimate(board, goal): return 0\n")
    return file, mark


def test_reading_a_trace_runs_no_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Not even the heuristic that it was recorded with."""
    file, mark = hostile(tmp_path, "mine.py")
    trace = tmp_path / "search.jsonl"
    near = "1 2 3 / 4 0 5 / 7 8 6"
    assert run(["trace", near, "-a", "astar", "-e", f"{file}:estimate", "-o", str(trace)]) == 0
    assert mark.exists()
    mark.unlink()
    assert str(file) in trace.read_text(encoding="utf-8")
    for command in ("trace", "tree"):
        assert run([command, "--read", str(trace)]) == 0
    assert run(["trace", "--read", str(trace), "--json"]) == 0
    capsys.readouterr()
    assert not mark.exists()


def test_modules_in_the_current_folder_are_ignored(tmp_path: Path) -> None:
    command = Path(sys.executable).parent / "taquin"
    if not command.exists():
        pytest.skip("the command is not installed beside this interpreter")
    marks = [hostile(tmp_path, name)[1] for name in ("json.py", "random.py", "numpy.py", "sitecustomize.py", "mine.py")]
    (tmp_path / "boards.txt").write_text(f"{BOARD}\n{BOARD}\n")
    for arguments in (["solve", BOARD], ["solve", "boards.txt", "--jobs", "2"], ["list"]):
        done = subprocess.run([str(command), *arguments], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert not [mark for mark in marks if mark.exists()]


def test_every_promise_has_its_tests() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / "SECURITY.md").read_text(encoding="utf-8"))
    assert len(named) > 15
    for file, name in named:
        assert re.search(rf"^def {name}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE), f"{file}::{name}"
