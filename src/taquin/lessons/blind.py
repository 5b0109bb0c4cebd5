"""Lessons on searches that know nothing of the goal but how to recognise it."""

from __future__ import annotations

from taquin.lessons.lesson import Example, Lesson

_FOUR_MOVES = "0 2 3 / 1 4 6 / 7 5 8"

LESSONS = (
    Lesson(
        key="bfs",
        idea="""
            All boards one move away, then all that are two moves away, and so on: the search spreads like a wave. The
            oldest node is always expanded first, so a queue is all that it needs.

            The first time it takes the goal out of the queue, no shorter way can be left: every board nearer to the
            start has been taken out before.
        """,
        pseudocode="""
            queue ← the start
            known ← the start
            while the queue is not empty:
                node ← the first of the queue
                if node is the goal: return the path to it
                for each child of node (Up, Down, Left, Right):
                    if child is not known:
                        add it to known and to the end of the queue
            return "no solution"
        """,
        look="""
            Nodes are expanded in the order of their numbers, one level after the other. Count how many are made on
            each level: that growth is what fills the memory on harder boards.
        """,
        example=Example(board=_FOUR_MOVES, method="bfs", shortest=4, length=4),
    ),
    Lesson(
        key="bidirectional",
        idea="""
            A wave from the start and a wave from the goal. Where they meet, two short paths make the whole one. Slides
            can be undone, so the search from the goal makes the same moves backwards.

            Two waves of half the depth are much smaller than one of the whole depth: if every level is b times the one
            before, it is 2 · b^(d/2) boards instead of b^d.
        """,
        pseudocode="""
            layers ← {the start}, {the goal}
            while both layers have nodes:
                take the smaller of the two layers
                for each node in it, for each child of node:
                    if child is not known on this side:
                        add it to the next layer of this side
                        if the other side knows it:
                            return the path to it, then the other path backwards
            return "no solution"
        """,
        look="""
            One tree grows from above and one from below. Watch which side is expanded: always the one whose layer is
            smaller.
        """,
        example=Example(board="4 2 0 / 5 1 3 / 7 8 6", method="bidirectional", shortest=8, length=8),
    ),
    Lesson(
        key="dfs",
        idea="""
            Go on from the newest board as long as there is a new one to go to; where there is none, go one step back
            and try the next child. Boards that were seen are not visited again.

            It has no notion of near and far: it takes the first way down, and the solution it finds is usually very
            long. On a board with 181,440 reachable states it may be tens of thousands of moves.
        """,
        pseudocode="""
            path ← the start
            known ← the start
            while the path is not empty:
                node ← the last of the path
                child ← the next child of node that is not known
                if there is none: take node off the path     (backtrack)
                else:
                    add child to known
                    if child is the goal: return the path to it
                    put child at the end of the path
            return "no solution"
        """,
        look="""
            A 2×3 board, because a larger one would fill the screen. The tree is a long chain: the search goes up and
            down the same corridor of boards and finds a way that is far from the shortest.
        """,
        example=Example(board="2 3 5 / 0 1 4", method="dfs", shortest=8, length=24),
    ),
    Lesson(
        key="depth_limited",
        idea="""
            Depth-first search that turns back at a fixed depth. It remembers nothing but the path it is on, so it
            needs hardly any memory, and may visit the same board by many ways.

            If it fails, that is a proof: no solution is as short as the limit. If it succeeds, the solution is within
            the limit, but it may not be the shortest.
        """,
        pseudocode="""
            search(node, g):
                if node is the goal: return the path
                if g = limit: return "cut off"
                for each child of node, except the board it came from:
                    if search(child, g + 1) finds the goal: return the path
                return "nothing here"

            search(the start, 0)
        """,
        look="""
            Nodes with a dotted border were made at the limit and cut off there. The search goes down to the limit
            before it tries the next child.
        """,
        example=Example(board="1 2 3 / 4 6 8 / 7 5 0", method="depth_limited(limit=5)", shortest=4, length=4),
    ),
    Lesson(
        key="iddfs",
        idea="""
            Depth-limited search with limit 0, then 1, then 2, until the goal is found. It starts from nothing each
            time, and that seems a waste; but most nodes are on the last level anyway.

            It finds a shortest solution like breadth-first search, and needs only the memory of one path.
        """,
        pseudocode="""
            for limit = 0, 1, 2, …:
                result ← depth-limited search with this limit
                if it found the goal: return the path
                if nothing was cut off: return "no solution"
        """,
        look="""
            Each round is a tree of its own. The round before the last proves that there is no shorter solution.
        """,
        example=Example(board="1 0 2 / 4 5 3 / 7 8 6", method="iddfs", shortest=3, length=3),
    ),
    Lesson(
        key="ucs",
        idea="""
            Always expand the node with the cheapest path so far, its g. It is Dijkstra's algorithm that stops at the
            goal.

            In a sliding puzzle every move costs 1, so g is the depth and uniform-cost search does what breadth-first
            search does. The difference would show where moves have different costs.
        """,
        pseudocode="""
            frontier ← the start, with g = 0
            while the frontier is not empty:
                node ← the node with the least g; of equals, the oldest
                if node is the goal: return the path to it
                for each child of node:
                    g ← g(node) + 1
                    if child is new: add it to the frontier with g
                    else if g is less than the g it had: give it the cheaper path
            return "no solution"
        """,
        look="""
            Compare it with breadth-first search on the same board: the same nodes, in the same order.
        """,
        example=Example(board=_FOUR_MOVES, method="ucs", shortest=4, length=4),
    ),
)
