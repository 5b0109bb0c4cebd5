"""The server, the engine of the page without a server, and this engine in a browser give the same responses."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from browser import Contexts
from cases import each_case
from serving import BOARD, Serving, serving, streamed
from static_page import RUNTIME, worker_script
from taquin import _native
from taquin.puzzle.geometry import Shape
from taquin.puzzle.slides import Metric
from taquin.tables.ranked_distances import table_file
from taquin.tables.symmetry import standard_form
from taquin.web.api.endpoints import ROUTES
from taquin.web.browser.engine import SETTINGS, Engine
from taquin.web.server.openapi import openapi

METHOD = {"board": BOARD, "algorithm": "astar"}
RACE = {"board": BOARD, "methods": ["astar", "greedy(manhattan)"]}

VALID: dict[str, Any] = {
    **dict.fromkeys(path for path, route in ROUTES.items() if route.body is None),
    "check": {"board": BOARD, "goal": "snail"},
    "qr": {"text": "taquin"},
    "random": {"size": "3x3", "seed": 1, "count": 2},
    "depths": {"size": "2x3"},
    "solve": METHOD,
    "hint": {"board": BOARD},
    "judge": {"board": BOARD, "moves": "U"},
    "review": {"board": "1 2 3 / 4 0 5 / 7 8 6", "moves": "UDRD"},
    "explain": {"board": BOARD, "heuristic": "manhattan"},
    "draw": {"board": BOARD, "kind": "board"},
    "trace": METHOD,
    "trace/lines": METHOD,
    "trace/pair": RACE,
    "tree": METHOD,
    "course/unit": {"unit": "astar"},
    "exercise": {"form": "astar.fill_f", "seed": 3},
    "exercise/grade": {"form": "astar.fill_f", "seed": 3, "answer": "1", "attempt": 1},
    "course/version": {"unit": "astar", "version": 7},
    "course/worksheet": {"unit": "astar", "version": 7, "part": "key"},
    "space": {"size": "2x3"},
    "expansions": {"board": "1 2 3 / 0 4 5", "algorithm": "astar"},
}
INVALID = [
    ("check", {"board": BOARD, "bord": 1}),
    ("check", {"board": "1 2 3"}),
    ("solve", {"board": BOARD, "algorithm": "mine.py:search"}),
    ("solve", {"board": BOARD, "limits": {"time": 10_000}}),
    ("nothing", {}),
]
ASK = """async ([script, requests]) => {
  const worker = new Worker(script, { type: "module" });
  const next = (kind) => new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.kind === kind) resolve(data);
      else if (data.kind === "failed") reject(new Error(data.message));
    };
  });
  await next("ready");
  const responses = [];
  for (const [path, body] of requests) {
    worker.postMessage({ path, body: body === null ? undefined : JSON.stringify(body) });
    const { status, type, content } = await next("response");
    responses.push([status, type, [...content]]);
  }
  return responses;
}"""


@pytest.fixture(scope="module")
def server() -> Iterator[Serving]:
    with serving(SETTINGS) as found:
        yield found


def respond(path: str, body: object, events: list[tuple[str, Any]] | None = None) -> tuple[int, str, bytes]:
    """The response of the engine."""
    heard = [] if events is None else events
    encoded = None if body is None else json.dumps(body)
    return asyncio.run(Engine().respond(path, encoded, lambda kind, data: heard.append((kind, json.loads(data)))))


def without_times(value: Any) -> Any:
    """A JSON value without measured times, and without the sentences of a race that compare them."""
    if isinstance(value, dict):
        return {name: without_times(each) for name, each in value.items() if name not in ("seconds", "summary")}
    return [without_times(each) for each in value] if isinstance(value, list) else value


def test_every_path_has_a_case() -> None:
    assert set(VALID) == {path for path, route in ROUTES.items() if not route.events}


@pytest.mark.parametrize("path", ["registry", "solve", "hint", "draw", "trace/lines", "course/worksheet", "space"])
def test_the_response_is_that_of_the_server(server: Serving, path: str) -> None:
    body = VALID[path]
    expected = server.get(path) if body is None else server.post(path, **body)
    status, media_type, content = respond(path, body)
    assert (status, media_type) == (expected.status_code, expected.headers["content-type"].partition(";")[0])
    assert status == 200, content
    if media_type == "application/json":
        assert without_times(json.loads(content)) == without_times(expected.json())
    else:
        assert content == expected.content


@each_case("path", [path for path, route in ROUTES.items() if route.response is not None])
def test_the_response_is_as_described(path: str) -> None:
    document = openapi()
    [operation] = document["paths"][f"/api/{path}"].values()
    schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
    Draft202012Validator.check_schema({**schema, **document})
    status, _, content = respond(path, VALID[path])
    assert status == 200
    Draft202012Validator({**schema, "components": document["components"]}).validate(json.loads(content))


@pytest.mark.skipif(
    (RUNTIME / "taquin_core.wasm").exists() != _native.is_available(),
    reason="either the page or this machine has no compiled core",
)
def test_the_response_in_a_browser_is_that_of_the_engine(
    exported: Path, static_address: str, contexts: Contexts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a memory snapshot: the files of the page have every module that a request needs."""
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))  # a browser has no tables of earlier runs
    page = contexts.page(static_address, "light", "reduce", is_own=True)
    page.goto(static_address + "LICENSES.txt")
    found = page.evaluate(ASK, [f"../../{worker_script(exported)}", list(VALID.items())])
    page.context.close()
    for (path, body), (status, media_type, numbers) in zip(VALID.items(), found, strict=True):
        expected, content = respond(path, body), bytes(numbers)
        assert (status, media_type) == expected[:2], content
        if media_type == "application/json":
            assert without_times(json.loads(content)) == without_times(json.loads(expected[2])), path
        else:
            assert content == expected[2], path


@pytest.mark.parametrize(("path", "body"), INVALID)
def test_the_error_is_that_of_the_server(server: Serving, path: str, body: dict[str, Any]) -> None:
    expected = server.post(path, **body)
    status, media_type, content = respond(path, body)
    assert (status, media_type) == (expected.status_code, "application/json")
    assert status >= 400
    error = expected.json()
    if status == 404:  # a page without a server has no list of paths
        assert error["error"].pop("hint") == "/api/openapi.json lists every path"
        error["error"]["hint"] = None
    assert json.loads(content) == error


@pytest.mark.parametrize(
    ("path", "body"), [("solve/stream", METHOD), ("trace/stream", METHOD), ("trace/pair/stream", RACE), ("race", RACE)]
)
def test_the_events_are_those_of_the_server(server: Serving, path: str, body: dict[str, Any]) -> None:
    """Progress depends on time, and the methods of a race run one after another."""
    expected = [event for event in streamed(server, path, **body) if event[0] != "progress"]
    events: list[tuple[str, Any]] = []
    assert respond(path, body, events) == (200, "application/json", b"")
    found = [event for event in events if event[0] != "progress"]
    assert found[-1][0] == expected[-1][0]
    assert without_times(found[-1][1]) == without_times(expected[-1][1])
    assert sorted(kind for kind, _ in found) == sorted(kind for kind, _ in expected)


def test_a_defect_is_an_error_response(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*values: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr("taquin.web.api.puzzles.read_document", fail)
    status, _, content = respond("check", VALID["check"])
    assert status == 500
    assert json.loads(content)["error"]["message"] == "ZeroDivisionError: by zero"


def test_prepared_responses_use_no_tables_of_the_exporting_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    table_file(standard_form(Shape(3, 4), 11), Metric.MOVES).path.touch()
    expected = "3x4" in json.loads(respond("registry", None)[2])["depth_sizes"]
    assert expected == _native.is_available()
    subprocess.run([sys.executable, "-P", "-m", "taquin.web.browser.prepared", str(tmp_path)], check=True)
    name = json.loads((tmp_path / "index.json").read_text())["registry"]
    assert "3x4" not in json.loads((tmp_path / name).read_text())["depth_sizes"]
