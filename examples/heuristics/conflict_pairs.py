"""A common mistake: Manhattan distance plus 2 for every *pair* of tiles in conflict.

Two tiles are in conflict if both are in their goal row (or column), but in the wrong order: one of them has to leave
and return, which costs 2 more moves. Three tiles in reverse order are three such pairs, but only two tiles have to
leave: adding 6 instead of 4 may overestimate. Taquin finds a counterexample:

    taquin examine examples/heuristics/conflict_pairs.py:linear_conflict

The correct version adds 2 for every tile that has to leave, as taquin.heuristics.linear_conflict does.
"""


def linear_conflict(board, goal):
    tiles = range(1, len(board))
    here = [board.shape.position(board.find(tile)) for tile in range(len(board))]
    home = [board.shape.position(goal.find(tile)) for tile in range(len(board))]

    total = 0
    for tile in tiles:
        total += abs(here[tile][0] - home[tile][0]) + abs(here[tile][1] - home[tile][1])

    for one in tiles:
        for other in range(1, one):
            same_row = here[one][0] == here[other][0] == home[one][0] == home[other][0]
            same_column = here[one][1] == here[other][1] == home[one][1] == home[other][1]
            if same_row and (here[one][1] < here[other][1]) != (home[one][1] < home[other][1]):
                total += 2
            if same_column and (here[one][0] < here[other][0]) != (home[one][0] < home[other][0]):
                total += 2
    return total
