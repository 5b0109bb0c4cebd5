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
from taquin.trace.formats import read_lines
from taquin.web.settings import Settings

FIFTEEN = "1 2 3 4 / 5 6 7 8 / 9 0 10 12 / 13 14 11 15"
UNSOLVABLE = "1 2 3 / 4 5 6 / 8 7 0"


@pytest.fixture(scope="module")
def server() -> Iterator[Serving]:
    with serving(Settings(workers=1)) as server:
        yield server


def timeless(record: dict[str, Any]) -> dict[str, Any]:
    """Without the values that differ from run to run."""
    return {name: value for name, value in record.items() if name != "seconds"}


@pytest.mark.parametrize(
    ("path", "words", "arguments"),
    [
        ("solve", {"board": BOARD, "algorithm": "astar", "heuristic": "misplaced"}, "-a astar -e misplaced"),
        ("solve", {"board": BOARD}, ""),
        ("solve", {"board": UNSOLVABLE, "goal": "snail"}, "-g snail"),
        ("solve", {"board": BOARD, "algorithm": "beam", "options": {"width": 3}}, "-a beam -O width=3"),
        ("solve", {"board": "1 0 2 3 4 5", "size": "2x3"}, "--size 2x3"),
        ("solve", {"board": BOARD, "limits": {"nodes": 20}, "backend": "python"}, "--limit nodes=20 --backend python"),
        ("hint", {"board": BOARD, "limits": {"time": 300}}, "--time 5m"),  # a busy machine builds tables for long
        ("hint", {"board": FIFTEEN, "limits": {"time": 300}, "count": True}, "--time 5m --count"),
        ("random", {"depth": 20, "seed": 7}, "3x3 --depth 20 --seed 7"),
        (
            "random",
            {"size": "4x5", "goal": "snail", "count": 3, "moves": 12, "seed": 7},
            "4x5 --goal snail --count 3 --moves 12 --seed 7",
        ),
    ],
)
def test_a_request_returns_what_the_command_prints(
    server: Serving, capsys: pytest.CaptureFixture[str], path: str, words: dict[str, Any], arguments: str
) -> None:
    wanted = command_json(capsys, path, *filter(None, [words.get("board")]), *arguments.split())
    found = server.post(path, **words).json()
    assert found == wanted if path != "solve" else timeless(found) == timeless(wanted)


def test_a_board_can_be_rows_or_cells(server: Serving) -> None:
    rows = [[8, 1, 3], [4, 0, 2], [7, 6, 5]]
    wanted = timeless(server.answer("solve", board=BOARD, goal="1 2 3 / 8 0 4 / 7 6 5"))
    for board in (rows, [cell for row in rows for cell in row]):
        found = server.answer("solve", board=board, goal=[[1, 2, 3], [8, 0, 4], [7, 6, 5]])
        assert timeless(found) == wanted


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


def test_trace_lines_are_the_file_that_the_command_writes(server: Serving, capsys: pytest.CaptureFixture[str]) -> None:
    run(["trace", BOARD, "-a", "ida*", "-o", "-"])
    found = server.post("trace/lines", board=BOARD, algorithm="ida*")
    assert found.text == capsys.readouterr().out
    assert found.headers["content-disposition"] == 'attachment; filename="taquin-trace.jsonl"'
    large = one_line(random_board(Shape(5, 5), rng=Random(1)))
    lines = server.post("trace/lines", board=large).text
    assert lines == server.post("trace/lines", board=large).text, "limited by nodes, and not by time"
    assert json.loads(lines.splitlines()[-1])["status"] == "solved"


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


def test_the_winner_of_a_race_is_the_spec_of_its_row(server: Serving) -> None:
    """Also where the result names the partition that the request left out."""
    finish = streamed(server, "race", board=BOARD, methods=["ida_star(pdb)", "bfs"])[-1][1]
    assert finish["winner"] == finish["rows"][0]["spec"] == "ida_star(pdb(4-4))"


@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        ({"board": "1 2 3 4 0 5 6 7 7"}, []),
        ({"goal": "snial"}, ["-g", "snial"]),
        ({"algorithm": "beam", "options": {"width": "0"}}, ["-a", "beam", "-O", "width=0"]),
        ({"limits": {"time": "soon"}}, ["--time", "soon"]),
        ({"size": "three"}, ["--size", "three"]),
        ({"algorithm": "rbfs", "backend": "native"}, ["-a", "rbfs", "--backend", "native"]),
        ({"algorithm": "astar(manhattan)", "backend": "cuda"}, ["-a", "astar(manhattan)", "--backend", "cuda"]),
    ],
)
def test_errors_are_those_of_the_command_line(
    server: Serving, capsys: pytest.CaptureFixture[str], words: dict[str, Any], arguments: list[str]
) -> None:
    named = {"board": BOARD, **words}
    assert run(["solve", named["board"], *arguments]) == 2
    wanted = capsys.readouterr().err.removeprefix("taquin: error: ").rstrip()
    response = server.post("solve", **named)
    assert response.status_code == 422
    error = response.json()["error"]
    assert wanted == (error["message"] if error["hint"] is None else f"{error['message']} ({error['hint']})")


def test_one_worker_has_the_card(server: Serving) -> None:
    words = {"board": BOARD, "algorithm": "astar(manhattan)", "backend": "cuda"}
    workers = [(server.post("solve", **words).status_code, server.site.card.identities()) for _ in range(2)]
    assert workers[0] == workers[1]
    assert len(workers[0][1]) == 1
    assert not server.workers() & set(workers[0][1])


@pytest.mark.parametrize(
    ("path", "words", "said"),
    [
        ("solve", {}, "board: field required"),
        ("solve", {"board": 5}, "board: input should be a valid string"),
        ("solve", {"board": BOARD, "limits": {"time": True}}, "limits.time"),
        ("solve", {"board": BOARD, "time": 5}, "time: extra inputs are not permitted; use limits.time"),
        ("solve", {"board": [[1, 2], 3]}, "board: value error, expected a text, rows such as"),
        ("race", {"board": BOARD, "methods": ["astar"]}, "methods: list should have at least 2 items"),
        ("race", {"board": BOARD, "methods": ["astar", "a*"]}, "is in the race twice"),
        ("race", {"board": BOARD, "methods": [f"wastar(weight={w})" for w in range(2, 12)]}, "2 to 8 methods"),
        ("draw", {"board": BOARD, "moves": "UU"}, "move 2"),
        ("check", {"board": "1 2 3 0\n1 2 0 3"}, "expected one board"),
        ("random", {"depth": 5, "moves": 5}, "one of moves, depth and harder_than"),
        ("random", {"size": "11x2"}, "at most 10 rows"),
        ("space", {"size": "2x5"}, "expected a board of at most 9 cells"),
    ],
)
def test_other_errors_have_the_same_form(server: Serving, path: str, words: dict[str, Any], said: str) -> None:
    response = server.post(path, **words)
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
        ("POST", "/api/solve", b"\xff\xfe", 400),
        ("GET", "/api/solve", b"", 405),
        ("GET", "/nothing.html", b"", 404),
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
        "/api/openapi.json describes every request",
    )
    assert error("GET", "/api/estimate") == (
        "there is nothing at '/api/estimate'",
        "/api/openapi.json lists every path; use /api/explain",
    )
    assert error("GET", "/api/verify")[1] == "/api/openapi.json lists every path"
    assert error("POST", "/")[0] == "'/' takes GET or HEAD, not POST"


def test_random_boards_differ_without_a_seed(server: Serving) -> None:
    first, second = (server.post("random", size="5x5").json() for _ in range(2))
    assert first["boards"] != second["boards"]
    assert server.post("random", size="5x5", seed=first["seed"]).json() == first


def test_depths_count_all_boards(server: Serving) -> None:
    found = server.post("depths", size="3x3").json()
    assert (found["radius"], sum(found["counts"])) == (31, 181_440)


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


def test_a_stream_ends_at_a_limit(server: Serving) -> None:
    kind, result = streamed(server, "solve/stream", **ENDLESS, limits={"nodes": 1000})[-1]
    assert (kind, result["status"]) == ("result", "limit")


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


def test_a_method_that_fails_leaves_the_race(server: Serving) -> None:
    board = "1 2 3 4 5 / 6 7 8 9 10 / 11 12 13 14 15 / 16 17 18 19 20 / 21 22 23 0 24"
    found = streamed(server, "race", board=board, methods=["astar(walking_distance)", "astar(manhattan)"])
    failed = [told for kind, told in found if kind == "failed"]
    assert [told["place"] for told in failed] == [0]
    assert failed[0]["error"]["kind"] == "heuristic"
    assert [row["spec"] for row in found[-1][1]["rows"]] == ["astar(manhattan)"]
    methods = ["astar(walking_distance)", "ida_star(walking_distance)"]
    assert streamed(server, "race", board=board, methods=methods)[-1][0] == "error", "every method fails"
