"""``draw``: a picture of a board, a solution, a search tree, or of what was measured, to show or to save."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from taquin.errors import SpecError
from taquin.puzzle.arguments import check_kind
from taquin.puzzle.board import Board, BoardLike, as_board
from taquin.puzzle.goals import GoalLike
from taquin.puzzle.guesses import suggest_keywords, suggests_names
from taquin.puzzle.solution import Solution
from taquin.puzzle.words import shown
from taquin.render import formats
from taquin.render.drawing.shapes import Drawing
from taquin.render.drawing.theme import Theme, theme_named
from taquin.run.result import Result
from taquin.system.files import write_file
from taquin.trace.trace import Trace, TraceTree

if TYPE_CHECKING:
    from taquin.analysis.comparison import BoardsComparison, Comparison
    from taquin.analysis.examine import Examination
    from taquin.analysis.shortest import ShortestSolutions
    from taquin.analysis.solution_graph import SolutionGraph

Drawable: TypeAlias = (
    "BoardLike | Solution | Result | Trace | TraceTree | Comparison | BoardsComparison | Sequence[Result] "
    "| Examination | ShortestSolutions | SolutionGraph"
)
"""What ``draw`` can draw."""


Encoder: TypeAlias = Callable[[str, Path | None], bytes]
"""From a format, and the file of a font, to the bytes of a file."""


def encode(drawing: Drawing, format_: str, font: Path | None = None) -> bytes:
    """The drawing as a file in one of ``formats.DRAWINGS``.

    >>> encode(Drawing(width=80, height=60, title="", description="", shapes=(), font=""), "pdf")[:8]
    b'%PDF-1.7'
    """
    return formats.find(format_, formats.DRAWINGS).write("drawing", drawing, font)


@suggests_names
class Picture:
    """A picture: notebooks show it, ``svg`` is its text, and ``save`` writes it in the format of the file's ending.

    >>> picture = draw([[1, 2], [0, 3]])
    >>> picture
    <Picture: a board; svg, pdf, ...>
    >>> picture.svg.startswith("<svg")
    True
    """

    __slots__ = ("_encode", "formats", "title")

    def __init__(self, title: str, formats: Sequence[str], encoder: Encoder) -> None:
        self.title = title
        self.formats = tuple(formats)
        self._encode = cache(encoder)  # a notebook asks several times

    def __repr__(self) -> str:
        return f"<Picture: {self.title}; {', '.join(self.formats)}>"

    @property
    def svg(self) -> str:
        """The picture as SVG text."""
        return self.encoded("svg").decode("utf-8")

    def encoded(self, format_: str, *, font: str | os.PathLike[str] | None = None) -> bytes:
        """The bytes of a file in this format; ``font`` is that of ``save``.

        Raises ``SpecError`` if the picture has no such format.
        """
        if format_ not in self.formats:
            raise SpecError(f"{self.title} can be saved as {', '.join(self.formats)}, not as {shown(format_)}")
        return self._encode(format_, None if font is None else Path(font))

    def save(self, path: str | os.PathLike[str], *, font: str | os.PathLike[str] | None = None) -> Path:
        """Write the picture to a file, in the format that its ending names, and return the path.

        ``font`` is the file of a font for the texts of PDF, PNG and GIF files. The file is written completely or not
        at all. Raises ``OSError`` if it cannot be written, ``BackendError`` if an extra is missing, and ``SpecError``
        for a character that no font has.
        """
        target = Path(path)
        write_file(target, [self.encoded(target.suffix.lower().removeprefix("."), font=font)])
        return target

    def _repr_svg_(self) -> str:
        return self.svg


@suggest_keywords
def draw(
    what: Drawable,
    *,
    goal: GoalLike | None = None,
    steps: tuple[int, int] | None = None,
    animate: bool = False,
    chart: bool = False,
    levels: int | None = None,
    max_nodes: int | None = None,
    node_style: str | None = None,
    theme: str | Theme = "light",
) -> Picture:
    """Draw a board, a solution, a search tree or a chart.

    * A **board**, in any form; tiles at home are marked if ``goal`` is given.
    * A **solution**, or the ``Result`` of a solved run: a strip of boards, of which ``steps`` selects some (the first
      and the last move, from 1), or with ``animate`` an animation.
    * A **trace**, or its tree: the search tree, up to ``levels`` and ``max_nodes``, with nodes as ``boards`` or
      ``dots`` (``node_style``; more than 80 are dots); with ``chart`` its nodes by depth and over time.
    * A **comparison**, or a list of results: a chart of the nodes of each method; on several boards, against the
      lengths of their solutions.
    * An **examination**: a chart of estimates against true distances.
    * All **shortest solutions**: one graph.

    Search trees and shortest solutions can also be saved for Graphviz, as ``.dot``. PNG and GIF
    files need the extra ``images``.
    ``theme`` is ``light`` or ``dark``. An option that has no effect on the picture raises ``SpecError``.

    >>> import taquin
    >>> result = taquin.solve("1 2 3 / 4 0 5 / 7 8 6")
    >>> draw(result), draw(result, animate=True)
    (<Picture: a solution; svg, pdf, ...>, <Picture: an animation; svg, gif...>)
    >>> recorder = taquin.Recorder()
    >>> _ = taquin.solve("1 2 3 / 4 0 5 / 7 8 6", algorithm="astar", observer=recorder)
    >>> draw(recorder.trace())
    <Picture: a search tree; svg, pdf, ...>
    """
    check_kind("theme", theme, str | Theme, "the theme light or dark")
    colours = theme if isinstance(theme, Theme) else theme_named(theme)
    # Each kind of picture takes some of the options, by their names, and refuses the others.
    options: dict[str, Any] = {"goal": goal, "steps": steps, "animate": animate or None, "chart": chart or None}
    options |= {"levels": levels, "max_nodes": max_nodes, "node_style": node_style}
    given = {name: value for name, value in options.items() if value is not None}
    if isinstance(what, TraceTree):
        what = what.trace
    match what:
        case Trace() if not chart:
            return _search(what, given, colours)
        case Solution() | Result():
            return _solution(what, given, colours)
        case Board():
            return _board(what, given, colours)
    picture = _shortest(what, given, colours) or _chart(what, given, colours)
    return picture or _board(cast("BoardLike", what), given, colours)


def _check(title: str, given: Iterable[str], *taken: str) -> None:
    """Raise ``SpecError`` for an option that this picture does not have."""
    for name in given:
        if name not in taken:
            has = f"it takes {', '.join(taken)}" if taken else "it takes only a theme"
            raise SpecError(f"{title} takes no option {shown(name)}: {has}")


def _still(title: str, drawing: Drawing, dot: Callable[[], str] | None = None) -> Picture:
    """A picture in every format of drawings, and for Graphviz if there is a function that writes that."""
    endings = [*formats.endings(formats.DRAWINGS), *([] if dot is None else ["dot"])]

    def encoded(name: str, font: Path | None) -> bytes:
        return dot().encode() if dot and name == "dot" else encode(drawing, name, font)

    return Picture(title, endings, encoded)


def _chart(what: object, given: Iterable[str], theme: Theme) -> Picture | None:
    """The chart of a value; None if there is no such chart."""
    from taquin.render.charts import chart_of  # the page in a browser has no charts

    chart = chart_of(what)
    if chart is None:
        return None
    title, function = chart
    _check(title, given, *(["chart"] if isinstance(what, Trace) else []))  # a trace also has a tree
    return _still(title, function(what, theme=theme))


def _board(what: BoardLike, given: Mapping[str, Any], theme: Theme) -> Picture:
    from taquin.render.board.picture import board_drawing

    board = as_board(what)
    _check("a board", given, "goal")
    return _still("a board", board_drawing(board, goal=given.get("goal"), theme=theme))


def _solution(what: Solution | Result, given: Mapping[str, Any], theme: Theme) -> Picture:
    from taquin.render.solution.animation import Animation
    from taquin.render.solution.picture import solution_drawing

    _check("a solution", given, "goal", "steps", "animate")
    solution = what if isinstance(what, Solution) else what.solution or what.partial_path
    if solution is None:
        raise SpecError(f"there is no solution to draw: {what}", hint="draw(result.start) draws the board")
    goal, steps = given.get("goal", what.goal if isinstance(what, Result) else None), given.get("steps")
    if "animate" not in given:
        return _still("a solution", solution_drawing(solution, goal=goal, steps=steps, theme=theme))
    animation = Animation(solution, goal=goal, steps=steps, theme=theme)
    return Picture("an animation", formats.endings(formats.ANIMATIONS), animation.encoded)


def _search(trace: Trace, given: Mapping[str, Any], theme: Theme) -> Picture:
    from taquin.render.tree.picture import NodeStyle, legible_cut, tree_drawing

    _check("a search tree", given, "chart", "levels", "max_nodes", "node_style")
    style = NodeStyle.named(given.get("node_style", NodeStyle.AUTO))
    cut = legible_cut(style, levels=given.get("levels"), max_nodes=given.get("max_nodes"))
    drawing = tree_drawing(trace, cut=cut, node_style=style, theme=theme)

    def dot() -> str:
        from taquin.render.dot import tree_dot
        from taquin.render.tree.selection import SMALL, default_iterations, select

        dots = legible_cut(NodeStyle.BOARDS, levels=given.get("levels"), max_nodes=given.get("max_nodes"))
        return tree_dot(select(trace, dots, default_iterations(trace, small=SMALL)), theme=theme)

    return _still("a search tree", drawing, dot)


def _shortest(what: object, given: Iterable[str], theme: Theme) -> Picture | None:
    """The graph of all shortest solutions; None for anything else."""
    from taquin.analysis.shortest import ShortestSolutions
    from taquin.analysis.solution_graph import SolutionGraph
    from taquin.render.shortest.picture import shortest_drawing

    graph = what.graph if isinstance(what, ShortestSolutions) else what
    if isinstance(what, ShortestSolutions) and graph is None:
        raise SpecError(f"there is no solution to draw: {what.reason or what.status}")
    if not isinstance(graph, SolutionGraph):
        return None
    _check("a graph of shortest solutions", given)
    drawing = shortest_drawing(graph, theme=theme)

    def dot() -> str:
        from taquin.render.dot import shortest_dot
        from taquin.render.shortest.view import MAX_STATES, view_of

        return shortest_dot(view_of(graph, MAX_STATES), theme=theme)

    return _still("a graph of shortest solutions", drawing, dot)
