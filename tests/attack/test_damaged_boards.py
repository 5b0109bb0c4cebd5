"""Boards in every documented form, damaged by one step: a cell or a separator is lost, doubled or moved.

What was written whole must be read as it was. A damaged text must be refused, or read as what it says: a second reader,
written for these tests from ``docs/concepts/formats.md``, knows every board that a text is in one of the forms. A text
that has all its cells may also be read as what was written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import isqrt
from random import Random
from typing import TypeAlias

import pytest

from figures import Tally
from taquin.errors import BoardError, FormatError
from taquin.puzzle.board import Board
from taquin.puzzle.documents import parse_board, read_document
from taquin.puzzle.geometry import Shape

Value: TypeAlias = tuple[int, int, tuple[int, ...]]
"""Rows, columns and cells of a board."""
Values: TypeAlias = tuple[Value, ...]
"""The boards of a text."""
Rows: TypeAlias = list[list[str]]

SHAPES = [(rows, columns) for rows, columns in product(range(1, 7), repeat=2) if rows * columns > 1]
MARKS = "0_-.xX*Bb□■"

# Writing ------------------------------------------------------------------------------------------------------------


@dataclass
class Piece:
    """A part of a text: a cell, a separator, or something else that is not damaged."""

    text: str
    kind: str = "frame"


@dataclass
class Written:
    """A text in parts, and the boards that it says."""

    pieces: list[Piece]
    boards: Values
    size: tuple[int, int] | None = None
    """What ``--size`` must say, if the form does not show the rows."""


@dataclass
class Maker:
    """Writes random boards of one form."""

    random: Random

    def value(self, shapes: Sequence[tuple[int, int]] = SHAPES) -> Value:
        rows, columns = self.random.choice(shapes)
        return rows, columns, tuple(self.random.sample(range(rows * columns), rows * columns))

    def names(self, value: Value, blanks: Sequence[str] = MARKS) -> Rows:
        """The cells as text, with one of these marks for the blank."""
        rows, columns, cells = value
        blank = self.random.choice(blanks)
        names = [str(tile) if tile else blank for tile in cells]
        return [names[row * columns : (row + 1) * columns] for row in range(rows)]


def joined(cells: Rows, between_cells: str, between_rows: str, edges: tuple[str, str] = ("", "")) -> list[Piece]:
    pieces: list[Piece] = []
    for number, row in enumerate(cells):
        if number:
            pieces.append(Piece(between_rows, "separator"))
        pieces.append(Piece(edges[0]))
        for place, cell in enumerate(row):
            if place:
                pieces.append(Piece(between_cells, "separator"))
            pieces.append(Piece(cell, "cell"))
        pieces.append(Piece(edges[1]))
    return pieces


def one(value: Value, pieces: list[Piece], *, shows_rows: bool = True) -> Written:
    rows, columns, _ = value
    is_known = shows_rows or (rows == columns and rows > 1)
    return Written(pieces, (value,), None if is_known else (rows, columns))


def rows_form(
    between_cells: str, between_rows: str, *, blanks: Sequence[str] = MARKS, shapes: Sequence[tuple[int, int]] = ()
) -> Callable[[Maker], Written]:
    """Rows between the same separators. One row alone is a line, and needs its size."""

    def write(make: Maker) -> Written:
        value = make.value(shapes or [shape for shape in SHAPES if shape[0] > 1])
        return one(value, joined(make.names(value, blanks), between_cells, between_rows))

    return write


def line_form(
    between: str, edges: tuple[str, str] = ("", ""), blanks: Sequence[str] = MARKS
) -> Callable[[Maker], Written]:
    def write(make: Maker) -> Written:
        value = make.value()
        cells = [[cell for row in make.names(value, blanks) for cell in row]]
        return one(value, joined(cells, between, "", edges), shows_rows=False)

    return write


def aligned_form(*, is_left: bool, has_empty_cell: bool, separator: str = " ") -> Callable[[Maker], Written]:
    def write(make: Maker) -> Written:
        value = make.value([shape for shape in SHAPES if min(shape) > 1])
        names = make.names(value, [" "] if has_empty_cell else MARKS)
        width = max(2, *(len(name) for row in names for name in row))
        return one(
            value,
            joined([[f"{name:{'<' if is_left else '>'}{width}}" for name in row] for row in names], separator, "\n"),
        )

    return write


def list_form(
    brackets: tuple[str, str] = ("[", "]"),
    between: str = ", ",
    before: str = "",
    after: str = "",
    blanks: Sequence[str] = ("0",),
) -> Callable[[Maker], Written]:
    first, last = brackets

    def write(make: Maker) -> Written:
        value = make.value()
        cells = joined(make.names(value, blanks), between, between if "," in between else "\n ", brackets)
        return one(value, [Piece(before + first), *cells, Piece(last + after)])

    return write


def flat_list(make: Maker) -> Written:
    value = make.value()
    cells = [[cell for row in make.names(value, ["0", "None", "' '", '""', '"_"']) for cell in row]]
    return one(value, [Piece("["), *joined(cells, ", ", ""), Piece("]")], shows_rows=False)


def matlab(make: Maker) -> Written:
    value = make.value([shape for shape in SHAPES if shape[0] > 1])
    return one(value, [Piece("["), *joined(make.names(value, ["0"]), " ", "; "), Piece("]")])


def c_array(make: Maker) -> Written:
    value = make.value()
    cells = [[cell for row in make.names(value, ["0"]) for cell in row]]
    sides = [Piece("int board["), Piece(str(value[0]), "cell"), Piece("]["), Piece(str(value[1]), "cell")]
    return one(value, [*sides, Piece("] = {"), *joined(cells, ", ", ""), Piece("};")])


def repr_of_board(make: Maker) -> Written:
    value = make.value()
    text = repr(Board(value[2], Shape(*value[:2])))
    before, inner, after = re.fullmatch(r"(Board\(')([^']+)('.*\))", text).groups()  # type: ignore[union-attr]
    rows = [row.split() for row in inner.split(" / ")]
    return one(value, [Piece(before), *joined(rows, " ", " / "), Piece(after)])


def digits(numbers: str, most: int) -> Callable[[Maker], Written]:
    def write(make: Maker) -> Written:
        value = make.value([(rows, columns) for rows, columns in SHAPES if rows * columns <= most])
        pieces = [Piece(numbers[tile], "cell") for tile in value[2]]
        return one(value, pieces, shows_rows=False)

    return write


def compact_rows(make: Maker) -> Written:
    value = make.value([(3, 3)])
    return one(value, joined(make.names(value, "0_x"), "", make.random.choice([" ", "\n", " / "])))


def sized(
    first: Callable[[int, int], str],
    *,
    comment: str = "",
    one_line: bool = False,
    shapes: Sequence[tuple[int, int]] = SHAPES,
) -> Callable[[Maker], Written]:
    def write(make: Maker) -> Written:
        value = make.value(shapes)
        numbers = first(value[0], value[1]).split()
        size = [[Piece(number, "cell")] for number in numbers]
        before = size[0] + [part for each in size[1:] for part in (Piece(" ", "separator"), *each)]
        cells = joined(make.names(value, ["0", "_"]), " ", " " if one_line else "\n")
        return one(value, [Piece(comment), *before, Piece("\n", "separator"), *cells])

    return write


def size_of(rows: int, columns: int) -> str:
    return str(rows) if rows == columns else f"{rows} {columns}"


def json_form(make: Maker) -> Written:
    value = make.value()
    rows, columns, _ = value
    key = make.random.choice(["start", "board"])
    cells = joined(make.names(value, ["0"]), " ", " / ")
    size = [
        part
        for name, side in (("rows", rows), ("columns", columns))
        for part in (Piece(', "'), Piece(name, "cell"), Piece(f'": {side}'))
    ]
    return one(value, [Piece(f'{{"{key}": "'), *cells, Piece('"'), *(size if rows == 1 else []), Piece("}")])


def grid(make: Maker) -> Written:
    value = make.value([shape for shape in SHAPES if shape[1] > 1])
    names = make.names(value, [" ", "_", "0"])
    width = max(len(name) for row in names for name in row)
    rule = make.random.choice(
        ["+" + ("-" * (width + 2) + "+") * value[1], "├" + "┼".join(["─" * (width + 2)] * value[1]) + "┤"]
    )
    bar = "|" if rule[0] == "+" else "│"
    rows = [[f"{name:>{width}}" for name in row] for row in names]
    cells = joined(rows, f" {bar} ", f"\n{rule}\n", (f"{bar} ", f" {bar}"))
    return one(value, [Piece(rule + "\n"), *cells, Piece("\n" + rule)])


def markdown(make: Maker) -> Written:
    value = make.value([shape for shape in SHAPES if min(shape) > 1])
    names = make.names(value, [" ", "_", "0"])
    head = joined(names[:1], " | ", "", ("| ", " |"))
    body = joined(names[1:], " | ", "\n", ("| ", " |"))
    return one(value, [*head, Piece("\n" + "|---" * value[1] + "|\n"), *body])


def bars(make: Maker) -> Written:
    value = make.value([shape for shape in SHAPES if min(shape) > 1])
    return one(value, joined(make.names(value), " | ", "\n"))


def latex(make: Maker) -> Written:
    value = make.value([shape for shape in SHAPES if shape[1] > 1])
    name = make.random.choice(["bmatrix", "pmatrix", "matrix"])
    cells = joined(make.names(value, ["0", " ", r"\square"]), " & ", make.random.choice([r" \\ ", " \\\\\n"]))
    return one(value, [Piece(rf"\begin{{{name}}} "), *cells, Piece(rf" \end{{{name}}}")])


def columns_form(
    separator: str, count: int, blanks: Sequence[str] = ("0",), header: str = ""
) -> Callable[[Maker], Written]:
    """Boards, one per line, with an index before and a length after."""

    def write(make: Maker) -> Written:
        side = make.random.randint(2, 6)
        values = [make.value([(side, side)]) for _ in range(count)]
        pieces = [Piece(header)]
        for number, value in enumerate(values):
            cells = [cell for row in make.names(value, blanks) for cell in row]
            length = str(make.random.randint(20, 90))
            pieces += [Piece("\n", "separator")] if number else []
            pieces += joined([[f"p{number}", *cells, length]], separator, "")
        return Written(pieces, tuple(values))

    return write


def blocks(first: Callable[[Maker], Written]) -> Callable[[Maker], Written]:
    """Two boards with an empty line between them."""

    def write(make: Maker) -> Written:
        one, other = first(make), first(make)
        return Written([*one.pieces, Piece("\n\n", "separator"), *other.pieces], one.boards + other.boards)

    return write


def board_lists(make: Maker) -> Written:
    values = [make.value() for _ in range(2)]
    pieces = [Piece("[")]
    for number, value in enumerate(values):
        pieces += [Piece(", ", "separator")] if number else []
        pieces += [Piece("["), *joined(make.names(value, ["0"]), ", ", ", ", ("[", "]")), Piece("]")]
    return Written([*pieces, Piece("]")], tuple(values))


def board_lines(make: Maker) -> Written:
    values = [make.value([shape for shape in SHAPES if shape[0] > 1]) for _ in range(2)]
    first, second = (joined(make.names(value, ["0"]), " ", " / ") for value in values)
    return Written([*first, Piece("\n", "separator"), *second], tuple(values))


EMPTY = [""]
FORMS: dict[str, Callable[[Maker], Written]] = {
    "line": line_form(" "),
    "commas": line_form(", "),
    "commas without spaces": line_form(","),
    "semicolons": line_form(";"),
    "tabs": line_form("\t"),
    "bars in a line": line_form(" | "),
    "quotes": line_form("', '", ("'", "'")),
    "commas, empty cell": line_form(",", blanks=EMPTY),
    "rows": rows_form(" ", "\n"),
    "rows, other line ends": rows_form(" ", "\r\n"),
    "slash": rows_form(" ", " / "),
    "slash without spaces": rows_form(" ", "/"),
    "semicolons between rows": rows_form(" ", "; ", shapes=[shape for shape in SHAPES if min(shape) > 1]),
    "commas and slash": rows_form(", ", " / "),
    "commas in rows": rows_form(",", "\n"),
    "commas in rows, empty cell": rows_form(",", "\n", blanks=EMPTY, shapes=[s for s in SHAPES if min(s) > 1]),
    "semicolons in rows, empty cell": rows_form(";", "\n", blanks=EMPTY, shapes=[s for s in SHAPES if min(s) > 1]),
    "tabs in rows": rows_form("\t", "\n"),
    "tabs in rows, empty cell": rows_form("\t", "\n", blanks=EMPTY, shapes=[s for s in SHAPES if min(s) > 1]),
    "right edges": aligned_form(is_left=False, has_empty_cell=False),
    "right edges, empty cell": aligned_form(is_left=False, has_empty_cell=True),
    "left edges, empty cell": aligned_form(is_left=True, has_empty_cell=True),
    "wide columns, empty cell": aligned_form(is_left=False, has_empty_cell=True, separator="   "),
    "list": list_form(blanks=["0", "None", "' '", '""']),
    "tuples": list_form(("(", ")"), blanks=["0", "None"]),
    "array": list_form(between=" "),
    "np.array": list_form(before="np.array(", after=")"),
    "name": list_form(before="board = "),
    "braces": list_form(("{", "}"), before="int board[][] = ", after=";"),
    "flat list": flat_list,
    "Matlab": matlab,
    "C array": c_array,
    "repr": repr_of_board,
    "compact": digits("0123456789", 10),
    "hex": digits("0123456789abcdef", 16),
    "compact rows": compact_rows,
    "subject42": sized(size_of, comment="# a comment\n"),
    "algs4": sized(size_of),
    "rows and columns": sized(lambda rows, columns: f"{rows} {columns}"),
    "size and one line": sized(size_of, one_line=True, shapes=[shape for shape in SHAPES if shape[0] == shape[1]]),
    "json": json_form,
    "grid": grid,
    "markdown": markdown,
    "bars": bars,
    "bars, empty cell": rows_form(" | ", "\n", blanks=EMPTY, shapes=[shape for shape in SHAPES if min(shape) > 1]),
    "latex": latex,
    "instances": columns_form(" ", 3),
    "one instance": columns_form(" ", 1),
    "csv": columns_form(",", 3),
    "csv, empty cell": columns_form(",", 3, EMPTY),
    "one csv line": columns_form(",", 1),
    "one line with tabs": columns_form("\t", 1),
    "csv with a header": columns_form(",", 2, header="name,board,length\n"),
    "blocks": blocks(rows_form(" ", "\n", shapes=[shape for shape in SHAPES if min(shape) > 1])),
    "blocks with sizes": blocks(sized(size_of)),
    "lists of boards": board_lists,
    "boards with slashes": board_lines,
}  # fmt: skip

# Damage -------------------------------------------------------------------------------------------------------------


def damaged(pieces: Sequence[Piece], kind: str, step: str, random: Random) -> str | None:
    """The text after one step at a random piece of this kind; None if there is none."""
    places = [place for place, piece in enumerate(pieces) if piece.kind == kind]
    if not places:
        return None
    place = random.choice(places)
    left = [piece.text for piece in pieces]
    text = left[place]
    if step == "drop":
        left[place] = ""
    elif step == "drop with its separator":
        left[place] = ""
        near = [
            other for other in (place - 1, place + 1) if 0 <= other < len(left) and pieces[other].kind == "separator"
        ]
        if near:
            left[random.choice(near)] = ""
    elif step == "double":
        left[place] = text + text
    elif step == "double with a separator":
        separators = [piece.text for piece in pieces if piece.kind == "separator"]
        left[place] = text + (separators[0] if separators else "") + text
    elif step == "move":
        left[place] = ""
        other = random.choice(places)
        left[other] = left[other] + text if random.random() < 0.5 else text + left[other]
    elif step == "move with a separator":
        left[place] = ""
        separators = [piece.text for piece in pieces if piece.kind == "separator"]
        between, other = separators[0] if separators else "", random.choice(places)
        left[other] = left[other] + between + text if random.random() < 0.5 else text + between + left[other]
    elif step == "erase":
        left[place] = " " * len(text)
    return "".join(left)


STEPS = [
    ("cell", "drop"),
    ("cell", "drop with its separator"),
    ("cell", "erase"),
    ("cell", "double"),
    ("cell", "double with a separator"),
    ("cell", "move with a separator"),
    ("separator", "drop"),
    ("separator", "erase"),
    ("separator", "double"),
    ("separator", "move"),
]

# The second reader --------------------------------------------------------------------------------------------------

EMPTY_AND_ZERO = re.compile(r"([,;|])\s*\1.*\b0\b|\b0\b.*([,;|])\s*\2")
CELL = re.compile(r"\d{1,2}|[_\-.xX*Bb□■]|None")


def number(word: str) -> int | None:
    return None if CELL.fullmatch(word) is None else int(word) if word.isdigit() else 0


def legal(rows: Sequence[Sequence[int | None]]) -> Iterator[Value]:
    """These rows as a board, if they are one."""
    cells = [cell for row in rows for cell in row]
    known = [cell for cell in cells if cell is not None]
    if len({len(row) for row in rows}) == 1 and sorted(known) == list(range(len(cells))) and len(cells) > 1:
        yield len(rows), len(rows[0]), tuple(known)


def in_line(cells: Sequence[int | None], size: tuple[int, int] | None) -> Iterator[Value]:
    """A line of cells: of this size, or a square."""
    rows, columns = size or (isqrt(len(cells)),) * 2
    if rows * columns == len(cells) and (size or rows > 1):
        yield from legal([cells[row * columns : (row + 1) * columns] for row in range(rows)])


def split_row(row: str) -> Iterator[list[int | None]]:
    """The cells of a row, with every separator of the documentation; an empty cell only where one shows it."""
    if re.fullmatch(r" *\S+(?: +\S+)* *", row):
        yield [number(word) for word in row.split()]
    for separator in ",;\t|":
        words = [word.strip() for word in row.split(separator)]
        yield [number(word or "_") for word in words]
        yield [number(word or "_") for word in words[:-1]] if not words[-1] else []
        yield [number(word or "_") for word in words[1:-1]] if separator == "|" and not words[0] + words[-1] else []
    yield [number(word) for word in row.split("\t") if word.strip()]
    quoted = [word.strip() for word in row.split(",")]
    if all(re.fullmatch(r"'[^']*'|\"[^\"]*\"", word) for word in quoted):
        yield [number(word[1:-1].strip() or "_") for word in quoted]


def is_even(line: str, columns: int) -> bool:
    """Whether the spaces of a line do not show rows of another length."""
    spans = [match.span() for match in re.finditer(r"\S+", line)]
    gaps = [other[0] - span[1] for span, other in pairwise(spans)]
    if any(len({other[edge] - span[edge] for span, other in pairwise(spans)}) == 1 for edge in (0, 1)):
        return True
    wide = [place for place, gap in enumerate(gaps, start=1) if gap > min(gaps)]
    sizes = {later - earlier for earlier, later in pairwise([0, *wide, len(spans)])}
    return len(sizes) > 1 or sizes <= {1, columns, len(spans)}


def one_line(line: str, size: tuple[int, int] | None) -> Iterator[Value]:
    for cells in split_row(line):
        for value in in_line(cells, size):
            if set(line.strip()) & set(",;\t|'\"") or is_even(line, value[1]):
                yield value
    word = line.strip()
    if re.fullmatch(r"[0-9_\-.xX*Bb□■]{2,10}", word):
        yield from in_line([number(digit) for digit in word], size)
    if re.fullmatch(r"[0-9a-fA-F]{11,16}", word):
        yield from in_line([int(digit, 16) for digit in word], size)
    if re.fullmatch(r"\w{3} \w{3} \w{3}", word):
        yield from legal([[number(digit) for digit in part] for part in word.split()])


def several_rows(rows: Sequence[str]) -> Iterator[Value]:
    """Rows of text: their cells in the same notation, digits without spaces, or aligned with an empty cell."""
    split = [[cells for cells in split_row(row) if cells] for row in rows]
    for width in {len(cells) for cells in split[0]} if len(rows) > 1 else ():
        same = [[cells for cells in each if len(cells) == width and None not in cells] for each in split]
        for choice in product(*([*dict.fromkeys(map(tuple, each))][:2] for each in same)):
            yield from legal(choice)
    if len(rows) > 1:
        if all(re.fullmatch(r"\s*[0-9_x]+\s*", row) for row in rows):
            yield from legal([[number(digit) for digit in row.strip()] for row in rows])
        yield from aligned(rows)


def aligned(rows: Sequence[str]) -> Iterator[Value]:
    """Rows in columns of the same width, one cell of which is empty."""
    spans = [[match.span() for match in re.finditer(r"\S+", row)] for row in rows]
    most = max(map(len, spans))
    widest = max((end - start for row in spans for start, end in row), default=0)
    for edge in (0, 1):
        full = {tuple(span[edge] for span in row) for row in spans if len(row) == most}
        if len(full) != 1 or most < 2:
            continue
        edges = list(full.pop())
        step = edges[1] - edges[0]
        if step <= widest or any(other - each != step for each, other in pairwise(edges)):
            continue
        cells = []
        for row, found in zip(rows, spans, strict=True):
            at = {span[edge]: number(row[span[0] : span[1]]) for span in found}
            if not set(at) <= set(edges) or (edges[-1] not in at and len(row) < edges[-1] + 1 - edge):
                break
            cells.append([at.get(each, 0) for each in edges])
        else:
            yield from legal(cells)


def with_size(lines: Sequence[str]) -> Iterator[Value]:
    """A line with the size, and perhaps the place of the blank in the goal; rows, or all cells on one line."""
    if len(lines) < 2 or not (match := re.fullmatch(r"\s*(\d+)(?:\s+(-1|\d+))?\s*", lines[0])):
        return
    side, second = int(match[1]), match[2]
    sizes = {(side, side)} | ({(side, int(second))} if second and int(second) > 0 else set())
    if len(lines) > 2 and not second and re.fullmatch(r"\s*(-1|\d+)\s*", lines[1]):  # the place is on its own line
        yield from with_size([lines[0], *lines[2:]])
    for value in (
        several_rows(lines[1:])
        if len(lines) > 2
        else (each for cells in split_row(lines[1]) for each in legal([cells]))
    ):
        if value[:2] in sizes:
            yield value
    if len(lines) == 2:
        for size, cells in product(sizes, split_row(lines[1])):
            yield from in_line(cells, size)


def from_lists(text: str, size: tuple[int, int] | None) -> Iterator[Values]:
    """Lists of Python, of JSON, of C and of Matlab, with code around them."""
    declared = re.fullmatch(r"\w+ board\[(\d*)\]\[(\d*)\] = (\{.*\});", text, re.S)
    if declared:
        text, count = declared[3], len(re.findall(r"\d+", declared[3]))
        sides = [int(side) if side else None for side in declared.groups()[:2]]
        known = sides[0] or sides[1] or 1
        size = (sides[0] or count // known, sides[1] or count // known) if any(sides) else size
    inner = re.sub(r"^(?:\w+ board\[\]\[\] = |board = )|(?<=[\])}]);$", "", text)
    inner = inner[len("np.array(") : -1] if inner.startswith("np.array(") and inner.endswith(")") else inner
    if inner[:1] not in "[({" or inner[-1:] not in "])}":
        return
    if re.fullmatch(r"\[[^\[\]]*;[^\[\]]*\]", inner):
        yield from ((value,) for value in several_rows([row.strip() for row in inner[1:-1].split(";")]))
        return
    inner = inner.translate(str.maketrans("({})", "[[]]"))
    if not re.search(r"\d,? *[\]\n]|,", inner):
        return
    if "," not in inner:
        inner = re.sub(r"(?<=[\d\]]) *\n? +(?=[\d\[])", ", ", inner)
    inner = re.sub(r"'\s*'|\"\s*\"|None|[\"']?_[\"']?", "0", inner)
    inner = re.sub(r"(?<=[\[,]) *(?=,)", "0", inner)  # an empty cell between two commas
    texts = [re.sub(r",\s*(?=\])", "", inner)]  # the last comma means nothing, or with other rows an empty cell
    if inner.count("[") > 2:
        texts.append(re.sub(r"(?<=,) *(?=\])", "0", inner))
    for each in texts:
        try:
            data = json.loads(re.sub(r"\b0(?=\d)", "", each))
        except (ValueError, RecursionError):
            continue
        yield from of_lists(data, size)


def of_lists(data: object, size: tuple[int, int] | None) -> Iterator[Values]:
    if not isinstance(data, list) or not data:
        return
    if all(isinstance(cell, int) for cell in data):
        yield from ((value,) for value in in_line(data, size))
    elif all(isinstance(row, list) and row and all(isinstance(cell, int) for cell in row) for row in data):
        yield from ((value,) for value in legal(data))
        yield from product(*(list(in_line(row, size)) for row in data))
    elif all(isinstance(board, list) for board in data):
        for values in product(*([each[0] for each in of_lists(board, size) if len(each) == 1] for board in data)):
            yield tuple(values)


def from_lines(lines: Sequence[str], size: tuple[int, int] | None) -> Iterator[Values]:
    """Boards, one per line: without other columns, or with the same ones in every line."""
    yield from product(*(list(dict.fromkeys([*one_line(line, size), *of_slashes(line)])) for line in lines))
    most = 3 if size is None else 9
    if len(lines) == 1 and EMPTY_AND_ZERO.search(lines[0]):  # either may be the blank
        return
    for before, after, separator in product((0, 1), range(most + 1), (None, ",", ";", "|", "\t")):
        found = []
        for line in lines:
            words = [word.strip().strip("'\"") for word in line.split(separator)]
            cells = [number(word or "_") for word in words[before : len(words) - after]]
            value = next(in_line(cells, size), None) if before + after and len(words) > before + after else None
            if value is None:
                break
            found.append(value)
        else:
            yield tuple(found)


def of_slashes(text: str) -> Iterator[Value]:
    for mark in "/;":
        rows = re.sub(rf"\s*{mark}\s*$", "", text).split(mark)
        if len(rows) > 1 and (mark == "/" or len(text.split()) > 1 or "," in text):
            yield from several_rows([row.strip() for row in rows])
            yield from several_rows([row.strip() for row in text.split(mark)])
            rows = text.split(mark)
            is_spaced = all(row.startswith(" ") for row in rows[1:])
            yield from several_rows([rows[0], *(row[1:] if is_spaced else row for row in rows[1:])])


def from_grid(text: str) -> Iterator[Values]:
    """A drawn grid: lines of cells between bars, and lines without cells."""
    lines = re.sub("[│┃║]", "|", text).split("\n")
    rows = [line for line in lines if line.strip() and not re.fullmatch(r"[\s|+=:\-─-╿]+", line)]
    cells = [[number(word.strip() or "_") for word in row.strip().strip("|").split("|")] for row in rows]
    if len(rows) < len([line for line in lines if line.strip()]) or len(rows) > 1:
        yield from ((value,) for value in legal(cells))


def from_latex(text: str) -> Iterator[Values]:
    if match := re.fullmatch(r"\\begin\{(\w+)\} (.*) \\end\{\1\}", text, re.S):
        rows = [row.split("&") for row in match[2].split("\\\\") if row.strip()]
        words = [[re.sub(r"\\square", "_", word).strip() or "_" for word in row] for row in rows]
        yield from ((value,) for value in legal([[number(word) for word in row] for row in words]))


def from_json(text: str, size: tuple[int, int] | None) -> Iterator[Values]:
    def pairs(found: list[tuple[str, object]]) -> dict[str, object]:
        assert len(dict(found)) == len(found)
        return dict(found)

    try:
        record = json.loads(text, object_pairs_hook=pairs)
    except (ValueError, AssertionError):
        return
    if isinstance(record, dict):
        board = record.get("start", record.get("board"))
        rows, columns = record.get("rows"), record.get("columns")
        if isinstance(board, str) and isinstance(rows, int) == isinstance(columns, int):
            yield from readings(board, (rows, columns) if isinstance(rows, int) and isinstance(columns, int) else size)


def readings(text: str, size: tuple[int, int] | None) -> Iterator[Values]:
    """All boards that a text is in one of the documented forms. The size is that of ``--size``."""
    text = re.sub(r"#[^\n]*", "", text.replace("\r\n", "\n"))
    if text.lstrip()[:1] == "{" and '"' in text:
        yield from from_json(text, size)
    if shown := re.fullmatch(r"Board\('([^']*)'(?:, '(\d)x(\d)')?\)", text):
        yield from readings(shown[1], (int(shown[2]), int(shown[3])) if shown[2] else size)
    yield from from_lists(text.strip(), size)
    yield from from_latex(text)
    yield from from_grid(text)
    groups = [[line for line in group.split("\n") if line.strip()] for group in re.split(r"\n\s*?\n", text)]
    groups = [group for group in groups if group]
    for lines in ([line for group in groups for line in group], *([groups[0]] if len(groups) == 1 else [])):
        yield from ((value,) for value in several_rows(lines))
        yield from ((value,) for value in with_size(lines))
        yield from ((value,) for value in of_slashes(" ".join(lines)))
        yield from from_lines(lines, size)
        if len(lines) > 1 and re.fullmatch(r"[a-z]+(,[a-z]+)*", lines[0]):
            yield from from_lines(lines[1:], size)
    if len(groups) > 1:
        yield from product(*(list(dict.fromkeys([*several_rows(group), *with_size(group)])) for group in groups))


def allowed(text: str, size: tuple[int, int] | None) -> set[Values]:
    return {values for values in readings(text, size) if size is None or all(value[:2] == size for value in values)}


# The tests ----------------------------------------------------------------------------------------------------------


def results(text: str, size: tuple[int, int] | None) -> Iterator[Values]:
    """What Taquin reads, as one board and as a file; nothing where it refuses the text."""
    shape = None if size is None else Shape(*size)
    readers: list[Callable[[], Sequence[Board]]] = [
        lambda: [parse_board(text, shape)],
        lambda: read_document(text, shape).boards,
    ]
    for read in readers:
        try:
            yield tuple((board.shape.rows, board.shape.columns, board.cells) for board in read())
        except (BoardError, FormatError):
            continue


def complaint(text: str, written: Written, *, is_whole: bool) -> str:
    """What is wrong with what Taquin reads; empty if nothing is."""
    for values in results(text, written.size):
        if not (is_whole and values == written.boards) and values not in allowed(text, written.size):
            return f"{written.boards} became {values}"
    return ""


@pytest.mark.parametrize("count", [3, pytest.param(200, marks=pytest.mark.attack)])
@pytest.mark.parametrize("form", FORMS)
def test_damaged_boards(form: str, count: int, tally: Tally) -> None:
    make, tally = Maker(Random(form)), tally.of_reader("boards")
    for _ in range(count):
        written = FORMS[form](make)
        text = "".join(piece.text for piece in written.pieces)
        read = list(results(text, written.size))
        assert written.boards in read, f"not read: {text!r}"
        assert set(read) == {written.boards}, f"{read} <- {text!r}"
        assert written.boards in allowed(text, written.size), f"the second reader does not read {text!r}"
        tally.add("", text)  # read as it was written
        for kind, step in STEPS:
            if (wrong := damaged(written.pieces, kind, step, make.random)) is not None and wrong != text:
                tally.add(complaint(wrong, written, is_whole=kind == "separator"), (step, wrong))
