"""The legend of a search tree: the meaning of the signs that appear in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from taquin.render.drawing.captions import SAMPLE, SIZE, Entry
from taquin.render.drawing.shapes import Circle, Label, Line, Rectangle, Shape, text_width
from taquin.render.drawing.theme import Theme
from taquin.render.text.reading import Formula, formula_of
from taquin.render.tree.cards import LINK, Card
from taquin.render.tree.dots import NUMBER, PATH_PILL, PILL, ColorScale, DotStyle, cross, dot, pill
from taquin.render.tree.labels import Kind, surface_of
from taquin.render.tree.selection import Selection
from taquin.trace.trace import Trace


def legend_entries(
    cards: Sequence[Card], selection: Selection, style: DotStyle | None, theme: Theme
) -> Iterator[Entry]:
    """The signs of a tree of dots, or of cards if there is no style of dots."""
    trace = selection.trace
    if style is None:
        yield from _card_entries(cards, trace, theme)
    else:
        yield from _dot_entries(cards, trace, style, theme)
    if any(card.label.is_on_main_path and card.label.letter and not card.label.is_on_path for card in cards):
        yield Entry((_line(theme.ink, theme),), "path of the local search")
    if any(card is LINK for card in cards) or len(trace.goal_nodes) > 1:
        yield Entry((_line(theme.path, theme, dashes=(2, 5)),), "the two searches meet")
    has_strip = style is not None and not style.has_boards and trace.has_boards
    if any(card.has_home or (has_strip and card.label.is_on_main_path) for card in cards):
        surface = theme.home
        tile = Rectangle(5, -8, 16, 16, fill=surface.face, stroke=surface.edge, stroke_width=1, radius=2)
        yield Entry((tile, Circle(18, -5, 1.2, fill=surface.edge)), "tile at home")


def _card_entries(cards: Sequence[Card], trace: Trace, theme: Theme) -> Iterator[Entry]:
    kinds = {card.label.kind for card in cards}
    yield Entry(_word("7", theme), "node number, in order of generation")
    if any(card.label.letter for card in cards):
        away = ", away from the root" if len(trace.tree.roots) > 1 else ""
        yield Entry(_word("U", theme), f"move of the blank{away}: Up, Down, Left, Right")
    yield from (Entry(_word(name, theme), meaning) for name, meaning in _values(formula_of(trace.rules), trace))
    if any(card.label.ranks for card in cards):
        yield Entry(_badge("3", theme), "order of visits" if trace.rules.is_local else "order of expansion")
    for kind, meaning in _KINDS.items():
        if kind in kinds:
            is_bound = kind == "pruned" and any(card.label.reason == "bound" for card in cards)
            explained = "pruned: f > the bound" if is_bound else meaning(trace)
            yield Entry((surface_of(kind, theme).outline(2, -8, SAMPLE - 4, 16, 4),), explained)
    if any(card.label.is_on_path for card in cards):
        ring = Rectangle(5, -8, 16, 16, fill=theme.paper, stroke=theme.path, stroke_width=1.5, radius=4)
        box = Rectangle(8, -5, 10, 10, stroke=theme.expanded.edge, stroke_width=1, radius=2)
        yield Entry((_line(theme.path, theme), ring, box), "solution path")


def _dot_entries(cards: Sequence[Card], trace: Trace, style: DotStyle, theme: Theme) -> Iterator[Entry]:
    kinds = {card.label.kind for card in cards}
    colors = style.scale.colors
    middle = colors[len(colors) // 2]
    yield _scale_entry(style.scale, f"colour: {formula_of(trace.rules).name}", theme)
    if style.has_numbers:
        yield Entry(tuple(_dot_sign("expanded", style, middle, theme)), "node number, by generation")
    if any(card.label.letter for card in cards):
        yield Entry(_word("U", theme), "move of the blank")
    for kind, meaning in _KINDS.items():
        if kind in kinds and kind in ("expanded", "frontier", "pruned"):
            yield Entry(tuple(_dot_sign(kind, style, middle, theme)), meaning(trace).removesuffix(", and why"))
    if "duplicate" in kinds:
        yield Entry(tuple(cross(theme, SAMPLE / 2, 0)), "duplicate")
    if "omission" in kinds:
        line = Line(((SAMPLE / 2, -8), (SAMPLE / 2, 8)), stroke=theme.edge, stroke_width=theme.thin, dashes=(3, 3))
        word = Label(SAMPLE / 2, 0, "+12", NUMBER, theme.muted)
        yield Entry((word if style.has_counts else line,), "nodes left out here")
    if any(card.label.is_on_path for card in cards):
        path = _line(theme.path, theme)
        sign = pill("expanded", "7", middle, theme, (SAMPLE - PATH_PILL) / 2, -PATH_PILL / 2, is_on_path=True)
        yield Entry((path, *sign), "solution path" if style.has_numbers else "solution path, with node numbers")


def _dot_sign(kind: Kind, style: DotStyle, color: str, theme: Theme) -> Iterator[Shape]:
    if style.has_numbers:
        return pill(kind, "7", color, theme, (SAMPLE - PILL) / 2, -PILL / 2)
    return dot(kind, color, theme, SAMPLE / 2, 0, style.radius)


def _scale_entry(scale: ColorScale, meaning: str, theme: Theme) -> Entry:
    width = max(SAMPLE, *(text_width(name, SIZE) + 8 for name in scale.names))
    shapes: list[Shape] = []
    for place, (color, name) in enumerate(zip(scale.colors, scale.names, strict=True)):
        shapes.append(Rectangle(place * width, -8, width, 16, fill=color, stroke=theme.edge, stroke_width=0.5))
        shapes.append(Label((place + 0.5) * width, 0, name, SIZE, theme.ink_on(color)))
    return Entry(tuple(shapes), meaning, width * len(scale.names))


_KINDS: dict[Kind, Callable[[Trace], str]] = {
    "expanded": lambda trace: "visited" if trace.rules.is_local else "expanded",
    "frontier": lambda trace: "generated, not expanded",
    "pruned": lambda trace: "not taken, and why" if trace.rules.is_local else "pruned, and why",
    "duplicate": lambda trace: f"duplicate; = N: the {trace.state_noun} of node N",
    "goal": lambda trace: "meeting" if len(trace.goal_nodes) > 1 else "goal",
    "stuck": lambda trace: "where the search stopped",
}


def _values(formula: Formula, trace: Trace) -> Iterator[tuple[str, str]]:
    unit = "cost" if "space" in trace.header else "moves"
    if formula.shows_g:
        yield "g", f"{unit} from the root"
    if formula.weight_h:
        yield "h", f"estimated {unit} to the {'other root' if len(trace.tree.roots) > 1 else 'goal'}"
    if formula.weight_g and formula.weight_h:
        yield "f", formula.name.removeprefix("f ")


def _line(color: str, theme: Theme, *, dashes: tuple[float, ...] = ()) -> Line:
    return Line(((0, 0), (SAMPLE, 0)), stroke=color, stroke_width=theme.thick, dashes=dashes)


def _badge(text: str, theme: Theme) -> tuple[Shape, ...]:
    box = Rectangle(SAMPLE / 2 - 7.5, -7.5, 15, 15, fill=theme.expanded.ink, radius=7.5)
    return box, Label(SAMPLE / 2, 0, text, 9, theme.expanded.face, is_bold=True)


def _word(text: str, theme: Theme) -> tuple[Shape, ...]:
    return (Label(SAMPLE / 2, 0, text, 12, theme.ink, is_bold=True),)
