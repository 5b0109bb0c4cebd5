"""Programs and temporary folders do not outlive the process that made them, however it ends."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from processes import MARK, marked, started
from taquin.system import cleanup
from taquin.system.cleanup import temporary_folder
from taquin.system.cleanup_process import remove_folder
from taquin.system.program_runs import run_program
from waiting import children, is_alive, wait_until

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

PROGRAM = """
import signal, subprocess, sys, time
from pathlib import Path
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP): signal.signal(number, signal.SIG_IGN)
if len(sys.argv) == 1:
    for is_new in (False, True): subprocess.Popen([sys.executable, __file__, "child"], start_new_session=is_new)
Path(__file__).with_name(f"begun{len(sys.argv)}").touch()
time.sleep(3600)
"""
RUN = """
import sys
from pathlib import Path
from taquin.system.cleanup import temporary_folder
from taquin.system.program_runs import ProgramLimits, run_program
with temporary_folder("inner-") as folder:
    (folder / "file").write_text("kept")
    run_program([sys.executable, sys.argv[1]], limits=ProgramLimits(time=3600))
"""
FORK = """
import os, sys, time
from taquin.system.cleanup import temporary_folder
with temporary_folder("outer-") as outer:
    if os.fork() == 0:
        with temporary_folder("inner-") as inner:
            os.kill(os.getpid(), 9)
    os.wait()
    while [path for path in outer.parent.iterdir() if path.name.startswith("inner-")]: time.sleep(0.01)
    print("removed", outer.exists(), flush=True)
"""


@LINUX
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV])
def test_nothing_outlives_a_process_that_a_signal_ends(number: signal.Signals, tmp_path: Path) -> None:
    """The program ignores signals, and has a child in another session."""
    program, places = tmp_path / "program.py", tmp_path / "places"
    program.write_text(PROGRAM)
    places.mkdir()
    environment = os.environ | {"TMPDIR": str(places), MARK: tmp_path.name}
    with started([sys.executable, "-c", RUN, str(program)], env=environment) as process:
        wait_until(lambda: all((tmp_path / name).exists() for name in ("begun1", "begun2")))
        assert len(list(places.iterdir())) == 1
        process.send_signal(number)
        process.wait()
        wait_until(lambda: not marked(tmp_path.name))
        assert list(places.iterdir()) == []


@LINUX
def test_a_forked_process_has_a_cleanup_process_of_its_own(tmp_path: Path) -> None:
    """What a killed fork leaves is removed before its parent ends, and nothing of its parent."""
    with started([sys.executable, "-c", FORK], env=os.environ | {"TMPDIR": str(tmp_path)}) as process:
        assert process.communicate() == ("removed True\n", "")
    assert list(tmp_path.iterdir()) == []


@LINUX
def test_the_cleanup_process_ends_with_a_process_that_ends_normally(tmp_path: Path) -> None:
    script = "from taquin.system.cleanup import temporary_folder\nwith temporary_folder('x'): pass"
    with started([sys.executable, "-c", script], env=os.environ | {MARK: tmp_path.name}) as process:
        assert process.communicate() == ("", "")
        assert marked(tmp_path.name) == []


def test_there_is_one_cleanup_process_and_only_where_it_is_needed() -> None:
    with temporary_folder("taquin-"):
        first = cleanup._process
        assert first is not None
        assert is_alive(first.pid)
    run_program([sys.executable, "-c", ""])
    assert cleanup._process is first
    assert children(os.getpid()) >= {first.pid}


def test_a_folder_is_made_and_removed_also_where_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(cleanup, "_process", None)
    monkeypatch.setattr(cleanup, "_start", fail)
    with temporary_folder("taquin-") as folder:
        assert folder.is_dir()
    assert not folder.exists()


@pytest.mark.skipif(os.name != "posix", reason="permissions and links")
def test_a_folder_of_others_is_not_readable() -> None:
    with temporary_folder("taquin-") as folder:
        assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.name != "posix", reason="permissions and links")
def test_hostile_folders_are_removed_and_links_in_them_are_not_followed(tmp_path: Path) -> None:
    kept, folder = tmp_path / "kept", tmp_path / "folder"
    kept.mkdir(mode=0o755)
    (kept / "file").write_text("text")
    (folder / "closed").mkdir(parents=True)
    (folder / "closed" / "empty").mkdir()
    (folder / "closed" / "file").touch()
    (folder / "link").symlink_to(kept)
    (folder / "closed" / "link").symlink_to(kept / "file")
    os.mkfifo(folder / "closed" / "pipe")
    (folder / "closed").chmod(0)
    before = Path.cwd()
    try:
        os.chdir(folder)
        for _ in range(2000):  # deeper than the recursion limit, and longer than a path may be
            Path("deep").mkdir()
            os.chdir("deep")
    finally:
        os.chdir(before)
    remove_folder(str(folder))
    assert not folder.exists()
    assert (kept / "file").read_text() == "text"
    assert kept.stat().st_mode & 0o777 == 0o755


def test_a_link_or_a_file_in_place_of_a_folder_stays(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "kept").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "kept")
    for name in ("file", "link", "missing"):
        remove_folder(str(tmp_path / name))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "kept", "link"]
