"""A sandbox for programs of strangers, by bubblewrap (Linux): what they may see, and the command that starts them.

A program in it has process numbers, a network and temporary folders of its own. It sees the installed programs, and may
write to its own folder. ``isolation_problem`` starts an empty sandbox: the system may forbid it though it is installed.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, TypeAlias, TypedDict

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix", "/snap")
_TEMPORARY = ("/tmp", "/var/tmp", "/dev/shm")
_TEMPORARY_BYTES = 256 * 10**6  # they are in memory
_VARIABLES = re.compile(r"PATH|LANG|LANGUAGE|LC_\w+|TZ|TERM|\w*_HOME|PYENV_ROOT|GOROOT|PYTHON(?:UNBUFFERED|IOENCODING)")
"""What of the environment a program gets: the rest may have passwords."""
_TRIAL_TIME = 20.0
_LIMITS = 'ulimit -c 0; ulimit -f "$1"; { ulimit -u "$2" || ulimit -p "$2"; } 2>/dev/null; shift 2; exec "$@"'
"""The number of processes is -u in bash, and -p in dash."""
_MOST_PROCESSES = "300"  # of a user in a sandbox, as the kernel counts them; root has no such limit
_COUNTS_APART = (5, 14)
"""The version of Linux that counts the processes of a user in each sandbox apart."""
_BLOCK = 512  # bytes that ulimit counts


Stream: TypeAlias = IO[bytes] | int
"""A file, or what ``Popen`` takes in its place."""


class ProgramStreams(TypedDict, total=False):
    """The standard streams of a program; one that is missing is that of this process."""

    stdin: Stream
    stdout: Stream
    stderr: Stream


@dataclass(frozen=True)
class Sandbox:
    """What a program may see and change."""

    folder: Path
    """The folder that it may write to."""
    readable: tuple[Path, ...] = ()
    """What it sees beside the installed programs."""
    hidden: tuple[Path, ...] = ()
    """Folders and files that it does not see, also if they are inside something that it sees."""

    def _environment(self, variables: dict[str, str]) -> dict[str, str]:
        """The variables that it gets."""
        kept = {name: value for name, value in variables.items() if _VARIABLES.fullmatch(name)}
        return kept | {"HOME": _TEMPORARY[0], "TMPDIR": _TEMPORARY[0]}

    def problem(self) -> str:
        """Why no program can be started in it; empty if one can."""
        if reason := isolation_problem():
            return reason
        streams: ProgramStreams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        try:
            with self.start(["true"], self.folder, _BLOCK, dict(os.environ), streams) as process:
                failed = process.communicate(timeout=_TRIAL_TIME)[1]
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
        lines = failed.decode(errors="replace").splitlines() or [f"exit code {process.returncode}"]
        return lines[0] if process.returncode else ""

    def start(
        self, arguments: Sequence[str], folder: Path, largest: int, variables: dict[str, str], streams: ProgramStreams
    ) -> subprocess.Popen[bytes]:
        """Start a program in a folder; its files have at most ``largest`` bytes. Raises what ``Popen`` raises."""
        options = os.memfd_create("options")  # not in the arguments, which the program sees: they name what is hidden
        try:
            os.write(options, b"".join(os.fsencode(option) + b"\0" for option in self._options(folder)))
            os.lseek(options, 0, os.SEEK_SET)
            limited = ("/bin/sh", "-c", _LIMITS, "sh", str(largest // _BLOCK), _most_processes(), *arguments)
            command = [_usable()[0], "--args", str(options), "--", *limited]
            environment = self._environment(variables)
            return subprocess.Popen(command, env=environment, start_new_session=True, pass_fds=(options,), **streams)
        finally:
            os.close(options)

    def _options(self, folder: Path) -> list[str]:
        more = _usable()[1]
        visible = [*_installed(), *self.readable]
        masks = [path for path in self.hidden if any(path.is_relative_to(one) for one in visible)]
        return [
            *(*more, "--unshare-all", "--die-with-parent"),
            *("--proc", "/proc", "--dev", "/dev"),
            *(word for path in _TEMPORARY for word in ("--size", str(_TEMPORARY_BYTES), "--tmpfs", path)),
            *_bound(visible),
            *("--bind", str(self.folder), str(self.folder)),
            *(word for path in (*_private(), *masks) for word in _mask(path)),
            *("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", str(folder)),
        ]


@cache
def _most_processes() -> str:
    version = tuple(int(number) for number in re.findall(r"\d+", os.uname().release)[:2])
    return _MOST_PROCESSES if version >= _COUNTS_APART else "unlimited"


def isolation_problem() -> str:
    """Why programs cannot be isolated on this system; empty if they can."""
    if sys.platform != "linux":
        return "only Linux can isolate programs"
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed"
    return "" if _usable()[0] else "this system does not let bubblewrap start"


@cache
def _usable() -> tuple[str, tuple[str, ...]]:
    """The program, and options that only newer versions know; empty if no sandbox can be started."""
    program = shutil.which("bwrap")
    for more in (("--unshare-user", "--disable-userns"), ("--unshare-user",)):
        if program is not None and _starts([program, *more]):
            return program, more
    return "", ()


def _starts(command: list[str]) -> bool:
    trial = ["--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev"]
    trial += ["--size", "4096", "--tmpfs", _TEMPORARY[0], "--remount-ro", "/dev", "/bin/sh", "-c", "exit 0"]
    try:
        return subprocess.run([*command, *trial], capture_output=True, check=False, timeout=_TRIAL_TIME).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _bound(paths: Sequence[Path]) -> Iterator[str]:
    """Options that show paths, read-only; a link in the root folder, such as /bin, stays a link."""
    for path in paths:
        if path.is_symlink() and path.parent == Path("/"):
            yield from ("--symlink", str(path.readlink()), str(path))
        else:
            yield from ("--ro-bind-try", str(path), str(path))


def _mask(path: Path) -> tuple[str, ...]:
    if path.is_dir():
        return ("--size", str(_BLOCK), "--tmpfs", str(path), "--remount-ro", str(path))
    return ("--ro-bind", os.devnull, str(path)) if path.exists() else ()


@cache
def _installed() -> tuple[Path, ...]:
    """The folders with installed programs: those of the system, of this Python, and of the search path."""
    found = [Path(path) for path in _SYSTEM if os.path.lexists(path)]
    prefixes = [Path(prefix).resolve() for prefix in (sys.prefix, sys.base_prefix)]
    for path in (*prefixes, *_searched()):
        if not any(path.is_relative_to(one) for one in found):
            found.append(path)
    return tuple(found)


def _searched() -> Iterator[Path]:
    """The folders of the search path; of one that belongs to an installation, such as ~/miniconda3/bin, all of it."""
    local = Path.home() / ".local"
    for text in os.environ.get("PATH", "").split(os.pathsep):
        path = Path(text)
        if not path.is_absolute() or not path.is_dir():
            continue
        parent = path.parent
        is_installation = path.name == "shims" or (path.name == "bin" and (parent / "lib").is_dir())
        yield parent if is_installation and parent not in (local, Path.home(), Path("/")) else path


@cache
def _private() -> tuple[Path, ...]:
    """What other users may not read of the settings of the system, but this one may, such as root."""
    found = []
    waiting = [Path("/etc")]
    while waiting:
        with suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                status = entry.stat(follow_symlinks=False)
                is_folder = stat.S_ISDIR(status.st_mode)
                wanted = stat.S_IROTH | stat.S_IXOTH if is_folder else stat.S_IROTH
                if status.st_mode & wanted == wanted:
                    waiting += [Path(entry.path)] if is_folder else []
                elif not is_folder or status.st_uid == os.geteuid():
                    found.append(Path(entry.path))
    return tuple(found)
