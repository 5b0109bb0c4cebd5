"""A real browser for tests: the installed Chromium, controlled by Playwright. Nothing is downloaded.

Without Chromium these tests are skipped; under CI (``CI`` is set) they fail. ``CHROMIUM`` names another executable. The
pages of the tests come from memory, and their modules from the package: no request leaves the browser.
"""

from __future__ import annotations

import asyncio
import mimetypes
import os
import re
import shutil
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Route, sync_playwright

import taquin
from taquin.web.bundle import bundle
from waiting import PATIENCE

STATIC = Path(taquin.__file__).parent / "web" / "static"
MODULES = STATIC / "modules"
SITE = "http://taquin.test"  # the address of the pages of the tests, which the tests serve themselves

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first is Chromium without a user interface: with it the tests of the page take half the time."""
_OPTIONS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
_RUN: Any = asyncio.run
_EXPORT = re.compile(r"^export (?:async function|function|class|const) (\w+)", re.MULTILINE)
_IS_CHANGED = (
    "() => { try { localStorage.clear(); sessionStorage.clear(); } catch { } return '__pwClock' in globalThis; }"
)
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>test</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/modules/taquin.css">
<link rel="stylesheet" href="/modules/search.css">
<style>body {{ margin: 16px; background: Canvas; color-scheme: light dark }}</style></head>
<body><main id="host"></main><script type="module">
import parts from "/parts.js";
const host = document.getElementById("host");
window.parts = parts;
{script}
window.isReady = true;
</script></body></html>"""


@cache
def all_modules() -> str:
    """The shared modules of the page as one module: its default export has all that they export."""
    exports = {path: _EXPORT.findall(path.read_text(encoding="utf-8")) for path in sorted(MODULES.glob("*.js"))}
    lines = [f'import {{ {", ".join(names)} }} from "{path}";' for path, names in exports.items()]
    lines.append(f"export default {{ {', '.join(name for names in exports.values() for name in names)} }};\n")
    with TemporaryDirectory() as folder:
        entry = Path(folder, "parts.js")
        entry.write_text("\n".join(lines), encoding="utf-8")
        return bundle(entry)


def find_chromium() -> str | None:
    """The path of Chromium, or None."""
    named = os.environ.get("CHROMIUM")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, _NAMES)), None)


def require_chromium() -> str:
    """The path of Chromium. Without it the test is skipped."""
    path = find_chromium()
    if path is None:
        pytest.skip(
            "Chromium not found: install it (apt-get install chromium-headless-shell) or set CHROMIUM to its name"
        )
    return path


def _run_in_thread(main: Coroutine[Any, Any, Any], **options: Any) -> Any:
    """``asyncio.run`` in another thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(_RUN, main, **options).result()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Chromium, without a window, until the block ends.

    Meanwhile the event loop of Playwright occupies this thread, so ``asyncio.run`` uses another one.
    """
    path = require_chromium()
    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright, patch.object(asyncio, "run", _run_in_thread):
        browser = playwright.chromium.launch(executable_path=path, args=_OPTIONS + root)
        try:
            yield browser
        finally:
            browser.close()


class Contexts:
    """Browser contexts by their preferences, and their pages. Tests share them: a new page takes longer than a test.

    A test that changes its context (a fake clock, permissions, no network) requests its own.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._made: dict[tuple[str, str, bool, float], BrowserContext] = {}
        self._idle: dict[tuple[BrowserContext, str], list[Page]] = {}

    def page(
        self, site: str, scheme: str, motion: str, *, has_touch: bool = False, scale: float = 1, is_own: bool = False
    ) -> Page:
        """A page with these preferences for a site, new or used before; ``is_own``: alone in a new context."""
        key = (scheme, motion, has_touch, scale)
        if is_own:
            return self._new_context(key).new_page()
        if key not in self._made:
            self._made[key] = self._new_context(key)
        idle = self._idle.setdefault((self._made[key], site), [])
        if not idle:
            return self._made[key].new_page()
        page = idle.pop()
        page.emulate_media(color_scheme=scheme, reduced_motion=motion)  # type: ignore[arg-type]
        return page

    def _new_context(self, key: tuple[str, str, bool, float]) -> BrowserContext:
        scheme, motion, has_touch, scale = key
        made = self._browser.new_context(
            color_scheme=scheme,  # type: ignore[arg-type]
            reduced_motion=motion,  # type: ignore[arg-type]
            has_touch=has_touch,
            device_scale_factor=scale,
        )
        made.set_default_timeout(1000 * PATIENCE)
        return made

    def give_back(self, page: Page, site: str, empty: str) -> None:
        """Keep a page for the next test, with an empty document of its site; close the context of a test's own page."""
        if page.context not in self._made.values():
            page.context.close()
        elif page.is_closed():
            return
        else:
            assert not page.evaluate(_IS_CHANGED), "a test with a fake clock needs a page with is_own=True"
            page.mouse.move(0, 0)
            page.goto(empty)
            page.unroute_all()
            self._idle[page.context, site].append(page)


class Stage:
    """Makes pages that use the modules of the package, and listens for errors on them."""

    def __init__(self, contexts: Contexts) -> None:
        self.contexts = contexts
        self.pages: list[Page] = []
        self.errors: list[str] = []

    def page(
        self,
        script: str = "",
        *,
        width: int = 1000,
        height: int = 800,
        files: Mapping[str, str] | None = None,
        has_touch: bool = False,
        colour_scheme: str = "light",
        motion: str = "no-preference",
        scale: float = 1,
        is_own: bool = False,
    ) -> Page:
        """A page on which this module script has run, with an empty ``host`` and the shared modules in ``parts``.

        ``files`` are served beside it. ``is_own``: in a context of its own.
        """
        page = self.contexts.page(SITE, colour_scheme, motion, has_touch=has_touch, scale=scale, is_own=is_own)
        self.pages.append(page)
        page.set_viewport_size({"width": width, "height": height})
        served = {"/": _PAGE.format(script=script), "/parts.js": all_modules(), "/empty": "", **(files or {})}
        page.route("**/*", lambda route: _answer(route, served))
        page.on("pageerror", self._fail)
        page.on("console", self._hear)
        page.goto(f"{SITE}/")
        page.wait_for_function("window.isReady")
        return page

    def _fail(self, error: Error) -> None:
        self.errors.append(f"{error}\n{error.stack}")

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def close(self) -> None:
        """Give all pages back. Fails if one of them had an error."""
        for page in self.pages:
            page.remove_listener("pageerror", self._fail)
            page.remove_listener("console", self._hear)
            self.contexts.give_back(page, SITE, f"{SITE}/empty")
        assert not self.errors, self.errors


def wait_for_rest(page: Page) -> None:
    """Wait until all animations have ended."""
    page.wait_for_function("document.getAnimations().every((animation) => animation.playState !== 'running')")


def wait_for_frames(page: Page) -> None:
    """Wait until everything is painted: a frame paints what the frame before requested."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")


def wait_for_change(page: Page, condition: Callable[[], bool]) -> None:
    """Wait until the condition holds. Unlike ``wait_until``, this processes the browser's events."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "the condition did not hold in time"
        page.wait_for_timeout(10)


COUNT_CANVAS_CALLS = """() => {
  window.canvasCalls = 0;
  const prototype = CanvasRenderingContext2D.prototype;
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (typeof value !== 'function') continue;
    prototype[name] = function (...values) {
      window.canvasCalls += 1;
      return value.apply(this, values);
    };
  }
}"""
"""Counts the calls of canvas methods in ``canvasCalls``. Unlike the time, the count does not depend on the machine."""


def _answer(route: Route, served: Mapping[str, str]) -> None:
    path = route.request.url.removeprefix(SITE)
    if path in served:
        kind = mimetypes.guess_type(path)[0] or "text/html"
        route.fulfill(body=served[path], content_type=f"{kind}; charset=utf-8")
    elif path == "/favicon.ico":
        route.fulfill(status=204)
    elif path.startswith(("/modules/", "/page/")) and (STATIC / path[1:]).is_file():
        route.fulfill(path=STATIC / path[1:])
    else:
        route.abort()
