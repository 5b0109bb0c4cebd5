"""The form in which ``taquin solve`` writes results: text, boards, JSON, or the output that a course asks for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from taquin.cli.output import solve_text
from taquin.puzzle.formats import Entry
from taquin.puzzle.moves import Notation
from taquin.render.text import layout, reports
from taquin.run.result import Result
from taquin.system.peak_memory import peak_memory


@dataclass(frozen=True, kw_only=True)
class SolveForm:
    """What the options choose for these boards."""

    count: int
    """The number of boards, with those that cannot be read."""
    is_in_file: bool
    """Whether the boards are in a file: then each has a label and a line."""
    is_for_file: bool
    """Whether the output is for a file (-o), where nothing is cut."""
    notation: Notation
    style: layout.Style | None
    """How the boards of a solution are drawn; None without --steps."""
    max_steps: int | None
    as_json: bool
    json_lines: bool
    states: str | None
    report: str | None

    def describe(self, entry: Entry, result: Result) -> str | None:
        """The text of one result; None if all of them are written at the end."""
        if self.as_json:
            return None
        if self.json_lines:
            return json.dumps(self._to_dict(entry, result))
        if self.states:
            return reports.subject42(result)
        if self.report:
            return reports.edx(result, _peak_megabytes())
        if self.count > 1 and self.style is None:
            return solve_text.describe_in_line(entry, result, self.notation, is_whole=self.is_for_file)
        text = solve_text.describe(result, self.notation, is_whole=self.is_for_file)
        if self.style is None:
            return text
        most = self.max_steps or solve_text.default_steps(entry.board.shape, is_file=self.is_for_file)
        return f"{text}\n\n{solve_text.describe_steps(result, self.style, self.notation, most)}".rstrip()

    def conclude(self, entries: Sequence[Entry], results: list[Result], total: str) -> str | None:
        """What is written after all results, if anything; ``total`` is the line that sums them up."""
        if self.as_json:
            items = [self._to_dict(entry, result) for entry, result in zip(entries, results, strict=False)]
            return json.dumps(items[0] if self.count == 1 else items, indent=2)
        if self.count == 1 or self.json_lines:
            return None
        return total if self.is_for_file else total + solve_text.describe_cuts(results)

    def _to_dict(self, entry: Entry, result: Result) -> dict[str, object]:
        place = {"label": entry.label or None, "line": entry.line} if self.is_in_file else {}
        return {**result.to_dict(), **place}


def _peak_megabytes() -> float:
    """The peak memory of this process; 0 where the system does not report it."""
    return (peak_memory() or 0) / 2**20
