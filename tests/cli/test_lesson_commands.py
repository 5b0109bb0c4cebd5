"""``taquin course``, ``quiz`` and ``worksheet`` as users see them."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from command_line import Capture, answer, error_line, printed
from taquin.cli import run
from taquin.lessons.course import UNITS
from taquin.lessons.exercises.quiz import all_forms, choose_questions
from terminal import Terminal


def test_all_units_are_listed(capsys: Capture) -> None:
    lines = printed(capsys, "course").splitlines()
    assert [line.split()[0] for line in lines] == [unit.key for unit in UNITS]


def test_a_unit_fits_80_columns(capsys: Capture) -> None:
    shown = printed(capsys, "course", "memory")
    assert max(map(len, shown.splitlines())) < 80
    assert "14        77        129" in shown, "the iterations of IDA*"
    assert shown.endswith("Practise this unit: taquin quiz memory\n")


def test_json(capsys: Capture) -> None:
    assert answer(capsys, "course", "space")["key"] == "space"


def feed(monkeypatch: pytest.MonkeyPatch, *answers: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(answer + "\n" for answer in answers)))


def test_answers_from_a_file_are_graded(monkeypatch: pytest.MonkeyPatch, capsys: Capture, tmp_path: Path) -> None:
    questions = list(choose_questions("space", 7, 4))
    feed(monkeypatch, questions[0].answer, "?", "not an answer at all", questions[3].answer)
    target = tmp_path / "results.csv"
    shown = printed(capsys, "quiz", "space", "--seed", "7", "--count", "4", "-o", str(target))
    assert "Right." in shown
    assert "Skipped. The answer is" in shown
    assert "Not readable" in shown
    assert "2 of 4 answers right" in shown
    rows = list(csv.DictReader(io.StringIO(target.read_text(encoding="utf-8"))))
    assert [row["verdict"] for row in rows] == ["right", "skipped", "unreadable", "right"]
    assert [row["form"] for row in rows] == [question.form for question in questions]


def test_json_is_alone_on_standard_output(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    feed(monkeypatch, "?")
    assert run(["quiz", "heuristics", "--seed", "1", "--count", "2", "--json"]) == 0
    captured = capsys.readouterr()
    record = json.loads(captured.out)
    assert (record["topic"], record["questions"], record["answered"], record["right"]) == ("heuristics", 2, 1, 0)
    assert "1 question not answered" in captured.err


def test_the_list_names_every_unit_and_form(capsys: Capture) -> None:
    shown = printed(capsys, "quiz", "--list")
    assert max(map(len, shown.splitlines())) < 80
    for name in [unit.key for unit in UNITS] + list(all_forms()):
        assert name in shown
    assert [unit["key"] for unit in answer(capsys, "quiz", "--list")] == [unit.key for unit in UNITS]


def test_ctrl_c_keeps_the_score_and_a_wrong_answer_has_a_second_try(tmp_path: Path) -> None:
    target = tmp_path / "results.json"
    question = next(choose_questions("space", 7, 1))
    arguments = ("quiz", "space", "--seed", "7", "-o", str(target))
    terminal = Terminal(*arguments, is_controlling=True, environment={"COLUMNS": "80"})
    terminal.read_until(r"> ")
    terminal.type("gibberish %%\n")
    terminal.read_until(r"Type \? to skip\.")
    terminal.read_until(r"> ")
    terminal.type(next(choice for choice in question.choices if choice != question.answer) + "\n")
    terminal.read_until(r"Not right yet\.")
    terminal.read_until(r"> ")
    terminal.type(question.answer + "\n")
    terminal.read_until(r"2 of 10")
    terminal.read_until(r"> ")
    terminal.type("\x03")
    assert "1 of 1 answer right, 1 at the second try; 9 questions not answered" in terminal.read_rest()
    assert terminal.process.wait() == 130
    assert json.loads(target.read_text(encoding="utf-8"))["right"] == 1


def test_a_sheet_and_its_key(tmp_path: Path, capsys: Capture) -> None:
    target = tmp_path / "sheet.pdf"
    arguments = ["worksheet", "astar", "--seed", "7", "--count", "5", "-o"]
    assert run([*arguments, str(target)]) == 0
    key = tmp_path / "sheet-key.pdf"
    shown = capsys.readouterr().out
    pages = target.read_bytes().count(b"/Type/Page/")
    assert shown == f"wrote {target} (5 questions on {pages} pages) and the key {key}\n"
    assert f"/Count {pages}>>".encode() in target.read_bytes()
    again = tmp_path / "again.pdf"
    assert run([*arguments, str(again)]) == 0
    assert again.read_bytes() == target.read_bytes()
    assert key.read_bytes().startswith(b"%PDF")


def test_markdown_has_the_questions_of_the_quiz(tmp_path: Path, capsys: Capture) -> None:
    target = tmp_path / "sheet.md"
    assert run(["worksheet", "space", "--seed", "3", "-n", "4", "-o", str(target)]) == 0
    sheet, key = target.read_text(encoding="utf-8"), (tmp_path / "sheet-key.md").read_text(encoding="utf-8")
    for question in choose_questions("space", 3, 4):
        assert question.text in sheet
        assert question.explanation in key
        assert question.explanation not in sheet


def test_without_a_seed_the_command_is_printed(tmp_path: Path, capsys: Capture) -> None:
    assert re.search(
        r"to make this again: taquin worksheet --seed \d+ --count 1\n",
        printed(capsys, "worksheet", "-n", "1", "-o", str(tmp_path / "a.md")),
    )


def test_parallel_versions_have_the_same_types_of_questions_and_the_same_length(
    tmp_path: Path, capsys: Capture
) -> None:
    arguments = ["worksheet", "astar.next,astar.f_of_child", "space.inversions", "--seed", "5", "-n", "6"]
    arguments += ["--versions", "A, B", "--course", "Informatics 2", "--date", "12 May", "-o"]
    assert run([*arguments, str(tmp_path / "sheet.pdf")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition("sheet-")[2][:5] for line in lines] == ["A.pdf", "B.pdf"]
    pages = [(tmp_path / f"sheet-{name}.pdf").read_bytes().count(b"/Type/Page/") for name in "AB"]
    assert pages[0] == pages[1] > 0
    assert run([*arguments, str(tmp_path / "sheet.md")]) == 0
    sheets = [(tmp_path / f"sheet-{name}.md").read_text(encoding="utf-8") for name in "AB"]
    kinds = [re.findall(r"frontier of A|inversion is|f of its child", text) for text in sheets]
    assert kinds[0] == kinds[1]
    assert len(kinds[0]) == 6
    assert sheets[0] != sheets[1]
    for text, name in zip(sheets, "AB", strict=True):
        assert f"version {name}\n\nInformatics 2 · 12 May\n" in text
        assert "--seed" not in text, "the command of the key is not on the sheet"
        *_, again = (tmp_path / f"sheet-{name}-key.md").read_text(encoding="utf-8").splitlines()
        assert run([*shlex.split(again)[1:], "-o", str(tmp_path / "again.md")]) == 0
        assert (tmp_path / f"again-{name}.md").read_text(encoding="utf-8") == text


def test_a_unit_asks_about_its_own_algorithm_unless_another_is_named() -> None:
    assert {question.form for question in choose_questions("astar", 1, 40)}.isdisjoint(
        {"astar.greedy", "astar.pair", "astar.weighted", "astar.focal"}
    )
    assert {question.form for question in choose_questions("astar.greedy,astar.next", 1, 4)} == {
        "astar.greedy",
        "astar.next",
    }


def test_a_sheet_for_latex_can_be_edited(tmp_path: Path) -> None:
    target = tmp_path / "sheet.tex"
    assert (
        run(["worksheet", "astar.next,astar.fill_f", "-n", "2", "--seed", "1", "--title", "50 %", "-o", str(target)])
        == 0
    )
    text = target.read_text(encoding="utf-8")
    for question in choose_questions("astar.next,astar.fill_f", 1, 2):
        assert question.text in text
    assert r"50 \%" in text
    assert text.count(r"\begin{tabular}") == text.count(r"\begin{tikzpicture}") == text.count(r"\end{fitted}") == 1
    assert all(text.count(rf"\begin{{{name}}}") == text.count(rf"\end{{{name}}}") for name in ("scope", "enumerate"))
    key = (tmp_path / "sheet-key.tex").read_text(encoding="utf-8")
    assert r"\textbf{" in key
    assert r"-{}-seed 1 -{}-count 2 -{}-title \textquotesingle{}50 \%\textquotesingle{}" in key


def test_names_of_versions_differ(capsys: Capture) -> None:
    assert "expected different names of versions" in error_line(capsys, "worksheet", "astar", "--versions", "A,A")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs LaTeX")
def test_latex_compiles_every_type_of_question(tmp_path: Path) -> None:
    target = tmp_path / "sheet.tex"
    options = [
        "-n",
        str(len(all_forms())),
        "--versions",
        "A,B",
        "--title",
        "50 % & more",
        "--course",
        "a_1 #2",
        "--seed",
        "1",
    ]
    assert run(["worksheet", *options, "-o", str(target)]) == 0
    sheets = sorted(path.name for path in tmp_path.glob("*.tex"))
    assert len(sheets) == 4
    for sheet in sheets:
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", sheet]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False)
        assert done.returncode == 0, done.stdout
        assert "Overfull \\hbox" not in done.stdout
