"""All variants at once: in the core, or without it one by one in Python."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from taquin import _native
from taquin.judging.variant_search import COUNTS, Space, search
from taquin.judging.variants import HEURISTICS, ORDERS, OWN_HEURISTICS, WEIGHTS, Variant, decode
from taquin.puzzle.board import Board, State
from taquin.puzzle.moves import Move

_CORE_CELLS = 16
_SLICE = 20_000  # nodes: after so many the signals of the process are handled
_NOT_PRINTED = -1 << 62
PATH_BIT = 1 << 63
"""In the mask of a name: it is that of the path."""

Values: TypeAlias = tuple[object, ...]
"""What a variant does on a board: its counters by every definition, then its path; empty if it reached no goal."""


class Made(NamedTuple):
    """What one variant does on one board."""

    values: Values
    trail: int
    """Equal where the same boards are expanded in the same order, apart from copies of a board."""


class Narrowed(NamedTuple):
    """The variants that fit a board."""

    codes: array[int]
    masks: array[int]
    """For each variant and name the definitions that fit, as bits; of the path the highest one."""
    is_complete: bool
    """Whether the work was enough for all variants."""


class VariantRunner:
    """Runs variants on boards with one goal, and counts the nodes that they take from their queues."""

    def __init__(
        self, goal: Board, definitions: Sequence[tuple[str, int]], heuristics: Mapping[str, str] | None = None
    ) -> None:
        self._heuristics = heuristics or {}
        self._space = Space(goal.state, goal.shape)
        self._definitions = [(COUNTS.index(name), more) for name, more in definitions]
        self._core: _native.core.VariantSearch | None = None
        is_known = goal.shape.cells <= _CORE_CELLS and not set(self._heuristics.values()) & OWN_HEURISTICS.keys()
        if is_known and hasattr(_native.load(), "VariantSearch"):  # the core in the browser has none
            self._core = _native.core.VariantSearch(
                goal.shape.rows,
                goal.shape.columns,
                bytes(goal.state),
                [(self._costs(name), _last_step(name)) for name in HEURISTICS],
                bytes(move for order in ORDERS for move in order),
                array("d", [weight for pair in WEIGHTS for weight in pair]),
            )

    def decode(self, code: int) -> Variant:
        """The variant with this number, and with the heuristic that stands in the place of its own."""
        variant = decode(code)
        return variant._replace(heuristic=self._heuristics.get(variant.heuristic, variant.heuristic))

    def make_code(self, code: int, state: State, limit: int) -> Made:
        """``make`` of the variant with this number."""
        return self.make(self.decode(code), state, limit)

    def _costs(self, heuristic: str) -> array[float]:
        cells = range(self._space.shape.cells)
        return array("d", [self._space.cost(heuristic, tile, cell) for tile in cells for cell in cells])

    def make(self, variant: Variant, state: State, limit: int) -> Made:
        """What a variant does on a board with at most ``limit`` nodes taken from the queue."""
        if self._core is not None and variant.heuristic in HEURISTICS:
            found = self._core.run(bytes(state), variant.code, limit)
            if found is None:
                return Made((), 0)
            counts, moves, trail = found
            return Made((*self._values(counts), tuple(map(Move, moves))), trail)
        outcome = search(self._space, state, variant, limit)
        if outcome.moves is None:
            return Made((), 0)
        values = self._values([outcome.counts[name] for name in COUNTS])
        return Made((*values, outcome.moves), hash(tuple(dict.fromkeys(outcome.expanded))))

    def _values(self, counts: Sequence[int]) -> list[int]:
        return [counts[place] + more for place, more in self._definitions]

    def narrow(
        self,
        state: State,
        codes: array[int],
        masks: array[int],
        printed: Sequence[int | None],
        path: Sequence[Move] | None,
        *,
        needs_all: bool,
        limit: int,
        work: int,
    ) -> tuple[Narrowed, int]:
        """The variants that fit what was printed, and the work that is left.

        With ``needs_all`` every name must fit, else one counter. ``limit`` is the most nodes of one variant, ``work``
        that of all of them.
        """
        names, done = len(printed), 0
        kept, kept_masks = array("I"), array("Q")
        numbers = array("q", [_NOT_PRINTED if value is None else value for value in printed])
        definitions = array("q", [number for pair in self._definitions for number in pair])
        steps = None if path is None else bytes(path)
        while done < len(codes) and work > 0:
            if self._core is None:
                code = codes[done]
                made = self.make_code(code, state, limit)
                count, used = 1, 1 + abs(int(str(made.values[0]))) if made.values else limit
                fitting = _fitting(made.values, masks[done * names : (done + 1) * names], printed, path, needs_all)
                if fitting:
                    kept.append(code)
                    kept_masks.extend(fitting)
            else:
                part, part_masks = memoryview(codes)[done:], memoryview(masks)[done * names :]
                count, used, found, found_masks = self._core.narrow(
                    bytes(state), part, part_masks, definitions, numbers, steps, needs_all, limit, min(work, _SLICE)
                )
                kept.frombytes(found)
                kept_masks.frombytes(found_masks)
            done, work = done + count, work - used
        return Narrowed(kept, kept_masks, done == len(codes)), work


def _last_step(heuristic: str) -> int:
    """What is done with the sum: 1 truncates it, 2 adds linear conflicts."""
    return 1 if heuristic.endswith("sum truncated") else 2 if heuristic.endswith("linear conflicts") else 0


def _fitting(
    values: Values, masks: Sequence[int], printed: Sequence[int | None], path: Sequence[Move] | None, needs_all: bool
) -> list[int]:
    """The masks of a variant after one more board; empty if it does not fit."""
    if not values:
        return []
    kept = []
    for mask, number in zip(masks, printed, strict=True):
        if mask & PATH_BIT:
            kept.append(mask if path is None or tuple(path) == values[-1] else 0)
        elif number is None:
            kept.append(mask)
        else:
            places = (place for place in range(len(values) - 1) if mask >> place & 1 and values[place] == number)
            kept.append(sum(1 << place for place in places))
    counters = [mask for mask, before in zip(kept, masks, strict=True) if not before & PATH_BIT]
    return kept if (all(kept) if needs_all else any(counters)) else []
