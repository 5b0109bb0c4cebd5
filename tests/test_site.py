"""The pages link to files and headings that exist, the navigation has all of them, and the site can be built."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
OUTSIDE = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "benchmarks/README.md")]
PAGES = [*OUTSIDE, *sorted(DOCS.rglob("*.md"))]


def prose(path: Path) -> str:
    """The page without its code blocks and comments."""
    text = path.read_text(encoding="utf-8")
    return re.sub(r"^```.*?^```|<!--.*?-->", "", text, flags=re.DOTALL | re.MULTILINE)


def anchors(path: Path) -> set[str]:
    """The anchors that a code host gives the headings of a page."""
    found: set[str] = set()
    for heading in re.findall(r"^#+ (.*)$", prose(path), re.MULTILINE):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("\\", "").strip().lower()
        found.add(re.sub(r"[^\w\- ]", "", words).replace(" ", "-"))
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^()\s]+)\)", prose(page)):
        url = urlsplit(link)
        if url.scheme:
            continue
        target = (page.parent / unquote(url.path)).resolve() if url.path else page
        assert target.exists(), f"{link}: no such file"
        assert target.is_relative_to(ROOT), f"{link}: outside the repository"
        if url.fragment:
            assert url.fragment in anchors(target), f"{link}: no such heading"


def test_the_first_page_lists_every_page() -> None:
    listed = re.findall(r"^- \[[^\]]*\]\(([^)#]+\.md)\)", prose(DOCS / "index.md"), re.MULTILINE)
    assert len(listed) == len(set(listed))
    pages = {(DOCS / link).resolve() for link in listed}
    assert {path for path in DOCS.rglob("*.md") if path != DOCS / "index.md"} <= pages


@pytest.mark.slow
def test_the_site_can_be_built() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "build_site.py"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "built build/site/index.html" in done.stdout
