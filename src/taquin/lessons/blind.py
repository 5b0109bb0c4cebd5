"""Lessons on uninformed searches: they use no estimate of the distance to the goal."""

from __future__ import annotations

from taquin.lessons.lesson import Example, Lesson

_FOUR_MOVES = "0 2 3 / 1 4 6 / 7 5 8"

LESSONS = (
    Lesson(
        key="bfs",
        idea="""
            Visit all boards one move away from the start, then all boards two moves away, and so on. The oldest node is
            always expanded first, so the frontier is a queue.

            When the goal is taken out of the queue, the solution is a shortest one: every board nearer to the start
            has been taken out before.
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
            Nodes are expanded in the order of their numbers, one level after the other. Count the nodes on each level:
            their growth is what fills the memory on harder boards.
        """,
        example=Example(board=_FOUR_MOVES, method="bfs", shortest=4, length=4),
        lines={"start": (1, 2), "choose": 4, "new": 8, "duplicate": 7, "pruned": 6, "goal": 5},
    ),
    Lesson(
        key="bidirectional",
        idea="""
            One breadth-first search from the start and one from the goal. Where they meet, two short paths make a whole
            solution. Every slide can be undone, so the search from the goal makes the same moves backwards.

            Two searches of half the depth are much smaller than one of the whole depth: if every level is b times as
            large as the one before, they visit about 2 · b^(d/2) boards instead of b^d.
        """,
        pseudocode="""
            layers ← {the start}, {the goal}
            while both layers have nodes:
                take the smaller of the two layers
                for each node in it, for each child of node:
                    if child is not known on this side:
                        add it to the next layer of this side
                        if it is known on the other side:
                            return the path to it, then the other path backwards
            return "no solution"
        """,
        look="""
            There are two trees, one from the start and one from the goal. The search always expands the smaller of the
            two layers.
        """,
        example=Example(board="4 2 0 / 5 1 3 / 7 8 6", method="bidirectional", shortest=8, length=8),
        lines={"start": 1, "choose": 4, "new": 6, "duplicate": 5, "pruned": 4, "found": 7, "goal": 8},
    ),
    Lesson(
        key="dfs",
        idea="""
            Always continue from the newest board. If it has no new child, go one step back and try the next child
            there. Boards that are already known are not visited again.

            The search does not prefer short paths, and the solution that it finds is usually very long. On the
            8-puzzle, with 181,440 reachable boards, it may have tens of thousands of moves.
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
            The board is 2×3, because the tree of a larger one would not fit on the screen. The tree is a long chain:
            the search goes back only once, and its solution has three times as many moves as a shortest one.
        """,
        example=Example(board="2 3 5 / 0 1 4", method="dfs", shortest=8, length=24),
        lines={"start": (1, 2), "choose": 4, "new": 10, "duplicate": 5, "pruned": 6, "found": 9, "goal": 9},
    ),
    Lesson(
        key="depth_limited",
        idea="""
            Depth-first search that goes back at a fixed depth, the limit. It stores only the current path, so it needs
            very little memory, but it may visit the same board on many paths.

            If it fails, it has proven that every solution is longer than the limit. If it succeeds, the solution is
            within the limit, but it may not be a shortest one.
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
            Nodes with a dotted border are at the limit and were not expanded. The search goes down to the limit before
            it tries the next child.
        """,
        example=Example(board="1 2 3 / 4 6 8 / 7 5 0", method="depth_limited(limit=5)", shortest=4, length=4),
        lines={"start": 8, "iteration": 8, "choose": 4, "new": 5, "pruned": 3, "found": 2, "goal": 2},
    ),
    Lesson(
        key="iddfs",
        idea="""
            Depth-limited search with limit 0, then 1, then 2, until the goal is found. Each iteration repeats the work
            of those before, but that costs little, because most nodes are on the last level.

            Like breadth-first search it finds a shortest solution, but it stores only one path.
        """,
        pseudocode="""
            for limit = 0, 1, 2, …:
                search(node, g):
                    if node is the goal: return the path
                    if g = limit: return "cut off"
                    for each child of node, except the board it came from:
                        search(child, g + 1)
                search(the start, 0)
                if nothing was cut off: return "no solution"
        """,
        look="""
            Each iteration has its own tree. The iteration before the last proves that there is no shorter solution.
        """,
        example=Example(board="1 0 2 / 4 5 3 / 7 8 6", method="iddfs", shortest=3, length=3),
        lines={"start": 1, "iteration": 1, "choose": 5, "new": 6, "pruned": 4, "found": 3, "goal": 3},
    ),
    Lesson(
        key="ucs",
        idea="""
            Always expand the node with the least g, the cost of its path. This is Dijkstra's algorithm, stopped at the
            goal.

            In a sliding-tile puzzle every move costs 1, so g is the depth, and uniform-cost search works like
            breadth-first search. They differ only where moves have different costs.
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
                    else: drop it
            return "no solution"
        """,
        look="""
            Compare it with breadth-first search on the same board: it expands the same nodes in the same order.
        """,
        example=Example(board=_FOUR_MOVES, method="ucs", shortest=4, length=4),
        lines={"start": 1, "choose": 3, "new": 7, "improved": 8, "duplicate": 9, "pruned": 5, "goal": 4},
    ),
)
