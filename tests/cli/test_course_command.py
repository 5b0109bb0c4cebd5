"""``taquin course`` as users see it."""

from __future__ import annotations

import json

import click
import pytest

from taquin.cli import run
from taquin.cli.input import completion
from taquin.lessons.course import UNITS


def test_all_units_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["course"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [unit.key for unit in UNITS]


def test_a_unit_fits_80_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["course", "memory"]) == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) < 80
    assert "14        77        129" in shown, "the iterations of IDA*"
    assert shown.endswith("Questions on it: taquin quiz memory\n")


def test_topics_and_units_are_completed() -> None:
    ctx, parameter = click.Context(click.Command("quiz")), click.Argument(["topic"])
    assert [item.value for item in completion.topics(ctx, parameter, "me")] == ["memory", "measuring"]
    assert "astar.fill_f" in [item.value for item in completion.topics(ctx, parameter, "astar.fi")]
    assert [item.value for item in completion.units(ctx, parameter, "gr")] == ["graph"]


def test_json_and_mistakes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["course", "space", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["key"] == "space"
    assert run(["course", "nothing"]) == 2
    assert "expected a unit (space, graph," in capsys.readouterr().err
