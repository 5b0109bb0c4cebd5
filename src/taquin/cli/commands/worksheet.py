"""``taquin worksheet``: questions on paper, and a separate key."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

import click

from taquin.cli.input import completion
from taquin.cli.input import options as shared
from taquin.cli.output.files import check_file, write_files
from taquin.lessons import worksheet as sheet
from taquin.lessons.exercises.question import Question
from taquin.lessons.exercises.quiz import LARGEST_SEED, MOST_QUESTIONS, choose_questions, forms_of
from taquin.puzzle.words import plural
from taquin.render.drawing.pdf import from_pages


@click.command("worksheet")
@click.argument("topic", required=False, metavar="[TOPIC]", shell_complete=completion.topics)
@click.option("--seed", type=shared.whole(most=LARGEST_SEED), help="Make the same sheet again.")
@click.option(
    "--count", "-n", type=shared.whole(1, most=MOST_QUESTIONS), default=8, help="How many questions. Default: 8."
)
@shared.output_option(
    "The file of the sheet, .pdf or .md; the key is written next to it. Default: worksheet.pdf.",
    default=Path("worksheet.pdf"),
)
def command(topic: str | None, seed: int | None, count: int, output: Path) -> int:
    """Make a worksheet with room for the answers, and its key.

    TOPIC is a unit of the course or a question type, as for taquin quiz, which asks the same questions for the same
    seed and count; without it the questions come from all units. The sheet is A4; the key has the same name with -key:
    sheet.pdf and sheet-key.pdf. Trees have blank lines for the values to fill in.

    \b
    Examples:
      taquin worksheet astar --seed 7 --count 8 -o sheet.pdf
      taquin worksheet astar.fill_f -n 3 -o trees.pdf
      taquin worksheet heuristics -o homework.md
    """
    check_file(output, ("pdf", "md"))
    forms_of(topic)
    chosen = secrets.randbelow(10**6) if seed is None else seed
    questions = list(choose_questions(topic, chosen, count))
    title, note = sheet.title_of(topic), sheet.command_of(topic, chosen, count)
    key = output.with_name(f"{output.stem}-key{output.suffix}")
    replaced = ", replacing earlier files" if output.exists() or key.exists() else ""
    pages = _write(output, key, title, note, questions)
    click.echo(f"wrote {output} ({plural(count, 'question')}{pages}) and the key {key}{replaced}")
    if seed is None:
        click.echo(f"to make this sheet again: {note}")
    return 0


def _write(output: Path, key: Path, title: str, note: str, questions: Sequence[Question]) -> str:
    """Write both files, or none: an old key would not fit a new sheet. Returns the sheet's pages, for the message."""
    if output.suffix.lower() == ".md":
        texts = sheet.question_page(title, note, questions), sheet.key_page(title, note, questions)
        write_files({output: texts[0].encode(), key: texts[1].encode()})
        return ""
    pages = sheet.question_pages(title, note, questions)
    write_files({output: from_pages(pages), key: from_pages(sheet.key_pages(title, note, questions))})
    return f" on {plural(len(pages), 'page')}"
