"""What a worker process of the server does. It does not import the web framework."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any

from taquin.system.worker_process import Channel
from taquin.tables.storage.folder import make_read_only
from taquin.web.api.job import Call, perform, warm_up

_NICENESS = 5  # the server has priority


def prepare() -> None:
    """Give the server priority, write no tables, print to standard error only, and load what searches need."""
    with suppress(AttributeError, OSError):
        os.nice(_NICENESS)
    if hasattr(os, "setsid"):
        os.setsid()  # a session of its own: Linux gives every session its share of the processor
    os.dup2(2, 1)
    make_read_only()
    warm_up()


def run_call(call: Call, channel: Channel) -> Any:
    return perform(call, channel.is_cancelled, channel.report)
