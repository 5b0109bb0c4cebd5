"""Boards that are typed in at a terminal, and several files."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import Capture, printed
from taquin.cli import run, terminal
from taquin.cli.input.options import MethodRequest
from taquin.cli.input.prompts import prompt_boards, prompt_method
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.solving.method import Method, choose_method
from terminal import Terminal


def typed(
    answers: list[str], monkeypatch: pytest.MonkeyPatch, size: Shape | None = None, *, has_goal: bool = True
) -> tuple[str, Board | None, list[str]]:
    """The board and the goal that these lines give, and the prompts."""
    lines, prompts = iter(answers), []

    def ask(text: str, *, err: bool) -> str:
        assert err
        assert text.endswith(": ")
        prompts.append(text[:-2])
        return next(lines, "")

    monkeypatch.setattr(terminal, "ask", ask)
    (entry,) = prompt_boards(size, has_goal=has_goal).entries
    assert next(lines, None) is None, "some lines were not asked for"
    return repr(entry.board), entry.goal, prompts


@pytest.mark.parametrize(
    ("answers", "board"),
    [
        (["813", "402", "765"], "Board('8 1 3 / 4 0 2 / 7 6 5')"),
        (["3", "813", "402", "765"], "Board('8 1 3 / 4 0 2 / 7 6 5')"),
        (["8 1 3 / 4 0 2 / 7 6 5"], "Board('8 1 3 / 4 0 2 / 7 6 5')"),
        (["8 1 3", "4 0 2", "7 6 5"], "Board('8 1 3 / 4 0 2 / 7 6 5')"),
        (["[8, 1, 3],", "[4, 0, 2],", "[7, 6, 5]"], "Board('8 1 3 / 4 0 2 / 7 6 5')"),
        (["# a file", "3", "8 1 3", "4 0 2", "7 6 5"], "Board('8 1 3 / 4 0 2 / 7 6 5')"),
        (["+---+---+", "| 1 |   |", "+---+---+", "| 2 | 3 |"], "Board('1 0 / 2 3')"),
        (["1 2 3", "4 0 5", ""], "Board('1 2 3 / 4 0 5')"),
        (["1 2 3 0", ""], "Board('1 2 / 3 0')"),
        (["1 2 3", "5   6", "4 7 8"], "Board('1 2 3 / 5 0 6 / 4 7 8')"),  # the columns show the empty cell
        (["  1 2", "3 4 5", "6 7 8"], "Board('0 1 2 / 3 4 5 / 6 7 8')"),
        (["1 2 3", "5,,6", "4,7,8"], "Board('1 2 3 / 5 0 6 / 4 7 8')"),
        (["1 2 3", "4 9 5", "6 7 8", "y"], "Board('1 2 3 / 4 0 5 / 6 7 8')"),  # is 9 the blank?
        (["1 2 3", "4 5 6", "7 8 9", "n", "10 11 0"], "Board('1 2 3 / 4 5 6 / 7 8 9 / 10 11 0')"),
        (["1 2 3 0", "5 6 7 4", "9 10 11 8", "13 14 15 12"], "Board('1 2 3 0 / 5 6 7 4 / 9 10 11 8 / 13 14 15 12')"),
        (["8 1 3 4 0 2 7 6 5"], "Board('8 1 3 / 4 0 2 / 7 6 5')"),
        (["8,1,3;4,_,2;7,6,5"], "Board('8 1 3 / 4 0 2 / 7 6 5')"),
        (["[[8, 1, 3], [4, 0, 2], [7, 6, 5]]"], "Board('8 1 3 / 4 0 2 / 7 6 5')"),
        (["813402765"], "Board('8 1 3 / 4 0 2 / 7 6 5')"),
        (["1 2 3 / 4 0 5"], "Board('1 2 3 / 4 0 5')"),
        (["1 2 0 3 4", ""], "Board('1 2 0 3 4', '1x5')"),
    ],
)
def test_a_board_in_any_form(answers: list[str], board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert typed(answers, monkeypatch)[0] == board


def test_what_was_understood_is_drawn(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    _, goal, prompts = typed(["1 2 3", "4 0 5", "", "snail"], monkeypatch, has_goal=False)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "start, 2×3:\n┌───┬───┬───┐\n│ 1 │ 2 │ 3 │" in captured.err
    assert "goal, 2×3:\n┌───┬───┬───┐\n│ 1 │ 2 │ 3 │\n├───┼───┼───┤\n│   │ 5 │ 4 │" in captured.err
    assert goal == Board("1 2 3 / 0 5 4")
    assert prompts == ["start, row 1", "start, row 2", "start, row 3 (Enter to finish: 2×3)", "goal, row 1"]


@pytest.mark.parametrize(
    ("answers", "board", "message"),
    [
        (["8 1 3 4 0 2 7 6", "", "8 1 3 4 0 2 7 6 5"], "8 1 3 / 4 0 2 / 7 6 5", "expected 9 for 3×3; 5 is missing"),
        (["8 1 3", "4 0", "4 0 2", "7 6 5"], "8 1 3 / 4 0 2 / 7 6 5", "Row 1 has 3 numbers and row 2 has 2"),
        (["8 1", "4 0 2", "", "8 1 3", "", "7 6 5"], "8 1 3 / 4 0 2 / 7 6 5", "Row 1 has 2 numbers and row 2 has 3"),
        (["8 1 3", "4 O 2", "4 0 2", "7 6 5"], "8 1 3 / 4 0 2 / 7 6 5", "Expected a number, found 'O'"),
        (["8 1 3", "4 0 2", "7 6 9", "", "7 6 5"], "8 1 3 / 4 0 2 / 7 6 5", "9 is too large for 3×3"),
        (["", "1 2 3 0", ""], "1 2 / 3 0", "Expected a board, such as"),
        (["8 1 3 4 0 2 7 6 6", "8 1 3 4 0 2 7 6 5"], "8 1 3 / 4 0 2 / 7 6 5", "Tile 6 appears twice"),
        (["8 1 3", "4 0 2", "7 6 6", "7 6 5"], "8 1 3 / 4 0 2 / 7 6 5", "Tile 6 appears twice"),
    ],
)
def test_a_mistake_loses_nothing(
    answers: list[str], board: str, message: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    found, _, _ = typed(answers, monkeypatch)
    assert found == f"Board('{board}')"
    assert message in capsys.readouterr().err


def test_the_rows_of_a_mistake_are_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, prompts = typed(["8 1 3", "4 0", "4 0 2", "7 6 5"], monkeypatch)
    assert prompts[2:] == ["start, row 2", "start, row 3"]
    _, _, prompts = typed(["8 1", "4 0 2", "", "8 1 3", "", "7 6 5"], monkeypatch)
    assert prompts[2:] == ["start, row 2", "start, row 1 [8 1]", "start, row 2 [4 0 2]", "start, row 3"]
    _, _, prompts = typed(["8 1 3", "4 0", "", "", "", "4 0 2", "7 6 5"], monkeypatch)
    assert prompts[3:] == ["start, row 1 [8 1 3]", "start, row 2 [4 0]", "start, row 2", "start, row 3"]
    _, _, prompts = typed(["8 a 3", "", "8 1 3", "4 0 2", "7 6 5"], monkeypatch)
    assert prompts[:3] == ["start, row 1"] * 3
    _, _, prompts = typed(["8 1 3", "4 0 2", "7 6 3", "7 6 5"], monkeypatch)
    assert prompts[3:] == ["start, row 3 [7 6 3]"]  # the last row of the two with a 3
    found, _, prompts = typed(["8 1 3", "4 0 6", "7 6 5", "", "4 O 2", "", "4 0 2"], monkeypatch)
    assert prompts[3:] == ["start, row 3 [7 6 5]", "start, row 2 [4 0 6]"] * 2
    assert found == "Board('8 1 3 / 4 0 2 / 7 6 5')"
    found, _, prompts = typed(["1 2 3", "4 5 5", "", "4 5 6", "7 8 0"], monkeypatch)
    assert prompts[2:] == ["start, row 3", "start, row 2 [4 5 5]", "start, row 3"]
    _, _, prompts = typed(["8 1 3 4 0 2 7 6", "", "8 1 3 4 0 2 7 6 5"], monkeypatch)
    assert prompts[1:] == ["start, row 2 (8 numbers, or Enter if that was all)", "start, row 1 [8 1 3 4 0 2 7 6]"]


def test_a_misspelt_goal_is_not_offered_again(monkeypatch: pytest.MonkeyPatch) -> None:
    _, goal, prompts = typed(["813402765", "snial", ""], monkeypatch, has_goal=False)
    assert goal is None
    assert prompts[1:] == ["goal, row 1", "goal, row 1"]


def test_with_a_size_the_rows_are_counted(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    assert typed(["1 2", "3 4", "5 0"], monkeypatch, Shape(3, 2))[0] == "Board('1 2 / 3 4 / 5 0')"
    assert typed(["1 2 3 4 5 0"], monkeypatch, Shape(3, 2))[0] == "Board('1 2 / 3 4 / 5 0')"
    assert typed(["1 2 3", "1 2", "3 4", "5 0"], monkeypatch, Shape(3, 2))[0] == "Board('1 2 / 3 4 / 5 0')"
    assert "found 3" in capsys.readouterr().err


def test_a_command_without_a_board_asks_at_a_terminal() -> None:
    opened = Terminal("solve")
    for question, answer in ((r"row 1: ", "1 2 3 4 0 5 7 8 6"), (r"row 1: ", ""), (r"algorithm \[astar\]: ", "")):
        opened.read_until(question)
        opened.type(f"{answer}\n")
    opened.read_until(r"heuristic \[linear_conflict\]: ")
    opened.type("\n")
    assert "solved" in opened.read_rest()
    assert opened.leave() == 0


@pytest.mark.parametrize(("board", "answer", "code"), [("123495678", "", 0), ("1 2 3 / 4 9 5 / 6 7 8", "n", 2)])
def test_whether_the_highest_number_is_the_blank_is_asked_at_a_terminal(board: str, answer: str, code: int) -> None:
    opened = Terminal("check", board)
    opened.read_until(r"Is 9 the blank\? \[Y/n\]: ")
    opened.type(f"{answer}\n")
    assert ("solvable yes" if code == 0 else "is 9 the blank") in " ".join(opened.read_rest().split())
    assert opened.leave() == code


def test_rows_that_look_like_a_whole_board_are_not_asked_about() -> None:
    opened = Terminal("solve", "-a", "bfs")
    for answer, question in (("1 2 3", "row 2: "), ("4 5 6", "row 3: "), ("7 8 0", "goal, row 1"), ("", "start +goal")):
        opened.type(f"{answer}\n")
        assert "the blank?" not in opened.read_until(question)
    assert opened.leave() == 0


def asked_method(
    answers: list[str], monkeypatch: pytest.MonkeyPatch
) -> tuple[tuple[str | None, str | None], list[str]]:
    """The algorithm and the heuristic that these lines give, and the prompts."""
    lines, prompts = iter(answers), []

    def ask(text: str, *, err: bool) -> str:
        prompts.append(text)
        return next(lines)

    def pick(algorithm: str | None, heuristic: str | None) -> Method:
        return MethodRequest(algorithm, heuristic, {}).pick(choose_method("astar(linear_conflict)"))

    monkeypatch.setattr(terminal, "ask", ask)
    named = prompt_method(pick)
    assert next(lines, None) is None, "some lines were not asked for"
    return named, prompts


def test_algorithm_and_heuristic_are_asked_for(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    both = ["algorithm [astar]: ", "heuristic [linear_conflict]: "]
    assert asked_method(["", ""], monkeypatch) == ((None, None), both)
    assert asked_method(["", "misplaced"], monkeypatch) == ((None, "misplaced"), both)
    assert asked_method(["bfs"], monkeypatch) == (("bfs", None), both[:1])
    for pair in ("A* misplaced", "a* with misplaced", "astar, misplaced"):
        (algorithm, heuristic), prompts = asked_method([pair], monkeypatch)
        assert (algorithm, heuristic) == (pair.split()[0].rstrip(","), "misplaced")
        assert prompts == both[:1]
    assert asked_method(["greedy(misplaced)"], monkeypatch) == (("greedy(misplaced)", None), both[:1])
    assert capsys.readouterr().out == ""
    named, prompts = asked_method(["astr", "ida*", "manhatan", "manhattan"], monkeypatch)
    assert named == ("ida*", "manhattan")
    assert [prompt.split()[0] for prompt in prompts] == ["algorithm", "algorithm", "heuristic", "heuristic"]
    assert "did you mean 'astar'?" in (error := capsys.readouterr().err)
    assert "did you mean 'manhattan'?" in error


# Several files


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 8 7 0\n")
    (tmp_path / "b.txt").write_text("3\n1 2 3\n4 0 6\n7 5 8\n")
    return tmp_path


def test_several_files(files: Path, capsys: Capture) -> None:
    lines = printed(capsys, "solve", "a.txt", "b.txt", code=1).splitlines()
    assert [line.split(" ")[0] for line in lines] == ["a.txt:1:", "a.txt:2:", "b.txt:1:", "3"]
    lines = printed(capsys, "check", "a.txt", "b.txt", code=1).splitlines()
    assert lines[2] == "b.txt:1: 1 2 3 / 4 0 6 / 7 5 8: solvable"
    assert lines[3] == "3 boards in 2 files: 2 can be solved, 1 cannot"


def test_check_goes_through_all_boards(files: Path, capsys: Capture) -> None:
    boards = ["1 1 2 3 4 5 6 7 0 8 5", "2 1 2 3 4 5 6 8 8 0 5", "3 1 2 3 4 5 6 8 7 0 5", "4 1 2 3 4 5 6 7 five 0 5"]
    (files / "c.txt").write_text("\n".join(boards))
    assert run(["check", "c.txt"]) == 2
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert lines[0] == "1: 1 2 3 / 4 5 6 / 7 0 8: solvable"
    assert lines[1].startswith("2: tile 8 appears twice")
    assert lines[2].startswith("3: 1 2 3 / 4 5 6 / 8 7 0: unsolvable")
    assert lines[3].startswith("4: expected a number, found 'five'")
    assert lines[4] == "4 boards, read as instances: 1 can be solved, 1 cannot, 2 are not legal"
    assert captured.err == ""
