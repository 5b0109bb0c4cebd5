"""Files written whole or not at all, and files that are opened only if they are regular."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from taquin.errors import SpecError
from taquin.system import files
from taquin.system.files import (
    AppendedFile,
    GrowingFile,
    LocksUnsupported,
    expand_user,
    open_regular,
    remove_drafts,
    replace_file,
    write_file,
)
from waiting import PATIENCE

LEFTOVER = ".out.svg.0123456789abcdef.part"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out.svg"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("write", [write_file, replace_file])
def test_a_file_is_replaced(write: Callable[[Path, list[bytes]], None], out: Path) -> None:
    out.with_name("usual").touch()
    write(out, [b"first"])
    assert out.stat().st_mode == out.with_name("usual").stat().st_mode
    out.with_name("usual").unlink()
    out.chmod(0o600)
    write(out, [b"sec", b"ond"])
    assert out.read_bytes() == b"second"
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert names(out.parent) == ["out.svg"]


def failing() -> Iterator[bytes]:
    yield b"half"
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_write_that_fails_leaves_the_old_file(out: Path) -> None:
    out.write_bytes(b"old")
    with pytest.raises(OSError, match="No space left"):
        write_file(out, failing())
    assert out.read_bytes() == b"old"
    assert names(out.parent) == ["out.svg"]


def test_a_planted_link_is_not_followed(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    victim = out.with_name("victim")
    victim.write_bytes(b"precious")
    (out.parent / LEFTOVER).symlink_to(victim)
    monkeypatch.setattr(files, "remove_drafts", lambda target: None)
    tokens = iter(["0123456789abcdef", "fedcba9876543210"])
    monkeypatch.setattr(files, "_token", lambda: next(tokens))
    write_file(out, [b"new"])
    assert (victim.read_bytes(), out.read_bytes()) == (b"precious", b"new")
    assert next(tokens, None) is None  # the planted name was tried


def test_a_link_that_the_user_names_is_followed_and_one_in_the_cache_is_replaced(out: Path) -> None:
    target = out.with_name("target")
    out.symlink_to(target)
    write_file(out, [b"new"])
    assert out.is_symlink()
    assert target.read_bytes() == b"new"
    replace_file(out, [b"newer"])
    assert not out.is_symlink()
    assert (out.read_bytes(), target.read_bytes()) == (b"newer", b"new")


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    write_file(Path(os.devnull), [b"new"])
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)
    code = "from taquin.system.files import Path, write_file; write_file(Path('/dev/stdout'), [b'through a pipe'])"
    assert subprocess.check_output([sys.executable, "-c", code], cwd=tmp_path) == b"through a pipe"


def test_drafts_of_killed_processes_are_removed_and_others_stay(out: Path) -> None:
    other = ".other.svg.0123456789abcdef.part"
    for name in (LEFTOVER, ".out.svg.abcd_123.part", other, ".out.svg.part"):
        (out.parent / name).write_bytes(b"half")
    write_file(out, [b"new"])
    assert names(out.parent) == [other, ".out.svg.part", "out.svg"]


def test_a_draft_that_is_being_written_is_not_removed(out: Path) -> None:
    def pieces() -> Iterator[bytes]:
        yield b"new"
        remove_drafts(out)  # by another descriptor, as another process would
        assert len(names(out.parent)) == 1
        yield b"er"

    write_file(out, pieces())
    assert out.read_bytes() == b"newer"


def test_only_regular_files_are_opened(tmp_path: Path) -> None:
    regular, link, fifo = tmp_path / "regular", tmp_path / "link", tmp_path / "fifo"
    regular.write_bytes(b"content")
    descriptor = open_regular(regular)
    assert files.read_fully(descriptor, 100) == b"content"
    os.close(descriptor)
    link.symlink_to(regular)
    os.mkfifo(fifo)
    for path, message in ((link, "link"), (fifo, "not a regular"), (tmp_path, "not a regular")):
        with pytest.raises(OSError, match=message):
            open_regular(path)
    with pytest.raises(OSError, match="not a regular"):
        open_regular(Path("/dev/null"))


def test_short_writes_and_reads_are_continued(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write, read = os.write, os.read
    monkeypatch.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:3]))
    write_file(out, [bytes(range(100))])
    monkeypatch.setattr(os, "read", lambda descriptor, size: read(descriptor, min(size, 7)))
    descriptor = open_regular(out)
    assert files.read_fully(descriptor, 1000) == bytes(range(100))
    os.close(descriptor)


def test_a_growing_file_has_whole_parts_only(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out.write_bytes(b"old")
    growing = GrowingFile(out, b"first\n")
    assert out.read_bytes() == b"first\n"
    write = os.write

    def fill_the_disk(descriptor: int, data: memoryview) -> int:
        if len(data) < 5:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(descriptor, data[:4])

    monkeypatch.setattr(os, "write", fill_the_disk)
    with pytest.raises(OSError, match="No space left"):
        growing.append(b"second\n")
    growing.close()
    assert out.read_bytes() == b"first\n"


WINDOWS_PLACES = list[int]()


def lock_as_windows_does(descriptor: int, mode: int, count: int) -> None:
    """``msvcrt.locking`` by the locks of this system; it locks bytes from the position of the file on."""
    import fcntl

    WINDOWS_PLACES.append(os.lseek(descriptor, 0, os.SEEK_CUR))
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise PermissionError(errno.EACCES, "Permission denied") from None


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform == "win32":
        return
    monkeypatch.setattr(files, "sys", SimpleNamespace(platform="win32"))
    module: Any = SimpleNamespace(LK_NBLCK=2, locking=lock_as_windows_does)
    monkeypatch.setitem(sys.modules, "msvcrt", module)


def test_on_windows_a_second_writer_is_refused(windows: None, out: Path) -> None:
    first = AppendedFile(out, needs_lock=True)
    with pytest.raises(BlockingIOError):
        AppendedFile(out, needs_lock=True)
    first.close()
    AppendedFile(out, needs_lock=True).close()


def test_on_windows_the_locked_byte_is_no_part_of_the_file(windows: None, out: Path) -> None:
    file = AppendedFile(out)
    file.append(b"a line")
    assert file.read() == b"a line"
    assert not WINDOWS_PLACES or WINDOWS_PLACES[-1] > 2**30
    file.close()


def test_on_windows_a_draft_is_written_from_its_beginning(windows: None, out: Path) -> None:
    write_file(out, [b"content"])
    assert out.read_bytes() == b"content"


def test_a_file_that_needs_a_lock_is_refused_without_locks(without_locks: None, out: Path) -> None:
    with pytest.raises(LocksUnsupported, match="its file system has no locks"):
        AppendedFile(out, needs_lock=True)
    AppendedFile(out).close()


@pytest.mark.skipif(not hasattr(os, "fchmod"), reason="permissions are not set")
def test_permissions_are_those_of_the_open_draft_and_not_of_a_link_in_its_place(
    out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    private = out.with_name("private")
    private.write_bytes(b"secret")
    private.chmod(0o600)

    out.write_bytes(b"old")
    out.chmod(0o644)
    opened = os.open

    def open_and_replace(draft: Path, flags: int, mode: int) -> int:
        descriptor = opened(draft, flags, mode)
        draft.rename(out.with_name("moved"))
        draft.symlink_to(private)
        return descriptor

    with monkeypatch.context() as patch:
        patch.setattr(files, "remove_drafts", lambda target: None)
        patch.setattr(os, "open", open_and_replace)
        replace_file(out, [b"new"])
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert stat.S_IMODE(out.with_name("moved").stat().st_mode) == 0o644


@pytest.mark.skipif(not hasattr(os, "fchmod"), reason="permissions are not set")
def test_a_new_file_has_the_usual_permissions_and_a_replaced_one_keeps_its_own(
    out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The umask, which all threads share, is not changed to read it: a file of another thread would get it."""
    before = os.umask(0o027)
    try:
        with monkeypatch.context() as patch:
            patch.delattr(os, "umask")
            write_file(out, [b"new"])
            assert stat.S_IMODE(out.stat().st_mode) == 0o640
            out.chmod(0o604)
            write_file(out, [b"newer"])
            assert stat.S_IMODE(out.stat().st_mode) == 0o604
    finally:
        os.umask(before)


def test_a_draft_that_is_taken_for_a_leftover_is_made_again(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock, stolen = files._lock, list[str]()

    def steal_first(descriptor: int) -> bool | None:
        if not stolen:
            (draft,) = names(out.parent)
            stolen.append(draft)
            (out.parent / draft).unlink()
        return lock(descriptor)

    monkeypatch.setattr(files, "_lock", steal_first)
    write_file(out, [b"new"])
    assert out.read_bytes() == b"new"
    assert len(stolen) == 1


def test_a_process_that_is_killed_leaves_a_draft_that_the_next_one_removes(out: Path) -> None:
    code = (
        "import os, pathlib, signal, sys\n"
        "from taquin.system.files import write_file\n"
        "def pieces():\n"
        "    yield b'half'\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "write_file(pathlib.Path(sys.argv[1]), pieces())\n"
    )
    assert subprocess.run([sys.executable, "-c", code, str(out)], timeout=PATIENCE, check=False).returncode == -9
    (left,) = names(out.parent)
    assert left.startswith(".out.svg.")
    write_file(out, [b"new"])
    assert names(out.parent) == ["out.svg"]


def test_home_folders() -> None:
    assert expand_user("~/tables") == Path.home() / "tables"
    assert expand_user("a/~/tables") == Path("a/~/tables")
    with pytest.raises(SpecError, match=r"^the home folder of '~nosuchuser' in '~nosuchuser/tables' is unknown"):
        expand_user("~nosuchuser/tables")
