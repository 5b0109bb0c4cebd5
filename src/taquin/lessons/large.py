"""A lesson on boards that no search gets through: they are solved by construction."""

from __future__ import annotations

from taquin.lessons.lesson import Example, Lesson

LESSONS = (
    Lesson(
        key="constructive",
        idea="""
            Solve the board as people do: fill it line by line, and never touch a finished line again. Each tile is
            brought home in the fewest moves; the last two tiles of a line go in together. The last block of 3×3 is
            solved in the fewest moves.

            One tile at a time is slow, because the blank goes round the tile again and again. So the blank first walks
            over the whole board and takes along every tile that wants to go its way: one move, one tile nearer. After
            the walk most tiles are at home and the others near. A search that compares whole boards cannot solve a
            board of 100×100; this takes a second, because it never looks farther than a few cells.
        """,
        pseudocode="""
            repeat, until the tiles come no nearer:
                move the blank along the best path of 5 moves, by one move
            while more than 3×3 cells are left:
                line ← an outer row or column
                bring the tiles of the line home, the last two together
            solve the last block in the fewest moves
        """,
        look="""
            Step through the moves: the tiles drift to their places together. Then one line after the other is finished.
        """,
        example=Example(board="7 3 1 9 / 4 10 2 8 / 11 5 0 6", method="constructive", shortest=43, length=55),
    ),
)
