"""``taquin shortest``: all shortest solutions of a board, counted, listed and drawn."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import click

from taquin.analysis.known_solutions import TABLE_METHOD
from taquin.analysis.shortest import ShortestSolutions, shortest_solutions
from taquin.analysis.solution_graph import SolutionGraph
from taquin.cli import terminal
from taquin.cli.exits import exit_code
from taquin.cli.input import boards, effects
from taquin.cli.input import options as shared
from taquin.cli.output import pictures
from taquin.cli.output.pictures import Target
from taquin.heuristics.slides import has_slide_databases
from taquin.puzzle.moves import Notation
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.render.text import layout
from taquin.render.text.reading import ending_text, move_text
from taquin.render.text.solvability import unsolvable_fields
from taquin.run.limits import Limits
from taquin.run.result import Status

_DEFAULT_LISTED = 20
_LONGEST_SHOWN = 240  # characters of the moves of one solution


@click.command("shortest", cls=shared.GroupedCommand)
@boards.metric_board_options
@shared.limit_options
@click.option("--show", type=shared.whole(), help=f"List at most N solutions. Default: {_DEFAULT_LISTED}; 0 counts.")
@shared.moves_option
@shared.json_option
@pictures.graph_output_option
@pictures.graph_format_option
@click.option("--max-states", type=shared.whole(1), help="Draw at most N states of the graph.")
@pictures.look_options
def command(
    board: boards.BoardRequest,
    limits: Limits,
    show: int | None,
    notation: str,
    as_json: bool,
    output: Path | None,
    form: str | None,
    max_states: int | None,
    look: pictures.Look,
) -> int:
    """Count, list and draw all shortest solutions of a board.

    The states on all shortest solutions form one graph with a layer for each move. With -o or --format the graph is
    written instead of the list: as a picture, as text, for Graphviz, or as JSON.

    The exit code is 0 if all were found, 1 if the board is proven unsolvable, 3 if a limit ended the search.

    \b
    Examples:
      taquin shortest "8 6 7 / 2 5 4 / 3 0 1"
      taquin shortest "8 6 7 / 2 5 4 / 3 0 1" --show 0
      taquin shortest "8 1 3 / 4 0 2 / 7 6 5" --moves numbers --json
      taquin shortest "4 5 0 / 1 2 3" -o shortest.pdf
      taquin shortest "4 5 0 / 1 2 3" --metric slides
      taquin shortest "4 5 0 / 1 2 3" --format dot
    """
    is_graph = output is not None or form is not None
    if is_graph:
        effects.check("--show", "--moves", "--json", conflicts_with=("--output", "--format"))
    else:
        effects.check("--max-states", "--theme", "--paper", requires=("--output", "--format"))
    target = pictures.make_target(output, form, look) if is_graph else None
    problem = board.problem()
    boards.prepare_slide_tables(problem)
    if board.metric is Metric.SLIDES and problem.is_solvable and not has_slide_databases(problem.shape):
        click.echo(
            f"Finding all of them on {problem.shape} may take minutes; "
            "after Ctrl-C or --time the first one is printed.",
            err=True,
        )
    with terminal.cancel_on_interrupt() as cancellation, terminal.progress_line() as progress:
        solutions = shortest_solutions(
            problem, limits=limits, cancellation=cancellation, progress=progress, warn=terminal.warn
        )
    if solutions.method == TABLE_METHOD and (limits.nodes is not None or limits.memory is not None):
        effects.refuse(["--limit"], "a table of all distances has the answer, and nothing is searched; depth=N works")
    most = _DEFAULT_LISTED if show is None else show
    if target is not None:
        _write_graph(solutions, target, max_states)
    elif as_json:
        terminal.echo_json(solutions.to_dict(most=most, notation=Notation(notation)))
    else:
        terminal.echo(describe(solutions, most=most, notation=Notation(notation)))
    return exit_code([solutions.status])


def _write_graph(solutions: ShortestSolutions, target: Target, max_states: int | None) -> None:
    from taquin.render.shortest.view import title, view_of

    summary = ending_text(solutions.status, solutions.reason) if solutions.graph is None else title(solutions.graph)
    if target.format.name == "json":
        graph = {} if solutions.graph is None else view_of(solutions.graph, max_states).to_dict()
        target.write((json.dumps({**solutions.to_dict(most=0), **graph}, indent=2) + "\n").encode("utf-8"), summary)
    elif solutions.graph is None:
        terminal.warn(f"nothing was drawn: {summary}")
    else:
        _write_view(solutions.graph, target, max_states, summary)


def _write_view(graph: SolutionGraph, target: Target, max_states: int | None, summary: str) -> None:
    """The graph in the form of the target; a large one is cut to ``MAX_STATES`` by default."""
    from taquin.render.shortest.picture import shortest_drawing
    from taquin.render.shortest.view import MAX_STATES, view_of

    most = MAX_STATES if max_states is None else max_states
    if target.format.drawing:
        target.draw(shortest_drawing(graph, max_states=most, theme=target.look.theme), summary)
    elif target.format.is_graph:
        from taquin.render.dot import shortest_dot

        target.write(shortest_dot(view_of(graph, most), theme=target.look.theme).encode("utf-8"), summary)
    else:
        target.write((view_of(graph, most).to_text() + "\n").encode("utf-8"), summary)


def describe(solutions: ShortestSolutions, *, most: int, notation: Notation = Notation.BLANK) -> str:
    """The number of solutions, and the first of them, one per line."""
    head = layout.side_by_side([("start", str(solutions.start)), ("goal", str(solutions.goal))])
    if solutions.status is Status.UNSOLVABLE and not solutions.generated:
        pairs = [
            ("status", ending_text(solutions.status, solutions.reason)),
            *unsolvable_fields(Problem(solutions.start, solutions.goal)),
        ]
        return f"{head}\n\n{layout.fields(pairs)}"
    pairs = [("method", solutions.method)]
    graph = solutions.graph
    if not solutions.is_complete:
        pairs.append(("status", ending_text(solutions.status, solutions.reason)))
    if graph is not None:
        count = f"{graph.count:,}" if solutions.is_complete else f"{graph.count:,} or more"
        widest = max(map(len, graph.layers))
        states = f"{graph.states:,} on these solutions" + (f", at most {widest:,} at one depth" if widest > 1 else "")
        pairs += [
            ("length", f"{solutions.metric.amount(graph.length)}, proven shortest"),
            ("solutions", f"{count} of this length"),
            ("states", states),
        ]
    elif solutions.lower_bound:
        pairs.append(("lower bound", solutions.metric.amount(solutions.lower_bound)))
    if solutions.generated:
        pairs += [("expanded", f"{solutions.expanded:,}"), ("generated", f"{solutions.generated:,}")]
    pairs.append(("time", f"{solutions.seconds:.3f} s"))
    blocks = [head, layout.fields(pairs)]
    if graph is not None and most:
        texts = [
            move_text(solution.text(notation), longest=_LONGEST_SHOWN) for solution in islice(graph.solutions(), most)
        ]
        lines = [text or "no move: the start is the goal" for text in texts]
        left_out = graph.count - len(lines)
        if left_out:
            lines.append(f"… {left_out:,} more (--show N lists more)")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)
