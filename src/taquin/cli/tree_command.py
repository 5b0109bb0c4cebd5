"""``taquin tree``: the search tree as text."""

from __future__ import annotations

import json
from pathlib import Path

import click

from taquin.cli import options as shared
from taquin.cli import recording
from taquin.cli.exits import exit_code
from taquin.errors import SpecError
from taquin.geometry import Shape
from taquin.limits import Limits
from taquin.render import text, trace_text, tree_export, tree_text
from taquin.render.reading import reading_of
from taquin.render.tree_caption import round_title
from taquin.render.tree_selection import Cut, Focus, Selection, select
from taquin.trace.trace import Trace

_MOST_NODES = 200
_MOST_LEVELS = 40


@click.command("tree")
@shared.board_argument
@shared.goal_option
@shared.size_option
@shared.algorithm_option
@shared.heuristic_option
@recording.read_option
@click.option(
    "--levels",
    type=click.IntRange(min=0),
    metavar="N",
    help=f"Draw N levels below the root. Default: {_MOST_LEVELS}.",
)
@click.option(
    "--max-nodes",
    type=click.IntRange(min=1),
    metavar="N",
    help=f"Draw at most N nodes: the solution path, then the oldest. Default: {_MOST_NODES}; all in JSON.",
)
@click.option("--path-only", is_flag=True, help="Draw the solution path alone.")
@click.option("--around-path", is_flag=True, help="Draw the solution path and the children of its nodes.")
@click.option("--boards", is_flag=True, help="Show the board of every node on one line.")
@click.option(
    "--duplicates/--no-duplicates",
    default=True,
    help="Show children whose board was known, less those that undo the last move. Default: shown.",
)
@click.option("--pruned/--no-pruned", default=True, help="Show nodes that were cut off. Default: shown.")
@click.option(
    "--iteration",
    metavar="N|all|last",
    default="last",
    help="For iterative searches and restarts: which round to draw. Default: last.",
)
@click.option("--ascii", "as_ascii", is_flag=True, help="Draw with plain ASCII characters.")
@recording.cap_option
@shared.json_option
@shared.limit_options
@shared.algorithm_options
def command(
    board: tuple[str, ...],
    goal: str | None,
    size: Shape | None,
    algorithm: str | None,
    heuristic: str | None,
    source: Path | None,
    levels: int | None,
    max_nodes: int | None,
    path_only: bool,
    around_path: bool,
    boards: bool,
    duplicates: bool,
    pruned: bool,
    iteration: str,
    as_ascii: bool,
    cap: int,
    as_json: bool,
    limits: Limits,
    options: dict[str, object],
) -> int:
    """Draw the search tree of a board, the way a textbook does.

    Every line is a node: its number in order of birth, the move that made it, its value f = g + h, and when it was
    expanded (1 is first). ★ marks the solution path, × a node that was pruned or a child whose board was known already.
    Iterative searches make one tree a round; bidirectional ones have two roots. The exit code is that of the search, as
    for `taquin solve`.

    \b
    Examples:
      taquin tree "1 0 8 2 5 7 4 6 3" --goal "0 8 7 1 2 3 4 5 6" -a astar -e manhattan
      taquin tree "8 1 3 / 4 0 2 / 7 6 5" -a "ida*" --iteration all --levels 6
      taquin tree "8 1 3 / 4 0 2 / 7 6 5" -a greedy --path-only --boards
      taquin tree --read search.jsonl --ascii
    """
    shared.forbid_together(path_only=path_only, around_path=around_path)
    trace = recording.obtain(
        board,
        source,
        size=size,
        goal=goal,
        algorithm=algorithm,
        heuristic=heuristic,
        options=options,
        limits=limits,
        cap=cap,
    )
    plain = as_ascii or not recording.can_draw_lines()
    view = tree_text.View(boards=boards, characters=tree_text.ASCII if plain else tree_text.UNICODE)
    cut = Cut(
        levels=levels if as_json or path_only or levels is not None else _MOST_LEVELS,
        max_nodes=max_nodes if as_json or max_nodes is not None else _MOST_NODES,
        focus=Focus.PATH if path_only else Focus.AROUND_PATH if around_path else Focus.EVERYTHING,
        duplicates=duplicates,
        pruned=pruned,
    )
    selections = select(trace, reading_of(trace), cut, _choose_rounds(trace, iteration))
    if as_json:
        tree = tree_export.tree_to_dict(selections, reading_of(trace), boards=boards)
        click.echo(json.dumps({**trace_text.trace_to_dict(trace), **tree}, indent=2))
    else:
        _draw(trace, view, selections)
    return exit_code([trace.outcome.status])


def _draw(trace: Trace, view: tree_text.View, selections: list[Selection]) -> None:
    if trace.has_boards:
        click.echo(text.side_by_side([("start", str(trace.start)), ("goal", str(trace.goal))]) + "\n")
    recording.show(tree_text.describe_tree(trace, view))
    if not trace.tree.roots:
        return
    reading = reading_of(trace)
    for selection in selections:
        round_ = selection.branch.iteration
        title = "" if round_ is None else round_title(trace, reading, round_) + "\n"
        recording.show(f"\n{title}{tree_text.draw_tree(selection, reading, view)}")


def _choose_rounds(trace: Trace, iteration: str) -> list[int | None]:
    """The rounds to draw, counted from 1; ``[None]`` where the search had none."""
    count = len(trace.tree.bounds)
    choice = iteration.strip().lower()
    if choice == "all":
        return list(range(1, count + 1)) or [None]
    if choice == "last":
        return [count or None]
    if not choice.isdecimal() or len(choice) > 9:
        raise SpecError(f"expected --iteration to be a number, all or last, found {iteration!r}")
    if not 1 <= int(choice) <= count:
        found = f"{count:,}" if count else "none"
        raise SpecError(f"there is no iteration {choice}: this search has {found}")
    return [int(choice)]
