"""Boards, strips and animations show what they should; the golden pictures have the details."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawings import MIDDLE, PLATEAU, SOLUTION, UNSOLVABLE, walk
from looping import for_each
from strategies import boards, boards_with_walks, shapes
from svg_reading import parse
from taquin.errors import BoardError, SpecError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.puzzle.moves import Move
from taquin.puzzle.solution import Solution
from taquin.render.board.picture import Grid, board_drawing, usual_cell
from taquin.render.drawing.shapes import Drawing, Group, Label, Rectangle
from taquin.render.drawing.theme import DARK, LIGHT
from taquin.render.solution.animation import MOST_LISTED, REST_AFTER, REST_BEFORE, SLIDE, Animation
from taquin.render.solution.picture import solution_drawing
from taquin.run.result import Result
from taquin.solving.solver import solve

BOARD = Board(MIDDLE)


def read_board(group: Group, shape: Shape) -> tuple[Board, dict[int, str]]:
    """The board of a group, from the places of its numbers, and the colour of each tile."""
    frame, *rest = group.shapes
    assert isinstance(frame, Rectangle)
    state, fills = [0] * shape.cells, {}
    for box, label in pairwise(rest):
        if isinstance(box, Rectangle) and isinstance(label, Label):
            row, column = int(label.y / frame.height * shape.rows), int(label.x / frame.width * shape.columns)
            state[row * shape.columns + column] = int(label.text)
            fills[int(label.text)] = box.fill
    return Board(state, shape), fills


def boards_in(drawing: Drawing) -> list[Group]:
    return [group for group in drawing.shapes if isinstance(group, Group) and group.name == "board"]


@given(boards(shapes(maximum_side=7, maximum_cells=40)), st.data())
def test_any_board(board: Board, data: st.DataObject) -> None:
    goal = data.draw(st.none() | boards(board.shape))
    (group,) = boards_in(board_drawing(board, goal=goal, size=data.draw(st.none() | st.just(300))))
    found, fills = read_board(group, board.shape)
    assert found == board
    for cell, tile in enumerate(board):
        is_home = goal is not None and goal.state[cell] == tile
        assert not tile or fills[tile] == (LIGHT.home if is_home else LIGHT.tile).face


def test_options_of_a_board() -> None:
    assert board_drawing(BOARD, goal="standard") == board_drawing(BOARD, goal=standard(BOARD.shape))
    for shape in (Shape(3, 3), Shape(2, 5), Shape(5, 2)):
        drawing = board_drawing(standard(shape), size=333.5)
        assert max(drawing.width, drawing.height) == pytest.approx(333.5)
    with pytest.raises(BoardError, match="expected the same shape"):
        board_drawing(BOARD, goal=Board("1 2 / 3 0"))
    with pytest.raises(SpecError, match="expected a size of at least 12 pixels for a 3×3 board, found 5"):
        board_drawing(BOARD, size=5)


# Strips


@given(boards_with_walks(shapes(maximum_side=5, maximum_cells=16), maximum_moves=14), st.integers(150, 1500), st.data())
def test_any_strip(played: tuple[Board, tuple[Move, ...]], width: int, data: st.DataObject) -> None:
    """Every board and every move is there, in reading order, in rows that are no wider than ``width``."""
    solution = Solution(*played)
    first, last = 1, solution.length
    steps = None
    if solution.length and data.draw(st.booleans()):
        first = data.draw(st.integers(1, solution.length))
        last = data.draw(st.integers(first, solution.length))
        steps = (first, last)
    drawing = solution_drawing(solution, steps=steps, width=width)
    groups, shape = boards_in(drawing), solution.start.shape
    assert [read_board(group, shape)[0] for group in groups] == list(solution.boards())[first - 1 : last + 1]
    letters = [each.text for each in drawing.shapes if isinstance(each, Label) and each.text in tuple("UDLR")]
    assert letters == [move.letter for move in solution.moves[first - 1 : last]]
    for one, other in pairwise(groups):
        assert (other.y == one.y and one.x < other.x < width - 40) or (other.y > one.y and other.x == groups[0].x)


def test_a_very_long_solution_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty thousand boards of 30×30 took minutes and 16 GB."""
    monkeypatch.setattr("taquin.render.solution.picture.MOST_CELLS", 10_000)
    solution = Solution(standard(Shape(30, 30)), "UU" + "DU" * 500)
    assert solution_drawing(solution).title == "Steps 1 to 10 of 1,002"
    with pytest.raises(SpecError, match="expected at most 10 steps of a 30×30 board in one picture, found 1-200"):
        solution_drawing(solution, steps=(1, 200))
    assert solution_drawing(solution, steps=(995, 5_000)).title == "Steps 995 to 1,002 of 1,002"


# Animations


def key_frames(style: str) -> dict[str, list[tuple[float, dict[str, str]]]]:
    """For every rule of key frames its stops in order: the percentage and the values there."""
    found = {}
    for name, body in re.findall(r"@keyframes [\w-]+-(\w+)\{((?:[^{}]+\{[^{}]*\})*)\}", style):
        stops = []
        for selectors, declarations in re.findall(r"([^{}]+)\{([^{}]*)\}", body):
            values = dict(item.split(":", 1) for item in declarations.split(";"))
            stops += [(100.0 if at == "to" else float(at.rstrip("%")), values) for at in selectors.split(",")]
        assert stops == sorted(stops, key=lambda stop: stop[0])
        found[name] = stops
    return found


def value_at(stops: list[tuple[float, dict[str, str]]], percent: float, name: str) -> list[float]:
    """The numbers of a property between two slides, where it does not change."""
    before = max((stop for stop in stops if stop[0] <= percent), key=lambda stop: stop[0])[1]
    after = min((stop for stop in stops if stop[0] >= percent), key=lambda stop: stop[0])[1]
    assert before == after
    return [float(number) for number in re.findall(r"-?[\d.]+", before[name])]


@given(boards_with_walks(shapes(maximum_side=5, maximum_cells=16), maximum_moves=25))
def test_any_animation_plays_its_solution(played: tuple[Board, tuple[Move, ...]]) -> None:
    """After each move the key frames put every tile where the board has it, and mark it exactly if it is at home."""
    solution = Solution(*played)
    found = list(solution.boards())
    rules = key_frames(Animation(solution).drawing().style)
    grid = Grid(solution.start.shape, usual_cell(solution.start.shape, None))
    seconds = REST_BEFORE + 0.6 * solution.length + REST_AFTER
    assert {int(name) for name in rules if name.isdecimal()} == {
        before.state[after.blank] for before, after in pairwise(found)
    }
    for number, board in enumerate(found):
        time = REST_BEFORE + 0.6 * (number - 1 + (1 + SLIDE) / 2) if number else 0
        for name in filter(str.isdecimal, rules):
            cell = board.find(int(name))
            place = value_at(rules[name], 100 * time / seconds, "transform")
            assert place == pytest.approx(grid.corner(cell), abs=0.02)
            is_home = cell == solution.end.find(int(name))
            assert value_at(rules[f"h{name}"], 100 * time / seconds, "opacity") == [is_home]


def test_an_animation_can_be_stopped() -> None:
    """For viewers who prefer reduced motion, and under the pointer; and two of them do not share names."""
    drawing = Animation(SOLUTION).drawing()
    (mark,) = set(re.findall(r"\.(taquin-\w{8})\{", drawing.style))
    assert f"@media (prefers-reduced-motion:reduce){{.{mark}{{animation:none}}}}" in drawing.style
    assert f"svg:hover .{mark}{{animation-play-state:paused}}" in drawing.style
    for options in ({"theme": DARK}, {"steps": (1, 13)}, {"pace": 1}, {"goal": "snail"}):
        assert mark not in Animation(SOLUTION, **options).drawing().style


def test_a_long_animation_is_compact_and_lists_its_first_moves() -> None:
    sizes = [len(Animation(walk(Shape(4, 4), length)).drawing().style) for length in (60, 80)]
    assert (sizes[1] - sizes[0]) / 20 < 300  # characters per move, whatever the board's size
    labels = [
        each for each in Animation(walk(Shape(4, 4), MOST_LISTED + 20)).drawing().shapes if isinstance(each, Label)
    ]
    assert sum(label.text in tuple("UDLR") for label in labels) == MOST_LISTED
    assert labels[-1].text == "and 20 more"


# Results in notebooks


def page(result: Result) -> str:
    text = result._repr_html_()
    parse(text.replace("<br>", "<br/>"))  # well-formed
    return text


@pytest.mark.parametrize(
    ("board", "algorithm", "sentence", "is_animated"),
    [
        (MIDDLE, "astar(manhattan)", "Solved in 14 moves, and proven shortest.", True),
        (MIDDLE, "greedy(manhattan)", "the shortest solution has at least 10 moves.", True),
        (MIDDLE, "wastar(manhattan, weight=3)", "Solved in 14 moves; at most 3 moves (28 %)", True),
        ("1 2 3 / 4 5 6 / 7 8 0", "astar", "Solved in no moves: the start is the goal.", False),
        (UNSOLVABLE, "astar", "Unsolvable: ", False),
        (PLATEAU, "hill_climbing(misplaced)", "Stuck: h = 5 here, and the best neighbour has h = 5 (plateau)", False),
        ("2 7 3 / 8 1 4 / 6 0 5", "hill_climbing", "No solution has fewer than", True),
    ],
)
def test_a_result_as_html(board: str, algorithm: str, sentence: str, is_animated: bool) -> None:
    text = page(solve(board, algorithm=algorithm))
    assert sentence in text
    assert text.count("<svg") == 2
    assert ("@keyframes" in text) == is_animated


def test_names_in_html_are_escaped() -> None:
    def odd(board: Board, goal: Board) -> int:
        return 0

    odd.__name__ = odd.__qualname__ = "<script>"
    assert "<script>" not in page(solve(BOARD, algorithm="astar", heuristic=odd))


@for_each("steps", [(0, 3), (15, 20), (5, 4), (-1, 2)])
@for_each("draw", [solution_drawing, Animation])
def test_steps_outside_the_solution(steps: tuple[int, int], draw: Callable[..., object]) -> None:
    with pytest.raises(SpecError, match="expected steps between 1 and 14"):
        draw(SOLUTION, steps=steps)


@for_each("pace", [0, -1, 100, float("nan")])
def test_a_pace_that_is_not_possible(pace: float) -> None:
    with pytest.raises(SpecError, match="expected pace to be"):
        Animation(SOLUTION, pace=pace)
