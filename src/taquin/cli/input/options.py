"""Arguments and options that several commands share. Facts about algorithms come from the registry."""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any

import click

from taquin.cli.input import completion
from taquin.cli.input.boards import names_file
from taquin.errors import SpecError
from taquin.puzzle.geometry import Shape
from taquin.run.limits import Limits
from taquin.solving.registry import ALGORITHMS, Option


def _parse_shape(ctx: click.Context, parameter: click.Parameter, value: str | None) -> Shape | None:
    return None if value is None else Shape.parse(value)


instances_option = click.option(
    "--instances",
    "-i",
    multiple=True,
    metavar="SET...",
    shell_complete=completion.boards,
    help="Instance sets (see `taquin list instances`) or files of boards.",
)
goal_option = click.option(
    "--goal",
    "-g",
    metavar="GOAL",
    shell_complete=completion.goals,
    help="standard (the default), blank-first, snail, or a board.",
)
size_option = click.option("--size", "-s", callback=_parse_shape, metavar="RxC", help="Rows x columns, such as 3x4.")


def _json_option(prints: str) -> Callable[[Any], Any]:
    return click.option("--json", "as_json", is_flag=True, help=f"Print {prints}.")


json_option = _json_option("one JSON object")
json_list_option = _json_option("a JSON list of objects")
json_boards_option = _json_option("one JSON object, or a list of objects for several boards")
algorithm_option = click.option(
    "--algorithm",
    "-a",
    metavar="NAME",
    shell_complete=completion.names_or_files(completion.ALGORITHM_NAMES),
    help="Name, spec such as wastar(weight=2), or path/to/file.py:function.",
)
heuristic_option = click.option(
    "--heuristic",
    "-e",
    metavar="NAME",
    shell_complete=completion.names_or_files(completion.HEURISTIC_NAMES),
    help="Name, max(a, b), or path/to/file.py:function, with (admissible=true) after it if that is proven.",
)
backend_option = click.option(
    "--backend",
    type=click.Choice(["auto", "python", "native"]),
    default="auto",
    help="Run in Python or in the C++ core (native). Default: auto, the core where it can run.",
)

_LIMIT_OPTIONS = (
    click.option("--time", "time_limit", metavar="TIME", help="Stop after this time: 10s, 2m."),
    click.option("--nodes", "node_limit", metavar="N", help="Stop after this many generated nodes: 50000, 2M."),
    click.option("--memory", "memory_limit", metavar="SIZE", help="Stop when the search stores this much: 200MB."),
    click.option("--depth", "depth_limit", metavar="N", help="Search for no solution longer than N moves."),
)


def board_argument(command: Callable[..., int], metavar: str = "[BOARD | FILE... | -]") -> Callable[..., int]:
    """Add the boards: as an argument, and as --instances, which are passed on with them as one ``board``."""

    def wrapper(*args: Any, board: tuple[str, ...], instances: tuple[str, ...], **rest: Any) -> Any:
        if instances and not all(map(names_file, board)):
            raise SpecError("expected BOARD or --instances, found both", hint="leave one of them out")
        return command(*args, board=(*instances, *board), **rest)

    argument = click.argument("board", nargs=-1, metavar=metavar, shell_complete=completion.boards)
    return _decorate(update_wrapper(wrapper, command), (argument, instances_option))


def limit_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add --time, --nodes, --memory and --depth, passed on as one ``limits``."""

    def wrapper(*args: Any, time_limit: Any, node_limit: Any, memory_limit: Any, depth_limit: Any, **rest: Any) -> Any:
        limits = Limits.parse(time=time_limit, nodes=node_limit, memory=memory_limit, depth=depth_limit)
        return command(*args, limits=limits, **rest)

    return _decorate(update_wrapper(wrapper, command), _LIMIT_OPTIONS)


def algorithm_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options of all algorithms; those that are given are passed on as one ``options``."""
    found: dict[str, dict[str, Option]] = {}
    for spec in ALGORITHMS:
        for option in spec.options:
            found.setdefault(option.name, {})[spec.key] = option

    def wrapper(*args: Any, **rest: Any) -> Any:
        given = {name: rest.pop(f"option_{name}") for name in found}
        options = {name: value for name, value in given.items() if value is not None}
        return command(*args, options=options, **rest)

    declared = tuple(map(_declare, found.values()))
    return _decorate(update_wrapper(wrapper, command), declared)


def _declare(options: dict[str, Option]) -> Callable[[Any], Any]:
    """The click option for the options of one name, by the keys of their algorithms. The registry checks its value."""
    option = max(options.values(), key=lambda each: len(each.choices))  # with all choices of all algorithms
    flag, parameter, help_ = "--" + option.name.replace("_", "-"), f"option_{option.name}", _describe(options)
    if isinstance(option.default, bool):
        return click.option(flag, parameter, is_flag=True, default=None, help=help_)
    return click.option(
        flag,
        parameter,
        metavar=" / ".join(option.choices) if option.choices else "N",
        shell_complete=completion.names(option.choices),
        help=help_,
    )


def _describe(options: dict[str, Option]) -> str:
    """What an option means for each algorithm, with the defaults."""
    texts = []
    for summary in dict.fromkeys(option.summary for option in options.values()):
        defaults = {key: option.default for key, option in options.items() if option.summary == summary}
        text = f"[{', '.join(defaults)}] {summary}."
        first, *others = dict.fromkeys(defaults.values())
        if not isinstance(first, bool):
            rest = [f"; {key}: {default}" for key, default in defaults.items() if default in others]
            text += f" Default: {first}{''.join(rest)}."
        texts.append(text)
    return " ".join(texts)


def _decorate(command: Callable[..., int], decorators: tuple[Callable[[Any], Any], ...]) -> Callable[..., int]:
    for decorator in reversed(decorators):
        command = decorator(command)
    return command


def forbid_together(**given: object) -> None:
    """Raise ``SpecError`` if more than one of these options was given."""
    names = ["--" + name.replace("_", "-") for name, value in given.items() if value]
    if len(names) > 1:
        raise SpecError(f"expected one of {' and '.join(names)}, found both")
