"""The last step of a search that found a solution: why the search may stop at the goal."""

from __future__ import annotations

from math import ceil

from taquin.puzzle.words import plural, whole
from taquin.render.text.layout import number
from taquin.render.text.reading import Reading
from taquin.run.result import Status
from taquin.trace.ordering import Order, StoredNodes
from taquin.trace.trace import Trace


def has_closing(trace: Trace) -> bool:
    """Whether the trace has the last step: it is complete and ends at a goal."""
    return trace.outcome.status is Status.SOLVED and bool(trace.goal_nodes) and trace.tree.expansions > 0


def closing_title(trace: Trace, reading: Reading) -> str:
    step = f"step {trace.tree.expansions + 1:,}"
    first, *others = trace.goal_nodes
    if others:
        return (
            f"{step}: nodes {first} (forward) and {others[0]} (backward) are the same board: the solution is complete"
        )
    node = trace.tree[first]
    value = reading.formula.sum(node.g, node.h)
    if reading.is_local:
        return f"{step}: at node {first}: {value}; it is the goal"
    if reading.held is StoredNodes.PATH:
        return f"{step}: node {first} is the goal: {value}"
    place = "beside the path" if reading.held is StoredNodes.SIBLINGS else "from the frontier"
    return f"{step}: take node {first} {place}: {value}; it is the goal"


def closing_notes(trace: Trace, reading: Reading) -> list[str]:
    """Why the search may stop, and what is proven about the length of its solution."""
    length = len(trace.outcome.moves or ())
    proven = whole(trace.outcome.lower_bound)
    moves = plural(length, "move")
    if proven >= length:
        return [_reason(trace, reading), f"So no solution is shorter than {moves}: the search can stop."]
    known = f": it is proven only that none has fewer than {plural(ceil(proven), 'move')}" if proven > 0 else ""
    return [_stop(trace, reading), f"This solution has {moves}. A shorter one may exist{known}."]


def _reason(trace: Trace, reading: Reading) -> str:
    """Why no solution can be shorter, for a search that has proven it."""
    formula = reading.formula
    goal = trace.tree[trace.goal_nodes[0]]
    value = number(formula.value(goal.g, goal.h))
    match reading.order:
        case Order.SIDES:
            return "The two searches went layer by layer, so that they meet first on a shortest path."
        case Order.PAIRS:
            return "No pair of open nodes, one from each side, has a lower bound below the length of this solution."
        case Order.BACKED_UP:
            return f"No backed-up value is below {value}, and h never overestimates."
    if reading.held is StoredNodes.PATH:
        bounds, name = trace.tree.bounds, "f" if formula.weight_h else "depth"
        if len(bounds) < 2:
            return "The first bound is the h of the start, which never overestimates."
        return f"The previous iteration proved that no solution has {name} up to {number(bounds[-2])}."
    if reading.is_local or formula.weight_h > 1 or not formula.weight_g:
        return "Its length equals a proven lower bound."
    if not formula.weight_h:
        return f"Every node with g below {value} was expanded before."
    return f"No node in the frontier has an f below {value}, and h never overestimates."


def _stop(trace: Trace, reading: Reading) -> str:
    """Why a search stops although its solution is not proven shortest."""
    formula = reading.formula
    if reading.is_local:
        return "The search stops at the goal: it does not compare solutions."
    if reading.order is Order.LAYERS:
        return "The search stops as soon as the beam has the goal; nodes outside the beam were dropped."
    if reading.held is StoredNodes.PATH or reading.order is Order.NEWEST:
        return "A depth-first search stops at the first goal that it reaches."
    if formula.weight_h and not formula.weight_g:
        return "The search stops at the first goal that it takes: it compares h only, not the moves made."
    if reading.order is Order.REPAIRS and trace.outcome.reason:
        return f"The search ends here, with its last solution: {trace.outcome.reason}."
    factor = max(formula.weight_h, reading.suboptimality)
    is_within = len(trace.outcome.moves or ()) <= round(factor * trace.outcome.lower_bound, 6)
    if factor > 1 and is_within:
        rule = f"With {formula.name}" if formula.weight_h > 1 else "By the least f in the frontier"
        return f"{rule} the solution is at most {number(factor)} times as long as a shortest one."
    return "The search stops at the first goal that it takes."
