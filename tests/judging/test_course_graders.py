"""The marks where courses keep them: read by the code of nbgrader, otter-grader and gradescope-utils themselves.

PrairieLearn and GitHub Classroom have no validator on a registry: their files are compared with the documented fields.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import sys
from base64 import b64decode
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import taquin
from taquin.cli import run
from taquin.errors import SpecError

EXAMPLES = Path(__file__).parents[2] / "examples" / "class"
BOARDS = ["1 2 3 / 4 0 5 / 7 8 6", "7 1 3 / 2 6 0 / 5 4 8"]


def needs(package: str) -> pytest.MarkDecorator:
    is_missing = find_spec(package) is None
    return pytest.mark.skipif(is_missing, reason=f"`make slow` installs {package}")


def run_python(*arguments: str, folder: Path) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # nbgrader starts alembic
    environment = os.environ | {"PATH": path}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def answer(rows: list[list[int]]) -> str:
    return {5: "R D", 0: "no idea"}[rows[1][2]]


def judged(function: Callable[[list[list[int]]], object]) -> taquin.ProgramReport:
    name = function.__name__.strip("<>").replace("lambda", "function")
    return taquin.judge(function, BOARDS, call=f"{name}(rows)", explains=False)


def test_the_points_of_a_function() -> None:
    marks = taquin.mark(judged(answer), {"right": 4, "shortest": 2})
    assert (marks.total, marks.most) == (3, 6)
    assert not marks["right"].is_full
    assert "1 of 2 boards" in marks["right"].words


def test_a_cell_shows_the_points_and_the_boards() -> None:
    report = judged(answer)
    assert report._repr_html_().count("<svg") == 2
    html = taquin.mark(report, {"right": 4})._repr_html_()
    assert "2 of 4 points" in html
    assert html.count("<svg") == 2
    failing = judged(lambda rows: 1 / 0)
    assert "nothing could be judged" in failing._repr_html_()
    assert "0 of 4 points" in taquin.mark(failing, {"right": 4})._repr_html_()


def test_points_for_an_unknown_check_are_refused() -> None:
    report = judged(answer)
    with pytest.raises(SpecError, match="expected points for right, shortest, unsolvable or time, found 'rigth'"):
        taquin.mark(report, {"rigth": 4})


ASSIGNMENT = f"""
title = "Homework"
program = "{sys.executable} solver.py"
input = "{{digits}}\\n"
boards = ["1 2 3 / 4 0 5 / 7 8 6", "1 2 3 / 4 5 6 / 8 7 0"]
hidden = ["1 2 3 / 4 5 6 / 0 7 8"]
[points]
right = 4
shortest = 2
unsolvable = 1
"""
SOLVER = 'print("moves:", {"123405786": "RD", "123456078": "RDLURD", "123456870": "no solution"}[input()])'


@pytest.fixture
def marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The marks of a submission that has lost points, and of one that prints nothing that can be read."""
    monkeypatch.chdir(tmp_path)
    for name, code in {"ann": SOLVER, "unread": "print('hello', input())"}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "solver.py").write_text(code)
    (tmp_path / "homework.toml").write_text(ASSIGNMENT)
    assert run(["judge", "--assignment", "homework.toml", "ann", "unread"]) == 1
    return tmp_path / "marks"


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_file_of_prairielearn_has_the_documented_fields(marks: Path) -> None:
    """https://prairielearn.readthedocs.io/en/latest/externalGrading/#grading-results"""
    found = read(marks / "ann.prairielearn.json")
    assert set(found) == {"gradable", "score", "message", "output", "images", "tests"}
    assert found["gradable"] is True
    assert found["score"] == pytest.approx(sum(test["points"] for test in found["tests"]) / 7, abs=1e-6)
    assert 0 < found["score"] < 1
    for test in found["tests"]:
        assert set(test) == {"name", "points", "max_points", "message"}
    assert (marks / "ann.prairielearn.json").stat().st_size < 10**6
    assert read(marks / "unread.prairielearn.json")["gradable"] is False


def test_the_images_of_prairielearn_are_pictures(marks: Path) -> None:
    (marks.parent / "ann" / "solver.py").write_text(SOLVER.replace('"RD"', '"LL"'))
    run(["judge", "--assignment", "homework.toml", "ann"])
    images = read(marks / "ann.prairielearn.json")["images"]
    assert [image["label"] for image in images] == ["1 2 3 / 4 0 5 / 7 8 6"]
    kind, _, data = images[0]["url"].partition(",")
    assert kind == "data:image/svg+xml;base64"
    assert b64decode(data).startswith(b"<svg")


def test_the_result_of_github_classroom_has_the_fields_that_its_reporter_reads(marks: Path) -> None:
    """Those of src/main.js and src/notify-classroom.js of classroom-resources/autograding-grading-reporter."""
    found = json.loads(b64decode((marks / "ann.classroom.txt").read_text()))
    assert (found["version"], found["status"], found["max_score"]) == (1, "fail", 7)
    assert 0 < sum(test["score"] for test in found["tests"]) < 7
    for test in found["tests"]:
        assert set(test) == {"name", "status", "score", "message"}
    assert json.loads(b64decode((marks / "unread.classroom.txt").read_text()))["status"] == "error"


GRADESCOPE = """
import json, sys, unittest
from gradescope_utils.autograder_utils.decorators import weight, partial_credit
from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner
class Tests(unittest.TestCase):
    @weight(4)
    def test_right(self): self.fail("no")
    @partial_credit(2)
    def test_part(self, set_score=None): set_score(1)
with open("theirs.json", "w") as file:
    JSONTestRunner(visibility="visible", stream=file, post_processor=None).run(
        unittest.defaultTestLoader.loadTestsFromTestCase(Tests))
"""


@pytest.mark.slow
@needs("gradescope_utils")
def test_the_file_of_gradescope_has_fields_that_gradescope_utils_writes(marks: Path) -> None:
    run_python("-c", GRADESCOPE, folder=marks)
    theirs, ours = read(marks / "theirs.json"), read(marks / "ann.results.json")
    kinds = {name: type(value) for test in theirs["tests"] for name, value in test.items()}
    for test in ours["tests"]:
        for name, value in test.items():
            assert isinstance(value, (int, float) if kinds[name] in (int, float) else kinds[name]), name
    assert set(ours) <= {*theirs, "output"}
    assert ours["visibility"] == theirs["visibility"]


NBGRADER = """
c = get_config()
c.CourseDirectory.course_id = "course"
c.ClearSolutions.code_stub = {"python": "raise NotImplementedError()"}
"""


@pytest.mark.slow
@needs("nbgrader")
def test_nbgrader_gives_the_points_of_the_example(tmp_path: Path) -> None:
    """The notebook of the examples: its own solution has all points, a wrong one a part, and an empty one none."""
    (tmp_path / "nbgrader_config.py").write_text(NBGRADER)
    source = tmp_path / "source" / "ps1"
    source.mkdir(parents=True)
    shutil.copy(EXAMPLES / "nbgrader" / "eight_puzzle.ipynb", source)
    grader = ("-m", "nbgrader")
    run_python(*grader, "generate_assignment", "ps1", "--create", "--force", folder=tmp_path)
    released = read(tmp_path / "release" / "ps1" / "eight_puzzle.ipynb")
    assert "deque" not in json.dumps(released)
    solution = "".join(read(source / "eight_puzzle.ipynb")["cells"][1]["source"])
    for name, code in {
        "right": solution,
        "half": solution.replace('return "no solution"', 'return "L"'),
        "none": "def solve(rows):\n    raise NotImplementedError()",
    }.items():
        place = tmp_path / "submitted" / name / "ps1"
        place.mkdir(parents=True)
        released["cells"][1]["source"] = code
        (place / "eight_puzzle.ipynb").write_text(json.dumps(released))
    run_python(*grader, "autograde", "ps1", "--create", folder=tmp_path)
    run_python(*grader, "export", folder=tmp_path)
    with (tmp_path / "grades.csv").open(newline="") as file:
        scores = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert scores == {"right": 8, "half": 7, "none": 0}


OTTER = """
import json, sys
from otter.test_files import create_test_file
from otter.check.notebook import Notebook
def solve(rows): return SOLVES
results = Notebook(tests_dir=sys.argv[1]).check("q1", global_env={"solve": solve})
print(json.dumps([results.score, results.possible, [case.passed for case in results.test_case_results]]))
"""


@pytest.mark.slow
@needs("otter")
@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ("{5: 'R D', 0: 'no idea'}[rows[1][2]] if rows[2][2] else 'no solution'", [False, False, True]),
        ("1 / 0", [False, False, False]),
    ],
)
def test_otter_runs_the_tests_of_the_example(answers: str, expected: list[bool], tmp_path: Path) -> None:
    script = OTTER.replace("from otter.test_files import create_test_file\n", "").replace("SOLVES", answers)
    (tmp_path / "check.py").write_text(script)
    score, possible, passed = json.loads(
        run_python("check.py", str(EXAMPLES / "otter"), folder=tmp_path).splitlines()[-1]
    )
    assert passed == expected
    assert (score, possible) == (sum(points for points, one in zip((4, 3, 1), expected, strict=True) if one), 8)
