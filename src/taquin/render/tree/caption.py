"""The caption of a search tree: how the run ended, its counters, and what is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from taquin.puzzle.board import one_line
from taquin.puzzle.words import plural
from taquin.render.text.reading import ending_text, path_text
from taquin.render.tree.selection import Focus, Selection
from taquin.run.result import Status
from taquin.trace.trace import Trace

_MOST_CELLS = 36  # boards of more cells are too long for a line
_MOST_ROUNDS = 8


def describe_ending(trace: Trace) -> str:
    """The method, how the run ended, and why."""
    outcome = trace.outcome
    if "moment" in trace.header or outcome.moves is not None:
        return title(trace)
    return f"{trace.spec or 'a search'}: {ending_text(outcome.status, outcome.reason)}"


def title(trace: Trace) -> str:
    """The method, and how the run ended."""
    moves = trace.outcome.moves
    if "moment" in trace.header:  # a search that is cut at a step
        return f"{trace.spec or 'a search'}, {trace.header['moment']}"
    ending = trace.outcome.status if moves is None else f"solved in {plural(len(moves), 'move')}"
    return f"{trace.spec or 'a search'}: {ending}"


def describe_size(trace: Trace) -> str:
    recorded = " recorded" if trace.is_truncated else ""
    return f"{plural(len(trace.tree), 'node')}{recorded}, {trace.outcome.stats.expanded:,} expanded"


def has_no_search(trace: Trace) -> bool:
    """Whether the problem was found unsolvable before any search."""
    return trace.outcome.status is Status.UNSOLVABLE and not trace.events


def caption(selections: Sequence[Selection]) -> Iterator[str]:
    """The lines under the title of a picture."""
    trace = selections[0].trace
    if trace.outcome.moves is None and trace.outcome.reason:
        yield trace.outcome.reason
    if trace.has_boards and trace.start.shape.cells <= _MOST_CELLS:
        yield f"start {one_line(trace.start)}, goal {one_line(trace.goal)}"
    if has_no_search(trace):
        return
    stats = trace.outcome.stats
    counters = [plural(stats.duplicates, "duplicate"), f"{stats.reopened:,} reopened", f"{stats.pruned:,} pruned"]
    yield ", ".join([describe_size(trace), *(text for text in counters if not text.startswith("0 "))])
    if trace.node_path:
        yield f"solution path: {path_text(trace.node_path)}"
    if len(trace.tree.roots) > 1:
        meeting = " and ".join(map(str, trace.goal_nodes))
        met = f"; nodes {meeting} are the same board" if meeting else ""
        yield f"one tree grows down from the start, one up from the goal{met}"
    if trace.is_truncated:
        yield f"only the first {plural(len(trace.events), 'event')} of the search are recorded"
    for selection in selections:
        path = [node for node in trace.node_path if node in selection.path_in_iteration]
        missing = sum(node not in selection.shown for node in path)
        if missing:
            yield f"cut off: {missing:,} of the {plural(len(path), 'node')} of the solution path, including the goal"
    yield from _other_iterations(selections)
    if len(trace.tree.bounds) < 2:  # otherwise each iteration has its own note
        yield from left_out(selections[0])


def _other_iterations(selections: Sequence[Selection]) -> Iterator[str]:
    tree, reading = selections[0].trace.tree, selections[0].reading
    bounds = tree.bounds
    drawn = {selection.branch.iteration for selection in selections}
    missing = [place for place in range(1, len(bounds) + 1) if place not in drawn]
    if not missing:
        return
    sizes = Counter(node.iteration for node in tree.nodes.values())
    named = [f"{reading.iteration(place, bounds[place - 1])}, {plural(sizes[place], 'node')}" for place in missing]
    if len(named) > _MOST_ROUNDS:
        named[_MOST_ROUNDS // 2 : -_MOST_ROUNDS // 2] = [f"… {len(named) - _MOST_ROUNDS:,} more …"]
    yield f"not drawn: {'; '.join(named)}"


def left_out(selection: Selection) -> Iterator[str]:
    """How much of this selection is not shown."""
    branch = selection.branch
    missing = len(branch.depths) - len(selection.shown)
    parts = []
    if missing:
        parts.append(f"{missing:,} of {plural(len(branch.depths), 'node')}")
    if branch.hidden:
        parts.append(plural(branch.hidden, "pruned node"))
    if selection.duplicates_left_out:
        parts.append(plural(selection.duplicates_left_out, "duplicate"))
    if selection.undoing:
        parts.append(f"{selection.undoing:,} child{'' if selection.undoing == 1 else 'ren'} undoing the last move")
    if not selection.shown and selection.cut.focus is Focus.PATH:
        yield "there is no solution path to show"
    elif parts:
        yield f"left out: {', '.join(parts)}{_view(selection) if missing else ''}"


def _view(selection: Selection) -> str:
    if selection.cut.focus is Focus.PATH:
        return "; only the solution path is shown"
    if selection.is_around_main_path:
        path = "the solution path" if selection.path_in_iteration else "the path of the local search"
        return f"; {path} and the children of its nodes are shown"
    return ""
