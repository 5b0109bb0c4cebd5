"""Widgets for notebooks: play a solution, watch a search, move tiles.

They need anywidget and work wherever it does: JupyterLab, Jupyter Notebook, VS Code, Colab. They consist of the modules
of the web page in ``taquin/web/static/modules``; because a notebook loads a widget as one module that imports nothing,
``bundle`` joins them. A search is sent with all its steps, so that a saved notebook shows it without a kernel.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Generic, TypedDict, TypeVar

from taquin.errors import BoardError, SpecError, TaquinError, missing_package
from taquin.puzzle.arguments import check_kind
from taquin.puzzle.board import Board, BoardLike, as_board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import GoalLike, make_goal
from taquin.puzzle.solution import Solution
from taquin.render.search_record import ShownSearch, search_record
from taquin.run.result import Result
from taquin.trace.trace import Trace
from taquin.web.bundle import STATIC, bundle

try:
    import anywidget
    import traitlets
except ImportError:
    raise missing_package("the widgets are made with anywidget", "notebook") from None

T = TypeVar("T")
MOST_EVENTS = 100_000
"""The widget shows this many events of a longer trace, and says so: the record is part of the notebook."""


class BoardMessage(TypedDict):
    """A board as the browser and the kernel send it to each other."""

    cells: list[int]
    rows: int
    columns: int


class Proposal(TypedDict, Generic[T]):
    """What traitlets passes to a validator; its value has the type of the trait."""

    value: T


@contextmanager
def _refusing() -> Iterator[None]:
    """Let an error of Taquin also be one of traitlets, which then restores the values before.

    Otherwise a message from the browser with a wrong value would leave it in the widget.
    """
    try:
        yield
    except TaquinError as error:
        kind = type(type(error).__name__, (type(error), traitlets.TraitError), {})
        raise kind(error.message, hint=error.hint) from None


class _BoardTrait(traitlets.TraitType[Board, BoardLike]):
    """A board, in any form."""

    info_text = "a board"

    def validate(self, obj: object, value: object) -> Board:
        with _refusing():
            return as_board(value)  # type: ignore[arg-type]


def _board_to_json(board: Board, widget: object) -> BoardMessage:
    return {"cells": list(board), "rows": board.shape.rows, "columns": board.shape.columns}


def _board_from_json(value: BoardMessage, widget: object) -> Board:
    with _refusing():
        return Board(value["cells"], Shape(value["rows"], value["columns"]))


def _board_trait() -> Any:
    return _BoardTrait().tag(sync=True, to_json=_board_to_json, from_json=_board_from_json)


class _Widget(anywidget.AnyWidget):
    """What the widgets share: the style sheets."""

    _css = "".join((STATIC / "modules" / name).read_text(encoding="utf-8") for name in ("taquin.css", "search.css"))


class Play(_Widget):
    """A board to play on: by click, drag, touch and arrow keys.

    ``board`` is what is shown; set it to show another one. ``moves`` has the moves that led there since ``board`` was
    set; set it to play others. Both can be observed: ``play.observe(function, "board")``.
    """

    _esm = bundle(STATIC / "notebook" / "play.js")

    board = _board_trait()
    goal = _board_trait()
    moves = traitlets.Unicode().tag(sync=True)

    def __init__(self, board: BoardLike, *, goal: GoalLike | None = None) -> None:
        self._start = as_board(board)
        super().__init__(board=self._start, goal=make_goal(goal, self._start.shape), moves="")

    @property
    def start(self) -> Board:
        """The board from which ``moves`` lead to ``board``."""
        return self._start

    @property
    def is_solved(self) -> bool:
        """Whether the board is the goal."""
        return bool(self.board == self.goal)

    @traitlets.validate("board")
    def _check_board(self, proposal: Proposal[Board]) -> Board:
        board = proposal["value"]
        with _refusing():
            if board.shape != self._start.shape:
                raise BoardError(f"expected a {self._start.shape} board, like the goal, found a {board.shape} one")
        return board

    @traitlets.validate("moves")
    def _check_moves(self, proposal: Proposal[str]) -> str:
        with _refusing():
            return Solution(self._start, proposal["value"]).text()

    @traitlets.observe("board")
    def _on_board(self, change: object) -> None:
        """A board that the moves do not lead to is a new start; after a move by hand, they do."""
        if Solution(self._start, self.moves).end != self.board:
            self._start = self.board
            self.moves = ""

    @traitlets.observe("moves")
    def _on_moves(self, change: object) -> None:
        self.board = Solution(self._start, self.moves).end


class Player(_Widget):
    """Plays a solution, with a slider, buttons and keys: Space, Left, Right, Home, End.

    ``position`` is the number of moves that have been played; set it to go there.
    """

    _esm = bundle(STATIC / "notebook" / "player.js")

    start = _board_trait()
    goal = _board_trait()
    moves = traitlets.Unicode().tag(sync=True)
    position = traitlets.Int(0, min=0).tag(sync=True)
    pace = traitlets.Int(600, min=1).tag(sync=True)

    def __init__(self, result: Result | Solution, *, goal: GoalLike | None = None, pace: float = 0.6) -> None:
        """Take a result that has a solution, or a solution; ``pace`` is the number of seconds for one move."""
        check_kind("result", result, Result | Solution, "a Result or a Solution")
        solution = result.solution if isinstance(result, Result) else result
        if solution is None:
            raise SpecError(f"expected a result with a solution, found one that ended as {result}")
        target = solution.end if goal is None else make_goal(goal, solution.start.shape)
        super().__init__(start=solution.start, goal=target, moves=solution.text(), pace=round(pace * 1000))

    @traitlets.validate("position")
    def _check_position(self, proposal: Proposal[int]) -> int:
        return min(proposal["value"], len(self.moves))

    @property
    def board(self) -> Board:
        """The board that is shown."""
        return Solution(self.start, self.moves[: self.position]).end


class Search(_Widget):
    """Steps through a recorded search, forwards and backwards: the tree, the nodes it holds, and the chosen node.

    ``time`` is the number of expansions so far and ``node`` the chosen node; set them to go there. Of a trace with more
    than 100,000 events only the first ones are shown, and the widget says so.
    """

    _esm = bundle(STATIC / "notebook" / "search.js")

    _record = traitlets.Unicode().tag(sync=True)
    time = traitlets.Int(0, min=0).tag(sync=True)
    node = traitlets.Int(0, min=0).tag(sync=True)

    def __init__(self, trace: Trace, *, time: int = 0) -> None:
        check_kind("trace", trace, Trace, "a Trace, such as recorder.trace()")
        if not trace.has_boards:
            raise SpecError(
                f"expected the trace of a search of boards, found {trace!r}",
                hint="draw(trace, chart=True) draws a chart",
            )
        if len(trace.events) > MOST_EVENTS:
            trace = replace(trace, events=trace.events[:MOST_EVENTS], is_truncated=True)
        self._nodes, self._steps = len(trace.tree), trace.tree.expansions
        super().__init__(_record=json.dumps(search_record(ShownSearch(trace)), separators=(",", ":")), time=time)

    @traitlets.validate("time")
    def _check_time(self, proposal: Proposal[int]) -> int:
        return min(proposal["value"], self._steps)

    @traitlets.validate("node")
    def _check_node(self, proposal: Proposal[int]) -> int:
        node = proposal["value"]
        with _refusing():
            if node >= self._nodes:
                raise SpecError(f"there is no node {node}: this search has {self._nodes:,}")
        return node
