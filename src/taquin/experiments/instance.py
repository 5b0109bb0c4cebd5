"""A set of instances: boards with their goals and, where they are known, the lengths of shortest solutions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from taquin.errors import SpecError
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.formats import Document, Entry, Format
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem


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
