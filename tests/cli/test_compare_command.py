"""``taquin compare`` as users see it: on one board, and on several."""

from __future__ import annotations

import csv
import io
import re
from html import escape
from pathlib import Path
from statistics import median

import pytest

from command_line import Capture, answer, cancel_after, error_line, printed
from taquin import _native
from taquin.analysis import compare as compare_module
from taquin.analysis.compare import NATIVE_NODES, PYTHON_NODES, combine
from taquin.cli import run
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.solving.default_methods import default_method
from terminal import Terminal

MIDDLE = "8 1 3 / 4 0 2 / 7 6 5"
LARGE = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 0 13 14 15"
SCRAMBLED = "0 1 2 4 / 5 7 3 8 / 9 6 10 12 / 13 14 11 15"
COLUMNS = "algorithm|heuristic|backend|status|length|optimal|expanded|generated|max stored|b*|time"


def table(capsys: Capture, *arguments: str, code: int = 0) -> str:
    assert run(["compare", *arguments]) == code
    captured = capsys.readouterr()
    assert captured.err == ""
    out = re.sub(r" {2,}\d+\.\d+ m?s$", "  TIME", captured.out, flags=re.MULTILINE)
    return out.replace("  native  ", "  python  ")  # where the core is missing, Python runs everything


def test_a_small_table(capsys: Capture) -> None:
    assert table(capsys, MIDDLE, "-a", "bfs,astar,wastar(weight=3),greedy(misplaced)", "-e", "misplaced,manhattan") == (
        "start    goal\n"
        "8 1 3    1 2 3\n"
        "4 0 2    4 5 6\n"
        "7 6 5    7 8 0\n"
        "\n"
        "algorithm         heuristic  backend  status  length  optimal  expanded  generated  max stored     b*     "
        "time\n"
        "bfs               -          python   solved      14  proven      5,960      9,020       9,021  1.810  TIME\n"
        "astar             misplaced  python   solved      14  proven        301        498         499  1.431  TIME\n"
        "astar             manhattan  python   solved      14  proven         76        127         128  1.268  TIME\n"
        "wastar(weight=3)  misplaced  python   solved      14  yes           361        584         585  1.450  TIME\n"
        "wastar(weight=3)  manhattan  python   solved      14  yes            32         54          55  1.168  TIME\n"
        "greedy            misplaced  python   solved      26  no, +12       195        325         326  1.158  TIME\n"
        "\n"
        "bfs, astar(misplaced) and 3 more found solutions of 14 moves, and none is shorter; greedy(misplaced) found "
        "one of 26 moves.\n"
        "wastar(manhattan, weight=3) expanded the fewest nodes, 32; bfs expanded 5,960, 186 times as many.\n"
        "With astar, manhattan generated the fewest nodes, 127; misplaced generated 498, 3.9 times as many.\n"
        "A run marked proven proved its solution shortest itself; for other optimal ones another run proved it.\n"
    )


def test_an_option_that_is_repeated_adds_names(capsys: Capture) -> None:
    once = table(capsys, MIDDLE, "-a", "astar,greedy", "-e", "manhattan,misplaced")
    assert table(capsys, MIDDLE, "-a", "astar", "-a", "greedy", "-e", "manhattan", "-e", "misplaced") == once


def test_what_an_own_algorithm_stores_is_not_known(capsys: Capture) -> None:
    own = "examples/algorithms/own_algorithm.py"
    out = table(capsys, MIDDLE, "-a", f"{own}:enforced_hill_climbing,{own}:depth_first", "-e", "manhattan")
    assert re.search(r"(?m)^\S+:enforced_hill_climbing .* 555 +- ", out)
    assert not re.search(r"(?m)^\S+:depth_first .* - +- ", out)


def test_the_default_table(capsys: Capture) -> None:
    out = table(capsys, "1 2 3 / 0 4 6 / 7 5 8")
    head, *rows = out.split("\n\n")[1].splitlines()
    assert re.split(r"\s{2,}", head) == COLUMNS.split("|")
    methods = combine(Problem("1 2 3 / 0 4 6 / 7 5 8"))
    assert [re.split(r"[( ]", row)[0] for row in rows] == [method.algorithm.key for method in methods]
    assert "found solutions of 3 moves, and none is shorter" in out


def test_json(capsys: Capture) -> None:
    found = answer(capsys, "compare", MIDDLE, "-a", "astar,greedy,bfs", "-e", "manhattan", "--limit", "nodes=1000")
    assert (found["start"], found["goal"]) == ("8 1 3 / 4 0 2 / 7 6 5", "1 2 3 / 4 5 6 / 7 8 0")
    assert found["limits"] == {"time": None, "nodes": 1000, "memory": None, "depth": None}
    assert (found["optimum"], found["lower_bound"]) == (14, 14)
    assert len(found["summary"]) == 3
    astar, greedy, bfs = found["rows"]
    assert (astar["status"], astar["quality"], astar["length"], astar["excess"]) == ("solved", "optimal", 14, 0)
    assert astar["effective_branching_factor"] == pytest.approx(1.268, abs=0.001)
    assert (astar["spec"], len(astar["moves"]), astar["max_stored"]) == ("astar(manhattan)", 14, 128)
    assert greedy["excess"] == greedy["length"] - 14
    assert (bfs["status"], bfs["length"], bfs["effective_branching_factor"]) == ("limit", None, None)


def test_csv(capsys: Capture) -> None:
    assert run(["compare", MIDDLE, "-a", "bfs,max", "--csv"]) == 2
    capsys.readouterr()
    assert (
        run(["compare", MIDDLE, "-a", "bfs,astar(max(manhattan, gaschnig)),dfs", "--csv", "--limit", "nodes=9100"]) == 0
    )
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["spec"] for row in rows] == ["bfs", "astar(max(manhattan, gaschnig))", "dfs"]
    assert [row["heuristic"] for row in rows] == ["", "max(manhattan, gaschnig)", ""]
    assert (rows[0]["length"], rows[0]["expanded"], rows[0]["excess"]) == ("14", "5960", "0")
    assert rows[2]["status"] == "limit"
    assert rows[2]["length"] == rows[2]["effective_branching_factor"] == ""
    assert {(row["start"], row["goal"]) for row in rows} == {(MIDDLE, "1 2 3 / 4 5 6 / 7 8 0")}
    assert rows[1]["backend"] == "python"


def test_ctrl_c_gives_the_rows_so_far(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    cancel_after(monkeypatch, 500)
    out = table(capsys, MIDDLE, "-a", "astar(manhattan),bfs,ucs,dfs", "--backend", "python", code=130)
    assert re.search(r"^astar +manhattan +python +solved", out, re.MULTILINE)
    assert re.search(r"^bfs +- +python +cancelled +≥ 10 ", out, re.MULTILINE)
    assert "bfs was interrupted.\nThe comparison was interrupted: 2 methods were not run.\n" in out


def test_at_a_terminal() -> None:
    """A progress line that is erased, and no colours if NO_COLOR is set."""
    terminal = Terminal("compare", MIDDLE, "-a", "bfs,hill_climbing", environment={"COLUMNS": "140", "NO_COLOR": "1"})
    text = terminal.read_rest()
    assert terminal.leave() == 0
    assert "1 of 4: bfs" in text
    assert text.index("\r\x1b[Kstart") > text.index("4 of 4: hill_climbing")
    assert re.search(r"algorithm +heuristic +backend +status +length +optimal ", text)
    assert "\x1b[32m" not in text
    assert "got stuck." in text


def shown_at(columns: int, *arguments: str) -> list[str]:
    """The lines that a terminal of this width shows after the progress line, without colours."""
    terminal = Terminal("compare", *arguments, environment={"COLUMNS": str(columns)})
    text = re.sub(r"\x1b\[[0-9;]*m", "", terminal.read_rest())
    terminal.leave()
    return text[text.rindex("\x1b[Kstart") + 3 :].splitlines()


def test_every_line_fits_80_columns() -> None:
    """The longest names and numbers: status and proof share a column, and two columns are left out."""
    algorithms = "ida_star(manhattan, lookback=10, threads=0),bfs,bidirectional_astar,astar"
    lines = shown_at(80, LARGE, "-a", algorithms, "-e", "linear_conflict,inversion_distance")
    assert max(map(len, lines)) <= 80
    header = next(line for line in lines if line.startswith("method"))
    assert header.split() == ["method", "backend", "result", "length", "expanded", "generated", "time"]
    assert "bidirectional_astar" in lines
    assert any(re.match(r"  inversion_distance +python +proven +3 ", line) for line in lines)
    assert any(re.match(r"bfs +\w+ +proven +3 ", line) for line in lines)
    assert "too narrow for b*, max stored: --csv and --json have" in " ".join(lines)


def test_which_times_can_be_compared(capsys: Capture) -> None:
    words = "Compare times only within a backend: 1 of these runs used the native core and 1 used Python."
    if _native.is_available():
        assert words in table(capsys, MIDDLE, "-a", "bfs,rbfs(blind)", "--limit", "nodes=20", code=3)
    assert "within a backend" not in table(
        capsys, MIDDLE, "-a", "bfs,dfs", "--limit", "nodes=20", "--backend", "python", code=3
    )
    pancakes = str(Path(__file__).parents[2] / "examples" / "puzzles" / "pancake.py")
    own = f"{pancakes}:stacks(size=5, count=1)"
    if _native.is_available():
        assert words in table(capsys, own, "-a", "ucs,bfs")
    assert "within a backend" not in table(capsys, own, "-a", "ucs,bfs", "--backend", "python")


def test_why_depth_first_search_expands_all_that_it_generates(capsys: Capture) -> None:
    start = "2 3 5 / 0 1 4"
    both = table(capsys, start, "-a", "dfs,dfs(frontier=stack)")
    counts = re.findall(r"^dfs.* (\d+) +(\d+) +\d+ +[\d.]+  TIME$", both, re.MULTILINE)
    (expanded, generated), (fewer, more) = [(int(one), int(other)) for one, other in counts]
    assert expanded == generated
    assert fewer < more
    assert "dfs makes one child at a time" in both
    assert "dfs(frontier=stack) makes all children of a node at once, as many courses do.\n" in both
    assert "one child at a time" in table(capsys, start, "-a", "dfs(order=URDL)")
    assert "one child at a time" not in table(capsys, start, "-a", "bfs,dfs(frontier=stack)")


def test_the_limits_of_each_run_are_stated(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """A 15-puzzle where blind search ends in a limit, but the default method proves the optimum."""
    monkeypatch.setattr(compare_module, "NATIVE_NODES", 50)
    monkeypatch.setattr(compare_module, "PYTHON_NODES_LARGE", 40)
    out = table(capsys, SCRAMBLED, "-a", "default,bfs,rbfs(blind)")
    default = default_method(Shape(4, 4))
    assert " found a solution of 8 moves, and none is shorter.\n" in out
    if _native.is_available():
        assert (
            f"Limits: {default}, the default method, 10 s; native runs 10 s and 50 nodes; Python runs 10 s and 40 "
            "nodes. --time and --limit nodes=N set other limits.\n"
        ) in out


NEAR = "1 2 3 / 4 5 6 / 7 0 8\n1 2 3 / 4 5 6 / 0 7 8\n"
FAR = "8 6 7 / 2 5 4 / 3 0 1\n"


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "boards.txt"
    path.write_text(NEAR + FAR)
    return str(path)


def test_the_success_rate_of_hill_climbing(capsys: Capture, file: str) -> None:
    out = printed(capsys, "compare", file, "-a", "hill_climbing,default", "-e", "manhattan")
    assert out.startswith(f"3 boards of {file}; goal 1 2 3 / 4 5 6 / 7 8 0\n\n")
    assert re.search(
        r"^hill_climbing +manhattan +python +2 of 3 \(67%\)  mean +1\.5( +[\d.]+){4} m?s  1 stuck$", out, re.MULTILINE
    )
    assert re.search(r"^ +median +1\.5( +[\d.]+){4} m?s$", out, re.MULTILINE)
    assert re.search(
        r"^astar +linear_conflict +\w+ +3 of 3 \(100%\)  mean +11\.3( +[\d,.]+){4} m?s  -$", out, re.MULTILINE
    )
    header = next(line for line in out.splitlines() if line.startswith("algorithm"))
    assert header.endswith("solved          length  expanded  generated  max stored     time  not solved")
    assert "hill_climbing(manhattan) solved 2 of 3 boards: it got stuck on 1.\n" in out
    assert "the mean length uses only solved ones" in out


def test_random_boards_are_those_of_the_seed(capsys: Capture) -> None:
    found = answer(capsys, "compare", "--boards", "4", "--size", "2x3", "--seed", "5", "-a", "astar(manhattan)")
    assert (found["seed"], found["goal"]) == (5, "1 2 3 / 4 5 0")
    assert [board["start"] for board in found["boards"]] == printed(
        capsys, "random", "2x3", "--count", "4", "--seed", "5"
    ).splitlines()
    assert [board["line"] for board in found["boards"]] == [1, 2, 3, 4]
    (astar,) = found["methods"]
    assert (astar["spec"], astar["solved"], astar["boards"]) == ("astar(manhattan)", 4, 4)


def test_without_names_it_runs_the_default_and_the_informed_ones(capsys: Capture) -> None:
    assert answer(capsys, "compare", "--boards", "1", "--goal", "0 1 / 2 3", "-a", "bfs")["goal"] == "0 1 / 2 3"
    found = answer(capsys, "compare", "--boards", "1", "--size", "2x2")
    specs = [method["spec"] for method in found["methods"]]
    assert specs[0] == "astar(linear_conflict)"
    assert "hill_climbing(manhattan)" in specs
    assert all("(manhattan" in spec for spec in specs[1:])


def test_csv_has_every_run(capsys: Capture, file: str) -> None:
    rows = list(
        csv.DictReader(io.StringIO(printed(capsys, "compare", file, "-a", "bfs,astar", "-e", "manhattan", "--csv")))
    )
    assert [(row["board"], row["spec"], row["length"]) for row in rows] == [
        *[(str(number), "bfs", length) for number, length in ((1, "1"), (2, "2"), (3, "31"))],
        *[(str(number), "astar(manhattan)", length) for number, length in ((1, "1"), (2, "2"), (3, "31"))],
    ]
    assert {row["start"] for row in rows} == set((NEAR + FAR).splitlines())


def test_limits_and_unsolvable_boards_are_failures(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(f"{FAR}1 2 3 / 4 5 6 / 8 7 0\n")
    out = printed(capsys, "compare", str(path), "-a", "bfs", "--limit", "nodes=20", code=3)
    assert re.search(r"^bfs +.*0 of 2 \(0%\) +mean +- .* 1 limit, 1 unsolvable$", out, re.MULTILINE)
    assert "Each run was limited to 20 nodes." in out


def test_ctrl_c_gives_the_finished_runs(capsys: Capture, monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    cancel_after(monkeypatch, 0)
    out = printed(capsys, "compare", file, "-a", "bfs", code=130)
    assert out.endswith("No run was finished.\nThe comparison was interrupted: 3 runs are missing.\n")
    cancel_after(monkeypatch, 500)
    out = printed(capsys, "compare", file, "-a", "bfs", "--backend", "python", code=130)
    assert out.endswith("\nThe comparison was interrupted: 1 run is missing.\n")


def test_the_conclusion_of_the_assignment(capsys: Capture) -> None:
    """The factor, on how many boards, its trend, and what does not follow: all from the rows that CSV has."""
    arguments = ["compare", "--boards", "20", "-a", "astar", "-e", "manhattan,misplaced"]
    out = printed(capsys, *arguments)
    assert "Both methods solved all 20 boards.\nAll solutions of astar(manhattan) and astar(misplaced) are " in out
    runs = list(csv.DictReader(io.StringIO(printed(capsys, *arguments, "--csv"))))
    halves = [[run for run in runs if run["spec"] == f"astar({name})"] for name in ("manhattan", "misplaced")]
    pairs = sorted(
        (int(run["length"]), int(other["expanded"]) / int(run["expanded"])) for run, other in zip(*halves, strict=True)
    )
    wins = sum(factor > 1 for _, factor in pairs)
    middle, short, long = (median(factor for _, factor in part) for part in (pairs, pairs[:6], pairs[-6:]))
    assert (
        f"astar(manhattan) expanded {middle:.1f} times fewer nodes than astar(misplaced) (median), fewer on {wins} of "
        f"20 boards; the longer the solution, the larger the factor: {short:.1f} on the boards of {pairs[5][0]} moves "
        f"or fewer, {long:.0f} on those of {pairs[-6][0]} or more.\n"
    ) in out
    assert "\n\nWhat these runs do not show:\nThis holds for these 3×3 boards; other sizes, goals and" in out
    found = answer(capsys, *arguments, "--rows")
    assert found["summary"][2].startswith("astar(manhattan) expanded")
    assert found["methods"][0]["median_expanded"] == median(int(run["expanded"]) for run in halves[0])
    assert [row["expanded"] for row in found["rows"][:20]] == [int(run["expanded"]) for run in halves[0]]


def test_a_page_has_table_chart_and_conclusion(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    arguments = ["compare", "--boards", "5", "-a", "bfs,astar(manhattan)", "--rows"]
    out = printed(capsys, *arguments, "-o", str(path))
    assert out.endswith(f"wrote {path}\n")
    text = path.read_text(encoding="utf-8")
    assert text.count("<table class=data>") == 2
    assert "<td class=number>5 of 5 (100%)</td>" in text
    assert "<svg" in text
    assert "http" not in text.replace('xmlns="http://www.w3.org/2000/svg"', "")  # it needs no other file
    conclusion = out.split("solved ones.\n")[1].split("\n\n")[0].splitlines()
    assert all(f"<li>{escape(sentence)}</li>" in text for sentence in conclusion)
    printed(capsys, "compare", MIDDLE, "-a", "bfs", "-o", str(path))
    assert path.read_text(encoding="utf-8").count("<svg") == 3  # start, goal and chart
    printed(capsys, "compare", "1 2 3 / 4 5 6 / 8 7 0", "-a", "bfs", "-o", str(path), code=1)
    assert "unsolvable: " in path.read_text(encoding="utf-8")
    error = error_line(capsys, *arguments, "-o", "chart.pdf")
    assert "expected a page that ends in .html, found .pdf in 'chart.pdf' (--plot draws the chart alone)" in error


def test_a_row_for_each_board(capsys: Capture, file: str) -> None:
    out = printed(capsys, "compare", file, "-a", "bfs,greedy(misplaced),hill_climbing(misplaced)", "--rows")
    table = out.split("Nodes expanded on each board:\n")[1].split("\n\n")[0].splitlines()
    assert table[0].split() == ["board", "start", "length", "bfs", "greedy(misplaced)", "hill_climbing(misplaced)"]
    assert re.fullmatch(r" +3  8 6 7 / 2 5 4 / 3 0 1 +31 +[\d,]+ +[\d,]+ \(\+\d+\) +\d+ \(stuck\)", table[3])
    assert run(["compare", MIDDLE, "-a", "bfs", "--rows"]) == 2
    assert "--rows has no effect" in capsys.readouterr().err


def test_a_split_that_can_be_chance_is_no_conclusion(capsys: Capture) -> None:
    out = printed(capsys, "compare", "--boards", "5", "-a", "astar(manhattan),astar(misplaced)")
    assert "is open: such a split of 5 boards can be chance (sign test, p = 0.06)" in out
    assert "5 are few: compare more." in out


def test_another_goal_and_shape(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(
        capsys, "compare", "1 0 2 3", "--size", "1x4", "--goal", "1 2 3 0", "-a", "astar,bfs", "-e", "manhattan"
    )
    assert found["optimum"] == 2
    found = answer(capsys, "compare", "1 0 8 2 5 7 4 6 3", "--goal", "0 8 7 1 2 3 4 5 6", "-a", "astar")
    assert found["optimum"] == 7
    assert len(found["rows"]) == 9


def test_default_limits_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "compare", MIDDLE, "-a", "astar", "-e", "manhattan")
    assert found["limits"] == {"time": 10, "nodes": None, "memory": None, "depth": None}
    nodes = NATIVE_NODES if _native.is_available() else PYTHON_NODES
    assert found["rows"][0]["limits"] == {"time": 10, "nodes": nodes, "memory": None, "depth": None}


def test_a_user_defined_heuristic(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def nothing(board, goal):\n    return 0\n")
    found = answer(capsys, "compare", MIDDLE, "-a", "astar", "-e", f"{path}:nothing,manhattan")
    assert [row["heuristic"] for row in found["rows"]] == [f"{path}:nothing", "manhattan"]


def test_a_very_narrow_terminal_shows_what_matters_most() -> None:
    lines = shown_at(40, MIDDLE, "-a", "bfs,greedy", "-e", "misplaced,manhattan", "--limit", "nodes=400")
    rows = lines[next(place for place, line in enumerate(lines) if line.startswith("method")) :][:5]
    assert max(map(len, rows)) <= 40
    assert [row.split() for row in rows] == [
        ["method", "result", "length", "expanded"],
        ["bfs", "limit", "≥", "10", "245"],
        ["greedy"],
        ["misplaced", "unknown", "26", "195"],
        ["manhattan", "unknown", "36", "178"],
    ]
