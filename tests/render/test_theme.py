"""Themes are legible, and colour is never the only sign."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from itertools import pairwise

import pytest

from taquin.errors import SpecError
from taquin.render.drawing.theme import DARK, LIGHT, Theme, theme_named

themes = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)


def luminance(colour: str) -> float:
    """As WCAG 2.2 defines it."""
    assert re.fullmatch("#[0-9a-f]{6}", colour)
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_formula_is_that_of_wcag() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@themes
def test_every_text_is_legible(theme: Theme) -> None:
    pairs = [*theme.texts(), (theme.ink, theme.moved.face)]  # the last: a letter on the mark of the current move
    assert len(pairs) >= 12
    for ink, behind in pairs:
        assert contrast(ink, behind) >= 4.5, (ink, behind)


@themes
def test_every_border_with_a_meaning_is_visible(theme: Theme) -> None:
    for name, surface in theme.surfaces():
        assert contrast(surface.edge, surface.face) >= 3, name
        assert contrast(surface.edge, theme.paper) >= 3, name
    assert contrast(theme.edge, theme.paper) >= 3
    assert contrast(theme.path, theme.paper) >= 3


@themes
def test_colour_is_never_the_only_sign(theme: Theme) -> None:
    """Without their colours the states of nodes still differ, by the border's weight or dashes."""
    states = [theme.expanded, theme.frontier, theme.pruned, theme.duplicate, theme.goal]
    assert len({(state.weight, state.dashes) for state in states}) == len(states)
    assert theme.tile.weight != theme.moved.weight


@themes
def test_the_ramp_is_in_order_without_hues(theme: Theme) -> None:
    contrasts = [contrast(color, theme.paper) for color in theme.ramp]
    assert all(one > 1.1 * other for one, other in pairwise(contrasts))


def test_both_themes_differ_in_every_colour_and_in_nothing_else() -> None:
    for field in fields(Theme):
        light, dark = getattr(LIGHT, field.name), getattr(DARK, field.name)
        if field.name in ("font", "thin", "medium", "thick"):
            assert light == dark
        elif isinstance(light, str | tuple):
            assert light != dark
        else:
            assert replace(light, face="", edge="", ink="") == replace(dark, face="", edge="", ink="")
            assert light != dark


def test_themes_have_names() -> None:
    assert theme_named(" Light ") is LIGHT
    assert theme_named("dark") is DARK
    with pytest.raises(SpecError, match="expected a theme \\(light or dark\\), found 'blue'"):
        theme_named("blue")
