"""The open and the closed list of a recorded search as text, in lines of 80 columns, and as plain values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from taquin.render.text.reading import Reading
from taquin.trace.lists import SearchLists
from taquin.trace.ordering import Order, StoredNodes

_WIDTH = 80
_MOST_LINES = 8
_SIDES = ("forward", "backward")


def describe_legend(reading: Reading) -> str:
    written = f"In the lists a node is written as number: {reading.formula.short_name}"
    if reading.held in (StoredNodes.PATH, StoredNodes.CURRENT):
        order = "Path: from the start."
    elif reading.held is StoredNodes.SIBLINGS:
        written += " → least f found below it"
        order = "Path: from the start. Beside it: the next first."
    elif reading.order is Order.NEWEST:
        order = "Stack: the top first."
    elif reading.order is Order.LAYERS:
        order = "Layers: the next first."
    else:
        order = f"Open (the frontier): {reading.held_order}."
    return f"{written}.\n{order}{' Closed: in the order of expansion.' if reading.has_closed_list else ''}"


def describe_lists(lists: SearchLists, reading: Reading) -> str:
    """The lists, each with its name, indented."""
    named = [*_open(lists, reading), *_closed(lists, reading)]
    width = max(len(name) for name, _, _ in named)
    lines: list[str] = []
    for name, nodes, is_newest_last in named:
        items = [_item(lists, reading, node) for node in nodes]
        rows = list(_wrapped(items, _WIDTH - width - 4))
        lines += _cut(rows, is_newest_last=is_newest_last, indent=f"  {name:<{width}}  ")
    return "\n".join(lines)


def _open(lists: SearchLists, reading: Reading) -> Iterator[tuple[str, Sequence[int], bool]]:
    """The lists of what the search stores: name, nodes, and whether the last ones are the most important."""
    if reading.held is not StoredNodes.FRONTIER:
        yield "path", lists.path, True
    if reading.held in (StoredNodes.PATH, StoredNodes.CURRENT):
        return
    roots = lists.tree.roots
    if len(roots) > 1:
        for side, name in enumerate(_SIDES):
            is_next = bool(lists.open) and lists.tree.side(lists.open[0]) == side
            nodes = [node for node in lists.open if lists.tree.side(node) == side]
            yield f"open, {name}{' (next)' if is_next else ''}", nodes, False
    elif reading.order is Order.LAYERS and lists.open:
        for g in sorted({lists.tree[node].g for node in lists.open}):
            yield f"layer {g:g}", [node for node in lists.open if lists.tree[node].g == g], False
    else:
        names = {Order.NEWEST: "stack", Order.BACKED_UP: "beside it"}
        yield names.get(reading.order, "open"), lists.open, False


def _closed(lists: SearchLists, reading: Reading) -> Iterator[tuple[str, Sequence[int], bool]]:
    if not reading.has_closed_list:
        return
    if len(lists.tree.roots) > 1:
        for side, name in enumerate(_SIDES):
            yield f"closed, {name}", [node for node in lists.closed if lists.tree.side(node) == side], True
    else:
        yield "closed", lists.closed, True


def _item(lists: SearchLists, reading: Reading, node: int) -> str:
    known = lists.tree[node]
    value = f"{node}: {reading.formula.short(known.g, known.h)}"
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


def lists_to_dict(lists: SearchLists, reading: Reading) -> dict[str, object]:
    """The lists as plain values, for JSON. A list that the search does not have is None.

    Closed nodes and those of a path are numbers: the steps that expanded them have their values.
    """
    has_open = reading.held in (StoredNodes.FRONTIER, StoredNodes.SIBLINGS)
    return {
        "open": _values(lists, reading, lists.open) if has_open else None,
        "closed": list(lists.closed) if reading.has_closed_list else None,
        "path": list(lists.path),
    }


def _values(lists: SearchLists, reading: Reading, nodes: Sequence[int]) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for node in nodes:
        known = lists.tree[node]
        found.append({"node": node, "g": known.g, "h": known.h, "f": reading.formula.value(known.g, known.h)})
        if len(lists.tree.roots) > 1:
            found[-1]["root"] = known.root
        if node in lists.values:
            found[-1]["least_f_below"] = lists.values[node]
    return found
