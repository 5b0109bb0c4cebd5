"""Many methods on one board or on many: the combinations to run, their limits, and the runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any, TypeAlias, TypedDict, TypeVar, Unpack, cast, get_args, overload

from taquin.algorithms.user import SearchFunction
from taquin.analysis.comparison import BoardsComparison, Compared, Comparison, Row
from taquin.errors import FormatError, HeuristicError, SpecError, TaquinError
from taquin.puzzle.arguments import check_choice, check_kind
from taquin.puzzle.board import Board, BoardLike
from taquin.puzzle.goals import GoalLike
from taquin.puzzle.guesses import suggest_keywords
from taquin.puzzle.problem import MoveSpace, Problem
from taquin.puzzle.words import shown
from taquin.run.limits import Amount, Cancellation, Limits, as_limits
from taquin.run.progress import ProgressListener
from taquin.run.run import Run, check_attached
from taquin.solving.default_methods import default_method
from taquin.solving.heuristic_choice import HeuristicChoice, HeuristicLike, choose_heuristic, make_heuristic
from taquin.solving.method import AlgorithmLike, Method, choose_method
from taquin.solving.native_support import unsupported_reason
from taquin.solving.registry import ALGORITHMS, HEURISTICS, AlgorithmSpec
from taquin.solving.solver import Backend, run_method
from taquin.solving.space_sets import SpaceInstance, choose_space_method, load_spaces, names_space, run_on_space
from taquin.solving.spaces import check_space
from taquin.solving.spec_text import parse_spec
from taquin.trace.ordering import Scope

Space: TypeAlias = MoveSpace[Any, Any]
T = TypeVar("T")

DEFAULT_NAME = "default"
"""Names the default method of the board among the algorithms to compare."""

ALL_NAME = "all"
"""Names every algorithm."""

LESSONS = (
    "bfs",
    "dfs",
    "ids",
    "bidirectional",
    "greedy(manhattan)",
    "astar(misplaced)",
    "astar(manhattan)",
    "astar(linear_conflict)",
    "wastar(manhattan)",
    "ida_star(manhattan)",
    "bidirectional_astar(manhattan)",
    "beam(manhattan)",
    "hill_climbing(manhattan)",
    "annealing(manhattan)",
)
"""What one board is compared with if neither algorithms nor heuristics are named: one idea each, on one screen."""

DEFAULT_LIMITS = Limits(time=10)
"""The limit of every run if the caller sets neither time nor nodes; the only one of the default method."""

NATIVE_NODES = 500_000
"""The node limit of the other runs on the core: A* needs a few tenths of a second."""

NATIVE_NODES_OF_TREES = 100_000_000
"""Their node limit on small boards for searches of the tree, which store one path: enough for 31 moves."""

PYTHON_NODES = 200_000
"""The node limit of the other runs in Python, up to ``SMALL_CELLS`` cells: enough for all of an 8-puzzle."""

PYTHON_NODES_LARGE = 20_000
"""The node limit of the other runs in Python on larger boards, where a blind search reaches any limit."""

SMALL_CELLS = 10

HEURISTIC_OF_MANY = "manhattan"
"""The heuristic of every informed algorithm on several boards, if neither algorithms nor heuristics are named."""

USUAL_HEURISTICS = ("misplaced", "manhattan", "linear_conflict")
"""The heuristics of informed algorithms if none is named; A* runs with all heuristics."""


def combine(
    problem: Problem, algorithms: Sequence[AlgorithmLike] = (), heuristics: Sequence[HeuristicLike] = ()
) -> list[Method]:
    """The methods to compare, in order and without repetitions.

    An algorithm without a heuristic is run once, and so is one whose spec names a heuristic; every other algorithm is
    run with each of the heuristics. Without ``algorithms`` and ``heuristics`` the default method of the board and
    ``LESSONS`` are used, without ``algorithms`` alone the default method and all informed ones; ``all`` names every
    algorithm, ``default`` the default method. Without ``heuristics`` the usual ones that are defined on the shape are
    used. Raises ``SpecError`` for unknown names and ``HeuristicError`` for a
    named heuristic that is not defined on the shape.
    """
    algorithms = _listed("algorithms", algorithms)
    named = [choose_heuristic(heuristic) for heuristic in _listed("heuristics", heuristics)]
    for choice in named:
        choice.build(problem.goal)
    default = default_method(problem.shape)

    @cache
    def find_defined(key: str) -> HeuristicChoice | None:
        """The heuristic; None if it is not defined on the shape."""
        choice = make_heuristic(key)
        with suppress(HeuristicError):
            choice.build(problem.goal)
            return choice
        return None

    methods: dict[str, Method] = {}
    for given in _chosen(algorithms, has_heuristics=bool(named)):
        method = default if given == DEFAULT_NAME else choose_method(given)
        choices: Sequence[HeuristicChoice | None] = [None]
        if given != DEFAULT_NAME and method.heuristic is not None and not _names_heuristic(given):
            choices = named or list(filter(None, map(find_defined, _usual_heuristics(method.algorithm))))
        for heuristic in choices:
            combined = choose_method(method, heuristic)
            methods.setdefault(combined.text, combined)
    if (not algorithms or ALL_NAME in algorithms) and default.text not in methods:
        methods = {default.text: default, **methods}
    return list(methods.values())


def _chosen(algorithms: Sequence[AlgorithmLike], *, has_heuristics: bool) -> list[AlgorithmLike]:
    """The algorithms that are named, or those to run if none is named."""
    if not algorithms and not has_heuristics:
        return [*LESSONS]
    if not algorithms:
        return [spec.key for spec in ALGORITHMS if spec.uses_heuristic]
    every = [spec.key for spec in ALGORITHMS]
    return [one for given in algorithms for one in (every if given == ALL_NAME else [given])]


def _listed(name: str, given: Sequence[T]) -> list[T]:
    """Several names or functions, or a single one, as a list."""
    if isinstance(given, str) or callable(given):
        return [cast("T", given)]
    check_kind(name, given, Iterable, f"a list of {name}")
    return list(given)


def _names_heuristic(algorithm: AlgorithmLike) -> bool:
    """Whether a method, or the spec of an informed algorithm, has a heuristic of its own."""
    return isinstance(algorithm, Method) or (isinstance(algorithm, str) and bool(parse_spec(algorithm).parts))


def _usual_heuristics(algorithm: AlgorithmSpec) -> Sequence[str]:
    """The heuristics of an algorithm if none is named."""
    if algorithm.key != "astar":
        return USUAL_HEURISTICS
    return [spec.key for spec in HEURISTICS if not spec.takes_parts and spec.key != "blind"]


def limits_of_every_run(given: Limits) -> Limits:
    """The limits that hold for every run: those of the caller, and a time if they name neither time nor nodes."""
    if given.time is not None or given.nodes is not None:
        return given
    return replace(given, time=DEFAULT_LIMITS.time)


def limits_of_run(given: Limits, problem: Problem, method: Method, backend: str) -> Limits:
    """The limits of one run on this backend, ``native`` or ``python``.

    If the caller limits neither time nor nodes, every run except that of the default method also has a node limit, so
    that a comparison takes seconds and gives the same counts on every machine.
    """
    limits = limits_of_every_run(given)
    if limits is given or method == default_method(problem.shape):
        return limits
    if backend == "native":
        is_tree = problem.shape.cells <= SMALL_CELLS and method.rules.unique_states is Scope.NONE
        return replace(limits, nodes=NATIVE_NODES_OF_TREES if is_tree else NATIVE_NODES)
    return replace(limits, nodes=PYTHON_NODES if problem.shape.cells <= SMALL_CELLS else PYTHON_NODES_LARGE)


def check_one_shape(problems: Sequence[Problem]) -> None:
    """Raise ``FormatError`` that names the first board of another size."""
    for number, problem in enumerate(problems, start=1):
        if problem.shape != problems[0].shape:
            found = f"board 1 of {problems[0].shape} and board {number} of {problem.shape}"
            raise FormatError(f"expected boards of one size to compare methods, found {found}")


def combine_for_many(
    boards: Sequence[Compared], algorithms: Sequence[AlgorithmLike], heuristics: Sequence[HeuristicLike]
) -> list[Method]:
    """The methods to compare on several boards of one size, or on spaces.

    Without names: the default method and the informed algorithms, on boards with Manhattan distance.
    """
    first = boards[0]
    if isinstance(first, Problem):
        if not algorithms and not heuristics:
            heuristics = (HEURISTIC_OF_MANY,)
        return combine(first, algorithms, heuristics)
    searches = cast("list[str | SearchFunction]", _listed("algorithms", algorithms))
    estimates = cast("list[str | Callable[[Any], float] | None]", _listed("heuristics", heuristics))
    if not searches:
        raise SpecError("expected algorithms, found none", hint="such as astar and ida_star")
    pairs = product(searches, estimates or [None])
    return list(dict.fromkeys(choose_space_method(search, estimate) for search, estimate in pairs))


def compare_boards(
    boards: Sequence[Compared],
    methods: Sequence[Method],
    *,
    limits: Limits | None = None,
    cancellation: Cancellation | None = None,
    progress: Callable[[int, int], ProgressListener | None] | None = None,
    backend: Backend = "auto",
) -> Iterator[Row]:
    """Run every method on every board or space; yield the rows, method after method.

    Without a limit on time or nodes ``limits_of_run`` sets the limits of each run. With the backend ``auto`` the core
    runs the methods that it supports: each result says which backend ran, and only times of one backend can be
    compared. With ``python`` all times can. ``progress`` is called before each run with the indices of the method and
    of the board. After a cancellation the current run ends as ``cancelled``, and no other begins.
    """
    check_attached(cancellation=cancellation)
    check_choice("backend", backend, get_args(Backend))
    for place, method in enumerate(methods):
        for index, board in enumerate(boards):
            if cancellation is not None and cancellation.is_cancelled:
                return
            listener = None if progress is None else progress(place, index)
            yield _run_one(board, method, index + 1, limits or Limits(), cancellation, listener, backend)


def _run_one(
    board: Compared,
    method: Method,
    number: int,
    given: Limits,
    cancellation: Cancellation | None,
    listener: ProgressListener | None,
    backend: Backend,
) -> Row:
    if isinstance(board, SpaceInstance):
        limits = limits_of_every_run(given)
        limits = limits if limits is given else replace(limits, nodes=PYTHON_NODES)
        found = run_on_space(board, method, Run(limits, None, cancellation, listener), backend)
        return Row(method, found, limits, board=number)
    is_native = backend != "python" and not unsupported_reason(board, method)
    limits = limits_of_run(given, board, method, "native" if is_native else "python")
    result = run_method(board, method, Run(limits, None, cancellation, listener), backend)
    return Row(method, result, limits, board=number)


class _Options(TypedDict, total=False):
    algorithms: Sequence[AlgorithmLike]
    heuristics: Sequence[HeuristicLike]
    limits: Limits | None
    time: Amount | None
    nodes: Amount | None
    memory: Amount | None
    depth: Amount | None
    cancellation: Cancellation | None
    backend: Backend


Many: TypeAlias = Sequence[Board | str | Problem] | Sequence[Space] | Space


@overload  # a text is also a sequence of texts
def compare(  # type: ignore[overload-overlap]
    start: Board | str | Problem, goal: GoalLike | None = ..., **options: Unpack[_Options]
) -> Comparison: ...


@overload  # a list of boards is also an iterable of rows
def compare(  # type: ignore[overload-overlap]
    start: Many, goal: GoalLike | None = ..., **options: Unpack[_Options]
) -> BoardsComparison: ...


@overload
def compare(start: BoardLike, goal: GoalLike | None = ..., **options: Unpack[_Options]) -> Comparison: ...


@suggest_keywords
def compare(
    start: BoardLike | Problem | Many,
    goal: GoalLike | None = None,
    *,
    algorithms: Sequence[AlgorithmLike] = (),
    heuristics: Sequence[HeuristicLike] = (),
    limits: Limits | None = None,
    time: Amount | None = None,
    nodes: Amount | None = None,
    memory: Amount | None = None,
    depth: Amount | None = None,
    cancellation: Cancellation | None = None,
    backend: Backend = "auto",
) -> Comparison | BoardsComparison:
    """Run many algorithms and heuristics on one board or on many, each run within the limits.

    * **start**, **goal**: the board and its goal, as for ``solve``. A list of boards, or of spaces of your own (see
      ``StateSpace``), gives a ``BoardsComparison``; boards with goals of their own are problems.
    * **algorithms**: names, specs or your own functions; by default all, or all informed ones if heuristics are named.
    * **heuristics**: each is combined with every algorithm whose spec names none; by default the usual ones that are
      defined on the shape. On a space of your own: names of its methods, or functions of a state.
    * **limits**, **time**, **nodes**, **memory**, **depth**: as for ``solve``; they hold for each run. Without a limit
      on time or nodes ``limits_of_run`` sets the limits.
    * **cancellation**: stops the current run from another thread; no other begins.
    * **backend**: as for ``solve``. Between backends only the counters can be compared; with ``python`` the times can
      be compared too.

    >>> comparison = compare("1 2 3 / 4 0 5 / 6 7 8", algorithms=["astar"], heuristics=["misplaced", "manhattan"])
    >>> print(comparison)
    astar(misplaced)        14 moves  expanded       334
    astar(manhattan)        14 moves  expanded       127
    >>> comparison.optimum
    14
    """
    if isinstance(goal, list | tuple) and goal and all(isinstance(name, str) for name in goal):
        raise SpecError("the second argument is the goal", hint=f"use algorithms={shown(list(goal))}")
    boards = read_compared(start, goal)
    given = as_limits(limits, time=time, nodes=nodes, memory=memory, depth=depth)
    shared = limits_of_every_run(given)
    if isinstance(boards, Problem):
        methods = combine(boards, algorithms, heuristics)
        runs = compare_boards([boards], methods, limits=given, cancellation=cancellation, backend=backend)
        return Comparison(boards, tuple(runs), len(methods), shared)
    methods = combine_for_many(boards, algorithms, heuristics)
    runs = compare_boards(boards, methods, limits=given, cancellation=cancellation, backend=backend)
    return BoardsComparison(tuple(boards), tuple(runs), len(methods) * len(boards), shared)


# What to compare on


def read_compared(start: object, goal: GoalLike | None) -> Problem | Sequence[Compared]:
    """The board, or the boards or spaces of a list. Raises ``TaquinError`` that says which of them is wrong."""
    if isinstance(start, str) and names_space(start):
        return load_spaces(start)
    if isinstance(start, Board | Problem | str) or not (_is_space(start) or isinstance(start, Iterable)):
        return Problem(cast("BoardLike", start), goal)
    members: list[Any] = [start] if _is_space(start) else list(cast("Iterable[Any]", start))
    if not members:
        raise SpecError("expected a board or a list of boards, found nothing")
    spaces = [member for member in members if _is_space(member)]
    if spaces:
        return _read_spaces(members, spaces, goal)
    if not _are_boards(members):
        return Problem(members, goal)
    if isinstance(goal, list | tuple) and goal and isinstance(goal[0], Board):
        raise SpecError("expected one goal for all boards", hint="for goals of their own compare Problem(start, goal)")
    problems = []
    for number, member in enumerate(members, start=1):
        try:
            problems.append(Problem(member, goal))
        except TaquinError as error:
            raise error.within(f"board {number} of {len(members)}") from error
    check_one_shape(problems)
    return problems


def _is_space(value: object) -> bool:
    """Whether it is meant as a space: a board has no successors."""
    return not isinstance(value, Problem) and hasattr(value, "successors")


def _read_spaces(members: Sequence[Any], spaces: Sequence[Any], goal: object) -> Sequence[SpaceInstance]:
    if len(spaces) < len(members):
        raise SpecError("boards and your own spaces cannot be mixed")
    if goal is not None:
        raise SpecError("a goal has no effect: your own spaces have goals of their own")
    for space in spaces:
        check_space(space)
    return [SpaceInstance(type(space).__name__, number, space) for number, space in enumerate(spaces, start=1)]


def _are_boards(members: Sequence[Any]) -> bool:
    """Whether the members of a list are boards, and not the cells or the rows of one board."""
    first = members[0]
    if isinstance(first, Board | Problem) or (isinstance(first, str) and ("/" in first or "\n" in first.strip())):
        return True
    rows = list(first) if isinstance(first, Iterable) and not isinstance(first, str) else []
    if rows and isinstance(rows[0], Iterable) and not isinstance(rows[0], str):
        return True  # lists of rows
    return len(members) > 1 and not _is_board(members) and any(map(_is_board, members))


def _is_board(value: object) -> bool:
    with suppress(TaquinError):
        Board(cast("BoardLike", value))
        return True
    return False
