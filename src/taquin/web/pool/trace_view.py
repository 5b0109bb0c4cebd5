"""A recorded search as a page draws it: the nodes as columns, and when what happened, counted in expansions.

A step is one expansion, and step 0 the time before the first. A node is on the picture from its ``born`` on; it was
expanded at its ``expansions``; and it has its ``fate`` (``goal``, or why it was cut off) from ``fate_at`` on. Its
parent, move and g are the last ones: ``improvements`` tells what they were before, so that a page can go back in time.
``dropped`` are children whose state was known: their parent, the move, and the node that has this state.
"""

from __future__ import annotations

from taquin.puzzle.moves import Move
from taquin.render.text.reading import reading_of
from taquin.render.text.trace import trace_to_dict
from taquin.trace.events import ExpandEvent, GenerateEvent, GoalEvent, ImproveEvent, PruneEvent
from taquin.trace.recorder import Recorder
from taquin.trace.trace import Trace

EVENTS_PER_NODE = 20
"""A tree search may expand and prune a node many times: beyond this the trace is cut too."""


class NodeRecorder(Recorder):
    """Records a run up to so many nodes. The search goes on, and the trace says that it is truncated."""

    __slots__ = ("_nodes",)

    def __init__(self, nodes: int) -> None:
        super().__init__(EVENTS_PER_NODE * nodes)
        self._nodes = nodes

    def generate(self, node: int, parent: int, move: int, g: float, h: float) -> None:
        """Record it, unless there are enough."""
        if node >= self._nodes and not self.is_truncated:
            self.cap = len(self._events)
        super().generate(node, parent, move, g, h)


def trace_view(trace: Trace) -> dict[str, object]:
    """The object: what ``taquin trace --json`` says of the run, and the tree."""
    reading = reading_of(trace)
    formula = reading.formula
    return {
        **trace_to_dict(trace),
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
            [parent, _letter(move), known]
            for parent, node in trace.tree.nodes.items()
            for move, known in node.duplicates
        ],
    }


def _columns(trace: Trace) -> dict[str, object]:
    """One list for each property of nodes, in the order of their numbers."""
    nodes = [trace.tree[number] for number in range(len(trace.tree))]
    born, fate_at = _times(trace)
    return {
        "parent": [node.parent for node in nodes],
        "move": [_letter(node.move) for node in nodes],
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
    return {"parent": parent, "move": _letter(move), "g": g}


def _letter(move: int) -> str:
    return "" if move < 0 else Move(move).letter
