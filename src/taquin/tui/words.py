"""The sentences of the game: what a hint, a grade and a result say."""

from __future__ import annotations

from taquin.analysis.grading import Judgement, Verdict
from taquin.analysis.hints import Hint
from taquin.puzzle.board import Board
from taquin.puzzle.moves import Move
from taquin.puzzle.words import plural
from taquin.tui.best_results import Best

ARROWS = {Move.UP: "↓", Move.DOWN: "↑", Move.LEFT: "→", Move.RIGHT: "←"}
"""The key that plays a move: the direction in which the tile slides."""


def tile_of(board: Board, move: Move) -> int:
    """The tile that a move slides.

    >>> tile_of(Board("1 2 3 / 4 0 5 / 7 8 6"), Move.RIGHT)
    5
    """
    down, right = move.offset
    row, column = board.shape.position(board.blank)
    return board[row + down, column + right]


def clock(seconds: float) -> str:
    """``1:05``.

    >>> clock(65.9), clock(3700)
    ('1:05', '1:01:40')
    """
    minutes, second = divmod(int(seconds), 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour}:{minute:02}:{second:02}" if hour else f"{minute}:{second:02}"


def hint_count(hint: Hint) -> str:
    """The first step of a hint: how many moves are left."""
    if hint.left is None:
        return f"No hint: {hint.result.reason}."
    if hint.is_proven:
        return f"{plural(hint.left, 'move')} left. Press h again to see the next one."
    return (
        f"The best solution found has {plural(hint.left, 'move')}; every solution has at least {hint.lower_bound:,}. "
        "Press h again to see its next move."
    )


def hint_move(board: Board, hint: Hint) -> str:
    """The second step: the move.

    >>> from taquin.analysis.hints import hint
    >>> board = Board("1 2 3 / 4 0 5 / 7 8 6")
    >>> hint_move(board, hint(board))
    'Slide tile 5 left: press ←.'
    """
    first, *others = hint.moves
    text = f"Slide tile {tile_of(board, first)} {first.opposite.word.lower()}: press {ARROWS[first]}."
    if others:
        text += f" Equally good: {' or '.join(f'tile {tile_of(board, move)}' for move in others)}."
    return text


def grade(found: Judgement) -> str:
    """How good a move was; empty if it is unknown."""
    left = "" if found.after is None else f"{plural(found.after, 'move')} left"
    match found.verdict:
        case Verdict.BEST:
            return f"Best move: {left}."
        case Verdict.EQUAL:
            return f"One of several best moves: {left}."
        case Verdict.WORSE:
            assert found.before is not None
            board = found.solution.start
            better = " or ".join(f"tile {tile_of(board, move)}" for move in found.best)
            instead = f", instead of {found.before - found.solution.length:,}"
            return f"Not the best move: {left}{instead}{f' with {better}' if better else ''}."
        case _:
            return ""


def solved(count: int, seconds: float, before: Best, after: Best) -> str:
    """The end of a game without help, compared with the best results before it.

    >>> solved(30, 65, Best(34, 60.0), Best(30, 60.0))
    'Solved in 30 moves, 1:05. New record: fewest moves (before: 34). Press n for a new board.'
    """
    records = []
    if before.moves is not None and after.moves != before.moves:
        records.append(f"fewest moves (before: {before.moves:,})")
    if before.seconds is not None and after.seconds != before.seconds:
        records.append(f"shortest time (before: {clock(before.seconds)})")
    text = f"Solved in {plural(count, 'move')}, {clock(seconds)}."
    if records:
        text += f" New record: {', '.join(records)}."
    return f"{text} Press n for a new board."


def best(found: Best) -> str:
    """``best: 30 moves, 1:05``; nothing before the first result."""
    if found.moves is None or found.seconds is None:
        return ""
    return f"best: {plural(found.moves, 'move')}, {clock(found.seconds)}"
