"""Schemathesis against the OpenAPI description: requests and responses are as described."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from serving import Serving, serving
from taquin.lessons.course import UNITS
from taquin.lessons.exercises.quiz import all_forms
from taquin.solving.registry import ALGORITHMS, HEURISTICS
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

BOARDS = [
    "8 1 3 / 4 0 2 / 7 6 5",
    "1 2 3 0",
    "1 2 3 / 4 5 6 / 8 7 0",
    "1 0 2 / 3 4 5",
    "123405678",
    "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15",
]


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


METHODS = st.sampled_from([spec.key for spec in ALGORITHMS])
ESTIMATES = st.sampled_from([spec.key for spec in HEURISTICS if not spec.takes_parts])
PUZZLES = {
    "board": st.sampled_from(BOARDS),
    "goal": st.sampled_from([None, "standard", "snail", "blank-first"]),
}
SEARCHES = {**PUZZLES, "limits": st.just({"time": 0.2, "nodes": 5000}), "algorithm": METHODS, "heuristic": ESTIMATES}
QUESTIONS = {"form": st.sampled_from(sorted(all_forms())), "seed": st.integers(0, 99)}
WORDS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "solve": st.fixed_dictionaries(SEARCHES),
    "solve/stream": st.fixed_dictionaries(SEARCHES),
    "trace": st.fixed_dictionaries(SEARCHES, optional={"nodes": st.integers(1, 500)}),
    "trace/stream": st.fixed_dictionaries(SEARCHES, optional={"nodes": st.integers(1, 500)}),
    "trace/lines": st.fixed_dictionaries(SEARCHES),
    "check": st.fixed_dictionaries(PUZZLES),
    "hint": st.fixed_dictionaries(PUZZLES, optional={"count": st.booleans()}),
    "judge": st.fixed_dictionaries({**PUZZLES, "moves": st.sampled_from("UDLR")}),
    "draw": st.fixed_dictionaries(PUZZLES, optional={"kind": st.sampled_from(["animation", "strip", "board"])}),
    "random": st.fixed_dictionaries({"size": st.sampled_from(["2x3", "3x3", "4x4"]), "seed": st.integers(0, 99)}),
    "depths": st.fixed_dictionaries({"size": st.sampled_from(["2x3", "3x3", "4x4"])}),
    "course/unit": st.fixed_dictionaries({"unit": st.sampled_from([unit.key for unit in UNITS])}),
    "exercise": st.fixed_dictionaries(QUESTIONS),
    "exercise/grade": st.fixed_dictionaries(
        {**QUESTIONS, "answer": st.sampled_from(["a", "7", "UDL", "1 2 3", "?"])},
        optional={"attempt": st.sampled_from([1, 2])},
    ),
    "course/version": st.fixed_dictionaries({"unit": st.just("astar"), "version": st.integers(0, 99)}),
    "race": st.fixed_dictionaries(
        {
            **PUZZLES,
            "limits": st.just({"nodes": 2000}),
            "methods": st.lists(METHODS, min_size=2, max_size=3, unique=True),
        }
    ),
}


@pytest.mark.parametrize("path", WORDS)
@EXAMPLES
@given(data=st.data())
def test_valid_boards_and_methods(server: Serving, path: str, data: st.DataObject) -> None:
    """Valid values, so that searches run: their responses are as described too."""
    response = server.post(path, **data.draw(WORDS[path]))
    assert response.status_code in (200, 422), response.text  # a heuristic may not be defined, a move not be possible
    schema[f"/api/{path}"]["POST"].validate_response(response)
