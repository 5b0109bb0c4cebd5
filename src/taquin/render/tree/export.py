"""A search tree for other programs: plain values for JSON."""

from __future__ import annotations

from collections.abc import Sequence

from taquin.puzzle.words import whole
from taquin.render.text.reading import formula_of
from taquin.render.tree.selection import Selection


def tree_to_dict(selections: Sequence[Selection], *, boards: bool = False) -> dict[str, object]:
    """The tree as plain values, for JSON: a flat list of nodes, since trees may be deeper than a parser nests."""
    iterations = []
    for selection in selections:
        iteration, bounds = selection.iteration, selection.trace.tree.bounds
        iterations.append(
            {
                "iteration": iteration,
                "bound": None if iteration is None else whole(bounds[iteration - 1]),
                "nodes": [_node_to_dict(selection, node, boards=boards) for node in sorted(selection.shown)],
                "nodes_left_out": len(selection.depths) + selection.hidden - len(selection.shown),
            }
        )
    roots = selections[0].trace.tree.roots if selections else []
    return {"roots": list(roots), "iterations": iterations}


def _node_to_dict(selection: Selection, node: int, *, boards: bool) -> dict[str, object]:
    at = selection.trace.tree[node]
    record: dict[str, object] = {
        "node": node,
        "parent": None if at.is_root else at.parent,
        "move": None if at.is_root else selection.trace.move_mark(at.move),
        "g": at.g,
        "h": at.h,
        "f": formula_of(selection.trace.rules).value(at.g, at.h),
        "level": selection.depths[node],
        "children": selection.children[node],
        "expanded": selection.expansions(node),
        "fate": at.fate or None,
        "on_path": node in selection.path,
        "duplicates": [
            {"move": selection.trace.move_mark(duplicate.move), "node": duplicate.known}
            for duplicate in (selection.duplicates(node) if selection.cut.duplicates is not False else ())
        ],
    }
    if boards:
        record[selection.trace.state_noun] = selection.trace.state_text(node)
    return record
