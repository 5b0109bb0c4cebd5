"""Read what a program printed: its solution, in whatever form, and its counters, by their names."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise

from taquin.analysis.programs.boards import load_tables
from taquin.analysis.solution_text import Step
from taquin.analysis.verify import Verification, replay
from taquin.puzzle.board import Board, State, pack
from taquin.puzzle.conversion import BLANKS
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move, Notation, steps
from taquin.puzzle.problem import Problem

_LONGEST_LINE = 200_000  # characters: a list of a thousand boards
_BARS = re.compile(r"[|│┃]")
_ARROWS = re.compile(r"[-=]+>|→|⇒")
_DECORATION = re.compile(r"[\[\](){},;'\"]")
_TOKEN = re.compile(r"\S+")
_LISTED = re.compile(r"[\[(][\d\s,;\[\](){}'\"]{3,}[\])]|(?<![\w.])\d{4,10}(?![\w.])")
_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?(?![\w]|\.\d)")
_NUMBERS = re.compile(r"(?<![\w.])\d+(?:,?\s+\d+)+(?![\w.])")  # a row of a board, or a list
_CLAUSE_END = re.compile(r"[,;!?.](?=\s)")
_PROMPT = re.compile(r"^.*[:?>]")
_LABEL = re.compile(r"^[^:=]*[:=]")
_LIST = re.compile(r"\[([^\[\]]*)\]")
_FIELD = re.compile(r"""["']([\w ]+)["']\s*:\s*([\d.]+)""")  # of JSON, or of a dictionary
_PAIR = re.compile(r"[(\[]\s*(\d{1,3})\s*,\s*(\d{1,3})\s*[)\]]")
_NAMES = {name: move for move in Move for name in (move.word.lower(), move.letter.lower())}
_NAMES |= dict(zip(("north", "south", "west", "east"), Move, strict=True))
_SIGNS = dict(zip("↑↓←→", "UDLR", strict=True))
_WORDS = {name for name in _NAMES if len(name) > 1}

_UNSOLVABLE = re.compile(load_tables()["unsolvable"], re.IGNORECASE)
_KINDS = [(kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in load_tables()["kinds"]]
"""What the name of a number says, the first that fits."""
_PARTIAL = re.compile(r"max|search|limit|bound|f\(|g\(|h\(", re.IGNORECASE)


@dataclass(frozen=True)
class Counted:
    """A number that a program prints once, with its line: the words around it are its name."""

    name: str
    kind: str
    """``expanded``, ``generated``, ``queue``, ``depth``, ``time``, or empty if its name says none of them."""
    value: float


@dataclass(frozen=True)
class Reading:
    """What was read from the output of one run."""

    solution: Verification | None
    """The replayed solution; None if no steps were found."""
    form: str
    """The form of the solution, such as ``boards`` or ``letters of the tile``; empty if none was found."""
    counters: dict[str, Counted]
    boards: tuple[State, ...]
    """All boards in the output, in its order."""
    says_unsolvable: bool
    is_empty: bool

    @property
    def depth(self) -> int | None:
        """The length of the solution as the program prints it; None if it does not."""
        depths = [one for one in self.counters.values() if one.kind == "depth" and not _PARTIAL.search(one.name)]
        return int(depths[-1].value) if depths else None


def read_output(text: str, problem: Problem, *, blank: str = "0") -> Reading:
    """Read a solution of this problem and the counters. O(size of the text)."""
    lines = [line for line in text.splitlines() if len(line) <= _LONGEST_LINE]
    boards = list(_Scanner(problem.shape, blank).boards(lines))
    numbers = _read_counters(lines)
    form, solution = _best_solution(lines, boards, problem)
    says_unsolvable = bool(_UNSOLVABLE.search(text[-_LONGEST_LINE:]))
    return Reading(solution, form, numbers, tuple(boards), says_unsolvable, not text.strip())


# Boards


@dataclass
class _Scanner:
    """Finds the boards in lines of text: rows under each other, in one line, in lists, in boxes, or without spaces."""

    shape: Shape
    blank: str
    rows: list[list[tuple[int, int]]] = field(default_factory=list)
    """The rows of a board that is not complete: pairs of the column of a cell in the text and its tile."""

    def boards(self, lines: Sequence[str]) -> Iterator[State]:
        rows, columns = self.shape.rows, self.shape.columns
        for line in lines:
            row = self._row(line)
            if row is None and _WORD.search(line):
                self.rows.clear()
                yield from self._listed(line)
                row = self._row(_PROMPT.sub("", line))  # what was typed after a prompt ended its line
                if row is not None and len(row) != columns:
                    row = None
            if not row:
                continue
            cells = [tile for _, tile in row]
            if len(cells) % self.shape.cells == 0 and (whole := self._split(cells)):
                self.rows.clear()
                yield from whole
                continue
            if len(cells) % columns and len(cells) != columns - 1:
                self.rows.clear()
                continue
            if self.rows and len(self.rows[0]) // columns > 1 and len(self.rows[0]) != len(row):
                self.rows.clear()
            self.rows.append(row)
            if len(self.rows) >= rows:
                complete = self._complete(self.rows[-rows:])
                if complete:
                    self.rows.clear()
                    yield from complete

    def _row(self, line: str) -> list[tuple[int, int]] | None:
        """The cells of a line; None if it has anything else."""
        if not line or line.isspace():
            return []
        if _BARS.search(line):
            parts = _BARS.split(line.strip())
            inner = parts[not parts[0].strip() : len(parts) - (not parts[-1].strip())]
            tiles = [self._tile(part.strip() or "0") for part in inner]
            if all(tile is not None for tile in tiles):
                return [(place, tile) for place, tile in enumerate(tiles) if tile is not None]
        text = _DECORATION.sub(" ", _ARROWS.sub("  ", _BARS.sub(" ", line)))
        row = []
        for match in _TOKEN.finditer(text):
            tile = self._tile(match[0])
            if tile is not None:
                row.append((match.start(), tile))
                continue
            cells = [self._tile(cell) for cell in match[0]]  # a board or a row without spaces
            if len(cells) not in (self.shape.cells, self.shape.columns) or None in cells:
                return None
            row += [(match.start(), cell) for cell in cells if cell is not None]
        return row

    def _tile(self, token: str) -> int | None:
        if token == self.blank:
            return 0
        if token.isascii() and token.isdigit() and len(token) <= 3:
            return int(token) if int(token) < self.shape.cells else None
        return 0 if token in BLANKS or token == "#" else None

    def _split(self, cells: Sequence[int]) -> list[State]:
        """The boards in a stream of cells; none if a part is not a board."""
        size = self.shape.cells
        parts = [cells[place : place + size] for place in range(0, len(cells), size)]
        return [pack(part) for part in parts] if all(len(set(part)) == size for part in parts) else []

    def _complete(self, rows: list[list[tuple[int, int]]]) -> list[State]:
        """The boards that these rows make, side by side; the blank may be printed as a space."""
        columns = self.shape.columns
        if sum(map(len, rows)) == self.shape.cells - 1:
            full = next(row for row in rows if len(row) == columns)
            places = [place for place, _ in full]
            rows = [row if len(row) == columns else _with_gap(row, places) for row in rows]
        count = len(rows[0]) // columns
        if any(len(row) != count * columns for row in rows):
            return []
        tiles = [[tile for _, tile in row] for row in rows]
        cells = [tile for side in range(count) for row in tiles for tile in row[side * columns : (side + 1) * columns]]
        return self._split(cells)

    def _listed(self, line: str) -> Iterator[State]:
        """Boards in brackets or without spaces in a line with words."""
        for match in _LISTED.finditer(line):
            row = self._row(match[0])
            if row and len(row) % self.shape.cells == 0:
                yield from self._split([tile for _, tile in row])


def _with_gap(row: list[tuple[int, int]], places: list[int]) -> list[tuple[int, int]]:
    """A row whose blank is a space, with 0 in the column that has no tile."""
    taken = {min(places, key=lambda place, at=at: abs(place - at)) for at, _ in row}  # type: ignore[misc]
    missing = [place for place in places if place not in taken]
    return sorted([*row, (missing[0] if missing else places[-1], 0)])


# Solutions


def _best_solution(lines: Sequence[str], boards: list[State], problem: Problem) -> tuple[str, Verification | None]:
    """The first sequence of steps that solves the problem; if none does, the longest one."""
    best: tuple[str, Verification] | None = None
    for form, notation, sequence in _candidates(lines, boards, problem):
        verification = replay(problem, sequence, notation)
        if verification.is_correct:
            return form, verification
        if best is None or verification.given > best[1].given:
            best = (form, verification)
    if best is None and problem.start == problem.goal:
        return "no steps", replay(problem, [], Notation.BLANK)
    return best or ("", None)


def _candidates(
    lines: Sequence[str], boards: list[State], problem: Problem
) -> Iterator[tuple[str, Notation, Sequence[Step]]]:
    shape = problem.shape
    for form, states in (
        ("boards", _chain(boards, problem)),
        ("boards, from the goal to the start", _chain(boards[::-1], problem)),
    ):
        if states:
            yield form, Notation.BOARDS, [Board.from_state(state, shape) for state in states]
    texts = list(_step_texts(lines))
    for name, moves in texts:
        yield f"{name} for the blank", Notation.BLANK, moves
    for name, moves in texts:
        yield f"{name} for the tile", Notation.TILES, moves
    for tiles in _tile_numbers(lines, shape):
        if replay(problem, tiles, Notation.NUMBERS).is_correct:
            yield "numbers of the tiles", Notation.NUMBERS, tiles
    for squares in _squares(lines, shape):
        moves = _moves_between([problem.start.blank] * (squares[0] != problem.start.blank) + squares, shape)
        if moves and replay(problem, moves, Notation.BLANK).is_correct:
            yield "squares of the blank", Notation.BLANK, moves
    if not texts and (segment := _segment(boards, problem)):
        yield "boards", Notation.BOARDS, [Board.from_state(state, shape) for state in segment]


def _chain(boards: Sequence[State], problem: Problem) -> list[State]:
    """The last run of boards, each a move after the one before, that leads from the start to the goal.

    Where the start is printed nowhere, the first board may be the one after the first move.
    """
    start, goal, shape = problem.start.state, problem.goal.state, problem.shape
    for end in range(len(boards) - 1, -1, -1):
        if boards[end] != goal:
            continue
        path = [goal]
        for place in range(end, -1, -1):
            if path[-1] == start:
                return path[::-1]
            if place == 0:
                if start not in boards and is_move(start, path[-1], shape):  # which it did not print
                    return [start, *path[::-1]]
                break
            before = boards[place - 1]
            if before == path[-1]:
                continue
            if not is_move(before, path[-1], shape):
                break
            path.append(before)
    return []


def is_move(before: State, after: State, shape: Shape) -> bool:
    """Whether one slide leads from one board to the other."""
    blank, target = before.index(0), after.index(0)
    if all(target != cell for _, cell in steps(shape)[blank]):
        return False
    cells = list(before)
    cells[blank], cells[target] = cells[target], 0
    return tuple(cells) == tuple(after)


def _segment(boards: list[State], problem: Problem) -> list[State]:
    """The boards from the last start to the last goal, or to the end, which are not a chain."""
    start, goal = problem.start.state, problem.goal.state
    end = len(boards) - 1 - boards[::-1].index(goal) if goal in boards else len(boards) - 1
    if start not in boards[: end + 1]:
        return []
    first = end - boards[end::-1].index(start)
    if first == end and goal not in boards:  # the start alone, printed last
        return []
    return boards[first : end + 1]


def _step_texts(lines: Sequence[str]) -> Iterator[tuple[str, list[Move]]]:
    """Sequences of directions: in one line, or one on each of several lines of the same form."""
    grouped: defaultdict[str, list[Move]] = defaultdict(list)
    for line in lines:
        text = "".join(_SIGNS.get(character, character) for character in line)
        words = [word.lower() for word in _WORD.findall(text)]
        for inner in (_LABEL.sub("", text), *_LIST.findall(text), text):
            part = [word.lower() for word in _WORD.findall(inner)]
            if part and all(word in _NAMES for word in part):
                is_long = any(len(word) > 1 for word in part)
                if len(part) > 1 or is_long or len(part) < len(words):  # a single letter needs a label
                    yield "words" if is_long else "letters", [_NAMES[word] for word in part]
                    break
            if len(part) == 1 and len(part[0]) > 1 and set(part[0]) <= set("udlr"):
                yield "letters", [_NAMES[letter] for letter in part[0]]
                break
        named = [word for word in words if word in _WORDS] or (words if len(words) == 1 and words[0] in _NAMES else [])
        if len(named) == 1:
            form = re.sub(rf"(?i)\b{named[0]}\b", "@", _NUMBER.sub("#", line)).strip()
            grouped[form].append(_NAMES[named[0]])
    yield from (("words", moves) for moves in sorted(grouped.values(), key=len, reverse=True))


def _squares(lines: Sequence[str], shape: Shape) -> Iterator[list[int]]:
    """Sequences of cells: pairs of row and column, or numbers, in one line or one in each of several lines."""
    rows: list[list[tuple[int, int]]] = [[(int(one), int(two)) for one, two in _PAIR.findall(line)] for line in lines]
    for pairs in [*(row for row in rows if len(row) > 1), [row[0] for row in rows if len(row) == 1]]:
        for first in (0, 1):  # the first row is 0 or 1
            cells = [(row - first) * shape.columns + column - first for row, column in pairs]
            if cells and all(0 <= cell < shape.cells for cell in cells):
                yield cells
    for line in lines:
        numbers = [int(number) for number in re.findall(r"(?<![\w.])\d{1,3}(?![\w.])", line)]
        for first in (0, 1):
            if len(numbers) > 1 and all(0 <= number - first < shape.cells for number in numbers):
                yield [number - first for number in numbers]


def _moves_between(squares: Sequence[int], shape: Shape) -> list[Move]:
    """The moves of a blank over these cells; none if two of them are not neighbours."""
    ways = [{target: move for move, target in around} for around in steps(shape)]
    pairs = list(pairwise(squares))
    return [ways[one][two] for one, two in pairs] if all(two in ways[one] for one, two in pairs) else []


def _tile_numbers(lines: Sequence[str], shape: Shape) -> Iterator[list[int]]:
    """Sequences of tiles: a list in one line, or one number on each of several lines of the same form."""
    grouped: defaultdict[str, list[int]] = defaultdict(list)
    for line in lines:
        numbers = [int(number) for number in re.findall(r"(?<![\w.])\d{1,3}(?![\w.])", line)]
        if numbers and all(0 < number < shape.cells for number in numbers):
            yield numbers
            if re.search(r"(?i)tile|mov|slid|swap", line):
                grouped[_NUMBER.sub("#", line)].append(numbers[-1])
    yield from grouped.values()


# Counters


def _read_counters(lines: Sequence[str]) -> dict[str, Counted]:
    """The numbers in lines with words, by the line without its numbers; lines that are printed again are left out."""
    values: dict[str, Counted] = {}
    times: Counter[str] = Counter()
    label = ""
    fields = [[": ".join(pair) for pair in _FIELD.findall(line)] or [line] for line in lines]
    for line in chain.from_iterable(fields):
        if not _WORD.search(line):
            if label and (match := _NUMBER.fullmatch(line.strip())):  # the name stands on the line above
                line = f"{label} {match[0]}"
            else:
                label = label if not line.strip() else ""
                continue
        label = line.strip() if line.rstrip().endswith((":", "=")) else ""
        line = _NUMBERS.sub("", line)
        form = " ".join(_NUMBER.sub("#", line).split())
        if "#" not in form or len(line) > 300:
            continue
        times[form] += 1
        for place, match in enumerate(_NUMBER.finditer(line)):
            name = _name(line, match)
            if not _WORD.search(name):
                continue
            key = form if place == 0 else f"{form} ({place + 1})"
            kind = next((kind for kind, pattern in _KINDS if pattern.search(name)), "")
            number = float(match[0].replace(",", ""))
            if "." in match[0] and kind != "depth":
                kind = "time"
            values[key] = Counted(name, kind, number)
    return {key: value for key, value in values.items() if times[re.sub(r" \(\d+\)$", "", key)] == 1}


def _name(line: str, match: re.Match[str]) -> str:
    """The words around a number in its part of the sentence: before it with what it counts, or else after it."""
    before = _CLAUSE_END.split(_NUMBER.split(line[: match.start()])[-1])[-1]
    after = _CLAUSE_END.split(_NUMBER.split(line[match.end() :])[0])[0]
    if not _WORD.search(before) or re.match(r"(?i)\s*\w*\s*(?:nodes|states|moves|steps|seconds|ms|s)\b", after):
        before = f"{before} {after}"
    return " ".join(before.replace("_", " ").strip(" :=-,.;*\t'\"{}[]()").split())
