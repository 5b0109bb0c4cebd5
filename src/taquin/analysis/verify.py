"""Replay a given solution: find its first illegal step, and check that it ends at the goal.

The steps are moves, in any notation of ``taquin.puzzle.moves``, or the boards after each move. Nothing is searched.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from taquin.analysis.solution_text import Step, detect_notation, find_steps, read_steps
from taquin.puzzle.arguments import check_choice
from taquin.puzzle.board import Board, BoardLike, pack
from taquin.puzzle.geometry import Shape, tile_cells
from taquin.puzzle.goals import GoalLike
from taquin.puzzle.moves import Move, MoveLike, Notation, as_moves, steps
from taquin.puzzle.problem import Problem
from taquin.puzzle.solution import Solution
from taquin.puzzle.words import plural
from taquin.run.result import Quality, Result


@dataclass(frozen=True)
class IllegalStep:
    """The first illegal step."""

    number: int
    """The number of the step, from 1."""
    step: str
    """The step, as messages name it."""
    reason: str
    """Why it is illegal."""


@dataclass(frozen=True, repr=False)
class Verification:
    """The outcome of a replay.

    ``moves`` are the legal moves before the first illegal step, ``end`` is the board after them, ``given`` is the
    number of steps in the text.

    >>> found = verify("1 2 3 / 4 0 5 / 7 8 6", "RDU")
    >>> found
    <Verification: incorrect: not at the goal after 3 steps>
    >>> found.is_legal, found.reaches_goal, found.goal_after
    (True, False, 2)
    """

    problem: Problem
    notation: Notation
    given: int
    moves: tuple[Move, ...]
    end: Board
    illegal_step: IllegalStep | None
    goal_after: int | None
    """The number of moves after which the goal is first reached; None if it never is."""
    other_notation: Notation | None = None
    """The other meaning of the same letters (blank or tiles), if the solution is correct with it; else None."""

    def __repr__(self) -> str:
        moves = plural(self.given, "step")
        if self.illegal_step is not None:
            step = self.illegal_step
            return f"<Verification: incorrect: step {step.number} of {moves} ({step.step}) is illegal: {step.reason}>"
        return f"<Verification: {'correct' if self.is_correct else 'incorrect: not at the goal'} after {moves}>"

    @property
    def is_legal(self) -> bool:
        """Whether every step can be made."""
        return self.illegal_step is None

    @property
    def reaches_goal(self) -> bool:
        """Whether the last board that was reached is the goal."""
        return self.end == self.problem.goal

    @property
    def is_correct(self) -> bool:
        """Whether it is a solution: every step legal, and the goal at its end."""
        return self.is_legal and self.reaches_goal


def verify(
    problem: Problem | BoardLike,
    solution: str | Solution | Iterable[MoveLike],
    *,
    goal: GoalLike | None = None,
    notation: Notation | str | None = None,
    source: str = "text",
) -> Verification:
    """Read a solution in any notation and replay it. O(length of the text).

    ``problem`` is a problem, or a board; then ``goal`` is its goal, ``standard`` if left out. ``solution`` is text, or
    moves of the blank. Without ``notation`` it is detected: numbers are the tiles that slide, letters, words and arrows
    are the directions of the blank, and a text that contains a blank is a list of boards, with or without the start. In
    the report of a solver (Taquin's or the edX driver's) only the line with the moves is read. Raises ``MoveError``,
    ``FormatError`` or ``BoardError`` for text that cannot be read as a solution.

    >>> board = "1 2 3 / 4 0 5 / 7 8 6"
    >>> verify(board, "Right, Down").is_correct, verify(board, "5 6").is_correct
    (True, True)
    >>> found = verify(board, "LEFT UP UP")
    >>> found.illegal_step
    IllegalStep(number=3, step='Up', reason='the blank is in the top row')
    """
    problem = Problem(problem, goal)
    if notation is not None:
        check_choice("notation", notation, list(Notation))
        notation = Notation(notation)
    if not isinstance(solution, str):
        moves = solution.moves if isinstance(solution, Solution) else as_moves(solution)
        return replay(problem, moves, notation or Notation.BLANK)
    text = find_steps(solution, notation)
    chosen = notation or detect_notation(text, problem.shape)
    verification = replay(problem, read_steps(text, chosen, problem.shape, source), chosen)
    other = _OTHERS.get(chosen)
    if verification.is_correct or other is None:
        return verification
    is_correct = replay(problem, read_steps(text, other, problem.shape, source), other).is_correct
    return replace(verification, other_notation=other) if is_correct else verification


_OTHERS = {Notation.BLANK: Notation.TILES, Notation.TILES: Notation.BLANK}


def known_optimum(verification: Verification, shortest: Result | None) -> int | None:
    """The length of a shortest solution, if a search found it, or proved that this solution is shortest."""
    if shortest is None or not verification.is_correct:
        return None
    length = verification.problem.metric.cost(verification.moves)
    if length <= shortest.lower_bound:
        return length
    return shortest.length if shortest.quality is Quality.OPTIMAL else None


def replay(problem: Problem, sequence: Sequence[Step], notation: Notation) -> Verification:
    """Play the steps up to the first illegal one. A move or a tile takes constant time."""
    first = 1
    if notation is Notation.BOARDS and sequence and sequence[0] == problem.start:
        sequence, first = sequence[1:], 2
    shape, goal, home = problem.shape, list(problem.goal), problem.goal.blank
    cells, blank = list(problem.start), problem.start.blank
    moves: list[Move] = []
    illegal_step = None
    goal_after = 0 if cells == goal else None
    for number, step in enumerate(sequence, start=1):
        slide = _find_slide(cells, blank, step, shape, notation)
        if slide is None:
            board = Board.from_state(pack(cells), shape)
            name = _name_step(step, first + number - 1)
            illegal_step = IllegalStep(number, name, _explain(board, step, notation))
            break
        move, target = slide
        cells[blank], cells[target] = cells[target], 0
        blank = target
        moves.append(move)
        if goal_after is None and blank == home and cells == goal:
            goal_after = number
    end = Board.from_state(pack(cells), shape)
    return Verification(problem, notation, len(sequence), tuple(moves), end, illegal_step, goal_after)


def _find_slide(cells: list[int], blank: int, step: Step, shape: Shape, notation: Notation) -> tuple[Move, int] | None:
    """The move of the blank that a step names, and the cell that it goes to; None if it is illegal."""
    for move, target in steps(shape)[blank]:
        match step:
            case Move():
                is_named = move is (step.opposite if notation is Notation.TILES else step)
            case Board():
                is_named = step == Board.from_state(pack(cells), shape).play_unchecked(move)
            case _:
                is_named = cells[target] == step
        if is_named:
            return move, target
    return None


def _name_step(step: Step, place: int) -> str:
    match step:
        case Move():
            return step.word
        case Board():
            return f"to board {place}"
        case _:
            return f"tile {step}"


_EDGES = {Move.UP: "in the top row", Move.DOWN: "in the bottom row"}
_EDGES |= {Move.LEFT: "in the leftmost column", Move.RIGHT: "in the rightmost column"}


def _explain(board: Board, step: Step, notation: Notation) -> str:
    """Why this step is illegal on this board."""
    match step:
        case Move():
            blank_move = step.opposite if notation is Notation.TILES else step
            return f"the blank is {_EDGES[blank_move]}"
        case Board():
            return _explain_boards(board, step)
        case 0:
            return "0 is the blank, not a tile"
        case _:
            is_tile = step < len(board)
            return f"tile {step} is not next to the blank" if is_tile else f"a {board.shape} board has no tile {step}"


def _explain_boards(board: Board, following: Board) -> str:
    before, after = tile_cells(board.state), tile_cells(following.state)
    changed = [tile for tile in range(1, len(board)) if before[tile] != after[tile]]
    match len(changed):
        case 0:
            return "the board does not change"
        case 1:
            return f"tile {changed[0]} is not next to the blank"
        case count if count <= 4:
            return f"tiles {', '.join(map(str, changed[:-1]))} and {changed[-1]} move at once"
        case count:
            return f"{count} tiles move at once"
