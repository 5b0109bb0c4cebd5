"""A recorded search as the object that ``/api/trace`` sends and that notebooks show: nodes, steps and sentences.

A step is one expansion, and step 0 the time before the first; a search that found the goal has a last step in which it
is chosen. ``nodes`` has the tree as it is at the end, one column
for each property: a node exists from its step ``born`` on, was expanded in its ``expansions``, and has its ``fate``
(``goal``, or why it was pruned) from ``fate_at`` on. ``improvements`` has the parent, move and g of a node before and
after. ``dropped`` are children whose state was known: their parent, the move, and the node that has this state.

``history`` has every step ready to be shown, so that a viewer needs no knowledge of any algorithm: it applies and
reverts changes of nodes, and shows sentences. Sentences and values that occur often are in tables, and columns have
their indexes. 20,000 nodes take about 4 MB.
"""

from __future__ import annotations

from taquin.render.search_history import SearchHistory, move_letter
from taquin.render.text.reading import reading_of
from taquin.render.text.trace import trace_to_dict
from taquin.solving.titles import method_title
from taquin.trace.events import ExpandEvent, GenerateEvent, GoalEvent, ImproveEvent, PruneEvent
from taquin.trace.trace import Trace


def search_record(trace: Trace) -> dict[str, object]:
    """The object: what ``taquin trace --json`` says of the run, the tree, and the history of every step."""
    reading = reading_of(trace)
    formula = reading.formula
    return {
        **trace_to_dict(trace),
        "name": method_title(trace.spec),
        "reading": {
            "name": formula.name,
            "weight_g": formula.weight_g,
            "weight_h": formula.weight_h,
            "held": str(reading.held),
            "bound": reading.bound,
        },
        "bounds": trace.tree.bounds,
        "begins": trace.tree.begins,
        "steps": trace.tree.expansions,
        "nodes": _columns(trace),
        "improvements": _improvements(trace),
        "dropped": [
            [parent, move_letter(move), known]
            for parent, node in trace.tree.nodes.items()
            for move, known in node.duplicates
        ],
        "history": SearchHistory(trace, reading).to_dict(),
    }


# The tree at the end


def _columns(trace: Trace) -> dict[str, object]:
    """One list for each property of nodes, in the order of their numbers."""
    nodes = [trace.tree[number] for number in range(len(trace.tree))]
    born, fate_at = _times(trace)
    return {
        "parent": [node.parent for node in nodes],
        "move": [move_letter(node.move) for node in nodes],
        "g": [node.g for node in nodes],
        "h": [node.h for node in nodes],
        "iteration": [node.iteration for node in nodes],
        "born": born,
        "expansions": [node.expansions for node in nodes],
        "fate": [node.fate or None for node in nodes],
        "fate_at": [fate_at.get(node.number) if node.fate else None for node in nodes],
    }


def _times(trace: Trace) -> tuple[list[int], dict[int, int]]:
    """When each node was made, and when its fate was last decided."""
    step = 0
    born: list[int] = []
    decided: dict[int, int] = {}
    for event in trace.events:
        match event:
            case ExpandEvent():
                step += 1
            case GenerateEvent():
                born.append(step)
            case PruneEvent(node) | GoalEvent(node):
                decided[node] = step
            case _:
                pass
    return born, decided


def _improvements(trace: Trace) -> list[dict[str, object]]:
    """Every cheaper path to a known node: when, and its parent, move and g before and after."""
    step, found = 0, []
    now: dict[int, tuple[int, int, float]] = {}
    for event in trace.events:
        match event:
            case ExpandEvent():
                step += 1
            case GenerateEvent(node, parent, move, g):
                now[node] = (parent, move, g)
            case ImproveEvent(node, parent, move, g):
                before, now[node] = now[node], (parent, move, g)
                found.append({"step": step, "node": node, "before": _edge(*before), "after": _edge(*now[node])})
            case _:
                pass
    return found


def _edge(parent: int, move: int, g: float) -> dict[str, object]:
    return {"parent": parent, "move": move_letter(move), "g": g}
