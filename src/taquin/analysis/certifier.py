"""Check a certificate of ``taquin solve --report certificate``: ``python certifier.py FILE [NODES]``.

A stand-alone program with only the standard library, its own moves, heuristics and tree search, short enough to be read
before it is trusted. docs/certificates.md describes the format, docs/certificate-proof.md what each check proves.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import UnionType
from typing import TypeAlias, TypedDict, get_args, get_origin, get_type_hints, is_typeddict
from zlib import crc32

NODES = 500_000  # iterations are searched again up to this many expanded nodes in all, unless the caller allows more
CHECKSUM_NEEDED = 100_000  # an iteration that expands at most this many nodes must have a checksum of its tree
INFORMATION = "'made_by', which is information only: versions, and the method that found the solution"
Estimate: TypeAlias = Callable[[list[int]], int]
HEURISTICS = ("blind", "misplaced", "manhattan", "linear_conflict")
LEVELS, DIGITS = 3, 16  # the most brackets inside each other, and the most digits of a number
STRING = r'"((?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+)"'
WORD = r'[^ \t\n\r,:{}\[\]"]'
LEGAL = rf"(?:(?:null|[0-9]{{1,{DIGITS}}})(?!{WORD})[ \t\n\r,]*+)++"  # many at once: lists of cells are long
TOKEN = re.compile(rf'{STRING}(?P<key>[ \t\n\r]*+:)?|(?P<open>[{{\[])|(?P<close>[}}\]])|{LEGAL}|(?P<word>{WORD}+)|"')


class Claims(TypedDict):
    """What is claimed of a solution; all None for a board that cannot be solved."""

    moves: str | None
    length: int | None
    lower_bound: int | None
    heuristic: str | None


class Iteration(TypedDict):
    """A tree without the goal: all nodes with f up to the bound."""

    bound: int
    expanded: int
    generated: int
    next_bound: int
    checksum: str


class MadeBy(TypedDict):
    """Versions, and the methods that found and proved the solution."""

    taquin: str
    core: str
    python: str
    method: str
    backend: str
    iterations: str


class Certificate(Claims):
    """A certificate whose fields have these types; its statements may be false."""

    format: str
    version: int
    rows: int
    columns: int
    start: list[int]
    goal: list[int]
    status: str
    iterations: list[Iteration]
    made_by: MadeBy
    checksum: str


class Refused(ValueError):
    """The text is not a certificate, or one of its statements is false."""


@dataclass
class Report:
    """What was checked and what was not. ``is_complete`` is false if a part of the claim was not checked."""

    checked: list[str]
    not_checked: list[str]
    is_complete: bool


def seal(certificate: Mapping[str, object]) -> str:
    """The checksum of all other fields. It detects damage, not tampering."""
    rest = json.dumps({**certificate, "checksum": ""}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(rest.encode()).hexdigest()


def read(text: str) -> Certificate:
    """The certificate in a text. Raises ``ValueError``, mostly ``Refused``."""
    check_text(text)
    record: Certificate = json.loads(text)
    check_fields(record, Certificate, "the certificate")
    require(record["format"] == "taquin certificate" and record["version"] == 1, "expected a certificate of version 1")
    require(record["checksum"] == seal(record), "it was changed after it was written: its checksum does not fit")
    check_fields(record["made_by"], MadeBy, "'made_by'")
    for number, iteration in enumerate(record["iterations"], start=1):
        check_fields(iteration, Iteration, f"iteration {number}")
    rows, columns = record["rows"], record["columns"]
    cells = rows * columns
    require(max(rows, columns) <= 256 and cells > 1, "expected 2 cells or more, up to 256 by 256")
    for name, board in (("start", record["start"]), ("goal", record["goal"])):
        is_legal = len(board) == cells and {*map(type, board)} == {int}
        require(is_legal and {*board} == {*range(cells)}, f"expected 0 to {cells - 1} once in {name!r}")
    return record


def check_text(text: str) -> None:
    """Refuse a text that programs may read in different ways: with a key twice, other numbers or many brackets."""
    keys: list[set[str]] = []  # of every open bracket
    for token in TOKEN.finditer(text):
        content, name = token[1], token.lastgroup
        if name == "open":
            keys.append(set())
            require(len(keys) <= LEVELS, f"expected at most {LEVELS} brackets inside each other, found more")
        elif name == "close":
            keys = keys[:-1]
        elif name == "key" and keys:
            is_new = "\\" not in content and content not in keys[-1]
            require(is_new, f"expected every key once and without escapes, found {content:.40}")
            keys[-1].add(content)
        elif name == "word":
            raise Refused(f"expected null or a whole number of at most {DIGITS} digits, found {token[0]:.40}")
        require(token[0] != '"', "expected texts that end, without control characters and other escapes than JSON's")


def require(condition: bool, message: str) -> None:
    if not condition:
        raise Refused(message)


def check_fields(record: object, kind: type, where: str) -> None:
    """Refuse unless there are exactly the fields of this kind, of their types, with numbers that are not negative."""
    fields = get_type_hints(kind)
    if not isinstance(record, dict) or set(record) != set(fields):
        raise Refused(f"expected {', '.join(fields)} in {where}")
    for name, value in record.items():
        kinds = [each for each in get_args(fields[name]) if isinstance(fields[name], UnionType)] or [fields[name]]
        plain = [dict if is_typeddict(each) else get_origin(each) or each for each in kinds]
        is_legal = type(value) in plain and (type(value) is not int or 0 <= value < 2**53)
        require(is_legal, f"expected {name!r} of {where} as {plain[0].__name__}, found {value!r:.40}")


def ways(rows: int, columns: int) -> list[dict[str, int]]:
    """For each cell the legal moves of a blank there, each with the cell that it leads to."""
    legal = [dict[str, int]() for _ in range(rows * columns)]
    for cell, moves in enumerate(legal):
        for letter, down, right in (("U", -1, 0), ("D", 1, 0), ("L", 0, -1), ("R", 0, 1)):
            if 0 <= cell // columns + down < rows and 0 <= cell % columns + right < columns:
                moves[letter] = cell + down * columns + right
    return legal


def replay(rows: int, columns: int, start: list[int], moves: str) -> list[int]:
    """The board after these moves."""
    board, blank, legal = list(start), start.index(0), ways(rows, columns)
    for number, letter in enumerate(moves, start=1):
        target = legal[blank].get(letter, -1)
        require(target >= 0, f"move {number}, {letter!r}, is not legal")
        board[blank], board[target], blank = board[target], 0, target
    return board


def can_reach(rows: int, columns: int, start: list[int], goal: list[int]) -> bool:
    """The parity rule: a move is one swap, and moves the blank to a cell of the other colour."""
    if rows == 1 or columns == 1:  # tiles cannot pass each other
        return [tile for tile in start if tile] == [tile for tile in goal if tile]
    home = {tile: cell for cell, tile in enumerate(goal)}
    places, swaps = [home[tile] for tile in start], 0
    for cell in range(len(places)):
        while (other := places[cell]) != cell:
            places[cell], places[other], swaps = places[other], other, swaps + 1
    colours = sum(divmod(start.index(0), columns)) + sum(divmod(goal.index(0), columns))
    return (swaps + colours) % 2 == 0


def estimate(name: str, columns: int, goal: list[int]) -> Estimate:
    """One of the heuristics that this program knows, for a goal."""
    home = {tile: divmod(cell, columns) for cell, tile in enumerate(goal)}

    def conflicts(places: list[int]) -> int:  # 2 for every tile that must leave its line to let the others pass
        ends: list[int] = []  # for every length, the least end of an increasing subsequence
        for place in places:
            at = bisect_left(ends, place)
            ends[at : at + 1] = [place]
        return 2 * (len(places) - len(ends))

    def of(board: list[int]) -> int:
        if name in ("blind", "misplaced"):
            return (name == "misplaced") * sum(tile not in (0, goal[cell]) for cell, tile in enumerate(board))
        total, lines = 0, defaultdict[int, list[int]](list)  # by row, and by -1 - column: homes of tiles in their line
        for cell, tile in enumerate(board):
            (row, column), (home_row, home_column) = divmod(cell, columns), home[tile]
            if tile:
                total += abs(row - home_row) + abs(column - home_column)
            if tile and row == home_row:
                lines[row].append(home_column)
            if tile and column == home_column:
                lines[-1 - column].append(home_row)
        return total + (sum(map(conflicts, lines.values())) if name == "linear_conflict" else 0)

    return of


def walk(certificate: Certificate, of: Estimate, bound: int, most: int) -> tuple[int, int, int, str]:
    """All nodes with f up to the bound: number, children, the smallest f above the bound, the sum of their CRC-32."""
    legal = ways(certificate["rows"], certificate["columns"])
    expanded, generated, beyond, checksum = 0, 0, sys.maxsize, 0
    open_nodes = [(list(certificate["start"]), -1, 0)]  # a board, the blank's cell on its parent, its depth
    while open_nodes:
        board, before, depth = open_nodes.pop()
        require(board != certificate["goal"], f"the iteration with the bound {bound} has a solution")
        expanded, checksum, blank = expanded + 1, checksum + crc32(bytes([*board, depth])), board.index(0)
        require(expanded <= most, f"the iteration with the bound {bound} expands more than {most:,} nodes")
        for target in legal[blank].values():
            if target != before:
                generated, child = generated + 1, list(board)
                child[blank], child[target] = child[target], 0
                if (f := depth + 1 + of(child)) <= bound:
                    open_nodes.append((child, blank, depth + 1))
                else:
                    beyond = min(beyond, f)
    return expanded, generated, beyond, f"{checksum % 2**64:016x}"


def check(certificate: Certificate, nodes: int = NODES) -> Report:
    """Check every statement, and search iterations again until they have expanded ``nodes`` nodes in all."""
    rows, columns, start, goal = certificate["rows"], certificate["columns"], certificate["start"], certificate["goal"]
    moves, length, iterations = certificate["moves"], certificate["length"], certificate["iterations"]
    lower_bound, heuristic = certificate["lower_bound"], certificate["heuristic"]
    claims = [moves, length, lower_bound, heuristic]
    if certificate["status"] == "unsolvable" and claims == [None] * 4 and not iterations:
        require(not can_reach(rows, columns, start, goal), "the goal can be reached: the parities agree")
        return Report(["no sequence of moves reaches the goal: the parities differ"], [INFORMATION], True)
    if certificate["status"] != "solved" or moves is None or length is None or lower_bound is None or heuristic is None:
        raise Refused("expected moves of a solved board, or neither")
    require(heuristic in HEURISTICS, f"expected one of {', '.join(HEURISTICS)} as heuristic, found {heuristic!r:.40}")
    require(replay(rows, columns, start, moves) == goal, "the moves do not lead to the goal")
    require(length == len(moves) >= lower_bound, f"there are {len(moves)} moves: length or lower bound is wrong")
    is_byte = len(start) <= 256 and len(iterations) <= length < 256  # a cell and a depth each fit in a byte
    require(is_byte or not iterations, "expected no iterations for a board this large, and at most one for each move")
    of = estimate(heuristic, columns, goal)
    reached, is_small = of(start), nodes >= sum(iteration["expanded"] for iteration in iterations)
    report = Report([f"{length} legal moves lead from the start to the goal"], [], is_small)
    report.checked.append(f"{heuristic} of the start, computed again, is {reached}")
    for iteration in iterations:
        bound, expanded, generated = iteration["bound"], iteration["expanded"], iteration["generated"]
        next_bound, checksum = iteration["next_bound"], iteration["checksum"]
        name = f"the iteration with the bound {bound} ({expanded:,} expanded)"
        require(bound == reached < next_bound, f"expected one with the bound {reached}, found {name}")
        require(checksum != "" or expanded > CHECKSUM_NEEDED, f"expected a checksum of {name}")
        nodes, reached = nodes - expanded, next_bound
        if nodes < 0:
            report.not_checked.append(f"{name}: more nodes than allowed")
            continue
        counted = walk(certificate, of, bound, expanded)
        stated = (expanded, generated, reached, checksum or counted[3])
        require(counted == stated, f"{name} has another tree: expanded, generated, next bound, checksum are {counted}")
        report.checked.append(f"{name}, repeated: same tree, no goal; smallest f above the bound {reached}")
    require(lower_bound == reached, f"the iterations prove a lower bound of {reached}, not {lower_bound}")
    report.not_checked += [f"that {heuristic} never exceeds the true distance, which is a theorem", INFORMATION]
    return report


if __name__ == "__main__":
    try:
        result = check(read(Path(sys.argv[1]).read_text("utf-8")), int([*sys.argv, str(NODES)][2]))
    except (OSError, IndexError, ValueError) as error:
        sys.exit(f"refused: {error}")
    lines = [f"  {line}" for line in result.checked], [f"  {line}" for line in result.not_checked]
    verdict = "certified" if result.is_complete else "certified in part"
    sys.stdout.write("\n".join(["checked:", *lines[0], "not checked:", *lines[1], f"{verdict}: {sys.argv[1]}\n"]))
    sys.exit(0 if result.is_complete else 3)
