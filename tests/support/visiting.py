"""Opens the page of a real server in a real browser.

A page with an error in its console, or with a request to another host, fails the test that opened it.
"""

from __future__ import annotations

from playwright.sync_api import ConsoleMessage, Error, Page, Request, expect

from browser import STATIC, Contexts
from waiting import PATIENCE, wait_until

expect.set_options(timeout=1000 * PATIENCE)

BOARD = "8,1,3/4,0,2/7,6,5"  # 14 moves from the standard goal
NEAR = "1,2,3/4,5,6/0,7,8"  # 2 moves: the arrow to the left, twice
UNSOLVABLE = "1,2,3/4,5,6/8,7,0"

_READ = """view => {
  const [rows, columns] = ['--rows', '--columns'].map((name) => Number(view.style.getPropertyValue(name)));
  const cells = Array(rows * columns).fill(0);
  for (const tile of view.querySelectorAll('.taquin-tile')) {
    const [row, column] = ['--row', '--column'].map((name) => Number(tile.style.getPropertyValue(name)));
    cells[row * columns + column] = Number(tile.dataset.tile);
  }
  return Array.from({ length: rows }, (_, row) => cells.slice(row * columns, (row + 1) * columns).join(',')).join('/');
}"""


class Visits:
    """Opens pages, and checks them for errors at the end."""

    def __init__(self, url: str, contexts: Contexts) -> None:
        self.url = url
        self.contexts = contexts
        self.pages: list[Page] = []
        self.errors: list[str] = []
        self.requests: list[str] = []

    def open(
        self,
        address: str = "",
        *,
        width: int = 1280,
        height: int = 900,
        theme: str = "light",
        motion: str = "reduce",
        is_own: bool = False,
        is_bundled: bool = True,
    ) -> Page:
        """The page at this address, ready. Motion is reduced unless it is what the test is about.

        ``is_own``: in a context of its own; not ``is_bundled``: in many modules, which a test can import.
        """
        page = self.contexts.page(self.url, theme, motion, is_own=is_own)
        self.pages.append(page)
        page.set_viewport_size({"width": width, "height": height})
        page.on("pageerror", self._fail)
        page.on("console", self._hear)
        page.on("request", self._list)
        if not is_bundled:
            page.route("**/page/main.js", lambda route: route.fulfill(path=STATIC / "page" / "main.js"))
        page.goto(self.url + address)
        page.wait_for_selector("html[data-ready]")
        return page

    def _fail(self, error: Error) -> None:
        self.errors.append(str(error))

    def _list(self, request: Request) -> None:
        self.requests.append(request.url)

    def _hear(self, message: ConsoleMessage) -> None:
        is_refusal = "status of 4" in message.text  # the browser logs every response with an error status
        if message.type in ("error", "warning") and not is_refusal:
            self.errors.append(message.text)

    def close(self) -> None:
        """Return all pages. Fails if one of them had an error or sent a request to another host."""
        for page in self.pages:
            page.remove_listener("pageerror", self._fail)
            page.remove_listener("console", self._hear)
            page.remove_listener("request", self._list)
            self.contexts.give_back(page, self.url, f"{self.url}/empty")
        assert self.errors == []
        assert len(self.requests) >= len(self.pages)
        assert [url for url in self.requests if not url.startswith((self.url, "blob:", "data:"))] == []


def board(page: Page, view: str = ".play .table .taquin-board") -> str:
    """The board that is shown, as an address writes it."""
    return str(page.locator(view).first.evaluate(_READ))


def button(page: Page, name: str) -> None:
    """Press a button of the view that is shown."""
    page.get_by_role("button", name=name, exact=True).locator("visible=true").first.click()


def holds(page: Page, condition: str) -> None:
    """Wait until a function of the page returns true. The page's security policy forbids ``page.wait_for_function``."""
    wait_until(lambda: bool(page.evaluate(condition)))


def says(page: Page, selector: str, text: str) -> None:
    """Wait until an element contains this text."""
    expect(page.locator(selector).locator("visible=true").first).to_contain_text(text)


def widest(page: Page) -> int:
    """How wide the content is: more than the window means that it scrolls sideways."""
    return int(page.evaluate("document.documentElement.scrollWidth"))
