"""Lessons on local search: it stores only the current board, and no frontier."""

from __future__ import annotations

from taquin.lessons.lesson import Example, Lesson

LESSONS = (
    Lesson(
        key="hill_climbing",
        idea="""
            Compute h for the neighbours of the current board and go to the one with the least h. Stop if no neighbour
            is better. Only the current board is stored.

            In a sliding-tile puzzle it nearly always ends at a local optimum: a board where no move reduces h, although
            the goal is not reached. Restarts and a ban on undoing the last move can help, and with misplaced tiles,
            which has boards with equal neighbours, sideways steps; try these options.
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
            Go to the last step. Every neighbour of the last board has a larger h, so the search is stuck.
        """,
        example=Example(board="2 7 3 / 8 1 4 / 6 0 5", method="hill_climbing(manhattan)", shortest=15, length=None),
        lines={"start": 1, "iteration": 1, "choose": 4, "new": 6, "pruned": 4, "stuck": 5, "goal": 3},
    ),
    Lesson(
        key="annealing",
        idea="""
            Choose a random neighbour. If its h is not larger, go there. If it is larger, go there with a probability
            that depends on the temperature: often while it is high, rarely when it is low. So the search can leave
            local optima as long as the temperature is high.

            The name comes from the annealing of metal, which is heated and then cooled slowly.
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
            h rises as well as falls, and the search even returns to boards where it has been. Another seed gives
            another sequence of moves.
        """,
        example=Example(board="2 0 3 / 1 4 5", method="annealing(manhattan, seed=3)", shortest=4, length=8),
        lines={"start": 1, "choose": 5, "new": 7, "pruned": 7, "goal": 3},
    ),
)
