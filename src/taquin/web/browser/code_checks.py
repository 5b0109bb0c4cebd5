"""Checks code that users write in the page, as ``taquin judge`` and ``taquin examine`` do, and grades exercises."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from taquin.analysis.examine import Examination, examine, examine_unsupported_reason
from taquin.analysis.programs.boards import default_boards, shortest_length
from taquin.analysis.programs.explanation import Narrowing, describe_variants
from taquin.analysis.programs.judge import BoardJudgement, ProgramReport, judge_program
from taquin.analysis.programs.program import Program
from taquin.analysis.programs.variants import OWN_HEURISTICS, Variant
from taquin.lessons.programs import PROGRAMS, Exercise
from taquin.puzzle.board import Board, State, one_line
from taquin.puzzle.goals import make_goal
from taquin.puzzle.moves import Move
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import plural
from taquin.render.text.examination import describe as describe_examination
from taquin.render.text.program_report import describe_program
from taquin.solving.registry import find_heuristic
from taquin.solving.solver import solve
from taquin.trace.call_recorder import CallRecorder, Cells
from taquin.web.browser.loaded_code import OWN_HEURISTIC, RUN_SECONDS, Code, TimeUp, UserError, located

CHECK_SECONDS = 60.0
MOST_EXPLAINED = 500
"""Nodes expanded on the boards on which the variants of the search are compared."""
EXPLAINED_SECONDS = 15.0
ORDERS = (tuple(Move), tuple(reversed(Move)))
"""In which a search may see its successors, which it gets in the first one."""
SLACK = 2
"""An exercise allows this many times the expansions of Taquin's search: ties leave a choice."""
_EXPANDED, _PASSES = "nodes expanded", "passes"
MANHATTAN = "Manhattan distance"
_RELATIONS = {
    1: [("is_equal", "equal to {} on every board")],
    2: [
        ("dominates", "never below {}, and above it on some boards"),
        ("is_dominated", "never above {}, and below it on some boards"),
    ],
}
"""What an exercise asks of a heuristic, by how many others it names: properties of a comparison, in words."""

Record = dict[str, Any]
Tell = Callable[[str], None]
"""Gets a few words on what is done, while it is done."""


def check(request: Record, tell: Tell) -> Record:
    """Judge the search of the code, and examine its heuristic on every board; or grade it as an exercise.

    The record has a sentence, whether all is well, the reports as text, and boards to draw with their captions.
    """
    exercise = next((one.exercise for one in PROGRAMS if one.key == request.get("exercise")), None)
    try:
        code = Code(request["code"])
        with located():
            parts = grade(code, exercise, tell) if exercise else check_all(code, Board(request["goal"]), tell)
    except TimeUp:
        raise UserError(f"stopped after {CHECK_SECONDS:g} s") from None
    return {
        "words": " ".join(part["words"] for part in parts),
        "right": all(part["right"] for part in parts),
        "report": "\n\n".join(part["report"] for part in parts),
        "boards": [pair for part in parts for pair in part["boards"]],
    }


def check_all(code: Code, goal: Board, tell: Tell) -> list[Record]:
    """The heuristic and the search of the code, if it has them. A heuristic is tried on the largest shape possible."""
    parts = []
    if code.heuristic:
        target = goal if not examine_unsupported_reason(goal.shape) else make_goal(None)
        parts.append(check_heuristic(examined(code, target, tell)))
    return [*parts, *([check_search(code, goal, tell)] if code.search else [])]


# The heuristic


def examined(code: Code, goal: Board, tell: Tell, against: str | None = None) -> Examination:
    """The heuristic of the code, tried on every board."""

    def listen(done: str, number: int, count: int) -> None:
        tell(f"h: {done} {number:,} of {count:,} boards")

    code.allow(CHECK_SECONDS)
    return examine(code.function_of_boards(goal), goal, against, listener=listen)


def check_heuristic(found: Examination) -> Record:
    """``taquin examine``, with the smallest counterexample."""
    name = f"h, tried on all {found.states:,} boards"
    if over := found.overestimate:
        words = f"{name}, is not admissible: it overestimates {plural(found.overestimates, 'board')}."
        boards = [(f"distance {over.distance}, h = {over.estimate:g}", one_line(over.board))]
    elif move := found.inconsistency:
        words = f"{name}, is admissible but not consistent."
        pairs = [(move.parent, move.parent_estimate), (move.child, move.child_estimate)]
        boards = [(f"h = {estimate:g}", one_line(board)) for board, estimate in pairs]
    else:
        words, boards = f"{name}, is admissible and consistent.", []
    return {"words": words, "right": found.is_admissible, "report": describe_examination(found), "boards": boards}


# The search


def judged(
    code: Code, goal: Board, boards: Sequence[Board], tell: Tell, narrowing: Narrowing | None = None
) -> ProgramReport:
    """The search of the code on these boards; the calls that it makes are its counters."""

    def search(cell_tuple: Cells, goal: Cells) -> Record:
        target = Board(goal, shape)
        calls = CallRecorder(Problem(Board(cell_tuple, shape), target), most_nodes=0)
        try:
            moves = code.call_search(calls, target, code.estimate(target), RUN_SECONDS)
        except TimeUp:
            raise TimeoutError(code.time_reason) from None
        passes = {_PASSES: calls.passes} if calls.passes > 1 else {}
        return {"moves": moves, _EXPANDED: calls.expanded, **passes}

    shape = goal.shape
    program = Program("search", call="search(cell_tuple, goal)", function=search)
    known, explains = narrowing or Narrowing(), narrowing is not None
    return judge_program(program, boards, goal, explains=explains, narrowing=known, listener=tell)


def check_search(code: Code, goal: Board, tell: Tell) -> Record:
    """``taquin judge``, with the first board on which the search is wrong, and what it is.

    Without an unsolvable board: to try all boards that can be reached takes too long in a browser.
    """
    boards = [board for board in default_boards(goal) if Problem(board, goal).is_solvable]
    narrowing = Narrowing(partial(possible, own_estimate(code, goal)), MOST_EXPLAINED, EXPLAINED_SECONDS)
    report = judged(code, goal, boards, tell, narrowing)
    right, shortest = sum(one.is_solution for one in report.boards), sum(one.is_right for one in report.boards)
    words = f"Your search is right on {right} of {plural(len(boards), 'board')}, shortest on {shortest}."
    if any(_count(one, _PASSES) > 1 for one in report.boards):
        words += " It begins again at the start several times, as iterative deepening does."
        report = replace(report, explanation=None)
    elif report.explanation and not report.explanation.difference:
        words += f" It is {describe_variants(report.explanation)[0]}."
    return {
        "words": report.failure or words,
        "right": right == len(boards) and not report.failure,
        "report": describe_program(report).partition("\n\n")[2],
        "boards": _wrong_boards(report),
    }


def own_estimate(code: Code, goal: Board) -> str:
    """The name of the code's heuristic, with which variants of the search can estimate."""
    if not code.heuristic:
        return MANHATTAN
    own = code.estimate(goal)

    def estimate(state: State) -> float:
        code.allow()  # the time of a search does not hold for the variants
        return own(tuple(state))

    OWN_HEURISTICS[OWN_HEURISTIC] = estimate
    return OWN_HEURISTIC


def possible(heuristic: str, variants: Iterable[Variant]) -> Iterator[Variant]:
    """The variants that the code may be: the order of its successors and its heuristic are known."""
    for one in variants:
        if one.order in ORDERS and one.heuristic in ("no heuristic", MANHATTAN):
            yield one._replace(heuristic=heuristic) if one.heuristic == MANHATTAN else one


def _count(judgement: BoardJudgement, name: str) -> float:
    return next((one.value for one in judgement.reading.counters.values() if one.name == name), 0)


def _wrong_boards(report: ProgramReport) -> list[tuple[str, str]]:
    wrong = [one for one in report.boards if not one.is_right][:1]
    return [(one.words, one_line(one.board)) for one in wrong]


# Exercises


def grade(code: Code, exercise: Exercise, tell: Tell) -> list[Record]:
    """What the exercise asks for, on the 3×3."""
    if not (code.heuristic if exercise.heuristics else code.search):
        raise UserError(f"this exercise asks for a function {'h' if exercise.heuristics else 'search'}")
    part = grade_heuristic(code, exercise, tell) if exercise.heuristics else grade_search(code, exercise, tell)
    return [{**part, "words": f"Solved. {part['words']}" if part["right"] else f"Not yet. {part['words']}"}]


def grade_heuristic(code: Code, exercise: Exercise, tell: Tell) -> Record:
    """Whether the heuristic is the one that the exercise names, or between the two."""
    found = None
    for name, (relation, words) in zip(exercise.heuristics, _RELATIONS[len(exercise.heuristics)], strict=True):
        found = examined(code, make_goal(None), tell, name)
        compared = found.comparison
        assert compared is not None
        if not getattr(compared, relation):
            title = find_heuristic(name).title
            higher, lower = plural(compared.higher, "board"), plural(compared.lower, "board")
            counts = "It is equal" if compared.is_equal else f"It is above on {higher} and below on {lower}"
            caption = f"h = {compared.estimate:g}, {title} {compared.other_estimate:g}"
            return {
                "words": f"h should be {words.format(title)}. {counts}.",
                "right": False,
                "report": describe_examination(found),
                "boards": [] if compared.is_equal else [(caption, one_line(compared.board))],
            }
    assert found is not None
    return check_heuristic(found)


def grade_search(code: Code, exercise: Exercise, tell: Tell) -> Record:
    """Whether the search finds shortest solutions, and expands about what Taquin's does."""
    goal = make_goal(None)
    lengths = {board: shortest_length(Problem(board, goal)) for board in default_boards(goal)}
    boards = [board for board, length in lengths.items() if length is not None and length <= exercise.deepest]
    report = judged(code, goal, boards, tell)
    words, wrong = "", _wrong_boards(report)
    if report.failure or wrong:
        words = report.failure or f"On the board that is drawn it is {wrong[0][0]}."
    for one in report.boards:
        reference = solve(one.problem, algorithm=exercise.method)
        expanded, most = _count(one, _EXPANDED), SLACK * reference.stats.expanded
        if not words and reference.iterations and _count(one, _PASSES) < 2 <= len(reference.moves or ()):
            words = "It expands the start only once: iterative deepening begins again there for every limit."
        elif not words and not reference.iterations and expanded > most:
            words = f"It expands {expanded:,.0f} boards where {exercise.method} expands {reference.stats.expanded:,}."
            wrong = [(f"{expanded:,.0f} boards expanded", one_line(one.board))]
    return {
        "words": words or f"Your search is right on all {plural(len(report.boards), 'board')}.",
        "right": not words,
        "report": describe_program(report).partition("\n\n")[2],
        "boards": wrong,
    }
