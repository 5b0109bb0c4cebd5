"""The terminal: text that fits it, questions, progress lines, and Ctrl-C, which cancels long work."""

from __future__ import annotations

import json
import os
import re
import select
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import ceil
from shutil import get_terminal_size
from time import monotonic
from types import FrameType
from typing import NoReturn

import click

from taquin.cli import streams
from taquin.cli.exits import BAD_INPUT, INTERRUPTED, NO_SOLUTION
from taquin.puzzle.documents import Fault
from taquin.puzzle.slides import Metric
from taquin.puzzle.words import count_text, duration_text, plural, printable, printable_line, size_text
from taquin.render.text import layout
from taquin.run.execution import ending_the_process
from taquin.run.limits import Cancellation
from taquin.run.progress import BatchListener, BatchProgress, BoardListener, Progress, ProgressListener
from taquin.system import interrupts
from taquin.system.user_calls import end_process
from taquin.tables.ranked_distances import TableListener

_SECONDS_BEFORE_SHOWN = 0.5
_SECONDS_BETWEEN_LOOKS = 0.2
_MOST_FAULTS = 20
_ARROWS = {b"A": "back", b"B": "next", b"C": "next", b"D": "back"}
"""The last byte of the keys up, down, right and left."""


def echo(text: str, *, err: bool = False) -> None:
    """Print text for people: at a terminal no line breaks inside a word; elsewhere every line stays whole."""
    if (sys.stderr if err else sys.stdout).isatty():
        text = layout.wrapped(text, max(20, get_terminal_size().columns))
    click.echo(text, err=err, color=True)  # color: the stream writes control characters out, and click removes nothing


def styled(text: str, style: str) -> str:
    """The text for ``echo_styled``: bold, dim, or in a colour unless NO_COLOR is set."""
    text = printable(text)
    is_color = style not in ("bold", "dim")
    if not style or os.environ.get("TERM") == "dumb" or (is_color and os.environ.get("NO_COLOR")):
        return text
    return (
        click.style(text, fg=style)
        if is_color
        else click.style(text, bold=style == "bold" or None, dim=style == "dim" or None)
    )


def echo_styled(text: str, *, nl: bool = True, err: bool = False) -> None:
    """Print text with control characters of Taquin; the other parts of the text have passed ``styled``."""
    current = streams.current()
    current.is_styled = True
    try:
        click.echo(text, nl=nl, err=err, color=(sys.stderr if err else sys.stdout).isatty())
    finally:
        current.is_styled = False


def can_print(characters: str) -> bool:
    """Whether the encoding of standard output has these characters: tables and trees must not become wider."""
    try:
        characters.encode(sys.stdout.encoding or "utf-8")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def width(most: int) -> int:
    """The columns of text: those of the terminal, but at most this many; this many if the output is not a terminal."""
    return min(most, max(20, get_terminal_size().columns)) if sys.stdout.isatty() else most


def echo_json(record: object) -> None:
    click.echo(json.dumps(record, indent=2))


@contextmanager
def cancel_on_interrupt() -> Iterator[Cancellation]:
    """Let the first Ctrl-C, SIGTERM or SIGHUP cancel the run, which then reports what it found; a second interrupts.

    The first one also interrupts if the output pipe is full. The run is also cancelled when the reader closes its pipe.
    The process ends if the function of a user neither returns nor can be interrupted.
    """
    cancellation = Cancellation()
    streams.current().on_close.append(cancellation.cancel)

    interrupt = interrupts.interrupting()

    def handle(number: int, frame: FrameType | None) -> None:
        if cancellation.is_cancelled or not interrupts.is_writable(1):
            interrupt(number, frame)
        cancellation.cancel()

    with interrupts.handled_by(handle), ending_the_process(_end_process):
        yield cancellation


def _end_process(reason: str) -> NoReturn:
    """End the process at once: a user's function neither returns nor can be interrupted."""
    cause = printable_line(reason)
    interrupts.write_error_line(f"taquin: error: {cause}; it cannot be interrupted, so there is no result")
    end_process(INTERRUPTED if reason.startswith("cancelled") else NO_SOLUTION)


def ask(prompt: str, *, err: bool = False) -> str:
    """Show a prompt on standard output or standard error, and return the line that is typed, without its end.

    Raises ``EOFError`` at the end of the input, and ``KeyboardInterrupt`` at once for a signal; both move the cursor to
    a new line. ``click.prompt`` would miss a signal that arrives just before it reads.
    """
    try:
        click.echo(prompt, nl=False, err=err)
        if os.name == "posix":
            _wait_for_input()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
    except (KeyboardInterrupt, EOFError):
        click.echo(err=err)
        raise
    return line.rstrip("\r\n")


def confirms_blank(number: int) -> bool:
    """Ask whether the highest number of a board is its blank; Enter is yes."""
    return ask(f"Is {number} the blank? [Y/n]: ", err=True).strip().lower() in ("", "y", "yes")


def ask_key(prompt: str) -> str:
    """Show a prompt, and return the key that is pressed: a character, or ``next`` or ``back`` for an arrow.

    A number is typed up to Enter, and returned whole. Without POSIX it is ``ask``. Raises as ``ask`` does.
    """
    if os.name != "posix":
        return ask(prompt)
    import termios
    import tty

    before = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin, termios.TCSADRAIN)
    try:
        click.echo(prompt, nl=False)
        return _read_keys()
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
        click.echo()


def _read_keys() -> str:
    """A key, or a number up to Enter, which is shown while it is typed."""
    digits = ""
    while True:
        key = _read_key()
        if key in ("\r", "\n"):
            return digits
        if key.isdecimal():
            digits += key
            click.echo(key, nl=False)
        elif key in ("\b", "\x7f"):
            echo_styled("\b \b" * bool(digits), nl=False)
            digits = digits[:-1]
        elif not digits:
            return key


def _read_key() -> str:
    _wait_for_input()
    key = os.read(sys.stdin.fileno(), 1).decode("latin-1")
    if key in ("", "\x04"):  # the terminal was closed, or Ctrl-D
        raise EOFError
    if key != "\x1b":
        return key
    sequence = b""
    while select.select([sys.stdin], [], [], 0)[0] and not (sequence[1:] and 0x40 <= sequence[-1] <= 0x7E):
        sequence += os.read(sys.stdin.fileno(), 1)
    return _ARROWS.get(sequence[-1:], key)


def _wait_for_input() -> None:
    """Wait until something is typed; signal handlers run in the meantime.

    Python runs a handler when a system call returns, and a signal that arrives just before ``read`` does not end it.
    """
    while not select.select([sys.stdin], [], [], _SECONDS_BETWEEN_LOOKS)[0]:
        pass


_LONG_WORD = re.compile(r"(\S{200})\S{60,}(\S{40})")


def warn(message: str) -> None:
    """Print a message on standard error. Very long words, such as names of files, are shortened in the middle."""
    echo("taquin: " + _LONG_WORD.sub(r"\1...\2", printable_line(message)), err=True)


def warn_of_first(messages: Sequence[str], more: str = "") -> None:
    """Print the first warnings of many, and how many others there are; ``more`` is added to that line."""
    for message in messages[:_MOST_FAULTS]:
        warn(message)
    if len(messages) > _MOST_FAULTS:
        warn(f"… and {len(messages) - _MOST_FAULTS:,} more{more}")


def report_faults(faults: Sequence[Fault], count: int) -> int:
    """Say at the end how many boards could not be read, and return the exit code."""
    lines = ", ".join(str(fault.line) for fault in faults[:_MOST_FAULTS])
    more = ", …" if len(faults) > _MOST_FAULTS else ""
    place = f"line{'s' * (len(faults) > 1)} {lines}{more}"
    warn(f"error: {len(faults):,} of {count:,} boards cannot be read ({place}); the others were run")
    return BAD_INPUT


@contextmanager
def table_progress_line(name: str = "") -> Iterator[TableListener]:
    """A line on standard error that shows how much of a table is built."""
    began = monotonic()
    first: int | None = None  # a resumed build starts with known entries
    with streams.progress_line() as show:

        def listen(done: int, total: int) -> None:
            nonlocal first
            first = done if first is None else first
            seconds = monotonic() - began
            if seconds >= _SECONDS_BEFORE_SHOWN:
                is_known = 100 * (done - first) >= total  # the first entries take much longer than the others
                left = f", about {duration_text(seconds * (total - done) / (done - first))} left" if is_known else ""
                show(f"{name}{': ' if name else ''}{seconds:.0f} s, {done:,} of {total:,}, {done / total:.0%}{left}")

        yield listen


@contextmanager
def board_progress_line(metric: Metric) -> Iterator[BoardListener]:
    """A line on standard error that shows the search for a board at a chosen distance."""
    began = monotonic()
    with streams.progress_line() as show:

        def listen(solved: int, farthest: int) -> None:
            seconds = monotonic() - began
            if seconds >= _SECONDS_BEFORE_SHOWN:
                farthest_text = f", the farthest has {metric.amount(farthest)}" if solved else ""
                show(f"{seconds:.0f} s, solved {plural(solved, 'board')}{farthest_text}")

        yield listen


@contextmanager
def progress_line() -> Iterator[ProgressListener | None]:
    """A line on standard error that shows the progress of a search; None unless that is a terminal."""
    with batch_progress_line(1) as (listener, _):
        yield listener


@contextmanager
def batch_progress_line(boards: int) -> Iterator[tuple[ProgressListener | None, BatchListener | None]]:
    """A line on standard error that shows the progress of one board or of many; None unless that is a terminal."""
    with streams.progress_line() as show:
        done = 0

        def listen(progress: Progress) -> None:
            if progress.seconds >= _SECONDS_BEFORE_SHOWN:
                place = f"board {done + 1:,} of {boards:,}, " if boards > 1 else ""
                show(place + _describe(progress))

        def count(progress: BatchProgress) -> None:
            nonlocal done
            done = progress.done
            if done < boards and progress.seconds >= _SECONDS_BEFORE_SHOWN:
                show(f"{progress.seconds:.0f} s, {done:,} of {boards:,} boards")

        yield (listen, count) if streams.shows_progress() else (None, None)


def _describe(progress: Progress) -> str:
    if progress.length is not None:
        return _describe_improving(progress, progress.length)
    parts = [f"{progress.seconds:.0f} s", f"expanded {progress.expanded:,}"]
    if progress.lower_bound:
        parts.append(f"at least {plural(ceil(progress.lower_bound), 'move')}")
    if progress.best_h is not None:
        parts.append(f"best h {progress.best_h:g}")
    if progress.memory:
        parts.append(size_text(progress.memory))
    return ", ".join(parts)


def _describe_improving(progress: Progress, length: int) -> str:
    """``3.2 s: 118 moves, at most 12 longer than optimal; 4.1 M nodes``."""
    gap = length - ceil(progress.lower_bound)
    proven = f"at most {gap:,} longer than optimal" if gap > 0 else "proven shortest"
    return f"{progress.seconds:.1f} s: {plural(length, 'move')}, {proven}; {count_text(progress.generated)} nodes"
