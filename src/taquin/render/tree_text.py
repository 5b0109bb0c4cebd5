"""The search tree of a recorded run as text: numbers, moves, f = g + h, the order of expansion, the solution marked.

Nothing here recurses: a depth-first search of 100,000 levels is drawn like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import TypeAlias

from taquin.moves import Move
from taquin.render.reading import Reading, ending_text, path_text
from taquin.result import Status, one_line
from taquin.trace.steps import duplicates
from taquin.trace.trace import Trace
from taquin.trace.tree import TreeNode

_Duplicate: TypeAlias = tuple[int, int]  # the move, and the known node


@dataclass(frozen=True, slots=True)
class Characters:
    """What the tree is drawn with."""

    branch: str = "├─"
    last: str = "└─"
    trunk: str = "│ "
    star: str = "★"
    cross: str = "×"
    ellipsis: str = "…"
    arrow: str = "→"


UNICODE = Characters()
ASCII = Characters("|-", "`-", "| ", "*", "x", "...", "->")


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Which part of a tree is drawn, and how."""

    levels: int | None = None
    max_nodes: int | None = None
    path_only: bool = False
    boards: bool = False
    duplicates: bool = True
    characters: Characters = UNICODE


class Branch:
    """The part of a tree that one round made: the whole tree where there are no rounds.

    ``children`` are in the order of the search; ``sizes`` counts the nodes below and including each node; ``depths``
    its level.
    """

    def __init__(self, trace: Trace, iteration: int | None) -> None:
        self.trace = trace
        self.iteration = iteration
        tree = trace.tree
        self.children: dict[int, list[int]] = {}
        self.depths: dict[int, int] = {}
        self.sizes: dict[int, int] = {}
        waiting = [(root, 0) for root in reversed(tree.roots)]
        while waiting:
            node, depth = waiting.pop()
            self.depths[node] = depth
            self.children[node] = [child for child in tree[node].children if self._has(tree[child])]
            waiting.extend((child, depth + 1) for child in reversed(self.children[node]))
        for node in reversed(self.depths):  # children come after their parents
            self.sizes[node] = 1 + sum(self.sizes[child] for child in self.children[node])

    def _has(self, node: TreeNode) -> bool:
        return self.iteration is None or node.iteration == self.iteration

    def expansions(self, node: int) -> list[int]:
        """When the node was expanded, in this round."""
        tree = self.trace.tree
        if self.iteration is None:
            return tree[node].expansions
        first = tree.begins[self.iteration - 1]
        last = tree.begins[self.iteration] if self.iteration < len(tree.begins) else tree.expansions
        return [when for when in tree[node].expansions if first < when <= last]

    def select(self, view: View, path: set[int]) -> set[int]:
        """The nodes to draw: the solution path, and then the oldest nodes, each with all that lie above it."""
        budget = len(self.depths) if view.max_nodes is None else view.max_nodes
        deepest = max(self.depths.values()) if view.levels is None else view.levels
        if view.path_only:
            way = [node for node, depth in self.depths.items() if node in path and depth <= deepest]
            return set(sorted(way, key=self.depths.__getitem__)[:budget])
        reach = [(node not in path, node) for node in self.trace.tree.roots]
        heapify(reach)
        chosen: set[int] = set()
        while reach and len(chosen) < budget:
            _, node = heappop(reach)
            chosen.add(node)
            if self.depths[node] < deepest:
                for child in self.children[node]:
                    heappush(reach, (child not in path, child))
        return chosen


def draw_tree(trace: Trace, reading: Reading, view: View, iteration: int | None = None) -> str:
    """The tree, or the part of it that one round made, under a line that heads the columns."""
    if not trace.tree.roots:
        return "no nodes"
    branch = Branch(trace, iteration)
    path = _path(trace)
    if view.path_only and not path:
        return "there is no solution path"
    shown = branch.select(view, path)
    dropped = duplicates(trace) if view.duplicates and not view.path_only else {}
    head = ("node", reading.formula.name, "expanded", "", "board" if view.boards else "")
    rows = [head]
    for prefix, item in _lines(branch, shown, dropped, view):
        if isinstance(item, TreeNode):
            rows.append(_node_row(branch, item, prefix, reading, view, path))
        elif isinstance(item, tuple):
            move, known = item
            name = Move(move).word if move >= 0 else "a child"
            rows.append((f"{prefix}{name}", "", "", f"{view.characters.cross} same board as node {known}", ""))
        else:
            rows.append((f"{prefix}{view.characters.ellipsis} {_nodes(item)} below", "", "", "", ""))
    return "\n".join([*_aligned(rows), *_notes(branch, shown, path, view)])


def _lines(
    branch: Branch, shown: set[int], dropped: dict[int, list[_Duplicate]], view: View
) -> Iterable[tuple[str, TreeNode | _Duplicate | int]]:
    """The lines of the drawing from top to bottom: what hangs in front, and a node, a duplicate, or a number left out.

    A path alone has no branches: it is drawn flat.
    """
    characters, tree = view.characters, branch.trace.tree
    if view.path_only:
        for goal in branch.trace.goal_nodes[:2]:  # where two searches met, the meeting is on both ways
            yield from (("", tree[node]) for node in tree.path(goal) if node in shown)
        return
    waiting: list[tuple[str, str, TreeNode | _Duplicate | int]] = [
        ("", "", tree[root]) for root in reversed(tree.roots) if root in shown
    ]
    while waiting:
        prefix, indent, item = waiting.pop()
        yield prefix, item
        if not isinstance(item, TreeNode):
            continue
        children = [child for child in branch.children[item.number] if child in shown]
        hidden = branch.sizes[item.number] - 1 - sum(branch.sizes[child] for child in children)
        below: list[TreeNode | _Duplicate | int] = [tree[child] for child in children]
        if not hidden:
            below += [each for each in dropped.get(item.number, []) if each[1] != item.parent]  # it undoes the move
        else:
            below.append(hidden)
        for place, thing in reversed(list(enumerate(below, start=1))):
            is_last = place == len(below)
            hook = characters.last if is_last else characters.branch
            waiting.append((indent + hook, indent + ("  " if is_last else characters.trunk), thing))


def _node_row(
    branch: Branch, node: TreeNode, prefix: str, reading: Reading, view: View, path: set[int]
) -> tuple[str, str, str, str, str]:
    trace, characters = branch.trace, view.characters
    if node.is_root:
        name = "start" if node.number == trace.tree.roots[0] else "goal"
    else:
        name = Move(node.move).word
    when = branch.expansions(node.number)
    order = ", ".join(f"{number_:,}" for number_ in when[:3])
    if len(when) > 3:
        order += f", {characters.ellipsis} ({len(when):,} times)"
    marks = [characters.star] if node.number in path else []
    if node.fate == "goal":
        marks.append("meeting" if len(trace.goal_nodes) > 1 else "goal")
    elif node.fate:
        marks.append(f"{characters.cross} {node.fate}")
    if node.improvements:
        marks.append("improved")
    board = one_line(trace.board(node.number)) if view.boards else ""
    return f"{prefix}{node.number} {name}", reading.formula.cell(node.g, node.h), order, " ".join(marks), board


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Columns; those without a value anywhere are left out, and a row of one cell may be wider than its column."""
    columns = [column for column in zip(*rows, strict=True) if any(column[1:])]
    full = [row for row in zip(*columns, strict=True) if any(row[1:])]
    widths = [max(map(len, column)) for column in zip(*full, strict=True)]
    return [
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in zip(*columns, strict=True)
    ]


def _notes(branch: Branch, shown: set[int], path: set[int], view: View) -> list[str]:
    """What was left out."""
    all_ = len(path & branch.depths.keys()) if view.path_only else len(branch.depths)
    left_out = all_ - len(shown)
    if not left_out:
        return []
    return [f"{left_out:,} of {all_:,} nodes {'is' if left_out == 1 else 'are'} left out (--max-nodes, --levels)"]


def _path(trace: Trace) -> set[int]:
    """The nodes on the solution; where two searches met, both nodes of the meeting."""
    return {*trace.node_path, *trace.goal_nodes}


def _nodes(count: int) -> str:
    return f"{count:,} more node{'' if count == 1 else 's'}"


def describe_tree(trace: Trace, view: View) -> str:
    """The lines above the drawing: the method, how it ended, how large the tree is, and the path."""
    outcome, stats = trace.outcome, trace.outcome.stats
    if outcome.moves is not None:
        moves = len(outcome.moves)
        ending = f"solved in {moves:,} move{'' if moves == 1 else 's'}"
    else:
        ending = ending_text(outcome.status, outcome.reason)
    if outcome.status is Status.UNSOLVABLE and not trace.events:
        return f"{trace.spec}: {ending}"
    recorded = " recorded" if trace.is_truncated else ""
    size = f"{len(trace.tree):,} node{'' if len(trace.tree) == 1 else 's'}{recorded}, {stats.expanded:,} expanded"
    lines = [f"{trace.spec}: {ending}; {size}"]
    if trace.node_path:
        characters = view.characters
        way = path_text(trace.node_path, arrow=characters.arrow, ellipsis=characters.ellipsis)
        lines.append(f"solution path {characters.star}: {way}")
    if trace.is_truncated:
        lines.append(f"only the first {len(trace.events):,} events are recorded (--cap)")
    return "\n".join(lines)


def tree_to_dict(trace: Trace, reading: Reading, view: View, iterations: Sequence[int | None]) -> dict[str, object]:
    """The tree as plain values, for JSON: a flat list of nodes, since trees may be deeper than a parser nests."""
    path = _path(trace)
    dropped = duplicates(trace) if view.duplicates else {}
    rounds = []
    for iteration in iterations:
        branch = Branch(trace, iteration)
        shown = branch.select(view, path) if trace.tree.roots else set()
        rounds.append(
            {
                "iteration": iteration,
                "bound": None if iteration is None else trace.tree.bounds[iteration - 1],
                "nodes": [_node_to_dict(branch, node, reading, view, path, dropped) for node in sorted(shown)],
                "nodes_left_out": len(branch.depths) - len(shown),
            }
        )
    return {"roots": list(trace.tree.roots), "rounds": rounds}


def _node_to_dict(
    branch: Branch, node: int, reading: Reading, view: View, path: set[int], dropped: dict[int, list[_Duplicate]]
) -> dict[str, object]:
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
        "on_path": node in path,
        "duplicates": [
            {"move": None if move < 0 else Move(move).letter, "node": known}
            for move, known in dropped.get(node, [])
            if known != at.parent
        ],
    }
    if view.boards:
        record["board"] = one_line(branch.trace.board(node))
    return record


def round_title(trace: Trace, reading: Reading, iteration: int) -> str:
    """The line above the tree of one round."""
    bound = trace.tree.bounds[iteration - 1]
    count = len(trace.tree.bounds)
    return f"{reading.round(iteration, bound)} ({iteration:,} of {count:,})"
