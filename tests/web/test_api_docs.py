"""Swagger UI at /docs: it lists every request and sends one, without another host and within the policy."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from serving import Serving
from taquin.web.api.endpoints import ROUTES
from taquin.web.server import app
from visiting import Visits

pytestmark = pytest.mark.usefixtures("page_server")  # the page without a server has no API
SOLVE = "#operations-default-solve_api_solve_post"


def test_a_request_is_sent_from_swagger_ui(visits: Visits) -> None:
    page = visits.open()  # which fails at the end if there is an error, such as of the policy, or a request elsewhere
    page.goto(f"{visits.url}docs")
    expect(page.locator(".opblock")).to_have_count(len(ROUTES))
    page.locator(f"{SOLVE} .opblock-summary").click()
    page.locator(f"{SOLVE} .execute").click()
    expect(page.locator(f"{SOLVE} .live-responses-table .response")).to_contain_text('"moves": "RDLLUURDLDRURD"')


def test_a_missing_package_is_named(page_server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "find_spec", lambda name: None)
    monkeypatch.setattr(page_server.site, "docs", app.ApiDocs())
    response = page_server.client.get("/docs")
    assert response.status_code == 404
    assert "openapi-ui-bundles" in response.json()["error"]["hint"]


def test_no_file_outside_its_folders_is_served(page_server: Serving) -> None:
    for path in ("/docs/../app.py", "/docs/%2e%2e/app.py", "/docs/nothing.js", "/docs//etc/passwd", "/docs/%00"):
        assert page_server.client.get(path).status_code == 404
