"""Arguments and options that several commands share, and how their help is grouped."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import update_wrapper
from pathlib import Path
from typing import Any, TypeAlias

import click

from taquin.analysis.random_boards import difficulty_unsupported_reason
from taquin.cli.input import completion, effects
from taquin.errors import SpecError
from taquin.puzzle.arguments import LARGEST, LARGEST_REAL, check_real, check_whole
from taquin.puzzle.geometry import Shape
from taquin.puzzle.slides import Metric
from taquin.puzzle.words import plural, shown
from taquin.run.limits import Limits
from taquin.solving.default_methods import pick_method
from taquin.solving.method import Method
from taquin.solving.registry import ALGORITHMS

Decorator: TypeAlias = Callable[[Any], Any]
"""What ``click.option`` returns: it takes a function, or the command that another decorator made of it."""
_GROUPS = {
    "Board": ("goal", "size", "metric", "instances", "count", "seed"),
    "Method": ("algorithm", "algorithms", "heuristic", "heuristics", "options", "methods", "backend"),
    "Limits": ("time_limit", "other_limits", "is_improved"),
}


class GroupedCommand(click.Command):
    """A command whose help lists the options of the board, the method and the limits apart from its own."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write one section for each group; options of no group come last."""
        titles = {name: title for title, names in _GROUPS.items() for name in names}
        sections: dict[str, list[tuple[str, str]]] = {title: [] for title in (*_GROUPS, "Output and others")}
        for parameter in self.get_params(ctx):
            if isinstance(parameter, click.Option) and (record := parameter.get_help_record(ctx)) is not None:
                sections[titles.get(str(parameter.name), "Output and others")].append(record)
        for title, records in sections.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)


class _Number(click.ParamType):  # type: ignore[type-arg]  # older releases of click do not parametrize it
    """A number in a range. The help shows the name of a type in capitals: N."""

    name = "n"

    def __init__(self, check: Callable[..., float], least: float, most: float) -> None:
        self._check, self._least, self._most = check, least, most

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read the number. Raises ``SpecError`` that names the option."""
        name = "a number" if param is None else param.opts[0]
        return self._check(name, value, least=self._least, most=self._most, takes_text=True)


def whole(least: int = 0, most: int = LARGEST) -> _Number:
    return _Number(check_whole, least, most)


def real(least: float = 0, most: float = LARGEST_REAL) -> _Number:
    return _Number(check_real, least, most)


def _parse_shape(ctx: click.Context, parameter: click.Parameter, value: str | None) -> Shape | None:
    return None if value is None else Shape.parse(value)


def _parse_pairs(ctx: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """``NAME=VALUE``, repeated; the value of a name alone is empty."""
    pairs: dict[str, str] = {}
    for text in values:
        name, sign, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not name or (sign and not value.strip()):
            raise SpecError(f"expected {parameter.opts[0]} NAME=VALUE, found {shown(text)}")
        if name in pairs:
            raise SpecError(f"expected {parameter.opts[0]} {name} once, found it twice")
        pairs[name] = value.strip()
    return pairs


def _parse_options(ctx: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """The same for options of an algorithm; the name of a flag alone means ``NAME=true``."""
    pairs = _parse_pairs(ctx, parameter, values)
    for name, value in pairs.items():
        known = [option for spec in ALGORITHMS for option in spec.options if option.name == name]
        if not value and known and not any(isinstance(option.default, bool) for option in known):
            raise SpecError(f"expected {parameter.opts[0]} {name}=VALUE, found {shown(name)}")
    return {name: value or "true" for name, value in pairs.items()}


def split_names(ctx: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """The names and specs of an option, separated by commas; a comma inside parentheses is part of its spec."""
    parts, depth = [""], 0
    for character in ",".join(values):
        depth += (character == "(") - (character == ")")
        if character == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += character
    names = tuple(part.strip() for part in parts if part.strip())
    if values and not names:
        raise SpecError(f"expected names, separated by commas, for --{parameter.name}, found {values[0]!r}")
    return names


goal_option = click.option(
    "--goal",
    "-g",
    metavar="GOAL",
    shell_complete=completion.goals,
    help="standard (the default), blank-first, snail, center, or a board.",
)
metric_option = click.option(
    "--metric",
    type=click.Choice([metric.value for metric in Metric]),
    default=Metric.MOVES.value,
    callback=lambda ctx, parameter, value: Metric(value),
    help="Count single moves (the default), or slides: tiles that slide together in a line count 1.",
)
size_option = click.option("--size", "-s", callback=_parse_shape, metavar="RxC", help="Rows x columns, such as 3x4.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON: one object, or a list of several.")
backend_option = click.option(
    "--backend",
    type=click.Choice(["auto", "python", "native", "cuda"]),
    default="auto",
    help="Run in Python, in the C++ core (native), or on an NVIDIA GPU (cuda). Default: auto, the core if possible.",
)
dask_option = click.option(
    "--dask",
    metavar="ADDRESS",
    help="Run on the Dask cluster of a scheduler, tcp://host:port or scheduler.json; `local` starts one here.",
)
moves_option = click.option(
    "--moves",
    "notation",
    type=click.Choice(["blank", "tiles", "numbers"]),
    default="blank",
    help="Write moves as directions of the blank or of the tile, or as tile numbers.",
)
_METHOD_OPTIONS = (
    click.option(
        "--algorithm",
        "-a",
        metavar="NAME",
        shell_complete=completion.names(completion.ALGORITHM_NAMES, or_files=True),
        help='Name, spec such as "wastar(manhattan, weight=2)", or path/to/file.py:function.',
    ),
    click.option(
        "--heuristic",
        "-e",
        metavar="NAME",
        shell_complete=completion.names(completion.HEURISTIC_NAMES, or_files=True),
        help="Name, max(a, b), or path/to/file.py:function; add (admissible=true) if it never overestimates.",
    ),
    click.option(
        "--option",
        "-O",
        "options",
        multiple=True,
        callback=_parse_options,
        metavar="NAME=VALUE",
        shell_complete=completion.method_options,
        help="Set an option of the algorithm; `taquin list ALGORITHM` shows them. May be repeated.",
    ),
)
_LIMIT_OPTIONS = (
    click.option("--time", "time_limit", metavar="TIME", help="Stop after this time: 10s, 2m. Building tables counts."),
    click.option(
        "--limit",
        "other_limits",
        multiple=True,
        callback=_parse_pairs,
        metavar="NAME=VALUE",
        help="Stop at nodes=2M (generated) or memory=200MB; look only for solutions of up to depth=20 moves. "
        "May be repeated.",
    ),
)


def output_option(
    words: str, *, allow_dash: bool = False, required: bool = False, default: Path | None = None
) -> Decorator:
    """The option for the file to write; ``words`` is its help."""
    path = click.Path(path_type=Path, allow_dash=allow_dash)
    if default is None:  # click takes None for a default, so that the option would never be missing
        return click.option("--output", "-o", type=path, metavar="FILE", help=words, required=required)
    return click.option("--output", "-o", type=path, metavar="FILE", help=words, default=default)


def heuristics_option(words: str, default: Sequence[str] = ()) -> Decorator:
    """The option for several heuristics; ``words`` says in its help which are the default."""
    return click.option(
        "--heuristics",
        "-e",
        multiple=True,
        default=default or None,
        callback=split_names,
        metavar="X,Y,…",
        shell_complete=completion.names(completion.HEURISTIC_NAMES, or_files=True, in_lists=True),
        help=f"Names, max(a, b), or path/to/file.py:function, separated by commas. Default: {words}.",
    )


def board_argument(command: Callable[..., int], metavar: str = "[BOARD | FILE... | -]") -> Callable[..., int]:
    decorated: Callable[..., int] = click.argument(
        "board", nargs=-1, metavar=metavar, shell_complete=completion.boards
    )(command)
    return decorated


@dataclass(frozen=True)
class MethodRequest:
    """The method that -a, -e and -O name; what they leave out is up to the command."""

    algorithm: str | None
    heuristic: str | None
    options: Mapping[str, str]

    def pick(self, unnamed: Method, *, is_python: bool = False) -> Method:
        """The method, with the parts of ``unnamed`` that were left out. Raises ``SpecError`` for one without effect."""
        if self.algorithm is None:
            self._check_default(unnamed)
        method = pick_method(unnamed, self.algorithm, self.heuristic, self.options)
        effects.refuse_in_method(method, self.heuristic, self.options, is_python=is_python)
        return method

    def _check_default(self, unnamed: Method) -> None:
        """Raise ``SpecError`` for an option that only algorithms other than the default one have, and name them."""
        own = {option.name for option in unnamed.algorithm.options}
        for name in self.options:
            others = [spec.key for spec in ALGORITHMS if any(option.name == name for option in spec.options)]
            if name not in own and others:
                raise SpecError(
                    f"{unnamed.algorithm.key}, the default here, has no option {name!r}",
                    hint=f"name an algorithm that has it: -a {' or '.join(others)}",
                )


def make_limits(time: str | None, others: Mapping[str, str]) -> Limits:
    for name, value in others.items():
        if name not in ("nodes", "memory", "depth") or not value:
            hint = f"write --time {value or 'TIME'}" if name == "time" else "such as --limit nodes=2M"
            raise SpecError(f"expected --limit nodes=N, memory=SIZE or depth=N, found {shown(name)}", hint=hint)
    return Limits.parse(time=time, **others)


def gathered(
    name: str, make: Callable[..., Any], parameters: str, options: tuple[Decorator, ...]
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Options whose values a command gets as one argument, which ``make`` makes of them; the help has this order."""

    def add(command: Callable[..., int]) -> Callable[..., int]:
        def wrapper(**given: object) -> Any:
            return command(**{name: make(*map(given.pop, parameters.split()))}, **given)

        decorated: Callable[..., int] = update_wrapper(wrapper, command)
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return add


method_options = gathered("method", MethodRequest, "algorithm heuristic options", _METHOD_OPTIONS)
limit_options = gathered("limits", make_limits, "time_limit other_limits", _LIMIT_OPTIONS)


def check_difficulty(shape: Shape, metric: Metric, *, depth: int | None, harder_than: int | None) -> None:
    """Raise ``SpecError`` if --depth or --harder-than needs distances that cannot be proven on boards of this shape."""
    for option, number in (("--depth", depth), ("--harder-than", harder_than)):
        if number is not None and (reason := difficulty_unsupported_reason(shape, metric)):
            hint = (
                f"--moves {number} takes any size: the goal is then at most {plural(number, 'move')} away. "
                "`taquin list instances` shows sets of larger boards whose shortest solutions are known"
            )
            raise SpecError(f"{option} is not supported here: {reason}", hint=hint)
