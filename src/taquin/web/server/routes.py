"""The routes below ``/api``: each reads a body and runs one function of ``taquin.web.api``.

What takes a worker, or more than a few milliseconds, is requested by POST: a link or a picture on a page of another
site cannot send that. A route returns the object that the command of the same name prints with ``--json``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

from starlette import routing
from starlette.requests import Request
from starlette.responses import Response

from taquin.web.api.endpoints import ROUTES, Route
from taquin.web.api.job import JSON, Service
from taquin.web.server.async_pool import AsyncPool, client_name
from taquin.web.server.security import check_json
from taquin.web.server.streams import EventStream, run_until_disconnect
from taquin.web.settings import Settings

Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]


def api_routes(settings: Settings, workers: AsyncPool, card: AsyncPool) -> list[routing.Route]:
    """The routes below ``/api``."""
    service = Service(settings)
    return [
        routing.Route(f"/api/{path}", _endpoint(route, service, workers, card), methods=[route.method])
        for path, route in ROUTES.items()
    ]


def _endpoint(route: Route, service: Service, workers: AsyncPool, card: AsyncPool) -> Endpoint:
    """Responds with what a worker makes, unless the function makes it at once, or with the events of its job."""

    async def respond(request: Request) -> Response:
        check_json(request)
        job = route.call(await request.body(), service)
        client = client_name(request.client.host if request.client else "")
        if isinstance(job, bytes):
            return Response(job, media_type=JSON)
        pool = card if job.uses_card else workers
        if route.events:
            pool.check_room(client, job.runs)
            return EventStream(partial(job.run, partial(pool.run, client), service.settings.runs_per_client))
        content = job.finish(await run_until_disconnect(request.receive, pool.run(client, job.call, job.seconds)))
        headers = {"Content-Disposition": f'attachment; filename="{job.filename}"'} if job.filename else None
        return Response(content, media_type=job.media_type or route.media_types[0], headers=headers)

    return respond
