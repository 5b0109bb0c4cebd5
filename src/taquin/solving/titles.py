"""Methods as people write them: "A* · Manhattan". The names are those of the registry."""

from __future__ import annotations

from taquin.errors import SpecError
from taquin.solving.registry import find_algorithm, find_heuristic
from taquin.solving.spec_text import SpecCall, parse_spec


def method_title(spec: str) -> str:
    """The title of the method that a spec names; a name that the registry does not have stays as it is.

    >>> method_title("astar(manhattan)"), method_title("bfs")
    ('A* · Manhattan', 'Breadth-first search')
    >>> method_title("wastar(max(manhattan, gaschnig), weight=2)")
    'Weighted A* (weight 2) · max(Manhattan, Gaschnig)'
    >>> method_title("")  # a search that is not of the registry
    'a search'
    """
    try:
        call = parse_spec(spec)
    except SpecError:
        return spec or "a search"
    try:
        title = find_algorithm(call.name).title
    except SpecError:
        title = call.name
    return " · ".join([title + _options(call), *map(_heuristic_title, call.parts)])


def _heuristic_title(call: SpecCall) -> str:
    try:
        heuristic = find_heuristic(call.name)
    except SpecError:
        return call.text
    if heuristic.takes_parts:
        return f"{heuristic.key}({', '.join(map(_heuristic_title, call.parts))})"
    return heuristic.title + _options(call)


def _options(call: SpecCall) -> str:
    """The options that a spec names: those that are not at their defaults."""
    named = [f"{name.replace('_', ' ')} {value}" for name, value in call.options.items()]
    return f" ({', '.join(named)})" if named else ""
