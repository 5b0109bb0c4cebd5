"""Parse and write the text of a spec, ``name(argument, …, option=value, …)``, without looking up names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from taquin.errors import SpecError
from taquin.puzzle.words import is_printable, shown
from taquin.solving.specs import OptionValue, option_text

_LONGEST_SPEC = 1000  # characters
_DEEPEST = 20  # calls inside each other: far from the recursion limit


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
        raise SpecError(f"expected ')' at the end of {shown(text)}: a parenthesis is never closed")
    call, rest = _parse_call(text.strip(), 1)
    if rest:
        several = "taquin compare takes several, and taquin experiment repeats --methods"
        hint = f"one name is expected here; {several}" if rest.startswith(",") else ""
        raise SpecError(f"expected the end of the spec, found {shown(rest)} in {shown(text)}", hint=hint)
    return call


_IN_PATH = r"(?:[^(),=]|\([^()]*\))*"  # parentheses in a path are closed in it
_FILE = re.compile(rf"{_IN_PATH}?\.py:[^(),=]+")
_NAME = re.compile(r"[^(),=]+")
_OPTION = re.compile(r"([A-Za-z_-]+)\s*+=([^(),=]+)(?=[,)])")


def _parse_call(text: str, depth: int) -> tuple[SpecCall, str]:
    """Read one call from the front of the text; return it and what follows."""
    match = _FILE.match(text) or _NAME.match(text)
    if match is None or not match[0].strip():
        raise SpecError(f"expected a name such as astar or wastar(manhattan, weight=2), found {shown(text)}")
    if depth > _DEEPEST:
        raise SpecError(f"expected at most {_DEEPEST} heuristics inside each other, found more")
    name, rest = match[0].strip(), text[match.end() :]
    _check_printable(name)
    if not rest.startswith("("):
        return SpecCall(name, name), rest.strip()
    rest = rest[1:].strip()
    parts: list[SpecCall] = []
    options: dict[str, str] = {}
    while not rest.startswith(")"):
        option = _OPTION.match(rest)
        if option is not None and option[2].strip():
            if option[1] in options:
                raise SpecError(f"the option {option[1]} is given twice in {shown(text)}")
            options[option[1]] = option[2].strip()
            _check_printable(options[option[1]])
            rest = rest[option.end() :]
        else:
            part, rest = _parse_call(rest, depth + 1)
            parts.append(part)
        rest = rest.strip()
        if rest.startswith(","):
            rest = rest[1:].strip()
            if rest.startswith(")"):
                raise SpecError(f"expected an argument after the last ',' in {shown(text)}, found none")
        elif not rest.startswith(")"):
            raise SpecError(f"expected ',' or ')' in {shown(text)}, found {rest[:1] or 'the end'!r}")
    return SpecCall(text[: len(text) - len(rest) + 1], name, tuple(parts), options), rest[1:].strip()


def _check_printable(name: str) -> None:
    """Raise ``SpecError`` for a name with hidden characters: specs are printed in texts, tables and pictures."""
    if not is_printable(name):
        raise SpecError(
            f"expected a name without control or hidden characters, found {shown(name)}",
            hint="rename the file, or give its name from within its folder",
        )


def short_spec(text: str) -> str:
    """A spec without the folders of a user's file.

    >>> short_spec("astar(/home/me/mine.py:estimate)")
    'astar(mine.py:estimate)'
    """
    return re.sub(rf"((?:^|[(,])\s*+){_IN_PATH}/", r"\1", text)


def write_spec(name: str, parts: Sequence[str], options: Mapping[str, OptionValue]) -> str:
    """The text that ``parse_spec`` reads back."""
    arguments = [*parts, *(f"{option}={option_text(value)}" for option, value in options.items())]
    return f"{name}({', '.join(arguments)})" if arguments else name


def names_file(text: str) -> bool:
    """Whether a spec names an algorithm or a heuristic in a Python file or a module, which choosing it runs."""
    return ":" in text


def named_code(text: str) -> list[str]:
    """The Python files and modules whose code choosing a spec runs, in the spec itself and in its arguments.

    >>> named_code("astar(max(mine.py:estimate, manhattan))"), named_code("astar(max(gap, manhattan))")
    (['mine.py'], [])
    """
    calls, found = [parse_spec(text)], []
    for call in calls:
        calls.extend(call.parts)
        if names_file(call.name):
            found.append(call.name.rpartition(":")[0])
    return found


def check_function_named(call: SpecCall) -> None:
    """Raise ``SpecError`` for a file without the name of a function. It names those in the file, without running it."""
    if call.name.endswith(".py"):
        names: list[str] = []
        with suppress(OSError, ValueError):
            names = re.findall(r"(?m)^def (\w+)", Path(call.name).read_text(encoding="utf-8"))
        hint = f"it has {', '.join(names)}" if len(names) > 1 else ""
        example = names[0] if names else "name"
        raise SpecError(
            f"expected a function in a file, such as {call.name}:{example}, found {shown(call.name)} alone", hint=hint
        )
