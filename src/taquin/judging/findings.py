"""What should be mended in a program: what was observed, the typical cause, and where to look."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from taquin.judging.boards import load_tables
from taquin.judging.explanation import Fit, is_guided
from taquin.judging.native_variants import VariantRunner
from taquin.judging.report import BoardJudgement, Finding, ProgramReport, Verdict
from taquin.judging.variants import Algorithm, Duplicates, GoalTest, Key, Ties, Variant
from taquin.puzzle.board import Board, State, one_line
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
    if explanation is not None and explanation.fit in (Fit.EXACT, Fit.SEVERAL):
        yield from _faults_of(explanation.variants, report)
    elif longer := _longer(report):
        yield _describe_longer(report, longer[0])
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


def _longer(report: ProgramReport) -> list[BoardJudgement]:
    """The boards, also that of a demonstration, on which its solution is longer than the shortest."""
    return [one for one in _solved(report) if one.verdict is Verdict.LONGER]


def _solved(report: ProgramReport) -> list[BoardJudgement]:
    more = [] if report.demonstration is None else [report.demonstration]
    return [*(one for one in report.boards if one.problem.is_solvable), *more]


def _describe_longer(report: ProgramReport, one: BoardJudgement) -> Finding:
    return _finding(
        "longer",
        count=len(_longer(report)),
        boards=plural(len(_solved(report)), "board"),
        board=one_line(one.board),
        length=one.length,
        shortest=one.shortest,
    )


def _faults_of(variants: Sequence[Variant], report: ProgramReport) -> Iterator[Finding]:
    """The mistakes that all variants that fit have; those that make solutions longer only where they did."""
    longer = _longer(report)
    causes = _causes(variants, longer, report.goal)
    for name, one in causes.items():
        yield _finding(name, f": {_describe_longer(report, one).observed}")
    yield from (_finding(name) for name in lengthening_faults(variants) if name in _CLEAR and name not in causes)
    if longer and not causes:
        yield _describe_longer(report, longer[0])
    yield from (_finding(name) for name in _common(variants) if name in _WASTES)
    if _is_only_misplaced(report) and all("Manhattan" in one.heuristic for one in variants):
        yield _finding("misplaced")


def _is_only_misplaced(report: ProgramReport) -> bool:
    """Whether what it prints, and the method that was chosen, name misplaced tiles and no other method."""
    text = (report.program.method + report.boards[0].run.answer).lower()
    return "misplaced" in text and not any(word in text for word in _OTHER_METHODS)


_OTHER_METHODS = ("manhattan", "euclid", "uniform", "breadth", "depth-first", "greedy", "linear conflict")


def _causes(variants: Sequence[Variant], longer: Sequence[BoardJudgement], goal: Board) -> dict[str, BoardJudgement]:
    """The mistakes that make solutions longer, each with a board on which it does so without the other mistakes.

    If none does alone, those without which a solution would be shortest.
    """
    names, runner = lengthening_faults(variants), VariantRunner(goal, [])
    found: dict[str, BoardJudgement] = {}

    def is_shortest(one: BoardJudgement, mended: Sequence[str]) -> bool:
        values = runner.make(_mend(variants[0], mended), one.board.state, _MOST_NODES).values
        return bool(values) and isinstance(values[-1], tuple) and len(values[-1]) == one.shortest

    known = [one for one in longer[:_MOST_BOARDS] if names and is_shortest(one, names)]
    for is_alone in (True, False):
        for name in names:
            others = [other for other in names if other != name]
            mended = others if is_alone else [name]
            one = next((one for one in known if is_shortest(one, mended) is not is_alone), None)
            if one is not None:
                found[name] = one
        if found:
            break
    return found


_MOST_NODES, _MOST_BOARDS = 200_000, 5


def _mend(variant: Variant, faults: Sequence[str]) -> Variant:
    """The variant without these mistakes."""
    for name in faults:
        variant = _MENDED[name](variant)
    return variant


_MENDED: dict[str, Callable[[Variant], Variant]] = {
    "generated": lambda one: one._replace(duplicates=Duplicates.SMALLER_ONCE),
    "blank": lambda one: one._replace(heuristic=one.heuristic.replace(" with the blank", "")),
    "early_goal": lambda one: one._replace(goal_test=GoalTest.TAKEN),
    "parent_h": lambda one: one._replace(takes_parent_h=False),
    "weight": lambda one: one._replace(weight_g=1, weight_h=1),
    "greedy": lambda one: one._replace(weight_g=1, weight_h=1),
    "goal_test": lambda one: one._replace(ignores_blank=False),
    "depth_first": lambda one: one._replace(ties=Ties.OLDEST),
}
"""How a variant is mended; by the names of mistakes in ``judge.toml``."""


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
    is_informed, has_queue = is_guided(variant), variant.algorithm is Algorithm.BEST_FIRST
    faults = {
        "generated": variant.duplicates is Duplicates.GENERATED and is_informed,
        "blank": "with the blank" in variant.heuristic,
        "early_goal": has_queue and variant.goal_test is GoalTest.GENERATED and variant.key is not Key.ADDED,
        "parent_h": variant.takes_parent_h,
        "weight": variant.weight_h > variant.weight_g > 0,
        "goal_test": variant.ignores_blank,
        "depth_first": variant.key is Key.ADDED and variant.ties is Ties.NEWEST,
        "greedy": is_informed and not variant.weight_g,
        "stale": is_informed and variant.duplicates in (Duplicates.CLOSED, Duplicates.SMALLER),
        "forgets": has_queue and variant.duplicates in (Duplicates.UNDO, Duplicates.NONE),
    }
    return [name for name, is_so in faults.items() if is_so]
