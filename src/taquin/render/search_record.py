"""A recorded search as the object that ``/api/trace`` sends and that notebooks show. Its readers decide its fields.

A step is one expansion, and step 0 the time before the first; a search that found the goal has a last step in which it
is chosen. ``nodes`` has one column for each property of nodes that does not change: the iteration, the step in which
the node was made, and the steps in which it was expanded.

``history`` has every step ready to be shown, so that a viewer needs no knowledge of any algorithm: it applies and
reverts changes of nodes, and shows sentences. Sentences and values that occur often are in tables, and columns have
their indexes. 20,000 nodes take about 4 MB.
"""

from __future__ import annotations

from itertools import accumulate

from taquin.puzzle.moves import Move
from taquin.render.search_changes import Table, Values, current_node, make_changes
from taquin.render.search_types import (
    ChildrenRecord,
    HistoryRecord,
    NamedIterationRecord,
    SearchRecord,
    StepsRecord,
)
from taquin.render.text.reading import held_order, iteration_name, move_letter
from taquin.render.text.sentences import Sentences, has_closing, origin_phrase
from taquin.run.result import Status
from taquin.trace.steps import Step, steps
from taquin.trace.trace import Trace


class ShownSearch:
    """A recorded search with what all its records need: its sentences and its steps."""

    def __init__(self, trace: Trace, *, is_running: bool = False) -> None:
        """``is_running``: the search was recorded up to here, and how it ends is not known yet."""
        self.trace = trace
        self.is_running = is_running
        self.sentences = Sentences(trace)
        self.steps: list[Step] = list(steps(trace))
        self.has_closing = has_closing(trace)


def search_record(search: ShownSearch) -> SearchRecord:
    """The object: the method, the puzzle, how the run ended, the nodes, and the history of every step."""
    trace, outcome = search.trace, search.trace.outcome
    nodes = [trace.tree[number] for number in range(len(trace.tree))]
    return {
        "spec": trace.spec,
        "name": trace.title,
        "start": trace.header.get("start"),
        "goal": trace.header.get("goal"),
        "status": str(outcome.status),
        "reason": outcome.reason or None,
        "duplicates": outcome.stats.duplicates,
        "pruned": outcome.stats.pruned,
        "node_path": list(trace.node_path),
        "reading": {"name": search.sentences.formula.name, "held": str(trace.rules.held)},
        "steps": trace.tree.expansions,
        "nodes": {
            "iteration": [node.iteration for node in nodes],
            "born": [node.born for node in nodes],
            "expansions": [node.expansions for node in nodes],
        },
        "history": _history(search),
    }


def _history(search: ShownSearch) -> HistoryRecord:
    """Every step of a search, ready to be shown."""
    trace, sentences, formula = search.trace, search.sentences, search.sentences.formula
    values: Values = Table()
    texts: Table[str] = Table()
    children = _children(search, values, texts)
    found = make_changes(trace, sentences, search.steps, values, has_closing=search.has_closing)
    return {
        "steps": _steps(search),
        "children": children,
        "changes": found.changes,
        "counters": found.counters,
        "texts": list(texts),
        "values": {
            "compared": [formula.value(g, h) for g, h in values],
            "sum": [formula.sum(g, h) for g, h in values],
            "parts": [formula.parts(g, h) for g, h in values],
        },
        "states": found.states,
        "iterations": _iterations(search),
        "roots": [sentences.origin(root, -1, -1) for root in trace.tree.roots],
        "origins": {move.letter: origin_phrase(move.word) for move in Move},
        "start": "before the first step: " + "; ".join(sentences.start()),
        "end": _end(search),
        "goal_nodes": list(trace.goal_nodes),
        "held_order": held_order(trace.rules),
        "notice": f"Only the first {_share(search)} are recorded." if trace.is_truncated else "",
    }


def _share(search: ShownSearch) -> str:
    recorded, stats = search.trace.tree.expansions, search.trace.outcome.stats
    every = "" if search.is_running else f" of {stats.expanded:,}"
    return f"{recorded:,}{every} expansions"


def _end(search: ShownSearch) -> str:
    """How the search ended, or where its record does; a sentence without its full stop."""
    trace, outcome = search.trace, search.trace.outcome
    if not trace.is_truncated:
        text = search.sentences.ending()
        return text[:1].upper() + text[1:]
    if search.is_running:
        return f"Recording ends here, after {_share(search)}"
    is_solved = outcome.status is Status.SOLVED
    ended = "solved the board" if is_solved else f"ended: {outcome.reason or outcome.status}"
    return f"Recording ends here: {_share(search)}. The search went on and {ended}"


def _steps(search: ShownSearch) -> StepsRecord:
    trace, sentences, steps = search.trace, search.sentences, search.steps
    columns: StepsRecord = {
        "node": [step.node for step in steps],
        "current": [current_node(trace, step) for step in steps],
        "iteration": [step.iteration for step in steps],
        "title": [sentences.title(step) for step in steps],
        "notes": [[*sentences.dropped(step), sentences.held(step)] for step in steps],
    }
    if search.has_closing:
        goal = trace.goal_nodes[0]
        columns["node"].append(goal)
        columns["current"].append(goal)
        columns["iteration"].append(steps[-1].iteration)
        columns["title"].append(sentences.closing_title())
        columns["notes"].append(sentences.closing_notes())
    return columns


def _children(search: ShownSearch, values: Values, texts: Table[str]) -> ChildrenRecord:
    """The children of each step; those of step n begin where those of step n - 1 end. Both tables are added to."""
    steps, sentences = search.steps, search.sentences
    pairs = [(child, step) for step in steps for child in step.children]
    ends = list(accumulate(len(step.children) for step in steps))
    return {
        "end": [*ends, len(pairs)] if search.has_closing else ends,
        "parent": [child.parent for child, _ in pairs],
        "move": [move_letter(child.move) for child, _ in pairs],
        "node": [child.node for child, _ in pairs],
        "value": [values.place((child.g, child.h)) for child, _ in pairs],
        "fate": [str(child.status) for child, _ in pairs],
        "label": [texts.place(sentences.move(child, step)) for child, step in pairs],
        "text": [texts.place(sentences.fate(child, step)) for child, step in pairs],
    }


def _iterations(search: ShownSearch) -> list[NamedIterationRecord]:
    """The iterations of an iterated search: the name, the first step, and how many nodes were expanded."""
    tree, count = search.trace.tree, len(search.steps)
    begins = [*tree.begins, count]
    iterations: list[NamedIterationRecord] = []
    for place, bound in enumerate(tree.bounds):
        name = iteration_name(search.trace.rules, place + 1, bound).removeprefix(f"iteration {place + 1}: ")
        first = min(begins[place] + 1, count)
        iterations.append({"name": name, "step": first, "expanded": begins[place + 1] - begins[place]})
    return iterations
