"""Questions on boards, moves, and which boards can be reached."""

from __future__ import annotations

from itertools import pairwise
from math import factorial

from taquin.analysis.shortest import shortest_solutions
from taquin.lessons.exercises.drafts import addition, board, choice, commas, distinct, listing, moves, number, yes_no
from taquin.lessons.exercises.material import Draw, Forms, goal_of, letters
from taquin.lessons.exercises.question import Question, Touch, listed
from taquin.puzzle.board import Board
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import plural

forms = Forms("space")
_SHAPES = (Shape(2, 3), Shape(3, 3), Shape(3, 4), Shape(4, 4))


@forms.on_board("legal_moves", lambda rng: rng.shuffled(rng.choice(_SHAPES)))
def _legal_moves(_: Draw, start: Board) -> Question:
    words = [move.word for move in start.moves()]
    return number(len(words), f"The blank can go {commas(words)}: {plural(len(words), 'legal move')}.")


@forms.on_board("one_move", Draw.shuffled)
def _one_move(rng: Draw, start: Board) -> Question:
    move = rng.choice(start.moves())
    tile = start.cells[start.play(move).blank]
    return board(
        start.play(move),
        f"{move.word}: the blank changes places with tile {tile}, which slides {move.opposite.word.lower()}.",
        given={"move": move.word},
        touch=Touch.MOVES,
    )


@forms.on_board("several_moves", Draw.shuffled)
def _several_moves(rng: Draw, start: Board) -> Question:
    path = rng.random_moves(start, rng.randrange(3, 6))
    tiles = path.tiles()
    return board(
        path.end,
        f"These tiles slide, in this order: {commas(tiles)}.",
        given={"moves": letters(path)},
        touch=Touch.MOVES,
    )


@forms.on_board("slid_tile", lambda rng: rng.shuffled(rng.choice(_SHAPES[1:])))
def _slid_tile(rng: Draw, start: Board) -> Question:
    move = rng.choice(start.moves())
    tile = start.cells[start.play(move).blank]
    return number(
        tile,
        f"The blank goes {move.word.lower()} to the cell of tile {tile}, so tile {tile} slides "
        f"{move.opposite.word.lower()}.",
        given={"move": move.word},
        touch=Touch.TILES,
    )


@forms.add("undo")
def _undo(rng: Draw) -> Question:
    start = rng.shuffled()
    path = rng.random_moves(start, rng.randrange(3, 6))
    back = letters([move.opposite for move in reversed(path)])
    return moves(
        back,
        f"Play the opposite of each move, the last one first: {letters(path)} backwards is {letters(reversed(path))}, "
        f"and the opposites are {back}.",
        given={"moves": letters(path)},
        boards=[("board", path.end)],
    )


@forms.on_board("tile_notation", Draw.shuffled)
def _tile_notation(rng: Draw, start: Board) -> Question:
    path = rng.random_moves(start, rng.randrange(4, 7))
    tiles = path.tiles()
    return listing(
        tiles,
        f"The blank meets the tiles in the order {listed(tiles)}.",
        given={"moves": letters(path)},
        touch=Touch.TILES,
    )


@forms.on_board("multi_tile", lambda rng: rng.shuffled(Shape(4, 4)))
def _multi_tile(rng: Draw, start: Board) -> Question:
    path = rng.random_moves(start, rng.randrange(6, 11))
    length = path.multi_tile_length
    runs = letters(path)[:1] + "".join(("" if move is before else " ") + move.letter for before, move in pairwise(path))
    return number(length, f"The runs are {runs}: {length} instead of {len(path)}.", given={"moves": letters(path)})


@forms.on_board("inversions", lambda rng: rng.shuffled(rng.choice((Shape(2, 3), Shape(3, 3)))))
def _inversions(_: Draw, start: Board) -> Question:
    tiles = [tile for tile in start if tile]
    counts = [sum(other < tile for other in tiles[place + 1 :]) for place, tile in enumerate(tiles)]
    return number(
        sum(counts),
        f"Reading order: {listed(tiles)}. Smaller tiles after each tile: {addition(counts[:-1])}.",
    )


@forms.with_goal("solvable", Draw.shuffled, "start")
def _solvable(_: Draw, start: Board) -> Question:
    solvability = Problem(start).solvability
    return yes_no(
        solvability.is_solvable,
        "With an odd number of columns, no move changes the parity of the number of inversions. The start has "
        f"{solvability.start.inversions} ({solvability.start.word}), the goal has 0 (even): "
        f"{'yes' if solvability.is_solvable else 'no'}.",
    )


@forms.add("solvable_even")
def _solvable_even(rng: Draw) -> Question:
    start = rng.shuffled(rng.choice((Shape(2, 4), Shape(3, 4), Shape(4, 4))))
    solvability = Problem(start).solvability
    one, other = solvability.start, solvability.goal
    return yes_no(
        solvability.is_solvable,
        "With an even number of columns, no move changes the parity of inversions + row of the blank (counted from 1). "
        f"Start: {one.inversions} + {one.blank_row} is {one.word}; goal: {other.inversions} + {other.blank_row} is "
        f"{other.word}. They are {'equal: yes' if solvability.is_solvable else 'different: no'}.",
        boards=[("start", start), ("goal", goal_of(start))],
    )


@forms.on_board("swaps", lambda rng: rng.near(8, 20))
def _swaps(rng: Draw, start: Board) -> Question:
    swaps = rng.randrange(1, 6)
    is_solvable = swaps % 2 == 0
    return yes_no(
        is_solvable,
        f"Each swap of two tiles changes the parity. After {plural(swaps, 'swap')} it is "
        f"{'the same as before' if is_solvable else 'the wrong one'}, and no move changes it: "
        f"{'yes' if is_solvable else 'no'}.",
        given={"swaps": f"{swaps} times" if swaps > 1 else "once"},
    )


@forms.add("reachable")
def _reachable(rng: Draw) -> Question:
    rows, columns = rng.choice(((2, 2), (2, 3), (2, 4), (3, 3), (1, 4), (1, 6), (1, 9), (2, 5), (5, 1), (3, 2)))
    cells = rows * columns
    if min(rows, columns) == 1:
        count, why = cells, f"In a single line, tiles cannot pass each other; the blank has {cells} places."
    else:
        count = factorial(cells) // 2
        why = f"Half of the {cells}! = {factorial(cells):,} arrangements have the right parity: {count:,}."
    return number(count, why, given={"rows": rows, "columns": columns})


@forms.on_board("distance_two", lambda rng: rng.shuffled(rng.choice(_SHAPES)))
def _distance_two(_: Draw, start: Board) -> Question:
    boards = {second for first in start.neighbours() for second in first.neighbours()} - {start}
    counts = [len(first.moves()) - 1 for first in start.neighbours()]
    return number(
        len(boards),
        f"For each first move, count the second moves that do not undo it: {addition(counts)}. All boards differ.",
    )


@forms.with_goal("shortest", lambda rng: rng.near(3, 6), "start")
def _shortest(_: Draw, start: Board) -> Question:
    graph = shortest_solutions(start).graph
    assert graph is not None
    solutions = [solution.text() for solution in graph.solutions()]
    more = f" There are {len(solutions)} shortest solutions." if len(solutions) > 1 else " It is the only shortest one."
    return moves(
        solutions[0],
        f"{solutions[0]} has {plural(len(solutions[0]), 'move')}, and no solution is shorter.{more}",
        also=solutions[1:],
    )


@forms.add("same_board")
def _same_board(rng: Draw) -> Question:
    start = rng.shuffled()
    path = rng.random_moves(start, 3)
    others = [rng.random_moves(start, 3) for _ in range(40)]
    wrong = distinct(letters(path), [letters(other) for other in others if other.end != path.end], 3)
    return choice(
        letters(path),
        wrong,
        f"Of these, only {letters(path)} leads to the second board: the tiles {listed(path.tiles())} slide.",
        rng=rng,
        boards=[("first", start), ("second", path.end)],
    )
