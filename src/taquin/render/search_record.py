"""A recorded search as the object that ``/api/trace`` sends and that notebooks show. Its readers decide its fields.

A step is one expansion, and step 0 the time before the first; a search that found the goal has a last step in which it
is chosen. ``nodes`` has one column for each property of nodes that does not change: the iteration, the step in which
the node was made, and the steps in which it was expanded.

``history`` has every step ready to be shown, so that a viewer needs no knowledge of any algorithm: it applies and
reverts changes of nodes, and shows sentences. Sentences and values that occur often are in tables, and columns have
their indexes. 20,000 nodes take about 4 MB.
"""

from __future__ import annotations

from taquin.render.search_history import SearchHistory, ShownSearch
from taquin.trace.events import ExpandEvent, GenerateEvent
from taquin.trace.trace import Trace


def search_record(search: ShownSearch) -> dict[str, object]:
    """The object: the method, the puzzle, how the run ended, the nodes, and the history of every step."""
    trace, reading, outcome = search.trace, search.reading, search.trace.outcome
    nodes = [trace.tree[number] for number in range(len(trace.tree))]
    return {
        "spec": trace.spec,
        "name": trace.title,
        "start": trace.header.get("start"),
        "goal": trace.header.get("goal"),
        "status": str(outcome.status),
        "reason": outcome.reason or None,
        "duplicates": outcome.stats.duplicates,
        "pruned": outcome.stats.pruned,
        "node_path": list(trace.node_path),
        "reading": {"name": reading.formula.name, "held": str(reading.held)},
        "steps": trace.tree.expansions,
        "nodes": {
            "iteration": [node.iteration for node in nodes],
            "born": _birth_steps(trace),
            "expansions": [node.expansions for node in nodes],
        },
        "history": SearchHistory(search).to_dict(),
    }


def _birth_steps(trace: Trace) -> list[int]:
    """The step in which each node was made, in the order of their numbers."""
    step, born = 0, []
    for event in trace.events:
        if isinstance(event, ExpandEvent):
            step += 1
        elif isinstance(event, GenerateEvent):
            born.append(step)
    return born
