"""Lessons on boards that are too large for a search that compares whole boards."""

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
            over the whole board, and each of its moves slides a tile nearer to its goal cell. After the walk most tiles
            are at home and the others are near. A search that compares whole boards cannot solve a board of 100×100;
            this takes a second, because it never looks farther than a few cells.
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
        lines={"start": 1, "choose": (2, 5, 6), "new": (2, 5, 6), "goal": 6},
    ),
    Lesson(
        key="anytime",
        idea="""
            A shortest solution of a large board takes too long; a first solution takes no time at all. Anytime solving
            begins with the constructive method and then looks for something shorter for as long as you let it: the
            answer is there whenever you stop, and it never gets longer.

            Beams do most of the work. A beam keeps only the most promising boards of each layer, and a board is
            promising if its score is low. The score was learned: boards were solved, and the weights were changed until
            the boards on good solutions had lower scores than the others of their layers. It is not a bound and proves
            nothing. Each beam is several times as wide as the last one. In the end, windows of the solution are solved
            again.

            The search also proves a lower bound. The solution is longer than optimal by at most its length minus this
            bound.
        """,
        pseudocode="""
            best ← solve by construction
            until the time is up or length(best) = lower bound:
                beam ← 8 · beam
                solution ← beam search for less than length(best) moves
                if there is one: best ← solution
                for each window of best:
                    if it can be solved in fewer moves: replace it
        """,
        look="""
            Follow the lengths: the first solution is long, the first beams shorten it much, the last ones by two moves.
        """,
        example=Example(board="5 1 2 4 / 9 3 11 7 / 10 0 6 8", method="anytime(width=1)", shortest=12, length=12),
        lines={"start": 1, "iteration": 4, "choose": 5, "new": 5, "pruned": 4, "goal": 2},
    ),
)
