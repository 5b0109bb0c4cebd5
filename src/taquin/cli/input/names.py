"""Names and specs that are separated by commas."""

from __future__ import annotations

import click

from taquin.errors import SpecError


def split_names(ctx: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """The names of an option that may be given several times."""
    return tuple(name for value in values for name in _split(parameter, value))


def _split(parameter: click.Parameter, value: str) -> tuple[str, ...]:
    """Split names and specs at commas; a comma inside parentheses is part of its spec."""
    parts, depth = [""], 0
    for character in value:
        depth += (character == "(") - (character == ")")
        if character == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += character
    names = tuple(part.strip() for part in parts if part.strip())
    if not names:
        raise SpecError(f"expected names, separated by commas, for --{parameter.name}, found {value!r}")
    return names
