"""The parts of the site that are generated while it is built: details of names, commands and requests.

They are long and change often, so the repository does not keep them; ``update.py`` makes the short tables that it does
keep. ``PARTS`` has one function for every ``<!-- site: NAME -->`` in the pages.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import isclass, isfunction

import taquin


def python_part() -> str:
    """Directives of autodoc for every public name."""
    lines = ["```{eval-rst}"]
    for name in (name for name in taquin.__all__ if not name.startswith("_")):
        value = getattr(taquin, name)
        place = f"taquin.{name}"
        if name == "search":  # a package that can be called; Sphinx documents the function, with the anchor of the name
            place = "taquin.solving.spaces.search"
            lines += [".. raw:: html", "", '   <a id="taquin.search"></a>', ""]
        if isclass(value):
            lines += [f".. autoclass:: {place}", "   :members:"]
        elif isfunction(value) or name == "search":
            lines += [f".. autofunction:: {place}"]
        else:
            lines += [f".. autodata:: {place}"]
        lines.append("")
    return "\n".join([*lines, "```"])


PARTS: dict[str, Callable[[], str]] = {"python": python_part}
