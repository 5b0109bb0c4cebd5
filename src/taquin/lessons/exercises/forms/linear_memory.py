"""Questions on IDA* and memory: bounds, pruned nodes, what is stored."""

from __future__ import annotations

import itertools
from random import Random

from taquin.heuristics.manhattan import Manhattan
from taquin.lessons.exercises.drafts import choice, distinct, listing, number, yes_no
from taquin.lessons.exercises.form import Forms
from taquin.lessons.exercises.material import GOAL, near, recorded, table_of
from taquin.lessons.exercises.question import FigureNode, Question, Table
from taquin.puzzle.board import Board
from taquin.puzzle.moves import Move
from taquin.puzzle.words import plural
from taquin.solving.solver import solve

forms = Forms("memory")
_MANHATTAN = Manhattan(GOAL)


def _visit(board: Board, bound: float) -> tuple[list[FigureNode], list[int], bool]:
    """One round of IDA*: all nodes in the order of birth, those that are pruned, and whether the goal is found."""
    nodes: list[FigureNode] = []
    pruned: list[int] = []

    def visit(here: Board, parent: int, move: Move | None, g: int) -> bool:
        number_ = len(nodes)
        h = _MANHATTAN(here.state)
        is_cut = g + h > bound
        nodes.append(
            FigureNode(
                number=number_,
                parent=parent,
                move=move.letter if move is not None else "",
                board=here,
                g=g,
                h=h,
                is_expanded=not is_cut and here != GOAL,
            )
        )
        if is_cut:
            pruned.append(number_)
            return False
        if here == GOAL:
            return True
        return any(
            visit(here.play_unchecked(following), number_, following, g + 1)
            for following in here.moves()
            if move is None or following is not move.opposite
        )

    is_found = visit(board, -1, None, 0)
    return nodes, pruned, is_found


def _round(rng: Random) -> tuple[Board, int, list[FigureNode], list[int]]:
    """A board whose first round of IDA* fails and has a tree that fits on a page."""
    while True:
        board = near(rng, 6, 14)
        bound = int(_MANHATTAN(board.state))
        nodes, pruned, is_found = _visit(board, bound)
        if not is_found and 5 <= len(nodes) <= 12 and len(pruned) >= 2:
            return board, bound, nodes, pruned


def _f(node: FigureNode) -> float:
    return (node.g or 0) + (node.h or 0)


@forms.add("first_bound", "The first bound")
def _first_bound(rng: Random) -> Question:
    board = near(rng, 6, 22)
    h = _MANHATTAN(board.state)
    return number(
        "IDA* with Manhattan distance solves this board. What is its first bound?",
        h,
        f"The bound of the first round is h of the start: {h:g}.",
        boards=[("start", board), ("goal", GOAL)],
    )


@forms.add("pruned", "Which nodes are pruned")
def _pruned(rng: Random) -> Question:
    _, bound, nodes, pruned = _round(rng)
    return listing(
        "This is the tree of one round of IDA* with the bound {bound}. Which nodes were pruned?",
        pruned,
        f"Those with f = g + h > {bound}: "
        + ", ".join(f"node {n} ({nodes[n].g:g} + {nodes[n].h:g} = {_f(nodes[n]):g})" for n in pruned)
        + ".",
        is_ordered=False,
        given={"bound": bound},
        tree=[_hidden(node) for node in nodes],
    )


def _hidden(node: FigureNode) -> FigureNode:
    """The node without the sign that it was expanded."""
    return FigureNode(number=node.number, parent=node.parent, move=node.move, board=node.board, g=node.g, h=node.h)


@forms.add("next_bound", "The next bound")
def _next_bound(rng: Random) -> Question:
    _, bound, nodes, pruned = _round(rng)
    following = min(_f(nodes[n]) for n in pruned)
    return number(
        "This is the tree of one round of IDA* with the bound {bound}; the goal was not found. What is the bound of "
        "the "
        "next round?",
        following,
        f"The least f above the bound: the pruned nodes have f = {', '.join(f'{_f(nodes[n]):g}' for n in pruned)}, so "
        f"{following:g}.",
        given={"bound": bound},
        tree=[_hidden(node) for node in nodes],
    )


@forms.add("next_bound_table", "The least value above the bound")
def _next_bound_table(rng: Random) -> Question:
    bound = rng.randrange(10, 20)
    values = [bound + 2 * rng.randrange(-3, 5) for _ in range(7)]
    values.append(bound + 2 * rng.randrange(1, 4))
    rng.shuffle(values)
    following = min(value for value in values if value > bound)
    return number(
        "A round of IDA* with the bound {bound} generates nodes with f = {values}, and finds no goal. What is the next "
        "bound?",
        following,
        f"The least f that is larger than {bound}: {following}.",
        given={"bound": bound, "values": ", ".join(map(str, values))},
    )


@forms.add("visit_order", "Depth-first within the bound")
def _visit_order(rng: Random) -> Question:
    _, bound, nodes, pruned = _round(rng)
    names = list(range(1, len(nodes)))
    rng.shuffle(names)
    new = [0, *names]
    tree = [
        FigureNode(number=new[n.number], parent=-1 if n.parent < 0 else new[n.parent], move=n.move, g=n.g, h=n.h)
        for n in nodes
    ]
    order = [new[node.number] for node in nodes if node.number not in pruned]
    return listing(
        "IDA* searches this tree depth-first with the bound {bound}, the left child first. Which nodes does it expand, "
        "in "
        "order? The goal is not in the tree.",
        order,
        f"It expands the nodes with f ≤ {bound} in depth-first order: {', '.join(map(str, order))}.",
        given={"bound": bound},
        tree=tree,
    )


@forms.add("bounds", "All bounds of a run")
def _bounds(rng: Random) -> Question:
    while True:
        board = near(rng, 8, 16)
        result = solve(board, algorithm="ida_star(manhattan)")
        bounds = [int(each.bound) for each in result.iterations]
        if 2 <= len(bounds) <= 5 and all(b - a == 2 for a, b in itertools.pairwise(bounds)):
            break
    return listing(
        "h of the start is {h}, a shortest solution has {length} moves, and every bound is larger by 2 than the one "
        "before. Which bounds does IDA* use?",
        bounds,
        f"From h = {bounds[0]} in steps of 2 up to the length {bounds[-1]}: {', '.join(map(str, bounds))}.",
        given={"h": bounds[0], "length": bounds[-1]},
        boards=[("start", board)],
    )


@forms.add("last_bound", "The last bound")
def _last_bound(rng: Random) -> Question:
    board = near(rng, 6, 20)
    distance = table_of().distance(board)
    h = int(_MANHATTAN(board.state))
    return number(
        "A shortest solution of this board has {distance} moves; Manhattan distance of the start is {h}. What is the "
        "bound "
        "of the round in which IDA* finds the goal?",
        distance,
        f"The goal has f = g = {distance}. With a smaller bound it is pruned, and bounds rise only as far as they "
        "must.",
        given={"distance": distance, "h": h},
        boards=[("start", board)],
    )


@forms.add("step", "Why bounds rise by 2")
def _step(rng: Random) -> Question:
    bound = rng.randrange(8, 30)
    right = str(bound + 2)
    return choice(
        "With Manhattan distance every move changes h by +1 or -1. A round of IDA* with the bound {bound} fails. Which "
        "of "
        "these can be the next bound?",
        right,
        distinct(right, (bound + 1, bound, bound + 3, bound - 2), 3),
        f"g rises by 1 and h changes by 1, so f stays or rises by 2: the next bound has the parity of {bound} and is "
        f"larger: {right}.",
        given={"bound": bound},
    )


@forms.add("stored", "What IDA* stores")
def _stored(rng: Random) -> Question:
    board = near(rng, 8, 18)
    distance = table_of().distance(board)
    return number(
        "IDA* stores only the nodes of its current path. A shortest solution of this board has {distance} moves. How "
        "many "
        "nodes does it store when it reaches the goal?",
        distance + 1,
        f"The start and one node for each of the {distance} moves: {distance + 1}.",
        given={"distance": distance},
        boards=[("start", board)],
    )


@forms.add("astar_memory", "A* and IDA* compared")
def _astar_memory(rng: Random) -> Question:
    board = near(rng, 10, 16)
    astar = recorded(board, "astar(manhattan)")
    stored = len(astar.tree)
    path = table_of().distance(board) + 1
    return number(
        "On this board A* holds {stored} nodes at the end and IDA* a path of {path} nodes. How many times as many does "
        "A* "
        "hold? Two decimals.",
        stored / path,
        f"{stored} / {path} = {stored / path:.2f}. On harder boards the factor grows into the millions, because A* "
        "holds "
        "every node that it has generated.",
        tolerance=0.01,
        given={"stored": stored, "path": path},
        boards=[("start", board)],
    )


@forms.add("bytes", "How long the memory lasts")
def _bytes(rng: Random) -> Question:
    size, gigabytes, speed = rng.choice((50, 100, 200)), rng.choice((4, 8, 16)), rng.choice((1, 2, 4))
    nodes = gigabytes * 10**9 // size
    seconds = nodes // (speed * 10**6)
    return number(
        "A* stores {size} bytes for each generated node and generates {speed} million nodes per second. For how many "
        "seconds do {gigabytes} GB (10^9 bytes each) last?",
        seconds,
        f"{gigabytes} · 10^9 / {size} = {nodes:,} nodes fit, which takes {nodes:,} / {speed},000,000 = {seconds} s.",
        given={"size": size, "speed": speed, "gigabytes": gigabytes},
    )


@forms.add("repeated", "The cost of repetition")
def _repeated(rng: Random) -> Question:
    factor, rounds = rng.randrange(2, 11), rng.randrange(3, 6)
    sizes = [factor**place for place in range(rounds)]
    return number(
        "Every round of IDA* generates {factor} times as many nodes as the one before; the first generates 1 and there "
        "are "
        "{rounds} rounds. How many nodes do all rounds generate together?",
        sum(sizes),
        f"{' + '.join(map(str, sizes))} = {sum(sizes)}, only {sum(sizes) / sizes[-1]:.2f} times the last round.",
        given={"factor": factor, "rounds": rounds},
    )


@forms.add("backed_up", "The value that RBFS keeps")
def _backed_up(rng: Random) -> Question:
    values = [rng.randrange(10, 24) for _ in range(3)]
    alternative = min(values) - rng.randrange(1, 4)
    return number(
        "Recursive best-first search leaves a node whose children have the values {values}, because a node elsewhere "
        "has "
        "the value {alternative}. The children are deleted. Which value is stored for the node?",
        min(values),
        f"The least value of its children, {min(values)}: no solution below it is shorter.",
        given={"values": ", ".join(map(str, values)), "alternative": alternative},
    )


@forms.add("go_back", "When RBFS goes back")
def _go_back(rng: Random) -> Question:
    values = [rng.randrange(8, 20) for _ in range(3)]
    limit = rng.randrange(8, 20)
    rows = tuple((f"child {place + 1}", str(value)) for place, value in enumerate(values))
    return yes_no(
        "Recursive best-first search has the limit {limit} at a node whose children have these values. Does it go "
        "back?",
        min(values) > limit,
        f"It goes back if the best child is worse than the limit: {min(values)} {'>' if min(values) > limit else '≤'} "
        f"{limit}.",
        given={"limit": limit},
        table=Table(("child", "value"), rows),
    )


@forms.add("proof", "What a failed round proves")
def _proof(rng: Random) -> Question:
    bound = rng.randrange(10, 40)
    following = bound + 2
    return number(
        "Manhattan distance is admissible. A round of IDA* with the bound {bound} has failed, and the least f above "
        "the "
        "bound was {following}. How many moves has every solution at least?",
        following,
        f"All paths were cut at nodes with f ≥ {following}, and f never overestimates: at least "
        f"{plural(following, 'move')}.",
        given={"bound": bound, "following": following},
    )
