"""Loading the compiled core: available, missing, or unusable."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import warnings
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING

import pytest

import taquin
from taquin import _native
from taquin.cli import run

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
needs_core = pytest.mark.skipif(not _native.is_available(), reason=_native.describe())


@pytest.fixture
def fresh() -> Iterator[None]:
    """Clear the cache of ``_native`` before and after the test."""
    _native._probe.cache_clear()
    yield
    _native._probe.cache_clear()


def compiler() -> str | None:
    names = [os.environ["CXX"]] if os.environ.get("CXX") else ["c++", "g++", "clang++"]
    return next(filter(None, map(shutil.which, names)), None)


def test_the_core_is_built_where_it_can_be() -> None:
    """The fallback to pure Python must not hide a native build that failed."""
    if os.environ.get("TAQUIN_PURE", "") not in {"", "0"}:
        pytest.skip("TAQUIN_PURE asks for pure Python")
    if compiler() is None:
        pytest.skip("there is no C++ compiler on PATH")
    if not (Path(sysconfig.get_path("include")) / "Python.h").is_file():
        pytest.skip("this Python has no headers to compile against")
    assert _native.is_available(), (
        f"{compiler()} is here, but this is {_native.describe()}; see build/install.log or set TAQUIN_PURE=1"
    )


@needs_core
def test_the_core_in_use_is_described() -> None:
    core = _native.load()
    assert core is sys.modules["taquin._core"]
    assert core.version() == taquin.__version__
    assert _native.capabilities() == frozenset(core.capabilities())
    is_free_threaded = sysconfig.get_config_var("Py_GIL_DISABLED")
    assert _native.describe() == f"native core {taquin.__version__}" + (" (with the GIL)" if is_free_threaded else "")


@pytest.mark.usefixtures("fresh")
def test_a_core_that_is_missing_or_cannot_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> ModuleType:
        raise ImportError("undefined symbol: PyUnicode_Whatever")

    other = ModuleType("taquin._core")
    vars(other).update(version=lambda: "0.0.1", capabilities=lambda: ["everything"])
    for core, failure, described in (
        (None, None, "pure Python (no C++ core; slower)"),  # None: an import of it fails
        (other, None, "built for version 0.0.1"),
        (None, fail, "pure Python (the native core is not usable: undefined symbol: PyUnicode_Whatever)"),
    ):
        monkeypatch.setitem(sys.modules, "taquin._core", core)
        if failure is not None:
            monkeypatch.setattr("taquin._native.importlib.import_module", failure)
        _native._probe.cache_clear()
        assert _native.load() is None
        assert not _native.is_available()
        assert _native.capabilities() == frozenset()
        assert described in _native.describe()


@needs_core
@pytest.mark.usefixtures("fresh")
def test_a_free_threaded_python_uses_the_core_with_the_gil(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python warns that it enables the GIL; that warning is not shown, and all others are."""
    core, message = _native.load(), "The global interpreter lock (GIL) has been enabled to load module 'taquin._core'"

    def warn_and_import(name: str) -> ModuleType | None:
        warnings.warn(f"{message}, which has not declared …", RuntimeWarning, stacklevel=2)
        warnings.warn("another warning", RuntimeWarning, stacklevel=2)
        return core

    monkeypatch.setattr("taquin._native.importlib.import_module", warn_and_import)
    monkeypatch.setattr(sys, "version", "3.14.4 free-threading build (main)")
    _native._probe.cache_clear()
    with pytest.warns(RuntimeWarning) as caught:
        assert _native.describe() == f"native core {taquin.__version__} (with the GIL)"
    assert [str(warning.message) for warning in caught] == ["another warning"]


@pytest.mark.usefixtures("fresh")
def test_the_core_is_not_used_if_the_gil_is_forced_off(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    flags = {name: getattr(sys.flags, name) for name in dir(sys.flags) if not name.startswith("_")}
    monkeypatch.setattr(sys, "flags", SimpleNamespace(**{**flags, "gil": 0}))
    described = "pure Python (the native core is not usable: it needs the GIL; unset PYTHON_GIL, or leave out -X gil=0)"
    assert _native.load() is None
    assert _native.describe() == described
    assert run(["verify", "1 2 / 3 0", ""]) == 0
    assert capsys.readouterr().err == f"taquin: this is {described}\n"


def test_importing_native_does_not_import_the_core() -> None:
    code = "import sys, taquin._native; print('taquin._core' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.slow
@pytest.mark.skipif(compiler() is None, reason="there is no C++ compiler on PATH")
def test_the_tests_of_the_library_pass(tmp_path: Path) -> None:
    """What ``make native-test`` does."""
    options = ["-G", "Ninja", "-DTAQUIN_PYTHON=OFF", "-DTAQUIN_TESTS=ON", "-DTAQUIN_WERROR=ON"]
    scripts = Path(sys.executable).parent
    for command in (
        ["cmake", *options, f"-DCMAKE_MAKE_PROGRAM={scripts / 'ninja'}", "-S", str(ROOT), "-B", str(tmp_path)],
        ["cmake", "--build", str(tmp_path)],
        ["ctest", "--test-dir", str(tmp_path), "--output-on-failure"],
    ):
        done = subprocess.run([scripts / command[0], *command[1:]], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def fake_core(version: str, capabilities: list[str]) -> ModuleType:
    core = ModuleType("taquin._core")
    vars(core).update(version=lambda: version, capabilities=lambda: capabilities)
    return core


@pytest.mark.usefixtures("fresh")
def test_any_capability_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "taquin._core", fake_core(taquin.__version__, ["one", "two"]))
    assert _native.capabilities() == {"one", "two"}
