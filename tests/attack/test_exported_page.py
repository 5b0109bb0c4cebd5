"""The page without a server: damaged runtimes, folders that are links, hosts that change, links that unpack to much."""

from __future__ import annotations

import json
import os
import time
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page

from browser import Contexts, wait_for_change
from hostile import ELEMENT, fault
from static_page import served
from taquin.cli import run
from taquin.web.browser import export
from visiting import NEAR, Visits, says

# Runtimes and folders -----------------------------------------------------------------------------------------------


@pytest.fixture
def runtime(tmp_path: Path) -> Path:
    """A folder with the files that a runtime has, and nothing in them."""
    python = tmp_path / "runtime" / "pyodide"
    python.mkdir(parents=True)
    for name in export.PYTHON_FILES:
        (python / name).touch()
    (python / "package.json").write_text('{"version": "1"}')
    (python / export.LOCK).write_text("{}")
    for name in export.WHEELS:
        with ZipFile(python / f"{name}-1-py3-none-any.whl", "w") as wheel:
            wheel.writestr(f"{name}-1.dist-info/METADATA", f"Name: {name}\nVersion: 1\n")
    return python.parent


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of one file."""

    def write(folder: Path, *values: object) -> None:
        folder.mkdir()
        (folder / "index.html").touch()

    monkeypatch.setattr(export, "export_page", write)


def wheel_of(runtime: Path) -> Path:
    return next(runtime.rglob("segno*.whl"))


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-30])


DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "cut": (lambda runtime: cut(wheel_of(runtime)), "is not a complete wheel"),
    "twice": (
        lambda runtime: (runtime / "segno-2.whl").write_bytes(wheel_of(runtime).read_bytes()),
        "more than one wheel of segno",
    ),
    "no wheel": (lambda runtime: wheel_of(runtime).unlink(), "lacks segno*.whl"),
    "no package": (lambda runtime: next(runtime.rglob("package.json")).unlink(), "package.json is missing or damaged"),
    "half a lock": (
        lambda runtime: next(runtime.rglob(export.LOCK)).write_text("{"),
        "-lock.json is missing or damaged",
    ),
}


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_runtime_is_named(
    name: str, runtime: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    damage, message = DAMAGES[name]
    damage(runtime)
    assert run(["export-page", str(tmp_path / "page"), "--runtime", str(runtime)]) == 2
    error = capfd.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert not (tmp_path / "page").exists()


@pytest.mark.usefixtures("quick")
def test_folders_of_a_page(
    runtime: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("empty", "full"):
        Path(name).mkdir()
    Path("full/file").touch()
    for name, target in {"to_empty": "empty", "to_nothing": "new", "to_itself": "to_itself"}.items():
        Path(name).symlink_to(target)
    os.mkfifo("fifo")
    for name in ("to_empty", "to_nothing", "a/b/c"):
        assert run(["export-page", name, "--runtime", str(runtime)]) == 0
        assert [path.name for path in Path(name).iterdir()] == ["index.html"]
    assert Path("to_empty").is_symlink()
    capfd.readouterr()
    for name in ("full", "fifo", "to_itself", "full/file/page", "to_empty"):
        assert run(["export-page", name, "--runtime", str(runtime)]) == 2
        assert capfd.readouterr().err.count("\n") == 1
    assert list(Path("full").iterdir()) == [Path("full/file")]
    assert not list(tmp_path.glob("**/.taquin-page-*"))


# The service worker -------------------------------------------------------------------------------------------------

REGISTER = "<script>navigator.serviceWorker.register('service_worker.js')</script>"
READ = "() => fetch('file.txt').then((response) => response.text())"
UPDATE = "() => navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => null)"
IS_CONTROLLED = "() => navigator.serviceWorker.controller !== null"


def mark_as_newer(folder: Path) -> None:
    """A host that compares times in seconds must see that its files have changed."""
    for path in folder.iterdir():
        os.utime(path, (time.time() + 60, time.time() + 60))


def write_site(folder: Path, text: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "index.html").write_text(REGISTER)
    (folder / "file.txt").write_text(text)
    export.write_service_worker(folder, text)


def read(page: Page, address: str) -> str:
    """The file of a site, when its service worker responds.

    A page that is opened while one worker replaces another belongs to neither, until it is opened again.
    """

    def is_controlled() -> bool:
        page.goto(address)
        return bool(page.evaluate(IS_CONTROLLED))

    wait_for_change(page, is_controlled)
    return str(page.evaluate(READ))


@pytest.mark.attack
def test_two_pages_of_one_host_are_both_kept(contexts: Contexts, tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_site(tmp_path / name, name)
    page = contexts.page("", "light", "reduce", is_own=True)
    with served(tmp_path) as address:
        for name in ("one", "two"):
            assert read(page, f"{address}{name}/") == name
    assert [read(page, f"{address}{name}/") for name in ("one", "two")] == ["one", "two"]
    page.context.close()


@pytest.mark.attack
def test_a_new_version_is_not_taken_from_the_cache_of_http(contexts: Contexts, tmp_path: Path) -> None:
    for name in ("first", "second"):
        write_site(tmp_path / name, name)
    mark_as_newer(tmp_path / "second")
    site, other = tmp_path / "site", tmp_path / "other"
    site.symlink_to("first")
    page = contexts.page("", "light", "reduce", is_own=True)
    with served(tmp_path, {"Cache-Control": "max-age=3600"}) as address:
        page.goto(f"{address}site/file.txt")  # the browser keeps it for an hour
        assert read(page, f"{address}site/") == "first"
        other.symlink_to("second")
        other.replace(site)  # all files at once

        def read_again() -> str:
            page.evaluate(UPDATE)
            page.goto("about:blank")  # a new version takes over when no page uses the old one
            return read(page, f"{address}site/")

        wait_for_change(page, lambda: read_again() == "second")
    page.context.close()


def test_another_site_at_the_same_address_is_shown(contexts: Contexts, tmp_path: Path) -> None:
    """As when another project is served on the same port of localhost."""
    write_site(tmp_path, "ours")
    page = contexts.page("", "light", "reduce", is_own=True)
    with served(tmp_path) as address:
        assert read(page, address) == "ours"
        (tmp_path / "service_worker.js").unlink()
        (tmp_path / "index.html").write_text("<title>other</title>")
        mark_as_newer(tmp_path)
        wait_for_change(page, lambda: bool(page.goto(address)) and page.title() == "other")
        assert page.evaluate("() => caches.keys()") == []
    page.context.close()


# Lesson plans -------------------------------------------------------------------------------------------------------


def plan_link(text: str) -> str:
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(text.encode()) + packer.flush()
    return f"#plan?steps={urlsafe_b64encode(packed).decode().rstrip('=')}"


@pytest.mark.attack
def test_hostile_lesson_plans(visits: Visits) -> None:
    page = visits.open(plan_link(json.dumps([[f"#play?board={NEAR}", ELEMENT]])), is_own=True)
    says(page, ".plan-words", ELEMENT)
    assert fault(page) == ""
    page.goto(visits.url + "/empty")
    page.goto(visits.url + plan_link("[" + " " * 100_000_000 + '["#home", "kept"]]'))  # 100 MB from a link of 100 KB
    says(page, "main > .notice", "This link is not valid: the lesson plan in it is damaged.")
    page.get_by_role("button", name="Show this step").click()
    says(page, ".plan-words", ELEMENT)
