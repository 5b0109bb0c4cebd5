"""Fault injection for file operations, as in SQLite: the n-th system call of a kind fails, for every n of a short run.

This is a program: it reads a plan from standard input and writes what happened to standard output, both as JSON. It
loads Taquin once and makes a fork for every run, so that a run takes a few milliseconds. All files that Taquin writes,
and all tables that it reads, go through the functions of ``os`` below.
"""

from __future__ import annotations

import errno
import json
import mmap
import os
import shutil
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

FUNCTIONS: dict[str, tuple[str, ...]] = {
    "open": ("EIO", "EACCES", "EMFILE", "ENOSPC"),
    "write": ("ENOSPC", "EIO", "short"),
    "read": ("EIO", "short"),
    "readv": ("EIO", "short"),
    "fsync": ("EIO", "ENOSPC"),
    "replace": ("EIO", "EACCES"),
    "unlink": ("EACCES",),
    "mkdir": ("EACCES", "ENOSPC"),
    "listdir": ("EACCES",),
    "scandir": ("EACCES",),
    "fstat": ("EIO",),
    "ftruncate": ("EIO",),
    "dup": ("EMFILE",),
    "mmap": ("ENOMEM",),
}
"""Functions of ``os`` (and ``mmap``) and how each can fail; ``short`` transfers one byte, or reports the end."""


@dataclass(frozen=True)
class Fault:
    """The ``number``-th call of a function fails, with ``is_lasting`` all later ones too.

    ``how`` is the name of an error, ``short``, ``kill`` (the process is killed before the call) or ``kill after``.
    """

    function: str
    number: int
    how: str
    is_lasting: bool = False

    def __str__(self) -> str:
        return f"{self.function} {self.number} {self.how}{' and on' if self.is_lasting else ''}"


@dataclass
class Ended:
    """How a run ended, and how often it called each function."""

    fault: str
    code: int
    output: str
    errors: str
    calls: dict[str, int]
    folder: str


class Injector:
    """Replaces the functions, counts their calls, and makes one fail."""

    def __init__(self, fault: Fault | None) -> None:
        self.fault = fault
        self.calls = dict.fromkeys(FUNCTIONS, 0)

    def install(self) -> None:
        for name in FUNCTIONS:
            if name == "mmap":
                self._install_mmap()
            elif hasattr(os, name):
                setattr(os, name, self._wrap(name, getattr(os, name)))

    def _install_mmap(self) -> None:
        from taquin.tables.storage import loading

        loading.MappedTable.__new__ = self._wrap("mmap", mmap.mmap.__new__)  # type: ignore[method-assign]

    def _wrap(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            self.calls[name] += 1
            if self.fault is None or self.fault.function != name or not self._is_due(self.calls[name]):
                return function(*arguments, **options)
            return self._fail(name, function, arguments, options)

        return call

    def _is_due(self, number: int) -> bool:
        assert self.fault is not None
        return number >= self.fault.number if self.fault.is_lasting else number == self.fault.number

    def _fail(self, name: str, function: Callable[..., Any], arguments: tuple[Any, ...], options: Any) -> Any:
        assert self.fault is not None
        match self.fault.how:
            case "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            case "kill after":
                function(*arguments, **options)
                os.kill(os.getpid(), signal.SIGKILL)
            case "short":
                return function(arguments[0], arguments[1][:1]) if name == "write" else {"read": b"", "readv": 0}[name]
        number = getattr(errno, self.fault.how)
        raise OSError(number, os.strerror(number))


@dataclass(frozen=True)
class Plan:
    """Command lines in a folder, each run under each fault of a set, and then once more without a fault."""

    name: str
    arguments: list[str]
    before: list[list[str]]  # command lines that prepare the folder
    files: dict[str, str]  # files that are in the folder
    functions: list[str]
    hows: list[str]  # the failures to try: names in ``FUNCTIONS``, ``kill`` and ``kill after``
    is_lasting: list[bool]


def in_folder(folder: Path, arguments: list[str], fault: Fault | None) -> Ended:
    """Run a command line in a fork, in this folder, whose ``cache`` is the cache folder."""
    streams = [tempfile.TemporaryFile() for _ in range(3)]  # noqa: SIM115 - closed below
    child = os.fork()
    if child == 0:
        code = 70
        try:
            os.chdir(folder)
            os.environ["TAQUIN_CACHE"] = str(folder / "cache")
            for number in (1, 2):
                os.dup2(streams[number - 1].fileno(), number)
            injector = Injector(fault)
            injector.install()
            from taquin.cli import run

            code = run(arguments)
            sys.stdout.flush()
            sys.stderr.flush()
            streams[2].write(json.dumps(injector.calls).encode())
            streams[2].flush()
        except BaseException:  # noqa: BLE001 - everything that leaves the command is reported
            traceback.print_exc()
            sys.stderr.flush()
        finally:
            os._exit(code)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    texts = []
    for stream in streams:
        stream.seek(0)
        texts.append(stream.read().decode("utf-8", "replace"))
        stream.close()
    return Ended(str(fault or ""), status, texts[0], texts[1], json.loads(texts[2] or "{}"), str(folder))


def faults_of(plan: Plan, calls: dict[str, int]) -> Iterator[Fault]:
    """Every fault of a plan, for all calls of a run without faults."""
    for function in plan.functions:
        hows = [how for how in plan.hows if how in (*FUNCTIONS[function], "kill", "kill after")]
        for number in range(1, calls.get(function, 0) + 1):
            for how in hows:
                for is_lasting in plan.is_lasting if not how.startswith("kill") else [False]:
                    yield Fault(function, number, how, is_lasting)


def carry_out(plan: Plan, root: Path) -> Iterator[dict[str, Any]]:
    """The runs of a plan: one without a fault; then for every fault a run with it, and one without, in one folder."""
    prepared = root / "prepared"
    prepared.mkdir()
    for name, content in plan.files.items():
        (prepared / name).write_text(content)
    for arguments in plan.before:
        ended = in_folder(prepared, arguments, None)
        assert ended.code == 0, ended
    reference_folder = copied(prepared, root / "reference")
    reference = in_folder(reference_folder, plan.arguments, None)
    yield {"fault": "", "first": asdict(reference), "files": state(reference_folder), "second": asdict(reference)}
    for number, fault in enumerate(faults_of(plan, reference.calls)):
        folder = copied(prepared, root / str(number))
        first = in_folder(folder, plan.arguments, fault)
        files = state(folder)
        second = in_folder(folder, plan.arguments, None)
        yield {
            "fault": str(fault),
            "first": asdict(first),
            "files": files,
            "second": asdict(second),
            "after": state(folder),
        }
        shutil.rmtree(folder)


def copied(source: Path, target: Path) -> Path:
    shutil.copytree(source, target)
    return target


def state(folder: Path) -> dict[str, str]:
    """The files below a folder with their contents, or the checksums of tables."""
    import zlib

    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            content = path.read_bytes()
            is_text = path.parent == folder and len(content) < 100_000
            found[str(path.relative_to(folder))] = content.decode() if is_text else f"{zlib.crc32(content):08x}"
    return found


def main() -> None:
    """Carry out the plan on standard input."""
    from taquin.tables import ranked_distances
    from taquin.tables.pdb import build as checkpoint
    from taquin.tables.storage import loading

    wanted = json.load(sys.stdin)
    plan = Plan(**wanted["plan"])
    for arguments in (plan.arguments, *plan.before):
        import_module(f"taquin.cli.commands.{arguments[0]}")
    loading.LARGEST_COPY = wanted["largest_copy"]
    ranked_distances.FILE_STATES = 300
    if wanted["is_saved"]:  # unfinished builds, at every poll
        checkpoint.LEAST_ENTRIES, checkpoint.SECONDS_BETWEEN, checkpoint.SHARE_OF_TIME = 0, 0.0, float("inf")
    with tempfile.TemporaryDirectory() as root:
        json.dump(list(carry_out(plan, Path(root))), sys.stdout)


if __name__ == "__main__":
    main()
