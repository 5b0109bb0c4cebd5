"""The files of the page: no other hosts, no unused modules, no markup in scripts."""

from __future__ import annotations

import re
from pathlib import Path

from browser import MODULES, STATIC
from looping import for_each

PAGE = STATIC / "page"
SCRIPTS = sorted(PAGE.glob("*.js"))
FILES = [STATIC / "index.html", *sorted(PAGE.iterdir()), *sorted(MODULES.iterdir())]


def imports(path: Path) -> list[str]:
    """The modules that a module imports, at once or later, and the workers that it starts."""
    text = path.read_text("utf-8")
    at_once = re.findall(r'(?:^import|^\} from|^export .* from)\b.*?"([^"]+)";$', text, re.MULTILINE)
    return at_once + re.findall(r'(?:import\(|new URL\()"(\./[^"]+)"', text)


def test_every_module_of_the_page_is_used() -> None:
    used = {(path.parent / target).resolve() for path in SCRIPTS for target in imports(path)}
    assert {path for path in SCRIPTS if path not in used} == {PAGE / "main.js"}


@for_each("path", FILES)
def test_no_file_names_another_host(path: Path) -> None:
    hosts = set(re.findall(r"https?://[^\s\"'<>)]+", path.read_text("utf-8")))
    # Names below .invalid never have an address: the page answers requests for this one itself.
    assert hosts <= {"http://www.w3.org/2000/svg", "https://taquin.invalid/no-library"}


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
