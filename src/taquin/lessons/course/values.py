"""The values that the texts of the units name: boards, runs and tables, so that no number in a text is typed.

One function for each unit; it returns a value for every ``{name}`` in the unit's file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from math import factorial, perm
from random import Random
from statistics import mean, median

from taquin.analysis.random_boards import board_of_depth
from taquin.heuristics.gaschnig import Gaschnig
from taquin.heuristics.linear_conflict import LinearConflict
from taquin.heuristics.manhattan import Manhattan, Misplaced
from taquin.heuristics.pattern_database import PatternDatabases
from taquin.puzzle.board import Board
from taquin.puzzle.goals import make_goal
from taquin.puzzle.problem import Problem
from taquin.puzzle.words import size_text
from taquin.render.text.layout import side_by_side
from taquin.run.definitions import counter
from taquin.run.result import Result
from taquin.solving.solver import solve
from taquin.solving.spaces import search
from taquin.tables.distances import distance_table

Values = Mapping[str, object]
_GOAL = make_goal("standard")


class Boards:
    """Boards with labels. As text they are side by side and indented: a paragraph that keeps its lines."""

    def __init__(self, *boards: tuple[str, Board]) -> None:
        self.boards = boards

    def __str__(self) -> str:
        shown = [(label, str(board).replace("0", "·")) for label, board in self.boards]
        return _indented(side_by_side(shown).splitlines())


def _indented(lines: list[str]) -> str:
    return "\n".join(f"    {line}" for line in lines)


@cache
def _run(board: Board, method: str) -> Result:
    """The result of a search; both backends have the same counters."""
    return solve(board, algorithm=method)


def _expanded(board: Board, method: str) -> int:
    return _run(board, method).stats.expanded


def _space() -> Values:
    start, swapped = Board("1 2 3 / 4 0 5 / 7 8 6"), Board("1 2 3 / 4 5 6 / 8 7 0")
    table = distance_table(_GOAL)
    return {
        "boards": Boards(("start", start), ("after Up", start.play("U")), ("after Right", start.play("R"))),
        "legal": len(start.moves()),
        "inversions": Problem(start).solvability.start.inversions,
        "swapped": Boards(("two tiles swapped", swapped), ("goal", _GOAL)),
        "swapped_inversions": Problem(swapped).solvability.start.inversions,
        "all": f"{factorial(9):,}",
        "reachable": f"{len(table):,}",
        "radius": table.radius,
        "mean": f"{table.mean:.1f}",
        "hardest": table.count_at(table.radius),
    }


def _graph() -> Values:
    start, deepest = Board("1 2 3 / 4 0 5 / 7 8 6"), 12
    paths: list[tuple[Board, ...]] = [(start,)]  # the last boards, without undoing the last move
    rows, total = ["depth   nodes different"], 1
    for depth in range(1, deepest + 1):
        paths = [(path[-1], child) for path in paths for child in path[-1].neighbours() if child not in path]
        total += len(paths)
        if depth % 2 == 0:
            rows.append(f"{depth:5} {len(paths):7,} {len({path[-1] for path in paths}):9,}")
    known, layer = {start}, {start}
    for _ in range(deepest):
        layer = {child for board in layer for child in board.neighbours()} - known
        known |= layer
    return {
        "boards": Boards(("start", start)),
        "table": _indented(rows),
        "nodes": f"{total:,}",
        "depth": deepest,
        "large": f"{factorial(16) // 2:,}",
        "known": f"{len(known):,}",
    }


def _blind() -> Values:
    board, small = Board("1 3 5 / 4 2 0 / 7 8 6"), Board("2 3 5 / 0 1 4")
    bfs, iddfs = _run(board, "bfs"), _run(board, "iddfs")
    return {
        "boards": Boards(("board", board), ("2×3", small)),
        "distance": distance_table(_GOAL).distance(board),
        "bfs": bfs.stats.expanded,
        "bfs_stored": bfs.stats.max_stored,
        "iddfs": f"{iddfs.stats.expanded:,}",
        "iddfs_stored": iddfs.stats.max_stored,
        "iterations": len(iddfs.iterations),
        "both": _expanded(board, "bidirectional"),
        "small": _run(small, "bfs").length,
        "deep": _run(small, "dfs").length,
    }


_EDGES = {"S": {"A": 2, "B": 7}, "A": {"B": 3, "C": 8}, "B": {"C": 1, "G": 9}, "C": {"G": 4}, "G": {}}


class _Map:
    """The small graph of the unit on uniform-cost search, as a state space with costs."""

    start = "S"

    def is_goal(self, state: str) -> bool:
        return state == "G"

    def successors(self, state: str) -> list[tuple[int, str]]:
        return list(enumerate(_EDGES[state]))

    def cost(self, state: str, move: int, child: str) -> float:
        return _EDGES[state][child]


def _cost() -> Values:
    board = Board("0 2 3 / 1 4 6 / 7 5 8")
    result = search(_Map(), "ucs")
    assert result.states is not None
    edges = [f"{start} → {end}  {cost}" for start, ends in _EDGES.items() for end, cost in ends.items()]
    return {
        "edges": _indented(edges),
        "path": " → ".join(result.states),
        "cost": f"{result.cost:g}",
        "short_cost": _EDGES["S"]["B"] + _EDGES["B"]["G"],
        "boards": Boards(("board", board)),
        "bfs": _expanded(board, "bfs"),
        "ucs": _expanded(board, "ucs"),
    }


def _heuristics() -> Values:
    board = Board("1 8 2 / 4 6 3 / 7 5 0")
    return {
        "boards": Boards(("board", board), ("goal", _GOAL)),
        "misplaced": f"{Misplaced(_GOAL)(board.state):g}",
        "manhattan": f"{Manhattan(_GOAL)(board.state):g}",
        "gaschnig": f"{Gaschnig(_GOAL)(board.state):g}",
        "conflict": f"{LinearConflict(_GOAL)(board.state):g}",
        "distance": distance_table(_GOAL).distance(board),
        "after": f"{Manhattan(_GOAL)(board.play('U').state):g}",
        "expanded_misplaced": _expanded(board, "astar(misplaced)"),
        "expanded_manhattan": _expanded(board, "astar(manhattan)"),
        "expanded_conflict": _expanded(board, "astar(linear_conflict)"),
    }


def _astar() -> Values:
    board = Board("1 5 6 / 3 0 8 / 4 7 2")
    methods = {
        "ucs": "ucs",
        "astar": "astar(manhattan)",
        "low_h": "astar(manhattan, tie_break=low_h)",
        "greedy": "greedy(manhattan)",
        "weighted": "wastar(manhattan, weight=3)",
    }
    runs = {name: _run(board, method) for name, method in methods.items()}
    return {
        "boards": Boards(("board", board)),
        **{name: f"{run.stats.expanded:,}" for name, run in runs.items()},
        "length": runs["astar"].length,
        "greedy_length": runs["greedy"].length,
        "weighted_length": runs["weighted"].length,
    }


def _memory() -> Values:
    board, hard = Board("8 1 3 / 4 0 2 / 7 6 5"), Board("8 6 7 / 2 5 4 / 3 0 1")
    ida, astar = _run(board, "ida_star(manhattan)"), _run(board, "astar(manhattan)")
    rows = [f"{iteration.bound:5.0f} {iteration.expanded:9,} {iteration.generated:10,}" for iteration in ida.iterations]
    return {
        "boards": Boards(("board", board), ("31 moves", hard)),
        "iterations": _indented(["bound  expanded  generated", *rows]),
        "astar": astar.stats.expanded,
        "astar_stored": astar.stats.max_stored,
        "ida_stored": ida.stats.max_stored,
        "hard_astar": f"{_run(hard, 'astar(linear_conflict)').stats.max_stored:,}",
        "hard_ida": _run(hard, "ida_star(linear_conflict)").stats.max_stored,
    }


def _local() -> Values:
    start, beam_start, depth = Board("2 7 3 / 8 1 4 / 6 0 5"), Board("2 3 0 / 5 4 6 / 1 7 8"), 12
    climb = _run(start, "hill_climbing(manhattan)").partial_path
    assert climb is not None
    table, manhattan = distance_table(_GOAL), Manhattan(_GOAL)
    return {
        "boards": Boards(("start", start), ("stuck", climb.end)),
        "first": f"{manhattan(start.state):g}",
        "last": f"{manhattan(climb.end.state):g}",
        "steps": climb.length,
        "distance": table.distance(start),
        "share": f"{_share_of_local_optima(depth):.0%}",
        "depth": depth,
        "beam": _run(beam_start, "beam(manhattan, width=3)").length,
        "beam_distance": table.distance(beam_start),
    }


def _share_of_local_optima(depth: int) -> float:
    """Of all boards at a distance, those on which no move lowers h."""
    manhattan = Manhattan(_GOAL)
    stuck = 0
    states = distance_table(_GOAL).states_at(depth)
    for state in states:
        h, board = manhattan(state), Board.from_state(state, _GOAL.shape)
        stuck += all(manhattan(neighbour.state) > h for neighbour in board.neighbours())
    return stuck / len(states)


def _databases() -> Values:
    board = Board("1 3 6 / 4 5 8 / 0 2 7")
    return {
        "boards": Boards(("board", board), ("goal", _GOAL)),
        "manhattan": f"{Manhattan(_GOAL)(board.state):g}",
        "pdb": f"{PatternDatabases(_GOAL)(board.state):g}",
        "distance": distance_table(_GOAL).distance(board),
        "expanded_manhattan": _expanded(board, "astar(manhattan)"),
        "expanded_pdb": _expanded(board, "astar(pdb)"),
        "entries": f"{perm(16, 5):,}",
        "size": size_text(3 * perm(16, 5)),
        "large": size_text(perm(16, 7) + perm(16, 8)),
    }


def _measuring() -> Values:
    count, rng = 9, Random(7)
    rows = ["depth  misplaced  Manhattan"]
    misplaced: list[int] = []
    for depth in (8, 12, 16):
        boards = [board_of_depth(_GOAL, depth, rng=rng) for _ in range(count)]
        one, other = ([_expanded(board, f"astar({h})") for board in boards] for h in ("misplaced", "manhattan"))
        rows.append(f"{depth:5} {median(one):10,.0f} {median(other):10,.0f}")
        misplaced += one
    return {
        "expanded": _lower_first(counter("expanded").summary),
        "generated": _lower_first(counter("generated").summary),
        "table": _indented(rows),
        "boards": count,
        "all": len(misplaced),
        "mean": f"{mean(misplaced):,.0f}",
        "median": f"{median(misplaced):,.0f}",
    }


def _lower_first(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


VALUES: dict[str, Callable[[], Values]] = {
    "space": _space,
    "graph": _graph,
    "blind": _blind,
    "cost": _cost,
    "heuristics": _heuristics,
    "astar": _astar,
    "memory": _memory,
    "local": _local,
    "databases": _databases,
    "measuring": _measuring,
}
"""The units in the order of teaching, each with the function that computes its values."""
