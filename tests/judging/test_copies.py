"""A program without input is judged in copies in which a variable holds the board."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import Capture
from taquin.cli import run
from taquin.errors import SpecError
from taquin.judging.copies import board_variables, with_board
from taquin.puzzle.board import Board

BOARD = Board("1 2 3 / 4 0 5 / 7 8 6")


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("start = [[2, 8, 3], [1, 6, 4], [7, 0, 5]]", "start = [[1, 2, 3], [4, 0, 5], [7, 8, 6]]"),
        ("start = (2, 8, 3, 1, 6, 4, 7, 0, 5)\n", "start = (1, 2, 3, 4, 0, 5, 7, 8, 6)\n"),
        ("start = '283164705'", "start = '123405786'"),
        ("start: list[int] = [2, 8, 3,\n 1, 6, 4,\n 7, 0, 5]", "start: list[int] = [1, 2, 3,\n 4, 0, 5,\n 7, 8, 6]"),
        ("start = np.array([[2,8,3],[1,6,4],[7,0,5]])", "start = np.array([[1,2,3],[4,0,5],[7,8,6]])"),
        ("int[][] start = {{2,8,3},{1,6,4},{7,0,5}};", "int[][] start = {{1,2,3},{4,0,5},{7,8,6}};"),
        ("start = [['2','8','3'],['1','6','4'],['7',' ','5']]", "start = [['1','2','3'],['4',' ','5'],['7','8','6']]"),
        (
            "List<Integer> start = List.of(2, 8, 3, 1, 6, 4, 7, 0, 5);",
            "List<Integer> start = List.of(1, 2, 3, 4, 0, 5, 7, 8, 6);",
        ),
        ("std::vector<int> start{2,8,3,1,6,4,7,0,5};", "std::vector<int> start{1,2,3,4,0,5,7,8,6};"),
        ("int start[3][3] = {{2,8,3},{1,6,4},{7,0,5}};", "int start[3][3] = {{1,2,3},{4,0,5},{7,8,6}};"),
        ('#define start "283164705"\n', '#define start "123405786"\n'),
        ("let start = vec![2, 8, 3, 1, 6, 4, 7, 0, 5];", "let start = vec![1, 2, 3, 4, 0, 5, 7, 8, 6];"),
        ("start = [2, 8, 3, 1, 6, 4, 7, None, 5]", "start = [1, 2, 3, 4, None, 5, 7, 8, 6]"),
    ],
)
def test_the_board_in_a_variable_is_replaced(source: str, changed: str) -> None:
    assert with_board(source, "start", BOARD) == changed


def test_a_variable_without_a_board_is_refused() -> None:
    with pytest.raises(SpecError, match="no board is assigned to 'begin'"):
        with_board("start = [2, 8, 3, 1, 6, 4, 7, 0, 5]", "begin", BOARD)


def test_only_values_with_all_tiles_are_boards() -> None:
    source = "steps = [1, 2, 3]\ngoal = [1, 2, 3, 4, 5, 6, 7, 8, 0]\nnine = [1, 1, 2, 3, 4, 5, 6, 7, 0]\n"
    assert list(board_variables(source, 9)) == ["goal"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    answers = "{'1 2 3 4 0 5 7 8 6': 'RD', '1 2 3 0 4 6 7 5 8': 'RDR'}"
    (tmp_path / "solver.py").write_text(
        f"start = [1, 2, 3, 4, 0, 5, 7, 8, 6]\nprint('moves:', {answers}[' '.join(map(str, start))])"
    )
    return tmp_path


def test_a_copy_is_run_in_which_the_variable_is_the_board(folder: Path, capsys: Capture) -> None:
    source = (folder / "solver.py").read_text()
    board = "1 2 3 / 0 4 6 / 7 5 8"
    assert run(["judge", f"{sys.executable} solver.py", board, "--set", "start", "--no-explain"]) == 0
    assert "run as a copy in which start is the board" in capsys.readouterr().out
    assert (folder / "solver.py").read_text() == source


def test_a_program_that_reads_no_board_is_offered_a_copy(folder: Path, capsys: Capture) -> None:
    assert run(["judge", f"{sys.executable} solver.py", "1 2 3 / 0 4 6 / 7 5 8", "--no-explain"]) == 2
    assert "--set start runs copies in which start is the board" in capsys.readouterr().err


COMPILED = """
#include <stdio.h>
int start[3][3] = { {1, 2, 3}, {4, 0, 5}, {7, 8, 6} };  /* change me */
int main(void) {
    puts(start[1][1] == 0 ? "moves: RD" : start[1][0] == 0 ? "moves: RDR" : "no solution");
    return 0;
}
"""


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a compiler of C")
@pytest.mark.parametrize("build", [(), ("--build", "cc main.c -o solver")])
def test_the_copy_of_a_compiled_program_is_built(
    build: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "main.c").write_text(COMPILED)
    subprocess.run(["cc", "main.c", "-o", "solver"], check=True)
    program = (tmp_path / "solver").read_bytes()
    (tmp_path / "boards.txt").write_text("1 2 3 4 0 5 7 8 6\n1 2 3 0 4 6 7 5 8\n2 1 3 4 5 6 7 8 0\n")
    assert run(["judge", "./solver", "boards.txt", "--set", "start", *build, "--no-explain"]) == 0
    assert "right on 2 of 2 boards, shortest on 2; 1 of 1 unsolvable" in capsys.readouterr().out
    assert (tmp_path / "main.c").read_text() == COMPILED
    assert (tmp_path / "solver").read_bytes() == program


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a compiler of C")
def test_a_copy_that_cannot_be_built_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "solver.c").write_text(COMPILED.replace("puts", "puts(;"))
    (tmp_path / "solver").write_text("")
    assert run(["judge", "./solver", "--set", "start", "--no-explain"]) == 2
    assert "the copy cannot be built: 'cc -O2 solver.c -lm -o solver': solver.c:5" in capsys.readouterr().err


def test_a_build_without_a_variable_is_refused(folder: Path, capsys: Capture) -> None:
    assert run(["judge", f"{sys.executable} solver.py", "--build", "make"]) == 2
    assert "--build says how the copies of --set are built (add --set NAME)" in capsys.readouterr().err
