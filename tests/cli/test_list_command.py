"""``taquin list`` as users see it: everything that the registry has."""

from __future__ import annotations

import pytest

from cases import each_case
from command_line import Capture, answer, printed
from taquin.puzzle.formats import Format
from taquin.solving.registry import ALGORITHMS, HEURISTICS, AlgorithmSpec, HeuristicSpec


def test_one_algorithm(capsys: Capture) -> None:
    assert printed(capsys, "list", "WA*") == (
        "wastar  weighted A*: expands the node with the least g + weight · h first\n"
        "        complete: yes; optimal: within the factor weight, if h is admissible; memory: every state seen\n"
        "        also called wa*, weighted_astar, weighted_a*\n"
        "        -O weight=N: how much h counts: 1 is A*; more is faster, but solutions may be longer (default: 1.5)\n"
        "        -O priority=linear|xdp|xup: where h counts more than g: everywhere, near the goal, or near the start "
        "(default:\n"
        "          linear)\n"
        "        -O tie_break=fifo|lifo|low-h|random: which of equal nodes is expanded first: the oldest, the "
        "youngest, the\n"
        "          lowest h, a random one (default: fifo)\n"
        "        -O seed=N: seed of the random choices: same seed, same run (default: 0)\n"
    )
    assert answer(capsys, "list", "astar") in answer(capsys, "list", "algorithms")


@each_case("spec", [*ALGORITHMS, *HEURISTICS])
def test_every_option_is_listed(capsys: Capture, spec: AlgorithmSpec | HeuristicSpec) -> None:
    words = " ".join(printed(capsys, "list", spec.key).split())
    assert f"{spec.name}: {spec.summary}" in words
    for option in spec.options:
        assert f"{option.name}=" in words
        assert option.summary in words


def test_all_of_them(capsys: Capture) -> None:
    out = printed(capsys, "list")
    for name in ("algorithms", "heuristics", "goals", "formats", "instances"):
        assert f"\n{name}\n\n" in "\n" + out
        assert printed(capsys, "list", name) in out
    assert printed(capsys, "list", "algorithm") == printed(capsys, "list", "algorithms")


def test_json(capsys: Capture) -> None:
    algorithms = answer(capsys, "list", "algorithms")
    assert [item["key"] for item in algorithms] == [spec.key for spec in ALGORITHMS]
    assert set(algorithms[0]) == {
        "key", "name", "title", "aliases", "summary", "complete", "optimal", "memory", "uses_heuristic", "options",
    }  # fmt: skip
    weighted = next(item for item in algorithms if item["key"] == "wastar")
    assert weighted["options"][0]["name"] == "weight"
    assert weighted["options"][0]["default"] == 1.5
    everything = answer(capsys, "list")
    assert list(everything) == ["algorithms", "heuristics", "goals", "formats", "instances"]
    assert everything["algorithms"] == algorithms
    assert [item["key"] for item in everything["heuristics"]] == [spec.key for spec in HEURISTICS]
    assert everything["goals"][0] == {
        "name": "standard",
        "summary": "1, 2, 3, … with the blank last (default)",
        "example": "1 2 3 / 4 5 6 / 7 8 0",
    }
    assert [item["name"] for item in everything["formats"]] == [form.value for form in Format]


def test_algorithms(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "list", "algorithms")
    words = " ".join(out.split())
    for spec in ALGORITHMS:
        assert f"\n{spec.key} " in "\n" + out
        assert f"{spec.name}: {spec.summary}" in words
        assert (
            f"complete: {spec.claims.complete}; optimal: {spec.claims.optimal}; memory: {spec.claims.memory}" in words
        )
        assert f"also called {', '.join(spec.aliases)}" in words
    assert "tie_break" not in out
    assert max(map(len, out.splitlines())) <= 120


def test_heuristics(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "list", "heuristics")
    for spec in HEURISTICS:
        assert f"\n{spec.key} " in "\n" + out
        assert ", ".join(spec.aliases) in out
    assert "admissible: yes; consistent: yes; sizes: any" in out
    assert "admissible: if its parts are" in out
    assert "FILE.py:NAME" in out


def test_formats(capsys: Capture) -> None:
    out = printed(capsys, "list", "formats")
    for form in Format:
        assert f"\n{form.value} " in "\n" + out
        assert form.summary in out
        for line in form.example.splitlines():
            assert line in out
