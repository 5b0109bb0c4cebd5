"""Where a tree or a graph is written, and in which form: text, or a file whose ending selects the form."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taquin.cli.input import options as shared
from taquin.cli.output import pictures
from taquin.errors import SpecError

if TYPE_CHECKING:  # loaded only to draw a picture
    from taquin.render.drawing.shapes import Drawing
    from taquin.render.drawing.theme import Theme


class Form(StrEnum):
    """What a tree or a graph is written as."""

    TEXT = "text"
    SVG = "svg"
    PDF = "pdf"
    PNG = "png"
    TIKZ = "tikz"
    DOT = "dot"
    MERMAID = "mermaid"
    JSON = "json"

    @property
    def is_picture(self) -> bool:
        """Whether it is a drawing of Taquin's own."""
        return self in (Form.SVG, Form.PDF, Form.PNG, Form.TIKZ)

    @property
    def is_drawn(self) -> bool:
        """Whether people look at it, so that a large tree is cut down."""
        return self not in (Form.TEXT, Form.JSON)


_ENDINGS = {
    "svg": Form.SVG,
    "pdf": Form.PDF,
    "png": Form.PNG,
    "tex": Form.TIKZ,
    "dot": Form.DOT,
    "gv": Form.DOT,
    "mmd": Form.MERMAID,
    "mermaid": Form.MERMAID,
    "json": Form.JSON,
    "txt": Form.TEXT,
}


@dataclass(frozen=True, slots=True)
class Target:
    """A form, and the file it goes into; None is standard output."""

    form: Form
    path: Path | None
    theme: Theme

    def check(self) -> None:
        """Check that the file can be written, before a search that may take hours."""
        if self.form is Form.PNG:
            from taquin.render.drawing import raster

            raster.check_pillow()
        if self.form in (Form.PNG, Form.PDF) and self.path is None and sys.stdout.isatty():
            raise SpecError(f"a {self.form.upper()} cannot be printed at a terminal: expected -o FILE")
        if self.path is not None:
            pictures.check_directory(self.path)

    def encode(self, drawing: Drawing) -> bytes:
        from taquin.render.draw import encode
        from taquin.render.drawing import raster

        is_large = 4 * drawing.width * drawing.height > raster.MOST_PIXELS
        format_ = "tex" if self.form is Form.TIKZ else self.form.value
        return encode(drawing, format_, scale=1 if is_large else 2)

    def write(self, content: bytes, summary: str) -> None:
        """Write the file and print a summary of its content; without a file, print the content."""
        if self.path is None:
            click.echo(content, nl=False)
            return
        verb = "wrote" if self.form in (Form.TEXT, Form.JSON) else "drew"
        click.echo(f"{verb} {pictures.write_file(self.path, content)}: {summary}")


output_option = shared.output_option(
    "Write a .svg, .pdf, .png, .tex (TikZ), .dot (Graphviz), .mmd (Mermaid), .json or .txt file; - is SVG on standard "
    "output.",
    allow_dash=True,
)
format_option = click.option(
    "--format",
    "form",
    type=click.Choice([form.value for form in Form]),
    metavar="FORM",
    help=f"The form, for any file name; printed without -o: {', '.join(Form)}.",
)


def make_target(output: Path | None, form: str | None, theme: Theme) -> Target:
    """The target that these options select. Raises ``SpecError`` if the file cannot be written."""
    target = Target(*_choose(output, form), theme)
    target.check()
    return target


def _choose(output: Path | None, form: str | None) -> tuple[Form, Path | None]:
    path = None if output is None or str(output) == "-" else output
    if form is not None:
        return Form(form), path
    if path is None:
        return Form.TEXT if output is None else Form.SVG, None
    hint = "--format selects the form for any file name"
    return _ENDINGS[pictures.ending_of(path, _ENDINGS, hint=hint)], path
