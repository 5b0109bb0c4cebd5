"""The heuristics: names, options, what is proven of them, and where the native core evaluates them.

The tests prove every claim; "Add a heuristic" in CONTRIBUTING.md says how to add one.
"""

from __future__ import annotations

from taquin.solving.specs import HeuristicSpec, NativeHeuristic, Option

HEURISTICS: tuple[HeuristicSpec, ...] = (
    HeuristicSpec(
        key="blind",
        name="blind",
        aliases=("zero", "none"),
        implementation="taquin.heuristics.blind:Blind",
        summary="0 everywhere: no estimate at all",
        admissible=True,
        consistent=True,
        native=NativeHeuristic(),
    ),
    HeuristicSpec(
        key="misplaced",
        name="misplaced tiles",
        aliases=("hamming", "misplaced_tiles", "h1"),
        implementation="taquin.heuristics.misplaced:Misplaced",
        summary="the number of tiles that are not at home",
        admissible=True,
        consistent=True,
        native=NativeHeuristic(),
    ),
    HeuristicSpec(
        key="manhattan",
        name="Manhattan distance",
        aliases=("taxicab", "city_block", "h2"),
        implementation="taquin.heuristics.manhattan:Manhattan",
        summary="rows plus columns between each tile and its home",
        admissible=True,
        consistent=True,
        native=NativeHeuristic(),
    ),
    HeuristicSpec(
        key="euclidean",
        name="Euclidean distance",
        aliases=("straight_line",),
        implementation="taquin.heuristics.euclidean:Euclidean",
        summary="straight lines between each tile and its home",
        admissible=True,
        consistent=True,
    ),
    HeuristicSpec(
        key="gaschnig",
        name="Gaschnig's heuristic",
        aliases=("n_max_swap", "max_swap"),
        implementation="taquin.heuristics.gaschnig:Gaschnig",
        summary="swaps needed if the blank could change places with any tile",
        admissible=True,
        consistent=True,
    ),
    HeuristicSpec(
        key="linear_conflict",
        name="linear conflict",
        aliases=("linear_conflicts", "lc"),
        implementation="taquin.heuristics.linear_conflict:LinearConflict",
        summary="Manhattan plus 2 for every tile that must leave its line to let others pass",
        admissible=True,
        consistent=True,
        native=NativeHeuristic(maximum_side=5),
    ),
    HeuristicSpec(
        key="walking_distance",
        name="walking distance",
        aliases=("wd",),
        implementation="taquin.heuristics.walking_distance:WalkingDistance",
        summary="vertical moves that bring every tile into its row, plus horizontal ones into its column",
        admissible=True,
        consistent=True,
        shapes="up to 2×6, 3×5, 4×4, and lines",
        native=NativeHeuristic(takes_lines=False),
    ),
    HeuristicSpec(
        key="inversion_distance",
        name="inversion distance",
        aliases=("inversions", "id"),
        implementation="taquin.heuristics.inversion_distance:InversionDistance",
        summary="moves needed to undo all inversions by rows and by columns",
        admissible=True,
        consistent=True,
    ),
    HeuristicSpec(
        key="pdb",
        name="additive pattern databases",
        aliases=("pattern_database", "pattern_databases"),
        implementation="taquin.heuristics.pattern_database:PatternDatabases",
        summary="the sum of the exact costs of disjoint sets of tiles, where a set counts its own slides alone",
        admissible=True,
        consistent=False,
        shapes="up to 32 cells",
        options=(
            Option(
                "partition",
                "auto",
                "sizes of the patterns such as 5-5-5, or tiles: 1 2 5 | 3 4 6 | …; auto: the largest in the cache",
            ),
            Option("symmetry", True, "look the mirrored board up as well, where the goal allows it"),
        ),
        native=NativeHeuristic(),
    ),
    HeuristicSpec(
        key="max",
        name="maximum",
        aliases=("maximum",),
        implementation="taquin.heuristics.maximum:Maximum",
        summary="the largest of several heuristics: max(manhattan, gaschnig)",
        admissible=True,
        consistent=True,
        takes_parts=True,
        native=NativeHeuristic(),
    ),
)
