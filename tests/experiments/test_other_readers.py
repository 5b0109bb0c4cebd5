"""Programs that read a results file without Taquin: an example."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from taquin.experiments import Plan, run_experiment

pytestmark = pytest.mark.slow
duckdb: Any = pytest.importorskip("duckdb", reason="`make slow` installs it")
polars: Any = pytest.importorskip("polars", reason="`make slow` installs it")

EXAMPLE = Path(__file__).parents[2] / "examples" / "experiments" / "read_results.py"


def test_polars_and_duckdb_read_a_results_file_and_write_parquet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    # Fields that are null in one method's runs, and lists that are empty in another's.
    run_experiment(
        Plan(("random(3x3, count=20, seed=1)",), ("bfs", "ida_star(manhattan)", "anytime")), "results.jsonl", jobs=2
    )
    runpy.run_path(str(EXAMPLE))
    assert capsys.readouterr().out.count("ida_star(manhattan)") == 2
    counts = {"anytime(threads=1)": 20, "bfs": 20, "ida_star(manhattan)": 20}
    for name in ("results.parquet", "results-2.parquet"):
        read = polars.read_parquet(name)
        assert dict(read.group_by("method").len().iter_rows()) == counts
        again = duckdb.sql(f"SELECT method, count(*) FROM '{name}' GROUP BY method").fetchall()
        assert dict(again) == counts
