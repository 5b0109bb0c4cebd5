"""The text of a spec, ``name(argument, …, option=value, …)``, parsed. Nothing here looks a name up or loads a file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from taquin.errors import SpecError
from taquin.solving.specs import OptionValue

_LONGEST_SPEC = 1000  # keeps nested parentheses far from the recursion limit


@dataclass(frozen=True)
class SpecCall:
    """One name with its arguments and options.

    >>> call = parse_spec("wastar(max(manhattan, gaschnig), weight=2)")
    >>> call.name, [part.text for part in call.parts], call.options
    ('wastar', ['max(manhattan, gaschnig)'], {'weight': '2'})
    """

    text: str
    name: str
    parts: tuple[SpecCall, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)


@lru_cache(maxsize=64)
def parse_spec(text: str) -> SpecCall:
    """Read ``name`` or ``name(argument, …)``. Raises ``SpecError`` that says what was expected."""
    if len(text) > _LONGEST_SPEC:
        raise SpecError(f"expected a spec of at most {_LONGEST_SPEC} characters, found {len(text)}")
    if text.strip()[1:].count("(") > text.count(")"):  # after a name
        raise SpecError(f"expected ')' at the end of {text!r}: a parenthesis is never closed")
    call, rest = _parse_call(text.strip())
    if rest:
        hint = "one name is expected here; taquin compare takes several" if rest.startswith(",") else ""
        raise SpecError(f"expected the end of the spec, found {rest!r} in {text!r}", hint=hint)
    return call


def _parse_call(text: str) -> tuple[SpecCall, str]:
    """Read one call from the front of the text; return it and what follows."""
    match = re.match(r"\s*([^(),=]+)", text)
    if match is None:
        raise SpecError(f"expected a name such as astar or wastar(manhattan, weight=2), found {text!r}")
    name, rest = match[1].strip(), text[match.end() :]
    if not rest.startswith("("):
        return SpecCall(name, name), rest.strip()
    rest = rest[1:].strip()
    parts: list[SpecCall] = []
    options: dict[str, str] = {}
    while not rest.startswith(")"):
        option = re.match(r"\s*([A-Za-z_-]+)\s*=\s*([^(),=]+?)\s*(?=[,)])", rest)
        if option is not None:
            if option[1] in options:
                raise SpecError(f"the option {option[1]} is given twice in {text!r}")
            options[option[1]] = option[2]
            rest = rest[option.end() :]
        else:
            part, rest = _parse_call(rest)
            parts.append(part)
        rest = rest.strip()
        if rest.startswith(","):
            rest = rest[1:].strip()
        elif not rest.startswith(")"):
            raise SpecError(f"expected ',' or ')' in {text!r}, found {rest[:1] or 'the end'!r}")
    return SpecCall(text[: len(text) - len(rest) + 1], name, tuple(parts), options), rest[1:].strip()


def write_spec(
    name: str, parts: list[str], options: Mapping[str, OptionValue], defaults: Mapping[str, OptionValue]
) -> str:
    """The text that ``parse_spec`` reads back; options at their defaults are left out."""
    arguments = parts + [f"{option}={_write(value)}" for option, value in options.items() if value != defaults[option]]
    return f"{name}({', '.join(arguments)})" if arguments else name


def _write(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
