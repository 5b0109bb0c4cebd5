"""``--plot`` of ``compare``, ``trace`` and ``examine`` as users see it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cases import each_case
from command_line import Capture, error_line, printed
from svg_reading import parse, words
from taquin.cli import run
from taquin.render import charts
from taquin.render.drawing.shapes import Drawing

MIDDLE = "8 1 3 / 4 0 2 / 7 6 5"
COMMANDS = {
    "compare --boards": ["compare", "--boards", "3", "--size", "2x3", "-a", "astar", "-e", "manhattan,misplaced"],
    "compare": ["compare", MIDDLE, "-a", "astar,hill_climbing", "-e", "manhattan"],
    "trace": ["trace", MIDDLE, "-a", "astar"],
    "examine": ["examine", "manhattan", "--size", "2x3"],
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Charts that take no time."""
    drawing = Drawing(width=9, height=9, title="", description="", shapes=(), font="")
    for kind, (title, _) in charts.CHARTS.items():
        monkeypatch.setitem(charts.CHARTS, kind, (title, lambda *data, **options: drawing))


def test_the_table_is_printed_too(capsys: Capture, here: Path) -> None:
    shown = printed(capsys, *COMMANDS["compare"], "--plot", "a.svg")
    assert "hill_climbing  manhattan  python   stuck" in shown
    assert shown.endswith("drew a.svg\n")
    found = words(parse((here / "a.svg").read_bytes()))
    assert {"astar(manhattan)", "hill_climbing(manhattan)", "stuck", "14 moves, proven"} <= set(found)


@each_case(("command", "name", "beginning"), [("trace", "a.png", b"\x89PNG"), ("examine", "a.PDF", b"%PDF")])
def test_every_format(capsys: Capture, here: Path, command: str, name: str, beginning: bytes) -> None:
    assert printed(capsys, *COMMANDS[command], "--plot", name).endswith(f"drew {name}\n")
    assert (here / name).read_bytes().startswith(beginning)


@each_case("command", COMMANDS)
def test_errors_are_reported_before_any_search(
    capsys: Capture, here: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise AssertionError("there was work")

    monkeypatch.setattr("taquin.cli.commands.compare.compare_boards", fail)
    monkeypatch.setattr("taquin.cli.output.recording.Recording.trace", fail)
    monkeypatch.setattr("taquin.cli.commands.examine.examine", fail)
    (here / "folder.svg").mkdir(exist_ok=True)
    for name, message in (
        ("a.jpg", "expected a chart file that ends in .svg, .pdf, .png or .tex, found .jpg"),
        ("nowhere/a.svg", "there is no directory"),
        ("folder.svg", "expected a file to write, found the directory"),
    ):
        assert message in error_line(capsys, *COMMANDS[command], "--plot", name)
    with monkeypatch.context() as patch:
        patch.setattr("taquin.render.formats.find_spec", lambda name: None)
        error = error_line(capsys, *COMMANDS[command], "--plot", "a.png")
    assert "PNG and GIF need the extra images, which is not installed (pip install " in error
    assert [path.name for path in here.iterdir()] == ["folder.svg"]


@pytest.mark.usefixtures("quick")
def test_json_and_csv_stay_alone_on_standard_output(capsys: Capture) -> None:
    for arguments in COMMANDS.values():
        assert run([*arguments, "--json", "--plot", "a.svg"]) == 0
        captured = capsys.readouterr()
        json.loads(captured.out)
        assert captured.err.startswith("drew a.svg")
    assert run([*COMMANDS["compare"], "--csv", "--plot", "a.svg"]) == 0
    assert "drew" not in capsys.readouterr().out


@pytest.mark.usefixtures("quick")
def test_a_trace_draws_instead_of_stepping(capsys: Capture) -> None:
    assert printed(capsys, *COMMANDS["trace"], "--plot", "a.svg") == "drew a.svg\n"
    assert "step 1" in printed(capsys, *COMMANDS["trace"], "--all", "--plot", "a.svg")


def test_a_recorded_trace_is_drawn_like_a_fresh_one(capsys: Capture, here: Path) -> None:
    printed(capsys, *COMMANDS["trace"], "-o", "t.jsonl", "--plot", "fresh.svg")
    printed(capsys, "trace", "--read", "t.jsonl", "--plot", "read.svg")
    assert (here / "fresh.svg").read_bytes() == (here / "read.svg").read_bytes()


@pytest.mark.usefixtures("quick")
def test_without_a_name_the_chart_is_named_after_the_command(capsys: Capture, here: Path) -> None:
    assert "drew examine.svg" in printed(capsys, *COMMANDS["examine"], "--plot")
    assert [file.name for file in here.iterdir()] == ["examine.svg"]
