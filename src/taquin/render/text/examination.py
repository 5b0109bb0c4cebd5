"""The report on an examined heuristic as text."""

from __future__ import annotations

from taquin.analysis.examine import EstimateComparison, Examination, Inconsistency
from taquin.puzzle.board import Board
from taquin.puzzle.moves import Move
from taquin.puzzle.words import plural
from taquin.render.text import layout
from taquin.solving.heuristic_choice import HeuristicChoice
from taquin.solving.spec_text import short_spec


def describe(examination: Examination, chosen: HeuristicChoice | None = None) -> str:
    """The whole report. With ``chosen`` it says how to declare that the heuristic is admissible."""
    shape = examination.goal.shape
    blocks = [
        f"{examination.heuristic}, evaluated on all {examination.states:,} boards of {shape} that can reach the goal",
        str(examination.goal),
        layout.fields(facts(examination)),
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
            f"An error in its update(): after the move {move_between(error.parent, error.child).word} it returns "
            f"{layout.number(error.updated)}, a full evaluation {layout.number(error.estimate)}\n"
            + layout.side_by_side([("from", str(error.parent)), ("to", str(error.child))])
        )
    if examination.is_admissible and chosen and chosen.spec is None and not chosen.admissible:
        blocks.append(
            f"It is proven for this goal on {shape}. Say so, and solutions with it count as proven too:\n"
            f'  -e "{chosen.text}(admissible=true)"'
        )
    if examination.comparison is not None:
        blocks.append(_describe_comparison(examination, examination.comparison))
    return "\n\n".join(blocks)


def facts(examination: Examination) -> list[tuple[str, str]]:
    """What was found, each with its name."""
    return [
        *_describe_claims(examination),
        ("mean", f"{examination.mean:.2f}; mean of the true distances {examination.mean_distance:.2f}"),
        ("maximum", layout.number(examination.maximum)),
        ("exact", f"on {plural(examination.exact, 'board')}, {examination.exact_share:.2%}"),
    ]


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
        f"The smallest move along which it falls by more than 1: {move_between(move.parent, move.child).word}, "
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


def move_between(parent: Board, child: Board) -> Move:
    """The move that leads from one board to the next."""
    return next(move for move in parent.moves() if parent.play_unchecked(move) == child)
