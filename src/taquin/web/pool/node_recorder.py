"""Records a search up to a number of nodes: what a page can show is limited by nodes, not by events."""

from __future__ import annotations

from taquin.trace.recorder import Recorder

EVENTS_PER_NODE = 20
"""A tree search may expand and prune a node many times: the number of events is limited too."""


class NodeRecorder(Recorder):
    """Records a run up to so many nodes. The search goes on, and the trace says that it is truncated."""

    __slots__ = ("_nodes",)

    def __init__(self, nodes: int) -> None:
        super().__init__(EVENTS_PER_NODE * nodes)
        self._nodes = nodes

    def generate(self, node: int, parent: int, move: int, g: float, h: float) -> None:
        """Record it, unless the limit is reached."""
        if node >= self._nodes and not self.is_truncated:
            self.cap = len(self._events)
        super().generate(node, parent, move, g, h)
