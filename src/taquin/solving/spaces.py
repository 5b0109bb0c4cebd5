"""``search``: the algorithms of Taquin on a state space of the caller, such as another puzzle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Generic, cast

from taquin.algorithms.step_cost import step_cost
from taquin.algorithms.user import SearchFunction
from taquin.errors import HeuristicError, LimitError, SpaceError, SpecError
from taquin.heuristics.base import Estimate
from taquin.heuristics.user import EstimateLike, UserEstimate, read_estimate
from taquin.puzzle.guesses import suggests_names
from taquin.puzzle.problem import M_co, MoveSpace, S, StateSpace, TileSpace
from taquin.puzzle.words import shown
from taquin.run.execution import execute
from taquin.run.limits import Amount, Cancellation, Limits, as_limits
from taquin.run.observer import Observer
from taquin.run.progress import ProgressListener
from taquin.run.result import Outcome, Quality, SearchResult
from taquin.run.run import Run
from taquin.solving.heuristic_choice import HeuristicChoice
from taquin.solving.method import Method, as_options, choose_algorithm
from taquin.solving.native_spaces import choose_backend, run_on_core
from taquin.solving.python_runs import call_search
from taquin.solving.registry import ALGORITHMS, AlgorithmSpec
from taquin.solving.results import UNDECLARED, common_fields, is_undeclared, judge

_TOLERANCE = 1e-9


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
    * **backward_heuristic**: estimates the cost from the start, for ``bidirectional_astar``; without one it is 0.
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
    return search_space(space, method, heuristic, backward_heuristic, run, is_admissible=admissible, backend=backend)


def search_space(
    space: MoveSpace[S, M_co],
    method: Method,
    heuristic: EstimateLike[S] | None,
    backward_heuristic: EstimateLike[S] | None,
    run: Run,
    *,
    is_admissible: bool,
    backend: str = "auto",
) -> SpaceResult[S, M_co]:
    """``search`` with everything chosen: the heuristic of the method is only its name."""
    began = perf_counter()
    spec = method.algorithm
    _check(space, spec, run.limits, has_heuristic=heuristic is not None)
    if heuristic is not None and not spec.uses_heuristic:
        raise SpecError(f"a heuristic has no effect: {spec.key} uses none", hint="leave it out")
    if backward_heuristic is not None and not (spec.is_bidirectional and spec.uses_heuristic):
        raise SpecError(f"a backward heuristic has no effect: {spec.key} uses none", hint="leave it out")
    estimates = [read_estimate(estimate) for estimate in (heuristic, backward_heuristic)]
    backend = choose_backend(backend, space, method, estimates[0], run.observer)
    is_proven = spec.own is None and (is_admissible or not spec.uses_heuristic)
    if not is_proven:
        run.state_bound(0)
    names: list[Any] = []
    outcome = execute(
        lambda: _run(space, method, run, estimates, names, backend),
        run,
        lambda: {**method.header, "space": space, "moves": names},
        calls_user_code=True,
    )
    moves: Any = outcome.moves
    if moves is not None and names:
        moves = tuple(names[move] for move in moves)
    result = _result(space, method, outcome, moves, perf_counter() - began, is_proven=is_proven, backend=backend)
    if isinstance(estimates[0], UserEstimate) and estimates[0].is_incremental:
        estimates[0].check_updates(result.states)
    return result


def _run(
    space: MoveSpace[S, M_co],
    method: Method,
    run: Run,
    estimates: Sequence[Estimate[S]],
    names: list[M_co],
    backend: str,
) -> Outcome:
    """Run the search; ``names`` gets the moves by number, if the outcome has numbers in place of them."""
    has_numbers = _check_start(space)
    if backend == "native":
        return run_on_core(space, method, run, estimates[0])
    own = method.algorithm.own
    if has_numbers or (own is not None and not own.reports):
        return call_search(method, cast("StateSpace[S]", space), run, *estimates)
    return call_search(method, _Numbered(space, names), run, *estimates)


class _Numbered(Generic[S, M_co]):
    """A space whose moves are numbered in the order in which they appear: searches report moves as numbers."""

    def __init__(self, space: Any, names: list[M_co]) -> None:
        self._space = space
        self._names = names
        self._numbers: dict[M_co, int] = {}
        self.start, self.is_goal = space.start, space.is_goal
        self.goal = getattr(space, "goal", None)
        self.moves_left = getattr(space, "moves_left", None)
        has_cost = getattr(space, "cost", None) is not None
        self.cost = (lambda state, move, child: self._space.cost(state, names[move], child)) if has_cost else None

    def successors(self, state: S) -> list[tuple[int, S]]:
        return [(self._number(move), child) for move, child in self._space.successors(state)]

    def predecessors(self, state: S) -> list[tuple[int, S]]:
        return [(self._number(move), child) for move, child in self._space.predecessors(state)]

    def reverse(self, move: int) -> int:
        return self._number(self._space.reverse(self._names[move]))

    def _number(self, move: M_co) -> int:  # type: ignore[misc]  # the class is private: nobody narrows it
        number = self._numbers.setdefault(move, len(self._names))
        if number == len(self._names):
            self._names.append(move)
        return number


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


def _check_start(space: Any) -> bool:
    """Whether the moves are numbers. Raises ``SpaceError`` if the start, a successor or a move is of the wrong kind."""
    _check_hashable(space.start)
    has_numbers = True
    for pair in space.successors(space.start):
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise SpaceError(f"expected successors as pairs of a move and a state, found {shown(pair)}")
        move, state = pair
        has_numbers = has_numbers and isinstance(move, int)
        _check_hashable(move, "moves")
        _check_hashable(state)
    return has_numbers


def _check_hashable(value: object, name: str = "states") -> None:
    try:
        hash(value)
    except TypeError:
        kind = type(value).__name__
        raise SpaceError(f"expected {name} that can be hashed, found a {kind}", hint="use tuples") from None


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


def _result(
    space: MoveSpace[S, M_co],
    method: Method,
    outcome: Outcome,
    moves: tuple[M_co, ...] | None,
    seconds: float,
    *,
    is_proven: bool,
    backend: str,
) -> SpaceResult[S, M_co]:
    states: tuple[S, ...] = ()
    cost, quality, bound = None, None, outcome.lower_bound
    if moves is not None:
        states, cost = _replay(space, moves)
        if bound > cost + _TOLERANCE:
            raise HeuristicError(
                f"the heuristic overestimates: there is a solution of cost {cost:g}, and its bound is {bound:g}",
                hint="it is not admissible",
            )
        quality = judge(method, cost - _TOLERANCE, bound, is_admissible=is_proven)
    fields = common_fields(outcome)
    if quality is Quality.UNPROVEN and not is_proven and is_undeclared(method):
        fields["reason"] = fields["reason"] or UNDECLARED
    return SpaceResult(
        **fields,
        quality=quality,
        moves=moves,
        states=states,
        cost=cost,
        lower_bound=bound,
        backend=backend,
        seconds=seconds,
        spec=method.text,
    )


def _replay(space: MoveSpace[S, M_co], moves: Sequence[M_co]) -> tuple[tuple[S, ...], float]:
    """Make the moves; return the states and the cost. Raises ``SpaceError`` unless they lead to a goal."""
    cost: Any = step_cost(cast("StateSpace[S]", space))
    states: list[S] = [space.start]
    total: float = 0
    for move in moves:
        state = states[-1]
        child = next((child for other, child in space.successors(state) if other == move), None)
        if child is None:
            raise SpaceError(
                f"the move {move} of the solution cannot be made from {shown(state)}",
                hint="do successors() and predecessors() agree, and does a state always have the same successors?",
            )
        total += 1 if cost is None else cost(state, move, child)
        states.append(child)
    if not space.is_goal(states[-1]):
        raise SpaceError(
            f"the moves of the solution lead to {shown(states[-1])}, which is not a goal",
            hint="does successors() return the same move twice?",
        )
    return tuple(states), total
