"""Call a user's function with a board, in the form that it takes, and write down what it returns.

``python -m taquin.judging.calls FILE.py:NAME EXPRESSION BOARD GOAL BLANK`` is the process of one call: the
result is printed in forms that ``output.py`` reads.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import Any, cast

from taquin.errors import SpecError
from taquin.heuristics.user_code import describe, error_line, load_object
from taquin.judging.watched import STATE_NAMES, cells_of, state_of
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.words import shown

_GOAL_NAME = re.compile(r"goal|target|final|end|solved|desired", re.IGNORECASE)
_TEXT_NAME = re.compile(r"heur|method|algo|^h$|func|mode|type|strategy", re.IGNORECASE)
_FORMS = ("rows", "cells", "row_tuples", "cell_tuple", "digits", "text", "board")
_ARRAYS = ("array", "goal_array")
"""Boards as arrays of NumPy, which is imported only if a call names one."""
_PARENT_NAMES = ("parent", "previous", "prev", "came_from")
_PLACES = ("result one", "result two", "result three", "result four", "result five", "result six")
_DEEPEST = 4  # levels of a result that are written


def forms(board: Board, blank: str) -> dict[str, object]:
    """A board in the forms that functions take, by their names in a call."""
    empty = int(blank) if blank.isdigit() else None if blank == "None" else blank
    cells = [tile or empty for tile in board]
    columns = board.shape.columns
    rows = [cells[place : place + columns] for place in range(0, len(cells), columns)]
    return {
        "rows": rows,
        "cells": cells,
        "row_tuples": tuple(map(tuple, rows)),
        "cell_tuple": tuple(cells),
        "digits": "".join(map(str, cells)),
        "text": " ".join(map(str, cells)),
        "board": board,
    }


def call_texts(function: Callable[..., Any]) -> list[str]:
    """The calls to try: the board in every form, then the goal and the name of a heuristic where parameters say so."""
    name = _name_of(function)
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return [f"{name}({form})" for form in _FORMS]
    positional = [one for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    others: list[str] = []
    for parameter in positional[1:]:
        if _GOAL_NAME.search(parameter.name):
            others.append(f"{parameter.name}=goal" if others or parameter is not positional[1] else "goal")
        elif parameter.default is parameter.empty:
            others.append(
                f"{parameter.name}='manhattan'" if _TEXT_NAME.search(parameter.name) else f"{parameter.name}=goal"
            )
    required = [one for one in positional if one.default is one.empty]
    ways: list[list[str]] = [others, []] if len(required) == 1 and others else [others]  # it may have its own goal
    has_arrays = any(
        getattr(value, "__name__", "") == "numpy" for value in getattr(function, "__globals__", {}).values()
    )
    forms = (*_FORMS, *_ARRAYS[:1]) if has_arrays else _FORMS
    if positional and (wrapper := _class_of(positional[0], getattr(function, "__globals__", {}))):
        forms = (*(f"{wrapper}({form})" for form in forms), *forms)
    return [f"{name}({', '.join([form, *way])})" for way in ways for form in forms]


def _class_of(parameter: inspect.Parameter, names: Mapping[str, object]) -> str:
    """The class of the program's file that a parameter is of, by its annotation or its name; empty if there is none."""
    annotation = parameter.annotation
    told = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    own = [name for name, value in names.items() if isinstance(value, type) and value.__module__ == names["__name__"]]
    word = parameter.name.replace("_", "").lower()
    return next((name for name in own if name == told or name.replace("_", "").lower() == word), "")


def _name_of(function: object) -> str:
    name = str(getattr(function, "__name__", ""))
    return name if name.isidentifier() else "function"


def evaluate(expression: str, function: Callable[..., Any], board: Board, goal: Board, blank: str = "0") -> object:
    """The value of a call such as ``solve(rows, goal, 'h2')``; ``goal`` has the form of the board in it."""
    given = forms(board, blank)
    wanted = forms(goal, blank)
    used = next((name for name in re.findall(r"[a-z_]+", expression) if name in given), "rows")
    names: dict[str, object] = {
        **given,
        **{f"goal_{name}": value for name, value in wanted.items()},
        "goal": wanted[used],
    }
    namespace: Mapping[str, object] = getattr(function, "__globals__", {})
    if re.search(r"\b(?:goal_)?array\b", expression):
        names |= _arrays(given["rows"], wanted["rows"])
        names["goal"] = names["goal_array"]
    own = {_name_of(function): function}
    tree = None
    with suppress(SyntaxError, ValueError):
        tree = ast.parse(expression, mode="eval").body
    if not isinstance(tree, ast.Call):
        raise SpecError(f"expected a call such as solve(rows, goal), found {shown(expression)}")
    return _value(tree, {**namespace, **names, **own})


def _arrays(*boards: object) -> dict[str, object]:
    try:
        import numpy
    except ImportError:
        raise SpecError("the call has an array, but NumPy is not installed", hint="add --python PYTHON") from None
    return {name: numpy.array(rows) for name, rows in zip(_ARRAYS, boards, strict=True)}


def _value(node: ast.expr, names: Mapping[str, object]) -> Any:
    """The value of calls, names, attributes and literals: nothing else is needed, so nothing else is run."""
    match node:
        case ast.Name(name) if name in names:
            return names[name]
        case ast.Attribute(value, name):
            return getattr(_value(value, names), name)
        case ast.Call(function, arguments, keywords):
            options = {keyword.arg: _value(keyword.value, names) for keyword in keywords if keyword.arg}
            return _value(function, names)(*(_value(argument, names) for argument in arguments), **options)
    try:
        return ast.literal_eval(node)
    except ValueError:
        forms = ", ".join((*_FORMS, _ARRAYS[0]))
        hint = f"boards are {forms}; names of the program's file can be used, too"
        raise SpecError(f"unknown in the call: {ast.unparse(node)}", hint=hint) from None


def describe_result(value: object, name: str = "returned", depth: int = 0) -> Iterator[str]:
    """Lines with everything in a result: moves, boards, numbers, and the fields of objects by their names."""
    if value is None or isinstance(value, bool | int | float | str):
        yield f"{name}: {value}"
    elif depth > _DEEPEST:
        return
    elif (cells := cells_of(value)) is not None:
        yield f"{name}: [{', '.join(map(str, cells))}]"
    elif isinstance(value, Mapping) or hasattr(value, "_asdict"):  # a named tuple
        for key, item in (value if isinstance(value, Mapping) else value._asdict()).items():
            yield from describe_result(item, str(key), depth + 1)
    elif isinstance(value, Iterable) and not hasattr(value, "__dict__"):
        yield from _describe_items(list(value), name, depth)
    else:
        chain = list(_ancestors(value))
        if len(chain) > 1 or (chain and state_of(value) is not None):
            yield from _describe_items([state_of(node) for node in reversed(chain)], name, depth)
        for field, item in vars(value).items() if hasattr(value, "__dict__") else ():
            if field not in (*_PARENT_NAMES, *STATE_NAMES):
                yield from describe_result(item, field, depth + 1)


def _describe_items(items: list[object], name: str, depth: int) -> Iterator[str]:
    if all(isinstance(item, str | int) for item in items):  # also moves
        yield f"{name}: {', '.join(map(str, items)) or '[]'}"
    else:
        boards = [cells_of(item if state_of(item) is None else state_of(item)) for item in items]
        if all(board is not None for board in boards):
            yield f"{name}:"
            yield from (f"[{', '.join(map(str, board))}]" for board in boards if board is not None)
            return
        for place, item in enumerate(items):  # in words: a digit would be read as a number of the program
            name = _PLACES[place] if len(items) <= len(_PLACES) else name
            yield from describe_result(item, name, depth + 1)


def _ancestors(node: object) -> Iterator[object]:
    """A node and the nodes before it, where nodes know their parents."""
    known: set[int] = set()
    while node is not None and id(node) not in known and state_of(node) is not None:
        known.add(id(node))
        yield node
        node = next((getattr(node, name) for name in _PARENT_NAMES if hasattr(node, name)), None)


def main(arguments: list[str]) -> int:
    """Call the function once, and print what it returns; an expression that is empty prints the calls to try."""
    source, expression, board, goal, blank = arguments
    with redirect_stdout(StringIO()):  # a file that solves its own board when it is loaded
        function = cast("Callable[..., object]", load_object(source, "a function", SpecError))
    if not expression:
        sys.stdout.write("\n".join(call_texts(function)))
        return 0
    try:
        value = evaluate(expression, function, Board(board), Board(goal), blank)
    except Exception as error:  # noqa: BLE001 - a user's function fails in any way
        sys.stderr.write(f"{error_line(error, function)}: {describe(error)}\n")
        return 1
    sys.stdout.write("\n".join(["", *describe_result(value), ""]))
    return 0


_ELSEWHERE = (
    "import sys; sys.path.append({folder!r}); from taquin.judging.calls import main; sys.exit(main(sys.argv[1:]))"
)
"""Runs this file in another interpreter: its own packages come first, those of Taquin last."""


def call_arguments(source: str, expression: str, board: Board, goal: Board, blank: str, python: str = "") -> list[str]:
    """The command of a process for one call, by this interpreter or another one."""
    call = [source, expression, one_line(board), one_line(goal), blank]
    if python:
        folder = str(Path(__file__).parents[2])
        return [python, "-B", "-c", _ELSEWHERE.format(folder=folder), *call]
    return [sys.executable, "-P", "-m", __name__, *call]


CALL_WORDS = slice(5, 7)
"""The words of that command that hold the expression and the board."""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
