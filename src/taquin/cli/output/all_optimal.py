"""``--all-optimal`` of ``solve`` and ``tree``: all shortest solutions, counted, listed and drawn."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING

import click

from taquin.cli import terminal
from taquin.cli.exits import exit_code
from taquin.cli.input import boards
from taquin.cli.input import options as shared
from taquin.cli.input.numbers import Whole
from taquin.errors import FormatError
from taquin.puzzle.formats import Document
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Notation
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import plural
from taquin.render.text import layout
from taquin.render.text.reading import ending_text, move_text
from taquin.render.text.solvability import unsolvable_fields
from taquin.run.limits import Limits
from taquin.run.result import Status

if TYPE_CHECKING:  # loaded only with --all-optimal
    from taquin.analysis.shortest import ShortestSolutions
    from taquin.analysis.solution_graph import SolutionGraph
    from taquin.cli.output.tree_output import Target

DEFAULT_SHOWN = 20
_LONGEST_SHOWN = 240  # characters of the moves of one solution

list_option = click.option(
    "--all-optimal", "is_all", is_flag=True, help="Find all shortest solutions: their number, and a list."
)
draw_option = click.option(
    "--all-optimal", "is_all", is_flag=True, help="Draw the graph of all shortest solutions instead of a search."
)
show_option = click.option(
    "--show",
    type=Whole(),
    metavar="N",
    help=f"With --all-optimal: list at most N solutions. Default: {DEFAULT_SHOWN}.",
)


def check(others: Mapping[str, object]) -> None:
    """Raise ``SpecError`` for options that have no meaning with --all-optimal."""
    for name, value in others.items():
        shared.forbid_together(all_optimal=True, **{name: value})


def find(document: Document, goal: str | None, limits: Limits) -> ShortestSolutions:
    """Find all shortest solutions of the one board in the document."""
    from taquin.analysis.shortest import shortest_solutions

    if len(document.entries) > 1:
        raise FormatError(f"expected one board with --all-optimal, found {len(document.entries)} in {document.source}")
    start = document.entries[0].board
    target = boards.goal_of(document.entries[0], goal)
    with terminal.cancel_on_interrupt() as cancellation, terminal.progress_line() as progress:
        return shortest_solutions(
            start, target, limits=limits, cancellation=cancellation, progress=progress, warn=terminal.warn
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


def draw_graph(
    words: tuple[str, ...],
    size: Shape | None,
    goal: str | None,
    *,
    target: Target,
    max_states: int | None,
    limits: Limits,
) -> int:
    """What ``taquin tree --all-optimal`` prints or draws, and its exit code."""
    from taquin.cli.output.tree_output import Form

    document, goal = boards.read_starts(words, size, goal)
    found = find(document, goal, limits)
    summary = _summary(found)
    if target.form is Form.JSON:
        target.write((json.dumps(_graph_to_dict(found, max_states), indent=2) + "\n").encode("utf-8"), summary)
    elif found.graph is None:
        is_drawn = target.form is not Form.TEXT or target.path is not None
        click.echo(f"taquin: nothing was drawn: {summary}" if is_drawn else summary, err=is_drawn)
    else:
        target.write(_content(found.graph, target, max_states), summary)
    return exit_code([found.status])


def _summary(found: ShortestSolutions) -> str:
    if found.graph is None:
        return ending_text(found.status, found.reason)
    from taquin.render.shortest.view import title

    return title(found.graph)


def _graph_to_dict(found: ShortestSolutions, max_states: int | None) -> dict[str, object]:
    from taquin.render.shortest import export as shortest_export
    from taquin.render.shortest.view import view_of

    view = None if found.graph is None else view_of(found.graph, max_states)
    return {**found.to_dict(most=0), **({} if view is None else shortest_export.to_dict(view))}


def _content(graph: SolutionGraph, target: Target, max_states: int | None) -> bytes:
    """The graph in the form of the target; a large one is cut to ``MAX_STATES`` by default."""
    from taquin.cli.output.tree_output import Form
    from taquin.render.shortest import export as shortest_export
    from taquin.render.shortest.picture import shortest_drawing
    from taquin.render.shortest.view import MAX_STATES, view_of

    most = MAX_STATES if max_states is None else max_states
    match target.form:
        case Form.TEXT:
            return (shortest_export.to_text(view_of(graph, most)) + "\n").encode("utf-8")
        case Form.DOT:
            return shortest_export.to_dot(view_of(graph, most), theme=target.theme).encode("utf-8")
        case Form.MERMAID:
            return shortest_export.to_mermaid(view_of(graph, most), theme=target.theme).encode("utf-8")
        case _:
            return target.encode(shortest_drawing(graph, max_states=most, theme=target.theme))


def describe(found: ShortestSolutions, *, most: int, notation: Notation = Notation.BLANK) -> str:
    """The number of solutions, and the first of them, one per line."""
    head = layout.side_by_side([("start", str(found.start)), ("goal", str(found.goal))])
    if found.status is Status.UNSOLVABLE and not found.generated:
        pairs = [
            ("status", ending_text(found.status, found.reason)),
            *unsolvable_fields(Problem(found.start, found.goal)),
        ]
        return f"{head}\n\n{layout.fields(pairs)}"
    pairs = [("method", found.method)]
    graph = found.graph
    if not found.is_complete:
        pairs.append(("status", ending_text(found.status, found.reason)))
    if graph is not None:
        count = f"{graph.count:,}" if found.is_complete else f"{graph.count:,} or more"
        widest = max(map(len, graph.layers))
        states = f"{graph.states:,} on these solutions" + (f", at most {widest:,} at one depth" if widest > 1 else "")
        pairs += [
            ("length", f"{plural(graph.length, 'move')}, proven shortest"),
            ("solutions", f"{count} of this length"),
            ("states", states),
        ]
    elif found.lower_bound:
        pairs.append(("lower bound", plural(found.lower_bound, "move")))
    if found.generated:
        pairs += [("expanded", f"{found.expanded:,}"), ("generated", f"{found.generated:,}")]
    pairs.append(("time", f"{found.seconds:.3f} s"))
    blocks = [head, layout.fields(pairs)]
    if graph is not None and most:
        texts = [move_text(each.text(notation), longest=_LONGEST_SHOWN) for each in islice(graph.solutions(), most)]
        lines = [text or "no move: the start is the goal" for text in texts]
        left_out = graph.count - len(lines)
        if left_out:
            lines.append(f"… {left_out:,} more (--show N lists more)")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)
