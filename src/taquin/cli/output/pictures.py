"""Pictures that commands draw: the options for their form, colours, paper and font, and the files that they go into."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import click

from taquin.cli import terminal
from taquin.cli.input import effects
from taquin.cli.input import options as shared
from taquin.cli.output import files
from taquin.errors import SpecError
from taquin.puzzle.words import plural
from taquin.render import formats
from taquin.render.draw import Drawable, draw
from taquin.render.drawing.paper import PAPERS, pages
from taquin.render.drawing.pdf import from_pages
from taquin.render.drawing.shapes import Drawing
from taquin.render.drawing.standard_fonts import has_other_fonts
from taquin.render.drawing.theme import LIGHT, THEMES, Theme, theme_named
from taquin.render.formats import Format
from taquin.trace.trace import Trace

theme_option = click.option(
    "--theme",
    type=click.Choice(list(THEMES)),
    default=LIGHT.name,
    callback=lambda ctx, parameter, value: theme_named(value),
    help="The colours of the picture. Default: light.",
)

_paper_option = click.option(
    "--paper",
    type=click.Choice(list(PAPERS)),
    help="Lay the picture out on this paper, in a .pdf file: cut into pages that join if it fits no page.",
)


def refuse_font(format_: Format) -> None:
    """Raise ``SpecError`` if --font was given for a format whose text the reader's programs show."""
    if not format_.sets_text:
        effects.refuse(["--font"], f"it is for PDF, PNG and GIF files, and {format_.name} is written")


def _check_font(ctx: click.Context, parameter: click.Parameter, value: Path | None) -> Path | None:
    """Raise ``SpecError`` for a file that is no font, before anything is searched or drawn."""
    if value is not None and not ctx.resilient_parsing and has_other_fonts():
        from taquin.render.drawing.fonts import read_font

        read_font(value)
    return value


font_option = click.option(
    "--font",
    type=click.Path(path_type=Path),
    callback=_check_font,
    metavar="FILE",
    help="Set the texts of a .pdf, .png or .gif file in this font (.ttf, .otf, .ttc); a PDF embeds it.",
)


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of --theme, and the paper of --paper and the font of --font, or None."""

    theme: Theme
    paper: str | None
    font: Path | None


look_options = shared.gathered("look", Look, "theme paper font", (theme_option, _paper_option, font_option))


# Charts


def _check_chart(ctx: click.Context, parameter: click.Parameter, value: Path | None) -> Path | None:
    if value == _UNNAMED:
        value = Path(f"{ctx.info_name}.svg")
    if value is not None and not ctx.resilient_parsing:
        formats.find(files.check_file(value, formats.endings(formats.DRAWINGS), kind="chart file")).check()
    return value


_UNNAMED = Path("unnamed")
_plot_option = click.option(
    "--plot",
    type=click.Path(path_type=Path),
    is_flag=False,
    flag_value=_UNNAMED,
    callback=_check_chart,
    metavar="[FILE]",
    help=f"Draw a chart into a {formats.describe_endings(formats.DRAWINGS)} file; without FILE, into one with the name "
    "of the command.",
)


@dataclass(frozen=True)
class ChartRequest:
    """The file of --plot, or None, the colours of --theme and the font of --font."""

    path: Path | None
    theme: Theme
    font: Path | None

    def __post_init__(self) -> None:
        effects.check("--theme", "--font", requires=["--plot"])
        if self.path is not None:
            refuse_font(formats.find(files.check_file(self.path)))

    def draw(self, what: Drawable, *, is_quiet: bool) -> None:
        """Write a chart, if one is requested, and report it: on standard error if programs read standard output."""
        if self.path is not None:
            picture = draw(what, chart=isinstance(what, Trace), theme=self.theme)
            content = picture.encoded(files.check_file(self.path), font=self.font)
            terminal.echo(f"drew {files.write_file(self.path, content)}", err=is_quiet)


chart_options = shared.gathered("chart", ChartRequest, "plot theme font", (_plot_option, theme_option, font_option))


# Pictures, trees and graphs


@dataclass(frozen=True, slots=True)
class Target:
    """A format, and the file it goes into; None is standard output."""

    format: Format
    path: Path | None
    look: Look

    def __post_init__(self) -> None:
        self.format.check()
        if self.format.name != "pdf":
            effects.refuse(["--paper"], f"it is for PDF files, and {self.format.name} is written")
        refuse_font(self.format)

    def draw(self, drawing: Drawing, summary: str = "") -> None:
        """``write`` a drawing, on pages if --paper names their size."""
        if self.look.paper is None:
            self.write(self.format.write("drawing", drawing, self.look.font), summary)
            return
        sheets = pages(drawing, self.look.paper)
        self.write(from_pages(sheets, self.look.font), f"{summary and f'{summary}; '}on {plural(len(sheets), 'page')}")

    def write(self, content: bytes, summary: str = "") -> None:
        """Write the file and print a summary of its content; without a file, print the content."""
        if self.path is None:
            click.echo(content, nl=False)
            return
        verb = "wrote" if self.format.is_text else "drew"
        terminal.echo(f"{verb} {files.write_file(self.path, content)}" + (f": {summary}" if summary else ""))


graph_output_option = shared.output_option(
    f"Write a {formats.describe_endings(formats.GRAPHS)} file; - is SVG on standard output. "
    f"{formats.describe_packages(formats.GRAPHS)}",
    allow_dash=True,
)
_NAMES = [row.name for row in formats.GRAPHS]
graph_format_option = click.option(
    "--format",
    "form",
    type=click.Choice(_NAMES),
    metavar="FORM",
    help=f"The form, for any file name; printed without -o: {', '.join(_NAMES)}.",
)


def make_target(output: Path | None, form: str | None, look: Look) -> Target:
    """The target that these options select. Raises ``SpecError`` if the file cannot be written."""
    path = None if output is None or str(output) == "-" else output
    default = "text" if output is None else "svg"
    if path is not None:
        hint = "--format selects the form for any file name"
        all_endings = [ending for row in formats.GRAPHS for ending in row.endings]
        default = files.check_file(path, () if form else all_endings, hint=hint)
    target = Target(formats.find(form or default, formats.GRAPHS), path, look)
    if target.format.is_binary and path is None and sys.stdout.isatty():
        raise SpecError(f"{target.format.title} cannot be printed at a terminal: expected -o FILE")
    return target
