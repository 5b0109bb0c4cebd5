"""``taquin course``: the texts of the course."""

from __future__ import annotations

import json
from collections import Counter

import click

from taquin.cli import terminal
from taquin.cli.input import completion
from taquin.cli.input import options as shared
from taquin.lessons.course import UNITS, find_unit
from taquin.lessons.exercises.display import wrapped
from taquin.lessons.exercises.quiz import all_forms
from taquin.puzzle.words import plural
from taquin.render.text import layout


@click.command("course")
@click.argument("unit", required=False, metavar="[UNIT]", shell_complete=completion.units)
@shared.json_option
def command(unit: str | None, as_json: bool) -> int:
    """Read a unit of the course, or list all units.

    The numbers in the examples are computed when the text is printed. `taquin quiz UNIT` asks questions on a unit;
    `taquin worksheet UNIT` prints them.

    \b
    Examples:
      taquin course
      taquin course astar
      taquin quiz astar
    """
    if as_json:
        records = [listed.record() for listed in UNITS] if unit is None else find_unit(unit).record()
        click.echo(json.dumps(records, indent=2, ensure_ascii=False))
        return 0
    if unit is None:
        counts = Counter(form.unit for form in all_forms().values())
        rows = [(listed.key, f"{listed.title} ({plural(counts[listed.key], 'question type')})") for listed in UNITS]
        click.echo("\n".join(layout.aligned(rows)))
        return 0
    chosen = find_unit(unit)
    terminal.echo_styled(terminal.styled(chosen.title, "bold"))
    for paragraph in chosen.paragraphs():
        click.echo("\n" + (paragraph if paragraph.startswith("    ") else wrapped(paragraph)))
    click.echo(f"\nPractise this unit: taquin quiz {chosen.key}")
    return 0
