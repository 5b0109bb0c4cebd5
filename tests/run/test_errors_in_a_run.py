"""An error ends a run: the observer receives its finish, and a lack of memory is a limit like any other."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from looping import for_each
from taquin.cli import run as run_command
from taquin.errors import HeuristicError
from taquin.puzzle.board import Board
from taquin.run.result import Status
from taquin.solving.solver import solve
from taquin.trace.recorder import Recorder
from toy import HOUSE_CONFIGURATIONS, Configuration, House, knowledge, search_house

BOARD = "8 1 3 / 4 0 2 / 7 6 5"
every_configuration = for_each(
    "configuration", [each for each in HOUSE_CONFIGURATIONS if dict(each.changed).get("trials") != 1]
)


class FailingHouse(House):
    """Raises an error when the successors of a second room are asked for."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self._error = error
        self._asked = 0

    def successors(self, state: int) -> list[tuple[int, int]]:
        self._asked += 1
        if self._asked > 1:
            raise self._error
        return super().successors(state)

    predecessors = successors


def search(configuration: Configuration, error: BaseException, recorder: Recorder) -> Status:
    house = FailingHouse(error)
    known = knowledge("consistent")  # with which no local search stops at the start
    return search_house(configuration.spec, configuration.options, known, house, observer=recorder).status


@every_configuration
def test_out_of_memory_is_a_limit(configuration: Configuration) -> None:
    recorder = Recorder()
    assert search(configuration, MemoryError(), recorder) is Status.LIMIT
    trace = recorder.trace()
    assert trace.outcome.reason == "out of memory"
    assert trace.outcome.stats.expanded == trace.tree.expansions > 0


@every_configuration
@for_each("error", [HeuristicError("mine.py, line 2: f failed"), KeyboardInterrupt()])
def test_the_observer_receives_the_finish_before_the_error(configuration: Configuration, error: BaseException) -> None:
    recorder = Recorder()
    with pytest.raises(type(error)):
        search(configuration, error, recorder)
    outcome = recorder.trace().outcome
    assert (outcome.status, outcome.moves) == (Status.CANCELLED, None)
    assert outcome.reason.startswith(f"ended by an error: {type(error).__name__}")


def fails_at(call: int, error: Exception) -> Callable[[Board], float]:
    calls = iter(range(1, 1_000_000))

    def estimate(board: Board) -> float:
        if next(calls) == call:
            raise error
        return 0

    return estimate


@pytest.mark.parametrize("call", [1, 9])
def test_errors_of_a_user_heuristic_in_solve(call: int) -> None:
    recorder = Recorder()
    with pytest.raises(HeuristicError, match=rf"{Path(__file__).name}, line \d+: .*estimate failed on the board"):
        solve(BOARD, algorithm="astar", heuristic=fails_at(call, KeyError("tile")), observer=recorder)
    assert recorder.trace().outcome.reason.startswith("ended by an error: HeuristicError")
    result = solve(BOARD, algorithm="astar", heuristic=fails_at(call, MemoryError()), observer=recorder)
    assert result.status is Status.LIMIT
    assert recorder.trace().outcome.status is Status.LIMIT


@pytest.mark.parametrize(
    "command",
    [
        "solve",
        "trace",
        "tree",
        "compare",
    ],
)
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("pass", "mine.py, line 1: mine returned None for the board"),
        ("raise SystemExit", "mine.py, line 2: mine failed on the board 8 1 3 / 4 0 2 / 7 6 5: SystemExit"),
        ("return float('nan')", "mine.py, line 1: mine returned nan for the board"),
        ("return 'three'", "mine.py, line 1: mine returned 'three' for the board"),
        ("return 10**400", "mine.py, line 1: mine returned a number of about 400 digits for the board"),
        ("return float('inf')", "mine.py, line 1: mine returned inf for the board"),
        ("raise GeneratorExit", "mine.py, line 2: mine failed on the board 8 1 3 / 4 0 2 / 7 6 5: GeneratorExit"),
        ("return board[9, 9]", "mine.py, line 2: mine failed on the board 8 1 3 / 4 0 2 / 7 6 5: IndexError"),
        ("return -1", "mine.py, line 1: mine returned -1 for the board 8 1 3 / 4 0 2 / 7 6 5: expected a finite"),
        ("return 10**5000", "mine.py, line 1: mine returned a number of about 5,000 digits for the board"),
        ("return mine(board, goal)", "mine.py, line 2: mine failed on the board 8 1 3 / 4 0 2 / 7 6 5: RecursionError"),
    ],
)
def test_the_command_line_names_file_and_line(
    command: str,
    body: str,
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "mine.py").write_text(f"def mine(board, goal):\n    {body}\n")
    monkeypatch.chdir(tmp_path)
    chosen = ["-e", "mine.py:mine", "-a", "astar"] if command != "compare" else ["--heuristics", "mine.py:mine"]
    assert run_command([command, BOARD, *chosen]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"taquin: error: {expected}")
    assert error.count("\n") == 1


@pytest.mark.parametrize("body", ["raise SystemExit(0)", "raise GeneratorExit", "run()"])
@pytest.mark.parametrize("place", ["an algorithm", "a file of an algorithm", "a file of a heuristic"])
def test_no_function_and_no_file_of_a_user_ends_the_program(
    body: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = f"def run(space=None):\n    {body}\n" + ("run()\n" if place != "an algorithm" else "")
    (tmp_path / "mine.py").write_text(lines)
    monkeypatch.chdir(tmp_path)
    chosen = ["-a", "astar", "-e", "mine.py:run"] if place == "a file of a heuristic" else ["-a", "mine.py:run"]
    assert run_command(["solve", BOARD, *chosen]) == 2
    error = capsys.readouterr().err
    assert error.startswith("taquin: error: mine.py, line 2: ")
    name = "RecursionError" if body == "run()" else body.removeprefix("raise ").removesuffix("(0)")
    assert name in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("has_handler", [False, True])
def test_ctrl_c_in_a_function_of_a_user_interrupts(has_handler: bool) -> None:
    def estimate(board: Board) -> float:
        signal.raise_signal(signal.SIGINT)
        return 0

    def handle(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, handle if has_handler else signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            solve(BOARD, algorithm="astar", heuristic=estimate)
    finally:
        signal.signal(signal.SIGINT, before)
