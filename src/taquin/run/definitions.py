"""The definitions of the counters, and what courses call them: the one source of the docs, the lessons and the API."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter: its name in ``Stats``, what it counts, and the names that courses and papers use for it."""

    name: str
    meaning: str
    elsewhere: str = ""

    @property
    def summary(self) -> str:
        return self.meaning.split(". ")[0].removesuffix(".") + "."


COUNTERS = (
    Counter(
        "expanded",
        "Nodes whose successors were generated. The goal, when chosen, is not expanded.",
        "edX driver: `nodes_expanded`; AIMA: nodes expanded; the 42 subject's *complexity in time* counts the goal "
        "too, so it is `expanded` + 1",
    ),
    Counter(
        "generated",
        "New search nodes, without the root. In tree searches (IDA*, depth-limited) every child is a new node, except "
        "the one that undoes the last move, which is not generated at all, unless `undo=true` asks for it.",
        "Korf: nodes generated; AIMA's number of nodes generated includes the root",
    ),
    Counter(
        "duplicates",
        "Children dropped because their state was already known. They are not new nodes.",
        "AIMA: redundant paths",
    ),
    Counter("reopened", "Expanded nodes that returned to the frontier because of a cheaper path."),
    Counter(
        "pruned",
        "Generated nodes that were cut off by a bound, a depth limit, a beam or a rule of local search.",
        "AIMA: cutoff",
    ),
    Counter(
        "max_frontier",
        "The largest number of nodes in the frontier; in IDA* and other linear-memory searches the longest path.",
        "edX driver: `max_fringe_size`",
    ),
    Counter("max_stored", "The largest number of nodes stored at once.", "the 42 subject: *complexity in size*"),
    Counter(
        "max_depth",
        "The largest g of a node: a number of moves, or a cost in a space with costs.",
        "edX driver: `max_search_depth`",
    ),
)
"""In the order of the fields of ``Stats``."""


def counter(name: str) -> Counter:
    """The counter of this name.

    >>> counter("expanded").summary
    'Nodes whose successors were generated.'
    """
    return next(definition for definition in COUNTERS if definition.name == name)
