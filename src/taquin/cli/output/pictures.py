"""Pictures at the command line: the options for them, and files that are written completely or not at all."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taquin.errors import SpecError
from taquin.puzzle.words import plural, shown
from taquin.render.draw import STILL_FORMATS, encode
from taquin.render.drawing.theme import LIGHT, THEMES, theme_named
from taquin.system import files

if TYPE_CHECKING:  # loaded only to draw a picture
    from taquin.puzzle.solution import Solution
    from taquin.render.drawing.shapes import Drawing

STILL = STILL_FORMATS
ANIMATED = ("svg", "gif")

Steps = tuple[int, int]

_MOST_DRAWN_CELLS = 20_000
"""Of all boards of a strip together, unless the steps are chosen: a few megabytes of SVG."""


def ending_of(path: Path, endings: Iterable[str], *, kind: str = "file", hint: str = "") -> str:
    """The ending of a file name, without its dot. Raises ``SpecError`` if it is not one of these.

    >>> ending_of(Path("board.SVG"), STILL)
    'svg'
    """
    ending = path.suffix.lower().removeprefix(".")
    if ending in endings:
        return ending
    *first, last = [f".{each}" for each in endings]
    found = f"{path.suffix} in {str(path)!r}" if ending else f"none in {str(path)!r}"
    raise SpecError(f"expected a {kind} that ends in {', '.join(first)} or {last}, found {found}", hint=hint)


def picture_format(path: Path, formats: tuple[str, ...]) -> str:
    """The format that the ending of a file name selects; ``-`` is SVG. Raises ``SpecError`` for another ending."""
    if str(path) == "-":
        return "svg"
    name = path.suffix.lower().removeprefix(".")
    hint = f"a {'TikZ picture' if name == 'tex' else name.upper()} cannot be animated" if name in STILL else ""
    return ending_of(path, formats, kind="picture file", hint=hint)


def check_target(path: Path, formats: tuple[str, ...]) -> None:
    """Check that the file can be written, before a search that may take hours."""
    ending = picture_format(path, formats)
    if ending in ("png", "gif"):
        from taquin.render.drawing import raster

        raster.check_pillow()
    check_directory(path)


def check_directory(path: Path) -> None:
    """Raise ``SpecError`` if no file can be written here."""
    if path.is_dir():
        raise SpecError(f"expected a file to write, found the directory {str(path)!r}")
    if not path.parent.is_dir():
        raise SpecError(f"cannot write {str(path)!r}: there is no directory {str(path.parent)!r}")


def parse_steps(text: str) -> Steps:
    """The first and the last step.

    >>> parse_steps("1-10"), parse_steps("7")
    ((1, 10), (7, 7))
    """
    found = re.fullmatch(r"([0-9]{1,9})(?:\s*+(-|–|\.\.)\s*+([0-9]{1,9})?)?", text.strip())
    if found is None:
        raise SpecError(f"expected steps such as 1-10, 5- or 7, found {shown(text)}")
    first = int(found[1])
    last = int(found[3]) if found[3] else 10**9 if found[2] else first
    if not 1 <= first <= last:
        raise SpecError(f"expected steps from 1 on, the first before the last, found {shown(text)}")
    return first, last


theme_option = click.option(
    "--theme",
    type=click.Choice(list(THEMES)),
    default=LIGHT.name,
    callback=lambda ctx, parameter, value: theme_named(value),
    help="The colours of the picture. Default: light.",
)


def report_cut(path: Path, solution: Solution, steps: Steps | None, *, is_quiet: bool = False) -> None:
    """If a picture has only the first steps, say how many, and how to draw the next ones."""
    from taquin.render.solution.picture import move_range

    part = move_range(solution, steps=steps)
    if not part.is_whole:
        name = "the picture" if str(path) == "-" else path
        following = f"{part.last + 1}-{min(2 * part.last, solution.length)}"
        click.echo(
            f"{name} has the first {part.last:,} of {plural(solution.length, 'step')}: "
            f"--steps {following} draws the next ones",
            err=is_quiet,
        )


def first_steps(solution: Solution) -> Steps | None:
    """The steps of a strip that is not too large to be looked at; None for all of them."""
    most = max(1, _MOST_DRAWN_CELLS // solution.start.shape.cells)
    return None if solution.length <= most else (1, most)


def encode_still(drawing: Drawing, path: Path) -> bytes:
    return encode(drawing, picture_format(path, STILL))


def save(picture: bytes, path: Path, *, is_quiet: bool = False) -> None:
    """Write the file and report it: on standard error if standard output is read by programs; ``-`` is printed."""
    if str(path) == "-":
        click.echo(picture, nl=False)
        return
    click.echo(f"drew {write_file(path, picture)}", err=is_quiet)


def _check_chart(ctx: click.Context, parameter: click.Parameter, value: Path | None) -> Path | None:
    """Check that the file can be written, before a search that may take minutes."""
    if value == _UNNAMED:
        value = Path(f"{ctx.info_name}.svg")
    if value is not None and not ctx.resilient_parsing:
        from taquin.render import charts  # loaded only to draw a chart

        ending_of(value, charts.FORMATS, kind="chart file")
        check_directory(value)
        charts.check_matplotlib()
    return value


_UNNAMED = Path("unnamed")
plot_option = click.option(
    "--plot",
    type=click.Path(path_type=Path),
    is_flag=False,
    flag_value=_UNNAMED,
    callback=_check_chart,
    metavar="[FILE]",
    help="Draw a chart into a .svg, .png or .pdf file; without FILE, into one with the name of the command.",
)


def write_file(path: Path, data: bytes) -> str:
    """Write a file completely or not at all. Returns its ``written_name``. Raises ``SpecError`` if that fails."""
    name = written_name(path)
    try:
        files.write_file(path, [data])
    except (OSError, ValueError) as error:
        raise SpecError(f"cannot write {str(path)!r}: {files.reason(error)}") from error
    return name


def written_name(path: Path) -> str:
    """What a message calls a file that is about to be written."""
    return f"{path}, replacing an earlier file" if path.is_file() else str(path)
