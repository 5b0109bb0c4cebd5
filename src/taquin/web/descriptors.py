"""Open files: how many connections there is room for, and what happens when there is no room.

Every connection is an open file of the process. The server accepts fewer than the system allows, so that files of the
page and worker processes can still be opened.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import sys
from typing import Any

from taquin.web.settings import Settings

if sys.platform != "win32":
    import resource

ACCEPTED_AT_ONCE = 16
"""Connections that one step of the event loop accepts. A few steps pass until one beyond the limit is closed again."""
_STEPS = 4
_OWN = 32
"""Open files of the server itself: libraries, the event loop, files of the page."""
_OF_WORKER = 8
"""The pipes of a worker and of its successor, and what starting it needs."""
_FEWEST = 4
_OUT_OF_FILES = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
_PAUSE = 60.0  # seconds between two reports

_logger = logging.getLogger("uvicorn.error")


def room_for_connections(settings: Settings) -> int:
    """The number of connections that this process can hold, at most that of the settings.

    Raises the process's own limit of open files, as far as the system allows.
    """
    if sys.platform == "win32":  # sockets are not open files there
        return settings.connections
    reserved = _OWN + _OF_WORKER * settings.workers + _STEPS * ACCEPTED_AT_ONCE
    needed = settings.connections + reserved
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return settings.connections
    if soft < needed:
        wanted = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (OSError, ValueError):  # the system refuses: the present limit holds
            pass
    return min(settings.connections, max(_FEWEST, soft - reserved))


class AcceptErrors:
    """An exception handler for an event loop: it reports in one line that no connection can be accepted.

    asyncio retries after a second; without this it logs a traceback for every attempt.
    """

    def __init__(self) -> None:
        self._reported: float | None = None

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle an error that no caller can handle."""
        error = context.get("exception")
        if not (isinstance(error, OSError) and error.errno in _OUT_OF_FILES and "socket" in context):
            loop.default_exception_handler(context)
        elif self._reported is None or loop.time() - self._reported > _PAUSE:
            self._reported = loop.time()
            _logger.error("cannot accept connections: %s; trying again every second", (error.strerror or "").lower())
