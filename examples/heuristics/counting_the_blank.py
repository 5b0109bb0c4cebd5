"""A common mistake: the blank is counted as if it were a tile.

One slide moves one tile *and* the blank. Counting both gives 2 where one move is enough. Taquin finds a counterexample:

    taquin examine examples/heuristics/counting_the_blank.py:misplaced
    taquin examine examples/heuristics/counting_the_blank.py:manhattan

The correct version skips tile 0.
"""


def misplaced(board, goal):
    count = 0
    for row in range(board.shape.rows):
        for column in range(board.shape.columns):
            if board[row, column] != goal[row, column]:
                count += 1
    return count


def manhattan(board, goal):
    total = 0
    for tile in range(len(board)):  # the mistake: range(1, len(board)) would leave the blank out
        row, column = board.shape.position(board.find(tile))
        goal_row, goal_column = board.shape.position(goal.find(tile))
        total += abs(row - goal_row) + abs(column - goal_column)
    return total
