"""Access to the compiled core ``taquin._core``: the only module that imports it.

The core is optional. Without a C++ compiler Taquin is installed as pure Python: slower, and without training scores and
building large tables. Code that has checked that there is a core uses ``core``, whose types are those of ``_core.pyi``;
``load`` and ``capabilities`` say whether there is one, and ``describe`` which implementation runs and why.

Importing this module does not import the core. The first call of a function below does, once.

A free-threaded Python enables the GIL when it imports the core, because the bindings were written for it. If the GIL is
forced off, the core is not used.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from taquin import _core as core

__all__ = ["capabilities", "core", "describe", "is_available", "is_gil_forced_off", "load"]

_NOT_BUILT = "not built"


def load() -> ModuleType | None:
    """The module ``taquin._core``, or None if it cannot be used."""
    return _probe()[0]


def __getattr__(name: str) -> ModuleType:
    """``core``, the module ``taquin._core``, for code that runs only where there is one."""
    if name != "core":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = load()
    if module is None:
        raise RuntimeError(f"the native core was called, but this is {describe()}")
    return module


def is_available() -> bool:
    """Whether the compiled core can be used."""
    return load() is not None


def capabilities() -> frozenset[str]:
    """The names of what the core can run; empty without a core."""
    core = load()
    return frozenset() if core is None else frozenset(core.capabilities())


def describe() -> str:
    """For ``taquin --version`` and bug reports: the version of the core, or why it is missing."""
    core, reason = _probe()
    if core is None and reason == _NOT_BUILT:
        return "pure Python (no C++ core; slower)"
    if core is None:
        return f"pure Python (the native core is {reason})"
    is_free_threaded = "free-threading build" in sys.version
    return f"native core {core.version()}{' (with the GIL)' if is_free_threaded else ''}"


def is_gil_forced_off() -> bool:
    """Whether the user has asked a free-threaded Python never to enable the GIL."""
    return getattr(sys.flags, "gil", None) == 0  # None: Python decides


@cache
def _probe() -> tuple[ModuleType | None, str | None]:
    """The core and None, or None and the reason why it cannot be used. The result is cached for the whole process."""
    from taquin import __version__

    if is_gil_forced_off():
        return None, "not usable: it needs the GIL; unset PYTHON_GIL, or leave out -X gil=0"
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings(
                "ignore", r"The global interpreter lock \(GIL\) has been enabled to load module 'taquin\._core'"
            )
            core = importlib.import_module("taquin._core")
    except ModuleNotFoundError as error:
        if error.name == "taquin._core":
            return None, _NOT_BUILT
        return None, f"not usable: {error}"
    except ImportError as error:  # built for another Python, or a shared library is missing
        return None, f"not usable: {error}"
    # Python and the core exchange plain arrays, so a core of another version could give wrong results without an error.
    built_for = core.version()
    if built_for != __version__:
        return None, f"not usable: it was built for version {built_for}, not {__version__}; install taquin again"
    return core, None
