"""Slides without Taquin: what tests compare its tables and searches with."""

from __future__ import annotations

from collections.abc import Iterator

Cells = tuple[int, ...]


def neighbours(cells: Cells, rows: int, columns: int) -> Iterator[Cells]:
    """Every board one slide away: a line of tiles between the blank and another cell moves by one."""
    blank = cells.index(0)
    for cell in range(rows * columns):
        if cell == blank:
            continue
        if cell // columns == blank // columns:
            step = 1 if cell > blank else -1
        elif cell % columns == blank % columns:
            step = columns if cell > blank else -columns
        else:
            continue
        board = list(cells)
        for here in range(blank, cell, step):
            board[here] = board[here + step]
        board[cell] = 0
        yield tuple(board)


def distances(goal: Cells, rows: int, columns: int) -> dict[Cells, int]:
    """The number of slides from every board to the goal, by breadth-first search."""
    found, layer = {goal: 0}, [goal]
    while layer:
        following = []
        for cells in layer:
            for near in neighbours(cells, rows, columns):
                if near not in found:
                    found[near] = found[cells] + 1
                    following.append(near)
        layer = following
    return found


def distance(start: Cells, goal: Cells, rows: int, columns: int) -> int:
    """The number of slides between two boards, by breadth-first search from both."""
    sides = [{start}, {goal}]
    seen = [{start}, {goal}]
    count = 0
    while not sides[0] & seen[1]:
        place = 0 if len(sides[0]) <= len(sides[1]) else 1
        near = {child for cells in sides[place] for child in neighbours(cells, rows, columns)} - seen[place]
        sides[place] = near
        seen[place] |= near
        count += 1
        if near & sides[1 - place]:
            return count
    return count
