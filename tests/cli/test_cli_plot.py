"""``--plot`` of ``compare``, ``trace`` and ``examine`` as users see it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import Capture, error_line
from svg_reading import parse, title, words
from taquin.cli import run

MIDDLE = "8 1 3 / 4 0 2 / 7 6 5"
UNSOLVABLE = "1 2 3 4 5 6 8 7 0"

COMMANDS = {
    "compare": ["compare", MIDDLE, "-a", "astar,hill_climbing", "-e", "manhattan"],
    "trace": ["trace", MIDDLE, "-a", "astar"],
    "examine": ["examine", "manhattan", "--size", "2x3"],
}


def plot(capsys: Capture, path: Path, *arguments: str, code: int = 0) -> str:
    assert run([*arguments, "--plot", str(path)]) == code
    captured = capsys.readouterr()
    assert captured.err == ""
    assert captured.out.endswith(f"drew {path}\n")
    return captured.out


@pytest.mark.parametrize(
    ("command", "name", "beginning"),
    list(zip(COMMANDS, ("a.svg", "a.png", "a.PDF"), (b"<?xml", b"\x89PNG", b"%PDF"), strict=True)),
)
def test_every_format(capsys: Capture, tmp_path: Path, command: str, name: str, beginning: bytes) -> None:
    plot(capsys, tmp_path / name, *COMMANDS[command])
    assert (tmp_path / name).read_bytes().startswith(beginning)


@pytest.mark.parametrize("command", COMMANDS)
def test_errors_are_reported_before_any_search(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise AssertionError("there was work")

    monkeypatch.setattr("taquin.cli.commands.compare.compare_boards", fail)
    monkeypatch.setattr("taquin.cli.output.recording.Recording.trace", fail)
    monkeypatch.setattr("taquin.cli.commands.examine.examine", fail)
    error = error_line(capsys, *COMMANDS[command], "--plot", str(tmp_path / "a.jpg"))
    assert "expected a chart file that ends in .svg, .png or .pdf, found .jpg" in error
    error = error_line(capsys, *COMMANDS[command], "--plot", str(tmp_path / "nowhere" / "a.svg"))
    assert "there is no directory" in error
    (tmp_path / "folder.svg").mkdir()
    error = error_line(capsys, *COMMANDS[command], "--plot", str(tmp_path / "folder.svg"))
    assert "expected a file to write, found the directory" in error
    monkeypatch.setattr("taquin.render.charts.sheet.find_spec", lambda name: None)
    error = error_line(capsys, *COMMANDS[command], "--plot", str(tmp_path / "a.svg"))
    assert 'charts are drawn with matplotlib, which is not installed (pip install "matplotlib>=' in error
    assert [path.name for path in tmp_path.iterdir()] == ["folder.svg"]


def test_the_table_is_printed_too(capsys: Capture, tmp_path: Path) -> None:
    printed = plot(capsys, tmp_path / "a.svg", *COMMANDS["compare"])
    assert "hill_climbing  manhattan  python   stuck" in printed
    found = words(parse((tmp_path / "a.svg").read_bytes()))
    assert {"astar(manhattan)", "hill_climbing(manhattan)", "stuck", "14 moves, proven"} <= set(found)


def test_json_and_csv_stay_alone_on_standard_output(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    for arguments in (
        [*COMMANDS["compare"], "--json"],
        [*COMMANDS["trace"], "--json"],
        [*COMMANDS["examine"], "--json"],
    ):
        assert run([*arguments, "--plot", str(path)]) == 0
        captured = capsys.readouterr()
        json.loads(captured.out)
        assert captured.err == f"drew {path}\n"
    assert run([*COMMANDS["compare"], "--csv", "--plot", str(path)]) == 0
    assert "drew" not in capsys.readouterr().out


def test_an_unsolvable_board(capsys: Capture, tmp_path: Path) -> None:
    plot(capsys, tmp_path / "a.svg", "compare", UNSOLVABLE, "-a", "astar", "-e", "manhattan,misplaced", code=1)
    assert words(parse((tmp_path / "a.svg").read_bytes())).count("unsolvable") == 2
    plot(capsys, tmp_path / "b.svg", "trace", UNSOLVABLE, code=1)
    assert "proven unsolvable" in title(parse((tmp_path / "b.svg").read_bytes()))


def test_a_trace_draws_instead_of_stepping(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    assert plot(capsys, path, *COMMANDS["trace"]) == f"drew {path}\n"
    assert "step 1" in plot_all(capsys, path)


def plot_all(capsys: Capture, path: Path) -> str:
    assert run([*COMMANDS["trace"], "--all", "--plot", str(path)]) == 0
    return capsys.readouterr().out


def test_a_recorded_trace_is_drawn_like_a_fresh_one(capsys: Capture, tmp_path: Path) -> None:
    trace, fresh, read = tmp_path / "t.jsonl", tmp_path / "fresh.svg", tmp_path / "read.svg"
    assert run([*COMMANDS["trace"], "-o", str(trace), "--plot", str(fresh)]) == 0
    assert trace.exists()
    assert run(["trace", "--read", str(trace), "--plot", str(read)]) == 0
    assert fresh.read_bytes() == read.read_bytes()


def test_without_a_name_the_chart_is_named_after_the_command(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["examine", "manhattan", "--size", "2x3", "--plot"]) == 0
    assert "drew examine.svg" in "".join(capsys.readouterr())
    assert [file.name for file in tmp_path.iterdir()] == ["examine.svg"]
