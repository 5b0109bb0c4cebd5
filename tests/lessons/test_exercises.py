"""Every question type: the same for a seed, right by an independent judge, wrong answers refused, text complete."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from string import Formatter

import pytest

import exercise_judges
from exercise_judges import JUDGES
from exercise_judges.puzzle import rows_of, slid
from looping import for_each
from taquin.errors import SpecError
from taquin.lessons import all_lessons
from taquin.lessons.course import UNITS, Unit
from taquin.lessons.exercises.display import WIDTH, question_text
from taquin.lessons.exercises.grading import Verdict, grade, read_answer
from taquin.lessons.exercises.material import Form, Forms
from taquin.lessons.exercises.question import Kind, Question, Touch
from taquin.lessons.exercises.quiz import all_forms, choose_questions, find_form
from taquin.solving.method import choose_method

SEEDS = range(4)
MORE_SEEDS = range(100, 140)
FORMS = list(all_forms().values())


def test_every_form_has_a_judge_and_a_unit() -> None:
    assert sorted(JUDGES) == sorted(all_forms())
    assert {form.unit for form in FORMS} == {unit.key for unit in UNITS}
    assert len({form.title for form in FORMS}) == len(FORMS) >= 100


def test_every_text_has_a_form() -> None:
    assert {f"{unit.key}.{name}" for unit in UNITS for name in Forms(unit.key).words} == set(all_forms())


def test_judges_import_nothing_of_taquin() -> None:
    for path in Path(exercise_judges.__file__).parent.glob("*.py"):
        assert not re.search(r"^\s*(from|import) taquin", path.read_text(encoding="utf-8"), re.MULTILINE), path.name


@for_each("form", FORMS)
def test_questions_are_right_complete_and_the_same_for_a_seed(form: Form) -> None:
    questions = [form.question(seed) for seed in SEEDS]
    assert form.question(0) == questions[0]
    assert len({str(question.record()) for question in questions}) > 1, "variants differ"
    for question in questions:
        check(question)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.key)
def test_many_variants_are_right(form: Form) -> None:
    for seed in MORE_SEEDS:
        check(form.question(seed))


def check(question: Question) -> None:
    check_answer(question)
    check_text(question)
    for wrong in wrong_answers(question):
        assert grade(question, wrong).verdict is Verdict.WRONG, (question, wrong)
        check_second_try(question, wrong)


def check_second_try(question: Question, wrong: str) -> None:
    """After a wrong first answer there is a pointer, which has neither the answer nor its explanation."""
    first = grade(question, wrong, 1)
    if len(question.choices) == 2:
        assert first == grade(question, wrong)
        assert not question.hint
        return
    assert first.verdict is Verdict.AGAIN
    assert first.explanation.endswith((".", "?"))
    assert question.hint
    assert question.hint in first.explanation
    assert first.answer == ""
    if question.kind in (Kind.LIST, Kind.BOARD):
        assert question.answer not in first.explanation
    assert grade(question, question.answer, 2).verdict is Verdict.SECOND
    assert grade(question, wrong, 2) == grade(question, wrong)


def check_answer(question: Question) -> None:
    """The judge and the form agree: what the judge answers is right, and the form accepts nothing else."""
    record = json.loads(json.dumps(question.record(), default=asdict))
    judged = JUDGES[question.form](record)
    assert judged, question.text
    for answer in judged:
        assert grade(question, answer).verdict is Verdict.RIGHT, (question, answer)
    accepted = [read_answer(question, text) for text in (question.answer, *question.also)]
    assert len(set(accepted)) == len(set(judged)), (question, judged)


def wrong_answers(question: Question) -> list[str]:
    match question.kind:
        case Kind.CHOICE:
            return [choice for choice in question.choices if choice != question.answer]
        case Kind.NUMBER:
            value, step = float(question.answer), 2 * question.tolerance or 1
            return [f"{value + step:.4f}", f"{value - step:.4f}", f"{value * 2 + 1:.4f}"]
        case Kind.MOVES:
            return [question.answer + "UD"] if len(question.answer) > 1 else ["UD"]
        case Kind.LIST:
            items = question.answer.split()
            reordered = [" ".join(reversed(items))] if question.is_ordered and items != items[::-1] else []
            return [*reordered, " ".join([*items, "99"]), " ".join([*items[:-1], "98"])]
        case Kind.BOARD:
            cells = question.answer.split()
            cells[0], cells[-1] = cells[-1], cells[0]
            return [" ".join(cells)]


def check_text(question: Question) -> None:
    assert len(question.choices) == len(set(question.choices))
    assert question.text.endswith((".", "?")), question.text
    assert question.explanation.endswith("."), question.explanation
    for text in (question.text, question.explanation, *question.choices):
        assert "{" not in text
        assert "  " not in text
        assert "None" not in text
    assert max(map(len, question_text(question).splitlines())) <= WIDTH
    assert grade(question, "").verdict is Verdict.UNREADABLE
    assert "answer" not in question.record()


@pytest.mark.parametrize(
    ("form", "seed", "change", "pointer"),
    [
        ("astar.fill_f", 3, lambda answer: [*answer[:2], "99", *answer[3:]], "f of node 2 is not right."),
        ("astar.fill_f", 3, lambda answer: answer[:-1], "the tree 8 nodes."),
        ("astar.order", 3, lambda answer: [answer[0], *answer[:0:-1]], "The first item is right, but not the next."),
        ("graph.closed", 3, lambda answer: answer[:-1], "All of yours are right, but some are missing."),
        ("graph.closed", 3, lambda answer: [*answer[:-1], "99"], "2 of your 3 are right."),
        ("space.undo", 1, lambda answer: ["U"] * 9, "is not legal: the blank is at the edge."),
        ("space.one_move", 1, lambda answer: answer[::-1], "Row 1 is not right."),
    ],
)
def test_a_pointer_names_the_part_that_is_wrong(
    form: str, seed: int, change: Callable[[list[str]], list[str]], pointer: str
) -> None:
    question = find_form(form).question(seed)
    found = grade(question, " ".join(change(question.answer.replace("/", "").split())), 1)
    assert found.verdict is Verdict.AGAIN
    assert pointer in found.explanation, (question.answer, found)


def test_an_empty_blank_is_not_a_wrong_answer() -> None:
    found = grade(find_form("astar.fill_f").question(3), "8 ? 10", 1)
    assert found.verdict is Verdict.UNREADABLE
    assert found.message == "expected a value in every blank; found an empty one"


@for_each("form", FORMS)
def test_what_can_be_touched_is_there_and_gives_the_answer(form: Form) -> None:
    question = form.question(0)
    answers = set(question.answer.split())
    match question.touch:
        case Touch.NODES:
            assert answers <= {str(node.number) for node in question.tree}
        case Touch.ROWS:
            assert question.table is not None
            assert answers <= {row[0] for row in question.table.rows}
        case Touch.NAMES:
            assert answers <= set(question.names)
        case Touch.TILES:
            assert answers <= {str(tile) for tile in question.board}
        case Touch.CELLS:
            assert answers <= {str(cell) for cell in range(question.board.shape.cells)}
        case Touch.SWAPS:
            assert question.kind is Kind.BOARD
        case Touch.BLANKS:
            assert question.blanks
            assert len(question.answer.split()) == len(question.tree)
        case Touch.MOVES:
            assert question.kind in (Kind.MOVES, Kind.BOARD)


def question_of(kind: Kind, **values: object) -> Question:
    return Question(text="?", kind=kind, explanation=".", **values)  # type: ignore[arg-type]


def test_a_number_in_any_notation() -> None:
    for typed in ("12", " 12 ", "12 moves", "h = 12", "= 12", "12.0", "+12", "12."):
        assert grade(question_of(Kind.NUMBER, answer="12"), typed).verdict is Verdict.RIGHT
    large, small = question_of(Kind.NUMBER, answer="181440"), question_of(Kind.NUMBER, answer="0.37", tolerance=0.01)
    for typed in ("181,440", "181 440", "181440 boards"):
        assert grade(large, typed).verdict is Verdict.RIGHT
    for typed in ("0.37", "0,37", "p = 0.368"):
        assert grade(small, typed).verdict is Verdict.RIGHT
    for question, typed in ((small, ".37"), (large, "twelve"), (large, "12 13 x 4")):
        assert grade(question, typed).verdict is Verdict.UNREADABLE


def test_moves_lists_and_choices_in_any_notation() -> None:
    moves = find_form("space.undo").question(1)
    letters = moves.answer
    words = ", ".join({"U": "Up", "D": "down", "L": "LEFT", "R": "Right"}[letter] for letter in letters)
    arrows = "".join({"U": "↑", "D": "↓", "L": "←", "R": "→"}[letter] for letter in letters)
    for typed in (letters, letters.lower(), " ".join(letters), words, arrows, "-".join(letters)):
        assert grade(moves, typed).verdict is Verdict.RIGHT, typed
    assert grade(moves, "XYZ").verdict is Verdict.UNREADABLE
    path = question_of(Kind.LIST, answer="S A G")
    for typed in ("S A G", "s,a,g", "S -> A -> G", "SAG", "S → A → G"):
        assert grade(path, typed).verdict is Verdict.RIGHT, typed
    nodes = question_of(Kind.LIST, answer="3 5 7", is_ordered=False)
    for typed in ("7 5 3", "3, 5 and 7", "nodes 3, 5, 7"):
        assert grade(nodes, typed).verdict is Verdict.RIGHT, typed
    chosen = question_of(Kind.CHOICE, answer="yes", choices=("yes", "no"))
    for typed in ("a", "A)", "yes", "Y"):
        assert grade(chosen, typed).verdict is Verdict.RIGHT, typed
    assert grade(chosen, "z").verdict is Verdict.UNREADABLE
    question = find_form("space.shortest").question(2)
    tiles = slid(rows_of({**question.record()}), question.answer)
    for typed in (" ".join(map(str, tiles)), "".join(map(str, tiles))):
        assert grade(question, typed).verdict is Verdict.RIGHT


def test_a_quiz_uses_every_form_before_one_is_used_again() -> None:
    count = sum(form.unit == "space" for form in FORMS)
    chosen = list(choose_questions("space", 7, count + 1))
    assert chosen == list(choose_questions("space", 7, count + 1))
    assert len({question.form for question in chosen}) == count
    assert chosen[:3] == list(choose_questions("space", 7, 3)), "a longer quiz begins like a shorter one"


def test_unknown_forms_are_named() -> None:
    with pytest.raises(SpecError, match=r"no question type 'space\.nothing'"):
        find_form("space.nothing")


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.key)
def test_the_text_of_a_unit_is_complete(unit: Unit) -> None:
    names = {name for _, name, _, _ in Formatter().parse(unit.text) if name is not None}
    assert names == unit.values().keys()
    paragraphs = unit.paragraphs()
    assert [part["text"] for part in unit.record()["paragraphs"]] == paragraphs
    assert set(unit.lessons) <= {lesson.key for lesson in all_lessons()}
    assert all(choose_method(method).text == method for method in unit.watch), "as the page writes them"
    assert len(paragraphs) >= 4
    for paragraph in paragraphs:
        assert "{" not in paragraph
        assert max(map(len, paragraph.splitlines())) <= WIDTH or not paragraph.startswith("    ")
    assert 120 < sum(len(paragraph.split()) for paragraph in paragraphs) < 600
    assert str(unit.summary)[0].islower()
