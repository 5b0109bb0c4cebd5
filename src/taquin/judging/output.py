"""Read what a program printed: its solution, in whatever form, and its counters, by their names."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, pairwise
from typing import TypeVar

from taquin.analysis.solution_text import Step
from taquin.analysis.verify import Verification, replay
from taquin.judging.board_scanner import BoardScanner
from taquin.judging.boards import load_tables
from taquin.puzzle.board import Board, State
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import GOALS
from taquin.puzzle.moves import Move, Notation, steps
from taquin.puzzle.problem import Problem, TileSpace

_LONGEST_LINE = 200_000  # characters: a list of a thousand boards
_HEAD, _TAIL = 100_000, 300_000  # characters of a long output, in which the start and the result stand
_BARS = re.compile(r"[|│┃]")
_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?(?![\w]|\.\d|(?i:[-\s]*puzzle))")
_SMALL_NUMBER = re.compile(r"(?<![\w.])\d{1,3}(?![\w.]|(?i:[-\s]*puzzle))")
_NUMBERS = re.compile(r"(?<![\w.])\d+(?:,?\s+\d+)+(?![\w.])")  # a row of a board, or a list
_CLAUSE_END = re.compile(r"[,;!?.](?=\s)")
_LABEL = re.compile(r"^[^:=]*[:=]")
_LIST = re.compile(r"\[([^\[\]]*)\]")
_FIELD = re.compile(r"""["']([\w ]+)["']\s*:\s*([\d.]+)""")  # of JSON, or of a dictionary
_PAIR = re.compile(r"[(\[]\s*(\d{1,3})\s*,\s*(\d{1,3})\s*[)\]]")
MOVE_NAMES = {name: move for move in Move for name in (move.word.lower(), move.letter.lower())}
MOVE_NAMES |= dict(zip(("north", "south", "west", "east"), Move, strict=True))
MOVE_NAMES |= {word: move for move in Move for word in load_tables()["moves"][move.word]}
"""The words of nine languages, and the letters, in lower case."""
_COMPASS, _COMPASS_MOVES = re.compile("[NSWE]+"), dict(zip("NSWE", Move, strict=True))
_SYMBOLS = str.maketrans(
    dict(zip("↑↓←→", "UDLR", strict=True))
    | {sign: f" {move.word} " for move, signs in zip(Move, ("上", "下", "左", "右"), strict=True) for sign in signs}
    | dict.fromkeys("向移动動", " ")
)
"""Arrows, and the words of Chinese, which are written without spaces."""

_UNSOLVABLE = re.compile(load_tables()["unsolvable"], re.IGNORECASE)
_KINDS = [(kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in load_tables()["kinds"]]
"""What the name of a number says, the first that fits."""
_COUNTING = re.compile(r"expan|generat|explor|visit|queue|frontier", re.IGNORECASE)
"""Lines whose numbers are counters, not steps."""
_OF_AN_EXPANSION = re.compile(r"expand|explor|visit|best state|current|popp|dequeu|\b[fgh]\s*\(", re.IGNORECASE)
"""Words beside a board that is taken from the queue."""
_PARTIAL = re.compile(r"max|search|limit|bound|before|at most|up to|within|f\(|g\(|h\(", re.IGNORECASE)
_TIMESTAMP = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ])?|\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?")
_LAST_NUMBER = "the last line"


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
    unsolvable_lines: frozenset[str] = frozenset()
    """The lines that say so, without their numbers: a banner has the same ones for every board."""
    search: str = ""
    """The search that was read, if the output has several; ``searches`` has all of them."""
    searches: Mapping[str, Reading] = field(default_factory=dict)

    @property
    def depth(self) -> int | None:
        """The length of the solution as the program prints it; None if it does not."""
        depths = [one for one in self.counters.values() if one.kind == "depth" and not _PARTIAL.search(one.name)]
        return int(depths[-1].value) if depths else None

    @property
    def answer(self) -> tuple[object, ...]:
        """What is answered, without times: it differs for two boards if the program reads them."""
        counts = [(key, one.value) for key, one in self.counters.items() if one.kind != "time"]
        moves = None if self.solution is None else self.solution.moves
        return moves, tuple(counts), self.boards, self.says_unsolvable

    @property
    def has_node_counts(self) -> bool:
        """Whether the program prints how many nodes it expanded or generated."""
        return any(one.kind in ("expanded", "generated") for one in self.counters.values())


def read_output(
    text: str, problem: Problem, *, blank: str = "0", method: str = "", has_bare_length: bool = False
) -> Reading:
    """Read a solution of this problem and the counters. Of a long text only the beginning and the end are read.

    If it has the outputs of several searches, the one that ``method`` names is read, or the likeliest. With
    ``has_bare_length`` a last line that is a number is the length.
    """
    if len(text) > _HEAD + _TAIL:
        tail = text[-_TAIL:]
        tail = tail[max(tail.find("\n\n"), 0) :]  # a cut within a board would shift all that follow
        text = f"{text[:_HEAD]}\n(cut)\n{tail}"
    whole = _read(text, problem, blank, has_bare_length=has_bare_length)
    searches = {name: _read(part, problem, blank) for name, part in _split(text).items()}
    told = [name for name, one in searches.items() if one.solution is not None or one.has_node_counts]
    if len(told) < 2 or len({tuple(searches[name].counters) for name in told}) > 1:
        return whole
    chosen = _choose_search(told, method)
    return replace(searches[chosen], search=chosen, searches={name: searches[name] for name in told})


_HEADING = re.compile(load_tables()["dialogue"]["method"], re.IGNORECASE)


_OF_A_VALUE = re.compile(r"\b[fgh]\s*(?:\(\s*n\s*\))?\s*=\s*\d+")
"""Such as h(n) = 0, in the heading of uniform-cost search."""


def _split(text: str) -> dict[str, str]:
    """The parts of an output below lines that name a search, by these lines; each must stand there once."""
    parts: dict[str, list[str]] = {}
    times: Counter[str] = Counter()
    current: list[str] | None = None
    for line in text.splitlines():
        name = line.strip(" \t=-*#:_.|>")
        plain = _OF_A_VALUE.sub("", _HEADING.sub("", name))
        if name and len(name) < 80 and _HEADING.search(name) and not _NUMBER.search(plain):
            times[name] += 1
            current = parts.setdefault(name, [])
        elif current is not None:
            current.append(line)
    return {name: "\n".join(lines) for name, lines in parts.items() if times[name] == 1 and lines}


def _choose_search(names: Sequence[str], method: str) -> str:
    """The search that is named, or the likeliest: A* with Manhattan distance first."""
    if method and (named := [name for name in names if method.lower() in name.lower()]):
        return named[0]
    for pattern in load_tables()["preferred"]:
        if found := [name for name in names if re.search(pattern, name, re.IGNORECASE)]:
            return found[0]
    return names[0]


def _read(text: str, problem: Problem, blank: str, *, has_bare_length: bool = False) -> Reading:
    lines = [line for line in text.splitlines() if len(line) <= _LONGEST_LINE]
    boards = list(BoardScanner(problem.shape, blank).boards(lines))
    numbers = _read_counters(lines)
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    if has_bare_length and last.isdigit():
        numbers[_LAST_NUMBER] = Counted(_LAST_NUMBER, "depth", float(last))
    form, solution = _best_solution(lines, boards, problem)
    end = text[-_LONGEST_LINE:]
    claims = frozenset(_NUMBER.sub("#", line).strip() for line in end.splitlines() if _UNSOLVABLE.search(line))
    reading = Reading(solution, form, numbers, tuple(boards), bool(_UNSOLVABLE.search(end)), claims)
    if form.startswith("boards") and _is_trace(reading, lines, problem):
        return replace(reading, solution=None, form="")
    if solution is None or solution.is_correct or form != "boards" or reading.depth in (None, solution.given):
        return reading
    return replace(reading, solution=None, form="")  # another length is printed: the boards are not meant as the path


def _is_trace(reading: Reading, lines: Sequence[str], problem: Problem) -> bool:
    """Whether the boards are those that were expanded, by the words beside them, and not a path."""
    assert reading.solution is not None
    words = sum(bool(_OF_AN_EXPANSION.search(line)) for line in lines)
    is_told = words > 1 and 2 * words > len(reading.boards)
    has_path = reading.boards.count(problem.start.state) > 1 or reading.depth == reading.solution.given
    return is_told and not has_path


# Solutions


def _best_solution(lines: Sequence[str], boards: list[State], problem: Problem) -> tuple[str, Verification | None]:
    """The first sequence of steps that solves the problem; else of those that must be steps the longest legal one."""
    best: tuple[str, Verification] | None = None
    is_solved = problem.start == problem.goal
    for form, notation, sequence in _candidates(lines, boards, problem):
        if is_solved and form in _UNCERTAIN:
            continue
        verification = replay(problem, sequence, notation)
        if verification.is_correct:
            return form.replace(_LONE, "words"), verification
        if form not in _UNCERTAIN and (best is None or _likelihood(verification) > _likelihood(best[1])):
            best = (form, verification)
    if best is None and is_solved:
        return "no steps", replay(problem, [], Notation.BLANK)
    return best or ("", None)


def _likelihood(verification: Verification) -> tuple[bool, bool, int]:
    """Steps that lead to another goal with a name are more likely than longer ones that lead anywhere."""
    return verification.is_legal, verification.end in _named_goals(verification.problem.shape), verification.given


@cache
def _named_goals(shape: Shape) -> frozenset[Board]:
    return frozenset(goal(shape) for goal in GOALS.values())


_ARROWS_ALONE = "arrows"
_LONE = "one word"
"""One direction among other words, such as "gave up"."""
_TELLS_STEPS = re.compile(
    rf"{dict(load_tables()['kinds'][::-1])['depth']}|mov|slid|swap|solution|action|plan\b|operator|direction|blank|tile|soluci|solu[çt]|lösung",
    re.IGNORECASE,
)
_ORNAMENTS = ("↓", "→")
"""Alone in their lines they stand between boards, unless they solve the problem."""
_UNCERTAIN = (
    "numbers of the tiles",
    "squares of the blank",
    f"{_ARROWS_ALONE} for the blank",
    f"{_ARROWS_ALONE} for the tile",
    f"{_LONE} for the blank",
    f"{_LONE} for the tile",
)
"""Forms that a list of numbers, or what stands between boards, may have: steps only if they solve the problem."""


def _candidates(
    lines: Sequence[str], boards: list[State], problem: Problem
) -> Iterator[tuple[str, Notation, Sequence[Step]]]:
    texts = _few(list(_step_texts(lines)))
    numbered = [line for line in lines if not _COUNTING.search(line)]
    for form, known in (("boards", boards), ("boards, from the goal to the start", boards[::-1])):
        if states := _chain(known, problem):
            yield form, Notation.BOARDS, _as_steps(states, problem)
    for notation, mover in ((Notation.BLANK, "blank"), (Notation.TILES, "tile")):
        yield from ((f"{name} for the {mover}", notation, moves) for name, moves in texts)
    tile_lists = [("tiles", tiles) for tiles in _tile_numbers(numbered, problem.shape)]
    yield from (("numbers of the tiles", Notation.NUMBERS, tiles) for _, tiles in _few(tile_lists, problem.shape))
    yield from (("squares of the blank", Notation.BLANK, moves) for moves in _blank_moves(numbered, problem))
    is_told = any(name not in (_ARROWS_ALONE, _LONE) for name, _ in texts)
    if not is_told and (states := _segment(boards, problem)):
        yield "boards", Notation.BOARDS, _as_steps(states, problem)


_T = TypeVar("_T")
_MOST_ANSWERS = 4  # different sequences of steps: who prints more has not decided


def _few(answers: list[tuple[str, list[_T]]], shape: Shape | None = None) -> list[tuple[str, list[_T]]]:
    """The sequences of steps in an output; if it has many different ones, the last one. Rows of boards do not count."""
    counted = [answer for answer in answers if shape is None or len(answer[1]) != shape.columns]
    several = {tuple(steps) for _, steps in counted}
    return answers if len(several) <= _MOST_ANSWERS else counted[-1:]


def _as_steps(states: Sequence[State], problem: Problem) -> list[Board]:
    return [Board.from_state(state, problem.shape) for state in states]


def _chain(boards: Sequence[State], problem: Problem) -> list[State]:
    """The last run of boards, each a move after the one before, that leads from the start to the goal.

    Where the start is printed nowhere, the first board may be the one after the first move.
    """
    start, goal = problem.start.state, problem.goal.state
    if goal not in boards:
        return []
    known = boards if start in boards else [start, *boards]
    successors = TileSpace(start, goal, problem.shape).successors
    for end in [place for place, board in enumerate(known) if board == goal][::-1]:
        if _walks_on(known, end, problem):
            continue
        path = [goal]
        for before in known[end::-1]:
            if before != path[-1]:
                if all(child != path[-1] for _, child in successors(before)):
                    break
                path.append(before)
            if before == start:
                return path[::-1]
    return []


def _walks_on(boards: Sequence[State], end: int, problem: Problem) -> bool:
    """Whether the boards go on from the goal by a move: it was not noticed. A further path begins at the start."""
    following = boards[end + 1 : end + 2]
    successors = TileSpace(problem.start.state, problem.goal.state, problem.shape).successors
    neighbours = {child for _, child in successors(problem.goal.state)} - {problem.start.state}
    return bool(following) and following[0] in neighbours


def _segment(boards: list[State], problem: Problem) -> list[State]:
    """The boards from the last start to the last goal, or to the end, which are not a chain."""
    start, goal = problem.start.state, problem.goal.state
    end = len(boards) - 1 - boards[::-1].index(goal) if goal in boards else len(boards) - 1
    if goal in boards and _walks_on(boards, end, problem):
        end = len(boards) - 1
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
        text = line.translate(_SYMBOLS).lower()
        words = _WORD.findall(text)
        if _COMPASS.fullmatch(_LABEL.sub("", line).strip()) and _TELLS_STEPS.search(line):
            yield "letters", [_COMPASS_MOVES[letter] for letter in _WORD.findall(line)[-1]]
        parts = [_LABEL.sub("", part) for part in _ASSIGNED.split(text)[:-1]]
        for inner in (_LABEL.sub("", text), *_LIST.findall(text), text, *parts):
            part = _WORD.findall(inner)
            if len(part) == 1 and len(part[0]) > 1 and set(part[0]) <= set("udlr"):
                part = list(part[0])
            is_long = any(len(word) > 1 for word in part)
            if all(word in MOVE_NAMES for word in part) and (len(part) > 1 or is_long or 0 < len(part) < len(words)):
                name = "words" if is_long else "letters"
                is_lone = len(part) == 1 < len(words) and not _TELLS_STEPS.search(text)
                yield _LONE if is_lone else name, [MOVE_NAMES[word] for word in part]  # one letter needs a label
                break
        named = [word for word in words if word in MOVE_NAMES and (len(word) > 1 or len(words) == 1)]
        if len(named) == 1:
            form = re.sub(rf"\b{named[0]}\b", "@", _NUMBER.sub("#", text)).strip()
            grouped[form].append(MOVE_NAMES[named[0]])
    for form, moves in sorted(grouped.items(), key=lambda item: len(item[1]), reverse=True):
        is_ornament = form == "@" and len(set(moves)) == 1 and any(line.strip() in _ORNAMENTS for line in lines)
        is_lone = len(moves) == 1 and form != "@" and not _TELLS_STEPS.search(form)
        yield _ARROWS_ALONE if is_ornament else _LONE if is_lone else "words", moves


def _blank_moves(lines: Sequence[str], problem: Problem) -> Iterator[list[Move]]:
    """Moves of the blank over cells: pairs of row and column, or numbers, in one line or one pair in several lines."""
    shape, start = problem.shape, problem.start.blank
    pairs = [[int(row) * shape.columns + int(column) for row, column in _PAIR.findall(line)] for line in lines]
    pairs = [*(cells for cells in pairs if len(cells) > 1), [cells[0] for cells in pairs if len(cells) == 1]]
    numbers = [cells for line in lines if len(cells := list(map(int, _SMALL_NUMBER.findall(line)))) > 1]
    ways = [{target: move for move, target in around} for around in steps(shape)]
    for cells, first in [(cells, shape.columns + 1) for cells in pairs] + [(cells, 1) for cells in numbers]:
        for less in (0, first):  # rows and columns, or the cells, begin with 0 or 1
            squares = [cell - less for cell in cells]
            way = list(pairwise(squares if squares[:1] == [start] else [start, *squares]))
            if way and all(0 <= one < shape.cells and two in ways[one] for one, two in way):
                yield [ways[one][two] for one, two in way]


def _tile_numbers(lines: Sequence[str], shape: Shape) -> Iterator[list[int]]:
    """Sequences of tiles: a list in one line, or one number on each of several lines of the same form."""
    grouped: defaultdict[str, list[int]] = defaultdict(list)
    for line in lines:
        numbers = list(map(int, _SMALL_NUMBER.findall(line)))
        if numbers and all(0 < number < shape.cells for number in numbers):
            names_moves = re.search(r"(?i)tile|mov|slid|swap", line)
            if len(numbers) > 1 or not _WORD.search(line) or (names_moves and kind_of(line) in ("", "depth")):
                yield numbers
            if names_moves:
                grouped[_NUMBER.sub("#", line)].append(numbers[-1])
    yield from grouped.values()


# Counters


def _read_counters(lines: Sequence[str]) -> dict[str, Counted]:
    """The numbers in lines with words, by the line without its numbers; lines that are printed again are left out."""
    values: dict[str, Counted] = {}
    times: Counter[str] = Counter()
    label = ""
    fields = [
        [": ".join(pair) for pair in _FIELD.findall(line)] or _ASSIGNED.split(line) for line in _without_tables(lines)
    ]
    for line in chain.from_iterable(fields):
        if not _WORD.search(line):
            if label and (match := _NUMBER.fullmatch(line.strip())):  # the name stands on the line above
                line = f"{label} {match[0]}"
            else:
                label = label if not line.strip() else ""
                continue
        label = line.strip() if line.rstrip().endswith((":", "=")) else ""
        if sum(bool(_NUMBER.fullmatch(cell.strip())) for cell in _BARS.split(line)) > 1:
            continue  # a row of a table
        line = _NUMBERS.sub("", _TIMESTAMP.sub("", line))
        form = " ".join(_NUMBER.sub("#", line).split())
        if "#" not in form or len(line) > 300:
            continue
        times[form] += 1
        for place, match in enumerate(_NUMBER.finditer(line)):
            name = _name(line, match)
            if not _WORD.search(name) or _OF_A_NODE.search(name):
                continue
            key = form if place == 0 else f"{form} ({place + 1})"
            kind = kind_of(name)
            number = float(match[0].replace(",", ""))
            if ("." in match[0] and kind != "depth") or _TIME_UNIT.match(line, match.end()):
                kind = "time"
            values[key] = Counted(name, kind, number)
    return {key: value for key, value in values.items() if times[re.sub(r" \(\d+\)$", "", key)] == 1}


def _without_tables(lines: Sequence[str]) -> Iterator[str]:
    """The lines, with a row of numbers below a row of names as names with numbers."""
    before: list[str] = []
    for line in lines:
        if not line.strip() or not re.search(r"[^\s|+=:-]", line):  # a rule between the rows
            yield line
            continue
        cells = [cell.strip() for cell in re.split(r"[|│┃\t]|\s{2,}", line.strip().strip("|│┃")) if cell.strip()]
        is_numeric = len(cells) > 1 and all(_NUMBER.fullmatch(cell) for cell in cells)
        if is_numeric and len(before) == len(cells) and all(_WORD.search(name) for name in before):
            yield from (f"{name}: {cell}" for name, cell in zip(before, cells, strict=True))
        else:
            yield line
        before = cells


def kind_of(name: str) -> str:
    """What the name of a number says; empty if that is nothing known."""
    return next((kind for kind, pattern in _KINDS if pattern.search(name)), "")


_OF_A_NODE = re.compile(r"\b[fgh]_?n?\s*\(|\b[fgh](?:_?n)?$|estimate", re.IGNORECASE)
"""Names of the values of one node, which count nothing."""
_COUNTED = re.compile(r"\s*(?:nodes|states)\b(?!\s*\w)", re.IGNORECASE)
_TIME_UNIT = re.compile(
    r"\s*(?:[mµun]?s(?:ecs?)?|(?:milli|micro|nano)?(?:seconds?|secs?)|minutes?|min|ticks)\b", re.IGNORECASE
)
_ASSIGNED = re.compile(r";\s*(?=[^\W\d_][\w ]*[=:])")
"""Between the parts of a line such as answer=RD;expanded=5."""
_UNIT_BEFORE = re.compile(r"^\s*(?:nodes|states|moves|steps|levels)\s+(?:and|with|in|after|,)\b", re.IGNORECASE)
_UNIT = re.compile(r"\s*\w*\s*(?:nodes|states|moves|steps|depth|levels|seconds|ms|s)\b", re.IGNORECASE)


def _name(line: str, match: re.Match[str]) -> str:
    """The words around a number in its part of the sentence: before it with what it counts, or else after it."""
    before = _CLAUSE_END.split(_NUMBER.split(line[: match.start()])[-1])[-1]
    if _NUMBER.search(line[: match.start()]):  # "6 steps and looked at 138": the unit is that of the number before
        before = _UNIT_BEFORE.sub("", before)
    after = _CLAUSE_END.split(_NUMBER.split(line[match.end() :])[0])[0]
    is_same = not kind_of(before) or kind_of(after) in ("", "depth", kind_of(before)) or _COUNTED.match(after)
    if not _WORD.search(before) or (is_same and _UNIT.match(after)):
        before = f"{before} {after}"
    return " ".join(before.replace("_", " ").strip(" :=-,.;*\t'\"{}[]()").split())
