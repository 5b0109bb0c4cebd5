"""Heuristics: estimates of the distance to a goal, one family per file.

A heuristic is a callable made for one goal: ``Manhattan(goal)(state)``. ``taquin.registry`` lists them by name, with
what is known of each.
"""

from taquin.heuristics.base import Estimate, Heuristic
from taquin.heuristics.blind import Blind
from taquin.heuristics.euclidean import Euclidean
from taquin.heuristics.gaschnig import Gaschnig
from taquin.heuristics.inversion_distance import InversionDistance
from taquin.heuristics.linear_conflict import LinearConflict
from taquin.heuristics.manhattan import Manhattan
from taquin.heuristics.maximum import Maximum
from taquin.heuristics.misplaced import Misplaced
from taquin.heuristics.tile_sum import TileSum
from taquin.heuristics.user import UserHeuristic, load_function
from taquin.heuristics.walking_distance import WalkingDistance

__all__ = [
    "Blind",
    "Estimate",
    "Euclidean",
    "Gaschnig",
    "Heuristic",
    "InversionDistance",
    "LinearConflict",
    "Manhattan",
    "Maximum",
    "Misplaced",
    "TileSum",
    "UserHeuristic",
    "WalkingDistance",
    "load_function",
]
