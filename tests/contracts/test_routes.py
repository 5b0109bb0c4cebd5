"""Every route of the HTTP API is described, with its errors."""

from __future__ import annotations

from taquin.web.api.endpoints import ROUTES
from taquin.web.server.openapi import openapi


def test_every_request_and_error_is_described() -> None:
    described = openapi()
    assert {f"/api/{path}" for path in ROUTES} == set(described["paths"])
    for path in described["paths"].values():
        for operation in path.values():
            assert operation["summary"]
            assert operation["description"]
            for status, response in operation["responses"].items():
                if int(status) >= 400:
                    schema = response["content"]["application/json"]["schema"]
                    assert schema == {"$ref": "#/components/schemas/ErrorResponse"}
