"""``taquin solve --certificate``: the option, and writing the file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from taquin.cli import terminal
from taquin.cli.output import pictures
from taquin.errors import SpecError
from taquin.puzzle.words import plural
from taquin.run.limits import Limits
from taquin.run.result import Result, Status

option = click.option(
    "--certificate",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write what proves the answer, for taquin certify: moves, and the iterations that show that none are shorter.",
)


def check_request(path: Path | None, boards: int, source: str) -> None:
    """Raise ``SpecError``, before the search, if no certificate can be written."""
    if path is None:
        return
    if boards != 1:
        raise SpecError(
            f"expected one board for --certificate, found {boards} in {source}", hint="solve them one by one"
        )
    pictures.check_directory(path)


def write(path: Path | None, result: Result, limits: Limits, *, is_quiet: bool) -> None:
    """Make the certificate, write it, and say what it proves. Without an answer there is none, and a warning."""
    if path is None:
        return
    from taquin.analysis.certificate import make_certificate  # most runs need none

    if not result.is_solved and result.status is not Status.UNSOLVABLE:
        terminal.warn(f"no certificate is written: {result.reason or result.status}")
        return
    with terminal.cancel_on_interrupt() as cancellation, terminal.progress_line() as progress:
        certificate = make_certificate(result, limits=limits, cancellation=cancellation, progress=progress)
    pictures.write_file(path, (json.dumps(certificate, indent=1) + "\n").encode())
    if not is_quiet:
        click.echo(f"wrote {path}: {_describe(certificate)}")


def _describe(certificate: dict[str, Any]) -> str:
    if certificate["length"] is None:
        return "a certificate that the goal cannot be reached"
    length, bound, iterations = certificate["length"], certificate["lower_bound"], certificate["iterations"]
    proven = "none is shorter" if length == bound else f"none is shorter than {bound}"
    expanded = sum(each["expanded"] for each in iterations)
    made = plural(len(iterations), "iteration")
    evidence = f"{made} of {plural(expanded, 'node')} with {certificate['heuristic']}"
    if not iterations:
        evidence = f"the {certificate['heuristic']} of the start"
    return f"a certificate of {plural(length, 'move')}, and that {proven}, by {evidence}"
