"""Shared by ``trace`` and ``tree``: record a search or read a trace file, and print text in colour."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from taquin.cli import terminal
from taquin.cli.input import boards, effects
from taquin.cli.input.numbers import Whole
from taquin.errors import SpecError, TraceError
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.run.limits import Limits
from taquin.solving.default_methods import pick_method, quick_method, recording_limits
from taquin.solving.solver import run_method
from taquin.trace.formats import is_trace_file, read_file, read_lines
from taquin.trace.recorder import DEFAULT_CAP, Recorder
from taquin.trace.trace import Trace

read_option = click.option(
    "--read",
    "source",
    type=click.Path(path_type=Path, allow_dash=True),
    metavar="FILE",
    help="Read a recorded trace instead of searching; - is standard input.",
)
cap_option = click.option(
    "--cap",
    type=Whole(),
    default=DEFAULT_CAP,
    metavar="N",
    help=f"Record at most N events; the search continues unrecorded. Default: {DEFAULT_CAP:,}.",
)

_OF_A_SEARCH = ("--size", "--cap", "--time", "--nodes", "--memory", "--depth")


def read_or_record(
    words: tuple[str, ...],
    source: Path | None,
    *,
    size: Shape | None,
    goal: str | None,
    algorithm: str | None,
    heuristic: str | None,
    options: dict[str, object],
    limits: Limits,
    cap: int,
) -> Trace:
    """Read the trace from a file, or record a search."""
    if source is None and len(words) == 1 and is_trace_file(Path(words[0])):
        source, words = Path(words[0]), ()
    if source is not None:
        given = [name for name, value in (("--algorithm", algorithm), ("--heuristic", heuristic)) if value]
        given += [f"--{name.replace('_', '-')}" for name in options] + (["--goal"] if goal else [])
        if words or given:
            found = "a board" if words else given[0]
            raise SpecError(f"expected a trace file or a search to record, found both: {source} and {found}")
        effects.refuse_beside(_OF_A_SEARCH, f"{source} is a recorded trace, and nothing is searched")
        return _read_standard_input() if str(source) == "-" else read_file(source)
    start, goal = boards.read_start(words, size, goal)
    problem = Problem(start, boards.read_goal(goal, start.shape))
    method = pick_method(quick_method(problem.shape), algorithm, heuristic, options)
    effects.refuse_in_method(method, algorithm, heuristic, options, is_python=True)
    recorder = Recorder(cap)
    with terminal.cancel_on_interrupt() as cancellation, terminal.progress_line() as progress:
        run_method(
            problem,
            method,
            limits=recording_limits(limits, method, problem.shape),
            observer=recorder,
            cancellation=cancellation,
            progress=progress,
            backend="python",
        )
    return recorder.trace()


def _read_standard_input() -> Trace:
    try:
        return read_lines(sys.stdin.buffer.read().decode("utf-8").splitlines())
    except UnicodeDecodeError as error:
        raise TraceError("standard input is not a trace: expected text") from error


def can_draw_lines() -> bool:
    """Whether the encoding of standard output has the characters that trees are drawn with."""
    try:
        "├─★→…".encode(sys.stdout.encoding or "utf-8")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def show(text: str) -> None:
    """Print text, in colour at a terminal."""
    if not sys.stdout.isatty():
        click.echo(text)
        return
    from rich.console import Console
    from rich.highlighter import RegexHighlighter

    class _TraceHighlighter(RegexHighlighter):
        base_style = "taquin."
        highlights = [  # noqa: RUF012 - declared so in rich
            r"(?m)^(?P<title>(?:step|iteration|restart|end|start|goal)\b[^:\n]*)",
            r"(?P<good>★.*|\bnew\b.*|\btaken$|\bsolved\b.*)",
            r"(?P<dim>\bduplicate: .*|= node \d+.*|… .*)",
            r"(?P<bad>\bpruned\b.*|×.*|\bnot (?:taken|better)\b|\brejected\b)",
            r"(?P<warm>\bimproved\b.*)",
        ]

    from rich.theme import Theme

    styles = {"title": "bold", "good": "green", "dim": "dim", "bad": "red", "warm": "yellow"}
    console = Console(theme=Theme({f"taquin.{name}": style for name, style in styles.items()}), highlight=False)
    console.print(_TraceHighlighter()(text), soft_wrap=True)
