"""Lead a program's dialogue: read what it asks, and answer with the board, the method, yes or no.

What the prompts leave open (how the cells are separated, how the blank is written, in how many pieces the board is
typed) is a ``Style``; ``styles`` tries only what a dialogue asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from taquin.judging.boards import load_tables
from taquin.judging.output import read_output
from taquin.judging.prompts import (
    AGAIN,
    BLANK,
    BOARD,
    CELL,
    COLUMN,
    COMMA,
    DEFAULT,
    EACH,
    ENTER,
    EXAMPLE,
    EXIT,
    EXPLICIT,
    GOAL,
    LIMIT,
    LINE,
    METHOD,
    NO_SPACE,
    OWN,
    PRESS,
    ROW,
    ROWS,
    SHOW,
    SIZE,
    SPACE,
    START,
    YES_NO,
    example_template,
    last_line,
    last_lines,
    menu_options,
    unnumbered_methods,
)
from taquin.judging.templates import fill
from taquin.puzzle.problem import Problem
from taquin.system.led_programs import END_OF_INPUT

_MOST_ANSWERS = 60
_VALUE = re.compile(r"[0-9bBxX_*]")
_WARNING = re.compile(r"^.*:\d+: \w*Warning: .*\n(?:[ \t].*\n?)?", re.MULTILINE)
"""A warning of Python on standard error, with the line that it shows."""


@dataclass(frozen=True)
class Style:
    """What the prompts of a program leave open."""

    pieces: str = "line"
    """In how many pieces the board is typed if that is not asked: ``line``, ``rows`` or ``cells``."""
    separator: str = " "
    blank: str = "0"
    choice: int = 0
    """Which of the options of a menu is one's own puzzle, if that is not clear: 0 is the likeliest."""


_CHOICES: dict[str, tuple[Any, ...]] = {
    "pieces": ("line", "rows", "cells"),
    "separator": (" ", "", ","),
    "blank": ("0", "9", "b", "_", "x", "*", "-1"),
    "choice": (0, 1, 2),
}


def styles(consulted: Sequence[str], blank: str) -> Iterator[Style]:
    """The styles that differ in what a dialogue asked for, the likeliest first."""
    choices = _CHOICES | ({} if blank == "0" else {"blank": (blank,)})
    names = [name for name in ("blank", "choice", "separator", "pieces") if name in consulted]
    ranked = sorted(
        product(*(enumerate(choices[name]) for name in names)), key=lambda one: sum(place for place, _ in one)
    )
    for chosen in ranked:
        yield replace(Style(blank=blank), **{name: value for name, (_, value) in zip(names, chosen, strict=True)})


_FORMS = {"cells": "one number at a time", "rows": "row by row", "columns": "column by column", "line": "in one line"}


@dataclass
class Leader:
    """The answers to one run's questions. Call it with what was printed since the last answer."""

    problem: Problem
    style: Style
    method: str = ""
    consulted: dict[str, None] = field(default_factory=dict)
    """The names of the fields of the style that an answer depended on, and only for want of a better hint."""
    told: list[str] = field(default_factory=list)
    """What was answered, in words, for the report."""
    _pieces: list[str] = field(default_factory=list)
    """Pieces of a board that are still to be typed."""
    _given: set[str] = field(default_factory=set)
    """Which boards were typed: ``start`` and ``goal``."""
    _questions: list[str] = field(default_factory=list)
    _since: list[str] = field(default_factory=list)
    """What was printed since the board was complete."""
    _form: tuple[str, str, str] | None = None
    """The pieces, the separator and the blank that the board was typed with: the goal is typed alike."""
    _template: str = ""
    """The form of the prompt's example of a board, if it is another one than cells with a separator."""
    _has_ended_input: bool = False

    @property
    def has_typed_board(self) -> bool:
        """Whether the whole board was typed."""
        return "start" in self._given and not self._pieces

    def __call__(self, text: str) -> str | None:
        if len(self._questions) >= _MOST_ANSWERS:
            return None
        text = _WARNING.sub("", text)
        question = last_line(text)
        asked = "\n".join([question, *menu_options(text).values()])  # menus may end with the same words
        is_back = self.has_typed_board and bool(question) and asked in self._questions
        self._questions.append(asked)
        if self.has_typed_board:
            self._since.append(text)
        return self._answer(text, question, is_back=is_back)

    def _answer(self, text: str, question: str, *, is_back: bool) -> str | None:
        if self._pieces and not self._asks_other(question):
            return self._next_piece()
        options = menu_options(text)
        methods = [key for key, words in options.items() if METHOD.search(words)]
        is_for_method = bool(methods) and not any(one.endswith("(method)") for one in self.told)
        if self.has_typed_board and not is_for_method and (is_back or AGAIN.search(last_lines(text))):
            return None
        if self.has_typed_board and len(options) > 1 and not is_for_method and self._is_answered():
            return None
        if self._wants_goal(text, question):
            return self._type_board("goal", text, question)
        if "start" not in self._given and CELL.search(question):
            return self._type_board("start", text, question)
        if (yes_no := YES_NO.search(question)) and len(options) < 2:
            return self._yes_or_no(question, yes_no)
        if len(options) > 1:
            answer = self._choose(options, text)
            if answer is not None:
                return answer
        if ENTER.search(question):
            return self._tell("", "Enter")
        if SIZE.search(question) and not self.has_typed_board:
            return self._tell("8" if re.search(r"\b15\b", question) else str(self.problem.shape.rows), "size")
        if LIMIT.search(question):
            return self._tell("50", "limit")
        if "start" not in self._given and (self._asks_board(question) or not METHOD.search(question)):
            return self._type_board("start", text, question)
        if lines := unnumbered_methods(text):
            return self._tell(self._method(lines, [*lines]), "method")
        if METHOD.search(question):
            return self._tell(self.method or "1", "method")
        if self.has_typed_board and SHOW.search(last_lines(text)) and (press := PRESS.search(last_lines(text))):
            return self._tell(press["key"], "show")
        if self.has_typed_board and self._is_answered():
            return None
        if not question.strip():
            if self._has_ended_input:
                return None
            self._has_ended_input = True
            return END_OF_INPUT
        if self._questions.count(self._questions[-1]) > 1:
            return None
        return self._tell(self.method or "1", "?")

    def _asks_other(self, question: str) -> bool:
        """Whether a question in the middle of a board is not for its next piece."""
        return bool(menu_options(question)) and not ROW.search(question) and not CELL.search(question)

    def _asks_board(self, question: str) -> bool:
        return any(words.search(question) for words in (BOARD, ROW, CELL, COLUMN))

    def _wants_goal(self, text: str, question: str) -> bool:
        if "goal" in self._given or not GOAL.search(text):
            return False
        if not self.has_typed_board:  # some ask for the goal first
            ask = last_lines(text)
            is_first = "start" not in self._given and self._asks_board(ask) and GOAL.search(ask)
            return bool(is_first) and not START.search(ask) and not menu_options(text)
        return not YES_NO.search(question) and (bool(GOAL.search(question)) or self._asks_board(question))

    def _is_answered(self) -> bool:
        """Whether a solution, or a length, was printed since the board was typed."""
        reading = read_output("\n".join(self._since), self.problem, blank=self.style.blank)
        is_solved = reading.solution is not None and reading.solution.is_correct and bool(reading.solution.given)
        return is_solved or reading.depth is not None or reading.says_unsolvable

    def _tell(self, answer: str, words: str) -> str:
        self.told.append(f"{answer!r} ({words})" if words != "Enter" else "Enter")
        return answer

    # The board

    def _type_board(self, which: str, text: str, question: str) -> str:
        board = self.problem.start if which == "start" else self.problem.goal
        shape = board.shape
        if not self._form:
            self._template = self._example(text, question)
            self._form = ("line", "", self._blank(text)) if self._template else self._hints(text, question)
        pieces, separator, blank = self._form
        cells = [str(tile) if tile else blank for tile in board]
        rows = [cells[place : place + shape.columns] for place in range(0, len(cells), shape.columns)]
        if pieces == "cells":
            self._pieces = cells
        elif pieces in ("rows", "columns"):
            lines = rows if pieces == "rows" else zip(*rows, strict=True)
            self._pieces = [separator.join(line) for line in lines]
        else:
            typed = fill(self._template, board, board, blank=blank) if self._template else separator.join(cells)
            self._pieces = [typed]
        self._given.add(which)
        form = _FORMS[pieces]
        kind = {" ": "", "": ", without spaces", ",": ", with commas"}.get(separator, f", with {separator!r}")
        if self._template:
            kind = f", as {self._pieces[0]}"
        name = "the board" if which == "start" else "the goal"
        self.told.append(f"{name} {form}{kind}{'' if blank == '0' else f', with {blank} for the blank'}")
        return self._next_piece()

    def _example(self, text: str, question: str) -> str:
        """The template of the example in a prompt, where its cells are not just joined by one separator."""
        shape = self.problem.shape
        if EACH.search(text) or any(words.search(question) for words in (ROW, CELL, COLUMN)):
            return ""
        template = example_template(question, shape) or example_template(text, shape)
        gaps = re.split(r"\{cell\d+\}", template)
        return template if len(set(gaps[1:-1])) > 1 or any(gaps[:1] + gaps[-1:]) else ""

    def _next_piece(self) -> str:
        piece = self._pieces.pop(0)
        if not self._pieces:
            self._since.clear()
            return piece + "\n"  # the board is complete
        return piece

    def _hints(self, text: str, question: str) -> tuple[str, str, str]:
        """The pieces, the separator and the blank, from the text where it says them."""
        count, cells = self.problem.shape.columns, self.problem.shape.cells
        if not re.search(r"[^\W\d_]{2}", question):  # the last row of a board that is shown
            question = next(
                (
                    line
                    for line in reversed(text.splitlines())
                    if EXAMPLE.search(line) and re.search(r"[^\W\d_]{2}", line)
                ),
                question,
            )
        examples = [match[1] for match in EXAMPLE.finditer(question)]
        example = next((one for one in examples if len(set(_VALUE.findall(one))) == len(_VALUE.findall(one))), "")
        values = _VALUE.findall(example)  # "3x3" is no example
        pieces = (
            "columns"
            if COLUMN.search(question) and not ROW.search(question) and not CELL.search(question)
            else "cells"
            if CELL.search(question) or EACH.search(text)
            else "line"
            if LINE.search(text)
            else "rows"
            if ROW.search(question) or ROWS.search(text) or len(values) == count
            else "line"
            if len(values) == cells
            else ""
        )
        separator = next(iter(re.findall(r"[,;| ]+", example.strip())), "") if len(values) in (count, cells) else None
        if separator is not None:
            separator = "," if "," in separator else separator[:1]
        elif COMMA.search(text):
            separator = ","
        elif NO_SPACE.search(text):
            separator = ""
        elif SPACE.search(text):
            separator = " "
        blank = self._blank(text)
        if not pieces:
            self.consulted["pieces"] = None
            pieces = self.style.pieces
        if separator is None:
            self.consulted["separator"] = None
            separator = self.style.separator
        return pieces, separator, blank

    def _blank(self, text: str) -> str:
        self.consulted["blank"] = None
        if self.style.blank != "0":
            return self.style.blank
        match = BLANK.search(text)
        found = next(filter(None, match.groups()), "") if match else ""
        return {"zero": "0", "underscore": "_", "nine": "9", "asterisk": "*"}.get(found.lower(), found) or "0"

    # Menus, and yes or no

    def _yes_or_no(self, question: str, match: re.Match[str]) -> str:
        yes, no = match[1], match[2]
        is_default = bool(DEFAULT.search(question)) and not OWN.search(question)
        if not self._given and BOARD.search(question):
            self.consulted["choice"] = None
            is_default ^= self.style.choice == 1
        return self._tell(no, "own puzzle") if is_default else self._tell(yes, "yes")

    def _choose(self, options: dict[str, str], text: str) -> str | None:
        own = {key: bool(OWN.search(words)) - bool(DEFAULT.search(words)) for key, words in options.items()}
        methods = [key for key, words in options.items() if METHOD.search(words)]
        explicit = [key for key, words in options.items() if key not in methods and EXPLICIT.search(words)]
        is_clear = (max(own.values()) > 0 or min(own.values()) < 0) and len(methods) < 2
        if not self._given and (is_clear or explicit):
            self.consulted["choice"] = None
            ranked = sorted(
                options, key=lambda key: (key not in explicit, SIZE.search(options[key]) is not None, -own[key])
            )
            key = ranked[min(self.style.choice, len(ranked) - 1)]
            return self._tell(key, "own puzzle")
        if methods:
            return self._tell(self._method(options, methods), "method")
        sizes = [key for key, words in options.items() if re.search(r"\b(8|3\s*[x×]\s*3)\b", f"{words} {key}")]
        if sizes and SIZE.search(text):
            return self._tell(sizes[0], "size")
        if self.has_typed_board:
            if self._is_answered():
                return None
            leaves = [key for key, words in options.items() if not EXIT.search(words)]
            return self._tell(leaves[0], "?") if leaves and text not in self._questions else None
        starts = [key for key, words in options.items() if not EXIT.search(words)]
        return self._tell(starts[0], "?") if starts and self._questions.count(self._questions[-1]) < 3 else None

    def _method(self, options: dict[str, str], methods: list[str]) -> str:
        if self.method:
            named = [key for key, words in options.items() if self.method.lower() in words.lower()]
            return self.method if self.method in options else (named or [self.method])[0]
        for name in load_tables()["preferred"]:
            if found := [key for key in methods if re.search(name, options[key], re.IGNORECASE)]:
                return found[0]
        return methods[0]
