"""The objects that commands print with ``--json`` and that the web server sends.

They are built here once, so that both are the same. Results, comparisons and traces have methods of their
own (``Result.to_dict``, ``Comparison.to_dict``, ``trace_to_dict``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict

from taquin.analysis.hints import Hint
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.formats import Document, Format
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import GOALS
from taquin.puzzle.problem import ParityCount, Problem
from taquin.puzzle.slides import Metric, describe_slide
from taquin.render.formats import DRAWINGS
from taquin.run.result import Quality
from taquin.solving.registry import ALGORITHMS, HEURISTICS, AlgorithmSpec, HeuristicSpec


def check_record(problem: Problem, document: Document, place: int = 0) -> dict[str, object]:
    """What ``taquin check --json`` prints for one board of a document."""
    entry, solvability, repaired = document.entries[place], problem.solvability, problem.repaired
    return {
        "solvable": solvability.is_solvable,
        **problem.header,
        "rows": problem.shape.rows,
        "columns": problem.shape.columns,
        "format": document.format.value,
        "line": entry.line,
        "label": entry.label or None,
        "rule": solvability.rule,
        "start_counts": _count_record(solvability.start, problem.shape),
        "goal_counts": _count_record(solvability.goal, problem.shape),
        "exchange": None if solvability.repair is None else list(solvability.repair),
        "repaired": None if repaired is None else one_line(repaired),
        "reachable_goals": list(problem.reachable_goals),
    }


def _count_record(count: ParityCount, shape: Shape) -> dict[str, object]:
    """On a single line the parity does not decide, so it is None."""
    parity = None if shape.is_line else count.word
    return {"inversions": count.inversions, "blank_row": count.blank_row, "parity": parity}


def board_records(boards: Iterable[tuple[str, Board]]) -> list[dict[str, object]]:
    """Boards with labels, as rows of numbers."""
    return [{"label": label, "rows": [list(row) for row in board.rows()]} for label, board in boards]


def hint_record(hint: Hint, *, only_count: bool = False) -> dict[str, object]:
    """What ``taquin hint --json`` prints."""
    result = hint.result
    quality = Quality.OPTIMAL if hint.is_proven else result.quality
    return {
        "status": str(result.status),
        "quality": None if quality is None else str(quality),
        "start": one_line(result.start),
        "goal": one_line(result.goal),
        "left": hint.left,
        "lower_bound": hint.lower_bound,
        "metric": str(result.metric),
        "moves": None if only_count else "".join(move.letter for move in hint.moves),
        "tiles": None if only_count else [slide.tiles for slide in hint.slides],
        "words": None if only_count else [describe_slide(result.start, slide) for slide in hint.slides],
        "all_best": None if only_count else hint.is_complete,
        "spec": result.spec,
        "reason": result.reason or None,
    }


def random_record(
    boards: Sequence[Board],
    goal: Board,
    *,
    depth: int | None,
    moves: int | None,
    seed: int,
    harder_than: int | None = None,
    metric: Metric = Metric.MOVES,
) -> dict[str, object]:
    """What ``taquin random --json`` prints."""
    return {
        "rows": goal.shape.rows,
        "columns": goal.shape.columns,
        "goal": one_line(goal),
        "metric": str(metric),
        "depth": depth,
        "harder_than": harder_than,
        "moves": moves,
        "seed": seed,
        "boards": [one_line(board) for board in boards],
    }


# What ``taquin list --json`` prints


def algorithm_records() -> list[dict[str, object]]:
    """Every algorithm, its options and its guarantees."""
    return [
        _names(spec)
        | {"complete": spec.claims.complete, "optimal": spec.claims.optimal, "memory": spec.claims.memory}
        | {"uses_heuristic": spec.uses_heuristic, "options": _options(spec)}
        for spec in ALGORITHMS
    ]


def heuristic_records() -> list[dict[str, object]]:
    """Every heuristic, its options and its claimed properties."""
    return [
        _names(spec)
        | {"admissible": claim(spec, holds=spec.admissible), "consistent": claim(spec, holds=spec.consistent)}
        | {"sizes": spec.shapes, "takes_parts": spec.takes_parts, "argument": spec.argument}
        | {"options": _options(spec)}
        for spec in HEURISTICS
    ]


def goal_records(shape: Shape) -> list[dict[str, object]]:
    """Every named goal, drawn on this shape."""
    return [{"name": name, "summary": summary(make), "example": one_line(make(shape))} for name, make in GOALS.items()]


def format_records() -> list[dict[str, object]]:
    """Every text form of a board."""
    return [{"name": form.value, "summary": form.summary, "example": form.example} for form in Format]


def picture_records() -> list[dict[str, object]]:
    """Every format of drawings."""
    return [
        {
            "title": row.title,
            "ending": row.ending,
            "media_type": row.media_type,
            "extra": None if row.package is None else row.package.extra,
        }
        for row in DRAWINGS
    ]


def claim(spec: HeuristicSpec, *, holds: bool) -> str:
    """Whether a heuristic has a property, as text."""
    if spec.takes_parts:
        return "if its parts are"
    return "yes" if holds else "no"


def summary(function: Callable[..., object]) -> str:
    """The first line of a docstring, without its full stop."""
    lines = (function.__doc__ or "").strip().splitlines()
    return lines[0].removesuffix(".") if lines else ""


def _names(spec: AlgorithmSpec | HeuristicSpec) -> dict[str, object]:
    names: dict[str, object] = {"key": spec.key, "name": spec.name, "title": spec.title}
    return names | {"aliases": list(spec.aliases), "summary": spec.summary}


_TYPES = {bool: "boolean", int: "integer", float: "number", str: "text"}


def _options(spec: AlgorithmSpec | HeuristicSpec) -> list[dict[str, object]]:
    records = []
    for option in spec.options:
        record = asdict(option)
        del record["is_native"]
        record["choices"] = list(option.choices)
        record["choice_words"] = list(option.choice_words or option.choices)
        record["type"] = "choice" if option.choices else _TYPES[type(option.default)]
        records.append(record)
    return records
