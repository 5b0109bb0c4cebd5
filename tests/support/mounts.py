"""Commands on a disk that is full or read-only. Run in a mount namespace of its own: ``unshare -rm python mounts.py``.

This is a program: it reads a case as JSON from standard input and writes what happened to standard output. It uses the
forks of ``faults``. The disk is a small tmpfs, which ends with the namespace.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from faults import in_folder
from taquin import cli
from taquin.errors import TaquinError
from taquin.tables import ranked_distances
from taquin.tui import records

PAGE = 4096
SIZE = 4 << 20
ROOM = [0, 1, 3, 8, 32]  # free pages
LARGE = {"export-page": (32 << 20, [0, 8, 256, 1024])}  # the disk and the free pages of commands that write more
INODES = 2000


def state(folder: Path) -> dict[str, str]:
    """The files and folders below a folder, with the contents of files."""
    content = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        content[name] = path.read_bytes().decode("latin-1") if path.is_file() else "folder"
    return content


def fill(disk: Path, pages: int) -> None:
    """Leave this number of free pages."""
    file = os.open(disk / "filler", os.O_WRONLY | os.O_CREAT)
    space = os.statvfs(disk)
    try:
        os.posix_fallocate(file, 0, max(space.f_bavail * space.f_frsize - pages * PAGE, 1))
    finally:
        os.close(file)


def fill_inodes(disk: Path) -> None:
    (disk / "names").mkdir()
    for number in range(os.statvfs(disk).f_favail):
        (disk / "names" / str(number)).touch()


def carry_out(case: dict[str, Any], root: Path) -> Iterator[dict[str, Any]]:
    """Run the command with every amount of free space, without free inodes, and on a read-only disk."""
    prepared = root / "prepared"
    prepared.mkdir()
    for name, content in case["files"].items():
        (prepared / name).parent.mkdir(parents=True, exist_ok=True)
        (prepared / name).write_bytes(content.encode("latin-1"))
    for arguments in case["before"]:
        ended = in_folder(prepared, arguments, None)
        assert ended.code == 0, ended
    size, room = LARGE.get(case["arguments"][0], (SIZE, ROOM))
    for how in ("enough", "read-only", "no inodes", *room):
        disk = root / "disk"
        disk.mkdir(exist_ok=True)
        mount("-t", "tmpfs", "-o", f"size={size},nr_inodes={INODES}", "none", str(disk))
        folder = disk / "folder"
        shutil.copytree(prepared, folder)
        if how == "read-only":
            mount("-o", "remount,ro", str(disk))
        elif how == "no inodes":
            fill_inodes(disk)
        elif isinstance(how, int):
            fill(disk, how)
        ended = in_folder(folder, case["arguments"], None)
        yield {
            "how": how,
            "code": ended.code,
            "output": ended.output,
            "errors": ended.errors,
            "before": state(prepared),
            "after": state(folder),
        }
        subprocess.run(["umount", "-l", str(disk)], check=True)


def mount(*arguments: str) -> None:
    subprocess.run(["mount", *arguments], check=True)


def save_game(arguments: list[str]) -> int:
    """Keep the result of a solved game, as the game in the terminal does when a board is solved."""
    os.environ["TAQUIN_DATA"] = "."
    try:
        records.add(records.Record("2026-11-19T09:00:00+01:00", "3x3", "g", "s", 9, 1.5, hints=False, kind="daily"))
    except (OSError, TaquinError) as error:
        print(f"taquin: error: {error}", file=sys.stderr)
        return 2
    return 0


def main() -> None:
    case = json.load(sys.stdin)
    name = case["arguments"][0]
    import_module(f"taquin.cli.commands.{name.replace('-', '_')}")
    ranked_distances.FILE_STATES = 300
    if name == "play":
        cli.run = save_game
    shutil.which = lambda *names, **options: None  # no Node.js: the runtime is empty
    with tempfile.TemporaryDirectory() as root:
        results = list(carry_out(case, Path(root)))
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main()
