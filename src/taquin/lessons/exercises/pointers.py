"""A pointer after a wrong first answer: where to look again. It does not contain the answer."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from taquin.lessons.exercises.hints import HINTS
from taquin.lessons.exercises.question import Question
from taquin.puzzle.board import Board
from taquin.puzzle.moves import Move
from taquin.puzzle.words import plural


def pointer(question: Question, value: object, accepted: Sequence[object]) -> str:
    """Which part of an answer is wrong, if it has parts, and the hint of the question type.

    ``value`` is what was answered, and ``accepted`` the right answers, all as ``grading.read_answer`` returns them.
    """
    found = _wrong_part(question, value, accepted)
    return " ".join(filter(None, (found, HINTS.get(question.form, ""))))


def _wrong_part(question: Question, value: object, accepted: Sequence[object]) -> str:
    if isinstance(value, Board) and isinstance(accepted[0], Board):
        rows = zip(value.rows(), accepted[0].rows(), strict=True)
        return f"Row {next(row for row, (one, right) in enumerate(rows, start=1) if one != right)} is not right."
    if not isinstance(value, tuple):
        return ""
    rights = [right for right in accepted if isinstance(right, tuple)]
    if value and isinstance(value[0], Move):
        return _illegal_move(question.pictures[0].board, value) or _wrong_place(value, rights, "move")
    if question.blanks:
        return _wrong_blank(question, value, rights[0])
    if question.is_ordered:
        return _wrong_place(value, rights, "item")
    return _wrong_entries(value, rights[0])


def _illegal_move(board: Board, moves: tuple[Move, ...]) -> str:
    for place, move in enumerate(moves, start=1):
        if move not in board.moves():
            return f"Move {place}, {move.word}, is not legal: the blank is at the edge."
        board = board.play_unchecked(move)
    return ""


def _wrong_place(value: tuple[object, ...], rights: Sequence[tuple[object, ...]], noun: str) -> str:
    """How far the answer agrees with the right one that is nearest to it."""
    agreed = max(_agreement(value, right) for right in rights)
    nearest = next(right for right in rights if _agreement(value, right) == agreed)
    if len(value) != len(nearest):
        return f"Your answer has {plural(len(value), noun)}, the right one {len(nearest)}."
    if agreed == 0:
        return f"The first {noun} is not right."
    first = f"first {noun} is" if agreed == 1 else f"first {plural(agreed, noun)} are"
    return f"The {first} right, but not the next."


def _agreement(one: tuple[object, ...], other: tuple[object, ...]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _wrong_blank(question: Question, value: tuple[object, ...], right: tuple[object, ...]) -> str:
    """The answer has a value for every node, in the order of their numbers."""
    if len(value) != len(right):
        return f"Your answer has {plural(len(value), 'value')}, the tree {plural(len(right), 'node')}."
    numbers = sorted(node.number for node in question.tree)
    wrong = [number for number, one, other in zip(numbers, value, right, strict=True) if one != other]
    rest = f" {len(wrong)} values are wrong in all." if len(wrong) > 1 else ""
    return f"{question.blanks[-1]} of node {wrong[0]} is not right.{rest}"


def _wrong_entries(value: tuple[object, ...], right: tuple[object, ...]) -> str:
    good = len(set(value) & set(right))
    if good == len(value):
        return "All of yours are right, but some are missing."
    return f"{good} of your {len(value)} {'is' if good == 1 else 'are'} right."
