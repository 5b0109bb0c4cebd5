"""A recorded search as text and as plain values: its start, every step, its end."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from textwrap import indent, wrap

from taquin.puzzle.board import Board, one_line
from taquin.puzzle.solution import Solution
from taquin.puzzle.words import whole
from taquin.render.text.layout import aligned, fields, number, side_by_side
from taquin.render.text.reading import Reading, move_letter, move_text, partial_path_field, path_text
from taquin.render.text.sentences import Sentences
from taquin.trace.steps import Child, Step
from taquin.trace.trace import Trace

_PATH_WIDTH = 64  # with the names of the fields, 80 columns

Draw = Callable[[Board], str]


def describe_start(trace: Trace, reading: Reading, *, draw: Draw = str) -> str:
    """Where the search begins: the method, both boards, and the values of the first node."""
    parts = [trace.spec or "a search"]
    if trace.has_boards:
        parts.append(side_by_side([("start", draw(trace.start)), ("goal", draw(trace.goal))]))
    return "\n".join([*parts, *Sentences(trace, reading).start()])


def describe_step(trace: Trace, step: Step, reading: Reading, *, draw: Draw = str) -> str:
    """One expansion: the node with its board, each child and its fate, and what the search holds afterwards."""
    sentences = Sentences(trace, reading)
    lines = [*sentences.iterations(step), sentences.title(step)]
    table = aligned(
        [
            (
                sentences.move(child, step),
                f"node {child.node}",
                reading.formula.sum(child.g, child.h),
                sentences.fate(child, step),
            )
            for child in step.children
        ]
    )
    table += [*sentences.dropped(step), sentences.held(step)]
    if trace.has_boards:
        board = draw(trace.board(step.node)).splitlines()
        width = max(map(len, board))
        rows = zip_longest(board, table, fillvalue="")
        lines += [f"  {cells:<{width}}   {row}".rstrip() for cells, row in rows]
    else:
        lines += [f"  {row}" for row in table]
    return "\n".join(lines)


def describe_end(trace: Trace, reading: Reading) -> str:
    """How the search ended: the goal's node and the path to it, or why there is none; and the counters."""
    outcome, stats = trace.outcome, trace.outcome.stats
    pairs: list[tuple[str, str]] = []
    if outcome.moves is not None:
        moves = "".join(map(move_letter, outcome.moves))
        pairs += [("moves", move_text(moves) or "none"), ("length", f"{len(moves):,}")]
    if trace.node_path:
        pairs.append(("path", "\n".join(wrap(path_text(trace.node_path), _PATH_WIDTH))))
    if len(outcome.iterations) > 1:
        count, last = len(outcome.iterations), outcome.iterations[-1]
        pairs.append(("iterations", f"{count:,}, the last: {reading.iteration(count, last.bound)}"))
    if outcome.partial_moves is not None:
        letters = "".join(map(move_letter, outcome.partial_moves))
        pairs.append(partial_path_field(outcome.status, len(letters), letters, outcome.final_h))
    if outcome.best_h is not None and outcome.moves is None:
        pairs.append(("best h", number(outcome.best_h)))
    counts = [("expanded", stats.expanded), ("generated", stats.generated)]
    counts += [("duplicates", stats.duplicates), ("reopened", stats.reopened), ("pruned", stats.pruned)]
    pairs += [(name, f"{count:,}") for name, count in counts if count or name in ("expanded", "generated")]
    if trace.is_truncated:
        pairs.append(("recorded", f"only the first {len(trace.events):,} events (--cap)"))
    return f"end: {Sentences(trace, reading).ending()}\n{indent(fields(pairs), '  ')}"


def step_to_dict(step: Step, reading: Reading) -> dict[str, object]:
    return {
        "step": step.number,
        "node": step.node,
        "parent": None if step.parent < 0 else step.parent,
        "move": move_letter(step.move) or None,
        "g": step.g,
        "h": step.h,
        "f": reading.formula.value(step.g, step.h),
        "root": step.root,
        "iteration": step.iteration,
        "bounds_begun": [whole(bound) for bound in step.begun],
        "children": [_child_to_dict(child, reading) for child in step.children],
        "dropped": [{"node": node, "reason": reason} for node, reason in step.dropped],
        "waiting": step.waiting,
    }


def _child_to_dict(child: Child, reading: Reading) -> dict[str, object]:
    return {
        "parent": child.parent,
        "move": move_letter(child.move) or None,
        "node": child.node,
        "g": child.g,
        "h": child.h,
        "f": reading.formula.value(child.g, child.h),
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
        "moves": None if outcome.moves is None else "".join(map(move_letter, outcome.moves)),
        "length": None if outcome.moves is None else len(outcome.moves),
        "lower_bound": whole(outcome.lower_bound),
        "best_h": None if outcome.best_h is None else whole(outcome.best_h),
        "partial_path": _partial_path_to_dict(trace),
        **{name: getattr(outcome.stats, name) for name in outcome.stats.__dataclass_fields__},
        "iterations": [
            {"bound": whole(each.bound), "expanded": each.expanded, "generated": each.generated}
            for each in outcome.iterations
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
    letters = "".join(map(move_letter, moves))
    end = one_line(Solution(trace.start, letters).end) if trace.has_boards else None
    return {"moves": letters, "length": len(moves), "end": end, "h": trace.outcome.final_h}
