"""Which function responds to which path below ``/api``: for the server, and for the page without a server.

A function takes the body of the request, if there is one, and the service. It returns the bytes of the response, or a
job. A path of ``STREAMS``, which ends with ``/stream``, sends the progress of the job as events, and then its result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_type_hints

from taquin.web.api import playing, registry, requests, solving, space, teaching, watching
from taquin.web.api.job import Job, Service

GET: Mapping[str, Callable[[Service], bytes]] = {
    "registry": registry.registry,
    "lessons": teaching.lessons,
    "course": teaching.course,
}
POST: Mapping[str, Callable[[Any, Service], Job | bytes]] = {
    "check": solving.check,
    "qr": playing.qr,
    "random": playing.random,
    "depths": playing.depths,
    "solve": solving.solve,
    "hint": solving.hint,
    "judge": solving.judge,
    "explain": solving.explain,
    "draw": playing.draw,
    "trace": watching.trace,
    "trace/lines": watching.trace_lines,
    "trace/pair": watching.trace_pair,
    "tree": watching.tree,
    "course/unit": teaching.unit,
    "exercise": teaching.exercise,
    "exercise/grade": teaching.grade,
    "course/version": teaching.version,
    "course/worksheet": teaching.worksheet,
    "space": space.space,
    "expansions": space.expansions,
}
STREAMS: Mapping[str, Callable[[Any, Service], Job]] = {
    "solve/stream": solving.solve,
    "trace/stream": watching.trace,
    "trace/pair/stream": watching.trace_pair,
    "expansions/stream": space.expansions,
}
RACE = "race"
"""The path of the one stream that runs several jobs."""


def types_of(function: Callable[..., object]) -> dict[str, Any]:
    """The types of the arguments and of the result.

    The modules do not import the types of bodies, so that a worker process does without pydantic and its 17 MB.
    """
    return get_type_hints(function, localns=vars(requests))
