"""Schemathesis against the OpenAPI description: requests and responses are as described."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from serving import Serving, serving
from taquin.web.server.app import Site
from taquin.web.settings import Settings

schemathesis: Any = pytest.importorskip("schemathesis", reason="`make slow` installs Schemathesis")

pytestmark = pytest.mark.slow

schema = schemathesis.openapi.from_dict(Site(Settings()).api.openapi())

EXAMPLES = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
# A board is a text in the description, and few texts are boards: refusing one is not a fault.
UNWANTED = [schemathesis.checks.CHECKS.get_one("positive_data_acceptance")]

BOARD, UNSOLVABLE = "8 1 3 / 4 0 2 / 7 6 5", "1 2 3 / 4 5 6 / 8 7 0"


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


VALID: dict[str, dict[str, Any]] = {
    "solve": {"board": BOARD, "algorithm": "astar", "heuristic": "manhattan"},
    "trace": {"board": BOARD, "algorithm": "ida_star", "nodes": 100},
    "trace/lines": {"board": BOARD, "algorithm": "bfs", "limits": {"nodes": 500}},
    "check": {"board": UNSOLVABLE, "goal": "standard"},
    "hint": {"board": BOARD, "count": True},
    "judge": {"board": BOARD, "moves": "U"},
    "draw": {"board": BOARD, "kind": "strip"},
    "random": {"size": "3x3", "seed": 7},
    "depths": {"size": "2x3"},
    "course/unit": {"unit": "astar"},
    "exercise": {"form": "astar.fill_f", "seed": 3},
    "exercise/grade": {"form": "astar.fill_f", "seed": 3, "answer": "7", "attempt": 1},
    "course/version": {"unit": "astar", "version": 7},
}


@pytest.mark.parametrize("path", VALID)
def test_responses_of_valid_requests(server: Serving, path: str) -> None:
    response = server.post(path, **VALID[path])
    assert response.status_code == 200, response.text
    schema[f"/api/{path}"]["POST"].validate_response(response)
