"""Read boards from arguments, files, instance sets, standard input, or a prompt."""

from __future__ import annotations

import errno
import os
import re
import sys
from dataclasses import dataclass, replace

import click

from taquin.cli import terminal
from taquin.cli.input import options as shared
from taquin.cli.input.asking import read_asking
from taquin.errors import BoardError, FormatError
from taquin.experiments.instances import names_own_spaces, names_set, near_set, read_instances
from taquin.heuristics.slides import describe_slide_databases, make_slide_databases
from taquin.puzzle.board import Board
from taquin.puzzle.documents import Document, Entry, Fault, parse_board, read_bytes, read_document
from taquin.puzzle.formats import MAXIMUM_BYTES, Format, is_certainly_board, load_file
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import make_goal
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.puzzle.words import shown
from taquin.solving.registry import ALGORITHMS, HEURISTICS, AlgorithmSpec, HeuristicSpec
from taquin.system.files import reason


def announce_slide_tables(problem: Problem) -> bool:
    """Say on standard error that the tables for slides are built first; returns whether they are missing."""
    if problem.metric is Metric.MOVES or not problem.is_solvable:
        return False
    words = describe_slide_databases(problem.goal)
    if words:
        click.echo(words, err=True)
    return bool(words)


def prepare_slide_tables(problem: Problem) -> None:
    """Build the missing tables for slides now: it takes seconds, more than the time limits of some commands."""
    if announce_slide_tables(problem):
        make_slide_databases(problem.goal)


def read_size(text: str) -> Shape:
    """A size that an argument names. A line on standard error says if the name of a puzzle was probably meant."""
    shape = Shape.parse(text)
    if text.strip() in ("8", "15", "24", "35"):
        puzzle = Shape.parse(f"{text.strip()}-puzzle").text
        terminal.warn(f"the size {shape.rows} is {shape.text}; the {shape.rows}-puzzle is {puzzle}")
    return shape


@dataclass(frozen=True)
class BoardRequest:
    """The boards that BOARD, --goal and --size name, and the metric."""

    words: tuple[str, ...]
    goal: str | None = None
    size: Shape | None = None
    metric: Metric = Metric.MOVES

    def problem(self) -> Problem:
        """Exactly one board, and its goal; without a board, at a terminal, both are asked for."""
        document = self.document()
        if len(document.entries) > 1:
            raise FormatError(f"expected one board, found {len(document.entries)} in {document.source}")
        return self.problem_of(document.entries[0])

    def problem_of(self, entry: Entry) -> Problem:
        """One of the boards with the goal that --goal names, otherwise with the one that its own text names."""
        is_own = self.goal is None and entry.goal is not None
        goal = entry.goal if is_own else read_goal(self.goal, entry.board.shape)
        return Problem(entry.board, goal, metric=self.metric)

    @property
    def is_asked(self) -> bool:
        """Whether the board is asked for at the terminal."""
        return not self.words and sys.stdin.isatty()

    def document(self, *, faults: list[Fault] | None = None) -> Document:
        """All boards as one document: ``documents``."""
        documents = self.documents(faults=faults)
        if len(documents) == 1:
            return documents[0]
        entries = [
            replace(entry, label=f"{document.source}:{entry.label or entry.line}")
            for document in documents
            for entry in document.entries
        ]
        return Document(documents[0].format, tuple(entries), f"{len(documents)} files")

    def documents(self, *, faults: list[Fault] | None = None) -> tuple[Document, ...]:
        """One document for each file or instance set that the arguments name, or for their text.

        ``-`` is standard input. Without a board, at a terminal, the board is asked for, and its goal unless it is
        given. Boards that cannot be read are added to ``faults``, as in ``read_document``. Raises ``SpecError`` if a
        set belongs to another goal.
        """
        if not self.is_asked:
            return self._read(faults)
        from taquin.cli.input.prompts import prompt_boards

        return (prompt_boards(self.size, has_goal=self.goal is not None),)

    def _read(self, faults: list[Fault] | None) -> tuple[Document, ...]:
        words, size = self.words, self.size
        are_rows = len(words) > 1 and all(len(word.split()) > 1 for word in words)
        text = ("\n" if are_rows else " ").join(words)
        if words and not text.strip():
            raise FormatError("expected a board, found an empty text", hint='such as "1 2 3 / 4 0 5 / 6 7 8"')
        if text in ("-", ""):
            return (read_bytes(_read_input(), size, source="standard input", faults=faults),)
        try:
            if all(map(names_file, words)):
                return tuple(self._read_set(word, faults) for word in words)
            if pair := self._start_and_goal():
                return (pair,)
            document = read_asking(text, lambda text: read_document(text, size, faults=faults))
            if any(entry.columns for entry in document.entries):
                parse_board(text, size)  # only files may have more columns: the error names the surplus number
        except (BoardError, FormatError):
            if names_own_spaces(text):
                raise FormatError(
                    f"expected a board or a file, found a puzzle of your own: {text}",
                    hint="taquin trace, tree, compare and experiment accept it, and taquin.search in Python",
                ) from None
            _refuse_names(words)
            if re.fullmatch(r"\d+[x×]\d+", text):
                hint = f"`taquin random {text}` makes a board"
                raise FormatError(f"expected a board or a file, found the size {text}", hint=hint) from None
            if text in ("8", "15", "24"):
                hint = f"`taquin random {text}-puzzle` makes a board"
                raise FormatError(f"expected a board or a file, found the number {text}", hint=hint) from None
            raise
        return (document,)

    def _start_and_goal(self) -> Document | None:
        """Two words that are a board each: the start, and the goal. None for other words."""
        if len(self.words) < 2:
            return None
        try:
            boards = [read_asking(word, lambda text: parse_board(text, self.size)) for word in self.words]
        except (BoardError, FormatError) as error:
            if isinstance(error, BoardError) and error.blank:
                raise
            return None
        if len(boards) > 2 or self.goal is not None:
            found = f"{len(boards)} boards{'' if self.goal is None else ' and --goal'}"
            raise FormatError(
                f"expected a board, or a start and a goal, found {found}",
                hint="several boards go into a file, one per line",
            )
        start, goal = boards
        return Document(Format.LINE, (Entry(start, 1, goal=make_goal(goal, start.shape)),), "text")

    def _read_set(self, name: str, faults: list[Fault] | None) -> Document:
        instances = read_instances(name, self.size, faults=faults)
        if isinstance(instances, Document):
            return instances
        if self.goal is not None:
            instances.check_goal(read_goal(self.goal, instances.shapes[0]))
        return instances.document()


_OPTIONS = (shared.board_argument, shared.goal_option, shared.size_option)
board_options = shared.gathered("board", BoardRequest, "board goal size", _OPTIONS)
metric_board_options = shared.gathered(
    "board", BoardRequest, "board goal size metric", (*_OPTIONS, shared.metric_option)
)


def _refuse_names(words: tuple[str, ...]) -> None:
    """Raise an error that says what was perhaps meant, if one of these words is a method, or nearly an instance set."""
    kinds: tuple[tuple[str, str, tuple[AlgorithmSpec | HeuristicSpec, ...]], ...]
    kinds = (("algorithm", "-a", ALGORITHMS), ("heuristic", "-e", HEURISTICS))
    for word in words:
        name, bracket, _ = word.partition("(")
        if bracket and (hint := near_set(word)):
            raise FormatError(f"no instance set is called {shown(name)}", hint=hint)
        for kind, option, specs in kinds:
            if not _is_path(word) and any(word.lower() in (spec.key, *spec.aliases) for spec in specs):
                raise FormatError(
                    f"expected a board or a file, found the {kind} {word}",
                    hint=f"name it with {option}; several have commas between them and no spaces",
                )


def read_board(text: str, size: Shape | None) -> Board:
    return BoardRequest((text,), size=size).problem().start


def read_goal(goal: str | None, shape: Shape | None) -> Board:
    """The goal that an option names: a name, a board, or a file with one board.

    Without a shape, a goal that is a board determines it; otherwise it is 3×3.
    """
    if shape is None:
        is_board = any(character.isdigit() for character in goal or "")
        shape = read_board(goal or "", None).shape if is_board else Shape(3, 3)
    if goal is not None and _is_path(goal):
        return make_goal(read_board(goal, shape), shape)
    return make_goal(goal, shape) if goal is None else read_asking(goal, lambda text: make_goal(text, shape))


def _is_path(text: str) -> bool:
    """Whether a file of this name exists; False for text that cannot be a file name."""
    return os.path.exists(text)  # noqa: PTH110 - Path.exists() raises for names that are too long


def _looks_like_path(text: str) -> bool:
    """Whether text looks like a file name, so that the error should be about a missing file."""
    has_letters = any(character.isalpha() and character not in "xX" for character in text)
    return has_letters and not any(character.isspace() for character in text) and not is_certainly_board(text)


def names_file(text: str) -> bool:
    """Whether text is the name of a file or of an instance set, rather than a board."""
    return names_set(text) or _is_path(text) or _looks_like_path(text)


def read_text(name: str, content: str) -> str:
    """The text of a file, or of standard input for ``-``. ``content`` names what an error says was expected."""
    source = "standard input" if name == "-" else name
    data = _read_input() if name == "-" else load_file(name)
    if len(data) > MAXIMUM_BYTES:
        raise FormatError(f"{source}: expected {content} of at most {MAXIMUM_BYTES // 2**20} MiB, found more")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise FormatError(f"{source}: expected {content} in UTF-8, found a binary file or another encoding") from None


def _read_input() -> bytes:
    """The bytes of standard input; one more than the limit if there are too many."""
    try:
        return sys.stdin.buffer.read(MAXIMUM_BYTES + 1)
    except OSError as error:
        if error.errno == errno.EBADF:
            raise
        raise FormatError(f"cannot read standard input: {reason(error)}") from error
