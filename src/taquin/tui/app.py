"""The screen of the game. Searches run in threads, so that keys are answered at once; the newest one counts."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from functools import partial
from typing import ClassVar, TypeVar

from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.timer import Timer
from textual.widgets import Static

from taquin.analysis.grading import Judgement, grade
from taquin.analysis.hints import Hint, hint
from taquin.analysis.review import review
from taquin.errors import TaquinError
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.goals import standard
from taquin.puzzle.moves import Move
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.run.limits import Cancellation
from taquin.system.files import reason
from taquin.system.interrupts import END_SIGNALS, INTERRUPTED
from taquin.tui import records, words
from taquin.tui.board_view import BoardView
from taquin.tui.game import Game
from taquin.tui.records import Best

Found = TypeVar("Found")

_SIGNALS = (*END_SIGNALS, *(getattr(signal, name) for name in ("SIGQUIT",) if hasattr(signal, name)))
"""The signals that end the game; SIGQUIT would otherwise end the process with the terminal in raw mode."""

_SLIDES = (("up", "w", "DOWN"), ("down", "s", "UP"), ("left", "a", "RIGHT"), ("right", "d", "LEFT"))
_LONGEST_SHOW = 20.0  # seconds: a long solution is played faster
_SLOWEST_MOVE = 0.35  # seconds
_REVIEWED_CELLS = 16  # on larger boards distances are rarely proven
_GREETING = "Arrow keys slide a tile. ? shows all keys."
_SOLVED = "The board is solved. Press n for a new board."
_KEYS = "h hint  u undo  b best  n new  q quit"
_HELP = (
    "Arrow keys or w a s d slide a tile, with Shift the whole line; a click slides all tiles up to the blank. u: undo. "
    "r: redo. h: hint. f: let the solver finish. g: rate my moves, on or off. b: best results. n: new board. q: quit."
)


class PlayApp(App[int]):
    """Play one board after the other."""

    TITLE = "Taquin"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #status { height: 1; }
    #board, #records { height: 1fr; width: 1fr; }
    #records { display: none; }
    #message { height: auto; min-height: 3; max-height: 7; }
    #keys { height: 1; text-style: bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(f"{arrow},{key}", f"slide('{move}')", priority=True) for arrow, key, move in _SLIDES),
        *(
            Binding(f"shift+{arrow},{key.upper()}", f"slide('{move}', True)", priority=True)
            for arrow, key, move in _SLIDES
        ),
        Binding("h", "hint"),
        Binding("u,backspace", "undo"),
        Binding("r", "redo"),
        Binding("f", "watch"),
        Binding("b", "records"),
        Binding("n", "new"),
        Binding("g", "grades"),
        Binding("question_mark", "help"),
        Binding("q", "leave"),
        Binding("ctrl+c", "interrupt", priority=True),
    ]

    def __init__(
        self,
        board: Board,
        goal: Board,
        make_board: Callable[[], Board],
        *,
        grades: bool | None = None,
        first_kind: str = "uniform",
        kind: str = "uniform",
        metric: Metric = Metric.MOVES,
    ) -> None:
        """``make_board`` makes the boards after the first one; the kinds are how these boards were chosen.

        ``grades``: whether moves are rated; by default on boards that do not count for the best results.
        """
        super().__init__()
        self.game = Game(board, goal, kind=first_kind, metric=metric)
        self.message = _SOLVED if self.game.is_solved else _GREETING
        self._kind = kind
        self._records = records.load()
        self._is_recorded = False
        self._make_board = make_board
        self._grades = grades
        self._hint: Hint | None = None
        self._is_move_shown = False
        self._search = Cancellation()
        self._player: Timer | None = None
        self._best = self._best_result()

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(id="status", markup=False)
            yield BoardView(self.game.board, self.game.goal)
            yield Static(id="records", markup=False)
            yield Static(self.message, id="message", markup=False)
            yield Static(_KEYS, id="keys", markup=False)

    def on_mount(self) -> None:
        self.query_one(BoardView).focus()
        self.set_interval(0.1, self._show_status)
        self._show_status()
        with suppress(NotImplementedError, RuntimeError, ValueError):  # Windows, or not the main thread
            for number in _SIGNALS:
                asyncio.get_running_loop().add_signal_handler(number, self.action_interrupt)

    def on_unmount(self) -> None:
        self._search.cancel()

    # ---------------------------------------------------------------------------------------------------- moves

    def action_slide(self, name: str, is_line: bool = False) -> None:
        moves = self.game.line(Move[name])
        self._play(moves if is_line else moves[:1])
        if not (moves or self.game.is_solved):
            self._write(f"No tile can slide {Move[name].opposite.word.lower()} into the blank.")

    def on_board_view_clicked(self, event: BoardView.Clicked) -> None:
        moves = self.game.sliding(event.cell)
        self._play(moves)
        if not (moves or self.game.is_solved):
            self._write("Only tiles in the row or the column of the blank can slide.")

    def _play(self, moves: tuple[Move, ...]) -> None:
        self._stop()
        if not moves:
            return
        before = self.game.board
        self.game.play(moves)
        self._write("")
        self._show()
        if self.game.is_solved:
            self._end()
        elif self._rates and before != self.game.goal:  # from the goal, every move leads away
            problem, search = Problem(before, self.game.goal, metric=self.game.metric), self._search
            find = partial(grade, problem, moves, cancellation=search)
            self._run(search, find, self._show_grade)

    @property
    def _rates(self) -> bool:
        """Whether moves are rated: as the player chose, otherwise where the game does not count."""
        return not self.game.is_random if self._grades is None else self._grades

    def _show_grade(self, judgement: Judgement) -> None:
        self.game.is_rated = True
        self._write(words.grade(judgement))

    def action_undo(self) -> None:
        self._stop()
        is_undone = self.game.undo()
        self._write(_SOLVED if self.game.is_solved else "" if is_undone else "Nothing to undo.")
        self._show()

    def action_redo(self) -> None:
        self._stop()
        if not self.game.redo():
            self._write("Nothing to redo.")
        elif self.game.is_solved:
            self._end()
        else:
            self._write("")
        self._show()

    def action_new(self) -> None:
        self._stop()
        try:
            board = self._make_board()
        except TaquinError as error:
            self._write(f"{error}.")
            return
        self.game = Game(board, self.game.goal, kind=self._kind, metric=self.game.metric)
        self._is_recorded = False
        self._write("")
        self._show()

    def _end(self) -> None:
        """The board is solved: record the game, once, and say how good the result is."""
        game, before, trouble = self.game, self._best, ""
        if not self._is_recorded:
            self._is_recorded = True
            self._records.append(game.record)
            self._best = self._best_result()
            try:
                records.add(self._records[-1])
            except (OSError, TaquinError) as error:
                cause = reason(error) if isinstance(error, OSError) else error
                trouble = f" The result cannot be saved: {cause}."
        text = words.solved(game.count, game.hundredths, before, self._best, game.metric)
        is_helped = game.is_helped or (game.is_rated and game.is_random)
        helped = " With help: it does not count." if is_helped else ""
        self._write(f"{text}{helped}{trouble} Press n for a new board.")
        if game.start.shape.cells <= _REVIEWED_CELLS:
            told, problem = self.message, Problem(game.start, game.goal, metric=game.metric)
            find = partial(review, problem, game.moves, cancellation=self._search)
            self._run(self._search, find, lambda found: self._write(f"{told} {found['sentence']}"))

    def _best_result(self) -> Best | None:
        key = self.game.board.shape.text, self.game.metric
        return next((best for best in records.bests(self._records) if (best.size, best.metric) == key), None)

    def action_records(self) -> None:
        """Show the records in place of the board, or the board again."""
        panel = self.query_one("#records", Static)
        panel.update(words.table(self._records, date.today()))
        panel.display, self.query_one(BoardView).display = not panel.display, panel.display

    # ---------------------------------------------------------------------------------------------------- help

    def action_help(self) -> None:
        goal = self.game.goal
        self._write(_HELP if goal == standard(goal.shape) else f"{_HELP} The goal: {one_line(goal)}.")

    def action_grades(self) -> None:
        self._grades = not self._rates
        if self._grades and self.game.is_random and not self.game.is_solved:
            self._write("Move rating is on. A game with a rated move does not count for your best results.")
        else:
            self._write(f"Move rating is {'on' if self._grades else 'off'}.")

    def action_hint(self) -> None:
        if self.game.is_solved:
            self._write(_SOLVED)
        elif self._hint is not None and self._hint.moves:
            self._show_move(self._hint)
        else:
            self._find_solution(self._show_count)

    def _find_solution(self, show: Callable[[Hint], None]) -> None:
        """Search for a solution of the current board, and show its hint."""
        self._stop()
        self._write("Searching …")
        problem, search = Problem(self.game.board, self.game.goal, metric=self.game.metric), self._search
        self._run(search, lambda: hint(problem, cancellation=search, warn=lambda _: None), show)

    def _show_count(self, answer: Hint) -> None:
        self._hint = answer
        self._write(words.hint_count(answer))

    def _show_move(self, answer: Hint) -> None:
        self.game.is_helped = self._is_move_shown = True
        self._write(words.hint_move(self.game.board, answer))
        self._show()

    # ------------------------------------------------------------------------------------------------- solver

    def action_watch(self) -> None:
        if self._player is not None:
            self._stop()
            self._write("Stopped. It is your turn.")
        elif self.game.is_solved:
            self._write(_SOLVED)
        else:
            self._find_solution(self._watch)

    def _watch(self, answer: Hint) -> None:
        solution = answer.result.solution
        if solution is None:
            self._write(words.hint_count(answer))
            return
        self.game.is_helped = True
        kind = "a shortest solution" if answer.is_proven else "a solution"
        self._write(f"The solver plays {kind} of {self.game.metric.amount(answer.left or 0)}; f stops it.")
        moves = iter(solution.moves)
        pause = min(_SLOWEST_MOVE, _LONGEST_SHOW / solution.length)
        self._player = self.set_interval(pause, lambda: self._play_next(moves))

    def _play_next(self, moves: Iterator[Move]) -> None:
        self.game.play([next(moves)])
        self._show()
        if self.game.is_solved:
            self._stop()
            self._is_recorded = True  # it is not the player's
            self._write("The solver has solved it. Press n for a new board.")

    # ------------------------------------------------------------------------------------------------- screen

    @work(thread=True, group="search", exit_on_error=False)
    def _run(self, search: Cancellation, find: Callable[[], Found], show: Callable[[Found], None]) -> None:
        """Search in a thread, and show the result or the error, unless the player has moved in the meantime."""
        try:
            result = partial(show, find())
        except (TaquinError, OSError) as error:
            result = partial(self._write, str(error))

        def show_if_current() -> None:
            if not search.is_cancelled and self.is_running:
                result()

        if not search.is_cancelled:
            with suppress(RuntimeError):  # the screen is closed
                self.call_from_thread(show_if_current)

    def _stop(self) -> None:
        """Stop what runs for the board so far: the search, the solver's moves, the hint."""
        self._search.cancel()
        self._search = Cancellation()
        self._hint, self._is_move_shown = None, False
        if self._player is not None:
            self._player.stop()
            self._player = None

    def _show(self) -> None:
        shown = self._hint.slides[0] if self._hint is not None and self._is_move_shown else None
        board = self.game.board
        marked = 0 if shown is None else shown.tiles_on(board)[-1]
        view = self.query_one(BoardView)
        view.show(board, marked=marked)
        view.display, self.query_one("#records").display = True, False
        self._show_status()

    def _show_status(self) -> None:
        count = self.game.metric.amount(self.game.count)
        parts = [str(self.game.board.shape), count, words.clock(self.game.hundredths)]
        self._update("#status", "  ".join(filter(None, [*parts, words.best(self._best)])))

    def _write(self, text: str) -> None:
        self.message = text
        self._update("#message", text)

    def _update(self, name: str, text: str) -> None:
        """Write into a line of the screen, unless it is already gone: a timer may fire while the app ends."""
        for line in self.query(name).results(Static):
            line.update(text)

    def action_leave(self) -> None:
        self.exit(0)

    def action_interrupt(self) -> None:
        self.exit(INTERRUPTED)
