"""``taquin estimate``: the value of a heuristic for one board, and what each tile adds to it."""

from __future__ import annotations

import click

from taquin.analysis.estimate import estimate
from taquin.cli import terminal
from taquin.cli.exits import SOLVED
from taquin.cli.input import boards
from taquin.cli.input import options as shared
from taquin.heuristics.base import Explanation
from taquin.puzzle.words import whole
from taquin.render.text import layout
from taquin.system.user_calls import user_code


@click.command("estimate")
@boards.board_options
@shared.heuristics_option("manhattan", default=["manhattan"])
@shared.json_option
def command(board: boards.BoardRequest, heuristics: tuple[str, ...], as_json: bool) -> int:
    """Show the estimate h of a board, and why it has this value.

    Each line below the value is one summand: the distance of a tile, a conflict, a group of tiles.

    \b
    Examples:
      taquin estimate "8 1 3 / 4 0 2 / 7 6 5"
      taquin estimate "8 1 3 / 4 0 2 / 7 6 5" -e manhattan,misplaced
      taquin estimate "8 1 3 / 4 0 2 / 7 6 5" -e my_heuristic.py:estimate
    """
    problem = board.problem()
    with user_code():
        explanations = {name: estimate(problem, name) for name in heuristics}
    if as_json:
        terminal.echo_json([{"heuristic": name, **explanation.to_dict()} for name, explanation in explanations.items()])
    else:
        terminal.echo("\n\n".join(describe(name, explanation) for name, explanation in explanations.items()))
    return SOLVED


def describe(name: str, explanation: Explanation) -> str:
    """The value and its summands, unless the whole value is the only one."""
    if [part.words for part in explanation.parts] == [explanation.words]:
        return f"{name}: {explanation}"
    rows = [(str(whole(round(part.value, 2))), part.words) for part in explanation.parts]
    parts = layout.aligned(rows, right=(True, False))
    return "\n".join([f"{name}: {explanation}", *(f"  {part}" for part in parts)])
