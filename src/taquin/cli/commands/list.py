"""``taquin list``: list the algorithms, heuristics, goals, formats and instance sets."""

from __future__ import annotations

import json
from collections.abc import Callable
from difflib import get_close_matches

import click

from taquin.cli.input import effects
from taquin.cli.input import options as shared
from taquin.errors import SpecError
from taquin.experiments.instances import NAMES, RANDOM_EXAMPLE, RANDOM_SUMMARY, package_set
from taquin.puzzle.formats import Format
from taquin.puzzle.geometry import Shape
from taquin.puzzle.goals import GOALS
from taquin.render import records
from taquin.render.text.catalogue import Item, catalogue
from taquin.solving.registry import ALGORITHMS, HEURISTICS, AlgorithmSpec, HeuristicSpec, Option

_EXAMPLE_SHAPE = Shape(3, 3)


@click.command("list")
@click.argument(
    "kind",
    default="all",
    metavar="[algorithms | heuristics | goals | formats | instances]",
    shell_complete=lambda ctx, parameter, incomplete: [name for name in _LISTS if name.startswith(incomplete)],
)
@shared.size_option
@click.option("--verbose", "-v", is_flag=True, help="Also show the options of each algorithm.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list, or an object of lists if none is named.")
def command(kind: str, size: Shape | None, verbose: bool, as_json: bool) -> int:
    """List the algorithms, heuristics, goals, formats or instance sets; all of them if none is named.

    Names and aliases can be used wherever a name is expected. --size draws the goals in another size than 3x3.

    \b
    Examples:
      taquin list algorithms --verbose
      taquin list heuristics
      taquin list goals --size 4x5
      taquin list formats --json
      taquin list instances
    """
    kinds = list(_LISTS) if kind == "all" else [_find_kind(kind)]
    effects.refuse([effects.Useless("--verbose", beside=("--json",))])
    if kind != "all" and kinds != ["goals"]:
        effects.refuse_beside(["--size"], "only goals have a size")
    if kind != "all" and kinds != ["algorithms"]:
        effects.refuse_beside(["--verbose"], "only algorithms are shown with their options")
    shape = size or _EXAMPLE_SHAPE
    if as_json:
        found = {name: _OBJECTS[name](shape) for name in kinds}
        click.echo(json.dumps(found if kind == "all" else found[kinds[0]], indent=2))
        return 0
    sections = [_LISTS[name](shape, verbose) for name in kinds]
    if kind == "all":
        sections = [f"{name}\n\n{section}" for name, section in zip(kinds, sections, strict=True)]
    click.echo("\n\n".join(sections))
    return 0


def _find_kind(name: str) -> str:
    """The list of this name, also in the singular. Raises ``SpecError`` with the nearest name if there is none."""
    wanted = name.lower().removesuffix("s") + "s"
    if wanted in _LISTS:
        return wanted
    near = get_close_matches(wanted, _LISTS, n=1)
    hint = f"did you mean {near[0]!r}?" if near else ""
    raise SpecError(f"expected a list ({', '.join(_LISTS)}), found {name!r}", hint=hint)


def _list_algorithms(shape: Shape, verbose: bool) -> str:
    items = []
    for spec in ALGORITHMS:
        heuristic = "" if spec.uses_heuristic else "; uses no heuristic"
        claims = spec.claims
        sentences = [
            f"{spec.name}: {spec.summary}",
            f"complete: {claims.complete}; optimal: {claims.optimal}; memory: {claims.memory}{heuristic}",
            _also_called(spec),
        ]
        if verbose:
            sentences += [_describe_option(option) for option in spec.options]
        items.append(Item(spec.key, sentences))
    return catalogue(items)


def _list_heuristics(shape: Shape, verbose: bool) -> str:
    items = []
    for spec in HEURISTICS:
        admissible, consistent = (records.claim(spec, holds=holds) for holds in (spec.admissible, spec.consistent))
        claims = f"admissible: {admissible}; consistent: {consistent}"
        items.append(
            Item(
                spec.key,
                [f"{spec.name}: {spec.summary}", f"{claims}; sizes: {spec.shapes}", _also_called(spec)],
            )
        )
    items.append(
        Item(
            "FILE.py:NAME",
            ["your own function of (board, goal); `taquin examine FILE.py:NAME` tests it"],
        )
    )
    return catalogue(items)


def _list_goals(shape: Shape, verbose: bool) -> str:
    items = [Item(name, [records.summary(make)], str(make(shape))) for name, make in GOALS.items()]
    return catalogue(
        [*items, Item("any board", ['as text, such as "1 2 3 / 8 0 4 / 7 6 5", or a file with one board'])]
    )


def _list_formats(shape: Shape, verbose: bool) -> str:
    return catalogue([Item(form.value, [form.summary], form.example) for form in Format])


def _list_instances(shape: Shape, verbose: bool) -> str:
    items = []
    for name in NAMES:
        found = package_set(name)
        easy = f"; {name}(easy): {len(found.easy)} of them" if found.easy else ""
        facts = f"{len(found)} boards, goal {found.goal}, {found.known_lengths} known lengths{easy}"
        items.append(Item(name, [found.summary, f"{found.source}", facts]))
    others = [
        Item("korf100(1-10, 42)", ["some boards of a set, by their numbers"]),
        Item(RANDOM_EXAMPLE, [RANDOM_SUMMARY]),
        Item("FILE", ["your own boards, in any form of `taquin list formats`"]),
    ]
    return catalogue([*items, *others])


_LISTS: dict[str, Callable[[Shape, bool], str]] = {
    "algorithms": _list_algorithms,
    "heuristics": _list_heuristics,
    "goals": _list_goals,
    "formats": _list_formats,
    "instances": _list_instances,
}


def _also_called(spec: AlgorithmSpec | HeuristicSpec) -> str:
    return f"also called {', '.join(spec.aliases)}" if spec.aliases else ""


def _describe_option(option: Option) -> str:
    flag = "--" + option.name.replace("_", "-")
    if isinstance(option.default, bool):
        return f"{flag}: {option.summary}"
    values = " / ".join(option.choices) if option.choices else "N"
    return f"{flag} {values}: {option.summary} (default: {option.default})"


_OBJECTS: dict[str, Callable[[Shape], list[dict[str, object]]]] = {
    "algorithms": lambda shape: records.algorithm_records(),
    "heuristics": lambda shape: records.heuristic_records(),
    "goals": records.goal_records,
    "formats": lambda shape: records.format_records(),
    "instances": lambda shape: [package_set(name).to_dict() for name in NAMES],
}
