"""Questions on heuristics: their values, what makes them admissible and consistent."""

from __future__ import annotations

from math import hypot

from taquin.heuristics.gaschnig import Gaschnig
from taquin.heuristics.linear_conflict import LinearConflict
from taquin.lessons.exercises.drafts import addition, choice, commas, comparison, distinct, number, rounded, yes_no
from taquin.lessons.exercises.material import (
    GOAL,
    Draw,
    Forms,
    h_after_moves,
    lowering_moves,
    manhattan,
    table_of,
    with_goal,
)
from taquin.lessons.exercises.question import Question, Table, listed
from taquin.puzzle.board import Board
from taquin.puzzle.words import plural

forms = Forms("heuristics")
_GASCHNIG, _CONFLICT = Gaschnig(GOAL), LinearConflict(GOAL)


def _offsets(board: Board, tile: int) -> tuple[int, int]:
    """Rows and columns between a tile and its goal cell."""
    row, column = board.shape.position(board.find(tile))
    home_row, home_column = GOAL.shape.position(GOAL.find(tile))
    return abs(row - home_row), abs(column - home_column)


def _sum_text(board: Board) -> str:
    """``2 (tile 1) + 1 (tile 5) = 3``: the tiles that are not at home."""
    parts = [(tile, sum(_offsets(board, tile))) for tile in range(1, len(board))]
    return " + ".join(f"{far} (tile {tile})" for tile, far in parts if far) + f" = {sum(far for _, far in parts)}"


@forms.with_goal("misplaced", lambda rng: rng.near(4, 20))
def _misplaced(_: Draw, board: Board) -> Question:
    away = [tile for tile in range(1, len(board)) if sum(_offsets(board, tile))]
    return number(len(away), f"Not on their goal cells: {commas(away)}. The blank does not count, so h = {len(away)}.")


@forms.with_goal("manhattan_tile", lambda rng: rng.near(12, 24))
def _manhattan_tile(rng: Draw, board: Board) -> Question:
    tile = rng.choice([tile for tile in range(1, 9) if sum(_offsets(board, tile))])
    rows, columns = _offsets(board, tile)
    return number(
        rows + columns,
        f"{plural(rows, 'row')} and {plural(columns, 'column')}: {rows} + {columns} = {rows + columns}.",
        given={"tile": tile},
    )


@forms.with_goal("manhattan", lambda rng: rng.near(4, 22))
def _manhattan(_: Draw, board: Board) -> Question:
    return number(manhattan(board), f"Rows plus columns of each tile: {_sum_text(board)}.")


@forms.with_goal("euclidean_tile", lambda rng: rng.near(14, 24))
def _euclidean_tile(rng: Draw, board: Board) -> Question:
    slanted = [tile for tile in range(1, 9) if min(_offsets(board, tile))]
    tile = rng.choice(slanted or [tile for tile in range(1, 9) if sum(_offsets(board, tile))])
    rows, columns = _offsets(board, tile)
    return rounded(
        hypot(rows, columns),
        f"√({rows}² + {columns}²) = {hypot(rows, columns):.2f}; Manhattan distance is {rows + columns}.",
        given={"tile": tile},
    )


@forms.with_goal("gaschnig", lambda rng: rng.near(6, 22))
def _gaschnig(_: Draw, board: Board) -> Question:
    parts = [f"{len(cycle) + (-1 if 0 in cycle else 1)} for ({listed(cycle)})" for cycle in _cycles(board)]
    value = _GASCHNIG(board.state)
    return number(
        value,
        f"Jumps for each cycle of tiles, where 0 is the blank: {' + '.join(parts)} = {value:g}. A cycle of k members "
        "takes k - 1 jumps if the blank is in it, and k + 1 if not.",
    )


def _cycles(board: Board) -> list[list[int]]:
    """The cycles of more than one member: after each tile, the one that lies on its goal cell."""
    cycles, seen = [], set[int]()
    for first in range(len(board)):
        cycle, tile = [], first
        while tile not in seen:
            seen.add(tile)
            cycle.append(tile)
            tile = board.cells[GOAL.find(tile)]
        if len(cycle) > 1:
            cycles.append(cycle)
    return cycles


@forms.add("conflict")
def _conflict(rng: Draw) -> Question:
    board = rng.near_where(8, 20, lambda board: _CONFLICT(board.state) > manhattan(board))
    value, base = int(_CONFLICT(board.state)), manhattan(board)
    return number(
        value,
        f"To let others pass, {plural((value - base) // 2, 'tile')} must leave the goal row or column and return. That "
        f"adds 2 moves per tile: {base} + {value - base} = {value}.",
        given={"manhattan": base},
        boards=with_goal(board),
    )


@forms.with_goal("change", lambda rng: rng.near(6, 22))
def _change(rng: Draw, board: Board) -> Question:
    move = rng.choice(board.moves())
    before, after = manhattan(board), manhattan(board.play(move))
    return choice(
        f"{after - before:+}",
        ("+1", "-1", "+2", "0"),
        f"One tile slides by one cell, so h changes by 1: from {before} to {after}.",
        given={"move": move.word},
    )


@forms.add("child_best")
def _child_best(rng: Draw) -> Question:
    board = rng.near_where(6, 22, lambda board: len(lowering_moves(board)) == 1 and len(board.moves()) > 2)
    return choice(
        lowering_moves(board)[0].word,
        [move.word for move in board.moves()],
        f"h is {manhattan(board)} here; after each move: {h_after_moves(board)}.",
        boards=with_goal(board),
    )


@forms.add("blank_counted")
def _blank_counted(rng: Draw) -> Question:
    board = rng.near_where(1, 5, lambda board: board.blank != GOAL.blank)
    counted = sum(tile != wanted for tile, wanted in zip(board, GOAL, strict=True))
    distance = table_of().distance(board)
    return yes_no(
        counted > distance,
        f"The student's h is {counted}, and the true distance is {distance}: {comparison(counted, distance)}.",
        given={"distance": distance},
        boards=with_goal(board),
    )


@forms.add("parity")
def _parity(rng: Draw) -> Question:
    board = rng.near(6, 20)
    h = manhattan(board)
    right = h + 2 * rng.randrange(0, 3)
    return choice(
        str(right),
        distinct(right, (right + 1, h - 1, h - 2 if h > 2 else right + 3, right + 3), 3),
        f"Every slide changes h by 1, and the goal has h = 0. So the length is {'odd' if h % 2 else 'even'}, like {h}, "
        f"and at least {h}.",
        given={"h": h},
    )


@forms.add("maximum")
def _maximum(rng: Draw) -> Question:
    one = rng.randrange(4, 15)
    other = one + rng.choice((-3, -2, -1, 1, 2, 4))
    return number(
        max(one, other),
        f"Neither overestimates, so the larger one does not: max({one}, {other}) = {max(one, other)}. The sum "
        f"{one + other} may overestimate.",
        given={"one": one, "other": other},
    )


@forms.add("admissible")
def _admissible(rng: Draw) -> Question:
    count = 4
    bad = rng.randrange(count)
    rows = []
    for place in range(count):
        true = rng.randrange(5, 20)
        h = true + rng.randrange(1, 4) if place == bad else true - rng.randrange(0, 5)
        rows.append((f"board {place + 1}", h, true))
    name, h, true = rows[bad]
    return choice(
        name,
        [row[0] for row in rows],
        f"For {name} h = {h} is more than the true distance {true}. One such board is enough.",
        table=Table.from_values(("board", "h", "true distance"), rows),
    )


@forms.add("consistent")
def _consistent(rng: Draw) -> Question:
    count = 4
    bad = rng.randrange(count)
    rows = []
    for place in range(count):
        cost, h = rng.randrange(1, 4), rng.randrange(6, 15)
        child = h - cost - rng.randrange(1, 3) if place == bad else h - cost + rng.randrange(0, 3)
        rows.append((f"edge {place + 1}", h, cost, child))
    name, h, cost, child = rows[bad]
    return choice(
        name,
        [row[0] for row in rows],
        f"Consistent means h ≤ cost + h'. On {name}: {h} > {addition((cost, child))}.",
        table=Table.from_values(("edge", "h", "cost", "h'"), rows),
    )
