"""Pictures and texts kept in ``tests/golden``, and one of ``docs``.

``pytest tests/render/test_golden.py --update-golden`` writes them again; look at what changed before you commit it.
Drawings are compared byte for byte: they use no fonts of the machine.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

import drawings
from taquin.render.drawing import pdf, svg, tikz
from taquin.render.shortest.view import view_of

GOLDEN = Path(__file__).parents[1] / "golden"
IN_THE_DOCS = {"tree_of_boards.svg": Path(__file__).parents[2] / "docs" / "tree.svg"}
"""Golden files that a page shows, and so has beside it."""


def page_of(data: bytes) -> str:
    """The operators of the page of a PDF file."""
    found = re.search(rb"stream\n(.*?)\nendstream", data, re.DOTALL)
    assert found is not None
    return zlib.decompress(found[1]).decode("ascii") + "\n"


TEXTS: dict[str, Callable[[], str]] = {
    **{f"{name}.svg": lambda make=make: svg.from_drawing(make()) for name, make in drawings.GOLDEN.items()},  # type: ignore[misc]
    "strip.tex": lambda: tikz.from_drawing(drawings.GOLDEN["strip"]()),
    "shortest.tex": lambda: tikz.from_drawing(drawings.HOSTILE["shortest 2×2"]()),
    "strip.pdf.txt": lambda: page_of(pdf.from_pages([drawings.GOLDEN["strip"]()])),
    "shortest.pdf.txt": lambda: page_of(pdf.from_pages([drawings.HOSTILE["shortest 2×2"]()])),
    "shortest.txt": lambda: view_of(drawings.graph_of(drawings.HARDEST), 40).to_text() + "\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_golden(name: str, request: pytest.FixtureRequest) -> None:
    made, path = TEXTS[name](), IN_THE_DOCS.get(name, GOLDEN / name)
    if request.config.getoption("--update-golden"):
        path.write_text(made, encoding="utf-8")
    assert made.splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_every_golden_file_is_compared() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == set(TEXTS) - set(IN_THE_DOCS)
