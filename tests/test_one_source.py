"""Facts that are shown in several places come from one source: docs, help, page and lessons agree."""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest

from taquin.cli import exits, run
from taquin.experiments import records
from taquin.experiments.running.plan_files import KEYS
from taquin.lessons.course import find_unit
from taquin.render.text.findings import FAILURES
from taquin.run.definitions import COUNTERS
from taquin.run.result import Counters, Quality, Stats, Status
from taquin.web.api.responses import QualityWord, SolveResponse, StatusWord
from taquin.web.settings import Settings

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def one_line(text: str) -> str:
    return " ".join(text.split())


def test_the_counters_are_those_of_stats() -> None:
    names = [each.name for each in COUNTERS]
    assert names == [field.name for field in fields(Stats)] == [field.name for field in fields(Counters)]


def test_the_docstring_of_stats_has_the_definitions() -> None:
    bullets = re.findall(r"^\* ``(\w+)``: (.*?)(?=^\*|^$)", inspect.getdoc(Stats) or "", re.DOTALL | re.MULTILINE)
    found = {name: one_line(text) for name, text in bullets}
    assert found == {each.name: each.meaning[0].lower() + each.meaning[1:] for each in COUNTERS}


def test_the_records_of_experiments_have_the_definitions() -> None:
    tree = ast.parse(Path(records.__file__).read_text(encoding="utf-8"))
    body = next(node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "RunRecord")
    texts = {}
    for field, text in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            texts[ast.unparse(field.target)] = one_line(str(text.value.value))
    assert {each.name: texts[each.name] for each in COUNTERS} == {each.name: each.summary for each in COUNTERS}


def test_the_api_has_the_definitions() -> None:
    for each in COUNTERS:
        assert SolveResponse.model_fields[each.name].description == each.meaning
    assert get_args(StatusWord) == tuple(Status)
    assert get_args(QualityWord) == tuple(Quality)


def test_the_course_has_the_definitions() -> None:
    text = " ".join(find_unit("measuring").paragraphs()).lower()
    for name in ("expanded", "generated"):
        assert next(each.summary for each in COUNTERS if each.name == name).lower() in text


def test_every_status_has_an_exit_code_with_a_meaning() -> None:
    assert set(exits.CODES) == set(Status)
    assert set(exits.CODES.values()) <= set(exits.MEANINGS)
    assert set(FAILURES) == set(Status) - {Status.SOLVED}


def test_the_help_has_the_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    text = capsys.readouterr().out
    for code, meaning in exits.MEANINGS.items():
        assert f"  {code:<4} {meaning}\n" in text
    assert run(["solve", "--help"]) == 0
    text = one_line(capsys.readouterr().out)
    for code in (exits.SOLVED, exits.UNSOLVABLE, exits.NO_SOLUTION):
        assert re.search(rf"\b{code} if (no solution was found|)", text)
        assert exits.MEANINGS[code].removeprefix("no solution found ") in text


def test_missing_packages_are_named_with_an_extra_of_this_checkout() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    named = set()
    for path in [*PAGES, *sorted((ROOT / "src").rglob("*.py"))]:
        text = path.read_text(encoding="utf-8")
        assert "taquin[" not in re.sub(r"taquin\[(bash|zsh)", "", text), f'{path}: expected pip install ".[…]"'
        for names in re.findall(r"""pip install ['"]\.\[([\w,]+)\]""", text):
            named |= set(names.split(","))
    assert named == set(extras)


def test_the_docs_name_the_keys_of_an_experiment() -> None:
    text = (ROOT / "docs" / "experiments.md").read_text(encoding="utf-8")
    table = text.partition("| key | meaning | default |")[2].partition("\n\n")[0]
    keys = {
        name for row in table.splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1] if "|" in row else "")
    }
    assert keys == set(KEYS)


def test_the_security_policy_has_the_limits_of_the_server() -> None:
    text = one_line((ROOT / "SECURITY.md").read_text(encoding="utf-8"))
    settings = Settings()
    assert f"of up to {settings.time:.0f} s and {settings.memory // 10**9} GB each" in text
    page = one_line((ROOT / "docs" / "how-to" / "serve.md").read_text(encoding="utf-8"))
    assert f"at most {settings.side} rows and columns" in page


def test_a_generated_table_stands_on_one_page() -> None:
    found = [name for page in PAGES for name in re.findall(r"<!-- ([a-z ]+) -->", page.read_text(encoding="utf-8"))]
    assert len(found) == len(set(found))
