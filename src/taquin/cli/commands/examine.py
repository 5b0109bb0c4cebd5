"""``taquin examine``: test a heuristic on every board of a small size."""

from __future__ import annotations

import click

from taquin.analysis.examine import (
    EstimateComparison,
    Examination,
    Inconsistency,
    Overestimate,
    UpdateError,
    examine,
    examine_unsupported_reason,
)
from taquin.cli import streams, terminal
from taquin.cli.input import boards, completion, effects
from taquin.cli.input import options as shared
from taquin.cli.output import files
from taquin.cli.output.prediction_output import PredictionRequest, prediction_options
from taquin.errors import BoardError
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move
from taquin.puzzle.words import plural
from taquin.render.text import layout
from taquin.solving.heuristic_choice import HeuristicChoice, choose_heuristic
from taquin.solving.spec_text import short_spec
from taquin.system.user_calls import user_code

ADMISSIBLE = 0
REFUTED = 1

_DEFAULT_SHAPE = Shape(3, 3)
_complete_heuristic = completion.names(completion.HEURISTIC_NAMES, or_files=True)


@click.command("examine")
@click.argument("heuristic", metavar="HEURISTIC", shell_complete=_complete_heuristic)
@click.option("--against", metavar="OTHER", shell_complete=_complete_heuristic, help="Compare with another heuristic.")
@shared.goal_option
@shared.size_option
@shared.json_option
@files.chart_options
@prediction_options
def command(
    heuristic: str,
    against: str | None,
    goal: str | None,
    size: Shape | None,
    as_json: bool,
    chart: files.ChartRequest,
    prediction: PredictionRequest,
) -> int:
    """Test whether a heuristic is admissible and consistent.

    HEURISTIC is a name, a maximum such as "max(manhattan, gaschnig)", or your own function of (board, goal), as
    path/to/file.py:function. It is evaluated on every board that can reach the goal, on sizes of up to 10 cells (3x3,
    the default, takes a few seconds; 2x5 ten times as long). The estimates are compared with the true distances, and
    with each other along every move. If a property fails, the smallest counterexample is shown.

    --plot draws the estimates against the true distances, with --against those of both heuristics.

    --predict does not test the heuristic. It predicts how many nodes one iteration of IDA* expands with each bound, by
    the method of Korf, Reid and Edelkamp, and measures some iterations for comparison. The distribution of the
    estimates is exact up to 3x3, and for manhattan and misplaced up to 4x4 (about 10 seconds); otherwise it comes from
    random boards.

    The exit code is 0 if the heuristic is admissible, 1 if it is not, 2 if it could not be examined.

    \b
    Examples:
      taquin examine manhattan --against misplaced
      taquin examine "max(manhattan, gaschnig)" --goal snail
      taquin examine my_heuristics.py:corner_tiles --size 2x4
      taquin examine linear_conflict --against misplaced --plot estimates.svg
      taquin examine manhattan --predict
      taquin examine manhattan --predict --board "8 6 7 / 2 5 4 / 3 0 1" --bound 31
      taquin examine linear_conflict --predict --size 4x4 --sample 1000000 --bound 44 --measure 50
    """
    effects.check("--against", "--plot", conflicts_with=["--predict"])
    chosen = choose_heuristic(heuristic)
    if prediction.is_requested:
        return prediction.run(chosen, _read_goal(goal, size, prediction.board), as_json=as_json)
    other = None if against is None else choose_heuristic(against)
    target = _read_goal(goal, size)
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


def _read_goal(goal: str | None, size: Shape | None, start: str | None = None) -> Board:
    """The goal; without --size, a goal that is a board determines the size, and otherwise the start does."""
    if size is None and goal is not None and any(character.isdigit() for character in goal):
        size = boards.read_board(goal, None).shape
    elif size is None and start is not None:
        size = boards.read_board(start, None).shape
    return boards.read_goal(goal, size or _DEFAULT_SHAPE)


def describe(examination: Examination, chosen: HeuristicChoice) -> str:
    shape = examination.goal.shape
    blocks = [
        f"{chosen.text}, evaluated on all {examination.states:,} boards of {shape} that can reach the goal",
        str(examination.goal),
        layout.fields(
            [
                *_describe_claims(examination),
                ("mean", f"{examination.mean:.2f}; mean of the true distances {examination.mean_distance:.2f}"),
                ("maximum", layout.number(examination.maximum)),
                ("exact", f"on {plural(examination.exact, 'board')}, {examination.exact_share:.2%}"),
            ]
        ),
    ]
    if examination.overestimate is not None:
        over = examination.overestimate
        blocks.append(
            f"The smallest board that is overestimated: true distance {over.distance}, "
            f"estimate {layout.number(over.estimate)}\n{over.board}"
        )
    if examination.inconsistency is not None:
        blocks.append(_describe_inconsistency(examination.inconsistency))
    if examination.update_error is not None:
        error = examination.update_error
        blocks.append(
            f"An error in its update(): after the move {_move(error.parent, error.child).word} it returns "
            f"{layout.number(error.updated)}, a full evaluation {layout.number(error.estimate)}\n"
            + layout.side_by_side([("from", str(error.parent)), ("to", str(error.child))])
        )
    if examination.is_admissible and chosen.spec is None and not chosen.admissible:
        blocks.append(
            f"It is proven for this goal on {shape}. Say so, and solutions with it count as proven too:\n"
            f'  -e "{chosen.text}(admissible=true)"'
        )
    if examination.comparison is not None:
        blocks.append(_describe_comparison(examination, examination.comparison))
    return "\n\n".join(blocks)


def _describe_claims(examination: Examination) -> list[tuple[str, str]]:
    admissible = "yes, proven: it never exceeds the true distance"
    if not examination.is_admissible:
        boards_ = plural(examination.overestimates, "board")
        admissible = f"no: it overestimates on {boards_}, so A* with it may miss the shortest solution"
    if examination.is_consistent:
        consistent = f"yes, proven: along each of the {examination.moves:,} moves it falls by at most 1"
    elif examination.inconsistencies:
        consistent = f"no: it falls by more than 1 along {examination.inconsistencies:,} of {examination.moves:,} moves"
        if examination.is_admissible:
            consistent += ", so A* may have to reopen nodes"
    else:
        consistent = f"no: its estimate at the goal is {layout.number(examination.goal_estimate)}, not 0"
    claims = [("admissible", admissible), ("consistent", consistent)]
    if examination.update_errors:
        claims.append(
            ("update", f"wrong on {examination.update_errors:,} of the moves: it differs from a full evaluation")
        )
    return claims


def _describe_inconsistency(move: Inconsistency) -> str:
    before, after = layout.number(move.parent_estimate), layout.number(move.child_estimate)
    return (
        f"The smallest move along which it falls by more than 1: {_move(move.parent, move.child).word}, "
        f"from {before} to {after}\n"
        + layout.side_by_side([(f"h = {before}", str(move.parent)), (f"h = {after}", str(move.child))])
    )


def _describe_comparison(examination: Examination, comparison: EstimateComparison) -> str:
    name, other = short_spec(examination.heuristic), short_spec(comparison.other)
    if comparison.is_equal:
        return f"Against {other}: both give the same estimate on every board."
    if comparison.dominates:
        verdict = f"{name} dominates {other}: its estimate is never lower"
        verdict += "" if examination.is_admissible else " (but it is not admissible)"
    elif comparison.is_dominated:
        verdict = f"{other} dominates {name}: its estimate is never lower"
    else:
        verdict = "neither dominates the other"
    pairs = [
        ("against", other),
        ("mean", f"{examination.mean:.2f} against {comparison.other_mean:.2f}"),
        ("higher", f"on {plural(comparison.higher, 'board')}, lower on {comparison.lower:,}: {verdict}"),
    ]
    return (
        f"{layout.fields(pairs)}\n\nThe board on which they differ most: true distance {comparison.distance}, "
        f"{name} {layout.number(comparison.estimate)}, {other} {layout.number(comparison.other_estimate)}\n"
        f"{comparison.board}"
    )


def _move(parent: Board, child: Board) -> Move:
    return next(move for move in parent.moves() if parent.play_unchecked(move) == child)


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
        move = {} if isinstance(value, Overestimate) else {"move": _move(value.parent, value.child).letter}
        return {**_values(value, " ".join(vars(value))), **move}
    return value
