"""The page without a server, before Python is there."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route

from visiting import Visits

IS_KEPT = "() => caches.keys().then((names) => names.length > 0 && navigator.serviceWorker.controller !== null)"


PYTHON = re.compile("/python/|/pyodide-")
"""The files of Python."""


def without_python(static: Visits, view: str, *, fails: bool = False) -> Page:
    """A page where the files of Python never arrive, or where its WebAssembly cannot be fetched."""

    def answer(route: Route) -> None:
        url = route.request.url
        if url.endswith(".json") or (fails and not url.endswith("pyodide.asm.wasm")):
            route.continue_()
        elif fails:
            route.abort()

    page = static.contexts.page(static.url, "light", "reduce", is_own=True)
    page.route(PYTHON, answer)
    static.pages.append(page)
    page.on("request", static._list)
    page.goto(static.url + view)
    page.wait_for_selector("html[data-ready]")
    return page
