"""The search tree of a recorded run as text and as plain values: numbers, moves, f = g + h, the order of expansion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from taquin.puzzle.words import plural, whole
from taquin.render.text.layout import UNICODE, Characters, aligned, branch_lines
from taquin.render.text.reading import formula_of, path_text
from taquin.render.tree.labels import describe_run
from taquin.render.tree.selection import Cut, Duplicate, Focus, Item, Selection, default_iterations, select
from taquin.trace.trace import Trace
from taquin.trace.tree import TreeNode

MOST_NODES = 200
MOST_LEVELS = 40
"""What is printed of a tree unless other numbers are named."""


def describe_search(trace: Trace) -> str:
    """The last tree of a search under its summary, as ``taquin tree`` prints it by default."""
    cut = Cut(levels=MOST_LEVELS, max_nodes=MOST_NODES)
    trees = [draw_tree(selection) for selection in select(trace, cut, default_iterations(trace))]
    return "\n\n".join([describe_tree(trace), *trees])


def draw_tree(selection: Selection, characters: Characters = UNICODE, *, boards: bool = False) -> str:
    """The selected nodes under a line of column titles, and how many nodes are left out."""
    if not selection.trace.tree.roots:
        return "no nodes"
    if selection.cut.focus is Focus.PATH and not selection.path:
        return "there is no solution path"
    noun = selection.trace.state_noun
    rows = [("node", formula_of(selection.trace.rules).name, "expanded", "", noun if boards else "")]
    for prefix, item in _lines(selection, characters):
        if isinstance(item, TreeNode):
            board = selection.trace.state_text(item.number) if boards else ""
            rows.append((*_node_row(selection, item, prefix, characters), board))
        elif isinstance(item, Duplicate):
            name = selection.trace.move_name(item.move) if item.move >= 0 else "a child"
            rows.append((f"{prefix}{name}", "", "", f"{characters.cross} same {noun} as node {item.known}", ""))
        else:
            more = plural(item.nodes, "more node")
            rows.append((f"{prefix}{characters.ellipsis} {more} below", "", "", "", ""))
    columns = [column for column in zip(*rows, strict=True) if any(column[1:])]  # without those that are empty
    kept = list(zip(*columns, strict=True))
    lines = aligned(kept, fitted=[row for row in kept if any(row[1:])])  # a row of one cell may be wider
    return "\n".join([*lines, *_notes(selection)])


def _lines(selection: Selection, characters: Characters) -> Iterable[tuple[str, Item]]:
    """The lines of the drawing from top to bottom: the branch lines, and a node, a duplicate, or a number left out.

    A path alone has no branches: it is drawn flat.
    """
    tree = selection.trace.tree
    if selection.cut.focus is Focus.PATH:
        for goal in selection.trace.goal_nodes[:2]:  # where two searches met, the meeting is on both ways
            yield from (("", tree[node]) for node in tree.path(goal) if node in selection.shown)
        return

    def below(item: Item) -> Sequence[Item]:
        return selection.below(item.number) if isinstance(item, TreeNode) else ()

    roots: list[Item] = [tree[root] for root in selection.roots]
    yield from branch_lines(roots, below, characters)


def _node_row(selection: Selection, node: TreeNode, prefix: str, characters: Characters) -> tuple[str, str, str, str]:
    trace, formula = selection.trace, formula_of(selection.trace.rules)
    if node.is_root:
        name = trace.start_name if node.number == trace.tree.roots[0] else "goal"
    else:
        name = trace.move_name(node.move)
    when = selection.expansions(node.number)
    order = ", ".join(f"{number_:,}" for number_ in when[:3])
    if len(when) > 3:
        order += f", {characters.ellipsis} ({len(when):,} times)"
    marks = [characters.star] if node.number in selection.path else []
    if node.fate == "goal":
        marks.append("meeting" if len(trace.goal_nodes) > 1 else "goal")
    elif node.fate:
        marks.append(f"{characters.cross} {node.fate}")
    if node.improvements:
        marks.append("improved")
    return f"{prefix}{node.number} {name}", formula.cell(node.g, node.h), order, " ".join(marks)


def _notes(selection: Selection) -> list[str]:
    notes = []
    if selection.left_out:
        verb = "is" if selection.left_out == 1 else "are"
        cause = f"{'--around-path, ' if selection.cut.focus is Focus.AROUND_PATH else ''}--max-nodes, --levels"
        notes.append(f"{selection.left_out:,} of {selection.total:,} nodes {verb} left out ({cause})")
    if selection.hidden:
        verb = "is" if selection.hidden == 1 else "are"
        notes.append(f"{plural(selection.hidden, 'pruned node')} {verb} hidden (--no-pruned)")
    return notes


def describe_tree(trace: Trace, characters: Characters = UNICODE) -> str:
    """The lines above the drawing: the method, how it ended, how large the tree is, and the path."""
    lines = [describe_run(trace)]
    if trace.node_path:
        path = path_text(trace.node_path, arrow=characters.arrow, ellipsis=characters.ellipsis)
        lines.append(f"solution path {characters.star}: {path}")
    generated, roots = trace.outcome.stats.generated, len(trace.tree.roots)
    if generated and len(trace.tree) == generated + roots:
        start = "the start" if roots == 1 else "start and goal"
        lines.append(f"its nodes are {start} and the {generated:,} generated ones (docs/concepts/counting.md)")
    if trace.is_truncated:
        lines.append(f"only the first {len(trace.events):,} events are recorded (--cap)")
    return "\n".join(lines)


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
