"""The description of the API: ``/api/openapi.json``. Requests and responses are described by their types.

The schema of a type follows from its annotations: a dataclass or a ``TypedDict`` is an object, its docstrings are
descriptions, and what ``Annotated`` adds are bounds, examples and descriptions too. A type in ``Annotated`` is that of
the JSON.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from functools import cache
from math import inf
from textwrap import dedent
from types import NoneType
from typing import Any, Literal, TypeAlias, cast, get_args, get_origin, is_typeddict

from taquin import __version__
from taquin.run.definitions import Counter
from taquin.web.api.endpoints import ROUTES, Route
from taquin.web.api.errors import ErrorResponse
from taquin.web.api.job import JSON
from taquin.web.api.reading import Bounds, Converted, Examples, members_of, types_of
from taquin.web.api.requests import Request

_DESCRIPTION = """Solves sliding-tile puzzles and shows how the search found the answer.

Names and objects are those of the command line: `POST /api/solve` returns what `taquin solve --json` prints.
Every error has one form: `{"error": {"kind": "board", "message": "…", "hint": "…"}}`. A search without a
solution is not an error: its `status` says how it ended. Searches run in worker processes, each within limits of time,
nodes and memory, and stop when the client closes the connection."""

_ERRORS = {
    400: "The body is not JSON.",
    403: "A page of another site sent the request.",
    408: "The request was not received in time.",
    413: "The request is too large.",
    415: "The body is of another type than `application/json`, or has a Content-Encoding.",
    421: "The Host header names another server.",
    422: "The input is invalid; the message says why, and the hint how to correct it.",
    500: "An internal error, or a crash of the worker process.",
    503: "Too many runs are waiting; `Retry-After` says when to try again.",
    504: "The run did not stop within its time limit and was killed.",
}
Schema: TypeAlias = dict[str, Any]
"""A part of the document: JSON Schema and OpenAPI have no narrower type in common."""
_ERRORS_OF_REQUESTS = {403, 408, 421}
_ERRORS_OF_BODIES = {400, 413, 415, 422}
_ERRORS_OF_RUNS = {500, 503, 504}
_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
_EVENT = 'event: progress\ndata: {"seconds": 0.1, "expanded": 20160, "generated": 40811, "lower_bound": 47}\n\n'


@cache
def openapi() -> Schema:
    """The description of all routes."""
    schemas = Schemas()
    paths = {f"/api/{path}": {route.method.lower(): _operation(route, schemas)} for path, route in ROUTES.items()}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Taquin", "description": _DESCRIPTION, "license": {"name": "MIT"}, "version": __version__},
        "paths": paths,
        "components": {"schemas": dict(sorted(schemas.components.items()))},
    }


def _operation(route: Route, schemas: Schemas) -> Schema:
    name = route.function.__name__ + ("_stream" if route.path.endswith("/stream") else "")
    operation: Schema = {
        "summary": route.summary,
        "description": route.description,
        "operationId": re.sub(r"\W", "_", f"{name}/api/{route.path}/{route.method.lower()}"),
    }
    if route.body is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": schemas.of(route.body)}}}
    statuses = set(_ERRORS_OF_REQUESTS)
    if route.body:
        statuses |= _ERRORS_OF_BODIES
    if route.uses_worker:
        statuses |= _ERRORS_OF_RUNS
    operation["responses"] = {"200": _response(route, schemas)} | {
        str(status): {"description": _ERRORS[status], "content": {JSON: {"schema": schemas.of(ErrorResponse)}}}
        for status in sorted(statuses)
    }
    return operation


def _response(route: Route, schemas: Schemas) -> Schema:
    if route.response is not None:
        return {"description": "Successful Response", "content": {JSON: {"schema": schemas.of(route.response)}}}
    content: Schema = {"schema": {"type": "string"}}
    if route.events:
        event = {"type": "string", "enum": [*route.events, "error"]}
        properties = {"event": event, "data": {"type": "string", "contentMediaType": JSON}}
        schema = {"type": "object", "required": ["event", "data"], "properties": properties}
        content = {"schema": schema, "example": _EVENT}
    return {"description": route.words, "content": dict.fromkeys(route.media_types, content)}


class Schemas:
    """The JSON Schemas of types. Those of objects are components, which others refer to."""

    def __init__(self) -> None:
        self.components: dict[str, Schema] = {}

    def of(self, kind: object) -> Schema:
        """The schema of a type."""
        schemas = [schema for plain, added in members_of(kind) for schema in self._alternatives(plain, added)]
        schema = schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
        for extra in getattr(kind, "__metadata__", ()):
            match extra:
                case Examples():
                    schema = {**schema, "examples": [*extra.values]}
                case Counter():
                    schema = {**schema, "description": extra.meaning}
                case str():
                    schema = {**schema, "description": extra}
        return schema

    def _alternatives(self, kind: object, added: tuple[object, ...]) -> list[Schema]:
        schema = self._plain(kind)
        for bounds in (extra for extra in added if isinstance(extra, Bounds)):
            low, high = _BOUNDS[schema["type"]]
            schema |= {high: bounds.most} if bounds.most < inf else {}
            schema |= {low: bounds.least} if bounds.least or low == "minimum" else {}
        others = [extra.types for extra in added if isinstance(extra, Converted)]
        return [schema, *(self.of(kind) for union in others for kind, _ in members_of(union))]

    def _plain(self, kind: object) -> Schema:
        origin: object = get_origin(kind) or kind
        arguments = get_args(kind)
        if origin is object:
            return {}
        if origin is Literal:
            return {"type": _TYPES[type(arguments[0])], "enum": [*arguments]}
        if origin is dict:
            names = {} if arguments[0] is str else {"propertyNames": self.of(arguments[0])}
            return {"type": "object", "additionalProperties": self.of(arguments[1]), **names}
        if origin is tuple and arguments[-1] is not Ellipsis:
            (item,) = set(arguments)  # one kind: some tools do not know prefixItems
            return {"type": "array", "items": self.of(item), "minItems": len(arguments), "maxItems": len(arguments)}
        if origin in (list, tuple):
            return {"type": "array", "items": self.of(arguments[0])}
        named = cast("type", origin)
        if issubclass(named, StrEnum):
            meanings = [f"`{word}`: {word.meaning}" for word in named if hasattr(word, "meaning")]
            words = {"description": "; ".join(meanings) + "."} if meanings else {}
            return {"type": "string", "enum": [*map(str, named)], **words}
        if named in _TYPES:
            return {"type": _TYPES[named]}
        if named.__name__ not in self.components:
            self.components[named.__name__] = {}
            self.components[named.__name__] = self._object(named)
        return {"$ref": f"#/components/schemas/{named.__name__}"}

    def _object(self, kind: type) -> Schema:
        types, words = types_of(kind), _docstrings(kind)
        names = [field.name for field in fields(kind)] if is_dataclass(kind) else [*types]
        defaults = _defaults(kind) if issubclass(kind, Request) else {}
        properties = {name: self.of(types[name]) | words.get(name, {}) | defaults.get(name, {}) for name in names}
        schema = {
            "type": "object",
            "description": inspect.cleandoc(kind.__doc__ or ""),
            "properties": properties,
            "additionalProperties": False,
        }
        required, example = [name for name in names if name not in defaults], getattr(kind, "EXAMPLE", None)
        return schema | ({"required": required} if required else {}) | ({"examples": [example]} if example else {})


_BOUNDS = {
    **dict.fromkeys(("integer", "number"), ("minimum", "maximum")),
    "string": ("minLength", "maxLength"),
    "array": ("minItems", "maxItems"),
    "object": ("minProperties", "maxProperties"),
}


def _defaults(kind: type[Request]) -> dict[str, Schema]:
    """The fields that a request may leave out, with their values."""
    optional = [field for field in fields(kind) if not field.default is field.default_factory is MISSING]
    is_shown = {field.name: isinstance(field.default, str | int | float) for field in optional}
    return {field.name: {"default": field.default} if is_shown[field.name] else {} for field in optional}


def _docstrings(kind: type) -> dict[str, dict[str, str]]:
    """The descriptions of the fields of a class: the texts below them in its source, and in those of its bases."""
    if not (is_dataclass(kind) or is_typeddict(kind)):
        return {}
    words: dict[str, dict[str, str]] = {}
    [definition] = ast.parse(dedent(inspect.getsource(kind))).body
    assert isinstance(definition, ast.ClassDef)
    for base in definition.bases:  # a ``TypedDict`` does not have its bases
        words |= _docstrings(getattr(sys.modules[kind.__module__], ast.unparse(base)))
    for field, text in zip(definition.body, definition.body[1:], strict=False):
        match field, text:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(value))):
                words[name] = {"description": " ".join(value.replace("``", "`").split())}
    return words
