"""Errors of the API: a kind, a message and a hint, in one form for every error.

The form is ``{"error": {"kind": "board", "message": "…", "hint": "…"}}``; message and hint are those of the command
line. A kind is the name of one of ``taquin.errors`` without its ending, or one of those below.
"""

from __future__ import annotations

from typing import Annotated, TypedDict

from taquin.errors import InternalError, TaquinError

DESCRIBED = "/api/openapi.json describes every request"

_LONGEST = 1000


class ErrorBody(TypedDict):
    """A message, and a kind that a program can test."""

    kind: Annotated[str, "Such as `board`, `spec`, `limit`, `request`, `busy` or `crash`."]
    message: Annotated[str, "What is wrong, in one line, as the command line says it."]
    hint: Annotated[str | None, "How to correct it."]


class ErrorResponse(TypedDict):
    """Every error has this form."""

    error: ErrorBody


class ApiError(Exception):
    """An error response: the HTTP status, and the kind, message and hint that the client gets."""

    def __init__(self, status: int, kind: str, message: str, *, hint: str = "", retry_after: int | None = None) -> None:
        super().__init__(message)
        self.status, self.kind, self.message, self.hint = status, kind, message, hint
        self.retry_after = retry_after

    @classmethod
    def from_run(cls, error: BaseException) -> ApiError:
        """The error of a run: one of ours, as the command line prints it, too little memory, or a defect."""
        if isinstance(error, ApiError):
            return error
        if isinstance(error, TaquinError):
            status = 500 if isinstance(error, InternalError) else 422
            kind = type(error).__name__.removesuffix("Error").lower()
            return cls(status, kind, error.message, hint=error.hint)
        if isinstance(error, MemoryError):
            hint = "set a lower memory limit, or use ida_star"
            return cls(500, "memory", "the search ran out of memory", hint=hint)
        text = " ".join(str(error).split())
        return cls(500, "internal", f"{type(error).__name__}: {text}", hint="please report this")

    def record(self) -> ErrorResponse:
        """The object that the client gets. Long messages are cut, because they may quote the request."""
        message = self.message if len(self.message) <= _LONGEST else self.message[: _LONGEST - 1] + "…"
        return {"error": {"kind": self.kind, "message": message, "hint": self.hint or None}}

    @property
    def headers(self) -> dict[str, str]:
        """Further headers of the response."""
        headers = {"Cache-Control": "no-store"}
        if self.retry_after is not None:
            headers["Retry-After"] = str(self.retry_after)
        return headers
