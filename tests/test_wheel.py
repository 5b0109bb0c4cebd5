"""The source distribution and the wheel that is built from it work without the repository."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def call(*words: str | Path, folder: Path) -> str:
    """Run a program outside the repository, with none of its settings, and return what it prints."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "TAQUIN"))}
    done = subprocess.run(
        [str(word) for word in words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


@pytest.mark.slow
def test_a_wheel_from_the_source_distribution_solves_a_board_in_an_empty_environment(tmp_path: Path) -> None:
    call(sys.executable, "-m", "build", "--sdist", "--outdir", tmp_path, ROOT, folder=tmp_path)
    (source,) = tmp_path.glob("taquin-*.tar.gz")
    with tarfile.open(source) as archive:
        names = {name.split("/", maxsplit=1)[-1] for name in archive.getnames()}
    assert {"README.md", "LICENSE", "CMakeLists.txt", "src/taquin/py.typed"} <= names
    call(sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", tmp_path, source, folder=tmp_path)
    (wheel,) = tmp_path.glob("taquin-*.whl")
    venv.create(tmp_path / "empty", with_pip=True)
    programs = tmp_path / "empty" / "bin"
    call(programs / "python", "-m", "pip", "install", wheel, folder=tmp_path)
    assert "native core" in call(programs / "taquin", "--version", folder=tmp_path)
    solved = call(programs / "taquin", "solve", "8 1 3 / 4 0 2 / 7 6 5", folder=tmp_path)
    assert "solved, and proven shortest" in solved
    board = call(programs / "taquin", "random", "5x5", "--seed", "1", folder=tmp_path).strip()
    improved = call(
        programs / "taquin", "solve", board, "--time", "1", "--json", folder=tmp_path
    )  # package data: weights
    assert '"status": "solved"' in improved
