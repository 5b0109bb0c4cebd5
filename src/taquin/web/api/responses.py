"""The responses, for ``/api/openapi.json``. Tests validate what the routes send against these models."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from taquin.heuristics.base import Part
from taquin.run.definitions import counter
from taquin.run.result import Iteration, Quality, Status

StatusWord = Literal["solved", "unsolvable", "exhausted", "stuck", "limit", "cancelled"]
MetricWord = Literal["moves", "slides"]
QualityWord = Literal["optimal", "bounded", "unproven"]


def _meanings(words: type[Status | Quality]) -> str:
    return "; ".join(f"`{word}`: {word.meaning}" for word in words) + "."


class ResponseModel(BaseModel):
    """An object with exactly these fields."""

    model_config = ConfigDict(extra="forbid")


DESCRIBED = ConfigDict(use_attribute_docstrings=True)
"""For models with dataclasses in them: the docstrings of their fields are descriptions."""


class ErrorBody(ResponseModel):
    """A message, and a kind that a program can test."""

    kind: str = Field(description="Such as `board`, `spec`, `limit`, `request`, `busy` or `crash`.", examples=["board"])
    message: str = Field(description="What is wrong, in one line, as the command line says it.")
    hint: str | None = Field(description="How to correct it.")


class ErrorResponse(ResponseModel):
    """Every error has this form."""

    error: ErrorBody


class PartialPathResponse(ResponseModel):
    """How far a local search came that found no solution."""

    moves: str = Field(description="From the start to the board where it stopped.")
    length: int
    end: str | None = Field(description="The board where it stopped.")
    h: float | None = Field(description="The estimate of that board.")


class SolveResponse(ResponseModel):
    """The object of `taquin solve --json`. `status` says how the search ended, with or without a solution."""

    status: StatusWord = Field(description=_meanings(Status))
    quality: QualityWord | None = Field(description=_meanings(Quality))
    start: str
    goal: str
    algorithm: str | None = Field(description="None where no search ran: parity proves that the goal is out of reach.")
    heuristic: str | None
    moves: str | None = Field(description="Where the blank goes: letters `U D L R`.")
    metric: MetricWord
    length: int | None = Field(description="In the metric of the request: moves, or slides.")
    single_moves: int | None
    slides: int | None = Field(description="Runs of moves in one direction.")
    lower_bound: int = Field(description="Proven: no solution is shorter.")
    expanded: int = Field(description=counter("expanded").meaning)
    generated: int = Field(description=counter("generated").meaning)
    duplicates: int = Field(description=counter("duplicates").meaning)
    reopened: int = Field(description=counter("reopened").meaning)
    pruned: int = Field(description=counter("pruned").meaning)
    max_frontier: int = Field(description=counter("max_frontier").meaning)
    max_stored: int = Field(description=counter("max_stored").meaning)
    max_depth: int = Field(description=counter("max_depth").meaning)
    iterations: list[Iteration]
    best_h: float | None
    seconds: float
    backend: Literal["python", "native"] | None
    spec: str | None = Field(description="The text that reproduces the run.")
    reason: str | None
    partial_path: PartialPathResponse | None = Field(description="Of a local search that found no solution.")


class CountsResponse(ResponseModel):
    """One board's side of the parity rule."""

    inversions: int
    blank_row: int
    parity: Literal["even", "odd"] | None


class CheckResponse(ResponseModel):
    """The object of `taquin check --json`. A text that is not a legal board is an error."""

    solvable: bool
    start: str
    goal: str
    rows: int
    columns: int
    format: str
    line: int
    label: str | None
    rule: str
    start_counts: CountsResponse
    goal_counts: CountsResponse
    exchange: list[int] | None = Field(description="The two tiles to swap to make it solvable.")
    repaired: str | None = Field(description="The board after that swap.")
    reachable_goals: list[str] = Field(description="The named goals that can be reached.")


class HintResponse(ResponseModel):
    """The object of `taquin hint --json`."""

    status: StatusWord
    quality: QualityWord | None
    start: str
    goal: str
    left: int | None = Field(description="The number of moves or slides in the solution that was found.")
    lower_bound: int
    metric: MetricWord
    moves: str | None = Field(description="The next move, then other moves that are as good.")
    tiles: list[int] | None = Field(description="How many tiles slide with each of `moves`: 1, unless slides count.")
    words: list[str] | None
    all_best: bool | None = Field(description="Whether `moves` are all the best ones.")
    spec: str
    reason: str | None


class PlanStepResponse(ResponseModel):
    """The lengths of the best known solutions before and after the moves; shorter ones may exist."""

    before: int
    after: int
    effect: Literal["keeps", "leaves", "shortens"]
    sentence: str


class JudgeResponse(ResponseModel):
    """How good the moves were. Distances are exact, or null where they are not known."""

    moves: str
    before: int | None
    after: int | None
    verdict: Literal["best", "equal", "worse"] | None = Field(
        description="`best`: the only first move of a shortest solution; `equal`: one of several; `worse`: none."
    )
    best: str | None = Field(description="Every first move of a shortest solution, where all are known.")
    best_tiles: list[int] | None = Field(description="How many tiles slide with each of `best`.")
    plan: PlanStepResponse | None = Field(description="Beyond 4x4: what is known where distances are not.")


class ExplainResponse(ResponseModel):
    """An estimate and its parts, whose values add up to it."""

    model_config = DESCRIBED

    heuristic: str
    value: float
    words: str
    parts: list[Part]


class RandomResponse(ResponseModel):
    """The object of `taquin random --json`."""

    rows: int
    columns: int
    goal: str
    metric: MetricWord
    depth: int | None
    harder_than: int | None
    moves: int | None
    seed: int
    boards: list[str]


class DepthsResponse(ResponseModel):
    """How many boards there are at each distance from a goal."""

    goal: str
    radius: int
    counts: list[int]


class ExpansionsResponse(ResponseModel):
    """A search, and the boards that it expanded, in order."""

    result: SolveResponse
    places: list[int] = Field(description="Places in the list of `/api/space`; a board may be expanded several times.")
    is_truncated: bool = Field(description="Whether there were more nodes than were recorded.")


_WORDS = {
    400: "The body is not JSON.",
    408: "The request was not received in time.",
    403: "A page of another site sent the request.",
    413: "The request is too large.",
    415: "The body is of another type than `application/json`.",
    421: "The Host header names another server.",
    422: "The input is invalid; the message says why, and the hint how to correct it.",
    500: "An internal error, or a crash of the worker process.",
    503: "Too many runs are waiting; `Retry-After` says when to try again.",
    504: "The run did not stop within its time limit and was killed.",
}


def error_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The OpenAPI descriptions of these errors."""
    return {status: {"model": ErrorResponse, "description": _WORDS[status]} for status in sorted(statuses)}


GET_ERRORS = error_responses(403, 408, 421)
POST_ERRORS = error_responses(400, 403, 408, 413, 415, 421, 422)
RUN_ERRORS = error_responses(500, 503, 504)
"""The errors of a request without a body, of one with a body, and of a run on a worker."""


def events(description: str, *kinds: str) -> dict[int | str, dict[str, Any]]:
    """The OpenAPI description of a stream of server-sent events; the schema is that of one event."""
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


def file(description: str, *media_types: str) -> dict[int | str, dict[str, Any]]:
    """The OpenAPI description of a response that is a file of one of these types."""
    content = {media_type: {"schema": {"type": "string"}} for media_type in media_types}
    return {200: {"description": description, "content": content}}
