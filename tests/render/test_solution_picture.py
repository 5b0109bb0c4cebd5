"""Strips of boards and animated solutions, read back from their SVG."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import boards_with_walks, shapes
from svg_reading import (
    NAMESPACE,
    TextLine,
    boxes,
    description,
    elements,
    key_frames,
    parse,
    shift_at,
    style,
    title,
    words,
)
from taquin.errors import SpecError
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import standard
from taquin.puzzle.moves import Move
from taquin.puzzle.solution import Solution
from taquin.render import svg
from taquin.render.board.picture import Grid, usual_cell
from taquin.render.drawing.shapes import Group, Label
from taquin.render.drawing.theme import DARK, LIGHT
from taquin.render.solution import animation
from taquin.render.solution.animation import MOST_LISTED, SLIDE_FRAMES, animation_frames
from taquin.render.solution.key_frames import REST_AFTER, REST_BEFORE, SLIDE
from taquin.render.solution.picture import solution_drawing
from taquin.run.result import Result
from taquin.solving.solver import solve

EXAMPLE = Board("8 1 3 / 4 0 2 / 7 6 5")
SOLUTION = Solution(EXAMPLE, "RDLLUURDLDRURD")


def walk(board: Board, length: int) -> Solution:
    """Random moves, none of which undoes the one before; always the same."""
    moves: list[Move] = []
    start = board
    for number in range(length):
        legal = [move for move in board.moves() if not moves or move is not moves[-1].opposite]
        moves.append(legal[(number * 7919 + 3) % 10007 % len(legal)])
        board = board.play(moves[-1])
    return Solution(start, moves)


def boards_in(svg_text: str, shape: Shape) -> list[Board]:
    """The boards of a strip, read from where the numbers are."""
    root = parse(svg_text)
    found = []
    for group in root.iter(f"{NAMESPACE}g"):
        if group.get("class") != "board":
            continue
        cells = sorted(boxes(group)[1:], key=lambda box: (round(box.top), round(box.left)))
        state = [0] * len(cells)
        for number in words(group):
            place = next(place for place, cell in enumerate(cells) if cell.holds(*number.middle))
            state[place] = int(number.text)
        found.append(Board(state, shape))
    return found


# The strip -------------------------------------------------------------------------------------------------------


def test_a_strip_shows_every_board_and_every_move() -> None:
    text = svg.solution(SOLUTION)
    assert boards_in(text, EXAMPLE.shape) == list(SOLUTION.boards())
    labels = [label.text for label in words(parse(text))]
    assert labels[0] == "Solution in 14 moves"
    assert [label for label in labels if label in tuple("UDLR")] == [move.letter for move in SOLUTION.moves]
    captions = ["start", *map(str, range(1, 14)), "14, goal"]
    outside = [label.text for label in outside_labels(text)]
    assert [label for label in outside if label in captions] == captions


def outside_labels(text: str) -> list[TextLine]:
    """The labels that are not numbers of tiles."""
    root = parse(text)
    for group in list(root):
        if group.get("class") == "board":
            root.remove(group)
    return words(root)


@given(boards_with_walks(shapes(maximum_side=5, maximum_cells=16), maximum_moves=14), st.integers(150, 1500), st.data())
def test_any_strip(played: tuple[Board, tuple[Move, ...]], width: int, data: st.DataObject) -> None:
    """Every board is there and right, nothing overlaps, and the rows are no wider than ``width``."""
    start, moves = played
    solution = Solution(start, moves)
    steps = None
    if moves:
        first = data.draw(st.integers(1, len(moves)))
        steps = data.draw(st.none() | st.tuples(st.just(first), st.integers(first, len(moves) + 3)))
    text = svg.solution(solution, steps=steps, width=width)
    root = parse(text)
    first, last = (1, len(moves)) if steps is None else (steps[0], min(steps[1], len(moves)))
    shown = list(solution.boards())[first - 1 : last + 1]
    assert boards_in(text, start.shape) == shown
    frames = [box for box in boxes(root) if box.fill == LIGHT.frame]
    assert len(frames) == len(shown)
    labels = [label.box for label in outside_labels(text)]
    taken = [*frames, *labels]
    for number, one in enumerate(taken):
        for other in taken[number + 1 :]:
            assert not one.overlaps(other)
    sheet_width, sheet_height = float(root.attrib["width"]), float(root.attrib["height"])
    assert all(box.left >= 0 and box.top >= 0 and box.bottom <= sheet_height for box in taken)
    assert all(box.right <= sheet_width for box in frames)
    assert max(box.right for box in frames) <= width or len({box.left for box in frames}) == 1


def test_a_strip_is_wrapped_in_reading_order() -> None:
    frames = [box for box in boxes(parse(svg.solution(SOLUTION, width=600))) if box.fill == LIGHT.frame]
    for before, after in pairwise(frames):
        assert (after.top == before.top and after.left > before.right) or (
            after.top > before.bottom and after.left == frames[0].left
        )
    assert len({box.top for box in frames}) == 5
    narrow = [box for box in boxes(parse(svg.solution(SOLUTION, width=10))) if box.fill == LIGHT.frame]
    assert len({box.top for box in narrow}) == 15


def test_a_strip_says_which_steps_it_shows() -> None:
    text = svg.solution(SOLUTION, steps=(3, 10))
    root = parse(text)
    assert title(root) == "Steps 3 to 10 of 14"
    assert words(root)[0].text == "Steps 3 to 10 of 14"
    captions = [label.text for label in outside_labels(text) if label.text.isdecimal()]
    assert captions == [str(step) for step in range(2, 11)]
    assert "Board after step 2: 8 1 3; 4 2 5; 7 6 blank." in description(root)
    assert "The blank goes: Left, Left, Up, Up, Right, Down, Left, Down." in description(root)
    assert title(parse(svg.solution(SOLUTION, steps=(14, 99)))) == "Step 14 of 14"


@pytest.mark.parametrize("steps", [(0, 3), (15, 20), (5, 4), (-1, 2)])
def test_steps_outside_the_solution(steps: tuple[int, int]) -> None:
    with pytest.raises(SpecError, match="expected steps between 1 and 14"):
        svg.solution(SOLUTION, steps=steps)
    with pytest.raises(SpecError, match="expected steps between 1 and 14"):
        svg.animation(SOLUTION, steps=steps)


def test_the_moved_tile_of_each_step() -> None:
    root = parse(svg.solution(SOLUTION))
    moved = [box for box in boxes(root) if box.fill == LIGHT.moved.face]
    assert len(moved) == 14
    numbers = [next(label.text for label in words(root) if box.holds(*label.middle)) for box in moved]
    assert numbers == ["2", "5", "6", "7", "4", "8", "1", "2", "8", "4", "7", "8", "5", "6"]


def test_the_goal_is_the_end_unless_one_is_named() -> None:
    half = Solution(EXAMPLE, "RDL")
    assert title(parse(svg.solution(half))) == "Solution in 3 moves"
    assert title(parse(svg.solution(half, goal="standard"))) == "3 moves"
    assert "goal" not in " ".join(label.text for label in words(parse(svg.solution(half, goal="standard"))))


def test_a_solution_without_moves() -> None:
    empty = Solution(standard(Shape(3, 3)), "")
    for text in (svg.solution(empty), svg.animation(empty), svg.animation(empty, steps=(1, 5))):
        root = parse(text)
        assert title(root) == "No moves"
        assert boards_in(text, Shape(3, 3)) == [empty.start]
        assert not style(root)


# The animation ---------------------------------------------------------------------------------------------------


def scenes(text: str, solution: Solution, *, pace: float = 0.6) -> list[dict[int, tuple[float, float]]]:
    """Where the tiles are before the first move, after each one, and at the end: computed from the key frames."""
    root = parse(text)
    rules = key_frames(style(root))
    seconds = REST_BEFORE + pace * solution.length + REST_AFTER
    times = [0.0, *(REST_BEFORE + pace * (number + (1 + SLIDE) / 2) for number in range(solution.length)), seconds]
    still, names = {}, {}
    for element, name, x, y in elements(root):
        if element.tag == f"{NAMESPACE}text" and (element.text or "").isdecimal() and element.get("font-weight"):
            rule = name.split()[-1].replace("-h", "-")
            if rule in rules:
                names[int(element.text or "")] = rule
                still[int(element.text or "")] = (x, y)  # where it is if nothing moves
            else:
                still[int(element.text or "")] = (x + float(element.attrib["x"]), y + float(element.attrib["y"]))
    found = []
    for time in times:
        scene = dict(still)
        scene |= {tile: shift_at(rules[rule], 100 * time / seconds) for tile, rule in names.items()}
        found.append(scene)
    for tile, rule in names.items():  # before the animation begins, the first scene is visible
        offset = (still[tile][0] - found[0][tile][0], still[tile][1] - found[0][tile][1])
        board = next(group for group in root.iter(f"{NAMESPACE}g") if group.get("class") == "board")
        move = re.findall(r"[\d.]+", board.attrib["transform"])
        assert offset == pytest.approx((float(move[0]), float(move[1])), abs=0.02), rule
    return found


def check_animation(solution: Solution) -> None:
    """The key frames put every tile where the boards have it after each move, and the rest never moves."""
    text = svg.animation(solution, goal=solution.end)
    rules = key_frames(style(parse(text)))
    grid = Grid(solution.start.shape, usual_cell(solution.start.shape, None))
    boards = list(solution.boards())
    shown = scenes(text, solution)
    assert len(shown) == len(boards) + 1
    moving = {int(name.rsplit("-", 1)[1]) for name in rules if name.rsplit("-", 1)[1].isdecimal()}
    assert moving == {before.state[after.blank] for before, after in pairwise(boards)}
    for scene, board in zip(shown, [*boards, boards[-1]], strict=True):
        places = [scene[tile] for tile in moving]
        assert len({(round(x), round(y)) for x, y in places}) == len(places), "two tiles in one cell"
        for tile in moving:
            assert scene[tile] == pytest.approx(grid.corner(board.find(tile)), abs=0.02)
    for tile in set(range(1, len(boards[0]))) - moving:
        assert len({board.find(tile) for board in boards}) == 1


def test_the_example_plays() -> None:
    check_animation(SOLUTION)


@pytest.mark.parametrize(
    ("shape", "length"), [(Shape(2, 2), 6), (Shape(4, 4), 80), (Shape(10, 10), 300), (Shape(1, 5), 3)]
)
def test_any_size_plays(shape: Shape, length: int) -> None:
    check_animation(walk(standard(shape), length))


@given(boards_with_walks(shapes(maximum_side=5, maximum_cells=16), maximum_moves=25))
def test_any_moves_play(played: tuple[Board, tuple[Move, ...]]) -> None:
    start, moves = played
    if moves:
        check_animation(Solution(start, moves))


def test_the_second_surface_is_visible_exactly_at_home() -> None:
    """Also at the start, and for tiles that never move."""
    text = svg.animation(SOLUTION, goal=SOLUTION.end)
    root = parse(text)
    rules = key_frames(style(root))
    boards = list(SOLUTION.boards())
    seconds = REST_BEFORE + 0.6 * 14 + REST_AFTER
    faces = {str(group.get("class")).split()[-1]: group for group in root.iter(f"{NAMESPACE}g") if group.get("class")}
    checked = 0
    for name, stops in rules.items():
        if "-h" not in name:
            continue
        tile = int(name.rsplit("-h", 1)[1])
        assert (faces[name].get("opacity") == "0") == (boards[0].find(tile) != SOLUTION.end.find(tile))
        for number, board in enumerate(boards):
            time = 0 if number == 0 else REST_BEFORE + 0.6 * (number - 1 + (1 + SLIDE) / 2)
            before = max((stop for stop in stops if stop[0] <= 100 * time / seconds), key=lambda stop: stop[0])
            assert before[1]["opacity"] == str(int(board.find(tile) == SOLUTION.end.find(tile)))
            checked += 1
    assert checked == 7 * 15  # tile 3 never moves


def test_the_box_moves_from_letter_to_letter() -> None:
    root = parse(svg.animation(SOLUTION))
    name, stops = next((name, stops) for name, stops in key_frames(style(root)).items() if name.endswith("-m"))
    letters = [label for label in words(root) if label.text in tuple("UDLR")]
    assert [label.text for label in letters] == [move.letter for move in SOLUTION.moves]
    assert stops[0][0] == 0
    assert stops[0][1] == {"opacity": "0"}
    for label, (_, values) in zip(letters, stops[1:], strict=True):
        x, y = (float(number) for number in re.findall(r"[\d.]+", values["transform"]))
        assert x < label.middle[0] < x + 16
        assert y < label.middle[1] < y + 21
    assert f".{name}{{animation-name:{name};animation-timing-function:step-end}}" in style(root)


@pytest.mark.parametrize(
    ("shape", "length"), [(Shape(2, 2), 6), (Shape(3, 3), 31), (Shape(4, 4), 80), (Shape(2, 7), 40)]
)
def test_letters_do_not_overlap(shape: Shape, length: int) -> None:
    root = parse(svg.animation(walk(standard(shape), length)))
    frame = next(box for box in boxes(root) if box.fill == LIGHT.frame)
    labels = [label.box for label in words(root) if not label.text.isdecimal()]
    assert len(labels) == length + 1
    for number, one in enumerate(labels):
        assert one.top > frame.bottom
        assert 0 < one.left < one.right < float(root.attrib["width"])
        assert not any(one.overlaps(other) for other in labels[number + 1 :])


def test_very_many_moves_are_not_all_listed() -> None:
    solution = walk(standard(Shape(4, 4)), MOST_LISTED + 20)
    root = parse(svg.animation(solution))
    letters = [label for label in words(root) if label.text in tuple("UDLR")]
    assert len(letters) == MOST_LISTED
    assert words(root)[-1].text == "and 20 more"
    stops = next(stops for name, stops in key_frames(style(root)).items() if name.endswith("-m"))
    assert stops[-1][1] == {"opacity": "0"}
    height = float(root.attrib["height"])
    assert all(label.box.bottom < height for label in words(root))


def test_reduced_motion_stops_everything_that_moves() -> None:
    sheet = style(parse(svg.animation(SOLUTION)))
    everything = re.match(r"\.([\w-]+)\{animation:12\.4s ease-in-out infinite\}", sheet)
    assert everything is not None
    assert sheet.endswith(f"@media (prefers-reduced-motion:reduce){{.{everything[1]}{{animation:none}}}}")
    root = parse(svg.animation(SOLUTION))
    classes = [group.get("class", "") for group in root.iter(f"{NAMESPACE}g")]
    named = set(key_frames(sheet))
    assert sorted(name for name in classes if name != "board") == sorted(f"{everything[1]} {name}" for name in named)
    assert "<script" not in svg.animation(SOLUTION)


def test_animations_on_one_page_have_different_names() -> None:
    names = [
        set(key_frames(style(parse(text))))
        for text in (
            svg.animation(SOLUTION),
            svg.animation(SOLUTION, theme=DARK),
            svg.animation(SOLUTION, steps=(1, 13)),
            svg.animation(SOLUTION, pace=1),
            svg.animation(SOLUTION, goal="snail"),
        )
    ]
    for number, one in enumerate(names):
        for other in names[number + 1 :]:
            assert one.isdisjoint(other)


def test_an_animation_is_compact() -> None:
    """One more move costs one stop of a tile, one of the mark and a letter, whatever the board's size."""
    short, long = (len(svg.animation(walk(standard(Shape(4, 4)), length))) for length in (60, 80))
    assert (long - short) / 20 < 300
    assert long < 40_000


def test_the_pace() -> None:
    assert ".taquin" in style(parse(svg.animation(SOLUTION, pace=0.05)))
    check = re.search(r"animation:([\d.]+)s", svg.animation(SOLUTION, pace=2))
    assert check is not None
    assert float(check[1]) == REST_BEFORE + 28 + REST_AFTER
    for pace in (0, -1, 100, float("nan")):
        with pytest.raises(SpecError, match="expected pace to be"):
            svg.animation(SOLUTION, pace=pace)
        with pytest.raises(SpecError, match="expected pace"):
            next(animation_frames(SOLUTION, pace=pace))


def test_same_bytes_twice() -> None:
    again = Solution(Board("8 1 3 / 4 0 2 / 7 6 5"), "RDLLUURDLDRURD")
    assert svg.animation(SOLUTION) == svg.animation(again)
    assert svg.solution(SOLUTION) == svg.solution(again)


# Frames ----------------------------------------------------------------------------------------------------------


def test_frames_of_a_gif() -> None:
    frames = list(animation_frames(SOLUTION))
    assert len(frames) == 1 + SLIDE_FRAMES * 14
    assert len({(frame.drawing.width, frame.drawing.height) for frame in frames}) == 1
    assert not any(frame.drawing.style for frame in frames)
    whole = sum(frame.milliseconds for frame in frames) / 1000
    assert whole == pytest.approx(REST_BEFORE + 13.6 * 0.6 + REST_AFTER, abs=0.3)
    resting = [frames[0], *frames[SLIDE_FRAMES::SLIDE_FRAMES]]
    for frame, board in zip(resting, SOLUTION.boards(), strict=True):
        assert boards_by_place(frame.drawing.shapes[0], board.shape) == board


def boards_by_place(group: object, shape: Shape) -> Board:
    assert isinstance(group, Group)
    grid = Grid(shape, usual_cell(shape, None))
    corners = {tuple(round(value) for value in grid.corner(cell)): cell for cell in range(shape.cells)}
    state = [0] * shape.cells
    for label in group.shapes:
        if isinstance(label, Label):
            middle = grid.tile / 2
            state[corners[round(label.x - middle), round(label.y - middle)]] = int(label.text)
    return Board(state, shape)


def test_very_many_moves_have_a_frame_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a lower limit than usual: a picture of a board takes milliseconds."""
    monkeypatch.setattr(animation, "SMOOTH_WORK", 320)
    length = 320 // 16 + 1
    assert sum(1 for _ in animation_frames(walk(standard(Shape(4, 4)), length))) == 1 + length
    assert sum(1 for _ in animation_frames(walk(standard(Shape(4, 4)), length - 1))) == 1 + SLIDE_FRAMES * (length - 1)


# Results in notebooks --------------------------------------------------------------------------------------------


def page(result: Result) -> str:
    text = result._repr_html_()
    parse(text.replace("<br>", "<br/>"))  # well-formed
    return text


def test_a_solved_result() -> None:
    result = solve("8 1 3 / 4 0 2 / 7 6 5")
    text = page(result)
    assert "Solved in 14 moves, and proven shortest." in text
    assert result.spec in text
    assert "@keyframes" in text
    assert text.count("<svg") == 2
    assert "Solved in 30 moves; the shortest solution has at least 10 moves." not in text
    unproven = page(solve("8 1 3 / 4 0 2 / 7 6 5", algorithm="greedy", heuristic="manhattan"))
    assert "the shortest solution has at least 10 moves." in unproven
    bounded = page(solve("8 1 3 / 4 0 2 / 7 6 5", algorithm="wastar(manhattan, weight=3)"))
    assert "Solved in 14 moves; at most 3 moves (28 %) above the shortest." in bounded
    assert "Solved in no moves: the start is the goal." in page(solve("1 2 3 / 4 5 6 / 7 8 0"))


def test_a_failed_result_says_why() -> None:
    text = page(solve("1 2 3 / 4 5 6 / 8 7 0"))
    assert "<strong>Unsolvable: with an odd number of columns" in text
    assert "@keyframes" not in text
    assert text.count("<svg") == 2
    stuck = page(solve("5 2 1 / 4 8 3 / 7 6 0", algorithm="hill_climbing", heuristic="manhattan"))
    assert "Stuck: local optimum" in stuck
    assert "No solution has fewer than" in stuck
    assert "@keyframes" in page(
        solve("2 7 3 / 8 1 4 / 6 0 5", algorithm="hill_climbing")
    )  # the path to where it stands


def test_the_page_is_escaped() -> None:
    def odd(board: Board, goal: Board) -> int:
        return 0

    odd.__name__ = odd.__qualname__ = "<script>"
    assert "<script>" not in page(solve(EXAMPLE, algorithm="astar", heuristic=odd))


def test_a_very_long_solution_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty thousand boards of 30×30 took minutes and 16 GB."""
    monkeypatch.setattr("taquin.render.solution.picture.MOST_CELLS", 10_000)
    solution = Solution(standard(Shape(30, 30)), "UU" + "DU" * 500)
    drawing = solution_drawing(solution)
    assert drawing.title == "Steps 1 to 10 of 1,002"
    with pytest.raises(SpecError, match="expected at most 10 steps of a 30×30 board in one picture, found 1-200"):
        solution_drawing(solution, steps=(1, 200))
    assert solution_drawing(solution, steps=(995, 5_000)).title == "Steps 995 to 1,002 of 1,002"
