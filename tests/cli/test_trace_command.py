"""``taquin trace`` as users see it."""

from __future__ import annotations

import io
import re
import signal
from pathlib import Path

import pytest

from command_line import Capture, answer, cancel_after, error_line, printed
from looping import for_each
from taquin.cli import run
from taquin.run.result import Status
from taquin.solving.registry import ALGORITHMS, AlgorithmSpec
from taquin.trace.formats import read_file, read_lines
from terminal import Terminal

EXAMPLE = ["1 0 8 2 5 7 4 6 3", "--goal", "0 8 7 1 2 3 4 5 6", "-a", "astar", "-e", "manhattan"]
NEAR = "1 2 3 / 0 4 6 / 7 5 8"
MIDDLE = "8 1 3 / 4 0 2 / 7 6 5"
PLATEAU = "5 2 1 / 4 8 3 / 7 6 0"
HARDEST = "8 6 7 2 5 4 3 0 1"
KORF_1 = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"


# All steps printed -----------------------------------------------------------------------------------------------


PRINTED = {
    "ida* -e manhattan": [
        """\
iteration 1: f up to 3
step 1: expand node 0 (the start): g 0 + h 3 = f 3
  1 2 3   Up     node 1  g 1 + h 4 = f 5  pruned: f 5 > bound 3
  0 4 6   Down   node 2  g 1 + h 4 = f 5  pruned: f 5 > bound 3
  7 5 8   Right  node 3  g 1 + h 2 = f 3  new
          path: 1 node
""",
    ],
    "iddfs": [
        "iteration 1: depth up to 0\niteration 2: depth up to 1\nstep 1: expand node 0",
        """\
step 3: expand node 4 (by Up from node 0): g 1
  0 2 3   Right         node 5  g 2  pruned: depth 2 is the limit
  1 4 6   from 0: Down  node 6  g 1  new
  7 5 8   path: 2 nodes
""",
        "  iterations  4, the last: iteration 4: depth up to 3\n",
    ],
    "bidirectional": [
        "node 0 is the start, g 0\nnode 1 is the goal, g 0\n",
        "step 1, forward: expand node 0 (the start): g 0\n",
        "step 3, backward: expand node 5 (by Up from node 1): g 1\n",
        "node 9  g 2  new: the two searches meet\n",
        "end: solved: nodes 4 (forward) and 9 (backward) are the same board\n",
    ],
    "hill_climbing -e manhattan": [
        """\
step 2: at node 3 (by Right from node 0, after 1 move): h 2
  1 2 3   Up     node 4  h 3  not taken
  4 0 6   Down   node 5  h 1  taken
  7 5 8   Left   node 6  h 3  not taken
          Right  node 7  h 3  not taken
          Down is taken: h falls to 1
""",
        "h 0  taken: the goal\n",
    ],
    "beam -O width=2": ["h 5  pruned: outside the beam\n", "pruned (outside the beam): 1 older node: 6\n"],
}
PRINTED_ON_PLATEAU = {
    "hill_climbing -e misplaced -O restarts=1 -O walk=2": [
        """\
first climb
step 1: at node 0 (the start): h 5
  5 2 1   Up    node 1  h 5  not better
  4 8 3   Left  node 2  h 5  not better
  7 6 0   no move is taken: h is 5 here, and the best neighbour has h = 5

restart 1
""",
        "end: stuck: h = 4 here, and the best neighbour has h = 4 (plateau)\n",
        "Left is taken: h rises to 6\n",
    ],
    "lrta_star -e manhattan --max-steps 3": [
        """\
step 3: expand node 3 (by Up from node 2, after 2 moves): h 6
  5 2 1   Up     node 6  h 7  taken
  4 0 3   Down   node 7  h 7  not taken
  7 8 6   Left   node 8  h 7  not taken
          Right  node 9  h 7  not taken
          Up is taken: h rises to 7; h of this board becomes 8
""",
    ],
}
PRINTED_ON_OTHERS = {
    f"{MIDDLE}|-a bfs --max-steps 3": ["\n… 5,957 more steps (--max-steps N prints more)\n\nend: solved: "],
    f"{MIDDLE}|-a bfs --cap 10": [
        "end: solved, after the last recorded event\n",
        "recorded    only the first 10 events (--cap)\n",
    ],
    f"{HARDEST}|-a bfs --limit nodes=100 --max-steps 0": ["end: limit: reached the limit of 100 nodes\n"],
    "1 2 3 4 5 6 8 7 0|--lists": ["end: unsolvable: the start has an odd number of inversions"],
    "1 2 3 4 5 6 7 8 0|-a astar": ["  moves      none\n  length     0\n"],
}


@for_each(
    ("board", "options", "parts"),
    [
        *[(NEAR, f"-a {options}", parts) for options, parts in PRINTED.items()],
        *[(PLATEAU, f"-a {options}", parts) for options, parts in PRINTED_ON_PLATEAU.items()],
        *[(*key.split("|"), parts) for key, parts in PRINTED_ON_OTHERS.items()],
    ],
)
def test_what_is_printed(capsys: Capture, board: str, options: str, parts: list[str]) -> None:
    run(["trace", board, *options.split()])
    out = capsys.readouterr().out
    for part in parts:
        assert part in out


def test_improved(capsys: Capture) -> None:
    out = printed(capsys, "trace", "1 7 3 / 8 0 6 / 5 4 2", "-a", "wastar(manhattan, weight=3)")
    assert re.search(r"node \d+ +g \d+ \+ 3·h \d+ = f \d+ +improved: g was \d+, reopened\n", out)
    assert re.search(r"improved: g was \d+\n", out)


def test_json(capsys: Capture) -> None:
    found = answer(capsys, "trace", *EXAMPLE)
    assert (found["status"], found["length"], found["expanded"], found["generated"]) == ("solved", 7, 7, 14)
    assert found["node_path"] == [0, 3, 4, 5, 7, 8, 11, 13]
    assert found["steps_left_out"] == 0
    assert [step["node"] for step in found["steps"]] == [0, 3, 4, 5, 7, 8, 11]
    assert found["steps"][1]["children"][1] == {
        "parent": 3,
        "move": "L",
        "node": 0,
        "g": 2,
        "h": 7,
        "f": 9,
        "fate": "duplicate",
        "reason": None,
    }
    cut = answer(capsys, "trace", *EXAMPLE, "--max-steps", "2")
    assert (len(cut["steps"]), cut["steps_left_out"]) == (2, 5)


# Files -----------------------------------------------------------------------------------------------------------


def test_a_file_is_written_and_read(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "search.jsonl"
    out = printed(capsys, "trace", *EXAMPLE, "-o", str(path))
    recorded = read_file(path)
    assert out == f"wrote {len(recorded.events)} events to {path}; status of the search: solved\n"
    fresh = printed(capsys, "trace", *EXAMPLE)
    assert printed(capsys, "trace", "--read", str(path)) == fresh
    assert printed(capsys, "trace", str(path)) == fresh


def test_a_file_of_a_failed_search(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "search.jsonl"
    out = printed(capsys, "trace", HARDEST, "-a", "bfs", "--limit", "nodes=100", "--cap", "50", "-o", str(path), code=3)
    assert out == f"wrote 50 events (the first 50 of more: see --cap) to {path}; status of the search: limit\n"
    assert "end: limit" in printed(capsys, "trace", "--read", str(path), code=3)


def test_standard_output_and_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = printed(capsys, "trace", *EXAMPLE, "-o", "-")
    assert read_lines(lines.splitlines()).node_path == (0, 3, 4, 5, 7, 8, 11, 13)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    assert "step 7" in printed(capsys, "trace", "--read", "-")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe")))
    assert "found a file that is not text" in error_line(capsys, "trace", "--read", "-")


# At a terminal ---------------------------------------------------------------------------------------------------


def test_stepping() -> None:
    terminal = Terminal("trace", *EXAMPLE)
    shown = terminal.read_until("q quit: ")
    assert "│ 1 │   │ 8 │" in shown
    assert "node 0 is the start" in shown
    assert "[0 of 7]" in shown
    for keys, page in [
        ("\n", "step 1: expand node 0"),
        ("\x1b[C", "step 2: expand node 3"),
        ("\x1b[D", "step 1: expand node 0"),
        ("7\x7f6\n", "step 6: expand node 8"),
        ("b", "step 5: expand node 7"),
        ("99\n", "Expected an arrow key, Enter, b, e, q, or a step from 0 to 7."),
        ("\x1b[3~", "Expected an arrow key"),
        ("0\n", "node 0 is the start"),
        ("\x1bOD", "node 0 is the start"),
    ]:
        terminal.type(keys)
        assert page in terminal.read_until("q quit: ")
    terminal.type("e")
    assert "end: solved: node 13 is the goal" in terminal.read_until("q quit, Left back")
    terminal.type("b")
    shown = terminal.read_until("q quit: ")
    assert "step 7: expand node 11" in shown
    assert "^[" not in shown
    terminal.type("e\n")  # Enter at the end quits, like q
    assert terminal.leave() == 0


def test_lists_at_a_terminal_and_the_end_of_the_input() -> None:
    terminal = Terminal("trace", *EXAMPLE, "--lists")
    assert "closed  empty" in terminal.read_until("q quit: ")
    terminal.type("2\n")
    assert "open    4: 2+5=7, 1: 1+8=9" in terminal.read_until("q quit: ")
    terminal.type("b")
    assert "open    3: 1+6=7, 1: 1+8=9" in terminal.read_until("q quit: ")
    terminal.type("\x04")
    assert terminal.leave() == 0


def test_colours_only_where_supported() -> None:
    def raw(**environment: str) -> str:
        terminal = Terminal("trace", *EXAMPLE, "--all", environment=environment)
        shown = terminal.read_rest()
        assert terminal.leave() == 0
        return shown

    assert "\x1b[32m" in raw()
    assert "\x1b[32m" not in raw(NO_COLOR="1")


def test_ctrl_c_ends_a_search_and_reports_it(capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    cancel_after(monkeypatch, 100)  # polls, of one expansion or more
    arguments = [KORF_1, "--goal", "blank-first", "-a", "bfs"]
    out = printed(capsys, "trace", *arguments, "--max-steps", "1", "--cap", "1000", code=130)
    assert "end: cancelled" in out
    assert "recorded    only the first 1,000 events (--cap)\n" in out
    path = tmp_path / "search.jsonl"
    assert run(["trace", *arguments, "-o", str(path)]) == 130
    captured = capsys.readouterr()
    assert captured.out.endswith("status of the search: cancelled\n")
    assert re.match(r"taquin: interrupted; writing [0-9,]+ events \(interrupt again to discard them\)", captured.err)
    assert read_file(path).outcome.stats.expanded >= 99
    assert run(["tree", *arguments, "-o", str(tmp_path / "tree.svg")]) == 130
    assert "interrupted; drawing the tree so far (Ctrl-C again quits)" in capsys.readouterr().err


# Lists -------------------------------------------------------------------------------------------------------------


def test_an_interrupted_recording_says_that_it_is_written(tmp_path: Path) -> None:
    """Writing hundreds of thousands of events takes seconds; a second signal discards them."""
    output = tmp_path / "out.jsonl"
    opened = Terminal("trace", "0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1", "-a", "bfs", "-o", str(output))
    opened.read_until("expanded [1-9]")
    opened.process.send_signal(signal.SIGTERM)
    opened.read_until(r"taquin: interrupted; writing [0-9,]+ events \(interrupt again to discard them\)")
    opened.process.send_signal(signal.SIGTERM)
    assert opened.leave() == 130
    assert not output.exists() or read_file(output).outcome.status is Status.CANCELLED


def test_a_start_that_is_the_goal(capsys: pytest.CaptureFixture[str]) -> None:
    assert "  moves      none\n  length     0\n" in printed(capsys, "trace", "1 2 3 4 5 6 7 8 0")


@for_each("spec", ALGORITHMS)
def test_every_algorithm_can_be_stepped_through(capsys: Capture, spec: AlgorithmSpec) -> None:
    out = printed(capsys, "trace", NEAR, "-a", spec.key, "--max-steps", "100")
    assert "\nstep 1" in out
    assert "\nend: solved: " in out
    assert "  path " in out


def test_lists_after_every_step(capsys: Capture) -> None:
    out = printed(capsys, "trace", *EXAMPLE, "--lists")
    blocks = out.split("\n\n")
    assert blocks[0].endswith(
        "In the lists a node is written as number: g+h=f.\n"
        "Open (the frontier): the next first. Closed: in the order of expansion.\n"
        "  open    0: 0+7=7\n"
        "  closed  empty"
    )
    assert blocks[6].endswith(
        "  open    11: 6+1=7, 1: 1+8=9, 2: 1+8=9, 6: 3+6=9, 9: 5+4=9, 10: 6+3=9,\n"
        "          12: 6+3=9\n"
        "  closed  0: 0+7=7, 3: 1+6=7, 4: 2+5=7, 5: 3+4=7, 7: 4+3=7, 8: 5+2=7"
    )
    assert "In the lists" not in printed(capsys, "trace", *EXAMPLE)


@for_each("spec", ALGORITHMS)
def test_steps_with_lists_fit_eighty_columns(spec: AlgorithmSpec, capsys: Capture) -> None:
    run(["trace", MIDDLE, "-a", spec.key, "--lists", "--limit", "nodes=300", "--max-steps", "60"])
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


def test_lists_as_json(capsys: Capture) -> None:
    found = answer(capsys, "trace", *EXAMPLE, "--lists")
    assert [node["node"] for node in found["steps"][0]["open"]] == [3, 1, 2]
    assert found["steps"][0]["open"][0] == {"node": 3, "g": 1, "h": 6, "f": 7}
    assert found["steps"][0]["closed"] == [0]
    assert found["steps"][6]["path"] == [0, 3, 4, 5, 7, 8, 11]
    assert "open" not in answer(capsys, "trace", *EXAMPLE)["steps"][0]
    path_search = answer(capsys, "trace", NEAR, "-a", "ida_star", "--lists")["steps"][0]
    assert (path_search["open"], path_search["closed"]) == (None, None)


def test_a_thousand_steps_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "trace", MIDDLE, "-a", "bfs")
    assert out.count("\nstep ") == 1000
    assert "\n… 4,960 more steps" in out


def test_lists_of_an_unsolvable_board_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert "lists" not in printed(capsys, "trace", "1 2 3 4 5 6 8 7 0", "--lists", code=1)
