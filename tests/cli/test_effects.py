"""Options that have no effect are refused in one line."""

from __future__ import annotations

from pathlib import Path

from command_line import Capture, error_line
from looping import for_each
from taquin.cli import run

EASY = "1 2 3 / 4 0 5 / 7 8 6"


@for_each(
    ("arguments", "message"),
    [
        (["solve", EASY, "-a", "bfs", "-e", "manhattan"], "--heuristic manhattan has no effect: bfs uses no heuristic"),
        (
            ["solve", EASY, "-a", "ucs", "-O", "tie-break=low-h"],
            "expected tie_break to be one of fifo, lifo, random, found",
        ),
        (["solve", EASY, "-a", "astar", "-O", "seed=3"], "seed has no effect without tie_break=random"),
        (["solve", EASY, "-a", "hill_climbing", "-O", "walk=3"], "walk has no effect without restarts"),
        (["solve", EASY, "-a", "hc", "-O", "seed=3"], "seed has no effect without variant or restarts"),
        (["solve", EASY, "-a", "hc(sideways=3)", "-O", "never_undo"], "sideways has no effect with never_undo=true"),
        (
            ["solve", EASY, "-a", "annealing", "-O", "schedule=linear", "-O", "cooling=0.5"],
            "cooling has no effect with schedule=linear",
        ),
        (["trace", EASY, "-a", "ida_star", "-O", "threads=2"], "threads has no effect: only the native core uses it"),
        (["solve", EASY, "--json", "--steps"], "--steps has no effect: it is for text, and json is written"),
        (["shortest", EASY, "--theme", "dark"], "--theme has no effect without --output or --format"),
        (["shortest", EASY, "-o", "a.svg", "--show", "3"], "--show has no effect with --output"),
        (["draw", EASY, "-o", "-", "-a", "astar"], "--algorithm has no effect without --solve"),
        (
            ["compare", EASY, "-a", "bfs,ucs", "-e", "manhattan"],
            "--heuristics has no effect: bfs, ucs use no heuristic",
        ),
        (["compare", EASY, "--theme", "dark"], "--theme has no effect without --plot"),
        (["examine", "manhattan", "--bound", "3"], "--bound has no effect without --predict"),
        (["examine", "manhattan", "--predict", "--against", "misplaced"], "--against has no effect with --predict"),
        (
            ["examine", "manhattan", "--predict", "--board", EASY, "--measure", "4"],
            "--measure has no effect with --board",
        ),
        (["compare", EASY, "--seed", "3"], "--seed has no effect without --boards"),
        (["quiz", "--list", "--seed", "3"], "--seed has no effect with --list"),
        (["train", "3x3", "--remove", "--seed", "1"], "--seed has no effect with --remove"),
        (["draw", EASY, "-o", "-", "--pace", "2"], "--pace has no effect without --animate or a .gif file"),
        (
            ["experiment", "-i", "hardest8", "-m", "bfs", "-o", "r", "-j", "2", "--dask", "tcp://x:1"],
            "--jobs has no effect with --dask",
        ),
        (["list", "formats", "--size", "4x4"], "--size has no effect: only goals have a size"),
        (["random", "--json", "--format", "rows"], "--format has no effect with --json"),
        (["shortest", EASY, "--limit", "nodes=5"], "--limit has no effect: a table of all distances has the answer"),
        (["verify", EASY, "RD", "--no-optimum", "--time", "3s"], "--time has no effect with --no-optimum"),
        (["trace", EASY, "-o", "-", "--max-steps", "3"], "--max-steps has no effect with --output"),
        (["tree", EASY, "--json", "--ascii"], "--ascii has no effect: it draws text, and json is written"),
        (["tree", EASY, "-o", "-", "--boards"], "--boards has no effect: it is for text and JSON, and svg is written"),
    ],
)
def test_an_option_without_effect_is_refused(arguments: list[str], message: str, capsys: Capture) -> None:
    assert error_line(capsys, *arguments).startswith(f"taquin: error: {message}")


def test_options_of_a_search_beside_a_trace(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "search.jsonl"
    assert run(["trace", EASY, "-a", "astar", "-o", str(file)]) == 0
    capsys.readouterr()
    assert "--time has no effect: " in error_line(capsys, "tree", str(file), "--time", "3s")
    assert run(["tree", "--read", str(file)]) == 0
