"""What should be mended in a program: what was observed, the typical cause, and where to look."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
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
    solvable = [one for one in report.boards if one.problem.is_solvable]
    longer = [one for one in solvable if one.verdict == "longer"]
    shown = ""
    if longer:
        share = f"{len(longer)} of {plural(len(solvable), 'solution')} are longer than the shortest"
        shown = (
            f"{share}, for example on {one_line(longer[0].board)}: {longer[0].length} moves, not {longer[0].shortest}"
        )
    if explanation is not None and not explanation.difference:
        yield from _faults_of(explanation.variants, report, shown)
    elif longer:
        yield _finding("longer", longer=shown)
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


def _faults_of(variants: Sequence[Variant], report: ProgramReport, shown: str) -> Iterator[Finding]:
    """The mistakes that all variants that fit have, with the share of random boards that get a longer solution."""
    faults = set.intersection(*map(_faults, variants))
    if makes_longer := [name for name in _MAKES_LONGER if name in faults]:
        longer, solved, nearest = measure(variants[0], report.goal)
        measured = f"its solution is not shortest on {longer} of {solved} random boards" if longer else shown
        more = f": {measured}" if measured else ""
        more += f", for example {one_line(nearest)}" if nearest is not None else ""
        yield from (_finding(name, more) for name in makes_longer)
    elif shown:
        yield _finding("longer", longer=shown)
    yield from (_finding(name) for name in ("stale", "forgets") if name in faults)
    text = report.program.method + report.boards[0].run.output
    if (
        "Manhattan" in variants[0].heuristic
        and re.search("(?i)misplaced", text)
        and not re.search("(?i)manhattan", text)
    ):
        yield _finding("misplaced")


_MAKES_LONGER = ("generated", "blank", "early_goal", "parent_h", "weight", "goal_test", "depth_first", "greedy")


def _faults(variant: Variant) -> set[str]:
    """The mistakes of a variant, by their names in ``judge.toml``."""
    is_guided = variant.key is not Key.ADDED and variant.heuristic != "no heuristic"
    faults = {
        "generated": variant.duplicates is Duplicates.GENERATED and is_guided,
        "blank": "with the blank" in variant.heuristic,
        "early_goal": variant.goal_test is GoalTest.GENERATED and variant.key is not Key.ADDED,
        "parent_h": variant.takes_parent_h,
        "weight": variant.weight_h > variant.weight_g > 0,
        "goal_test": variant.ignores_blank,
        "depth_first": variant.key is Key.ADDED and variant.ties is Ties.NEWEST,
        "greedy": is_guided and not variant.weight_g,
        "stale": is_guided and variant.duplicates in (Duplicates.CLOSED, Duplicates.SMALLER),
        "forgets": variant.duplicates in (Duplicates.UNDO, Duplicates.NONE),
    }
    return {name for name, is_so in faults.items() if is_so}
