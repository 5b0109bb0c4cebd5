"""Everything that Taquin can run, listed once: algorithms and heuristics with their names, options and guarantees.

The command line, the README's tables, the tests and the web page all read from here. Implementations are named by
text and loaded when they are needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from importlib import import_module
from math import inf
from typing import Any, TypeAlias, TypeVar

from taquin.errors import SpecError

OptionValue: TypeAlias = "str | int | float | bool"


@dataclass(frozen=True, slots=True)
class Option:
    """One option of an algorithm or a heuristic; its type is the type of its default."""

    name: str
    default: OptionValue
    summary: str
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None

    def convert(self, value: object) -> OptionValue:
        """Check a value, or read it from text. Raises ``SpecError`` that says what was expected."""
        kind = type(self.default)
        if self.choices:
            text = str(value).strip().lower().replace("_", "-")
            if text in self.choices:
                return text
            near = get_close_matches(text, self.choices, n=1)
            raise SpecError(
                f"expected {self.name} to be one of {', '.join(self.choices)}, found {value!r}",
                hint=f"did you mean {near[0]!r}?" if near else "",
            )
        if kind is bool:
            words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
            if str(value).lower() in words:
                return words[str(value).lower()]
            raise SpecError(f"expected {self.name} to be true or false, found {value!r}")
        if kind is str:
            return " ".join(str(value).lower().split())
        return self._convert_number(str(value), int if kind is int else float)

    def _convert_number(self, text: str, kind: type[int] | type[float]) -> int | float:
        try:
            number = kind(text)
        except ValueError:
            name = "a whole number" if kind is int else "a number"
            raise SpecError(f"expected {self.name} to be {name}, found {text!r}") from None
        if not -inf < number < inf:
            raise SpecError(f"expected {self.name} to be a finite number, found {text}")
        if self.minimum is not None and number < self.minimum:
            raise SpecError(f"expected {self.name} to be at least {self.minimum:g}, found {text}")
        if self.maximum is not None and number > self.maximum:
            raise SpecError(f"expected {self.name} to be at most {self.maximum:g}, found {text}")
        return int(number) if number == int(number) else number


@dataclass(frozen=True, slots=True, kw_only=True)
class AlgorithmSpec:
    """An algorithm: what it is called, what it takes, what it promises."""

    key: str
    name: str
    implementation: str
    summary: str
    complete: str
    optimal: str
    memory: str
    aliases: tuple[str, ...] = ()
    uses_heuristic: bool = True
    is_bidirectional: bool = False
    options: tuple[Option, ...] = ()

    def load(self) -> Any:
        """The search function."""
        return _load(self.implementation)

    def option(self, name: str) -> Option:
        """The option of this name. Raises ``SpecError`` with the nearest name if there is none."""
        return _find_option(self, name)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeuristicSpec:
    """A heuristic: what it is called and what is known of it. Tests prove the claims on whole state spaces."""

    key: str
    name: str
    implementation: str
    summary: str
    admissible: bool
    consistent: bool
    aliases: tuple[str, ...] = ()
    shapes: str = "any"
    takes_parts: bool = False
    options: tuple[Option, ...] = ()

    def load(self) -> Any:
        """The class."""
        return _load(self.implementation)

    def option(self, name: str) -> Option:
        """The option of this name. Raises ``SpecError`` with the nearest name if there is none."""
        return _find_option(self, name)


def _find_option(spec: AlgorithmSpec | HeuristicSpec, name: str) -> Option:
    wanted = name.strip().lower().replace("-", "_")
    for option in spec.options:
        if option.name == wanted:
            return option
    names = [option.name for option in spec.options]
    near = get_close_matches(wanted, names, n=1)
    known = f"it takes {', '.join(names)}" if names else "it takes none"
    raise SpecError(f"{spec.key} has no option {name!r}: {known}", hint=f"did you mean {near[0]!r}?" if near else "")


def _load(implementation: str) -> Any:
    module, name = implementation.split(":")
    return getattr(import_module(module), name)


_TIE_BREAK = Option(
    "tie_break",
    "fifo",
    "which of equal nodes goes first: the oldest, the youngest, the lowest h",
    ("fifo", "lifo", "low-h"),
)
_SEED = Option("seed", 0, "seed of the random choices: same seed, same run", minimum=0)

_ALL = "every state seen"
_PATH = "the current path"

ALGORITHMS: tuple[AlgorithmSpec, ...] = (
    AlgorithmSpec(
        key="bfs",
        name="breadth-first search",
        aliases=("breadth_first", "breadth"),
        implementation="taquin.search.breadth_first:bfs",
        summary="expands the oldest node first, layer by layer",
        complete="yes",
        optimal="yes",
        memory=_ALL,
        uses_heuristic=False,
    ),
    AlgorithmSpec(
        key="bidirectional",
        name="bidirectional breadth-first search",
        aliases=("bidirectional_bfs", "bibfs"),
        implementation="taquin.search.breadth_first:bidirectional",
        summary="searches from start and goal at once until the layers meet",
        complete="yes",
        optimal="yes",
        memory=_ALL + ", two small trees",
        uses_heuristic=False,
        is_bidirectional=True,
    ),
    AlgorithmSpec(
        key="dfs",
        name="depth-first search",
        aliases=("depth_first", "depth"),
        implementation="taquin.search.depth_first:dfs",
        summary="goes as deep as it can, visits every state once and backtracks",
        complete="on finite spaces",
        optimal="no",
        memory=_ALL,
        uses_heuristic=False,
        options=(
            Option(
                "frontier",
                "path",
                "path: make one child at a time and backtrack; stack: push all children, as many courses do",
                ("path", "stack"),
            ),
        ),
    ),
    AlgorithmSpec(
        key="depth_limited",
        name="depth-limited search",
        aliases=("dls",),
        implementation="taquin.search.depth_first:depth_limited",
        summary="depth-first tree search that stops at a depth",
        complete="within the limit",
        optimal="no",
        memory=_PATH,
        uses_heuristic=False,
        options=(Option("limit", 20, "nodes at this depth are not expanded", minimum=0),),
    ),
    AlgorithmSpec(
        key="iddfs",
        name="iterative-deepening depth-first search",
        aliases=("ids", "iterative_deepening"),
        implementation="taquin.search.depth_first:iddfs",
        summary="depth-limited search with limits 0, 1, 2, …",
        complete="yes",
        optimal="yes",
        memory=_PATH,
        uses_heuristic=False,
    ),
    AlgorithmSpec(
        key="ucs",
        name="uniform-cost search",
        aliases=("uniform_cost", "dijkstra"),
        implementation="taquin.search.best_first:ucs",
        summary="expands the node with the least g first",
        complete="yes",
        optimal="yes",
        memory=_ALL,
        uses_heuristic=False,
        options=(_TIE_BREAK,),
    ),
    AlgorithmSpec(
        key="greedy",
        name="greedy best-first search",
        aliases=("greedy_best_first", "gbfs"),
        implementation="taquin.search.best_first:greedy",
        summary="expands the node with the least h first",
        complete="on finite spaces",
        optimal="no",
        memory=_ALL,
        options=(_TIE_BREAK,),
    ),
    AlgorithmSpec(
        key="astar",
        name="A*",
        aliases=("a*", "a_star", "ast"),
        implementation="taquin.search.best_first:astar",
        summary="expands the node with the least f = g + h first",
        complete="yes",
        optimal="if h is admissible",
        memory=_ALL,
        options=(_TIE_BREAK,),
    ),
    AlgorithmSpec(
        key="wastar",
        name="weighted A*",
        aliases=("wa*", "weighted_astar", "weighted_a*"),
        implementation="taquin.search.best_first:wastar",
        summary="expands the node with the least g + weight · h first",
        complete="yes",
        optimal="within the factor weight, if h is admissible",
        memory=_ALL,
        options=(
            Option("weight", 1.5, "how much h counts: 1 is A*, more is faster and longer", minimum=1, maximum=1e6),
            _TIE_BREAK,
        ),
    ),
    AlgorithmSpec(
        key="ida_star",
        name="IDA*",
        aliases=("ida*", "idastar", "ida"),
        implementation="taquin.search.linear_memory:ida_star",
        summary="depth-first passes within growing bounds on f = g + h",
        complete="yes",
        optimal="if h is admissible",
        memory=_PATH,
        options=(
            Option(
                "lookback",
                2,
                "moves looked back on to avoid detours: 2 sees the undoing of a move, 6 a turn round a square",
                minimum=2,
                maximum=14,
            ),
            Option("threads", 1, "threads of the native core for long searches; 0: all cores", minimum=0, maximum=1024),
        ),
    ),
    AlgorithmSpec(
        key="rbfs",
        name="recursive best-first search",
        aliases=("recursive_best_first",),
        implementation="taquin.search.linear_memory:rbfs",
        summary="follows the best child until an alternative elsewhere is better",
        complete="yes",
        optimal="if h is admissible",
        memory=_PATH + " and its siblings",
    ),
    AlgorithmSpec(
        key="bidirectional_astar",
        name="bidirectional A* (NBS)",
        aliases=("nbs", "bidirectional_a*", "biastar"),
        implementation="taquin.search.bidirectional_astar:bidirectional_astar",
        summary="A* from both ends that expands pairs no shorter solution can do without",
        complete="yes",
        optimal="if h is admissible",
        memory=_ALL,
        is_bidirectional=True,
    ),
    AlgorithmSpec(
        key="beam",
        name="beam search",
        aliases=("beam_search",),
        implementation="taquin.search.beam:beam",
        summary="breadth-first search that keeps the best nodes of every layer",
        complete="no",
        optimal="no",
        memory="width × depth",
        options=(Option("width", 100, "nodes kept in every layer", minimum=1),),
    ),
    AlgorithmSpec(
        key="hill_climbing",
        name="hill climbing",
        aliases=("hill_climb", "hc"),
        implementation="taquin.search.local:hill_climbing",
        summary="goes to a better neighbour until there is none",
        complete="no",
        optimal="no",
        memory="constant",
        options=(
            Option("variant", "steepest", "which better neighbour to take", ("steepest", "first-choice", "stochastic")),
            Option("sideways", 0, "steps to equal neighbours allowed in a row", minimum=0),
            Option("restarts", 0, "how often to start again after getting stuck", minimum=0),
            Option("walk", 20, "random moves from the start before each restart", minimum=1),
            Option("never_undo", False, "never take back the last move; go on until a state repeats"),
            _SEED,
        ),
    ),
    AlgorithmSpec(
        key="annealing",
        name="simulated annealing",
        aliases=("simulated_annealing", "sa"),
        implementation="taquin.search.local:annealing",
        summary="tries random neighbours and takes worse ones less and less often",
        complete="no",
        optimal="no",
        memory="constant",
        options=(
            Option("schedule", "geometric", "how the temperature falls", ("geometric", "linear", "logarithmic")),
            Option("temperature", 2.0, "temperature at the beginning", minimum=0),
            Option("cooling", 0.9999, "factor per trial of the geometric schedule", minimum=0, maximum=1),
            Option("trials", 100_000, "how many neighbours to try", minimum=1),
            _SEED,
        ),
    ),
)

HEURISTICS: tuple[HeuristicSpec, ...] = (
    HeuristicSpec(
        key="blind",
        name="blind",
        aliases=("zero", "none"),
        implementation="taquin.heuristics.blind:Blind",
        summary="0 everywhere: no estimate at all",
        admissible=True,
        consistent=True,
    ),
    HeuristicSpec(
        key="misplaced",
        name="misplaced tiles",
        aliases=("hamming", "misplaced_tiles", "h1"),
        implementation="taquin.heuristics.misplaced:Misplaced",
        summary="the number of tiles that are not at home",
        admissible=True,
        consistent=True,
    ),
    HeuristicSpec(
        key="manhattan",
        name="Manhattan distance",
        aliases=("taxicab", "city_block", "h2"),
        implementation="taquin.heuristics.manhattan:Manhattan",
        summary="rows plus columns between each tile and its home",
        admissible=True,
        consistent=True,
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
    ),
    HeuristicSpec(
        key="walking_distance",
        name="walking distance",
        aliases=("wd",),
        implementation="taquin.heuristics.walking_distance:WalkingDistance",
        summary="moves needed if only rows, and only columns, mattered",
        admissible=True,
        consistent=True,
        shapes="up to 2×6, 3×5, 4×4, and lines",
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
        summary="exact costs of disjoint sets of tiles, each counting its own slides alone, added up",
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
    ),
)

Spec = TypeVar("Spec", bound=AlgorithmSpec | HeuristicSpec)


def _find(specs: tuple[Spec, ...], kind: str, name: str) -> Spec:
    wanted = name.strip().lower().replace("-", "_").replace(" ", "_")
    names: dict[str, Spec] = {}
    for spec in specs:
        names |= dict.fromkeys((spec.key, *spec.aliases), spec)
    if wanted in names:
        return names[wanted]
    near = max(names, key=lambda known: SequenceMatcher(None, wanted, known).ratio())  # of equals, the one listed first
    is_near = SequenceMatcher(None, wanted, near).ratio() >= 0.5
    hint = f"did you mean {near!r}?" if is_near else f"`taquin list {kind}s` shows all"
    keys = ", ".join([spec.key for spec in specs])
    raise SpecError(f"no {kind} is called {name!r}: expected one of {keys}", hint=hint)


def find_algorithm(name: str) -> AlgorithmSpec:
    """The algorithm with this key or alias. Raises ``SpecError`` with the nearest name if there is none."""
    return _find(ALGORITHMS, "algorithm", name)


def find_heuristic(name: str) -> HeuristicSpec:
    """The heuristic with this key or alias. Raises ``SpecError`` with the nearest name if there is none."""
    return _find(HEURISTICS, "heuristic", name)
