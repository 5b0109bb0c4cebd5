"""The file to which an experiment adds its records: locked, repaired if its last line is cut off, and resumed."""

from __future__ import annotations

from pathlib import Path

from taquin.errors import FormatError, SpecError
from taquin.experiments.records import FAILURES, Row, RunKey, key_of, read_line, to_line
from taquin.experiments.running.plan import Plan, describe_differences
from taquin.puzzle.words import plural
from taquin.system.files import AppendedFile, reason
from taquin.tables.storage.folder import WarningHandler

_BEGINNING = b'{"version": '
"""How every record begins: the end of a file that does not begin so is not a record that was cut off."""


class ResultsFile:
    """The results file of a plan, opened to add records; ``recorded`` has those that it had before.

    Raises ``SpecError`` if another process writes to the file, or if its records belong to another plan, and says what
    differs; ``FormatError`` for any other file. A last line that was cut off is removed, and ``warn`` is called.
    """

    def __init__(self, path: Path, plan: Plan, warn: WarningHandler) -> None:
        self.path, self._plan = path, plan
        try:
            if not path.parent.is_dir():
                raise SpecError(f"cannot write {str(path)!r}: there is no directory {str(path.parent)!r}")
            self._file = AppendedFile(path)
        except BlockingIOError:
            raise SpecError(
                f"another process writes to {path}", hint="wait for it, or give each experiment its own file"
            ) from None
        except OSError as error:
            raise SpecError(f"cannot write to {path}: {reason(error).lower()}") from None
        try:
            self.recorded = self._read(warn)
        except BaseException:
            self._file.close()
            raise

    def close(self) -> None:
        """Let others write to the file."""
        self._file.close()

    def finished(self, *, is_retried: bool = False) -> set[RunKey]:
        """The runs that need not be made again; with ``is_retried`` those that failed are not among them."""
        return {key for key, row in self.recorded.items() if not (is_retried and row["status"] in FAILURES)}

    def add(self, record: Row) -> None:
        """Add a record; it is on the disk when this returns."""
        try:
            self._file.append(to_line(record))
        except OSError as error:
            raise SpecError(
                f"cannot write to {self.path}: {reason(error).lower()}", hint="run the same command again to resume"
            ) from error

    def _read(self, warn: WarningHandler) -> dict[RunKey, Row]:
        content = self._file.read()
        *lines, rest = content.split(b"\n")
        rows = [read_line(line, f"{self.path}: line {number}") for number, line in enumerate(lines, 1) if line.strip()]
        if rest and not _BEGINNING.startswith(rest[: len(_BEGINNING)]):
            raise FormatError(
                f"{self.path}: line {len(lines) + 1}: expected the record of a run",
                hint="is it a results file of taquin experiment?",
            )
        for row in rows:
            self._check(row)
        if rest:
            self._file.truncate(len(content) - len(rest))
            warn(f"{self.path}: the last line was cut off after {plural(len(rest), 'byte')} and is removed")
        return {key_of(row): row for row in rows}

    def _check(self, row: Row) -> None:
        if row["experiment"] == self._plan.experiment:
            return
        differences = describe_differences(row.get("spec") or {}, self._plan.spec)
        raise SpecError(
            f"{self.path} has runs of another experiment: {'; '.join(differences) or 'its plan is not the same'}",
            hint="name another file with --output; taquin report joins several",
        )
