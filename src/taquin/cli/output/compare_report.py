"""What ``taquin compare`` reports, in the order of a reader: for the terminal, and as a page with the chart."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from html import escape

import click

from taquin import __version__
from taquin.analysis.comparison import BoardsComparison, Comparison
from taquin.cli import terminal
from taquin.cli.output.compare_table import Table
from taquin.errors import SpecError
from taquin.puzzle.board import Board
from taquin.render import html
from taquin.render.draw import draw
from taquin.render.text import layout


@dataclass(frozen=True, kw_only=True)
class Report:
    """The boards or their title, tables, and sentences: what the runs show, and what they do not."""

    title: str = ""
    boards: Sequence[tuple[str, Board]] = ()
    """The names and boards of start and goal, in a comparison on one board."""
    tables: Sequence[Table]
    obstacle: str = ""
    """Why the board is unsolvable."""
    meaning: str = ""
    """What the numbers of the tables are."""
    findings: Sequence[str]
    caveats: Sequence[str] = ()

    def print(self) -> None:
        """Print the report, its tables as wide as the terminal."""
        terminal.echo(layout.side_by_side([(name, str(board)) for name, board in self.boards]) or self.title)
        for table in self.tables:
            click.echo()
            table.print()
        if self.obstacle:
            terminal.echo(f"\n{self.obstacle}")
        click.echo(f"\n{self.meaning}" if self.meaning and self.tables else "")
        for sentence in self.findings:
            terminal.echo(sentence)
        if self.caveats:
            click.echo("\nWhat these runs do not show:")
        for sentence in self.caveats:
            terminal.echo(sentence)

    def page(self, comparison: Comparison | BoardsComparison) -> str:
        """A page of HTML that needs no other file."""
        boards = "".join(f"<td>{name}<br>{draw(board).svg}</td>" for name, board in self.boards)
        parts = [f"<p>{escape(f'{self.title}; ' if self.title else '')}Taquin {__version__}</p>"]
        parts += [f"<table><tr>{boards}</tr></table>"] if boards else []
        parts += map(_html, self.tables)
        parts.append(f"<pre>{escape(self.obstacle)}</pre><p>{escape(self.meaning)}</p>")
        with suppress(SpecError):  # where no method found a solution, there is nothing to draw
            parts.append(f"<figure>{draw(comparison).svg}</figure>")
        parts += _sentences("Conclusion", self.findings) + _sentences("What these runs do not show", self.caveats)
        return html.page("Comparison of methods", "\n".join(parts))


def _sentences(title: str, sentences: Sequence[str]) -> list[str]:
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    return [f"<h2>{title}</h2><ul>{items}</ul>"] if items else []


def _html(table: Table) -> str:
    columns = table.columns
    rows = list(zip(*(column.cells for column in columns), strict=True))
    right = [column.is_number for column in columns]
    return html.table([column.name for column in columns], rows, right=right, caption=table.caption)
