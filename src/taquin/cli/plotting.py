"""Charts at the command line: ``--plot FILE`` and ``--theme``, and everything that can be wrong with them."""

from __future__ import annotations

import os
from pathlib import Path

import click

from taquin.errors import SpecError
from taquin.render import charts
from taquin.render.theme import LIGHT, THEMES


def _check_file(ctx: click.Context, parameter: click.Parameter, value: Path | None) -> Path | None:
    """Refuse what cannot be written before any search begins: it may take minutes."""
    if value is None or ctx.resilient_parsing:
        return None
    charts.format_of(value)
    if value.is_dir():
        raise SpecError(f"expected a file for --plot, found the directory {str(value)!r}")
    if not os.access(value.parent, os.W_OK):
        raise SpecError(f"expected a directory to write {str(value)!r} into, found none at {str(value.parent)!r}")
    charts.check_matplotlib()
    return value


plot_option = click.option(
    "--plot",
    type=click.Path(path_type=Path),
    callback=_check_file,
    metavar="FILE",
    help="Draw a chart into a .svg, .png or .pdf file (needs the extra `plot`).",
)
theme_option = click.option(
    "--theme", type=click.Choice(list(THEMES)), default=LIGHT.name, help="The colours of the picture. Default: light."
)


def save(chart: bytes, path: Path, *, is_quiet: bool = False) -> None:
    """Write the file and say so, on standard error where standard output is for programs."""
    path.write_bytes(chart)
    click.echo(f"drew {path}", err=is_quiet)
