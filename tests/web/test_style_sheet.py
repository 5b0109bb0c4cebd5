"""The style sheet uses the colours of the Python theme, and no others."""

from __future__ import annotations

import re

from browser import MODULES
from taquin.render.drawing.theme import DARK, LIGHT

STYLE = "".join((MODULES / name).read_text(encoding="utf-8") for name in ("taquin.css", "search.css"))
COLOURS = dict(re.findall(r"--taquin-([\w-]+): light-dark\((#\w{6}, #\w{6})\);", STYLE))


def test_the_colours_are_those_of_the_python_theme() -> None:
    expected = {name: getattr(LIGHT, name) + ", " + getattr(DARK, name) for name in ("paper", "ink", "muted")}
    expected |= {name: getattr(LIGHT, name) + ", " + getattr(DARK, name) for name in ("frame", "blank", "edge", "path")}
    for (name, light), (_, dark) in zip(LIGHT.surfaces(), DARK.surfaces(), strict=True):
        for part in ("face", "edge", "ink"):
            expected[f"{name}-{part}"] = f"{getattr(light, part)}, {getattr(dark, part)}"
    ramps = zip(LIGHT.ramp, DARK.ramp, strict=False)  # the dark theme has fewer colours
    expected |= {f"ramp-{place}": f"{light}, {dark}" for place, (light, dark) in enumerate(ramps, 1)}
    assert expected == COLOURS


def test_every_colour_is_a_named_colour_of_the_theme() -> None:
    rules = STYLE[STYLE.index("--taquin-font") :]
    assert not re.search(r"#[0-9a-f]{3,8}\b|rgb\(|hsl\(", rules)
    used = set(re.findall(r"var\(--taquin-([\w-]+?)(?:\)|,)", STYLE)) - {"font", "scale", "text", "tree-height"}
    assert used <= COLOURS.keys()
