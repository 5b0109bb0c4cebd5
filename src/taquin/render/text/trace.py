"""A recorded search as text and as plain values: its start, every step with its lists, its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from textwrap import indent, wrap

from taquin.puzzle.board import Board, one_line
from taquin.puzzle.solution import Solution
from taquin.puzzle.words import whole
from taquin.render.text.layout import aligned, fields, number, side_by_side
from taquin.render.text.reading import (
    formula_of,
    held_order,
    iteration_name,
    move_letter,
    move_text,
    partial_path_field,
    path_text,
)
from taquin.render.text.sentences import Sentences
from taquin.trace.lists import SearchLists
from taquin.trace.ordering import Order, Scope, SearchRules, StoredNodes
from taquin.trace.steps import Child, Step
from taquin.trace.trace import Trace

_PATH_WIDTH = 64  # with the names of the fields, 80 columns

Draw = Callable[[Board], str]


def describe_start(trace: Trace, *, draw: Draw = str) -> str:
    """Where the search begins: the method, both boards, and the values of the first node."""
    parts = [trace.spec or "a search"]
    if trace.has_boards:
        parts.append(side_by_side([("start", draw(trace.start)), ("goal", draw(trace.goal))]))
    return "\n".join([*parts, *Sentences(trace).start()])


def describe_step(trace: Trace, step: Step, *, draw: Draw = str) -> str:
    """One expansion: the node with its board, each child and its fate, and what the search holds afterwards."""
    sentences = Sentences(trace)
    lines = [*sentences.iterations(step), sentences.title(step)]
    table = aligned(
        [
            (
                sentences.move(child, step),
                f"node {child.node}",
                sentences.formula.sum(child.g, child.h),
                sentences.fate(child, step),
            )
            for child in step.children
        ]
    )
    table += [*sentences.dropped(step), sentences.held(step)]
    if trace.has_boards or "space" in trace.header:
        board = (draw(trace.board(step.node)) if trace.has_boards else trace.state_text(step.node)).splitlines()
        table = aligned(list(zip_longest(board, table, fillvalue="")), gap="   ")
    return "\n".join([*lines, *(f"  {row}" for row in table)])


def describe_end(trace: Trace) -> str:
    """How the search ended: the goal's node and the path to it, or why there is none; and the counters."""
    outcome, stats = trace.outcome, trace.outcome.stats
    pairs: list[tuple[str, str]] = []
    if outcome.moves is not None:
        moves = _moves_text(trace, outcome.moves)
        pairs += [("moves", move_text(moves) or "none"), ("length", f"{len(outcome.moves):,}")]
        cost = sum(trace.tree[node].g for node in trace.goal_nodes)
        if trace.goal_nodes and cost != len(outcome.moves):
            pairs.append(("cost", number(cost)))
    if trace.node_path:
        pairs.append(("path", "\n".join(wrap(path_text(trace.node_path), _PATH_WIDTH))))
    if len(outcome.iterations) > 1:
        count, last = len(outcome.iterations), outcome.iterations[-1]
        pairs.append(("iterations", f"{count:,}, the last: {iteration_name(trace.rules, count, last.bound)}"))
    if outcome.partial_moves is not None:
        moves = _moves_text(trace, outcome.partial_moves)
        pairs.append(partial_path_field(outcome.status, len(outcome.partial_moves), moves, outcome.final_h))
    if outcome.best_h is not None and outcome.moves is None:
        pairs.append(("best h", number(outcome.best_h)))
    counts = [("expanded", stats.expanded), ("generated", stats.generated)]
    counts += [("duplicates", stats.duplicates), ("reopened", stats.reopened), ("pruned", stats.pruned)]
    pairs += [(name, f"{count:,}") for name, count in counts if count or name in ("expanded", "generated")]
    if trace.is_truncated:
        pairs.append(("recorded", f"only the first {len(trace.events):,} events (--cap)"))
    return f"end: {Sentences(trace).ending()}\n{indent(fields(pairs), '  ')}"


def _moves_text(trace: Trace, moves: Sequence[int]) -> str:
    """The letters of moves, or their names in a space of the user's own, with spaces."""
    return " ".join(map(trace.move_name, moves)) if "space" in trace.header else "".join(map(move_letter, moves))


def step_to_dict(step: Step, trace: Trace) -> dict[str, object]:
    return {
        "step": step.number,
        "node": step.node,
        "parent": None if step.parent < 0 else step.parent,
        "move": trace.move_mark(step.move),
        "g": step.g,
        "h": step.h,
        "f": formula_of(trace.rules).value(step.g, step.h),
        "root": step.root,
        "iteration": step.iteration,
        "bounds_begun": [whole(bound) for bound in step.begun],
        "children": [_child_to_dict(child, trace) for child in step.children],
        "dropped": [{"node": node, "reason": reason} for node, reason in step.dropped],
        "waiting": step.waiting,
    }


def _child_to_dict(child: Child, trace: Trace) -> dict[str, object]:
    return {
        "parent": child.parent,
        "move": trace.move_mark(child.move),
        "node": child.node,
        "g": child.g,
        "h": child.h,
        "f": formula_of(trace.rules).value(child.g, child.h),
        "fate": str(child.status),
        "reason": child.reason or None,
    }


def trace_to_dict(trace: Trace) -> dict[str, object]:
    """A recorded run without its events, as plain values."""
    outcome = trace.outcome
    return {
        **{name: trace.header[name] for name in ("spec", "start", "goal", "moment") if name in trace.header},
        "status": str(outcome.status),
        "reason": outcome.reason or None,
        "moves": None if outcome.moves is None else _moves_text(trace, outcome.moves),
        "length": None if outcome.moves is None else len(outcome.moves),
        "lower_bound": whole(outcome.lower_bound),
        "best_h": None if outcome.best_h is None else whole(outcome.best_h),
        "partial_path": _partial_path_to_dict(trace),
        **{name: getattr(outcome.stats, name) for name in outcome.stats.__dataclass_fields__},
        "iterations": [
            {"bound": whole(iteration.bound), "expanded": iteration.expanded, "generated": iteration.generated}
            for iteration in outcome.iterations
        ],
        "node_path": list(trace.node_path),
        "events": len(trace.events),
        "truncated": trace.is_truncated,
    }


def _partial_path_to_dict(trace: Trace) -> dict[str, object] | None:
    """The object of the same name in ``taquin solve --json``; without boards it has no end."""
    moves = trace.outcome.partial_moves
    if moves is None:
        return None
    text = _moves_text(trace, moves)
    end = one_line(Solution(trace.start, text).end) if trace.has_boards else None
    return {"moves": text, "length": len(moves), "end": end, "h": trace.outcome.final_h}


# The open and the closed list, in lines of 80 columns

_WIDTH = 80
_MOST_LINES = 8
_SIDES = ("forward", "backward")


def describe_legend(rules: SearchRules) -> str:
    written = f"In the lists a node is written as number: {formula_of(rules).short_name}"
    if rules.held in (StoredNodes.PATH, StoredNodes.CURRENT):
        order = "Path: from the start."
    elif rules.held is StoredNodes.SIBLINGS:
        written += " → least f found below it"
        order = "Path: from the start. Beside it: the next first."
    elif rules.order is Order.NEWEST:
        order = "Stack: the top first."
    elif rules.order is Order.LAYERS:
        order = "Layers: the next first."
    else:
        order = f"Open (the frontier): {held_order(rules)}."
    where = " in this iteration" if rules.unique_states is Scope.ITERATION else ""
    closed = f"Closed: in the order of expansion{where}." if rules.drops_duplicates else ""
    between = " " if len(order) + len(closed) < _WIDTH else "\n"
    return f"{written}.\n{order}{between}{closed}".rstrip()


def describe_lists(lists: SearchLists) -> str:
    """The lists, each with its name, indented."""
    named = [*_open(lists), *_closed(lists)]
    width = max(len(name) for name, _, _ in named)
    lines: list[str] = []
    for name, nodes, is_newest_last in named:
        items = [_item(lists, node) for node in nodes]
        rows = list(_wrapped(items, _WIDTH - width - 4))
        lines += _cut(rows, is_newest_last=is_newest_last, indent=f"  {name:<{width}}  ")
    return "\n".join(lines)


def _open(lists: SearchLists) -> Iterator[tuple[str, Sequence[int], bool]]:
    """The lists of what the search stores: name, nodes, and whether the last ones are the most important."""
    if lists.rules.held is not StoredNodes.FRONTIER:
        yield "path", lists.path, True
    if lists.rules.held in (StoredNodes.PATH, StoredNodes.CURRENT):
        return
    roots = lists.tree.roots
    if len(roots) > 1:
        for side, name in enumerate(_SIDES):
            is_next = bool(lists.open) and lists.tree.side(lists.open[0]) == side
            nodes = [node for node in lists.open if lists.tree.side(node) == side]
            yield f"open, {name}{' (next)' if is_next else ''}", nodes, False
    elif lists.rules.order is Order.LAYERS and lists.open:
        for g in sorted({lists.tree[node].g for node in lists.open}):
            yield f"layer {g:g}", [node for node in lists.open if lists.tree[node].g == g], False
    else:
        names = {Order.NEWEST: "stack", Order.BACKED_UP: "beside it"}
        yield names.get(lists.rules.order, "open"), lists.open, False


def _closed(lists: SearchLists) -> Iterator[tuple[str, Sequence[int], bool]]:
    if not lists.rules.drops_duplicates:
        return
    if len(lists.tree.roots) > 1:
        for side, name in enumerate(_SIDES):
            yield f"closed, {name}", [node for node in lists.closed if lists.tree.side(node) == side], True
    else:
        yield "closed", lists.closed, True


def _item(lists: SearchLists, node: int) -> str:
    known = lists.tree[node]
    value = f"{node}: {formula_of(lists.rules).short(known.g, known.h)}"
    backed_up = lists.values.get(node)
    return value if backed_up is None or backed_up == known.f else f"{value} → {backed_up:g}"


def _wrapped(items: Sequence[str], width: int) -> Iterator[str]:
    """The items with commas between them, in lines."""
    line = ""
    for place, item in enumerate(items, 1):
        text = item + ("" if place == len(items) else ",")
        if line and len(line) + 1 + len(text) > width:
            yield line
            line = text
        else:
            line = f"{line} {text}" if line else text
    yield line or "empty"


def _cut(rows: list[str], *, is_newest_last: bool, indent: str) -> list[str]:
    """The lines with their indent; if there are too many, only the first or the last ones."""
    left_out = len(rows) - _MOST_LINES
    if left_out > 0:
        kept = rows[-_MOST_LINES:] if is_newest_last else rows[:_MOST_LINES]
        count = sum(row.count(": ") for row in rows) - sum(row.count(": ") for row in kept)
        note = f"… {count:,} {'earlier' if is_newest_last else 'more'} (--json has all)"
        rows = [note, *kept] if is_newest_last else [*kept, note]
    return [f"{indent if place == 0 else ' ' * len(indent)}{row}" for place, row in enumerate(rows)]


def lists_to_dict(lists: SearchLists) -> dict[str, object]:
    """The lists as plain values, for JSON. A list that the search does not have is None.

    Closed nodes and those of a path are numbers: the steps that expanded them have their values.
    """
    has_open = lists.rules.held in (StoredNodes.FRONTIER, StoredNodes.SIBLINGS)
    return {
        "open": _values(lists, lists.open) if has_open else None,
        "closed": list(lists.closed) if lists.rules.drops_duplicates else None,
        "path": list(lists.path),
    }


def _values(lists: SearchLists, nodes: Sequence[int]) -> list[dict[str, object]]:
    records: list[dict[str, object]] = []
    for node in nodes:
        known = lists.tree[node]
        records.append({"node": node, "g": known.g, "h": known.h, "f": formula_of(lists.rules).value(known.g, known.h)})
        if len(lists.tree.roots) > 1:
            records[-1]["root"] = known.root
        if node in lists.values:
            records[-1]["least_f_below"] = lists.values[node]
    return records
