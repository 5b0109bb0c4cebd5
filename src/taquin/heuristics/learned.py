"""A learned score as a heuristic."""

from __future__ import annotations

from array import array
from zlib import crc32

from taquin.errors import HeuristicError
from taquin.heuristics.base import Explanation, Heuristic, Part
from taquin.puzzle.board import Board, State
from taquin.tables.cache import to_bytes
from taquin.tables.scores.score import DisplacementScore, Labelling
from taquin.tables.scores.store import score_weights
from taquin.tables.scores.weights import UNIT

MAXIMUM_CELLS = 256


class Learned(Heuristic):
    """The score that was trained for boards of this shape, in moves; never negative.

    Neither admissible nor consistent: it was trained to rank the boards of a beam, not to bound their distances. The
    weights are those that the user trained (``taquin train``), or those of the package, or those of a similar shape. A
    call takes O(n·(rows + columns)). Raises ``HeuristicError`` for boards of more than 256 cells.

    Training by ranking the states of a beam: Xu, Fern and Yoon, *Learning linear ranking functions for beam search with
    application to planning*, Journal of Machine Learning Research 10, 2009.

    >>> goal = Board([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0])
    >>> learned = Learned(goal)
    >>> learned.estimate(goal), learned.estimate("4 3 2 1 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0") > 0
    (0.0, True)
    """

    __slots__ = ("_labelling", "_score")

    def __init__(self, goal: Board) -> None:
        super().__init__(goal)
        shape = goal.shape
        if shape.cells > MAXIMUM_CELLS:
            raise HeuristicError(
                f"learned takes boards of up to {MAXIMUM_CELLS} cells, found {shape} with {shape.cells:,}",
                hint="manhattan takes any size",
            )
        self._labelling = Labelling(shape, goal.state)
        self._score = DisplacementScore(score_weights(shape), shape, self._labelling.blank)

    def __call__(self, state: State) -> float:
        """The score of the board, in moves; 0 if it is negative."""
        return max(0, self._score(self._labelling.labels(state))) / UNIT

    def explain(self, state: State) -> Explanation:
        score, cells = self._score, len(state)
        weights = [score.values[feature] / UNIT for feature in score.features(self._labelling.labels(state))]
        pairs = len(weights) - score.edge_count
        sums = {
            "where each tile stands": sum(weights[:cells]),
            "pairs of tiles whose homes are close": sum(weights[cells:pairs]),
            "tiles that stand side by side": sum(weights[pairs:]),
        }
        total = sum(sums.values())
        if total < 0:
            sums["the estimate is not negative"] = -total
        parts = [Part(kind="sum", value=value, words=words) for words, value in sums.items()]
        value = max(0.0, total)
        return Explanation(value, f"the trained weights add up to {value:.2f}", tuple(parts))

    def table_checksums(self) -> list[str]:
        weights = to_bytes(array("i", self._score.values))
        return [f"score {self.goal.shape.text} {crc32(weights):08x}"]
