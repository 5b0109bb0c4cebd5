"""What the server allows: how much each request may use, and how many may run at once."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""Names of this machine that nobody else can claim."""


def usual_workers() -> int:
    """One process for each core, at least 4, so that a quick question need not wait for long ones, and at most 8."""
    return min(8, max(4, os.cpu_count() or 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Limits of the server. A request that asks for more gets an answer that says so."""

    workers: int = field(default_factory=usual_workers)
    """Processes that search: so many runs at once."""
    queue: int = 256
    """Runs that may wait for a worker; more are told to come again."""
    patience: float = 60.0
    """Seconds that a run may wait."""

    time: float = 300.0
    """The most seconds that a run may take, and what it may take if the request says nothing."""
    usual_time: float = 30.0
    nodes: int = 1_000_000_000
    memory: int = 1_000_000_000
    """Bytes that the search of one run may store."""
    resident: int = 400_000_000
    """A worker that holds more than this after a run is replaced."""
    overrun: float = 5.0
    """Seconds beyond its time after which a run that does not stop is ended with its process."""
    grace: float = 0.25
    """Seconds that a run which nobody waits for has to stop before its process is ended."""

    side: int = 10
    """The most rows, and the most columns."""
    body: int = 65_536
    """Bytes of a request."""
    trace_nodes: int = 20_000
    """Nodes of a recorded search."""
    trace_time: float = 10.0
    drawn_cells: int = 20_000
    """Cells of all boards of a strip together: some megabytes of SVG."""
    entrants: int = 8
    """Methods in a race."""

    hosts: frozenset[str] | None = LOOPBACK
    """Names that requests may call the server by, or None for any: a guard against DNS rebinding."""
