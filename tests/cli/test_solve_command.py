"""``taquin solve`` as users see it: output, formats of output, errors, exit codes, interruption."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import pytest

from cases import each_case
from command_line import Capture, answer, error_line, printed
from processes import TAQUIN, started, wait_for_all
from taquin import _native, random_board
from taquin.cli import run
from taquin.cli.commands import solve as solve_command
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.problem import Problem
from taquin.puzzle.solution import Solution
from taquin.run.limits import Cancellation, Limits
from taquin.run.result import Result
from taquin.run.run import Run
from taquin.solving.native_proofs import partition_to_build
from taquin.solving.solver import solve
from terminal import Terminal
from waiting import PATIENCE, wait_until

EASY = "1 2 3 / 4 0 5 / 6 7 8"
HARD_15 = "13 6 8 12 15 14 0 10 11 7 4 5 9 1 3 2"  # Korf's first instance, rotated to the standard goal
HARDEST_15 = "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1"  # 80 moves, the most of any 15-puzzle

LARGE = "18 0 14 29 16 9 / 23 34 31 8 26 32 / 5 24 28 21 13 7 / 2 15 12 1 30 27 / 19 20 4 33 6 25 / 10 35 3 11 17 22"

FIELDS = (
    "status quality start goal algorithm heuristic moves length lower_bound expanded generated duplicates "
    "reopened max_frontier max_stored seconds backend spec"
)


def test_json_has_the_documented_fields(capsys: Capture) -> None:
    found = answer(capsys, "solve", EASY)
    assert set(FIELDS.split()) <= set(found)
    assert found["status"] == "solved"
    assert found["quality"] == "optimal"
    assert found["length"] == 14 == len(found["moves"])
    assert Solution(Board(found["start"]), found["moves"]).end == Board(found["goal"])


def test_a_run_can_be_reproduced_from_its_spec(capsys: Capture) -> None:
    first = answer(capsys, "solve", EASY, "-a", "wa*", "-e", "hamming", "-O", "weight=2", "-O", "tie_break=lifo")
    assert first["spec"] == "wastar(misplaced, weight=2, tie_break=lifo)"
    assert {**answer(capsys, "solve", EASY, "-a", first["spec"]), "seconds": 0} == {**first, "seconds": 0}


@pytest.mark.parametrize(
    ("arguments", "code", "status"),
    [
        ([EASY], 0, "solved"),
        (["1 2 3 4 5 6 8 7 0"], 1, "unsolvable"),
        ([HARD_15, "-a", "bfs", "--limit", "nodes=1000"], 3, "limit"),
        ([HARD_15, "-a", "bfs", "--time", "50ms"], 3, "limit"),
        ([HARD_15, "-a", "bfs", "--limit", "memory=5MB"], 3, "limit"),
        ([EASY, "-a", "astar", "--limit", "depth=13"], 3, "exhausted"),
        ([EASY, "-a", "depth_limited", "-O", "limit=10"], 3, "exhausted"),
        ([EASY, "-a", "hill_climbing"], 3, "stuck"),
    ],
)
def test_exit_codes_and_statuses(arguments: list[str], code: int, status: str, capsys: Capture) -> None:
    assert run(["solve", *arguments, "--json"]) == code
    captured = capsys.readouterr()
    assert json.loads(captured.out)["status"] == status
    assert captured.err == ""
    assert run(["solve", *arguments]) == code
    assert status in capsys.readouterr().out


def test_a_board_is_solved_where_the_home_folder_is_unknown(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object, **named: object) -> None:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.delenv("TAQUIN_CACHE", raising=False)
    monkeypatch.setattr("platformdirs.user_cache_path", fail)
    monkeypatch.setenv("HOME", "unknown")
    assert "proven shortest" in printed(capsys, "solve", EASY)
    assert "your home folder is unknown (set TAQUIN_CACHE to a folder for tables)" in error_line(capsys, "pdb", "list")


def test_iterations_with_weights_and_with_bounds(capsys: Capture) -> None:
    board = "8 1 3 / 4 0 2 / 7 6 5"
    assert "iterations  2, with weights 3, 1\n" in printed(capsys, "solve", board, "-a", "ara_star")
    assert "iterations  3, with bounds 10, 12, 14\n" in printed(capsys, "solve", board, "-a", "ida_star")


@pytest.mark.parametrize(
    ("form", "moves", "first"),
    [([], "RDRD", "Right"), (["--report", "tiles"], "LULU", "Left"), (["--report", "numbers"], "1 2 5 6", "tile 1")],
)
def test_moves_in_other_notations(capsys: Capture, form: list[str], moves: str, first: str) -> None:
    run(["solve", "0 1 3 / 4 2 5 / 7 8 6", "--steps", *form])
    out = capsys.readouterr().out
    assert f"moves      {moves}\n" in out
    assert f"\n1. {first}\n" in out


def test_the_form_of_the_42_subject(capsys: Capture) -> None:
    run(["solve", "1 2 / 0 3", "--report", "42", "-a", "astar"])
    counts = "Complexity in time: 2\nComplexity in size: 3\nNumber of moves: 1\n"
    assert capsys.readouterr().out == f"{counts}Sequence of states:\n\n1 2\n0 3\n\n1 2\n3 0\n"
    assert printed(capsys, "solve", "1 2 3 4 5 6 8 7 0", "--report", "42", code=1) == "This puzzle is unsolvable.\n"


def test_the_form_of_the_algs4_assignment(capsys: Capture) -> None:
    run(["solve", "1 2 / 0 3", "--report", "algs4"])
    assert capsys.readouterr().out == "Minimum number of moves = 1\n\n2\n1 2\n0 3\n\n2\n1 2\n3 0\n"
    assert printed(capsys, "solve", "1 2 3 4 5 6 8 7 0", "--report", "algs4", code=1) == "No solution possible\n"


@pytest.fixture
def several(tmp_path: Path) -> Path:
    path = tmp_path / "several.txt"
    path.write_text("1 2 3 4 0 5 6 7 8\n1 2 3 4 5 6 8 7 0\n1 2 3 4 5 6 7 0 8\n", encoding="utf-8")
    return path


def test_a_file_with_several_boards(several: Path, capsys: Capture) -> None:
    lines = printed(capsys, "solve", str(several), code=1).splitlines()
    assert lines[0].startswith("1: 14 moves: RDLLURDRULLDRR (")
    assert "unsolvable" in lines[1]
    assert lines[2].startswith("3: 1 move: R (")
    assert lines[3].startswith("3 boards: 2 solved, 1 unsolvable; ")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_json_lines_in_order(several: Path, jobs: str, capsys: Capture) -> None:
    found = [
        json.loads(line)
        for line in printed(capsys, "solve", str(several), "--report", "jsonl", "--jobs", jobs, code=1).splitlines()
    ]
    assert [item["length"] for item in found] == [14, None, 1]


@each_case("arguments", [["solve", "-"], ["solve"]])
def test_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"1 2 3\n4 0 5\n6 7 8\n")))
    assert answer(capsys, *arguments)["length"] == 14
    error_line(capsys, *arguments)  # there is nothing more to read


def test_the_goal_may_be_a_file(tmp_path: Path, capsys: Capture) -> None:
    goal = tmp_path / "goal.txt"
    goal.write_text("# a goal\n3\n1 2 0\n4 8 7\n3 6 5\n", encoding="utf-8")
    run(["solve", "1 2 7 6 0 8 4 3 5", "--goal", str(goal), "--json"])
    assert json.loads(capsys.readouterr().out)["length"] == 6


def test_what_is_proven_of_a_bounded_solution(capsys: Capture) -> None:
    out = printed(capsys, "solve", "8 1 3 / 4 0 2 / 7 6 5", "-a", "wastar(manhattan, weight=3)")
    assert "status       solved; at most 3 moves (28 %) longer than optimal\n" in out
    assert "lower bound  11 moves\n" in out
    found = solve("8 1 3 / 4 0 2 / 7 6 5", algorithm="wastar(manhattan, weight=3)")
    assert repr(found).startswith("<Result: solved in 14 moves, at most 3 moves (28 %) longer than optimal, by ")


@pytest.fixture
def clock_of_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that begins to go when a first solution is found, on any machine."""
    found: list[float] = []
    report = Run.report_solution

    def report_solution(run: Run, moves: bytes) -> None:
        found.append(perf_counter())
        report(run, moves)

    monkeypatch.setattr(Run, "report_solution", report_solution)
    monkeypatch.setattr("taquin.run.budget.perf_counter", lambda: perf_counter() - found[0] if found else 0.0)


@pytest.mark.usefixtures("clock_of_solutions")
def test_a_limit_of_an_improving_search_says_how_to_give_it_more(capsys: Capture) -> None:
    assert run(["solve", LARGE, "--time", "0.5s"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"(?m)^status +solved; at most \d+ moves \(\d+ %\) longer than optimal$", out)
    assert "reached the time limit of 0.5 s; continue with --improve --time 1m\n" in out


@pytest.mark.usefixtures("clock_of_solutions")
def test_no_run_continues_from_a_solution_that_cannot_be_kept(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path / "file"))
    assert run(["solve", LARGE, "--time", "0.1s"]) == 0
    captured = capsys.readouterr()
    assert "this solution is not kept for hints and --improve" in captured.err
    assert "reached the time limit of 0.1 s; --time 1m finds a shorter solution\n" in captured.out


def test_a_named_method_that_runs_out_of_time_points_to_anytime(capsys: Capture) -> None:
    text = printed(capsys, "solve", HARDEST_15, "-a", "astar", "--time", "0s", code=3)
    assert "-a anytime finds some solution first, then shorter ones until time runs out" in text
    assert "-a anytime" not in printed(capsys, "solve", HARDEST_15, "-a", "astar", "--limit", "nodes=1", code=3)


@pytest.mark.skipif(not _native.is_available(), reason=_native.describe())
@pytest.mark.parametrize(("size", "is_advised"), [("5x5", True), ("3x7", True), ("2x12", False), ("6x6", False)])
def test_databases_that_prove_more_are_mentioned(capsys: Capture, size: str, is_advised: bool) -> None:
    board = random_board(size, seed=1)
    assert run(["solve", one_line(board), "--size", size, "-a", "anytime(within=9)"]) == 0
    advice = re.search(rf"\(--time (\d+)m, or taquin pdb build {size}, builds databases", capsys.readouterr().out)
    assert bool(advice) is is_advised
    if advice is not None:
        assert partition_to_build(Problem(board), Limits(time=60 * int(advice[1]))) is not None


def test_a_shorter_solution_that_is_kept_is_printed(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))

    def length(*options: str) -> tuple[int, str]:
        assert run(["solve", LARGE, "--json", *options]) == 0
        found = capsys.readouterr()
        return json.loads(found.out)["length"], found.err

    best, _ = length("-a", "anytime(width=64)")
    again, mentioned = length("-O", "within=10")
    assert again == best
    assert re.fullmatch(r"taquin: this run found \d+ moves; printing the shorter stored solution\n", mentioned)
    worse, mentioned = length("-a", "constructive")
    assert (worse > best, mentioned) == (True, "")
    assert length("-a", "anytime(width=64)") == (best, "")


@pytest.mark.parametrize("is_large_first", [True, False])
def test_an_option_that_one_of_the_sizes_does_not_take_is_refused_before_any_board_is_solved(
    capsys: Capture, tmp_path: Path, is_large_first: bool
) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("\n".join([LARGE, EASY] if is_large_first else [EASY, LARGE]))
    assert run(["solve", str(path), "-O", "within=1.05"]) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert found.err == (
        "taquin: error: astar, the default here, has no option 'within' (name an algorithm that has it: -a anytime)\n"
    )
    assert run(["solve", str(path), "-O", "within=10", "-a", "anytime"]) == 0


@pytest.mark.parametrize(("backend", "number"), [("python", signal.SIGTERM), ("auto", signal.SIGINT)])
def test_a_signal_gives_the_counters_and_130(backend: str, number: signal.Signals) -> None:
    terminal = Terminal("solve", HARDEST_15, "--json", "--backend", backend, is_output_piped=True)
    terminal.read_until(r"expanded [1-9]")  # the progress line: the search is running
    terminal.process.send_signal(number)
    output, _ = terminal.process.communicate(timeout=PATIENCE)
    found = json.loads(output)
    assert terminal.leave() == 130
    assert found["status"] == "cancelled"
    assert found["expanded"] > 0
    assert found["lower_bound"] >= 60


def test_a_signal_keeps_the_best_solution_so_far() -> None:
    terminal = Terminal("solve", LARGE, "--json", "--time", "1h", is_output_piped=True)
    terminal.read_until(r"\d s: \d+ moves, at most \d+ longer than optimal; [\d.,]+( M)? nodes")
    terminal.process.send_signal(signal.SIGINT)
    output, _ = terminal.process.communicate(timeout=PATIENCE)
    found = json.loads(output)
    assert terminal.leave() == 0
    assert (found["status"], found["quality"], found["reason"]) == ("solved", "bounded", "cancelled")
    assert Solution(Board(found["start"]), found["moves"]).end == Board(found["goal"])


def test_a_signal_ends_all_processes_with_what_they_have(tmp_path: Path) -> None:
    """All processes get the signal. Each worker writes its process number when it evaluates its first board."""
    boards, heuristic = tmp_path / "hard.txt", tmp_path / "noting.py"
    boards.write_text(f"{HARDEST_15}\n" * 6, encoding="utf-8")
    heuristic.write_text(
        "import os, pathlib\n"
        "def noting(board, goal):\n"
        "    pathlib.Path(__file__).with_name(f'{os.getpid()}.worker').touch()\n"
        "    return 0\n"
    )
    command = [*TAQUIN, "solve", str(boards), "-a", "ida_star", "-e", f"{heuristic}:noting", "--report", "jsonl"]
    with started([*command, "--jobs", "2"]) as process:
        wait_until(lambda: len([*tmp_path.glob("*.worker")]) == 2)
        os.killpg(process.pid, signal.SIGINT)
        output, errors = wait_for_all(process)
    assert process.returncode == 130
    assert re.fullmatch(r"taquin: interrupted: 6 boards: 2 cancelled, 4 not run; .*\n", errors)
    assert json.loads(output.splitlines()[0])["status"] == "cancelled"


STUCK = "2 7 3 / 8 1 4 / 6 0 5"


def test_a_stuck_search_shows_where_it_stands(capsys: Capture, tmp_path: Path) -> None:
    lines = printed(capsys, "solve", STUCK, "-a", "hill_climbing", code=3).splitlines()
    assert lines[:4] == [
        "start    goal     stuck here",
        "2 7 3    1 2 3    1 2 3",
        "8 1 4    4 5 6    0 6 4",
        "6 0 5    7 8 0    7 8 5",
    ]
    assert "stuck after  10 moves, at h = 5: LURULDRDLU" in lines
    assert "\n10. Up\n" in printed(capsys, "solve", STUCK, "-a", "hill_climbing", "--steps", code=3)
    found = answer(capsys, "solve", STUCK, "-a", "hill_climbing", code=3)
    assert (found["moves"], found["length"]) == (None, None)
    assert found["partial_path"] == {"moves": "LURULDRDLU", "length": 10, "end": "1 2 3 / 0 6 4 / 7 8 5", "h": 5}
    assert answer(capsys, "trace", STUCK, "-a", "hill_climbing", code=3)["partial_path"] == found["partial_path"]
    file = tmp_path / "boards.txt"
    file.write_text(f"{STUCK}\n{STUCK}\n")
    assert "the best neighbour has h = 6 (local optimum), after 10 moves at 1 2 3 / 0 6 4 / 7 8 5" in printed(
        capsys, "solve", str(file), "-a", "hill_climbing", code=3
    )


def test_the_fields_of_a_long_stuck_search_fit_the_terminal(capsys: Capture) -> None:
    assert (
        max(map(len, printed(capsys, "solve", STUCK, "-a", "annealing", "-O", "trials=300", code=3).splitlines())) <= 80
    )
    assert "stopped after  " in printed(capsys, "solve", STUCK, "-a", "annealing", "--limit", "nodes=9", code=3)


@pytest.mark.parametrize("output", [["--json"], ["--jobs", "2"]])
def test_a_bad_board_in_a_file_does_not_keep_the_others_from_being_solved(
    output: list[str], tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "boards.txt"
    file.write_text("1 2 3 4 0 5 6 7 8\n1 2 3 4 0 5 6 7 7\n8 1 3 4 0 2 7 6 5\n8 1 x 4 0 2 7 6 5\n")
    assert run(["solve", str(file), *output]) == 2
    printed = capsys.readouterr()
    first, second, last = printed.err.splitlines()
    assert first.startswith(f"taquin: {file}: line 2: tile 7 appears twice")
    assert second.startswith(f"taquin: {file}: line 4: ")
    assert last == "taquin: error: 2 of 4 boards cannot be read (lines 2, 4); the others were run"
    if output == ["--json"]:
        assert [each["line"] for each in json.loads(printed.out)] == [1, 3]
    else:
        assert printed.out.splitlines()[-1].startswith("4 boards: 2 solved, 2 cannot be read; ")


def test_the_heuristic_is_e_and_not_h(capsys: Capture) -> None:
    assert "-h shows the help: the heuristic is -e Manhattan" in error_line(
        capsys, "solve", "1 2 / 0 3", "-h", "Manhattan"
    )


def test_a_c_locale_gets_ascii() -> None:
    command = [*TAQUIN, "solve", "1 2 / 0 3", "--steps"]
    environment = {**os.environ, "LC_ALL": "C"} | {}
    done = subprocess.run(command, env=environment, capture_output=True, check=True)
    assert done.stdout.isascii()
    assert b"+---+---+" in done.stdout


def test_the_form_of_the_edx_driver(capsys: Capture) -> None:
    """The example that the course publishes: python driver.py bfs 1,2,5,3,4,0,6,7,8."""
    run(["solve", "1,2,5,3,4,0,6,7,8", "--goal", "blank-first", "-a", "bfs", "--report", "edx"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[:5] == [
        "path_to_goal: ['Up', 'Left', 'Left']",
        "cost_of_path: 3",
        "nodes_expanded: 10",
        "search_depth: 3",
        "max_search_depth: 4",
    ]
    assert re.fullmatch(r"running_time: \d+\.\d{8}", lines[5])
    assert re.fullmatch(r"max_ram_usage: \d+\.\d{8}", lines[6])


def test_json_of_several_boards_is_a_list(several: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["solve", str(several), "--json"])
    assert [item["status"] for item in json.loads(capsys.readouterr().out)] == ["solved", "unsolvable", "solved"]


def test_an_interrupt_between_two_boards_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def solve_one(problems: list[Problem], *, cancellation: Cancellation, **settings: object) -> Iterator[Result]:
        yield solve(problems[0].start)
        cancellation.cancel()

    monkeypatch.setattr(solve_command, "solve_many", solve_one)
    boards = tmp_path / "boards.txt"
    boards.write_text(f"{EASY}\n" * 2, encoding="utf-8")
    assert run(["solve", str(boards)]) == 130


def test_a_closed_pipe_is_not_an_error() -> None:
    command = f"{sys.executable} -m taquin solve '{EASY}' --steps | head -n 1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout == "start    goal\n"
