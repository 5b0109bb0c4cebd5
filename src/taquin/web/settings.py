"""Settings of the server: the limits of each request, and how many run at the same time."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from taquin.system.cores import core_count

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""Names that always mean this machine."""


def usual_workers() -> int:
    """One process for each core, at least 4, so that quick requests need not wait for long ones, and at most 8."""
    return min(8, max(4, core_count()))


def usual_connections() -> int:
    """500, or fewer if this process may not open so many files: others are connections not yet counted, and pipes."""
    try:
        import resource
    except ImportError:  # on Windows
        return 500
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 500 if allowed == resource.RLIM_INFINITY else max(10, min(500, allowed - 250))


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Limits of the server. A request that exceeds one is an error that names it."""

    workers: int = field(default_factory=usual_workers)
    """Worker processes: the number of runs at the same time."""
    queue: int = 512
    """Runs that may wait for a worker; further ones are refused."""
    patience: float = 60.0
    """Seconds that a run may wait."""
    client_runs: int | None = None
    """Runs of one client at the same time; None for all workers but one."""
    client_queue: int = 256
    """Runs of one client that may wait. Behind one address there may be a whole class."""

    time: float = 300.0
    """The highest time limit of a run, in seconds."""
    usual_time: float = 30.0
    """The time limit of a run whose request gives none."""
    improving_time: float = 2.0
    """The same for a method that improves its solution until its time is up: its first answer comes at once."""
    nodes: int = 1_000_000_000
    memory: int = 1_000_000_000
    """Bytes that the search of one run may store."""
    resident: int = 400_000_000
    """A worker that holds more than this after a run is replaced."""
    overrun: float = 5.0
    """Seconds after its time limit until the process of a run is killed."""
    grace: float = 0.25
    """Seconds that a cancelled run has to stop before its process is killed."""

    connections: int = field(default_factory=usual_connections)
    """Connections at the same time. A further one takes the place of one that waits for its client, or is refused."""
    request_time: float = 10.0
    """Seconds in which the head of a request must be received, and then its body."""
    send_time: float = 20.0
    """Seconds after which the server checks that a client takes its response."""
    send_rate: float = 1000.0
    """Bytes per second that a client must take; otherwise its connection is closed."""
    idle_time: int = 15
    """Seconds after a response until an idle connection is closed."""

    side: int = 10
    """The most rows, and the most columns."""
    body: int = 65_536
    """Bytes of a request."""
    trace_nodes: int = 20_000
    """Nodes of a recorded search."""
    trace_time: float = 10.0
    """The time limit of a recorded search whose request gives none."""
    writing_time: float = 60.0
    """Seconds in which a recorded search is written or drawn, after the search itself."""
    drawn_cells: int = 20_000
    """Cells of all boards of a strip together: a few megabytes of SVG."""
    entrants: int = 8
    """Methods in a race."""

    page: Path | None = None
    """A folder that ``taquin export-page`` has written: from there the page has Python for its view Code."""
    elsewhere: str = ""
    """The URL of the page for other machines of the network; empty if only this machine can open it."""
    hosts: frozenset[str] | None = LOOPBACK
    """Host names that requests may use, or None for any: see ``taquin.web.server.security``."""

    proxies: frozenset[str] = frozenset()
    """Names by which browsers know a proxy that may replace the Host header."""

    @property
    def runs_per_client(self) -> int:
        """The fair share of one client: one worker is left for the others."""
        return max(1, self.workers - 1) if self.client_runs is None else self.client_runs
