"""Lessons on searches that let an estimate of the remaining distance, h, lead them."""

from __future__ import annotations

from taquin.lessons.lesson import Example, Lesson

_TEN_MOVES = "1 2 0 / 5 8 3 / 4 6 7"

LESSONS = (
    Lesson(
        key="greedy",
        idea="""
            Always expand the node that looks nearest to the goal: the one with the least h. How long the way to it was
            does not count.

            It rushes towards the goal and often finds it with little work. But it never asks whether a detour was
            made, and its solutions may be long.
        """,
        pseudocode="""
            frontier ← the start
            while the frontier is not empty:
                node ← the node with the least h; of equals, the oldest
                if node is the goal: return the path to it
                for each child of node:
                    if child is not known: add it to the frontier
            return "no solution"
        """,
        look="""
            It follows falling h as long as it can. Compare it with A*, which has the same board: fewer nodes are made
            here, but the way is longer.
        """,
        example=Example(board=_TEN_MOVES, method="greedy(manhattan)", shortest=10, length=12),
    ),
    Lesson(
        key="astar",
        idea="""
            For every node it adds what is known, the moves so far (g), and what is estimated, the moves to come (h). f
            = g + h is the estimated length of the whole way through this node, and the least f is expanded first.

            If h never overestimates, f never exceeds the true length of a way through the node. So when the goal is
            taken out of the frontier, everything that waits would lead to ways that are no shorter.
        """,
        pseudocode="""
            frontier ← the start
            while the frontier is not empty:
                node ← the node with the least f = g + h; of equals, the oldest
                if node is the goal: return the path to it
                for each child of node:
                    g ← g(node) + 1
                    if child is new: add it to the frontier with g and h
                    else if g is less than the g it had:
                        give it the cheaper path, and put it back into the frontier
            return "no solution"
        """,
        look="""
            With Manhattan distance f never falls along a path: it stays, or it rises by 2. All nodes with a smaller f
            are expanded before the goal is.
        """,
        example=Example(board=_TEN_MOVES, method="astar(manhattan)", shortest=10, length=10),
    ),
    Lesson(
        key="wastar",
        idea="""
            A* with an estimate that counts more: f = g + w · h. The larger the weight w, the more it behaves like
            greedy search; with w = 1 it is A*.

            The solution has at most w times the length of the shortest, if h never overestimates. In practice it is
            often much nearer, and the work is a fraction of that of A*.
        """,
        pseudocode="""
            as A*, with f = g + w · h
        """,
        look="""
            With weight 3 the search hardly looks aside, and its solution is a little longer than the shortest. Let it
            race with A* on this board to see what A* pays for the difference.
        """,
        example=Example(board="0 1 2 / 5 8 3 / 4 6 7", method="wastar(manhattan, weight=3)", shortest=12, length=14),
    ),
    Lesson(
        key="ida_star",
        idea="""
            A* keeps every board it has seen, and the memory of a computer is soon full. IDA* keeps nothing but the
            path it is on: it searches depth first, and turns back wherever f = g + h exceeds a bound.

            The first bound is the h of the start. If a round finds nothing, the next bound is the least f that was
            beyond the old one. The first solution found is a shortest one, if h never overestimates. It was the first
            algorithm to solve random 15-puzzles.
        """,
        pseudocode="""
            bound ← h(the start)
            repeat:
                next ← ∞
                search(node, g):
                    for each child of node, except the board it came from:
                        f ← g + 1 + h(child)
                        if f > bound: next ← the lesser of next and f     (cut off)
                        else if child is the goal: return the path
                        else: search(child, g + 1)
                search(the start, 0)
                bound ← next
        """,
        look="""
            Choose the rounds one after the other: the trees grow like contours on a map. Nodes with a dotted border
            were beyond the bound.
        """,
        example=Example(board="5 1 3 / 4 2 6 / 7 0 8", method="ida_star(manhattan)", shortest=9, length=9),
    ),
    Lesson(
        key="rbfs",
        idea="""
            Follow the best child as best-first search would, but keep only the path and the siblings beside it. As
            soon as the best alternative elsewhere is better, go back to it.

            Before it forgets what was below an abandoned child, it writes down the least f that was found there. When
            it comes back, it knows how much that child is really worth.
        """,
        pseudocode="""
            rbfs(node, value, limit):
                if node is the goal: return the path
                for each child of node, except the board it came from:
                    value(child) ← the larger of g + h and value
                repeat:
                    best ← the child with the least value
                    if value(best) > limit: return value(best)    (go back)
                    alternative ← the least value of the other children
                    limit below ← the lesser of limit and alternative
                    value(best) ← rbfs(best, value(best), limit below)

            rbfs(the start, h(the start), ∞)
        """,
        look="""
            The search leaves a branch and returns to it later: nodes with several badges were expanded more than once,
            and the boards below were made anew.
        """,
        example=Example(board="1 3 5 / 2 7 6 / 4 0 8", method="rbfs(manhattan)", shortest=11, length=11),
    ),
    Lesson(
        key="bidirectional_astar",
        idea="""
            Two searches with estimates, one from the start and one from the goal. The difficulty is when to stop: the
            first meeting need not lie on a shortest path.

            NBS looks at pairs, one node of each side. A pair promises no solution shorter than the largest of its two
            f values and of g + g + 1. It expands the pair with the least promise, and stops when no pair promises less
            than the best solution found. No algorithm of its kind can do with less than half of its expansions.
        """,
        pseudocode="""
            best ← ∞
            repeat:
                (u, v) ← the pair of open nodes, one from each side, with the least
                         promise = max(f(u), f(v), g(u) + g(v) + 1)
                if promise ≥ best: return the best solution
                expand u on its side and v on the other
                whenever a child is known on the other side:
                    best ← the lesser of best and g(child) + g(there)
        """,
        look="""
            The two trees grow in turns. The solution is only given out when nothing that is still open could beat it.
        """,
        example=Example(board="1 3 6 / 5 0 2 / 4 7 8", method="bidirectional_astar(manhattan)", shortest=8, length=8),
    ),
    Lesson(
        key="beam",
        idea="""
            Breadth-first search with a memory of fixed width: of every layer only the most promising nodes are kept,
            those with the least h, and the others are forgotten.

            It can miss the shortest way, or every way, because the right node was thrown away early. But it handles
            boards that no complete search can: a wide beam finds good solutions of boards up to about 8×8.
        """,
        pseudocode="""
            layer ← the start
            while the layer has nodes:
                if one of them is the goal: return the path to it
                next ← all new children of the nodes in the layer
                layer ← the width nodes of next with the least h
            return "the beam ran empty"
        """,
        look="""
            Three nodes of each level go on, and the dotted ones are forgotten: one of them lay on a shorter way.
        """,
        example=Example(board="2 3 0 / 5 4 6 / 1 7 8", method="beam(manhattan, width=3)", shortest=12, length=16),
    ),
)
