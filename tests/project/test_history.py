"""``benchmarks/history.py`` keeps one entry per commit, resumes after an interruption, and compares like with like."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


class Bench:
    """The command with two benchmarks that take no time, in a folder of its own."""

    def __init__(self, module: ModuleType, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.module, self.patch = module, patch
        self.file, self.parts = folder / "history" / "history.jsonl", folder / "parts.jsonl"
        self.calls: list[str] = []
        self.seconds = {"quick": 0.5, "slow": 2.0}
        patch.setattr(module, "HISTORY", self.file)
        patch.setattr(module, "PARTS", self.parts)
        patch.setattr(
            module, "BENCHMARKS", tuple(module.Benchmark(name, name, self.count(name)) for name in self.seconds)
        )
        patch.setattr(module, "timed", self.timed)
        self.stand_at("a" * 40)

    def count(self, name: str) -> Any:
        def run() -> int:
            self.calls.append(name)
            return 7

        return run

    def timed(self, run: Any) -> tuple[float, int]:
        if run is self.module.yardstick:
            return 0.25, 0
        work = run()
        return self.seconds[self.calls[-1]], work

    def stand_at(self, commit: str) -> None:
        self.patch.setattr(self.module, "commit", lambda: (commit, False))

    def run(self, *arguments: str) -> int:
        status: int = self.module.main(["--rounds", "2", *arguments])
        return status

    def entries(self) -> list[Any]:
        return [json.loads(line) for line in self.file.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    yield Bench(import_module("history"), tmp_path, monkeypatch)
    for name in ("history", "korf"):
        sys.modules.pop(name, None)


def test_an_entry_has_ratios_and_what_they_depend_on(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.run() == 0
    assert bench.run() == 0  # a commit is measured once
    [entry] = bench.entries()
    assert entry["commit"] == "a" * 40
    assert entry["benchmarks"]["slow"] == {"ratio": 8.0, "seconds": 2.0, "work": 7}
    assert {"date", "cpu", "python", "system", "taquin", "core", "rounds", "yardstick_seconds"} <= entry.keys()
    assert "host" not in entry
    assert "no earlier entry" in capsys.readouterr().out
    assert not bench.parts.exists()


def test_the_change_is_against_the_same_machine(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    bench.run()
    other = bench.entries()[0] | {"cpu": "another processor", "benchmarks": {"quick": {"ratio": 1, "work": 7}}}
    bench.module.append(bench.file, other)
    bench.stand_at("b" * 40)
    bench.seconds["slow"] = 3.0
    capsys.readouterr()
    assert bench.run() == 0
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert lines["quick"].split()[1:4] == ["2.000", "2.000", "+0.0%"]
    assert lines["slow"].split()[1:4] == ["12.000", "8.000", "+50.0%"]
    assert lines["slow"].endswith("; slower")
    assert bench.run("--show") == 0
    shown = capsys.readouterr().out
    assert "aaaaaaaaa" in shown
    assert "bbbbbbbbb" in shown


def test_the_yardstick_never_changes(bench: Bench) -> None:
    assert bench.module.yardstick() == 6_428_024_975
