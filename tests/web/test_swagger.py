"""Swagger UI at ``/docs``: it shows the requests, and loads nothing from other servers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser import Contexts
from serving import Serving
from taquin.web.server import swagger

pytest.importorskip("fastapi_swagger", reason="fastapi-swagger is not installed")


@pytest.mark.slow
def test_the_page_shows_every_request_under_the_policy_of_the_server(page_server: Serving, contexts: Contexts) -> None:
    page = contexts.page(page_server.url, "light", "reduce", is_own=True)
    errors: list[str] = []
    addresses: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: addresses.append(request.url))
    page.goto(f"{page_server.url}docs")
    expect(page.locator(".opblock")).to_have_count(
        sum(len(methods) for methods in page_server.get("openapi.json").json()["paths"].values())
    )
    page.context.close()
    assert errors == []
    assert all(address.startswith((page_server.url, "data:")) for address in addresses)


def test_other_paths_and_a_missing_package_are_errors(page_server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    assert page_server.client.get("/docs/../../etc/passwd").status_code == 404
    assert page_server.client.get("/docs/nothing.js").status_code == 404
    assert page_server.client.post("/docs").status_code == 405
    monkeypatch.setattr(swagger, "find_spec", lambda name: None)
    response = page_server.client.get("/docs")
    assert response.status_code == 404
    assert "pip install" in response.json()["error"]["hint"]
