"""The widgets for notebooks: their values in Python, and in a browser with a model in place of a kernel."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Page

from browser import Stage, wait_for_rest
from drawings import toy
from recording import recorded
from taquin.errors import BoardError, MoveError, SpecError
from taquin.notebook import widgets as notebook
from taquin.notebook.widgets import Play, Player, Search
from taquin.puzzle.board import Board
from taquin.run.result import Result
from taquin.solving.solver import solve
from taquin.trace.trace import Trace

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
START = "1 2 3 / 4 0 5 / 6 7 8"


MODEL = """
class Model {
  #listeners = new Map();
  saves = 0;
  constructor(state) { this.state = state; }
  get(name) { return this.state[name]; }
  set(name, value) {
    if (JSON.stringify(this.state[name]) === JSON.stringify(value)) return;
    this.state[name] = value;
    for (const action of this.#listeners.get(`change:${name}`) ?? []) action();
  }
  save_changes() { this.saves += 1; }
  on(name, action) { this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), action]); }
  off(name, action) { this.#listeners.set(name, this.#listeners.get(name).filter((each) => each !== action)); }
  get count() { return [...this.#listeners.values()].flat().length; }
}
const state = await (await fetch("/state.json")).json();
const widget = (await import("/widget.js")).default;
window.model = new Model(state);
window.end = widget.render({ model, el: host });
"""


def open_widget(stage: Stage, widget: Play | Player | Search, **options: Any) -> Page:
    """The widget in a page, as anywidget would show it."""
    state = {key: value for key, value in widget.get_state().items() if key in widget.trait_names(sync=True)}
    wanted = {key: value for key, value in state.items() if key not in ("_esm", "_css", "layout")}
    served = {"/widget.js": widget._esm, "/state.json": json.dumps(wanted)}
    return stage.page(MODEL, files=served, **options)


def solved() -> Result:
    return solve(START, algorithm="astar", heuristic="manhattan")


def searched() -> Trace:
    return recorded(START, algorithm="astar", heuristic="manhattan", cap=10_000)


# In Python ------------------------------------------------------------------------------------------------------


def test_a_board_is_played_by_moves() -> None:
    play = Play(START)
    assert (play.board, play.moves, play.is_solved) == (Board(START), "", False)
    play.moves = "RD"
    assert play.board == Board("1 2 3 / 4 5 8 / 6 7 0")
    play.board = "1 2 3 / 4 5 6 / 7 8 0"
    assert (play.moves, play.is_solved) == ("", True)
    assert play.start == play.board


def test_moves_by_hand_come_from_the_browser() -> None:
    """Both values come in one message, and agree."""
    play = Play(START)
    heard: list[str] = []
    play.observe(lambda change: heard.append(change["new"]), "moves")
    play.set_state({"moves": "R", "board": {"cells": [1, 2, 3, 4, 5, 0, 6, 7, 8], "rows": 3, "columns": 3}})
    assert (play.moves, play.board) == ("R", Board(START).play("R"))
    assert play.start == Board(START)
    assert heard == ["R"]


def test_invalid_values_are_refused() -> None:
    play = Play(START)
    with pytest.raises(BoardError, match="expected a 3×3 board, like the goal, found a 2×2 one"):
        play.board = "1 2 / 3 0"
    with pytest.raises(BoardError, match="expected a board, found 7"):
        play.board = 7
    play.board = [[1, 2, 3], [4, 5, 6], [7, 0, 8]]
    assert play.board == Board("1 2 3 / 4 5 6 / 7 0 8")
    play.board = START
    with pytest.raises(MoveError, match=r"move 2 \(Left\) leads off the board"):
        play.moves = "LL"
    with pytest.raises(MoveError, match="expected moves"):
        play.moves = "X"
    assert (play.board, play.moves) == (Board(START), "")


def test_a_custom_goal_and_a_line() -> None:
    assert Play(START, goal="blank-first").goal == Board("0 1 2 / 3 4 5 / 6 7 8")
    line = Play(Board([1, 0, 2], "1x3"))
    line.set_state({"moves": "R", "board": {"cells": [1, 2, 0], "rows": 1, "columns": 3}})
    assert line.is_solved


def test_a_player_has_a_position() -> None:
    player = Player(solved())
    assert player.board == Board(START)
    player.position = 3
    assert player.board == Board(START).play("R").play("D").play("L")
    player.position = 99
    assert (player.position, player.board) == (14, player.goal)


def test_a_player_takes_a_solution_or_a_result_with_one() -> None:
    solution = solved().solution
    assert solution is not None
    player = Player(solution, pace=0.25)
    assert (player.goal, player.pace) == (solution.end, 250)
    stuck = solve("5 2 1 / 4 8 3 / 7 6 0", algorithm="hill_climbing", heuristic="misplaced")
    with pytest.raises(SpecError, match="expected a result with a solution, found one that ended as stuck"):
        Player(stuck)
    with pytest.raises(SpecError, match="expected a Result or a Solution, found result='1 2 / 3 0'"):
        Player("1 2 / 3 0")  # type: ignore[arg-type]
    with pytest.raises(SpecError, match=r"expected a Trace, such as recorder.trace\(\), found trace="):
        Search(stuck)  # type: ignore[arg-type]


def test_a_search_has_a_time_and_a_node() -> None:
    search = Search(searched(), time=5)
    assert (search.time, search.node) == (5, 0)
    search.time = 10_000
    assert search.time == 127
    search.node = 212
    with pytest.raises(SpecError, match="there is no node 213: this search has 213"):
        search.node = 213


def test_a_search_of_another_space_is_refused() -> None:
    with pytest.raises(SpecError, match="expected the trace of a search of boards, found <Trace of toy"):
        Search(toy())


def test_a_very_long_trace_is_truncated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "MOST_EVENTS", 50)
    record = json.loads(Search(searched())._record)
    assert record["history"]["notice"].startswith("Only the first ")


def test_without_anywidget_one_line_says_what_to_do() -> None:
    code = "import sys; sys.modules['anywidget'] = None; import taquin.notebook"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1].startswith(
        "taquin.errors.BackendError: the widgets are made with anywidget, which is not installed "
        '(pip install "anywidget>='
    )
    assert "During handling" not in done.stderr


# In the browser -------------------------------------------------------------------------------------------------


def test_play_in_the_browser(stage: Stage) -> None:
    play = Play(START)
    page = open_widget(stage, play)
    page.locator('.taquin-tile[data-tile="5"]').click()
    page.keyboard.press("ArrowUp")
    state = page.evaluate("model.state")
    assert state["moves"] == "RD"
    play.set_state({"moves": state["moves"], "board": state["board"]})
    assert play.board == Board("1 2 3 / 4 5 8 / 6 7 0")
    page.evaluate("model.set('board', { cells: [1, 2, 3, 4, 5, 6, 7, 8, 0], rows: 3, columns: 3 })")
    assert page.locator(".taquin-tile.is-home").count() == 8
    page.evaluate("end()")
    assert page.evaluate("[host.innerHTML ?? '', model.count]") == ["", 0]


def test_player_in_the_browser(stage: Stage) -> None:
    page = open_widget(stage, Player(solved(), pace=0.03))
    page.get_by_role("button", name="Play").click()
    page.wait_for_function("model.get('position') === 14")
    page.evaluate("model.set('position', 3)")
    assert page.get_by_role("slider").input_value() == "3"
    page.evaluate("end()")
    assert page.evaluate("model.count") == 0


def test_search_in_the_browser(stage: Stage) -> None:
    page = open_widget(stage, Search(searched(), time=4))
    page.wait_for_function("model.get('node') > 0")
    assert page.get_by_role("slider", name="Step").input_value() == "4"
    page.get_by_role("button", name="One step back").click()
    page.wait_for_function("model.get('time') === 3")
    page.evaluate("model.set('time', 100)")
    page.wait_for_function("document.querySelector('h3').textContent.startsWith('Node ')")
    page.evaluate("model.set('node', 2)")
    page.wait_for_function("document.querySelector('h3').textContent.startsWith('Node 2 ')")
    assert page.evaluate("model.get('time')") == 100
    page.evaluate("end()")
    assert page.evaluate("model.count") == 0


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), pytest.param(1000, "dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing(stage: Stage, scheme: str, width: int) -> None:
    for widget in (Play(START), Player(solved()), Search(searched(), time=9)):
        page = open_widget(stage, widget, colour_scheme=scheme, width=width)
        wait_for_rest(page)
        page.evaluate(AXE)
        found = page.evaluate("axe.run(document.querySelector('#host'), { resultTypes: ['violations'] })")["violations"]
        told = [f"{one['id']}: {node['html'][:120]}" for one in found for node in one["nodes"]]
        assert told == [], type(widget).__name__
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_two_widgets_do_not_disturb_each_other(stage: Stage) -> None:
    page = open_widget(stage, Play(START))
    page.evaluate("""async () => {
      const { default: widget } = await import("/widget.js");
      const box = document.createElement("div");
      host.append(box);
      const other = structuredClone(model.state);
      window.second = { state: other, get: (name) => other[name], set() {}, save_changes() {}, on() {}, off() {} };
      widget.render({ model: second, el: box });
    }""")
    assert page.evaluate(
        "new Set([...document.querySelectorAll('[id]')].map((each) => each.id)).size"
    ) == page.evaluate("document.querySelectorAll('[id]').length")
    page.locator('.taquin-tile[data-tile="5"]').first.click()
    assert page.evaluate("second.state.moves") == ""
