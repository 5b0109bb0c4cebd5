"""Commands that are killed, or interrupted three times, at random moments: no process and no folder is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from figures import Tally
from processes import MARK, TAQUIN, has_begun, marked, started
from waiting import wait_until

if sys.platform != "linux":
    pytest.skip("reads /proc", allow_module_level=True)

HARD = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1"
SUBMISSION = """
import signal, subprocess, sys, time
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP): signal.signal(number, signal.SIG_IGN)
if sys.argv[-1] != "child":
    for is_new in (False, True): subprocess.Popen([sys.executable, __file__, "child"], start_new_session=is_new)
time.sleep(3600)
"""
FUNCTION = "import time\ndef solve(rows): time.sleep(3600)\ndef waits(space): time.sleep(3600)\n"
ASSIGNMENT = """
title = "Homework"
program = "python3 solver.py {cells}"
boards = ["1 2 3 / 4 0 6 / 7 5 8"]
time = "3600s"
[points]
right = 1
"""
COMMANDS = {
    "class": ["judge", "--assignment", "homework.toml", "one", "two"],
    "judge": ["judge", f"{sys.executable} one/solver.py {{cells}}", "--time", "3600"],
    "watch": ["judge", "function.py:solve", "--call", "solve(rows)", "--time", "3600"],
    "experiment": ["experiment", "-i", "hardest8", "-m", "function.py:waits", "-o", "r.jsonl", "--jobs", "2"],
    "solve": ["solve", "boards.txt", "-a", "ida_star(misplaced)", "--jobs", "2"],
    "build": ["pdb", "build", "3x7", "--force", "--threads", "1"],
    "serve": ["serve", "--no-open", "--port", "0", "--workers", "2"],
    "mcp": ["mcp", "--http", "--port", "0", "--workers", "2"],
}


def kill(process: subprocess.Popen[str], rng: Random) -> None:
    process.kill()


def interrupt_three_times(process: subprocess.Popen[str], rng: Random) -> None:
    """Within 0.3 s, and wait for the end."""
    for number in rng.choices([signal.SIGINT, signal.SIGTERM, signal.SIGHUP], k=3):
        process.send_signal(number)
        time.sleep(rng.uniform(0, 0.1))
    process.wait()


def left(folder: Path) -> list[int]:
    """The processes that have inherited the mark, and those in a sandbox, which have not: they are in this folder."""
    found = set(marked(folder.name))
    for place in Path("/proc").glob("[0-9]*/cwd"):
        with suppress(OSError):
            if Path(os.readlink(place)).is_relative_to(folder):  # noqa: PTH115 - it may be gone, or marked as deleted
                found.add(int(place.parent.name))
    return sorted(found)


def remains(command: list[str], folder: Path, end: Callable[[subprocess.Popen[str], Random], None], rng: Random) -> str:
    """What is left of a command that ends at a random moment, as text; empty if nothing is."""
    places = folder / f"places{rng.random()}"
    places.mkdir()
    environment = os.environ | {"TMPDIR": str(places), "TAQUIN_CACHE": str(folder / "cache"), MARK: folder.name}
    with started([*TAQUIN, *command], cwd=folder, env=environment) as process:
        wait_until(lambda: has_begun(process.pid))
        time.sleep(rng.uniform(0, 3))
        if process.poll() is not None:
            return f"it ended before with {process.communicate()}"
        end(process, rng)
        try:
            wait_until(lambda: not left(folder))
        except AssertionError:
            found = left(folder)
            for pid in found:
                os.kill(pid, signal.SIGKILL)
            return f"{len(found)} processes"
    return ", ".join(sorted(path.name for path in places.iterdir()))


@pytest.mark.attack
@pytest.mark.parametrize("end", [kill, interrupt_three_times])
@pytest.mark.parametrize(("names", "tries"), [(["class"], 30), ([name for name in COMMANDS if name != "class"], 30)])
def test_nothing_is_left(
    names: list[str],
    tries: int,
    end: Callable[[subprocess.Popen[str], Random], None],
    tmp_path: Path,
    tally: Tally,
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "solver.py").write_text(SUBMISSION)
    (tmp_path / "homework.toml").write_text(ASSIGNMENT)
    (tmp_path / "function.py").write_text(FUNCTION)
    (tmp_path / "boards.txt").write_text(f"{HARD}\n" * 8)
    rng = Random(1)
    for number in range(tries):
        name = names[number % len(names)]
        found = remains(COMMANDS[name], tmp_path, end, rng)
        tally.add(f"{name}: {found}" if found else "", about=f"try {number}")
