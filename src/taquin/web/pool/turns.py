"""Who gets the next free worker: clients take turns, and short runs do not wait for long ones.

Clients are served round robin, so that one with many runs delays another by one of them at most. A few workers at most
are given to the long runs of one client, and one is given to none. What is left over tries the runs that wait, each
once and for a moment: most runs end within it. One that does not is stopped and waits for its turn.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address

from taquin.web.hosts import address_name
from taquin.web.pool.process import Process
from taquin.web.settings import Settings

_PREFIX_BITS = 64
"""One customer of a provider has a whole IPv6 network of this prefix."""


@dataclass(eq=False, slots=True)
class Turn:
    """A run that waits for a worker, or has one."""

    client: str
    worker: asyncio.Future[Process] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    is_trial: bool = False
    """Whether the worker is lent for a moment only."""
    was_tried: bool = False


class Turns:
    """The runs that wait, in the order of their clients' turns."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._waiting: dict[str, deque[Turn]] = {}  # the first client is served next
        self._long: Counter[str] = Counter()

    def join(self, client: str) -> Turn:
        """Wait for a worker."""
        turn = Turn(client)
        self._waiting.setdefault(client, deque()).append(turn)
        return turn

    def serve(self, worker: Process) -> bool:
        """Give a free worker to the run that is next; False if none may have it."""
        turn = self._next_long() or self._next_trial()
        if turn is None:
            return False
        queue = self._waiting.pop(turn.client)
        if not turn.is_trial:
            queue.remove(turn)
            self._long[turn.client] += 1
        if queue:
            self._waiting[turn.client] = queue  # behind the other clients
        turn.worker.set_result(worker)
        return True

    def wait_again(self, turn: Turn) -> None:
        """A trial was too short: the run waits at its old place."""
        turn.is_trial, turn.was_tried = False, True
        turn.worker = asyncio.get_running_loop().create_future()

    def leave(self, turn: Turn) -> None:
        """The run has ended, or waits no longer."""
        queue = self._waiting.get(turn.client, deque())
        if turn in queue:
            queue.remove(turn)
            if not queue:
                del self._waiting[turn.client]
        elif turn.worker.done():
            self._long[turn.client] -= 1
            if not self._long[turn.client]:
                del self._long[turn.client]

    def ahead_of(self, turn: Turn) -> int:
        """How many of the runs that wait are served before this one."""
        own = self._waiting[turn.client].index(turn)
        total, rounds = own, own + 1
        for client, queue in self._waiting.items():
            if client == turn.client:
                rounds = own  # those that follow are behind it in its round
            else:
                total += min(len(queue), rounds)
        return total

    def fail(self, error: Exception) -> None:
        """No run is served any more: those that wait get an error."""
        for queue in self._waiting.values():
            for turn in queue:
                if not turn.worker.done():
                    turn.worker.set_exception(error)

    def _next_long(self) -> Turn | None:
        if self._long.total() >= self._settings.long_runs:
            return None
        for client, queue in self._waiting.items():
            if self._long[client] < self._settings.long_runs_of_client:
                for turn in queue:
                    if not turn.worker.done():
                        return turn
        return None

    def _next_trial(self) -> Turn | None:
        if not self._settings.trial_time:
            return None
        for queue in self._waiting.values():
            for turn in queue:
                if not (turn.worker.done() or turn.was_tried):
                    turn.is_trial = True
                    return turn
        return None


def client_name(address: str | None) -> str:
    """The client that an address belongs to.

    >>> client_name("192.168.0.7"), client_name("::ffff:192.168.0.7"), client_name("2001:db8::1:2:3:4")
    ('192.168.0.7', '192.168.0.7', '2001:db8::')
    >>> client_name("fe80::1%eth0"), client_name(None)
    ('fe80::1', '')
    """
    name = address_name(address or "")
    parsed = ip_address(name) if name else None
    if isinstance(parsed, IPv6Address) and not (parsed.is_link_local or parsed.is_loopback):
        return str(IPv6Address(int(parsed) >> _PREFIX_BITS << _PREFIX_BITS))
    return name
