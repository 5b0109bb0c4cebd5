"""A result as HTML, for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from taquin.puzzle.words import gap_text, plural
from taquin.render.board.picture import board_drawing
from taquin.render.drawing.svg import escape, from_drawing
from taquin.render.solution.animation import MARGIN, Animation

if TYPE_CHECKING:  # results import this module, to draw themselves
    from taquin.run.result import Result

_MOST_MOVES, _MOST_CELLS = 1000, 400  # a larger animation would have megabytes


def result_html(result: Result) -> str:
    """A summary, then the animated solution, or a local search's path, or the start, beside the goal."""
    expanded = f"{plural(result.stats.expanded, 'node')} expanded, {result.seconds:.3f} s"
    method = f"{result.spec}, {result.backend} backend: {expanded}" if result.is_searched else "No search was needed."
    solution = result.partial_path if result.solution is None else result.solution
    if solution is not None and solution.length <= _MOST_MOVES and len(result.start) <= _MOST_CELLS:
        first = f"<div>{from_drawing(Animation(solution, goal=result.goal).drawing())}</div>"
        above = MARGIN  # so that both boards begin at the same height
    else:
        first = _figure("start", from_drawing(board_drawing(result.start, goal=result.goal)))
        above = 0
    goal = _figure("goal", from_drawing(board_drawing(result.goal)), above=above)
    return (
        f"<div>\n<p><strong>{escape(summary(result))}</strong><br>{escape(method)}</p>\n"
        f'<div style="display:flex;flex-wrap:wrap;gap:24px;align-items:flex-start;overflow-x:auto">\n'
        f"{first}\n{goal}\n</div>\n</div>\n"
    )


def summary(result: Result) -> str:
    if result.solution is None:
        status = str(result.status).capitalize()
        sentence = f"{status}: {result.reason}." if result.reason and result.reason != result.status else f"{status}."
        is_open = result.lower_bound > 0 and result.status != "unsolvable"
        return f"{sentence} No solution has fewer than {plural(result.lower_bound, 'move')}." if is_open else sentence
    if not result.solution.length:
        return "Solved in no moves: the start is the goal."
    if result.quality == "optimal":
        return f"Solved in {plural(result.solution.length, 'move')}, and proven shortest."
    if result.quality == "bounded":
        shortest = gap_text(result.solution.length, result.lower_bound)
    else:
        shortest = f"the shortest solution has at least {plural(result.lower_bound, 'move')}"
    return f"Solved in {plural(result.solution.length, 'move')}; {shortest}."


def _figure(caption: str, picture: str, *, above: float = 0) -> str:
    style = f"margin:{above:g}px 0 0;text-align:center"
    return f'<figure style="{style}">{picture}<figcaption>{caption}</figcaption></figure>'
