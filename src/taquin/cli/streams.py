"""Standard input, standard output and standard error of a command.

``guarded`` replaces the output streams while a command runs. The progress line is erased before any other output; a
closed pipe (``| head -1``) raises no error, and neither does any failure of standard error. What a user's code prints
(a heuristic in a file) goes to standard error, however it is written. Control characters are written out
(``printable``), except for the colours of ``terminal.echo_styled``.

Writing to a full pipe blocks. A signal then interrupts the command: ``terminal.cancel_on_interrupt``.
"""

from __future__ import annotations

import codecs
import errno
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from io import TextIOWrapper
from shutil import get_terminal_size
from time import monotonic
from typing import Any, NoReturn, TextIO, cast

from taquin.cli.exits import INTERNAL_ERROR
from taquin.puzzle.words import printable, printable_line
from taquin.system import interrupts, user_calls

_ERASE = "\r\033[K"
_SECONDS_BETWEEN_LINES = 10

_REPLACING = "taquin.similar"
_SIMILAR = str.maketrans(
    dict(zip("─│┌┬┐├┼┤└┴┘↑↓★×·–“”’", '-|+++++++++^v*x.-""\'', strict=True))
    | {"…": "...", "→": "->", "←": "<-", "≥": ">=", "≤": "<=", "≠": "!=", "²": "^2", "³": "^3"}
)
"""What is printed instead of characters that the encoding of a stream lacks; others are written out, as ``\\u6570``."""


def _replace(error: UnicodeError) -> tuple[str, int]:
    """Replace what cannot be encoded by similar characters of ASCII: an error handler for codecs."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    similar = error.object[error.start : error.end].translate(_SIMILAR)
    return similar.encode("ascii", "backslashreplace").decode("ascii"), error.end


codecs.register_error(_REPLACING, _replace)


class Streams:
    """The output streams of one command, its progress line on standard error, and whether its reader is gone."""

    def __init__(self, output: TextIO, errors: TextIO) -> None:
        self.output, self.errors = output, errors
        self._is_terminal = output.isatty()
        self.is_closed = False
        """Whether the reader of standard output has closed its pipe or its terminal."""
        self.on_close: list[Callable[[], None]] = []
        """Called when that happens, so that the command can stop working."""
        self.has_run_user_code = False
        self._thread = threading.get_ident()
        self._process = os.getpid()
        self._is_shown = False
        self._shown_at = monotonic()
        self.is_styled = False
        """Whether Taquin itself now writes control characters."""

    @contextmanager
    def redirected(self) -> Iterator[None]:
        """Send what user code prints to standard error, also what it and its processes write to descriptor 1.

        Meanwhile ``os._exit`` is an error: its exit code could mean that the board was solved. It is replaced, because
        it raises no audit event, and a search in a process of its own would cost each call of the user's function.
        """
        self.has_run_user_code = True
        exit_before, os._exit = os._exit, partial(_refuse_exit, self._process)
        before = {name: getattr(sys, name) for name in ("stdout", "stderr", "__stdout__", "__stderr__")}
        sys.stdout.flush()
        kept = os.dup(1)
        os.dup2(2, 1)
        vars(sys).update(dict.fromkeys(before, sys.stderr))
        try:
            yield
        finally:
            with suppress(OSError, ValueError):
                self.output.flush()
            os.dup2(kept, 1)
            os.close(kept)
            vars(sys).update(before)
            os._exit = exit_before

    def target_of(self, text: TextIO) -> TextIO:
        """Where a thread writes what it prints to a stream: a thread of user code writes to standard error."""
        is_foreign = self.has_run_user_code and threading.get_ident() != self._thread
        return self.errors if is_foreign else text

    def show(self, line: str) -> None:
        """Show a progress line in place of the one before, cut to the width of the terminal.

        A terminal that cannot erase a line gets a new one every 10 s.
        """
        if os.environ.get("TERM") == "dumb":
            self.log(line)
            return
        with self.guard(self.output):
            self.output.flush()
        self._is_shown = True  # before it is written: Ctrl-C may arrive in between
        self._write_error(_ERASE + printable_line(line)[: max(get_terminal_size().columns - 1, 1)])

    def log(self, line: str) -> None:
        """Write a new line, but only every 10 s."""
        if monotonic() - self._shown_at >= _SECONDS_BETWEEN_LINES:
            self._shown_at = monotonic()
            self._write_error(printable_line(line) + "\n")

    def erase(self) -> None:
        if self._is_shown:
            self._write_error(_ERASE)
            self._is_shown = False

    def _write_error(self, text: str) -> None:
        with self.guard(self.errors):
            self.errors.write(text)
            self.errors.flush()

    @contextmanager
    def guard(self, stream: TextIO) -> Iterator[None]:
        """Write to a stream. If that fails, the rest of its output is discarded.

        Raises ``OSError`` for standard output, unless its reader has closed a pipe or a terminal.
        """
        try:
            yield
        except OSError as error:
            _discard(stream)
            if stream is not self.output:
                return
            is_hung_up = self._is_terminal and error.errno == errno.EIO
            if not isinstance(error, BrokenPipeError) and not is_hung_up:
                raise OSError(error.errno, error.strerror, "standard output") from None
            if not self.is_closed:
                self.is_closed = True
                for call in self.on_close:
                    call()

    def discard_blocked(self) -> None:
        """After an interrupt: discard what would be written to a full pipe."""
        for stream in (self.output, self.errors):
            with suppress(OSError, ValueError):  # a stream in memory has no file
                if not interrupts.is_writable(stream.fileno()):
                    _discard(stream)


def _refuse_exit(process: int, status: int) -> NoReturn:
    """Takes the place of ``os._exit`` in the process of a command; its workers and other processes may end."""
    if os.getpid() == process:
        interrupts.write_error_line(
            f"taquin: error: your code called os._exit({status!s:.20}), which ends the process: there is no result"
        )
        status = INTERNAL_ERROR
    user_calls.end_process(status)


def _discard(stream: TextIO) -> None:
    """Discard everything that is written to a stream, including its buffered text."""
    with suppress(OSError, ValueError):  # a stream in memory has no file
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


class _Guarded:
    """A text stream, or the bytes below it, with the guarantees of this module; the rest is that of the stream."""

    def __init__(self, stream: Any, text: TextIO, streams: Streams) -> None:
        self._stream, self._text, self._streams = stream, text, streams

    def write(self, data: str | bytes) -> int:
        if not data:  # click does so to find out what a stream takes
            self._stream.write(data)
            return 0
        self._streams.erase()
        target = self._streams.target_of(self._text)
        stream: Any = target if isinstance(data, str) else target.buffer
        is_plain = isinstance(data, str) and not self._streams.is_styled
        with self._streams.guard(target):
            stream.write(printable(cast("str", data)) if is_plain else data)
        return len(data)

    def writelines(self, lines: Iterable[str | bytes]) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        with self._streams.guard(self._text):
            self._stream.flush()

    def close(self) -> None:
        """Only the command closes its streams."""
        self.flush()

    @property
    def encoding(self) -> str | None:
        """That of the stream. Click would write UTF-8 to a stream of ASCII: it is told of a larger encoding."""
        encoding: str | None = self._stream.encoding  # None for a stream in memory
        return "latin-1" if encoding and codecs.lookup(encoding).name == "ascii" else encoding

    @property
    def buffer(self) -> _Guarded:
        return _Guarded(self._stream.buffer, self._text, self._streams)

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


def open_closed_streams() -> None:
    """Open closed standard streams (``2>&-``), so that no file gets descriptors 0 to 2.

    Input and output are opened on the null device for the wrong purpose: using them is an error. Errors are discarded.
    """
    for name, flags, mode in (("stdin", os.O_WRONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w")):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, flags)  # the lowest number that is free: that of the stream
            os.set_inheritable(descriptor, True)
            setattr(sys, name, open(descriptor, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


_current: list[Streams] = []


def current() -> Streams:
    """The streams of the command that runs; outside a command, the current ones."""
    return _current[-1] if _current else Streams(sys.stdout, sys.stderr)


@contextmanager
def guarded() -> Iterator[Streams]:
    before = sys.stdout, sys.stderr
    names = os.environ
    is_ascii = names.get("LC_ALL") in ("C", "POSIX") and not {"PYTHONIOENCODING", "PYTHONUTF8"} & names.keys()
    for stream in before:
        if isinstance(stream, TextIOWrapper) and stream.errors in ("strict", "surrogateescape"):
            stream.reconfigure(encoding="ascii" if is_ascii else None, errors=_REPLACING)
    streams = Streams(*before)
    _current.append(streams)
    sys.stdout, sys.stderr = (cast("TextIO", _Guarded(stream, stream, streams)) for stream in before)
    redirection, user_calls.redirection = user_calls.redirection, streams.redirected
    try:
        yield streams
    finally:
        user_calls.redirection = redirection
        with suppress(OSError, KeyboardInterrupt):
            sys.stdout.flush()
        streams.erase()
        sys.stdout, sys.stderr = before
        _current.pop()


def shows_progress() -> bool:
    """Whether standard error is a terminal."""
    return current().errors.isatty()


@contextmanager
def progress_line(*, is_logged: bool = False) -> Iterator[Callable[[str], None]]:
    """A function that shows a progress line on standard error.

    Unless ``shows_progress`` it does nothing, or with ``is_logged`` it writes a line every 10 s.
    """
    streams = current()
    try:
        yield streams.show if shows_progress() else streams.log if is_logged else lambda line: None
    finally:
        streams.erase()
