"""Schemathesis against the OpenAPI description: requests and responses are as described."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from serving import Serving, serving
from taquin.web.server.openapi import openapi
from taquin.web.settings import Settings

schemathesis: Any = pytest.importorskip("schemathesis", reason="`make slow` installs Schemathesis")

pytestmark = pytest.mark.slow

schema = schemathesis.openapi.from_dict(openapi())

EXAMPLES = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
# A board is a text in the description, and few texts are boards: refusing one is not a fault.
UNWANTED = [schemathesis.checks.CHECKS.get_one("positive_data_acceptance")]


@pytest.fixture(scope="module")
def server() -> Iterator[Serving]:
    with serving(Settings(workers=2, usual_time=0.5, trace_time=0.5, trace_nodes=500)) as server:
        yield server


def check_request(case: Any, server: Serving) -> None:
    """Any value at any place: a result or an error of the described form, and never an internal error."""
    response = case.call(base_url=server.url)
    if response.status_code == 413:  # Schemathesis does not know that this too is a way to refuse
        assert response.json()["error"]["kind"] == "too large"
    else:
        case.validate_response(response, excluded_checks=UNWANTED)


test_requests_that_the_schema_allows_or_forbids = schema.parametrize()(EXAMPLES(check_request))
