"""Lessons on local search: it keeps one board and forgets the way behind it."""

from __future__ import annotations

from taquin.lessons.lesson import Example, Lesson

LESSONS = (
    Lesson(
        key="hill_climbing",
        idea="""
            Look at the neighbours of the board, go to the one with the least h, and forget the others. Stop where no
            neighbour is better. It needs no memory at all.

            In a sliding puzzle it nearly always ends in a local optimum: a board from which every single move makes h
            larger, although the goal is not reached. Sideways steps, restarts and a ban on undoing the last move help,
            each in its own way; try them.
        """,
        pseudocode="""
            here ← the start
            repeat:
                if here is the goal: return the moves
                next ← the neighbour of here with the least h
                if h(next) ≥ h(here): return "stuck"
                here ← next
        """,
        look="""
            Go to the last step. Every neighbour of the last board has a larger h, and there the climb ends.
        """,
        example=Example(board="2 7 3 / 8 1 4 / 6 0 5", method="hill_climbing(manhattan)", shortest=15, length=None),
    ),
    Lesson(
        key="annealing",
        idea="""
            Try a random neighbour. If it is no worse, go there; if it is worse, go there sometimes: often while the
            temperature is high, hardly ever when it is low. So the search can leave local optima as long as it is
            warm.

            The name comes from metal that is heated and cooled slowly, so that its atoms find their places.
        """,
        pseudocode="""
            here ← the start
            for trial = 1, 2, …, trials:
                if here is the goal: return the moves
                T ← the temperature for this trial
                next ← a random neighbour of here
                rise ← h(next) - h(here)
                if rise ≤ 0, or with the probability exp(-rise / T): here ← next
            return "frozen"
        """,
        look="""
            The walk goes up as well as down, and even back to where it came from. Another seed makes another walk.
        """,
        example=Example(board="2 0 3 / 1 4 5", method="annealing(manhattan, seed=3)", shortest=4, length=8),
    ),
)
