"""The objects that commands print with ``--json`` and that the web server sends.

They are built here once, so that both are the same. Results, comparisons and traces have methods of their
own (``Result.to_dict``, ``Comparison.to_dict``, ``trace_to_dict``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Literal, TypedDict

from taquin.analysis.grading import Detour
from taquin.analysis.hints import Hint
from taquin.analysis.verify import Verification, known_optimum
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.documents import Document
from taquin.puzzle.formats import Format
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import GOALS
from taquin.puzzle.problem import ParityCount, Problem
from taquin.puzzle.slides import Metric, describe_slide
from taquin.render.formats import DRAWINGS
from taquin.render.text.layout import aligned
from taquin.run.result import Quality, Result, Status
from taquin.solving.registry import ALGORITHMS, HEURISTICS, AlgorithmSpec, HeuristicSpec
from taquin.solving.specs import Condition, OptionValue


class CountRecord(TypedDict):
    """One board's side of the parity rule."""

    inversions: int
    blank_row: int
    parity: Literal["even", "odd"] | None


class CheckRecord(TypedDict):
    """The object of `taquin check --json`. A text that is not a legal board is an error."""

    solvable: bool
    start: str
    goal: str
    rows: int
    columns: int
    format: str
    line: int
    label: str | None
    rule: str
    start_counts: CountRecord
    goal_counts: CountRecord
    exchange: Annotated[list[int] | None, "The two tiles to swap to make it solvable."]
    repaired: Annotated[str | None, "The board after that swap."]
    reachable_goals: Annotated[list[str], "The named goals that can be reached."]


def check_record(problem: Problem, document: Document, place: int = 0) -> CheckRecord:
    """What ``taquin check --json`` prints for one board of a document."""
    entry, solvability, repaired = document.entries[place], problem.solvability, problem.repaired
    return {
        "solvable": solvability.is_solvable,
        "start": one_line(problem.start),
        "goal": one_line(problem.goal),
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


def _count_record(count: ParityCount, shape: Shape) -> CountRecord:
    """On a single line the parity does not decide, so it is None."""
    parity = None if shape.is_line else count.word
    return {"inversions": count.inversions, "blank_row": count.blank_row, "parity": parity}


class BoardRecord(TypedDict):
    """A board with its label."""

    label: str
    rows: list[list[int]]


def board_records(boards: Iterable[tuple[str, Board]]) -> list[BoardRecord]:
    """Boards with labels, as rows of numbers."""
    return [{"label": label, "rows": [list(row) for row in board.rows()]} for label, board in boards]


class HintRecord(TypedDict):
    """The object of `taquin hint --json`."""

    status: Annotated[str, Status]
    quality: Annotated[str | None, Quality | None]
    start: str
    goal: str
    left: Annotated[int | None, "The number of moves or slides in the solution that was found."]
    lower_bound: int
    metric: Annotated[str, Metric]
    moves: Annotated[str | None, "The next move, then other moves that are as good."]
    tiles: Annotated[list[int] | None, "How many tiles slide with each of `moves`: 1, unless slides count."]
    words: list[str] | None
    all_best: Annotated[bool | None, "Whether `moves` are all the best ones."]
    spec: str
    reason: str | None


def hint_record(hint: Hint, *, only_count: bool = False) -> HintRecord:
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


class VerificationRecord(TypedDict):
    """The object of `taquin verify --json`."""

    correct: bool
    legal: bool
    reaches_goal: bool
    start: str
    goal: str
    end: str
    writing: str
    given: int
    moves: str
    metric: Annotated[str, Metric]
    length: int
    goal_after: int | None
    breaks_at: Annotated[int | None, "The number of the first illegal step."]
    step: str | None
    reason: str | None
    possible: Annotated[str | None, "The moves that are legal there."]
    correct_as: Annotated[str | None, "The other meaning of the letters, if the solution is correct with it."]
    optimum: int | None
    lower_bound: int | None
    best_known: int | None
    moves_to_goal: int | None
    detour_at: Annotated[int | None, "The number of the first move that does not lead nearer to the goal."]
    better_moves: str | None


def verification_record(
    verification: Verification, shortest: Result | None, detour: Detour | None
) -> VerificationRecord:
    """What ``taquin verify --json`` prints. ``shortest`` is a shortest solution, or one from where the moves end."""
    illegal_step, problem = verification.illegal_step, verification.problem
    known = shortest if verification.is_correct else None
    further = None if verification.is_correct else shortest
    return {
        "correct": verification.is_correct,
        "legal": verification.is_legal,
        "reaches_goal": verification.reaches_goal,
        "start": one_line(problem.start),
        "goal": one_line(problem.goal),
        "end": one_line(verification.end),
        "writing": str(verification.notation),
        "given": verification.given,
        "moves": "".join(move.letter for move in verification.moves),
        "metric": str(problem.metric),
        "length": problem.metric.cost(verification.moves),
        "goal_after": verification.goal_after,
        "breaks_at": None if illegal_step is None else illegal_step.number,
        "step": None if illegal_step is None else illegal_step.step,
        "reason": None if illegal_step is None else illegal_step.reason,
        "possible": None if illegal_step is None else "".join(move.letter for move in verification.end.moves()),
        "correct_as": None if verification.other_notation is None else str(verification.other_notation),
        "optimum": known_optimum(verification, shortest),
        "lower_bound": None if known is None else known.lower_bound,
        "best_known": None if known is None else known.length,
        "moves_to_goal": None if further is None or further.quality is not Quality.OPTIMAL else further.length,
        "detour_at": None if detour is None else detour.number,
        "better_moves": None if detour is None else "".join(move.letter for move in detour.best),
    }


class RandomRecord(TypedDict):
    """The object of `taquin random --json`."""

    rows: int
    columns: int
    goal: str
    metric: Annotated[str, Metric]
    depth: int | None
    harder_than: int | None
    moves: int | None
    seed: int
    boards: list[str]


def random_record(
    boards: Sequence[Board],
    goal: Board,
    *,
    depth: int | None,
    moves: int | None,
    seed: int,
    harder_than: int | None = None,
    metric: Metric = Metric.MOVES,
) -> RandomRecord:
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


class ConditionRecord(TypedDict):
    """A ``Condition`` as plain values."""

    option: str
    value: OptionValue
    is_other: bool


class OptionRecord(TypedDict):
    """One option of an algorithm or a heuristic."""

    name: str
    default: OptionValue
    summary: str
    choices: list[str]
    choice_words: Annotated[list[str], "The choices in words."]
    synonyms: Annotated[list[tuple[str, str]], "Other names of choices, each with its choice."]
    minimum: float | None
    maximum: float | None
    used_if: Annotated[list[ConditionRecord], list[Condition], "It has an effect if one holds, or if there are none."]
    type: Literal["boolean", "integer", "number", "text", "choice"]


class NamesRecord(TypedDict):
    """What algorithms and heuristics have in common."""

    key: str
    name: str
    title: Annotated[str, "The short name, with a capital letter."]
    aliases: list[str]
    summary: str


class AlgorithmRecord(NamesRecord):
    """An algorithm: its names, options and guarantees."""

    complete: str
    optimal: str
    memory: str
    uses_heuristic: bool
    options: list[OptionRecord]


class HeuristicRecord(NamesRecord):
    """A heuristic: its names, options and guarantees."""

    admissible: str
    consistent: str
    sizes: str
    takes_parts: bool
    argument: str | None
    options: list[OptionRecord]


class NamedRecord(TypedDict):
    """A goal or a text form, with an example."""

    name: str
    summary: str
    example: str


def algorithm_records() -> list[AlgorithmRecord]:
    """Every algorithm, its options and its guarantees."""
    return [
        {
            **_names(spec),
            "complete": spec.claims.complete,
            "optimal": spec.claims.optimal,
            "memory": spec.claims.memory,
            "uses_heuristic": spec.uses_heuristic,
            "options": _options(spec),
        }
        for spec in ALGORITHMS
    ]


def heuristic_records() -> list[HeuristicRecord]:
    """Every heuristic, its options and its claimed properties."""
    return [
        {
            **_names(spec),
            "admissible": claim(spec, holds=spec.admissible),
            "consistent": claim(spec, holds=spec.consistent),
            "sizes": spec.shapes,
            "takes_parts": spec.takes_parts,
            "argument": spec.argument,
            "options": _options(spec),
        }
        for spec in HEURISTICS
    ]


def goal_records(shape: Shape) -> list[NamedRecord]:
    """Every named goal, drawn on this shape."""
    return [{"name": name, "summary": summary(make), "example": one_line(make(shape))} for name, make in GOALS.items()]


def format_records() -> list[NamedRecord]:
    """Every text form of a board."""
    return [{"name": form.value, "summary": form.summary, "example": form.example} for form in Format]


class Listing(dict[str, str]):
    """Names, each with its summary: they print in lines, and iterating gives the names.

    >>> Listing({"bfs": "layer by layer", "astar": "the least f first"})
    bfs    layer by layer
    astar  the least f first
    """

    def __repr__(self) -> str:
        return "\n".join(aligned(list(self.items())))


def list_algorithms() -> Listing:
    """The algorithms by the names that ``solve`` takes, each with its summary.

    >>> "astar" in list_algorithms(), list_algorithms()["ucs"]
    (True, 'uniform-cost search: expands the node with the least g first')
    """
    return Listing({spec.key: f"{spec.name}: {spec.summary}" for spec in ALGORITHMS})


def list_heuristics() -> Listing:
    """The heuristics by the names that ``solve`` and ``estimate`` take, each with its summary.

    >>> list(list_heuristics())[:3]
    ['blind', 'misplaced', 'manhattan']
    """
    return Listing({spec.key: f"{spec.name}: {spec.summary}" for spec in HEURISTICS})


def list_goals() -> Listing:
    """The named goals, each with its summary.

    >>> list_goals()
    standard     1, 2, 3, … with the blank last (default)
    blank-first  0, 1, 2, …: the goal of Korf's instance sets
    snail        1, 2, 3, … in a spiral from the top left inwards, the blank at its end: ...
    """
    return Listing({name: summary(make) for name, make in GOALS.items()})


class PictureRecord(TypedDict):
    """A format of pictures."""

    title: str
    ending: Annotated[str, "Of its files; the `format` of `/api/tree`."]
    media_type: str
    extra: Annotated[str | None, "The extra with the package that it needs, if it needs one."]


def picture_records() -> list[PictureRecord]:
    """Every format of drawings."""
    return [
        {
            "title": row.title,
            "ending": row.ending,
            "media_type": row.media_type,
            "extra": row.extra,
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


def _names(spec: AlgorithmSpec | HeuristicSpec) -> NamesRecord:
    return {
        "key": spec.key,
        "name": spec.name,
        "title": spec.title,
        "aliases": list(spec.aliases),
        "summary": spec.summary,
    }


_TYPES: dict[type, Literal["boolean", "integer", "number", "text"]]
_TYPES = {bool: "boolean", int: "integer", float: "number", str: "text"}


def _options(spec: AlgorithmSpec | HeuristicSpec) -> list[OptionRecord]:
    return [
        {
            "name": option.name,
            "default": option.default,
            "summary": option.summary,
            "choices": list(option.choices),
            "choice_words": list(option.choice_words or option.choices),
            "synonyms": list(option.synonyms),
            "minimum": option.minimum,
            "maximum": option.maximum,
            "used_if": [
                {"option": each.option, "value": each.value, "is_other": each.is_other} for each in option.used_if
            ],
            "type": "choice" if option.choices else _TYPES[type(option.default)],
        }
        for option in spec.options
    ]
