"""Lessons on informed searches: they use h, an estimate of the distance to the goal."""

from __future__ import annotations

from taquin.lessons.lesson import Example, Lesson

_TEN_MOVES = "1 2 0 / 5 8 3 / 4 6 7"

LESSONS = (
    Lesson(
        key="greedy",
        idea="""
            Always expand the node with the least h, which seems nearest to the goal. The length of the path to it does
            not count.

            The search often reaches the goal after few expansions. But it ignores the moves that were already made, so
            its solutions may be long.
        """,
        pseudocode="""
            frontier ← the start
            while the frontier is not empty:
                node ← the node with the least h; of equals, the oldest
                if node is the goal: return the path to it
                for each child of node:
                    if child is not known: add it to the frontier
                    else if this path to it is shorter: give it this path
            return "no solution"
        """,
        look="""
            It continues along a path as long as h falls. Compare it with A* on the same board: greedy search generates
            fewer nodes, but its solution is longer.
        """,
        example=Example(board=_TEN_MOVES, method="greedy(manhattan)", shortest=10, length=12),
        lines={"start": 1, "choose": 3, "new": 6, "improved": 7, "duplicate": 6, "pruned": 5, "goal": 4},
    ),
    Lesson(
        key="astar",
        idea="""
            For every node, g is the number of moves so far and h is an estimate of the moves that are left. f = g + h
            is the estimated length of a solution through this node. The node with the least f is expanded first.

            If h never overestimates, f never exceeds the true length of a solution through the node. So when the goal
            is taken out of the frontier, no node that is left there can lead to a shorter solution.
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
                    else: drop it
            return "no solution"
        """,
        look="""
            With Manhattan distance f never falls along a path: it stays the same, or it rises by 2. All nodes whose f
            is less than the length of the solution are expanded before the goal is reached.
        """,
        example=Example(board=_TEN_MOVES, method="astar(manhattan)", shortest=10, length=10),
        lines={"start": 1, "choose": 3, "new": 7, "improved": 9, "duplicate": 10, "pruned": 5, "goal": 4},
    ),
    Lesson(
        key="wastar",
        idea="""
            A* with a higher weight on the estimate: f = g + w · h. The larger the weight w, the more it behaves like
            greedy search; with w = 1 it is A*.

            If h never overestimates, the solution has at most w times the length of a shortest one. In practice it is
            often much closer, and the search expands far fewer nodes than A*.
        """,
        pseudocode="""
            frontier ← the start
            while the frontier is not empty:
                node ← the node with the least f = g + w · h; of equals, the oldest
                if node is the goal: return the path to it
                for each child of node:
                    g ← g(node) + 1
                    if child is new: add it to the frontier with g and h
                    else if g is less than the g it had:
                        give it the cheaper path, and put it back into the frontier
                    else: drop it
            return "no solution"
        """,
        look="""
            With weight 3 the search expands few nodes beside its solution, which is 2 moves longer than a shortest one.
            Run a race with A* on this board to see how many more nodes A* expands.
        """,
        example=Example(board="0 1 2 / 5 8 3 / 4 6 7", method="wastar(manhattan, weight=3)", shortest=12, length=14),
        lines={"start": 1, "choose": 3, "new": 7, "improved": 9, "duplicate": 10, "pruned": 5, "goal": 4},
    ),
    Lesson(
        key="ida_star",
        idea="""
            A* stores every board that it has generated, and that soon fills the memory of a computer. IDA* stores only
            the current path: it searches depth first, and goes back where f = g + h exceeds a bound.

            The first bound is the h of the start. If an iteration finds no solution, the next bound is the least f that
            exceeded the old one. If h never overestimates, the first solution found is a shortest one. IDA* was the
            first algorithm to solve random 15-puzzles optimally.
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
            Look at the iterations one after the other: the trees grow. Nodes with a dotted border exceeded the
            bound.
        """,
        example=Example(board="5 1 3 / 4 2 6 / 7 0 8", method="ida_star(manhattan)", shortest=9, length=9),
        lines={"start": 1, "iteration": 11, "choose": 5, "new": 9, "pruned": 7, "found": 8, "goal": 8},
    ),
    Lesson(
        key="rbfs",
        idea="""
            Expand the best child like best-first search, but store only the current path and the siblings of its nodes.
            As soon as an alternative elsewhere has a lower f, go back to it.

            When the search leaves a subtree, it deletes the subtree and stores the least f found in it as the value of
            its root. If this value becomes the lowest later, the subtree is generated again.
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
            and the nodes below them were generated again.
        """,
        example=Example(board="1 3 5 / 2 7 6 / 4 0 8", method="rbfs(manhattan)", shortest=11, length=11),
        lines={"start": 12, "choose": 6, "new": 4, "pruned": 7, "goal": 2},
    ),
    Lesson(
        key="bidirectional_astar",
        idea="""
            Two informed searches, one from the start and one from the goal. The difficulty is when to stop: where they
            meet first need not be on a shortest path.

            NBS looks at pairs of open nodes, one from each side. A solution through both nodes is at least as long as
            their lower bound: the largest of the two f values and of g + g + 1. NBS expands the pair with the least
            lower bound, and stops when no pair has a bound less than the best solution found. It expands at most twice
            as many nodes as any algorithm of its kind needs.
        """,
        pseudocode="""
            best ← ∞
            repeat:
                (u, v) ← the pair of open nodes, one from each side, with the least
                         bound = max(f(u), f(v), g(u) + g(v) + 1)
                if bound ≥ best: return the best solution
                expand u on its side and v on the other
                add their new children to the open nodes of their side
                whenever a child is known on the other side:
                    best ← the lesser of best and g(child) + g(there)
        """,
        look="""
            The two trees grow in turns. The search ends only when no open pair of nodes can lead to a shorter solution.
        """,
        example=Example(board="1 3 6 / 5 0 2 / 4 7 8", method="bidirectional_astar(manhattan)", shortest=8, length=8),
        lines={"start": 1, "choose": 6, "new": 7, "improved": 7, "duplicate": 7, "pruned": 7, "goal": 5},
    ),
    Lesson(
        key="beam",
        idea="""
            Breadth-first search that keeps only a fixed number of nodes of every layer, the width of the beam: those
            with the least h. The others are deleted.

            It can miss the shortest solutions, or all solutions, if the nodes on them are deleted. But its work
            grows with the width and the depth, not exponentially, so it works on boards that are too large for a
            complete search. How large depends on the score: with Manhattan distance a beam has to be wide; the
            learned score guides beams on boards of up to 16×16.
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
            Three nodes of each level are kept; those with a dotted border are deleted. One of them was on a shorter
            solution.
        """,
        example=Example(board="2 3 0 / 5 4 6 / 1 7 8", method="beam(manhattan, width=3)", shortest=12, length=16),
        lines={"start": 1, "choose": 4, "new": 4, "duplicate": 4, "pruned": 5, "goal": 3},
    ),
)
