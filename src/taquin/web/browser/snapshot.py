"""Imports what the page's requests need, before ``snapshot.mjs`` stores the memory of Pyodide.

Nothing may be decided here that depends on the compiled core or on the cache of tables: the browser has both only after
it has restored the memory.
"""

from __future__ import annotations

import gc
import sys

if __name__ == "__main__":
    sys.path.insert(0, "/packages")
    from taquin import _native
    from taquin.lessons import all_lessons
    from taquin.lessons.exercises.quiz import all_forms
    from taquin.solving.registry import ALGORITHMS, HEURISTICS
    from taquin.web.api.endpoints import ROUTES
    from taquin.web.browser import core, engine  # noqa: F401 - the browser calls them

    all_lessons()
    all_forms()
    for spec in (*ALGORITHMS, *HEURISTICS):
        spec.load()
    for route in ROUTES.values():
        _ = route.body
    gc.collect()
    if _native._probe.cache_info().currsize:
        raise RuntimeError("the snapshot would remember that there is no compiled core")
