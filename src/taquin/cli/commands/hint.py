"""``taquin hint``: the next move, without the rest of the solution."""

from __future__ import annotations

import click

from taquin.analysis.hints import Hint
from taquin.analysis.hints import hint as find_hint
from taquin.cli import terminal
from taquin.cli.exits import exit_code
from taquin.cli.input import boards
from taquin.cli.input import options as shared
from taquin.puzzle.slides import describe_slide
from taquin.render.records import hint_record
from taquin.run.limits import Limits
from taquin.run.result import Status


@click.command("hint")
@boards.metric_board_options
@click.option("--count", "only_count", is_flag=True, help="Show only how many moves are left.")
@shared.json_option
@shared.limit_options
def command(board: boards.BoardRequest, only_count: bool, as_json: bool, limits: Limits) -> int:
    """Show the next move, without the rest of the solution.

    It lists all moves that lead to a shortest solution, if the search can prove them within the time limit (10 seconds,
    1 second beyond 4x4, or --time). Beyond 4x4 it shows one good move, with a lower bound on the number of moves left,
    and stores its solution in the cache folder: the next hint along this solution is immediate. With --time the stored
    solution is first improved for that long.

    The exit code is 0 with a hint or at the goal, 1 if the goal cannot be reached, 3 if no hint was found within the
    limits.

    \b
    Examples:
      taquin hint "8 1 3 / 4 0 2 / 7 6 5"
      taquin hint "8 1 3 / 4 0 2 / 7 6 5" --count
      taquin hint board.txt --goal snail --time 1m
      taquin hint "8 1 3 / 4 0 2 / 7 6 5" --metric slides
    """
    problem = board.problem()
    boards.prepare_slide_tables(problem)
    with terminal.cancel_on_interrupt() as cancellation, terminal.progress_line() as progress:
        hint = find_hint(problem, limits=limits, cancellation=cancellation, progress=progress, warn=terminal.warn)
    if as_json:
        terminal.echo_json(hint_record(hint, only_count=only_count))
    else:
        terminal.echo(describe(hint, only_count=only_count))
    return exit_code([hint.result.status])


def describe(hint: Hint, *, only_count: bool) -> str:
    result = hint.result
    if hint.left == 0:
        return "the board is the goal: no move is left"
    if hint.left is None:
        return _describe_failure(hint)
    if only_count:
        return _describe_left(hint)
    words = [describe_slide(result.start, slide) for slide in hint.slides]
    if not hint.is_proven:
        return f"a good {result.metric.noun}: {words[0]}\n{_describe_left(hint)}, this one included"
    lines = [f"{words[0]}; {_describe_left(hint)}, this one included"]
    lines += [f"just as good: {word}" for word in words[1:]]
    if not hint.is_complete and not hint.is_planned:
        lines.append("the time limit was reached before all other moves were checked")
    return "\n".join(lines)


def _describe_left(hint: Hint) -> str:
    metric = hint.result.metric
    if hint.is_proven:
        return f"{metric.amount(hint.left or 0)} {'is' if hint.left == 1 else 'are'} left"
    return f"{_at_least(hint)}; the solution found has {hint.left:,}"


def _at_least(hint: Hint) -> str:
    return f"at least {hint.result.metric.amount(hint.lower_bound)} {'is' if hint.lower_bound == 1 else 'are'} left"


def _describe_failure(hint: Hint) -> str:
    result = hint.result
    match result.status:
        case Status.UNSOLVABLE:
            return f"the goal cannot be reached: {result.reason} (`taquin check` explains why)"
        case Status.CANCELLED:
            return f"interrupted; {_at_least(hint)}"
        case _:
            return f"no hint was found: {result.reason}; {_at_least(hint)}"
