"""``--gap 5%``: the option ``within`` of an algorithm, said as a percentage."""

from __future__ import annotations

from typing import Any

import click

from taquin.errors import SpecError
from taquin.puzzle.arguments import check_real
from taquin.puzzle.words import shown
from taquin.solving.method import Method


def _parse(ctx: click.Context, parameter: click.Parameter, value: Any) -> float | None:
    if value is None:
        return None
    number, sign, rest = value.strip().partition("%")
    if not sign or rest:
        raise SpecError(f"expected --gap to be a percentage such as 5%, found {shown(value)}")
    return check_real("--gap", number.strip(), takes_text=True)


gap_option = click.option(
    "--gap",
    callback=_parse,
    metavar="PERCENT",
    help="[anytime] Stop when the length is proven to be at most PERCENT above the shortest: 5% is --within 1.05.",
)


def within_of_gap(gap: float, method: Method, options: dict[str, object]) -> dict[str, object]:
    """The options with the value of ``within``. Raises ``SpecError`` if it is given too, or if the method has none."""
    if "within" in options:
        raise SpecError("expected one of --gap and --within, found both")
    if all(option.name != "within" for option in method.algorithm.options):
        raise SpecError(
            f"--gap has no effect: {method.algorithm.key} does not improve its solution", hint="use --algorithm anytime"
        )
    return {**options, "within": round(1 + gap / 100, 12)}
