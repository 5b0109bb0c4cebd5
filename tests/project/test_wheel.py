"""The source distribution and the wheel that is built from it are complete and work without the repository."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from waiting import PATIENCE

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
BOARD = "8 1 3 / 4 0 2 / 7 6 5"
BEYOND_THE_CORE = ["numpy", "scipy", "pillow", "starlette"]


def environment() -> dict[str, str]:
    """The environment variables, without those that could expose the repository."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "TAQUIN"))}


def call(*words: str | Path, folder: Path, text: str | None = None) -> str:
    """Run a program outside the repository, without its settings, and return the output."""
    done = subprocess.run(
        [str(word) for word in words],
        cwd=folder,
        env=environment() | {"TAQUIN_CACHE": str(folder / "cache")},
        input=text,
        stdin=subprocess.DEVNULL if text is None else None,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


def tracked(folder: str) -> set[str]:
    """The files of the repository in this folder."""
    done = subprocess.run(["git", "ls-files", folder], cwd=ROOT, capture_output=True, text=True, check=True)
    return {name for name in done.stdout.splitlines() if (ROOT / name).exists()}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution, and the wheel that ``build`` makes from it."""
    folder = tmp_path_factory.mktemp("built")
    call(sys.executable, "-m", "build", "--outdir", folder, ROOT, folder=folder)
    return folder


@pytest.fixture(scope="module")
def programs(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that has the wheel and what it requires."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder / "environment", with_pip=True)
    found = folder / "environment" / "bin"
    (wheel,) = built.glob("*.whl")
    call(found / "python", "-m", "pip", "install", wheel, folder=folder)
    return found


def test_the_source_distribution_has_what_a_build_needs(built: Path) -> None:
    (source,) = built.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        names = {name.split("/", maxsplit=1)[-1] for name in archive.getnames()}
    assert {"README.md", "LICENSE", "CMakeLists.txt", "pyproject.toml"} <= names
    assert tracked("src") <= names
    assert tracked("native") <= names


def test_the_wheel_has_the_package_and_nothing_else(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not re.match(r"taquin-[^/]*\.dist-info/", name)}
    core = {name for name in names if re.fullmatch(r"taquin/_core\.[\w.-]+\.(so|pyd)", name)}
    assert len(core) == 1
    commit = {"taquin/commit.txt"}  # which records name: there is one if the source is a checkout of Git
    assert names - core - commit == {name.removeprefix("src/") for name in tracked("src")}


def test_the_wheel_works_in_an_empty_environment(programs: Path, tmp_path: Path) -> None:
    def taquin(*words: str, text: str | None = None) -> str:
        return call(programs / "taquin", *words, folder=tmp_path, text=text)

    installed = json.loads(call(programs / "python", "-m", "pip", "list", "--format", "json", folder=tmp_path))
    assert not {item["name"].lower() for item in installed} & set(BEYOND_THE_CORE)
    assert "native core" in taquin("--version")
    assert "solved" in taquin("solve", "8 1 3 / 4 0 2 / 7 6 5", "--steps")
    assert "solved, and proven shortest" in taquin("solve", BOARD)
    assert "linear_conflict" in taquin("compare", BOARD)
    assert "astar" in taquin("tree", BOARD)
    taquin("tree", BOARD, "-o", "tree.pdf")
    assert (tmp_path / "tree.pdf").read_bytes().startswith(b"%PDF")
    assert "0 of 2 answers right" in taquin("quiz", "space", "--seed", "7", "--count", "2", text="?\n?\n")
    assert taquin("solve", "korf100(easy)", "--report", "jsonl").count('"status": "solved"') == 25
    assert "heuristic" in taquin("course", "heuristics")
    board = taquin("random", "5x5", "--seed", "1").strip()
    found = json.loads(taquin("solve", board, "--time", "1", "--json"))  # with the scores that are package data
    assert found["status"] == "solved"
    assert found["length"] < 160


def test_the_wheel_serves_the_page(built: Path, programs: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    call(programs / "python", "-m", "pip", "install", f"{wheel}[web]", folder=tmp_path)
    words = [str(programs / "taquin"), "serve", "--port", "0", "--no-open"]
    server = subprocess.Popen(words, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = next(found[0] for line in server.stdout if (found := re.search(r"http://127\.0\.0\.1:\d+/", line)))
        with urlopen(address, timeout=PATIENCE) as page:
            text = page.read().decode()
        for name in re.findall(r'(?:href|src)="/?(static/[^"]+|[^":]+\.(?:css|js|svg))"', text):
            with urlopen(address + name, timeout=PATIENCE) as response:
                assert response.status == 200
        request = Request(f"{address}api/solve", json.dumps({"board": BOARD}).encode())
        request.add_header("Content-Type", "application/json")
        with urlopen(request, timeout=PATIENCE) as response:
            assert json.load(response)["status"] == "solved"
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=PATIENCE)
