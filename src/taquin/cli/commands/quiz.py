"""``taquin quiz``: exercises at the terminal, graded immediately."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import click

from taquin.cli import terminal
from taquin.cli.exits import INTERRUPTED, SOLVED
from taquin.cli.input import completion, effects
from taquin.cli.input import options as shared
from taquin.cli.output import files
from taquin.errors import FormatError
from taquin.lessons.course import UNITS
from taquin.lessons.exercises.display import question_text, wrapped
from taquin.lessons.exercises.grading import LONGEST, Verdict, grade, shown_right
from taquin.lessons.exercises.question import Kind, Question
from taquin.lessons.exercises.quiz import (
    LARGEST_SEED,
    MOST_QUESTIONS,
    Answered,
    choose_questions,
    forms_of,
    results_csv,
    results_record,
)
from taquin.puzzle.words import plural
from taquin.render.text import layout

_SKIP = "?"
_LONGEST_LINE = 2**16  # characters of standard input; what is longer than an answer but not than this is graded


@click.command("quiz")
@click.argument("topic", required=False, metavar="[TOPIC]", shell_complete=completion.topics)
@click.option("--seed", type=shared.whole(most=LARGEST_SEED), help="Ask the same questions again.")
@click.option(
    "--count", "-n", type=shared.whole(1, most=MOST_QUESTIONS), default=10, help="How many questions. Default: 10."
)
@click.option("--list", "is_list", is_flag=True, help="List the units of the course and their question types.")
@shared.json_option
@shared.output_option("Write the results to a .json or .csv file.")
def command(topic: str | None, seed: int | None, count: int, is_list: bool, as_json: bool, output: Path | None) -> int:
    """Answer questions on search and sliding-tile puzzles.

    TOPIC is a unit of the course, such as heuristics, or one question type, such as space.inversions; without it the
    questions come from all units. Every answer is graded immediately. After a wrong answer you get a hint and a second
    try, then the answer with its explanation. Type ? to skip a question. Ctrl-C stops the quiz; the score so far
    counts.

    If standard input is not a terminal, each of its lines is one answer, without a second try. With --json the
    questions are printed on standard error and the results on standard output. Nothing is stored unless you name a
    file.

    \b
    Examples:
      taquin quiz --list
      taquin quiz heuristics --seed 7 --count 5
      taquin quiz space.shortest -n 3
      taquin quiz --seed 7 -o results.csv
      taquin quiz space --seed 7 --json < answers.txt
    """
    if is_list:
        effects.check("--seed", "--count", "--output", conflicts_with=["--list"])
        _print_topics(topic, as_json=as_json)
        return SOLVED
    if output is not None:
        files.check_file(output, ("json", "csv"))
    forms_of(topic)
    chosen = secrets.randbelow(10**6) if seed is None else seed
    quiz = _Quiz(topic, chosen, count, is_error=as_json)
    is_interrupted = quiz.run()
    record = results_record(topic, chosen, count, quiz.answered)
    written = ""
    if output is not None:
        text = results_csv(record) if output.suffix.lower() == ".csv" else json.dumps(record, indent=2) + "\n"
        written = files.write_file(output, text.encode())
    quiz.finish(written, is_seed_new=seed is None)
    if as_json:
        terminal.echo_json(record)
    return INTERRUPTED if is_interrupted else SOLVED


def _print_topics(topic: str | None, *, as_json: bool) -> None:
    forms = forms_of(topic)
    units = [unit for unit in UNITS if any(form.unit == unit.key for form in forms)]
    if as_json:
        records = [
            {
                "key": unit.key,
                "title": unit.title,
                "forms": [{"key": form.key, "title": form.title} for form in forms if form.unit == unit.key],
            }
            for unit in units
        ]
        terminal.echo_json(records)
        return
    lines = layout.aligned([(form.key, form.title) for form in forms])
    for unit in units:
        click.echo(f"{unit.key}: {unit.title}")
        for form, line in zip(forms, lines, strict=True):
            if form.unit == unit.key:
                click.echo(f"  {line}")
        click.echo()
    click.echo(f"{plural(len(forms), 'question type')}, each with any number of variants.")


class _Quiz:
    """Asks, grades and explains; on standard error where standard output holds JSON."""

    def __init__(self, topic: str | None, seed: int, count: int, *, is_error: bool) -> None:
        self.topic, self.seed, self.count, self.is_error = topic, seed, count, is_error
        self.answered: list[Answered] = []
        self.is_terminal = sys.stdin.isatty()

    def run(self) -> bool:
        """Ask all questions. Returns whether Ctrl-C ended the quiz; the end of the input ends it too."""
        if self.is_terminal:
            self._say("Type an answer and press Enter; ? skips a question, Ctrl-C ends the quiz.\n")
        try:
            for place, question in enumerate(choose_questions(self.topic, self.seed, self.count), start=1):
                self._say(f"{place} of {self.count}  ({question.form})", style="bold")
                self._say(question_text(question) + "\n")
                answer = self._answer(question)
                if answer is None:
                    break
                self.answered.append(answer)
                self._explain(answer)
        except (KeyboardInterrupt, click.Abort):
            if not self.is_terminal:  # there a prompt ends its own line
                self._say("")
            return True
        return False

    def finish(self, written: str, *, is_seed_new: bool) -> None:
        right, answered = sum(answer.is_right for answer in self.answered), len(self.answered)
        second = sum(answer.grade.verdict is Verdict.SECOND for answer in self.answered)
        late = f", {second} at the second try" if second else ""
        left = self.count - answered
        rest = f"; {plural(left, 'question')} not answered" if left else ""
        self._say(f"{right} of {plural(answered, 'answer')} right{late}{rest}", style="bold")
        topic = f" {self.topic}" if self.topic else ""
        if is_seed_new:
            self._say(f"to repeat these questions: taquin quiz{topic} --seed {self.seed} --count {self.count}")
        if written:
            self._say(f"wrote {written}")

    def _say(self, text: str, *, style: str = "") -> None:
        terminal.echo_styled(terminal.styled(text, style), err=self.is_error)

    def _answer(self, question: Question) -> Answered | None:
        """What is typed, asked for again if it is wrong, and while it cannot be read; None at the end of the input."""
        attempt = 1 if self.is_terminal else None
        for typed in self._lines(question):
            if typed == _SKIP:
                return Answered(question, "", grade(question, None))
            graded = grade(question, typed, attempt)
            if graded.verdict is Verdict.AGAIN:
                attempt = 2
                self._say(wrapped(f"{graded.message} {graded.explanation}"), style="yellow")
            elif graded.verdict is not Verdict.UNREADABLE or not self.is_terminal:
                return Answered(question, typed, graded)
            else:
                self._say(wrapped(f"{graded.message[:1].upper()}{graded.message[1:]}. Type ? to skip."))
        return None

    def _lines(self, question: Question) -> Iterator[str]:
        note = "letter" if question.kind is Kind.CHOICE else str(question.kind)
        if not self.is_terminal:
            while line := sys.stdin.readline(_LONGEST_LINE):
                if len(line) == _LONGEST_LINE:
                    raise FormatError(
                        f"standard input: expected answers of at most {LONGEST} characters, found a longer line"
                    )
                yield line.strip()
            return
        with suppress(EOFError):
            while True:
                yield terminal.ask(f"{note}> ", err=True).strip()

    def _explain(self, answer: Answered) -> None:
        question, graded = answer.question, answer.grade
        style = {Verdict.RIGHT: "green", Verdict.SECOND: "green", Verdict.SKIPPED: "yellow"}.get(graded.verdict, "red")
        message = graded.message
        if graded.verdict is Verdict.UNREADABLE:
            message = f"Not readable: {graded.message}. The answer is {shown_right(question)}."
        self._say(wrapped(message), style=style)
        self._say(wrapped(question.explanation) + "\n")
