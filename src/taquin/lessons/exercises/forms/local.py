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
_CLIMBING = (
    "Hill climbing goes to the neighbour with the least Manhattan distance as long as that lowers h; among equals "
    "it takes the first in the order Up, Down, Left, Right."
)
_LEARNING = (
    "LRTA* with lookahead 1 and Manhattan distance starts on this board. It goes to the neighbour with the least h; "
    "among equals it takes the first in the order Up, Down, Left, Right. The board that it leaves gets h = 1 + the h "
    "of that neighbour, if this is larger than its own."
)
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


@forms.add("best_neighbour", "The best neighbour")
def _best_neighbour(rng: Draw) -> Question:
    board = rng.near_where(5, 20, lambda board: len(lowering_moves(board)) == 1)
    return moves(
        "Hill climbing goes to the neighbour with the least Manhattan distance. Which move does it make here?",
        letters(lowering_moves(board)),
        _here(board),
        hint="For each move, ask whether the tile that slides comes nearer to its goal cell.",
        boards=with_goal(board),
    )


def _maybe_stuck(rng: Draw) -> Board:
    """A local optimum half of the time."""
    return rng.near_where(6, 20, lambda board: (not lowering_moves(board)) == (rng.random() < 0.5))


@forms.with_goal("is_stuck", "Is hill climbing stuck", _maybe_stuck)
def _is_stuck(_: Draw, board: Board) -> Question:
    return yes_no(
        "Hill climbing with Manhattan distance takes only moves that lower h. Is it stuck on this board?",
        not lowering_moves(board),
        f"{_here(board)} ",
        yes="No neighbour has a lower h: a local optimum.",
        no="A neighbour has a lower h.",
    )


@forms.with_goal("better", "How many neighbours are better", lambda rng: rng.near(5, 22))
def _better(_: Draw, board: Board) -> Question:
    count = len(lowering_moves(board))
    return number(
        "How many neighbours of this board have a smaller Manhattan distance?",
        count,
        f"{_here(board)} {count} of these {'is' if count == 1 else 'are'} smaller.",
        hint="Work out h after each legal move, and count the smaller ones.",
    )


@forms.add("climb", "The moves of a climb")
def _climb_moves(rng: Draw) -> Question:
    board, path = _climbing(rng, 2)
    text = letters(path)
    end = Solution(board, path).end
    return moves(
        f"{_CLIMBING} Which moves does it make until it stops?",
        text,
        f"h falls from {manhattan(board)} to {manhattan(end)} by {text}; "
        + ("that is the goal." if end == GOAL else f"there every neighbour is worse ({h_after_moves(end)})."),
        hint="After each move, compare h of all neighbours again; stop when none is smaller.",
        boards=with_goal(board),
    )


@forms.add("climb_end", "Where a climb ends")
def _climb_end(rng: Draw) -> Question:
    board, path = _climbing(rng, 1)
    end = Solution(board, path).end
    return number(
        f"{_CLIMBING} What is h of the board where it stops?",
        manhattan(end),
        f"It makes {plural(len(path), 'move')}, and each lowers h by 1: {manhattan(board)} - {len(path)} = "
        f"{manhattan(end)}.",
        hint="Play the climb move by move; each move lowers h by 1.",
        boards=with_goal(board),
    )


@forms.add("first_choice", "First choice instead of best choice")
def _first_choice(rng: Draw) -> Question:
    board = rng.near_where(6, 20, lambda board: len(lowering_moves(board)) > 1)
    first = lowering_moves(board)[0]
    return moves(
        "First-choice hill climbing takes the first move in the order Up, Down, Left, Right that lowers Manhattan "
        "distance. Which move does it make?",
        first.letter,
        f"{_here(board)} The first move that lowers h is {first.word}.",
        hint="Go through Up, Down, Left, Right, and stop at the first that lowers h.",
        boards=with_goal(board),
    )


@forms.with_goal("learned_h", "What LRTA* learns", _maybe_stuck)
def _learned_h(_: Draw, board: Board) -> Question:
    h = manhattan(board)
    value = 1 + min(manhattan(neighbour) for neighbour in board.neighbours())
    return number(
        f"{_LEARNING} What is h of this board after the first move?",
        value,
        f"{_here(board)} The best neighbour gives 1 + {value - 1} = {value}: "
        + (f"h rises from {h} to {value}." if value > h else f"h stays {h}."),
        hint="Work out h after each legal move, and add 1 to the least.",
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


@forms.add("learning_walk", "The first moves of LRTA*")
def _learning_moves(rng: Draw) -> Question:
    """Without learning, the walk would go back and forth between this board and a neighbour."""

    def suits(board: Board) -> bool:
        first = _learning_walk(board, 1)[0][0]
        return not lowering_moves(board) and lowering_moves(board.play_unchecked(first))[0] is first.opposite

    board = rng.near_where(8, 20, suits)
    path, texts = _learning_walk(board, 3)
    return moves(
        f"{_LEARNING} Which 3 moves does it make first?",
        letters(path),
        f"h is {manhattan(board)} at the start. h after each move: {'; then '.join(texts)}.",
        hint="Note h of each board when you leave it: that value counts when it is a neighbour again.",
        boards=with_goal(board),
    )


@forms.add("place", "Optimum, plateau or slope")
def _place(rng: Draw) -> Question:
    h = rng.randrange(5, 12)
    kind = rng.choice(_PLACES)
    values = [h + rng.randrange(1, 3) for _ in range(3)]
    if kind == "a plateau":
        values[rng.randrange(3)] = h
    if kind == "a slope":
        values[rng.randrange(3)] = h - 1
    return choice(
        "A board has h = {h}, and its neighbours have h = {values}. Is it a slope (a neighbour is better), a plateau "
        "(the best neighbour is equally good) or a local optimum (all neighbours are worse)?",
        kind,
        _PLACES,
        f"The best neighbour has h = {min(values)}, against {h} here: {kind}. Sideways moves help only on a plateau.",
        hint="Compare the least h of the neighbours with h here.",
        given={"h": h, "values": commas(values)},
    )


@forms.add("probability", "The probability of a worse move")
def _probability(rng: Draw) -> Question:
    rise, temperature = rng.randrange(1, 4), rng.choice((0.5, 1, 2, 3, 4))
    chance = exp(-rise / temperature)
    return rounded(
        "Simulated annealing at the temperature {temperature} has chosen a neighbour whose h is larger by {rise}. What "
        "is the probability that it goes there?",
        chance,
        f"exp(-{rise} / {temperature:g}) = {chance:.2f}.",
        hint="The probability is exp(-rise / temperature).",
        given={"temperature": temperature, "rise": rise},
    )


@forms.add("accept", "Accepted or not")
def _accept(rng: Draw) -> Question:
    while True:
        rise, temperature, drawn = rng.randrange(-1, 4), rng.choice((0.5, 1, 2, 4)), rng.randrange(5, 96) / 100
        chance = 1.0 if rise <= 0 else exp(-rise / temperature)
        if abs(chance - drawn) > 0.03:
            break
    words = f"larger by {rise}" if rise > 0 else "the same" if rise == 0 else f"smaller by {-rise}"
    return yes_no(
        "Simulated annealing at the temperature {temperature} has chosen a neighbour whose h is {words}. It draws the "
        "random number {drawn} between 0 and 1, and goes there if it is less than the probability. Does it go there?",
        drawn < chance,
        (
            f"A neighbour that is not worse is always taken: probability {chance:g}."
            if rise <= 0
            else f"exp(-{rise} / {temperature:g}) = {chance:.2f}, and {drawn:.2f} is "
            f"{'less' if drawn < chance else 'not less'}."
        ),
        given={"temperature": temperature, "words": words, "drawn": drawn},
    )


@forms.add("cooling", "A cooling schedule")
def _cooling(rng: Draw) -> Question:
    start, factor, trials = rng.choice((2, 4, 8, 10)), rng.choice((0.5, 0.8, 0.9)), rng.randrange(2, 5)
    value = start * factor**trials
    return rounded(
        "The temperature starts at {start} and is multiplied by {factor} after every trial. What is it after {trials} "
        "trials?",
        value,
        f"{start} · {factor}^{trials} = {value:.2f}.",
        hint="Multiply by the factor once for each trial.",
        given={"start": start, "factor": factor, "trials": trials},
    )


@forms.add("restarts", "The benefit of restarts")
def _restarts(rng: Draw) -> Question:
    chance, tries = rng.choice((0.1, 0.14, 0.2, 0.3)), rng.randrange(3, 9)
    value = 1 - (1 - chance) ** tries
    return rounded(
        "One climb reaches the goal with probability {chance}. What is the probability that at least one of "
        "{tries} independent climbs reaches it?",
        value,
        f"All fail with probability (1 - {chance})^{tries} = {1 - value:.2f}; so 1 - {1 - value:.2f} = {value:.2f}.",
        hint="Work out the probability that all climbs fail, and subtract it from 1.",
        given={"chance": chance, "tries": tries},
    )


def _layer(rng: Draw, count: int) -> list[tuple[int, int]]:
    """Nodes of a layer with different h."""
    values = list(range(4, 18))
    rng.shuffle(values)
    first = rng.randrange(5, 20)
    return [(first + place, values[place]) for place in range(count)]


@forms.add("beam", "Which nodes a beam keeps")
def _beam(rng: Draw) -> Question:
    nodes, width = _layer(rng, 7), rng.randrange(2, 5)
    kept = sorted(nodes, key=lambda node: node[1])[:width]
    return listing(
        "Beam search of width {width} has generated this layer. Which nodes does it keep?",
        [node for node, _ in kept],
        f"The {width} nodes with the least h: {commas(f'{node} (h = {h})' for node, h in kept)}.",
        hint="Order the nodes by h, and keep as many as the width says.",
        is_ordered=False,
        given={"width": width},
        table=Table.from_values(("node", "h"), nodes),
    )


@forms.add("beam_lost", "Does the beam lose the shortest solution")
def _beam_lost(rng: Draw) -> Question:
    nodes, width = _layer(rng, 6), rng.randrange(2, 5)
    kept = [node for node, _ in sorted(nodes, key=lambda node: node[1])[:width]]
    on_path = rng.choice(nodes)[0]
    return yes_no(
        "Beam search of width {width} has generated this layer. Only node {node} is on a shortest solution. Can the "
        "beam still find a solution of that length?",
        on_path in kept,
        f"It keeps {commas(kept)}. Node {on_path} is {'among them' if on_path in kept else 'deleted'}.",
        given={"width": width, "node": on_path},
        table=Table.from_values(("node", "h"), nodes),
    )


@forms.add("beam_size", "How many nodes a beam makes")
def _beam_size(rng: Draw) -> Question:
    width, children, depth = rng.choice((2, 5, 10, 100)), rng.randrange(2, 4), rng.randrange(5, 30)
    return number(
        "A beam of width {width} is full in every layer, and every node has {children} new children. How many "
        "nodes does it generate in {depth} layers?",
        width * children * depth,
        f"{width} · {children} = {width * children} in each layer, {width * children * depth:,} in {depth} layers. "
        "The number grows linearly with the depth, not exponentially.",
        hint="Multiply the width by the children of a node, and that by the number of layers.",
        given={"width": width, "children": children, "depth": depth},
    )
