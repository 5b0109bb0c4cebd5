"""Search algorithms, one family per file: the definitions, readable beside a textbook.

Every algorithm is a plain function ``algorithm(space, run, …) -> Outcome`` on any ``StateSpace``.
``taquin.solving.registry`` lists them; ``taquin.run.run`` has what they share.

The package itself can be called: ``taquin.search(space, algorithm, heuristic)``, which is
``taquin.solving.spaces.search``, searches a puzzle of your own. ``help(taquin.search.__call__)`` has its arguments.

>>> import taquin
>>> class Countdown:
...     start = 21
...
...     def is_goal(self, state):
...         return state == 0
...
...     def successors(self, state):
...         return [(take, state - take) for take in (1, 3, 8) if take <= state]
>>> taquin.search(Countdown(), "bfs").moves
(1, 1, 3, 8, 8)
"""

from __future__ import annotations

import sys
from types import ModuleType


class _CallablePackage(ModuleType):
    """A package that is also the public function of the same name: importing a package hides such a function."""

    @property
    def __call__(self) -> object:
        from taquin.solving.spaces import search

        return search

    @property
    def __signature__(self) -> object:
        from inspect import signature

        from taquin.solving.spaces import search

        return signature(search)


sys.modules[__name__].__class__ = _CallablePackage
