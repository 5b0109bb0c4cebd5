"""``taquin compare`` with several boards, as users see it."""

from __future__ import annotations

import csv
import io
import json
import re
from contextlib import nullcontext
from pathlib import Path

import pytest

from taquin.cli import run, terminal
from taquin.run.limits import Cancellation
from terminal import Terminal

NEAR = "1 2 3 / 4 5 6 / 7 0 8\n1 2 3 / 4 5 6 / 0 7 8\n"
FAR = "8 6 7 / 2 5 4 / 3 0 1\n"


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "boards.txt"
    path.write_text(NEAR + FAR)
    return str(path)


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert run(["compare", *arguments]) == code
    return capsys.readouterr().out


def test_the_success_rate_of_hill_climbing(capsys: pytest.CaptureFixture[str], file: str) -> None:
    out = printed(capsys, file, "-a", "hill_climbing,default", "-e", "manhattan")
    assert out.startswith(f"3 boards of {file}; goal 1 2 3 / 4 5 6 / 7 8 0\n\n")
    assert re.search(
        r"^hill_climbing +manhattan +python +2 of 3 \(67%\) +1\.5 +[\d.]+ +[\d.]+ m?s  1 stuck$", out, re.MULTILINE
    )
    assert re.search(
        r"^astar +linear_conflict +\w+ +3 of 3 \(100%\) +11\.3 +[\d,.]+ +[\d.]+ m?s  -$", out, re.MULTILINE
    )
    assert "the length a mean over the boards that the method solved" in out


def test_random_boards_are_those_of_the_seed(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(
        printed(capsys, "--boards", "4", "--size", "2x3", "--seed", "5", "-a", "astar(manhattan)", "--json")
    )
    assert (found["seed"], found["goal"]) == (5, "1 2 3 / 4 5 0")
    assert run(["random", "2x3", "--count", "4", "--seed", "5"]) == 0
    assert [board["start"] for board in found["boards"]] == capsys.readouterr().out.splitlines()
    assert [board["line"] for board in found["boards"]] == [1, 2, 3, 4]
    (astar,) = found["methods"]
    assert (astar["spec"], astar["solved"], astar["boards"]) == ("astar(manhattan)", 4, 4)


def test_without_names_it_runs_the_default_and_the_informed_ones(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(printed(capsys, "--boards", "1", "--size", "2x2", "--json"))
    specs = [method["spec"] for method in found["methods"]]
    assert specs[0] == "astar(linear_conflict)"
    assert "hill_climbing(manhattan)" in specs
    assert all("(manhattan" in spec for spec in specs[1:])


def test_csv_has_every_run(capsys: pytest.CaptureFixture[str], file: str) -> None:
    rows = list(csv.DictReader(io.StringIO(printed(capsys, file, "-a", "bfs,astar", "-e", "manhattan", "--csv"))))
    assert [(row["board"], row["spec"], row["length"]) for row in rows] == [
        *[(str(number), "bfs", length) for number, length in ((1, "1"), (2, "2"), (3, "31"))],
        *[(str(number), "astar(manhattan)", length) for number, length in ((1, "1"), (2, "2"), (3, "31"))],
    ]
    assert {row["start"] for row in rows} == set((NEAR + FAR).splitlines())


def test_limits_and_unsolvable_boards_are_failures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(f"{FAR}1 2 3 / 4 5 6 / 8 7 0\n")
    out = printed(capsys, str(path), "-a", "bfs", "--limit", "nodes=20", code=3)
    assert re.search(r"^bfs +.*0 of 2 \(0%\) +- .* 1 limit, 1 unsolvable$", out, re.MULTILINE)
    assert "Each run was limited to 20 nodes." in out


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["--boards", "3", "1 2 3 / 4 5 6 / 7 0 8"], "expected --boards or boards to compare on, found both"),
        (["1 2 3 / 4 5 6 / 7 0 8", "--seed", "3"], "--seed has no effect without --boards"),
        (["--boards", "3", "--plot", "a.svg"], "expected one board with --plot, found 3"),
        (["--boards", "0"], "expected --boards to be a whole number, 1 or more, found '0'"),
    ],
)
def test_mistakes(capsys: pytest.CaptureFixture[str], arguments: list[str], fault: str) -> None:
    assert run(["compare", *arguments]) == 2
    assert fault in capsys.readouterr().err


def test_boards_of_different_sizes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("1 2 / 3 0\n1 2 3 / 4 5 0\n")
    assert run(["compare", str(path)]) == 2
    assert "expected boards of one size to compare methods, found 2×2 and 2×3" in capsys.readouterr().err


def test_it_fits_a_narrow_terminal(file: str) -> None:
    shown = Terminal("compare", file, "-a", "hill_climbing(sideways=50, restarts=3)", environment={"COLUMNS": "80"})
    text = re.sub(r"\x1b\[[0-9;]*m", "", shown.read_rest())
    assert shown.leave() == 0
    lines = text[text.rindex("\x1b[K") + 3 :].splitlines()
    assert "hill_climbing(sideways=50, restarts=3)" in lines
    assert max(len(line) for line in lines[1:] if file not in line) <= 80


def test_ctrl_c_gives_the_finished_runs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    monkeypatch.setattr(terminal, "cancel_on_interrupt", lambda: nullcontext(cancellation))
    out = printed(capsys, file, "-a", "bfs", code=130)
    assert out.endswith("No run was finished.\nThe comparison was interrupted: 3 runs are missing.\n")
