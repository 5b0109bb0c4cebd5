"""Where ``taquin solve`` writes: standard output, or with ``-o`` a file, which gets everything uncut."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import click

from taquin.cli import pictures
from taquin.run.result import Result

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
    """Standard output, or a file that grows with every result, so that an interrupted run leaves what it found."""

    path: Path | None
    _stream: TextIO | None = None

    def write(self, text: str) -> None:
        """Print or write some lines, at once. The file is opened by the first, so that an error replaces no file."""
        if self.path is None:
            click.echo(text)
            sys.stdout.flush()
            return
        if self._stream is None:
            self._stream = self.path.open("w", encoding="utf-8")
        self._stream.write(f"{text}\n")
        self._stream.flush()

    def close(self) -> None:
        """Close the file."""
        if self._stream is not None:
            self._stream.close()

    def report(self, results: Sequence[Result], total: str) -> None:
        """Say at the terminal what the file has; nothing if there is no file."""
        if self.path is None:
            return
        if len(results) == 1:
            length = results[0].length
            total = str(results[0].status) if length is None else f"solved in {length:,} move{'s' * (length != 1)}"
        click.echo(f"wrote {self.path}: {total}")


@contextmanager
def open_output(path: Path | None) -> Iterator[Output]:
    """The output for this option. Raises ``SpecError`` before the search if the file cannot be written."""
    if path is not None:
        pictures.check_directory(path)
    output = Output(path)
    try:
        yield output
    finally:
        output.close()
