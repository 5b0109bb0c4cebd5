"""The application: the API below ``/api``, the files of the page elsewhere, and the security checks of both."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from taquin import __version__
from taquin.errors import TaquinError
from taquin.web.api.errors import (
    BAD_REQUEST,
    BUSY,
    INTERNAL,
    NOT_ALLOWED,
    NOT_FOUND,
    TIMED_OUT,
    UNPROCESSABLE,
    ApiError,
)
from taquin.web.api.router import make_router
from taquin.web.api.streams import ClientDisconnected
from taquin.web.pages import STATIC, Pages
from taquin.web.pool.workers import Pool
from taquin.web.security import check_origin, is_api, limited, secured
from taquin.web.settings import Settings

_DESCRIPTION = """Solves sliding-tile puzzles and shows how the search found the answer.

Names and objects are those of the command line: `POST /api/solve` returns what `taquin solve --json` prints.
Every error has one form: `{"error": {"kind": "board", "message": "…", "hint": "…"}}`. A search without a
solution is not an error: its `status` says how it ended. Searches run in worker processes, each within limits of time,
nodes and memory, and stop when the client closes the connection."""

DESCRIBED = "/api/openapi.json describes every request"

_MOST_ERRORS = 3
"""So many wrong fields of a request are named."""

_NO_THREAD = "can't start new thread"  # what Python says when a file of the page cannot be read in a thread


class Site:
    """The server as one ASGI application. Its workers run from startup to shutdown."""

    def __init__(self, settings: Settings, static: Path = STATIC) -> None:
        self.settings = settings
        self.pool = Pool(settings)
        self.api = _make_api(settings, self.pool)
        self.pages = Pages(static)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request, or the startup and shutdown of the server."""
        if scope["type"] == "lifespan":
            await self.api(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1000})
            return
        send = secured(send)
        try:
            check_origin(scope, self.settings)
            if is_api(scope):
                receive = await limited(scope, receive, self.settings)
                await self.api(scope, receive, send)
            else:
                await self.pages(scope, receive, send)
        except ApiError as error:
            await _respond(error)(scope, receive, send)
        except RuntimeError as error:
            if str(error) != _NO_THREAD:
                raise
            await _respond(ApiError(BUSY, "busy", "the server is busy: no thread can be started", retry_after=2))(
                scope, receive, send
            )
        except HTTPException as error:
            await _respond(_from_http_error(scope["path"], error))(scope, receive, send)


def create_app(settings: Settings | None = None, static: Path = STATIC) -> Site:
    """The server with these settings. ``static`` is the folder of the page."""
    return Site(settings or Settings(), static)


def _make_api(settings: Settings, pool: Pool) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        pool.start()
        try:
            yield
        finally:
            await pool.stop()

    api = FastAPI(
        title="Taquin",
        version=__version__,
        description=_DESCRIPTION,
        license_info={"name": "MIT"},
        openapi_url="/api/openapi.json",
        docs_url=None,  # the usual pages load scripts from another server
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
    )
    api.include_router(make_router(settings, pool))
    api.add_exception_handler(TaquinError, _on_taquin_error)
    api.add_exception_handler(ApiError, _on_api_error)
    api.add_exception_handler(RequestValidationError, _on_invalid_request)
    api.add_exception_handler(HTTPException, _on_http_error)
    api.add_exception_handler(ClientDisconnected, _on_client_disconnected)
    api.add_exception_handler(Exception, _on_unexpected_error)
    return api


def _respond(error: ApiError) -> Response:
    return Response(json.dumps(error.record()), error.status, headers=error.headers, media_type="application/json")


async def _on_taquin_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, TaquinError)
    return _respond(ApiError.from_taquin(error))


async def _on_api_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    return _respond(error)


async def _on_invalid_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return _respond(_from_validation(error.errors()))


async def _on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    response = _respond(_from_http_error(request.url.path, error))
    response.headers.update(error.headers or {})
    return response


async def _on_client_disconnected(request: Request, error: Exception) -> Response:
    return Response(status_code=TIMED_OUT)  # the connection is closed: the client does not get it


async def _on_unexpected_error(request: Request, error: Exception) -> Response:
    """An internal error: the details are in the log."""
    return _respond(ApiError(INTERNAL, "internal", f"internal error: {type(error).__name__}"))


def _from_http_error(path: str, error: HTTPException) -> ApiError:
    match error.status_code:
        case status if status == NOT_FOUND:
            return ApiError(NOT_FOUND, "not found", f"there is nothing at {path[:200]!r}")
        case status if status == NOT_ALLOWED:
            return ApiError(NOT_ALLOWED, "request", f"{path[:200]!r} does not take this method", hint=DESCRIBED)
        case status:
            return ApiError(status, "request", str(error.detail)[:200])


def _field_error(error: Any) -> str:
    place = ".".join(str(part) for part in error["loc"][1:]) or str(error["loc"][0])
    message = str(error["msg"])
    return f"{place[:200]}: {message[:1].lower()}{message[1:300]}"


def _from_validation(errors: Sequence[Any]) -> ApiError:
    """The errors in the fields of a request; at most three."""
    first = errors[0]
    if first["type"] == "json_invalid":
        reason = str(first.get("ctx", {}).get("error", "")).lower()
        return ApiError(BAD_REQUEST, "request", f"the body is not JSON: {reason}")
    more = f" (and {len(errors) - _MOST_ERRORS} more)" if len(errors) > _MOST_ERRORS else ""
    return ApiError(
        UNPROCESSABLE,
        "request",
        "; ".join(map(_field_error, errors[:_MOST_ERRORS])) + more,
        hint=DESCRIBED,
    )
