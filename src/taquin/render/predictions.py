"""What students are asked while they step through a search, with the answers and the explanations: ``/api/trace``.

Before each step: which node is next, or for a local search which move it takes. Before a step that makes children: the
value of one of them, and whether it is a duplicate. All of it follows from the trace.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Literal, TypedDict

from taquin.algorithms.bounded_suboptimal import EstimateList, PotentialList
from taquin.puzzle.moves import Move
from taquin.puzzle.words import plural
from taquin.render.search_record import ShownSearch
from taquin.render.text.layout import number
from taquin.render.text.reading import Formula, bound_text, move_letter
from taquin.trace.events import Event, ExpandEvent, GoalEvent
from taquin.trace.frontier import BoundedFrontier, make_frontier
from taquin.trace.ordering import Order, StoredNodes
from taquin.trace.steps import Child, ChildStatus, Step

MOST_STEPS = 5_000  # later steps are not asked for: the record would be very large

_STRIDE = 7  # which child is asked for differs from step to step
_SIDES = ("forward", "backward")
_NAMED = 3
_RULES = {
    "fifo": "Oldest first",
    "lifo": "Newest first",
    "low-h": "Lowest h first, then oldest first,",
    "random": "The random tie-break",
}


class QuestionsRecord(TypedDict):
    """A question about a child of each step; empty texts where there is nothing to ask."""

    question: list[str]
    answer: list[str]
    why: list[str]


class PredictionsRecord(TypedDict):
    """What a student can be asked before each of the first steps."""

    asks: Literal["node", "move"]
    question: str
    answer: Annotated[list[int | str], "The next node; for a local search the letter of the move, or empty."]
    why: list[str]
    value: Annotated[QuestionsRecord, "The value of a child."]
    duplicate: Annotated[QuestionsRecord, "Whether a child is a duplicate: `yes` or `no`."]


def prediction_record(search: ShownSearch) -> PredictionsRecord:
    """The questions, with one entry for each step in every column."""
    rules, formula, made = search.trace.rules, search.sentences.formula, search.steps[:MOST_STEPS]
    if rules.is_local:
        answers: list[int | str] = [move_letter(_taken_child_move(step)) for step in made]
        reasons = [_why_taken(step, has_estimates=formula.weight_h > 0) for step in made]
        question = "Which move does the search take?"
    else:
        chosen = list(islice(_Choices(search).reasons(), MOST_STEPS))
        answers = [node for node, _ in chosen]
        reasons = [reason for _, reason in chosen]
        question = "Which node is next?"
    return {
        "asks": "move" if rules.is_local else "node",
        "question": question,
        "answer": answers,
        "why": reasons,
        "value": _columns([_value_question(step, formula) for step in made]),
        "duplicate": _columns([_duplicate_question(step) for step in made] if rules.drops_duplicates else []),
    }


_Question = tuple[str, str, str]
_NO_QUESTION: _Question = ("", "", "")


def _columns(questions: list[_Question]) -> QuestionsRecord:
    """The questions, the answers and the explanations; empty where a step has nothing to ask for."""
    texts, answers, reasons = ([question[place] for question in questions] for place in range(3))
    return {"question": texts, "answer": answers, "why": reasons}


def _pick(children: list[Child], step: Step) -> Child | None:
    return children[step.number * _STRIDE % len(children)] if children else None


def _value_question(step: Step, formula: Formula) -> _Question:
    child = _pick([child for child in step.children if child.parent == step.node and child.move >= 0], step)
    if child is None:
        return _NO_QUESTION
    word = Move(child.move).word
    ends = f"g is that of node {step.node} plus 1" if formula.weight_g else "h is that of the new board"
    before = f"Node {step.node} is expanded ({formula.sum(step.g, step.h)})"
    return (
        f"{before}. What is {formula.letter} of its child by {word}?",
        number(formula.value(child.g, child.h)),
        f"{word}: {formula.sum(child.g, child.h)}; {ends}.",
    )


def _duplicate_question(step: Step) -> _Question:
    wanted = (ChildStatus.DUPLICATE, ChildStatus.NEW)
    child = _pick([child for child in step.children if child.status in wanted and child.move >= 0], step)
    if child is None:
        return _NO_QUESTION
    word = Move(child.move).word
    question = f"Node {child.parent} is expanded. Is its child by {word} a duplicate?"
    if child.status is ChildStatus.DUPLICATE:
        known = f"node {child.node}, which has g {number(child.known_g)}"
        why = f"Its board is that of {known}: {number(child.g)} is not less."
        return question, "yes", why
    return question, "no", f"No node has its board yet: it becomes node {child.node}."


class _Choices:
    """Explains each choice of a search.

    The trace is replayed, and open nodes are grouped by value, so that ties are found without scanning the frontier.
    """

    def __init__(self, search: ShownSearch) -> None:
        self.search, self.trace, self.rules = search, search.trace, search.trace.rules
        self.formula = search.sentences.formula
        self.frontier = make_frontier(self.rules)
        self.tree = self.frontier.tree
        self.waiting: dict[float, dict[int, None]] = {}  # the open nodes by the value that is compared first
        self.values: dict[int, float] = {}
        self.last = -1  # the node that was expanded last

    def reasons(self) -> Iterator[tuple[int, str]]:
        """The node of each step and why it is chosen; at the end the goal, if the search chose it."""
        is_closed = not self.search.has_closing
        bounds = 0
        for event in self.trace.events:
            if isinstance(event, ExpandEvent):
                yield event.node, self._reason(event.node, is_new_iteration=len(self.tree.bounds) > bounds)
                bounds, self.last = len(self.tree.bounds), event.node
            elif isinstance(event, GoalEvent) and not is_closed:
                is_closed = True
                yield event.node, f"{self._goal(event.node)} {' '.join(self.search.sentences.closing_notes())}"
            self._add(event)

    def _add(self, event: Event) -> None:
        self.frontier.add(event)
        if self.rules.order in (Order.PAIRS, Order.MEETING, Order.BALANCED) or isinstance(
            self.frontier, BoundedFrontier
        ):
            return
        for node in self.frontier.take_changed():
            if node in self.values:
                del self.waiting[self.values.pop(node)][node]
            if node in self.frontier.open:
                value = self.values[node] = self._value(node)
                self.waiting.setdefault(value, {})[node] = None

    def _value(self, node: int) -> float:
        known = self.tree[node]
        match self.rules.order:
            case Order.BACKED_UP:
                return self.frontier.values[node]
            case Order.LAYERS:
                return known.h
            case Order.REPAIRS:
                return known.g + self._weight * known.h
            case _:
                return self.formula.value(known.g, known.h)

    # Sentences

    def _reason(self, node: int, *, is_new_iteration: bool) -> str:
        if self.last < 0:
            return f"The search begins at {'the start' if node == 0 else 'a root'}, node {node}."
        if is_new_iteration and self.rules.begins_anew and self.tree[node].is_root:
            bound = bound_text(self.rules, self.tree.bounds[-1])
            return f"No node is left within the bound: the next iteration begins at the start again, with {bound}."
        if self.rules.held is StoredNodes.PATH:
            return self._depth_first(node)
        match self.rules.order:
            case Order.BEST:
                return f"{self._tied(node, self.formula.letter, self.values[node])}."
            case Order.LAYERS:
                g, h = self.tree[node].g, self.tree[node].h
                layer = f"the layer g = {number(g)}"
                return f"The beam goes layer by layer: in {layer} node {node} has the least h, {number(h)}."
            case Order.OLDEST:
                layer = f"the layer g = {number(self.tree[node].g)}"
                return f"Layer by layer: node {node} is the oldest that is left in {layer}."
            case Order.NEWEST:
                return f"A stack: of the children that were added last, node {node} is on top."
            case Order.SIDES:
                return self._side(node)
            case Order.MEETING:
                g, h = self.tree[node].g, self.tree[node].h
                terms = f"max({number(g + h)}, 2·{number(g)} + 1) = {number(max(g + h, 2 * g + 1))}"
                return f"Node {node} has the least max(f, 2g + 1) of both sides: {terms}."
            case Order.BALANCED:
                side = _SIDES[self.tree.side(node)]
                return f"It is the turn of the {side} side: node {node} has its least b, {self._balance(node)}."
            case Order.PAIRS:
                side = _SIDES[self.tree.side(node)]
                return f"Node {node} is the {side} node of the pair with the least lower bound."
            case Order.BACKED_UP:
                value = self.values[node]
                return f"{self._tied(node, 'value', value)} (the least f found below a node)."
            case Order.REPAIRS:
                weight = "" if self._weight == 1 else f"{number(self._weight)}·"
                return f"Node {node} has the least g + {weight}h of the iteration, {number(self.values[node])}."
            case Order.FOCAL | Order.POTENTIAL | Order.ESTIMATES:
                return self._bounded(node)
            case _:
                return f"The search took node {node}."

    def _balance(self, node: int) -> str:
        """The b of a node of BAE*, with its terms."""
        known, weight = self.tree[node], self.rules.suboptimality
        behind = known.behind or 0
        value = 2 * known.g + weight * (known.h - behind)
        factor = "" if weight == 1 else f"{number(weight)}·"
        return f"2·{number(known.g)} + {factor}({number(known.h)} - {number(behind)}) = {number(value)}"

    @property
    def _weight(self) -> float:
        """The weight of the current iteration of ARA*."""
        return self.tree.bounds[-1] if self.tree.bounds else self.rules.suboptimality

    def _bounded(self, node: int) -> str:
        """The choice of a bounded-suboptimal search."""
        assert isinstance(self.frontier, BoundedFrontier)
        self.frontier.prepare()
        nodes, g, h = self.frontier.waiting, self.tree[node].g, self.tree[node].h
        limit = f"{number(nodes.weight)} · {number(nodes.bound)}"
        if isinstance(nodes, PotentialList):
            value = number(-nodes.rank(g, h, nodes.limit)) if h else "∞"
            return f"Node {node} has the greatest potential, ({limit} - {number(g)}) / {number(h)} = {value}."
        within = f"{limit} = {number(nodes.weight * nodes.bound)}"
        if not isinstance(nodes, EstimateList):
            return f"Of the nodes with f up to {within}, node {node} has the least h, {number(h)}."
        if nodes.rule == 2:
            return f"No corrected f is within {within}: node {node} has the least f, {number(nodes.bound)}."
        if nodes.rule == 1:
            return f"Node {node} has the least corrected f, {number(nodes.corrected_f(g, h))}."
        return f"Node {node} has the least corrected h, {number(nodes.corrected_h(g, h))}."

    def _tied(self, node: int, name: str, value: float) -> str:
        """The node with the least value, and the rule by which it wins a tie."""
        equals = self.waiting[value]
        if len(equals) == 1:
            return f"Node {node} has the least {name}, {number(value)}"
        order = reversed(equals) if self.rules.tie_break == "lifo" else iter(equals)
        others = [other for other in islice(order, _NAMED + 1) if other != node][:_NAMED]
        named = [node, *others]
        more = len(equals) - len(named)
        shown = ", ".join(map(str, named)) + f" and {more:,} more" if more else _listed(named)
        verb = "both have" if len(equals) == 2 else "have"
        if name == "value":
            return f"{shown} {verb} the least value {number(value)}. Deepest first takes node {node}"
        rule = _RULES.get(self.rules.tie_break, "Oldest first")
        return f"{shown} {verb} {name} = {number(value)}, the least. {rule} takes node {node}"

    def _side(self, node: int) -> str:
        side, before = self.tree.side(node), self.tree[self.last]
        if self.tree.side(self.last) == side and before.g == self.tree[node].g:
            return f"Layer by layer: node {node} is the oldest that is left in the {_SIDES[side]} layer."
        sizes = [0, 0]
        for open_node in self.frontier.open:
            sizes[self.tree.side(open_node)] += 1
        ours, theirs = sizes[side], sizes[1 - side]
        return (
            f"A layer is finished. The {_SIDES[side]} side has {plural(ours, 'node')}, the other {theirs:,}: "
            f"the smaller layer is next, its oldest node first, {node}."
        )

    def _depth_first(self, node: int) -> str:
        known = self.tree[node]
        if known.parent == self.last:
            return f"Depth first: the search continues with node {node}, the child that node {self.last} has just made."
        move = "" if known.move < 0 else f", by {Move(known.move).word}"
        back = f"back to node {known.parent}; its next child is {node}{move}"
        return f"Node {self.last} has no child left to try: {back}."

    def _goal(self, node: int) -> str:
        if len(self.trace.goal_nodes) > 1:
            return f"Nodes {_listed(list(self.trace.goal_nodes))} are the same board."
        return f"Node {node} is the goal."


def _why_taken(step: Step, *, has_estimates: bool) -> str:
    """Why a local search takes this move, or none: the h of the neighbours that it evaluated."""
    values = ", ".join(f"{Move(child.move).word} h {number(child.h)}" for child in step.children if child.move >= 0)
    seen = f"h is {number(step.h)} here; {values}. " if values else f"h is {number(step.h)} here. "
    taken = _taken_child_move(step)
    stops = " yet: the search looks ahead." if step.looks_ahead else ": the search stops here."
    ends = f"{Move(taken).word} is taken." if taken >= 0 else f"No move is taken{stops}"
    return f"{seen if has_estimates else ''}{ends}"


def _taken_child_move(step: Step) -> int:
    """The move that a local search takes in a step, or -1."""
    return step.kept[-1].move if step.kept and not step.looks_ahead else -1


def _listed(nodes: list[int]) -> str:
    return ", ".join(map(str, nodes[:-1])) + f" and {nodes[-1]}"
