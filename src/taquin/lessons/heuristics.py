"""Lessons on heuristics: how each estimate is computed, and why it never overestimates (all but one)."""

from __future__ import annotations

from taquin.lessons.lesson import Example, Lesson

_BOARD = "1 8 2 / 4 6 3 / 7 5 0"
"""The board of most lessons here. A shortest solution has 10 moves."""

LESSONS = (
    Lesson(
        key="blind",
        idea="""
            No estimate: h is 0 for every board. It never overestimates, and it gives no information. A* with it expands
            the node with the least g first, which is uniform-cost search.

            All other heuristics can be compared with it: how many expansions does an estimate save?
        """,
        pseudocode="""
            h(board) = 0
        """,
        look="""
            Nodes are expanded level by level, in all directions. The board is only 4 moves from the goal, because the
            tree grows quickly.
        """,
        example=Example(board="0 2 3 / 1 4 6 / 7 5 8", method="astar(blind)", shortest=4, length=4, estimate=0),
    ),
    Lesson(
        key="misplaced",
        idea="""
            Count the tiles that are not on their goal cells. Each of them has to slide at least once, and a slide moves
            one tile, so this number never overestimates.

            The blank is not counted: on a board one move from the goal, counting it would give 2.
        """,
        pseudocode="""
            h(board) = the number of tiles that are not on their goal cells
        """,
        look="""
            The tiles 8, 2, 6, 3 and 5 are not on their goal cells: h is 5. A shortest solution has twice as many moves,
            so the search expands many boards that are farther from the goal than their h.
        """,
        example=Example(board=_BOARD, method="astar(misplaced)", shortest=10, length=10, estimate=5),
    ),
    Lesson(
        key="manhattan",
        idea="""
            For every tile, add the number of rows and the number of columns between the tile and its goal cell. A slide
            brings one tile at most one cell nearer, so the sum never overestimates.

            It is the exact distance in an easier puzzle, where tiles may move onto each other. Many good estimates are
            found like this: relax the rules, and solve the easier puzzle exactly.
        """,
        pseudocode="""
            h(board) = for every tile, added up:
                       |row - goal row| + |column - goal column|
        """,
        look="""
            Tile 8 is two rows away from its goal cell, and 2, 6, 3 and 5 are one cell away each: h is 6.
        """,
        example=Example(board=_BOARD, method="astar(manhattan)", shortest=10, length=10, estimate=6),
    ),
    Lesson(
        key="euclidean",
        idea="""
            The sum of the straight-line distances between each tile and its goal cell. A straight line is never longer
            than a path along rows and columns, so the sum never overestimates. But it is never higher than Manhattan
            distance, because it ignores that tiles cannot slide diagonally.
        """,
        pseudocode="""
            h(board) = for every tile, added up:
                       √((row - goal row)² + (column - goal column)²)
        """,
        look="""
            h is not a whole number if a tile is in a wrong row and a wrong column. Compare f with that of Manhattan
            distance: it is lower on these boards.
        """,
        example=Example(
            board="1 2 0 / 5 8 3 / 4 6 7", method="astar(euclidean)", shortest=10, length=10, estimate=7.414213562373095
        ),
    ),
    Lesson(
        key="gaschnig",
        idea="""
            An easier puzzle: any tile may jump into the blank's cell, from any distance. The least number of jumps can
            be counted without a search: go from each tile to its goal cell, from the tile there to its goal cell, and
            so on, until the cycle closes.

            A cycle of k tiles without the blank takes k + 1 jumps, because the blank has to enter it first. The number
            is never less than the number of misplaced tiles.
        """,
        pseudocode="""
            h(board) = for every cycle of k cells with k > 1, added up:
                       k - 1 if the blank is in it
                       k + 1 if it is not
        """,
        look="""
            8, 5, 6, 3 and 2 form one cycle, and the blank is on its goal cell: 5 + 1 = 6 jumps.
        """,
        example=Example(board=_BOARD, method="astar(gaschnig)", shortest=10, length=10, estimate=6),
    ),
    Lesson(
        key="linear_conflict",
        idea="""
            Manhattan distance lets tiles move onto each other. If two tiles are in their goal row or column but in the
            wrong order, one of them has to leave the line and return. These 2 moves are not part of its Manhattan
            distance, so they may be added.

            Count the tiles that have to leave, not the pairs in conflict: three tiles in reverse order are three pairs,
            but if two of them leave, the third may stay.
        """,
        pseudocode="""
            h(board) = Manhattan distance
            for every row and every column:
                line ← the tiles in it whose goal cell is in it
                stay ← the longest part of line that is in the order of the goal
                h(board) = h(board) + 2 · (tiles in line - tiles that stay)
        """,
        look="""
            In the middle column tile 8 is above tile 5, and in the goal it is below: one of the two has to leave the
            column. Manhattan distance is 6, so h is 8.
        """,
        example=Example(board=_BOARD, method="astar(linear_conflict)", shortest=10, length=10, estimate=8),
    ),
    Lesson(
        key="walking_distance",
        idea="""
            Ignore the columns: count only how many tiles of each goal row are in each row. In this small puzzle all
            exact distances are computed once, by a search from the goal. The same is done for columns. A slide changes
            only one of the two puzzles, so both distances may be added.

            In contrast to Manhattan distance it takes the blank into account: a tile can change its row only if the
            blank is in the row next to it.
        """,
        pseudocode="""
            beforehand, for rows and for columns:
                table ← breadth-first search from the goal, over matrices
                        "how many tiles with goal row j are in row i"
            h(board) = table of rows at the board's matrix
                     + table of columns at the board's matrix
        """,
        look="""
            h is 8 here, as with linear conflict, but for another reason: some tiles have to leave their goal row to
            make room for others.
        """,
        example=Example(board=_BOARD, method="astar(walking_distance)", shortest=10, length=10, estimate=8),
    ),
    Lesson(
        key="inversion_distance",
        idea="""
            Read the tiles row by row. Each pair in the wrong order is an inversion. A horizontal slide does not change
            the inversions. On a 3×3 board a vertical slide moves a tile past two others, so it removes at most two.

            So at least half as many vertical slides are needed as there are inversions. Reading column by column gives
            a lower bound for the horizontal slides.
        """,
        pseudocode="""
            h(board) = the least number of vertical slides that can undo
                       all inversions, reading by rows
                     + the least number of horizontal slides that can undo
                       all inversions, reading by columns
        """,
        look="""
            Row by row there are 10 inversions, so 5 vertical slides; column by column there are 6, so 3 horizontal
            slides: h is 8.
        """,
        example=Example(board=_BOARD, method="astar(inversion_distance)", shortest=10, length=10, estimate=8),
    ),
    Lesson(
        key="pdb",
        idea="""
            Choose a set of tiles and ignore the others. For each placement of these tiles, the least number of their
            slides to their goal cells is computed once, by a search from the goal, and stored in a table.

            If several sets have no tile in common, and each counts only the slides of its own tiles, the entries may be
            added. With sets of 7 and 8 tiles a 15-puzzle is solved in milliseconds.
        """,
        pseudocode="""
            beforehand, for each set of tiles:
                table ← breadth-first search back from the goal, in which
                        moves of other tiles cost nothing
            h(board) = for every set, added up:
                       the table's entry for the cells of its tiles
        """,
        look="""
            There are two sets of four tiles, whose entries are added. Of all heuristics on this board it generates the
            fewest nodes.
        """,
        example=Example(board=_BOARD, method="astar(pdb)", shortest=10, length=10, estimate=8),
    ),
    Lesson(
        key="learned",
        idea="""
            A beam keeps the boards with the lowest scores of each layer and forgets the others. A good score for it
            need not be a bound: it has to rank the boards of short solutions before the others of their layer. Such a
            score can be learned.

            It is a sum of weights: for each tile and how far it is from its goal cell, for two tiles whose goal cells
            are related, and for two tiles on adjacent cells. In every round of training many boards are solved by a
            beam with the present weights. Then each board of a solution is compared with others of its layer, and the
            weights change a little, so that it ranks before them.

            The score often overestimates, so nothing is proven with it. Train one of your own in a few seconds with
            taquin train 3x3 --rounds 3 --boards 100 --width 50, and look how it guides the beam;
            taquin train 3x3 --remove deletes it.
        """,
        pseudocode="""
            h(board) = the sum of the weights of all tiles, pairs and neighbours
            train, again and again:
                solve random boards by beam search with h
                for every board of a solution and another one of its layer:
                    d ← h(board) - h(other)
                    lower the weights of board and raise those of other,
                        the more the greater d is
        """,
        look="""
            The beam keeps two boards of each layer, and finds a shortest solution. With Manhattan distance the same
            beam takes 90 moves. At the start h is about 13.6, more than the true distance, so it is not a bound.
        """,
        example=Example(
            board="1 3 6 / 4 5 8 / 0 2 7", method="beam(learned, width=2)", shortest=12, length=12, estimate=13.59375
        ),
    ),
    Lesson(
        key="max",
        idea="""
            If several estimates never overestimate, the largest of them does not either, and on every board it is at
            least as high as each of them.

            It takes as long to compute as all its parts together. So it expands fewer nodes, but each node takes more
            time.
        """,
        pseudocode="""
            h(board) = the largest of h1(board), h2(board), …
        """,
        look="""
            At the start linear conflict is 10 and walking distance is 12, the true distance. On other boards linear
            conflict is higher than walking distance.
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
