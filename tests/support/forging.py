"""Certificates made without Taquin: true ones, and false ones by a forger who has read the code of the checkers.

Distances come from the breadth-first search of ``exhaustive``. Heuristics and trees are written here again, as plainly
as possible. The forger computes all counts and checksums as a checker does, but leaves out what refutes the claim.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache, lru_cache
from hashlib import sha256
from itertools import combinations, pairwise
from random import Random
from typing import Any
from zlib import crc32

import exhaustive

Certificate = dict[str, Any]
Estimate = Callable[[bytes], int]
HEURISTICS = ("blind", "misplaced", "manhattan", "linear_conflict")
SHAPES = [(1, 2), (1, 3), (2, 1), (1, 5), (4, 1), (2, 2), (2, 2), (2, 3), (2, 3), (3, 2), (2, 4), (4, 2)]
TURNED = [(columns, rows) for rows, columns in SHAPES]
LARGEST_TREE = 100  # nodes: larger iterations are left out, so that a certificate takes about a millisecond
MADE_BY = dict.fromkeys(("taquin", "core", "python", "method", "backend", "iterations"), "forged")


def sealed(certificate: Certificate) -> Certificate:
    """The certificate with the checksum of the file that fits."""
    text = json.dumps({**certificate, "checksum": ""}, sort_keys=True, separators=(",", ":"))
    return {**certificate, "checksum": sha256(text.encode()).hexdigest()}


@cache
def distances(blank: int, rows: int, columns: int) -> dict[bytes, int]:
    """The true distance of every board that can reach the goal 1, 2, … with the blank in this cell."""
    tiles = list(range(1, rows * columns))
    layers = exhaustive.layers(bytes([*tiles[:blank], 0, *tiles[blank:]]), rows, columns)
    return {board: distance for distance, layer in enumerate(layers) for board in layer}


def distance(found: Certificate, board: bytes | None = None) -> int | None:
    """The true distance of the start, or of another board; None if it cannot reach the goal."""
    goal = found["goal"]
    is_small = (found["rows"], found["columns"]) in SHAPES + TURNED
    if not is_small or not sorted(found["start"]) == sorted(goal) == list(range(found["rows"] * found["columns"])):
        raise ValueError("not a board, or too large a one")
    names = {tile: number for number, tile in enumerate((tile for tile in goal if tile), start=1)} | {0: 0}
    renamed = bytes(names[tile] for tile in (found["start"] if board is None else board))
    return distances(goal.index(0), found["rows"], found["columns"]).get(renamed)


def shortest(found: Certificate) -> str | None:
    """The moves of a shortest solution: each of them decreases the true distance."""
    board, moves = bytes(found["start"]), ""
    left = distance(found)
    while left:
        for letter in "UDLR":
            try:
                after = exhaustive.replay(board, letter, found["columns"])
            except ValueError:
                continue
            if distance(found, after) == left - 1:
                board, moves, left = after, moves + letter, left - 1
                break
    return None if left is None else moves


@lru_cache(maxsize=4096)
def leavers(places: tuple[int, ...]) -> int:
    """The least number of places to delete so that the rest increases."""
    for count in range(len(places)):
        for rest in combinations(places, len(places) - count):
            if list(rest) == sorted(rest):
                return count
    return 0


def estimate(name: str, columns: int, goal: bytes) -> Estimate:
    """A heuristic, from its definition."""
    home = {tile: divmod(cell, columns) for cell, tile in enumerate(goal)}
    if name not in HEURISTICS:
        raise ValueError("not a heuristic that never overestimates")

    def of(board: bytes) -> int:
        tiles = [(*divmod(cell, columns), *home[tile]) for cell, tile in enumerate(board) if tile]
        if name == "blind":
            return 0
        if name == "misplaced":
            return sum((row, column) != (to_row, to_column) for row, column, to_row, to_column in tiles)
        total = sum(abs(row - to_row) + abs(column - to_column) for row, column, to_row, to_column in tiles)
        if name == "manhattan":
            return total
        for line in range(len(board)):
            in_row = [to_column for row, _, to_row, to_column in tiles if row == to_row == line]
            in_column = [to_row for _, column, to_row, to_column in tiles if column == to_column == line]
            total += 2 * leavers(tuple(in_row)) + 2 * leavers(tuple(in_column))
        return total

    return of


def iteration(
    certificate: Certificate, bound: int, of: Estimate, is_left_out: Callable[[bytes], bool] = lambda board: False
) -> dict[str, Any] | None:
    """An iteration, level by level, that never looks for the goal; None if it is too large or has nothing beyond it."""
    rows, columns = certificate["rows"], certificate["columns"]
    level = [(bytes(certificate["start"]), b"")]
    expanded = generated = depth = checksum = 0
    beyond = []
    while level:
        expanded += len(level)
        if expanded > LARGEST_TREE:
            return None
        checksum += sum(crc32(board + bytes([depth])) for board, _ in level)
        depth += 1
        children = [
            (other, board)
            for board, before in level
            for other in exhaustive.neighbours(board, rows, columns)
            if other != before
        ]
        generated += len(children)
        values = [depth + of(board) for board, _ in children]
        beyond += [f for f in values if f > bound]
        level = [child for child, f in zip(children, values, strict=True) if f <= bound and not is_left_out(child[0])]
    if not beyond:
        return None
    counts = {"bound": bound, "expanded": expanded, "generated": generated, "next_bound": min(beyond)}
    return {**counts, "checksum": f"{checksum:016x}"}


def iterations_up_to(
    certificate: Certificate, lower_bound: int, is_left_out: Callable[[bytes], bool] = lambda board: False
) -> list[dict[str, Any]]:
    """Iterations from the estimate of the start until they state this lower bound, or the next one is too large."""
    of = estimate(certificate["heuristic"], certificate["columns"], bytes(certificate["goal"]))
    reached, found = of(bytes(certificate["start"])), list[dict[str, Any]]()
    while reached < lower_bound and (made := iteration(certificate, reached, of, is_left_out)) is not None:
        found.append(made)
        reached = made["next_bound"]
    return found


def true_certificate(random: Random) -> Certificate:
    """A certificate whose statements are all true: of a solution, not always a shortest one, or of no solution."""
    rows, columns = random.choice(SHAPES)
    cells = rows * columns
    goal = list(range(cells))
    random.shuffle(goal)
    start = walked(goal, rows, columns, random.randrange(26), random)
    found = {"format": "taquin certificate", "version": 1, "rows": rows, "columns": columns}
    found |= {"start": start, "goal": goal, "status": "solved", "moves": "", "length": 0, "lower_bound": 0}
    found |= {"heuristic": random.choice(HEURISTICS), "iterations": [], "made_by": MADE_BY, "checksum": ""}
    other = found | {"start": random.sample(goal, cells)}
    if random.random() < 0.2 and distance(other) is None:
        return unsolvable(other, random)
    return claiming(found, distance(found) or 0, random, detours=random.choice([0, 0, 1]))


def walked(board: list[int], rows: int, columns: int, moves: int, random: Random) -> list[int]:
    """The board after random moves."""
    for _ in range(moves):
        board = list(random.choice([*exhaustive.neighbours(bytes(board), rows, columns)]))
    return board


def claiming(
    found: Certificate,
    lower_bound: int,
    random: Random,
    detours: int = 0,
    is_left_out: Callable[[bytes], bool] = lambda board: False,
) -> Certificate:
    """The claim of a solution that is shortest, with the iterations that state this lower bound, if they are small.

    It is false if the bound is above the true distance. The solution is as long as the bound where parity allows it.
    """
    iterations = iterations_up_to(found, lower_bound, is_left_out)
    stated = estimate(found["heuristic"], found["columns"], bytes(found["goal"]))(bytes(found["start"]))
    if iterations:
        stated = iterations[-1]["next_bound"]
    moves = shortest(found)
    if moves is None:
        moves = "".join(random.choices("UDLR", k=stated))
    while len(moves) < stated or detours > 0:
        moves, detours = back_and_forth(found) + moves, detours - 1
    return found | {"moves": moves, "length": len(moves), "lower_bound": stated, "iterations": iterations}


def back_and_forth(found: Certificate) -> str:
    """Two moves that change nothing."""
    row, column = divmod(found["start"].index(0), found["columns"])
    if found["columns"] > 1:
        return "LR" if column else "RL"
    return "UD" if row else "DU"


# What a forger does -------------------------------------------------------------------------------------------------


def past_the_goal(found: Certificate, random: Random) -> Certificate:
    """Iterations that contain the goal and say nothing of it."""
    return claiming(found, (distance(found) or 0) + random.randint(1, 6), random)


def without_the_goal(found: Certificate, random: Random) -> Certificate:
    """Iterations without the branches through the goal, or through another board of the solution."""
    moves = shortest(found) or ""
    board = exhaustive.replay(bytes(found["start"]), moves[: random.choice([1, 2, 3, 99])], found["columns"])
    return claiming(
        found, (distance(found) or 0) + random.randint(1, 6), random, is_left_out=lambda other: other == board
    )


def from_the_goal(found: Certificate, random: Random) -> Certificate:
    """The start is the goal, and a walk that returns is called shortest."""
    return claiming(found | {"start": found["goal"]}, random.randint(1, 12), random)


def truncated(found: Certificate, random: Random) -> Certificate:
    """Trees without some of their branches."""
    salt = random.randrange(2**32)
    lower_bound = (distance(found) or 0) + random.randint(0, 6)
    return claiming(found, lower_bound, random, is_left_out=lambda board: crc32(board, salt) % 4 == 0)


def other_boards(found: Certificate, random: Random) -> Certificate:
    """Another start or goal, or two tiles of one exchanged, or rows for columns."""
    name = random.choice(["start", "goal", "shape"])
    if name == "shape":
        return found | {"rows": found["columns"], "columns": found["rows"]}
    board = list(found[name])
    one, other = random.sample(range(len(board)), 2)
    board[one], board[other] = board[other], board[one]
    moved = walked(found[name], found["rows"], found["columns"], random.randint(1, 3), random)
    return found | {name: random.choice([board, moved, board[::-1], [*board, len(board)], board[1:] + board[1:2]])}


def other_heuristic(found: Certificate, random: Random) -> Certificate:
    """The iterations of another heuristic, or one that counts in another metric, or none that a checker knows."""
    return found | {"heuristic": random.choice([*HEURISTICS, "max", "walking_distance", "pdb", "euclidean", ""])}


def other_numbers(found: Certificate, random: Random) -> Certificate:
    """Length and lower bound, one or both, with and without the moves for it."""
    change = random.choice([-2, -1, 1, 2, 40])
    forged = found | {
        name: found[name] + change for name in random.choice([["length"], ["lower_bound"], ["length", "lower_bound"]])
    }
    if random.random() < 0.6:
        pairs = back_and_forth(found) * 20
        forged["moves"] = pairs[:change] + found["moves"] if change > 0 else found["moves"][-change:]
        forged["length"] = len(forged["moves"])
    return forged


def other_moves(found: Certificate, random: Random) -> Certificate:
    moves = list(found["moves"])
    for _ in range(random.randint(1, 2)):
        place = random.randint(0, len(moves))
        moves[place : place + random.randint(0, 1)] = random.choice(["", *"UDLRudlr0 é", "UD", "LR"])
    return found | {"moves": "".join(moves), "length": random.choice([found["length"], len(moves)])}


def other_iterations(found: Certificate, random: Random) -> Certificate:
    """Iterations left out, repeated, exchanged or cut off, with bounds that still follow each other."""
    iterations = deepcopy(found["iterations"])
    place = random.randint(0, len(iterations))
    match random.randrange(6):
        case 0:
            del iterations[place:]
        case 1:
            del iterations[:place]
        case 2:
            iterations[place:place] = deepcopy(iterations[:1])
        case 3:
            random.shuffle(iterations)
        case 4:
            of = estimate(found["heuristic"], found["columns"], bytes(found["goal"]))
            made = iteration(found, random.randrange(12), of)
            iterations[place:] = [] if made is None else [made]
        case 5:
            del iterations[place : place + 1]
            if 0 < place < len(iterations) + 1:
                iterations[place - 1]["next_bound"] = found["lower_bound"]
    if iterations and random.random() < 0.7:
        for this, after in pairwise(iterations):
            this["next_bound"] = after["bound"]
        found = found | {"lower_bound": iterations[-1]["next_bound"]}
    return found | {"iterations": iterations}


def other_counts(found: Certificate, random: Random) -> Certificate:
    """A number or a checksum of an iteration; with it the lower bound, or a length for which it is shortest."""
    iterations = deepcopy(found["iterations"])
    if not iterations:
        return found
    chosen = random.choice(iterations)
    name = random.choice([*chosen])
    if name == "checksum":
        chosen[name] = random.choice(["", "0" * 16, chosen[name].upper() + "0"])
        chosen["expanded"] += random.choice([0, 0, 100_001, 2**40])
    else:
        chosen[name] = max(0, chosen[name] + random.choice([-2, -1, 1, 2, 100_001, 2**52]))
    forged = found | {"iterations": iterations, "lower_bound": iterations[-1]["next_bound"]}
    while len(forged["moves"]) < min(forged["lower_bound"], 60):
        forged |= {"moves": back_and_forth(found) + forged["moves"], "length": forged["length"] + 2}
    return forged


def unsolvable(found: Certificate, random: Random) -> Certificate:
    """No solution, also where there is one."""
    return found | {"status": "unsolvable", "iterations": []} | dict.fromkeys(NULLS)


NULLS = ("moves", "length", "lower_bound", "heuristic")
WRONG: list[Any] = [
    *(None, True, -1, 0, 2, 1.0, 2**53, 2**70, 10**400, float("nan"), "", "x", "\ud800é", [], {}, [0], [[]], {"": 0}),
]


def other_field(found: Certificate, random: Random) -> Certificate:
    """A field of another value or type, one too many or one too few, anywhere."""
    forged = deepcopy(found)
    place = random.choice([forged, forged, forged["made_by"], *forged["iterations"]])
    name = random.choice([*place, "more"])
    if random.random() < 0.2:
        place.pop(name, None)
    elif isinstance(place.get(name), list) and place[name] and random.random() < 0.7:
        place[name][random.randrange(len(place[name]))] = random.choice(WRONG)
    else:
        place[name] = random.choice(WRONG)
    return forged


FORGERIES = [
    *(past_the_goal, without_the_goal, from_the_goal, truncated, other_boards, other_heuristic, other_numbers),
    *(other_moves, other_iterations, other_counts, unsolvable, other_field),
]


def forged_text(random: Random) -> str:
    """The text of a certificate that was forged in one to three ways, and mostly sealed again."""
    found = true_certificate(random)
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        try:
            found = random.choice(FORGERIES)(found, random)
        except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, MemoryError):
            continue  # the fields that this way needs are no longer there
    text = json.dumps(sealed(found) if random.random() < 0.97 else found)
    match random.randrange(40):
        case 0:
            return text[: random.randrange(len(text))]
        case 1:
            return text.replace(", ", random.choice([".0, ", "e0, ", ", , ", ", 0"]), 1)
        case 2:
            return text[:-1] + f', "length": {random.randrange(30)}' + "}"  # a name twice: the last one counts
    return text


# The judge ----------------------------------------------------------------------------------------------------------


def falsehood(text: str, *, is_complete: bool = True) -> str:
    """What is false in a certificate; empty if everything is true. A part leaves out the lower bound."""
    try:
        return _falsehood(json.loads(text), is_complete=is_complete)
    except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, RecursionError) as error:
        return f"not a certificate: {error!r}"


def _falsehood(found: Certificate, *, is_complete: bool) -> str:
    true_distance = distance(found)
    start, goal = bytes(found["start"]), bytes(found["goal"])
    if found["status"] == "unsolvable":
        return "" if true_distance is None else "there is a solution"
    if exhaustive.replay(start, found["moves"], found["columns"]) != goal or found["length"] != len(found["moves"]):
        return "the moves are no solution of this length"
    if not is_complete:
        return ""
    if true_distance is None or found["lower_bound"] > true_distance:
        return f"the lower bound is {found['lower_bound']}, and the distance {true_distance}"
    of = estimate(found["heuristic"], found["columns"], goal)
    for each in found["iterations"]:
        if iteration(found, each["bound"], of) != each:
            return f"the iteration with the bound {each['bound']} has another tree"
    return ""
