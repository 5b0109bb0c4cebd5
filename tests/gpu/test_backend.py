"""What the backend ``cuda`` refuses, and what it needs: without a card."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from command_line import error_line
from taquin import Problem, Result, random_board
from taquin.errors import BackendError, SpecError
from taquin.gpu.card import open_card, read_sources
from taquin.run.observer import Observer
from taquin.solving import batch
from taquin.solving.batch import solve_many
from taquin.solving.solver import solve

BOARD = "8 6 7 / 2 5 4 / 3 0 1"
LARGE = " / ".join(" ".join(str((7 * row + column + 1) % 42) for column in range(7)) for row in range(6))


@pytest.fixture
def no_cupy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    monkeypatch.setitem(sys.modules, "numpy", None)  # a plain installation does not have it either
    open_card.cache_clear()


@pytest.mark.usefixtures("no_cupy")
def test_missing_cupy_is_an_error() -> None:
    with pytest.raises(BackendError, match="the cuda backend needs CuPy") as caught:
        solve(BOARD, backend="cuda")
    assert caught.value.hint is not None
    assert caught.value.hint.startswith("pip install")
    with pytest.raises(BackendError, match="the cuda backend needs CuPy"):
        list(solve_many([BOARD, BOARD], backend="cuda"))


def test_missing_card_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> int:
        raise RuntimeError("cudaErrorNoDevice: no CUDA-capable device is detected")

    cupy = ModuleType("cupy")
    cupy.cuda = ModuleType("cuda")  # type: ignore[attr-defined]
    cupy.cuda.runtime = ModuleType("runtime")
    cupy.cuda.runtime.getDeviceCount = fail
    monkeypatch.setitem(sys.modules, "cupy", cupy)
    open_card.cache_clear()
    with pytest.raises(BackendError, match="found no usable card: cudaErrorNoDevice"):
        solve(BOARD, backend="cuda")


@pytest.mark.parametrize(
    ("start", "arguments", "reason"),
    [
        (BOARD, {"algorithm": "astar"}, "it has only ida_star and beam, not astar"),
        (BOARD, {"algorithm": "ida_star", "heuristic": "manhattan"}, "it has only pattern databases"),
        (BOARD, {"algorithm": "ida_star", "heuristic": "max(pdb, manhattan)"}, "it has only pattern databases"),
        (BOARD, {"algorithm": "beam", "heuristic": "manhattan"}, "its beam takes learned"),
        (LARGE, {}, "it takes boards of up to 36 cells"),
        (BOARD, {"observer": Observer()}, "it reports no events"),
    ],
)
def test_unsupported_runs_are_refused(start: str, arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(BackendError, match=reason):
        solve(start, backend="cuda", **arguments)


def test_one_process_uses_the_card() -> None:
    with pytest.raises(SpecError, match="expected one job with the backend cuda, found 2"):
        solve_many([BOARD], backend="cuda", jobs=2)


def test_boards_beyond_a_batch_are_searched_in_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    batches: list[int] = []

    def run_many(problems: list[Problem], *_: object) -> list[Result]:
        batches.append(len(problems))
        return [solve(problem) for problem in problems]

    monkeypatch.setattr(batch, "BATCH", 2)
    monkeypatch.setattr(batch, "check_card", lambda *_: None)
    monkeypatch.setattr(batch, "run_many_on_card", run_many)
    for count in range(6):
        batches.clear()
        boards = [random_board("3x3", seed=seed) for seed in range(count)]
        results = solve_many(boards, backend="cuda", algorithm="ida_star", heuristic="pdb")
        assert [result.start for result in results] == boards
        assert batches == [2] * (count // 2) + [1] * (count % 2)


def test_other_backends_do_not_import_the_gpu() -> None:
    script = f"import sys, taquin; taquin.solve({BOARD!r}); print('taquin.gpu' in sys.modules, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


@pytest.mark.skipif(shutil.which("nvcc") is None, reason="needs nvcc")
@pytest.mark.parametrize("views", [2, *(pytest.param(views, marks=pytest.mark.slow) for views in (1, 4))])
@pytest.mark.parametrize("side", [pytest.param(5, marks=pytest.mark.slow), 6])
def test_kernels_compile(views: int, side: int, tmp_path: Path) -> None:
    shared = {"CELLS": side * side, "COLUMNS": side}
    stride = 0 if side == 5 else 36**6
    board = {**shared, "THREADS": 128, "VIEWS": views, "SLOTS": 4 * views, "INDEX": "unsigned", "STRIDE": stride}
    kernels: list[tuple[list[str], dict[str, object]]] = [
        (["databases.cu"], {**shared, "TILES": 6}),
        (["common.cuh", "search.cu"], {**board, "WINDOW": 32, "CHANGE_BITS": 3}),
        (["beam.cu"], {**shared, "THREADS": 128, "BLANK": 24}),
    ]
    for sources, defines in kernels:
        source = tmp_path / "kernel.cu"
        source.write_text(read_sources(sources))
        flags = [f"-D{name}={value}" for name, value in defines.items()]
        subprocess.run(
            ["nvcc", "-std=c++17", "-ptx", *flags, "-o", str(tmp_path / "kernel.ptx"), str(source)], check=True
        )


def test_an_experiment_needs_a_card_and_wall_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = ["-i", "hardest8", "-m", "ida_star(pdb)", "--backend", "cuda", "-o", str(tmp_path / "results.jsonl")]
    for option, message in [
        ([], "the cuda backend needs CuPy"),
        (["--clock", "cpu"], "the backend cuda needs the clock wall"),
        (["--limit", "memory=1GB"], "the backend cuda has no limit of memory"),
        (["--jobs", "2"], "one process runs an experiment on a GPU"),
    ]:
        assert message in error_line(capsys, "experiment", *plan, *option)
