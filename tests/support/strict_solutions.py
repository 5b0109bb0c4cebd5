"""Given solutions in every documented notation: random writers, and one strict reader for all of them.

``about`` is the start: rows, columns and cells.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import TypeAlias

from damages import Refused, Written
from strict_readers import any_case, matched, require

Cells: TypeAlias = tuple[int, ...]
Start: TypeAlias = tuple[int, int, Cells]

_STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
_WORDS = {"U": "Up", "D": "Down", "L": "Left", "R": "Right"}
_ARROWS = {"U": "↑⬆", "D": "↓⬇", "L": "←⬅", "R": "→➡"}
_LETTERS = {name.lower(): letter for letter, word in _WORDS.items() for name in (letter, word)}
_SIGNS = {sign: letter for letter, signs in _ARROWS.items() for sign in signs}


def random_walk(random: Random, most: int = 8) -> tuple[Start, str, list[Cells]]:
    """A start, moves of the blank, and the boards after them."""
    rows, columns = random.choice([(2, 2), (2, 3), (3, 3), (3, 3), (3, 3), (3, 4), (4, 4)])
    cells = [*range(rows * columns)]
    random.shuffle(cells)
    start, letters, boards = tuple(cells), "", []
    for _ in range(random.randint(2, most)):
        row, column = divmod(cells.index(0), columns)
        legal = [(r, d) for r, d in _STEPS.items() if 0 <= row + d[0] < rows and 0 <= column + d[1] < columns]
        letter, (down, right) = random.choice(legal)
        target = (row + down) * columns + column + right
        cells[row * columns + column], cells[target] = cells[target], 0
        letters += letter
        boards.append(tuple(cells))
    return (rows, columns, start), letters, boards


# Writers --------------------------------------------------------------------------------------------------------------


def write_letters(random: Random) -> Written:
    start, letters, _ = random_walk(random)
    if random.random() < 0.3:
        counted = "".join(f"{letter}{random.choice(['', '2', '12'])}" for letter in letters)
        return Written(counted, start)
    text = random.choice(["", "", " ", ", ", "\n"]).join(letters)
    return Written(random.choice([text, text.lower(), f"# my moves\n{text}\n"]), start)


def write_words(random: Random) -> Written:
    start, letters, _ = random_walk(random)
    words = [any_case(random, _WORDS[letter]) for letter in letters]
    quote = random.choice("'\"")
    return Written(
        random.choice(
            [
                random.choice([" ", ", ", "\n", "; ", " -> ", " → ", " => "]).join(words),
                f"[{', '.join(f'{quote}{word}{quote}' for word in words)}]",
                "\n".join(f"{number}. {word}" for number, word in enumerate(words, start=1)) + "\n",
                "\n".join(f"step {number}: {word} # so" for number, word in enumerate(words, start=1)),
            ]
        ),
        start,
    )


def write_arrows(random: Random) -> Written:
    start, letters, _ = random_walk(random)
    kind = random.randrange(2)
    signs = [_ARROWS[letter][kind] + "\ufe0f" * kind for letter in letters]
    return Written(random.choice(["", " ", ", ", "\n"]).join(signs), start)


def write_tiles(random: Random) -> Written:
    (rows, columns, cells), _, boards = random_walk(random)
    board, tiles = list(cells), []
    for after in boards:
        tiles.append(board[after.index(0)])
        board = list(after)
    text = random.choice([" ", ", ", "\n", "-", " -> ", ","]).join(map(str, tiles))
    return Written(random.choice([text, f"[{', '.join(map(str, tiles))}]", f"{text}\n"]), (rows, columns, cells))


def write_boards(random: Random) -> Written:
    start, _, boards = random_walk(random, most=5)
    rows, columns, cells = start
    if random.random() < 0.5:
        boards = [cells, *boards]
    lines = [
        [" ".join(map(str, board[row * columns : (row + 1) * columns])) for row in range(rows)] for board in boards
    ]
    texts = [
        "\n".join(" / ".join(board) for board in lines),
        "\n\n".join("\n".join(board) for board in lines) + "\n",
        "\n↓\n".join("\n".join(board) for board in lines),
        "".join(
            "\n".join([f"step {number}: {random.choice(list(_WORDS.values()))}", *board, ""])
            for number, board in enumerate(lines)
        ),
        "\n".join(" ".join(board) for board in lines),
        "\n\n".join("\n".join(f"| {' | '.join(row.split())} |" for row in board) for board in lines),
    ]
    if len(cells) < 10:
        texts.append(random.choice([" -> ", "\n", " "]).join("".join(map(str, board)) for board in boards))
    return Written(random.choice(texts), start)


def write_report(random: Random) -> Written:
    """The output of a solver: Taquin's, as text and as JSON, and that of the edX driver."""
    start, letters, _ = random_walk(random, most=12)
    words = ", ".join(f"'{_WORDS[letter]}'" for letter in letters)
    count = len(letters)
    texts = [
        f"start    goal\n1 2 3    1 2 3\n\nmethod     astar\nmoves      {letters}\nlength     {count} moves\n",
        f'{{\n  "length": {count},\n  "moves": "{letters}",\n  "status": "solved"\n}}\n',
        f"path_to_goal: [{words}]\ncost_of_path: {count}\nnodes_expanded: 3\n",
    ]
    return Written(random.choice(texts), start)


# The strict reader ----------------------------------------------------------------------------------------------------

_EVENLY = {"[,;]": r"\s*[,;]\s*|[ \t]*\n\s*", "[-/]": r"[ \t]*[-/][ \t]*|[ \t]*\n\s*", "": r"\s+"}
_BETWEEN = r"\s*(?:-{1,3}>|=>|[→⇒➜➡↓⬇])\ufe0f?\s*"


def read_solution(text: str, start: Start) -> tuple[str, tuple[object, ...]]:
    """The notation and the steps: letters, tiles, or boards as cells."""
    rows, columns, _ = start
    lines = text.removeprefix("\ufeff").splitlines()
    lines = [re.sub(r"(^|\s)#.*", "", line) for line in lines]
    labelled = [line[found.end() :] for line in lines if (found := _LABEL.match(line))]
    if labelled:
        values = {_read_labelled(steps, rows * columns) for steps in labelled}
        require(len(values) == 1)
        return values.pop()
    text = "\n".join(lines).strip()
    if all(re.match(r"\s*[-*•]\s", line) for line in text.split("\n") if line.strip()) and not re.search(r"\d", text):
        text = re.sub(r"(?m)^\s*[-*•]\s+", "", text)
    for read in (_read_arrows, _read_moves, _read_numbered):
        try:
            return "blank", read(text)
        except Refused:
            pass
    if boards := _read_boards(text.split("\n"), rows, columns):
        return "boards", boards
    return "numbers", _read_tiles(text, rows * columns)


_LABEL = re.compile(r'[ \t]*"?(?:path_to_goal|moves)"?[ \t]*(?::|(?=[ \t]))[ \t]*(?=["\'\[A-Za-z]|\d+[ \t]+\d)')


def _read_labelled(text: str, cells: int) -> tuple[str, tuple[object, ...]]:
    text = text.strip().removesuffix(",").strip()
    require(not text.endswith(","))
    if re.fullmatch(r"[0-9]+(?:[ \t]+[0-9]+)+", text):
        return "numbers", _read_tiles(text, cells)
    return "blank", _read_moves(text)


def split_evenly(text: str, *signs: str) -> list[str]:
    """The words between separators of the first of these kinds that the text has: commas, …, or spaces alone."""
    return re.split(next(_EVENLY[sign] for sign in signs or _EVENLY if re.search(sign, text)), text)


def _read_arrows(text: str) -> tuple[str, ...]:
    sign = rf"[{''.join(_SIGNS)}]\ufe0f?"
    text = without_last_mark(text)
    matched("|".join(rf"(?:{sign}(?:(?:{separator})?{sign})*)?" for separator in _EVENLY.values()), text)
    return tuple(_SIGNS[sign] for sign in text if sign in _SIGNS)


def _read_moves(text: str) -> tuple[str, ...]:
    """Letters and words with one kind of separator, or a list of them."""
    if text in ("[]", '""', "''"):
        return ()
    text = without_last_mark(text)
    if text[:1] == "[" and text[-1:] == "]":
        items = [matched(r"(['\"]?)([A-Za-z0-9]+)\1", item) for item in re.split(r"\s*,\s*", text[1:-1].strip())]
        require(len({bool(item[1]) for item in items}) == 1)
        return tuple(move for item in items for move in _read_moves(item[2]))
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    parts = re.split(rf"{_BETWEEN}|\n", text) if re.search(_BETWEEN, text) else split_evenly(text)
    moves = []
    for part in parts:
        if part.lower() in _LETTERS:
            moves.append(_LETTERS[part.lower()])
            continue
        matched(r"(?i)(?:[UDLR](?:[1-9][0-9]{0,2})?)+", part)
        for letter, count in re.findall(r"([A-Za-z])([0-9]*)", part):
            moves += [letter.upper()] * int(count or 1)
    return tuple(moves)


def without_last_mark(text: str) -> str:
    """A comma or semicolon after the last step means nothing."""
    return re.sub(r"(?<=[^\s,;\[\]])\s*[,;]\s*(?=\]?$)", "", text)


def _read_numbered(text: str) -> tuple[str, ...]:
    lines = [line for line in text.split("\n") if line.strip()]
    found = [
        matched(r"(?i)[ \t]*(?:(?:step|move)[ \t]*)?([0-9]+)[.):][ \t]*([A-Za-z ]+)", line.strip()) for line in lines
    ]
    numbers = [int(line[1]) for line in found]
    require(numbers in ([*range(len(numbers))], [*range(1, len(numbers) + 1)]))
    return tuple(move for line in found for move in _read_moves(line[2].strip()))


def _read_tiles(text: str, cells: int) -> tuple[int, ...]:
    text = without_last_mark(text)
    if text[:1] == "[" and text[-1:] == "]":
        text = text[1:-1].strip()
        matched(r"[0-9]+(?:\s*,\s*[0-9]+)*", text)
    if re.fullmatch(r"[0-9]{1,3}(?:[-\n][0-9]{1,3})*", text):
        text = text.replace("-", " ")
    if re.search(_BETWEEN, text):
        text = " ".join(matched(r"[0-9]+", part)[0] for part in re.split(rf"{_BETWEEN}|\n", text))
    tiles = [int(matched(r"[0-9]{1,3}|[1-9][0-9]{3,8}", part)[0]) for part in split_evenly(text, "[,;]", "")]
    require(all(0 < tile < cells for tile in tiles))
    return tuple(tiles)


def _read_boards(lines: Sequence[str], rows: int, columns: int) -> tuple[Cells, ...]:
    """Boards in one of the forms of ``write_boards``; empty if they are in none."""
    if rows == columns and lines[0].strip() == str(rows):  # the size, as in files of boards
        lines = lines[1:]
    lines = [re.sub(r"\s*[↓⬇]\s*$|^\s*[↓⬇→]\s*", "", line) for line in lines]
    indices = [re.fullmatch(r"\s*(\d+)[.:)]?[ \t]+(\d+(?:[ \t]+\d+)*)\s*", line) for line in lines if line.strip()]
    numbers = [int(found[1]) for found in indices if found]
    if len(numbers) == len(indices) and numbers in ([*range(len(numbers))], [*range(1, len(numbers) + 1)]):
        rest = [found[2] for found in indices if found]
        if all(len(cells.split()) == rows * columns or len(cells) == rows * columns < 10 for cells in rest):
            lines = rest
    kept = [
        line.strip()
        for line in lines
        if not re.fullmatch(
            r"\s*(?:[↓⬇]|[A-Za-z]+(?:\s+\d+)?\s*(?::[A-Za-z\s]*)?|(?:\d+:)?\W*[A-Za-z]{2,}\W*|[UDLRudlr]|[|'\";,\s]+)\s*",
            line,
        )
    ]
    text = "\n".join(line.strip("|;/,").strip() if line.count("|") < 2 else line for line in kept)
    row = rf"\d+(?:[ \t]+\d+){{{columns - 1}}}"
    grid = rf"\|?[ \t]*\d+[ \t]*(?:\|[ \t]*\d+[ \t]*){{{columns - 1}}}\|?"
    line = rf"\d+(?:[ \t]+\d+){{{rows * columns - 1}}}"
    slash = rf"{row}(?:[ \t]*/[ \t]*{row}){{{rows - 1}}}"
    forms = {
        "slash": rf"{slash}(?:\n+{slash})*",
        "rows": rf"\n*(?:{row}\n){{{rows - 1}}}{row}(?:\n+(?:{row}\n){{{rows - 1}}}{row})*\n*",
        "line": rf"{line}(?:\n+{line})*",
        "grid": rf"\n*(?:{grid}\n){{{rows - 1}}}{grid}(?:\n+(?:{grid}\n){{{rows - 1}}}{grid})*\n*",
        "compact": rf"[0-9]{{{rows * columns}}}(?:(?:{_BETWEEN}|\s*,\s*|\s+)[0-9]{{{rows * columns}}})*",
    }
    for name, form in forms.items():
        if (name != "compact" or rows * columns < 10) and re.fullmatch(form, text, re.ASCII):
            numbers = re.findall("[0-9]" if name == "compact" else "[0-9]+", text)
            cells = [int(number) for number in numbers]
            size = rows * columns
            boards = tuple(tuple(cells[place : place + size]) for place in range(0, len(cells), size))
            if all(sorted(board) == list(range(size)) for board in boards):
                return boards
    return ()
