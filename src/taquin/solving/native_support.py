"""Which methods the native core supports on which problems."""

from __future__ import annotations

from taquin import _native
from taquin.puzzle.geometry import Shape
from taquin.puzzle.problem import Problem
from taquin.puzzle.slides import Metric
from taquin.solving.heuristic_choice import HeuristicChoice
from taquin.solving.method import Method, make_method
from taquin.tables.slide_databases import can_build
from taquin.trace.ordering import Order


def unsupported_reason(problem: Problem, method: Method) -> str:
    """Why the core does not support this method on this problem; empty if it does.

    The registry decides: no heuristic is constructed and no table is built.
    """
    algorithm, shape = method.algorithm, problem.shape
    if not _native.is_available():
        return _native.describe()
    if problem.metric is Metric.SLIDES:
        is_proof = can_build(shape) and _is_proof_of_slides(method)
        is_right = is_proof or (algorithm.needs_board and "slides" in _native.capabilities())
        return "" if is_right else f"for slides on {shape} the native core does not have {method.text}"
    if algorithm.native is None:
        return f"the native core does not have {algorithm.key}"
    if dict(method.options).get("tie_break") == "random":
        return "the native core does not have tie_break=random"
    most = algorithm.native.maximum_cells
    if shape.cells > most:
        return f"with {algorithm.key} the native core takes boards of up to {most} cells, and {shape} has more"
    if algorithm.reading.order is Order.BALANCED and method.heuristic is not None:
        following = _find_following(method.heuristic)
        if following is not None:
            return f"with {algorithm.key} the native core does not have {following.text}"
    if method.heuristic is not None and (lacking := _find_unsupported(method.heuristic, shape)) is not None:
        where = "" if lacking.spec is None or lacking.spec.native is None else f" on {shape}"
        return f"the native core does not have {lacking.text}{where}"
    return ""


def _is_proof_of_slides(method: Method) -> bool:
    """Whether this is IDA* with databases and the usual options, which has a search of its own for slides."""
    return any(method == make_method("ida_star", "pdb", {"threads": threads}) for threads in (0, 1))


def _find_following(choice: HeuristicChoice) -> HeuristicChoice | None:
    """The heuristic, or the first part of a maximum, that the core computes along a path from the start alone."""
    if choice.spec is not None and choice.spec.native is not None and not choice.spec.native.starts_anywhere:
        return choice
    return next(filter(None, map(_find_following, choice.parts)), None)


def _find_unsupported(choice: HeuristicChoice, shape: Shape) -> HeuristicChoice | None:
    """The heuristic, or the first part of a maximum, that the core does not evaluate on this shape."""
    if choice.spec is None or choice.spec.native is None or not choice.spec.native.supports(shape):
        return choice
    return next(filter(None, (_find_unsupported(part, shape) for part in choice.parts)), None)
