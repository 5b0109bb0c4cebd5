"""The files of the page: no inline scripts, no other hosts, no unused modules, no markup in scripts."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

from browser import MODULES, STATIC
from looping import for_each

PAGE = STATIC / "page"
SCRIPTS = sorted(PAGE.glob("*.js"))
FILES = [STATIC / "index.html", *sorted(PAGE.iterdir()), *sorted(MODULES.iterdir())]


class Tags(HTMLParser):
    """The tags of a page, and the text of its scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inside = ""
        self.scripts = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.inside = tag

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside in ("script", "style"):
            self.scripts += data


def imports(path: Path) -> list[str]:
    """The modules that a module imports, at once or later, and the workers that it starts."""
    text = path.read_text("utf-8")
    at_once = re.findall(r'(?:^import|^\} from|^export .* from)\b.*?"([^"]+)";$', text, re.MULTILINE)
    return at_once + re.findall(r'(?:import\(|new URL\()"(\./[^"]+)"', text)


def test_the_page_has_nothing_inline_and_names_files_that_exist() -> None:
    found = Tags((STATIC / "index.html").read_text("utf-8"))
    assert found.scripts.strip() == ""
    for _, attributes in found.tags:
        assert not any(name == "style" or name.startswith("on") for name in attributes)
        for name in ("src", "href"):
            target = attributes.get(name) or ""
            if target and not target.startswith(("#", "api/")):
                assert (STATIC / target).is_file(), target


def test_every_module_of_the_page_is_used() -> None:
    used = {(path.parent / target).resolve() for path in SCRIPTS for target in imports(path)}
    assert {path for path in SCRIPTS if path not in used} == {PAGE / "main.js"}


@for_each("path", FILES)
def test_no_file_names_another_host(path: Path) -> None:
    hosts = set(re.findall(r"https?://[^\s\"'<>)]+", path.read_text("utf-8")))
    assert hosts <= {"http://www.w3.org/2000/svg"}


@for_each("path", sorted(STATIC.rglob("*.js")))
def test_scripts_write_no_markup(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text)
    assert not re.search(r'setAttribute\("style"', text)


@for_each("path", sorted(MODULES.glob("*.js")))
def test_shared_modules_send_no_requests_and_import_each_other_only(path: Path) -> None:
    """They also run in notebooks, where there is no server."""
    assert "fetch(" not in path.read_text("utf-8")
    assert {(path.parent / target).resolve().parent for target in imports(path)} <= {MODULES}
