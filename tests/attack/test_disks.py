"""Real file systems that are full, fill up or are read-only. They are mounted, so the tests need Linux and root.

A command on a full disk ends with a result or with a one-line error, leaves no unfinished file, and never reports
success with a part of its output. A read-only cache costs time, not answers. ``tests/tables/test_file_faults.py`` makes
single calls fail instead, and runs everywhere.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from figures import Tally
from processes import TAQUIN

BOARD = "8 1 3 / 4 0 2 / 7 6 5"
WRITERS = [
    "pdb build 3x3 -p 4-4",
    "random 2x4 --depth 12 --seed 3",
    f"solve '{BOARD}' -a 'ida_star(manhattan, lookback=10)'",
    f"solve '{BOARD}' -o out.txt",
    f"solve '{BOARD}' --report certificate -o out.json",
    f"solve '{BOARD}' --steps > out.txt",
    "solve boards.txt --report jsonl -o out.jsonl",
    "solve boards.txt --report jsonl > out.jsonl",
    f"trace '{BOARD}' -a bfs -o out.jsonl",
    f"trace '{BOARD}' -a bfs > out.jsonl",
    f"draw '{BOARD}' --solve --animate -o out.gif",
    f"draw '{BOARD}' -o out.png",
    f"tree '{BOARD}' -a astar -o out.svg",
    f"tree '{BOARD}' -a astar -o out.pdf",
    "random 4x4 --count 500 --seed 1 > out.txt",
    "experiment --instances hardest8 --methods 'astar(manhattan)' --output out.jsonl",
    "worksheet space --seed 1 -o out.pdf",
    "train 3x3 --rounds 1 --boards 10 --width 10",
]
READERS = [
    f"solve '{BOARD}' -a 'astar(pdb(4-4))' --json",
    f"solve '{BOARD}' -a 'ida_star(manhattan, lookback=10)' --json",
    "random 2x4 --depth 12 --seed 3",
    "hint '0 7 6 5 / 4 3 2 1' --json",
    "solve boards.txt --jobs 2 --report numbers",
    "pdb list",
    "pdb verify",
]
BOARDS = f"{BOARD}\n" * 300
TINY = 4096

Mount = Callable[[str], Path]


@pytest.fixture
def mount(tmp_path: Path) -> Iterator[Mount]:
    """Mounts a file system in memory with these options, and unmounts it at the end."""
    if sys.platform != "linux" or os.getuid() != 0:
        pytest.skip("only root can mount file systems, on Linux")
    folder = tmp_path / "disk"
    folder.mkdir()

    def mounted(options: str) -> Path:
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "none", str(folder)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            pytest.skip(f"mounting is not allowed: {done.stderr.strip()}")
        return folder

    yield mounted
    subprocess.run(["umount", "--lazy", str(folder)], capture_output=True, check=False)


def run_in(folder: Path, command: str, cache: Path) -> subprocess.CompletedProcess[str]:
    """A command line of ``taquin`` in a shell."""
    return subprocess.run(
        ["sh", "-c", f"{shlex.join(TAQUIN)} {command}"],
        cwd=folder,
        env={**os.environ, "TAQUIN_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=False,
    )


def fill(folder: Path, left: int) -> None:
    """Fill the disk, but for these bytes."""
    with (folder / "filler").open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(TINY))
        except OSError:
            file.truncate(max(0, file.tell() - left))


def complaint(done: subprocess.CompletedProcess[str], folder: Path, is_whole: bool) -> str:
    """What is wrong with a command on a full disk; ``is_whole``: whether its output is as on a large disk."""
    if done.returncode not in (0, 2, 3) or "Traceback" in done.stderr or "internal error" in done.stderr:
        return f"code {done.returncode}: {done.stderr[-300:]}"
    if done.returncode == 0 and not is_whole:
        return "success with a part of the output"
    if done.returncode and not done.stderr.rpartition("taquin: ")[1]:
        return f"code {done.returncode} without a message"
    left = [str(path) for path in folder.rglob("*") if ".draft" in path.name or path.name.startswith(".tmp")]
    return f"left behind: {left}" if left else ""


def sizes(folder: Path) -> dict[str, int]:
    """The files that a command has written, with sizes."""
    return {path.name: path.stat().st_size for path in folder.glob("out.*")}


@pytest.mark.parametrize("lines", [WRITERS[3:4], pytest.param(WRITERS, marks=pytest.mark.attack)], ids=len)
def test_full_disk(lines: list[str], mount: Mount, tmp_path: Path, tally: Tally) -> None:
    for line in lines:
        large = tmp_path / "large"
        large.mkdir(exist_ok=True)
        (large / "boards.txt").write_text(BOARDS)
        reference = run_in(large, line, tmp_path / "cache")
        assert reference.returncode == 0, (line, reference.stderr)
        wanted = sizes(large)
        for left in (0, TINY, 4 * TINY):
            disk = mount("size=1m")
            (disk / "boards.txt").write_text(BOARDS)
            fill(disk, left)
            done = run_in(disk, line, disk / "cache")
            found = sizes(disk)
            is_whole = all(found.get(name, 0) > 0.9 * size for name, size in wanted.items())
            tally.add(complaint(done, disk, is_whole), (line, left))
            subprocess.run(["umount", str(disk)], check=True)
        for path in large.glob("out.*"):
            path.unlink()


@pytest.mark.attack
def test_read_only_cache(mount: Mount, tmp_path: Path, tally: Tally) -> None:
    (tmp_path / "boards.txt").write_text(BOARDS)
    for before in ([], ["pdb build 3x3 -p 4-4", *READERS[1:4]]):
        disk = mount("size=64m")
        for line in before:
            assert run_in(tmp_path, line, disk).returncode == 0, line
        expected = {line: run_in(tmp_path, line, tmp_path / "cache") for line in READERS}
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        for line in READERS:
            done = run_in(tmp_path, line, disk)
            is_same = essence(done.stdout) == essence(expected[line].stdout) or line.startswith("pdb")
            tally.add(
                "" if done.returncode == 0 and is_same and "Traceback" not in done.stderr else f"{done}", (line, before)
            )
        for line in ("pdb build 3x3 -p 5-3", "pdb remove --all") if before else ("pdb build 3x3 -p 5-3",):
            done = run_in(tmp_path, line, disk)
            is_error = done.returncode == 2 and done.stderr.startswith("taquin: error: ")
            tally.add("" if is_error else f"{done}", (line, before))
        subprocess.run(["umount", str(disk)], check=True)


def essence(text: str) -> str:
    """The output without times."""
    return "".join(
        line for line in text.splitlines() if "seconds" not in line and " s" not in line and "spec" not in line
    )
