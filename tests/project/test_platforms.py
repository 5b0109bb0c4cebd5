"""The lists of tests that a system may leave out are current, and a run that must be complete fails otherwise."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import platforms

ROOT = Path(__file__).parents[2]


def test_every_file_that_needs_a_posix_system_exists() -> None:
    assert [name for name in platforms.NEEDS_POSIX if not (ROOT / "tests" / name).is_file()] == []
    assert len(set(platforms.NEEDS_POSIX)) == len(platforms.NEEDS_POSIX)


def test_files_that_import_posix_modules_are_listed() -> None:
    files = (ROOT / "tests").rglob("test_*.py")
    modules = ("import fcntl", "import pty", "import resource", "import termios", "from terminal import")
    found = {
        path.relative_to(ROOT / "tests").as_posix()
        for path in files
        if any(line.startswith(modules) for line in path.read_text(encoding="utf-8").splitlines())
    }
    assert found
    assert found <= set(platforms.NEEDS_POSIX)


def test_only_listed_reasons_may_skip_a_test_of_a_complete_run() -> None:
    skipped = [("tests/a.py::test_a", "root may read everything"), ("tests/b.py::test_b", "nginx is not installed")]
    assert platforms.refused(skipped) == ["tests/b.py::test_b: nginx is not installed"]


def test_a_skipped_test_fails_a_complete_run() -> None:
    """A test of the browser, without a browser: skipped by default, an error with --no-skips."""
    test = "tests/web/test_modules_board.py"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "--maxfail=1", test]
    environment = os.environ | {"CHROMIUM": "missing"}
    for options, status in (([], 0), (["--no-skips"], 1)):
        done = subprocess.run(
            [*command, *options], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == status, done.stdout
        assert ("but --no-skips was given" in done.stdout) is bool(status)
        assert "Chromium not found" in done.stdout
