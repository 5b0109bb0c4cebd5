"""Questions on tree search against graph search: paths, duplicates, the closed list."""

from __future__ import annotations

from taquin.lessons.exercises.drafts import addition, choice, commas, distinct, listing, number, yes_no
from taquin.lessons.exercises.material import Draw, Forms, letters, moment, recorded
from taquin.lessons.exercises.question import Question
from taquin.puzzle.board import Board, one_line
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move
from taquin.puzzle.solution import Solution
from taquin.puzzle.words import plural

forms = Forms("graph")
_SHAPES = (Shape(2, 3), Shape(3, 3), Shape(3, 4))
_CIRCLE = (Move.RIGHT, Move.DOWN, Move.LEFT, Move.UP)


def _paths(board: Board, length: int, *, without_undo: bool) -> list[tuple[Move, ...]]:
    """Every sequence of legal moves of this length."""
    paths: list[tuple[tuple[Move, ...], Board]] = [((), board)]
    for _ in range(length):
        paths = [
            ((*path, move), here.play_unchecked(move))
            for path, here in paths
            for move in here.moves()
            if not (without_undo and path and move is path[-1].opposite)
        ]
    return [path for path, _ in paths]


@forms.on_board("paths", lambda rng: rng.shuffled(rng.choice(_SHAPES)))
def _all_paths(_: Draw, board: Board) -> Question:
    counts = [len(child.moves()) for child in board.neighbours()]
    return number(
        sum(counts),
        f"Add the legal moves of the {len(counts)} children: {addition(counts)}.",
        given={"depth": 2},
    )


@forms.on_board("no_undo", lambda rng: rng.shuffled(rng.choice(_SHAPES)))
def _no_undo(rng: Draw, board: Board) -> Question:
    length = rng.randrange(2, 4)
    count = len(_paths(board, length, without_undo=True))
    with_undo = len(_paths(board, length, without_undo=False))
    return number(
        count,
        f"Every node below the root has one child fewer than it has legal moves: {count} nodes, instead of {with_undo} "
        "if moves may be undone.",
        given={"depth": length},
    )


@forms.on_board("different", lambda rng: rng.shuffled(rng.choice(_SHAPES[:2])))
def _different(_: Draw, board: Board) -> Question:
    length = 3
    paths = _paths(board, length, without_undo=False)
    ends = {Solution(board, path).end for path in paths}
    return number(
        len(ends),
        f"There are {len(paths)} paths of {length} moves. A path that undoes a move ends where a shorter one ends, so "
        f"there are only {len(ends)} different boards.",
        given={"length": length},
    )


@forms.on_board("circle", lambda rng: rng.until(rng.shuffled, lambda board: board.blank == 0))
def _circle(rng: Draw, board: Board) -> Question:
    rounds = rng.randrange(1, 4)
    end = Solution(board, _CIRCLE * rounds).end
    moved = sum(one != other for one, other in zip(board, end, strict=True) if one)
    back = "Only three rounds (12 moves) bring all back." if moved else "Three rounds (12 moves) bring all back."
    return number(
        moved,
        "A round moves each of the three tiles in the square one place further. After "
        f"{plural(rounds, 'round')}, {moved} tiles are on another cell. {back}",
        given={
            "times": {1: "once", 2: "twice", 3: "three times"}[rounds],
            "again": "" if rounds == 1 else ", repeated",
        },
    )


@forms.on_board("same", Draw.shuffled)
def _same(rng: Draw, board: Board) -> Question:
    one = rng.random_moves(board, 4)
    if rng.random() < 0.5:
        back = rng.randrange(0, 4)
        before, after = one.moves[:back], one.moves[back:]
        detour = rng.choice(Solution(board, before).end.moves())
        other = Solution(board, (*before, detour, detour.opposite, *after))
    else:
        other = rng.random_moves(board, 6)
    return yes_no(
        one.end == other.end,
        f"{letters(one)} ends with {_short(one.end)}, {letters(other)} with {_short(other.end)}. ",
        yes="A graph search keeps one node for both paths.",
        no="They are two different states.",
        given={"one": letters(one), "other": letters(other)},
    )


def _short(board: Board) -> str:
    return "/".join("".join(map(str, row)) for row in board.rows())


@forms.add("known")
def _known(rng: Draw) -> Question:
    trace = rng.recorded_search("bfs", (3, 5), (8, 80))
    step = rng.randrange(2, 5)
    before = moment(trace, step, show="")
    following = before.open[0]
    board = trace.board(following)
    known = {trace.board(node.number) for node in before.tree}
    answer = [move.letter for move in board.moves() if board.play(move) in known]
    return listing(
        answer,
        f"Node {following} has the moves {letters(board.moves())}. Only {commas(answer)} leads to a board of the tree, "
        "that of its parent: two different paths meet only after more moves.",
        is_ordered=False,
        given={"node": following},
        tree=before.tree,
        names=("U", "D", "L", "R"),
    )


@forms.add("duplicates")
def _duplicates(rng: Draw) -> Question:
    trace = rng.recorded_search("bfs", (3, 5), (8, 80))
    step = rng.randrange(3, 6)
    shown = moment(trace, step, show="")
    legal = sum(len(trace.board(node).moves()) for node in shown.closed)
    generated = len(shown.tree) - 1
    return number(
        legal - generated,
        f"The {step} expanded nodes have {legal} legal moves in all, but the tree has only {generated} nodes besides "
        f"the root: {legal - generated} children were dropped.",
        given={"steps": step},
        tree=shown.tree,
    )


@forms.add("closed")
def _closed(rng: Draw) -> Question:
    trace = rng.recorded_search("astar(manhattan)", (4, 9), (7, 14))
    step = rng.randrange(3, min(5, trace.fold().expanded) + 1)
    shown = moment(trace, step, show="gh")
    return listing(
        shown.closed,
        f"The closed list has the expanded nodes: {commas(sorted(shown.closed))}. The others are in the frontier.",
        is_ordered=False,
        tree=shown.tree,
    )


@forms.on_board("detour", Draw.shuffled, "start")
def _detour(rng: Draw, board: Board) -> Question:
    path = list(rng.random_moves(board, rng.randrange(3, 5)))
    place = rng.randrange(0, len(path) + 1)
    extra = rng.choice(Solution(board, path[:place]).end.moves())
    long = [*path[:place], extra, extra.opposite, *path[place:]]
    return number(
        len(path),
        f"{extra.opposite.letter} undoes {extra.letter}. Without these two moves, {letters(path)} remains: "
        f"g = {len(path)}, and no path is shorter.",
        given={"moves": letters(long)},
    )


@forms.add("growth")
def _growth(rng: Draw) -> Question:
    factor, depth = rng.randrange(2, 4), rng.randrange(4, 8)
    levels = [factor**level for level in range(depth + 1)]
    return number(
        sum(levels),
        f"{' + '.join(map(str, levels))} = {sum(levels):,}.",
        given={"factor": factor, "depth": depth},
    )


@forms.add("memory")
def _memory(rng: Draw) -> Question:
    board = rng.near(6, 9)
    stored = recorded(board, "bfs").fold().generated + 1
    depth = rng.randrange(5, 20)
    right = str(depth + 1)
    return choice(
        right,
        distinct(right, (depth, depth + 2, 2 * depth, stored), 3),
        f"The root and one node for each of the {depth} moves: {right}. For comparison: a breadth-first graph search "
        f"of the board {one_line(board)} stores {stored:,} nodes at the end.",
        given={"depth": depth},
    )
