"""The HTTP API: the objects and the errors of the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from serving import BOARD, ENDLESS, Serving, command_json, events, serving, streamed
from taquin import _native
from taquin.analysis.random_boards import random_board
from taquin.cli import run
from taquin.puzzle.board import one_line
from taquin.puzzle.geometry import Shape
from taquin.solving.solver import solve
from taquin.trace.formats import read_lines

UNSOLVABLE = "1 2 3 / 4 5 6 / 8 7 0"


@pytest.fixture(scope="module")
def server() -> Iterator[Serving]:
    with serving() as server:
        yield server


def timeless(record: dict[str, Any]) -> dict[str, Any]:
    """Without the values that differ from run to run."""
    return {name: value for name, value in record.items() if name != "seconds"}


# The objects of the command line


@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        ({"board": BOARD, "algorithm": "astar", "heuristic": "misplaced"}, ["-a", "astar", "-e", "misplaced"]),
        ({"board": BOARD}, []),
        ({"board": BOARD, "goal": "snail", "algorithm": "ida*"}, ["-g", "snail", "-a", "ida*"]),
        ({"board": UNSOLVABLE}, []),
        ({"board": "123405678", "algorithm": "wastar(weight=3)"}, ["-a", "wastar(weight=3)"]),
        ({"board": BOARD, "heuristic": "max(manhattan, gaschnig)"}, ["-e", "max(manhattan, gaschnig)"]),
        ({"board": BOARD, "algorithm": "beam", "options": {"width": 3}}, ["-a", "beam", "-O", "width=3"]),
        ({"board": "1 0 2 3 4 5", "size": "2x3"}, ["--size", "2x3"]),
        (
            {"board": BOARD, "limits": {"nodes": 20}, "backend": "python"},
            ["--limit", "nodes=20", "--backend", "python"],
        ),
        ({"board": BOARD, "algorithm": "bfs", "limits": {"depth": "3"}}, ["-a", "bfs", "--limit", "depth=3"]),
        (
            {"board": "5 2 1 / 4 8 3 / 7 6 0", "algorithm": "hill_climbing", "options": {"never_undo": True}},
            ["-a", "hill_climbing", "-O", "never_undo"],
        ),
        ({"board": "1 2 0 3", "size": "1x4"}, ["--size", "1x4"]),
    ],
)
def test_solve_returns_what_the_command_prints(
    server: Serving, capsys: pytest.CaptureFixture[str], words: dict[str, Any], arguments: list[str]
) -> None:
    wanted = command_json(capsys, "solve", words["board"], *arguments)
    assert timeless(server.answer("solve", **words)) == timeless(wanted)


@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        ({"board": BOARD}, []),
        ({"board": UNSOLVABLE}, []),
        ({"board": UNSOLVABLE, "goal": "snail"}, ["-g", "snail"]),
        ({"board": "2 1 0 3", "size": "1x4"}, ["--size", "1x4"]),
        ({"board": "[[1, 2], [3, 0]]"}, []),
    ],
)
def test_check_returns_what_the_command_prints(
    server: Serving, capsys: pytest.CaptureFixture[str], words: dict[str, Any], arguments: list[str]
) -> None:
    assert server.answer("check", **words) == command_json(capsys, "check", words["board"], *arguments)


@pytest.mark.parametrize(
    "board", [BOARD, UNSOLVABLE, "1 2 3 / 4 5 6 / 7 8 0", "1 2 3 4 / 5 6 7 8 / 9 0 10 12 / 13 14 11 15"]
)
def test_hint_returns_what_the_command_prints(server: Serving, capsys: pytest.CaptureFixture[str], board: str) -> None:
    for count in (False, True):
        wanted = command_json(capsys, "hint", board, *(["--count"] if count else []))
        assert server.answer("hint", board=board, count=count) == wanted


@pytest.mark.parametrize(
    "words",
    [{"size": "3x3"}, {"size": "4x5", "goal": "snail", "count": 3}, {"size": "3x3", "moves": 12}, {"depth": 20}],
)
def test_random_returns_what_the_command_prints(
    server: Serving, capsys: pytest.CaptureFixture[str], words: dict[str, Any]
) -> None:
    named = {**words, "seed": 7}
    arguments = [text for name, value in named.items() if name != "size" for text in (f"--{name}", str(value))]
    assert server.post("random", **named).json() == command_json(capsys, "random", words.get("size", "3x3"), *arguments)


def test_a_board_can_be_rows_or_cells(server: Serving) -> None:
    rows = [[8, 1, 3], [4, 0, 2], [7, 6, 5]]
    wanted = timeless(server.answer("solve", board=BOARD, goal="1 2 3 / 8 0 4 / 7 6 5"))
    for board in (rows, [cell for row in rows for cell in row]):
        found = server.answer("solve", board=board, goal=[[1, 2, 3], [8, 0, 4], [7, 6, 5]])
        assert timeless(found) == wanted


def test_random_boards_differ_without_a_seed(server: Serving) -> None:
    first, second = (server.post("random", size="5x5").json() for _ in range(2))
    assert first["boards"] != second["boards"]
    assert server.post("random", size="5x5", seed=first["seed"]).json() == first


def test_the_registry_is_what_the_command_lists_and_more(server: Serving, capsys: pytest.CaptureFixture[str]) -> None:
    found, listed = server.get("registry").json(), command_json(capsys, "list")
    for kind in ("algorithms", "heuristics"):
        for wanted, item in zip(listed[kind], found[kind], strict=True):
            more = {name: item[name] for name in ("description", "source", "unit")}
            assert item == {**wanted, **more}
            assert len(item["description"]) > 40
    assert (found["goals"], found["formats"]) == (listed["goals"], listed["formats"])
    assert found["default_methods"]["3x3"] == "astar(linear_conflict)"
    assert found["core"] == _native.describe()
    assert {"3x3", "2x4"} <= set(found["depth_sizes"])
    assert "4x4" not in found["depth_sizes"]
    assert found["limits"]["side"] == 10


def test_depths_count_all_boards_and_judge_compares_distances(server: Serving) -> None:
    found = server.post("depths", size="3x3").json()
    assert (found["radius"], sum(found["counts"])) == (31, 181_440)
    assert server.answer("judge", board=BOARD, moves="R") == {
        "moves": "R",
        "before": 14,
        "after": 13,
        "verdict": "best",
        "best": "R",
        "best_tiles": [1],
        "plan": None,
    }
    assert server.answer("judge", board=BOARD, moves="U")["verdict"] == "worse"


def test_slides_are_counted_where_the_request_says_so(server: Serving) -> None:
    board = "8 6 7 / 2 5 4 / 3 0 1"
    solved = server.answer("solve", board=board, metric="slides")
    assert (solved["metric"], solved["length"], solved["single_moves"]) == ("slides", 20, 31)
    hint = server.answer("hint", board=board, metric="slides")
    assert (hint["left"], hint["moves"], hint["tiles"]) == (20, "UU", [1, 2])
    judged = server.answer("judge", board=board, moves="UU", metric="slides")
    assert (judged["before"], judged["after"], judged["verdict"], judged["best_tiles"]) == (20, 19, "equal", [1, 2])
    assert server.answer("depths", metric="slides")["radius"] == 24
    assert server.answer("random", depth=24, metric="slides")["boards"] == ["1 4 7 / 2 0 8 / 3 6 5"]
    large = server.answer("solve", board=one_line(random_board("5x5", seed=1)), metric="slides", limits={"time": 0.5})
    assert large["algorithm"] == "anytime"
    assert large["length"] == large["slides"] >= large["lower_bound"] > 0


@pytest.mark.skipif(not _native.is_available(), reason=_native.describe())
def test_boards_of_a_chosen_difficulty_beyond_the_tables(server: Serving) -> None:
    found = server.answer("random", size="2x7", harder_than=10, seed=3)
    assert server.answer("solve", board=found["boards"][0])["length"] > 10
    refused = server.post("random", size="4x4", depth=20, metric="slides")
    assert refused.status_code == 422
    assert "not built yet" in refused.json()["error"]["message"]


# Traces and pictures


@pytest.mark.parametrize(
    "algorithm", ["astar", "ida*", "hill_climbing", "bidirectional", "wastar(manhattan, weight=2)"]
)
def test_trace_lines_are_the_file_that_the_command_writes(
    server: Serving, capsys: pytest.CaptureFixture[str], algorithm: str
) -> None:
    run(["trace", BOARD, "-a", algorithm, "-o", "-"])
    found = server.post("trace/lines", board=BOARD, algorithm=algorithm)
    assert found.text == capsys.readouterr().out
    assert found.headers["content-disposition"] == 'attachment; filename="taquin-trace.jsonl"'


@pytest.mark.parametrize("algorithm", ["astar(misplaced)", "ida_star", "rbfs", "annealing(trials=200)", "dfs", "beam"])
def test_the_columns_of_a_trace_are_the_tree_of_its_lines(server: Serving, algorithm: str) -> None:
    words = {"board": BOARD, "algorithm": algorithm, "limits": {"nodes": 2000}}
    found = server.answer("trace", **words)
    trace = read_lines(server.post("trace/lines", **words).text.splitlines())
    nodes, tree = found["nodes"], trace.tree
    assert {len(column) for column in nodes.values()} == {len(tree)}
    for number, node in tree.nodes.items():
        assert nodes["iteration"][number] == node.iteration
        assert nodes["expansions"][number] == node.expansions
        assert nodes["born"][number] <= min(node.expansions or [found["steps"]])
    assert found["steps"] == tree.expansions == trace.outcome.stats.expanded
    assert found["node_path"] == list(trace.node_path)


def test_a_long_trace_is_truncated(server: Serving) -> None:
    found = server.answer("trace", board=BOARD, algorithm="bfs", nodes=100)
    assert (len(found["nodes"]["born"]), found["status"]) == (100, "solved")
    assert found["history"]["notice"]
    whole = server.answer("trace", board=BOARD, algorithm="bfs")
    assert not whole["history"]["notice"]
    assert found["nodes"]["born"] == whole["nodes"]["born"][:100]


@pytest.mark.parametrize("kind", ["animation", "strip", "board"])
def test_pictures_are_svg(server: Serving, kind: str) -> None:
    found = server.post("draw", board=BOARD, moves="RDLLUURDLDRURD", kind=kind, theme="dark")
    assert found.headers["content-type"] == "image/svg+xml"
    root = ElementTree.fromstring(found.text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    styles = root.findall("{http://www.w3.org/2000/svg}style")
    assert any("@keyframes" in (style.text or "") for style in styles) == (kind == "animation")
    assert "<script" not in found.text


# Streams


def test_a_stream_has_progress_events_and_ends_with_the_result(server: Serving) -> None:
    found = streamed(server, "solve/stream", board=BOARD, algorithm="bfs")
    assert [kind for kind, _ in found][-1] == "result"
    assert timeless(found[-1][1]) == timeless(server.answer("solve", board=BOARD, algorithm="bfs"))
    with server.client.stream("POST", "/api/solve/stream", json={**ENDLESS, "limits": {"time": 60}}) as response:
        told = (value for kind, value in events(response) if kind == "progress")
        first, second = next(told), next(told)
    assert (
        set(first) == set(second) == {"seconds", "expanded", "generated", "lower_bound", "memory", "best_h", "length"}
    )
    assert 0 < first["expanded"] < second["expanded"]
    assert 0 < first["lower_bound"] <= second["lower_bound"]


def test_the_solution_of_a_large_board_is_kept_for_hints_and_judgements(server: Serving) -> None:
    board = random_board(Shape(6, 6), rng=Random(8))
    solved = server.answer("solve", board=one_line(board), limits={"time": 60, "nodes": 20_000})
    left, following = solved["length"], board
    for letter in solved["moves"][:3]:
        hint = server.answer("hint", board=one_line(following))
        assert (hint["moves"], hint["left"], hint["spec"]) == (letter, left, "plan")  # nothing is searched
        judged = server.answer("judge", board=one_line(following), moves=letter)["plan"]
        assert (judged["before"], judged["after"], judged["effect"]) == (left, left - 1, "keeps")
        left, following = left - 1, following.play(letter)
    away = next(move for move in following.moves() if move.letter not in (letter, solved["moves"][3]))
    judged = server.answer("judge", board=one_line(following), moves=away.letter)["plan"]
    assert (judged["after"], judged["effect"]) == (left + 1, "leaves")
    assert "leaves the best known solution" in judged["sentence"]


def test_a_search_goes_on_from_a_solution(server: Serving) -> None:
    board = one_line(random_board(Shape(7, 7), rng=Random(9)))
    limits = {"time": 60, "nodes": 20_000}
    first = server.answer("solve", board=board, limits=limits)
    again = server.answer("solve", board=board, limits=limits, initial=first["moves"])
    assert again["length"] <= first["length"]
    assert "seed=" in again["spec"]  # another choice among equal scores than in the first run
    for wrong, message in (("RRR", "ends at the goal"), ("UUUUUUUUUU", "leads off the board")):
        assert message in server.post("solve", board=board, initial=wrong).json()["error"]["message"]
    error = server.post("solve", board=board, initial=first["moves"], algorithm="greedy").json()["error"]
    assert "greedy does not improve a given solution" in error["message"]


def test_a_recorded_search_on_a_large_board_ends_with_a_solution(server: Serving) -> None:
    board = one_line(random_board(Shape(5, 5), rng=Random(1)))
    lines = server.post("trace/lines", board=board).text
    assert lines == server.post("trace/lines", board=board).text  # limited by nodes, and not by time
    assert json.loads(lines.splitlines()[-1])["status"] == "solved"


def test_a_recorded_search_is_streamed_too(server: Serving) -> None:
    words = {"board": BOARD, "algorithm": "astar(manhattan)", "nodes": 50}
    *before, (kind, result) = streamed(server, "trace/stream", **words)
    assert (kind, result) == ("result", server.answer("trace", **words))
    last = before[-1][1]
    assert (last["is_writing"], last["expanded"]) == (True, solve(BOARD, algorithm="astar(manhattan)").stats.expanded)
    methods = ["astar(misplaced)", "astar(manhattan)"]
    pair = streamed(server, "trace/pair/stream", board=BOARD, methods=methods, nodes=50)[-1][1]
    assert pair["searches"][1]["nodes"] == result["nodes"]


def test_a_race_ends_with_the_table_of_the_command(server: Serving, capsys: pytest.CaptureFixture[str]) -> None:
    methods = ["astar(manhattan)", "astar(misplaced)", "bfs", "greedy(manhattan)"]
    found = streamed(server, "race", board=BOARD, methods=methods, limits={"time": 60})
    kinds = [kind for kind, _ in found]
    assert (kinds[0], kinds[-1]) == ("start", "finish")
    assert [method["spec"] for method in found[0][1]["methods"]] == methods
    rows = {told["place"]: told for kind, told in found if kind == "row"}
    assert [rows[place]["spec"] for place in range(4)] == methods
    standings = [told for kind, told in found if kind == "standing"]
    assert [len(told["rows"]) for told in standings] == [1, 2, 3]
    assert all(told["sentence"] and told["summary"] for told in standings)
    finish = found[-1][1]
    memory, nodes = finish["limits"]["memory"], finish["limits"]["nodes"]  # those of the server
    limits = ["--time", "60", "--limit", f"memory={memory}", "--limit", f"nodes={nodes}"]
    wanted = command_json(capsys, "compare", BOARD, "-a", ",".join(methods), "--backend", "python", *limits)
    for one, other in zip(finish["rows"], wanted["rows"], strict=True):
        assert timeless(one) == timeless(other)
    assert finish["optimum"] == 14
    assert (finish["question"], finish["winner"]) == ("work", "astar(manhattan)")
    assert finish["sentence"].startswith("A* · Manhattan expanded the fewest nodes, 76;")
    assert any("14 moves, and none is shorter" in sentence for sentence in finish["summary"])


def test_a_method_that_fails_leaves_the_race(server: Serving) -> None:
    board = "1 2 3 4 5 / 6 7 8 9 10 / 11 12 13 14 15 / 16 17 18 19 20 / 21 22 23 0 24"
    found = streamed(server, "race", board=board, methods=["astar(walking_distance)", "astar(manhattan)"])
    failed = [told for kind, told in found if kind == "failed"]
    assert [told["place"] for told in failed] == [0]
    assert failed[0]["error"]["kind"] == "heuristic"
    assert [row["spec"] for row in found[-1][1]["rows"]] == ["astar(manhattan)"]
    methods = ["astar(walking_distance)", "ida_star(walking_distance)"]
    assert streamed(server, "race", board=board, methods=methods)[-1][0] == "error", "every method fails"


def test_the_winner_of_a_race_is_the_spec_of_its_row_and_an_unsolvable_board_has_none(server: Serving) -> None:
    """Also where the result names the partition that the request left out."""
    finish = streamed(server, "race", board=BOARD, methods=["ida_star(pdb)", "bfs"])[-1][1]
    assert finish["winner"] == finish["rows"][0]["spec"] == "ida_star(pdb(4-4))"
    finish = streamed(server, "race", board=UNSOLVABLE, methods=["astar", "bfs"])[-1][1]
    assert finish["sentence"] == "No method can solve this board: the goal cannot be reached from it."
    assert finish["summary"] == []


# Mistakes


@pytest.mark.parametrize(
    ("board", "arguments", "words"),
    [
        ("1 2 3 4 0 5 6 7 7", [], {}),
        ("1 2 3 4 0 5 6 7", [], {}),
        (BOARD, ["-g", "snial"], {"goal": "snial"}),
        (BOARD, ["-g", "1 2 3 0"], {"goal": "1 2 3 0"}),
        (BOARD, ["-a", "astra"], {"algorithm": "astra"}),
        (BOARD, ["-a", "astar(weight=2)"], {"algorithm": "astar(weight=2)"}),
        (BOARD, ["-e", "manhatten"], {"heuristic": "manhatten"}),
        (BOARD, ["-a", "beam", "-O", "width=0"], {"algorithm": "beam", "options": {"width": "0"}}),
        (BOARD, ["--time", "soon"], {"limits": {"time": "soon"}}),
        (BOARD, ["--size", "three"], {"size": "three"}),
        (BOARD, ["-a", "rbfs", "--backend", "native"], {"algorithm": "rbfs", "backend": "native"}),
        (
            "1 2 3 4 5 6 7 8 9 10 11 0",
            ["-s", "2x6", "-e", "pdb(partition=9-2)"],
            {"size": "2x6", "heuristic": "pdb(partition=9-2)"},
        ),
    ],
)
def test_errors_are_those_of_the_command_line(
    server: Serving, capsys: pytest.CaptureFixture[str], board: str, arguments: list[str], words: dict[str, Any]
) -> None:
    assert run(["solve", board, *arguments]) == 2
    wanted = capsys.readouterr().err.removeprefix("taquin: error: ").rstrip()
    response = server.post("solve", board=board, **words)
    assert response.status_code == 422
    error = response.json()["error"]
    line = error["message"] if error["hint"] is None else f"{error['message']} ({error['hint']})"
    assert line == wanted
    assert set(response.json()) == {"error"}
    assert set(error) == {"kind", "message", "hint"}


@pytest.mark.parametrize(
    ("path", "words", "said"),
    [
        ("solve", {}, "board: field required"),
        ("solve", {"board": "hello"}, "expected"),
        ("solve", {"board": ""}, "expected"),
        ("solve", {"bord": "1 2 / 3 0"}, "board: field required; bord: extra inputs are not permitted"),
        ("solve", {"board": 5}, "board: input should be a valid string"),
        ("solve", {"board": BOARD, "bord": BOARD}, "bord: extra inputs are not permitted"),
        ("solve", {"board": BOARD, "limits": {"time": True}}, "limits.time"),
        ("solve", {"start": BOARD}, "start: extra inputs are not permitted; use board"),
        ("solve", {"board": BOARD, "time": 5}, "time: extra inputs are not permitted; use limits.time"),
        ("solve", {"board": BOARD, "method": "bfs"}, "use algorithm"),
        ("solve", {"board": [[1, 2], [3, "x"]]}, "board: value error, expected a text, rows such as"),
        ("solve", {"board": [[1, 2], 3]}, "board: value error, expected a text, rows such as"),
        ("solve", {"board": [[1, 2], [3, 3]]}, "tile 3 appears twice"),
        ("hint", {"board": BOARD, "count": "yes"}, "count: input should be a valid boolean"),
        ("race", {"board": BOARD, "methods": ["astar"]}, "methods: list should have at least 2 items"),
        ("race", {"board": BOARD, "methods": ["astar", "a*"]}, "is in the race twice"),
        ("race", {"board": BOARD, "methods": [f"wastar(weight={w})" for w in range(2, 12)]}, "2 to 8 methods"),
        ("draw", {"board": BOARD, "moves": "UU"}, "move 2"),
        ("judge", {"board": BOARD, "moves": "X"}, "expected"),
        ("draw", {"board": BOARD, "pace": 0}, "pace"),
        ("check", {"board": "1 2 3 0\n1 2 0 3"}, "expected one board"),
    ],
)
def test_other_errors_have_the_same_form(server: Serving, path: str, words: dict[str, Any], said: str) -> None:
    response = server.post(path, **words)
    assert response.status_code == 422
    assert said in response.json()["error"]["message"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"depth": 40}, "expected 0 to 31"),
        ({"depth": 5, "moves": 5}, "one of depth, harder_than and moves"),
        ({"size": "5x5", "depth": 5}, "12 cells"),
        ({"size": "3x4", "harder_than": 5, "metric": "slides"}, "not built yet"),
        ({"size": "3x4", "depth": 5}, "not built yet"),
        ({"size": "11x2"}, "at most 10 rows"),
        ({"sise": "3x3"}, "sise: extra inputs"),
        ({"count": 0}, "count"),
    ],
)
def test_errors_in_a_request_for_boards_have_the_same_form(server: Serving, words: dict[str, Any], said: str) -> None:
    if "3x4" in words.values() and not _native.is_available():
        pytest.skip("without the core there is another reason")
    response = server.post("random", **words)
    assert response.status_code == 422
    assert said in response.json()["error"]["message"]


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/api/solve", b"{", 400),
        ("POST", "/api/solve", b"[" * 60_000, 400),
        ("POST", "/api/solve", b'{"board": "\\ud800"}', 422),
        ("POST", "/api/solve", b'{"board": "1 2 3 0", "limits": {"nodes": 1' + b"0" * 4000 + b"}}", 422),
        ("POST", "/api/solve", b'{"board": "1 2 3 0", "limits": {"nodes": 1' + b"0" * 5000 + b"}}", 400),
        ("POST", "/api/solve", b'{"board": "1 2 3 0", "limits": {"time": NaN}}', 422),
        ("POST", "/api/solve", b'{"board": "1 2 3 0", "limits": {"time": 1e999}}', 422),
        ("POST", "/api/solve", b"\xff\xfe", 400),
        ("GET", "/api/solve", b"", 405),
        ("PUT", "/api/solve", b"{}", 405),
        ("GET", "/api/nothing", b"", 404),
        ("GET", "/nothing.html", b"", 404),
        ("GET", "/api", b"", 404),
        ("POST", "/", b"{}", 405),
    ],
)
def test_every_request_gets_a_result_or_an_error(
    server: Serving, method: str, path: str, body: bytes, status: int
) -> None:
    headers = {"content-type": "application/json"}
    response = server.client.request(method, path, content=body, headers=headers)
    assert response.status_code == status, response.text
    assert set(response.json()["error"]) == {"kind", "message", "hint"}
    assert "Traceback" not in response.text


def test_a_wrong_path_or_method_names_the_right_one(server: Serving) -> None:
    def error(method: str, path: str) -> tuple[str, str]:
        found = server.client.request(method, path).json()["error"]
        return found["message"], found["hint"]

    assert error("GET", "/api/solve") == (
        "'/api/solve' takes POST, not GET",
        "/docs and /api/openapi.json describe every request",
    )
    assert error("GET", "/api/estimate") == (
        "there is nothing at '/api/estimate'",
        "/docs lists every path; use /api/explain",
    )
    assert error("GET", "/api/verify")[1] == "/docs lists every path"
    assert error("POST", "/")[0] == "'/' takes GET or HEAD, not POST"


def test_the_description_names_every_route_and_error(server: Serving) -> None:
    described = server.client.get("/api/openapi.json").json()
    searches = ("solve", "solve/stream", "race", "trace", "trace/lines", "trace/pair", "tree")
    streams = ("trace/stream", "trace/pair/stream", "expansions/stream")
    playing = ("check", "hint", "judge", "explain", "draw", "random", "depths")
    learning = ("registry", "lessons", "exercise", "exercise/grade", "space", "expansions")
    course = ("course", "course/unit", "course/version", "course/worksheet")
    names = (*searches, *streams, *playing, *learning, *course, "qr")
    assert set(described["paths"]) == {f"/api/{name}" for name in names}
    for path in described["paths"].values():
        for operation in path.values():
            assert operation["summary"]
            assert operation["description"]
            for status, response in operation["responses"].items():
                if int(status) >= 400:
                    schema = response["content"]["application/json"]["schema"]
                    assert schema == {"$ref": "#/components/schemas/ErrorResponse"}
    assert json.dumps(described)
