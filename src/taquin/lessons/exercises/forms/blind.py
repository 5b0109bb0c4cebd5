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


@forms.add("breadth_order")
def _breadth_order(rng: Draw) -> Question:
    tree = rng.renumbered(_numbered_tree(rng, rng.randrange(8, 11)))
    order = [node.number for node in tree]
    return listing(order, f"Level by level: {commas(order)}. The frontier is a queue.", tree=tree)


@forms.add("depth_order")
def _depth_order(rng: Draw) -> Question:
    tree = rng.renumbered(_numbered_tree(rng, rng.randrange(8, 11)))
    order = _depth_first(tree)
    return listing(
        order,
        f"As deep as possible, then back to the last branch: {commas(order)}. The frontier is a stack.",
        tree=tree,
    )


@forms.add("deepening_order")
def _deepening_order(rng: Draw) -> Question:
    tree = rng.renumbered(_numbered_tree(rng, 7))
    limit = 1 + rng.randrange(2)
    levels = _level_of(tree)
    visits = [[node for node in _depth_first(tree) if levels[node] <= bound] for bound in range(limit + 1)]
    return listing(
        [node for visited in visits for node in visited],
        f"Visited with {'; '.join(f'limit {bound}: {commas(visited)}' for bound, visited in enumerate(visits))}.",
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


@forms.add("next")
def _next(rng: Draw) -> Question:
    shown = _search(rng)
    return which_node(
        shown.open[0],
        f"The frontier has the nodes {commas(sorted(shown.open))}; the oldest is {shown.open[0]}.",
        tree=shown.tree,
    )


@forms.add("frontier")
def _frontier(rng: Draw) -> Question:
    shown = _search(rng)
    return listing(
        shown.open,
        f"All nodes that are not expanded, the oldest first: {commas(shown.open)}.",
        tree=shown.tree,
    )


@forms.with_goal("length", lambda rng: rng.near(2, 5), "start")
def _length(_: Draw, board: Board) -> Question:
    distance = table_of().distance(board)
    return number(
        distance,
        f"It finds a shortest solution, such as {letters(table_of().best_path(board))}: {plural(distance, 'move')}.",
    )


@forms.on_board("level_size", lambda rng: rng.near(12, 20))
def _level_size(rng: Draw, board: Board) -> Question:
    depth = rng.randrange(1, 4)
    layer, known = {board}, {board}
    sizes = [1]
    for _ in range(depth):
        layer = {child for here in layer for child in here.neighbours()} - known
        known |= layer
        sizes.append(len(layer))
    return number(sizes[-1], f"The levels 0 to {depth} have {commas(sizes)} boards.", given={"depth": depth})


@forms.on_board("iterations", lambda rng: rng.near(2, 6), "start")
def _iterations(_: Draw, board: Board) -> Question:
    distance = table_of().distance(board)
    return number(
        distance + 1,
        f"The limits 0 to {distance}: {distance + 1} iterations. The last one finds the goal.",
        given={"distance": distance},
    )


@forms.add("deepening_cost")
def _deepening_cost(rng: Draw) -> Question:
    factor, depth = rng.randrange(2, 4), rng.randrange(3, 6)
    iterations = [sum(factor**level for level in range(limit + 1)) for limit in range(depth + 1)]
    return number(
        sum(iterations),
        f"Nodes per iteration: {addition(iterations)}; the last iteration alone visits {iterations[-1]}.",
        given={"factor": factor, "depth": depth},
    )


@forms.on_board("limit", lambda rng: rng.near(3, 7), "start")
def _limit(rng: Draw, board: Board) -> Question:
    distance = table_of().distance(board)
    limit = max(1, distance + rng.choice((-2, -1, 0, 1, 2)))
    return yes_no(
        distance <= limit,
        f"{comparison(distance, limit)}: ",
        yes="yes, the solution is within the limit.",
        no="no. The failure proves that every solution is longer than the limit.",
        given={"distance": distance, "limit": limit},
    )


@forms.add("both_sides")
def _both_sides(rng: Draw) -> Question:
    factor, half = rng.choice((2, 3, 10)), rng.randrange(2, 5)
    one, two = factor ** (2 * half), 2 * factor**half
    return number(
        two,
        f"Two levels at depth {half}: 2 · {factor}^{half} = {two:,} instead of {one:,}.",
        given={"factor": factor, "length": 2 * half},
    )


@forms.add("queue_or_stack")
def _queue_or_stack(rng: Draw) -> Question:
    tree = _numbered_tree(rng, 8)
    first = _children(tree, 0)
    is_queue = rng.random() < 0.5
    order = [0, first[0], first[1] if is_queue else (_children(tree, first[0]) or [first[1]])[0]]
    name = "queue" if is_queue else "stack"
    if not _children(tree, first[0]):
        name = "both are possible"
    return choice(
        name,
        ["queue", "stack", "both are possible"],
        f"After the root comes {order[1]}, then {order[2]}: "
        + (
            f"node {order[1]} has no children, so queue and stack both take its sibling."
            if name == "both are possible"
            else "a queue takes the sibling first, a stack the child."
        ),
        given={"order": commas(order)},
        tree=tree,
    )
