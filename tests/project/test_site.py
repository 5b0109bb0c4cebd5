"""The pages link to files and headings that exist, the navigation has all of them, and the site can be built."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from looping import for_each
from taquin.experiments.instances import instance_set
from taquin.experiments.running.files import read_settings

ROOT = Path(__file__).parents[2]
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


@for_each("page", PAGES)
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


@for_each("page", [DOCS / "contributing" / "recipes.md", DOCS / "architecture.md"])
def test_files_named_on_pages_for_developers_exist(page: Path) -> None:
    named = {
        name for name in re.findall(r"`((?:[\w.*]+/)+[\w.*]+\.\w+)`", prose(page)) if not re.search("[A-Z]{3}", name)
    }
    assert len(named) > 15
    places = (ROOT, ROOT / "src" / "taquin", ROOT / "src" / "taquin" / "web")
    missing = [name for name in sorted(named) if not any(next(place.glob(name), None) for place in places)]
    assert [name for name in missing if not name.startswith("build/")] == []


def test_the_first_page_lists_every_page() -> None:
    listed = re.findall(r"^- \[[^\]]*\]\(([^)#]+\.md)\)", prose(DOCS / "index.md"), re.MULTILINE)
    assert len(listed) == len(set(listed))
    pages = {(DOCS / link).resolve() for link in listed}
    assert {path for path in DOCS.rglob("*.md") if path != DOCS / "index.md"} <= pages


def blocks(language: str) -> list[tuple[Path, str]]:
    """The code blocks of a language in all pages."""
    fence = re.compile(rf"^```{language}\n(.*?)^```", re.DOTALL | re.MULTILINE)
    return [(page, block) for page in PAGES for block in fence.findall(page.read_text(encoding="utf-8"))]


def test_blocks_of_python_compile_and_are_those_of_the_examples() -> None:
    """Runnable code is in ``pycon`` blocks, which doctest runs. These blocks name users' files."""
    examples = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples").rglob("*.py")))
    found = blocks("python")
    assert found
    for page, block in found:
        compile(block, str(page), "exec")
        assert block in examples, f"{page}: the example differs from that in examples/"


def test_the_files_of_experiments_in_the_docs_can_be_read(tmp_path: Path) -> None:
    (spec,) = [block for _, block in blocks("toml") if block.startswith("instances")]
    (tmp_path / "spec.toml").write_text(spec, encoding="utf-8")
    assert len(read_settings(tmp_path / "spec.toml").plan().tasks()) == 200 * 3 * 3
    (boards,) = [block for _, block in blocks("text") if block.startswith("# instances:")]
    (tmp_path / "boards.txt").write_text(boards, encoding="utf-8")
    assert [each.optimum for each in instance_set(str(tmp_path / "boards.txt")).instances] == [2, 1]


def test_no_block_of_code_is_without_a_language() -> None:
    for page in PAGES:
        fences = re.findall(r"^```(\w*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
        if page.parent.name != "benchmarks":
            assert all(fences[::2]), f"{page}: ``` without a language"


@pytest.mark.slow
def test_the_site_can_be_built() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "build_site.py"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "built build/site/index.html" in done.stdout


def test_the_site_knows_its_broken_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    build_site = importlib.import_module("build_site")
    (tmp_path / "a.html").write_text('<h1 id="top">A</h1><a href="b.html#end">B</a><a href="#top">up</a>')
    (tmp_path / "b.html").write_text('<h1 id="end">B</h1><a href="a.html#no">A</a><img src="c.svg">')
    assert list(build_site.broken_links(tmp_path)) == [
        "b.html: a.html#no: no such anchor",
        "b.html: c.svg: no such file",
    ]


def test_links_outside_the_docs_become_links_of_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    build_site = importlib.import_module("build_site")
    text = "[a](../../CONTRIBUTING.md#release) [b](../draw.md) [c](../../examples/heuristics)\n```\n[d](../x.md)\n```\n"
    found = build_site.with_site_links(text, DOCS / "how-to" / "page.md", "how-to/page.md")
    assert found == "[a](../contributing.md#release) [b](../draw.md) c\n```\n[d](../x.md)\n```\n"
