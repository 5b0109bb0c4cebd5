"""How the nodes of a tree are drawn: as boards, or as dots; and how many of them by default."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from taquin.errors import SpecError
from taquin.puzzle.words import shown
from taquin.render.tree.selection import LARGE, SMALL, Cut, Focus, Selection

_MOST_LEVELS = 40


class NodeStyle(StrEnum):
    """How nodes are drawn."""

    AUTO = "auto"
    """As boards if there are at most ``SMALL``, otherwise as dots."""
    BOARDS = "boards"
    """As cards with a board, a number and values."""
    DOTS = "dots"
    """As dots, coloured by the value that the search compares, with boards on the solution path alone."""

    @classmethod
    def named(cls, name: str) -> NodeStyle:
        """The style of this name. Raises ``SpecError`` if there is none."""
        try:
            return cls(name)
        except ValueError:
            raise SpecError(f"expected a node style ({', '.join(cls)}), found {shown(name)}") from None

    def is_dots(self, selections: Sequence[Selection]) -> bool:
        """Whether these nodes are drawn as dots."""
        shown = sum(len(selection.shown) for selection in selections)
        return shown > 0 and (self is NodeStyle.DOTS or (self is NodeStyle.AUTO and shown > SMALL))


def legible_cut(style: NodeStyle, *, levels: int | None = None, max_nodes: int | None = None) -> Cut:
    """What is drawn by default: a tree that is legible on a page completely, a larger one around its solution path.

    As dots, and if levels or a number of nodes are given, the path and the oldest nodes of a larger tree.
    """
    is_chosen = style is NodeStyle.DOTS or levels is not None or max_nodes is not None
    return Cut(
        levels=_MOST_LEVELS if levels is None else levels,
        max_nodes=LARGE if max_nodes is None else max_nodes,
        focus=Focus.EVERYTHING if is_chosen else Focus.LEGIBLE,
        small=SMALL if style is NodeStyle.BOARDS else LARGE,
    )
