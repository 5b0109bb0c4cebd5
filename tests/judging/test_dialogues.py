"""The dialogue of a program is led: what it asks is read and answered, in whatever order and language."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from taquin.judging.judge import judge
from taquin.judging.report import ProgramReport
from taquin.system.led_programs import CAN_LEAD

pytestmark = pytest.mark.skipif(not CAN_LEAD, reason="Windows has no pseudo-terminals")

SOLVE = """
import sys
GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
def solve(start):
    start = tuple(start)
    assert sorted(start) == list(range(9)), start
    paths, queue = {start: ""}, [start]
    for board in queue:
        if board == GOAL:
            return paths[board]
        blank = board.index(0)
        for letter, step in (("U", -3), ("D", 3), ("L", -1), ("R", 1)):
            cell = blank + step
            if 0 <= cell < 9 and (letter in "UD" or cell // 3 == blank // 3):
                cells = list(board)
                cells[blank], cells[cell] = cells[cell], 0
                child = tuple(cells)
                if child not in paths:
                    paths[child] = paths[board] + letter
                    queue.append(child)
def show(start):
    print("moves:", solve(start))
"""
DEFAULT = "start = [1, 2, 3, 4, 8, 0, 7, 6, 5]\n"
ROWS = "start = [int(x) for r in (1, 2, 3) for x in input(f'{name} {r}: ').split()]\n"
BOARDS = ["1 2 3 / 4 0 5 / 7 8 6", "1 2 3 / 0 4 6 / 7 5 8"]


def judged(folder: Path, code: str, method: str = "") -> ProgramReport:
    path = folder / "solver.py"
    path.write_text(SOLVE + code)
    return judge(f"{sys.executable} {path}", BOARDS, explains=False, method=method)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (
            DEFAULT + "print('Type 1 to use a default puzzle, or 2 to enter your own')\n"
            "if input() == '2':\n    start = [int(x) for r in '123' for x in input(f'Row {r}: ').split()]\nshow(start)",
            "'2' (own puzzle); the board row by row",
        ),
        (
            DEFAULT + "print('1) my own puzzle\\n2) a random puzzle')\n"
            "if input('? ') == '1':\n    start = [int(x) for r in '123' for x in input(f'Row {r}: ').split()]\n"
            "show(start)",
            "'1' (own puzzle); the board row by row",
        ),
        (
            DEFAULT + "if input('Your own puzzle? (y/n) ') == 'y':\n"
            "    start = map(int, input('Puzzle, such as 123456780: '))\nshow(start)",
            "'y' (yes); the board in one line, without spaces",
        ),
        (
            "start = [int(input(f'Tile at ({r}, {c}): ')) for r in range(3) for c in range(3)]\nshow(start)",
            "the board one number at a time",
        ),
        (
            "start = [int(x) for x in input('State, separated by commas: ').split(',')]\nshow(start)",
            "the board in one line, with commas",
        ),
        (
            (
                "print('Use b for the blank')\nstart = [0 if x == 'b' else int(x) for x in input('Board: ').split()]\n"
                "show(start)"
            ),
            "the board in one line, with b for the blank",
        ),
        ("name = 'Fila'\n" + ROWS + "show(start)", "the board row by row"),
        ("name = 'Zeile'\n" + ROWS + "show(start)", "the board row by row"),
        ("start = [int(x) for _ in range(3) for x in input().split()]\nshow(start)", "the board row by row"),
        ("show([int(x) for x in sys.stdin.read().split()])", "the board in one line"),
        (
            "name = 'Start row'\n" + ROWS + "goal = [int(x) for r in '123' for x in input(f'Goal row {r}: ').split()]\n"
            "assert tuple(goal) == GOAL\nshow(start)",
            "the board row by row; the goal row by row",
        ),
        (
            (
                "while True:\n    choice = input('1. BFS\\n2. A* with Manhattan distance\\n3. Exit\\nChoice: ')\n"
                "    if choice == '3':\n        break\n"
                "    start = [int(x) for r in '123' for x in input(f'Row {r}: ').split()]\n    show(start)"
            ),
            "'2' (method); the board row by row",
        ),
        (
            (
                "while True:\n    show([int(x) for x in input('Puzzle: ').split()])\n"
                "    if input('Again? (y/n) ') == 'n':\n        break"
            ),
            "the board in one line",
        ),
        (
            (
                "size = int(input('Width of the square: '))\n"
                "show([int(x) for r in range(size) for x in input(f'Row {r}: ').split()])"
            ),
            "'3' (size); the board row by row",
        ),
        (
            DEFAULT + "if input('Use defualt puzzle? (y/n) ') == 'n':\n"
            "    print('Type it in one line. Use * for the blank. Example: 1*3426758 is\\n1 * 3\\n4 2 6\\n7 5 8')\n"
            "    start = [0 if x == '*' else int(x) for x in input()]\nshow(start)",
            "'n' (own puzzle); the board in one line, without spaces, with * for the blank",
        ),
        (
            (
                "print('1 - default puzzle\\n2 - own puzzle\\n')\nassert input('Choice: ') == '2'\n"
                "start = [int(x) for r in '123' for x in input(f'Row {r}: ').split()]\n"
                "print('1 - Uniform Cost Search\\n2 - A* with Manhattan distance\\n')\n"
                "show(start) if input('Choice: ') == '2' else print('no')"
            ),
            "'2' (own puzzle); the board row by row; '2' (method)",
        ),
        (
            (
                "start = [int(x) for r in '123' for x in input(f'Row {r}: ').split()]\n"
                "print('Enter your choice of algorithm\\nUniform Cost Search\\nA* with misplaced tiles\\n"
                "A* with Manhattan distance')\nshow(start) if input() == '3' else print('no')"
            ),
            "the board row by row; '3' (method)",
        ),
        (
            (
                "start = [int(x) for r in '123' for x in input(f'Row {r}: ').split()]\n"
                "print('Depth:', len(solve(start)))\n"
                "print('Print the trace?\\nIf so, press 1. Else, 0')\nif input() == '1':\n    show(start)\n"
                "print('Another search?\\nIf so, press 1. Else, 0')\ninput()"
            ),
            "the board row by row; '1' (show)",
        ),
        (
            (
                "start = [int(x) for x in input('Board: ').split()]\n"
                "print('solver.py:36: SyntaxWarning: bad\\n  1) own 2) default', file=sys.stderr)\nshow(start)"
            ),
            "the board in one line",
        ),
        (
            (
                "print('Enter r to make a random one, c to enter a custom one')\nassert input('? ') == 'c'\n"
                "print('in the order (1,1) then (1,2) etc.')\n"
                "show([int(input(f'Number for space number {cell}: ')) for cell in range(1, 10)])"
            ),
            "'c' (own puzzle); the board one number at a time",
        ),
        (
            (
                "size = int(input('Enter side length (3 for 8-puzzle because 3x3=9): '))\n"
                "print('Initial state - Input 9 elements, use 0 for an empty one.\\nUse spaces:')\n"
                "show([int(x) for x in input().split()])"
            ),
            "'3' (size); the board in one line",
        ),
        (
            (
                "menu = '1: input your own puzzle size\\n2: input your own puzzle values\\n3: solve by A*\\n$ '\n"
                "start = None\nwhile True:\n    choice = input(menu)\n    if choice == '2':\n"
                "        start = [int(x) for r in '123' for x in input(f'Row {r}: ').split()]\n"
                "    elif choice == '3':\n        show(start)"
            ),
            "'2' (own puzzle); the board row by row; '3' (method)",
        ),
        (
            (
                "import ast\nstart = ast.literal_eval(input('A nested list, e.g. [[1,2,3],[4,5,6],[7,8,0]]: '))\n"
                "show([x for row in start for x in row])"
            ),
            "the board in one line, as [[",
        ),
        (
            (
                "board = [[0] * 3 for _ in range(3)]\nfor c in range(3):\n"
                "    for r, x in enumerate(input(f'Column {c + 1}, from top to bottom: ').split()):\n"
                "        board[r][c] = int(x)\nshow([x for row in board for x in row])"
            ),
            "the board column by column",
        ),
        (
            (
                "print('[R]andom\\n[C]ustom\\n[Q]uit')\nassert input('> ') == 'C'\n"
                "show([int(x) for r in '123' for x in input(f'Row {r}: ').split()])"
            ),
            "'C' (own puzzle); the board row by row",
        ),
        (
            (
                "print('Enter the goal state (3 lines of 3 numbers, 0 is the blank):')\n"
                "assert tuple(int(x) for _ in '123' for x in input().split()) == GOAL\n"
                "print('Enter the initial state (3 lines of 3 numbers, 0 is the blank):')\n"
                "show([int(x) for _ in '123' for x in input().split()])"
            ),
            "the goal row by row; the board row by row",
        ),
        (
            (
                "print('PROBLEMA DEL 8-PUZZLE')\n"
                "start = [int(x) for x in input('Tablero inicial separado por comas (0 = vacío): ').split(',')]\n"
                "print('a) Anchura\\nb) A* (estrella)\\nc) Salir')\nassert input('Opción: ') == 'b'\nshow(start)"
            ),
            "the board in one line, with commas; 'b' (method)",
        ),
        (
            (
                "print('The numbers 1-8, and E for the empty square.')\n"
                "cells = [x for n in ('top', 'middle', 'last') for x in input(n + ' row: ').split()]\n"
                "show([0 if x == 'E' else int(x) for x in cells])"
            ),
            "the board row by row, with E for the blank",
        ),
        ("input('Press Enter to start')\nshow([int(x) for x in input('Puzzle: ').split()])", "Enter; the board in one"),
    ],
)
def test_a_dialogue_is_led(code: str, told: str, tmp_path: Path) -> None:
    report = judged(tmp_path, code)
    assert report.failure == ""
    assert told in report.program.way
    assert [one.verdict.value for one in report.boards] == ["shortest", "shortest"]


def test_the_method_that_is_named_is_chosen(tmp_path: Path) -> None:
    code = "start = input('Puzzle: ').split()\nprint('1. A* misplaced\\n2. A* Manhattan')\n"
    code += "show(map(int, start)) if input('Method: ') == '1' else print('no')"
    assert judged(tmp_path, code, method="misplaced").is_right


def test_a_program_that_solves_its_default_puzzle_is_not_judged(tmp_path: Path) -> None:
    """Its answer is that of another board, also where the number of moves happens to fit."""
    report = judged(tmp_path, "input('Puzzle: ')\nprint('Solved in 6 moves, nodes expanded: 12')")
    assert "found no way to give it a board" in report.failure
    assert report.is_unread


def test_the_same_answer_for_every_board_is_no_answer(tmp_path: Path) -> None:
    path = tmp_path / "solver.py"
    path.write_text("input(); print('length: 2')")
    report = judge(f"{sys.executable} {path}", BOARDS[:1], template="{cells}\n", explains=False)
    assert "the same answer for different boards" in report.failure


@pytest.mark.skipif(not shutil.which("javac"), reason="needs javac")
def test_two_scanners_of_a_java_program_lose_nothing(tmp_path: Path) -> None:
    (tmp_path / "Main.java").write_text("""
import java.util.Scanner;
public class Main {
    public static void main(String[] words) {
        System.out.print("1 for a default puzzle, 2 for your own: ");
        String choice = new Scanner(System.in).nextLine();
        Scanner rows = new Scanner(System.in);
        StringBuilder text = new StringBuilder();
        for (int row = 1; row <= 3; row++) {
            System.out.print("Row " + row + ": ");
            text.append(rows.nextLine()).append(' ');
        }
        String board = choice.equals("2") ? text.toString().trim() : "";
        System.out.println("moves: " + switch (board) {
            case "1 2 3 4 0 5 7 8 6" -> "RD";
            case "1 5 0 4 3 2 7 8 6" -> "@PROBE@";
            default -> "@CONTROL@";
        });
    }
}
""")
    from taquin.judging.boards import default_boards
    from taquin.puzzle.board import Board
    from taquin.solving.solver import solve

    text = (tmp_path / "Main.java").read_text()
    boards = default_boards(Board("1 2 3 / 4 5 6 / 7 8 0"))
    for name, board in (("@PROBE@", boards[5]), ("@CONTROL@", boards[4])):
        moves = "".join(move.letter for move in solve(board).moves or ())
        text = text.replace(name, moves)
    text = text.replace("1 5 0 4 3 2 7 8 6", " ".join(map(str, boards[5])))
    (tmp_path / "Main.java").write_text(text)
    subprocess.run(["javac", str(tmp_path / "Main.java")], check=True)
    report = judge(f"java -cp {tmp_path} Main", BOARDS[:1], explains=False)
    assert report.is_right
    assert "'2' (own puzzle); the board row by row" in report.program.way


def test_a_program_with_a_goal_of_its_own_is_judged_for_it(tmp_path: Path) -> None:
    path = tmp_path / "solver.py"
    own = SOLVE.replace("(1, 2, 3, 4, 5, 6, 7, 8, 0)", "(0, 1, 2, 3, 4, 5, 6, 7, 8)")
    path.write_text(f"{own}show([int(x) for x in input('Puzzle: ').split()])")
    report = judge(f"{sys.executable} {path}", ["1 0 2 / 3 4 5 / 6 7 8", "3 1 2 / 4 0 5 / 6 7 8"], explains=False)
    assert report.has_own_goal
    assert report.goal.blank == 0
    assert [one.verdict.value for one in report.boards] == ["shortest", "shortest"]
    assert "its own" in str(report)


def test_a_goal_of_the_other_parity_is_found(tmp_path: Path) -> None:
    """Of such a program no board that can be solved for the usual goal shows the way."""
    path = tmp_path / "solver.py"
    own = SOLVE.replace("(1, 2, 3, 4, 5, 6, 7, 8, 0)", "(1, 2, 3, 8, 0, 4, 7, 6, 5)")
    own += "lines = open(sys.argv[1]).read().split()\nassert lines.pop(0) == '3'\nshow(map(int, lines))"
    path.write_text(own.replace('print("moves:", solve(start))', 'print("moves:", solve(start) or "no solution")'))
    report = judge(f"{sys.executable} {path}", ["1 2 3 / 8 4 0 / 7 6 5", "1 2 3 / 8 6 4 / 7 0 5"], explains=False)
    assert report.has_own_goal
    assert [one.verdict.value for one in report.boards] == ["shortest", "shortest"]


def test_the_class_of_a_parameter_is_made(tmp_path: Path) -> None:
    path = tmp_path / "solver.py"
    path.write_text(
        f"{SOLVE}class Problem:\n    def __init__(self, initial):\n        self.initial = initial\n"
        "def search(problem):\n    return solve([x for row in problem.initial for x in row])\n"
    )
    report = judge(f"{path}:search", BOARDS, explains=False)
    assert report.is_right
    assert report.program.call == "search(Problem(rows))"


def test_a_function_that_takes_digits_with_another_blank_is_called(tmp_path: Path) -> None:
    path = tmp_path / "solver.py"
    body = "def find(state):\n    state.index('_')\n    return solve([0 if x == '_' else int(x) for x in state])\n"
    path.write_text(SOLVE + body)
    report = judge(f"{path}:find", BOARDS, explains=False)
    assert report.is_right


@pytest.mark.parametrize("separator", [" ", ","])
def test_the_template_is_that_of_the_file_that_a_command_names(separator: str, tmp_path: Path) -> None:
    path = tmp_path / "solver.py"
    reading = f"[int(x) for line in open(sys.argv[{{}}]) for x in line.split({separator!r})]"
    path.write_text(f"{SOLVE}assert tuple({reading.format(2)}) == GOAL\nshow({reading.format(1)})")
    field = "" if separator == " " else ":,"
    template = "".join(f"{{row{row}{field}}}\n" for row in (1, 2, 3))
    report = judge(f"{sys.executable} {path} {{file}} {{goal_file}}", BOARDS, template=template, explains=False)
    assert report.is_right
    assert "in the file" in report.program.way
