"""The start page, progress lines at a terminal, and streams that close."""

from __future__ import annotations

import fcntl
import io
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import Any

import pytest

from cases import each_case
from command_line import Capture, printed
from processes import TAQUIN, started, wait_for_all
from taquin.cli import run, streams, terminal
from taquin.run.progress import BatchProgress, Progress
from taquin.system import interrupts
from terminal import Terminal
from waiting import wait_until

EASY = "1 2 3 / 4 0 5 / 6 7 8"
UNSOLVABLE = "1 2 3 4 5 6 8 7 0"
HARDEST_15 = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"


def test_taquin_alone_shows_a_start_page(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.startswith("Taquin solves sliding-tile puzzles")
    assert max(map(len, captured.out.splitlines())) <= 80
    commands = re.findall(r"^  (taquin .*?)(?:  .*)$", captured.out, re.MULTILINE)
    assert len(commands) == 9
    for command in commands:
        if command != "taquin solve" and not command.startswith("taquin compare"):  # one asks, the other takes long
            assert run(shlex.split(command)[1:]) == 0


def test_a_group_alone_shows_its_help(capsys: Capture) -> None:
    assert printed(capsys, "pdb") == printed(capsys, "pdb", "--help")


def screen(output: str) -> list[str]:
    """The lines that a terminal shows after this output: a return and an erasure clear the line."""
    assert "\x1b" not in re.sub(r"\r\x1b\[K|\x1b\[[0-9;]*m", "", output)
    return [line.rpartition("\r\x1b[K")[2] for line in output.split("\n")]


def test_the_progress_line_is_erased_before_the_report() -> None:
    opened = Terminal("solve", HARDEST_15)
    before = opened.read_until(r"expanded [1-9]")
    opened.process.send_signal(signal.SIGINT)
    shown = screen(before + opened.read_rest())
    assert opened.leave() == 130
    assert re.match(r"start +goal$", shown[0])
    assert shown[-1] == ""


class FakeTerminal(io.StringIO):
    """Both streams, in the order in which they are written."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (f"check '{UNSOLVABLE}'", 1),
        (f"tree '{EASY}' -a astar --format svg", 0),
        ("random 3x3 --count 100000000", 0),
        ("--help", 0),
        (f"solve '{EASY}' --steps", 0),
        (f"solve '{EASY}' -a hill_climbing", 3),
        (f"verify '{EASY}' RD", 1),
    ],
)
def test_a_closed_pipe_keeps_the_exit_code(arguments: str, code: int) -> None:
    command = f"{shlex.join(TAQUIN)} {arguments} | head -n 1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, re.sub("seed .*\n", "", done.stderr)) == (code, "")
    assert done.stdout.count("\n") == 1


def test_a_closed_pipe_ends_the_run(tmp_path: Path) -> None:
    """The last board, which is unsolvable, is not reached."""
    file = tmp_path / "boards.txt"
    file.write_text("1 2 3 0\n" * 2_000 + "2 1 3 0\n", encoding="utf-8")
    command = f"{shlex.join(TAQUIN)} solve {shlex.quote(str(file))} --report jsonl | head -n 1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# Streams that are closed before the command begins, or cannot be written

CLOSED = "taquin: error: {} is closed (redirect it from or to a file, a pipe or /dev/null)\n"
NO_OUTPUT, NO_INPUT = CLOSED.format("standard output"), CLOSED.format("standard input")
FULL = "taquin: error: no space left on device: standard output\n"
needs_full_device = pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full")


@pytest.mark.parametrize(
    ("command", "code", "output", "errors"),
    [
        (f"solve '{EASY}' 0<&-", 0, "moves", ""),
        ("solve 0<&-", 2, "", NO_INPUT),
        ("quiz astar --seed 1 0<&-", 2, "1 of 10", NO_INPUT),
        (f"solve '{EASY}' >&-", 2, "", NO_OUTPUT),
        (f"check '{UNSOLVABLE}' 2>&-", 1, "parity", ""),
        ("solve '1 1' 2>&-", 2, "", ""),
        pytest.param(f"check '{EASY}' >/dev/full", 2, "", FULL, marks=needs_full_device),
        pytest.param("solve '1 1' 2>/dev/full", 2, "", "", marks=needs_full_device),
        (f"verify '{EASY}' - 0<&-", 2, "", NO_INPUT),
        ("--help 0<&- >&- 2>&-", 2, "", ""),
    ],
)
def test_streams_that_are_closed_or_full(command: str, code: int, output: str, errors: str) -> None:
    done = subprocess.run(
        ["bash", "-c", f"{shlex.join(TAQUIN)} {command}"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (code, errors)
    assert output in done.stdout
    assert bool(output) == bool(done.stdout)


@each_case(("arguments", "part"), [(["solve", EASY, "--steps"], "+---+---+---+"), (["course", "cost"], "S -> B -> G")])
def test_characters_that_the_encoding_lacks_are_replaced(
    arguments: list[str], part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(output, encoding="cp1252"))
    assert run(arguments) == 0
    shown = output.getvalue().decode("cp1252")
    assert part in shown
    assert "?" not in shown.replace("?\n", "")


@each_case(
    ("name", "shown"),
    [("xterm", "\r\033[Kat 3\r\033[Kat 9\r\033[Kat 12\r\033[Kat 23\r\033[K"), ("dumb", "at 12\nat 23\n")],
)
def test_a_dumb_terminal_gets_a_progress_line_every_10_s(
    name: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, clock = FakeTerminal(), [0.0]
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("TERM", name)
    monkeypatch.setattr(streams, "monotonic", lambda: clock[0])
    with streams.guarded(), streams.progress_line() as show:
        for clock[0] in (3, 9, 12, 23):
            show(f"at {clock[0]}")
    assert screen.getvalue() == shown


def test_the_time_that_is_left_is_shown_from_one_percent_on(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, clock = FakeTerminal(), [0.0]
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr(terminal, "monotonic", lambda: clock[0])
    with streams.guarded(), terminal.table_progress_line() as listener:
        for clock[0], done in ((0, 0), (3, 432), (4, 40_000)):
            listener(done, 1_000_000)
    assert (
        screen.getvalue()
        == "\r\033[K3 s, 432 of 1,000,000, 0%\r\033[K4 s, 40,000 of 1,000,000, 4%, about 96 s left\r\033[K"
    )


# A full pipe


@pytest.fixture
def full_pipe() -> Iterator[int]:
    """The write end of a pipe of one page, from which nothing is read."""
    reader, writer = os.pipe()
    if hasattr(fcntl, "F_SETPIPE_SZ"):
        fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
    yield writer
    os.close(reader)
    os.close(writer)


@pytest.mark.parametrize(
    ("arguments", "streams_of_pipe"),
    [
        (["solve", "BOARDS", "--steps"], ["stdout"]),
        (["solve", "BOARDS", "--report", "jsonl", "-j", "2"], ["stdout"]),
        (["random", "3x3", "--count", "100000000"], ["stdout", "stderr"]),
        (["solve", "BOARDS", "--steps", "-o", "/dev/stdout"], ["stdout"]),
    ],
)
def test_one_signal_ends_a_command_whose_output_nobody_reads(
    arguments: list[str], streams_of_pipe: list[str], full_pipe: int, tmp_path: Path
) -> None:
    """It is interrupted, also where the board is solved: some of the output is lost."""
    (tmp_path / "BOARDS").write_text("8 1 3 / 4 0 2 / 7 6 5\n" * 50)
    pipes = dict.fromkeys(streams_of_pipe, full_pipe)
    with started([*TAQUIN, *arguments], cwd=tmp_path, **pipes) as process:
        wait_until(lambda: not interrupts.is_writable(full_pipe))
        process.send_signal(signal.SIGTERM)
        _, errors = wait_for_all(process)
    assert (process.returncode, errors) == (130, None if "stderr" in pipes else "taquin: interrupted\n")


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    shown: list[str] = []

    @contextmanager
    def progress_line() -> Iterator[Callable[[str], None]]:
        yield shown.append

    monkeypatch.setattr(streams, "progress_line", progress_line)
    monkeypatch.setattr(streams, "shows_progress", lambda: True)
    return shown


@each_case(
    ("boards", "expected"),
    [
        (1, ["2 s, expanded 1,000"]),
        (3, ["board 1 of 3, 2 s, expanded 1,000", "4 s, 2 of 3 boards", "board 3 of 3, 2 s, expanded 1,000"]),
    ],
)
def test_boards_and_the_search_of_the_current_one_are_shown(boards: int, expected: list[str], lines: list[str]) -> None:
    lines.clear()
    with terminal.batch_progress_line(boards) as (listen, count):
        assert listen is not None
        assert count is not None
        listen(Progress(2.0, 1000, 2000, 0, 0, None))
        if boards > 1:
            count(BatchProgress(1, 3, 1, 0.1))  # too early to be shown
            count(BatchProgress(2, 3, 1, 4.0))
            listen(Progress(2.0, 1000, 2000, 0, 0, None))
        count(BatchProgress(boards, boards, 2, 5.0))  # the report follows
    assert lines == expected


# Input without end --------------------------------------------------------------------------------------------------


class Endless(io.RawIOBase):
    """A stream of ones that fails if a command reads more of it than any limit allows."""

    def __init__(self) -> None:
        self.given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self.given += len(buffer)
        assert self.given < 1_000_000, "the command reads without end"
        buffer[:] = b"1" * len(buffer)
        return len(buffer)


@each_case("arguments", [["check"], ["solve"], ["verify", EASY], ["certify"], ["trace", "--read"], ["tree", "--read"]])
def test_input_without_end_is_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("taquin.cli.input.boards.MAXIMUM_BYTES", "taquin.puzzle.formats.files.MAXIMUM_BYTES"):
        monkeypatch.setattr(name, 50_000)
    monkeypatch.setattr("taquin.trace.formats._LONGEST_LINE", 50_000)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Endless())))
    assert run([*arguments, "-"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert re.search("at most .* MiB, found more|found a longer one", error)


HOSTILE = "\x1b[31m\x1b]0;own\x07\x9b2J"
"""What would change the colour, the title and the screen of a terminal."""


@each_case(
    "arguments",
    [
        ["certify", f"{HOSTILE}.json"],
        ["tree", f"{HOSTILE}.json"],
        ["report", f"{HOSTILE}.json"],
        ["solve", EASY, "-o", f"{HOSTILE}.csv"],
        ["random", "3x3", "-o", f"{HOSTILE}.txt"],
        ["solve", EASY, "-a", "astar", "-e", f"{HOSTILE}.py:fails"],
        ["examine", f"{HOSTILE}.py:fails"],
        ["solve", EASY, "-a", f"{HOSTILE}.py:search"],
        ["solve", HOSTILE],
        [HOSTILE],
        ["compare", EASY, "-a", "astar", "-e", f"manhattan,{HOSTILE}.py:zero"],
        ["draw", EASY, "-o", f"{HOSTILE}.svg"],
    ],
)
def test_no_text_controls_the_terminal(arguments: list[str], tmp_path: Path, capsys: Capture) -> None:
    code = f"def fails(board):\n    raise ValueError({HOSTILE!r})\n"
    code += f"def zero(board):\n    print({HOSTILE!r})\n    return 0\n"
    with chdir(tmp_path):
        Path(f"{HOSTILE}.json").write_text("{}", "utf-8")
        Path(f"{HOSTILE}.py").write_text(code, "utf-8")
        run(arguments)
    captured = capsys.readouterr()
    assert not {*captured.out, *captured.err} & {*"\x1b\x07\x9b"}
    assert "\\x1b[31m" in captured.out + captured.err


def test_ctrl_c_while_the_line_is_written_leaves_no_line() -> None:
    """Ctrl-C arrives after the line was written, before the function returns."""

    class Interrupted(io.StringIO):
        is_interrupted = False

        def flush(self) -> None:
            if not self.is_interrupted and "1 s, expanded 5" in self.getvalue():
                self.is_interrupted = True
                raise KeyboardInterrupt

    errors = Interrupted()
    shown = streams.Streams(io.StringIO(), errors)
    with pytest.raises(KeyboardInterrupt):
        shown.show("1 s, expanded 5")
    shown.erase()
    assert errors.getvalue().endswith("1 s, expanded 5\r\x1b[K")


def test_no_file_gets_the_number_of_a_closed_stream(tmp_path: Path) -> None:
    """What is written to standard error does not end up in a file that is open."""
    script = (
        "import os, sys\n"
        "from taquin.cli import streams\n"
        "streams.open_closed_streams()\n"
        f"with open({str(tmp_path / 'file')!r}, 'w') as file:\n"
        "    os.write(2, b'message')\n"
        "    sys.exit(file.fileno() > 2 and os.get_inheritable(2))"
    )
    done = subprocess.run(["bash", "-c", f"{shlex.join([sys.executable, '-c', script])} 2>&-"], check=False)
    assert done.returncode == 1
    assert (tmp_path / "file").read_text() == ""
