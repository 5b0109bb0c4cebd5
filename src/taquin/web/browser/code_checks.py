"""Checks code that users write in the page, as ``taquin judge`` and ``taquin examine`` do, and grades exercises."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from taquin.analysis.examine import Examination, examine, examine_unsupported_reason
from taquin.errors import AlgorithmError
from taquin.judging.boards import default_boards
from taquin.judging.explanation import Explanation, Fit, Listener, Narrowing, algorithm_name
from taquin.judging.judge import judge_program
from taquin.judging.program import Program as Judged
from taquin.judging.report import BoardJudgement
from taquin.judging.variants import OWN_HEURISTICS
from taquin.lessons.programs import Program
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.goals import make_goal
from taquin.puzzle.moves import Move
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import alternatives, plural
from taquin.render.text.examination import describe as describe_examination
from taquin.render.text.examination import facts as examination_facts
from taquin.render.text.program_report import board_table, describe_program
from taquin.run.limits import Limits
from taquin.run.result import Result, Status
from taquin.run.run import Run
from taquin.solving.method import choose_method
from taquin.solving.registry import find_heuristic
from taquin.solving.solver import run_method, solve
from taquin.system.json_text import JsonObject
from taquin.trace.call_recorder import Cells
from taquin.web.browser.loaded_code import OWN_HEURISTIC, RUN_SECONDS, Code, within

CHECK_SECONDS = 60.0
MOST_EXPLAINED = 500
"""Nodes expanded on the boards on which the variants of the search are compared."""
EXPLAINED_WORK = 400_000
"""Nodes that all variants take together, in Python: the core of the browser does not compare them."""
GRADED_NODES = 2_000
"""An exercise is graded on boards on which the method that it names makes no more nodes."""
MOST_NAMED = 2
"""Different searches that the code may be, and that are named."""
SLACK = 2
"""An exercise allows this many times the expansions of that method: ties leave a choice."""
MANHATTAN = "Manhattan distance"
_EXPANDED, _PASSES = "nodes expanded", "passes"
_ORDERS = (tuple(Move), tuple(reversed(Move)))
"""In which a search may see its successors, which it gets in the first one."""
_WANTED = {1: ["is_equal"], 2: ["dominates", "is_dominated"]}
"""What a heuristic must be to those that an exercise names, one or two of them."""

Record: TypeAlias = JsonObject
Table: TypeAlias = list[list[str]]
Part: TypeAlias = tuple[str, bool, str, list[tuple[str, str]], Table]
"""Sentences, whether all is well, the whole report, boards to draw, each with a caption before it, and a table."""


def check(code: Code, goal: Board, exercise: Program | None, listener: Listener) -> Record:
    """Examine the heuristic of the code and judge its search; or grade what an exercise asks for, on the 3×3."""
    names = list(code.functions)
    if exercise is not None:
        goal, names = make_goal(None), ["h" if exercise.heuristic else "search"]
        if names[0] not in code.functions:
            raise AlgorithmError(f"this exercise asks for a function {names[0]}")
    checks: dict[str, Callable[..., Part]] = {"h": check_heuristic, "search": check_search}
    parts = [checks[name](code, goal, exercise, listener) for name in names]
    words, rights, reports, boards, tables = zip(*parts, strict=True)
    verdict = [] if exercise is None else ["Solved." if all(rights) else "Not yet."]
    return {
        "words": " ".join([*verdict, *words]),
        "right": all(rights),
        "report": "\n\n".join(reports),
        "boards": [pair for part in boards for pair in part],
        "tables": tables,
    }


def check_heuristic(code: Code, goal: Board, exercise: Program | None, listener: Listener) -> Part:
    """``taquin examine``, with the smallest counterexample. The heuristic is tried on the largest shape possible."""

    def listen(done: str, number: int, count: int) -> None:
        listener(f"h: {done} {number:,} of {count:,} boards")

    if examine_unsupported_reason(goal.shape):
        goal = make_goal(None)
    names = [None] if exercise is None else exercise.heuristic.split(" to ")
    with within(CHECK_SECONDS):
        found = [examine(code.estimate(goal), goal, name, listener=listen) for name in names]
    first = found[0]
    for one, wanted in zip(found, _WANTED[len(found)], strict=False):
        if (other := one.comparison) is not None and not getattr(other, wanted):
            title, higher = find_heuristic(other.other).title, plural(other.higher, "board")
            words = f"h is above {title} on {higher}, and below it on {plural(other.lower, 'board')}."
            caption = f"h = {other.estimate:g}, {title} {other.other_estimate:g}"
            return words, False, describe_examination(one), [(caption, one_line(other.board))], _facts(one)
    boards = []
    if over := first.overestimate:
        boards = [(f"distance {over.distance}, h = {over.estimate:g}", one_line(over.board))]
    elif move := first.inconsistency:
        boards = [(f"h = {move.parent_estimate:g}", one_line(move.parent))]
        boards += [(f"h = {move.child_estimate:g}", one_line(move.child))]
    words = f"{first.summary[0].upper()}{first.summary[1:]}."
    words += f" It overestimates {first.overestimates:,} of them." if over else ""
    return words, first.is_admissible, describe_examination(first), boards, _facts(first)


def _facts(examination: Examination) -> Table:
    """What was found of a heuristic, in two columns."""
    return [list(pair) for pair in examination_facts(examination)]


def check_search(code: Code, goal: Board, exercise: Program | None, listener: Listener) -> Part:
    """``taquin judge``, with the first board on which the search is wrong, and which variant of the search it is.

    Without an unsolvable board: to try all boards that can be reached takes too long in a browser.
    """
    boards = [board for board in default_boards(goal) if Problem(board, goal).is_solvable]
    references: dict[Board, Result] = {}
    if exercise is not None:
        solved = {board: solve(board, goal, algorithm=exercise.search, nodes=GRADED_NODES) for board in boards}
        references = {board: result for board, result in solved.items() if result.moves is not None}
        boards = list(references)
    own = code.functions.get("h") and OWN_HEURISTIC
    OWN_HEURISTICS[OWN_HEURISTIC] = code.estimate(goal)
    names = {"no heuristic": "no heuristic", MANHATTAN: own or MANHATTAN}

    narrowing = Narrowing(_ORDERS, names, MOST_EXPLAINED, EXPLAINED_WORK)
    program, explains = _as_program(code, goal), exercise is None
    report = judge_program(program, boards, goal, explains=explains, narrowing=narrowing, listener=listener)
    right, shortest = sum(one.is_solution for one in report.boards), sum(one.is_right for one in report.boards)
    words = f"Your search is right on {right} of {plural(len(boards), 'board')}, shortest on {shortest}."
    faults = ((_fault(one, references.get(one.board)), one_line(one.board)) for one in report.boards)
    wrong = [pair for pair in faults if pair[0]][:1]
    if report.failure:
        words = report.failure
    elif wrong and exercise is not None:
        words += f" On the board that is drawn it {'is ' * wrong[0][0].startswith('right')}{wrong[0][0]}."
    elif any(_count(one, _PASSES) > 1 for one in report.boards):
        words += " It begins again at the start several times, as iterative deepening does."
        report = replace(report, explanation=None)
    elif name := _search_name(report.explanation):
        words += f" It is {name}."
    is_right = right == len(boards) if exercise is None else not wrong
    whole = describe_program(report).partition("\n\n")[2]
    return words, is_right and not report.failure, whole, wrong, board_table(report) if report.boards else []


def _search_name(explanation: Explanation | None) -> str:
    """The search that the code may be, or the few that fit equally; empty if none fits, or too many."""
    if explanation is None or explanation.fit not in (Fit.EXACT, Fit.SEVERAL):
        return ""
    names = sorted(set(map(algorithm_name, explanation.variants)), key=len)
    return alternatives(names) if len(names) <= MOST_NAMED else ""


def _as_program(code: Code, goal: Board) -> Judged:
    """The search of the code, for the judge. Its expansions and passes are its counters."""

    def search(cell_tuple: Cells) -> Record:
        run = Run(Limits(time=RUN_SECONDS))
        try:
            result = run_method(Problem(Board(cell_tuple, goal.shape), goal), choose_method(code), run, "python")
            if result.status is Status.LIMIT:
                raise TimeoutError(result.reason)
        except AlgorithmError:
            if code.value is None:  # otherwise the judge says what is wrong with what it returned
                raise
        passes = {_PASSES: code.calls.passes} if code.calls.passes > 1 else {}
        return {"moves": code.value, _EXPANDED: run.counters.expanded, **passes}

    return Judged("search", call="search(cell_tuple)", function=search)


def _count(judgement: BoardJudgement, name: str) -> float:
    return next((one.value for one in judgement.reading.counters.values() if one.name == name), 0)


def _fault(judgement: BoardJudgement, reference: Result | None) -> str:
    """What the search does wrong on a board; for an exercise, also if it expands too much. Empty if nothing."""
    if not judgement.is_right:
        return judgement.words
    if reference is None:
        return ""
    if reference.iterations:
        is_once = _count(judgement, _PASSES) < 2 <= len(reference.moves or ())
        return "expands the start only once: iterative deepening begins again there for every limit" if is_once else ""
    expanded, usual = _count(judgement, _EXPANDED), reference.stats.expanded
    words = f"expands {expanded:,.0f} boards where {reference.spec} expands {usual:,}"
    return words if expanded > SLACK * usual else ""
