"""The widgets in a real JupyterLab: shown, operated, and in step with the kernel."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser import wait_for_change, wait_for_frames
from processes import free_port
from waiting import PATIENCE, wait_until

pytestmark = pytest.mark.slow

CELLS = {
    "play": (
        'import taquin\nfrom taquin.notebook import Play, Player, Search\nplay = Play("1 2 3 / 4 0 5 / 6 7 8")\nplay'
    ),
    "player": "player = Player(taquin.solve(play.board))\nplayer",
    "search": (
        "recorder = taquin.Recorder()\n"
        'taquin.solve(play.board, algorithm="astar", heuristic="manhattan", observer=recorder)\n'
        "search = Search(recorder.trace())\nsearch"
    ),
    "values": 'print("values", play.moves, player.position, search.time, search.node)',
    "set": 'play.board = "1 2 3 / 4 5 6 / 7 8 0"\nplayer.position = 2\nsearch.time = 9',
}


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a JupyterLab that shows one notebook; it sends no request to another host."""
    folder = tmp_path_factory.mktemp("lab")
    cells: list[dict[str, object]] = [
        {"cell_type": "code", "id": name, "metadata": {}, "source": source, "outputs": [], "execution_count": None}
        for name, source in CELLS.items()
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (folder / "widgets.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    port, token = free_port(), secrets.token_hex(8)
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", f"--port={port}", "--ip=127.0.0.1"]
    command += [f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={folder}", "--allow-root"]
    command += ["--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    command += ["--LabApp.extension_manager=readonly"]
    homes = {name: str(folder / name.lower()) for name in ("HOME", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR")}
    with (folder / "log.txt").open("wb") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **homes})
        try:
            wait_for(f"http://127.0.0.1:{port}/api", server, folder / "log.txt")
            yield f"http://127.0.0.1:{port}/lab/tree/widgets.ipynb?token={token}"
        finally:
            server.terminate()
            server.wait(timeout=30)


def wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    def answers() -> bool:
        if server.poll() is not None:
            pytest.fail(f"JupyterLab ended: {log.read_text(errors='replace')[-2000:]}")
        try:
            with urllib.request.urlopen(address):
                return True
        except (urllib.error.URLError, ConnectionError):
            return False

    wait_until(answers)


@pytest.fixture(scope="module")
def page(browser: Browser, lab: str) -> Iterator[Page]:
    """The notebook, with its first three cells run."""
    context = browser.new_context(viewport={"width": 1300, "height": 1000})
    opened = context.new_page()
    opened.set_default_timeout(1000 * PATIENCE)
    opened.goto(lab)
    opened.locator(".jp-Notebook .jp-CodeCell").nth(4).wait_for()
    opened.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').wait_for()
    for name in ("play", "player", "search"):
        run(opened, name)
    opened.locator(".taquin-search canvas").wait_for()
    yield opened
    context.close()


def run(page: Page, name: str) -> None:
    """Run a cell. A key that comes before the page is ready is lost, so it is pressed until the prompt changes."""
    cell = page.locator(".jp-Notebook .jp-CodeCell").nth(list(CELLS).index(name))
    before = cell.locator(".jp-InputPrompt").inner_text()

    def has_begun() -> bool:
        cell.locator(".cm-content").click()
        page.keyboard.press("Control+Enter")
        with suppress(AssertionError):
            expect(cell.locator(".jp-InputPrompt")).not_to_have_text(before, timeout=5000)
        return cell.locator(".jp-InputPrompt").inner_text() != before

    wait_until(has_begun)


def values(page: Page) -> list[str]:
    """The values of the widgets in the kernel."""
    cell = page.locator(".jp-Notebook .jp-CodeCell").nth(list(CELLS).index("values"))
    before = cell.locator(".jp-InputPrompt").inner_text()
    run(page, "values")
    page.wait_for_function(
        "([cell, before]) => /\\d/.test(cell.innerText) && cell.innerText !== before",
        arg=[cell.locator(".jp-InputPrompt").element_handle(), before],
    )
    cell.locator(".jp-OutputArea-output").filter(has_text="values").wait_for()
    return cell.locator(".jp-OutputArea-output").inner_text().split()[1:]


def test_moves_by_hand_reach_python(page: Page) -> None:
    page.locator('.taquin-board.is-playable .taquin-tile[data-tile="5"]').click()
    page.keyboard.press("ArrowUp")
    page.locator(".taquin-player").get_by_role("button", name="One step forward").click()
    page.locator(".taquin-search").get_by_role("slider").fill("3")
    wait_for_change(page, lambda: values(page)[:3] == ["RD", "1", "3"])
    assert int(values(page)[3]) > 0


def test_keys_in_a_widget_are_not_commands_of_the_notebook(page: Page) -> None:
    """In its command mode B inserts a cell, and arrows go to another one."""
    cells = page.locator(".jp-Notebook .jp-CodeCell").count()
    for place in (".taquin-board.is-playable", ".taquin-player button >> nth=3", ".taquin-search canvas"):
        page.locator(place).focus()
        for key in ("b", "ArrowDown", "ArrowLeft"):
            page.keyboard.press(key)
        assert page.evaluate("document.activeElement.closest('.taquin') !== null"), place
    wait_for_frames(page)
    assert page.locator(".jp-Notebook .jp-CodeCell").count() == cells


def test_what_python_sets_is_shown(page: Page) -> None:
    run(page, "set")
    page.wait_for_function("document.querySelectorAll('.is-playable .taquin-tile.is-home').length === 8")
    page.wait_for_function("document.querySelector('.taquin-player input').value === '2'")
    page.wait_for_function("document.querySelector('.taquin-search input[type=range]').value === '9'")


def test_the_theme_is_that_of_the_lab(page: Page) -> None:
    """The theme of the lab is used, whatever the system prefers."""
    assert page.evaluate("document.body.dataset.jpThemeLight") == "true"
    colour = "getComputedStyle(document.querySelector('.taquin-face')).backgroundColor"
    light = page.evaluate(colour)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(colour) == light
    page.evaluate("document.body.dataset.jpThemeLight = 'false'")
    assert page.evaluate(colour) != light
    page.evaluate("document.body.dataset.jpThemeLight = 'true'")
