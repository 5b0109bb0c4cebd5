"""What the shell completes: names of algorithms, heuristics, goals and instance sets, lists of names, and files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import click
from click.shell_completion import CompletionItem

from taquin.experiments.instances import NAMES
from taquin.puzzle.goals import GOALS
from taquin.solving.registry import ALGORITHMS, HEURISTICS

Completer: TypeAlias = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]

ALGORITHM_NAMES = tuple(spec.key for spec in ALGORITHMS)
HEURISTIC_NAMES = tuple(spec.key for spec in HEURISTICS)


def names(keys: Sequence[str], *, or_files: bool = False, in_lists: bool = False) -> Completer:
    """Complete one of these names, and files if none begins so.

    In lists the last of several names with commas between them is completed, by one that is not listed yet.
    """

    def complete(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, last = incomplete.rpartition(",") if in_lists else ("", "", incomplete)
        listed = before.split(",")
        completions = [
            CompletionItem(before + comma + key) for key in keys if key.startswith(last) and key not in listed
        ]
        return completions or (files(ctx, parameter, incomplete) if or_files and not comma else [])

    return complete


def files(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(incomplete, type="file")]


goals = names(tuple(GOALS), or_files=True)
"""Complete the goals with a name, and files, which may have a board."""


boards = names(NAMES, or_files=True)
"""Complete instance sets, and files of boards."""


def units(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from taquin.lessons.course import UNITS  # loaded only where it is used

    return names([unit.key for unit in UNITS])(ctx, parameter, incomplete)


def topics(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the units of the course, and after a unit and a point its question types."""
    from taquin.lessons.exercises.quiz import all_forms

    forms = list(all_forms()) if "." in incomplete else []
    return names(forms)(ctx, parameter, incomplete) or units(ctx, parameter, incomplete)


def method_options(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete ``-O NAME=VALUE``: the options of the named algorithm, of all if none is named."""
    key = str(ctx.params.get("algorithm") or "").partition("(")[0].strip().lower()
    specs = [spec for spec in ALGORITHMS if key in (spec.key, *spec.aliases)] or ALGORITHMS
    words: list[str] = []
    for option in {option.name: option for spec in specs for option in spec.options}.values():
        is_switch = isinstance(option.default, bool)
        words += [f"{option.name}={choice}" for choice in option.choices] or [option.name + "=" * (not is_switch)]
    return names(words)(ctx, parameter, incomplete)
