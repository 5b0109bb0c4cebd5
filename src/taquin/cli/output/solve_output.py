"""Where ``taquin solve`` writes: standard output, or with ``-o`` a file, which gets everything uncut."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import click

from taquin.cli.output import pictures
from taquin.errors import SpecError
from taquin.run.result import Result
from taquin.system.files import GrowingFile, reason

_JSON = (".json",)
_JSON_LINES = (".jsonl", ".ndjson")

output_option = click.option(
    "--output",
    "-o",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the complete output to a file: JSON in .json, JSON Lines in .jsonl, otherwise text with all moves.",
)


def form_of(path: Path | None) -> str:
    """What the ending of the file selects: ``json``, ``json_lines`` or nothing."""
    ending = "" if path is None else path.suffix.lower()
    return "json" if ending in _JSON else "json_lines" if ending in _JSON_LINES else ""


@dataclass
class Output:
    """Standard output, or a file.

    The file of one board, and JSON, is written at the end, completely or not at all. With several boards a file of
    lines grows with every result, so that a run that is interrupted, or killed, leaves what it found.
    """

    path: Path | None
    is_growing: bool = False
    _written: list[bytes] = field(default_factory=list)
    _growing: GrowingFile | None = None

    def write(self, text: str) -> None:
        """Print or write some lines. The file is replaced by the first, so that an error before replaces no file."""
        if self.path is None:
            click.echo(text)
            sys.stdout.flush()
            return
        if not self.is_growing:
            self._written.append(f"{text}\n".encode())
            return
        try:
            self._growing = self._growing or GrowingFile(self.path)
            self._growing.append(f"{text}\n".encode())
        except OSError as error:
            raise SpecError(f"cannot write {str(self.path)!r}: {reason(error)}") from error

    def finish(self) -> None:
        """Write a file that does not grow."""
        if self.path is not None and self._written:
            pictures.write_file(self.path, b"".join(self._written))

    def close(self) -> None:
        """Close a file that grows."""
        if self._growing is not None:
            self._growing.close()

    def report(self, results: Sequence[Result], total: str) -> None:
        """Say at the terminal what the file has; nothing if there is no file."""
        if self.path is None:
            return
        if len(results) == 1:
            length = results[0].length
            total = str(results[0].status) if length is None else f"solved in {length:,} move{'s' * (length != 1)}"
        click.echo(f"wrote {self.path}: {total}")


@contextmanager
def open_output(path: Path | None, *, is_growing: bool) -> Iterator[Output]:
    """The output for this option. Raises ``SpecError`` before the search if the file cannot be written."""
    if path is not None:
        pictures.check_directory(path)
    output = Output(path, is_growing)
    try:
        yield output
        output.finish()
    finally:
        output.close()
