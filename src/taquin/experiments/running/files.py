"""The files of an experiment: a plan in TOML, with the options of ``taquin experiment`` as keys, and the results."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

from taquin.errors import FormatError, SpecError
from taquin.experiments.instances import names_own_spaces, names_set
from taquin.experiments.record import FAILURES, Record, RunKey, texts_in
from taquin.experiments.records import read_line
from taquin.experiments.running.plan import Plan, describe_differences, file_checksum, spec_checksum
from taquin.puzzle.formats.files import check_table, load_toml
from taquin.puzzle.words import plural, shown
from taquin.run.limits import Amount, Limits
from taquin.solving.space_sets import code_of_space
from taquin.solving.spec_text import named_code
from taquin.system.files import AppendedFile, LocksUnsupported, reason
from taquin.tables.storage.folder import WarningHandler

LIMITS = ("time", "nodes", "memory", "depth")
LISTS = ("instances", "methods")
NUMBERS = ("repeat", "seed")
_PLAN_TEXTS = ("clock", "backend", "goal", "size")
_LIST = "a list of texts"
_KINDS: dict[str, tuple[Any, str]] = {
    **dict.fromkeys(LISTS, (str | list, _LIST)),
    **dict.fromkeys(NUMBERS, (int, "a whole number")),
    **dict.fromkeys(LIMITS, (int | float | str, 'a number or text such as "60s"')),
    **dict.fromkeys((*_PLAN_TEXTS, "output"), (str, "text")),
}
KEYS = tuple(_KINDS)
_FREE = (*LISTS, "output")  # keys of which other texts may be the same plan
_NOT_REPEATED = "the experiment cannot be repeated"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a plan, from a file, from options, or from both. What is None or empty has its default."""

    instances: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    repeat: int | None = None
    seed: int | None = None
    time: Amount | None = None
    nodes: Amount | None = None
    memory: Amount | None = None
    depth: Amount | None = None
    clock: str | None = None
    backend: str | None = None
    goal: str | None = None
    size: str | None = None
    output: str | None = None
    source: str = ""
    """The file that they are from."""

    @property
    def given(self) -> dict[str, Any]:
        """What is given, by its key."""
        return {name: value for name in KEYS if (value := getattr(self, name)) not in (None, ())}

    def updated(self, others: Settings) -> Settings:
        """The settings with those of others where they are given: options override the file."""
        return replace(self, **others.given)

    @property
    def code(self) -> list[str]:
        """The Python files and modules whose code making the plan runs, each once; none of it is run here."""
        names = [code_of_space(name) for name in self.instances if names_own_spaces(name)]
        names += [name for method in self.methods for name in named_code(method)]
        return list(dict.fromkeys(names))

    def plan(self) -> Plan:
        """The plan. Raises a ``TaquinError`` if something in it is wrong. This runs the code that it names."""
        limits = Limits.parse(time=self.time, nodes=self.nodes, memory=self.memory, depth=self.depth)
        rest = {name: value for name, value in self.given.items() if name in (*NUMBERS, *_PLAN_TEXTS)}
        if self.backend == "cuda":
            rest.setdefault("clock", "wall")
        return Plan(self.instances, self.methods, limits=limits, **rest)

    @property
    def results(self) -> Path:
        """The results file; by default the name of the settings file with .jsonl. Raises ``SpecError`` without both."""
        if self.output is not None:
            return Path(self.output)
        if not self.source:
            raise SpecError("expected a file for the results, found none", hint="such as --output results.jsonl")
        return Path(self.source).with_suffix(".jsonl")


def read_settings(path: Path) -> Settings:
    """The settings of a TOML file. Raises ``FormatError`` that names the fault, and the nearest key.

    Paths in the file are relative to its folder.
    """
    values: dict[str, Any] = load_toml(path)
    check_table(values, _KINDS, path)  # from here on they have the declared types, but for items of lists
    for name in values.keys() & set(LISTS):
        texts = [values[name]] if isinstance(values[name], str) else values[name]
        if not all(isinstance(text, str) for text in texts):
            raise FormatError(f"{path}: expected {name} to be {_LIST}, found {shown(texts)}")
        values[name] = tuple(texts)
    read = Settings(**values, source=str(path))
    instances = tuple(_relative_to(path, name) for name in read.instances)
    return replace(read, instances=instances, output=None if read.output is None else str(path.parent / read.output))


def settings_of_results(path: Path, rows: Sequence[Record]) -> Settings:
    """The settings of the experiment that made these runs, which are those of ``path``; the output is another file.

    No code runs here. Raises ``SpecError`` if they belong to several experiments, or if their plan was edited, or if
    code that it names has changed or has no checksum.
    """
    specs = {row.experiment: row.spec for row in rows}
    if len(specs) != 1:
        hint = "repeat each from a file of its own"
        raise SpecError(f"expected the runs of one experiment in {path}, found {len(specs) or 'no'}", hint=hint)
    ((experiment, spec),) = specs.items()
    if spec and spec_checksum(spec) != experiment:
        raise SpecError(f"{_NOT_REPEATED}: {path} was edited, so that its plan does not match its checksum")
    values: dict[str, Any] = {name: spec[name] for name in KEYS if name in spec and name not in LISTS}
    values |= {name: tuple(texts_in(spec, name)) for name in LISTS}
    values["output"] = str(path.with_suffix(".again.jsonl"))
    settings = Settings(**values, source=str(path))
    checksums = {
        source: checksum for checksum, _, source in (text.partition(" ") for text in texts_in(spec, "sources"))
    }
    for source in settings.code:
        if source.endswith(".py") and source not in checksums:
            raise SpecError(f"{_NOT_REPEATED}: {path} has no checksum of {shown(source)}")
    for source, checksum in checksums.items():
        if Path(source).is_file() and file_checksum(source) != checksum:
            raise SpecError(f"{_NOT_REPEATED}: {shown(source)} has changed", hint="restore the file")
    return settings


def check_repeated_settings(recorded: Settings, now: Settings, allowed: Sequence[str], named: Sequence[str]) -> None:
    """Raise ``SpecError`` unless the settings of a results file are repeated with code that the user has named.

    ``allowed`` are the files and modules of ``--code``, ``named`` those that other options name. No code has run yet: a
    results file may come from somebody else.
    """
    before, after = ({name: getattr(each, name) for name in KEYS if name not in _FREE} for each in (recorded, now))
    if differences := describe_differences(before, after):
        raise SpecError(f"{_NOT_REPEATED}: {'; '.join(differences)}", hint="leave out options that change the plan")
    if missing := _others(now.code, (*allowed, *named)):
        options = " ".join(f"--code {shlex.quote(name)}" for name in missing)
        hint = f"read the code, then add {options}"
        raise SpecError(f"{recorded.source} runs code that the command does not name: {', '.join(missing)}", hint=hint)
    if unknown := _others(allowed, now.code):
        found = ", ".join(now.code) or "no code"
        raise SpecError(f"expected --code to name code of {recorded.source} ({found}), found {', '.join(unknown)}")


def _others(names: Sequence[str], known: Sequence[str]) -> list[str]:
    """The names of files and modules that are not among the known ones, under whatever path."""
    places = set(map(_place, known))
    return [name for name in names if _place(name) not in places]


def _place(name: str) -> str:
    with suppress(ValueError):  # no file has such a name
        return os.path.realpath(name)
    return name


def _relative_to(path: Path, name: str) -> str:
    """The path of a file in the folder of the plan, also of spaces in it; the name of an instance set is unchanged."""
    file = f"{name.partition('.py:')[0]}.py" if ".py:" in name else name
    return name if names_set(name) or not (path.parent / file).exists() else str(path.parent / name)


# Results: records are added to a file that is locked, repaired if its last line is cut off, and resumed


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """What is kept of a record that the file has, so that a file of a million runs can be resumed."""

    status: str
    version: str
    wrong: Record | None
    """The record, if it contradicts the known length."""


_BEGINNING = b'{"version": '
"""How every record begins: the end of a file that does not begin so is not a record that was cut off."""


class ResultsFile:
    """The results file of a plan, opened to add records.

    ``recorded`` has the runs that it had before.

    Raises ``SpecError`` if another process writes to the file, or if its records belong to another plan, and says what
    differs; ``FormatError`` for any other file. A last line that was cut off is removed, and ``warn`` is called.
    """

    def __init__(self, path: Path, plan: Plan, warn: WarningHandler) -> None:
        self.path, self._plan = path, plan
        self.recorded: dict[RunKey, RecordedRun] = {}
        try:
            if not path.parent.is_dir():
                raise SpecError(f"cannot write {str(path)!r}: there is no directory {str(path.parent)!r}")
            self._file = AppendedFile(path, needs_lock=True)
        except BlockingIOError:
            raise SpecError(
                f"another process writes to {path}", hint="wait for it, or give each experiment its own file"
            ) from None
        except LocksUnsupported as error:
            why = f"{reason(error)}, so that two experiments could mix their lines"
            raise SpecError(f"cannot write to {path}: {why}", hint="write to a local folder with --output") from None
        except OSError as error:
            raise SpecError(f"cannot write to {path}: {reason(error)}") from None
        try:
            self._read(warn)
        except BaseException:
            self._file.close()
            raise

    def close(self) -> None:
        """Let others write to the file."""
        self._file.close()

    def finished(self, *, is_retried: bool = False) -> set[RunKey]:
        """The runs that need not be made again; with ``is_retried`` those that failed are not among them."""
        return {key for key, run in self.recorded.items() if not (is_retried and run.status in FAILURES)}

    def add(self, records: Sequence[Record]) -> None:
        """Add records; they are on the disk when this returns."""
        try:
            self._file.append(b"".join(record.to_line() for record in records))
        except OSError as error:
            raise SpecError(
                f"cannot write to {self.path}: {reason(error)}", hint="run the same command again to resume"
            ) from error

    def _read(self, warn: WarningHandler) -> None:
        size, rest = 0, b""
        other: Record | None = None  # the first one of another plan
        texts: dict[str, str] = {}  # each text once, as the keys repeat them
        for number, line in enumerate(self._file.lines(), 1):
            size += len(line)
            if not line.endswith(b"\n") and _BEGINNING.startswith(line[: len(_BEGINNING)]):  # a part of a record
                rest = line
            elif line.strip():
                row = self._row(line, number)
                if other is None and row.experiment != self._plan.experiment:
                    other = row
                key: Any = tuple(texts.setdefault(part, part) if isinstance(part, str) else part for part in row.key)
                status, version = (texts.setdefault(text, text) for text in (row.status, row.version_text))
                self.recorded[key] = RecordedRun(status, version, row if row.agrees is False else None)
        if other is not None:
            self._refuse(other)
        if rest:
            self._file.truncate(size - len(rest))
            warn(f"{self.path}: the last line was cut off after {plural(len(rest), 'byte')} and is removed")

    def _row(self, line: bytes, number: int) -> Record:
        try:
            return read_line(line, f"{self.path}: line {number}")
        except FormatError as error:
            remedy = f"delete line {number}, and run the same command again to repeat its run"
            hint = error.hint or (remedy if self.recorded else "is it a results file of taquin experiment?")
            raise FormatError(error.message, hint=hint) from None

    def _refuse(self, row: Record) -> NoReturn:
        differences = describe_differences(row.spec, self._plan.spec)
        raise SpecError(
            f"{self.path} has runs of another experiment: {'; '.join(differences) or 'its plan is not the same'}",
            hint="name another file with --output; taquin report joins several",
        )
