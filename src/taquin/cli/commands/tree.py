"""``taquin tree``: the search tree, as text, as a picture, or as data for other programs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import click

from taquin.cli import terminal
from taquin.cli.exits import exit_code
from taquin.cli.input import effects
from taquin.cli.input import options as shared
from taquin.cli.output import pictures
from taquin.cli.output.pictures import Target
from taquin.cli.output.recording import Recording, recording_options, show
from taquin.errors import SpecError
from taquin.render.formats import Format
from taquin.render.text import layout
from taquin.render.text import trace as trace_text
from taquin.render.tree import text as tree_text
from taquin.render.tree.labels import describe_run
from taquin.render.tree.picture import NodeStyle, arrange, legible_cut
from taquin.render.tree.selection import (
    LARGE,
    SMALL,
    Cut,
    Focus,
    Selection,
    check_iteration,
    default_iterations,
    select,
)
from taquin.run.result import Status
from taquin.trace.trace import Trace

_DEEP = 40  # levels: a tree of more is cut, or only its path is drawn


@click.command("tree", cls=shared.GroupedCommand)
@recording_options
@click.option("--levels", type=shared.whole(), help=f"Draw N levels below the root. Default: {tree_text.MOST_LEVELS}.")
@click.option(
    "--max-nodes",
    type=shared.whole(1),
    help=f"Draw at most N nodes: the solution path, then the oldest. Default: {tree_text.MOST_NODES}; all in JSON; in "
    f"pictures all of a tree of up to {LARGE} (with --node-style boards {SMALL}), else --around-path.",
)
@click.option("--path-only", is_flag=True, help="Draw the solution path alone.")
@click.option("--around-path", is_flag=True, help="Draw the solution path and the children of its nodes.")
@click.option(
    "--node-style",
    type=click.Choice([style.value for style in NodeStyle]),
    help="In pictures: draw nodes as boards with all values, or as dots coloured by f, with the boards of the solution "
    f"path. Default: auto, which is boards for up to {SMALL} nodes, dots for more.",
)
@click.option("--boards", is_flag=True, help="In text and JSON: show the board of every node, on one line.")
@click.option(
    "--duplicates/--no-duplicates",
    default=None,
    help="Show children whose board was already known, except those that undo the last move. Default: shown, except "
    "among dots.",
)
@click.option("--pruned/--no-pruned", default=True, help="Show pruned nodes. Default: shown.")
@click.option(
    "--iteration",
    metavar="N|all|last",
    help="For iterative searches and restarts: which one to draw. Default: last; in pictures all, if they are small.",
)
@click.option("--ascii", "as_ascii", is_flag=True, help="Draw with plain ASCII characters.")
@shared.json_option
@pictures.graph_output_option
@pictures.graph_format_option
@pictures.look_options
def command(
    recording: Recording,
    levels: int | None,
    max_nodes: int | None,
    path_only: bool,
    around_path: bool,
    node_style: str | None,
    boards: bool,
    duplicates: bool | None,
    pruned: bool,
    iteration: str | None,
    as_ascii: bool,
    as_json: bool,
    output: Path | None,
    form: str | None,
    look: pictures.Look,
) -> int:
    """Draw the search tree of a board, the way a textbook does.

    Every line is a node: its number in order of generation, the move that led to it, its value f = g + h, and when it
    was expanded (1 is first). ★ marks the solution path, × a node that was pruned or a child whose board was already
    known. Iterative searches have one tree per iteration; bidirectional ones have two roots. The exit code is that of
    the search, as for `taquin solve`.

    -o writes a picture: nodes are small boards with number, g, h and f, and moves are on the edges. More than 80 nodes
    are drawn as dots, coloured by f, with the boards of the solution path. Of more than 300 nodes only those around the
    solution path are drawn, and the picture says how many are left out; --levels and --max-nodes draw more. A tree too
    large for a page is turned, from left to right, or drawn as dots, and the command says so.

    \b
    Examples:
      taquin tree "1 0 8 2 5 7 4 6 3" --goal "0 8 7 1 2 3 4 5 6" -a astar -e manhattan
      taquin tree "1 0 8 2 5 7 4 6 3" --goal "0 8 7 1 2 3 4 5 6" -a astar -e manhattan -o tree.pdf
      taquin tree "8 1 3 / 4 0 2 / 7 6 5" -a "ida*" --iteration all -o iterations.svg --theme dark
      taquin tree "8 1 3 / 4 0 2 / 7 6 5" -a "ida*" --iteration all --levels 6
      taquin tree "8 1 3 / 4 0 2 / 7 6 5" -a bfs --levels 6 --node-style boards -o tree.pdf --paper a4
      taquin tree "8 1 3 / 4 0 2 / 7 6 5" -a greedy --path-only --boards
      taquin tree "8 1 3 / 4 0 2 / 7 6 5" -a bfs --levels 3 --format tikz
      taquin tree "8 1 3 / 4 0 2 / 7 6 5" -a bfs --levels 3 -o tree.dot
      taquin tree examples/puzzles/romania.py:romania -a astar -e h
      taquin tree --read search.jsonl --ascii
    """
    effects.forbid_together("--path-only", "--around-path")
    effects.forbid_together("--json", "--format")
    target = pictures.make_target(output, "json" if as_json else form, look)
    _refuse_useless(target.format)
    trace = recording.trace()
    if trace.outcome.status is Status.CANCELLED and target.format.drawing:  # a large tree takes seconds
        terminal.warn("interrupted; drawing the tree so far (Ctrl-C again quits)")
    style = NodeStyle.AUTO if node_style is None else NodeStyle(node_style)
    cut = replace(_cut(target.format, style, levels, max_nodes), duplicates=duplicates, pruned=pruned)
    if path_only:
        cut = replace(cut, focus=Focus.PATH, levels=levels)
    elif around_path:
        cut = replace(cut, focus=Focus.AROUND_PATH)
    iterations = _choose_iterations(trace, iteration, is_drawn=not target.format.is_text)
    selections = select(trace, cut, iterations)
    given = {"--path-only": path_only, "--around-path": around_path, "--levels": levels is not None}
    chosen = next((name for name, is_given in given.items() if is_given), "")
    is_full = cut.max_nodes is not None and sum(len(selection.shown) for selection in selections) >= cut.max_nodes
    more = "--max-nodes N draws more" if is_full or not chosen else f"by {chosen}"
    _write(trace, target, selections, style=style, boards=boards, as_ascii=as_ascii, more=more)
    return exit_code([trace.outcome.status])


def _refuse_useless(form: Format) -> None:
    if form.name != "text":
        effects.refuse(["--ascii"], f"it draws text, and {form.name} is written")
    if form.is_text:
        effects.refuse(["--theme"], f"it is for pictures, and {form.name} is written")
    else:
        effects.refuse(["--boards"], f"it is for text and JSON, and {form.name} is written")
    if not form.drawing:
        effects.refuse(["--node-style"], f"it is for pictures, and {form.name} is written")


def _cut(form: Format, style: NodeStyle, levels: int | None, max_nodes: int | None) -> Cut:
    if form.name == "json":
        return Cut(levels=levels, max_nodes=max_nodes)
    if form.name == "text":
        return Cut(
            levels=tree_text.MOST_LEVELS if levels is None else levels,
            max_nodes=tree_text.MOST_NODES if max_nodes is None else max_nodes,
        )
    if form.is_graph:  # its nodes are as large as boards
        style = NodeStyle.BOARDS
    return legible_cut(style, levels=levels, max_nodes=max_nodes)


def _write(
    trace: Trace,
    target: Target,
    selections: list[Selection],
    *,
    style: NodeStyle,
    boards: bool,
    as_ascii: bool,
    more: str,
) -> None:
    form, summary = target.format, describe_run(trace)
    if form.name == "text":
        _write_text(trace, target, selections, boards=boards, as_ascii=as_ascii)
    elif form.name == "json":
        tree = tree_text.tree_to_dict(selections, boards=boards)
        written = json.dumps({**trace_text.trace_to_dict(trace), **tree}, indent=2) + "\n"
        target.write(written.encode("utf-8"), summary)
    elif form.is_graph:
        from taquin.render.dot import tree_dot

        summary += _describe_left_out(selections, more)
        target.write(tree_dot(selections, theme=target.look.theme).encode("utf-8"), summary)
    else:
        drawing, change = arrange(selections, node_style=style, theme=target.look.theme)
        summary += _describe_left_out(selections, more) + (f"; {change}" if change else "")
        summary += _describe_dots(selections, style, are_dots=change.startswith("drawn as dots"))
        target.draw(drawing, summary)


def _describe_left_out(selections: list[Selection], more: str) -> str:
    shown = sum(len(selection.shown) for selection in selections)
    total = sum(len(selection.depths) for selection in selections)
    if shown == total:
        return ""
    deepest = max(max(selection.depths.values()) for selection in selections if selection.depths)
    has_path = any(selection.path_in_iteration for selection in selections)
    is_cut = any(selection.path_in_iteration - selection.shown for selection in selections)
    is_deep = deepest > _DEEP and (is_cut or not has_path)
    also = f"; search less deep with --limit depth={_DEEP // 2}" if is_deep else ""
    return f"; {shown:,} of {total:,} nodes are drawn ({more}{also})"


def _describe_dots(selections: list[Selection], style: NodeStyle, *, are_dots: bool) -> str:
    """How to draw boards, if dots were chosen."""
    if are_dots:
        return " (--node-style boards draws boards)"
    if style is not NodeStyle.AUTO or not style.is_dots(selections):
        return ""
    shown = sum(len(selection.shown) for selection in selections)
    return f"; nodes are dots (--node-style boards --max-nodes {shown} draws boards)"


def _write_text(trace: Trace, target: Target, selections: list[Selection], *, boards: bool, as_ascii: bool) -> None:
    is_plain = as_ascii or (target.path is None and not terminal.can_print("├─★→…"))
    characters = layout.ASCII if is_plain else layout.UNICODE
    head = (
        f"{layout.side_by_side([('start', str(trace.start)), ('goal', str(trace.goal))])}\n" if trace.has_boards else ""
    )
    parts = [tree_text.describe_tree(trace, characters)]
    for selection in selections if trace.tree.roots else ():
        title = f"{selection.title}\n" if selection.title else ""
        parts.append(f"\n{title}{tree_text.draw_tree(selection, characters, boards=boards)}")
    if target.path is not None:
        target.write("\n".join([*([head] if head else []), *parts, ""]).encode("utf-8"), describe_run(trace))
        return
    if head:
        click.echo(head)
    for part in parts:
        show(part)


def _choose_iterations(trace: Trace, iteration: str | None, *, is_drawn: bool) -> list[int | None]:
    """The iterations to draw, counted from 1; ``[None]`` where the search had none."""
    count = len(trace.tree.bounds)
    choice = "" if iteration is None else iteration.strip().lower()
    if choice == "all":
        return list(range(1, count + 1)) or [None]
    if choice == "last" or iteration is None:
        return default_iterations(trace, small=SMALL if is_drawn and iteration is None else 0)
    if not choice.isdecimal() or len(choice) > 9:
        raise SpecError(f"expected --iteration to be a number, all or last, found {iteration!r}")
    check_iteration(trace, int(choice))
    return [int(choice)]
