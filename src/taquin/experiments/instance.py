"""A set of instances: boards with their goals and, where they are known, the lengths of shortest solutions.

The file of a set begins with the line ``# instances: NAME``. More comments of the form ``# key: value`` follow, before
the first board: ``about``, ``source``, ``goal``, ``columns`` and ``easy``. ``columns`` lists what each line has, with
``board`` for the cells: ``label board optimum`` says that a label comes first and the known optimal length last. Any
other file is a plain file of boards; its comments mean nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from taquin.errors import FormatError, SpecError
from taquin.puzzle.arguments import read_whole
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.documents import Document, Entry, Fault, read_bytes
from taquin.puzzle.formats import Format, load_file
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import near_hint


@dataclass(frozen=True, slots=True)
class Instance:
    """A board of a set with its goal and the other columns of its line.

    ``index`` is its place in the complete set, from 1: the same board has the same index in ``korf100`` and in
    ``korf100(easy)``. ``optimum`` is the known length of a shortest solution, or None. ``columns`` has the other
    columns of its line by name, such as ``nodes`` in ``korf100``.
    """

    index: int
    board: Board
    goal: Board
    label: str = ""
    line: int = 0
    optimum: int | None = None
    columns: Mapping[str, str] = field(default_factory=dict)

    @property
    def problem(self) -> Problem:
        return Problem(self.board, self.goal)


@dataclass(frozen=True, slots=True)
class InstanceSet:
    """Some instances, at least one, and where they are from.

    ``name`` is the text that names the set. ``goal`` is the goal that belongs to the set as a whole, and None for a
    plain file of boards, which can be solved for any goal.

    >>> from taquin.experiments import instance_set
    >>> found = instance_set("korf100(1-3)")
    >>> found.name, len(found), found.goal, [instance.optimum for instance in found.instances]
    ('korf100(1-3)', 3, 'blank-first', [57, 55, 59])
    """

    name: str
    instances: tuple[Instance, ...]
    summary: str = ""
    source: str = ""
    goal: str | None = None
    format: Format = Format.INSTANCES
    easy: tuple[int, ...] = ()
    """The indices of the easy instances, if the set says which they are."""

    def __len__(self) -> int:
        return len(self.instances)

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """The shapes of the boards, each once."""
        return tuple(dict.fromkeys(instance.board.shape for instance in self.instances))

    @property
    def known_lengths(self) -> int:
        """For how many instances the length of a shortest solution is known."""
        return sum(instance.optimum is not None for instance in self.instances)

    def document(self) -> Document:
        """The set as the boards of a file: every entry has its goal."""
        entries = [
            Entry(instance.board, instance.line, tuple(instance.columns.values()), instance.label, instance.goal)
            for instance in self.instances
        ]
        return Document(self.format, tuple(entries), self.name)

    def to_dict(self) -> dict[str, object]:
        """The object that ``taquin list instances --json`` prints: plain values, without the boards."""
        return {
            "name": self.name,
            "summary": self.summary,
            "source": self.source,
            "goal": self.goal,
            "boards": len(self),
            "sizes": [shape.text for shape in self.shapes],
            "known_lengths": self.known_lengths,
            "easy": list(self.easy),
        }

    @property
    def goals(self) -> set[Board]:
        return {instance.goal for instance in self.instances}

    def with_goal(self, goal: str) -> InstanceSet:
        """The boards of a plain file for another goal. Raises ``SpecError`` if the set belongs to a goal of its own."""
        if self.goal is not None:
            self.check_goal(make_goal(goal, self.shapes[0]))
        instances = [replace(instance, goal=make_goal(goal, instance.board.shape)) for instance in self.instances]
        return replace(self, instances=tuple(instances))

    def check_goal(self, goal: Board) -> None:
        """Raise ``SpecError`` if the set belongs to another goal."""
        own = self.instances[0].goal
        if self.goal is not None and own.shape == goal.shape and own != goal:
            raise SpecError(
                f"{self.name} belongs to the goal {self.goal}, found the goal {one_line(goal)}",
                hint="leave the goal out: the set has its own",
            )

    def check_shape(self, shape: Shape | None) -> None:
        for own in self.shapes:
            if shape is not None and own != shape:
                raise SpecError(f"{self.name} has boards of {own}, found the size {shape}", hint="leave the size out")


# Files

BOARD = "board"
LABEL = "label"
OPTIMUM = "optimum"
_KEYS = ("instances", "about", "source", "goal", "columns", "easy")
_HEADER = re.compile(r"#\s*([a-z]+):\s*(.*?)\s*")
_LIKE_A_KEY = re.compile(rf"#\s*(?:(?:{'|'.join(_KEYS)})\b|[^:]*:(?!//))", re.IGNORECASE)
"""A comment of a set that is no key, but may be a damaged one."""
_BINDING = re.compile(r"#\s*(?:instances|goal|columns|easy):")
"""Keys that change what the boards mean: nobody writes them above boards that are no set."""
_BEHIND_MARKS = re.compile(rf"[^\w#]+{_BINDING.pattern}")


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
    """The keys and values of the comments above the boards; none unless the first line names a set.

    Raises ``FormatError`` for a comment that may be a damaged key, and for a key in another place.
    """
    keys: dict[str, str] = {}
    has_boards = False
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        place, comment = f"{source}: line {number}", line.strip()
        match = _HEADER.fullmatch(comment)
        if number == 1:
            is_set = match is not None and match[1] == "instances"
        if not comment.startswith("#"):
            has_boards |= bool(comment)
            if (is_set and _BINDING.search(comment)) or _BEHIND_MARKS.match(comment):
                raise FormatError(f"{place}: expected a key on a line of its own, found {comment[:40]!r}")
        elif not is_set:
            if _BINDING.match(comment):
                raise FormatError(f"{place}: {comment[:40]!r} has no meaning here", hint=_FIRST_LINE)
        elif match is None or has_boards:
            if _is_like_a_key(comment):
                where = (
                    "before the first board" if match else f"such as '# goal: snail', with one of {', '.join(_KEYS)}"
                )
                raise FormatError(f"{place}: expected a key {where}, found {comment[:40]!r}", hint=_OTHER_COMMENTS)
        elif match[1] not in _KEYS:
            hint = near_hint(match[1], _KEYS, _OTHER_COMMENTS)
            raise FormatError(f"{place}: expected one of {', '.join(_KEYS)}, found {match[1]!r}", hint=hint)
        elif match[1] in keys or ("#" in match[2] if _BINDING.match(comment) else _LIKE_A_KEY.search(match[2])):
            raise FormatError(f"{place}: expected one key on each line and each key once, found {comment[:80]!r}")
        else:
            keys[match[1]] = match[2]
    return keys


def _is_like_a_key(comment: str) -> bool:
    """Whether a comment may be a damaged key: before its colon it has a key, one word, or words like a key."""
    if not _LIKE_A_KEY.match(comment):
        return False
    from difflib import get_close_matches  # only files with such comments need it

    words = comment.partition(":")[0].strip("# \t")
    letters = re.sub(r"[^a-z]", "", words.lower())
    is_word = len(words.split()) < 2 or re.match(r"\w*", words)[0].lower() in _KEYS  # type: ignore[index]
    return is_word or any(key in letters for key in _KEYS) or bool(get_close_matches(letters, _KEYS, n=1))


_FIRST_LINE = "begin the file with the line `# instances: NAME`"
_OTHER_COMMENTS = "write other comments without a colon, or with other words before it"


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
    is_misplaced = bool(names) and (BOARD not in names or names.index(BOARD) != bool(entry.label))
    if len(others) != len(entry.columns) or is_misplaced:
        wanted = " ".join(names) or "no columns: line, beside the board"
        raise FormatError(
            f"{document.source}: line {entry.line}: expected {wanted}, found {len(entry.columns)} columns and a board",
            hint="such as `# columns: label board optimum`",
        )
    return dict(zip(others, entry.columns, strict=True))
