"""A recorded search as text, step by step: which node was chosen, every child, and what became of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from taquin.puzzle.board import Board
from taquin.puzzle.moves import Move
from taquin.render.text.layout import fields, number, plain, side_by_side
from taquin.render.text.reading import Reading, ending_text, move_text, path_text
from taquin.run.result import Status
from taquin.trace.steps import Child, Fate, Held, Step
from taquin.trace.trace import Trace

Draw = Callable[[Board], str]

_SIDES = ("forward", "backward")
_MOST_NAMED = 12


def describe_start(trace: Trace, reading: Reading, *, draw: Draw = plain) -> str:
    """Where the search begins: the method, both boards, and the values of the first node."""
    parts = [trace.spec or "a search"]
    if trace.has_boards:
        parts.append(side_by_side([("start", draw(trace.start)), ("goal", draw(trace.goal))]))
    for place, root in enumerate(trace.tree.roots):
        node = trace.tree[root]
        name = "start" if place == 0 else "goal"
        parts.append(f"node {root} is the {name}: {reading.formula.sum(node.g, node.h)}")
    return "\n".join(parts)


def describe_step(trace: Trace, step: Step, reading: Reading, *, draw: Draw = plain) -> str:
    """One expansion: the node with its board, each child and its fate, and what waits afterwards."""
    first = step.iteration - len(step.begun) + 1
    lines = []
    if len(trace.tree.bounds) > 1 or not reading.is_local:
        lines = [reading.round(place, bound) for place, bound in enumerate(step.begun, first)]
    lines.append(_title(trace, step, reading))
    bound = trace.tree.bounds[step.iteration - 1] if step.iteration else 0
    table = _aligned([_row(trace, child, step, reading, bound) for child in step.children])
    table += [*_dropped(step), _held(step, reading)]
    if trace.has_boards:
        board = draw(trace.board(step.node)).splitlines()
        height, width = max(len(board), len(table)), max(map(len, board))
        left = board + [""] * (height - len(board))
        right = table + [""] * (height - len(table))
        lines += [f"  {cells:<{width}}   {row}".rstrip() for cells, row in zip(left, right, strict=True)]
    else:
        lines += [f"  {row}" for row in table]
    return "\n".join(lines)


def _title(trace: Trace, step: Step, reading: Reading) -> str:
    side = trace.tree.roots.index(step.root)
    sided = f", {_SIDES[side]}" if len(trace.tree.roots) > 1 else ""
    origin = (
        f"by {Move(step.move).word} from node {step.parent}" if step.parent >= 0 else ("the start", "the goal")[side]
    )
    if reading.is_local and step.parent >= 0:
        origin += f", after {number(step.g)} move{'' if step.g == 1 else 's'}"
    verb = "at" if reading.is_local else "expand"
    again = f", for the {_ordinal(step.times)} time" if step.times > 1 and not reading.is_local else ""
    return f"step {step.number:,}{sided}: {verb} node {step.node} ({origin}): {_value(step, reading)}{again}"


def _value(at: Step | Child, reading: Reading) -> str:
    return reading.formula.sum(at.g, at.h)


def _ordinal(count: int) -> str:
    ending = "th" if count % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th")
    return f"{count}{ending}"


def _row(trace: Trace, child: Child, step: Step, reading: Reading, bound: float) -> tuple[str, str, str, str]:
    move = Move(child.move).word if child.move >= 0 else "?"
    if child.parent != step.node:
        move = f"back at {child.parent}: {move}"
    return move, f"node {child.node}", _value(child, reading), _fate(trace, child, reading, bound)


def _fate(trace: Trace, child: Child, reading: Reading, bound: float) -> str:
    match child.fate:
        case Fate.DUPLICATE:
            return f"duplicate: known with g {number(child.known_g)}"
        case Fate.IMPROVED:
            opened = ", open again" if child.is_reopened else ""
            return f"improved: g was {number(child.known_g)}{opened}"
        case Fate.PRUNED:
            return _why_pruned(child, reading, bound)
        case Fate.GOAL:
            place = "the two searches meet" if len(trace.goal_nodes) > 1 else "the goal"
            return f"{'taken' if reading.is_local else 'new'}: {place}"
        case _:
            return "taken" if reading.is_local else "new"


def _why_pruned(child: Child, reading: Reading, bound: float) -> str:
    match child.reason:
        case "bound":
            value = number(reading.formula.value(child.g, child.h))
            return f"pruned: f {value} is beyond the bound {number(bound)}"
        case "depth":
            return f"pruned: depth {number(child.g)} is the limit"
        case "beam":
            return "pruned: outside the beam"
        case reason if reading.is_local:
            return reason
        case reason:
            return f"pruned: {reason}"


def _dropped(step: Step) -> list[str]:
    """Nodes of earlier steps that were pruned in this one, named by reason."""
    reasons: dict[str, list[int]] = {}
    for node, reason in step.dropped:
        reasons.setdefault(reason, []).append(node)
    lines = []
    for reason, nodes in reasons.items():
        named = ", ".join(map(str, nodes[:_MOST_NAMED])) + (", …" if len(nodes) > _MOST_NAMED else "")
        where = {"beam": "outside the beam", "depth": "at the depth limit"}.get(reason, reason)
        lines.append(f"pruned ({where}): {len(nodes):,} older node{'' if len(nodes) == 1 else 's'}: {named}")
    return lines


def _held(step: Step, reading: Reading) -> str:
    nodes = f"{step.waiting:,} node{'' if step.waiting == 1 else 's'}"
    match reading.held:
        case Held.FRONTIER:
            return f"frontier: {nodes}"
        case Held.PATH:
            return f"path: {nodes}"
        case Held.SIBLINGS:
            return f"path: {number(step.g + 1)}, waiting beside it: {nodes}"
        case _:
            taken = next((child for child in step.children if child.fate in (Fate.NEW, Fate.GOAL)), None)
            if taken is None:
                return _why_stopped(step)
            rise = taken.h - step.h
            change = "stays" if rise == 0 else f"{'rises' if rise > 0 else 'falls'} to"
            return f"{Move(taken.move).word} is taken: h {change} {number(taken.h)}"


def _why_stopped(step: Step) -> str:
    if step.children and all(child.reason == "not better" for child in step.children):
        best = min(child.h for child in step.children)
        return f"no move is taken: h is {number(step.h)} here and {number(best)} at the best neighbour"
    return "no move is taken"


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["   ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def describe_end(trace: Trace, reading: Reading) -> str:
    """How the search ended: the goal's node and the path to it, or why there is none; and the counters."""
    outcome, stats = trace.outcome, trace.outcome.stats
    pairs: list[tuple[str, str]] = []
    if outcome.moves is not None:
        moves = "".join(Move(move).letter for move in outcome.moves)
        pairs += [("moves", move_text(moves) or "none"), ("length", f"{len(moves):,}")]
    if trace.node_path:
        pairs.append(("path", path_text(trace.node_path)))
    if len(outcome.iterations) > 1:
        last = outcome.iterations[-1]
        pairs.append(
            ("rounds", f"{len(outcome.iterations):,}, the last: {reading.round(len(outcome.iterations), last.bound)}")
        )
    if outcome.best_h is not None and outcome.moves is None:
        pairs.append(("best h", number(outcome.best_h)))
    counts = [("expanded", stats.expanded), ("generated", stats.generated)]
    counts += [("duplicates", stats.duplicates), ("reopened", stats.reopened), ("pruned", stats.pruned)]
    pairs += [(name, f"{count:,}") for name, count in counts if count or name in ("expanded", "generated")]
    if trace.is_truncated:
        pairs.append(("recorded", f"only the first {len(trace.events):,} events (--cap)"))
    return f"end: {_ending(trace)}\n{_indented(fields(pairs))}"


def _ending(trace: Trace) -> str:
    outcome = trace.outcome
    if outcome.status is not Status.SOLVED:
        return ending_text(outcome.status, outcome.reason)
    if not trace.goal_nodes:
        return "solved, after the last event that was recorded"
    if len(trace.goal_nodes) == 1:
        return f"solved: node {trace.goal_nodes[0]} is the goal"
    forward, backward = trace.goal_nodes[:2]
    return f"solved: node {forward} from the start and node {backward} from the goal are the same board"


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())


def step_to_dict(step: Step, reading: Reading) -> dict[str, object]:
    """A step as plain values, for JSON."""
    return {
        "step": step.number,
        "node": step.node,
        "parent": None if step.parent < 0 else step.parent,
        "move": _letter(step.move),
        "g": step.g,
        "h": step.h,
        "f": reading.formula.value(step.g, step.h),
        "root": step.root,
        "iteration": step.iteration,
        "bounds_begun": list(step.begun),
        "children": [_child_to_dict(child, reading) for child in step.children],
        "dropped": [{"node": node, "reason": reason} for node, reason in step.dropped],
        "waiting": step.waiting,
    }


def _child_to_dict(child: Child, reading: Reading) -> dict[str, object]:
    return {
        "parent": child.parent,
        "move": _letter(child.move),
        "node": child.node,
        "g": child.g,
        "h": child.h,
        "f": reading.formula.value(child.g, child.h),
        "fate": str(child.fate),
        "reason": child.reason or None,
    }


def _letter(move: int) -> str | None:
    return None if move < 0 else Move(move).letter


def trace_to_dict(trace: Trace) -> dict[str, object]:
    """What a trace says of its run, without the events, as plain values."""
    outcome = trace.outcome
    return {
        **trace.header,
        "status": str(outcome.status),
        "reason": outcome.reason or None,
        "moves": None if outcome.moves is None else "".join(Move(move).letter for move in outcome.moves),
        "length": None if outcome.moves is None else len(outcome.moves),
        "lower_bound": outcome.lower_bound,
        "best_h": outcome.best_h,
        **{name: getattr(outcome.stats, name) for name in outcome.stats.__dataclass_fields__},
        "iterations": [
            {"bound": each.bound, "expanded": each.expanded, "generated": each.generated} for each in outcome.iterations
        ],
        "node_path": list(trace.node_path),
        "events": len(trace.events),
        "truncated": trace.is_truncated,
    }
