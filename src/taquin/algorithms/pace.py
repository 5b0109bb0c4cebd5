"""The pace of a beam: how wide its layers may be so that it ends in time."""

from __future__ import annotations

from taquin.run.run import Run

_NARROWEST = 16
_SHARE_BEFORE_MEASURING = 0.05
"""The share of the time after which the speed is known well enough."""
_SHARE_OF_WIDE_LAYERS = 0.92
"""The last layers are narrow: most of their boards are too far from the goal."""


class Pace:
    """Narrows a beam that would take too long.

    How fast a beam is cannot be known before: layers that do not fit into the processor's caches are slower, and other
    programs may be running. So the speed so far says how many nodes the layers that are left may have.
    """

    def __init__(self, run: Run, seconds: float, width: int, longest: int) -> None:
        """For a beam that begins now, with so many seconds until it should end."""
        self._run = run
        self._began = run.elapsed()
        self._seconds = seconds
        self._width = width
        self._longest = longest

    def __call__(self, depth: int, stored: int) -> int:
        """The width of the layer after one of this depth, with so many nodes stored so far."""
        elapsed = self._run.elapsed() - self._began
        if elapsed <= _SHARE_BEFORE_MEASURING * self._seconds or depth >= self._longest:
            return self._width
        nodes_left = (self._seconds - elapsed) * stored / elapsed
        layers_left = max(_SHARE_OF_WIDE_LAYERS * self._longest - depth, (self._longest - depth) / 2)
        return max(_NARROWEST, min(self._width, int(nodes_left / layers_left)))
