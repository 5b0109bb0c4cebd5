"""The sentences of the game: what a hint, a grade, a result and the records say."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from taquin.analysis.grading import Judgement, Verdict
from taquin.analysis.hints import Hint
from taquin.puzzle.board import Board
from taquin.puzzle.moves import Move
from taquin.puzzle.slides import Metric
from taquin.puzzle.words import plural
from taquin.render.text.layout import aligned
from taquin.tui.records import AVERAGES, Best, Record, bests, streak

_LAST_GAMES = 20  # in the list of results
ARROWS = {Move.UP: "↓", Move.DOWN: "↑", Move.LEFT: "→", Move.RIGHT: "←"}
"""The key that plays a move: the direction in which the tile slides."""


def clock(hundredths: int) -> str:
    """A time in hundredths of a second.

    >>> clock(6590), clock(370_000)
    ('1:05.90', '1:01:40.00')
    """
    seconds, rest = divmod(hundredths, 100)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour}:{minute:02}:{second:02}.{rest:02}" if hour else f"{minute}:{second:02}.{rest:02}"


def hint_count(hint: Hint) -> str:
    """The first step of a hint: how many moves are left."""
    if hint.left is None:
        return f"No hint: {hint.result.reason}."
    if hint.is_proven:
        return f"{hint.result.metric.amount(hint.left)} left. Press h again to see the next one."
    amount = hint.result.metric.amount(hint.left)
    return (
        f"The best solution found has {amount}; every solution has at least {hint.lower_bound:,}. "
        f"Press h again to see its next {hint.result.metric.noun}."
    )


def hint_move(board: Board, hint: Hint) -> str:
    """The second step: the move.

    >>> from taquin.analysis.hints import hint
    >>> board = Board("1 2 3 / 4 0 5 / 7 8 6")
    >>> hint_move(board, hint(board))
    'Slide tile 5 left: press ←.'
    """
    first, *others = hint.slides
    key = ARROWS[first.move] if first.tiles == 1 else f"{ARROWS[first.move]} {first.tiles} times, or click the last one"
    text = f"Slide {first.name_on(board)} {first.move.opposite.word.lower()}: press {key}."
    if others:
        text += f" Equally good: {' or '.join(slide.name_on(board) for slide in others)}."
    return text


def grade(judgement: Judgement) -> str:
    """How good a move was; empty if it is unknown."""
    noun = judgement.metric.noun
    left = "" if judgement.after is None else f"{judgement.metric.amount(judgement.after)} left"
    match judgement.verdict:
        case Verdict.BEST:
            return f"Best {noun}: {left}."
        case Verdict.EQUAL:
            return f"One of several best {noun}s: {left}."
        case Verdict.WORSE:
            assert judgement.before is not None
            board = judgement.solution.start
            better = " or ".join(slide.name_on(board) for slide in judgement.best_slides)
            instead = f", instead of {judgement.before - judgement.metric.cost(judgement.solution.moves):,}"
            return f"Not the best {noun}: {left}{instead}{f' with {better}' if better else ''}."
        case _:
            return ""


def solved(count: int, hundredths: int, before: Best | None, after: Best | None, metric: Metric = Metric.MOVES) -> str:
    """The end of a game, compared with the results of its size before it.

    >>> before = Best("3x3", Metric.MOVES, 4, 6000, 34, (None,) * 4, earlier=False)
    >>> solved(30, 6512, before, Best("3x3", Metric.MOVES, 5, 6000, 30, (6104, None, None, None), earlier=False))
    'Solved in 30 moves, 1:05.12, 0.46 moves per second. Fewest moves so far (before: 34). Average of 5: 1:01.04.'
    """
    speed = f", {100 * count / hundredths:.2f} {metric} per second" if hundredths else ""
    sentences = [f"Solved in {metric.amount(count)}, {clock(hundredths)}{speed}."]
    if before is None and after is not None:
        sentences.append(f"Your first {after.size} on record.")
    if before is not None and after is not None and before.games < after.games:
        if after.time < before.time:
            sentences.append(f"New best time (before: {clock(before.time)}).")
        if after.moves < before.moves:
            sentences.append(f"Fewest {metric} so far (before: {before.moves:,}).")
        if after.averages[0] is not None:
            sentences.append(f"Average of 5: {clock(after.averages[0])}.")
    return " ".join(sentences)


def best(record: Best | None) -> str:
    return "" if record is None else f"best: {clock(record.time)}, {record.metric.amount(record.moves)}"


def table(records: Sequence[Record], today: date) -> str:
    """The results of every size and metric, the streak, and the last games."""
    if not records:
        return "No games yet: solve a board."
    heads = (" size", "   best", "   fewest", *(f"avg {count}".rjust(7) for count in AVERAGES))
    rows: list[tuple[str, ...]] = [heads]  # wide enough for most results
    best_results = bests(records)
    for one in best_results:
        averages = ["-" if time is None else clock(time) for time in one.averages]
        rows.append((f"{one.size}{'*' * one.earlier}", clock(one.time), one.metric.amount(one.moves), *averages))
    lines = aligned(rows, right=(True,) * 7) if len(rows) > 1 else []
    if any(one.earlier for one in best_results):
        lines.append("* from an earlier version, which rated moves unless you turned that off")
    lines += [f"Streak: {plural(streak(records, today), 'day')}. {plural(len(records), 'game')}.", "", "Last games:"]
    games = [
        (
            game.date[:10],
            f"{game.size:>5}",
            f"{clock(game.hundredths):>7}",
            ", ".join([game.metric.amount(game.moves), *["with hints"] * game.hints, *["rated"] * bool(game.rated)]),
        )
        for game in reversed(records[-_LAST_GAMES:])
    ]
    return "\n".join([*lines, *aligned(games, right=(False, True, True, False))])
