"""All shortest solutions for other programs and for the terminal: text, plain values, Graphviz and Mermaid.

DOT: https://graphviz.org/doc/info/lang.html, Mermaid: https://mermaid.js.org/syntax/flowchart.html. Both lay the graph
out themselves and show the same states as the picture.
"""

from __future__ import annotations

from taquin.puzzle.board import one_line
from taquin.render.drawing.theme import LIGHT, Theme
from taquin.render.shortest.view import View, facts, short_count, title
from taquin.render.text.layout import padded_rows, table


def to_text(view: View) -> str:
    """One line for each state: its depth, the number of solutions through it, its board, and the next moves."""
    rows = []
    for (layer, index), number in view.numbers.items():
        following = []
        if layer < view.graph.length:
            following = [f"{move.letters} to {view.numbers[layer + 1, to]}" for move, to in view.links[layer][index]]
            more = view.moves_left_out(layer, index)
            following += [f"{more} more"] if more else []
        through, board = f"{view.through(layer, index):,}", one_line(view.board(layer, index))
        rows.append((str(layer), str(number), through, board, ", ".join(following) or "goal"))
    drawn = table(("moves", "state", "solutions", "board", "next"), rows, right=(True, True, True, False, False))
    return "\n\n".join(["\n".join([title(view.graph), *facts(view)]), drawn])


def to_dict(view: View) -> dict[str, object]:
    """Plain values: the states by layers with how many solutions go through each, and the moves between them."""
    numbers = view.numbers
    layers: list[list[dict[str, object]]] = [[] for _ in view.layers]
    for state, number in numbers.items():
        board = one_line(view.board(*state))
        layers[state[0]].append({"state": number, "board": board, "solutions": view.through(*state)})
    moves = [
        {"from": numbers[start], "move": move.letters, "to": numbers[end], "solutions": carried}
        for start, end, move, carried in view.moves()
    ]
    return {"layers": layers, "moves": moves, "states_left_out": view.left_out}


def to_dot(view: View, *, theme: Theme = LIGHT) -> str:
    """A graph for Graphviz: ``dot -Tsvg``."""
    numbers = view.numbers
    label = "".join(f"{line}\\l" for line in (title(view.graph), *facts(view)))
    lines = [
        "digraph shortest {",
        f'  graph [label="{label}", labelloc=t, labeljust=l, bgcolor="{theme.paper}", fontcolor="{theme.ink}"];',
        '  graph [fontname="Helvetica"];',
        '  node [shape=box, style="rounded,filled", fontname="Courier", fontsize=10];',
        f'  edge [fontname="Helvetica", fontsize=11, color="{theme.edge}", fontcolor="{theme.ink}"];',
    ]
    for state, number in numbers.items():
        surface = theme.goal if state[0] == view.graph.length else theme.expanded
        double = ", peripheries=2" if view.through(*state) == view.graph.count else ""
        rows = "\\n".join(_label(view, state))
        lines.append(
            f'  s{number} [label="{rows}", color="{surface.edge}", fillcolor="{surface.face}", '
            f'fontcolor="{surface.ink}"{double}];'
        )
    for layer, row in enumerate(view.layers):
        names = " ".join(f"s{numbers[layer, index]};" for index in range(len(row)))
        lines.append(f"  {{ rank=same; {names} }}")
    for start, end, move, carried in view.moves():
        width = 1 + 3 * (carried / view.graph.count)
        lines.append(f'  s{numbers[start]} -> s{numbers[end]} [label="{move.letters}", penwidth={width:.2f}];')
    return "\n".join([*lines, "}\n"])


def to_mermaid(view: View, *, theme: Theme = LIGHT) -> str:
    numbers, surface = view.numbers, theme.goal
    lines = ["---", f'title: "{title(view.graph)}"', "---", "flowchart TD"]
    lines += [f"  %% {line}" for line in facts(view)]
    for state, number in numbers.items():
        label = "<br>".join(_label(view, state, "\N{FIGURE SPACE}"))
        lines.append(f'  s{number}["{label}"]')
    for start, end, move, carried in view.moves():
        arrow = "==>" if carried == view.graph.count else "-->"
        lines.append(f"  s{numbers[start]} {arrow}|{move.letters}| s{numbers[end]}")
    lines += [
        f"  classDef goal fill:{surface.face},stroke:{surface.edge},stroke-width:3px,color:{surface.ink}",
        f"  class s{numbers[view.graph.length, 0]} goal",
    ]
    return "\n".join([*lines, ""])


def _label(view: View, state: tuple[int, int], padding: str = " ") -> list[str]:
    """The rows of a board, and below them the number of solutions through it."""
    share = f"{short_count(view.through(*state))} of {short_count(view.graph.count)}"
    return [*padded_rows(view.board(*state), padding), share]
