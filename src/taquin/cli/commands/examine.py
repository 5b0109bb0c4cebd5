"""``taquin examine``: test a heuristic on every board of a small size."""

from __future__ import annotations

import click

from taquin.analysis.examine import (
    Examination,
    Inconsistency,
    Overestimate,
    UpdateError,
    examine,
    examine_unsupported_reason,
)
from taquin.cli import streams, terminal
from taquin.cli.input import boards, completion
from taquin.cli.input import options as shared
from taquin.cli.output import pictures
from taquin.errors import BoardError
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.geometry import Shape
from taquin.render.text.examination import describe, move_between
from taquin.solving.heuristic_choice import choose_heuristic
from taquin.system.user_calls import user_code

ADMISSIBLE = 0
REFUTED = 1

_complete_heuristic = completion.names(completion.HEURISTIC_NAMES, or_files=True)


@click.command("examine")
@click.argument("heuristic", metavar="HEURISTIC", shell_complete=_complete_heuristic)
@click.option("--against", metavar="OTHER", shell_complete=_complete_heuristic, help="Compare with another heuristic.")
@shared.goal_option
@shared.size_option
@shared.json_option
@pictures.chart_options
def command(
    heuristic: str,
    against: str | None,
    goal: str | None,
    size: Shape | None,
    as_json: bool,
    chart: pictures.ChartRequest,
) -> int:
    """Test whether a heuristic is admissible and consistent.

    HEURISTIC is a name, a maximum such as "max(manhattan, gaschnig)", or your own function of (board, goal), as
    path/to/file.py:function. It is evaluated on every board that can reach the goal, on sizes of up to 10 cells (3x3,
    the default, takes a few seconds; 2x5 ten times as long). The estimates are compared with the true distances, and
    with each other along every move. If a property fails, the smallest counterexample is shown.

    --plot draws the estimates against the true distances, with --against those of both heuristics.

    The exit code is 0 if the heuristic is admissible, 1 if it is not, 2 if it could not be examined.

    \b
    Examples:
      taquin examine manhattan --against misplaced
      taquin examine "max(manhattan, gaschnig)" --goal snail
      taquin examine my_heuristics.py:corner_tiles --size 2x4
      taquin examine linear_conflict --against misplaced --plot estimates.svg
    """
    chosen = choose_heuristic(heuristic)
    other = None if against is None else choose_heuristic(against)
    target = boards.read_goal(goal, size)
    if reason := examine_unsupported_reason(target.shape):
        raise BoardError(reason, hint="such as --size 3x3, 2x4 or 1x9")
    with streams.progress_line() as show:
        show(f"evaluating {chosen.text} on every {target.shape} board")

        def count(words: str, done: int, total: int) -> None:
            show(f"{words} {done:,} of {total:,} {target.shape} boards")

        with user_code():
            examination = examine(chosen, target, other, listener=count)
    if as_json:
        terminal.echo_json(_to_dict(examination))
    else:
        terminal.echo(describe(examination, chosen))
    chart.draw(examination, is_quiet=as_json)
    return ADMISSIBLE if examination.is_admissible else REFUTED


def _to_dict(examination: Examination) -> dict[str, object]:
    record: dict[str, object] = {"heuristic": examination.heuristic, "goal": one_line(examination.goal)}
    record |= {"states": examination.states, "moves": examination.moves}
    record |= {"admissible": examination.is_admissible, "consistent": examination.is_consistent}
    record |= _values(
        examination, "goal_estimate mean mean_distance maximum exact exact_share overestimates overestimate"
    )
    record |= _values(examination, "inconsistencies inconsistency update_errors update_error")
    if (comparison := examination.comparison) is not None:
        facts = {"against": comparison.other, "mean": comparison.other_mean}
        facts |= _values(comparison, "higher lower dominates is_dominated board distance estimate other_estimate")
    return {**record, "comparison": None if comparison is None else facts}


def _values(thing: object, names: str) -> dict[str, object]:
    return {name: _plain(getattr(thing, name)) for name in names.split()}


def _plain(value: object) -> object:
    """A value for JSON: boards on one line, and the move of a counterexample as its letter."""
    if isinstance(value, Board):
        return one_line(value)
    if isinstance(value, Overestimate | Inconsistency | UpdateError):
        move = {} if isinstance(value, Overestimate) else {"move": move_between(value.parent, value.child).letter}
        return {**_values(value, " ".join(vars(value))), **move}
    return value
