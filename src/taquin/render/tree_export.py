"""A search tree as data for other programs: JSON, Graphviz DOT and Mermaid."""

from __future__ import annotations

from collections.abc import Sequence

from taquin.moves import Move
from taquin.render.reading import Reading
from taquin.render.tree_selection import Selection
from taquin.result import one_line


def tree_to_dict(selections: Sequence[Selection], reading: Reading, *, boards: bool = False) -> dict[str, object]:
    """The tree as plain values, for JSON: a flat list of nodes, since trees may be deeper than a parser nests."""
    rounds = []
    for selection in selections:
        branch, bounds = selection.branch, selection.trace.tree.bounds
        rounds.append(
            {
                "iteration": branch.iteration,
                "bound": None if branch.iteration is None else bounds[branch.iteration - 1],
                "nodes": [_node_to_dict(selection, node, reading, boards) for node in sorted(selection.shown)],
                "nodes_left_out": len(branch.depths) + branch.hidden - len(selection.shown),
            }
        )
    roots = selections[0].trace.tree.roots if selections else []
    return {"roots": list(roots), "rounds": rounds}


def _node_to_dict(selection: Selection, node: int, reading: Reading, boards: bool) -> dict[str, object]:
    branch = selection.branch
    at = branch.trace.tree[node]
    record: dict[str, object] = {
        "node": node,
        "parent": None if at.is_root else at.parent,
        "move": None if at.is_root else Move(at.move).letter,
        "g": at.g,
        "h": at.h,
        "f": reading.formula.value(at.g, at.h),
        "level": branch.depths[node],
        "children": branch.children[node],
        "expanded": branch.expansions(node),
        "fate": at.fate or None,
        "on_path": node in selection.path,
        "duplicates": [
            {"move": None if each.move < 0 else Move(each.move).letter, "node": each.known}
            for each in (selection.duplicates(node) if selection.cut.duplicates else ())
        ],
    }
    if boards:
        record["board"] = one_line(branch.trace.board(node))
    return record
