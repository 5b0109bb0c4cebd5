"""What the functions of the API make of a request: the bytes of its response, or a job for a worker.

A function of the API takes the body of a request and the service. It knows no framework and no pool: a server runs the
job in a worker process, and a page in the browser could run it where it is.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field, fields
from functools import partial
from typing import Any, Generic, TypeAlias, TypeVar, cast

from taquin import _native
from taquin.errors import LimitError
from taquin.run.budget import Stop
from taquin.run.limits import Cancellation, Limits, PolledCancellation, limits_checked_by
from taquin.run.progress import Progress, ProgressListener
from taquin.run.run import Run
from taquin.solving.registry import ALGORITHMS, HEURISTICS
from taquin.solving.solver import solve
from taquin.tables.plans.plan import PlanBook
from taquin.web.settings import Settings

JSON = "application/json"
SHORT_TIME = 10.0
"""Seconds for a job that does not search: drawing, or looking up distances."""
_MOST_PLANS = 1000
_MOST_BOARDS = 200_000
"""Some 20 megabytes; a 10x10 board has a plan of about 1,000 boards."""

Emit: TypeAlias = Callable[[str, bytes], None]
"""Sends an event of a run: its kind, and its data as JSON without line breaks."""
Call: TypeAlias = Callable[..., Any]
"""A function with its arguments, which a worker calls with the keywords ``cancellation`` and ``progress``."""
RunCall: TypeAlias = Callable[[Call, float, Emit], Awaitable[Any]]
"""Runs a call in a worker: the call, its time limit in seconds, and the listener for its events."""

Record = TypeVar("Record")
Content = TypeVar("Content", bound=bytes)


class Json(bytes, Generic[Record]):
    """The JSON of an object of this type, for type checkers and the description of the API; plain bytes at run time."""


@dataclass(frozen=True)
class Service:
    """What requests have in common: the limits of the server, and the solutions of large boards that it keeps.

    The plans are those of all clients, in memory: the ones that were used last, within a fixed size.
    """

    settings: Settings
    plans: PlanBook = field(default_factory=lambda: PlanBook(_MOST_PLANS, _MOST_BOARDS))


@dataclass(frozen=True)
class Job(Generic[Content]):
    """A call for a worker, its time limit in seconds, and how its result becomes a response."""

    call: Call
    seconds: float
    finish: Callable[[Any], Content] = bytes  # type: ignore[assignment]
    """Called by the server with the result of the call."""
    media_type: str = ""
    """Of a response that may have several types."""
    filename: str = ""
    """If it is not empty, a browser saves the response under this name."""
    uses_card: bool = False
    """Whether it runs in the one worker that has the GPU."""
    runs = 1

    async def run(self, run: RunCall, lanes: int, emit: Emit) -> None:
        """Emit the progress of the call, and its result."""
        emit("result", self.finish(await run(self.call, self.seconds, emit)))


def perform(call: Call, is_cancelled: Callable[[], bool], report: Callable[[bytes], object]) -> Any:
    """The result of a call. Its progress is reported as JSON."""

    def listen(progress: Progress) -> None:
        report(as_json({field.name: getattr(progress, field.name) for field in fields(progress)}))

    return call(cancellation=PolledCancellation(is_cancelled), progress=listen)


def ignore(*values: object) -> None:
    """A listener of events that are not sent, and of warnings about the cache, which are for the command line."""


def warm_up() -> None:
    """Import every algorithm and heuristic, so that the first search starts at once."""
    _native.load()
    for spec in (*ALGORITHMS, *HEURISTICS):
        spec.load()
    solve("1 2 3 / 4 0 5 / 7 8 6")


def as_json(value: Record) -> Json[Record]:
    """Plain values and dataclasses as JSON, without spaces."""
    return cast("Json[Record]", json.dumps(value, allow_nan=False, separators=(",", ":"), default=asdict).encode())


def short_job(
    service: Service,
    function: Callable[..., Content],
    *arguments: object,
    seconds: float = SHORT_TIME,
    filename: str = "",
) -> Job[Content]:
    """A job without a search of its own, within the time and memory of the server. It stops when it is cancelled."""
    limits = Limits(time=seconds, memory=service.settings.memory)
    call = partial(_within_limits, function, arguments, limits)
    return Job(call, seconds, filename=filename)


def _within_limits(
    function: Callable[..., bytes],
    arguments: tuple[Any, ...],
    limits: Limits,
    *,
    cancellation: Cancellation,
    progress: ProgressListener,
) -> bytes:
    try:
        with limits_checked_by(Run(limits, None, cancellation).check):
            return function(*arguments)
    except Stop as stop:
        raise LimitError(stop.reason, hint="this is the server's limit") from None
