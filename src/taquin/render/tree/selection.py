"""Which part of a search tree is shown, and what is left out: shared by the tree as text, as a picture and as data.

Nothing here recurses: a depth-first search of 100,000 levels is cut like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from heapq import heapify, heappop, heappush
from typing import NamedTuple, TypeAlias

from taquin.errors import SpecError
from taquin.render.text.reading import iteration_name
from taquin.trace.trace import Trace
from taquin.trace.tree import TreeNode


class Focus(StrEnum):
    """Which part is shown. Where a search found no solution, ``Selection.main_path`` takes the place of the path."""

    EVERYTHING = "everything"  # the solution path, and then the oldest nodes
    AROUND_PATH = "around the path"  # the solution path and the children of its nodes
    PATH = "path"  # the solution path alone
    LEGIBLE = "legible"  # a small tree completely, a large one around its path or, without a path, its oldest nodes


SMALL = 80  # how many nodes a picture shows as boards, at a size that can be read on one page
LARGE = 300  # how many nodes a picture shows as dots, at a size that can be read on one page


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Which nodes are shown: by depth, by number, around the solution path, and by kind."""

    levels: int | None = None  # levels below the root
    max_nodes: int | None = None
    focus: Focus = Focus.EVERYTHING
    small: int = SMALL  # with the focus ``LEGIBLE``: how many nodes a tree may have to be shown completely
    duplicates: bool | None = None
    """Whether duplicates are shown, except those that undo the last move; None: yes, unless nodes are drawn as dots."""
    pruned: bool = True  # whether pruned nodes are shown


class Duplicate(NamedTuple):
    """A child that was dropped, since node ``known`` has its board already. ``move`` is -1 if it is unknown."""

    move: int
    known: int


class LeftOut(NamedTuple):
    """Nodes below a node that are not shown: how many, and whether the goal is among them."""

    nodes: int
    has_goal: bool


Item: TypeAlias = TreeNode | Duplicate | LeftOut  # what stands in a drawn tree


class Selection:
    """The nodes of one iteration that are shown, and those that are left out; None is the whole tree.

    ``children`` are in the order of the search; ``sizes`` counts the nodes below and including each node; ``depths``
    has its level. ``hidden`` counts the pruned nodes that are left out. The main path is shown first, and a node only
    below its parent. Raises ``SpecError`` if there is no such iteration.
    """

    def __init__(self, trace: Trace, cut: Cut, iteration: int | None = None) -> None:
        if iteration is not None:
            check_iteration(trace, iteration)
        self.trace, self.cut, self.iteration = trace, cut, iteration
        self.children: dict[int, list[int]] = {}
        self.depths: dict[int, int] = {}
        self.hidden = 0
        self._walk_tree()
        self.sizes: dict[int, int] = {}
        for node in reversed(self.depths):  # children come after their parents
            self.sizes[node] = 1 + sum(self.sizes[child] for child in self.children[node])
        self.path = frozenset((*trace.node_path, *trace.goal_nodes))
        """The nodes on the solution path, shown or not; where two searches met, both nodes of the meeting."""
        self.main_path = self._main_path()
        """The solution path, if this iteration found it; for a local search that failed, the path to its last node."""
        is_large = cut.focus is Focus.LEGIBLE and len(self.depths) > cut.small
        self.is_around_main_path = bool(self.main_path) and (cut.focus is Focus.AROUND_PATH or is_large)
        """Whether only the main path and the children of its nodes are shown."""
        self.shown = frozenset(self._choose() if trace.tree.roots else ())

    def _walk_tree(self) -> None:
        tree = self.trace.tree
        waiting = [(root, 0) for root in reversed(tree.roots)]
        while waiting:
            node, depth = waiting.pop()
            self.depths[node] = depth
            made = [child for child in tree[node].children if self.iteration in (None, tree[child].iteration)]
            kept = made if self.cut.pruned else [child for child in made if not _is_pruned(tree[child])]
            self.hidden += len(made) - len(kept)
            self.children[node] = kept
            waiting.extend((child, depth + 1) for child in reversed(kept))

    def _main_path(self) -> frozenset[int]:
        if any(goal in self.depths for goal in self.trace.goal_nodes):
            return self.path
        if self.trace.rules.is_local and self.last_node is not None:
            return frozenset(self.trace.tree.path(self.last_node))
        return frozenset()

    def _choose(self) -> list[int]:
        cut, depths = self.cut, self.depths
        budget = len(depths) if cut.max_nodes is None else cut.max_nodes
        deepest = max(depths.values()) if cut.levels is None else cut.levels
        if cut.focus is Focus.PATH:
            nodes = [node for node, depth in depths.items() if node in self.path and depth <= deepest]
            return sorted(nodes, key=depths.__getitem__)[:budget]
        if cut.focus is Focus.LEGIBLE and not self.is_around_main_path:
            budget = min(budget, cut.small)
        reach = [(node not in self.main_path, node) for node in self.trace.tree.roots]  # then the oldest
        heapify(reach)
        chosen: list[int] = []
        while reach and len(chosen) < budget:
            is_beside, node = heappop(reach)
            chosen.append(node)
            if depths[node] < deepest and not (self.is_around_main_path and is_beside):
                for child in self.children[node]:
                    heappush(reach, (child not in self.main_path, child))
        return chosen

    def expansions(self, node: int) -> list[int]:
        """When the node was expanded, in this iteration."""
        tree = self.trace.tree
        if self.iteration is None:
            return tree[node].expansions
        first = tree.begins[self.iteration - 1]
        last = tree.begins[self.iteration] if self.iteration < len(tree.begins) else tree.expansions
        return [when for when in tree[node].expansions if first < when <= last]

    @cached_property
    def last_node(self) -> int | None:
        """Where a local search ended this iteration: the node that it expanded last, or the child it then moved to."""
        expanded = [(when[-1], node) for node in self.depths if (when := self.expansions(node))]
        if not expanded:
            return None
        place = max(expanded)[1]
        taken = [child for child in self.children[place] if not self.trace.tree[child].fate]
        return taken[0] if len(taken) == 1 else place

    @property
    def title(self) -> str:
        """The line above the tree of an iteration; empty if the search has none."""
        iteration, bounds = self.iteration, self.trace.tree.bounds
        if iteration is None:
            return ""
        name = iteration_name(self.trace.rules, iteration, bounds[iteration - 1])
        return f"{name} ({iteration:,} of {len(bounds):,})"

    @cached_property
    def path_in_iteration(self) -> frozenset[int]:
        """The solution path, if this iteration found it."""
        return self.path & self.main_path

    @property
    def roots(self) -> list[int]:
        return [root for root in self.trace.tree.roots if root in self.shown]

    @property
    def total(self) -> int:
        """How many nodes could be shown."""
        nodes = self.depths.keys()
        return len(self.path & nodes if self.cut.focus is Focus.PATH else nodes)

    @property
    def left_out(self) -> int:
        """How many of them are not shown."""
        return self.total - len(self.shown)

    def left_out_below(self, node: int) -> int:
        """How many nodes below this one are not shown, except those below its children that are shown.

        If only the path is shown, only its nodes count.
        """
        if self.cut.focus is Focus.PATH:
            below = [child for child in self.children[node] if child in self.path - self.shown]
            for last in below:  # the list grows during the loop
                below += [child for child in self.children[last] if child in self.path]
            return len(below)
        sizes = self.sizes
        return sizes[node] - 1 - sum(sizes[child] for child in self.children[node] if child in self.shown)

    def has_goal_left_out(self, node: int) -> bool:
        """Whether the solution path continues below this node, but its next node is not shown."""
        on_path = [child for child in self.children[node] if child in self.path_in_iteration]
        return bool(on_path) and node in self.path_in_iteration and not any(child in self.shown for child in on_path)

    def walk(self, root: int) -> Iterator[tuple[Item, int]]:
        """The tree below a root, from the left, every item after its parent and with the place of its parent.

        Places count from 0; the parent of the root is -1.
        """
        waiting: list[tuple[Item, int]] = [(self.trace.tree[root], -1)]
        place = 0
        while waiting:
            item, parent = waiting.pop()
            yield item, parent
            if isinstance(item, TreeNode):
                waiting.extend((child, place) for child in reversed(self.below(item.number)))
            place += 1

    def below(self, node: int) -> list[Item]:
        """What is shown below a node: its children, and duplicates among them unless nodes are left out."""
        tree, left_out = self.trace.tree, self.left_out_below(node)
        children: list[TreeNode | Duplicate] = [tree[at] for at in self.children[node] if at in self.shown]
        if left_out:
            return [*children, LeftOut(left_out, self.has_goal_left_out(node))]
        if self.cut.duplicates is not False and self.cut.focus is not Focus.PATH:
            for duplicate in self.duplicates(node):
                later = (place for place, item in enumerate(children) if item.move > duplicate.move >= 0)
                children.insert(next(later, len(children)), duplicate)  # in the order Up, Down, Left, Right
        return [*children]

    def duplicates(self, node: int) -> list[Duplicate]:
        """The children of a node that were dropped, except the one that undoes the last move: every node has it."""
        return [duplicate for duplicate in self._dropped(node) if duplicate.known != self.trace.tree[node].parent]

    def _dropped(self, node: int) -> list[Duplicate]:
        """The children of a node that were dropped in this iteration: the root is expanded in all of them."""
        tree = self.trace.tree
        return [
            Duplicate(move, known)
            for move, known in tree[node].duplicates
            if self.iteration in (None, tree[known].iteration) or tree[known].is_root
        ]

    @property
    def duplicates_left_out(self) -> int:
        """How many duplicates of this iteration are not shown, except those that undo a move."""
        shown = sum(isinstance(item, Duplicate) for node in self.shown for item in self.below(node))
        return sum(len(self.duplicates(node)) for node in self.depths) - shown

    @property
    def undoing(self) -> int:
        """How many duplicates of this iteration undo the last move."""
        dropped = sum(len(self._dropped(node)) for node in self.depths)
        return dropped - sum(len(self.duplicates(node)) for node in self.depths)


def _is_pruned(node: TreeNode) -> bool:
    return bool(node.fate) and node.fate != "goal" and not node.children


def select(trace: Trace, cut: Cut, iterations: Iterable[int | None] = (None,)) -> list[Selection]:
    """The selection of each of these iterations."""
    return [Selection(trace, cut, iteration) for iteration in iterations]


def check_iteration(trace: Trace, iteration: int) -> None:
    """Raise ``SpecError`` if the search had no such iteration."""
    count = len(trace.tree.bounds)
    if not 1 <= iteration <= count:
        raise SpecError(f"there is no iteration {iteration}: this search has {f'{count:,}' if count else 'none'}")


def default_iterations(trace: Trace, *, small: int = 0) -> list[int | None]:
    """The iterations to show by default: all, if together they have at most ``small`` nodes; else the last.

    Iterations count from 1; a search without iterations has one, which is None.
    """
    count = len(trace.tree.bounds)
    if count and len(trace.tree) + (count - 1) * len(trace.tree.roots) <= small:
        return list(range(1, count + 1))
    return [count or None]
