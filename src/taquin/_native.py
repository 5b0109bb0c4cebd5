"""The door to the compiled core ``taquin._core``, and its only importer.

The core is optional: without a compiler Taquin installs as pure Python and everything still works, slower. So whoever
wants the core asks here first, and a person can be told which of the two is running and why.

Importing this module loads nothing; the first question does, once.
"""

from __future__ import annotations

import importlib
from functools import cache
from types import ModuleType

__all__ = ["capabilities", "describe", "is_available", "load", "version", "why_missing"]


def load() -> ModuleType | None:
    """The module ``taquin._core``, or None where it cannot be used; :func:`why_missing` then says why."""
    return _probe()[0]


def is_available() -> bool:
    """Whether the compiled core can be used."""
    return load() is not None


def why_missing() -> str | None:
    """Why the core cannot be used, in words for a person; None where it can."""
    return _probe()[1]


def version() -> str | None:
    """The version of the core in use, which is always Taquin's own; None without a core."""
    core = load()
    return None if core is None else str(core.version())


def capabilities() -> frozenset[str]:
    """The names of what the core can run; empty without a core, so that callers need no second question."""
    core = load()
    return frozenset() if core is None else frozenset(core.capabilities())


def describe() -> str:
    """One phrase for ``taquin --version`` and bug reports: which core runs, or why none does."""
    core, reason = _probe()
    return f"pure Python (the native core is {reason})" if core is None else f"native core {core.version()}"


@cache
def _probe() -> tuple[ModuleType | None, str | None]:
    """The core and None, or None and the reason. Cached: the answer cannot change while the process lives."""
    from taquin import __version__

    try:
        core = importlib.import_module("taquin._core")
    except ModuleNotFoundError as error:
        if error.name == "taquin._core":
            return None, "not built: this installation has no taquin._core"
        return None, f"not usable: {error}"
    except ImportError as error:  # built, but for another Python or with a library that is not here
        return None, f"not usable: {error}"
    # The halves exchange plain arrays, so a core left over from another version could be wrong without failing.
    built_for = core.version()
    if built_for != __version__:
        return None, f"not usable: it was built for version {built_for}, not {__version__}; install taquin again"
    return core, None
