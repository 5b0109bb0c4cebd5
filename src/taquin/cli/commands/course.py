"""``taquin course``: the texts of the course."""

from __future__ import annotations

import json

import click

from taquin.cli.input import completion
from taquin.cli.input import options as shared
from taquin.lessons.course import UNITS, find_unit
from taquin.lessons.exercises.display import wrapped
from taquin.lessons.exercises.quiz import all_forms
from taquin.puzzle.words import plural


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
        found = [each.record() for each in UNITS] if unit is None else find_unit(unit).record()
        click.echo(json.dumps(found, indent=2, ensure_ascii=False))
        return 0
    if unit is None:
        forms = all_forms().values()
        width = max(len(each.key) for each in UNITS)
        for each in UNITS:
            count = sum(form.unit == each.key for form in forms)
            click.echo(f"{each.key:<{width}}  {each.title} ({plural(count, 'question type')})")
        return 0
    chosen = find_unit(unit)
    click.secho(chosen.title, bold=True)
    for paragraph in chosen.paragraphs():
        click.echo("\n" + (paragraph if paragraph.startswith("    ") else wrapped(paragraph)))
    click.echo(f"\nQuestions on it: taquin quiz {chosen.key}")
    return 0
