"""What should be mended in a program: what was observed, the typical cause, and where to look."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from taquin.analysis.programs.boards import load_tables
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


def _finding(name: str, more: str = "", **values: object) -> Finding:
    """A fault of ``judge.toml`` with its fields filled."""
    observed, cause = load_tables()["faults"][name]
    return Finding(observed.format(**values) + more, cause)


def find_faults(report: ProgramReport) -> Iterator[Finding]:
    """The faults that the verdicts and the explanation show."""
    explanation = report.explanation
    if explanation is not None and not explanation.difference:
        yield from _faults_of(explanation.variants[0], report)
    solvable = [one for one in report.boards if one.problem.is_solvable]
    longer = [one for one in solvable if one.verdict == "longer"]
    if longer and (explanation is None or explanation.difference):
        first, solutions = longer[0], plural(len(solvable), "solution")
        lengths = {"length": first.length or 0, "shortest": first.shortest or 0}
        yield _finding("longer", "", board=one_line(first.board), count=len(longer), solutions=solutions, **lengths)
    if any(one.verdict == "illegal step" and one.reading.form.startswith("boards") for one in solvable):
        yield _finding("no_path")
    for one in solvable:
        solution = one.reading.solution
        if one.verdict == "not at the goal" and solution and same_order(solution.end, report.goal):
            yield _finding("stops", board=one_line(one.board), end=one_line(solution.end))
            break
    if not report.is_repeatable:
        yield _finding("chance")
    for one in report.boards:
        if not one.problem.is_solvable and not one.is_right:
            what = _UNSOLVED.get(one.verdict.value, one.words)
            yield _finding("unsolvable", board=one_line(one.board), what=what)


_UNSOLVED = {"time limit": "did not end within the time limit", "memory limit": "used all the memory that it may"}


def same_order(one: Board, other: Board) -> bool:
    """Whether the tiles are in the same order, wherever the blanks are."""
    return [tile for tile in one if tile] == [tile for tile in other if tile]


def _faults_of(variant: Variant, report: ProgramReport) -> Iterator[Finding]:
    """The mistakes of a variant, with the share of random boards that get a longer solution."""
    is_guided = variant.key is not Key.ADDED and variant.heuristic != "no heuristic"
    makes_longer = {
        "generated": variant.duplicates is Duplicates.GENERATED and is_guided,
        "blank": "with the blank" in variant.heuristic,
        "early_goal": variant.goal_test is GoalTest.GENERATED and variant.key is not Key.ADDED,
        "parent_h": variant.takes_parent_h,
        "weight": variant.weight_h > variant.weight_g > 0,
        "goal_test": variant.ignores_blank,
        "depth_first": variant.key is Key.ADDED and variant.ties is Ties.NEWEST,
        "greedy": is_guided and not variant.weight_g,
    }
    if any(makes_longer.values()):
        longer, solved, nearest = measure(variant, report.goal)
        more = f": {longer} of {solved} random boards get a longer solution" if longer else ""
        more += f", for example {one_line(nearest)}" if nearest is not None else ""
        yield from (_finding(name, more) for name, is_so in makes_longer.items() if is_so)
    if variant.duplicates in (Duplicates.CLOSED, Duplicates.SMALLER) and is_guided:
        yield _finding("stale")
    if variant.duplicates in (Duplicates.UNDO, Duplicates.NONE):
        yield _finding("forgets")
    text = report.program.method + report.boards[0].run.output
    if "Manhattan" in variant.heuristic and re.search("(?i)misplaced", text) and not re.search("(?i)manhattan", text):
        yield _finding("misplaced")
