"""``taquin worksheet``: questions on paper, and a separate key."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import click

from taquin.cli.input import completion, effects
from taquin.cli.input import options as shared
from taquin.cli.output.files import check_file, write_files
from taquin.cli.output.pictures import font_option
from taquin.errors import SpecError
from taquin.lessons import worksheet as sheet
from taquin.lessons.exercises.quiz import LARGEST_SEED, MOST_QUESTIONS, choose_questions, forms_of
from taquin.lessons.worksheet_files import WRITERS
from taquin.puzzle.words import plural, printable_line, shown

_LONGEST = 300  # characters of a title: more are no heading


@click.command("worksheet")
@click.argument("topics", nargs=-1, metavar="[TOPIC…]", shell_complete=completion.topics)
@click.option("--seed", type=shared.whole(most=LARGEST_SEED), help="Make the same sheet again.")
@click.option(
    "--count", "-n", type=shared.whole(1, most=MOST_QUESTIONS), default=8, help="How many questions. Default: 8."
)
@click.option(
    "--versions", metavar="A,B,…", default="", help="Parallel sheets: the same types of questions with other numbers."
)
@click.option("--title", help="The title. Default: that of the topics.")
@click.option("--course", default="", help="The name of the course, below the title.")
@click.option("--date", default="", help="A date, below the title.")
@shared.output_option(
    "The file of the sheet, .pdf, .html, .md or .tex; the key is written next to it. Default: worksheet.pdf.",
    default=Path("worksheet.pdf"),
)
@font_option
def command(
    topics: tuple[str, ...],
    seed: int | None,
    count: int,
    versions: str,
    title: str | None,
    course: str,
    date: str,
    output: Path,
    font: Path | None,
) -> int:
    """Make a worksheet with room for the answers, and its key.

    TOPIC is a unit of the course or a question type, or several, as for taquin quiz, which asks the same questions for
    the same seed and count; without it the questions come from all units. The unit astar has questions on A* only;
    those on other algorithms have to be named, such as astar.greedy. The sheet is A4; the key has the same name with
    -key: sheet.pdf and sheet-key.pdf. Trees have blank lines for the values to fill in. Only the key names the command
    that makes the sheet again. --versions A,B writes sheet-A.pdf and sheet-B.pdf, of the same length.

    \b
    Examples:
      taquin worksheet astar --seed 7 --count 8 -o sheet.pdf
      taquin worksheet astar.fill_f -n 3 -o trees.pdf
      taquin worksheet heuristics -o homework.md
      taquin worksheet astar --title "Řešení úloh" -o course.html
      taquin worksheet astar.next,astar.fill_f --versions A,B --course "Informatics 2" --date "12 May" -o exam.tex
    """
    ending = check_file(output, WRITERS)
    if ending != "pdf":
        effects.refuse(["--font"], f"it is for PDF files, and {ending} is written")
    topic = ",".join(topics) or None
    forms_of(topic)
    chosen = secrets.randbelow(10**6) if seed is None else seed
    questions = list(choose_questions(topic, chosen, count))
    names = _read_versions(versions)
    texts = {"title": title, "course": course, "date": date}
    title, course, date = (_line(name, text or "") for name, text in texts.items())
    given = {"versions": ",".join(names), "title": title, "course": course, "date": date}
    again = " ".join([sheet.command_of(topic, chosen, count), *_options(given)])
    subtitle = " · ".join(filter(None, (course, date)))
    contents: dict[Path, bytes] = {}
    lines = [] if seed is not None else [f"to make this again: {again}"]
    for place, version in enumerate(names):
        asked = sheet.parallel_questions(questions, version) if place else questions
        heading = (title or sheet.title_of(topic)) + (f", version {version}" if version else "")
        stem = f"{output.stem}-{version}" if version else output.stem
        paths = [output.with_name(f"{stem}{part}{output.suffix}") for part in ("", "-key")]
        replaced = ", replacing earlier files" if any(path.exists() for path in paths) else ""
        written = sheet.Sheet(heading, asked, subtitle=subtitle)
        sheets = [written, replace(written, note=again, is_key=True)]
        pages = f" on {plural(len(written.pages()), 'page')}" if ending in ("pdf", "html") else ""
        written_files = [WRITERS[ending](one, font) for one in sheets]
        contents |= zip(paths, written_files, strict=True)
        worksheet, key = (printable_line(str(path)) for path in paths)
        lines.insert(place, f"wrote {worksheet} ({plural(count, 'question')}{pages}) and the key {key}{replaced}")
    write_files(contents)  # all or none: an old key would not fit a new sheet
    click.echo("\n".join(lines))
    return 0


def _options(given: Mapping[str, str | None]) -> list[str]:
    return [f"--{name} {shlex.quote(value)}" for name, value in given.items() if value]


def _line(name: str, text: str) -> str:
    """The text of an option, hidden characters written out. Raises ``SpecError`` for several lines."""
    if len(text.splitlines()) > 1:
        raise SpecError(f"expected --{name} in one line, found a line break after {shown(text.splitlines()[0], 40)}")
    if len(text) > _LONGEST:
        raise SpecError(f"expected --{name} of at most {_LONGEST} characters, found {len(text):,}")
    return printable_line(text)


def _read_versions(text: str) -> list[str]:
    """The names of the versions; one without a name if there are none."""
    names = [name.strip() for name in text.split(",")]
    if any(not name.isalnum() for name in names if text) or len(set(names)) < len(names):
        raise SpecError(f"expected different names of versions, such as A,B, found {shown(text)}")
    return names
