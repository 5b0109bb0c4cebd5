"""The parts of the site that are generated while it is built: details of names, commands, methods and requests.

They are long and change often, so the repository does not keep them; ``update_docs.py`` makes the short tables that it
does keep. ``PARTS`` has one function for every ``<!-- site: NAME -->`` in the pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from inspect import isclass, isfunction
from typing import Any

import click

import taquin
from taquin.cli import COMMANDS, cli
from taquin.lessons import LessonText, lesson_texts
from taquin.render.records import claim
from taquin.solving.registry import ALGORITHMS, HEURISTICS, AlgorithmSpec, HeuristicSpec, Option
from taquin.web.server.openapi import openapi
from update_docs import PYTHON_PAGES, python_group


def python_part(group: str) -> str:
    """Directives of autodoc for the public names of a page."""
    lines = ["```{eval-rst}"]
    for name in (name for name in taquin._MODULES if python_group(name) == group):
        value = getattr(taquin, name)
        place = f"taquin.{name}"
        if isclass(value):
            lines += [f".. autoclass:: {place}", "   :members:"]
        elif isfunction(value):
            lines += [f".. autofunction:: {place}"]
        else:
            lines += [f".. autodata:: {place}"]
        lines.append("")
    return "\n".join([*lines, "```"])


def commands_part() -> str:
    """The help of every command and of every sub-command."""
    parts = []
    with click.Context(cli, info_name="taquin") as root:
        for name in COMMANDS:
            command = cli.get_command(root, name)
            assert command is not None
            parts.append(_help(command, name, root, "##"))
            if isinstance(command, click.Group):
                with click.Context(command, info_name=name, parent=root) as context:
                    parts += [_help(inner, key, context, "###") for key, inner in sorted(command.commands.items())]
    return "\n\n".join(parts)


def _help(command: click.Command, name: str, parent: click.Context, level: str) -> str:
    with click.Context(command, info_name=name, parent=parent, terminal_width=100, max_content_width=100) as context:
        return f"{level} {context.command_path}\n\n```text\n{command.get_help(context)}\n```"


def algorithms_part() -> str:
    """Every algorithm with its names, guarantees, options, idea, pseudocode and sources."""
    lessons = {lesson.key: lesson for lesson in lesson_texts()}
    parts = []
    for spec in ALGORITHMS:
        marks = {
            "works on boards only": spec.needs_board,
            "adds the costs of moves": spec.claims.adds_costs,
            "the native core runs it": spec.native is not None,
        }
        claims = spec.claims
        uses = "uses a heuristic" if spec.uses_heuristic else "uses no heuristic"
        facts = [
            f"- Complete: {claims.complete}. Shortest solution: {claims.optimal}. Memory: {claims.memory}.",
            f"- It {'; '.join([uses, *(words for words, holds in marks.items() if holds)])}.",
        ]
        parts.append(_method(spec, facts, lessons[spec.key]))
    return "\n\n".join(parts)


def heuristics_part() -> str:
    """Every heuristic with its names, what is proven of it, idea, definition and sources."""
    lessons = {lesson.key: lesson for lesson in lesson_texts()}
    parts = []
    for spec in HEURISTICS:
        admissible, consistent = claim(spec, holds=spec.admissible), claim(spec, holds=spec.consistent)
        claims = f"Admissible: {admissible}. Consistent: {consistent}. Boards: {spec.shapes}."
        facts = [f"- {claims}{' The native core evaluates it.' if spec.native else ''}"]
        parts.append(_method(spec, facts, lessons[spec.key]))
    return "\n\n".join(parts)


def _method(spec: AlgorithmSpec | HeuristicSpec, facts: list[str], lesson: LessonText) -> str:
    names = [f"`{name}`" for name in (spec.key, *spec.aliases)]
    example = lesson.example
    lines = [f"## {_plain(spec.name[0].upper() + spec.name[1:])}", "", f"- Names: {', '.join(names)}.", *facts]
    lines += [f"- Option {_option(option)}" for option in spec.options]
    for paragraph in lesson.idea:
        lines += ["", _plain(paragraph)]
    lines += ["", "```text", lesson.pseudocode, "```", "", _plain(lesson.look), ""]
    lines += ["```sh", f'taquin tree "{example.board}" -a "{example.method}"', "```"]
    for source in lesson.sources:
        lines += ["", f"Source: {source}"]
    return "\n".join(lines)


def _option(option: Option) -> str:
    values = f", one of {', '.join(f'`{choice}`' for choice in option.choices)}" if option.choices else ""
    return f"`{option.name}`: {_plain(option.summary)}; default `{option.default}`{values}."


def _plain(text: str) -> str:
    """The text with what Markdown would read as marks escaped."""
    for mark in ("*", "_", "|", "<"):
        text = text.replace(mark, f"\\{mark}")
    return text


def http_part() -> str:
    """Every request of the HTTP API with its fields and those of its response."""
    described = openapi()
    schemas = described["components"]["schemas"]
    parts = []
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            lines = [f"## {method.upper()} {path}", "", operation.get("description") or operation["summary"]]
            body = _schema(operation.get("requestBody", {}))
            if body:
                lines += ["", "Request:", "", _fields(schemas[body], schemas)]
            answer = _schema(operation["responses"].get("200", {}))
            if answer and "properties" in schemas[answer]:
                lines += ["", "Response:", "", _fields(schemas[answer], schemas)]
            parts.append("\n".join(lines))
    return "\n\n".join(parts)


def _schema(part: Mapping[str, Any]) -> str:
    """The name of the schema of a JSON body; empty if it has none."""
    schema = part.get("content", {}).get("application/json", {}).get("schema", {})
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _fields(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> str:
    required = schema.get("required", ())
    rows = ["| field | type | meaning |", "| --- | --- | --- |"]
    for name, field in schema["properties"].items():
        words = " ".join(str(field.get("description", "")).split()).replace("|", "\\|")
        default = field.get("default")
        if name not in required and default is not None:
            words += f" Default: `{default}`."
        rows.append(f"| `{name}` | {_type(field)} | {words.strip()} |")
    return "\n".join(rows)


def _type(field: Mapping[str, Any]) -> str:
    """The type of a field in words."""
    if "anyOf" in field:
        return " or ".join(dict.fromkeys(_type(each) for each in field["anyOf"]))
    if "$ref" in field:
        return str(field["$ref"]).rpartition("/")[2]
    if "enum" in field:
        return ", ".join(f"`{value}`" for value in field["enum"])
    if field.get("type") == "array":
        return f"list of {_type(field.get('items', {}))}"
    return str(field.get("type", "any"))


def _python_link(name: str) -> str:
    return f"{{py:obj}}`{name} <{'taquin.solving.spaces.search' if name == 'search' else f'taquin.{name}'}>`"


def _method_link(key: str) -> str:
    names = {spec.key: spec.name for spec in ALGORITHMS} | {spec.key: spec.name for spec in HEURISTICS}
    return f"[`{key}`](#{_anchor(names[key])})" if key in names else f"`{key}`"


def _heading_link(words: str) -> str:
    is_heading = words.startswith(("taquin ", "GET ", "POST "))
    return f"[`{words}`](#{_anchor(words)})" if is_heading else f"`{words}`"


def _anchor(heading: str) -> str:
    """The anchor that MyST gives a heading, as code hosts do."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


ROW_LINKS: dict[str, Callable[[str], str]] = {
    **{f"reference/python{page}.md": _python_link for page in ("", "-boards", "-results", "-errors")},
    "reference/algorithms.md": _method_link,
    "reference/heuristics.md": _method_link,
    "reference/commands.md": _heading_link,
    "reference/http.md": _heading_link,
}
"""For pages of the site what the first cell of a row in a table becomes: a link to the part that describes it."""

PARTS: dict[str, Callable[[], str]] = {
    **{f"python {group}": partial(python_part, group) for group in PYTHON_PAGES},
    "commands": commands_part,
    "algorithms": algorithms_part,
    "heuristics": heuristics_part,
    "http": http_part,
}
