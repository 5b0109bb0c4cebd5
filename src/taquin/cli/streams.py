"""Standard output and standard error of a command.

``guarded`` replaces both streams for the time of a command, so that two things hold for whatever is printed, and
however: the progress line is erased before any other output, and a closed pipe (``| head -1``) raises no error.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from shutil import get_terminal_size
from typing import TextIO, cast

_ERASE = "\r\033[K"


class Streams:
    """The two streams of one command, its progress line on standard error, and whether its reader has gone."""

    def __init__(self, output: TextIO, errors: TextIO) -> None:
        self.output, self.errors = output, errors
        self.is_closed = False
        """Whether the reader of standard output has closed its pipe."""
        self.on_close: list[Callable[[], None]] = []
        """Called when that happens, so that the command can stop working."""
        self._is_shown = False

    def show(self, line: str) -> None:
        """Show a progress line in place of the one before, cut to the width of the terminal."""
        self.output.flush()
        self._is_shown = True  # before it is written: Ctrl-C may arrive in between
        self.errors.write(_ERASE + line[: max(get_terminal_size().columns - 1, 1)])
        self.errors.flush()

    def erase(self) -> None:
        """Erase the progress line, if one is shown."""
        if self._is_shown:
            self.errors.write(_ERASE)
            self.errors.flush()
            self._is_shown = False

    def close(self, stream: TextIO) -> None:
        """Discard the rest of the output of a stream, because its reader has closed it."""
        with suppress(OSError, ValueError):  # a stream in memory has no file
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
        if stream is self.output and not self.is_closed:
            self.is_closed = True
            for call in self.on_close:
                call()


class _GuardedText:
    """A text stream with the two guarantees of this module; the rest is that of the stream itself."""

    def __init__(self, stream: TextIO, streams: Streams) -> None:
        self._stream, self._streams = stream, streams

    def write(self, text: str) -> int:
        if text:
            self._streams.erase()
        try:
            return self._stream.write(text)
        except BrokenPipeError:
            self._streams.close(self._stream)
            return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except BrokenPipeError:
            self._streams.close(self._stream)

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
        if data:
            self._streams.erase()
        try:
            return self._stream.write(data)
        except BrokenPipeError:
            self._streams.close(self._text)
            return len(data)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except BrokenPipeError:
            self._streams.close(self._text)

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


_current: list[Streams] = []


def current() -> Streams:
    """The streams of the command that runs; outside a command, the present ones."""
    return _current[-1] if _current else Streams(sys.stdout, sys.stderr)


@contextmanager
def guarded() -> Iterator[Streams]:
    """Guard standard output and standard error while the block runs."""
    streams = Streams(sys.stdout, sys.stderr)
    _current.append(streams)
    sys.stdout = cast("TextIO", _GuardedText(streams.output, streams))
    sys.stderr = cast("TextIO", _GuardedText(streams.errors, streams))
    try:
        yield streams
    finally:
        sys.stdout.flush()
        streams.erase()
        sys.stdout, sys.stderr = streams.output, streams.errors
        _current.pop()


@contextmanager
def progress_line() -> Iterator[Callable[[str], None] | None]:
    """A function that shows a progress line on standard error; None unless that is a terminal. Erased at the end."""
    streams = current()
    if not streams.errors.isatty():
        yield None
        return
    try:
        yield streams.show
    finally:
        streams.erase()
