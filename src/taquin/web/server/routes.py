"""The routes below ``/api``: each reads a body and runs one function of ``taquin.web.api``.

What takes a worker, or more than a few milliseconds, is requested by POST: a link or a picture on a page of another
site cannot send that. A route returns the object that the command of the same name prints with ``--json``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

from fastapi import FastAPI, Request
from starlette.responses import Response

from taquin.web.api.endpoints import ROUTES, Route
from taquin.web.api.job import JSON, Emit, Service
from taquin.web.api.reading import read_body
from taquin.web.server.async_pool import AsyncPool
from taquin.web.server.security import JsonRoute
from taquin.web.server.streams import EventStream, client_of, run_until_disconnect
from taquin.web.settings import Settings

Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]


def add_routes(api: FastAPI, settings: Settings, pool: AsyncPool) -> None:
    """Add the routes below ``/api``, to the router of the application itself: FastAPI matches a second one slowly."""
    api.router.route_class = JsonRoute
    service = Service(settings)
    for path, route in ROUTES.items():
        endpoint = _stream(route, service, pool) if route.events else _endpoint(route, service, pool)
        api.add_api_route(
            f"/api/{path}",
            endpoint,
            methods=["GET" if route.body is None else "POST"],
            name=route.function.__name__ + ("_stream" if path.endswith("/stream") else ""),
            summary=route.summary,
            description=route.description,
            response_model=None,
        )


def _endpoint(route: Route, service: Service, pool: AsyncPool) -> Endpoint:
    """Responds with what a worker makes, unless the function makes it at once."""

    async def respond(request: Request) -> Response:
        body = () if route.body is None else (read_body(route.body, await request.body()),)
        job = route.function(*body, service)
        if isinstance(job, bytes):
            return Response(job, media_type=JSON)
        run = pool.run(client_of(request), job.call, job.seconds)
        content = job.finish(await run_until_disconnect(request.receive, run))
        headers = {"Content-Disposition": f'attachment; filename="{job.filename}"'} if job.filename else None
        return Response(content, media_type=job.media_type or route.media_types[0], headers=headers)

    return respond


def _stream(route: Route, service: Service, pool: AsyncPool) -> Endpoint:
    """Sends the events of a job."""

    async def respond(request: Request) -> Response:
        job, client = route.function(read_body(route.body, await request.body()), service), client_of(request)
        pool.check_room(client, job.runs)

        async def produce(emit: Emit) -> None:
            await job.run(partial(pool.run, client), service.settings.runs_per_client, emit)

        return EventStream(produce)

    return respond
