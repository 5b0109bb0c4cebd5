"""Record a visitor's first 20 seconds: ``.venv/bin/python tools/visitor_gif.py`` writes ``docs/visitor.gif``.

It starts a server of its own and opens the page in Chromium (see ``tests/support/browser.py``). The clock of the page
is replaced, so that the recording is the same on a busy machine.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Locator, Page

ROOT = Path(__file__).parent.parent
FILE = ROOT / "docs" / "visitor.gif"
SIZE, WIDTH = {"width": 1200, "height": 676}, 800
FRAME = 250
"""Milliseconds of one frame."""
ARROW = ((0, 0), (0, 26), (7, 20), (12, 31), (17, 29), (12, 18), (20, 18))
"""The pointer, from its point."""
COLOURS = 96
LARGEST = 1_500_000
"""Bytes that the README may load."""
NEAR = "#play?board=1,2,3/4,0,6/7,5,8"
"""Two moves from the goal: the arrow up, then the arrow to the left."""


class Recording:
    """Frames of a page, with the pointer and the time that each is shown."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[tuple[Image.Image, int]] = []
        self._pointer: tuple[float, float] | None = None

    def wait(self, milliseconds: int) -> None:
        """Record the page for this time."""
        for _ in range(milliseconds // FRAME):
            self.page.clock.run_for(FRAME)
            self._shoot()

    def click(self, target: Locator) -> None:
        """Move the pointer to an element, and click it."""
        target.wait_for()
        box = target.bounding_box()
        assert box is not None
        self._pointer = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.wait(2 * FRAME)
        self.page.mouse.click(*self._pointer)

    def _shoot(self) -> None:
        picture = Image.open(BytesIO(self.page.screenshot())).convert("RGB")
        if self._pointer:
            x, y = self._pointer
            arrow = [
                (x, y),
                (x, y + 26),
                (x + 7, y + 20),
                (x + 12, y + 31),
                (x + 17, y + 29),
                (x + 12, y + 18),
                (x + 20, y + 18),
            ]
            ImageDraw.Draw(picture).polygon(arrow, fill="black", outline="white", width=2)
        small = picture.resize((WIDTH, round(WIDTH * picture.height / picture.width)), Image.Resampling.LANCZOS)
        if self.frames and self.frames[-1][0].tobytes() == small.tobytes():
            self.frames[-1] = (small, self.frames[-1][1] + FRAME)
        else:
            self.frames.append((small, FRAME))

    def save(self, path: Path) -> None:
        """Write a GIF with one palette for all frames, which keeps what does not change unchanged."""
        pictures = [picture for picture, _ in self.frames]
        sheet = Image.new("RGB", (WIDTH, pictures[0].height * len(pictures)))
        for place, picture in enumerate(pictures):
            sheet.paste(picture, (0, place * picture.height))
        palette = sheet.quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
        reduced = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
        times = [time for _, time in self.frames]
        reduced[0].save(path, save_all=True, append_images=reduced[1:], duration=times, loop=0, optimize=True)


def visit(page: Page, url: str) -> Recording:
    """The first screen, the whole space, A* beside it, and a game that is won."""
    page.goto(f"{url}/#learn")
    page.wait_for_selector("html[data-ready]")
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.goto(f"{url}/#home")
    page.locator(".home-tree canvas").wait_for()
    recording = Recording(page)
    recording.wait(4000)
    recording.click(page.get_by_role("link", name="See all 181,440 boards"))
    for _ in _until(page, ".space-facts", "100 % of all"):
        page.clock.run_for(FRAME)
    recording.wait(6000)
    recording.click(page.get_by_role("button", name="A* · Manhattan"))
    for _ in _until(page, ".space-facts", "11 % of all"):
        page.clock.run_for(FRAME)
    recording.wait(3500)
    page.goto(f"{url}/{NEAR}")
    page.locator(".table .taquin-tile").first.wait_for()
    recording.wait(1000)
    for tile in (5, 8):
        recording.click(page.locator(f".table .taquin-tile[data-tile='{tile}']"))
        recording.wait(500)
    for _ in _until(page, ".play .notice", "the minimum"):
        page.clock.run_for(FRAME)
    recording.wait(2500)
    return recording


def _until(page: Page, selector: str, text: str) -> Iterator[None]:
    """Continue until an element has this text."""
    while text not in (page.locator(selector).first.text_content() or ""):
        yield
        page.wait_for_timeout(20)


def main() -> None:
    """Write the recording."""
    sys.path.insert(0, str(ROOT / "tests" / "support"))
    from browser import chromium
    from serving import serve_process

    with serve_process() as (_, url), chromium() as browser:
        page = browser.new_page(viewport=SIZE, color_scheme="light")  # type: ignore[arg-type]
        recording = visit(page, url.rstrip("/"))
        recording.save(FILE)
    seconds = sum(time for _, time in recording.frames) / 1000
    size = FILE.stat().st_size
    print(f"{FILE.relative_to(ROOT)}: {len(recording.frames)} frames, {seconds:g} s, {size:,} bytes")
    if size > LARGEST:
        sys.exit(f"it must not have more than {LARGEST:,} bytes")


if __name__ == "__main__":
    main()
