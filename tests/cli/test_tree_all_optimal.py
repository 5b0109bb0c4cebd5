"""The graph of all shortest solutions at the command line: ``tree --all-optimal``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from drawings import HARDEST, graph_of
from taquin.analysis import shortest
from taquin.cli import run
from taquin.render import svg
from taquin.render.shortest.view import view_of

EASY = "2 4 3 / 8 6 7 / 1 5 0"
FIFTEEN = "1 4 3 11 / 9 6 2 7 / 10 5 0 8 / 13 14 15 12"


def test_files_of_every_form(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for board, name, beginning, said in (
        (HARDEST, "a.svg", "<svg", "40 shortest solutions of 31 moves each"),
        (EASY, "a.dot", "digraph", "2 shortest solutions of 16 moves each"),
        (EASY, "a.mmd", "---\ntitle", "2 shortest solutions of 16 moves each"),
        (EASY, "a.json", "{", "2 shortest solutions of 16 moves each"),
        (EASY, "a.txt", "2 shortest solutions", "2 shortest solutions of 16 moves each"),
    ):
        path = tmp_path / name
        assert run(["tree", board, "--all-optimal", "-o", str(path)]) == 0
        assert capsys.readouterr().out.endswith(f"{path}: {said}\n")
        assert path.read_text(encoding="utf-8").startswith(beginning)
    assert run(["tree", EASY, "--all-optimal", "-o", str(tmp_path / "a.png"), "--theme", "dark"]) == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    svg_file = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert svg_file == svg.shortest_solutions(graph_of(HARDEST))


def test_more_or_fewer_states(capsys: pytest.CaptureFixture[str]) -> None:
    for given_, shown in (
        (["--max-nodes", "34"], 32),
        (["--max-nodes", "1000"], 527),
        ([], view_of(graph_of(HARDEST), 150).states),
    ):
        assert run(["tree", HARDEST, "--all-optimal", *given_]) == 0
        assert len(capsys.readouterr().out.split("\n\n")[1].splitlines()) == shown + 1
    assert run(["tree", HARDEST, "--all-optimal", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["states_left_out"] == 0


def test_nothing_to_draw(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    assert run(["tree", "1 2 3 4 5 6 8 7 0", "--all-optimal", "-o", str(path)]) == 1
    captured = capsys.readouterr()
    assert captured.err.startswith("taquin: nothing was drawn: unsolvable: ")
    assert captured.out == ""
    assert not path.exists()
    assert run(["tree", "1 2 3 4 5 6 8 7 0", "--all-optimal"]) == 1
    assert capsys.readouterr().out.startswith("unsolvable: ")
    assert run(["tree", "1 2 3 4 5 6 8 7 0", "--all-optimal", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["status"] == "unsolvable"


def test_a_search_that_reached_a_limit(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The memory suffices for the tables of the first search, whether they exist already or not."""
    monkeypatch.setattr(shortest, "_STATE_BYTES", 10**12)
    assert run(["tree", FIFTEEN, "--all-optimal", "--memory", "1GB"]) == 3
    assert capsys.readouterr().out.startswith("1 or more shortest solutions of 26 moves\n")


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (["-a", "astar"], "--algorithm"),
        (["-e", "manhattan"], "--heuristic"),
        (["--levels", "3"], "--levels"),
        (["--path-only"], "--path-only"),
        (["--around-path"], "--around-path"),
        (["--iteration", "1"], "--iteration"),
        (["--weight", "2"], "--weight"),
    ],
)
def test_options_without_meaning_here(capsys: pytest.CaptureFixture[str], options: list[str], found: str) -> None:
    assert run(["tree", HARDEST, "--all-optimal", *options]) == 2
    assert f"expected one of --all-optimal and {found}, found both" in capsys.readouterr().err
