"""What answers say, for the OpenAPI page. The objects are made elsewhere; tests hold them to these descriptions."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from taquin.web.api.errors import (
    BAD_REQUEST,
    BUSY,
    FORBIDDEN,
    INTERNAL,
    MISDIRECTED,
    OVERRUN,
    TIMED_OUT,
    TOO_LARGE,
    UNPROCESSABLE,
    WRONG_TYPE,
)

StatusWord = Literal["solved", "unsolvable", "exhausted", "stuck", "limit", "cancelled"]
QualityWord = Literal["optimal", "bounded", "unproven"]


class Answer(BaseModel):
    """An object with exactly these fields."""

    model_config = ConfigDict(extra="forbid")


class ErrorBody(Answer):
    """One line for people, and a word for programs."""

    kind: str = Field(description="Such as `board`, `spec`, `limit`, `request`, `busy` or `crash`.", examples=["board"])
    message: str = Field(description="What is wrong, in one line, as the command line says it.")
    hint: str | None = Field(description="How to mend it.")


class ErrorAnswer(Answer):
    """Every error has this form."""

    error: ErrorBody


class IterationAnswer(Answer):
    """One round of an iterative search."""

    bound: float
    expanded: int
    generated: int


class SolveAnswer(Answer):
    """The object of `taquin solve --json`. A search that found nothing is an answer too: `status` says how it ended."""

    status: StatusWord
    quality: QualityWord | None = Field(description="What is known of the length of the solution.")
    start: str
    goal: str
    algorithm: str
    heuristic: str | None
    moves: str | None = Field(description="Where the blank goes: letters `U D L R`.")
    length: int | None
    lower_bound: int = Field(description="Proven: no solution is shorter.")
    expanded: int
    generated: int
    duplicates: int
    reopened: int
    pruned: int
    max_frontier: int
    max_stored: int
    max_depth: int
    iterations: list[IterationAnswer]
    best_h: float | None
    seconds: float
    backend: Literal["python", "native"]
    spec: str = Field(description="The text that reproduces the run.")
    reason: str | None


class CountsAnswer(Answer):
    """One board's side of the parity rule."""

    inversions: int
    blank_row: int
    parity: Literal["even", "odd"] | None


class CheckAnswer(Answer):
    """The object of `taquin check --json`. A text that is no legal board is an error, which says why."""

    solvable: bool
    start: str
    goal: str
    rows: int
    columns: int
    format: str
    line: int
    label: str | None
    rule: str
    start_counts: CountsAnswer
    goal_counts: CountsAnswer
    exchange: list[int] | None = Field(description="The two tiles whose exchange makes it solvable.")
    repaired: str | None = Field(description="The board after that exchange.")


class HintAnswer(Answer):
    """The object of `taquin hint --json`."""

    status: StatusWord
    quality: QualityWord | None
    start: str
    goal: str
    left: int | None = Field(description="How many moves are left on the way that was found.")
    lower_bound: int
    moves: str | None = Field(description="The next move, and behind it those that are as good.")
    words: list[str] | None
    all_best: bool | None = Field(description="Whether `moves` are all the best ones.")
    spec: str
    reason: str | None


class JudgeAnswer(Answer):
    """What moves were worth. Distances are exact, or null where they are not known."""

    moves: str
    before: int | None
    after: int | None
    verdict: Literal["best", "equal", "worse"] | None = Field(
        description="`best`: it begins a shortest solution; `equal`: it does, and others too; `worse`: it leads away."
    )
    best: str | None = Field(description="Every move that would have begun a shortest solution, where all are known.")


class RandomAnswer(Answer):
    """The object of `taquin random --json`."""

    rows: int
    columns: int
    goal: str
    depth: int | None
    moves: int | None
    seed: int
    boards: list[str]


class DepthsAnswer(Answer):
    """How many boards there are at each distance from a goal."""

    goal: str
    radius: int
    counts: list[int]


_WORDS = {
    BAD_REQUEST: "The body is no JSON.",
    TIMED_OUT: "The body did not come in time.",
    FORBIDDEN: "A page of another site sent the request.",
    TOO_LARGE: "The request is too large.",
    WRONG_TYPE: "The body is of another type than `application/json`.",
    MISDIRECTED: "The server was called by a name that it does not answer to.",
    UNPROCESSABLE: "The input is wrong; the message says how, and the hint how to mend it.",
    INTERNAL: "A mistake of the server's, or a crash of the process that searched.",
    BUSY: "Too many runs wait; `Retry-After` says when to come again.",
    OVERRUN: "The run did not stop within its time, and was ended.",
}


def failures(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """How the OpenAPI page describes these errors."""
    return {status: {"model": ErrorAnswer, "description": _WORDS[status]} for status in sorted(statuses)}


GET_FAILURES = failures(MISDIRECTED, UNPROCESSABLE)
POST_FAILURES = failures(BAD_REQUEST, FORBIDDEN, TIMED_OUT, TOO_LARGE, WRONG_TYPE, MISDIRECTED, UNPROCESSABLE)
RUN_FAILURES = failures(INTERNAL, BUSY, OVERRUN)
"""What may go wrong with a question, with a request that has a body, and with a run on a worker."""


def events(description: str, *kinds: str) -> dict[int | str, dict[str, Any]]:
    """How the OpenAPI page describes a stream of server-sent events: the schema is that of each event."""
    schema = {
        "type": "object",
        "required": ["event", "data"],
        "properties": {
            "event": {"type": "string", "enum": [*kinds, "error"]},
            "data": {"type": "string", "contentMediaType": "application/json"},
        },
    }
    example = 'event: progress\ndata: {"seconds": 0.1, "expanded": 20160, "generated": 40811, "lower_bound": 47}\n\n'
    return {200: {"description": description, "content": {"text/event-stream": {"schema": schema, "example": example}}}}


def file(description: str, media_type: str) -> dict[int | str, dict[str, Any]]:
    """How the OpenAPI page describes an answer that is a file."""
    return {200: {"description": description, "content": {media_type: {"schema": {"type": "string"}}}}}
