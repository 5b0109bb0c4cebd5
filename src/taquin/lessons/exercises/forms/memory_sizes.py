"""Questions on IDA* and memory that need no tree: what is stored, what iterations cost, what RBFS keeps."""

from __future__ import annotations

from random import Random

from taquin.lessons.exercises.drafts import addition, choice, commas, comparison, distinct, number, yes_no
from taquin.lessons.exercises.material import manhattan, near, recorded, table_of
from taquin.lessons.exercises.question import Forms, Question, Table
from taquin.puzzle.words import plural

forms = Forms("memory")


@forms.add("last_bound", "The last bound")
def _last_bound(rng: Random) -> Question:
    board = near(rng, 6, 20)
    distance = table_of().distance(board)
    h = manhattan(board)
    return number(
        "A shortest solution of this board has {distance} moves; the Manhattan distance of the start is {h}. What is "
        "the bound of the iteration in which IDA* finds the goal?",
        distance,
        f"The goal has f = g = {distance}. With a smaller bound it is pruned, and the bound never exceeds the length "
        "of a shortest solution.",
        given={"distance": distance, "h": h},
        boards=[("start", board)],
    )


@forms.add("step", "Why bounds rise by 2")
def _step(rng: Random) -> Question:
    bound = rng.randrange(8, 30)
    right = str(bound + 2)
    return choice(
        "With Manhattan distance every move changes h by +1 or -1. An iteration of IDA* with the bound {bound} fails. "
        "Which of these can be the next bound?",
        right,
        distinct(right, (bound + 1, bound, bound + 3, bound - 2), 3),
        "g rises by 1 and h changes by 1, so f stays the same or rises by 2. The next bound is larger than "
        f"{bound} and has the same parity: {right}.",
        given={"bound": bound},
    )


@forms.add("stored", "What IDA* stores")
def _stored(rng: Random) -> Question:
    board = near(rng, 8, 18)
    distance = table_of().distance(board)
    return number(
        "IDA* stores only the nodes of its current path. A shortest solution of this board has {distance} moves. How "
        "many nodes does it store when it reaches the goal?",
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
        "On this board A* stores {stored} nodes at the end, and IDA* a path of {path} nodes. How many times as many "
        "nodes does A* store? Round to two decimals.",
        stored / path,
        f"{stored} / {path} = {stored / path:.2f}. On harder boards the factor is much larger, because A* "
        "stores every node that it has generated.",
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
        "A* stores {size} bytes for each generated node and generates {speed} million nodes per second. After how many "
        "seconds are {gigabytes} GB full (1 GB = 10^9 bytes)?",
        seconds,
        f"{gigabytes} · 10^9 / {size} = {nodes:,} nodes fit, which takes {nodes:,} / {speed},000,000 = {seconds} s.",
        given={"size": size, "speed": speed, "gigabytes": gigabytes},
    )


@forms.add("repeated", "The cost of repetition")
def _repeated(rng: Random) -> Question:
    factor, iterations = rng.randrange(2, 11), rng.randrange(3, 6)
    sizes = [factor**place for place in range(iterations)]
    return number(
        "Every iteration of IDA* generates {factor} times as many nodes as the one before; the first generates 1 and "
        "there are {iterations} iterations. How many nodes do all iterations generate together?",
        sum(sizes),
        f"{addition(sizes)}, only {sum(sizes) / sizes[-1]:.2f} times the last iteration.",
        given={"factor": factor, "iterations": iterations},
    )


@forms.add("backed_up", "The value that RBFS keeps")
def _backed_up(rng: Random) -> Question:
    values = [rng.randrange(10, 24) for _ in range(3)]
    alternative = min(values) - rng.randrange(1, 4)
    return number(
        "Recursive best-first search leaves a node whose children have the values {values}, because a node elsewhere "
        "has the value {alternative}. The children are deleted. Which value is stored for the node?",
        min(values),
        f"The least value of its children, {min(values)}: no solution below the node is shorter.",
        given={"values": commas(values), "alternative": alternative},
    )


@forms.add("go_back", "When RBFS goes back")
def _go_back(rng: Random) -> Question:
    values = [rng.randrange(8, 20) for _ in range(3)]
    limit = rng.randrange(8, 20)
    rows = [(f"child {place}", value) for place, value in enumerate(values, start=1)]
    return yes_no(
        "Recursive best-first search has the limit {limit} at a node whose children have these values. Does it go "
        "back?",
        min(values) > limit,
        f"It goes back if the best child is worse than the limit: {comparison(min(values), limit)}, so it "
        f"{'goes back' if min(values) > limit else 'stays'}.",
        given={"limit": limit},
        table=Table.from_values(("child", "value"), rows),
    )


@forms.add("proof", "What a failed iteration proves")
def _proof(rng: Random) -> Question:
    bound = rng.randrange(10, 40)
    following = bound + 2
    return number(
        "Manhattan distance is admissible. An iteration of IDA* with the bound {bound} has failed, and the least f "
        "above the bound was {following}. At least how many moves does every solution have?",
        following,
        f"All paths were cut at nodes with f ≥ {following}, and f never overestimates: at least "
        f"{plural(following, 'move')}.",
        given={"bound": bound, "following": following},
    )
