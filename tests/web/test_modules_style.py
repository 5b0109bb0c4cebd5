"""What holds for all modules: nothing is imported, everything is explained, and the look is that of the pictures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from browser import MODULES, STATIC
from taquin.notebook.widgets import bundle
from taquin.render.drawing.theme import DARK, LIGHT

FILES = sorted(MODULES.glob("*.js"))
STYLE = (MODULES / "taquin.css").read_text(encoding="utf-8")
COLOURS = dict(re.findall(r"--taquin-([\w-]+): light-dark\((#\w{6}, #\w{6})\);", STYLE))

each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)


@each_file
def test_a_module_imports_nothing(path: Path) -> None:
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert not re.search(r"\bimport\b|\bfetch\b|\beval\b|innerHTML|https?://(?!www\.w3\.org/2000/svg)", text)


@each_file
def test_what_a_module_exports_is_explained(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    exports = [place for place, line in enumerate(lines) if line.startswith("export ")]
    assert exports
    assert all(lines[place - 1].strip().endswith("*/") for place in exports)
    assert lines[0].startswith("/**"), "a module says what it is for"


@each_file
def test_a_module_is_of_a_readable_size(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert max(map(len, lines)) <= 120
    assert len(lines) <= 380


def test_no_two_modules_export_the_same_name() -> None:
    names = [name for path in FILES for name in re.findall(r"^export \w+ (\w+)", path.read_text("utf-8"), re.MULTILINE)]
    assert len(names) == len(set(names)) > 10


def test_the_colours_are_those_of_the_pictures() -> None:
    expected = {name: getattr(LIGHT, name) + ", " + getattr(DARK, name) for name in ("paper", "ink", "muted")}
    expected |= {name: getattr(LIGHT, name) + ", " + getattr(DARK, name) for name in ("frame", "blank", "edge", "path")}
    for (name, light), (_, dark) in zip(LIGHT.surfaces(), DARK.surfaces(), strict=True):
        for part in ("face", "edge", "ink"):
            expected[f"{name}-{part}"] = f"{getattr(light, part)}, {getattr(dark, part)}"
    assert expected == COLOURS


def test_the_font_and_the_borders_are_those_of_the_pictures() -> None:
    fonts = re.search(r"--taquin-font: (.+);", STYLE)
    assert fonts is not None
    assert fonts[1].replace('"', "") == LIGHT.font
    weights = {
        name: float(weight)
        for name, weight in re.findall(r"\.is-(home|moved) > \.taquin-face \{\s*--weight: ([\d.]+);", STYLE)
    }
    assert weights == {"home": LIGHT.home.weight, "moved": LIGHT.moved.weight}
    card = (MODULES / "tree_card.js").read_text(encoding="utf-8")
    dashes = re.search(r"const DASHES = (.+);", card)
    assert dashes is not None
    for name in ("frontier", "pruned", "duplicate"):
        strokes = ", ".join(map(str, getattr(LIGHT, name).dashes))
        assert f"{name}: [{strokes}]" in dashes[1]
    lines = re.search(r"const WEIGHTS = (.+);", card)
    assert lines is not None
    for name in ("expanded", "frontier", "pruned", "duplicate", "goal"):
        assert f"{name}: {getattr(LIGHT, name).weight:g}" in lines[1]
    assert f"stuck: {LIGHT.moved.weight:g}" in lines[1]


def test_no_colour_is_used_that_has_no_name() -> None:
    rules = STYLE[STYLE.index("--taquin-font") :]
    assert not re.search(r"#[0-9a-f]{3,8}\b|rgb\(|hsl\(", rules)
    used = set(re.findall(r"var\(--taquin-([\w-]+?)(?:\)|,)", STYLE)) - {"font", "scale", "tree-height"}
    assert used <= COLOURS.keys()


def test_a_bundle_holds_each_module_once() -> None:
    text = bundle(["board", "board_view"], "play")
    assert text.count("class BoardView ") == text.count("class Board ") == 1
    assert text.count("export ") == text.count("export default") == 1
    assert (STATIC / "notebook" / "play.js").read_text(encoding="utf-8") in text
