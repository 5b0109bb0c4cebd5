"""Commands on a system that starts no thread and no other process: the calling thread does all the work."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from processes import TAQUIN, allow_one_process
from waiting import PATIENCE

if sys.platform != "linux":
    pytest.skip("the limit of processes counts threads on Linux only", allow_module_level=True)

EASY_15 = "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 0 14 15 12"
JOBS = (
    "taquin: error: cannot start worker processes: resource temporarily unavailable (use one job, which needs none)\n"
)
SERVE = "taquin: error: the server cannot run: can't start new thread (`ulimit -u` limits threads and processes)\n"


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A folder that anybody may use: the limit holds for another user than root."""
    with TemporaryDirectory() as name:
        path = Path(name)
        path.chmod(0o1777)  # as /tmp: a folder in it belongs to its owner
        (path / "boards.txt").write_text(f"{EASY_15}\n" * 4)
        yield path


def run(folder: Path, command: list[str]) -> tuple[int, str, str]:
    """Exit code, output and errors of a command."""
    try:
        done = subprocess.run(
            command,
            preexec_fn=allow_one_process,
            cwd=folder,
            env={**os.environ, "TAQUIN_CACHE": str(folder / "cache")},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.SubprocessError as error:
        if isinstance(error, subprocess.TimeoutExpired):
            raise
        pytest.skip(f"the limit cannot be set: {error}")
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["solve", EASY_15], "proven shortest"),
        (["pdb", "build", "4x4", "-p", "3-3-3-3-3"], "done in"),
        (["random", "2x5", "--depth", "20", "--seed", "1"], " / "),
        (["draw", "1 2 / 0 3", "--solve", "-o", "play.gif"], "drew play.gif"),
        (["hint", EASY_15], "9 moves are left"),
    ],
)
def test_the_calling_thread_does_all_the_work(folder: Path, arguments: list[str], expected: str) -> None:
    code, output, errors = run(folder, [*TAQUIN, *arguments])
    assert (code, errors) == (0, "")
    assert expected in output


@pytest.mark.parametrize(
    ("arguments", "line"),
    [(["solve", "boards.txt", "--jobs", "2"], JOBS), (["serve", "--no-open", "--port", "0"], SERVE)],
)
def test_what_needs_other_processes_says_so(folder: Path, arguments: list[str], line: str) -> None:
    assert run(folder, [*TAQUIN, *arguments]) == (2, "", line)
