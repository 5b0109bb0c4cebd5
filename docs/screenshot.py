"""Take the picture of the web page for the docs: ``.venv/bin/python docs/screenshot.py`` writes ``docs/page.png``.

It starts a server of its own, opens the page in Chromium (see ``tests/support/browser.py``), and takes a screenshot.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "page.png"
VIEW = "#watch?board=1,0,8/2,5,7/4,6,3&goal=0,8,7/1,2,3/4,5,6&method=astar(manhattan)&step=8&node=8"
"""The search whose tree docs/how-to/watch.md shows as text, at its last step; node 8 is chosen."""
SIZE = {"width": 1280, "height": 800}
COLOURS = 128
"""More than the page uses, and a much smaller file than with all colours."""


def take() -> bytes:
    """The page as a PNG."""
    sys.path.insert(0, str(ROOT / "tests" / "support"))
    from browser import chromium
    from serving import serve_process

    with serve_process() as (_, url), chromium() as browser:
        page = browser.new_page(viewport=SIZE, device_scale_factor=2, reduced_motion="reduce")  # type: ignore[arg-type]
        page.goto(url + VIEW)
        page.locator(".watch canvas").wait_for()
        page.locator(".watch .taquin-reason").wait_for()
        page.wait_for_timeout(500)
        return page.screenshot()


def main() -> None:
    picture = Image.open(BytesIO(take()))
    picture.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(PICTURE, optimize=True)
    print(f"{PICTURE.relative_to(ROOT)}: {picture.width}×{picture.height}, {PICTURE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
