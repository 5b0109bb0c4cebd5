"""Bring the generated parts of the documentation up to date: ``make docs``.

Three kinds of parts are generated: tables between ``<!-- NAME -->`` and ``<!-- /NAME -->``, made from the registry; the
output below every ``$ taquin …`` line in a ``console`` block, made by running that command in the root of the
repository; and the pictures in ``docs/``, each made by the command that the page names in backquotes:
`` `taquin tree … -o docs/tree.svg` ``, or by a function in ``PICTURES``. A test compares the pages with the same
functions, so it fails if a page is out of date. An output that differs only in times or in the backend stays, so that
the pages change only if their contents do.
"""

from __future__ import annotations

import ast
import re
import shlex
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, redirect_stdout
from functools import partial
from inspect import getsource, isclass, isfunction
from io import StringIO
from itertools import pairwise
from pathlib import Path
from textwrap import dedent, fill

import click

import imports_picture
import taquin
from taquin.cli import COMMANDS, cli, exits, run
from taquin.experiments import record
from taquin.experiments.instances import NAMES, package_set
from taquin.lessons.course import UNITS
from taquin.puzzle.formats import Format
from taquin.render.records import claim
from taquin.run.definitions import COUNTERS
from taquin.run.result import Quality, Status
from taquin.solving.registry import ALGORITHMS, HEURISTICS, Option
from taquin.web.server.openapi import openapi

ROOT = Path(__file__).parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))


def algorithms_table() -> str:
    """The algorithms with their guarantees, as a Markdown table."""
    rows = [
        (
            f"`{spec.key}`",
            spec.summary,
            spec.claims.complete,
            spec.claims.optimal,
            spec.claims.memory,
            _options(spec.options),
        )
        for spec in ALGORITHMS
    ]
    return _table(("key", "what it does", "complete", "shortest solution", "memory", "options"), rows)


def _options(options: tuple[Option, ...]) -> str:
    return ", ".join(f"`{option.name}`" for option in options)


def heuristics_table() -> str:
    """The heuristics with what is proven of them, as a Markdown table."""
    rows = []
    for spec in HEURISTICS:
        claims = claim(spec, holds=spec.admissible), claim(spec, holds=spec.consistent)
        rows.append((f"`{spec.key}`", spec.summary, *claims, spec.shapes))
    return _table(("key", "what it estimates", "admissible", "consistent", "boards"), rows)


def course_text() -> str:
    """The units of the course with their examples computed, as Markdown."""
    parts = []
    for place, unit in enumerate(UNITS, start=1):
        parts.append(f"## {place}. {unit.title}")
        parts += [_paragraph(text) for text in unit.paragraphs()]
        parts.append(
            f"Practise this unit: `taquin quiz {unit.key}`, on paper `taquin worksheet {unit.key} -o sheet.pdf`."
        )
    return "\n\n".join(parts)


def _paragraph(text: str) -> str:
    if text.startswith("    "):
        return f"```text\n{dedent(text)}\n```"
    return fill(text.replace("*", "\\*"), 120, break_on_hyphens=False)


def record_table() -> str:
    """The fields of the record of a run with their types and meanings, as a Markdown table."""
    meanings = {counter.name: counter.summary for counter in COUNTERS} | _attribute_docstrings(record.Record)
    rows = [(f"`{name}`", field.text, meanings[name]) for name, field in record.FIELDS.items()]
    return _table(("field", "type", "meaning"), rows)


def _attribute_docstrings(declared: type) -> dict[str, str]:
    """The texts below the attributes of a class, each as one line."""
    (definition,) = ast.parse(getsource(declared)).body
    assert isinstance(definition, ast.ClassDef)
    return {
        attribute.target.id: " ".join(text.value.value.split())
        for attribute, text in pairwise(definition.body)
        if isinstance(attribute, ast.AnnAssign) and isinstance(attribute.target, ast.Name)
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
    }


def counters_table() -> str:
    """The counters with what courses call them, as a Markdown table."""
    rows = [(f"`{each.name}`", each.meaning.replace("*", "\\*"), each.elsewhere) for each in COUNTERS]
    return _table(("counter", "what it counts", "elsewhere"), rows)


def statuses_table() -> str:
    """How a run ends, and the exit code of the command, as a Markdown table."""
    rows = [(f"`{status}`", status.meaning, str(exits.CODES[status])) for status in Status]
    return _table(("status", "meaning", "exit code"), rows)


def qualities_table() -> str:
    """What is proven of a solution, as a Markdown table."""
    return _table(("quality", "meaning"), [(f"`{quality}`", quality.meaning) for quality in Quality])


def exit_codes_table() -> str:
    """The exit codes, as a Markdown table."""
    return _table(("exit code", "meaning"), [(str(code), meaning) for code, meaning in exits.MEANINGS.items()])


def command_exit_codes_table() -> str:
    """What the help of a command says of its exit codes, as a Markdown table."""
    rows = []
    for name, text in _helps():
        found = re.search(r"The exit code is (.*?\.)(?= [-A-Z\x08]|$)", " ".join(text.split()))
        if found:
            rows.append((f"`taquin {name}`", found[1]))
    return _table(("command", "its exit code is"), rows)


def _helps() -> Iterator[tuple[str, str]]:
    """Every command with its help."""
    with click.Context(cli) as context:
        for name in COMMANDS:
            command = cli.get_command(context, name)
            assert command is not None
            yield name, command.help or ""


def native_list() -> str:
    """What the native core runs and evaluates, as a Markdown list."""
    algorithms = [f"`{spec.key}`" for spec in ALGORITHMS if spec.native]
    heuristics = [f"`{spec.key}`" for spec in HEURISTICS if spec.native]
    return f"- Algorithms on the core: {', '.join(algorithms)}.\n- Heuristics on the core: {', '.join(heuristics)}."


def instances_table() -> str:
    """The instance sets that are part of Taquin, as a Markdown table."""
    sets = [(f"`{name}`", package_set(name)) for name in NAMES]
    rows = [(name, each.summary, str(len(each)), each.goal or "", each.source) for name, each in sets]
    return _table(("name", "what it is", "boards", "goal", "source"), rows)


def commands_table() -> str:
    """The commands with the first sentence of their help, as a Markdown table."""
    return _table(("command", "what it does"), [(f"`taquin {name}`", _first_sentence(text)) for name, text in _helps()])


def formats_table() -> str:
    """The text forms of a board with an example each, as a Markdown table."""
    rows = [
        (f"`{form}`", form.summary, "<br>".join(f"`{line}`" for line in form.example.split("\n"))) for form in Format
    ]
    return _table(("format", "what it is", "example"), rows)


def http_table() -> str:
    """The requests of the HTTP API with their summaries, as a Markdown table."""
    rows = []
    for path, methods in openapi()["paths"].items():
        for method, operation in methods.items():
            words = operation.get("description") or operation["summary"]
            rows.append((f"`{method.upper()} {path}`", _first_sentence(words)))
    return _table(("request", "what it returns"), rows)


EXTRAS = {
    "images": "PNG and GIF pictures",
    "pdf": "[every script](how-to/scripts.md) in PDF files",
    "notebook": "[widgets](how-to/notebook.md) for JupyterLab",
    "tui": "the game in the terminal, `taquin play`",
    "stats": "tests of significance in `taquin report`",
    "pandas": "[data frames](how-to/data-frames.md)",
    "networkx": "[graphs](how-to/data-frames.md) of searches and solutions",
    "gym": "[the Gymnasium environment](how-to/gymnasium.md)",
    "gpu": "[NVIDIA GPUs](how-to/gpu.md): `--backend cuda`",
    "cluster": "[experiments and searches on a Dask cluster](how-to/cluster.md), `--dask`",
    "web": "[the page](how-to/serve.md) and the HTTP API, `taquin serve`",
    "mcp": "[the server for assistants](how-to/assistants.md), `taquin mcp`",
}
"""What each extra of ``pyproject.toml`` is for."""


def extras_table() -> str:
    """The extras with what they are for and how to install them, as a Markdown table."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    names = tomllib.loads(text)["project"]["optional-dependencies"]
    installs = {name: " ".join(f'"{package}"' for package in packages) for name, packages in names.items()}
    return _table(("install", "for"), [(f"`pip install {installs[name]}`", text) for name, text in EXTRAS.items()])


ALIASES = {"State": "The cells of a board in reading order: `bytes` for up to 256 cells, otherwise a tuple."}
"""What the public names mean that stand for other types, and so have no docstring of their own."""


PYTHON_PAGES = ("functions", "boards", "results", "errors")
"""The public names have a page for each of these."""


def python_group(name: str) -> str:
    """The page of a public name."""
    value = getattr(taquin, name)
    if isfunction(value):
        return "functions"
    if isclass(value) and issubclass(value, Exception):
        return "errors"
    folder = taquin._MODULES[name].split(".")[1]
    return "boards" if folder in ("puzzle", "tables", "heuristics") else "results"


def python_names(group: str) -> str:
    """The public names of a page, each with the first sentence of its docstring, as a Markdown table."""
    rows = []
    for name in taquin._MODULES:
        if python_group(name) == group:
            value = getattr(taquin, name)
            rows.append((f"`{name}`", ALIASES.get(name) or _first_sentence(value.__doc__ or "")))
    return _table(("name", "what it is"), rows)


def _first_sentence(docstring: str) -> str:
    words = " ".join(docstring.strip().split("\n\n")[0].split()).replace("``", "`").replace("|", "\\|")
    return re.split(r"(?<=\.) ", words)[0]


TABLES: dict[str, Callable[[], str]] = {
    "algorithms": algorithms_table,
    "heuristics": heuristics_table,
    "course": course_text,
    "record fields": record_table,
    "counters": counters_table,
    "statuses": statuses_table,
    "qualities": qualities_table,
    "exit codes": exit_codes_table,
    "exit codes of commands": command_exit_codes_table,
    "native": native_list,
    "instances": instances_table,
    "commands": commands_table,
    "formats": formats_table,
    "http": http_table,
    "extras": extras_table,
    **{f"python {group}": partial(python_names, group) for group in PYTHON_PAGES},
}


def _table(headers: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [headers, ("---",) * len(headers), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def updated(page: str) -> str:
    """The page with every generated part updated."""
    for name, make in TABLES.items():
        if f"<!-- {name} -->" in page:
            page = re.sub(rf"<!-- {name} -->.*?<!-- /{name} -->", _template(name, make()), page, flags=re.DOTALL)
    return re.sub(r"(```console\n)(.*?)(```)", lambda m: m[1] + _session(m[2]) + m[3], page, flags=re.DOTALL)


def _template(name: str, text: str) -> str:
    """The text between its marks, as ``re.sub`` takes it."""
    return f"<!-- {name} -->\n{text}\n<!-- /{name} -->".replace("\\", r"\\")


def _session(block: str) -> str:
    """The commands of a console block, each followed by what it prints now.

    An output with other times stays, and so does one in which a line with … stands for lines that are left out.
    """
    parts = []
    for part in re.split(r"\n(?=\$ )", block):
        command, _, before = part.partition("\n")
        after = _output(command.removeprefix("$ "))
        parts.append(f"{command}\n{before if _is_current(before, after) else after}")
    return "\n".join(parts)


def _is_current(before: str, after: str) -> bool:
    """Whether an output is the one before, except for times, and for lines left out where it has a line with …."""
    before, after = without_times(before), without_times(after)
    shown = before.splitlines()
    if "…" not in shown:
        return before == after
    lines = iter(after.splitlines())
    return all(line in lines for line in shown if line != "…")


def _output(command: str) -> str:
    program, *arguments = shlex.split(command)
    if program != "taquin":
        raise SystemExit(f"expected a taquin command in a console block, found {command!r}")
    stream = StringIO()
    with chdir(ROOT), redirect_stdout(stream):
        run(arguments)
    return stream.getvalue()


PICTURES: dict[str, Callable[[], str]] = {"architecture.svg": imports_picture.picture}
"""Pictures that are made from the code."""


def picture_commands(page: str) -> list[str]:
    """The commands on a page that make pictures for it."""
    return re.findall(r"`(taquin [^`]* docs/[\w.]+\.svg)`", page)


def make_picture(command: str, folder: Path) -> Path:
    """Run a command that makes a picture, with another folder instead of ``docs``; returns the file."""
    *arguments, place = shlex.split(command)[1:]
    picture = folder / Path(place).name
    with redirect_stdout(StringIO()):
        run([*arguments, str(picture)])
    return picture


def without_times(output: str) -> str:
    """The output without what differs between runs and machines: times, and which backend ran."""
    output = re.sub(r"\b(native|python) backend\b", "… backend", output)
    output = output.replace("  native   ", "  python   ")  # the column of a table
    output = re.sub(r"\b\d+\.\d+ m?s\b", "… s", output)
    output = re.sub(r"^(running_time|max_ram_usage): [\d.]+", r"\1: …", output, flags=re.MULTILINE)  # of the edX driver
    return re.sub(r" +… s", " … s", output)


if __name__ == "__main__":
    for path in PAGES:
        before = path.read_text(encoding="utf-8")
        after = updated(before)
        if before != after:
            path.write_text(after, encoding="utf-8")
            sys.stdout.write(f"updated {path.relative_to(ROOT)}\n")
        for command in picture_commands(after):
            make_picture(command, ROOT / "docs")
    for name, make in PICTURES.items():
        (ROOT / "docs" / name).write_text(make(), encoding="utf-8")
