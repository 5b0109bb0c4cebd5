"""The algorithms of the registry.

Tests check every entry against its implementation. docs/contributing/recipes.md explains how to add one.
"""

from __future__ import annotations

from dataclasses import replace

from taquin.solving.specs import AlgorithmSpec, Claims, Condition, NativeSearch, Option
from taquin.system.cores import MOST_THREADS
from taquin.trace.ordering import Order, Scope, SearchRules, StoredNodes

_TIE_BREAK = Option(
    "tie_break",
    "fifo",
    "which of equal nodes is expanded first: the oldest, the youngest, the lowest h, a random one",
    ("fifo", "lifo", "low-h", "random"),
    ("oldest first", "youngest first", "lowest h first", "random"),
)
_F_TIE_BREAK = replace(_TIE_BREAK, synonyms=(("high-g", "low-h"),))  # of nodes with equal f the same
_AGE_TIE_BREAK = Option(
    "tie_break",
    "fifo",
    "which of equal nodes is expanded first: the oldest, the youngest, a random one",
    ("fifo", "lifo", "random"),
    ("oldest first", "youngest first", "random"),
)
_WEIGHT = Option(
    "weight",
    1.5,
    "how much h counts: 1 is A*; more is faster, but solutions may be longer",
    minimum=1,
    maximum=1_000_000,
)
_BOUND = replace(_WEIGHT, summary="the solution is at most this many times as long as a shortest one")
_FACTOR = replace(_BOUND, default=1.0)
_FIRST_WEIGHT = replace(_WEIGHT, default=3.0, summary="how much h counts in the first iteration")
_SEED = Option("seed", 0, "seed of the random choices: same seed, same run", minimum=0)
_TIE_SEED = replace(_SEED, used_if=(Condition("tie_break", "random"),))
_THREADS = Option(
    "threads",
    1,
    "threads of the native core for long searches; 0: all cores",
    minimum=0,
    maximum=MOST_THREADS,
    is_lowered=True,
    is_native=True,
)
_UNDO = Option("undo", False, "also make the child that undoes the last move, as textbooks do; nodes multiply")
_RESTARTS = Condition("restarts", 0, is_other=True)

_MAXIMUM_CELLS = 64
_MAXIMUM_STORED_CELLS = 25  # searches that store states: the core packs a state into 128 bits
_MAXIMUM_CONSTRUCTED_CELLS = 256 * 256
_BEST_FIRST = NativeSearch("best_first", _MAXIMUM_STORED_CELLS)

_ALL = "every state seen"
_PATH = "the current path"


def _bounded(weight: Option) -> Claims:
    return Claims(
        complete="yes",
        optimal="within the factor weight, if h is admissible",
        memory=_ALL,
        suboptimality=weight,
        adds_costs=True,
    )


ALGORITHMS: tuple[AlgorithmSpec, ...] = (
    AlgorithmSpec(
        key="bfs",
        name="breadth-first search",
        aliases=("breadth_first", "breadth"),
        summary="expands the oldest node first, layer by layer",
        implementation="taquin.algorithms.breadth_first:bfs",
        uses_heuristic=False,
        claims=Claims(complete="yes", optimal="yes", memory=_ALL),
        native=NativeSearch("breadth_first", _MAXIMUM_STORED_CELLS),
    ),
    AlgorithmSpec(
        key="bidirectional",
        name="bidirectional breadth-first search",
        aliases=("bidirectional_bfs", "bibfs"),
        summary="searches from start and goal at once until the layers meet",
        implementation="taquin.algorithms.breadth_first:bidirectional",
        uses_heuristic=False,
        is_bidirectional=True,
        claims=Claims(complete="yes", optimal="yes", memory=_ALL + ", in two small trees"),
        reading=SearchRules(order=Order.SIDES),
        native=NativeSearch("bidirectional", _MAXIMUM_STORED_CELLS),
    ),
    AlgorithmSpec(
        key="dfs",
        name="depth-first search",
        aliases=("depth_first", "depth"),
        summary="goes as deep as it can, visits every state once and backtracks",
        implementation="taquin.algorithms.depth_first:dfs",
        uses_heuristic=False,
        options=(
            Option(
                "frontier",
                "path",
                "path: make one child at a time and backtrack; stack: push all children, as many courses do",
                ("path", "stack"),
            ),
        ),
        claims=Claims(complete="on finite spaces", optimal="no", memory=_ALL),
        reading=SearchRules(order=Order.NEWEST, held=StoredNodes.PATH),
        native=NativeSearch("depth_first", _MAXIMUM_STORED_CELLS),
    ),
    AlgorithmSpec(
        key="depth_limited",
        name="depth-limited search",
        aliases=("dls",),
        summary="depth-first tree search that stops at a depth",
        implementation="taquin.algorithms.depth_first:depth_limited",
        uses_heuristic=False,
        options=(Option("limit", 20, "nodes at this depth are not expanded", minimum=0), _UNDO),
        claims=Claims(complete="within the limit", optimal="no", memory=_PATH),
        reading=SearchRules(order=Order.BEST, held=StoredNodes.PATH, unique_states=Scope.NONE),
        native=NativeSearch("depth_limited", _MAXIMUM_CELLS),
    ),
    AlgorithmSpec(
        key="iddfs",
        name="iterative-deepening depth-first search",
        aliases=("ids", "iterative_deepening"),
        summary="depth-limited search with limits 0, 1, 2, …",
        implementation="taquin.algorithms.depth_first:iddfs",
        uses_heuristic=False,
        options=(_UNDO,),
        claims=Claims(complete="yes", optimal="yes", memory=_PATH),
        reading=SearchRules(order=Order.BEST, held=StoredNodes.PATH, bound="depth up to {}", unique_states=Scope.NONE),
        native=NativeSearch("depth_limited", _MAXIMUM_CELLS),
    ),
    AlgorithmSpec(
        key="ucs",
        name="uniform-cost search",
        aliases=("uniform_cost", "dijkstra"),
        summary="expands the node with the least g first",
        implementation="taquin.algorithms.best_first:ucs",
        uses_heuristic=False,
        options=(_AGE_TIE_BREAK, _TIE_SEED),
        claims=Claims(complete="yes", optimal="yes", memory=_ALL, adds_costs=True),
        native=_BEST_FIRST,
    ),
    AlgorithmSpec(
        key="greedy",
        name="greedy best-first search",
        aliases=("greedy_best_first", "gbfs"),
        summary="expands the node with the least h first",
        implementation="taquin.algorithms.best_first:greedy",
        options=(_TIE_BREAK, _TIE_SEED),
        claims=Claims(complete="on finite spaces", optimal="no", memory=_ALL, adds_costs=True),
        reading=SearchRules(order=Order.BEST, weight_g=0),
        native=_BEST_FIRST,
    ),
    AlgorithmSpec(
        key="astar",
        name="A*",
        aliases=("a*", "a_star", "ast"),
        summary="expands the node with the least f = g + h first",
        implementation="taquin.algorithms.best_first:astar",
        options=(_F_TIE_BREAK, _TIE_SEED),
        claims=Claims(complete="yes", optimal="if h is admissible", memory=_ALL, adds_costs=True),
        native=_BEST_FIRST,
    ),
    AlgorithmSpec(
        key="wastar",
        name="weighted A*",
        aliases=("wa*", "weighted_astar", "weighted_a*"),
        summary="expands the node with the least g + weight · h first",
        implementation="taquin.algorithms.best_first:wastar",
        options=(
            _WEIGHT,
            Option(
                "priority",
                "linear",
                "where h counts more than g: everywhere, near the goal, or near the start",
                ("linear", "xdp", "xup"),
                ("g + weight · h", "XDP: near the goal", "XUP: near the start"),
            ),
            _F_TIE_BREAK,
            _TIE_SEED,
        ),
        claims=_bounded(_WEIGHT),
        native=_BEST_FIRST,
    ),
    AlgorithmSpec(
        key="focal",
        name="focal search (A*ε)",
        aliases=("a*e", "a*_epsilon", "astar_epsilon", "focal_search"),
        summary="expands the node with the least h of those with f up to weight times the least",
        implementation="taquin.algorithms.bounded_suboptimal:focal",
        options=(_BOUND,),
        claims=_bounded(_BOUND),
        reading=SearchRules(order=Order.FOCAL),
        native=NativeSearch("best_first", _MAXIMUM_STORED_CELLS, "focal"),
    ),
    AlgorithmSpec(
        key="dps",
        name="dynamic potential search",
        aliases=("dynamic_potential_search", "potential_search"),
        summary="expands the node with the greatest potential, (weight · least f - g) / h",
        implementation="taquin.algorithms.bounded_suboptimal:dps",
        options=(_BOUND,),
        claims=_bounded(_BOUND),
        reading=SearchRules(order=Order.POTENTIAL),
        native=NativeSearch("best_first", _MAXIMUM_STORED_CELLS, "dps"),
    ),
    AlgorithmSpec(
        key="ees",
        name="explicit estimation search",
        aliases=("explicit_estimation_search",),
        summary="expands the node that seems nearest by a corrected h, if its corrected f is within the bound",
        implementation="taquin.algorithms.bounded_suboptimal:ees",
        options=(_BOUND,),
        claims=_bounded(_BOUND),
        reading=SearchRules(order=Order.ESTIMATES),
        native=NativeSearch("best_first", _MAXIMUM_STORED_CELLS, "ees"),
    ),
    AlgorithmSpec(
        key="ara_star",
        name="ARA*",
        aliases=("ara*", "ara", "arastar", "anytime_repairing_a*"),
        summary="weighted A* with a smaller weight after each solution, reusing the nodes of earlier iterations",
        implementation="taquin.algorithms.ara_star:ara_star",
        options=(
            _FIRST_WEIGHT,
            Option("step", 0.5, "by how much the weight falls after each solution", minimum=0.01, maximum=1_000_000),
        ),
        claims=_bounded(_FIRST_WEIGHT),
        reading=SearchRules(order=Order.REPAIRS, bound="weight {}"),
        native=NativeSearch("best_first", _MAXIMUM_STORED_CELLS, "ara_star"),
        default_time=10,
    ),
    AlgorithmSpec(
        key="ida_star",
        name="IDA*",
        aliases=("ida*", "idastar", "ida"),
        summary="depth-first searches within growing bounds on f = g + h",
        implementation="taquin.algorithms.linear_memory:ida_star",
        options=(
            Option(
                "lookback",
                2,
                "length of the detours that are avoided: 2 is a move and its undoing, 6 a turn round a square",
                minimum=2,
                maximum=14,
            ),
            _THREADS,
        ),
        claims=Claims(complete="yes", optimal="if h is admissible", memory=_PATH, adds_costs=True),
        prunes=("bound",),
        reading=SearchRules(order=Order.BEST, held=StoredNodes.PATH, bound="f up to {}", unique_states=Scope.NONE),
        native=NativeSearch("ida_star", _MAXIMUM_CELLS),
    ),
    AlgorithmSpec(
        key="bfida_star",
        name="BFIDA*",
        aliases=("bfida*", "bfidastar", "bfida", "breadth_first_ida*"),
        summary="breadth-first searches within growing bounds on f = g + h",
        implementation="taquin.algorithms.bfida_star:bfida_star",
        claims=Claims(complete="yes", optimal="if h is admissible", memory=_ALL + " in an iteration"),
        prunes=("bound",),
        reading=SearchRules(order=Order.OLDEST, bound="f up to {}", unique_states=Scope.ITERATION),
    ),
    AlgorithmSpec(
        key="rbfs",
        name="recursive best-first search",
        aliases=("recursive_best_first",),
        summary="follows the best child until an alternative elsewhere is better",
        implementation="taquin.algorithms.linear_memory:rbfs",
        claims=Claims(
            complete="yes", optimal="if h is admissible", memory=_PATH + " and its siblings", adds_costs=True
        ),
        reading=SearchRules(order=Order.BACKED_UP, held=StoredNodes.SIBLINGS, unique_states=Scope.NONE),
    ),
    AlgorithmSpec(
        key="bidirectional_astar",
        name="bidirectional A* (NBS)",
        aliases=("nbs", "bidirectional_a*", "biastar"),
        summary="expands pairs of nodes, one from each side, with the least lower bound on a solution through both",
        implementation="taquin.algorithms.bidirectional_astar:bidirectional_astar",
        is_bidirectional=True,
        claims=Claims(complete="yes", optimal="if h is admissible", memory=_ALL, adds_costs=True),
        reading=SearchRules(order=Order.PAIRS),
        native=NativeSearch("bidirectional_astar", _MAXIMUM_STORED_CELLS),
    ),
    AlgorithmSpec(
        key="mm",
        name="MM",
        aliases=("meet_in_the_middle",),
        summary="searches from both sides so that they meet in the middle: the least max(f, 2g + 1) first",
        implementation="taquin.algorithms.bidirectional_astar:mm",
        is_bidirectional=True,
        claims=Claims(complete="yes", optimal="if h is admissible", memory=_ALL, adds_costs=True),
        reading=SearchRules(order=Order.MEETING),
        native=NativeSearch("bidirectional_astar", _MAXIMUM_STORED_CELLS),
    ),
    AlgorithmSpec(
        key="bae_star",
        name="BAE*",
        aliases=("bae*", "bae", "baestar"),
        summary="searches from both sides in turn, by f and the error of the other side's heuristic",
        implementation="taquin.algorithms.bidirectional_astar:bae_star",
        is_bidirectional=True,
        options=(_FACTOR,),
        claims=Claims(
            complete="yes",
            optimal="within the factor weight, if h is consistent",
            memory=_ALL,
            suboptimality=_FACTOR,
            adds_costs=True,
        ),
        prunes=("bound", "met"),
        reading=SearchRules(order=Order.BALANCED),
        native=NativeSearch("bidirectional_astar", _MAXIMUM_STORED_CELLS),
    ),
    AlgorithmSpec(
        key="beam",
        name="beam search",
        aliases=("beam_search",),
        summary="breadth-first search that keeps the best nodes of every layer",
        implementation="taquin.algorithms.beam:beam",
        options=(Option("width", 100, "nodes kept in every layer", minimum=1),),
        claims=Claims(complete="no", optimal="no", memory="width × depth"),
        prunes=("beam",),
        reading=SearchRules(order=Order.LAYERS, weight_g=0),
    ),
    AlgorithmSpec(
        key="hill_climbing",
        name="hill climbing",
        aliases=("hill_climb", "hc"),
        summary="goes to a better neighbour until there is none",
        implementation="taquin.algorithms.local:hill_climbing",
        options=(
            Option("variant", "steepest", "which better neighbour to take", ("steepest", "first-choice", "stochastic")),
            Option(
                "sideways",
                0,
                "steps to equal neighbours allowed in a row",
                minimum=0,
                used_if=(Condition("never_undo", False),),
            ),
            Option("restarts", 0, "how often to start again after getting stuck", minimum=0),
            Option("walk", 20, "random moves from the start before each restart", minimum=1, used_if=(_RESTARTS,)),
            Option("never_undo", False, "never undo the last move; continue until a state repeats"),
            replace(_SEED, used_if=(Condition("variant", "steepest", is_other=True), _RESTARTS)),
        ),
        claims=Claims(complete="no", optimal="no", memory="constant"),
        prunes=("not taken", "not better"),
        reading=SearchRules(
            order=Order.BEST, weight_g=0, held=StoredNodes.CURRENT, bound="restart {}", unique_states=Scope.NONE
        ),
    ),
    AlgorithmSpec(
        key="annealing",
        name="simulated annealing",
        aliases=("simulated_annealing", "sa"),
        summary="tries random neighbours and takes worse ones less and less often",
        implementation="taquin.algorithms.local:annealing",
        options=(
            Option("schedule", "geometric", "how the temperature falls", ("geometric", "linear", "logarithmic")),
            Option("temperature", 2.0, "initial temperature", minimum=0),
            Option(
                "cooling",
                0.9999,
                "factor per trial of the geometric schedule",
                minimum=0,
                maximum=1,
                used_if=(Condition("schedule", "geometric"),),
            ),
            Option("trials", 100_000, "how many neighbours to try", minimum=1),
            _SEED,
        ),
        claims=Claims(complete="no", optimal="no", memory="constant"),
        prunes=("not taken", "rejected"),
        reading=SearchRules(order=Order.BEST, weight_g=0, held=StoredNodes.CURRENT, unique_states=Scope.NONE),
    ),
    AlgorithmSpec(
        key="lrta_star",
        name="learning real-time A*",
        aliases=("lrta*", "lrta"),
        summary="goes to the best neighbour and raises h of the board that it leaves",
        implementation="taquin.algorithms.real_time:lrta_star",
        options=(Option("lookahead", 1, "how many moves to look ahead before each move", minimum=1, maximum=30),),
        claims=Claims(
            complete="if the goal can be reached from every state", optimal="no", memory="every state visited"
        ),
        prunes=("not taken", "look-ahead"),
        reading=SearchRules(order=Order.LEARNED, weight_g=0, held=StoredNodes.CURRENT, unique_states=Scope.NONE),
    ),
    AlgorithmSpec(
        key="constructive",
        name="constructive solving",
        aliases=("construct", "line_by_line"),
        summary="brings all tiles near their places, then fills the board line by line",
        implementation="taquin.algorithms.constructive:constructive",
        uses_heuristic=False,
        needs_board=True,
        claims=Claims(complete="on solvable boards", optimal="no", memory="constant"),
        reading=SearchRules(order=Order.BEST, held=StoredNodes.CURRENT, unique_states=Scope.NONE),
        native=NativeSearch("construct", _MAXIMUM_CONSTRUCTED_CELLS),
    ),
    AlgorithmSpec(
        key="anytime",
        name="anytime solving",
        aliases=("improve",),
        summary="solves a board of any size immediately, then finds shorter solutions until time runs out",
        implementation="taquin.algorithms.anytime:anytime",
        uses_heuristic=False,
        needs_board=True,
        options=(
            Option("width", 0, "the widest beam; 0: as wide as the time allows", minimum=0, maximum=100_000_000),
            Option("within", 1.0, "stop when the length is at most N times the lower bound", minimum=1),
            _SEED,
            replace(_THREADS, default=0),
        ),
        claims=Claims(complete="on solvable boards", optimal="no", memory="the width of the beam times the length"),
        prunes=("beam", "bound"),
        reading=SearchRules(
            order=Order.BEST, held=StoredNodes.CURRENT, bound="shorter than {}", unique_states=Scope.NONE
        ),
        native=NativeSearch("anytime", _MAXIMUM_CONSTRUCTED_CELLS),
        default_time=10,
    ),
)
