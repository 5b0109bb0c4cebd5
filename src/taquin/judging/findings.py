"""What should be mended in a program: what was observed, the typical cause, and where to look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from taquin.judging.boards import load_tables
from taquin.judging.explanation import Fit
from taquin.judging.report import Finding, ProgramReport
from taquin.judging.variants import Duplicates, GoalTest, Key, Ties, Variant
from taquin.puzzle.board import State, one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.words import plural


def _finding(name: str, more: str = "", **values: object) -> Finding:
    """A fault of ``judge.toml`` with its fields filled."""
    observed, cause = load_tables()["faults"][name]
    return Finding(observed.format(**values) + more, cause)


def find_faults(report: ProgramReport) -> Iterator[Finding]:
    """The faults that the verdicts and the explanation show."""
    explanation = report.explanation
    solvable = [one for one in report.boards if one.problem.is_solvable]
    shown = [*solvable, *([] if report.demonstration is None else [report.demonstration])]
    longer = [one for one in shown if one.verdict == "longer"]
    found = None
    if longer:
        one = longer[0]
        found = _finding(
            "longer",
            count=len(longer),
            solutions=plural(len(shown), "solution"),
            board=one_line(one.board),
            length=one.length,
            shortest=one.shortest,
        )
    if explanation is not None and explanation.fit in (Fit.EXACT, Fit.SEVERAL):
        yield from _faults_of(explanation.variants, report, found)
    elif found:
        yield found
    illegal = [one for one in solvable if one.verdict == "illegal step" and one.reading.form.startswith("boards")]
    if illegal:
        yield _finding("wraps" if any(_wraps(one.reading.boards, report.goal.shape) for one in illegal) else "no_path")
    ends = [
        (one.board, one.reading.solution.end)
        for one in solvable
        if one.verdict == "not at the goal" and one.reading.solution
    ]
    if report.other_goal is not None:
        yield _finding("other_goal", end=one_line(report.other_goal), goal=one_line(report.goal))
    elif report.ignores_blank:
        board, end = ends[0]
        yield _finding("stops", board=one_line(board), end=one_line(end))
    elif ends and all(report.goal in end.neighbours() for _, end in ends):
        yield _finding("short")
    if report.repetition is not None and report.repetition.changes:
        changes = "; ".join(report.repetition.changes)
        yield _finding("chance", board=one_line(report.repetition.board), changes=changes)
    for one in report.boards:
        if not one.problem.is_solvable and not one.is_right:
            yield _finding("unsolvable", board=one_line(one.board), what=one.words)


def _wraps(boards: Sequence[State], shape: Shape) -> bool:
    """Whether the blank goes from the end of one row to the beginning of the next, or back."""
    for before, after in pairwise(boards):
        changed = [cell for cell in range(shape.cells) if before[cell] != after[cell]]
        if len(changed) == 2 and changed[1] == changed[0] + 1 and changed[1] % shape.columns == 0:
            return 0 in (before[changed[0]], before[changed[1]])
    return False


def _faults_of(variants: Sequence[Variant], report: ProgramReport, found: Finding | None) -> Iterator[Finding]:
    """The mistakes that all variants that fit have; those that make solutions longer only if the program's were."""
    makes_longer = lengthening_faults(variants)
    if makes_longer and found:
        yield from (_finding(name, f": {found.observed}") for name in makes_longer)
    elif clear := [name for name in makes_longer if name in _CLEAR]:
        yield from map(_finding, clear)
    elif found:
        yield found
    yield from (_finding(name) for name in _common(variants) if name in _WASTES)
    text = (report.program.method + report.boards[0].run.output).lower()
    if "Manhattan" in variants[0].heuristic and "misplaced" in text and "manhattan" not in text:
        yield _finding("misplaced")


def lengthening_faults(variants: Sequence[Variant]) -> list[str]:
    """The mistakes that all these variants have and that can make solutions longer."""
    return [name for name in _common(variants) if name not in _WASTES]


def _common(variants: Sequence[Variant]) -> list[str]:
    return [name for name in _faults(variants[0]) if all(name in _faults(one) for one in variants)]


_WASTES = ("stale", "forgets")
"""The mistakes that take time, but make no solution longer."""


_CLEAR = ("goal_test", "blank")
"""The mistakes that no solution has to show: h is 2 one move before the goal if it counts the blank."""


def _faults(variant: Variant) -> list[str]:
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
    return [name for name, is_so in faults.items() if is_so]
