"""Grading: read what was typed, in any notation that Taquin reads, and compare it with the answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile
from typing import TypeAlias

from taquin.analysis.verify import verify
from taquin.errors import FormatError, MoveError, TaquinError
from taquin.lessons.exercises.question import Kind, Question, letter
from taquin.puzzle.board import Board
from taquin.puzzle.moves import Move, parse_moves
from taquin.puzzle.rounding import exceeds
from taquin.puzzle.words import plural, shown

LONGEST = 500
"""Characters of an answer."""

Value: TypeAlias = str | float | tuple[Move, ...] | tuple[str, ...] | Board


class Verdict(StrEnum):
    """What an answer is."""

    RIGHT = "right"
    SECOND = "second"
    """Right at the second try."""
    AGAIN = "again"
    """Wrong at the first try: there is a pointer, and a second try."""
    WRONG = "wrong"
    UNREADABLE = "unreadable"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade:
    """The verdict on an answer, with the right answer and its explanation.

    An answer that cannot be read has only a message. A wrong first try has a pointer instead of the explanation.
    """

    verdict: Verdict
    message: str
    answer: str = ""
    explanation: str = ""


def grade(question: Question, typed: str | None, attempt: int | None = None) -> Grade:
    """Compare what was typed with the answer. None skips the question and shows the right answer.

    With the attempt 1, a wrong answer gets a pointer instead of the right answer; the attempt 2 is the second try. A
    question with two choices has no second try.
    """
    if typed is None:
        answer = shown_right(question)
        message = f"Skipped. The answer is {answer}."
        return Grade(verdict=Verdict.SKIPPED, message=message, answer=answer, explanation=question.explanation)
    try:
        value = read_answer(question, typed)
    except TaquinError as error:
        return Grade(verdict=Verdict.UNREADABLE, message=str(error))
    accepted = [read_answer(question, text) for text in (question.answer, *question.also)]
    is_right = any(_equal(question, value, right) for right in accepted)
    if not is_right and attempt == 1 and len(question.choices) != 2:
        explanation = _pointer(question, value, accepted)
        return Grade(verdict=Verdict.AGAIN, message="Not right yet. Try once more.", explanation=explanation)
    verdict = Verdict.WRONG if not is_right else Verdict.SECOND if attempt == 2 else Verdict.RIGHT
    answer = shown_right(question)
    messages = {
        Verdict.RIGHT: "Right.",
        Verdict.SECOND: "Right, at the second try.",
        Verdict.WRONG: f"Not right. The answer is {answer}.",
    }
    return Grade(verdict=verdict, message=messages[verdict], answer=answer, explanation=question.explanation)


def shown_right(question: Question) -> str:
    """The right answer, for a choice with its letter."""
    if question.kind is Kind.CHOICE:
        return f"{letter(question.choices.index(question.answer))}) {question.answer}"
    return question.answer


def read_answer(question: Question, typed: str) -> Value:
    """The value of an answer. Raises a ``TaquinError`` that says what was expected."""
    text = typed.strip()
    if not text or len(text) > LONGEST:
        amount = "nothing" if not text else f"{len(text):,} characters"
        raise FormatError(f"expected {question.expects}; found {amount}")
    match question.kind:
        case Kind.CHOICE:
            return _read_choice(question, text)
        case Kind.NUMBER:
            return _read_number(question, text)
        case Kind.MOVES:
            return _read_moves(question, text)
        case Kind.LIST:
            return _read_list(question, text)
        case Kind.BOARD:
            return Board(text, question.board.shape)


def _equal(question: Question, value: Value, right: Value) -> bool:
    if isinstance(value, float) and isinstance(right, float):
        return not exceeds(abs(value - right), question.tolerance, unit=max(1, abs(right)))
    if isinstance(value, tuple) and isinstance(right, tuple) and not question.is_ordered:
        return Counter(value) == Counter(right)
    return value == right


def _read_choice(question: Question, text: str) -> str:
    plain = text.rstrip(".)").strip().casefold()
    for place, option in enumerate(question.choices):
        if plain in (letter(place), option.casefold()):
            return option
    if question.choices == ("yes", "no") and plain in ("y", "n"):
        return "yes" if plain == "y" else "no"
    raise FormatError(f"expected {question.expects}, found {shown(text)}")


_NUMBER = re.compile(r"(?:[a-zA-Zµ*^()]+\s*[=:≈]\s*|[=≈]\s*)?([-+−]?\d[\d.,'\s\u202f\u00a0]*)\s*[a-zA-Z%.()\s-]*")


def _read_number(question: Question, text: str) -> float:
    """``12``, ``12 moves``, ``h = 12``, ``1,234``; where decimals are expected, ``0,37`` is 0.37."""
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise FormatError(f"expected {question.expects}, found {shown(text)}")
    digits = re.sub(r"[\s'\u202f\u00a0]", "", match[1]).replace("−", "-").rstrip(".,")
    is_grouped = re.fullmatch(r"[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d+)?", digits)
    if is_grouped and not (question.tolerance and digits.count(",") == 1 and "." not in digits):
        digits = digits.replace(",", "")
    try:
        return float(digits.replace(",", "."))
    except ValueError:
        raise FormatError(f"expected {question.expects}, found {shown(text)}") from None


_ARROWS = str.maketrans({"↑": "U", "↓": "D", "←": "L", "→": "R"})


def _read_moves(question: Question, text: str) -> tuple[Move, ...]:
    board = question.board
    plain = re.sub(r"(->|=>|[-–>.])+", " ", text).translate(_ARROWS)
    if any(character.isdigit() for character in plain):
        if re.fullmatch(r"\s*\d{2,}\s*", plain) and len(board) <= 10:
            plain = " ".join(plain.strip())
        verification = verify(board, plain, notation="numbers")
        if verification.illegal_step is not None:
            raise MoveError(f"move {verification.illegal_step.number}: {verification.illegal_step.reason}")
        return verification.moves
    return parse_moves(plain)


def _read_list(question: Question, text: str) -> tuple[str, ...]:
    if "?" in text:
        raise FormatError("expected a value in every blank; found an empty one")
    items = tuple(item.casefold() for item in re.findall(r"[A-Za-z0-9]+", re.sub(r"\b(and|nodes?)\b", " ", text)))
    if not items:
        raise FormatError(f"expected {question.expects}; found {shown(text)}")
    names = question.answer.split()
    are_letters = all(len(name) == 1 and name.isalpha() for name in names)
    if are_letters and len(items) == 1 and len(items[0]) > 1:
        return tuple(items[0])  # SABG is S A B G
    return items


# The pointer after a wrong first answer: where to look again. It does not contain the answer


def _pointer(question: Question, value: object, accepted: Sequence[object]) -> str:
    """Which part of an answer is wrong, if it has parts, and the hint of the question.

    ``value`` is what was answered, and ``accepted`` the right answers, all as ``read_answer`` returns them.
    """
    wrong_part = _wrong_part(question, value, accepted)
    return " ".join(filter(None, (wrong_part, question.hint)))


def _wrong_part(question: Question, value: object, accepted: Sequence[object]) -> str:
    if isinstance(value, Board) and isinstance(accepted[0], Board):
        rows = zip(value.rows(), accepted[0].rows(), strict=True)
        return f"Row {next(row for row, (one, right) in enumerate(rows, start=1) if one != right)} is not right."
    if not isinstance(value, tuple):
        return ""
    rights = [right for right in accepted if isinstance(right, tuple)]
    if value and isinstance(value[0], Move):
        return _illegal_move(question.board, value) or _wrong_place(value, rights, "move")
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
