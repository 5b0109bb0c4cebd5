"""The sentences about a recorded search: which node is expanded, every child, and what happened to it.

They are made here once. The command line, the web page and the notebooks only arrange them.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from taquin.puzzle.words import plural, whole
from taquin.render.text.layout import number
from taquin.render.text.reading import PruneWords, ending_text, formula_of, iteration_name, prune_words
from taquin.run.result import Status
from taquin.solving.registry import ALGORITHMS
from taquin.solving.results import unpromised
from taquin.trace.ordering import Order, Scope, StoredNodes
from taquin.trace.steps import Child, ChildStatus, Step
from taquin.trace.trace import Trace
from taquin.trace.tree import TreeNode

_SIDES = ("forward", "backward")
_ROOTS = ("the start", "the goal")
_MOST_NAMED = 12


class Sentences:
    """Describes the steps and the nodes of one trace."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.rules, self.formula = trace, trace.rules, formula_of(trace.rules)
        self.roots = trace.tree.roots
        self.bounds = trace.tree.bounds

    # Steps

    def start(self) -> list[str]:
        """The roots and their values, one line each."""
        lines = []
        for place, root in enumerate(self.roots):
            node = self.trace.tree[root]
            lines.append(f"node {root} is {_ROOTS[place]}, {self.formula.sum(node.g, node.h)}")
        return lines

    def iterations(self, step: Step) -> list[str]:
        """The names of the iterations that began just before a step."""
        if len(self.bounds) <= 1 and self.rules.is_local:
            return []
        first = step.iteration - len(step.begun) + 1
        return [iteration_name(self.rules, place, bound) for place, bound in enumerate(step.begun, first)]

    def title(self, step: Step) -> str:
        is_local = self.rules.is_local
        sided = f", {_SIDES[self.roots.index(step.root)]}" if len(self.roots) > 1 else ""
        origin = self.origin(step.node, step.parent, step.move)
        if is_local and step.parent >= 0:
            origin += f", after {number(step.g)} move{'' if step.g == 1 else 's'}"
        verb = "at" if is_local and self.rules.order is not Order.LEARNED else "expand"
        again = f", {_ordinal(step.times)} time" if step.times > 1 and not is_local else ""
        value = self.formula.sum(step.g, step.h)
        return f"step {step.number:,}{sided}: {verb} node {step.node} ({origin}): {value}{again}"

    def origin(self, node: int, parent: int, move: int) -> str:
        """How a node was reached: a move from its parent, or nothing for a root."""
        if parent < 0:
            return _ROOTS[self.roots.index(node)]
        return f"{origin_phrase(self.trace.move_name(move))} node {parent}"

    def move(self, child: Child, step: Step) -> str:
        """The move that makes a child; with its parent where that is not the node of the step."""
        word = self.trace.move_name(child.move)
        return word if child.parent == step.node else f"from {child.parent}: {word}"

    def fate(self, child: Child, step: Step) -> str:
        """What happened to a child in the step that made it."""
        made = "taken" if self.rules.is_local and not step.looks_ahead else "new"
        match child.status:
            case ChildStatus.DUPLICATE:
                return f"duplicate: known with g {number(child.known_g)}"
            case ChildStatus.IMPROVED:
                reopened = ", reopened" if child.is_reopened else ""
                return f"improved: g was {number(child.known_g)}{reopened}"
            case ChildStatus.PRUNED:
                return self._pruned(child.reason, child.g, child.h, step.iteration).sentence
            case ChildStatus.GOAL:
                return f"{made}: {'the two searches meet' if len(self.trace.goal_nodes) > 1 else 'the goal'}"
            case _:
                return made

    def _pruned(self, reason: str, g: float, h: float, iteration: int) -> PruneWords:
        return prune_words(reason, self.rules, g, h, self.bounds[iteration - 1] if iteration else None)

    def dropped(self, step: Step) -> Iterator[str]:
        """The nodes of earlier steps that were pruned in this one, one line for each reason."""
        reasons: dict[str, list[int]] = {}
        for node, reason in step.dropped:
            reasons.setdefault(reason, []).append(node)
        for reason, nodes in reasons.items():
            named = ", ".join(map(str, nodes[:_MOST_NAMED])) + (", …" if len(nodes) > _MOST_NAMED else "")
            where = self._pruned(reason, step.g, step.h, step.iteration).group
            yield f"pruned ({where}): {plural(len(nodes), 'older node')}: {named}"

    def held(self, step: Step) -> str:
        """What the search holds after a step; for a local search, which move it takes."""
        match self.rules.held:
            case StoredNodes.FRONTIER if step.ends_iteration and self.rules.begins_anew:
                return "the iteration ends here: the next one begins at the start again"
            case StoredNodes.FRONTIER:
                return f"frontier: {plural(step.waiting, 'node')}"
            case StoredNodes.PATH:
                return f"path: {plural(step.waiting, 'node')}"
            case StoredNodes.SIBLINGS:
                return f"path: {step.depth + 1:,}, waiting beside it: {plural(step.waiting, 'node')}"
            case _:
                if step.looks_ahead:
                    return "looks ahead: no move is taken yet"
                taken = next(iter(step.kept), None)
                if taken is None:
                    return _why_stopped(step)
                name = self.trace.move_name(taken.move)
                if not self.formula.weight_h:
                    return f"{name} is taken"
                rise = taken.h - step.h
                change = "stays" if rise == 0 else f"{'rises' if rise > 0 else 'falls'} to"
                return f"{name} is taken: h {change} {number(taken.h)}{self._learned(step)}"

    def _learned(self, step: Step) -> str:
        """What a real-time search learns about the state that it leaves."""
        learned = 1 + min(child.h for child in step.children)
        if self.rules.order is not Order.LEARNED or learned <= step.h:
            return ""
        return f"; h of this {self.trace.state_noun} becomes {number(learned)}"

    def ending(self) -> str:
        outcome, goals = self.trace.outcome, self.trace.goal_nodes
        if outcome.status is not Status.SOLVED:
            return ending_text(outcome.status, outcome.reason)
        if not goals:
            return "solved, after the last recorded event"
        if len(goals) == 1:
            return f"solved: node {goals[0]} is the goal"
        return f"solved: {self._meeting()}"

    def _meeting(self) -> str:
        first, second = self.trace.goal_nodes[:2]
        return f"nodes {first} (forward) and {second} (backward) are the same {self.trace.state_noun}"

    # The last step of a search that found a solution

    def closing_title(self) -> str:
        step = f"step {self.trace.tree.expansions + 1:,}"
        first, *others = self.trace.goal_nodes
        if others:
            return f"{step}: {self._meeting()}: the solution is complete"
        node = self.trace.tree[first]
        value = self.formula.sum(node.g, node.h)
        if self.rules.is_local:
            return f"{step}: at node {first}: {value}; it is the goal"
        if self.rules.held is StoredNodes.PATH:
            return f"{step}: node {first} is the goal: {value}"
        place = "beside the path" if self.rules.held is StoredNodes.SIBLINGS else "from the frontier"
        return f"{step}: take node {first} {place}: {value}; it is the goal"

    def closing_notes(self) -> list[str]:
        """Why the search may stop, and what is proven about the length of its solution."""
        length = len(self.trace.outcome.moves or ())
        proven = whole(self.trace.outcome.lower_bound)
        moves = plural(length, "move")
        algorithm = next((spec for spec in ALGORITHMS if spec.key == self.trace.header.get("algorithm")), None)
        if proven >= length > 0 and algorithm is not None and algorithm.claims.optimal == "no":
            caveat = unpromised(algorithm, moves, is_one=length == 1)
            return [f"I{caveat[1:]}.", f"So no solution is shorter than {moves}."]
        if proven >= length:
            return [self._reason(), f"So no solution is shorter than {moves}: the search can stop."]
        known = f": it is proven only that none has fewer than {plural(ceil(proven), 'move')}" if proven > 0 else ""
        return [self._stop(), f"This solution has {moves}. A shorter one may exist{known}."]

    def _reason(self) -> str:
        """Why no solution can be shorter, for a search that has proven it."""
        formula = self.formula
        goal = self.trace.tree[self.trace.goal_nodes[0]]
        value = number(formula.value(goal.g, goal.h))
        match self.rules.order:
            case Order.SIDES:
                return "The two searches went layer by layer, so they meet first on a shortest path."
            case Order.MEETING:
                return "No solution through open nodes of both sides can be shorter, and h never overestimates."
            case Order.BALANCED:
                return "Half the sum of the least b of both sides is the length of this solution."
            case Order.PAIRS:
                return "No pair of open nodes, one from each side, has a lower bound below the length of this solution."
            case Order.BACKED_UP:
                return f"No backed-up value is below {value}, and h never overestimates."
        if self.rules.begins_anew:
            bounds, name = self.trace.tree.bounds, "f" if formula.weight_h else "depth"
            if len(bounds) < 2:
                return "The first bound is the h of the start, which never overestimates."
            return f"The previous iteration proved that no solution has {name} up to {number(bounds[-2])}."
        if self.rules.is_local or formula.weight_h > 1 or not formula.weight_g:
            return "Its length equals a proven lower bound."
        if not formula.weight_h:
            return f"Every node with g below {value} was expanded before."
        return f"No node in the frontier has an f below {value}, and h never overestimates."

    def _stop(self) -> str:
        """Why a search stops although its solution is not proven shortest."""
        formula = self.formula
        if self.rules.is_local:
            return "The search stops at the goal: it does not compare solutions."
        if self.rules.order is Order.LAYERS:
            return "The search stops as soon as the beam has the goal; nodes outside the beam were dropped."
        if self.rules.held is StoredNodes.PATH or self.rules.order is Order.NEWEST:
            return "A depth-first search stops at the first goal that it reaches."
        if formula.weight_h and not formula.weight_g:
            return "The search stops at the first goal that it takes: it compares h only, not the moves made."
        if self.rules.order is Order.REPAIRS and self.trace.outcome.reason:
            return f"The search ends here, with its last solution: {self.trace.outcome.reason}."
        factor = max(formula.weight_h, self.rules.suboptimality)
        is_within = len(self.trace.outcome.moves or ()) <= round(factor * self.trace.outcome.lower_bound, 6)
        if factor > 1 and is_within:
            rule = f"With {formula.name}" if formula.weight_h > 1 else "By the least f in the frontier"
            return f"{rule} the solution is at most {number(factor)} times as long as a shortest one."
        return "The search stops at the first goal that it takes."

    # Nodes at one moment: ``node`` has the values of that moment

    def state(self, node: TreeNode, kind: str, *, waits: bool) -> list[str]:
        """What has happened to a node so far; ``kind`` is what it is painted as, ``waits`` whether it is stored."""
        improved = [f"improved {plural(node.improvements, 'time')}"] if node.improvements else []
        return [self._state(node, kind, waits=waits), *improved]

    def _state(self, node: TreeNode, kind: str, *, waits: bool) -> str:
        match kind:
            case "goal":
                return "the two searches meet here" if len(self.trace.goal_nodes) > 1 else "the goal"
            case "stuck":
                outcome = self.trace.outcome
                return f"stuck: {outcome.reason}" if outcome.status is Status.STUCK else "the search ended here"
            case "expanded":
                last = ", ".join(f"{when:,}" for when in node.expansions[-3:])
                before = len(node.expansions) - 3
                return f"expanded in step {last}" + (f" and {plural(before, 'step')} before" if before > 0 else "")
            case "pruned":
                return self._pruned(node.fate, node.g, node.h, node.iteration).sentence
            case _ if not waits:
                is_graph_search = self.rules.unique_states is Scope.ITERATION
                return f"no longer stored: the {'iteration ended' if is_graph_search else 'search backtracked'}"
            case _:
                return "waits in the frontier" if self.rules.held is StoredNodes.FRONTIER else "waits"

    def tag(self, node: TreeNode, kind: str) -> str:
        """The label on the card of a node that is special, else nothing."""
        match kind:
            case "goal":
                return "meeting" if len(self.trace.goal_nodes) > 1 else "goal"
            case "stuck":
                return "stuck" if self.trace.outcome.status is Status.STUCK else "the end"
            case "pruned":
                return self._pruned(node.fate, node.g, node.h, node.iteration).tag
            case _:
                return "improved" if node.improvements else ""


def has_closing(trace: Trace) -> bool:
    """Whether the trace has the last step: it is complete and ends at a goal."""
    return trace.outcome.status is Status.SOLVED and bool(trace.goal_nodes) and trace.tree.expansions > 0


def origin_phrase(move: str) -> str:
    """How a node was reached, without the name of its parent."""
    return f"by {move} from"


def _why_stopped(step: Step) -> str:
    if step.children and all(child.reason == "not better" for child in step.children):
        best = min(child.h for child in step.children)
        return f"no move is taken: h is {number(step.h)} here, and the best neighbour has h = {number(best)}"
    return "no move is taken"


def _ordinal(count: int) -> str:
    ending = "th" if count % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th")
    return f"{count}{ending}"
