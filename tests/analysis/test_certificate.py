"""Certificates: true ones are certified, and a change of any field is noticed by a program that shares no code."""

from __future__ import annotations

import ast
import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import taquin
from taquin.analysis import certifier
from taquin.analysis.certificate import make_certificate, search_evidence
from taquin.cli import run
from taquin.run.run import Run
from taquin.solving.heuristic_choice import choose_heuristic
from taquin.tables.distances import DistanceTable

START = "8 1 3 / 4 0 2 / 7 6 5"
STANDALONE = [sys.executable, "-I", certifier.__file__]
SECOND = Path(certifier.__file__).with_suffix(".mjs")
Certificate = dict[str, Any]  # which tests change in every way


def certified(start: str, algorithm: str | None = None) -> Certificate:
    return {**make_certificate(taquin.solve(start, algorithm=algorithm))}


def resealed(certificate: Certificate) -> str:
    """A forger recomputes the checksum of the file."""
    return json.dumps({**certificate, "checksum": certifier.seal(certificate)})


@pytest.mark.parametrize("algorithm", [None, "ida_star(manhattan)", "ida_star(misplaced)", "bfs", "ida_star(pdb)"])
def test_shortest_solutions_are_certified(algorithm: str | None) -> None:
    certificate = certified(START, algorithm)
    report = certifier.check(certifier.read(json.dumps(certificate)))
    assert report.is_complete
    assert certificate["length"] == certificate["lower_bound"] == 14
    assert len(report.checked) == 2 + len(certificate["iterations"])
    has_own = algorithm in ("ida_star(manhattan)", "ida_star(misplaced)")
    assert certificate["made_by"]["iterations"] == (algorithm if has_own else "ida_star(linear_conflict, threads=0)")


def test_the_certifier_knows_the_heuristics_of_taquin() -> None:
    for goal in ("1 2 3 / 4 5 6 / 7 8 0", "1 2 3 4 / 0 5 6 7"):
        board = taquin.Board(goal)
        for name in certifier.HEURISTICS:
            ours = choose_heuristic(name).build(board)
            theirs = certifier.estimate(name, board.shape.columns, list(board))
            for state in DistanceTable(board).states_at(15):
                assert ours(state) == theirs(list(state))


def test_goals_that_cannot_be_reached() -> None:
    line = taquin.Board([2, 1, 0], shape="1x3")
    for start in ("1 2 3 / 4 5 6 / 8 7 0", "2 1 / 3 0", line):
        certificate = make_certificate(taquin.solve(start))
        assert certificate["status"] == "unsolvable"
        assert certifier.check(certifier.read(json.dumps(certificate))).is_complete
    for board in DistanceTable(shape="2x3").states_at(9):
        assert certifier.can_reach(2, 3, list(board), [1, 2, 3, 4, 5, 0])
        swapped = [{1: 2, 2: 1}.get(tile, tile) for tile in board]
        assert not certifier.can_reach(2, 3, swapped, [1, 2, 3, 4, 5, 0])


def test_solutions_that_are_not_proven_shortest_and_trivial_ones() -> None:
    certificate = certified("8 6 7 / 2 5 4 / 3 0 1", "greedy")
    assert certificate["length"] > certificate["lower_bound"] == 23
    assert certifier.check(certifier.read(json.dumps(certificate))).is_complete
    solved = certified("1 2 3 / 4 5 6 / 7 8 0")
    assert (solved["length"], solved["lower_bound"], solved["iterations"]) == (0, 0, [])
    assert certifier.check(certifier.read(json.dumps(solved))).is_complete
    with pytest.raises(taquin.SpecError, match="without a solution"):
        make_certificate(taquin.solve(START, algorithm="bfs", nodes=3))


def test_large_iterations_are_not_walked_and_those_that_a_limit_stops_prove_less() -> None:
    report = certifier.check(certifier.read(json.dumps(certified(START))), nodes=5)
    assert not report.is_complete
    assert any("more nodes than allowed" in line for line in report.not_checked)
    result = taquin.solve("8 6 7 / 2 5 4 / 3 0 1")
    certificate: Any = make_certificate(result, search_evidence(result, Run(taquin.Limits(nodes=1000))))
    assert certificate["length"] == 31
    assert 23 < certificate["lower_bound"] < 31
    assert certifier.check(certifier.read(json.dumps(certificate))).is_complete


def places(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value inside the certificate, with the way to it."""
    if path:
        yield path, value
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from places(inner, (*path, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, (*path, index))


def others(value: object) -> list[Any]:
    """Other values for the same place: of the same type, and of another."""
    match value:
        case bool() | None:
            return [0, "x"]
        case int():
            return [value + 1, value - 1, value + 2, 2 * value + 7, -1, 2**70, str(value), float(value), None, True]
        case str():
            return [value + "0", value[1:], value[::-1] + "U", "", "manhattan", None, 7]
        case list():
            return [[], value[1:], [*value, *value[-1:]], value[::-1], None, "x"]
        case _:
            return [{}, None, []]


def change(certificate: Certificate, path: tuple[Any, ...], value: object) -> Certificate:
    changed = deepcopy(certificate)
    inside: Any = changed
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = value
    return changed


def refusal(text: str) -> str:
    try:
        certifier.check(certifier.read(text))
    except (ValueError, RecursionError) as error:
        return str(error)
    return ""


@pytest.mark.parametrize("algorithm", ["ida_star(manhattan)", None])
def test_every_change_of_every_field_is_noticed(algorithm: str | None) -> None:
    certificate = certified("1 2 3 / 4 0 5 / 6 7 8", algorithm)
    assert len(certificate["iterations"]) > 1
    count = 0
    for path, changed in changes(certificate):
        message = refusal(json.dumps(changed))
        assert message, (path, changed)  # by the checksum of the file, at least
        assert "\n" not in message
        forged = refusal(resealed(changed)) if path != ("checksum",) else message
        assert forged or path[0] == "made_by", (path, changed)  # which docs/certificates.md calls information
        count += 1
    assert count > 300


def changes(certificate: Certificate) -> Iterator[tuple[tuple[Any, ...], Certificate]]:
    """Certificates with one value exchanged, with the way to it."""
    for path, value in places(certificate):
        for other in others(value):
            changed = change(certificate, path, other)
            if changed != certificate:  # unlike a palindrome, or True for 1
                yield path, changed


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_both_certifiers_agree() -> None:
    boards = (START, "1 2 3 / 4 5 6 / 7 8 0", "1 2 3 / 4 5 6 / 8 7 0", "4 1 2 3 / 5 6 7 8 / 0 9 10 11")
    certificates = [certified(board) for board in boards]
    forgeries = [forge(certificates[0]) for forge in FORGERIES.values()]
    changed = [each for found in certificates[::2] for _, each in changes(found)]
    texts = ["[" * 100_000, *map(resealed, [*certificates, *forgeries, *changed])]
    driver = (
        f"import {{ certify }} from {json.dumps(SECOND.as_uri())};"
        "let input = ''; for await (const part of process.stdin.setEncoding('utf8')) input += part;"
        "for (const text of JSON.parse(input)) console.log(certify(text).verdict);"
    )
    command = ["node", "--input-type=module", "-e", driver]
    done = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, check=True)
    for text, verdict in zip(texts, done.stdout.splitlines(), strict=True):
        assert verdict == ("refused" if refusal(text) else "certified"), text[:2000]


def test_fields_that_are_missing_or_too_many_and_other_texts_are_refused() -> None:
    certificate = certified(START)
    for name in certificate:
        rest = {key: value for key, value in certificate.items() if key != name}
        assert "expected" in refusal(resealed(rest) if name != "checksum" else json.dumps(rest))
    assert "expected" in refusal(resealed({**certificate, "more": 1}))
    for text in ("", "{", "[]", "null", "1", '"x"', "[" * 100_000, '{"format": 1}', json.dumps(certificate)[:-20]):
        with pytest.raises((ValueError, RecursionError)):
            certifier.read(text)


def iterations_past_the_goal(found: Certificate, lower_bound: int) -> list[dict[str, Any]]:
    """True iterations up to this lower bound, but for what they say of the goal, which they do not look for."""
    of = certifier.estimate(found["heuristic"], found["columns"], found["goal"])
    made, bound = list[dict[str, Any]](), of(found["start"])
    elsewhere: Any = {**found, "goal": []}
    while bound < lower_bound:
        expanded, generated, beyond, checksum = certifier.walk(elsewhere, of, bound, 10**6)
        tree = {"bound": bound, "expanded": expanded, "generated": generated}
        made.append({**tree, "next_bound": beyond, "checksum": checksum})
        bound = beyond
    return made


def claim(found: Certificate, lower_bound: int) -> Certificate:
    """A detour that is said to be shortest, with iterations that state it."""
    moves = "LR" * ((lower_bound - found["length"]) // 2) + found["moves"]
    iterations = iterations_past_the_goal(found, lower_bound)
    return {**found, "moves": moves, "length": len(moves), "lower_bound": lower_bound, "iterations": iterations}


def unsolvable(found: Certificate) -> Certificate:
    nothing = dict.fromkeys(("moves", "length", "lower_bound", "heuristic"))
    return {**found, **nothing, "status": "unsolvable", "iterations": []}


FORGERIES: dict[str, Callable[[Certificate], Certificate]] = {
    "a shorter tree": lambda found: change(found, ("iterations", 0, "expanded"), 1),
    "an iteration left out": lambda found: change(found, ("iterations",), found["iterations"][1:]),
    "the last iteration left out": lambda found: change(found, ("iterations",), found["iterations"][:-1]),
    "a detour that is said to be shortest": lambda found: {**claim(found, 16), "iterations": found["iterations"]},
    "iterations that contain the goal": lambda found: claim(found, 16),
    "no solution of a board that has one": unsolvable,
    "moves that lead elsewhere": lambda found: {**found, "moves": "LR" * 7},
    "a move off the board": lambda found: {**found, "moves": found["moves"][:-1] + "R"},
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries_are_refused(name: str) -> None:
    assert refusal(resealed(FORGERIES[name](certified(START))))


def test_a_walk_from_the_goal_to_the_goal_is_not_shortest() -> None:
    """Every iteration is the true tree of its bound, and none of its nodes but the root is the goal."""
    goal = certified("1 2 3 / 4 5 6 / 7 8 0", "ida_star(manhattan)")
    for lower_bound in (2, 6, 12):
        forged = resealed(claim(goal, lower_bound))
        assert refusal(forged) == "the iteration with the bound 0 has a solution"


def test_boards_that_taquin_does_not_have_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Such as one line of 60,000 cells; only --nodes limited the work, which was without end."""
    proof = tmp_path / "proof.json"
    for rows, columns in ((1, 60_000), (1, 1), (257, 1)):
        cells = list(range(rows * columns))
        claim = {"rows": rows, "columns": columns, "start": cells, "goal": cells[:1] + cells[:0:-1]}
        proof.write_text(resealed({**certified("1 2 / 3 0"), **claim}), "utf-8")
        assert run(["certify", str(proof)]) == 2
        assert "expected 2 cells or more, up to 256 by 256" in capsys.readouterr().err


def test_the_certifier_is_short_and_imports_nothing_of_taquin() -> None:
    source = Path(certifier.__file__).read_text("utf-8")
    assert len(source.splitlines()) <= 290
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [node.module] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names]
            assert all(str(name).split(".")[0] in sys.stdlib_module_names for name in names)


def test_the_certifier_runs_by_itself(tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    proof.write_text(json.dumps(certified(START)), "utf-8")
    finished = subprocess.run([*STANDALONE, str(proof)], capture_output=True, text=True, check=False)
    assert (finished.returncode, finished.stderr) == (0, "")
    assert "14 legal moves" in finished.stdout
    assert finished.stdout.endswith(f"\ncertified: {proof}\n")
    proof.write_text(proof.read_text("utf-8").replace('"length": 14', '"length": 12'), "utf-8")
    finished = subprocess.run([*STANDALONE, str(proof)], capture_output=True, text=True, check=False)
    assert finished.returncode == 1
    assert finished.stderr.startswith("refused: it was changed")


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_second_certifier_runs_under_node(tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    proof.write_text(json.dumps(certified(START), indent=1), "utf-8")
    for nodes, code, verdict in (("5", 3, "certified in part\n"), ("500000", 0, "certified\n")):
        command = ["node", str(SECOND), str(proof), nodes]
        finished = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (finished.returncode, finished.stdout) == (code, verdict)
    long = {"rows": 1, "columns": 2, "start": [0, 1], "goal": [0, 1], "moves": "RL" * 500_000, "length": 1_000_000}
    proof.write_text(resealed({**certified("1 2 / 3 0"), **long}), "utf-8")  # which must not overflow the stack
    assert subprocess.run(command, capture_output=True, text=True, check=False).stdout == "certified\n"
    proof.write_text("{", "utf-8")
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    assert finished.returncode == 1
    assert finished.stdout.startswith("refused: ")


@pytest.fixture
def proof(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The certificate that ``taquin solve`` writes."""
    path = tmp_path / "proof.json"
    assert run(["solve", START, "--report", "certificate", "-o", str(path)]) == 0
    assert "a certificate of 14 moves; " in capsys.readouterr().out
    return path


def test_certify_accepts_what_solve_writes(proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["certify", str(proof)]) == 0
    assert capsys.readouterr().out.endswith("certified: a solution of 14 moves, and none is shorter\n")


def test_with_few_nodes_certify_certifies_in_part(proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["certify", str(proof), "--nodes", "5"]) == 3
    assert "certified in part" in capsys.readouterr().out


def test_certify_writes_json(proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["certify", str(proof), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["certified"] is True


def test_certify_names_what_is_false(proof: Path, capsys: pytest.CaptureFixture[str]) -> None:
    certificate = json.loads(proof.read_text("utf-8"))
    proof.write_text(resealed({**certificate, "lower_bound": 12}), "utf-8")
    assert run(["certify", str(proof)]) == 1
    assert "the iterations prove a lower bound of 14, not 12" in capsys.readouterr().err


@pytest.mark.parametrize("content", ["{}", None], ids=["another file", "no file"])
def test_what_is_no_certificate_is_one_line(
    content: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if content is not None:
        (tmp_path / "proof.json").write_text(content, "utf-8")
    assert run(["certify", str(tmp_path / "proof.json")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_no_certificate_is_written_without_a_solution(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", START, "-a", "bfs", "--limit", "nodes=3", "--report", "certificate"]) == 3
    assert "no certificate is written" in capsys.readouterr().err


def test_a_certificate_is_of_one_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text("1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 0 7 8\n", "utf-8")
    assert run(["solve", str(boards), "--report", "certificate"]) == 2
    assert "expected one board" in capsys.readouterr().err


@pytest.mark.parametrize(("function", "number"), [("certificate.crc32", signal.SIGINT), ("os.fsync", signal.SIGTERM)])
def test_a_signal_after_the_search_leaves_the_old_file(function: str, number: signal.Signals, tmp_path: Path) -> None:
    """The signal arrives while the checksum of a tree is computed, or while the file is written."""
    (tmp_path / "proof.json").write_text("old")
    script = (
        "import os, signal\n"
        "from taquin.__main__ import main\n"
        "from taquin.analysis import certificate\n"
        f"function, signals = {function}, iter([{number:d}])\n"
        f"{function} = lambda argument: list(map(signal.raise_signal, signals)) and False or function(argument)\n"
        "main()"
    )
    arguments = ["solve", START, "-a", "ida_star(misplaced)", "--report", "certificate", "-o", "proof.json"]
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "taquin: interrupted\n")
    assert [path.name for path in tmp_path.iterdir()] == ["proof.json"]
    assert (tmp_path / "proof.json").read_text() == "old"


@pytest.mark.parametrize("algorithm", [None, "bfs", "ida_star(manhattan)"])
def test_near_boards(algorithm: str | None) -> None:
    """The estimate of the start is the length of most of them: they need no iterations."""
    table = DistanceTable(shape="3x3")
    for depth in range(7):
        for state in table.states_at(depth)[::5]:
            certificate = certified(str(taquin.Board(list(state), shape="3x3")), algorithm)
            assert (certificate["length"], certificate["lower_bound"]) == (depth, depth)
            assert certifier.check(certifier.read(json.dumps(certificate))).is_complete


def test_a_cancelled_search_for_evidence_leaves_a_certificate_without_large_checksums() -> None:
    result = taquin.solve(START, algorithm="bfs")
    evidence = replace(search_evidence(result), status=taquin.Status.CANCELLED)
    certificate = make_certificate(result, evidence)
    assert certifier.check(certifier.read(json.dumps(certificate))).is_complete
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("taquin.analysis.certificate.CHECKSUM_NEEDED", 10)
        brief = make_certificate(result, evidence)
    assert [each["expanded"] > 10 for each in brief["iterations"]] == [
        each["checksum"] == "" for each in brief["iterations"]
    ]
    assert brief["lower_bound"] == certificate["lower_bound"] == 14
