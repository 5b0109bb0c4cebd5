"""Files of instances: boards in any form, or a set with a header that names its goal, source and columns.

A set begins with the line ``# instances: NAME``. More comments of the form ``# key: value`` follow, before the first
board: ``about``, ``source``, ``goal``, ``columns`` and ``easy``. ``columns`` lists what each line has, with ``board``
for the cells: ``label board optimum`` says that a label comes first and the known optimal length last. Any other file
is a plain file of boards; its comments mean nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from taquin.errors import FormatError
from taquin.experiments.instance import Instance, InstanceSet
from taquin.puzzle.arguments import read_whole
from taquin.puzzle.formats import Document, Entry, Fault, load_file, read_bytes
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal
from taquin.puzzle.words import near_hint

BOARD, LABEL, OPTIMUM = "board", "label", "optimum"
_KEYS = ("instances", "about", "source", "goal", "columns", "easy")
_HEADER = re.compile(r"#\s*([a-z]+):\s*(.*?)\s*")


def read_set_file(
    path: Path, shape: Shape | None = None, *, faults: list[Fault] | None = None
) -> InstanceSet | Document:
    """The set of a file with a header; the boards alone of any other file.

    Raises ``FormatError`` or ``BoardError``, which name the file and the line. ``faults`` gets the boards that cannot
    be read, as in ``read_document``.
    """
    name = str(path)
    data = load_file(path)
    document = read_bytes(data, shape, source=name, faults=faults)
    header = _read_header(data.decode("utf-8"), name)
    return _named_set(document, header) if header else document


def _read_header(text: str, source: str) -> dict[str, str]:
    """The keys and values of the first comments; none unless the first line names a set."""
    found: dict[str, str] = {}
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        if not line.startswith("#"):
            break
        match = _HEADER.fullmatch(line)
        if number == 1 and (match is None or match[1] != "instances"):
            break
        if match is None:
            continue
        key, value = match[1], match[2]
        if key not in _KEYS:
            raise FormatError(
                f"{source}: line {number}: expected one of {', '.join(_KEYS)}, found {key!r}",
                hint=near_hint(key, _KEYS, "write other comments without a colon after a word"),
            )
        found[key] = value
    return found


def plain_set(document: Document) -> InstanceSet:
    """The boards of a plain file. Each has the goal that its text names, or the standard one."""
    instances = [
        Instance(index, entry.board, make_goal(entry.goal, entry.board.shape), entry.label, entry.line)
        for index, entry in enumerate(document.entries, start=1)
    ]
    return InstanceSet(document.source, tuple(instances), format=document.format)


def _named_set(document: Document, header: Mapping[str, str]) -> InstanceSet:
    names = header.get("columns", "").replace(",", " ").split()
    goal = header.get("goal", "standard")
    instances = []
    for index, entry in enumerate(document.entries, start=1):
        columns = _columns(document, entry, names)
        optimum = columns.pop(OPTIMUM, None)
        length = None if optimum is None else read_whole(optimum)
        if optimum is not None and (length is None or length < 0):
            raise FormatError(f"{document.source}: line {entry.line}: expected a length, found {optimum!r}")
        label = columns.pop(LABEL, "")
        target = make_goal(goal, entry.board.shape)
        instances.append(Instance(index, entry.board, target, label, entry.line, length, columns))
    numbers = [read_whole(word) for word in header.get("easy", "").split()]
    if not all(number is not None and 0 < number <= len(instances) for number in numbers):
        raise FormatError(f"{document.source}: expected numbers from 1 to {len(instances)} after easy:")
    return InstanceSet(
        name=document.source,
        instances=tuple(instances),
        summary=header.get("about", ""),
        source=header.get("source", ""),
        goal=goal,
        format=document.format,
        easy=tuple(number for number in numbers if number is not None),
    )


def _columns(document: Document, entry: Entry, names: list[str]) -> dict[str, str]:
    others = [name for name in names if name != BOARD]
    if len(others) != len(entry.columns) or (names and BOARD not in names):
        wanted = " ".join(names) or "no columns: line, beside the board"
        raise FormatError(
            f"{document.source}: line {entry.line}: expected {wanted}, found {len(entry.columns)} columns and a board",
            hint="such as `# columns: label board optimum`",
        )
    return dict(zip(others, entry.columns, strict=True))
