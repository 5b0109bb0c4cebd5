"""Writes the requests and responses of the HTTP API as TypeScript declarations, against which the page is checked.

    python tools/api_types.py build/types/api.d.ts

They are made from the descriptions in /api/openapi.json: the namespace ``Api`` has one interface for each record,
and ``Requests`` and ``Responses`` name the type of each path that takes or returns JSON.

openapi-typescript was tried: it writes 5,200 lines for the same document, without a namespace or a map of the paths,
and needs 30 packages and an older TypeScript.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from taquin.web.server.openapi import openapi

_NAMES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_JSON = "application/json"


def type_of(schema: dict[str, Any]) -> str:
    """The TypeScript type of a JSON Schema."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            return " | ".join(dict.fromkeys(map(type_of, schema[choice])))
    if "enum" in schema or "const" in schema:
        return " | ".join(map(json.dumps, schema.get("enum", [schema.get("const")])))
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(map(type_of, schema['prefixItems']))}]"
        return f"Array<{type_of(schema.get('items', {}))}>"
    if kind == "object":
        if "properties" in schema:
            return _record(schema)
        return f"Record<string, {type_of(schema.get('additionalProperties') or {})}>"
    return _NAMES.get(str(kind), "unknown")


def _record(schema: dict[str, Any]) -> str:
    required = schema.get("required", ())
    fields = []
    for name, field in schema["properties"].items():
        fields.append(f"{name}{'' if name in required else '?'}: {type_of(field)};")
    return f"{{ {' '.join(fields)} }}"


def declarations(document: dict[str, Any]) -> str:
    """The declarations for an OpenAPI document."""
    types = [f"  type {name} = {type_of(schema)};" for name, schema in document["components"]["schemas"].items()]
    paths: dict[str, list[str]] = {"Requests": [], "Responses": []}
    for path, [operation] in ((path, operations.values()) for path, operations in document["paths"].items()):
        name = json.dumps(path.removeprefix("/api/"))
        body = operation.get("requestBody", {}).get("content", {}).get(_JSON)
        answer = operation["responses"]["200"]["content"].get(_JSON)
        paths["Requests"] += [f"    {name}: {type_of(body['schema'])};"] if body else []
        paths["Responses"] += [f"    {name}: {type_of(answer['schema'])};"] if answer else []
    maps = (["", f"  interface {name} {{", *lines, "  }"] for name, lines in paths.items())
    return "\n".join(["declare namespace Api {", *types, *(line for lines in maps for line in lines), "}", ""])


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(declarations(openapi()), encoding="utf-8")
