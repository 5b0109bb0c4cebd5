"""Options that would have no effect are refused: a user who gives one expects it to do something."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import click
from click.core import ParameterSource

from taquin.errors import SpecError
from taquin.solving.method import Method
from taquin.solving.specs import Option, option_text


def given_options() -> set[str]:
    """The options that the user has given to the current command, by all their names."""
    ctx = click.get_current_context()
    names: set[str] = set()
    for option in ctx.command.params:
        name = str(option.name)
        if isinstance(option, click.Option) and ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            is_off = option.secondary_opts and ctx.params.get(name) is False
            names |= set(option.secondary_opts if is_off else option.opts)
    return names


def check(*options: str, conflicts_with: Iterable[str] = (), requires: Iterable[str] = ()) -> None:
    """Raise ``SpecError`` if one of these options was given with a conflicting one, or without one that it requires.

    One of ``requires`` is enough. Options are named as users write them (``--steps``).
    """
    given = given_options()
    for option in options:
        if option not in given:
            continue
        for other in conflicts_with:
            if other in given:
                raise SpecError(f"{option} has no effect with {other}", hint="leave one of them out")
        if requires and not given & set(requires):
            raise SpecError(f"{option} has no effect without {' or '.join(requires)}")


def refuse(options: Iterable[str], reason: str) -> None:
    """Raise ``SpecError`` if one of these options was given, although it has no effect for this reason."""
    for name in given_options() & set(options):
        raise SpecError(f"{name} has no effect: {reason}")


def forbid_together(*options: str) -> None:
    """Raise ``SpecError`` if more than one of these options was given."""
    given = given_options()
    named = [option for option in options if option in given]
    if len(named) > 1:
        raise SpecError(f"use {' or '.join(named)}, not {'both' if len(named) == 2 else 'several'}")


def refuse_in_method(method: Method, heuristic: str | None, options: Mapping[str, str], *, is_python: bool) -> None:
    """Raise ``SpecError`` for a heuristic (-e) that the algorithm does not use, or an option without effect.

    ``options`` are those of -O. ``is_python`` says that the run is in Python for certain, so options of the native
    core have no effect.
    """
    spec = method.algorithm
    if heuristic is not None and method.heuristic is None:
        raise SpecError(f"--heuristic {heuristic} has no effect: {spec.key} uses no heuristic")
    values = dict(method.options)
    for name in {**options, **spec.written_options(method.options)}:
        if name == "order":  # of successors: every search takes it
            continue
        option = spec.option(name)
        if is_python and option.is_native and name in options:  # a spec may be that of another run
            raise SpecError(f"{name} has no effect: only the native core uses it, and this runs in Python")
        if not option.is_used(values):
            raise SpecError(f"{name} has no effect {_describe_conditions(method, option)}")


def _describe_conditions(method: Method, option: Option) -> str:
    """Which other options keep this one from having an effect, or would give it one."""
    values, defaults = dict(method.options), method.algorithm.complete_options({})
    for condition in option.used_if:
        if condition.holds(defaults):
            return f"with {condition.option}={option_text(values[condition.option])}"
    needed = [
        condition.option if condition.is_other else f"{condition.option}={condition.value}"
        for condition in option.used_if
    ]
    return f"without {' or '.join(needed)}"
