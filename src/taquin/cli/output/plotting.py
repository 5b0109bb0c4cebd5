"""Charts at the command line: ``--plot [FILE]``."""

from __future__ import annotations

from pathlib import Path

import click

from taquin.cli.output.pictures import check_directory

_UNNAMED = Path("unnamed")


def _check_file(ctx: click.Context, parameter: click.Parameter, value: Path | None) -> Path | None:
    """Check that the file can be written, before a search that may take minutes."""
    if value == _UNNAMED:
        value = Path(f"{ctx.info_name}.svg")
    if value is not None and not ctx.resilient_parsing:
        from taquin.render import charts  # loaded only to draw a chart

        charts.format_of(value)
        check_directory(value)
        charts.check_matplotlib()
    return value


plot_option = click.option(
    "--plot",
    type=click.Path(path_type=Path),
    is_flag=False,
    flag_value=_UNNAMED,
    callback=_check_file,
    metavar="[FILE]",
    help="Draw a chart into a .svg, .png or .pdf file; without FILE, into one with the name of the command.",
)
