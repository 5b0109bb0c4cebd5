"""Standard input, standard output and standard error of a command.

``guarded`` replaces the streams while a command runs. The progress line is erased before any other output; a closed
pipe (``| head -1``) raises no error, and neither does any failure of standard error. A stream that was closed before
the command began (``2>&-``) is replaced too: errors are then discarded, and reading input raises ``FormatError``. A
closed standard output is an error.
"""

from __future__ import annotations

import codecs
import errno
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from io import StringIO, TextIOWrapper
from shutil import get_terminal_size
from typing import NoReturn, TextIO, cast

from taquin.errors import FormatError, SpecError

_ERASE = "\r\033[K"

_REPLACING = "taquin.similar"
_SIMILAR = str.maketrans(
    {
        **dict.fromkeys("┌┬┐├┼┤└┴┘", "+"),
        "─": "-",
        "│": "|",
        "…": "...",
        "→": "->",
        "←": "<-",
        "↑": "^",
        "↓": "v",
        "★": "*",
        "×": "x",
        "·": ".",
        "≥": ">=",
        "≤": "<=",
        "≠": "!=",
        "–": "-",
        "²": "^2",
        "³": "^3",
        "“": '"',
        "”": '"',
        "’": "'",
    }
)
"""What is printed instead of characters that the encoding of a stream lacks; others become question marks."""


def _replace(error: UnicodeError) -> tuple[str, int]:
    """Replace what cannot be encoded by similar characters of ASCII: an error handler for codecs."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    similar = error.object[error.start : error.end].translate(_SIMILAR)
    return similar.encode("ascii", "replace").decode("ascii"), error.end


codecs.register_error(_REPLACING, _replace)


class Streams:
    """The output streams of one command, its progress line on standard error, and whether its reader is gone."""

    def __init__(self, output: TextIO | None, errors: TextIO | None) -> None:
        self.output, self.errors = output or StringIO(), errors or StringIO()
        self._has_output = output is not None
        self._is_terminal = self.output.isatty()
        self.is_closed = False
        """Whether the reader of standard output has closed its pipe or its terminal."""
        self.on_close: list[Callable[[], None]] = []
        """Called when that happens, so that the command can stop working."""
        self._is_shown = False

    def check_output(self) -> None:
        """Raise ``SpecError`` if standard output is closed: the work of the command would be lost."""
        if not self._has_output:
            raise SpecError("standard output is closed", hint="redirect it to a file, a pipe or /dev/null")

    def show(self, line: str) -> None:
        """Show a progress line in place of the one before, cut to the width of the terminal."""
        with self.guard(self.output):
            self.output.flush()
        self._is_shown = True  # before it is written: Ctrl-C may arrive in between
        self._write_error(_ERASE + line[: max(get_terminal_size().columns - 1, 1)])

    def erase(self) -> None:
        """Erase the progress line, if one is shown."""
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


def _discard(stream: TextIO) -> None:
    """Discard everything that is written to a stream, including its buffered text."""
    with suppress(OSError, ValueError):  # a stream in memory has no file
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


class _GuardedText:
    """A text stream with the guarantees of this module; the rest is that of the stream itself."""

    def __init__(self, stream: TextIO, streams: Streams) -> None:
        self._stream, self._streams = stream, streams

    def write(self, text: str) -> int:
        if text == "":  # click writes it to find out whether a stream takes text, and ignores errors
            return 0
        self._streams.erase()
        with self._streams.guard(self._stream):
            self._stream.write(text)
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        with self._streams.guard(self._stream):
            self._stream.flush()

    @property
    def buffer(self) -> _GuardedBytes:
        return _GuardedBytes(self._stream, self._streams)

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


class _GuardedBytes:
    """The bytes below a guarded text stream."""

    def __init__(self, stream: TextIO, streams: Streams) -> None:
        self._text, self._stream, self._streams = stream, stream.buffer, streams

    def write(self, data: bytes) -> int:
        if data == b"":
            return 0
        self._streams.erase()
        with self._streams.guard(self._text):
            self._stream.write(data)
        return len(data)

    def flush(self) -> None:
        with self._streams.guard(self._text):
            self._stream.flush()

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


class _ClosedInput:
    """A closed standard input: reading it raises ``FormatError``."""

    def isatty(self) -> bool:
        return False

    def __iter__(self) -> NoReturn:
        self.__getattr__("readline")

    def __getattr__(self, name: str) -> NoReturn:
        raise FormatError("standard input is closed", hint="give a board, a file, or a pipe to read from")


def open_closed_descriptors() -> None:
    """Open closed standard streams on the null device: otherwise the next file would reuse descriptors 0 to 2."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            with suppress(OSError):  # the lowest number that is free: this one
                os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)


_current: list[Streams] = []


def current() -> Streams:
    """The streams of the command that runs; outside a command, the present ones."""
    return _current[-1] if _current else Streams(sys.stdout, sys.stderr)


@contextmanager
def guarded() -> Iterator[Streams]:
    """Guard the standard streams while the block runs."""
    before = sys.stdin, sys.stdout, sys.stderr
    streams = Streams(sys.stdout, sys.stderr)
    _current.append(streams)
    strict = [
        stream
        for stream in (streams.output, streams.errors)
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict"
    ]
    for stream in strict:
        stream.reconfigure(errors=_REPLACING)
    sys.stdin = sys.stdin or cast("TextIO", _ClosedInput())
    sys.stdout = cast("TextIO", _GuardedText(streams.output, streams))
    sys.stderr = cast("TextIO", _GuardedText(streams.errors, streams))
    try:
        yield streams
    finally:
        with suppress(OSError):
            sys.stdout.flush()
        streams.erase()
        for stream in strict:
            with suppress(OSError, ValueError):  # closed
                stream.reconfigure(errors="strict")
        sys.stdin, sys.stdout, sys.stderr = before
        _current.pop()


def shows_progress() -> bool:
    """Whether standard error is a terminal that can erase a line."""
    return current().errors.isatty() and os.environ.get("TERM") != "dumb"


@contextmanager
def progress_line() -> Iterator[Callable[[str], None]]:
    """A function that shows a progress line on standard error; it does nothing unless ``shows_progress``."""
    streams = current()
    try:
        yield streams.show if shows_progress() else lambda line: None
    finally:
        streams.erase()
