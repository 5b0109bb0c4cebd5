"""Anytime solving for fewest slides: the steps of ``anytime``, on solutions that are measured in slides.

Beams grow by slides: a layer has the boards after one more slide, so that the first solution of a beam has few slides.
The constructive method and the windows make solutions of few single moves, which are then counted in slides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from taquin.algorithms.anytime_schedule import Steps
from taquin.algorithms.layered_beam import BeamSettings
from taquin.algorithms.windows import Path, WindowSettings
from taquin.puzzle.geometry import Shape
from taquin.puzzle.moves import Move
from taquin.puzzle.slides import Metric, longest_slide, moves_of_slides, slides_of_moves

_LONGEST_BEAM_SLIDE = 15
"""The most tiles of a slide in a beam of the native core."""
_LONGEST_STORED = 64
"""The most tiles of a slide whose number fits into a byte; a longer one is stored as two."""


class SlideSteps:
    """The steps for slides, made of those for single moves."""

    has_databases = False
    metric = Metric.SLIDES

    def __init__(self, steps: Steps, shape: Shape, prove: Callable[[Path, float], Path | None]) -> None:
        """``prove`` raises the lower bound on slides; see ``Steps.raise_bound``."""
        self._steps = steps
        self._has_beams = longest_slide(shape) <= _LONGEST_BEAM_SLIDE
        self._prove = prove
        self._last: Path | None = None
        self._moves: Path | None = None

    def construct(self) -> Path:
        return self._in_slides(self._steps.construct())

    def beam(self, settings: BeamSettings, *, is_backward: bool) -> Path | None:
        if not self._has_beams:
            return None
        return self._steps.beam(replace(settings, metric=Metric.SLIDES), is_backward=is_backward)

    def shorten(self, path: Path, settings: WindowSettings) -> Path:
        """One pass over windows of single moves. What it shortens is kept for the next pass, also if no slide is saved.

        Numbers of nodes are lost in the conversion, which is why such a search cannot be recorded.
        """
        if path is not self._last or self._moves is None:
            moves = moves_of_slides(path.moves)
            self._last, self._moves = path, Path(moves, range(1, len(moves) + 1))
        self._moves = self._steps.shorten(self._moves, settings)
        found = self._in_slides(self._moves)
        return found if len(found) < len(path) else path

    def raise_bound(self, best: Path, seconds: float) -> Path | None:
        return self._prove(best, seconds)

    def _in_slides(self, path: Path) -> Path:
        numbers = bytearray()
        for number in slides_of_moves(path.moves):
            move, tiles = number % len(Move), number // len(Move) + 1
            for _ in range((tiles - 1) // _LONGEST_STORED):
                numbers.append(move + len(Move) * (_LONGEST_STORED - 1))
            numbers.append(move + len(Move) * ((tiles - 1) % _LONGEST_STORED))
        return Path(bytes(numbers), range(1, len(numbers) + 1))
