"""Taquin solves sliding-tile puzzles and shows how the search found the solution.

>>> import taquin
>>> result = taquin.solve("1 2 3 / 4 0 5 / 6 7 8")
>>> result.length, result.quality.value, str(result.solution)
(14, 'optimal', 'RDLLURDRULLDRR')

The public names are in ``__all__``. Each is imported when it is first used, so that ``import taquin`` is fast.
"""

from __future__ import annotations

import sys
from types import ModuleType

TYPE_CHECKING = False  # as in typing, which takes a while to import

__version__ = "0.1.0"

if TYPE_CHECKING:
    from taquin._public import *  # noqa: F403

_modules: dict[str, str] = {}  # of _public_modules


class _Package(ModuleType):
    """This package: its folders become ``_Folder`` when Python has imported them."""

    def __setattr__(self, name: str, value: object) -> None:
        if isinstance(value, ModuleType) and hasattr(value, "__path__"):
            value.__class__ = _Folder
        super().__setattr__(name, value)


class _Folder(ModuleType):
    """A folder of the package: calls and attributes that users guess are answered with the public name."""

    def __call__(self, *args: object, **kwargs: object) -> object:
        from taquin.puzzle.guesses import folder_pointer

        raise TypeError(f"{self.__name__} is a folder of modules, not a function{folder_pointer(self.__name__)}")

    def __getattr__(self, name: str) -> object:
        from importlib.util import find_spec

        message = f"module {self.__name__!r} has no attribute {name!r}"
        if not name.startswith("_") and find_spec(f"{self.__name__}.{name}") is None:  # not an import of a module
            from taquin.puzzle.guesses import folder_pointer

            message += folder_pointer(self.__name__)
        raise AttributeError(message, name=name, obj=self)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in ("experiments", "gym", "notebook"):
        return import_module(f"taquin.{name}")
    modules = _public_modules()
    if name == "__all__":
        return ["__version__", *modules]
    if name not in modules:
        from taquin.puzzle.guesses import missing_attribute

        raise missing_attribute(sys.modules[__name__], name)
    value: object = getattr(import_module(modules[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), "__all__", *_public_modules()})


def _public_modules() -> dict[str, str]:
    """The module of every public name: what ``taquin._public`` imports, read from its bytecode without running it.

    So the names are written once, and are known wherever Python finds its modules: in a folder, in an archive, without
    sources.
    """
    if _modules:
        return _modules
    from dis import get_instructions
    from importlib.util import find_spec

    spec = find_spec("taquin._public")
    modules, module = {}, ""
    for instruction in get_instructions(spec.loader.get_code("taquin._public")):  # type: ignore[union-attr]
        if instruction.opname == "IMPORT_NAME":
            module = instruction.argval
        elif instruction.opname == "IMPORT_FROM":
            modules[instruction.argval] = module
    _modules.update(dict(sorted(modules.items())))  # in one step: other threads may read them
    return _modules
