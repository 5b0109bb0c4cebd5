"""``--all-optimal`` of ``solve`` and ``tree``: all shortest solutions, counted, listed and drawn."""

from __future__ import annotations

import json
from itertools import islice

import click

from taquin.cli import options as shared
from taquin.cli import watching
from taquin.cli.exits import exit_code
from taquin.errors import FormatError, SpecError
from taquin.formats import Document
from taquin.limits import Limits
from taquin.moves import Notation
from taquin.render import text
from taquin.render.reading import ending_text
from taquin.shortest import ShortestSolutions, shortest_solutions

DEFAULT_SHOWN = 20

option = click.option(
    "--all-optimal", "is_all", is_flag=True, help="Find all shortest solutions: their number, and a list."
)
show_option = click.option(
    "--show",
    type=click.IntRange(min=0),
    metavar="N",
    help=f"With --all-optimal: list at most N solutions. Default: {DEFAULT_SHOWN}.",
)


def check(*, is_asked: bool, show: int | None, **others: object) -> None:
    """Raise ``SpecError`` for options that mean nothing with --all-optimal, or without it."""
    if not is_asked:
        if show is not None:
            raise SpecError("expected --all-optimal with --show, found --show alone")
        return
    for name, value in others.items():
        shared.forbid_together(all_optimal=True, **{name: value})


def find(document: Document, goal: str | None, limits: Limits) -> ShortestSolutions:
    """Find them for the only board there is."""
    from taquin.cli import boards

    if len(document.entries) > 1:
        raise FormatError(f"expected one board with --all-optimal, found {len(document.entries)} in {document.source}")
    start = document.entries[0].board
    target = boards.read_goal(goal, start.shape)
    with watching.cancel_on_interrupt() as cancellation, watching.progress_line() as progress:
        return shortest_solutions(
            start, target, limits=limits, cancellation=cancellation, progress=progress, say=watching.say
        )


def list_solutions(
    document: Document, goal: str | None, *, show: int | None, notation: Notation, as_json: bool, limits: Limits
) -> int:
    """What ``taquin solve --all-optimal`` prints, and its exit code."""
    found = find(document, goal, limits)
    most = DEFAULT_SHOWN if show is None else show
    if as_json:
        click.echo(json.dumps(found.to_dict(most=most, notation=notation), indent=2))
    else:
        click.echo(describe(found, most=most, notation=notation))
    return exit_code([found.status])


def describe(found: ShortestSolutions, *, most: int, notation: Notation = Notation.BLANK) -> str:
    """The number of solutions in words, and the first of them, one a line."""
    boards = text.side_by_side([("start", str(found.start)), ("goal", str(found.goal))])
    pairs = [("method", found.method)]
    graph = found.graph
    if not found.is_complete:
        pairs.append(("status", ending_text(found.status, found.reason)))
    if graph is not None:
        count = f"{graph.count:,}" if found.is_complete else f"{graph.count:,} or more"
        widest = max(map(len, graph.layers))
        states = f"{graph.states:,} on them" + (f", at most {widest:,} after as many moves" if widest > 1 else "")
        pairs += [
            ("length", f"{graph.length} move{'' if graph.length == 1 else 's'}, and none is shorter"),
            ("solutions", f"{count} of this length"),
            ("states", states),
        ]
    elif found.lower_bound:
        pairs.append(("lower bound", f"{found.lower_bound} moves"))
    if found.generated:
        pairs += [("expanded", f"{found.expanded:,}"), ("generated", f"{found.generated:,}")]
    pairs.append(("time", f"{found.seconds:.3f} s"))
    blocks = [boards, text.fields(pairs)]
    if graph is not None and most:
        lines = [each.text(notation) or "no move: the start is the goal" for each in islice(graph.solutions(), most)]
        left_out = graph.count - len(lines)
        if left_out:
            lines.append(f"… {left_out:,} more (--show N lists more)")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)
