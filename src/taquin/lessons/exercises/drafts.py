"""Functions that make a question, one for each kind of answer. Its text and its hint are those of its form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TypedDict, Unpack

from taquin.errors import InternalError
from taquin.lessons.exercises.question import FigureNode, Kind, Question, Table, Touch, listed
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.words import whole

_IS_NUMBER = re.compile(r"[-+]?\d+(\.\d+)?").fullmatch


class Details(TypedDict, total=False):
    """Fields of ``Question`` that any kind of question may have."""

    blanks: tuple[str, ...]
    table: Table
    given: Mapping[str, object]
    names: tuple[str, ...]
    touch: Touch
    is_ordered: bool


class Shown(Details, total=False):
    """What a question shows and names besides its text."""

    boards: Iterable[tuple[str, Board]]
    tree: Sequence[FigureNode]


def _question(
    kind: Kind,
    answer: str,
    why: str,
    *,
    boards: Iterable[tuple[str, Board]] = (),
    tree: Sequence[FigureNode] = (),
    also: Sequence[str] = (),
    choices: Sequence[str] = (),
    tolerance: float = 0,
    **details: Unpack[Details],
) -> Question:
    return Question(
        kind=kind,
        answer=answer,
        explanation=why,
        boards=tuple(boards),
        tree=tuple(tree),
        also=tuple(also),
        choices=tuple(choices),
        tolerance=tolerance,
        **details,
    )


def number(answer: float, why: str, **shown: Unpack[Shown]) -> Question:
    return _question(Kind.NUMBER, str(whole(answer)), why, **shown)


def rounded(answer: float, why: str, *, tolerance: float = 0.01, **shown: Unpack[Shown]) -> Question:
    """A question whose answer is a number with two decimals, as its text says."""
    return _question(Kind.NUMBER, f"{answer:.2f}", why, tolerance=tolerance, **shown)


def which_node(answer: int, why: str, **shown: Unpack[Shown]) -> Question:
    """A question whose answer is a node of the tree, or the node in a row of the table."""
    shown["touch"] = Touch.NODES if "tree" in shown else Touch.ROWS
    return number(answer, why, **shown)


def choice(
    right: str, candidates: Iterable[str], why: str, *, rng: Random | None = None, **shown: Unpack[Shown]
) -> Question:
    """A question with choices: the right one, and the candidates that differ from it.

    They are shuffled if a generator is given; else they are in order, numbers by their value.
    """
    choices = [right, *(candidate for candidate in candidates if candidate != right)]
    if len(set(choices)) != len(choices):
        raise InternalError(f"two choices are the same: {choices}")
    if rng is None:
        choices.sort(key=lambda text: (float(text) if _IS_NUMBER(text) else 0, text))
    else:
        rng.shuffle(choices)
    return _question(Kind.CHOICE, right, why, choices=choices, **shown)


def yes_no(answer: bool, why: str, *, yes: str = "", no: str = "", **shown: Unpack[Shown]) -> Question:
    """A question with two choices. The explanation ends with ``yes`` or ``no``, according to the answer."""
    right = "yes" if answer else "no"
    return _question(Kind.CHOICE, right, why + (yes if answer else no), choices=("yes", "no"), **shown)


def moves(answer: str, why: str, *, also: Sequence[str] = (), **shown: Unpack[Shown]) -> Question:
    """A question whose answer is a sequence of moves on the first board."""
    shown["touch"] = Touch.MOVES
    return _question(Kind.MOVES, answer, why, also=also, **shown)


def listing(answer: Sequence[object], why: str, **shown: Unpack[Shown]) -> Question:
    """A question whose answer is a list of numbers or names. The first of these figures that it has can be touched."""
    touches = {"blanks": Touch.BLANKS, "names": Touch.NAMES, "tree": Touch.NODES, "table": Touch.ROWS}
    shown.setdefault("touch", next((touches[name] for name in touches if name in shown), Touch.NOTHING))
    return _question(Kind.LIST, listed(answer), why, **shown)


def board(answer: Board, why: str, **shown: Unpack[Shown]) -> Question:
    return _question(Kind.BOARD, one_line(answer), why, **shown)


def commas(items: Iterable[object]) -> str:
    """``1, 2, 3``."""
    return ", ".join(map(str, items))


def addition(values: Sequence[float]) -> str:
    """``1 + 2 + 3 = 6``."""
    return f"{' + '.join(str(whole(value)) for value in values)} = {whole(sum(values))}"


def comparison(one: float, other: float) -> str:
    """``2 ≤ 3`` or ``3 > 2``."""
    return f"{one} {'>' if one > other else '≤'} {other}"


def distinct(right: object, candidates: Iterable[object], count: int) -> list[str]:
    """The first texts of the candidates that differ from the right one and from each other."""
    chosen: list[str] = []
    for candidate in map(str, candidates):
        if candidate != str(right) and candidate not in chosen:
            chosen.append(candidate)
    if len(chosen) < count:
        raise InternalError(f"expected {count} wrong choices besides {right}, found {chosen}")
    return chosen[:count]
