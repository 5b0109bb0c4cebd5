"""Build the documentation site: ``make docs-site``. It needs no network.

The pages in ``docs/`` are plain Markdown with relative links, so that they can be read on a code host too. This script
copies them to ``build/site-source``, with CONTRIBUTING.md and the other pages outside ``docs/``; replaces every
``<!-- site: NAME -->`` by a generated part that is too long to keep in the repository; makes the navigation from the
lists in ``docs/index.md``; runs Sphinx with warnings as errors; and checks every internal link of the result.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from site_parts import PARTS, ROW_LINKS

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
SOURCE = ROOT / "build" / "site-source"
SITE = ROOT / "build" / "site"

OUTSIDE = {
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    "benchmarks/README.md": "benchmarks.md",
    "README.md": "index.md",
}
"""Pages outside ``docs/``, and where the site has them. It begins with ``docs/index.md``, not with the README."""

_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
_FENCED = re.compile(r"(^```.*?^```)", re.DOTALL | re.MULTILINE)


def prepare() -> None:
    """Write the source of the site."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    for path in sorted(DOCS.rglob("*")):
        if path.suffix in {".svg", ".png"}:
            _copy(path, path.relative_to(DOCS).as_posix())
        elif path.suffix == ".md":
            _write(path, path.relative_to(DOCS).as_posix())
    for name, place in OUTSIDE.items():
        if name != "README.md":
            _write(ROOT / name, place)


def _copy(path: Path, place: str) -> None:
    target = SOURCE / place
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)


def _write(path: Path, place: str) -> None:
    target = SOURCE / place
    target.parent.mkdir(parents=True, exist_ok=True)
    text = with_site_links(path.read_text(encoding="utf-8"), path, place)
    text = re.sub(r"<!-- site: (.+?) -->", lambda match: PARTS[match[1]](), text)
    if place in ROW_LINKS:
        text = re.sub(r"^\| `([^`]+)` \|", lambda match: f"| {ROW_LINKS[place](match[1])} |", text, flags=re.MULTILINE)
    if place == "index.md":
        text += "\n" + navigation(text)
    target.write_text(text, encoding="utf-8")


def with_site_links(text: str, path: Path, place: str) -> str:
    """The text with links to files outside ``docs/`` changed to where the site has them; code is left alone."""
    blocks = _FENCED.split(text)
    return "".join(
        block if block.startswith("```") else _LINK.sub(lambda match: _site_link(match, path, place), block)
        for block in blocks
    )


def _site_link(match: re.Match[str], path: Path, place: str) -> str:
    mark, words, target = match.groups()
    url = urlsplit(target)
    if url.scheme or not url.path:
        return match[0]
    file = (path.parent / unquote(url.path)).resolve()
    name = file.relative_to(ROOT).as_posix()
    if name.startswith("docs/") and file.suffix in {".md", ".svg", ".png"}:
        found = name.removeprefix("docs/")
    elif name in OUTSIDE:
        found = OUTSIDE[name]
    elif file.is_dir():
        return words
    else:
        found = f"files/{name}"
        _copy(file, found)
    there = os.path.relpath(found, Path(place).parent).replace(os.sep, "/")
    return f"{mark}[{words}]({there}{'#' + url.fragment if url.fragment else ''})"


def navigation(index: str) -> str:
    """The navigation of the site: one part for every heading of the first page, with the pages that it lists."""
    parts = []
    for section in re.split(r"^## ", index, flags=re.MULTILINE)[1:]:
        title = section.splitlines()[0]
        pages = re.findall(r"^- \[[^\]]*\]\(([^)#]+\.md)\)", section, re.MULTILINE)
        if pages:
            parts.append("\n".join(["```{toctree}", ":hidden:", f":caption: {title}", "", *pages, "```"]))
    return "\n\n".join(parts) + "\n"


class Page(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        self.anchors |= {value for name in ("id", "name") if (value := values.get(name))}
        self.links += [value for name in ("href", "src") if (value := values.get(name))]


def broken_links(site: Path) -> Iterator[str]:
    """Every internal link of a built site whose page, file or anchor does not exist."""
    pages = {path: Page(path) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        for link in page.links:
            url = urlsplit(link)
            if url.scheme or url.netloc or link == "#":
                continue
            target = (path.parent / unquote(url.path)).resolve() if url.path else path
            if not target.exists():
                yield f"{path.relative_to(site)}: {link}: no such file"
            elif url.fragment and target in pages and unquote(url.fragment) not in pages[target].anchors:
                yield f"{path.relative_to(site)}: {link}: no such anchor"


def build() -> int:
    """Build and check the site. Returns the exit code."""
    prepare()
    shutil.rmtree(SITE, ignore_errors=True)
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "-c", str(ROOT / "tools")]
    doctrees = ROOT / "build" / "site-doctrees"
    done = subprocess.run([*command, "-d", str(doctrees), str(SOURCE), str(SITE)], check=False)
    if done.returncode != 0:
        return done.returncode
    broken = list(broken_links(SITE))
    for line in broken:
        print(line, file=sys.stderr)
    if not broken:
        print(f"built {(SITE / 'index.html').relative_to(ROOT)}: {len(list(SITE.rglob('*.html')))} pages")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(build())
