"""The folder with the marks of a class: names that stay, and the marks of earlier runs."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import msgspec

from taquin.errors import FormatError, SpecError
from taquin.judging.assignment import Assignment
from taquin.judging.marks import Mark, Marks
from taquin.puzzle.words import plural, shown
from taquin.system.files import read_regular, reason

MARKS = "marks.json"
"""The file with all marks of a class, from which the tables are made."""
PAGES = (".html", ".results.json", ".prairielearn.json", ".classroom.txt", ".transcript.txt")
"""The ends of the names of files that a submission has."""
_MOST_BYTES = 2**28
_LONGEST_NAME = 200  # bytes of the 255 that file systems allow


class StoredMarks(msgspec.Struct, frozen=True):
    """The marks of a submission in the file."""

    name: str
    folder: str
    marks: tuple[Mark, ...]
    failure: str = ""
    note: str = ""

    def load(self) -> Marks:
        """As marks, without a report."""
        return Marks(self.name, self.marks, None, self.failure, note=self.note, folder=self.folder)


class StoredClass(msgspec.Struct, frozen=True):
    """The file: a digest of the assignment, and the marks in their order."""

    assignment: str
    submissions: tuple[StoredMarks, ...] = ()


class MarksFolder:
    """The marks in a folder. A submission that is graded again keeps its name, and the others keep their marks.

    Raises ``SpecError`` if the folder has marks of another assignment that would stay beside new ones.
    """

    def __init__(self, folder: Path, assignment: Assignment, submissions: Sequence[Path]) -> None:
        self.folder = folder
        self._base = assignment.source.parent
        self._digest = sha256(assignment.source.read_bytes()).hexdigest()
        stored = self._read()
        places = [self._place(path) for path in submissions]
        is_other = stored.assignment not in ("", self._digest)
        if is_other and (left := [one.name for one in stored.submissions if one.folder not in places]):
            raise SpecError(
                f"{folder} has marks of {plural(len(left), 'submission')} by another assignment, or by an earlier "
                f"version of it, such as {shown(left[0])}",
                hint="grade all submissions, or name another folder with -o",
            )
        self._outdated = [one.name for one in stored.submissions] if is_other else []
        stored = StoredClass("") if is_other else stored
        self._known = {one.folder: one.name for one in stored.submissions}
        self.marks = {one.name: one.load() for one in stored.submissions}
        self.names = dict(zip(submissions, self._name(places), strict=True))
        """The names of the submissions of this run."""

    def add(self, path: Path, marks: Marks) -> None:
        """Keep the marks of a submission."""
        self.marks[marks.name] = marks
        self._known[self._place(path)] = marks.name

    def encoded(self) -> bytes:
        """The content of the file."""
        places = {name: place for place, name in self._known.items()}
        stored = tuple(
            StoredMarks(one.name, places.get(one.name, ""), one.marks, one.failure, one.note)
            for one in self.marks.values()
        )
        return msgspec.json.format(msgspec.json.encode(StoredClass(self._digest, stored)), indent=1) + b"\n"

    def outdated(self) -> Iterator[Path]:
        """Pages that an earlier version of the assignment has left."""
        for name in self._outdated:
            yield from (path for end in PAGES if (path := self.folder / f"{name}{end}").is_file())

    def _read(self) -> StoredClass:
        path = self.folder / MARKS
        if not os.path.lexists(path):
            return StoredClass("")
        try:
            return msgspec.json.decode(read_regular(path, _MOST_BYTES), type=StoredClass)
        except (OSError, ValueError, RecursionError) as error:
            why = reason(error) if isinstance(error, OSError) else str(error)[:200]
            raise FormatError(f"cannot read {path}: {why}", hint="name another folder with -o") from None

    def _place(self, path: Path) -> str:
        return Path(os.path.relpath(path.resolve(), self._base)).as_posix()

    def _name(self, places: Iterable[str]) -> Iterator[str]:
        """A name for each place: that of an earlier run, its last part, or as many parts as tell it from others."""
        places = list(places)
        others = [place for place in {*places, *self._known} if place not in self._known]
        taken = {name.casefold() for name in self._known.values()}
        for place in places:
            name = self._known.get(place, "")
            for length in range(1, len(_parts(place)) + 1):
                if name:
                    break
                short = _joined(place, length)
                is_alone = sum(_joined(one, length).casefold() == short.casefold() for one in others) == 1
                name = short if is_alone and short.casefold() not in taken else ""
            number = 2
            full = _joined(place, len(_parts(place)))
            while not name or (place not in self._known and name.casefold() in taken):
                name, number = f"{full}-{number}", number + 1
            taken.add(name.casefold())
            self._known[place] = name
            yield name


def _parts(place: str) -> tuple[str, ...]:
    return tuple(part for part in Path(place).parts if part not in ("..", ".", "/")) or ("submission",)


def _joined(place: str, length: int) -> str:
    name = "-".join(_parts(place)[-length:]).lstrip(".-") or "submission"
    if len(name.encode("utf-8", "surrogateescape")) <= _LONGEST_NAME:
        return name
    digest = sha256(os.fsencode(name)).hexdigest()[:8]
    return f"{os.fsencode(name)[: _LONGEST_NAME - 40].decode('utf-8', 'ignore')}-{digest}"
