"""What a request gets instead of an answer: one line, a hint and a kind, in one form for every error.

The form is ``{"error": {"kind": "board", "message": "…", "hint": "…"}}``; message and hint are those of the command
line. A kind is the name of one of ``taquin.errors`` without its ending, or one of those below.
"""

from __future__ import annotations

import json

from taquin.errors import InternalError, TaquinError

BAD_REQUEST = 400
FORBIDDEN = 403
NOT_FOUND = 404
NOT_ALLOWED = 405
TIMED_OUT = 408
TOO_LARGE = 413
WRONG_TYPE = 415
MISDIRECTED = 421
UNPROCESSABLE = 422
INTERNAL = 500
BUSY = 503
OVERRUN = 504

_LONGEST = 1000
_INTERNAL_KINDS = frozenset({"internal", "crash", "memory"})


class Failure(Exception):
    """An answer that is none: the status of HTTP, and what the client is told."""

    def __init__(self, status: int, kind: str, message: str, *, hint: str = "", retry_after: int | None = None) -> None:
        super().__init__(message)
        self.status, self.kind, self.message, self.hint = status, kind, message, hint
        self.retry_after = retry_after

    @classmethod
    def of(cls, error: TaquinError) -> Failure:
        """What the command line says of bad input, as an answer."""
        status = INTERNAL if isinstance(error, InternalError) else UNPROCESSABLE
        return cls(status, kind_of(error), error.message, hint=error.hint)

    @classmethod
    def from_worker(cls, content: bytes) -> Failure:
        """What a worker reports."""
        told = json.loads(content)
        status = INTERNAL if told["kind"] in _INTERNAL_KINDS else UNPROCESSABLE
        return cls(status, told["kind"], told["message"], hint=told["hint"])

    def record(self) -> dict[str, object]:
        """The object that the client gets; what it sent is not sent back at any length."""
        message = self.message if len(self.message) <= _LONGEST else self.message[: _LONGEST - 1] + "…"
        return {"error": {"kind": self.kind, "message": message, "hint": self.hint or None}}

    @property
    def headers(self) -> dict[str, str]:
        """What the head of the answer says besides."""
        headers = {"Cache-Control": "no-store"}
        if self.retry_after is not None:
            headers["Retry-After"] = str(self.retry_after)
        return headers


def kind_of(error: TaquinError) -> str:
    """The word for an error in answers.

    >>> from taquin.errors import BoardError
    >>> kind_of(BoardError("no"))
    'board'
    """
    return type(error).__name__.removesuffix("Error").lower() or "taquin"
