"""``taquin judge --assignment``: a class with a submission of every bad kind; the others are graded."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import sys
from contextlib import redirect_stdout
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cases import each_case
from command_line import Capture
from taquin.cli import run

EXAMPLES = Path(__file__).parents[2] / "examples" / "class"
RIGHT = """
answers = {"123405786": "RD", "123456078": "RR", "123456870": "no solution"}
print("moves:", answers[input()])
"""
SUBMISSIONS = {
    "right": RIGHT,
    "longer": RIGHT.replace('"RD"', '"LRRD"'),
    "crashes": "raise ValueError('=bad\\x07 <row>')",
    "deletes": "import os, shutil; shutil.rmtree(os.getcwd())",
    "forks": "import subprocess, sys\n"
    "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], start_new_session=True)\n" + RIGHT,
    "loops": "while True: pass",
    "prints": "while True: print('x' * 10**6)",
    "silent": "",
}
ASSIGNMENT = f"""
title = "Homework <1>"
program = "{sys.executable} solver.py"
input = "{{digits}}\\n"
time = "3s"
boards = ["1 2 3 / 4 0 5 / 7 8 6", "1 2 3 / 4 5 6 / 8 7 0"]
hidden = ["1 2 3 / 4 5 6 / 0 7 8"]
[points]
right = 4
shortest = 2
unsolvable = 1
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hw1.toml").write_text(ASSIGNMENT)
    return tmp_path


def submit(folder: Path, name: str, code: str) -> str:
    path = folder / "submissions" / name
    path.mkdir(parents=True)
    (path / "solver.py").write_text(code)
    return str(path)


def grade(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    code = run(["judge", "--assignment", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def table(folder: Path) -> dict[str, dict[str, str]]:
    with (folder / "marks" / "marks.csv").open(newline="") as file:
        return {row["submission"]: row for row in csv.DictReader(file)}


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a class with every bad submission was graded."""
    folder = tmp_path_factory.mktemp("class")
    (folder / "hw1.toml").write_text(ASSIGNMENT)
    submissions = [submit(folder, name, code) for name, code in SUBMISSIONS.items()]
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(io.StringIO()) as output:
        patch.chdir(folder)
        code = run(["judge", "--assignment", "hw1.toml", *submissions])
    (folder / "output.txt").write_text(f"exit code {code}\n{output.getvalue()}")
    return folder


def test_a_class_with_bad_submissions_is_graded_to_the_end(graded: Path) -> None:
    assert (graded / "output.txt").read_text().startswith("exit code 1\n")


def test_the_file_of_marks_is_named(graded: Path) -> None:
    assert "marks/marks.csv" in (graded / "output.txt").read_text()


MARKS = {
    "right": ("7", ""),
    "longer": ("6", "2 longer than the shortest: 4 moves, not 2"),
    "crashes": ("0", "ValueError: =bad"),
    "deletes": ("0", "perhaps because it deleted its files|can't open file"),
    "forks": ("7", ""),
    "loops": ("0", "time limit"),
    "prints": ("0", "limit"),  # of output, or on a slow machine of time
    "silent": ("0", "prints nothing"),
}


@each_case(("name", "total", "remark"), [(name, *row) for name, row in MARKS.items()])
def test_marks_and_remarks_of_a_submission(graded: Path, name: str, total: str, remark: str) -> None:
    row = table(graded)[name]
    assert row["total"] == total
    assert re.search(remark, row["remarks"]) if remark else row["remarks"] == ""


def test_a_submission_that_deletes_its_files_is_run_on_a_copy(graded: Path) -> None:
    assert (graded / "submissions" / "deletes" / "solver.py").exists()


def test_junit_has_a_suite_of_each_submission(graded: Path) -> None:
    suites = ElementTree.parse(graded / "marks" / "junit.xml").getroot()
    assert [suite.get("name") for suite in suites] == list(SUBMISSIONS)
    assert [suite.get("failures") for suite in suites][:2] == ["0", "1"]


def test_results_for_a_grading_service_have_the_points(graded: Path) -> None:
    results = json.loads((graded / "marks" / "longer.results.json").read_text())
    assert sum(test["score"] for test in results["tests"]) == 6


def test_the_page_of_a_student_has_points_and_an_escaped_title(graded: Path) -> None:
    page = (graded / "marks" / "longer.html").read_text()
    assert "6 of 7 points" in page
    assert "Homework &lt;1&gt;: longer" in page


def test_the_page_of_a_student_shows_no_hidden_board(graded: Path) -> None:
    page = (graded / "marks" / "longer.html").read_text()
    assert page.count("<svg") == 2
    assert "1 2 3 / 4 5 6 / 0 7 8" not in page


@pytest.mark.slow
def test_no_file_for_students_shows_a_hidden_board(folder: Path, capsys: Capture) -> None:
    (folder / "hw1.toml").write_text(ASSIGNMENT.replace("[points]", "[points]\ncounters = 1"))
    counts = "(moves := answers[input()]))\nprint('nodes expanded:', 900 if moves == 'RR' else 3)"
    grade(capsys, "hw1.toml", submit(folder, "right", RIGHT.replace("answers[input()])", counts)))
    texts = [file.read_text() for file in (folder / "marks").iterdir() if "transcript" not in file.name]
    assert "on a hidden board" in "".join(texts)
    assert not any("1 2 3 / 4 5 6 / 0 7 8" in text for text in texts)


def test_a_submission_with_all_points_has_the_code_0(folder: Path, capsys: Capture) -> None:
    assert grade(capsys, "hw1.toml", submit(folder, "right", RIGHT), "-o", "out")[0] == 0
    assert (folder / "out" / "right.transcript.txt").read_text().count("--- typed ---") == 4  # one found out the way


def test_submissions_of_the_same_name(folder: Path, capsys: Capture) -> None:
    submissions = [submit(folder, "one/work", RIGHT), submit(folder, "two/work", RIGHT)]
    grade(capsys, "hw1.toml", *submissions)
    assert list(table(folder)) == ["one-work", "two-work"]


def test_a_name_like_that_of_another_submission_takes_no_marks(folder: Path, capsys: Capture) -> None:
    wrong = RIGHT.replace('"RD"', '"LL"')
    kinds = (("one/work", RIGHT), ("two/work", wrong), ("three/two-work", RIGHT), ("three/work-2", RIGHT))
    grade(capsys, "hw1.toml", *(submit(folder, *one) for one in kinds))
    assert sorted(row["total"] for row in table(folder).values()) == ["4", "7", "7", "7"]
    assert len(list((folder / "marks").glob("*.html"))) == 4


def test_a_late_submission_keeps_the_other_rows_and_names(folder: Path, capsys: Capture) -> None:
    wrong = RIGHT.replace('"RD"', '"LL"')
    early = submit(folder, "early/work", RIGHT)
    grade(capsys, "hw1.toml", early)
    late = submit(folder, "late/work", wrong)
    output = grade(capsys, "hw1.toml", late)[1]
    assert list(table(folder)) == ["work", "late-work"]
    assert "late-work" in output
    Path(late, "solver.py").write_text(RIGHT)
    grade(capsys, "hw1.toml", late)
    assert {name: row["total"] for name, row in table(folder).items()} == {"work": "7", "late-work": "7"}
    suites = ElementTree.parse(folder / "marks" / "junit.xml").getroot()
    assert [suite.get("name") for suite in suites] == ["work", "late-work"]


def test_marks_of_another_assignment_are_not_mixed_with_new_ones(folder: Path, capsys: Capture) -> None:
    ann, bob = (submit(folder, name, RIGHT) for name in ("ann", "bob"))
    grade(capsys, "hw1.toml", ann, bob)
    (folder / "hw1.toml").write_text(ASSIGNMENT.replace("right = 4", "right = 5"))
    code, _, errors = grade(capsys, "hw1.toml", ann)
    assert code == 2
    assert "has marks of 1 submission by another assignment, or by an earlier version of it, such as 'bob'" in errors
    grade(capsys, "hw1.toml", ann, bob)
    assert {row["of"] for row in table(folder).values()} == {"8"}
    (folder / "marks" / "marks.json").write_text("{")
    assert "cannot read marks/marks.json" in grade(capsys, "hw1.toml", ann)[2]


@pytest.mark.parametrize(
    ("build", "remark"),
    [
        ("sh -c 'exit 7'", """cannot be built: "sh -c 'exit 7'": exit code 7"""),
        ("echo x > made && python3 -m py_compile wrong.py", "wrong.py"),
    ],
)
def test_a_build_that_fails(build: str, remark: str, folder: Path, capsys: Capture) -> None:
    (folder / "hw1.toml").write_text(f"build = {json.dumps(build)}\n" + ASSIGNMENT)
    path = submit(folder, "right", RIGHT)
    Path(path, "wrong.py").write_text("def f(:\n")
    grade(capsys, "hw1.toml", path)
    assert remark in table(folder)["right"]["remarks"]
    assert "taquin-judge-" not in table(folder)["right"]["remarks"]
    results = json.loads((folder / "marks" / "right.results.json").read_text())
    assert "cannot be built" in results["output"]
    assert [test["output"] for test in results["tests"]] == ["", "", ""]
    assert (folder / "marks" / "junit.xml").read_text().count("cannot be built") == 1


def test_a_build_may_use_the_shell(folder: Path, capsys: Capture) -> None:
    (folder / "hw1.toml").write_text('build = "cat part1 part2 > solver.py"\n' + ASSIGNMENT)
    path = submit(folder, "right", "")
    Path(path, "part1").write_text(RIGHT[:40])
    Path(path, "part2").write_text(RIGHT[40:])
    assert grade(capsys, "hw1.toml", path)[0] == 0


DIALOGUE = """
print("Enter 1 for the default puzzle, 2 for your own:")
assert input() == "2"
rows = "".join(input(f"Row {number}: ") for number in (1, 2, 3)).replace(" ", "")
""" + RIGHT.replace("input()", "rows")
LEARNED = '["python3 other.py"]\ninput = "{row1};{row2};{row3}\\n"\nblank = "0"\n'


def test_a_program_that_the_assignment_gives_no_board_is_asked(folder: Path, capsys: Capture) -> None:
    """The boards that find out how it takes them are not among its answers, so it does a search for them."""
    dialogue = DIALOGUE.replace("answers[rows]", "answers.get(rows) or search(rows)").replace("answers =", SEARCH, 1)
    grade(capsys, "hw1.toml", submit(folder, "asks", dialogue))
    row = table(folder)["asks"]
    assert row["total"] == "7"
    assert "not given boards in the assignment's way: its questions answered: '2' (own puzzle)" in row["remarks"]


SEARCH = """
def search(start):
    queue, known = [(start, "")], {start}
    for board, path in queue:
        if board == "123456780":
            return path
        blank = board.index("0")
        for letter, step, is_legal in (
            ("U", -3, blank > 2), ("D", 3, blank < 6), ("L", -1, blank % 3 > 0), ("R", 1, blank % 3 < 2)
        ):
            if is_legal:
                cells = list(board)
                cells[blank], cells[blank + step] = cells[blank + step], "0"
                child = "".join(cells)
                if child not in known:
                    known.add(child)
                    queue.append((child, path + letter))
    return "no solution"
answers ="""


def test_a_program_that_solves_its_default_puzzle_is_asked(folder: Path, capsys: Capture) -> None:
    """It happens to be right on one board: then it was not given the others."""
    default = DIALOGUE.replace('assert input() == "2"', 'own = input() == "2"')
    default = default.replace("in (1, 2, 3))", "in (1, 2, 3)) if own else '123405786'")
    default = default.replace("answers[rows]", "answers.get(rows) or search(rows)").replace("answers =", SEARCH, 1)
    grade(capsys, "hw1.toml", submit(folder, "default", default))
    assert table(folder)["default"]["total"] == "7"


def test_a_program_that_takes_arguments_instead(folder: Path, capsys: Capture) -> None:
    arguments = RIGHT.replace("answers[input()]", "answers.get(b := sys.argv[1]) or search(b)")
    submission = submit(folder, "arguments", "import sys" + SEARCH[:-9] + arguments)
    grade(capsys, "hw1.toml", submission)
    assert table(folder)["arguments"]["total"] == "7"


def test_another_way_is_looked_for_on_boards_of_any_shape(folder: Path, capsys: Capture) -> None:
    text = ASSIGNMENT.partition("[points]")[0] + "[points]\nright = 1\n"
    for large, small in (("4 0 5 / 7 8 6", "4 0 5"), ("4 5 6 / 8 7 0", "5 4 0"), ("4 5 6 / 0 7 8", "0 4 5")):
        text = text.replace(large, small)
    (folder / "hw1.toml").write_text(text)
    grade(capsys, "hw1.toml", submit(folder, "work", "print('no board was read')"))
    expected = "nothing could be judged. On 1 2 3 / 4 0 5 it prints one line, 'no board was read'"
    assert expected in table(folder)["work"]["remarks"]


def test_a_missing_file_is_named(folder: Path, capsys: Capture) -> None:
    path = submit(folder, "other", RIGHT)
    Path(path, "solver.py").rename(Path(path, "main.py"))
    grade(capsys, "hw1.toml", path)
    assert table(folder)["other"]["remarks"] == "its folder has no solver.py; it has 'main.py'"


def test_a_way_that_was_taught_stands_in_the_folder(folder: Path, capsys: Capture) -> None:
    semicolons = RIGHT.replace("input()", 'input().replace(";", "").replace(" ", "")')
    path = submit(folder, "taught", semicolons)
    Path(path, "judge.toml").write_text(LEARNED)
    grade(capsys, "hw1.toml", path)
    assert table(folder)["taught"]["total"] == "7"
    Path(path, "judge.toml").write_text("input = 7")
    grade(capsys, "hw1.toml", path)
    assert "judge.toml: expected a table with input and blank" in table(folder)["taught"]["remarks"]


def test_a_page_for_students_names_no_options(folder: Path, capsys: Capture) -> None:
    grade(capsys, "hw1.toml", submit(folder, "unread", "print('hello', input())"))
    texts = [
        (folder / "marks" / f"unread{end}").read_text() for end in (".html", ".results.json", ".prairielearn.json")
    ]
    assert not any("--" in text.replace("<!--", "") for text in texts)


def test_the_first_line_says_that_programs_are_not_isolated(folder: Path, capsys: Capture) -> None:
    (folder / "hw1.toml").write_text('isolation = "off"\n' + ASSIGNMENT)
    output = grade(capsys, "hw1.toml", submit(folder, "right", RIGHT))[1]
    assert output.startswith("The programs are not isolated: the assignment has isolation = 'off'")


POINTS = "right = 4\nshortest = 2\nunsolvable = 1\n"
LENGTHS = """
board = input()
places = [(divmod(place, 3), divmod(int(tile) - 1, 3)) for place, tile in enumerate(board) if tile != "0"]
distance = sum(abs(a - c) + abs(b - d) for (a, b), (c, d) in places)
print("no solution" if "870" in board else f"length: {distance}")
"""
LATE = RIGHT.replace("print(", "b = input()\nwhile '870' in b: pass\nprint(").replace("input()])", "b])")


@pytest.mark.parametrize(
    ("program", "points", "marks"),
    [
        (RIGHT, POINTS, {"right": "4", "shortest": "2", "unsolvable": "1", "of": "7"}),
        (RIGHT.replace('"RD"', '"LRRD"'), POINTS, {"right": "4", "shortest": "1", "unsolvable": "1", "of": "7"}),
        (RIGHT.replace('"RD"', '"RR"'), POINTS, {"right": "2", "shortest": "1", "of": "7"}),
        (LENGTHS, POINTS, {"right": "", "shortest": "2", "unsolvable": "1", "of": "3"}),
        (LATE, POINTS, {"right": "4", "shortest": "2", "unsolvable": "0", "of": "7"}),
        (LATE, POINTS + "time = 3\n", {"right": "4", "unsolvable": "", "time": "2", "of": "9"}),
        ("print('hello', input())", POINTS, {"right": "", "shortest": "", "unsolvable": "", "of": "0"}),
        ("input(); 1 / 0", POINTS, {"right": "0", "shortest": "0", "unsolvable": "0", "of": "7"}),
    ],
    ids=["right", "longer", "wrong", "length only", "too late", "too late, time counts", "not read", "crashes"],
)
def test_points_are_given_for_what_was_checked(
    program: str, points: str, marks: dict[str, str], folder: Path, capsys: Capture
) -> None:
    (folder / "hw1.toml").write_text(ASSIGNMENT.partition("[points]")[0] + "[points]\n" + points)
    grade(capsys, "hw1.toml", submit(folder, "work", program))
    row = table(folder)["work"]
    assert {name: row[name] for name in marks} == marks


def test_a_check_that_was_not_made_says_so(folder: Path, capsys: Capture) -> None:
    code, _, _ = grade(capsys, "hw1.toml", submit(folder, "work", LENGTHS))
    assert code == 1
    assert "right: not checked: on 2 boards there was nothing to check" in table(folder)["work"]["remarks"]
    assert '<skipped message="not checked' in (folder / "marks" / "junit.xml").read_text()
    assert "<td>not checked</td>" in (folder / "marks" / "work.html").read_text()
    results = json.loads((folder / "marks" / "work.results.json").read_text())
    assert ["score" in test for test in results["tests"]] == [False, True, True]


def test_points_for_an_admissible_heuristic(folder: Path, capsys: Capture) -> None:
    text, program = ASSIGNMENT.replace("[points]", "[points]\nadmissible = 1"), RIGHT
    for large, small in (  # the heuristic is tried on every board: 360 instead of 181,440
        ("1 2 3 / 4 0 5 / 7 8 6", "1 2 0 / 4 5 3"),
        ("1 2 3 / 4 5 6 / 8 7 0", "2 1 3 / 4 5 0"),
        ("1 2 3 / 4 5 6 / 0 7 8", "1 2 3 / 0 4 5"),
    ):
        text = text.replace(large, small)
        program = program.replace(large.replace(" ", "").replace("/", ""), small.replace(" ", "").replace("/", ""))
    (folder / "hw1.toml").write_text(f'heuristic = "h.py:h"\n{text}')
    good, bad = (submit(folder, name, program.replace("RD", "D")) for name in ("good", "bad"))
    count = "return sum(a != b for a, b in zip(board, goal)"
    Path(good, "h.py").write_text(f"def h(board, goal):\n    {count} if a)\n")
    Path(bad, "h.py").write_text(f"def h(board, goal):\n    {count})\n")
    Path(bad, "random.py").write_text("raise SystemExit\n")  # must not take the place of Python's own module
    grade(capsys, "hw1.toml", good, bad)
    marks = table(folder)
    assert (marks["good"]["admissible"], marks["bad"]["admissible"]) == ("1", "0")
    assert (marks["good"]["total"], marks["bad"]["total"]) == ("8", "7")
    assert "overestimates" in marks["bad"]["remarks"]


@each_case(
    ("change", "message"),
    [
        (("program", "programme"), "unknown key 'programme'"),
        (("right = 4", "rigth = 4"), "hw1.toml: points: unknown key 'rigth' (did you mean 'right'?)"),
        (("right = 4", "right = 'x'"), "hw1.toml: points: expected right to be a number, found 'x'"),
        (
            ('"1 2 3 / 4 5 6 / 8 7 0"', '"1 2 3 / 4 5 6 / 7 0 8"'),
            "points for unsolvable need a board without a solution",
        ),
        (('"1 2 3 / 4 0 5 / 7 8 6"', '"1 2 2"'), "hw1.toml: board 1 of boards: 3 cells"),
        (("title", f"x = {'[' * 20_000}\ntitle"), "hw1.toml: expected TOML: maximum recursion depth exceeded"),
        (("[points]", "[points]\nadmissible = 1"), "need heuristic"),
        (("title", "isolation = 'no'\ntitle"), "expected isolation to be auto, required or off, found 'no'"),
        (("[points]", "[allowed]\nties = ['newest']\n[points]"), "allowed: unknown ties 'newest'"),
    ],
)
def test_a_mistake_in_an_assignment(change: tuple[str, str], message: str, folder: Path, capsys: Capture) -> None:
    (folder / "hw1.toml").write_text(ASSIGNMENT.replace(*change))
    code, _, errors = grade(capsys, "hw1.toml", str(folder))
    assert code == 2
    assert message in errors
    assert errors.count("error:") == 1


def test_an_assignment_that_is_no_file_of_text(folder: Path, capsys: Capture) -> None:
    assert "no such file: 'missing.toml'" in grade(capsys, "missing.toml", ".")[2]
    (folder / "hw1.toml").write_bytes(b"\0" * 2**21)
    assert "hw1.toml: expected at most 1 MiB, found more" in grade(capsys, "hw1.toml", ".")[2]


def test_options_that_belong_into_the_assignment(folder: Path, capsys: Capture) -> None:
    assert "--time cannot be used with --assignment (write it" in grade(capsys, "hw1.toml", ".", "--time", "1s")[2]
    assert "--json cannot be used with --assignment\n" in grade(capsys, "hw1.toml", ".", "--json")[2]
    assert "found none (such as submissions/*/)" in grade(capsys, "hw1.toml")[2]
    assert "expected folders of submissions" in grade(capsys, "hw1.toml", "missing")[2]


def test_the_example_is_an_assignment(folder: Path, capsys: Capture) -> None:
    shutil.copy(EXAMPLES / "homework.toml", folder)
    grade(capsys, "homework.toml", submit(folder, "silent", ""))
    assert table(folder)["silent"]["of"] == "10"
