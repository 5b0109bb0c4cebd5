"""Which nodes of a search tree are shown, and that those left out are counted."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from drawings import MIDDLE, NEAR, PLATEAU, record
from looping import for_each
from taquin.render.tree.selection import SMALL, Cut, Duplicate, Focus, Selection, default_iterations, select
from taquin.solving.registry import ALGORITHMS
from taquin.trace.trace import Trace
from taquin.trace.tree import TreeNode

TRACES = {
    "astar": record(MIDDLE),
    "bidirectional": record(MIDDLE, algorithm="bidirectional_astar(manhattan)"),
    "beam": record(MIDDLE, algorithm="beam(manhattan, width=3)"),
    "limit": record(MIDDLE, algorithm="bfs", nodes=300),
    "stuck": record(PLATEAU, algorithm="hill_climbing(misplaced)"),
}

cuts = st.builds(
    Cut,
    levels=st.none() | st.integers(0, 20),
    max_nodes=st.none() | st.integers(1, 200),
    focus=st.sampled_from(Focus),
    duplicates=st.booleans(),
    pruned=st.booleans(),
)


def one(trace: Trace, cut: Cut, iteration: int | None = None) -> Selection:
    (selection,) = select(trace, cut, [iteration])
    return selection


@given(st.sampled_from(sorted(TRACES)), cuts)
def test_shown_and_left_out_nodes_are_all_nodes(name: str, cut: Cut) -> None:
    trace = TRACES[name]
    tree = trace.tree
    selection = one(trace, cut)
    shown = selection.shown
    assert cut.max_nodes is None or len(shown) <= cut.max_nodes
    assert cut.levels is None or all(selection.depths[node] <= cut.levels for node in shown)
    assert all(tree[node].is_root or tree[node].parent in shown for node in shown)
    if not cut.pruned:
        assert all(not tree[node].fate or tree[node].fate == "goal" for node in shown)
    assert selection.hidden == (0 if cut.pruned else trace.outcome.stats.pruned)
    below = sum(selection.left_out_below(node) for node in shown)
    missing = [root for root in tree.roots if root not in shown]
    if cut.focus is not Focus.PATH:
        apart = sum(selection.sizes[root] for root in missing)
        assert len(shown) + below + apart + selection.hidden == len(tree)
    elif not missing:
        assert len(shown) + below == selection.total == len(selection.path)
    drawn = [item for node in shown for item in selection.below(node)]
    assert sorted(item.number for item in drawn if isinstance(item, TreeNode)) == sorted(shown - set(tree.roots))
    dropped = [item for item in drawn if isinstance(item, Duplicate)]
    assert cut.duplicates or not dropped
    undone = trace.outcome.stats.duplicates - len(dropped) - selection.duplicates_left_out
    assert 0 <= undone <= trace.outcome.stats.expanded  # each expansion undoes at most one move


def test_around_the_path() -> None:
    trace = TRACES["astar"]
    selection = one(trace, Cut(focus=Focus.AROUND_PATH))
    path = set(trace.node_path)
    assert selection.shown == path | {child for node in path for child in trace.tree[node].children}
    assert all(selection.left_out_below(node) == 0 for node in path)
    assert selection.left_out == len(trace.tree) - len(selection.shown)
    assert one(trace, Cut(focus=Focus.AROUND_PATH, max_nodes=len(path))).shown == path
    assert one(trace, Cut(focus=Focus.PATH)).shown == path


def test_without_a_path_the_oldest_nodes_are_shown() -> None:
    trace = TRACES["limit"]
    assert one(trace, Cut(focus=Focus.LEGIBLE)).shown == set(range(SMALL))
    assert one(trace, Cut(focus=Focus.AROUND_PATH, max_nodes=20)).shown == set(range(20))


def test_a_failed_local_search_is_shown_around_its_path() -> None:
    trace = TRACES["stuck"]
    selection = one(trace, Cut(focus=Focus.AROUND_PATH), 1)
    last = selection.last_node
    assert last is not None
    assert trace.tree[last].expansions == [trace.outcome.stats.expanded]
    assert selection.main_path == set(trace.tree.path(last))
    assert not selection.path


@for_each("spec", ALGORITHMS)
def test_iterations_by_default(spec: object) -> None:
    trace = record(NEAR, algorithm=spec.key)  # type: ignore[attr-defined]
    count = len(trace.tree.bounds)
    assert default_iterations(trace) == [count or None]
    if count:
        assert default_iterations(trace, small=10_000) == list(range(1, count + 1))
        assert default_iterations(trace, small=len(trace.tree) - 1) == [count]
