"""The cleanup process: it removes what its parent could not, because it was killed or ended at once.

The parent (``cleanup.py``) writes what must not outlive it to this process's standard input, and what is gone again. At
the end of that input the parent has ended: what is left is killed and removed, and this process ends. It is a script of
the standard library, because importing the package takes longer than this process may take to start.
"""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from time import monotonic, sleep

_END_TIME = 5.0  # seconds in which everything must have been removed
_PAUSE = 0.05


def kill_group(process: str) -> None:
    """Kill a process, and those that it has started: on Windows its tree, elsewhere its session's group."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", process], capture_output=True, check=False)
    else:
        with suppress(OSError):
            os.killpg(int(process), signal.SIGKILL)


def remove_folder(folder: str) -> None:
    """Remove a folder with all that it has, as far as the system allows it. No link is followed.

    Folders inside are moved up one by one, so that no path becomes too long, however deep they are.
    """
    with suppress(OSError):
        if stat.S_ISDIR(os.lstat(folder).st_mode):
            while inner := _remove_files(folder):
                for path in inner:
                    _flatten(path, folder)
            os.rmdir(folder)  # noqa: PTH106


def _remove_files(folder: str) -> list[str]:
    """Remove the files of a folder, and return the folders in it that can be opened up."""
    os.chmod(folder, stat.S_IRWXU)  # noqa: PTH101
    inner = []
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            inner.append(entry.path)
        else:
            if sys.platform == "win32":  # a file that is read-only cannot be removed
                os.chmod(entry.path, stat.S_IRWXU)  # noqa: PTH101
            os.unlink(entry.path)  # noqa: PTH108
    return inner


def _flatten(folder: str, place: str) -> None:
    """Remove a folder after its folders were moved to another place."""
    for path in _remove_files(folder):
        os.chmod(path, stat.S_IRWXU)  # noqa: PTH101 - a folder that is read-only cannot be moved
        os.rename(path, os.path.join(place, os.urandom(8).hex()))  # noqa: PTH104, PTH118
    os.rmdir(folder)  # noqa: PTH106


REMOVERS: dict[str, Callable[[str], None]] = {"group": kill_group, "folder": remove_folder}
"""How each kind of thing is removed, in this order."""


def main() -> None:
    """Read what there is, until the parent has ended; then remove it."""
    kept: dict[str, None] = {}
    rest = b""
    while block := os.read(0, 1 << 16):
        *messages, rest = (rest + block).split(b"\0")
        for message in map(os.fsdecode, messages):
            if message[0] == "+":
                kept[message[1:]] = None
            else:
                kept.pop(message[1:], None)
    end = monotonic() + _END_TIME
    for kind, remove in REMOVERS.items():
        for name in kept:
            if name.startswith(f"{kind} "):
                remove(name.removeprefix(f"{kind} "))
    folders = [name.removeprefix("folder ") for name in kept if name.startswith("folder ")]
    while any(map(os.path.lexists, folders)) and monotonic() < end:  # a program that is being killed still writes there
        sleep(_PAUSE)
        for folder in folders:
            remove_folder(folder)


if __name__ == "__main__":
    main()
