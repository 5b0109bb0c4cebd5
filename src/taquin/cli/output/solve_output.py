"""The forms in which ``taquin solve`` writes results, and where: standard output, or a file, which gets everything."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taquin.cli import streams, terminal
from taquin.cli.output import files, solve_text
from taquin.errors import SpecError
from taquin.puzzle.documents import Document, Entry
from taquin.puzzle.moves import Notation
from taquin.puzzle.words import plural, printable_line
from taquin.run.limits import Limits
from taquin.run.result import Result, Status
from taquin.run.run import Run
from taquin.system.files import GrowingFile, reason
from taquin.system.memory import peak_memory

if TYPE_CHECKING:  # most runs need none
    from taquin.analysis.certifier import Certificate


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


_REPORTS = [form.value for form in Form if form not in (Form.TEXT, Form.JSON)]
report_option = click.option(
    "--report",
    type=click.Choice(_REPORTS),
    callback=lambda ctx, parameter, value: None if value is None else Form(value),
    metavar="FORM",
    help="tiles or numbers: text that writes moves as directions of the tiles, or as their numbers. jsonl: one JSON "
    "object per line. certificate: a proof for `taquin certify`. 42, edx, algs4: the output that these courses ask "
    "for.",
)


def choose_form(report: Form | None, as_json: bool, output: Path | None) -> Form:
    """The form that the options select; without any, the ending of the file does.

    Raises ``SpecError`` for the ending of a picture.
    """
    if report is not None:
        return report
    if as_json:
        return Form.JSON
    if output is None:
        return Form.TEXT
    files.refuse_picture(output, "text or JSON", f"draw BOARD --solve -o {output}` draws the solution")
    return _ENDINGS.get(output.suffix.lower(), Form.TEXT)


@dataclass(kw_only=True)
class Writer:
    """Writes results in a form, as soon as each is available: to standard output or to a file.

    The file of one board, and JSON, is written at the end, completely or not at all. With several boards a file of
    lines grows with every result, so that an interrupted run leaves what it found.
    """

    form: Form
    path: Path | None
    """The file (-o), where nothing is cut; None is standard output."""
    document: Document
    faults: int
    """The number of boards that cannot be read."""
    has_steps: bool
    results: list[Result] = field(default_factory=list)
    _written: list[bytes] = field(default_factory=list)
    _growing: GrowingFile | None = None
    _name: str = ""

    @property
    def count(self) -> int:
        """The number of boards, including those that cannot be read."""
        return len(self.document.entries) + self.faults

    @contextmanager
    def open(self) -> Iterator[Writer]:
        """Write what comes after all results at the end. Raises ``SpecError`` at once if the file cannot be written."""
        if self.path is not None:
            files.check_file(self.path)
        try:
            yield self
            self._conclude()
        finally:
            if self._growing is not None:
                self._growing.close()

    def add(self, entry: Entry, result: Result) -> None:
        self.results.append(result)
        if (text := self._describe(entry, result)) is not None:
            self._write(text)

    def _describe(self, entry: Entry, result: Result) -> str | None:
        """The text of one result; None if it is written at the end."""
        match self.form:
            case Form.JSON | Form.CERTIFICATE:
                return None
            case Form.JSON_LINES:
                return json.dumps(self._to_dict(entry, result))
            case Form.SUBJECT_42:
                return solve_text.subject42(result)
            case Form.EDX:
                return solve_text.edx(result, (peak_memory() or 0) / 2**20)
            case Form.ALGS4:
                return solve_text.algs4(result)
        notation, is_file = self.form.notation, self.path is not None
        if self.count > 1 and not self.has_steps:
            return solve_text.describe_in_line(entry, result, notation, is_whole=is_file)
        text = solve_text.describe(result, notation, is_whole=is_file)
        if not self.has_steps:
            return text
        return f"{text}\n\n{solve_text.describe_steps(result, notation, is_file=is_file)}".rstrip()

    def _conclude(self) -> None:
        """Write what comes after all results, and report a file at the terminal."""
        entries = self.document.entries
        total = solve_text.describe_total(self.results, len(entries), self.faults)
        if self.form is Form.JSON:
            items = [self._to_dict(entry, result) for entry, result in zip(entries, self.results, strict=False)]
            self._write(json.dumps(items[0] if self.count == 1 else items, indent=2))
        elif self.count > 1 and self.form.is_text:
            self._write(total if self.path is not None else total + solve_text.describe_cuts(self.results))
        is_cut = len(self.results) < len(entries) and not streams.current().is_closed
        if is_cut and self.path is None and not self.form.is_text:
            terminal.warn(f"interrupted: {total}")
        if self.path is None or self.form is Form.CERTIFICATE:
            return
        if self._written:
            self._name = files.write_file(self.path, b"".join(self._written))
        if len(self.results) == 1:
            length = self.results[0].length
            total = (
                str(self.results[0].status) if length is None else f"solved in {self.results[0].metric.amount(length)}"
            )
        terminal.echo(f"wrote {self._name or printable_line(str(self.path))}: {total}")

    def _write(self, text: str) -> None:
        """Print or write some lines. The first one replaces the file, so that an earlier error replaces nothing."""
        if self.path is None:
            if self.form.is_text:
                terminal.echo(text)
            else:
                click.echo(text)
            sys.stdout.flush()
            return
        line = f"{text}\n".encode()
        if len(self.document.entries) == 1 or self.form is Form.JSON:
            self._written.append(line)
            return
        try:
            if self._growing is None:
                self._name = files.written_name(self.path)
                self._growing = GrowingFile(self.path, line)
            else:
                self._growing.append(line)
        except OSError as error:
            raise SpecError(f"cannot write {str(self.path)!r}: {reason(error)}") from error

    def _to_dict(self, entry: Entry, result: Result) -> dict[str, object]:
        place = {} if self.document.source == "text" else {"label": entry.label or None, "line": entry.line}
        return {**result.to_dict(), **place}


def write_certificate(path: Path | None, result: Result, limits: Limits) -> None:
    """Make the certificate, and print it or write it. Without an answer there is only a warning.

    An interrupt ends the search for evidence; after that search, it ends the command, and nothing is written.
    """
    from taquin.analysis.certificate import make_certificate, search_evidence  # most runs need none

    if not result.is_solved and result.status is not Status.UNSOLVABLE:
        terminal.warn(f"no certificate is written: {result.reason or result.status}")
        return
    with terminal.cancel_on_interrupt() as cancellation, terminal.progress_line() as progress:
        evidence = search_evidence(result, Run(limits, None, cancellation, progress))
    certificate = make_certificate(result, evidence)
    text = json.dumps(certificate, indent=1) + "\n"
    if path is None:
        click.echo(text, nl=False)
    else:
        terminal.echo(f"wrote {files.write_file(path, text.encode())}: {_describe_certificate(certificate)}")


def _describe_certificate(certificate: Certificate) -> str:
    length, bound, iterations = certificate["length"], certificate["lower_bound"], certificate["iterations"]
    if length is None:
        return "a certificate that the goal cannot be reached"
    proven = "no solution is shorter" if length == bound else f"no solution is shorter than {bound}"
    evidence = f"the {certificate['heuristic']} estimate of the start proves"
    if iterations:
        expanded = plural(sum(iteration["expanded"] for iteration in iterations), "node")
        evidence = f"{plural(len(iterations), 'iteration')} of {expanded} with {certificate['heuristic']} prove"
    return f"a certificate of {plural(length, 'move')}; {evidence} that {proven}"
