"""The names of methods for headings: "A* · Manhattan" for ``astar(manhattan)``."""

from __future__ import annotations

from contextlib import suppress

from taquin.errors import SpecError
from taquin.solving.registry import find_algorithm, find_heuristic
from taquin.solving.spec_text import SpecCall, parse_spec

_LEFT_OUT = (" distance", " tiles", "additive ")


def method_name(spec: str) -> str:
    """The name of a method, for a heading; a spec that names nothing of the registry stays as it is.

    >>> method_name("astar(manhattan)"), method_name("wastar(linear_conflict, weight=2)"), method_name("bfs")
    ('A* · Manhattan', 'Weighted A* · Linear conflict · weight 2', 'Breadth-first search')
    >>> method_name("ida_star(max(manhattan, gaschnig))"), method_name("mine(<lambda>)")
    ("IDA* · Maximum of Manhattan and Gaschnig's heuristic", 'mine(<lambda>)')
    """
    with suppress(SpecError):
        call = parse_spec(spec)
        options = [f"{name.replace('_', ' ')} {value}" for name, value in call.options.items()]
        parts = [_capital(find_algorithm(call.name).name), *map(_heuristic_name, call.parts)]
        return " · ".join([*parts, *options])
    return spec or "a search"


def _heuristic_name(call: SpecCall) -> str:
    """The short name of a heuristic; that of a user stays as it is."""
    try:
        spec = find_heuristic(call.name)
    except SpecError:
        return call.text
    name = spec.name
    for words in _LEFT_OUT:
        name = name.replace(words, "")
    if spec.takes_parts and call.parts:
        return f"{_capital(name)} of {' and '.join(map(_heuristic_name, call.parts))}"
    inside = [part.text for part in call.parts] + [f"{name} {value}" for name, value in call.options.items()]
    return _capital(name) + (f" ({', '.join(inside)})" if inside else "")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
