"""Explain the numbers of a report without its program: which searches count so?

The rows of a report are boards with goal, length and counters. Rows of several methods, such as two heuristics of one
program, are explained by one search that differs in the heuristic only, if there is one; else each by itself.
"""

from __future__ import annotations

import csv
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from typing import Any, TypeAlias

from taquin.errors import SpecError
from taquin.judging.explanation import (
    LENGTH,
    Explanation,
    Fits,
    Narrowing,
    Observation,
    VariantComparison,
    explain,
    explanation_record,
)
from taquin.judging.variants import HEURISTICS, Variant, decode
from taquin.puzzle.arguments import check_kind
from taquin.puzzle.board import as_board, one_line
from taquin.puzzle.goals import GoalLike, make_goal
from taquin.puzzle.presenters import present
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import shown

_MOST_CELLS = 16
_BOARDS = ("board", "start")
_TEXTS = (*_BOARDS, "goal", "method")
_NAMES = {"length": LENGTH, "moves": LENGTH, "depth": LENGTH, "heuristic": "method", "algorithm": "method"}
_BLIND = ("bfs", "dfs", "ids", "iddfs", "ucs", "dijkstra", "breadth", "depth", "uniform", "blind", "bidirectional")
_KINDS = {"manhattan": "Manhattan", "misplaced": "misplaced", "hamming": "misplaced", "euclid": "Euclidean"}

Row: TypeAlias = Mapping[str, Any]
"""One line of a report: ``board``, and if it is known ``goal``, ``length``, ``method``; other names are counters."""


@dataclass(frozen=True, repr=False)
class CountsReport:
    """Which searches count as a report says.

    >>> rows = [{"board": "1 2 3 / 4 0 5 / 7 8 6", "expanded": 2, "generated": 9}]
    >>> rows += [{"board": "4 1 3 / 7 2 6 / 0 5 8", "expanded": 9, "generated": 20}]
    >>> explain_counts(rows).methods[""].fit.value
    'unknown'
    """

    methods: dict[str, Explanation]
    """What each method is, by the name that the rows have for it; empty where they have none."""
    is_joint: bool
    """Whether one search explains all methods, with another heuristic for each."""

    def __repr__(self) -> str:
        fits = ", ".join(f"{name}: {one.fit.value}" if name else one.fit.value for name, one in self.methods.items())
        return f"<CountsReport: {fits}>"

    def __str__(self) -> str:
        """What ``taquin explain`` prints."""
        return present("counts report as text", self)

    def to_dict(self) -> dict[str, object]:
        """The report for JSON."""
        methods = {name: explanation_record(one) for name, one in self.methods.items()}
        return {"joint": self.is_joint, "methods": methods}


def explain_counts(rows: Iterable[Row], *, goal: GoalLike | None = None) -> CountsReport:
    """Say which searches count as a report says, without its program.

    Each row is a mapping with ``board``, any counters by the names that the report has for them (``expanded``,
    ``generated``, ``queue``, …), and if known ``goal`` (otherwise the argument), ``length`` and ``method``, such as
    ``"manhattan"`` or ``"misplaced"``. Rows of several methods are explained by one search with several heuristics if
    there is one. Raises ``SpecError`` for rows that cannot be understood, and ``BoardError`` for boards.

    >>> row = {"board": "1 2 3 / 0 4 6 / 7 5 8", "method": "manhattan", "expanded": 3, "generated": 8}
    >>> explain_counts([row])
    <CountsReport: manhattan: unknown>
    """
    check_kind("rows", rows, Iterable, "a list of rows")
    groups: dict[str, list[Observation]] = {}
    for number, row in enumerate(rows, start=1):
        method, observation = _read_row(number, row, goal)
        groups.setdefault(method, []).append(observation)
    if not groups:
        raise SpecError("expected rows with boards and counters, found none")
    if len(groups) > 1 and (joint := _explain_together(groups)) is not None:
        return CountsReport(joint, is_joint=True)
    return CountsReport({method: _explain_alone(method, some) for method, some in groups.items()}, is_joint=False)


def read_counts(text: str) -> list[dict[str, str]]:
    """The rows of a CSV with a line of names: ``board``, ``goal``, ``method``, ``length`` and counters."""
    lines = [line for line in text.lstrip("\ufeff").splitlines() if line.strip() and not line.startswith("#")]
    if not lines:
        raise SpecError("expected a line of names and rows, found an empty file")
    separator = max(",;\t", key=lines[0].count)
    names, *rows = csv.reader(StringIO("\n".join(lines)), delimiter=separator)
    for number, row in enumerate(rows, start=1):
        if len(row) != len(names):
            raise SpecError(f"row {number}: expected {len(names)} values, as the first line has, found {len(row)}")
    return [dict(zip((name.strip() for name in names), row, strict=True)) for row in rows]


def _read_row(number: int, row: Row, default_goal: GoalLike | None) -> tuple[str, Observation]:
    """The method and the observation of a row."""
    check_kind(f"row {number}", row, Mapping, "a mapping")
    found = {_NAMES.get(name.lower(), name.lower() if name.lower() in _TEXTS else name): row[name] for name in row}
    text = next((found[name] for name in _BOARDS if found.get(name) not in (None, "")), None)
    if text is None:
        raise SpecError(f"row {number}: expected a board, found {shown(', '.join(row))}", hint="name its column board")
    board = as_board(text)
    wanted = found.get("goal") or default_goal
    goal = make_goal(wanted, board.shape)
    if board.shape.cells > _MOST_CELLS:
        raise SpecError(f"row {number}: expected a board of up to {_MOST_CELLS} cells, found {board.shape.cells}")
    if not Problem(board, goal).is_solvable:
        raise SpecError(f"row {number}: {one_line(board)} cannot reach the goal {one_line(goal)}", hint="give its goal")
    values: dict[str, object] = {}
    for name, value in found.items():
        if name in _TEXTS or value is None or str(value).strip() == "":
            continue
        digits = str(value).strip().replace(",", "").replace("_", "")
        if not (digits.isascii() and digits.isdigit()):
            raise SpecError(f"row {number}: expected a whole number for {name!r}, found {shown(value)}")
        values[name] = int(digits)
    if not values.keys() - {LENGTH}:
        raise SpecError(f"row {number}: expected a counter, such as expanded, found none")
    return str(found.get("method") or "").strip(), Observation(board, values, goal)


def _heuristics(method: str) -> list[str]:
    """The heuristics that a method may have by its name; all if the name says nothing."""
    text = method.lower().replace("ö", "o")
    kinds = [kind for word, kind in _KINDS.items() if word in text]
    if kinds:
        return [name for name in HEURISTICS if name.startswith(tuple(kinds))]
    if any(word in text for word in _BLIND):
        return ["no heuristic"]
    return list(HEURISTICS)


def _narrowing(method: str) -> Narrowing:
    return Narrowing(heuristics={name: name for name in _heuristics(method)})


def _explain_alone(method: str, observations: Sequence[Observation]) -> Explanation:
    goal = observations[0].goal
    assert goal is not None
    found = explain(observations, goal, lambda board: None, _narrowing(method))
    if found is None:
        raise SpecError("the counters are too large to be compared", hint="give easier boards too")
    return found


def _flavour(heuristic: str) -> str:
    """What is added to the plain heuristic, such as the blank."""
    for kind in ("Manhattan distance", "misplaced tiles", "Euclidean distance"):
        heuristic = heuristic.removeprefix(kind)
    return heuristic


def _explain_together(groups: Mapping[str, Sequence[Observation]]) -> dict[str, Explanation] | None:
    """The variants that explain all methods if only the heuristic is another one; None if there are none."""
    names = tuple(dict.fromkeys(name for some in groups.values() for one in some for name in one.values))
    fits: Fits | None = None
    last: VariantComparison | None = None
    tried, evidence, ways = 0, 0.0, {}
    for method, some in groups.items():
        goal = some[0].goal
        assert goal is not None
        ordered = sorted(some, key=lambda one: one.size)
        comparison = VariantComparison(ordered, goal, narrowing=_narrowing(method), names=names)
        begin = None if fits is None else _with_other_heuristics(fits, _heuristics(method), len(names))
        tried = tried or len(comparison.begin_codes())
        fits, is_complete = comparison.narrow_all(begin)
        if not fits.codes or not is_complete:
            return None
        ways[method] = (comparison, len(ordered))
        last = comparison
    assert fits is not None
    assert last is not None
    found = {}
    for method, (comparison, boards) in ways.items():
        own = _with_other_heuristics(fits, _heuristics(method), len(names))
        kept, _ = comparison.narrow_all(own)
        found[method] = comparison.result(kept, names, boards, tried)
        evidence += found[method].evidence
    boards = sum(one.boards for one in found.values())
    searches = max(one.searches for one in found.values())
    return {
        method: replace(one, evidence=evidence, boards=boards, observed=boards, searches=searches)
        for method, one in found.items()
    }


def _with_other_heuristics(fits: Fits, heuristics: Iterable[str], names: int) -> Fits:
    """The same variants with the heuristics of another method, that add the same to the plain one."""
    codes, masks = array("I"), array("Q")
    known = list(heuristics)
    seen: set[int] = set()
    for place, code in enumerate(fits.codes):
        variant = decode(code)
        for other in _alike(variant, known):
            if other.code not in seen:
                seen.add(other.code)
                codes.append(other.code)
                masks.extend(fits.masks_of(place, names))
    return Fits(codes, masks)


def _alike(variant: Variant, heuristics: Sequence[str]) -> list[Variant]:
    if variant.heuristic == "no heuristic" or heuristics == ["no heuristic"]:
        return [variant._replace(heuristic=name) for name in heuristics if name == variant.heuristic]
    flavour = _flavour(variant.heuristic)
    return [variant._replace(heuristic=name) for name in heuristics if _flavour(name) == flavour]
