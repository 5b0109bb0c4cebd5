"""Signals that end ``taquin``: at every moment of its life one line, the right exit code, and no process left."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from random import Random
from types import FrameType

import pytest

from processes import TAQUIN, has_begun, started, wait_for_all
from taquin.system import interrupts
from terminal import Terminal
from waiting import wait_until

if os.name != "posix":
    pytest.skip("signals", allow_module_level=True)

BOARD = "8 6 7 / 2 5 4 / 3 0 1"
EASY = "1 2 3 / 4 5 6 / 7 0 8"
HARD = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1"
LINE = "taquin: interrupted\n"


class Left(BaseException):
    """Instead of the end of the process."""


@pytest.fixture
def leaving(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that leaves at once raises ``Left`` instead."""

    def leave(number: int | None = None, frame: FrameType | None = None) -> None:
        raise Left

    monkeypatch.setattr(interrupts, "leave", leave)


# At start-up, and at the end


def test_a_signal_while_modules_are_imported(tmp_path: Path) -> None:
    """The signal arrives while a library is imported that every command needs."""
    (tmp_path / "click.py").write_text(f"import os\nos.kill(os.getpid(), {signal.SIGTERM:d})\n")
    done = subprocess.run(
        [*TAQUIN, "--help"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", LINE)


def test_a_signal_after_the_command_keeps_its_exit_code() -> None:
    kill = "".join(f"atexit.register(os.kill, os.getpid(), {number:d})\n" for number in interrupts.END_SIGNALS)
    script = (
        "import atexit, os, sys\n"
        f"{kill}"
        "from taquin.__main__ import main\n"
        "sys.argv = ['taquin', 'check', '2 1 3 4 5 6 7 8 0']\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")


def test_a_signal_at_a_prompt() -> None:
    """Also one that arrives between the prompt and the call that waits for the line."""
    terminal = Terminal("solve")
    terminal.read_until("row 1: ")
    terminal.process.send_signal(signal.SIGTERM)
    assert re.search(rf"\n{LINE}$", terminal.read_rest())
    assert terminal.leave() == 130


def test_ctrl_c_where_a_key_is_expected() -> None:
    terminal = Terminal("trace", EASY, is_controlling=True)
    terminal.read_until("quit: ")
    terminal.type("\x03")
    assert re.search(rf"\n{LINE}$", terminal.read_rest())
    assert terminal.process.wait() == 130


def test_a_terminal_that_is_closed_ends_the_command() -> None:
    """The result cannot be shown, which is no error; the exit code is that of an interrupted run."""
    terminal = Terminal("solve", HARD, "-a", "ida_star(manhattan)", is_controlling=True)
    terminal.read_until("expanded [1-9]")
    assert terminal.leave() == 130


# The handlers


def test_a_handler_lasts_as_long_as_its_block() -> None:
    before = [signal.getsignal(number) for number in interrupts.END_SIGNALS]
    received: list[int] = []
    with interrupts.handled_by(lambda number, frame: received.append(number)):
        for number in interrupts.END_SIGNALS:
            signal.raise_signal(number)
    assert received == list(interrupts.END_SIGNALS)
    assert [signal.getsignal(number) for number in interrupts.END_SIGNALS] == before


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    """As SIGHUP under nohup."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with interrupts.handled_by(interrupts.leave):
            signal.raise_signal(signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.usefixtures("leaving")
def test_the_second_interrupt_ends_the_process() -> None:
    with interrupts.handled_by(interrupts.interrupting()):
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        with pytest.raises(Left):
            signal.raise_signal(signal.SIGTERM)


@pytest.mark.usefixtures("leaving")
def test_no_exception_is_raised_into_an_import(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "taquin_interrupting.py").write_text("import signal\nsignal.raise_signal(signal.SIGINT)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with interrupts.handled_by(interrupts.interrupting()), pytest.raises(Left):
        import_module("taquin_interrupting")


def test_an_interrupt_that_python_ignores_ends_the_process() -> None:
    """An exception in ``__del__`` is printed and ignored."""
    script = (
        "import signal\n"
        "from taquin.system import interrupts\n"
        "class Deleted:\n"
        "    def __del__(self):\n"
        "        signal.raise_signal(signal.SIGINT)\n"
        "interrupts.handle_with(interrupts.interrupting())\n"
        "interrupts.leave_if_ignored()\n"
        "Deleted()\n"
        "print('not reached')"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", LINE)


# At any moment


@pytest.mark.slow
@pytest.mark.attack
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells which signals a process handles")
@pytest.mark.parametrize(
    ("arguments", "seconds"),
    [(["--help"], 0.5), (["solve", BOARD], 1.0), (["solve", "FILE", "-a", "ida_star(manhattan)", "--jobs", "2"], 1.5)],
)
@pytest.mark.parametrize("number", interrupts.END_SIGNALS)
def test_a_signal_at_any_moment(tmp_path: Path, arguments: list[str], seconds: float, number: signal.Signals) -> None:
    """One line at most, and 130 unless the command had finished. Before it begins, signals are Python's business."""
    file = tmp_path / "boards.txt"
    file.write_text(f"{BOARD}\n" + f"{HARD}\n" * 3)
    arguments = [str(file) if word == "FILE" else word for word in arguments]
    rng = Random(1)
    for _ in range(40):
        with started([*TAQUIN, *arguments]) as process:
            wait_until(lambda: process.poll() is not None or has_begun(process.pid))
            time.sleep(rng.uniform(0, seconds))
            process.send_signal(number)
            _, errors = wait_for_all(process)
            assert process.returncode in ({130} if "--jobs" in arguments else {0, 130}), errors
            assert re.fullmatch(f"(\n?{LINE})?", errors)  # the empty line is from click


def test_a_signal_while_a_function_of_a_user_runs(tmp_path: Path) -> None:
    """It is not an error of the function, also where Ctrl-C is ignored, as in the background of a script."""
    (tmp_path / "slow.py").write_text(
        "import pathlib\n"
        "def slow(board, goal):\n"
        "    pathlib.Path(__file__).with_suffix('.begun').touch()\n"
        "    return 0 if sum(range(10**5)) else 1\n"
    )
    command = shlex.join([*TAQUIN, "examine", f"{tmp_path / 'slow.py'}:slow"])
    with started(["bash", "-c", f"trap '' INT; exec {command}"]) as process:
        wait_until((tmp_path / "slow.begun").exists)
        process.send_signal(signal.SIGTERM)
        assert wait_for_all(process) == ("", LINE)
        assert process.returncode == 130
