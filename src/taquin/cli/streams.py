"""Standard input, standard output and standard error of a command.

``guarded`` replaces the streams while a command runs. The progress line is erased before any other output; a closed
pipe (``| head -1``) raises no error, and neither does any failure of standard error. A stream that was closed before
the command began (``2>&-``) is replaced too: errors are then discarded, and reading input raises ``FormatError``. A
closed standard output is an error.

A full pipe blocks a command, but a signal still ends it (``system/outputs.py``).

What a user's code prints (a heuristic in a file) goes to standard error, however it is written, and such code cannot
close the streams: from the time when it is loaded, descriptor 1 is standard error, and the command writes to a
descriptor of its own.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from io import StringIO, TextIOWrapper
from shutil import get_terminal_size
from typing import Any, NoReturn, TextIO, cast

from taquin.errors import FormatError, SpecError
from taquin.system import interrupts, user_calls
from taquin.system.outputs import Output, Unread

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
        self._owner = threading.get_ident()
        self._own: list[TextIOWrapper] = []
        self._first: int | None = None
        """A copy of descriptor 1 as it was before user code was loaded."""
        self._guarded = sys.stdout, sys.stderr
        self.is_abandoned = False
        """Whether a signal has ended a blocked write to standard output."""
        self._is_terminal = self.output.isatty()
        self.is_closed = False
        """Whether the reader of standard output has closed its pipe or its terminal."""
        self.on_close: list[Callable[[], None]] = []
        """Called when that happens, so that the command can stop working."""
        self._is_shown = False

    def install(self) -> None:
        """Replace the standard streams of the process; ``remove`` puts back what was there."""
        self.output, self.errors = self._opened(self.output), self._opened(self.errors)
        sys.stdout = cast("TextIO", _Guarded(self.output, self))
        sys.stderr = cast("TextIO", _Guarded(self.errors, self))
        self._guarded = sys.stdout, sys.stderr

    def _opened(self, stream: TextIO) -> TextIO:
        """The same file, opened again with a descriptor that is not 1 or 2; a stream in memory stays."""
        if os.name != "posix" or not isinstance(stream, TextIOWrapper):
            return stream
        try:
            stream.flush()
            raw = _Descriptor(os.dup(stream.fileno()), self, is_output=stream is self.output)
        except (OSError, ValueError):
            return stream
        opened = TextIOWrapper(
            io.BufferedWriter(cast("io.RawIOBase", raw)),
            encoding=stream.encoding,
            errors=stream.errors,
            line_buffering=stream.line_buffering or stream.write_through,
        )
        self._own.append(opened)
        return opened

    def remove(self) -> None:
        """Close what ``install`` has opened."""
        if self._first is not None:
            with suppress(OSError):
                os.dup2(self._first, 1)
                os.close(self._first)
        for stream in self._own:
            with suppress(OSError, ValueError):
                stream.close()

    # User code

    def protect(self) -> None:
        """Let whatever user code writes to descriptor 1, or starts that does, go to standard error."""
        if self._first is None and self._own:
            with suppress(OSError):
                self._first = os.dup(1)
                os.dup2(2, 1)

    def restore(self) -> None:
        """Take back ``sys.stdout`` and ``sys.stderr`` if user code has replaced them."""
        sys.stdout, sys.stderr = self._guarded

    def target_of(self, stream: TextIO) -> TextIO:
        """Where text for a stream goes: standard error for what user code prints."""
        if stream is not self.output or not user_calls.has_run():
            return stream
        is_foreign = threading.get_ident() != self._owner or user_calls.is_running()
        return self.errors if is_foreign else stream

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
        _discard_descriptor(stream.fileno())


def _discard_descriptor(descriptor: int) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)


class _Descriptor(io.RawIOBase):
    """A file that a command writes to. Unlike ``FileIO`` it does not block after an end signal."""

    def __init__(self, descriptor: int, streams: Streams, *, is_output: bool) -> None:
        self._file, self._streams, self._is_output = Output(descriptor), streams, is_output

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._file.descriptor

    def isatty(self) -> bool:
        return os.isatty(self._file.descriptor)

    def write(self, data: Any) -> int:
        """Write as many bytes as the file takes now, at least one."""
        try:
            return self._file.write(data)
        except Unread:
            _discard_descriptor(self._file.descriptor)
            if not self._is_output:
                return len(data)
            self._streams.is_abandoned = True
            raise

    def close(self) -> None:
        """Close the descriptor, once."""
        if not self.closed:
            self._file.close()
        super().close()


class _Guarded:
    """A text stream, or the bytes below it, with the guarantees of this module; the rest is that of the stream."""

    def __init__(self, original: TextIO, streams: Streams, *, is_text: bool = True) -> None:
        self._original, self._streams, self._is_text = original, streams, is_text

    @property
    def _target(self) -> TextIO:
        return self._streams.target_of(self._original)

    @property
    def _stream(self) -> Any:
        return self._target if self._is_text else self._target.buffer

    def write(self, data: str | bytes) -> int:
        if data == ("" if self._is_text else b""):  # click writes it to find out what a stream takes
            return 0
        self._streams.erase()
        with self._streams.guard(self._target):
            self._stream.write(data)
        return len(data)

    def writelines(self, lines: Iterable[str | bytes]) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        with self._streams.guard(self._target):
            self._stream.flush()

    def close(self) -> None:
        """Only the command closes its streams."""
        self.flush()

    def detach(self) -> NoReturn:
        raise io.UnsupportedOperation("the streams of a command cannot be detached")

    @property
    def buffer(self) -> _Guarded:
        if not hasattr(self._target, "buffer"):
            raise AttributeError("a stream in memory has no bytes below it")
        return _Guarded(self._original, self._streams, is_text=False)

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
    streams.install()
    interrupts.forget()
    try:
        with user_calls.guarded_by(streams):
            yield streams
    finally:
        with suppress(OSError, KeyboardInterrupt):
            sys.stdout.flush()
        streams.erase()
        streams.remove()
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
