"""Questions on breadth-first and depth-first search, with limits, deepening, and from both sides."""

from __future__ import annotations

from collections.abc import Sequence

from taquin.lessons.exercises.drafts import addition, choice, commas, comparison, listing, number, which_node, yes_no
from taquin.lessons.exercises.material import Draw, Forms, Moment, letters, moment, table_of
from taquin.lessons.exercises.question import FigureNode, Question
from taquin.puzzle.board import Board
from taquin.puzzle.words import plural

forms = Forms("blind")


def _numbered_tree(rng: Draw, count: int) -> list[FigureNode]:
    """A random tree without boards, its nodes listed and numbered level by level, from left to right."""
    parents = [-1]
    waiting = [0]
    while len(parents) < count:
        parent = waiting.pop(0)
        for _ in range(rng.randrange(1, 4) if parent else 2 + rng.randrange(2)):
            if len(parents) < count:
                waiting.append(len(parents))
                parents.append(parent)
        if not waiting:
            waiting.append(len(parents) - 1)
    return [FigureNode(number=node, parent=parent) for node, parent in enumerate(parents)]


def _children(tree: Sequence[FigureNode], parent: int) -> list[int]:
    return [node.number for node in tree if node.parent == parent]


def _depth_first(tree: Sequence[FigureNode]) -> list[int]:
    order, stack = [], [0]
    while stack:
        node = stack.pop()
        order.append(node)
        stack.extend(reversed(_children(tree, node)))
    return order


@forms.add("breadth_order", "The order of breadth-first search")
def _breadth_order(rng: Draw) -> Question:
    tree = rng.renumbered(_numbered_tree(rng, rng.randrange(8, 11)))
    order = [node.number for node in tree]
    return listing(
        "In which order does breadth-first search expand the nodes of this tree, from left to right on each level?",
        order,
        f"Level by level: {commas(order)}. The frontier is a queue.",
        hint="Finish a level before you begin the next one, from left to right.",
        tree=tree,
    )


@forms.add("depth_order", "The order of depth-first search")
def _depth_order(rng: Draw) -> Question:
    tree = rng.renumbered(_numbered_tree(rng, rng.randrange(8, 11)))
    order = _depth_first(tree)
    return listing(
        "In which order does depth-first search visit the nodes of this tree, the left child first?",
        order,
        f"As deep as possible, then back to the last branch: {commas(order)}. The frontier is a stack.",
        hint="Go to the left child first; go back only where there is no child left.",
        tree=tree,
    )


@forms.add("deepening_order", "The order of iterative deepening")
def _deepening_order(rng: Draw) -> Question:
    tree = rng.renumbered(_numbered_tree(rng, 7))
    limit = 1 + rng.randrange(2)
    levels = _level_of(tree)
    visits = [[node for node in _depth_first(tree) if levels[node] <= bound] for bound in range(limit + 1)]
    return listing(
        "Iterative deepening visits this tree with the depth limits 0 to {limit}, the left child first. Which nodes "
        "does it visit, in order, over all iterations?",
        [node for visited in visits for node in visited],
        f"Visited with {'; '.join(f'limit {bound}: {commas(visited)}' for bound, visited in enumerate(visits))}.",
        hint="Every limit begins at the root again, and visits all nodes down to its depth.",
        given={"limit": limit},
        tree=tree,
    )


def _level_of(tree: Sequence[FigureNode]) -> dict[int, int]:
    levels = {-1: -1}
    for node in tree:
        levels[node.number] = levels[node.parent] + 1
    return levels


def _search(rng: Draw) -> Moment:
    """A breadth-first search after a few expansions."""
    trace = rng.recorded_search("bfs", (3, 5), (9, 80))
    return moment(trace, rng.randrange(2, 5), show="g")


@forms.add("next", "Which board is expanded next")
def _next(rng: Draw) -> Question:
    shown = _search(rng)
    return which_node(
        "This is the tree of breadth-first search; nodes are numbered in the order of generation. Which node is "
        "expanded next?",
        shown.open[0],
        f"The frontier has the nodes {commas(sorted(shown.open))}; the oldest is {shown.open[0]}.",
        hint="The frontier is a queue: of the nodes that wait, which one is the oldest?",
        tree=shown.tree,
    )


@forms.add("frontier", "The frontier")
def _frontier(rng: Draw) -> Question:
    shown = _search(rng)
    return listing(
        "Write the frontier of this breadth-first search as a queue, the next node first.",
        shown.open,
        f"All nodes that are not expanded, the oldest first: {commas(shown.open)}.",
        hint="The frontier has the nodes that are not expanded, the oldest first.",
        tree=shown.tree,
    )


@forms.with_goal("length", "The length of a breadth-first solution", lambda rng: rng.near(2, 5), "start")
def _length(_: Draw, board: Board) -> Question:
    distance = table_of().distance(board)
    return number(
        "Breadth-first search solves this board. How many moves does its solution have?",
        distance,
        f"It finds a shortest solution, such as {letters(table_of().best_path(board))}: {plural(distance, 'move')}.",
        hint="Breadth-first search finds a shortest solution: look for one by hand.",
    )


@forms.on_board("level_size", "Boards on a level", lambda rng: rng.near(12, 20))
def _level_size(rng: Draw, board: Board) -> Question:
    depth = rng.randrange(1, 4)
    layer, known = {board}, {board}
    sizes = [1]
    for _ in range(depth):
        layer = {child for here in layer for child in here.neighbours()} - known
        known |= layer
        sizes.append(len(layer))
    return number(
        "How many different boards are on level {depth} of breadth-first search from this board?",
        sizes[-1],
        f"The levels 0 to {depth} have {commas(sizes)} boards.",
        hint="Make the boards level by level, and drop those that were on an earlier level.",
        given={"depth": depth},
    )


@forms.on_board("iterations", "The iterations of iterative deepening", lambda rng: rng.near(2, 6), "start")
def _iterations(_: Draw, board: Board) -> Question:
    distance = table_of().distance(board)
    return number(
        "A shortest solution of this board has {distance} moves. Iterative deepening begins with the limit 0 and "
        "raises it by 1 each time. How many iterations does it make?",
        distance + 1,
        f"The limits 0 to {distance}: {distance + 1} iterations. The last one finds the goal.",
        hint="The limits begin with 0: count them up to the one that finds the goal.",
        given={"distance": distance},
    )


@forms.add("deepening_cost", "The work of iterative deepening")
def _deepening_cost(rng: Draw) -> Question:
    factor, depth = rng.randrange(2, 4), rng.randrange(3, 6)
    iterations = [sum(factor**level for level in range(limit + 1)) for limit in range(depth + 1)]
    return number(
        "Every node of a tree has {factor} children. Iterative deepening searches the tree with the depth limits 0 to "
        "{depth}. How many nodes does it visit in all iterations together?",
        sum(iterations),
        f"Nodes per iteration: {addition(iterations)}; the last iteration alone visits {iterations[-1]}.",
        hint="Count the nodes down to each limit, then add up all iterations.",
        given={"factor": factor, "depth": depth},
    )


@forms.on_board("limit", "Within the depth limit", lambda rng: rng.near(3, 7), "start")
def _limit(rng: Draw, board: Board) -> Question:
    distance = table_of().distance(board)
    limit = max(1, distance + rng.choice((-2, -1, 0, 1, 2)))
    return yes_no(
        "A shortest solution of this board has {distance} moves. Depth-limited search with the limit {limit} visits "
        "all paths within the limit. Does it find a solution?",
        distance <= limit,
        f"{comparison(distance, limit)}: ",
        yes="yes, the solution is within the limit.",
        no="no. The failure proves that every solution is longer than the limit.",
        given={"distance": distance, "limit": limit},
    )


@forms.add("both_sides", "Search from both sides")
def _both_sides(rng: Draw) -> Question:
    factor, half = rng.choice((2, 3, 10)), rng.randrange(2, 5)
    one, two = factor ** (2 * half), 2 * factor**half
    return number(
        "Each level of a search has {factor} times as many nodes as the level before. For a solution of {length} moves "
        "the last level of breadth-first search has {factor}^{length} nodes. Bidirectional search meets in the middle. "
        "How many nodes do the last levels of its two sides have together?",
        two,
        f"Two levels at depth {half}: 2 · {factor}^{half} = {two:,} instead of {one:,}.",
        hint="Each side searches half of the depth.",
        given={"factor": factor, "length": 2 * half},
    )


@forms.add("queue_or_stack", "Queue or stack")
def _queue_or_stack(rng: Draw) -> Question:
    tree = _numbered_tree(rng, 8)
    first = _children(tree, 0)
    is_queue = rng.random() < 0.5
    order = [0, first[0], first[1] if is_queue else (_children(tree, first[0]) or [first[1]])[0]]
    name = "queue" if is_queue else "stack"
    if not _children(tree, first[0]):
        name = "both are possible"
    return choice(
        "A search has expanded the nodes {order} of this tree, in this order. Which data structure is its frontier?",
        name,
        ["queue", "stack", "both are possible"],
        f"After the root comes {order[1]}, then {order[2]}: "
        + (
            f"node {order[1]} has no children, so queue and stack both take its sibling."
            if name == "both are possible"
            else "a queue takes the sibling first, a stack the child."
        ),
        hint="After the first child: is the next node its sibling or its child, and were both there?",
        given={"order": commas(order)},
        tree=tree,
    )
