"""The forms in which ``taquin solve`` writes results, and where: standard output, or a file, which gets everything."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

import click

from taquin.cli import terminal
from taquin.cli.output import pictures, solve_text
from taquin.errors import SpecError
from taquin.puzzle.formats import Entry
from taquin.puzzle.moves import Notation
from taquin.puzzle.words import plural
from taquin.render.text import reports
from taquin.run.limits import Limits
from taquin.run.result import Result, Status
from taquin.system.files import GrowingFile, reason
from taquin.system.peak_memory import peak_memory


class Form(StrEnum):
    """How results are written."""

    TEXT = "text"
    TILES = "tiles"
    NUMBERS = "numbers"
    JSON = "json"
    JSON_LINES = "jsonl"
    CERTIFICATE = "certificate"
    SUBJECT_42 = "42"
    EDX = "edx"
    ALGS4 = "algs4"

    @property
    def notation(self) -> Notation:
        """How text writes moves."""
        return {Form.TILES: Notation.TILES, Form.NUMBERS: Notation.NUMBERS}.get(self, Notation.BLANK)

    @property
    def is_text(self) -> bool:
        """Whether it is Taquin's own text, which is for people."""
        return self in (Form.TEXT, Form.TILES, Form.NUMBERS)


_ENDINGS = {".json": Form.JSON, ".jsonl": Form.JSON_LINES, ".ndjson": Form.JSON_LINES}

report_option = click.option(
    "--report",
    type=click.Choice([form.value for form in Form if form not in (Form.TEXT, Form.JSON)]),
    metavar="FORM",
    help="tiles or numbers: text that writes moves as directions of the tiles, or as their numbers. jsonl: one JSON "
    "object per line. certificate: a proof for `taquin certify`. 42, edx, algs4: the output that these courses ask "
    "for.",
)
output_option = click.option(
    "--output",
    "-o",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write everything to a file, uncut: JSON in .json, JSON Lines in .jsonl, otherwise text.",
)


def choose_form(report: str | None, as_json: bool, output: Path | None) -> Form:
    """The form that the options select; without any, the ending of the file does.

    Raises ``SpecError`` for the ending of a picture.
    """
    if report is not None:
        return Form(report)
    if as_json:
        return Form.JSON
    if output is None:
        return Form.TEXT
    ending = output.suffix.lower()
    if ending.removeprefix(".") in {*pictures.STILL, *pictures.ANIMATED}:
        raise SpecError(
            f"expected a file for text or JSON, found {ending} in {str(output)!r}",
            hint=f"`taquin draw BOARD --solve -o {output}` draws the solution",
        )
    return _ENDINGS.get(ending, Form.TEXT)


@dataclass(frozen=True, kw_only=True)
class Writer:
    """Writes results in a form."""

    form: Form
    count: int
    """The number of boards, including those that cannot be read."""
    is_in_file: bool
    """Whether the boards are in a file: then each has a label and a line."""
    is_for_file: bool
    """Whether the output goes to a file (-o), where nothing is cut."""
    has_steps: bool

    def describe(self, entry: Entry, result: Result) -> str | None:
        """The text of one result; None if it is written at the end."""
        match self.form:
            case Form.JSON | Form.CERTIFICATE:
                return None
            case Form.JSON_LINES:
                return json.dumps(self._to_dict(entry, result))
            case Form.SUBJECT_42:
                return reports.subject42(result)
            case Form.EDX:
                return reports.edx(result, (peak_memory() or 0) / 2**20)
            case Form.ALGS4:
                return reports.algs4(result)
        notation = self.form.notation
        if self.count > 1 and not self.has_steps:
            return solve_text.describe_in_line(entry, result, notation, is_whole=self.is_for_file)
        text = solve_text.describe(result, notation, is_whole=self.is_for_file)
        if not self.has_steps:
            return text
        return f"{text}\n\n{solve_text.describe_steps(result, notation, is_file=self.is_for_file)}".rstrip()

    def conclude(self, entries: Sequence[Entry], results: list[Result], total: str) -> str | None:
        """What is written after all results, if anything; ``total`` is the line that sums them up."""
        if self.form is Form.JSON:
            items = [self._to_dict(entry, result) for entry, result in zip(entries, results, strict=False)]
            return json.dumps(items[0] if self.count == 1 else items, indent=2)
        if self.count == 1 or not self.form.is_text:
            return None
        return total if self.is_for_file else total + solve_text.describe_cuts(results)

    def _to_dict(self, entry: Entry, result: Result) -> dict[str, object]:
        place = {"label": entry.label or None, "line": entry.line} if self.is_in_file else {}
        return {**result.to_dict(), **place}


@dataclass
class Output:
    """Standard output, or a file.

    The file of one board, and JSON, is written at the end, completely or not at all. With several boards a file of
    lines grows with every result, so that an interrupted run leaves what it found.
    """

    path: Path | None
    is_growing: bool = False
    _written: list[bytes] = field(default_factory=list)
    _growing: GrowingFile | None = None

    def write(self, text: str) -> None:
        """Print or write some lines. The first one replaces the file, so that an earlier error replaces nothing."""
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


def report_file(path: Path, results: Sequence[Result], total: str) -> None:
    """Say at the terminal what the file has."""
    if len(results) == 1:
        length = results[0].length
        total = str(results[0].status) if length is None else f"solved in {plural(length, 'move')}"
    click.echo(f"wrote {path}: {total}")


def write_certificate(path: Path | None, result: Result, limits: Limits) -> None:
    """Make the certificate, and print it or write it. Without an answer there is only a warning."""
    from taquin.analysis.certificate import make_certificate  # most runs need none

    if not result.is_solved and result.status is not Status.UNSOLVABLE:
        terminal.warn(f"no certificate is written: {result.reason or result.status}")
        return
    with terminal.cancel_on_interrupt() as cancellation, terminal.progress_line() as progress:
        certificate = make_certificate(result, limits=limits, cancellation=cancellation, progress=progress)
    text = json.dumps(certificate, indent=1) + "\n"
    if path is None:
        click.echo(text, nl=False)
    else:
        pictures.write_file(path, text.encode())
        click.echo(f"wrote {path}: {_describe_certificate(certificate)}")


def _describe_certificate(certificate: dict[str, Any]) -> str:
    if certificate["length"] is None:
        return "a certificate that the goal cannot be reached"
    length, bound, iterations = certificate["length"], certificate["lower_bound"], certificate["iterations"]
    proven = "no solution is shorter" if length == bound else f"no solution is shorter than {bound}"
    evidence = f"the {certificate['heuristic']} estimate of the start proves"
    if iterations:
        expanded = plural(sum(each["expanded"] for each in iterations), "node")
        evidence = f"{plural(len(iterations), 'iteration')} of {expanded} with {certificate['heuristic']} prove"
    return f"a certificate of {plural(length, 'move')}; {evidence} that {proven}"
