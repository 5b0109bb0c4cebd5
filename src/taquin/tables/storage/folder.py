"""The cache folder, and the warnings and errors about files in it.

A table of another user could be a forged one, so nothing is read from or written to a folder that others may write.
"""

from __future__ import annotations

import os
import stat
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from errno import EACCES
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from taquin.errors import SpecError, TaquinWarning
from taquin.system.files import expand_user, reason

WarningHandler: TypeAlias = Callable[[str], None]  # takes the text of a warning

_HAS_OWNERS = hasattr(os, "geteuid") and sys.platform != "emscripten"  # neither Windows nor a browser
_SHARED = stat.S_IWGRP | stat.S_IWOTH

_is_read_only = False
_reported: set[Path] = set()


class CacheError(Exception):
    """A file in the cache cannot be used, for the reason in the message. Its table has to be built again."""


class MissingFileError(CacheError):
    """A file is not in the cache."""


class CacheWarning(TaquinWarning):
    """A file in the cache is damaged or cannot be written. Results stay correct, but take longer."""


def issue_warning(message: str) -> None:
    warnings.warn(message, CacheWarning, stacklevel=3)


def warn_once(message: str, warn: WarningHandler) -> None:
    """Warn that the cache folder cannot be used, once per process."""
    folder = cache_folder()
    if folder not in _reported:
        _reported.add(folder)
        warn(message)


def make_read_only() -> None:
    """Let this process store no more files in the cache: missing tables are built in memory. For server workers."""
    global _is_read_only  # noqa: PLW0603 - a fact about the process
    _is_read_only = True


def is_read_only() -> bool:
    return _is_read_only


def cache_folder() -> Path:
    """The folder of the tables: ``TAQUIN_CACHE``, or the user's cache folder of the system. It may not exist yet.

    Raises ``SpecError`` if it is below the home folder of an unknown user.
    """
    chosen = os.environ.get("TAQUIN_CACHE")
    if chosen:
        return expand_user(chosen)
    return _user_folder(os.environ.get("HOME"), os.environ.get("XDG_CACHE_HOME"))


@lru_cache(maxsize=4)
def _user_folder(home: str | None, caches: str | None) -> Path:
    """The user's cache folder, which depends on these variables. Every search with a database asks for it."""
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


# Other users


def sharing_reason(folder: Path) -> str:
    """Why other users may have changed the content of a folder of the cache; empty if only this user and root can.

    The folder, the cache folder around it, and the links on the way must belong to this user or to root. Nobody else
    may write to them, or rename a folder around them. A folder that does not exist passes.
    """
    if not _HAS_OWNERS:
        return ""
    for path in dict.fromkeys((cache_folder().absolute(), folder.absolute())):
        links = (link for link in (path, *path.parents) if link.is_symlink())
        for link in links:
            if not _is_own(link.lstat()):
                return f"{link} is a link of another user"
        real = Path(os.path.realpath(path))
        for around in real.parents:
            if stat.S_IWOTH & _mode(around) and not stat.S_ISVTX & _mode(around):
                return f"other users may rename it, because they may write to {around}"
        try:
            if fault := foreign_reason(real.stat()):
                return fault
        except OSError:  # it does not exist, or cannot be used for a reason that its user reports
            continue
    return ""


def foreign_reason(status: os.stat_result) -> str:
    """Why other users may have written a file or folder with this status; empty if only this user and root can."""
    if not _HAS_OWNERS:
        return ""
    if not _is_own(status):
        return "it belongs to another user"
    shared = status.st_mode & _SHARED
    is_shared = shared & stat.S_IWOTH or (shared and not _is_own_group(status.st_gid))
    return "other users may write to it" if is_shared else ""


def _is_own(status: os.stat_result) -> bool:
    return status.st_uid in (os.geteuid(), 0)


@lru_cache(maxsize=4)
def _is_own_group(number: int) -> bool:
    """Whether a group has this user as its only member, as each user has one on most Linux systems."""
    import grp
    import pwd

    try:
        group, user = grp.getgrgid(number), pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return False
    return group.gr_name == user and {*group.gr_mem} <= {user}


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except OSError:
        return 0


def _refuse_foreign(folder: Path) -> None:
    """Raise ``SpecError`` if other users may have changed the content of a folder."""
    if fault := sharing_reason(folder):
        raise SpecError(
            f"the cache folder {folder} is not used: {fault}",
            hint="only you may write to it; TAQUIN_CACHE names another folder",
        )


def create_folder(folder: Path) -> None:
    """Create a folder, and those around it, that only this user may write. Raises ``OSError``."""
    if not folder.is_dir():
        create_folder(folder.parent)
        folder.mkdir(mode=0o755, exist_ok=True)


# The content


def require_folder(folder: Path) -> list[Path]:
    """The content of a folder, sorted by name; nothing if it does not exist.

    Raises ``SpecError`` if it cannot be read, or if other users may write to it.
    """
    _refuse_foreign(folder)
    try:
        return sorted(folder.iterdir())
    except FileNotFoundError:
        return []
    except OSError as error:
        raise _unusable(folder, "read", error) from error


def list_folder(folder: Path, warn: WarningHandler = issue_warning) -> list[Path]:
    """The content of a folder, sorted by name. If it cannot be read, ``warn`` is called, and the list is empty."""
    try:
        return require_folder(folder)
    except SpecError as error:
        warn_once(f"{error.message}; tables are in memory only", warn)
        return []


def report_unusable_folder() -> None:
    """Warn now if the cache folder cannot be read: worker processes that start later do not warn again."""
    with suppress(SpecError):  # it is an error when a table is needed
        list_folder(cache_folder())


def make_folder(folder: Path) -> None:
    """Create a folder if it does not exist. Raises ``SpecError`` if it cannot be created or written."""
    try:
        create_folder(folder)
        _refuse_foreign(folder)
        if not os.access(folder, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
            raise PermissionError(EACCES, os.strerror(EACCES))
    except OSError as error:
        raise _unusable(folder, "written", error) from error


def _unusable(folder: Path, use: str, error: OSError) -> SpecError:
    return SpecError(
        f"the cache folder {folder} cannot be {use}: {reason(error)}", hint="TAQUIN_CACHE names another folder"
    )
