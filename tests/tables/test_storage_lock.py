"""The lock of a table: one process builds it, and the others wait."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from taquin.run.budget import Stop
from taquin.run.limits import Limits, limits_checked_by
from taquin.run.run import Run
from taquin.tables.cache import CacheFile
from taquin.tables.storage.lock import is_locked, lock_path, locked
from waiting import PATIENCE, wait_until

pytestmark = pytest.mark.usefixtures("own_cache")

FILE = CacheFile("slow.table", "slow", 1, {})
HOLD = (
    "import sys\n"
    "from taquin.tables.cache import CacheFile\n"
    "def build():\n"
    "    print('building', flush=True)\n"
    "    sys.stdin.read()\n"
    "    return bytes(1000), {}\n"
    "CacheFile('slow.table', 'slow', 1, {}).obtain(build)\n"
)


@pytest.fixture
def builder() -> Iterator[subprocess.Popen[bytes]]:
    """A process that builds the table until its input ends."""
    with subprocess.Popen([sys.executable, "-c", HOLD], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"building\n"
        yield process
        process.kill()


def test_a_waiting_process_says_so(builder: subprocess.Popen[bytes]) -> None:
    messages = list[str]()

    def inform(message: str) -> None:
        messages.append(message)
        assert builder.stdin is not None
        builder.stdin.close()  # now it finishes

    stored = FILE.obtain(lambda: (b"not built twice", {}), inform=inform)
    assert bytes(stored.table) == bytes(1000)
    assert builder.wait(PATIENCE) == 0
    assert messages == [f"waiting for another process, which builds {FILE.path}"]


def test_a_limit_ends_the_waiting(builder: subprocess.Popen[bytes]) -> None:
    run = Run(Limits(time=0.2))
    with limits_checked_by(run.check), pytest.raises(Stop, match="time limit"):
        FILE.obtain(lambda: (b"", {}), inform=lambda message: None)
    assert builder.poll() is None


def test_a_killed_builder_blocks_no_other_process(builder: subprocess.Popen[bytes], own_cache: Path) -> None:
    assert is_locked(FILE.path)
    builder.send_signal(signal.SIGKILL)
    builder.wait(PATIENCE)
    wait_until(lambda: not is_locked(FILE.path))
    assert bytes(FILE.obtain(lambda: (b"new", {})).table) == b"new"
    assert sorted(path.name for path in own_cache.iterdir()) == [".slow.table.lock", "slow.table"]


def test_a_planted_link_is_not_written_through(own_cache: Path) -> None:
    victim = own_cache / "victim"
    victim.write_text("precious")
    lock_path(FILE.path).symlink_to(victim)
    assert bytes(FILE.obtain(lambda: (b"new", {})).table) == b"new"
    assert victim.read_text() == "precious"


def test_a_file_system_without_locks_is_used_with_one_warning(without_locks: None, own_cache: Path) -> None:
    messages = list[str]()
    for content in (b"first", b"second"):
        FILE.obtain(lambda content=content: (content, {}), inform=messages.append)  # type: ignore[misc]
        FILE.path.unlink()
    (message,) = messages
    assert message.startswith(f"{own_cache} is on a file system without locks")


def test_a_folder_that_allows_no_locks_is_used_without(own_cache: Path) -> None:
    lock_path(FILE.path).mkdir()
    with locked(FILE.path, lambda message: None):
        assert not is_locked(FILE.path)
    assert os.listdir(own_cache) == [".slow.table.lock"]  # noqa: PTH208
    assert bytes(FILE.obtain(lambda: (b"new", {})).table) == b"new"
