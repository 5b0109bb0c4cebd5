"""The cache folder, and what is said when a file in it cannot be used."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from contextlib import suppress
from errno import EACCES
from pathlib import Path
from typing import TypeAlias

from taquin.errors import SpecError
from taquin.system.files import expand_user, reason

WarningHandler: TypeAlias = Callable[[str], None]
"""Takes the text of a warning."""

_is_read_only = False
_reported: set[Path] = set()


class CacheError(Exception):
    """A file in the cache cannot be used; the message says why. The table has to be built again."""


class CacheWarning(UserWarning):
    """A file in the cache is damaged or cannot be written. Results stay correct, but take longer."""


def issue_warning(message: str) -> None:
    """Issue a ``CacheWarning``: the default handler of warnings."""
    warnings.warn(message, CacheWarning, stacklevel=3)


def make_read_only() -> None:
    """From now on this process stores no tables: those without a file are built in memory. Server workers do this."""
    global _is_read_only  # noqa: PLW0603 - a fact about the process
    _is_read_only = True


def is_read_only() -> bool:
    """Whether this process stores no files in the cache."""
    return _is_read_only


def cache_folder() -> Path:
    """The folder of the tables: ``TAQUIN_CACHE``, or the user's cache folder of the system. It may not exist yet.

    Raises ``SpecError`` if it is below the home folder of an unknown user.
    """
    chosen = os.environ.get("TAQUIN_CACHE")
    if chosen:
        return expand_user(chosen)
    from platformdirs import user_cache_path

    return known_folder(user_cache_path, hint="set TAQUIN_CACHE to a folder for tables")


def known_folder(find: Callable[..., Path], *, hint: str) -> Path:
    """A folder of the user that platformdirs finds. Raises ``SpecError`` if the home folder is unknown."""
    try:
        folder = find("taquin", appauthor=False)
    except RuntimeError:  # of Path.home(); some versions of platformdirs return a path with ~ instead
        folder = Path("~")
    if not folder.is_absolute():
        raise SpecError("your home folder is unknown", hint=hint)
    return folder


def list_folder(folder: Path, warn: WarningHandler = issue_warning) -> list[Path]:
    """What is in a folder, sorted by name; nothing if it does not exist. ``warn`` is called if it cannot be read."""
    return _list(folder, warn) or []


def report_unusable_folder() -> None:
    """Warn now if the cache folder cannot be read: worker processes that are started after this do not warn again."""
    with suppress(SpecError):  # it is an error when a table is needed
        list_folder(cache_folder())


def is_readable(folder: Path, warn: WarningHandler) -> bool:
    """Whether a folder exists and can be read; ``warn`` is called if it cannot."""
    return _list(folder, warn) is not None


def _list(folder: Path, warn: WarningHandler) -> list[Path] | None:
    try:
        return sorted(folder.iterdir())
    except FileNotFoundError:
        return None
    except OSError as error:
        warn_once(f"the cache folder {folder} cannot be read: {reason(error)}; tables are in memory only", warn)
        return None


def require_folder(folder: Path) -> list[Path]:
    """What is in a folder, as ``list_folder``. Raises ``SpecError`` if it cannot be read."""
    try:
        return sorted(folder.iterdir())
    except FileNotFoundError:
        return []
    except OSError as error:
        raise _unusable(folder, "read", error) from error


def make_folder(folder: Path) -> None:
    """Create a folder if it does not exist. Raises ``SpecError`` if it cannot be created or written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))
    except OSError as error:
        raise _unusable(folder, "written", error) from error


def _unusable(folder: Path, use: str, error: OSError) -> SpecError:
    return SpecError(
        f"the cache folder {folder} cannot be {use}: {reason(error)}", hint="TAQUIN_CACHE names another folder"
    )


def warn_once(message: str, warn: WarningHandler) -> None:
    """Warn that the cache folder cannot be used, once in this process."""
    folder = cache_folder()
    if folder not in _reported:
        _reported.add(folder)
        warn(message)
