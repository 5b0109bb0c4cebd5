"""``taquin list``: the algorithms, heuristics, goals, formats and instance sets, or one of them with its options."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

import click

from taquin.cli import terminal
from taquin.cli.input import completion, effects
from taquin.cli.input import options as shared
from taquin.errors import SpecError
from taquin.experiments.instances import NAMES, RANDOM_EXAMPLE, RANDOM_SUMMARY, package_set
from taquin.puzzle.formats import Format
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import GOALS
from taquin.puzzle.words import near_hint, shown
from taquin.render import records
from taquin.render.text.layout import CATALOGUE_WIDTH, Item, catalogue
from taquin.solving.registry import ALGORITHMS, HEURISTICS, AlgorithmSpec, HeuristicSpec, Option

_EXAMPLE_SHAPE = Shape(3, 3)
_OBJECTS: dict[str, Callable[[Shape], Sequence[Mapping[str, object]]]] = {
    "algorithms": lambda shape: records.algorithm_records(),
    "heuristics": lambda shape: records.heuristic_records(),
    "goals": records.goal_records,
    "formats": lambda shape: records.format_records(),
    "instances": lambda shape: [package_set(name).to_dict() for name in NAMES],
}


@click.command("list")
@click.argument(
    "name",
    default="all",
    metavar="[algorithms | heuristics | goals | formats | instances | NAME]",
    shell_complete=completion.names((*_OBJECTS, *completion.ALGORITHM_NAMES, *completion.HEURISTIC_NAMES)),
)
@shared.size_option
@shared.json_option
def command(name: str, size: Shape | None, as_json: bool) -> int:
    """List algorithms, heuristics, goals and formats, or show one.

    NAME is an algorithm or a heuristic. Its options are set with -O NAME=VALUE, or in a spec such as
    "wastar(manhattan, weight=2)". Names and aliases can be used wherever a name is expected. --size draws the goals in
    another size than 3x3.

    \b
    Examples:
      taquin list algorithms
      taquin list hill_climbing
      taquin solve "5 2 1 / 4 8 3 / 7 6 0" -a hill_climbing -O restarts=200
      taquin list goals --size 4x5
      taquin list instances --json
    """
    kind = _find_kind(name)
    if kind not in ("all", "goals"):
        effects.refuse(["--size"], "only goals have a size")
    shape = size or _EXAMPLE_SHAPE
    if kind is None:
        click.echo(_show_one(name, as_json=as_json))
    elif as_json:
        record = (
            {heading: make(shape) for heading, make in _OBJECTS.items()} if kind == "all" else _OBJECTS[kind](shape)
        )
        terminal.echo_json(record)
    elif kind == "all":
        click.echo("\n\n".join(f"{heading}\n\n{_catalogue(make(shape))}" for heading, make in _ITEMS.items()))
    else:
        click.echo(_catalogue(_ITEMS[kind](shape)))
    return 0


def _catalogue(items: list[Item]) -> str:
    return catalogue(items, terminal.width(CATALOGUE_WIDTH))


def _find_kind(name: str) -> str | None:
    """The list of this name, also in the singular; None if it may be an algorithm or a heuristic."""
    wanted = name.lower()
    lists = wanted.removesuffix("s") + "s"
    return "all" if wanted == "all" else lists if lists in _OBJECTS else None


def _show_one(name: str, *, as_json: bool) -> str:
    """An algorithm or a heuristic with its options. Raises ``SpecError`` with the nearest name if none fits."""
    wanted = name.strip().lower().replace("-", "_")
    specs: list[AlgorithmSpec | HeuristicSpec] = [*ALGORITHMS, *HEURISTICS]
    for spec in specs:
        if wanted in (spec.key, *spec.aliases):
            break
    else:
        names = [*_OBJECTS, *(known for spec in specs for known in (spec.key, *spec.aliases))]
        raise SpecError(
            f"expected a list ({', '.join(_OBJECTS)}), an algorithm or a heuristic, found {shown(name)}",
            hint=near_hint(wanted, names, "`taquin list` shows all"),
        )
    if as_json:
        kind = "algorithms" if isinstance(spec, AlgorithmSpec) else "heuristics"
        return json.dumps(
            next(record for record in _OBJECTS[kind](_EXAMPLE_SHAPE) if record["key"] == spec.key), indent=2
        )
    item = _algorithm(spec) if isinstance(spec, AlgorithmSpec) else _heuristic(spec)
    flag = "-O " if isinstance(spec, AlgorithmSpec) else ""
    options = [flag + _describe_option(option) for option in spec.options]
    return _catalogue([Item(spec.key, [*item.sentences, *(options or ["it has no options"])])])


def _describe_option(option: Option) -> str:
    kinds = {bool: "true|false", str: option.name.upper()}
    values = "|".join(option.choices) or kinds.get(type(option.default), "N")
    default = str(option.default).lower() if isinstance(option.default, bool) else option.default
    return f"{option.name}={values}: {option.summary} (default: {default})"


def _algorithm(spec: AlgorithmSpec) -> Item:
    heuristic = "" if spec.uses_heuristic else "; uses no heuristic"
    claims = spec.claims
    guarantees = f"complete: {claims.complete}; optimal: {claims.optimal}; memory: {claims.memory}{heuristic}"
    return Item(spec.key, [f"{spec.name}: {spec.summary}", guarantees, _also_called(spec)])


def _heuristic(spec: HeuristicSpec) -> Item:
    admissible, consistent = (records.claim(spec, holds=holds) for holds in (spec.admissible, spec.consistent))
    claims = f"admissible: {admissible}; consistent: {consistent}; sizes: {spec.shapes}"
    return Item(spec.key, [f"{spec.name}: {spec.summary}", claims, _also_called(spec)])


def _also_called(spec: AlgorithmSpec | HeuristicSpec) -> str:
    return f"also called {', '.join(spec.aliases)}" if spec.aliases else ""


def _heuristics(shape: Shape) -> list[Item]:
    own = Item("FILE.py:NAME", ["your own function of (board, goal); `taquin examine FILE.py:NAME` tests it"])
    return [*map(_heuristic, HEURISTICS), own]


def _goals(shape: Shape) -> list[Item]:
    items = [Item(name, [records.summary(make)], str(make(shape))) for name, make in GOALS.items()]
    return [*items, Item("any board", ['as text, such as "1 2 3 / 8 0 4 / 7 6 5", or a file with one board'])]


def _instances(shape: Shape) -> list[Item]:
    items = []
    for name in NAMES:
        instances = package_set(name)
        easy = f"; {name}(easy): {len(instances.easy)} of them" if instances.easy else ""
        facts = f"{len(instances)} boards, goal {instances.goal}, {instances.known_lengths} known lengths{easy}"
        items.append(Item(name, [instances.summary, f"{instances.source}", facts]))
    return [
        *items,
        Item("korf100(1-10, 42)", ["some boards of a set, by their numbers"]),
        Item(RANDOM_EXAMPLE, [RANDOM_SUMMARY]),
        Item("FILE", ["your own boards, in any form of `taquin list formats`"]),
    ]


_ITEMS: dict[str, Callable[[Shape], list[Item]]] = {
    "algorithms": lambda shape: [*map(_algorithm, ALGORITHMS)],
    "heuristics": _heuristics,
    "goals": _goals,
    "formats": lambda shape: [Item(form.value, [form.summary], form.example) for form in Format],
    "instances": _instances,
}
