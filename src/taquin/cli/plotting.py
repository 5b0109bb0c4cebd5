"""Charts at the command line: ``--plot FILE``."""

from __future__ import annotations

from pathlib import Path

import click

from taquin.cli.pictures import check_place


def _check_file(ctx: click.Context, parameter: click.Parameter, value: Path | None) -> Path | None:
    """Refuse what cannot be drawn before any search begins: it may take minutes."""
    if value is not None and not ctx.resilient_parsing:
        from taquin.render import charts  # most runs draw none

        charts.format_of(value)
        check_place(value)
        charts.check_matplotlib()
    return value


plot_option = click.option(
    "--plot",
    type=click.Path(path_type=Path),
    callback=_check_file,
    metavar="FILE",
    help="Draw a chart into a .svg, .png or .pdf file.",
)
