"""The registry: every algorithm and heuristic, for the command line, the docs, the tests and the web page.

``specs`` has the types, ``algorithms`` and ``heuristics`` have the entries.
"""

from __future__ import annotations

import copyreg
import re
from difflib import SequenceMatcher
from typing import Any, TypeVar

from taquin.errors import SpecError
from taquin.puzzle.words import shown
from taquin.solving.algorithms import ALGORITHMS
from taquin.solving.heuristics import HEURISTICS
from taquin.solving.specs import AlgorithmSpec, HeuristicSpec, Option, OptionValue

__all__ = [
    "ALGORITHMS",
    "HEURISTICS",
    "AlgorithmSpec",
    "HeuristicSpec",
    "Option",
    "OptionValue",
    "find_algorithm",
    "find_heuristic",
]

Spec = TypeVar("Spec", bound=AlgorithmSpec | HeuristicSpec)


def find_algorithm(name: str) -> AlgorithmSpec:
    """The algorithm with this key or alias. Raises ``SpecError`` with the nearest name if there is none."""
    return _find(ALGORITHMS, "algorithm", name)


def find_heuristic(name: str) -> HeuristicSpec:
    """The heuristic with this key or alias. Raises ``SpecError`` with the nearest name if there is none."""
    return _find(HEURISTICS, "heuristic", name)


def _reduce(spec: AlgorithmSpec | HeuristicSpec) -> Any:
    """Pickle an entry of the registry by its key: it is the same in every process."""
    if isinstance(spec, HeuristicSpec):
        return find_heuristic, (spec.key,)
    return (find_algorithm, (spec.key,)) if spec.own is None else spec.__reduce_ex__(2)


copyreg.pickle(AlgorithmSpec, _reduce)
copyreg.pickle(HeuristicSpec, _reduce)


def _find(specs: tuple[Spec, ...], kind: str, name: str) -> Spec:
    wanted = name.strip().lower().replace("-", "_").replace(" ", "_")
    shorter = re.sub(r"_(search|algorithm|distance|heuristic)$", "", wanted)
    for one in (wanted, shorter):
        for spec in specs:
            if one == spec.key or one in spec.aliases:
                return spec
    names = [known for spec in specs for known in (spec.key, *spec.aliases)]
    ratios = {known: SequenceMatcher(None, wanted, known).ratio() for known in names}
    parts = [known for known in names if len(shorter) >= 4 and shorter in known]  # best_first: greedy_best_first
    near = max(parts or names, key=lambda known: ratios[known])  # of equals, the one listed first
    is_near = bool(parts) or ratios[near] >= 0.6
    key = next(spec.key for spec in specs if near in (spec.key, *spec.aliases))
    hint = f"did you mean {key!r}?" if is_near else f"`taquin list {kind}s` shows all"
    if kind == "heuristic" and not is_near:
        hint += "; a function of your own is named file.py:function"
    if kind == "algorithm" and "." in wanted:  # the shell replaced a pattern by the name of a file
        hint += "; quote names with *, as in 'a*'"
    keys = ", ".join([spec.key for spec in specs])
    raise SpecError(f"no {kind} is called {shown(name)}: expected one of {keys}", hint=hint)
