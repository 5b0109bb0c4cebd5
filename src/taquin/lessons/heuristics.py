"""Lessons on heuristics: where an estimate of the remaining distance comes from, and why it never says too much."""

from __future__ import annotations

from taquin.lessons.lesson import Example, Lesson

_BOARD = "1 8 2 / 4 6 3 / 7 5 0"
"""Every heuristic has another value here, and a shortest solution has 10 moves."""

LESSONS = (
    Lesson(
        key="blind",
        idea="""
            No estimate at all: h is 0 everywhere. It never overestimates, and it never helps. A* with it expands the
            least g first, which is uniform-cost search.

            It is the measure for all others: how much work does an estimate save?
        """,
        pseudocode="""
            h(board) = 0
        """,
        look="""
            Nodes are expanded level by level, in every direction alike. A board of 4 moves is all that fits here.
        """,
        example=Example(board="0 2 3 / 1 4 6 / 7 5 8", method="astar(blind)", shortest=4, length=4, estimate=0),
    ),
    Lesson(
        key="misplaced",
        idea="""
            Count the tiles that are not where the goal has them. Each of them has to be slid at least once, and a
            slide moves one tile: so it never overestimates.

            The blank is not counted. It is no tile, and counting it would say 1 too much on the board before the goal.
        """,
        pseudocode="""
            h(board) = the number of tiles that are not at home
        """,
        look="""
            The tiles 8, 2, 6, 3 and 5 are not at home: h is 5. A shortest solution has twice as many moves, and so the
            search has to look at many boards that only seem near.
        """,
        example=Example(board=_BOARD, method="astar(misplaced)", shortest=10, length=10, estimate=5),
    ),
    Lesson(
        key="manhattan",
        idea="""
            For every tile, how many rows and how many columns is it away from home? Add it all up. A slide brings one
            tile one cell nearer at best, so the sum never overestimates.

            It is the exact answer to an easier puzzle, in which tiles may pass through each other. Many good estimates
            are made so: relax the rules, and solve what is left.
        """,
        pseudocode="""
            h(board) = for every tile, added up:
                       |row - row at home| + |column - column at home|
        """,
        look="""
            The 8 is two rows away, and 2, 6, 3 and 5 are one step away each: h is 6.
        """,
        example=Example(board=_BOARD, method="astar(manhattan)", shortest=10, length=10, estimate=6),
    ),
    Lesson(
        key="euclidean",
        idea="""
            The straight line between each tile and its home, added up. A straight line is never longer than the way
            along rows and columns, so it does not overestimate; but it is never better than Manhattan distance.

            Tiles cannot slide diagonally, and an estimate that forgets this gives something away.
        """,
        pseudocode="""
            h(board) = for every tile, added up:
                       √((row - row at home)² + (column - column at home)²)
        """,
        look="""
            h is no whole number where a tile has to go aside and down. Compare f with that of Manhattan distance: it
            rises more slowly.
        """,
        example=Example(
            board="1 2 0 / 5 8 3 / 4 6 7", method="astar(euclidean)", shortest=10, length=10, estimate=7.414213562373095
        ),
    ),
    Lesson(
        key="gaschnig",
        idea="""
            An easier puzzle: any tile may jump into the gap, however far away it is. The least number of jumps can be
            counted without trying: follow each tile to its home, the tile there to its own, and so on, until the
            circle closes.

            A circle of k tiles that the gap is not in takes k + 1 jumps, because the gap has to come in first. It is
            never less than the number of misplaced tiles.
        """,
        pseudocode="""
            h(board) = for every circle of k cells with k > 1, added up:
                       k - 1 if the gap is in it
                       k + 1 if it is not
        """,
        look="""
            8, 5, 6, 3 and 2 form one circle, and the gap is at home: 5 + 1 = 6 jumps.
        """,
        example=Example(board=_BOARD, method="astar(gaschnig)", shortest=10, length=10, estimate=6),
    ),
    Lesson(
        key="linear_conflict",
        idea="""
            Manhattan distance lets tiles pass through each other. Two tiles that are in their own row or column but in
            the wrong order cannot: one of them has to leave the line and come back, and these 2 moves are not in its
            Manhattan distance.

            Count the tiles that have to leave, not the pairs in conflict: three tiles in reverse order are three
            pairs, but when two of them have left the third may stay.
        """,
        pseudocode="""
            h(board) = Manhattan distance
            for every row and every column:
                line ← the tiles in it that have their home in it
                stay ← the longest part of line that is in the order of the goal
                h(board) = h(board) + 2 · (tiles in line - tiles that stay)
        """,
        look="""
            In the middle column the 8 stands above the 5, and both belong there the other way round: Manhattan
            distance says 6, and one of the two has to step aside, which makes 8.
        """,
        example=Example(board=_BOARD, method="astar(linear_conflict)", shortest=10, length=10, estimate=8),
    ),
    Lesson(
        key="walking_distance",
        idea="""
            Forget the columns: only how many tiles of each row's own lie in which row counts. This small puzzle is
            solved exactly, once and for all, by a search back from the goal. The same for columns; a slide changes one
            of the two, so that both may be added.

            It knows something that Manhattan distance does not: only tiles beside the gap can go into its row.
        """,
        pseudocode="""
            beforehand, for rows and for columns:
                table ← breadth-first search from the goal, over matrices
                        "how many tiles that belong into row j lie in row i"
            h(board) = table of rows at the board's matrix
                     + table of columns at the board's matrix
        """,
        look="""
            h is 8 here, as with linear conflict, but for another reason: some tiles have to leave a row to make room.
        """,
        example=Example(board=_BOARD, method="astar(walking_distance)", shortest=10, length=10, estimate=8),
    ),
    Lesson(
        key="inversion_distance",
        idea="""
            Read the tiles row by row. Each pair in the wrong order is an inversion. A horizontal slide changes none; a
            vertical one carries a tile past the two others between (on a 3×3), and mends two at best.

            So half of the inversions is a number of vertical moves that must be made. Reading down the columns gives
            the horizontal ones.
        """,
        pseudocode="""
            h(board) = the least number of vertical slides that can undo
                       all inversions, reading by rows
                     + the least number of horizontal slides that can undo
                       all inversions, reading by columns
        """,
        look="""
            Row by row there are 10 inversions, so 5 vertical moves; down the columns there are 6, so 3 horizontal
            ones: h is 8.
        """,
        example=Example(board=_BOARD, method="astar(inversion_distance)", shortest=10, length=10, estimate=8),
    ),
    Lesson(
        key="pdb",
        idea="""
            Take some of the tiles and forget the others: for each of their arrangements, the least number of moves of
            these tiles that brings them home is found once, by a search back from the goal, and kept in a table.

            If several sets have no tile in common and each counts the moves of its own tiles only, the entries may be
            added. With sets of 7 and 8 tiles a 15-puzzle is solved in a moment.
        """,
        pseudocode="""
            beforehand, for each set of tiles:
                table ← breadth-first search back from the goal, in which
                        moves of other tiles cost nothing
            h(board) = for every set, added up:
                       the table's entry for where its tiles are
        """,
        look="""
            Two sets of four tiles, whose costs are added. Of all heuristics on this board it makes the fewest nodes.
        """,
        example=Example(board=_BOARD, method="astar(pdb)", shortest=10, length=10, estimate=8),
    ),
    Lesson(
        key="max",
        idea="""
            Several estimates that never overestimate: the largest of them does not either, and it is at least as good
            as each of them on every board.

            It costs what its parts cost together. Whether that pays is a question of time, not of nodes.
        """,
        pseudocode="""
            h(board) = the largest of h1(board), h2(board), …
        """,
        look="""
            Linear conflict says 10 at the start, walking distance 12, and 12 is the truth. Further on it is sometimes
            the other way round.
        """,
        example=Example(
            board="1 3 6 / 4 5 8 / 0 2 7",
            method="astar(max(linear_conflict, walking_distance))",
            shortest=12,
            length=12,
            estimate=12,
        ),
    ),
)
