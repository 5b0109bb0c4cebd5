"""The screen of ``taquin play``, driven by Textual's pilot, and the command in a real terminal."""

from __future__ import annotations

import asyncio
import re
import shlex
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias
from unittest.mock import patch

import pytest
from textual.pilot import Pilot

from taquin.analysis.random_boards import random_board
from taquin.cli import run
from taquin.experiments import instance_set
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.puzzle.moves import Move
from taquin.puzzle.slides import Metric
from taquin.tui import records
from taquin.tui.app import PlayApp
from taquin.tui.board_view import BoardView
from taquin.tui.game import Game

START = Board("1 2 3 / 4 0 5 / 7 8 6")
GOAL = standard(Shape(3, 3))


@pytest.fixture(autouse=True)
def _own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAQUIN_DATA", str(tmp_path))


Script: TypeAlias = Callable[[PlayApp, Pilot[int]], Coroutine[Any, Any, None]]


def play(
    script: Script,
    *,
    board: Board = START,
    goal: Board | None = None,
    size: tuple[int, int] = (40, 20),
    first_kind: str = "uniform",
    metric: Metric = Metric.MOVES,
) -> PlayApp:
    """Run the app in a terminal of this size while the script presses keys."""
    new_board = partial(random_board, board.shape, seed=5)
    app = PlayApp(board, goal or standard(board.shape), new_board, first_kind=first_kind, metric=metric)

    async def drive() -> None:
        async with app.run_test(size=size) as pilot:
            await script(app, pilot)

    asyncio.run(drive())
    return app


def playing(**options: Any) -> Callable[[Script], Callable[[], None]]:
    """Make a test of a script; the options are those of ``play``."""

    def decorate(script: Script) -> Callable[[], None]:
        def test() -> None:
            play(script, **options)

        return test

    return decorate


async def until(pilot: Pilot[int], condition: Callable[[], object]) -> None:
    """Let the app work until the condition holds; the test run's own limit ends a wait that is too long."""
    while not condition():
        await pilot.pause(0.01)


def screen(app: PlayApp) -> list[str]:
    """What the screen shows, line by line."""
    lines = [strip.text for strip in app.screen._compositor.render_strips()]
    assert all(len(line) <= app.size.width for line in lines)
    return lines


@playing()
async def test_arrow_keys_slide_tiles_in_their_direction_until_solved(app: PlayApp, pilot: Pilot[int]) -> None:
    await pilot.press("right")  # tile 4 slides right
    assert app.game.board == Board("1 2 3 / 0 4 5 / 7 8 6")
    await pilot.press("u")
    assert app.game.board == START
    await pilot.press("r", "backspace")
    await pilot.press("left", "up")
    assert app.game.is_solved
    assert app.message.startswith("Solved in 2 moves")
    await until(pilot, lambda: app.message.endswith("No detours."))
    await pilot.press("n")
    assert app.game.board == random_board("3x3", seed=5)
    assert app.game.count == 0


@playing(board=GOAL)
async def test_a_click_slides_the_tiles_between_it_and_the_blank(app: PlayApp, pilot: Pilot[int]) -> None:
    view = app.query_one(BoardView)
    width, height = view.cell_size
    await pilot.click(BoardView, offset=(width // 2, 2 * height + height // 2))
    assert app.game.board == Board("1 2 3 / 4 5 6 / 0 7 8")
    assert app.game.count == 2
    await pilot.click(BoardView, offset=(2 * width + 1, 1))  # neither in the row nor in the column of the blank
    assert app.game.count == 2
    assert app.message == "Only tiles in the row or the column of the blank can slide."
    await pilot.press("down", "down", "down")  # two tiles slide down, and there is no third
    assert app.game.count == 4
    assert app.message == "No tile can slide down into the blank."


@playing()
async def test_a_hint_in_two_steps_marks_the_tile_and_the_game_does_not_count(app: PlayApp, pilot: Pilot[int]) -> None:
    await pilot.press("h")
    await until(pilot, lambda: app.message.startswith("2 moves left"))
    assert "[5]" not in "\n".join(screen(app))
    await pilot.press("h")
    assert app.message == "Slide tile 5 left: press ←."
    await pilot.pause()
    assert "[5]" in "\n".join(screen(app))
    await pilot.press("left", "up")
    assert "With help: it does not count." in app.message
    (record,) = records.load()
    assert record.hints
    assert records.bests([record]) == []


@playing(board=Board("1 2 3 / 4 5 6 / 0 7 8"), metric=Metric.SLIDES)
async def test_a_game_that_counts_slides(app: PlayApp, pilot: Pilot[int]) -> None:
    """A hint marks the last tile of its line, and the record counts slides."""
    await pilot.press("h")
    await until(pilot, lambda: app.message.startswith("1 slide left"))
    await pilot.press("h")
    assert app.message == "Slide tiles 7 and 8 left: press ← 2 times, or click the last one."
    await pilot.pause()
    assert "[8]" in "\n".join(screen(app))
    await pilot.press("shift+left")
    assert app.message.startswith("Solved in 1 slide,")
    assert "1 slide" in screen(app)[0]
    (record,) = records.load()
    assert (record.moves, record.metric) == (1, Metric.SLIDES)


@playing(first_kind="own")
async def test_a_game_is_recorded_once_and_a_chosen_board_does_not_count(app: PlayApp, pilot: Pilot[int]) -> None:
    await pilot.press("left", "up")
    assert app.message.startswith("Solved in 2 moves")
    await pilot.press("u", "up", "u", "r")
    assert app.message.startswith("Solved in 2 moves")
    assert "first" not in app.message
    (record,) = records.load()
    assert (record.kind, records.bests([record])) == ("own", [])


@playing()
async def test_a_solved_game_says_what_its_detours_cost(app: PlayApp, pilot: Pilot[int]) -> None:
    await pilot.press("right", "left", "left", "up")
    await until(pilot, lambda: app.message.endswith("1 detour costs 2 moves."))
    assert app.message.startswith("Solved in 4 moves")


@playing(board=Board("0 1 2 / 4 5 3 / 7 8 6"), size=(60, 20))
async def test_letters_and_shift_slide_tiles_and_b_shows_the_results(app: PlayApp, pilot: Pilot[int]) -> None:
    await pilot.press("a", "w", "s", "d")
    assert app.game.board == app.game.start
    await pilot.press("A", "shift+up")  # all tiles of the row, then of the column
    assert app.message.startswith("Solved in 8 moves")
    assert "Your first 3x3 on record." in app.message
    await pilot.press("b")
    await until(pilot, lambda: "Streak: 1 day. 1 game." in "\n".join(screen(app)))
    assert not app.query_one(BoardView).display
    await pilot.press("n")
    assert app.query_one(BoardView).display
    await pilot.pause()
    assert "best: 0:0" in screen(app)[0]


@playing(goal=Board("1 2 3 / 8 0 4 / 7 6 5"))
async def test_help_shows_a_goal_that_is_not_the_standard_one(app: PlayApp, pilot: Pilot[int]) -> None:
    await pilot.press("question_mark")
    assert app.message.endswith("The goal: 1 2 3 / 8 0 4 / 7 6 5.")


@playing(first_kind="own")
async def test_moves_are_rated_on_a_chosen_board_and_g_stops_that(app: PlayApp, pilot: Pilot[int]) -> None:
    await pilot.press("right")
    await until(pilot, lambda: app.message)
    assert app.message == "Not the best move: 3 moves left, instead of 1 with tile 5."
    await pilot.press("g", "left")
    assert app.message == ""


@playing()
async def test_a_random_board_is_played_without_rating_and_counts(app: PlayApp, pilot: Pilot[int]) -> None:
    await pilot.press("left", "up")
    (record,) = records.load()
    assert record.rated is False
    (best,) = records.bests([record])
    assert (best.moves, best.earlier) == (2, False)


@playing()
async def test_a_random_game_with_a_rated_move_does_not_count(app: PlayApp, pilot: Pilot[int]) -> None:
    await pilot.press("g")
    assert app.message == "Move rating is on. A game with a rated move does not count for your best results."
    await pilot.press("left")
    await until(pilot, lambda: app.message == "Best move: 1 move left.")
    await pilot.press("up")
    assert "With help: it does not count." in app.message
    (record,) = records.load()
    assert (record.hints, record.rated) == (False, True)
    assert records.bests([record]) == []


def test_the_solver_finishes_and_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def set_pause(seconds: float) -> None:
        monkeypatch.setattr("taquin.tui.app._SLOWEST_MOVE", seconds)
        monkeypatch.setattr("taquin.tui.app._LONGEST_SHOW", 1000 * seconds)

    async def script(app: PlayApp, pilot: Pilot[int]) -> None:
        set_pause(3600)
        await pilot.press("f")
        await until(pilot, lambda: app.message.startswith("The solver plays"))
        await pilot.press("f")
        assert app.message == "Stopped. It is your turn."
        assert app.game.count == 0
        set_pause(0.05)
        await pilot.press("f")
        await until(pilot, lambda: app.game.is_solved)
        assert app.message.startswith("The solver has solved it.")

    play(script, board=Board("8 1 3 / 4 0 2 / 7 6 5"))
    assert records.load() == []


@pytest.mark.parametrize(("shape", "size"), [("3x3", (120, 40)), ("4x4", (80, 24)), ("5x5", (40, 20))])
def test_the_whole_board_is_on_the_screen(shape: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    if size == (80, 24):
        monkeypatch.setenv("NO_COLOR", "1")
    board = random_board(shape, seed=2)

    async def script(app: PlayApp, pilot: Pilot[int]) -> None:
        await pilot.pause()
        text = "\n".join(screen(app))
        numbers = set(text.replace("│", " ").split())
        assert {str(tile) for tile in board if tile} <= numbers
        assert "h hint" in text
        assert "q quit" in text

    play(script, board=board, size=size)


@playing(board=standard(Shape(20, 20)))
async def test_a_board_larger_than_the_screen_follows_the_blank(app: PlayApp, pilot: Pilot[int]) -> None:
    await pilot.pause()
    await until(pilot, lambda: " 399 " in "\n".join(screen(app)))
    for move in ["LEFT"] * 19 + ["UP"] * 19:
        app.action_slide(move)
    await until(pilot, lambda: " 21 " in "\n".join(screen(app)))


def test_q_and_ctrl_c_end_the_game() -> None:
    async def quit_by(app: PlayApp, pilot: Pilot[int], key: str) -> None:
        await pilot.press(key)

    assert play(lambda app, pilot: quit_by(app, pilot, "q")).return_value == 0
    assert play(lambda app, pilot: quit_by(app, pilot, "ctrl+c")).return_value == 130


def test_without_a_terminal_there_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play"]) == 2
    assert "expected a terminal" in capsys.readouterr().err


@pytest.fixture
def apps(monkeypatch: pytest.MonkeyPatch) -> list[PlayApp]:
    """The games that the command starts; each ends at once."""
    started: list[PlayApp] = []

    def run_app(app: PlayApp) -> int:
        started.append(app)
        return 0

    monkeypatch.setattr(PlayApp, "run", run_app)
    return started


def start(*words: str) -> int:
    """Run the command as at a terminal."""
    with patch("sys.stdin.isatty", lambda: True), patch("sys.stdout.isatty", lambda: True):
        return run(["play", *words])


def test_a_board_of_a_set_is_played_to_the_goal_of_the_set(apps: list[PlayApp]) -> None:
    assert start("korf100(12)") == 0
    instance = instance_set("korf100(12)").instances[0]
    assert (apps[0].game.board, apps[0].game.goal) == (instance.board, instance.goal)


def test_the_command_to_go_on_has_the_goal(apps: list[PlayApp], capsys: pytest.CaptureFixture[str]) -> None:
    assert start("3x3", "--goal", "snail", "--depth", "5", "--seed", "4") == 0
    command = capsys.readouterr().out.partition("Resume with:\ntaquin ")[2]
    assert command.endswith('--goal "1 2 3 / 8 0 4 / 7 6 5"\n')
    assert start(*shlex.split(command)[1:]) == 0
    assert apps[0].game.board == apps[1].game.board


def test_the_daily_board_and_the_boards_of_a_seed_are_those_of_the_page(apps: list[PlayApp]) -> None:
    today = int(f"{date.today():%Y%m%d}")
    daily = [(words, "4x4", today) for words in (["--daily"], ["4x4", "--daily"])]
    for words, size, seed in (*daily, (["3x3", "--seed", "7"], "3x3", 7)):
        assert start(*words) == 0
        assert apps[-1].game.board == random_board(size, seed=seed)  # as the page: tests/web/test_page_records.py


def test_a_game_never_begins_at_the_goal(apps: list[PlayApp]) -> None:
    for seed in range(30):  # one board of 12 is the goal
        assert start("2x2", "--seed", str(seed)) == 0
    assert not any(app.game.is_solved for app in apps)


def test_the_results_are_printed_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    game = Game(START, GOAL, kind="uniform")
    game.play([Move.RIGHT, Move.DOWN])
    records.add(replace(game.record, seconds=62.3))
    assert run(["play", "--records"]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"^ *3x3 +1:02\.30 +2 moves( +-){4}$", printed, re.MULTILINE)
    assert re.search(r"^\d{4}-\d\d-\d\d +3x3 +1:02\.30 +2 moves$", printed, re.MULTILINE)
    assert "games.jsonl" in printed


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["3x3", "--daily"], "--daily is a 4×4 board"),
        (["--daily", "--seed", "7"], "--seed has no effect with --daily"),
        (["1x1"], "a board has at least 2 cells"),
        (["3x3x3"], "expected a size such as 3x4 (rows x columns), found '3x3x3'"),
        (["5x5", "--depth", "20"], "--moves 20 takes any size"),
        (["1 2 3 / 4 5 6 / 8 7 0"], "the start has an odd number of inversions, the goal an even one"),
    ],
)
@pytest.mark.usefixtures("apps")
def test_what_cannot_be_played(words: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert start(*words) in (1, 2)
    assert expected in capsys.readouterr().err


@playing(board=GOAL, first_kind="own")
async def test_moves_from_the_goal_are_not_graded_and_it_is_called_solved(app: PlayApp, pilot: Pilot[int]) -> None:
    assert app.message == "The board is solved. Press n for a new board."
    await pilot.press("down")
    await app.workers.wait_for_complete()
    assert app.message == ""
    await pilot.press("right")
    await until(pilot, lambda: app.message)
    assert app.message.startswith("Not the best move: 2 moves left, instead of 0")
    await pilot.press("u", "u")
    assert app.message == "The board is solved. Press n for a new board."
