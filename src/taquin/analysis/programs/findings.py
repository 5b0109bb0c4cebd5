"""What should be mended in a program: what was observed, the typical cause, and where to look."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from taquin.analysis.programs.explanation import measure
from taquin.analysis.programs.variants import Duplicates, GoalTest, Key, Ties, Variant
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.words import plural

if TYPE_CHECKING:
    from taquin.analysis.programs.judge import ProgramReport


@dataclass(frozen=True)
class Finding:
    """Something that should be mended. The cause names the place to look, not the corrected code."""

    observed: str
    cause: str = ""


def find_faults(report: ProgramReport) -> Iterator[Finding]:
    """The faults that the verdicts and the explanation show."""
    explanation = report.explanation
    if explanation is not None and not explanation.difference:
        yield from _faults_of(explanation.variants[0], report)
    solvable = [one for one in report.boards if one.problem.is_solvable]
    longer = [one for one in solvable if one.verdict == "longer"]
    if longer and (explanation is None or explanation.difference):
        yield Finding(
            f"{len(longer)} of {plural(len(solvable), 'solution')} are longer than the shortest, for example on "
            f"{one_line(longer[0].board)}: {longer[0].length} moves, not {longer[0].shortest}",
            "look at when a board counts as visited, and at whether h can exceed the true distance (taquin examine)",
        )
    if any(one.verdict == "illegal step" and one.reading.form.startswith("boards") for one in solvable):
        yield Finding(
            "the boards that it prints as the solution are not a path",
            "often the expanded boards are printed in their order; follow the parents from the goal to the start",
        )
    ends = [
        (one.board, one.reading.solution.end)
        for one in solvable
        if one.verdict == "not at the goal" and one.reading.solution
    ]
    for board, end in [pair for pair in ends if same_order(pair[1], report.goal)][:1]:
        yield Finding(
            f"on {one_line(board)} it stops at {one_line(end)}: the tiles are in order, but the blank is elsewhere",
            "the goal test ignores the blank; look at how a board is compared with the goal",
        )
    if not report.is_repeatable:
        yield Finding(
            "its path or its counters change from run to run on the same board, so they cannot be explained",
            "the order of a set or a hash, the time, or random numbers decide; sets of strings change in Python",
        )
    for one in report.boards:
        if not one.problem.is_solvable and not one.is_right:
            yield Finding(
                f"on the unsolvable board {one_line(one.board)} it {_UNSOLVED.get(one.verdict.value, one.words)}",
                "half of all boards have no solution; count the inversions first, or end when the queue is empty",
            )


_UNSOLVED = {"time limit": "did not end within the time limit", "memory limit": "used all the memory that it may"}


def same_order(one: Board, other: Board) -> bool:
    """Whether the tiles are in the same order, wherever the blanks are."""
    return [tile for tile in one if tile] == [tile for tile in other if tile]


def _faults_of(variant: Variant, report: ProgramReport) -> Iterator[Finding]:
    """The mistakes of a variant, with the share of random boards that get a longer solution."""
    is_guided = variant.key is not Key.ADDED and variant.heuristic != "no heuristic"
    faults = []
    if variant.duplicates is Duplicates.GENERATED and is_guided:
        faults.append(
            (
                "a board is marked when it is generated, so a cheaper path that is found later is ignored",
                "look at where children are compared with the visited boards: compare g, or mark boards when taken",
            )
        )
    if "with the blank" in variant.heuristic:
        faults.append(
            ("h counts the blank, so it can exceed the true distance", "leave tile 0 out of the loop that computes h")
        )
    if variant.goal_test is GoalTest.GENERATED and variant.key is not Key.ADDED:
        faults.append(
            (
                "it stops when the goal is generated, before it is known to be the cheapest",
                "compare a board with the goal when it is taken from the queue",
            )
        )
    if variant.takes_parent_h:
        faults.append(
            ("the h of a child is that of its parent", "compute h after the move, from the board of the child")
        )
    if variant.weight_h > variant.weight_g > 0:
        faults.append(("h weighs more than g, so solutions may be longer", "look at how f is computed"))
    if variant.ignores_blank:
        faults.append(("the goal test ignores the blank", "look at how a board is compared with the goal"))
    if variant.key is Key.ADDED and variant.ties is Ties.NEWEST:
        faults.append(("depth-first search finds some solution, not a shortest one", "use a queue instead of a stack"))
    if is_guided and not variant.weight_g:
        faults.append(("greedy search ignores g, so its solutions are not the shortest", "add g to h for A*"))
    if faults:
        longer, solved, nearest = measure(variant, report.goal)
        share = f": {longer} of {solved} random boards get a longer solution" if longer else ""
        example = f", for example {one_line(nearest)}" if nearest is not None else ""
        yield from (Finding(observed + share + example, cause) for observed, cause in faults)
    if variant.duplicates in (Duplicates.CLOSED, Duplicates.SMALLER) and is_guided:
        yield Finding(
            "copies of a board that stay in the queue are expanded again",
            "look at where a node is taken: leave it out if its board was expanded with a smaller g",
        )
    if variant.duplicates in (Duplicates.UNDO, Duplicates.NONE):
        yield Finding("boards that were reached before are expanded again and again", "keep a set of visited boards")
    text = report.program.method + report.boards[0].run.output
    if "Manhattan" in variant.heuristic and re.search("(?i)misplaced", text) and not re.search("(?i)manhattan", text):
        yield Finding("what it calls misplaced tiles is the Manhattan distance", "look at the function that computes h")
