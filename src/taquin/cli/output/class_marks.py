"""Grade a class: judge the submissions, and write what can be written after each."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from taquin.cli import streams, terminal
from taquin.cli.output import files
from taquin.errors import SpecError
from taquin.judging.assignment import Assignment, read_assignment
from taquin.judging.marks import Marks
from taquin.judging.marks_folder import MARKS, MarksFolder
from taquin.judging.submission import check_isolation, explain_submission, mark_submission
from taquin.puzzle.words import printable_line, shown
from taquin.render.marks import (
    marks_classroom,
    marks_csv,
    marks_gradescope,
    marks_junit,
    marks_page,
    marks_prairielearn,
    remarks,
)
from taquin.render.text import layout
from taquin.system.files import check_name, reason

FULL, LOST = 0, 1
"""The exit codes: whether every check was made, and every submission has all points."""
_REMARK = 100  # characters of the remarks in the table at the terminal
_NOT_ISOLATED = (
    "The programs are not isolated: {problem}. A submission can read your files, use the network and fill the disk."
)


def grade_class(path: Path, folders: Sequence[Path], output: Path) -> int:
    """Mark the submissions; a crash of this machine loses one. Explanations of counters come after all other marks."""
    assignment = read_assignment(path)
    _check_folders(folders)
    private = (output.resolve(), *(folder.resolve() for folder in folders))
    if problem := check_isolation(assignment, private):
        terminal.echo(_NOT_ISOLATED.format(problem=problem) + "\n")
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SpecError(f"cannot make the folder {output}: {reason(error)}") from error
    kept = MarksFolder(output, assignment, folders)
    for page in kept.outdated():
        page.unlink(missing_ok=True)
    waiting: list[Path] = []
    with streams.progress_line(is_logged=True) as show:
        for number, folder in enumerate(folders, start=1):
            name = kept.names[folder]
            place = f"{name} ({number} of {len(folders)})"

            def listen(words: str, place: str = place) -> None:
                show(f"{place}: {words}")

            show(place)
            marks = mark_submission(assignment, folder, name, private=private, explains=False, listener=listen)
            waiting += [folder] if marks.full_report is not None and "counters" in assignment.points else []
            _write(kept, assignment, folder, marks)
        for number, folder in enumerate(waiting, start=1):
            name = kept.names[folder]
            place = f"explaining the counters of {name} ({number} of {len(waiting)})"

            def listen(words: str, place: str = place) -> None:
                show(f"{place}: {words}")

            show(place)
            marks = explain_submission(assignment, folder, kept.marks[name], private=private, listener=listen)
            _write(kept, assignment, folder, replace(marks, full_report=None))
    return _print([kept.marks[kept.names[folder]] for folder in folders], output)


def _check_folders(folders: Sequence[Path]) -> None:
    if not folders:
        raise SpecError("expected folders of submissions, found none", hint="such as submissions/*/")
    if wrong := [folder for folder in folders if not folder.is_dir()]:
        raise SpecError(f"expected folders of submissions, found {shown(str(wrong[0]))}")
    for folder in folders:
        check_name(str(folder))
    places = [folder.resolve() for folder in folders]
    if double := [folder for folder, place in zip(folders, places, strict=True) if places.count(place) > 1]:
        raise SpecError(f"{shown(str(double[0]))} is listed twice")


def _write(kept: MarksFolder, assignment: Assignment, folder: Path, marks: Marks) -> None:
    """The pages of a submission, and the tables of all."""
    kept.add(folder, marks)
    name, every = marks.name, list(kept.marks.values())
    texts = {
        f"{name}.html": marks_page(assignment, marks),
        f"{name}.results.json": json.dumps(marks_gradescope(marks), indent=2) + "\n",
        f"{name}.prairielearn.json": json.dumps(marks_prairielearn(assignment, marks), indent=2) + "\n",
        f"{name}.classroom.txt": b64encode(json.dumps(marks_classroom(marks)).encode()).decode() + "\n",
        f"{name}.transcript.txt": marks.transcript,
        "marks.csv": marks_csv(assignment, every),
        "junit.xml": marks_junit(assignment, every),
    }
    contents = {kept.folder / file: text.encode("utf-8", "replace") for file, text in texts.items()}
    files.write_files(contents | {kept.folder / MARKS: kept.encoded()})


def _print(marks: Sequence[Marks], output: Path) -> int:
    rows = [[one.name, f"{one.total:g}", f"{one.most:g}", remarks(one)[:_REMARK]] for one in marks]
    terminal.echo(layout.table(["submission", "points", "of", "remarks"], rows, right=[False, True, True, False]))
    terminal.echo(
        f"\nThe marks are in {printable_line(str(output / 'marks.csv'))}, a page for each submission beside it."
    )
    return FULL if all(one.is_full for one in marks) else LOST
