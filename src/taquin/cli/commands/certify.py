"""``taquin certify``: check a certificate with a program that shares no code with the searches."""

from __future__ import annotations

import json

import click

from taquin.analysis.certifier import NODES, Certificate, Refused, Report, check, read
from taquin.cli import streams, terminal
from taquin.cli.exits import BAD_INPUT, NO_SOLUTION, SOLVED
from taquin.cli.input import boards, completion
from taquin.cli.input import options as shared
from taquin.puzzle.words import plural, printable_line
from taquin.run.limits import Limits

REFUTED = 1


@click.command("certify", short_help="Check a certificate from taquin solve.")
@click.argument("file", metavar="FILE", shell_complete=completion.files)
@click.option(
    "--nodes",
    metavar="N",
    default=str(NODES),
    help=f"Repeat iterations of at most N nodes in all: 500000, 20M. Default: {NODES}.",
)
@shared.json_option
def command(file: str, nodes: str, as_json: bool) -> int:
    """Check a certificate from `taquin solve BOARD --report certificate -o FILE`.

    It replays the moves, recomputes the estimate of the start, and repeats the iterations that prove the lower bound,
    with a separate program of about 280 lines (taquin/analysis/certifier.py) that imports nothing from Taquin; the
    same program in JavaScript is beside it (node certifier.mjs FILE). The report lists what was checked and what was
    not. --nodes limits the size of iterations to repeat: Python expands about 50,000 nodes per second on a 3x3. FILE
    may be - for standard input.

    The exit code is 0 if all claims were checked and are true, 1 if a claim is false, 2 if FILE is not a certificate or
    was changed after it was written, 3 if no claim is false but a part was too large to check.

    \b
    Examples:
      taquin solve "8 6 7 / 2 5 4 / 3 0 1" --report certificate -o proof.json
      taquin certify proof.json
      taquin solve korf.txt -a "ida_star(manhattan)" --report certificate -o proof.json
      taquin certify proof.json --nodes 20M
    """
    most = Limits.parse(nodes=nodes).nodes or 0
    text = boards.read_text(file, "a certificate")
    try:
        certificate = read(text)
    except json.JSONDecodeError as error:
        actual = f"no JSON in line {error.lineno}" if text.strip() else "an empty file"
        return _refuse(file, f"not a certificate: expected JSON, found {actual}", BAD_INPUT, as_json=as_json)
    except Refused as error:
        return _refuse(file, f"not a certificate: {error}", BAD_INPUT, as_json=as_json)
    try:
        with streams.progress_line() as show:
            show("repeating the iterations")
            report = check(certificate, most)
    except Refused as error:
        return _refuse(file, str(error), REFUTED, as_json=as_json)
    if as_json:
        claim = {
            "status": certificate["status"],
            "length": certificate["length"],
            "lower_bound": certificate["lower_bound"],
            "heuristic": certificate["heuristic"],
        }
        terminal.echo_json({"certified": report.is_complete, **claim, **vars(report)})
    else:
        terminal.echo(describe(file, certificate, report))
    return SOLVED if report.is_complete else NO_SOLUTION


def _refuse(file: str, message: str, code: int, *, as_json: bool) -> int:
    if as_json:
        click.echo(json.dumps({"certified": False, "refused": message}))
    terminal.warn(f"{printable_line(file)}: refused: {' '.join(message.split())}")
    return code


def describe(file: str, certificate: Certificate, report: Report) -> str:
    blocks = [("checked", report.checked), ("not checked", report.not_checked)]
    listed = "\n".join(f"{name}\n" + "\n".join(f"  {line}" for line in lines) for name, lines in blocks if lines)
    return f"{listed}\n{file}: {_verdict(certificate, report)}"


def _verdict(certificate: Certificate, report: Report) -> str:
    length, bound = certificate["length"], certificate["lower_bound"]
    if length is None:
        return "certified: the goal cannot be reached"
    solution = f"a solution of {plural(length, 'move')}"
    if not report.is_complete:
        needed = sum(iteration["expanded"] for iteration in certificate["iterations"])
        return f"certified in part: {solution}; --nodes {needed} checks completely that none is shorter than {bound}"
    return f"certified: {solution}, " + (
        "and none is shorter" if length == bound else f"and none is shorter than {bound}"
    )
