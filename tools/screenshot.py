"""Take the pictures of the docs that no command makes: ``.venv/bin/python tools/screenshot.py`` writes ``docs/*.png``.

It starts a server of its own and opens the page in Chromium (see ``tests/support/browser.py``). The game in the
terminal draws itself as SVG, which Chromium shows too; the chart is one of ``taquin.draw``.
"""

from __future__ import annotations

import asyncio
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from PIL import Image
from playwright.sync_api import Browser

import taquin

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
WATCH = "#watch?board=1,0,8/2,5,7/4,6,3&goal=0,8,7/1,2,3/4,5,6&method=astar(manhattan)&step=8&node=8"
"""The search whose tree docs/how-to/watch.md shows as text, at its last step; node 8 is chosen."""
EXERCISES = "#exercises/astar"
COLOURS = 128
"""More than the page uses, and a much smaller file than with all colours."""


def page(browser: Browser, url: str, ready: str, *, scale: float = 1, closes: str = "") -> bytes:
    """A view of the page, once this element is shown, and another one is closed."""
    opened = browser.new_page(
        viewport={"width": 1280, "height": 800}, device_scale_factor=scale, reduced_motion="reduce"
    )
    opened.goto(url)
    opened.locator(ready).first.wait_for()
    if closes:
        opened.locator(closes).first.click()
    opened.wait_for_timeout(500)
    return opened.screenshot()


def game(browser: Browser) -> bytes:
    """The game in a terminal of 42 columns, after a hint."""
    opened = browser.new_page(viewport={"width": 520, "height": 700})
    opened.set_content(asyncio.run(_game()))
    return opened.locator("svg").screenshot()


async def _game() -> str:
    from taquin.tui.app import PlayApp

    board = taquin.random_board("4x4", seed=4, moves=24)
    with TemporaryDirectory() as folder, patch.dict("os.environ", {"TAQUIN_DATA": folder}):
        app = PlayApp(board, taquin.Problem(board).goal, lambda: board)
        async with app.run_test(size=(42, 18)) as pilot:
            await pilot.press("h")
            await app.workers.wait_for_complete()
            await pilot.press("h")
            await pilot.pause()
            return app.export_screenshot(title="taquin play 4x4")


def chart() -> bytes:
    """The nodes of A* with five heuristics on a board of 31 moves."""
    heuristics = ["misplaced", "manhattan", "linear_conflict", "walking_distance", "pdb"]
    compared = taquin.compare("8 6 7 / 2 5 4 / 3 0 1", algorithms=["astar"], heuristics=heuristics)
    with TemporaryDirectory() as folder:
        return taquin.draw(compared).save(Path(folder) / "chart.png").read_bytes()


def save(name: str, content: bytes) -> None:
    """Write a picture with few colours."""
    path = DOCS / name
    picture = Image.open(BytesIO(content)).convert("RGB")
    picture.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path.relative_to(ROOT)}: {picture.width}×{picture.height}, {path.stat().st_size:,} bytes")


def main() -> None:
    sys.path.insert(0, str(ROOT / "tests" / "support"))
    from browser import chromium
    from serving import serve_process

    with serve_process() as (_, url), chromium() as browser:
        save("page.png", page(browser, url + WATCH, ".watch .taquin-reason", scale=2))
        save("exercises.png", page(browser, url + EXERCISES, ".exercise-tools", closes="summary"))
        save("game.png", game(browser))
    save("nodes.png", chart())


if __name__ == "__main__":
    main()
