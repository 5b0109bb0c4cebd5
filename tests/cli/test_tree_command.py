"""``taquin tree`` as users see it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from cases import each_case
from command_line import Capture, answer, error_line, printed
from svg_reading import groups, parse, words
from taquin.cli import run
from taquin.solving.registry import ALGORITHMS, AlgorithmSpec

EXAMPLE = ["1 0 8 2 5 7 4 6 3", "--goal", "0 8 7 1 2 3 4 5 6", "-a", "astar", "-e", "manhattan"]
NEAR = "1 2 3 / 0 4 6 / 7 5 8"
MIDDLE = "8 1 3 / 4 0 2 / 7 6 5"


def test_one_tree_for_each_iteration(capsys: Capture) -> None:
    out = printed(capsys, "tree", NEAR, "-a", "iddfs", "--iteration", "3")
    assert out.endswith(
        "iteration 3: depth up to 2 (3 of 4)\n"
        "node          g  expanded\n"
        "0 start       0  2         ★\n"
        "├─4 Up        1  3\n"
        "│ └─5 Right   2            × depth\n"
        "├─6 Down      1  4\n"
        "│ └─7 Right   2            × depth\n"
        "└─8 Right     1  5\n"
        "  ├─9 Up      2            × depth\n"
        "  ├─10 Down   2            × depth\n"
        "  └─11 Right  2            × depth\n"
    )
    everything = printed(capsys, "tree", NEAR, "-a", "iddfs", "--iteration", "all")
    assert re.findall(r"^iteration (\d): depth up to (\d)", everything, re.MULTILINE) == [
        ("1", "0"),
        ("2", "1"),
        ("3", "2"),
        ("4", "3"),
    ]
    assert printed(capsys, "tree", NEAR, "-a", "iddfs") == printed(
        capsys, "tree", NEAR, "-a", "iddfs", "--iteration", "4"
    )


def test_two_roots(capsys: Capture) -> None:
    out = printed(capsys, "tree", NEAR, "-a", "bidirectional")
    assert "solution path ★: 0 → 4 → 6 → 1\n" in out
    assert out.endswith(
        "node        g  expanded\n"
        "0 start     0  1         ★\n"
        "├─2 Up      1\n"
        "├─3 Down    1\n"
        "└─4 Right   1            ★ meeting\n"
        "1 goal      0  2         ★\n"
        "├─5 Up      1  3\n"
        "│ ├─7 Up    2\n"
        "│ └─8 Left  2\n"
        "└─6 Left    1  4         ★\n"
        "  └─9 Up    2            ★ meeting\n"
    )


def test_nodes_left_out_are_reported(capsys: Capture) -> None:
    out = printed(capsys, "tree", MIDDLE, "-a", "astar", "-e", "manhattan", "--levels", "1")
    assert out.endswith(
        "node       f = g + h    expanded\n"
        "0 start    10 = 0 + 10  1         ★\n"
        "├─1 Up     12 = 1 + 11  7\n"
        "│ └─… 23 more nodes below\n"
        "├─2 Down   10 = 1 + 9   2\n"
        "│ └─… 25 more nodes below\n"
        "├─3 Left   12 = 1 + 11  8\n"
        "│ └─… 24 more nodes below\n"
        "└─4 Right  10 = 1 + 9   3         ★\n"
        "  └─… 51 more nodes below\n"
        "123 of 128 nodes are left out (--max-nodes, --levels)\n"
    )


def test_json(capsys: Capture) -> None:
    found = answer(capsys, "tree", *EXAMPLE, "--boards")
    assert found["status"] == "solved"
    assert found["spec"] == "astar(manhattan)"
    assert found["node_path"] == [0, 3, 4, 5, 7, 8, 11, 13]
    assert found["roots"] == [0]
    (each,) = found["iterations"]
    assert (each["iteration"], each["bound"], each["nodes_left_out"]) == (None, None, 0)
    nodes = each["nodes"]
    assert [node["node"] for node in nodes] == list(range(15))
    assert nodes[13] == {
        "node": 13,
        "parent": 11,
        "move": "U",
        "g": 7,
        "h": 0,
        "f": 7,
        "level": 7,
        "children": [],
        "expanded": [],
        "fate": "goal",
        "on_path": True,
        "duplicates": [],
        "board": "0 8 7 / 1 2 3 / 4 5 6",
    }


def test_json_has_all_nodes_and_iterations(capsys: Capture) -> None:
    found = answer(capsys, "tree", MIDDLE, "-a", "ida*", "--iteration", "all")
    assert [(each["iteration"], each["bound"]) for each in found["iterations"]] == [(1, 10), (2, 12), (3, 14)]
    assert {node["node"] for each in found["iterations"] for node in each["nodes"]} == set(range(179))
    limited = answer(capsys, "tree", MIDDLE, "-a", "ida*", "--max-nodes", "10")["iterations"][0]
    assert len(limited["nodes"]) == 10
    assert limited["nodes_left_out"] > 0


def test_a_deep_tree_as_json(capsys: Capture) -> None:
    """The list is flat: a parser could not read 5,000 nested levels."""
    found = answer(capsys, "tree", MIDDLE, "-a", "dfs", "--limit", "nodes=5000", code=3)
    assert len(found["iterations"][0]["nodes"]) == 5001
    assert max(node["level"] for node in found["iterations"][0]["nodes"]) > 1000


@each_case("spec", ALGORITHMS)
def test_every_algorithm_has_a_tree(capsys: Capture, spec: AlgorithmSpec) -> None:
    out = printed(capsys, "tree", NEAR, "-a", spec.key, "--iteration", "all")
    assert "0 start" in out
    assert "solution path ★: 0 →" in out


def test_a_recorded_trace(capsys: Capture, tmp_path: Path) -> None:
    path = str(tmp_path / "search.jsonl")
    assert run(["trace", *EXAMPLE, "-o", path]) == 0
    capsys.readouterr()
    assert printed(capsys, "tree", "--read", path) == printed(capsys, "tree", *EXAMPLE)
    assert printed(capsys, "tree", path) == printed(capsys, "tree", *EXAMPLE)


FORMS = {
    "svg": "<svg ",
    "tex": "% Search tree of astar(manhattan): solved in 7 moves\n",
    "json": '{\n  "spec": "astar(manhattan)",',
    "txt": "start    goal\n",
}


@pytest.mark.parametrize("ending", FORMS)
def test_the_ending_of_a_file_selects_its_form(capsys: Capture, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"tree.{ending}"
    out = printed(capsys, "tree", *EXAMPLE, "-o", str(path))
    verb = "wrote" if ending in ("json", "txt") else "drew"
    assert out == f"{verb} {path}: astar(manhattan): solved in 7 moves; 15 nodes, 7 expanded\n"
    written = path.read_text(encoding="utf-8")
    assert written.startswith(FORMS[ending])
    name = {"tex": "tikz", "txt": "text"}.get(ending, ending)
    assert printed(capsys, "tree", *EXAMPLE, "--format", name) == written
    other = tmp_path / "tree.anything"
    printed(capsys, "tree", *EXAMPLE, "--format", name, "-o", str(other))
    assert other.read_text(encoding="utf-8") == written
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted([path.name, other.name])


def test_a_pdf(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tree.PDF"
    assert printed(capsys, "tree", *EXAMPLE, "-o", str(path)).startswith(
        f"drew {path}: astar(manhattan): solved in 7 moves"
    )
    assert path.read_bytes().startswith(b"%PDF-1.7\n")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert "PDF cannot be printed at a terminal: expected -o FILE" in error_line(
        capsys, "tree", *EXAMPLE, "--format", "pdf"
    )


def test_a_picture_that_fits_no_page_is_cut_into_pages(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "tree.pdf"
    options = ["-a", "bfs", "--levels", "5", "--node-style", "boards", "-o", str(path), "--paper", "a4"]
    assert printed(capsys, "tree", MIDDLE, *options).endswith("; drawn from left to right, to fit a page; on 4 pages\n")
    assert path.read_bytes().count(b"/Type/Page/") == 4
    assert printed(capsys, "tree", *EXAMPLE, "-o", str(path), "--paper", "letter").endswith("; on 1 page\n")
    error = error_line(capsys, "tree", *EXAMPLE, "-o", str(tmp_path / "tree.svg"), "--paper", "a4")
    assert "--paper has no effect: it is for PDF files, and svg is written" in error


def count(svg: str, kind: str = "node") -> int:
    """How many nodes, or children of another kind, are in a picture."""
    return len(groups(parse(svg), kind))


def test_options_choose_what_is_drawn(capsys: Capture) -> None:
    arguments = [MIDDLE, "-a", "astar", "-e", "manhattan", "--format", "svg"]
    assert count(printed(capsys, "tree", *arguments)) == 128  # as dots
    assert count(printed(capsys, "tree", *arguments, "--node-style", "boards")) == 29  # around the path
    assert count(printed(capsys, "tree", *arguments, "--max-nodes", "200")) == 128
    assert count(printed(capsys, "tree", *arguments, "--max-nodes", "40")) == 40
    assert count(printed(capsys, "tree", *arguments, "--levels", "2")) == 13
    assert count(printed(capsys, "tree", *arguments, "--path-only")) == 15
    assert count(printed(capsys, "tree", *arguments), "duplicate") == 0
    assert count(printed(capsys, "tree", *arguments, "--duplicates"), "duplicate") == 4
    boards = [*arguments, "--node-style", "boards", "--max-nodes", "200"]
    assert count(printed(capsys, "tree", *boards), "duplicate") == 4
    assert count(printed(capsys, "tree", *boards, "--no-duplicates"), "duplicate") == 0
    assert 'fill="#12181f"' in printed(capsys, "tree", *arguments, "--theme", "dark")


def test_the_exit_code_of_a_drawn_search(capsys: Capture, tmp_path: Path) -> None:
    path = str(tmp_path / "tree.svg")
    out = printed(capsys, "tree", "5 2 1 / 4 8 3 / 7 6 0", "-a", "hill_climbing", "-e", "misplaced", "-o", path, code=3)
    assert out.startswith(f"drew {path}: hill_climbing(misplaced): stuck: h = 5 here")
    assert "unsolvable" in printed(capsys, "tree", "1 2 3 4 5 6 8 7 0", "-o", path, code=1)


PLATEAU = "5 2 1 / 4 8 3 / 7 6 0"
HARDEST = "8 6 7 2 5 4 3 0 1"
UNSOLVABLE = "1 2 3 4 5 6 8 7 0"
ASTAR = ["-a", "astar", "-e", "manhattan"]


@each_case(
    ("arguments", "code", "parts"),
    [
        ([NEAR, "-e", "misplaced"], 0, ["astar(misplaced): solved"]),
        (
            [*EXAMPLE, "--ascii", "--max-nodes", "9"],
            0,
            [
                "solution path *: 0 -> 3 -> 4",
                "|-3 Right            7 = 1 + 6  2         *\n",
                "`-... 1 more node below\n",
            ],
        ),
        ([*EXAMPLE, "--path-only", "--boards"], 0, ["board\n", "★ goal  0 8 7 / 1 2 3 / 4 5 6\n"]),
        ([MIDDLE, *ASTAR], 0, ["└─Left                                           × same board as node 28\n"]),
        ([NEAR, "-a", "dfs"], 0, ["811 of 853 nodes are left out", "→ … 810 more … →"]),
        (
            [NEAR, "-a", "wastar(manhattan, weight=2)"],
            0,
            ["f = g + 2·h  expanded\n0 start        6 = 0 + 2·3  1         ★"],
        ),
        (
            [PLATEAU, "-a", "hc(misplaced)"],
            3,
            ["stuck: h = 5 here, and the best neighbour has h = 5 (plateau)", "× not better"],
        ),
        (["1 2 3 4 5 6 7 8 0"], 0, ["node     f = g + h\n0 start  0 = 0 + 0  ★ goal\n"]),
        ([MIDDLE, "-a", "bfs", "--cap", "5"], 0, ["5,960 expanded\nonly the first 5 events are recorded (--cap)\n"]),
        (
            [MIDDLE, *ASTAR, "--around-path"],
            0,
            ["│ └─… 23 more nodes below\n", "99 of 128 nodes are left out (--around-path, --max-nodes, --levels)\n"],
        ),
        ([NEAR, "-a", "iddfs", "--iteration", "3", "--no-pruned"], 0, ["5 pruned nodes are hidden (--no-pruned)\n"]),
        (
            [MIDDLE, *ASTAR, "-o", "t.svg", "--node-style", "boards"],
            0,
            ["29 of 128 nodes are drawn (--max-nodes N draws more)"],
        ),
        ([MIDDLE, *ASTAR, "-o", "t.svg", "--levels", "3"], 0, ["of 128 nodes are drawn (by --levels)"]),
        (
            [MIDDLE, *ASTAR, "-o", "t.svg"],
            0,
            ["128 nodes, 76 expanded; nodes are dots (--node-style boards --max-nodes 128 draws boards)\n"],
        ),
        ([MIDDLE, "-a", "ida*", "--iteration", "all"], 0, ["f up to 12 (2 of 3)\n", "× bound\n"]),
        ([HARDEST, *ASTAR, "--max-nodes", "32"], 0, ["28565 Down"]),
        ([PLATEAU, "-a", "hc(misplaced)", "--path-only"], 3, ["there is no solution path\n"]),
        ([UNSOLVABLE], 1, ["unsolvable: the start has an odd number of inversions"]),
        ([MIDDLE, *ASTAR, "-o", "t.svg", "--path-only"], 0, ["15 of 128 nodes are drawn (by --path-only)"]),
        (
            [MIDDLE, *ASTAR, "-o", "t.svg", "--node-style", "boards", "--max-nodes", "128"],
            0,
            ["128 nodes, 76 expanded; drawn from left to right, to fit a page\n"],
        ),
        (
            [MIDDLE, "-a", "bfs", "-o", "t.svg", "--levels", "5"],
            0,
            ["(by --levels); drawn as dots, to be legible on a page (--node-style boards draws boards)\n"],
        ),
        (
            [NEAR, "-a", "dfs", "-o", "t.svg"],
            0,
            ["(--max-nodes N draws more; search less deep with --limit depth=20); drawn as dots"],
        ),
    ],
)
def test_what_is_printed(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int, parts: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    out = printed(capsys, "tree", *arguments, code=code)
    for part in parts:
        assert part in out
    assert "--ascii" not in arguments or out.isascii()


@each_case(("option", "absent"), [("--no-duplicates", "same board"), ("--no-pruned", "×")])
def test_what_can_be_hidden(capsys: Capture, option: str, absent: str) -> None:
    assert absent not in printed(capsys, "tree", MIDDLE, *ASTAR, "--no-duplicates", option)


def test_iterations_in_pictures(capsys: Capture) -> None:
    def iterations(*arguments: str) -> list[str]:
        drawn = groups(parse(printed(capsys, "tree", *arguments, "--format", "svg")), "iteration")
        return [words(group)[0].partition(":")[0] for group in drawn]

    assert iterations(NEAR, "-a", "iddfs") == [f"iteration {number}" for number in range(1, 5)]
    assert iterations(NEAR, "-a", "iddfs", "--iteration", "last") == ["iteration 4"]
    assert iterations(MIDDLE, "-a", "ida*") == ["iteration 3"]
    assert iterations(MIDDLE, "-a", "ida*", "--iteration", "2") == ["iteration 2"]
    assert iterations(MIDDLE, "-a", "ida*", "--iteration", "all") == [f"iteration {number}" for number in range(1, 4)]


def test_a_png(capsys: Capture, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    path = tmp_path / "tree.png"
    printed(capsys, "tree", *EXAMPLE, "-o", str(path), "--theme", "dark")
    with image.open(path) as drawn:
        assert drawn.format == "PNG"
        assert drawn.convert("RGB").getpixel((3, 3)) == (0x12, 0x18, 0x1F)
        assert min(drawn.size) > 900


def test_the_bounds_of_ida_star(capsys: Capture) -> None:
    out = printed(capsys, "tree", MIDDLE, "-a", "ida*", "--iteration", "all")
    assert re.findall(r"f up to (\d+) \((\d) of 3\)", out) == [("10", "1"), ("12", "2"), ("14", "3")]
    numbers = [int(number) for number in re.findall(r"^\W*(\d+) (?:Up|Down|Left|Right)\b", out, re.MULTILINE)]
    assert sorted(numbers) == list(range(1, 179))  # every node is in one of the three trees
    assert "× bound" in out


@pytest.mark.parametrize(
    "options",
    [
        ["--max-nodes", "40"],
        pytest.param(["--max-nodes", "1"], marks=pytest.mark.slow),
        pytest.param(["--levels", "5"], marks=pytest.mark.slow),
        pytest.param([], marks=pytest.mark.slow),
    ],
)
def test_drawn_and_left_out_nodes_are_all_nodes(capsys: Capture, options: list[str]) -> None:
    out = printed(capsys, "tree", HARDEST, "-a", "astar", "-e", "manhattan", *options)
    drawn = len(re.findall(r"^\W*\d+ (?:start|Up|Down|Left|Right)\b", out, re.MULTILINE))
    below = sum(int(count.replace(",", "")) for count in re.findall(r"… ([\d,]+) more nodes? below", out))
    assert drawn + below == 29_088
    assert f"{below:,} of 29,088 nodes are left out" in out


def test_a_recorded_trace_as_a_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = str(tmp_path / "search.jsonl")
    assert run(["trace", *EXAMPLE, "-o", path]) == 0
    capsys.readouterr()
    assert printed(capsys, "tree", "--read", path, "-o", "-") == printed(capsys, "tree", *EXAMPLE, "-o", "-")


def test_duplicates_are_marked_and_can_be_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [MIDDLE, "-a", "astar", "-e", "manhattan"]
    assert "└─Left                                           × same board as node 28\n" in printed(
        capsys, "tree", *arguments
    )
    assert "same board" not in printed(capsys, "tree", *arguments, "--no-duplicates")
