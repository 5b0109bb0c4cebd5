"""The style sheet of an animated solution: key frames for each tile that moves, in percent of the loop."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from taquin.puzzle.board import Board
from taquin.render.drawing.shapes import Point, short

SLIDE = 0.6
"""The share of the time from one move to the next in which the tile moves."""
REST_BEFORE, REST_AFTER = 1.5, 2.5
"""Seconds before the first move and after the last."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """When each of ``moves`` moves begins and ends, if one begins every ``pace`` seconds."""

    moves: int
    pace: float

    @property
    def seconds(self) -> float:
        """The length of the loop."""
        return REST_BEFORE + self.moves * self.pace + REST_AFTER

    def begin(self, index: int) -> str:
        """When a move begins, in percent of the loop."""
        return self._percent(REST_BEFORE + index * self.pace)

    def end(self, index: int) -> str:
        """When its tile has arrived."""
        return self._percent(REST_BEFORE + (index + SLIDE) * self.pace)

    def _percent(self, seconds: float) -> str:
        decimals = len(str(self.moves)) + 1  # enough to distinguish the ends of all slides
        return f"{100 * seconds / self.seconds:.{decimals}f}".rstrip("0").rstrip(".") + "%"


def style_sheet(
    mark: str,
    boards: Sequence[Board],
    goal: Board,
    timeline: Timeline,
    *,
    cells: Sequence[Point],
    letters: Sequence[Point],
) -> str:
    """The rules that play these boards one after another.

    ``mark`` is the class of everything that moves, and the prefix of all names: it must be unique on a page. A tile has
    the class ``mark-N``, its surface at home ``mark-hN``, the box in the list of moves ``mark-m``.
    ``cells`` are the places of the tiles, ``letters`` those of the moves.
    """
    slides: dict[int, list[int]] = {}
    for index, (before, after) in enumerate(pairwise(boards)):
        slides.setdefault(before.state[after.blank], []).append(index)
    rules = [f".{mark}{{animation:{short(timeline.seconds)}s ease-in-out infinite}}"]
    for tile in sorted(slides):
        visited = [boards[0].find(tile), *(boards[index].blank for index in slides[tile])]
        rules += _rule(f"{mark}-{tile}", _key_frames(slides[tile], timeline, [_shift(cells[cell]) for cell in visited]))
        shown = [f"opacity:{int(cell == goal.find(tile))}" for cell in visited]
        rules += _rule(f"{mark}-h{tile}", _key_frames(slides[tile], timeline, shown))
    stops = [f"{timeline.begin(index)}{{opacity:1;{_shift(place)}}}" for index, place in enumerate(letters)]
    if len(letters) < timeline.moves:
        stops.append(f"{timeline.begin(len(letters))}{{opacity:0}}")
    rules += _rule(f"{mark}-m", ["0%{opacity:0}", *stops], ";animation-timing-function:step-end")
    rules += [
        f"svg:hover .{mark}{{animation-play-state:paused}}",
        f"@media (prefers-reduced-motion:reduce){{.{mark}{{animation:none}}}}",
    ]
    return "\n".join(rules)


def _rule(name: str, stops: Iterable[str], more: str = "") -> list[str]:
    return [f".{name}{{animation-name:{name}{more}}}", f"@keyframes {name}{{{''.join(stops)}}}"]


def _key_frames(slides: Sequence[int], timeline: Timeline, values: Sequence[str]) -> list[str]:
    """The key frames of a tile: a value holds from the end of one slide to the beginning of the next."""
    starts = ["0%", *(timeline.end(index) for index in slides)]
    ends = [*(timeline.begin(index) for index in slides), "to"]
    stops: list[tuple[str, str, str]] = []
    for start, end, value in zip(starts, ends, values, strict=True):
        if stops and stops[-1][2] == value:  # for example, not at home before and after the slide
            stops[-1] = (stops[-1][0], end, value)
        else:
            stops.append((start, end, value))
    return [f"{start},{end}{{{value}}}" for start, end, value in stops]


def _shift(place: Point) -> str:
    return f"transform:translate({short(place[0])}px,{short(place[1])}px)"
