"""The application: the API below ``/api``, the files of the page elsewhere, and the security checks of both."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path, PurePath
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Receive, Scope, Send

from taquin.errors import TaquinError, install_command
from taquin.web.api import endpoints
from taquin.web.api.errors import DESCRIBED, ApiError
from taquin.web.api.job import JSON, Service
from taquin.web.bundle import BUNDLES, STATIC, page_bundle
from taquin.web.server.async_pool import AsyncPool, client_name
from taquin.web.server.openapi import openapi
from taquin.web.server.security import check_json, check_origin, is_api, limited, secured
from taquin.web.server.streams import ClientDisconnected, EventStream, run_until_disconnect
from taquin.web.settings import Settings

_MEANT_PATHS = {"/api/estimate": "/api/explain", "/api/compare": "/api/race", "/api/shuffle": "/api/random"}
"""Paths that users guess, and those that are meant."""

DOCS = Path(__file__).parent / "docs"

# Fixed here, because the system's table differs between machines, and a browser refuses a module with a wrong type.
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}


class Site:
    """The server as one ASGI application. Its workers run from startup to shutdown."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.pool, self.card = AsyncPool(settings), AsyncPool(settings, has_card=True)
        self.api = _make_api(settings, self.pool, self.card)
        self.pages = Pages(STATIC)
        self.docs = ApiDocs()
        if settings.page:
            self.pages.add_python(settings.page)
        self._reading = set[asyncio.Task[Any]]()
        self._is_stopping = False

    def stop(self) -> None:
        """Stop the workers, and refuse the requests whose bodies are not complete. May be called twice."""
        self._is_stopping = True
        self.pool.stop()
        self.card.stop()
        for task in self._reading:
            task.cancel()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request, or the startup and shutdown of the server."""
        if scope["type"] == "lifespan":
            await self.api(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1000})
            return
        send = secured(send, runs_code=self.settings.page is not None)
        try:
            check_origin(scope, self.settings)
            if is_api(scope):
                receive = await self._read_body(scope, receive)
                await self.api(scope, receive, send)
            elif is_docs(scope):
                await self.docs(scope, receive, send)
            else:
                await self.pages(scope, receive, send)
        except ApiError as error:
            await respond(error)(scope, receive, send)
        except HTTPException as error:
            await respond(_from_http_error(scope["method"], scope["path"], error))(scope, receive, send)

    async def _read_body(self, scope: Scope, receive: Receive) -> Receive:
        task = asyncio.current_task()
        assert task is not None
        self._reading.add(task)
        try:
            return await limited(scope, receive, self.settings)
        except asyncio.CancelledError:
            if not self._is_stopping:
                raise
            task.uncancel()
            raise ApiError(503, "busy", "the server is stopping") from None
        finally:
            self._reading.discard(task)


def _make_api(settings: Settings, pool: AsyncPool, card: AsyncPool) -> Starlette:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        pool.start()
        card.start()
        try:
            yield
        finally:
            pool.stop()
            card.stop()

    kinds = (TaquinError, ApiError, HTTPException, ClientDisconnected, Exception)
    service = Service(settings)
    routes = [
        Route(f"/api/{path}", _endpoint(route, service, pool, card), methods=[route.method])
        for path, route in endpoints.ROUTES.items()
    ]
    api = Starlette(
        routes=[*routes, Route("/api/openapi.json", _describe)],
        exception_handlers=dict.fromkeys(kinds, _on_error),
        lifespan=lifespan,
    )
    api.router.redirect_slashes = False
    return api


def _endpoint(
    route: endpoints.Route, service: Service, workers: AsyncPool, card: AsyncPool
) -> Callable[[Request], Awaitable[Response]]:
    """Responds with what a worker makes, unless the function makes it at once, or with the events of its job."""

    async def call(request: Request) -> Response:
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

    return call


async def _describe(request: Request) -> Response:
    return JSONResponse(openapi())


def respond(error: ApiError) -> Response:
    """The response to a request that ends with this error."""
    return Response(json.dumps(error.record()), error.status, headers=error.headers, media_type="application/json")


async def _on_error(request: Request, error: Exception) -> Response:
    match error:
        case ClientDisconnected():
            return Response(status_code=408)  # the connection is closed: the client does not get it
        case ApiError() | TaquinError():
            return respond(ApiError.from_run(error))
        case HTTPException():
            response = respond(_from_http_error(request.method, request.url.path, error))
            response.headers.update(error.headers or {})
            return response
        case _:  # the details are in the log
            return respond(ApiError(500, "internal", f"internal error: {type(error).__name__}"))


def _from_http_error(method: str, path: str, error: HTTPException) -> ApiError:
    if error.status_code == 404:
        meant = _MEANT_PATHS.get(path)
        hint = "/api/openapi.json lists every path" + (f"; use {meant}" if meant else "")
        return ApiError(404, "not found", f"there is nothing at {path[:200]!r}", hint=hint)
    if error.status_code == 405:
        allowed = " or ".join(sorted((error.headers or {}).get("Allow", "GET").split(", ")))
        return ApiError(405, "request", f"{path[:200]!r} takes {allowed}, not {method[:20]}", hint=DESCRIBED)
    return ApiError(error.status_code, "request", str(error.detail)[:200])


class Pages(StaticFiles):
    """Serves the files of the page, two of them as bundles: no file outside the folder, and no listing."""

    caching = "no-cache"
    """A browser keeps a file, and asks before every use whether it has changed."""

    def __init__(self, folder: Path = STATIC) -> None:
        super().__init__(directory=folder, html=True, check_dir=False)

    def add_python(self, page: Path) -> None:
        """Serve Python and the editor from an exported page, below the files of this one."""
        self.all_directories += [page, *page.glob("app-*")]

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or a bundle of the page."""
        if path not in BUNDLES or self.directory != STATIC:
            return await super().get_response(path, scope)
        request = Headers(scope=scope)
        gzip = "gzip" in request.get("Accept-Encoding", "")
        content = await run_in_threadpool(page_bundle, path, gzip=gzip)
        tag = f'"{hashlib.sha256(content).hexdigest()}"'
        headers = {"Cache-Control": self.caching, "ETag": tag, "Vary": "Accept-Encoding"}
        if gzip:
            headers["Content-Encoding"] = "gzip"
        response = Response(content, headers=headers, media_type=TYPES[PurePath(path).suffix])
        return NotModifiedResponse(response.headers) if self.is_not_modified(response.headers, request) else response

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """The file of this path; none for an invalid path, such as one with a zero byte."""
        try:
            return super().lookup_path(path)
        except ValueError:
            return "", None

    def file_response(
        self,
        full_path: os.PathLike[str] | str,
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """A file with its type, an ETag, and how it is cached."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = self.caching
        if response.status_code == status_code:
            response.headers["Content-Type"] = TYPES.get(PurePath(full_path).suffix.lower(), "application/octet-stream")
        return response


def is_docs(scope: Scope) -> bool:
    """Whether the path is that of Swagger UI, or of one of its files."""
    path = str(scope["path"])
    return path == "/docs" or path.startswith("/docs/")


class ApiDocs(Pages):
    """Swagger UI, which describes the API and sends requests to it: our page, and files of openapi-ui-bundles.

    The page of the package has its script inside, which our policy forbids.
    """

    def __init__(self) -> None:
        super().__init__(DOCS)
        if find_spec("openapi_ui_bundles"):
            from openapi_ui_bundles.swagger_ui import static_path

            self.all_directories.append(static_path)

    def get_path(self, scope: Scope) -> str:
        """The path of a file below ``/docs``, which is the page itself."""
        return str(scope["path"]).removeprefix("/docs").strip("/") or "index.html"

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file. Without the package there is none."""
        if len(self.all_directories) == 1:
            raise ApiError(404, "not found", "/docs needs openapi-ui-bundles", hint=install_command("web"))
        return await super().get_response(path, scope)
