"""All shortest solutions for other programs and for the terminal: text, plain values, Graphviz and Mermaid.

DOT: https://graphviz.org/doc/info/lang.html, Mermaid: https://mermaid.js.org/syntax/flowchart.html. Both lay the graph
out themselves and show the same states as the picture.
"""

from __future__ import annotations

from collections.abc import Iterator

from taquin.puzzle.board import Board, one_line
from taquin.puzzle.slides import Slide
from taquin.render.drawing.theme import LIGHT, Theme
from taquin.render.shortest.view import View, facts, short_count, title
from taquin.render.text.layout import padded_rows, table


def to_text(view: View) -> str:
    """One line for each state: its depth, the number of solutions through it, its board, and the next moves."""
    numbers = _numbers(view)
    rows = []
    for layer, index in _states(view):
        moves = view.links[layer][index] if layer < view.graph.length else ()
        following = [f"{move.letters} to {numbers[layer + 1, to]}" for move, to in moves]
        more = view.moves_left_out(layer, index) if layer < view.graph.length else 0
        rows.append(
            (
                str(layer),
                str(numbers[layer, index]),
                f"{view.through(layer, index):,}",
                one_line(_board(view, layer, index)),
                ", ".join([*following, *([f"{more} more"] if more else [])]) or "goal",
            )
        )
    drawn = table(("moves", "state", "solutions", "board", "next"), rows, right=(True, True, True, False, False))
    return "\n\n".join(["\n".join([title(view.graph), *facts(view)]), drawn])


def to_dict(view: View) -> dict[str, object]:
    """Plain values: the states by layers with how many solutions go through each, and the moves between them."""
    numbers = _numbers(view)
    return {
        "layers": [
            [
                {
                    "state": numbers[layer, index],
                    "board": one_line(_board(view, layer, index)),
                    "solutions": view.through(layer, index),
                }
                for index in range(len(row))
            ]
            for layer, row in enumerate(view.layers)
        ],
        "moves": [
            {"from": numbers[layer, index], "move": move.letters, "to": numbers[layer + 1, to], "solutions": carried}
            for layer, index, move, to, carried in _moves(view)
        ],
        "states_left_out": view.left_out,
    }


def to_dot(view: View, *, theme: Theme = LIGHT) -> str:
    """A graph for Graphviz: ``dot -Tsvg``."""
    numbers = _numbers(view)
    label = "".join(f"{line}\\l" for line in (title(view.graph), *facts(view)))
    lines = [
        "digraph shortest {",
        f'  graph [label="{label}", labelloc=t, labeljust=l, bgcolor="{theme.paper}", fontcolor="{theme.ink}"];',
        '  graph [fontname="Helvetica"];',
        '  node [shape=box, style="rounded,filled", fontname="Courier", fontsize=10];',
        f'  edge [fontname="Helvetica", fontsize=11, color="{theme.edge}", fontcolor="{theme.ink}"];',
    ]
    for layer, index in _states(view):
        surface = theme.goal if layer == view.graph.length else theme.expanded
        double = ", peripheries=2" if view.through(layer, index) == view.graph.count else ""
        rows = "\\n".join(_label(view, layer, index))
        lines.append(
            f'  s{numbers[layer, index]} [label="{rows}", color="{surface.edge}", fillcolor="{surface.face}", '
            f'fontcolor="{surface.ink}"{double}];'
        )
    for row in range(len(view.layers)):
        names = " ".join(f"s{numbers[row, index]};" for index in range(len(view.layers[row])))
        lines.append(f"  {{ rank=same; {names} }}")
    for layer, index, move, to, carried in _moves(view):
        width = 1 + 3 * (carried / view.graph.count)
        ends = f"s{numbers[layer, index]} -> s{numbers[layer + 1, to]}"
        lines.append(f'  {ends} [label="{move.letters}", penwidth={width:.2f}];')
    return "\n".join([*lines, "}\n"])


def to_mermaid(view: View, *, theme: Theme = LIGHT) -> str:
    """A flowchart for Mermaid."""
    numbers = _numbers(view)
    lines = ["---", f'title: "{title(view.graph)}"', "---", "flowchart TD"]
    lines += [f"  %% {line}" for line in facts(view)]
    for layer, index in _states(view):
        label = "<br>".join(_label(view, layer, index, "\N{FIGURE SPACE}"))
        lines.append(f'  s{numbers[layer, index]}["{label}"]')
    for layer, index, move, to, carried in _moves(view):
        arrow = "==>" if carried == view.graph.count else "-->"
        lines.append(f"  s{numbers[layer, index]} {arrow}|{move.letters}| s{numbers[layer + 1, to]}")
    surface = theme.goal
    lines += [
        f"  classDef goal fill:{surface.face},stroke:{surface.edge},stroke-width:3px,color:{surface.ink}",
        f"  class s{numbers[view.graph.length, 0]} goal",
    ]
    return "\n".join([*lines, ""])


def _states(view: View) -> Iterator[tuple[int, int]]:
    for layer, row in enumerate(view.layers):
        yield from ((layer, index) for index in range(len(row)))


def _numbers(view: View) -> dict[tuple[int, int], int]:
    """The states that are shown, numbered from the start on, row by row."""
    return {state: number for number, state in enumerate(_states(view))}


def _moves(view: View) -> Iterator[tuple[int, int, Slide, int, int]]:
    for layer, row in enumerate(view.links):
        for index, moves in enumerate(row):
            yield from ((layer, index, move, to, view.carried(layer, index, to)) for move, to in moves)


def _board(view: View, layer: int, index: int) -> Board:
    return view.graph.board(layer, view.layers[layer][index])


def _label(view: View, layer: int, index: int, padding: str = " ") -> list[str]:
    """The rows of a board, and below them the number of solutions through it."""
    rows = padded_rows(_board(view, layer, index), padding)
    return [*rows, f"{short_count(view.through(layer, index))} of {short_count(view.graph.count)}"]
