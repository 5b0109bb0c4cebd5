"""``search``: the algorithms of Taquin on a state space of the caller, such as another puzzle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Generic, cast

from taquin.algorithms.user import SearchFunction
from taquin.errors import HeuristicError, LimitError, SpaceError, SpecError
from taquin.heuristics.base import Estimate
from taquin.heuristics.user import EstimateLike, UserEstimate, read_estimate
from taquin.puzzle.guesses import suggests_names
from taquin.puzzle.problem import M_co, MoveSpace, S, StateSpace, TileSpace
from taquin.puzzle.rounding import exceeds, is_exact, plain
from taquin.puzzle.slides import SlideSpace
from taquin.puzzle.words import shown
from taquin.run.execution import execute
from taquin.run.limits import Amount, Cancellation, Limits, as_limits
from taquin.run.observer import Observer
from taquin.run.progress import ProgressListener
from taquin.run.result import Outcome, Quality, SearchResult
from taquin.run.run import Run
from taquin.solving.checked_spaces import CheckedSpace, replay
from taquin.solving.heuristic_choice import HeuristicChoice
from taquin.solving.method import Method, as_options, choose_algorithm
from taquin.solving.native_spaces import choose_backend, run_on_core
from taquin.solving.python_runs import call_search
from taquin.solving.registry import ALGORITHMS, AlgorithmSpec
from taquin.solving.results import UNDECLARED, common_fields, is_undeclared, judge


@suggests_names
@dataclass(frozen=True, kw_only=True, repr=False)
class SpaceResult(SearchResult, Generic[S, M_co]):
    """What ``search`` returns: how it ended, the moves, the states on the way, and their cost.

    ``quality`` is None unless the run found a solution. No solution is cheaper than ``lower_bound``.

    >>> import taquin
    >>> class Doubling:
    ...     start = 1
    ...
    ...     def is_goal(self, state):
    ...         return state == 10
    ...
    ...     def successors(self, state):
    ...         return [(1, state + 1), (2, 2 * state)]
    >>> found = taquin.search(Doubling(), "bfs")
    >>> found
    <SpaceResult: solved, optimal, cost 4, 4 moves, by bfs>
    >>> found.states
    (1, 2, 4, 5, 10)
    """

    moves: tuple[M_co, ...] | None
    states: tuple[S, ...]
    """The states from the start to the goal; empty without a solution."""
    cost: float | None
    lower_bound: float
    backend: str

    @property
    def length(self) -> int | None:
        """The number of moves of the solution, or None."""
        return None if self.moves is None else len(self.moves)

    def __repr__(self) -> str:
        if self.cost is None:
            return f"<SpaceResult: {self.status}: {self.reason}, by {self.spec}>"
        quality = f"{self.quality} ({self.reason})" if self.reason else self.quality
        return f"<SpaceResult: solved, {quality}, cost {self.cost:g}, {self.length:,} moves, by {self.spec}>"


def search(
    space: MoveSpace[S, M_co],
    algorithm: str | SearchFunction | None = None,
    heuristic: EstimateLike[S] | None = None,
    *,
    admissible: bool = False,
    consistent: bool = False,
    backward_heuristic: EstimateLike[S] | None = None,
    options: Mapping[str, object] | None = None,
    limits: Limits | None = None,
    time: Amount | None = None,
    nodes: Amount | None = None,
    memory: Amount | None = None,
    depth: Amount | None = None,
    backend: str = "auto",
    observer: Observer | None = None,
    cancellation: Cancellation | None = None,
    progress: ProgressListener | None = None,
) -> SpaceResult[S, M_co]:
    """Search a state space of your own with an algorithm of Taquin, or with your own.

    The solution is replayed before it is returned. Raises ``SpaceError`` if the space lacks what the algorithm needs.

    * **space**: has ``start``, ``is_goal`` and ``successors``, see ``StateSpace``; with ``cost`` moves have other costs
      than 1, see ``WeightedSpace``. Moves are anything hashable; a recorder numbers them in the order in which they
      appear.
    * **algorithm**: a name, a spec such as ``wastar(weight=2)``, or your own function; by default A* that takes the
      least h of equal f, ``astar(tie_break=low-h)``, or uniform-cost search without a heuristic.
    * **heuristic**: a function of a state. An object, or a method ``h`` of the space, can compute the estimate of a
      child from its parent's: with a method ``update(value, parent, child)``, or ``update_h`` of the space.
    * **admissible**: declares that the heuristic never overestimates the cost to the goal: then solutions count as
      proven.
    * **consistent**: declares that no move lowers the estimate, of either side, by more than its cost: ``bae_star``
      needs that for a proof.
    * **backward_heuristic**: estimates the cost from the start, for ``bidirectional_astar``, ``mm`` and ``bae_star``;
      without one it is 0.
    * **backend**: ``native`` runs ``ucs``, ``greedy``, ``astar`` and ``wastar`` on the native core where every move
      costs 1; ``python`` runs everything; ``auto`` uses the core where it can, without an observer.
    * **options**, **limits**, **time**, **nodes**, **memory**, **depth**, **observer**, **cancellation**, **progress**:
      as for ``solve``.

    >>> class Knight:
    ...     start = (0, 0)
    ...
    ...     def is_goal(self, state):
    ...         return state == (7, 7)
    ...
    ...     def successors(self, state):
    ...         jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
    ...         targets = [(state[0] + right, state[1] + up) for right, up in jumps]
    ...         return [(way, to) for way, to in enumerate(targets) if 0 <= min(to) and max(to) <= 7]
    >>> found = search(Knight(), "astar", lambda state: (14 - sum(state)) / 3, admissible=True)
    >>> found.cost, found.quality, found.states[-1]
    (6, <Quality.OPTIMAL: 'optimal'>, (7, 7))
    """
    spec, call = choose_algorithm(algorithm or ("ucs" if heuristic is None else "astar(tie_break=low-h)"))
    if call.parts:
        raise SpecError(
            f"the heuristic {shown(call.parts[0].text)} is for boards",
            hint="give a function of a state: heuristic=…",
        )
    values = spec.complete_options({**call.options, **as_options(options)})
    given = as_limits(limits, time=time, nodes=nodes, memory=memory, depth=depth)
    method = Method(spec, tuple(values.items()), _choice(heuristic))
    run = Run(given, observer, cancellation, progress)
    is_sound = consistent or (admissible and not spec.claims.needs_consistent)
    return search_space(space, method, heuristic, backward_heuristic, run, is_sound=is_sound, backend=backend)


def search_space(
    space: MoveSpace[S, M_co],
    method: Method,
    heuristic: EstimateLike[S] | None,
    backward_heuristic: EstimateLike[S] | None,
    run: Run,
    *,
    is_sound: bool,
    backend: str = "auto",
) -> SpaceResult[S, M_co]:
    """``search`` with everything chosen: the heuristic of the method is only its name.

    ``is_sound``: the heuristics are what the guarantees of the algorithm ask for.
    """
    began = perf_counter()
    spec = method.algorithm
    _check(space, spec, run.limits, has_heuristic=heuristic is not None)
    if heuristic is not None and not spec.uses_heuristic:
        raise SpecError(f"a heuristic has no effect: {spec.key} uses none", hint="leave it out")
    if backward_heuristic is not None and not (spec.is_bidirectional and spec.uses_heuristic):
        raise SpecError(f"a backward heuristic has no effect: {spec.key} uses none", hint="leave it out")
    has_costs = getattr(space, "cost", None) is not None
    estimates = [read_estimate(estimate, is_exact=has_costs) for estimate in (heuristic, backward_heuristic)]
    backend = choose_backend(backend, space, method, estimates[0], run.observer)
    is_proven = spec.own is None and (is_sound or not spec.uses_heuristic)
    if not is_proven:
        run.state_bound(0)
    checked: CheckedSpace[S, M_co] = CheckedSpace(space, spec.own)
    outcome = execute(
        lambda: _run(space, checked, method, run, estimates, backend),
        run,
        lambda: {**method.header, "space": space, "moves": checked.names},
        calls_user_code=True,
    )
    moves: Any = outcome.moves
    if moves is not None and checked.names:
        moves = tuple(checked.names[move] for move in moves)
    has_floats = any(estimate.has_floats for estimate in estimates if isinstance(estimate, UserEstimate))
    solved = None
    if moves is not None:
        solved = _Solved(moves, *replay(space, moves), run.proven_bound, has_floats, checked.has_fractions)
    seconds = perf_counter() - began
    result = _result(method, outcome, solved, seconds, is_proven=is_proven, backend=backend)
    if isinstance(estimates[0], UserEstimate) and estimates[0].is_incremental:
        estimates[0].check_updates(result.states)
    return result


def _run(
    space: MoveSpace[S, M_co],
    checked: CheckedSpace[S, M_co],
    method: Method,
    run: Run,
    estimates: Sequence[Estimate[S]],
    backend: str,
) -> Outcome:
    """Run the search; the outcome has moves by number if the checked space has names for them."""
    checked.check_start()
    if backend == "native":
        return run_on_core(space, method, run, estimates[0])
    is_own = not isinstance(space, TileSpace | SlideSpace)  # some algorithms need those as they are
    return call_search(method, cast("StateSpace[S]", checked if is_own else space), run, *estimates)


def check_space(space: object) -> None:
    """Raise ``SpaceError`` for anything that is not a space."""
    if isinstance(space, type):
        raise SpaceError(f"expected a space, found the class {space.__name__}", hint=f"{space.__name__}() makes one")
    _check_parts(space, ("start", "is_goal", "successors"), "expected a space with start, is_goal and successors")


def _check(space: object, spec: AlgorithmSpec, limits: Limits, *, has_heuristic: bool) -> None:
    """Raise an error if the space lacks something that the algorithm needs, or if the algorithm is not right for it."""
    check_space(space)
    if spec.needs_board and not isinstance(space, TileSpace):
        raise SpaceError(f"{spec.key} works only on boards", hint="use solve, or another algorithm")
    if spec.is_bidirectional:
        wanted = f"{spec.key} searches from both ends, and needs goal, predecessors and reverse"
        _check_parts(space, ("goal", "predecessors", "reverse"), wanted)
    if spec.uses_heuristic and not has_heuristic:
        own = "its method h is one; " if callable(getattr(space, "h", None)) else ""
        hint = f"{own}or use ucs, which needs none"
        raise SpecError(f"{spec.key} needs a heuristic: a function of a state", hint=hint)
    if getattr(space, "cost", None) is None:
        return
    if not spec.claims.adds_costs:
        right = ", ".join(spec.key for spec in ALGORITHMS if spec.claims.adds_costs)
        raise SpaceError(
            f"{spec.key} counts moves, and this space has other costs",
            hint=f"a space without them counts moves, such as Graph(…, weighted=False); these add up costs: {right}",
        )
    if limits.depth is not None:
        raise LimitError("a depth limit counts moves, and this space has other costs", hint="limit time or nodes")


def _check_parts(space: object, names: Sequence[str], wanted: str) -> None:
    for name in names:
        inherited = getattr(StateSpace, name, None)
        if not hasattr(space, name) or (inherited and getattr(type(space), name, None) is inherited):
            raise SpaceError(f"{wanted}: {type(space).__name__} has no {name}")


def _choice(heuristic: object) -> HeuristicChoice | None:
    if heuristic is None:
        return None
    named = heuristic if hasattr(heuristic, "__qualname__") else type(heuristic)
    return HeuristicChoice(None, name=named.__qualname__)


@dataclass(frozen=True, slots=True)
class _Solved(Generic[S, M_co]):
    """A solution, replayed, and the lower bound of its search. Costs may be fractions."""

    moves: tuple[M_co, ...]
    states: tuple[S, ...]
    cost: float
    bound: float
    has_floats: bool  # whether an estimate was a float
    has_fractions: bool  # whether a cost was a fraction

    def check_bound(self) -> None:
        """Raise ``HeuristicError`` if no solution may cost this little. Floats may have rounding errors."""
        numbers = self.bound, self.cost
        if exceeds(*map(float, numbers)) if self.has_floats else exceeds(*numbers):
            raise HeuristicError(
                f"the heuristic overestimates: there is a solution of cost {self.cost}, and its bound is {self.bound}",
                hint="it is not admissible",
            )

    @property
    def is_cheapest(self) -> bool:
        """Whether the bound proves that. A sum of floats has a rounding error in each step."""
        error = (len(self.moves) + 4) * 2**-52
        if is_exact(self.cost) and not is_exact(self.bound) and (self.has_fractions or self.cost * error > 0.01):
            return False  # the error may hide that another solution costs less
        return not exceeds(self.cost, self.bound, tolerance=error)


def _result(
    method: Method, outcome: Outcome, solved: _Solved[S, M_co] | None, seconds: float, *, is_proven: bool, backend: str
) -> SpaceResult[S, M_co]:
    quality, bound = None, outcome.lower_bound
    if solved is not None:
        solved.check_bound()
        if solved.is_cheapest:
            bound = plain(solved.cost)
        quality = judge(method, is_cheapest=solved.is_cheapest, is_admissible=is_proven)
    fields = common_fields(outcome)
    if quality is Quality.UNPROVEN and not is_proven and is_undeclared(method):
        fields["reason"] = fields["reason"] or UNDECLARED
    return SpaceResult(
        **fields,
        quality=quality,
        moves=None if solved is None else solved.moves,
        states=() if solved is None else solved.states,
        cost=None if solved is None else plain(solved.cost),
        lower_bound=bound,
        backend=backend,
        seconds=seconds,
        spec=method.text,
    )
