"""Questions on local search: hill climbing, LRTA*, simulated annealing, beam search."""

from __future__ import annotations

from math import exp

from taquin.lessons.exercises.drafts import choice, commas, listing, moves, number, rounded, yes_no
from taquin.lessons.exercises.material import (
    GOAL,
    Draw,
    Forms,
    h_after_moves,
    letters,
    lowering_moves,
    manhattan,
    with_goal,
)
from taquin.lessons.exercises.question import Question, Table
from taquin.puzzle.board import Board
from taquin.puzzle.moves import Move
from taquin.puzzle.solution import Solution
from taquin.puzzle.words import plural

forms = Forms("local")
_PLACES = ("a local optimum", "a plateau", "a slope")


def _here(board: Board) -> str:
    """Manhattan distance of a board and of its neighbours, for an explanation."""
    return f"h is {manhattan(board)} here; after each move: {h_after_moves(board)}."


def _climb(board: Board) -> list[Move]:
    """Steepest descent. Every slide changes h by 1, so the first move that lowers h leads to the least h."""
    path: list[Move] = []
    while better := lowering_moves(board):
        path.append(better[0])
        board = board.play_unchecked(better[0])
    return path


def _climbing(rng: Draw, least: int) -> tuple[Board, list[Move]]:
    """A board from which a climb makes from ``least`` to 6 moves, and these moves."""
    board = rng.near_where(6, 20, lambda board: least <= len(_climb(board)) <= 6)
    return board, _climb(board)


@forms.add("best_neighbour")
def _best_neighbour(rng: Draw) -> Question:
    board = rng.near_where(5, 20, lambda board: len(lowering_moves(board)) == 1)
    return moves(letters(lowering_moves(board)), _here(board), boards=with_goal(board))


def _maybe_stuck(rng: Draw) -> Board:
    """A local optimum half of the time."""
    return rng.near_where(6, 20, lambda board: (not lowering_moves(board)) == (rng.random() < 0.5))


@forms.with_goal("is_stuck", _maybe_stuck)
def _is_stuck(_: Draw, board: Board) -> Question:
    return yes_no(
        not lowering_moves(board),
        f"{_here(board)} ",
        yes="No neighbour has a lower h: a local optimum.",
        no="A neighbour has a lower h.",
    )


@forms.with_goal("better", lambda rng: rng.near(5, 22))
def _better(_: Draw, board: Board) -> Question:
    count = len(lowering_moves(board))
    return number(count, f"{_here(board)} {count} of these {'is' if count == 1 else 'are'} smaller.")


@forms.add("climb")
def _climb_moves(rng: Draw) -> Question:
    board, path = _climbing(rng, 2)
    text = letters(path)
    end = Solution(board, path).end
    return moves(
        text,
        f"h falls from {manhattan(board)} to {manhattan(end)} by {text}; "
        + ("that is the goal." if end == GOAL else f"there every neighbour is worse ({h_after_moves(end)})."),
        boards=with_goal(board),
    )


@forms.add("climb_end")
def _climb_end(rng: Draw) -> Question:
    board, path = _climbing(rng, 1)
    end = Solution(board, path).end
    return number(
        manhattan(end),
        f"It makes {plural(len(path), 'move')}, and each lowers h by 1: {manhattan(board)} - {len(path)} = "
        f"{manhattan(end)}.",
        boards=with_goal(board),
    )


@forms.add("first_choice")
def _first_choice(rng: Draw) -> Question:
    board = rng.near_where(6, 20, lambda board: len(lowering_moves(board)) > 1)
    first = lowering_moves(board)[0]
    return moves(first.letter, f"{_here(board)} The first move that lowers h is {first.word}.", boards=with_goal(board))


@forms.with_goal("learned_h", _maybe_stuck)
def _learned_h(_: Draw, board: Board) -> Question:
    h = manhattan(board)
    value = 1 + min(manhattan(neighbour) for neighbour in board.neighbours())
    return number(
        value,
        f"{_here(board)} The best neighbour gives 1 + {value - 1} = {value}: "
        + (f"h rises from {h} to {value}." if value > h else f"h stays {h}."),
    )


def _learning_walk(board: Board, count: int) -> tuple[list[Move], list[str]]:
    """The first moves of LRTA*, and a text about each."""
    learned: dict[Board, int] = {}
    path: list[Move] = []
    texts = []
    for _ in range(count):
        following = {move: board.play_unchecked(move) for move in board.moves()}
        values = {move: learned.get(neighbour, manhattan(neighbour)) for move, neighbour in following.items()}
        move = min(values, key=lambda move: values[move])
        learned[board] = max(learned.get(board, manhattan(board)), 1 + values[move])
        texts.append(
            f"{commas(f'{move.word} {value}' for move, value in values.items())}: it goes {move.word}, and h of the "
            f"board that it leaves is now {learned[board]}"
        )
        path.append(move)
        board = following[move]
    return path, texts


@forms.add("learning_walk")
def _learning_moves(rng: Draw) -> Question:
    """Without learning, the walk would go back and forth between this board and a neighbour."""

    def suits(board: Board) -> bool:
        first = _learning_walk(board, 1)[0][0]
        return not lowering_moves(board) and lowering_moves(board.play_unchecked(first))[0] is first.opposite

    board = rng.near_where(8, 20, suits)
    path, texts = _learning_walk(board, 3)
    return moves(
        letters(path),
        f"h is {manhattan(board)} at the start. h after each move: {'; then '.join(texts)}.",
        boards=with_goal(board),
    )


@forms.add("place")
def _place(rng: Draw) -> Question:
    h = rng.randrange(5, 12)
    kind = rng.choice(_PLACES)
    values = [h + rng.randrange(1, 3) for _ in range(3)]
    if kind == "a plateau":
        values[rng.randrange(3)] = h
    if kind == "a slope":
        values[rng.randrange(3)] = h - 1
    return choice(
        kind,
        _PLACES,
        f"The best neighbour has h = {min(values)}, against {h} here: {kind}. Sideways moves help only on a plateau.",
        given={"h": h, "values": commas(values)},
    )


@forms.add("probability")
def _probability(rng: Draw) -> Question:
    rise, temperature = rng.randrange(1, 4), rng.choice((0.5, 1, 2, 3, 4))
    chance = exp(-rise / temperature)
    return rounded(
        chance,
        f"exp(-{rise} / {temperature:g}) = {chance:.2f}.",
        given={"temperature": temperature, "rise": rise},
    )


@forms.add("accept")
def _accept(rng: Draw) -> Question:
    while True:
        rise, temperature, drawn = rng.randrange(-1, 4), rng.choice((0.5, 1, 2, 4)), rng.randrange(5, 96) / 100
        chance = 1.0 if rise <= 0 else exp(-rise / temperature)
        if abs(chance - drawn) > 0.03:
            break
    words = f"larger by {rise}" if rise > 0 else "the same" if rise == 0 else f"smaller by {-rise}"
    return yes_no(
        drawn < chance,
        (
            f"A neighbour that is not worse is always taken: probability {chance:g}."
            if rise <= 0
            else f"exp(-{rise} / {temperature:g}) = {chance:.2f}, and {drawn:.2f} is "
            f"{'less' if drawn < chance else 'not less'}."
        ),
        given={"temperature": temperature, "words": words, "drawn": drawn},
    )


@forms.add("cooling")
def _cooling(rng: Draw) -> Question:
    start, factor, trials = rng.choice((2, 4, 8, 10)), rng.choice((0.5, 0.8, 0.9)), rng.randrange(2, 5)
    value = start * factor**trials
    return rounded(
        value,
        f"{start} · {factor}^{trials} = {value:.2f}.",
        given={"start": start, "factor": factor, "trials": trials},
    )


@forms.add("restarts")
def _restarts(rng: Draw) -> Question:
    chance, tries = rng.choice((0.1, 0.14, 0.2, 0.3)), rng.randrange(3, 9)
    value = 1 - (1 - chance) ** tries
    return rounded(
        value,
        f"All fail with probability (1 - {chance})^{tries} = {1 - value:.2f}; so 1 - {1 - value:.2f} = {value:.2f}.",
        given={"chance": chance, "tries": tries},
    )


def _layer(rng: Draw, count: int) -> list[tuple[int, int]]:
    """Nodes of a layer with different h."""
    values = list(range(4, 18))
    rng.shuffle(values)
    first = rng.randrange(5, 20)
    return [(first + place, values[place]) for place in range(count)]


@forms.add("beam")
def _beam(rng: Draw) -> Question:
    nodes, width = _layer(rng, 7), rng.randrange(2, 5)
    kept = sorted(nodes, key=lambda node: node[1])[:width]
    return listing(
        [node for node, _ in kept],
        f"The {width} nodes with the least h: {commas(f'{node} (h = {h})' for node, h in kept)}.",
        is_ordered=False,
        given={"width": width},
        table=Table.from_values(("node", "h"), nodes),
    )


@forms.add("beam_lost")
def _beam_lost(rng: Draw) -> Question:
    nodes, width = _layer(rng, 6), rng.randrange(2, 5)
    kept = [node for node, _ in sorted(nodes, key=lambda node: node[1])[:width]]
    on_path = rng.choice(nodes)[0]
    return yes_no(
        on_path in kept,
        f"It keeps {commas(kept)}. Node {on_path} is {'among them' if on_path in kept else 'deleted'}.",
        given={"width": width, "node": on_path},
        table=Table.from_values(("node", "h"), nodes),
    )


@forms.add("beam_size")
def _beam_size(rng: Draw) -> Question:
    width, children, depth = rng.choice((2, 5, 10, 100)), rng.randrange(2, 4), rng.randrange(5, 30)
    return number(
        width * children * depth,
        f"{width} · {children} = {width * children} in each layer, {width * children * depth:,} in {depth} layers. "
        "The number grows linearly with the depth, not exponentially.",
        given={"width": width, "children": children, "depth": depth},
    )
