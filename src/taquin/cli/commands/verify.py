"""``taquin verify``: replay a solution and check it."""

from __future__ import annotations

from pathlib import Path

import click

from taquin.analysis.grading import Detour, first_detour
from taquin.analysis.known_solutions import improve_plan, look_up
from taquin.analysis.verify import Verification, known_optimum, verify
from taquin.cli import terminal
from taquin.cli.exits import INTERRUPTED
from taquin.cli.input import boards, completion, effects
from taquin.cli.input import options as shared
from taquin.errors import FormatError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move, Notation
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.puzzle.solution import Solution
from taquin.puzzle.words import plural
from taquin.render.records import verification_record
from taquin.render.text import layout
from taquin.render.text.reading import move_text
from taquin.run.limits import Limits
from taquin.run.result import Quality, Result, Status
from taquin.run.run import Run
from taquin.solving.default_methods import default_method
from taquin.solving.solver import run_default
from taquin.tables.plans.store import stored_plans

CORRECT = 0
INCORRECT = 1

_READ_AS = {
    Notation.BLANK: "where the blank goes",
    Notation.TILES: "where the tiles go",
    Notation.NUMBERS: "the numbers of the tiles that slide",
    Notation.BOARDS: "the boards on the way",
}
_LONGEST_SHOWN = 200  # characters of moves that are printed


@click.command("verify")
@click.argument("board", metavar="BOARD", shell_complete=completion.files)
@click.argument("solution", nargs=-1, required=True, metavar="MOVES", shell_complete=completion.files)
@shared.goal_option
@shared.size_option
@shared.metric_option
@click.option(
    "--moves",
    "notation",
    type=click.Choice(["auto", *(notation.value for notation in Notation)]),
    default="auto",
    help="How MOVES are written. Default: auto, which detects it.",
)
@click.option("--time", default="10s", metavar="TIME", help="Time limit of the search for the optimum. Default: 10s.")
@click.option("--no-optimum", is_flag=True, help="Do not search for the optimum.")
@shared.json_option
def command(
    board: str,
    solution: tuple[str, ...],
    goal: str | None,
    size: Shape | None,
    metric: Metric,
    notation: str,
    time: str,
    no_optimum: bool,
    as_json: bool,
) -> int:
    """Check a solution: its moves, its end and its length.

    MOVES are directions of the blank (U D L R, Up Down Left Right, or arrows), the numbers of the tiles that slide, or
    the boards after each move, with or without the start; as text, as a file, or - for standard input. If they are
    directions of the tile, add --moves tiles.

    The exit code is 0 only for a correct solution, shortest or not; 1 if a move is illegal or the goal is not reached;
    2 if BOARD or MOVES cannot be read. On boards of up to 10 cells the report names the first move that does not lead
    nearer to the goal, and a better one. On large boards MOVES are compared with the best solution that is known or
    found in the time.

    \b
    Examples:
      taquin verify "1 2 3 / 4 0 5 / 7 8 6" RD
      taquin verify "1 2 3 / 4 0 5 / 7 8 6" 5 6
      taquin verify "1 2 3 / 4 0 5 / 7 8 6" LU --moves tiles
      taquin verify start.txt homework.txt --goal snail
      taquin solve start.txt --json | taquin verify start.txt -
    """
    effects.check("--time", conflicts_with=["--no-optimum"])
    problem = boards.BoardRequest((board,), goal, size, metric).problem()
    limits = Limits.parse(time=time)
    written, source = _read_solution(solution, board)
    if not written.strip() and problem.start != problem.goal:
        where = "" if source == "text" else f" in {source}"
        raise FormatError(f"expected moves{where}, found nothing", hint="such as RDLU, or 5 8 6")
    verification = verify(problem, written, notation=None if notation == "auto" else notation, source=source)
    shortest = None if no_optimum or not verification.is_legal else _find_shortest(verification, limits)
    has_detour = shortest is not None and metric is Metric.MOVES
    detour = first_detour(Solution(problem.start, verification.moves), problem.goal) if has_detour else None
    if as_json:
        terminal.echo_json(verification_record(verification, shortest, detour))
    else:
        terminal.echo(describe(verification, shortest, detour))
    if shortest is not None and shortest.status is Status.CANCELLED:
        return INTERRUPTED
    return CORRECT if verification.is_correct else INCORRECT


def _read_solution(words: tuple[str, ...], board: str) -> tuple[str, str]:
    written = " ".join(words)
    if written == "-":
        if board == "-":
            raise FormatError("expected - for BOARD or for MOVES, found it for both")
        return boards.read_text("-", "moves"), "standard input"
    if len(words) == 1 and _names_file(written):
        return boards.read_text(written, "moves"), written
    return written, "text"


def _names_file(written: str) -> bool:
    """Whether this is a file, or looks like the name of one: a word with a dot or a slash in it."""
    try:
        if Path(written).is_file():
            return True
    except (OSError, ValueError):  # too long, or not a valid name
        return False
    letters = {letter for letter in written.lower() if letter.isalpha()}
    return any(mark in written for mark in "./") and not set(written) & set(" ,[") and not letters <= set("udlrx")


def _find_shortest(verification: Verification, limits: Limits) -> Result:
    """The shortest solution; for moves that do not reach the goal, the shortest solution from their end."""
    start, goal = verification.problem.start if verification.is_correct else verification.end, verification.problem.goal
    problem = Problem(start, goal, metric=verification.problem.metric)
    boards.prepare_slide_tables(problem)
    if (known := look_up(problem, warn=terminal.warn)) is not None:
        return known
    with terminal.cancel_on_interrupt() as cancellation, terminal.progress_line() as progress:
        run = Run(limits, None, cancellation, progress)
        method = default_method(start.shape, problem.metric)
        if problem.metric is Metric.SLIDES or not method.algorithm.is_anytime:
            return run_default(problem, method, run)
        if verification.is_correct:
            run.begin_with(bytes(verification.moves))
        return improve_plan(problem, stored_plans(), run)


def describe(verification: Verification, shortest: Result | None, detour: Detour | None) -> str:
    problem = verification.problem
    drawings = [("start", str(problem.start)), ("goal", str(problem.goal))]
    if verification.moves and not verification.is_correct:
        drawings.insert(1, (f"after {plural(len(verification.moves), 'move')}", str(verification.end)))
    pairs = [("moves", _describe_moves(verification)), ("read as", _READ_AS[verification.notation]), ("legal", "yes")]
    if (illegal := verification.illegal_step) is not None:
        pairs[-1] = ("legal", f"no: move {illegal.number} ({illegal.step}) is illegal: {illegal.reason}")
        pairs.append(("legal moves", _describe_legal_moves(verification.end, verification.notation)))
        if verification.goal_after is not None:
            pairs.append(("goal", f"reached after {plural(verification.goal_after, 'move')}, before the illegal move"))
    else:
        pairs.append(("goal", _describe_goal(verification, shortest)))
    if verification.is_correct and shortest is not None:
        pairs.append(("optimum", _describe_optimum(verification, shortest)))
    if detour is not None and detour.best:  # the line about the goal names moves that leave it
        pairs.append(("detour", _describe_detour(verification, detour)))
    if (other := verification.other_notation) is not None:
        pairs.append(("note", f"it is correct if the moves say {_READ_AS[other]}: add --moves {other}"))
    return f"{_describe_verdict(verification, shortest)}\n\n{layout.side_by_side(drawings)}\n\n{layout.fields(pairs)}"


def _describe_verdict(verification: Verification, shortest: Result | None) -> str:
    length = _length(verification)
    if verification.illegal_step is not None:
        return f"incorrect: move {verification.illegal_step.number} is illegal"
    if not verification.reaches_goal:
        return "incorrect: every move is legal, but the goal is not reached"
    single = f" ({plural(len(verification.moves), 'move')})" if verification.problem.metric is Metric.SLIDES else ""
    head = f"correct: {verification.problem.metric.amount(length)}{single}"
    if shortest is not None and shortest.length is not None and shortest.length < length:
        return f"{head}, but there is a shorter solution"
    return head if known_optimum(verification, shortest) is None else f"{head}, and no solution is shorter"


def _length(verification: Verification) -> int:
    """The length of the legal moves in the metric of the problem."""
    return verification.problem.metric.cost(verification.moves)


def _describe_moves(verification: Verification) -> str:
    is_by_tiles = verification.notation is Notation.TILES
    letters = Solution(verification.problem.start, verification.moves).text(
        Notation.TILES if is_by_tiles else Notation.BLANK
    )
    if len(letters) > _LONGEST_SHOWN:
        letters = f"{move_text(letters, longest=_LONGEST_SHOWN)} (--json prints all)"
    played = "" if verification.is_legal else f", of which {len(verification.moves):,} can be played"
    shown = f": {letters}" if letters else ""
    return f"{verification.given:,}{played}{shown}"


def _describe_legal_moves(board: Board, notation: Notation) -> str:
    """Every move that can be made, with the tile that it slides."""
    words = []
    for move in board.moves():
        where = f"{_name_move(board, move, Notation.NUMBERS)} goes {move.opposite.word.lower()}"
        named = notation in (Notation.BLANK, Notation.TILES)
        words.append(f"{_name_move(board, move, notation)} ({where})" if named else where)
    return ", ".join(words)


def _name_move(board: Board, move: Move, notation: Notation) -> str:
    return Solution(board, [move]).words(notation)[0]


def _describe_goal(verification: Verification, further: Result | None) -> str:
    after = verification.goal_after
    if verification.is_correct:
        surplus = 0 if after is None else len(verification.moves) - after
        if not surplus:
            return "reached"
        return f"reached at the end, but also after {plural(after or 0, 'move')}: the last {surplus} are not needed"
    if after is not None:
        return f"reached after {plural(after, 'move')}, but the moves after that leave it"
    if not verification.problem.is_solvable:
        return "not reached, and it cannot be: `taquin check` explains why"
    if further is None:
        return "not reached"
    if further.length is None or further.quality is not Quality.OPTIMAL:
        known = "" if further.length is None else f"; a solution with {further.metric.amount(further.length)} is known"
        return f"not reached: at least {further.metric.amount(further.lower_bound)} away{known}"
    return f"not reached: {further.metric.amount(further.length)} away"


def _describe_optimum(verification: Verification, shortest: Result) -> str:
    optimum, length, amount = known_optimum(verification, shortest), _length(verification), shortest.metric.amount
    if optimum is None and shortest.length is not None:
        excess = length - shortest.length
        known = f"the best known solution has {shortest.length:,}: this one has {excess:,} more"
        known = known if excess > 0 else f"no solution shorter than these {length:,} is known"
        return f"at least {amount(shortest.lower_bound)}; {known}"
    if optimum is None:
        return f"at least {amount(shortest.lower_bound)}; not found: {shortest.reason}"
    excess = length - optimum
    return amount(optimum) + (f": this solution has {excess:,} more" if excess else "")


def _describe_detour(verification: Verification, detour: Detour) -> str:
    """Where a solution that is too long, or that misses the goal, first leaves the shortest ones."""
    board = Solution(verification.problem.start, verification.moves[: detour.number - 1]).end
    better = " or ".join(_name_move(board, move, verification.notation) for move in detour.best)
    made = _name_move(board, detour.move, verification.notation)
    return f"move {detour.number} ({made}) is the first that does not lead nearer; {better} does"
