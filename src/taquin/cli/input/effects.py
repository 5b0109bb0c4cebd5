"""Options that would have no effect are refused: a user who gives one expects it to do something.

What an option of an algorithm needs is a fact of the registry. What an option of a command needs is said by the
``Useless`` rules of its command.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import click
from click.core import ParameterSource

from taquin.errors import SpecError
from taquin.solving.method import Method
from taquin.solving.registry import Option
from taquin.solving.spec_text import parse_spec


@dataclass(frozen=True, slots=True)
class Useless:
    """An option has no effect if one of ``beside`` is given, or if none of ``without`` is (where there are any).

    Options are named as users write them (``--steps``), arguments by their name (``BOARD``).
    """

    option: str
    beside: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


def given_names() -> set[str]:
    """The options and arguments that the user has given to the present command, by all their names."""
    ctx = click.get_current_context()
    names: set[str] = set()
    for parameter in ctx.command.params:
        if ctx.get_parameter_source(str(parameter.name)) is ParameterSource.COMMANDLINE and (
            ctx.params.get(str(parameter.name)) != ()
        ):
            names |= _names_of(parameter, ctx.params.get(str(parameter.name)))
    return names


def _names_of(parameter: click.Parameter, value: object) -> set[str]:
    """The names of an argument or an option; of a switch with two spellings, those for this value."""
    if not isinstance(parameter, click.Option):
        return {str(parameter.name).upper()}
    return set(parameter.secondary_opts if parameter.secondary_opts and value is False else parameter.opts)


def refuse(rules: Iterable[Useless]) -> None:
    """Raise ``SpecError`` for the first option of the present command that has no effect."""
    given = given_names()
    for rule in rules:
        if rule.option not in given:
            continue
        for other in rule.beside:
            if other in given:
                raise SpecError(f"{rule.option} has no effect with {other}", hint="leave one of them out")
        if rule.without and not given & set(rule.without):
            raise SpecError(f"{rule.option} has no effect without {_alternatives(rule.without)}")


def refuse_beside(options: Iterable[str], reason: str) -> None:
    """Raise ``SpecError`` if one of these options is given, although it has no effect for this reason."""
    for name in given_names() & set(options):
        raise SpecError(f"{name} has no effect: {reason}")


def refuse_in_method(
    method: Method,
    algorithm: str | None,
    heuristic: str | None,
    options: Mapping[str, object],
    *,
    is_python: bool,
) -> None:
    """Raise ``SpecError`` for a heuristic that the algorithm does not use, or an option without effect beside others.

    ``is_python`` says that the run is in Python for certain, which makes options of the native core useless.
    """
    spec = method.algorithm
    if heuristic is not None and method.heuristic is None:
        raise SpecError(f"--heuristic {heuristic} has no effect: {spec.key} uses no heuristic")
    values = dict(method.options)
    for name in (*options, *(parse_spec(algorithm).options if algorithm else ())):
        option = spec.option(name)
        if is_python and option.is_native and name in options:  # a spec may be that of another run
            raise SpecError(f"{_flag(option)} has no effect: only the native core uses it, and this runs in Python")
        if option.used_if and not any(condition.holds(values) for condition in option.used_if):
            raise SpecError(f"{_flag(option)} has no effect {_describe_conditions(method, option)}")


def _describe_conditions(method: Method, option: Option) -> str:
    """Which other options keep this one from having an effect, or would give it one."""
    values, defaults = dict(method.options), method.algorithm.complete_options({})
    for condition in option.used_if:
        if condition.holds(defaults):
            value = values[condition.option]
            return f"with {_flag(method.algorithm.option(condition.option), '' if value is True else value)}"
    return "without " + _alternatives(
        [
            _flag(method.algorithm.option(condition.option), "" if condition.is_other else condition.value)
            for condition in option.used_if
        ]
    )


def _flag(option: Option, value: object = "") -> str:
    return f"--{option.name.replace('_', '-')} {value}".rstrip()


def _alternatives(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last
