"""``taquin judge`` as users see it: the report, and one clear line for a program that cannot be judged."""

from __future__ import annotations

import json
import os
import pty
import sys
from pathlib import Path

import pytest

from command_line import Capture
from taquin.cli import run, streams
from taquin.judging.explanation import Narrowing
from taquin.judging.judge import judge_program
from taquin.judging.program import Program
from taquin.judging.variants import ORDERS
from taquin.puzzle.board import Board
from taquin.puzzle.problem import Problem
from taquin.trace.formats import read_file

BOARDS = ["1 2 3 / 4 0 5 / 7 8 6", "1 2 3 / 4 5 6 / 0 7 8"]
RIGHT = "{board} = input(); print('\\x1b[32mmoves:', {{'1 2 3 4 0 5 7 8 6': 'RD', '1 2 3 4 5 6 0 7 8': 'RR'}}[{board}])"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, code: str) -> str:
    (folder / "solver.py").write_text(code)
    return f"{sys.executable} solver.py"


def judge(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    code = run(["judge", *arguments, "--no-explain"])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def boards_file(folder: Path) -> str:
    (folder / "boards.txt").write_text("\n".join(BOARDS) + "\n")
    return "boards.txt"


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (BOARDS[0], "2 longer"),
        ("1 0 2 / 4 5 3 / 7 8 6", "its solutions end one move before the goal"),
        ("1 2 3 / 4 0 6 / 7 8 5", "none: it ends at 1 2 3 / 4 6 5 / 7 8 0, not at the goal, after 4 legal steps"),
    ],
)
def test_a_wrong_solution_has_the_code_1(folder: Path, capsys: Capture, board: str, words: str) -> None:
    command = write(folder, "input(); print('moves: LRRD')")
    code, output, _ = judge(capsys, command, board, "--input", r"{cells}\n")
    assert code == 1
    assert words in output


@pytest.mark.parametrize(
    ("program", "line"),
    [
        ("input(); raise ValueError('bad row')", "crashed: ValueError: bad row"),
        ("input()", "prints nothing"),
        ("input(); print('Hello')", "prints one line, 'Hello', which was not understood"),
        ("input(); print('1 2 3'); input('Algorithm? ')", "asks for more input than it gets; it printed last"),
        ("input(); print('2 1 3\\n4 5 6\\n7 8 0')", "solves another puzzle: it printed 2 1 3 / 4 5 6 / 7 8 0"),
        (
            "input(); print('1 2 3\\n4 0 6\\n7 5 8\\nmoves: DR')",
            "solves another puzzle: it printed 1 2 3 / 4 0 6 / 7 5 8",
        ),
        ("while True: pass", "was stopped at the time limit"),
        ("while True: print('x' * 10**6)", "was stopped at the output limit"),
    ],
)
def test_one_line_for_a_program_that_cannot_be_judged(folder: Path, capsys: Capture, program: str, line: str) -> None:
    command = write(folder, program)
    time = "2s" if "pass" in program else "60s"
    code, output, errors = judge(capsys, command, BOARDS[0], "--input", r"{cells}\n", "--time", time)
    assert (code, output) == (2, "")
    assert errors.count("taquin: ") == 1
    assert line in errors
    assert "judge-transcript.txt" in errors
    assert "1 2 3 4 0 5 7 8 6" in (folder / "judge-transcript.txt").read_text()


LENGTH = "import taquin; length = lambda cells: taquin.solve(list(map(int, cells))).length\n"


@pytest.mark.parametrize(
    ("program", "result"),
    [
        (
            LENGTH + "a = (input() + ' ' + input() + ' ' + input()).split()\n"
            "print('depth:', length([int(x) % 9 for x in a]) if '9' in a else 1 / 0)",
            "the board row by row, with 9 for the blank",
        ),
        (
            "print('2 1 3\\n4 5 6\\n7 8 0')",
            "printed 2 1 3 / 4 5 6 / 7 8 0, not the board that it was given; it prints the same",
        ),
        ("print('depth: 6', input())", "found no way to give it a board"),  # whatever the board is
        ("raise ValueError('bad row')", "it crashed: ValueError: bad row"),
        (
            LENGTH + "print('1 default, 2 own')\n2 / (input() == '2'); a = [int(input()) for _ in range(9)]\n"
            "print('Method 1?'); print('moves', input() == '1' and length(a))",
            "'2' (own puzzle); the board one number at a time; '1' (method)",
        ),
        (
            LENGTH + "a = input(); open('steps.txt', 'w').write(f'depth: {length(a)}' if len(a) == 9 else '')",
            "the board in one line, without spaces",
        ),
    ],
)
def test_a_way_to_give_a_board_is_looked_for(folder: Path, capsys: Capture, program: str, result: str) -> None:
    assert result in "".join(judge(capsys, write(folder, program), BOARDS[0])[1:])


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["./missing {cells}"], "cannot start './missing': no such file or directory"),
        (["solver.py"], "no such file or directory (did you mean 'python3 solver.py'?)"),
        (["cat", "--input", r"{row4}\n{cells}"], "has no field '{row4}' for a 3×3 board"),
    ],
)
def test_a_program_that_cannot_be_run(folder: Path, capsys: Capture, arguments: list[str], line: str) -> None:
    write(folder, "")
    code, _, errors = judge(capsys, *arguments)
    assert code == 2
    assert line in errors


def test_an_answer_counts_though_the_program_then_asks_for_more(folder: Path, capsys: Capture) -> None:
    (folder / "solved.txt").write_text("1 2 3 4 5 6 7 8 0\n1 2 3 4 5 6 8 7 0\n")
    command = write(folder, "print('length: 0' if '7 8 0' in input() else 'no solution'); input('Again? ')")
    assert judge(capsys, command, "solved.txt", "--input", r"{cells}\n")[0] == 0


def test_a_start_and_a_goal_of_different_parity_fail_at_once(folder: Path, capsys: Capture) -> None:
    command = write(folder, "open('was-run', 'w')")
    code, output, errors = judge(capsys, command, BOARDS[0], "1 2 3 / 4 5 6 / 8 7 0")
    assert (code, output) == (2, "")
    assert "no moves lead from the first board to the second, its goal" in errors
    assert "here it is even and odd" in errors
    assert not (folder / "was-run").exists()


def test_a_command_without_a_terminal_says_what_it_does(
    folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "_SECONDS_BETWEEN_LINES", 0)
    command = write(folder, RIGHT.format(board="line"))
    assert "board 2 of 2\n" in judge(capsys, command, boards_file(folder), "--input", r"{cells}\n")[2]


def test_reports_in_files(folder: Path, capsys: Capture) -> None:
    command = write(folder, RIGHT.format(board="line"))
    for name in ("report.html", "report.json", "report.txt"):
        code, output, errors = judge(capsys, command, boards_file(folder), "--input", r"{cells}\n", "-o", name)
        assert (code, errors) == (0, "")
        assert "right on 2 of 2 boards, shortest on 2" in output
    assert not (folder / "judge-transcript.txt").exists()
    page = (folder / "report.html").read_text()
    assert page.count("<svg") == 2
    assert "right on 2 of 2 boards" in page
    assert json.loads((folder / "report.json").read_text())["right"] is True
    assert (folder / "report.txt").read_text() in output


FAILS_LATER = """
from pathlib import Path
runs = Path("runs")
runs.write_text((runs.read_text() if runs.exists() else "") + ".")
assert len(runs.read_text()) < 4
print("moves:", "RD" if input()[8] == "0" else "RR")
print("nodes expanded: 2")
"""


@pytest.mark.slow
def test_a_repetition_that_fails_is_no_chance(folder: Path) -> None:
    """Such as one that reaches the time limit, unlike the run before it."""
    program = Program(write(folder, FAILS_LATER), "{cells}\n")
    few = Narrowing(orders=ORDERS[:1], heuristics={"no heuristic": "no heuristic"})
    report = judge_program(program, [Board(board) for board in BOARDS], Problem(BOARDS[0]).goal, narrowing=few)
    assert report.is_repeatable
    assert report.explanation is not None


def test_the_page_draws_the_board_before_an_illegal_step(folder: Path, capsys: Capture) -> None:
    command = write(folder, "input(); print('moves: RDD')")
    assert judge(capsys, command, BOARDS[0], "--input", r"{cells}\n", "-o", "report.html")[0] == 1
    page = (folder / "report.html").read_text()
    assert "fails at step 3 of 3 (Down), which is illegal: the blank is in the bottom row" in page
    assert page.count("<svg") == 2


def test_teaching_keeps_a_template(folder: Path) -> None:
    """In a real terminal: the board is typed into the program, and the next run needs no option."""
    (folder / "solver.py").write_text("size = input('Size? ')\n" + RIGHT.format(board="line"))
    process, terminal = pty.fork()
    if not process:
        program = f"{sys.executable} solver.py"
        os.execv(
            sys.executable, [sys.executable, "-m", "taquin", "judge", program, *BOARDS[:1], "--teach", "--no-explain"]
        )
    output = b""

    def read_until(text: bytes) -> None:
        nonlocal output
        while text not in output:
            output += os.read(terminal, 4096)

    read_until(b"Size?")
    os.write(terminal, b"3x3\r1 2 3 4 0 5 7 9\x7f8 6\r")
    read_until(b"verdict")
    try:
        while os.read(terminal, 4096):
            pass
    except OSError:  # the end of a terminal
        pass
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0
    text = (folder / "judge.toml").read_text()
    assert 'input = "3x3\\n{cells}\\n"' in text
    assert run(["judge", f"{sys.executable} solver.py", BOARDS[0], "--no-explain"]) == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a = 1", "expected a table for each program, found 'a' = 1"),
        ('["python3 solver.py"]\ninput = 3', "'python3 solver.py': expected input to be text, found 3"),
        ('["python3 solver.py"]\nway = "x"', "'python3 solver.py': unknown key 'way'"),
    ],
)
def test_kept_templates_of_another_kind_are_refused(folder: Path, capsys: Capture, text: str, words: str) -> None:
    (folder / "judge.toml").write_text(text)
    code, _, errors = judge(capsys, "python3 solver.py", BOARDS[0])
    assert (code, errors.splitlines()[-1].startswith(f"taquin: error: judge.toml: {words}")) == (2, True)


SEARCH = """
import heapq
def expand(board):
    blank = board.index(0)
    for step, allowed in ((1, blank % 3 < 2), (3, blank < 6), (-1, blank % 3), (-3, blank > 2)):
        if allowed:
            cells = list(board)
            cells[blank], cells[blank + step] = cells[blank + step], 0
            yield tuple(cells)
def h(board):
    return sum(abs(i // 3 - (t - 1) // 3) + abs(i % 3 - (t - 1) % 3) for i, t in enumerate(board) if t)
start = tuple(map(int, input().split()))
heap, seen = [(h(start), 0, start, [start])], {start}
while heap:
    _, age, board, path = heapq.heappop(heap)
    if h(board) == 0:
        break
    for child in expand(board):
        if child not in seen:
            seen.add(child)
            heapq.heappush(heap, (len(path) + h(child), SIGN * len(seen), child, [*path, child]))
for board in path:
    print(*board)
"""
HARD = "7 1 3 / 2 6 0 / 5 4 8"


def test_the_expansions_of_a_program_are_recorded(folder: Path, capsys: Capture) -> None:
    arguments = (HARD, "--input", r"{cells}\n", "--watch", "solver.py:expand")
    command = write(folder, SEARCH.replace("SIGN", "1"))
    code, output, _ = judge(capsys, command, *arguments)
    assert code == 0
    assert "in the order Right, Down, Left, Up (of the blank)" in output
    assert "A* with Manhattan distance.\n" in output
    assert output.endswith("It expands the same boards in the same order.\n")
    trace = read_file(folder / "judge-trace.jsonl")
    assert (trace.start, trace.outcome.status) == (Board(HARD), "solved")
    assert trace.outcome.moves is not None
    assert len(trace.outcome.moves) == 11
    assert run(["tree", "--read", "judge-trace.jsonl", "-o", "tree.svg"]) == 0
    write(folder, SEARCH.replace("SIGN", "-1"))
    output = judge(capsys, command, *arguments)[1]
    assert "A* with Manhattan distance.\n" in output
    assert "this is a tie: the textbook takes the older node" in output


@pytest.mark.parametrize(
    ("function", "line"),
    [
        ("solver.py:missing", "--watch: solver.py has no function 'missing'"),
        ("other.py:h", "--watch: cannot read 'other.py': no such file"),
        ("solver.py", "--watch needs FILE.py:FUNCTION, found 'solver.py'"),
    ],
)
def test_a_watch_that_cannot_work_is_refused_before_the_program_is_judged(
    folder: Path, capsys: Capture, function: str, line: str
) -> None:
    command = write(folder, SEARCH.replace("SIGN", "1"))
    code, output, errors = judge(capsys, command, HARD, "--input", r"{cells}\n", "--watch", function)
    assert (code, output) == (2, "")
    assert line in errors


def test_the_report_is_printed_though_the_watch_fails(folder: Path, capsys: Capture) -> None:
    command = write(folder, SEARCH.replace("SIGN", "1"))
    code, output, errors = judge(capsys, command, HARD, "--input", r"{cells}\n", "--watch", "solver.py:h")
    assert code == 2
    assert "right on 1 of 1 board, shortest on 1" in output
    assert "solver.py:h returns no boards" in errors


def test_a_board_in_any_attribute_of_a_node_is_watched(folder: Path, capsys: Capture) -> None:
    node = "class Node:\n    def __init__(self, b): self.configuration = b\n"
    search = SEARCH.replace("def expand(board):", "def expand(node):\n    board = node.configuration")
    search = search.replace("yield tuple(cells)", "yield Node(tuple(cells))").replace(
        "in expand(board)", "in map(lambda one: one.configuration, expand(Node(board)))"
    )
    command = write(folder, node + search.replace("SIGN", "1"))
    output = judge(capsys, command, HARD, "--input", r"{cells}\n", "--watch", "solver.py:expand")[1]
    assert output.endswith("It expands the same boards in the same order.\n")


def test_another_interpreter_calls_a_function(folder: Path, capsys: Capture) -> None:
    write(folder, "import sys\ndef solve(rows):\n    return 'RD' if sys.argv else ''")
    arguments = ("solver.py:solve", BOARDS[0], "--call", "solve(rows)", "--python", sys.executable)
    code, output, _ = judge(capsys, *arguments)
    assert code == 0
    assert f"called as solve(rows), by {sys.executable}" in output


def test_a_missing_package_names_the_interpreter(folder: Path, capsys: Capture) -> None:
    write(folder, "import no_such_package\ndef solve(rows):\n    return 'RD'")
    errors = judge(capsys, "solver.py:solve", BOARDS[0])[2]
    assert f"with the Python of Taquin, {sys.executable}: " in errors
    assert "--python PYTHON names the interpreter" in errors
